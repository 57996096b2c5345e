"""The tables of round 1: who sits at which side, for the plan of the room at Seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.boards.contests import CONTESTS
from director.models import Plan, PlanRow

NORTH_SOUTH = ("North", "South")
EAST_WEST = ("East", "West")
PLAYER_SEATS = ("North", "East", "South", "West")
"""The seats of single players, in the order of the rows of a plan."""
FIRST_ROUNDS = 2
"""Rounds that show where everybody begins. Whoever sits out in the first has a side in the second."""


@dataclass(frozen=True, slots=True)
class StartSide:
    """A side of a table: its seats, and the contestant who has them, or None."""

    seats: tuple[str, ...]
    number: int | None


@dataclass(frozen=True, slots=True)
class StartTable:
    """A table in round 1. *table_no* is None for contestants who wait at no table."""

    table_no: int | None
    sides: tuple[StartSide, ...]
    sits_out: bool = False  # nobody plays here: one side waits, the other is empty

    @property
    def numbers(self) -> tuple[int, ...]:
        """The contestants who sit here."""
        return tuple(side.number for side in self.sides if side.number is not None)


def list_start_tables(
    plan: Plan | None, rows: Sequence[PlanRow], numbers: Iterable[int]
) -> tuple[StartTable, ...]:
    """Return the tables of round 1 with all *numbers*. Contestants without a table come last.

    *rows* are the first rounds of *plan*. Empty if there are none, and for teams, whose halves sit
    at two tables.
    """
    if plan is None or CONTESTS[plan.contest].has_halves or plan.section.team_size:
        return ()
    tables_by_number: dict[int, StartTable] = {}
    for row in rows:
        # Boards that are exchanged halfway give a table two rows in a round.
        if row.round_no == 1:
            tables_by_number.setdefault(row.table_no, StartTable(row.table_no, _make_sides(row)))
    if not tables_by_number:
        return ()
    unseated_numbers = dict.fromkeys(numbers)
    for table in tables_by_number.values():
        for number in table.numbers:
            unseated_numbers.pop(number, None)
    has_pairs = not CONTESTS[plan.contest].has_changing_partners
    if has_pairs:
        for number, table_no in _list_waiting_pairs(plan):
            if number in unseated_numbers and table_no not in tables_by_number:
                tables_by_number[table_no] = _make_half_table(table_no, number, rows)
                del unseated_numbers[number]
    seats = NORTH_SOUTH if has_pairs else ("North",)
    waiting_tables = [
        StartTable(None, (StartSide(seats, number),), sits_out=True) for number in unseated_numbers
    ]
    return (*(tables_by_number[number] for number in sorted(tables_by_number)), *waiting_tables)


def _make_sides(row: PlanRow) -> tuple[StartSide, ...]:
    if row.players:
        return tuple(
            StartSide((seat,), number)
            for seat, number in zip(PLAYER_SEATS, row.players, strict=True)
        )
    return StartSide(NORTH_SOUTH, row.ns), StartSide(EAST_WEST, row.ew)


def _list_waiting_pairs(plan: Plan) -> list[tuple[int, int]]:
    """Return the pairs that sit out in round 1 at a table, each with its table."""
    return [
        (number, table_no)
        for round_no, number, table_no, *_set in plan.sit_outs
        if round_no == 1 and table_no is not None
    ]


def _make_half_table(table_no: int, number: int, rows: Sequence[PlanRow]) -> StartTable:
    """Return a table with one pair, on the side on which it plays its first boards."""
    sits_east_west = next((row.ew == number for row in rows if number in (row.ns, row.ew)), False)
    if sits_east_west:
        sides = (StartSide(NORTH_SOUTH, None), StartSide(EAST_WEST, number))
    else:
        sides = (StartSide(NORTH_SOUTH, number), StartSide(EAST_WEST, None))
    return StartTable(table_no, sides, sits_out=True)
