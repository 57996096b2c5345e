"""Change who plays for an entry from some round on, and keep who played the earlier rounds.

Names that change at Seats count *from_round* on. *current* players are those entered before the
change, *new* players those entered by it; *replaced* players made way in a previous change. A *box*
is the number of a name within its entry.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count

from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import MatchKey, get_match_of_sides
from director.boards.movement.rounds import count_expected_rounds
from director.boards.movement.sitters import (
    ReplacedPlayers,
    SeatedPlayers,
    SeatedRounds,
    Sitter,
    fetch_replaced_players_by_entry,
    iter_seated_rounds,
)
from director.boards.play.seats.entrants import describe_entry
from director.core.night.journal import Journal
from director.errors import PersonTwiceError
from director.models import Entry, EntryPlayer, LineUpSeat, Plan, Section
from director.models.event import Clock

ALL_ROUNDS = 0
"""Stands for a round number: the new player played all rounds, since the previous name was wrong."""


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """The rounds from which a new name at Seats can count.

    The round in play or the next one is preselected.
    """

    rounds: range
    preselected_round: int


DueBoards = tuple[int, Sequence[int], int, int]
"""Boards that two sides are due to play in a round: the round, the boards and the sides."""


def fetch_due_boards(plan: Plan) -> list[DueBoards]:
    """Return what *plan* has due at each table in each round. One query."""
    return list(plan.rows.values_list("round_no", "boards", "ns", "ew").order_by())


def make_round_choice(
    section: Section,
    plan: Plan | None,
    get_due_boards: Callable[[Plan], list[DueBoards]] = fetch_due_boards,
) -> RoundChoice | None:
    """Return the rounds from which new names can count, or None before the first result.

    *get_due_boards* returns the due boards of the plan, for a page that has them already.

    The round in play is the clock's, or the one after the last round with most of its results
    entered. A typed result of a match stands for its boards. Two queries.
    """
    if plan is None:
        return None
    entered_counts = _count_entered_results_by_round(section)
    reported_matches: set[MatchKey] = set()
    if get_format(plan).has_matches:
        typed_matches = section.matches.reported().order_by()
        reported_matches = set(typed_matches.values_list("round_no", "home", "away"))
    if not (entered_counts or reported_matches):
        return None
    due_boards = Counter[int]()
    for round_no, boards, ns, ew in get_due_boards(plan):
        due_boards[round_no] += len(boards)
        if reported_matches and get_match_of_sides(plan, round_no, ns, ew) in reported_matches:
            entered_counts[round_no] += len(boards)
    played_rounds = [
        round_no for round_no in due_boards if entered_counts[round_no] * 2 > due_boards[round_no]
    ]
    session = section.session
    clock_round = 0 if session.clock == Clock.WAITING else session.round_no
    current_round = max(clock_round, 1, max(played_rounds, default=0) + 1)
    last_round = count_expected_rounds(plan)
    # A drawn contest may get one more round than it was meant to have.
    if get_format(plan).is_drawn:
        last_round = max(last_round, plan.rounds + 1)
    preselected_round = ALL_ROUNDS
    if 2 <= current_round <= last_round:
        preselected_round = current_round
    return RoundChoice(range(2, last_round + 1), preselected_round)


def _count_entered_results_by_round(section: Section) -> Counter[int | None]:
    entered_rounds = section.results.filled().order_by().values("round_no")
    counts = entered_rounds.annotate(count=Count("pk")).values_list("round_no", "count")
    return Counter(dict(counts))


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """Names that change in one act, and the players of the rounds that were played.

    The keys are pair numbers.
    """

    from_round: int
    current_players_by_number: Mapping[int, SeatedPlayers]
    replaced_players_by_number: Mapping[int, tuple[ReplacedPlayers, ...]]

    def store_replaced_players(
        self, new_sitters_by_entry: Mapping[Entry, SeatedPlayers], journal: Journal
    ) -> None:
        """Store who played for entries before *from_round*, when new sitters replace them.

        With :data:`ALL_ROUNDS`, new people played the rounds of the people whose names they
        replace. A person in an empty box played all rounds without a known player.

        :raises PersonTwiceError: if one of them played for another entry in one of these rounds
        """
        if not new_sitters_by_entry:
            return
        # An act of Seats changes one section.
        sections = {entry.section_id: entry.section for entry in new_sitters_by_entry}
        (section,) = sections.values()
        replaced_seats = _ReplacedSeats(section)
        changed_entries: list[Entry] = []
        new_records: list[LineUpSeat] = []
        for entry, new_sitters in new_sitters_by_entry.items():
            current_players = self.current_players_by_number.get(entry.pair_no, {})
            replaced_players = self.replaced_players_by_number.get(entry.pair_no, ())
            spans = list(
                _make_changed_spans(current_players, new_sitters, replaced_players, self.from_round)
            )
            replaced_seats.refuse_elsewhere(entry, spans)
            replaced_spans = _join_spans(spans, new_sitters)
            if replaced_spans != list(replaced_players):
                changed_entries.append(entry)
                for span in replaced_spans:
                    new_records += _make_records(entry, span)
                replaced_seats.replace_spans(entry, replaced_spans)
        if changed_entries:
            journal.delete(
                LineUpSeat.objects.filter(entry__in=changed_entries, to_round__isnull=False)
            )
            journal.create_all(new_records)
        self._replace_lineup_members(new_sitters_by_entry, journal)

    def _replace_lineup_members(
        self, new_sitters_by_entry: Mapping[Entry, SeatedPlayers], journal: Journal
    ) -> None:
        members = {
            entry: (self.current_players_by_number.get(entry.pair_no, {}), new_sitters)
            for entry, new_sitters in new_sitters_by_entry.items()
        }
        if members:
            # ALL_ROUNDS is 0, but line-ups begin with round 1.
            section = next(iter(members)).section
            if section.plan is None:
                return
            first_round = max(1, self.from_round)
            get_format(section.plan).replace_lineup_members(members, first_round, journal)


def make_seat_changes(section: Section, from_round: int | None) -> SeatChanges | None:
    """Return the current players of *section*, whose names change *from_round* on.

    None before anything is played or lined up. If *from_round* is None or isn't offered, the
    preselected round is taken. Seven queries at most.
    """
    round_choice = make_round_choice(section, section.plan)
    if round_choice is None and not section.line_up_seats.exists():
        return None
    current_by_number: dict[int, dict[int, Sitter]] = {}
    players = EntryPlayer.objects.filter(section=section).order_by("order")
    columns = ("entry__pair_no", "order", "person_id", "person__name")
    for pair_no, order, person_pk, name in players.values_list(*columns):
        current_by_number.setdefault(pair_no, {})[order] = Sitter(person_pk, name)
    replaced_by_entry = fetch_replaced_players_by_entry([section])
    replaced_by_number = {
        pair_no: spans for (_section, pair_no), spans in replaced_by_entry.items()
    }
    first_round = ALL_ROUNDS
    if round_choice and from_round is not None and from_round < round_choice.rounds.stop:
        first_round = from_round
    elif round_choice:
        first_round = round_choice.preselected_round
    # From round 1 on means all rounds.
    if first_round <= 1:
        first_round = ALL_ROUNDS
    return SeatChanges(first_round, current_by_number, replaced_by_number)


def _make_changed_spans(
    current_players: SeatedPlayers,
    new_sitters: SeatedPlayers,
    replaced_players: tuple[ReplacedPlayers, ...],
    from_round: int,
) -> Iterator[SeatedRounds]:
    """Yield the players of an entry in all rounds, with *new_sitters* from *from_round* on."""
    for span in iter_seated_rounds(current_players, replaced_players):
        starts_before = span.first_round < from_round
        is_changed = span.last_round is None or span.last_round >= from_round
        if starts_before:
            last_round = from_round - 1 if is_changed else span.last_round
            yield SeatedRounds(
                span.first_round,
                last_round,
                _fill_unknown_seats(span.players, current_players, new_sitters),
            )
        if is_changed:
            first_round = from_round if starts_before else span.first_round
            if span.last_round is None:
                players = new_sitters
            elif from_round == ALL_ROUNDS:
                players = _correct_players(span.players, current_players, new_sitters)
            else:
                players = _replace_players(span.players, current_players, new_sitters)
            yield SeatedRounds(first_round, span.last_round, players)


def _fill_unknown_seats(
    players: SeatedPlayers, current_players: SeatedPlayers, new_sitters: SeatedPlayers
) -> SeatedPlayers:
    """Return *players* of a round, with *new_sitters* in boxes that were and are empty."""
    known_people = {sitter.person_id for sitter in (*players.values(), *current_players.values())}
    added_sitters = {}
    for box, sitter in new_sitters.items():
        is_empty = box not in current_players and box not in players
        # A person who only changed boxes has played in another one.
        if is_empty and sitter.person_id not in known_people:
            added_sitters[box] = sitter
    return _sort_by_box(players, added_sitters)


def _replace_players(
    players: SeatedPlayers, current_players: SeatedPlayers, new_sitters: SeatedPlayers
) -> SeatedPlayers:
    """Return *players* of a round, with *new_sitters* in the boxes that change.

    A box changes if *current_players* and *new_sitters* differ in it, whoever sat there in that round.
    """
    changed_boxes = {
        box
        for box in {*current_players, *new_sitters}
        if current_players.get(box) != new_sitters.get(box)
    }
    staying_sitters = {box: sitter for box, sitter in players.items() if box not in changed_boxes}
    staying_people = {sitter.person_id for sitter in staying_sitters.values()}
    added_sitters = {}
    for box in changed_boxes & new_sitters.keys():
        # Nobody can sit in two boxes in one round.
        if new_sitters[box].person_id not in staying_people:
            added_sitters[box] = new_sitters[box]
    return _sort_by_box(staying_sitters, added_sitters)


def _correct_players(
    players: SeatedPlayers, current_players: SeatedPlayers, new_sitters: SeatedPlayers
) -> SeatedPlayers:
    """Return *players* of a round, with *new_sitters* in place of people with wrong names."""
    if players == current_players:
        return new_sitters
    current_people = {sitter.person_id for sitter in current_players.values()}
    new_people = {sitter.person_id for sitter in new_sitters.values()}
    arriving = iter(
        [sitter for sitter in new_sitters.values() if sitter.person_id not in current_people]
    )
    # Each wrong name is replaced by the next new one, in the order of the boxes.
    replacements: dict[int, Sitter | None] = {}
    for sitter in current_players.values():
        if sitter.person_id not in new_people:
            replacements[sitter.person_id] = next(arriving, None)
    seated_people: set[int] = set()
    corrected_players: dict[int, Sitter] = {}
    for box, sitter in players.items():
        correct_sitter = replacements.get(sitter.person_id, sitter)
        # More names may be removed than added, and a new one may sit in the round already.
        if correct_sitter and correct_sitter.person_id not in seated_people:
            seated_people.add(correct_sitter.person_id)
            corrected_players[box] = correct_sitter
    return _fill_unknown_seats(corrected_players, current_players, new_sitters)


def _sort_by_box(players: SeatedPlayers, added_sitters: Mapping[int, Sitter]) -> SeatedPlayers:
    return dict(sorted({**players, **added_sitters}.items()))


def _join_spans(spans: list[SeatedRounds], new_sitters: SeatedPlayers) -> list[ReplacedPlayers]:
    """Return the rounds of people other than *new_sitters*, joining neighbouring rounds."""
    joined_spans: list[ReplacedPlayers] = []
    for first_round, last_round, players in spans:
        if last_round is None or players == new_sitters or not players:
            continue
        if (
            joined_spans
            and joined_spans[-1].last_round == first_round - 1
            and joined_spans[-1].players == players
        ):
            joined_spans[-1] = joined_spans[-1]._replace(last_round=last_round)
        else:
            joined_spans.append(ReplacedPlayers(first_round, last_round, players))
    return joined_spans


def _make_records(entry: Entry, span: ReplacedPlayers) -> Iterator[LineUpSeat]:
    for box, sitter in span.players.items():
        yield LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=span.first_round,
            to_round=span.last_round,
            seat=str(box),  # line-ups store a seat such as "N" in this column
            person_id=sitter.person_id,
        )


class _ReplacedSeat(NamedTuple):
    """Somebody who played for an entry for some rounds, until a new name replaced theirs."""

    entry: Entry
    person_id: int
    name: str
    first_round: int
    last_round: int


class _ReplacedSeats:
    """The replaced players of the session of *section*. One query."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._seats_by_entry: dict[int, list[_ReplacedSeat]] = {}
        rows = LineUpSeat.objects.filter(section__session=section.session_id)
        rows = rows.filter(to_round__isnull=False).select_related("entry__section", "person")
        for row in rows:
            seat = _ReplacedSeat(
                row.entry,
                row.person_id,
                name=row.person.name,
                first_round=row.round_no,
                last_round=row.to_round or 0,
            )
            self._seats_by_entry.setdefault(row.entry_id, []).append(seat)

    def refuse_elsewhere(self, entry: Entry, spans: Sequence[SeatedRounds]) -> None:
        """Raise if a person of *spans* played for another entry in one of the rounds."""
        for entry_pk, seats in self._seats_by_entry.items():
            if entry_pk == entry.pk:
                continue
            for seat in seats:
                if any(_is_overlapping(seat, span) for span in spans):
                    raise self._make_elsewhere_error(seat)

    def replace_spans(self, entry: Entry, spans: Sequence[ReplacedPlayers]) -> None:
        """Note the new *spans* of the players of *entry*."""
        seats: list[_ReplacedSeat] = []
        for span in spans:
            for sitter in span.players.values():
                seat = _ReplacedSeat(
                    entry,
                    sitter.person_id,
                    name=sitter.name,
                    first_round=span.first_round,
                    last_round=span.last_round,
                )
                seats.append(seat)
        self._seats_by_entry[entry.pk] = seats

    def _make_elsewhere_error(self, seat: _ReplacedSeat) -> PersonTwiceError:
        section = seat.entry.section
        label = section.get_label(seat.entry.pair_no)
        if section.pk != self._section.pk:
            label += f" of section {section.letter}"
        return PersonTwiceError(
            "played-elsewhere-then",
            "{name} played {where} until round {round_no}. Choose a later round, or another name.",
            name=seat.name,
            where=describe_entry(self._section, label),
            round_no=seat.last_round,
        )


def _is_overlapping(seat: _ReplacedSeat, span: SeatedRounds) -> bool:
    """Return whether the person of *seat* is in *span* during one of the seat's rounds."""
    people = {sitter.person_id for sitter in span.players.values()}
    starts_in_time = span.first_round <= seat.last_round
    ends_late_enough = span.last_round is None or span.last_round >= seat.first_round
    return seat.person_id in people and starts_in_time and ends_late_enough
