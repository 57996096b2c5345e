"""Line-ups: who of a team sits where, as entered for a round, or in the team's order.

A line-up holds from its round on, until the next. Before the first one members sit in the order of
Seats, the first two N-S. If the movement itself names the players of teams, line-ups play no part
and each player has a number. Entering line-ups is in ``director.additions.contests.lineups``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from director.boards.contests import CONTESTS
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.movement.sitters import (
    EarlierPlayers,
    Sitter,
    fetch_earlier_players,
    get_round_players,
)
from director.core.night.history import Journal
from director.models import Entry, EntryPlayer, LineUpSeat, PlanRow, Section
from movements.model import team_of

SEATS = "NSEW"
"""The seats of a team in the order of its members: its N-S pair first."""


@dataclass(frozen=True, slots=True)
class LineUps:
    """Who of each team sits where.

    *members* are the present members by their order, and *earlier_players* the members who were
    replaced, with their rounds. *entered* has the line-ups that were entered, by the round from
    which each holds. All three are by team.
    """

    members: Mapping[int, Mapping[int, Sitter]] = field(default_factory=dict)
    earlier_players: Mapping[int, tuple[EarlierPlayers, ...]] = field(default_factory=dict)
    entered: Mapping[int, Mapping[int, Mapping[str, Sitter]]] = field(default_factory=dict)

    def get_members(self, team: int, round_no: int) -> tuple[Sitter, ...]:
        """Return the members of *team* in *round_no*, in their order."""
        return tuple(self._get_players(team, round_no).values())

    def player(
        self, team: int, number: int, section: Section, round_no: int | None
    ) -> Sitter | None:
        """Return player *number* of *team* in *round_no*, if the movement names the players."""
        order = (number - 1) % section.team_size + 1
        return self._get_players(team, round_no).get(order)

    def _get_players(self, team: int, round_no: int | None) -> Mapping[int, Sitter]:
        members = self.members.get(team, {})
        return get_round_players(round_no, members, self.earlier_players.get(team, ()))

    def get_sitters(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return the sitters of *team* in *round_no*, by seat, as far as known."""
        line_up = self.get_entered_line_up(team, round_no)
        if line_up:
            return line_up
        # A team can have fewer than four members, hence not strict.
        return dict(zip(SEATS, self.get_members(team, round_no), strict=False))

    def get_entered_line_up(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return the line-up that was entered for *team* in *round_no*, or nothing."""
        line_ups = self.entered.get(team, {})
        rounds = [from_round for from_round in line_ups if from_round <= round_no]
        if rounds:
            return line_ups[max(rounds)]
        return {}

    def get_line_sitters(self, ns: int, ew: int, round_no: int) -> tuple[Sitter | None, ...]:
        """Return who sits N, E, S and W when *ns* plays *ew*, None for unknown players."""
        ns_sitters = self.get_sitters(ns, round_no)
        ew_sitters = self.get_sitters(ew, round_no)
        return ns_sitters.get("N"), ew_sitters.get("E"), ns_sitters.get("S"), ew_sitters.get("W")


def fetch_line_ups(section: Section) -> LineUps:
    """Return the line-ups of *section*, or nothing without teams. (Costs two queries.)"""
    return _read_line_ups(
        section.session.event.contest, [section], lambda _section, pair_no: pair_no
    )


def fetch_field_sitters(
    scoring_field: ScoringField, rounds: Iterable[tuple[Key, int | None]]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat N, E, S and W on every team line whose round is known."""
    line_ups = _read_line_ups(
        scoring_field.event.contest, scoring_field.sections, scoring_field.pair
    )
    if not line_ups.members and not line_ups.entered:
        return {}
    round_by_line = dict(rounds)
    sitters: dict[Key, tuple[Sitter | None, ...]] = {}
    for key, round_no in round_by_line.items():
        if round_no:
            _board_no, ns, ew = key
            sitters[key] = line_ups.get_line_sitters(ns, ew, round_no)
    sitters |= _fetch_sitters_by_number(scoring_field, line_ups, round_by_line)
    return {key: line_sitters for key, line_sitters in sitters.items() if any(line_sitters)}


def _fetch_sitters_by_number(
    scoring_field: ScoringField, line_ups: LineUps, rounds: Mapping[Key, int | None]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat on every due line, if the movement names the players of teams."""
    if not any(section.team_size for section in scoring_field.sections):
        return {}

    def get_sitter(player: int, round_no: int | None) -> Sitter | None:
        section, number = scoring_field.place(player)
        team = scoring_field.pair(section, team_of(number, section.team_size))
        return line_ups.player(team, number, section, round_no)

    sitters = {}
    for key, players in fetch_field_seats(scoring_field).items():
        sitters[key] = tuple(get_sitter(player, rounds.get(key)) for player in players)
    return sitters


def fetch_field_seats(scoring_field: ScoringField) -> dict[Key, tuple[int, ...]]:
    """Return who sits N, E, S and W on every line of the plans in force. (Costs one query.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    rows = PlanRow.objects.filter(
        plan__section__in=sections, plan__in_force=True, players__isnull=False
    )
    seats: dict[Key, tuple[int, ...]] = {}
    for section_id, ns, ew, boards, players in rows.values_list(
        "plan__section_id", "ns", "ew", "boards", "players"
    ):
        section = sections[section_id]
        players_in_field = tuple(scoring_field.pair(section, player) for player in players or ())
        for board_no in boards:
            seats[scoring_field.key(section, (board_no, ns, ew))] = players_in_field
    return seats


def move_line_ups(pairs: Iterable[tuple[Entry, Entry]], journal: Journal) -> None:
    """Move the line-ups and earlier players of each old entry in *pairs* to the new one."""
    new_entries = {
        old_entry.pk: new_entry for old_entry, new_entry in pairs if old_entry.pk != new_entry.pk
    }
    if not new_entries:
        return
    stored = list(LineUpSeat.objects.filter(entry__in=new_entries))
    if not stored:
        return
    # All are deleted before any is created: two teams may have exchanged their places.
    journal.delete(LineUpSeat.objects.filter(pk__in=[seat.pk for seat in stored]))
    for seat in stored:
        entry = new_entries[seat.entry_id]
        seat.entry = entry
        seat.section_id = entry.section_id
    journal.create_all(stored)


def _read_line_ups(
    contest: str, sections: Iterable[Section], get_number: Callable[[Section, int], int]
) -> LineUps:
    """Return the line-ups of *sections*. *get_number* returns the key of a team in the result."""
    if not CONTESTS[contest].has_line_ups:
        return LineUps()
    by_pk = {section.pk: section for section in sections}
    members: dict[int, dict[int, Sitter]] = defaultdict(dict)
    columns = ("section_id", "entry__pair_no", "person_id", "person__name")
    players = EntryPlayer.objects.filter(section__in=by_pk).order_by(
        "section", "entry__pair_no", "order"
    )
    for section_id, pair_no, person_id, name, order in players.values_list(*columns, "order"):
        members[get_number(by_pk[section_id], pair_no)][order] = Sitter(person_id, name)
    stored_line_ups: dict[int, dict[int, dict[str, Sitter]]] = {}
    seats = LineUpSeat.objects.filter(section__in=by_pk).order_by("pk")
    has_replaced = False
    for section_id, pair_no, person_id, name, *row in seats.values_list(
        *columns, "round_no", "to_round", "seat", "is_substitute"
    ):
        round_no, to_round, seat, is_substitute = row
        # With a last round it is no line-up, but the seat of a member who was replaced after it.
        if to_round is not None:
            has_replaced = True
            continue
        team_line_ups = stored_line_ups.setdefault(get_number(by_pk[section_id], pair_no), {})
        team_line_ups.setdefault(round_no, {})[seat] = Sitter(person_id, name, is_substitute)
    # One more query, needed only if anybody was replaced.
    earlier = fetch_earlier_players(by_pk.values()) if has_replaced else {}
    earlier_by_team = {
        get_number(by_pk[section_id], pair_no): spans
        for (section_id, pair_no), spans in earlier.items()
    }
    return LineUps(dict(members), earlier_by_team, stored_line_ups)
