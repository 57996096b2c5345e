"""Plans as text a person can review: one line a round, one column a table."""

import csv
from collections.abc import Mapping
from io import StringIO

from movements import Plan
from tests.golden import read_golden


def grid(plan: Plan) -> str:
    """Return the plan as CSV: each cell reads ``ns-ew/set``, ``=`` added for a shared set, then who waits or rests."""
    lines = ["round," + ",".join(f"table {table_no}" for table_no in range(1, plan.tables + 1)) + ",sit out,bye-stand"]
    for round_no in range(1, plan.rounds + 1):
        cells = {
            row.table_no: f"{row.ns}-{row.ew}/{row.board_set}{'=' if row.shared else ''}"
            for row in plan.rows
            if row.round_no == round_no
        }
        waiting = " ".join(str(one.contestant) for one in plan.sit_outs if one.round_no == round_no)
        resting = " ".join(str(one.board_set) for one in plan.bye_stands if one.round_no == round_no)
        tables = ",".join(cells.get(table_no, "") for table_no in range(1, plan.tables + 1))
        lines.append(f"{round_no},{tables},{waiting},{resting}")
    return "\n".join(lines) + "\n"


def golden_records(name: str) -> list[Mapping[str, str]]:
    """Return the lines of a golden CSV file as records."""
    return list(csv.DictReader(StringIO(read_golden(f"movements/{name}"))))
