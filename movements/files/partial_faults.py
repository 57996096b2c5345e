"""Faults of rows that all lack the same part, such as the E-W pair.

A file may lack a whole column. Most of its faults then mean nothing, but some can still be told: two
tables with the same N-S pair are wrong whoever sits E-W.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from movements.check.faults import check_plan
from movements.files.reading import MAX_NUMBER, derive_plan
from movements.model import Fault, SitOut, TableRound

PLACE_FAULTS = frozenset({"round-gap", "table-gap"})
SEAT_FAULTS = PLACE_FAULTS | {
    "table-twice",
    "pair-twice",
    "pair-against-itself",
    "sit-out-twice",
    "sit-out-contradicts",
}
BOARD_FAULTS = frozenset({"board-twice"})
MEANINGFUL_FAULTS = {
    "round": frozenset({"table-gap"}),
    "table": frozenset({"round-gap"}),
    "ns": SEAT_FAULTS | BOARD_FAULTS,
    "ew": SEAT_FAULTS | BOARD_FAULTS,
    "board_set": SEAT_FAULTS | BOARD_FAULTS,
    "boards": SEAT_FAULTS,
}
"""By part of a row: the codes of faults that mean something without it."""


def find_partial_faults(
    missing: Set[str],
    rows: Iterable[TableRound],
    sit_outs: Sequence[SitOut],
    problems: Iterable[Fault],
) -> tuple[Fault, ...]:
    """Return the faults of *rows* that don't depend on the *missing* parts, by round, then table.

    The missing parts of *rows* may hold any value. *problems* are the unreadable parts of the file: a
    gap in their rounds isn't a fault of the plan.

    >>> rows = [TableRound(1, 1, 1, 0, 1, (1,)), TableRound(1, 2, 1, 0, 2, (2,))]
    >>> [fault.text for fault in find_partial_faults({"ew"}, rows, (), ())]
    ['Pair 1 is at tables 1 and 2 in round 1. Choose one.']
    """
    missing_sides = missing & {"ns", "ew"}
    seated = []
    for number, row in enumerate(rows, start=1):
        # Each missing pair gets a number that no other pair has.
        ns = -2 * number if "ns" in missing_sides else row.ns
        ew = -2 * number - 1 if "ew" in missing_sides else row.ew
        seated.append(replace(row, ns=ns, ew=ew))
    unreadable_rounds = {problem.round_no or 0 for problem in problems}
    rounds = {row.round_no for row in seated}
    rounds |= {round_no for round_no in unreadable_rounds if round_no <= MAX_NUMBER}
    plan = derive_plan(
        seated, () if missing_sides else sit_outs, (), {"rounds": max(rounds, default=0)}
    )
    codes = SEAT_FAULTS | BOARD_FAULTS
    for name in missing:
        codes &= MEANINGFUL_FAULTS[name]
    if any(unreadable_rounds):
        codes -= {"table-gap"}
    faults = []
    for fault in check_plan(plan):
        is_unreadable_gap = fault.code == "round-gap" and fault.round_no in unreadable_rounds
        if fault.code in codes and not is_unreadable_gap:
            faults.append(fault)
    return tuple(faults)
