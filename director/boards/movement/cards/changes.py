"""Printed sheets that a new plan makes wrong."""

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

_NOWHERE = Heading(
    club="", event="", date=date.min, session="", section="", movement="", fingerprint=""
)

CHANGED_CARDS = "kinds=guide-cards&only_changed=on"
"""What an address of Print is asked for the guide cards that no longer agree with the plan."""

_SHOWN = (
    "late pairs",
    "new seats",
    "new opponents",
    "other boards",
    "sit-outs",
    "the number of rounds",
)

Key = TypeVar("Key", bound=Hashable)


def plan_changes(printed: Movement, now: Movement) -> Changes:
    """Return which sheets of the plan *now* must be reprinted, if those of *printed* are in use.

    A sheet is new if it says anything else: who meets, which boards, where anybody goes next, what
    is special.  What is left out of *now* needs no new sheet.

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
    before = {(row.round_no, pair): row for row in printed.rows for pair in (row.ns, row.ew)}
    waits = {(wait.round_no, wait.contestant): wait.table_no for wait in printed.sit_outs}
    known = {pair for _round_no, pair in (*before, *waits)}
    if any((wait.round_no, wait.contestant) in before for wait in now.sit_outs):
        shown = {"sit-outs"}
    else:
        shown = set()
    if now.rounds != printed.rounds:
        shown.add("the number of rounds")
    for row in now.rows:
        if not {row.ns, row.ew} <= known:
            shown.add("late pairs")
        for pair in {row.ns, row.ew} & known:
            was = before.get((row.round_no, pair))
            if was is None and row.round_no <= printed.rounds:
                is_moved = waits.get((row.round_no, pair)) != row.table_no
                shown.add(
                    "new seats"
                    if is_moved
                    else "new opponents"
                    if {row.ns, row.ew} <= known
                    else "late pairs"
                )
            elif was:
                shown.update(_differences(was, row, pair, known))
    return [words for words in _SHOWN if words in shown]


def _differences(was: TableRound, row: TableRound, pair: int, known: Set[int]) -> Iterator[str]:
    """Yield how *row* differs for *pair* from its row before, *was*."""
    if (was.table_no, was.ns == pair) != (row.table_no, row.ns == pair):
        yield "new seats"
    elif {was.ns, was.ew} != {row.ns, row.ew} <= known:
        yield "new opponents"
    if was.boards != row.boards:
        yield "other boards"


def _differing(printed: Mapping[Key, object], now: Mapping[Key, object]) -> frozenset[Key]:
    return frozenset(key for key, said in now.items() if printed.get(key) != said)


def _cards(plan: Movement) -> dict[int, object]:
    rows = GuideRows(section_as_planned(None, plan), plan)
    return {
        table_no: (rows.of_table(table_no), plan.notes) for table_no in range(1, plan.tables + 1)
    }


def _guides(plan: Movement) -> dict[int, object]:
    guides = personal_guides(section_as_planned(None, plan), plan, _NOWHERE, {})
    return {guide.pair_no: (guide.label, guide.lines) for guide in guides}


def _travellers(plan: Movement) -> dict[int, object]:
    slips = _slips(plan)
    met: dict[int, set[object]] = defaultdict(set)
    for row in plan.rows:
        _boards, *said = slips[row.table_no, row.round_no]
        for board_no in row.boards:
            met[board_no].add((row.table_no, row.round_no, *said))
    return dict(met)


def _slips(plan: Movement) -> dict[tuple[int, int], tuple[object, ...]]:
    label = section_as_planned(None, plan).label
    marks = RoundMarks(label, plan)
    return {
        (row.table_no, row.round_no): (
            row.boards,
            label(row.ns),
            label(row.ew),
            marks.of_play(row.table_no, row.round_no),
            marks.copy_at(row.table_no, row.round_no),
        )
        for row in plan.rows
        if row.half != 2  # what the first halves say makes out the second
    }
