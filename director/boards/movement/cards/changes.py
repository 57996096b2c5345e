"""Printed sheets that become wrong when the movement is changed."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Set
from datetime import date
from typing import TypeVar

from director.boards.movement.cards.cards import GuideRows
from director.boards.movement.cards.guides import personal_guides
from director.boards.movement.cards.round_marks import RoundMarks
from director.boards.movement.sides import section_as_planned
from director.pdf.selection import Changes
from director.sheets import Heading
from movements import Movement, TableRound

# Sheets are compared without their headings, so any heading will do.
_NO_HEADING = Heading(
    club="", event="", date=date.min, session="", section="", movement="", fingerprint=""
)

CHANGED_CARDS = "kinds=guide-cards&only_changed=on"
"""The query of the Print page for the guide cards that no longer agree with the plan."""

_REASONS = (
    "late pairs",
    "new seats",
    "new opponents",
    "other boards",
    "sit-outs",
    "the number of rounds",
)
"""Reasons to reprint in the order in which they are shown."""

Key = TypeVar("Key", bound=Hashable)


def plan_changes(printed: Movement, now: Movement) -> Changes:
    """Return which sheets of the plan *now* must be reprinted if those of *printed* are in use.

    A sheet must be reprinted if anything on it changes: opponents, boards, next moves or remarks.
    Sheets that *now* doesn't have any more are not reprinted.

    >>> from movements import make_plan
    >>> four, five = (make_plan("mitchell", tables=5, rounds=rounds, boards_per_set=2) for rounds in (4, 5))
    >>> plan_changes(four, four).tables
    frozenset()
    >>> sorted(plan_changes(four, five).slips)
    [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    """
    return Changes(
        tables=changed_tables(printed, now),
        pairs=_differing(_guides(printed), _guides(now)),
        boards=_differing(_travellers(printed), _travellers(now)),
        slips=_differing(_slips(printed), _slips(now)),
    )


def changed_tables(printed: Movement, now: Movement) -> frozenset[int]:
    """Return the tables whose guide card in *now* differs from that in *printed*."""
    return _differing(_cards(printed), _cards(now))


def reprint_reasons(printed: Movement, now: Movement) -> list[str]:
    """Return in words why guide cards of *now* must be reprinted.

    >>> from movements import make_plan
    >>> thirteen, fourteen = (make_plan("mitchell", pairs=pairs, boards_per_set=2) for pairs in (13, 14))
    >>> reprint_reasons(thirteen, fourteen), reprint_reasons(fourteen, thirteen)
    (['late pairs'], ['sit-outs'])
    """
    old_rows = {(row.round_no, pair): row for row in printed.rows for pair in (row.ns, row.ew)}
    old_tables = {
        (sit_out.round_no, sit_out.contestant): sit_out.table_no for sit_out in printed.sit_outs
    }
    old_pairs = {pair for _round_no, pair in (*old_rows, *old_tables)}
    reasons = set()
    if any((sit_out.round_no, sit_out.contestant) in old_rows for sit_out in now.sit_outs):
        reasons.add("sit-outs")
    if now.rounds != printed.rounds:
        reasons.add("the number of rounds")
    for row in now.rows:
        pairs = {row.ns, row.ew}
        if not pairs <= old_pairs:
            reasons.add("late pairs")
        for pair in pairs & old_pairs:
            old_row = old_rows.get((row.round_no, pair))
            if old_row:
                reasons.update(_differences(old_row, row, pair, old_pairs))
            elif row.round_no <= printed.rounds:  # it was to sit out
                if old_tables.get((row.round_no, pair)) != row.table_no:
                    reasons.add("new seats")
                elif pairs <= old_pairs:
                    reasons.add("new opponents")
                else:
                    reasons.add("late pairs")
    return [reason for reason in _REASONS if reason in reasons]


def _differences(
    old_row: TableRound, row: TableRound, pair: int, old_pairs: Set[int]
) -> Iterator[str]:
    """Yield how *row* differs for *pair* from its *old_row*."""
    if (old_row.table_no, old_row.ns == pair) != (row.table_no, row.ns == pair):
        yield "new seats"
    elif {old_row.ns, old_row.ew} != {row.ns, row.ew} <= old_pairs:
        yield "new opponents"
    if old_row.boards != row.boards:
        yield "other boards"


def _differing(printed: Mapping[Key, object], now: Mapping[Key, object]) -> frozenset[Key]:
    return frozenset(key for key, content in now.items() if printed.get(key) != content)


def _cards(plan: Movement) -> dict[int, object]:
    rows = GuideRows(section_as_planned(None, plan), plan)
    return {
        table_no: (rows.of_table(table_no), plan.notes) for table_no in range(1, plan.tables + 1)
    }


def _guides(plan: Movement) -> dict[int, object]:
    guides = personal_guides(section_as_planned(None, plan), plan, _NO_HEADING, {})
    return {guide.pair_no: (guide.label, guide.lines) for guide in guides}


def _travellers(plan: Movement) -> dict[int, object]:
    slips = _slips(plan)
    plays: dict[int, set[object]] = defaultdict(set)
    for row in plan.rows:
        _boards, *content = slips[row.table_no, row.round_no]
        for board_no in row.boards:
            plays[board_no].add((row.table_no, row.round_no, *content))
    return dict(plays)


def _slips(plan: Movement) -> dict[tuple[int, int], tuple[object, ...]]:
    label = section_as_planned(None, plan).label
    marks = RoundMarks(label, plan)
    slips: dict[tuple[int, int], tuple[object, ...]] = {}
    for row in plan.rows:
        if row.half == 2:  # follows from the first halves, and has no slip of its own
            continue
        slips[row.table_no, row.round_no] = (
            row.boards,
            label(row.ns),
            label(row.ew),
            marks.of_play(row.table_no, row.round_no),
            marks.copy_at(row.table_no, row.round_no),
        )
    return slips
