"""Change who sits at a place from some round on, and keep who played the earlier rounds.

Names that change at Seats count *from_round* on. *current* players are those entered before the
change, *new* players those entered after it; *earlier* players were replaced by a former change. A
*box* is the number of a name at its place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from director.additions import get_contest_desk
from director.boards.movement.lines.section_lines import MatchKey, get_match_of_sides, has_matches
from director.boards.movement.rounds import count_expected_rounds, is_drawn
from director.boards.movement.sitters import (
    EarlierPlayers,
    Seated,
    SeatedRounds,
    Sitter,
    fetch_earlier_players,
    list_seated_rounds,
)
from director.boards.play.seats.entrants import format_place
from director.core.night.history import Journal
from director.errors import PersonTwiceError
from director.models import Entry, EntryPlayer, LineUpSeat, Plan, Section
from director.models.event import Clock

ALL_ROUNDS = 0
"""Used instead of a round: the new player played all rounds, since the former name was wrong."""


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """The rounds from which a new name at Seats can count.

    The round in play or the next one is preselected.
    """

    rounds: range
    preselected_round: int


def make_round_choice(section: Section, plan: Plan | None) -> RoundChoice | None:
    """Return the rounds from which new names can count, or None before the first result.

    The round in play is the clock's, or the one after the last round with most of its results
    entered. A typed result of a match stands for its boards. Two queries, and one for matches.
    """
    if plan is None:
        return None
    entered = Counter(section.results.filled().values_list("round_no", flat=True).order_by())
    reported: set[MatchKey] = set()
    if has_matches(plan):
        typed_matches = section.matches.reported().order_by()
        reported = set(typed_matches.values_list("round_no", "home", "away"))
    if not (entered or reported):
        return None
    due_boards = Counter[int]()
    columns = ("round_no", "boards", "ns", "ew")
    for round_no, boards, ns, ew in plan.rows.values_list(*columns).order_by():
        due_boards[round_no] += len(boards)
        if get_match_of_sides(plan, round_no, ns, ew) in reported:
            entered[round_no] += len(boards)
    played_rounds = [
        round_no for round_no in due_boards if entered[round_no] * 2 > due_boards[round_no]
    ]
    session = section.session
    clock_round = 0 if session.clock == Clock.WAITING else session.round_no
    current_round = max(clock_round, 1, max(played_rounds, default=0) + 1)
    last_round = count_expected_rounds(plan)
    # A drawn contest may get one more round than it was meant to have.
    if is_drawn(plan.key):
        last_round = max(last_round, plan.rounds + 1)
    preselected_round = ALL_ROUNDS
    if 2 <= current_round <= last_round:
        preselected_round = current_round
    return RoundChoice(range(2, last_round + 1), preselected_round)


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """Names that change in one act, and the players of the rounds that were played.

    The *current_players* and *earlier_players* are by pair number.
    """

    from_round: int
    current_players: Mapping[int, Seated]
    earlier_players: Mapping[int, tuple[EarlierPlayers, ...]]

    def keep_earlier_players(self, entry: Entry, new_sitters: Seated, journal: Journal) -> None:
        """Store the players of *entry* before *from_round*, when *new_sitters* replace them.

        With :data:`ALL_ROUNDS`, new people played the rounds of those whose names they replace. A
        person in an empty box played all rounds without a known player.

        :raises PersonTwiceError: if one of them played elsewhere in one of these rounds
        """
        current = self.current_players.get(entry.pair_no, {})
        earlier = self.earlier_players.get(entry.pair_no, ())
        spans = list(_make_changed_spans(current, new_sitters, earlier, self.from_round))
        _refuse_elsewhere(entry, spans)
        earlier_spans = _join_spans(spans, new_sitters)
        if earlier_spans != list(earlier):
            journal.delete(entry.line_up_seats.filter(to_round__isnull=False))
            records: list[LineUpSeat] = []
            for span in earlier_spans:
                records += _make_records(entry, span)
            journal.create_all(records)
        contests = get_contest_desk()
        first_round = max(1, self.from_round)
        contests.renew_line_ups(entry, current, new_sitters, first_round, journal)


def make_seat_changes(section: Section, from_round: int | None) -> SeatChanges | None:
    """Return the present players of *section*, whose names change *from_round* on.

    None before anything is played or lined up. The preselected round is taken if *from_round* is
    None or isn't offered. Six queries at most.
    """
    choice = make_round_choice(section, section.plan)
    if choice is None and not section.line_up_seats.exists():
        return None
    current: dict[int, dict[int, Sitter]] = {}
    players = EntryPlayer.objects.filter(section=section).order_by("order")
    columns = ("entry__pair_no", "order", "person_id", "person__name")
    for pair_no, order, person_pk, name in players.values_list(*columns):
        current.setdefault(pair_no, {})[order] = Sitter(person_pk, name)
    earlier = {
        pair_no: spans for (_section, pair_no), spans in fetch_earlier_players([section]).items()
    }
    first_round = ALL_ROUNDS
    if choice:
        is_offered = from_round is not None and from_round < choice.rounds.stop
        first_round = choice.preselected_round
        if is_offered and from_round is not None:
            first_round = from_round
    # From round 1 on means all rounds.
    if first_round <= 1:
        first_round = ALL_ROUNDS
    return SeatChanges(first_round, current, earlier)


def _make_changed_spans(
    current: Seated, new_sitters: Seated, earlier: tuple[EarlierPlayers, ...], from_round: int
) -> Iterator[SeatedRounds]:
    """Yield the players of a place in all rounds, with *new_sitters* from *from_round* on."""
    for span in list_seated_rounds(current, earlier):
        starts_before = span.first_round < from_round
        is_changed = span.last_round is None or span.last_round >= from_round
        if starts_before:
            last = from_round - 1 if is_changed else span.last_round
            yield SeatedRounds(
                span.first_round, last, _fill_unknown(span.players, current, new_sitters)
            )
        if is_changed:
            first = from_round if starts_before else span.first_round
            if span.last_round is None:
                players = new_sitters
            elif from_round == ALL_ROUNDS:
                players = _correct_players(span.players, current, new_sitters)
            else:
                players = _replace_players(span.players, current, new_sitters)
            yield SeatedRounds(first, span.last_round, players)


def _fill_unknown(players: Seated, current: Seated, new_sitters: Seated) -> Seated:
    """Return *players* of a round, with *new_sitters* in boxes that were and are empty."""
    known_people = {sitter.person_id for sitter in (*players.values(), *current.values())}
    added = {}
    for box, sitter in new_sitters.items():
        is_empty = box not in current and box not in players
        # A person who only changed boxes has played in another one.
        if is_empty and sitter.person_id not in known_people:
            added[box] = sitter
    return _sort_by_box(players, added)


def _replace_players(players: Seated, current: Seated, new_sitters: Seated) -> Seated:
    """Return *players* of a round, with *new_sitters* in the boxes that change.

    A box changes by the difference of *current* and *new_sitters*, whoever sat in it in that round.
    """
    changed_boxes = {
        box for box in {*current, *new_sitters} if current.get(box) != new_sitters.get(box)
    }
    staying = {box: sitter for box, sitter in players.items() if box not in changed_boxes}
    staying_people = {sitter.person_id for sitter in staying.values()}
    added = {}
    for box in changed_boxes & new_sitters.keys():
        # Nobody can sit in two boxes in one round.
        if new_sitters[box].person_id not in staying_people:
            added[box] = new_sitters[box]
    return _sort_by_box(staying, added)


def _correct_players(players: Seated, current: Seated, new_sitters: Seated) -> Seated:
    """Return *players* of a round, with *new_sitters* in place of people with wrong names."""
    if players == current:
        return new_sitters
    current_people = {sitter.person_id for sitter in current.values()}
    new_people = {sitter.person_id for sitter in new_sitters.values()}
    arriving = iter(
        [sitter for sitter in new_sitters.values() if sitter.person_id not in current_people]
    )
    # Each wrong name is replaced by the next new one, in the order of the boxes.
    replacements: dict[int, Sitter | None] = {}
    for sitter in current.values():
        if sitter.person_id not in new_people:
            replacements[sitter.person_id] = next(arriving, None)
    seated_people: set[int] = set()
    corrected: dict[int, Sitter] = {}
    for box, sitter in players.items():
        correct_sitter = replacements.get(sitter.person_id, sitter)
        # More names may be removed than added, and a new one may sit in the round already.
        if correct_sitter and correct_sitter.person_id not in seated_people:
            seated_people.add(correct_sitter.person_id)
            corrected[box] = correct_sitter
    return _fill_unknown(corrected, current, new_sitters)


def _sort_by_box(players: Seated, added: Mapping[int, Sitter]) -> Seated:
    return dict(sorted({**players, **added}.items()))


def _join_spans(spans: list[SeatedRounds], new_sitters: Seated) -> list[EarlierPlayers]:
    """Return the rounds of people other than *new_sitters*, joining neighbouring rounds."""
    joined: list[EarlierPlayers] = []
    for first, last, players in spans:
        if last is None or players == new_sitters or not players:
            continue
        if joined and joined[-1].last_round == first - 1 and joined[-1].players == players:
            joined[-1] = joined[-1]._replace(last_round=last)
        else:
            joined.append(EarlierPlayers(first, last, players))
    return joined


def _make_records(entry: Entry, span: EarlierPlayers) -> Iterator[LineUpSeat]:
    for box, sitter in span.players.items():
        yield LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=span.first_round,
            to_round=span.last_round,
            seat=str(box),
            person_id=sitter.person_id,
        )


def _refuse_elsewhere(entry: Entry, spans: list[SeatedRounds]) -> None:
    """Raise if a person of *spans* played at another place in one of the rounds."""
    people = {sitter.person_id for span in spans for sitter in span.players.values()}
    seats = LineUpSeat.objects.filter(
        section__session=entry.section.session_id, person__in=people, to_round__isnull=False
    )
    for seat in seats.exclude(entry=entry).select_related("entry", "section", "person"):
        if any(_is_overlapping(seat, span) for span in spans):
            label = seat.section.label(seat.entry.pair_no)
            if seat.section_id != entry.section_id:
                label += f" of section {seat.section.letter}"
            raise PersonTwiceError(
                "played-elsewhere-then",
                "{name} played {where} until round {round_no}. Choose a later round, or another name.",
                name=seat.person.name,
                where=format_place(entry.section, label),
                round_no=seat.to_round,
            )


def _is_overlapping(seat: LineUpSeat, span: SeatedRounds) -> bool:
    """Return whether the person of *seat* is in *span* during one of the seat's rounds."""
    people = {sitter.person_id for sitter in span.players.values()}
    starts_in_time = span.first_round <= (seat.to_round or 0)
    ends_late_enough = span.last_round is None or span.last_round >= seat.round_no
    return seat.person_id in people and starts_in_time and ends_late_enough
