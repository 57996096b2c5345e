"""Progressive parties at the command line: the ``step`` door.

Responsible for JSON and lines for people; leaves files and exit statuses to :mod:`movements.cli`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from movements.progressive.model import Seating
from movements.progressive.party import next_seating
from movements.progressive.party_json import party_state_from_json, seating_to_json


def step(key: str, data: object, options: Mapping[str, str]) -> tuple[Seating, dict[str, Any]]:
    """Return the next seating after what a JSON value tells, as it is and as JSON of the same shape.

    ``round`` is counted up if the value names it.

    >>> tables = [{"table": no, "sides": [[f"L{no}", f"G{no}"], [f"M{no}", f"H{no}"]]} for no in (1, 2)]
    >>> step("rapid-euchre", {"tables": tables, "winners": {"1": 0, "2": 0}}, {})[1]["tables"][0]["sides"]
    [['M1', 'G2'], ['L2', 'H1']]
    """
    state = party_state_from_json(data)
    seating = next_seating(key, state.seating, state.outcomes, options=options, round_no=state.round_no)
    told = {"round": state.round_no + 1} if isinstance(data, Mapping) and "round" in data else {}
    return seating, seating_to_json(seating) | told


def seating_lines(seating: Seating) -> Iterator[str]:
    """Yield one line a table.

    >>> from movements.progressive.model import PartyTable
    >>> list(seating_lines((PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3",),)))))
    ['Table 1: L1-G1 against L2-G2', 'Sit out: L3']
    """
    for table in seating:
        sides = " against ".join("-".join(side) for side in table.sides)
        yield f"Sit out: {', '.join(table.players)}" if table.sits_out else f"Table {table.table_no}: {sides}"
