"""Line-ups: who of a team sits where, as stated for a round, or in the team's order."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from director.boards.contests import CONTESTS
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.movement.sitters import EarlierPlayers, Sitter, earlier_players, players_in
from director.core.night.history.write import Journal
from director.models import Entry, EntryPlayer, LineUpSeat, PlanRow, Section
from movements import team_of

SEATS = "NSEW"
"""The seats of a team in the order of its members: its N-S pair first."""


@dataclass(frozen=True, slots=True)
class LineUps:
    """Who of each team sits where.

    *members* are those of now in their order, *earlier* those of rounds before others came, and
    *given* the line-ups, by the round from which each holds.
    """

    members: Mapping[int, Mapping[int, Sitter]] = field(default_factory=dict)
    earlier: Mapping[int, tuple[EarlierPlayers, ...]] = field(default_factory=dict)
    given: Mapping[int, Mapping[int, Mapping[str, Sitter]]] = field(default_factory=dict)

    def members_in(self, team: int, round_no: int) -> tuple[Sitter, ...]:
        """Return the members of *team* in *round_no*, in their order."""
        return tuple(
            players_in(round_no, self.members.get(team, {}), self.earlier.get(team, ())).values()
        )

    def player(
        self, team: int, number: int, section: Section, round_no: int | None
    ) -> Sitter | None:
        """Return who was player *number* of *team* in *round_no*, if the movement seats each."""
        box = (number - 1) % section.team_size + 1
        return players_in(round_no, self.members.get(team, {}), self.earlier.get(team, ())).get(box)

    def at(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return who sits where for *team* in *round_no*, by seat, as far as it is known."""
        rounds = self.given.get(team, {})
        if earlier := [each for each in rounds if each <= round_no]:
            return rounds[max(earlier)]
        return dict(zip(SEATS, self.members_in(team, round_no), strict=False))

    def lined_up(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return the line-up of *team* for *round_no*, or nothing if none was given."""
        if any(each <= round_no for each in self.given.get(team, {})):
            return self.at(team, round_no)
        return {}

    def four(self, ns: int, ew: int, round_no: int) -> tuple[Sitter | None, ...]:
        """Return who sit N, E, S and W where *ns* plays *ew*, ``None`` for somebody unknown."""
        home, away = self.at(ns, round_no), self.at(ew, round_no)
        return home.get("N"), away.get("E"), home.get("S"), away.get("W")


def line_ups(section: Section) -> LineUps:
    """Return the line-ups of *section*, or nothing without teams. Two queries."""
    return _read(section.session.event.contest, [section], lambda _section, pair_no: pair_no)


def field_sitters(
    scoring_field: ScoringField, rounds: Iterable[tuple[Key, int | None]]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat N, E, S and W on every team line whose round is known."""
    seated = _read(scoring_field.event.contest, scoring_field.sections, scoring_field.pair)
    if not seated.members and not seated.given:
        return {}
    by_key = dict(rounds)
    fours = {
        key: seated.four(key[1], key[2], round_no) for key, round_no in by_key.items() if round_no
    }
    fours |= _by_seat(scoring_field, seated, by_key)
    return {key: four for key, four in fours.items() if any(four)}


def _by_seat(
    scoring_field: ScoringField, seated: LineUps, rounds: Mapping[Key, int | None]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat on every due line, if the movement seats the players of teams."""
    if not any(section.team_size for section in scoring_field.sections):
        return {}

    def sitter(player: int, round_no: int | None) -> Sitter | None:
        section, own = scoring_field.place(player)
        return seated.player(
            scoring_field.pair(section, team_of(own, section.team_size)), own, section, round_no
        )

    seats = field_seats(scoring_field)
    return {
        key: tuple(sitter(player, rounds.get(key)) for player in four)
        for key, four in seats.items()
    }


def field_seats(scoring_field: ScoringField) -> dict[Key, tuple[int, ...]]:
    """Return who sits N, E, S and W on every line of the plans in force. One query."""
    sections = {section.pk: section for section in scoring_field.sections}
    rows = PlanRow.objects.filter(
        plan__section__in=sections, plan__in_force=True, players__isnull=False
    )
    seats: dict[Key, tuple[int, ...]] = {}
    for section_id, ns, ew, boards, players in rows.values_list(
        "plan__section_id", "ns", "ew", "boards", "players"
    ):
        section = sections[section_id]
        four = tuple(scoring_field.pair(section, player) for player in players or ())
        seats |= {scoring_field.key(section, (board_no, ns, ew)): four for board_no in boards}
    return seats


def seats_of(entry: Entry, round_no: int, sitters: Mapping[str, Sitter]) -> list[LineUpSeat]:
    """Return unsaved records that seat *sitters* for the team of *entry* from *round_no* on."""
    return [
        LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=round_no,
            seat=seat,
            person_id=sitter.person_id,
            is_substitute=sitter.is_visitor,
        )
        for seat, sitter in sitters.items()
    ]


def line_ups_follow(pairs: Iterable[tuple[Entry, Entry]], journal: Journal) -> None:
    """Move the line-ups and earlier players of entries with them to their new places."""
    moves = {old.pk: new for old, new in pairs if old.pk != new.pk}
    stored = list(LineUpSeat.objects.filter(entry__in=moves)) if moves else []
    if not stored:
        return
    journal.delete(LineUpSeat.objects.filter(pk__in=[seat.pk for seat in stored]))
    for seat in stored:
        to = moves[seat.entry_id]
        seat.pk, seat.entry, seat.section_id = None, to, to.section_id
    journal.create_all(stored)


def renew_line_ups(
    entry: Entry,
    now: Mapping[int, Sitter],
    new: Mapping[int, Sitter],
    from_round: int,
    journal: Journal,
) -> None:
    """Let the new players of *entry* take the seats of those whom they replace.

    *now* are its members, *new* those who it has then.  Of a team of others nothing is left of its
    line-ups.
    """
    stored = list(entry.line_up_seats.filter(to_round__isnull=True).select_related("person"))
    if not stored:
        return
    given: dict[int, dict[str, Sitter]] = {}
    for seat in stored:
        given.setdefault(seat.round_no, {})[seat.seat] = Sitter(
            seat.person_id, seat.person.name, seat.is_substitute
        )
    before = [round_no for round_no in given if round_no < from_round]
    wanted = {round_no: sitters for round_no, sitters in given.items() if round_no >= from_round}
    if before:
        wanted.setdefault(from_round, given[max(before)])
    people = {sitter.person_id for sitter in new.values()}
    if people.isdisjoint(sitter.person_id for sitter in now.values()):
        renewed = {from_round: dict(zip(SEATS, new.values(), strict=False))} if before else {}
    else:
        coming = _coming(now, new)
        renewed = {
            round_no: _with_replacements(sitters, coming, people)
            for round_no, sitters in wanted.items()
        }
        if before and renewed[from_round] == given[max(before)] and from_round not in given:
            del renewed[from_round]
    changed = {round_no for round_no in {*given, *renewed} if round_no >= from_round}
    changed = {round_no for round_no in changed if given.get(round_no) != renewed.get(round_no)}
    journal.delete(
        LineUpSeat.objects.filter(pk__in=[seat.pk for seat in stored if seat.round_no in changed])
    )
    for round_no in sorted(changed & renewed.keys()):
        journal.create_all(seats_of(entry, round_no, renewed[round_no]))


def _coming(now: Mapping[int, Sitter], new: Mapping[int, Sitter]) -> dict[int, Sitter | None]:
    """Return the replacement of each member who leaves, or None."""
    before, after = ({sitter.person_id for sitter in those.values()} for those in (now, new))
    coming = iter([sitter for sitter in new.values() if sitter.person_id not in before])
    return {
        sitter.person_id: next(coming, None)
        for sitter in now.values()
        if sitter.person_id not in after
    }


def _with_replacements(
    sitters: Mapping[str, Sitter], coming: Mapping[int, Sitter | None], people: Collection[int]
) -> dict[str, Sitter]:
    """Return the line-up of *sitters* with its replacements."""
    seated: dict[str, Sitter] = {}
    for seat, sitter in sitters.items():
        sits = coming.get(sitter.person_id, sitter)
        if sits and sits.person_id not in {each.person_id for each in seated.values()}:
            seated[seat] = Sitter(sits.person_id, sits.name, sits.person_id not in people)
    return seated


def _read(
    contest: str, sections: Iterable[Section], number: Callable[[Section, int], int]
) -> LineUps:
    if not CONTESTS[contest].has_line_ups:
        return LineUps()
    by_pk = {section.pk: section for section in sections}
    members: dict[int, dict[int, Sitter]] = {}
    columns = ("section_id", "entry__pair_no", "person_id", "person__name")
    players = EntryPlayer.objects.filter(section__in=by_pk).order_by(
        "section", "entry__pair_no", "order"
    )
    for section_id, pair_no, person_id, name, order in players.values_list(*columns, "order"):
        members.setdefault(number(by_pk[section_id], pair_no), {})[order] = Sitter(person_id, name)
    given: dict[int, dict[int, dict[str, Sitter]]] = {}
    seats = LineUpSeat.objects.filter(section__in=by_pk).order_by("pk")
    were_others = False
    for section_id, pair_no, person_id, name, *row in seats.values_list(
        *columns, "round_no", "to_round", "seat", "is_substitute"
    ):
        round_no, to_round, seat, is_substitute = row
        if to_round is not None:
            were_others = True
            continue
        team = number(by_pk[section_id], pair_no)
        given.setdefault(team, {}).setdefault(round_no, {})[seat] = Sitter(
            person_id, name, is_substitute
        )
    earlier = earlier_players(by_pk.values()) if were_others else {}
    by_team = {
        number(by_pk[section_id], pair_no): spans
        for (section_id, pair_no), spans in earlier.items()
    }
    return LineUps(members, by_team, given)
