"""Who of a team sits where: as it was lined up for a round or one before, else as its members are ordered."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from director.boards.contests import CONTESTS, contest_of
from director.boards.scoring_field import Key, ScoringField
from director.boards.words import players_by_seat
from director.core.history.write import Journal
from director.models import Entry, EntryPlayer, LineUpSeat, PlanRow, Section

SEATS = "NSEW"
"""The seats of a team in the order of its members: its N-S pair first."""
VISITOR = " (substitute)"
"""What stands behind the name of somebody who sits for a team without being of it."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat for a team; a visitor is no member of it."""

    person_id: int
    name: str
    is_visitor: bool = False

    @property
    def text(self) -> str:
        """The name as a line shows it."""
        return f"{self.name}{VISITOR}" if self.is_visitor else self.name


@dataclass(frozen=True, slots=True)
class LineUps:
    """Who of each team sits where: its *members* in their order, and what was *given*, by the round it holds from."""

    members: Mapping[int, tuple[Sitter, ...]] = field(default_factory=dict)
    given: Mapping[int, Mapping[int, Mapping[str, Sitter]]] = field(default_factory=dict)

    def at(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return who sits where for *team* in *round_no*, by seat; a seat of which nobody knows is left out."""
        rounds = self.given.get(team, {})
        if earlier := [each for each in rounds if each <= round_no]:
            return rounds[max(earlier)]
        return dict(zip(SEATS, self.members.get(team, ()), strict=False))

    def lined_up(self, team: int, round_no: int) -> Mapping[str, Sitter]:
        """Return who sits where for *team* in *round_no* if that was said; nothing where it sits in its order."""
        return self.at(team, round_no) if any(each <= round_no for each in self.given.get(team, {})) else {}

    def four(self, ns: int, ew: int, round_no: int) -> tuple[Sitter | None, ...]:
        """Return who sit N, E, S and W where *ns* plays *ew*, ``None`` for somebody unknown."""
        home, away = self.at(ns, round_no), self.at(ew, round_no)
        return home.get("N"), away.get("E"), home.get("S"), away.get("W")


def line_ups(section: Section) -> LineUps:
    """Return the line-ups of *section*; nothing where no teams play, else two queries."""
    return _read(section.session.event.contest, [section], lambda _section, pair_no: pair_no)


def field_sitters(
    scoring_field: ScoringField, rounds: Iterable[tuple[Key, int | None]]
) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat N, E, S and W on every line of which the round is known, as *rounds* say; of teams only."""
    seated = _read(scoring_field.event.contest, scoring_field.sections, scoring_field.pair)
    if not seated.members and not seated.given:
        return {}
    fours = {key: seated.four(key[1], key[2], round_no) for key, round_no in rounds if round_no}
    fours |= _by_seat(scoring_field)
    return {key: four for key, four in fours.items() if any(four)}


def _by_seat(scoring_field: ScoringField) -> dict[Key, tuple[Sitter | None, ...]]:
    """Return who sat on every line that was due where the movement seats the players of teams; else nothing."""
    if not any(section.team_size for section in scoring_field.sections):
        return {}
    named = {
        scoring_field.pair(each.section, each.number): Sitter(each.person_id, each.name)
        for each in players_by_seat(scoring_field.sections)
    }
    seats = field_seats(scoring_field)
    return {key: tuple(named.get(player) for player in four) for key, four in seats.items()}


def field_seats(scoring_field: ScoringField) -> dict[Key, tuple[int, ...]]:
    """Return who sits N, E, S and W on every line of the plans in force, all by its numbers; one query."""
    sections = {section.pk: section for section in scoring_field.sections}
    rows = PlanRow.objects.filter(plan__section__in=sections, plan__in_force=True, players__isnull=False)
    seats: dict[Key, tuple[int, ...]] = {}
    for section_id, ns, ew, boards, players in rows.values_list("plan__section_id", "ns", "ew", "boards", "players"):
        section = sections[section_id]
        four = tuple(scoring_field.pair(section, player) for player in players or ())
        seats |= {scoring_field.key(section, (board_no, ns, ew)): four for board_no in boards}
    return seats


def line_ups_keep(section: Section, journal: Journal) -> None:
    """Store who sat where in the rounds that teams of *section* have played by the order of their members.

    That order is about to change, and with it who would sit there.  Where the movement seats everybody there are none.
    """
    if not contest_of(section).has_line_ups or section.team_size:
        return
    played: dict[int, set[int]] = {}
    for round_no, ns, ew in section.results.filled().values_list("round_no", "ns", "ew").distinct():
        if round_no is not None:
            for team in (ns, ew):
                played.setdefault(team, set()).add(round_no)
    if not played:
        return
    seated, entries = line_ups(section), {entry.pair_no: entry for entry in section.entries.all()}
    for team in sorted(played):
        lined_up = min(seated.given.get(team, {}), default=None)
        for round_no in sorted(played[team]):
            if lined_up is None or round_no < lined_up:
                journal.create_all(seats_of(entries[team], round_no, seated.at(team, round_no)))


def seats_of(entry: Entry, round_no: int, sitters: Mapping[str, Sitter]) -> list[LineUpSeat]:
    """Return the records of *sitters* by seat for the team of *entry* from *round_no* on, not stored yet."""
    return [
        LineUpSeat(entry=entry, section_id=entry.section_id, round_no=round_no, seat=seat, person_id=sitter.person_id)
        for seat, sitter in sitters.items()
    ]


def line_ups_follow(pairs: Iterable[tuple[Entry, Entry]], journal: Journal) -> None:
    """Let what each team was lined up as go along from its old place to its new one; *pairs* name both."""
    moves = {old.pk: new for old, new in pairs if old.pk != new.pk}
    stored = list(LineUpSeat.objects.filter(entry__in=moves)) if moves else []
    if not stored:
        return
    journal.delete(LineUpSeat.objects.filter(pk__in=[seat.pk for seat in stored]))
    moved = [(moves[seat.entry_id], seat) for seat in stored]
    journal.create_all(
        [
            LineUpSeat(
                entry=to, section_id=to.section_id, round_no=seat.round_no, seat=seat.seat, person_id=seat.person_id
            )
            for to, seat in moved
        ]
    )


def line_ups_forget(entry: Entry, journal: Journal) -> None:
    """Take out the line-ups of *entry* where nobody of them plays in its team any more: it is another team."""
    now = set(entry.entry_players.values_list("person", flat=True))
    stored = LineUpSeat.objects.filter(entry=entry)
    people = set(stored.values_list("person", flat=True))
    if people and people.isdisjoint(now):
        journal.delete(stored)


def _read(contest: str, sections: Iterable[Section], number: Callable[[Section, int], int]) -> LineUps:
    if not CONTESTS[contest].has_line_ups:
        return LineUps()
    by_pk = {section.pk: section for section in sections}
    members: dict[int, tuple[Sitter, ...]] = {}
    columns = ("section_id", "entry__pair_no", "person_id", "person__name")
    players = EntryPlayer.objects.filter(section__in=by_pk).order_by("section", "entry__pair_no", "order")
    for section_id, pair_no, person_id, name in players.values_list(*columns):
        team = number(by_pk[section_id], pair_no)
        members[team] = (*members.get(team, ()), Sitter(person_id, name))
    given: dict[int, dict[int, dict[str, Sitter]]] = {}
    seats = LineUpSeat.objects.filter(section__in=by_pk).order_by("pk")
    for section_id, pair_no, person_id, name, round_no, seat in seats.values_list(*columns, "round_no", "seat"):
        team = number(by_pk[section_id], pair_no)
        own = {sitter.person_id for sitter in members.get(team, ())}
        sitter = Sitter(person_id, name, person_id not in own)
        given.setdefault(team, {}).setdefault(round_no, {})[seat] = sitter
    return LineUps(members, given)
