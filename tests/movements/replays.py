"""Tables worked out by hand, to compare a plan with."""

from movements.model import Movement
from tests.movements.grids import read_golden_records


def list_plan_rows(plan: Movement) -> list[tuple[str, ...]]:
    """Return round, table, N-S, E-W and set of every row as text, like the lines of :func:`read_worked_example`."""
    return [
        tuple(map(str, (row.round_no, row.table_no, row.ns, row.ew, row.board_set)))
        for row in plan.rows
    ]


def read_worked_example(name: str) -> list[tuple[str, ...]]:
    """Return the lines of a golden file of a movement worked out by hand."""
    return [tuple(line.values()) for line in read_golden_records(name)]
