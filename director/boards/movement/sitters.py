"""Who sits where: the line-ups of teams, and the replaced players of an entry.

The current members of an entry are stored with it, those of earlier rounds in ``LineUpSeat`` with
the last round that they played.

A line-up holds from its round on, until the next. Before the first one members sit in the order of
Seats, the first two N-S. If the movement itself names the players of teams, line-ups play no part
and each player has a number. Entering line-ups is in ``director.additions.contests.lineup_changes``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from director.boards.contests import CONTESTS
from director.boards.movement.sections import Key, ScoringField
from director.core.night.journal import Journal
from director.models import Entry, EntryPlayer, LineUpSeat, PlanRow, Section
from movements.model import get_team

VISITOR_SUFFIX = " (substitute)"
"""Added to the name of a sitter who isn't a member of the team."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat. A visitor plays for a team without being a member."""

    person_id: int
    name: str
    is_visitor: bool = False

    @property
    def text(self) -> str:
        """The name as a line shows it."""
        if self.is_visitor:
            return f"{self.name}{VISITOR_SUFFIX}"
        return self.name


SeatedPlayers = Mapping[int, Sitter]
"""The players of an entry by their box on the Seats page, counted from 1."""


class ReplacedPlayers(NamedTuple):
    """The players of an entry from *first_round* to *last_round*, replaced after that."""

    first_round: int
    last_round: int
    players: SeatedPlayers


_EntryKey: TypeAlias = tuple[int, int]
"""The primary key of a section, and the number of an entry there."""


class RoundSpan(NamedTuple):
    """Rounds from one to another. None is the end of play."""

    first_round: int
    last_round: int | None


def fetch_replaced_players_by_entry(
    sections: Iterable[Section],
) -> dict[_EntryKey, tuple[ReplacedPlayers, ...]]:
    """Return the players of *sections* who were replaced during play. (Costs one query.)

    The keys are the section and the number of the entry.
    """
    columns = (
        "section_id",
        "entry__pair_no",
        "round_no",
        "to_round",
        "seat",
        "person_id",
        "person__name",
    )
    rows = LineUpSeat.objects.filter(section__in=sections, to_round__isnull=False).order_by(
        "round_no", "pk"
    )
    spans_by_entry: dict[_EntryKey, dict[tuple[int, int], dict[int, Sitter]]] = defaultdict(dict)
    for section_id, pair_no, first_round, last_round, box, person_id, name in rows.values_list(
        *columns
    ):
        entry_spans = spans_by_entry[section_id, pair_no]
        sitter_by_box = entry_spans.setdefault((first_round, last_round), {})
        # The column holds text, since a line-up stores a seat such as "N" there.
        sitter_by_box[int(box)] = Sitter(person_id, name)
    replaced_by_entry = {}
    for entry_key, entry_spans in spans_by_entry.items():
        replaced_by_entry[entry_key] = tuple(
            ReplacedPlayers(first_round, last_round, dict(sorted(sitter_by_box.items())))
            for (first_round, last_round), sitter_by_box in entry_spans.items()
        )
    return replaced_by_entry


def get_round_players(
    round_no: int | None,
    current_players: SeatedPlayers,
    replaced_players: Sequence[ReplacedPlayers],
) -> SeatedPlayers:
    """Return who played for an entry in *round_no*, or its *current_players* without a round."""
    if round_no:
        for span in replaced_players:
            if span.first_round <= round_no <= span.last_round:
                return span.players
    return current_players


class SeatedRounds(NamedTuple):
    """The players of an entry from *first_round* to *last_round*. None is the end of play."""

    first_round: int
    last_round: int | None
    players: SeatedPlayers


def iter_seated_rounds(
    current_players: SeatedPlayers, replaced_players: Sequence[ReplacedPlayers]
) -> Iterator[SeatedRounds]:
    """Yield who played for an entry, from the first round to the last one without a gap.

    The current players also played the rounds for which nobody else is stored.

    >>> ann, bob = Sitter(1, "Ann"), Sitter(2, "Bob")
    >>> spans = iter_seated_rounds({1: ann}, [ReplacedPlayers(3, 4, {1: bob})])
    >>> [(span.first_round, span.last_round) for span in spans]
    [(1, 2), (3, 4), (5, None)]
    """
    next_round = 1
    for span in replaced_players:
        if span.first_round > next_round:
            yield SeatedRounds(next_round, span.first_round - 1, current_players)
        yield SeatedRounds(*span)
        next_round = span.last_round + 1
    yield SeatedRounds(next_round, None, current_players)


class Presence(NamedTuple):
    """Somebody who played for an entry in some *rounds*."""

    sitter: Sitter
    rounds: tuple[RoundSpan, ...]

    def is_in_round(self, round_no: int | None) -> bool:
        """Return whether they played in *round_no*, or in any round if it is unknown (None)."""
        if round_no is None:
            return True
        for first_round, last_round in self.rounds:
            if first_round <= round_no and (last_round is None or round_no <= last_round):
                return True
        return False


def list_presences(
    current_players: SeatedPlayers, replaced_players: Sequence[ReplacedPlayers]
) -> tuple[Presence, ...]:
    """Return everybody who played for an entry with their rounds, starters first."""
    rounds_by_sitter: dict[Sitter, list[RoundSpan]] = {}
    for span in iter_seated_rounds(current_players, replaced_players):
        for sitter in span.players.values():
            sitter_rounds = rounds_by_sitter.setdefault(sitter, [])
            first_round = span.first_round
            if sitter_rounds:
                previous_span = sitter_rounds[-1]
                # They stayed while another player of the entry was replaced: one longer span.
                if previous_span.last_round == span.first_round - 1:
                    sitter_rounds.pop()
                    first_round = previous_span.first_round
            sitter_rounds.append(RoundSpan(first_round, span.last_round))
    return tuple(Presence(sitter, tuple(rounds)) for sitter, rounds in rounds_by_sitter.items())


def format_substitutes(substitutes: Iterable[Presence]) -> str:
    """Return the names of *substitutes* with their rounds, to follow the starters' names.

    >>> cleo, dan = Sitter(3, "Cleo Cole"), Sitter(4, "Dan Dee")
    >>> format_substitutes([Presence(cleo, ((3, 3), (5, 6))), Presence(dan, ((7, None),))])
    'Cleo Cole in rounds 3, 5–6, Dan Dee from round 7'
    """
    names_by_rounds: dict[str, list[str]] = {}
    for presence in substitutes:
        rounds_text = _format_presence_rounds(presence.rounds)
        names_by_rounds.setdefault(rounds_text, []).append(presence.sitter.name)
    return ", ".join(f"{' & '.join(names)} {rounds}" for rounds, names in names_by_rounds.items())


def _format_presence_rounds(rounds: Sequence[RoundSpan]) -> str:
    closed_spans = []
    open_starts = []  # first rounds of spans to the end of play
    round_count = 0
    for first_round, last_round in rounds:
        if last_round is None:
            open_starts.append(first_round)
        else:
            round_count += last_round - first_round + 1
            span = f"{first_round}"
            if last_round > first_round:
                span = f"{first_round}–{last_round}"
            closed_spans.append(span)
    texts = []
    if closed_spans:
        plural = "" if round_count == 1 else "s"
        texts.append(f"in round{plural} {', '.join(closed_spans)}")
    texts += [f"from round {first_round}" for first_round in open_starts]
    return " and ".join(texts)


SEATS = "NSEW"
"""The seats of a team in the order of its members: its N-S pair first."""


SitterBySeat: TypeAlias = Mapping[str, Sitter]
"""The line-up of a team. Seats are letters of :data:`SEATS`."""


@dataclass(frozen=True, slots=True)
class LineUps:
    """Who of each team sits where."""

    # Current members, by their order.
    members_by_team: Mapping[int, Mapping[int, Sitter]] = field(default_factory=dict)
    replaced_players_by_team: Mapping[int, tuple[ReplacedPlayers, ...]] = field(
        default_factory=dict
    )
    # By the round from which each line-up holds.
    entered_line_ups_by_team: Mapping[int, Mapping[int, SitterBySeat]] = field(default_factory=dict)

    def get_members(self, team: int, round_no: int) -> tuple[Sitter, ...]:
        """Return the members of *team* in *round_no*, in their order."""
        return tuple(self._get_players_by_order(team, round_no).values())

    def find_player(
        self, team: int, number: int, section: Section, round_no: int | None
    ) -> Sitter | None:
        """Return player *number* of *team* in *round_no*, if the movement names the players."""
        order = (number - 1) % section.team_size + 1
        return self._get_players_by_order(team, round_no).get(order)

    def _get_players_by_order(self, team: int, round_no: int | None) -> Mapping[int, Sitter]:
        members = self.members_by_team.get(team, {})
        return get_round_players(round_no, members, self.replaced_players_by_team.get(team, ()))

    def get_sitter_by_seat(self, team: int, round_no: int) -> SitterBySeat:
        """Return the sitters of *team* in *round_no*, by seat, as far as known."""
        line_up = self.get_entered_by_seat(team, round_no)
        if line_up:
            return line_up
        # A team can have fewer than four members, hence not strict.
        return dict(zip(SEATS, self.get_members(team, round_no), strict=False))

    def get_entered_by_seat(self, team: int, round_no: int) -> SitterBySeat:
        """Return the line-up that was entered for *team* in *round_no*, or nothing."""
        line_ups = self.entered_line_ups_by_team.get(team, {})
        rounds = [from_round for from_round in line_ups if from_round <= round_no]
        if rounds:
            return line_ups[max(rounds)]
        return {}

    def get_line_sitters(self, ns: int, ew: int, round_no: int) -> tuple[Sitter | None, ...]:
        """Return who sits N, E, S and W when *ns* plays *ew*, None for unknown players."""
        ns_sitters = self.get_sitter_by_seat(ns, round_no)
        ew_sitters = self.get_sitter_by_seat(ew, round_no)
        return ns_sitters.get("N"), ew_sitters.get("E"), ns_sitters.get("S"), ew_sitters.get("W")


def fetch_line_ups(section: Section) -> LineUps:
    """Return the line-ups of *section*, or nothing without teams. (Costs two queries.)"""
    return _fetch_section_line_ups(
        section.session.event.contest, [section], lambda _section, pair_no: pair_no
    )


def fetch_sitters_by_line(
    scoring_field: ScoringField, lines_and_rounds: Iterable[tuple[Key, int | None]]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat N, E, S and W on every team line whose round is known."""
    line_ups = _fetch_section_line_ups(
        scoring_field.event.contest, scoring_field.sections, scoring_field.get_field_number
    )
    if not line_ups.members_by_team and not line_ups.entered_line_ups_by_team:
        return {}
    round_by_line = dict(lines_and_rounds)
    sitters: dict[Key, tuple[Sitter | None, ...]] = {}
    for key, round_no in round_by_line.items():
        if round_no:
            _board_no, ns, ew = key
            sitters[key] = line_ups.get_line_sitters(ns, ew, round_no)
    sitters |= _fetch_named_sitters_by_line(scoring_field, line_ups, round_by_line)
    return {key: line_sitters for key, line_sitters in sitters.items() if any(line_sitters)}


def _fetch_named_sitters_by_line(
    scoring_field: ScoringField, line_ups: LineUps, round_by_line: Mapping[Key, int | None]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat on every due line, if the movement names the players of teams."""
    if not any(section.team_size for section in scoring_field.sections):
        return {}

    def get_sitter(player: int, round_no: int | None) -> Sitter | None:
        section, number = scoring_field.get_section_and_number(player)
        team = scoring_field.get_field_number(section, get_team(number, section.team_size))
        return line_ups.find_player(team, number, section, round_no)

    sitters = {}
    for key, players in fetch_seats_by_line(scoring_field).items():
        round_no = round_by_line.get(key)
        sitters[key] = tuple(get_sitter(player, round_no) for player in players)
    return sitters


def fetch_seats_by_line(scoring_field: ScoringField) -> dict[Key, tuple[int, ...]]:
    """Return who sits N, E, S and W on every line of the plans in force. (Costs one query.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    rows = PlanRow.objects.filter(
        plan__section__in=sections, plan__in_force=True, players__isnull=False
    )
    seats_by_line: dict[Key, tuple[int, ...]] = {}
    columns = ("plan__section_id", "ns", "ew", "boards", "players")
    for section_id, ns, ew, boards, players in rows.values_list(*columns):
        section = sections[section_id]
        players_in_field = tuple(
            scoring_field.get_field_number(section, player) for player in players or ()
        )
        for board_no in boards:
            line_key = scoring_field.get_field_key(section, (board_no, ns, ew))
            seats_by_line[line_key] = players_in_field
    return seats_by_line


def move_line_ups(moves: Iterable[tuple[Entry, Entry]], journal: Journal) -> None:
    """Move line-ups and replaced players. *moves* are previous entries, each with the new one."""
    new_entries = {
        previous_entry.pk: new_entry
        for previous_entry, new_entry in moves
        if previous_entry.pk != new_entry.pk
    }
    if not new_entries:
        return
    stored_seats = list(LineUpSeat.objects.filter(entry__in=new_entries))
    if not stored_seats:
        return
    # All are deleted before any is created: two teams may have exchanged their numbers.
    journal.delete(LineUpSeat.objects.filter(pk__in=[seat.pk for seat in stored_seats]))
    for seat in stored_seats:
        entry = new_entries[seat.entry_id]
        seat.entry = entry
        seat.section_id = entry.section_id
    journal.create_all(stored_seats)


def _fetch_section_line_ups(
    contest: str, sections: Iterable[Section], get_number: Callable[[Section, int], int]
) -> LineUps:
    """Return the line-ups of *sections*. *get_number* returns the key of a team in the result."""
    if not CONTESTS[contest].has_line_ups:
        return LineUps()
    section_by_pk = {section.pk: section for section in sections}
    members_by_team: dict[int, dict[int, Sitter]] = defaultdict(dict)
    columns = ("section_id", "entry__pair_no", "person_id", "person__name")
    players = EntryPlayer.objects.filter(section__in=section_by_pk).order_by(
        "section", "entry__pair_no", "order"
    )
    for section_id, pair_no, person_id, name, order in players.values_list(*columns, "order"):
        team = get_number(section_by_pk[section_id], pair_no)
        members_by_team[team][order] = Sitter(person_id, name)
    line_ups_by_team: dict[int, dict[int, dict[str, Sitter]]] = {}
    seats = LineUpSeat.objects.filter(section__in=section_by_pk).order_by("pk")
    is_anybody_replaced = False
    seat_columns = ("round_no", "to_round", "seat", "is_substitute")
    for row in seats.values_list(*columns, *seat_columns):
        section_id, pair_no, person_id, name, round_no, to_round, seat, is_substitute = row
        # With a last round it is no line-up, but the seat of a member who was replaced after it.
        if to_round is not None:
            is_anybody_replaced = True
            continue
        team = get_number(section_by_pk[section_id], pair_no)
        team_line_ups = line_ups_by_team.setdefault(team, {})
        team_line_ups.setdefault(round_no, {})[seat] = Sitter(person_id, name, is_substitute)
    # One more query, needed only if anybody was replaced.
    replaced_by_entry = (
        fetch_replaced_players_by_entry(section_by_pk.values()) if is_anybody_replaced else {}
    )
    replaced_by_team = {
        get_number(section_by_pk[section_id], pair_no): spans
        for (section_id, pair_no), spans in replaced_by_entry.items()
    }
    return LineUps(dict(members_by_team), replaced_by_team, line_ups_by_team)
