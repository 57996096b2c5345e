"""Printed sheets that become wrong when the movement is changed."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from director.boards.contests import CONTESTS
from director.boards.movement.cards.cards import GuideRows, RoundMarks
from director.boards.movement.cards.guides import make_personal_guides
from director.boards.movement.numbering import make_planned_section
from director.pdf.selection import ChangedSheets
from director.sheets import Heading
from movements.model import Movement

# Sheets are compared without their headings, so any heading will do.
_NO_HEADING = Heading(
    club="", event="", date=date.min, session="", section="", movement="", fingerprint=""
)

CHANGED_CARDS = "kinds=guide-cards&only_changed=on"
"""The query of the Print page for the guide cards that no longer agree with the plan."""

_LATE = "late {called}s"
_REASONS = (
    _LATE,
    "new seats",
    "new opponents",
    "other boards",
    "sit-outs",
    "the number of rounds",
)
"""Reasons to reprint in the order in which they are shown."""

Key = TypeVar("Key", bound=Hashable)


def compare_plans(printed_movement: Movement, new_movement: Movement) -> ChangedSheets:
    """Return which sheets of the plan *new_movement* must be reprinted if those of *printed_movement* are in use.

    A sheet must be reprinted if anything on it changes: opponents, boards, next moves or remarks.
    Sheets that *new_movement* doesn't have any more are not reprinted.

    >>> from movements.registry import make_plan
    >>> four, five = (make_plan("mitchell", tables=5, rounds=rounds, boards_per_set=2) for rounds in (4, 5))
    >>> compare_plans(four, four).tables
    frozenset()
    >>> sorted(compare_plans(four, five).slips)
    [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    """
    return ChangedSheets(
        tables=compute_changed_tables(printed_movement, new_movement),
        pairs=_compute_differing_keys(_make_guides(printed_movement), _make_guides(new_movement)),
        boards=_compute_differing_keys(
            _make_travellers(printed_movement), _make_travellers(new_movement)
        ),
        slips=_compute_differing_keys(_make_slips(printed_movement), _make_slips(new_movement)),
    )


def compute_changed_tables(printed_movement: Movement, new_movement: Movement) -> frozenset[int]:
    """Return the tables whose guide card in *new_movement* differs from that in *printed_movement*."""
    return _compute_differing_keys(_make_cards(printed_movement), _make_cards(new_movement))


def list_reprint_reasons(printed_movement: Movement, new_movement: Movement) -> list[str]:
    """Return in words why guide cards of *new_movement* must be reprinted.

    >>> from movements.registry import make_plan
    >>> thirteen, fourteen = (make_plan("mitchell", pairs=pairs, boards_per_set=2) for pairs in (13, 14))
    >>> list_reprint_reasons(thirteen, fourteen), list_reprint_reasons(fourteen, thirteen)
    (['late pairs'], ['sit-outs'])
    """
    printed_seats = {seat.key: seat for seat in _iter_card_seats(printed_movement)}
    printed_sit_out_tables = {
        (sit_out.round_no, sit_out.contestant): sit_out.table_no
        for sit_out in printed_movement.sit_outs
    }
    printed_numbers = {seat.number for seat in printed_seats.values()}
    printed_numbers |= {number for _round_no, number in printed_sit_out_tables}
    printed_rounds = {(seat.round_no, seat.number) for seat in printed_seats.values()}
    reasons = set()
    if any(
        (sit_out.round_no, sit_out.contestant) in printed_rounds
        for sit_out in new_movement.sit_outs
    ):
        reasons.add("sit-outs")
    if new_movement.rounds != printed_movement.rounds:
        reasons.add("the number of rounds")
    for seat in _iter_card_seats(new_movement):
        is_known = printed_numbers.issuperset(seat.other_numbers)
        printed_seat = printed_seats.get(seat.key)
        if not is_known or seat.number not in printed_numbers:
            reasons.add(_LATE)
        if seat.number not in printed_numbers:
            continue
        if printed_seat:
            reasons.update(_iter_seat_differences(printed_seat, seat, is_known=is_known))
        elif seat.round_no <= printed_movement.rounds:  # it was to sit out
            if printed_sit_out_tables.get((seat.round_no, seat.number)) != seat.table_no:
                reasons.add("new seats")
            elif is_known:
                reasons.add("new opponents")
    sorted_reasons = [reason for reason in _REASONS if reason in reasons]
    return [reason.format(called=new_movement.contestant_noun) for reason in sorted_reasons]


class _SeatOnCard(NamedTuple):
    """A contestant at a table in a round, on one side. *other_numbers* are whom it meets."""

    round_no: int
    number: int
    side: int  # counted only if a contestant has two halves
    table_no: int
    position: int
    other_numbers: frozenset[int]
    boards: tuple[int, ...]

    @property
    def key(self) -> tuple[int, int, int]:
        return self.round_no, self.number, self.side


def _iter_card_seats(plan: Movement) -> Iterator[_SeatOnCard]:
    has_halves = CONTESTS[plan.contest].has_halves
    for row in plan.rows:
        numbers = plan.get_row_contestants(row)
        for position, number in enumerate(numbers):
            side = position if has_halves else 0
            other_numbers = frozenset(numbers) - {number}
            yield _SeatOnCard(
                row.round_no, number, side, row.table_no, position, other_numbers, row.boards
            )


def _iter_seat_differences(
    printed_seat: _SeatOnCard, seat: _SeatOnCard, *, is_known: bool
) -> Iterator[str]:
    """Yield how *seat* differs from the *printed_seat* of the same contestant in the same round.

    *is_known* if nobody there is late.
    """
    if (printed_seat.table_no, printed_seat.position) != (seat.table_no, seat.position):
        yield "new seats"
    elif printed_seat.other_numbers != seat.other_numbers and is_known:
        yield "new opponents"
    if printed_seat.boards != seat.boards:
        yield "other boards"


def _compute_differing_keys(
    printed_content: Mapping[Key, object], new_content: Mapping[Key, object]
) -> frozenset[Key]:
    return frozenset(
        key for key, content in new_content.items() if printed_content.get(key) != content
    )


def _make_cards(plan: Movement) -> dict[int, object]:
    rows = GuideRows(make_planned_section(None, plan), plan)
    return {
        table_no: (rows.list_table_rows(table_no), plan.notes)
        for table_no in range(1, plan.tables + 1)
    }


def _make_guides(plan: Movement) -> dict[int, object]:
    guides = make_personal_guides(make_planned_section(None, plan), plan, _NO_HEADING, {})
    return {guide.pair_no: (guide.label, guide.lines) for guide in guides}


def _make_travellers(plan: Movement) -> dict[int, object]:
    slip_by_table_round = _make_slips(plan)
    content_by_board: dict[int, set[object]] = defaultdict(set)
    for row in plan.rows:
        _boards, *content = slip_by_table_round[row.table_no, row.round_no]
        for board_no in row.boards:
            content_by_board[board_no].add((row.table_no, row.round_no, *content))
    return dict(content_by_board)


def _make_slips(plan: Movement) -> dict[tuple[int, int], tuple[object, ...]]:
    label = make_planned_section(None, plan).get_label
    marks = RoundMarks(label, plan)
    slip_by_table_round: dict[tuple[int, int], tuple[object, ...]] = {}
    for row in plan.rows:
        if row.half == 2:  # follows from the first halves, and has no slip of its own
            continue
        slip_by_table_round[row.table_no, row.round_no] = (
            row.boards,
            label(row.ns),
            label(row.ew),
            marks.list_play_marks(row.table_no, row.round_no),
            marks.format_table_copy(row.table_no, row.round_no),
        )
    return slip_by_table_round
