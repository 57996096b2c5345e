"""A custom movement as it was read, round by round, with its faulty places marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from movements.model import Fault, Movement, TableRound

MAX_ROUNDS = 40
MAX_TABLES = 20
"""A larger movement isn't drawn: its faults are only listed."""


@dataclass(frozen=True, slots=True)
class ReadCell:
    """The text of one table in one round, and whether it has a fault."""

    text: str
    is_faulty: bool


@dataclass(frozen=True, slots=True)
class ReadRound:
    """A round of the movement. ``is_faulty`` if a fault concerns the round as a whole."""

    round_no: int
    is_faulty: bool
    cells: tuple[ReadCell, ...]


def read_rounds(plan: Movement, faults: Sequence[Fault]) -> tuple[ReadRound, ...]:
    """Return the rounds of *plan* with the places of *faults*. Empty if there are too many."""
    if plan.rounds > MAX_ROUNDS or plan.tables > MAX_TABLES:
        return ()
    faulty_places = {(fault.round_no, fault.table_no) for fault in faults}
    rows = {(row.round_no, row.table_no): row for row in plan.rows}
    rounds = []
    for round_no in range(1, plan.rounds + 1):
        cells = []
        for table_no in range(1, plan.tables + 1):
            place = (round_no, table_no)
            row = rows.get(place)
            is_faulty = place in faulty_places
            cells.append(ReadCell(_format_cell(row, is_faulty=is_faulty), is_faulty))
        rounds.append(ReadRound(round_no, (round_no, None) in faulty_places, tuple(cells)))
    return tuple(rounds)


def _format_cell(row: TableRound | None, *, is_faulty: bool) -> str:
    if row is None:
        return "?" if is_faulty else "–"
    if row.players:
        seated = "-".join(map(str, row.players))
    else:
        seated = f"{row.ns}-{row.ew}"
    return f"{seated}/{row.board_set}"
