"""Choose the rounds or tables to arrow-switch so that a one-winner Mitchell compares most evenly.

The switches were found by search. This module reads them and turns the rows.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from movements.errors import MovementError
from movements.layout import iter_data_rows
from movements.model import Movement, TableRound
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error

PLAIN = "plain"
SKIP = "skip"
SHARE = "share"
HESITATION = "hesitation"
"""Movements with known switches: odd tables, skip or share with even tables, hesitation.

Those of large fields name their board sets too, such as "web-13".
"""

SWITCH_OF_LARGE_FIELD = Option(
    "switch",
    "Winners",
    {
        "none": "two: no arrow-switches",
        "tables": "one: some tables arrow-switch",
        "last": "one: everybody arrow-switches in the last round",
    },
    note=(
        "Switches at some tables, shown on the guide cards, are fairer. They are known for 17 to 40 tables and all "
        "rounds; those of the last round can be called in the room, after any number of rounds."
    ),
)
"""The option of movements that have one winner in a large field."""


def get_rounds_to_switch(
    flow: str, tables: int, rounds: int, missing_direction: str = ""
) -> frozenset[int]:
    """Return the whole rounds to switch, the last ones among equally fair choices.

    *missing_direction* is the line of the missing pair, ``"ns"`` or ``"ew"``, or "" without a half table.

    >>> sorted(get_rounds_to_switch(PLAIN, 13, 13))
    [12, 13]
    """
    switched_rounds = _read_switches_by_flow("switched_rounds")
    # Without a line of their own, half tables switch the same rounds as full fields.
    switches_without_absence = switched_rounds[flow, tables, rounds, ""]
    switches_text = switched_rounds.get(
        (flow, tables, rounds, missing_direction), switches_without_absence
    )
    return frozenset(map(int, switches_text.split()))


def get_tables_to_switch(flow: str, tables: int, rounds: int) -> frozenset[tuple[int, int]]:
    """Return the single tables to switch, each as its round and its number.

    A set is switched at no more than half of its tables. Switching the others instead would compare
    equally.

    >>> len(get_tables_to_switch(PLAIN, 5, 5))
    4
    """
    masks = _read_switches_by_flow("switched_tables")[flow, tables, rounds, ""].split()
    cells = set()
    for round_no, mask in enumerate(masks, start=1):
        for table_no in range(1, tables + 1):
            # The lowest bit stands for table 1.
            if int(mask, 16) >> (table_no - 1) & 1:
                cells.add((round_no, table_no))
    return frozenset(cells)


def has_switches(flow: str, tables: int, rounds: int) -> bool:
    """Return whether single tables to switch are known.

    >>> has_switches("web-13", 26, 13), has_switches("web-13", 26, 12)
    (True, False)
    """
    return (flow, tables, rounds, "") in _read_switches_by_flow("switched_tables")


def make_switches_error(name: str, pairs: int, instead: str) -> MovementError:
    """Return the error for a large field of movement *name* whose switches aren't known."""
    return make_choice_does_not_fit_error(
        movement=name,
        option=SWITCH_OF_LARGE_FIELD.name,
        choice="tables",
        requirement="a field for which switches are known",
        size=pairs,
        tables=(pairs + 1) // 2,
        alternative=instead,
    )


def with_switched_tables(plan: Movement, flow: str) -> Movement:
    """Return *plan* with its known switches, and so with one winner.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("web-mitchell", tables=20, options={"switch": "tables"})
    >>> plan.winners, plan.name
    (1, 'One-winner web Mitchell, two copies of the boards')
    """
    cells = get_tables_to_switch(flow, plan.tables, plan.rounds)
    return _with_one_winner(switch_arrows(plan, lambda row: (row.round_no, row.table_no) in cells))


def with_switched_last_round(plan: Movement) -> Movement:
    """Return *plan* with its last round switched, and so with one winner.

    >>> from movements.registry import make_plan
    >>> options = {"sets": "14", "switch": "last"}
    >>> plan = make_plan("web-mitchell", pairs=80, rounds=7, options=options)
    >>> plan.winners, {row.round_no for row in plan.rows if row.arrow_switched}
    (1, {7})
    """
    return _with_one_winner(switch_arrows(plan, lambda row: row.round_no == plan.rounds))


def with_chosen_switches(plan: Movement, switch: str, flow: str) -> Movement:
    """Return *plan*, the Mitchell of a large field, with the choice *switch* of its option.

    >>> from movements.registry import make_plan
    >>> with_chosen_switches(make_plan("web-mitchell", tables=20), "none", "web-13").winners
    2
    """
    if switch == "tables":
        return with_switched_tables(plan, flow)
    if switch == "last":
        return with_switched_last_round(plan)
    return plan


def can_search_switches(plan: Movement) -> bool:
    """Return whether switches of single tables can be searched for, because none are known.

    >>> from movements.registry import make_plan
    >>> options = {"sets": "14", "switch": "last"}
    >>> can_search_switches(make_plan("web-mitchell", pairs=80, rounds=7, options=options))
    True
    >>> can_search_switches(make_plan("one-winner-mitchell", pairs=14))
    False
    """
    return (SWITCH_OF_LARGE_FIELD.name, "last") in plan.options


def _with_one_winner(plan: Movement) -> Movement:
    name = plan.name
    return replace(plan, name=f"One-winner {name[0].lower()}{name[1:]}", winners=1)


def switch_arrows(plan: Movement, is_switched: Callable[[TableRound], bool]) -> Movement:
    """Return *plan* with N-S and E-W exchanged in rows for which *is_switched* is true.

    >>> from movements.registry import make_plan
    >>> row = switch_arrows(make_plan("mitchell", tables=3), lambda row: row.round_no == 1).rows[0]
    >>> (row.ns, row.ew, row.arrow_switched)
    (4, 1, True)
    """
    rows = []
    for row in plan.rows:
        if is_switched(row):
            rows.append(turn_cards(row))
        else:
            rows.append(row)
    return replace(plan, rows=tuple(rows))


def turn_cards(row: TableRound) -> TableRound:
    """Return *row* arrow-switched: N-S holds the cards of E-W, and the pairs keep their seats.

    >>> turn_cards(TableRound(round_no=1, table_no=1, ns=1, ew=6, board_set=1, boards=(1, 2))).ns
    6
    """
    return replace(row, ns=row.ew, ew=row.ns, arrow_switched=True)


@cache
def _read_switches_by_flow(name: str) -> Mapping[tuple[str, int, int, str], str]:
    """Return the switches by flow, tables, rounds and, if it matters, the line of the missing pair."""
    return {
        (row["flow"], int(row["tables"]), int(row["rounds"]), row.get("half", "")): row["switched"]
        for row in iter_data_rows(name)
    }
