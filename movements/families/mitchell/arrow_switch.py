"""Choose the rounds or tables to arrow-switch so that a one-winner Mitchell compares most evenly.

Responsible for the switches found by search and for turning the rows they name.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from movements.layout import data_lines
from movements.model import Movement, TableRound

PLAIN = "plain"
SKIP = "skip"
SHARE = "share"
HESITATION = "hesitation"
"""The flows for which switches were searched: an odd number of tables, the two ways out for an even one, hesitation."""


def rounds_to_switch(flow: str, tables: int, rounds: int, missing: str = "") -> frozenset[int]:
    """Return the whole rounds to switch, the last ones among equally fair choices.

    *missing* is the line, ``"ns"`` or ``"ew"``, of the pair that a half table lacks; ``""`` if all
    are there.

    >>> sorted(rounds_to_switch(PLAIN, 13, 13))
    [12, 13]
    """
    switched_rounds = _read("switched_rounds")
    field = flow, tables, rounds
    return frozenset(
        map(int, switched_rounds.get((*field, missing), switched_rounds[*field, ""]).split())
    )


def tables_to_switch(flow: str, tables: int, rounds: int) -> frozenset[tuple[int, int]]:
    """Return the single tables to switch, each as its round and its number.

    A set is turned at no more than half of the tables that play it: turning the others instead
    compares alike.

    >>> len(tables_to_switch(PLAIN, 5, 5))
    4
    """
    masks = _read("switched_tables")[flow, tables, rounds, ""].split()
    return frozenset(
        (round_no, table_no)
        for round_no, mask in enumerate(masks, start=1)
        for table_no in range(1, tables + 1)
        if int(mask, 16) >> (table_no - 1) & 1
    )


def switch_arrows(plan: Movement, chosen: Callable[[TableRound], bool]) -> Movement:
    """Return *plan* with N-S and E-W exchanged in the rows *chosen*.

    >>> from movements import make_plan
    >>> row = switch_arrows(make_plan("mitchell", tables=3), lambda row: row.round_no == 1).rows[0]
    >>> (row.ns, row.ew, row.arrow_switched)
    (4, 1, True)
    """
    rows = (
        replace(row, ns=row.ew, ew=row.ns, arrow_switched=True) if chosen(row) else row
        for row in plan.rows
    )
    return replace(plan, rows=tuple(rows))


@cache
def _read(name: str) -> Mapping[tuple[str, int, int, str], str]:
    """Return the switches by flow, tables, rounds and, where it matters, the line of the missing
    pair.
    """
    return {
        (line["flow"], int(line["tables"]), int(line["rounds"]), line.get("half", "")): line[
            "switched"
        ]
        for line in data_lines(name)
    }
