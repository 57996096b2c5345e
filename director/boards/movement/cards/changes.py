"""Printed sheets that become wrong when the movement is changed."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from director.boards.contests import CONTESTS
from director.boards.movement.cards.cards import GuideRows, RoundMarks
from director.boards.movement.cards.guides import make_personal_guides
from director.boards.movement.sitters import make_planned_section
from director.pdf.selection import Changes
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


def compare_plans(printed: Movement, now: Movement) -> Changes:
    """Return which sheets of the plan *now* must be reprinted if those of *printed* are in use.

    A sheet must be reprinted if anything on it changes: opponents, boards, next moves or remarks.
    Sheets that *now* doesn't have any more are not reprinted.

    >>> from movements.registry import make_plan
    >>> four, five = (make_plan("mitchell", tables=5, rounds=rounds, boards_per_set=2) for rounds in (4, 5))
    >>> compare_plans(four, four).tables
    frozenset()
    >>> sorted(compare_plans(four, five).slips)
    [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    """
    return Changes(
        tables=find_changed_tables(printed, now),
        pairs=_find_differing_keys(_make_guides(printed), _make_guides(now)),
        boards=_find_differing_keys(_make_travellers(printed), _make_travellers(now)),
        slips=_find_differing_keys(_make_slips(printed), _make_slips(now)),
    )


def find_changed_tables(printed: Movement, now: Movement) -> frozenset[int]:
    """Return the tables whose guide card in *now* differs from that in *printed*."""
    return _find_differing_keys(_make_cards(printed), _make_cards(now))


def list_reprint_reasons(printed: Movement, now: Movement) -> list[str]:
    """Return in words why guide cards of *now* must be reprinted.

    >>> from movements.registry import make_plan
    >>> thirteen, fourteen = (make_plan("mitchell", pairs=pairs, boards_per_set=2) for pairs in (13, 14))
    >>> list_reprint_reasons(thirteen, fourteen), list_reprint_reasons(fourteen, thirteen)
    (['late pairs'], ['sit-outs'])
    """
    old_seats = {seat.key: seat for seat in _list_card_seats(printed)}
    old_tables = {
        (sit_out.round_no, sit_out.contestant): sit_out.table_no for sit_out in printed.sit_outs
    }
    old_numbers = {seat.number for seat in old_seats.values()}
    old_numbers |= {number for _round_no, number in old_tables}
    old_playing = {(seat.round_no, seat.number) for seat in old_seats.values()}
    reasons = set()
    if any((sit_out.round_no, sit_out.contestant) in old_playing for sit_out in now.sit_outs):
        reasons.add("sit-outs")
    if now.rounds != printed.rounds:
        reasons.add("the number of rounds")
    for seat in _list_card_seats(now):
        is_known = old_numbers.issuperset(seat.others)
        old_seat = old_seats.get(seat.key)
        if not is_known or seat.number not in old_numbers:
            reasons.add(_LATE)
        if seat.number not in old_numbers:
            continue
        if old_seat:
            reasons.update(_find_seat_differences(old_seat, seat, is_known=is_known))
        elif seat.round_no <= printed.rounds:  # it was to sit out
            if old_tables.get((seat.round_no, seat.number)) != seat.table_no:
                reasons.add("new seats")
            elif is_known:
                reasons.add("new opponents")
    words = [reason for reason in _REASONS if reason in reasons]
    return [reason.format(called=now.called) for reason in words]


class _SeatOnCard(NamedTuple):
    """A contestant at a table in a round, on one side. *others* are whom it meets."""

    round_no: int
    number: int
    side: int  # counted only if a contestant has two halves
    table_no: int
    place: int
    others: frozenset[int]
    boards: tuple[int, ...]

    @property
    def key(self) -> tuple[int, int, int]:
        return self.round_no, self.number, self.side


def _list_card_seats(plan: Movement) -> Iterator[_SeatOnCard]:
    has_halves = CONTESTS[plan.contest].has_halves
    for row in plan.rows:
        numbers = plan.get_row_contestants(row)
        for place, number in enumerate(numbers):
            side = place if has_halves else 0
            others = frozenset(numbers) - {number}
            yield _SeatOnCard(row.round_no, number, side, row.table_no, place, others, row.boards)


def _find_seat_differences(
    old_seat: _SeatOnCard, seat: _SeatOnCard, *, is_known: bool
) -> Iterator[str]:
    """Yield how *seat* differs from the *old_seat* of the same contestant in the same round.

    *is_known* if nobody there is late.
    """
    if (old_seat.table_no, old_seat.place) != (seat.table_no, seat.place):
        yield "new seats"
    elif old_seat.others != seat.others and is_known:
        yield "new opponents"
    if old_seat.boards != seat.boards:
        yield "other boards"


def _find_differing_keys(
    printed: Mapping[Key, object], now: Mapping[Key, object]
) -> frozenset[Key]:
    return frozenset(key for key, content in now.items() if printed.get(key) != content)


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
    slips = _make_slips(plan)
    plays: dict[int, set[object]] = defaultdict(set)
    for row in plan.rows:
        _boards, *content = slips[row.table_no, row.round_no]
        for board_no in row.boards:
            plays[board_no].add((row.table_no, row.round_no, *content))
    return dict(plays)


def _make_slips(plan: Movement) -> dict[tuple[int, int], tuple[object, ...]]:
    label = make_planned_section(None, plan).label
    marks = RoundMarks(label, plan)
    slips: dict[tuple[int, int], tuple[object, ...]] = {}
    for row in plan.rows:
        if row.half == 2:  # follows from the first halves, and has no slip of its own
            continue
        slips[row.table_no, row.round_no] = (
            row.boards,
            label(row.ns),
            label(row.ew),
            marks.list_play_marks(row.table_no, row.round_no),
            marks.format_table_copy(row.table_no, row.round_no),
        )
    return slips
