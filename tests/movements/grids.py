"""Plans as text a person can review: one line a round, one column a table."""

import csv
from collections.abc import Mapping
from io import StringIO

from movements.model import Movement
from tests.golden import read_golden


def format_grid(plan: Movement) -> str:
    """Return the plan as CSV: each cell reads ``ns-ew/set``, ``=`` added for a shared set, then who waits or rests.

    Players who change partners stand in the place of the pairs: ``n-e-s-w/set``.
    """
    lines = [
        "round,"
        + ",".join(f"table {table_no}" for table_no in range(1, plan.tables + 1))
        + ",sit out,bye-stand"
    ]
    for round_no in range(1, plan.rounds + 1):
        cells = {
            row.table_no: f"{'-'.join(map(str, row.players or (row.ns, row.ew)))}/{row.board_set}{'=' * row.shared}"
            for row in plan.rows
            if row.round_no == round_no
        }
        waiting = " ".join(
            str(sit_out.contestant) for sit_out in plan.sit_outs if sit_out.round_no == round_no
        )
        resting = " ".join(
            str(bye_stand.board_set)
            for bye_stand in plan.bye_stands
            if bye_stand.round_no == round_no
        )
        tables = ",".join(cells.get(table_no, "") for table_no in range(1, plan.tables + 1))
        lines.append(f"{round_no},{tables},{waiting},{resting}")
    return "\n".join(lines) + "\n"


def read_golden_records(name: str) -> list[Mapping[str, str]]:
    """Return the lines of a golden CSV file as records."""
    return list(csv.DictReader(StringIO(read_golden(f"movements/{name}"))))
