"""What is wrong with rows that all lack something, as far as it can be told without it.

Responsible for which faults still mean something when, say, no row names its E-W pair.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from movements.check.faults import check_plan
from movements.files.reading import LARGEST, fill_in
from movements.model import Fault, SitOut, TableRound

PLACES = frozenset({"round-gap", "table-gap"})
SEATS = PLACES | {"table-twice", "pair-twice", "pair-against-itself", "sit-out-twice", "sit-out-contradicts"}
BOARDS = frozenset({"board-twice"})
JUDGED = {
    "round": frozenset({"table-gap"}),
    "table": frozenset({"round-gap"}),
    "ns": SEATS | BOARDS,
    "ew": SEATS | BOARDS,
    "board_set": SEATS | BOARDS,
    "boards": SEATS,
}
"""The faults that can be told without this part of a row."""


def faults_without(
    missing: Set[str], rows: Iterable[TableRound], sit_outs: Sequence[SitOut], problems: Iterable[Fault]
) -> tuple[Fault, ...]:
    """Return the faults of *rows* that do not hang on the *missing* parts, by round, then table.

    The rows may hold anything in the place of what is missing.  *problems* tell what else could not be read: a gap
    there is none of the plan's.

    >>> rows = [TableRound(1, 1, 1, 0, 1, (1,)), TableRound(1, 2, 1, 0, 2, (2,))]
    >>> [fault.text for fault in faults_without({"ew"}, rows, (), ())]
    ['Pair 1 is at tables 1 and 2 in round 1; it can only be at one.']
    """
    unknown = missing & {"ns", "ew"}
    # Each unknown pair gets a number that nobody else has.
    seated = [
        replace(row, ns=-2 * at if "ns" in unknown else row.ns, ew=-2 * at - 1 if "ew" in unknown else row.ew)
        for at, row in enumerate(rows, start=1)
    ]
    unread = {problem.round_no or 0 for problem in problems}
    known = {row.round_no for row in seated} | {number for number in unread if number <= LARGEST}
    plan = fill_in(seated, () if unknown else sit_outs, (), {"rounds": max(known, default=0)})
    codes = frozenset(SEATS | BOARDS).intersection(*(JUDGED[name] for name in missing))
    if any(unread):
        codes -= {"table-gap"}
    return tuple(
        fault
        for fault in check_plan(plan)
        if fault.code in codes and not (fault.code == "round-gap" and fault.round_no in unread)
    )
