"""A movement as the cells of a grid, rounds by tables, and such a grid as JSON.

The grid is what an editor shows: unlike a plan it may have empty and half-filled cells.
:mod:`movements.files.grid_plan` turns a grid into a plan and back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from movements.errors import MovementError, UnreadablePlanError
from movements.files.plan_json import CONTESTS
from movements.files.reading import MAX_NUMBER
from movements.model import ByeStand
from movements.sentences import MovementSentences

SEATS = {"pairs": ("N-S", "E-W"), "individual": ("N", "E", "S", "W"), "teams": ("N-S", "E-W")}
"""The names of the seats of a cell, by contest."""
MAX_TABLES, MAX_ROUNDS = 100, 200
MAX_CELLS = 2000
"""Cells of the largest grid. An editor with more would take seconds to appear."""
MAX_BOARDS_PER_SET = 40
MAX_WORDS = 300


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round: the numbers at its *seats* and its *board_set*, 0 where empty.

    In a *is_arrow_switched* cell the boards are arrow-switched: the first seat holds the N-S cards and sits E-W.

    >>> GridCell((1, 10), 1).is_empty, GridCell((0, 0)).is_empty
    (False, True)
    """

    seats: tuple[int, ...]
    board_set: int = 0
    is_arrow_switched: bool = False
    copy_no: int = 1

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is typed in the cell."""
        return not self.board_set and not any(self.seats)

    @property
    def is_full(self) -> bool:
        """Return whether every seat and the board set are typed."""
        return bool(self.board_set) and all(self.seats)


@dataclass(frozen=True, slots=True)
class MovementGrid:
    """The cells of a movement: one tuple of cells per round, all as long as there are tables.

    ``guarantees`` are the promises by which a plan is checked differently, such as
    :data:`movements.model.ROUND_IS_A_MATCH`. ``winners`` is 1 or 2, or 0 if it follows from the seats.

    >>> empty_grid("pairs", tables=9, rounds=3, boards_per_set=3).tables
    9
    """

    name: str
    contest: str
    boards_per_set: int
    rounds: tuple[tuple[GridCell, ...], ...]
    bye_stands: tuple[ByeStand, ...] = ()
    guarantees: tuple[str, ...] = ()
    winners: int = 0

    @property
    def tables(self) -> int:
        """Return the number of tables."""
        return len(self.rounds[0])


def empty_grid(contest: str, tables: int, rounds: int, boards_per_set: int) -> MovementGrid:
    """Return a grid of *tables* by *rounds* without a number in it.

    >>> len(empty_grid("pairs", tables=9, rounds=3, boards_per_set=3).rounds)
    3

    :raises MovementError: if the grid would be too large
    """
    refuse_large_grid(tables, rounds)
    empty = GridCell((0,) * len(SEATS[contest]))
    return MovementGrid("Custom movement", contest, boards_per_set, ((empty,) * tables,) * rounds)


def grid_to_json(grid: MovementGrid) -> dict[str, Any]:
    """Return *grid* as a JSON object that :func:`grid_from_json` reads back unchanged.

    >>> grid = empty_grid("pairs", tables=2, rounds=1, boards_per_set=3)
    >>> grid_to_json(grid)["rounds"], grid_from_json(grid_to_json(grid)) == grid
    ([[None, None]], True)
    """
    return {
        "name": grid.name,
        "contest": grid.contest,
        "boards_per_set": grid.boards_per_set,
        "rounds": [list(map(_cell_to_json, cells)) for cells in grid.rounds],
        "bye_stands": [
            [bye_stand.round_no, bye_stand.board_set, bye_stand.after_table]
            for bye_stand in grid.bye_stands
        ],
        "guarantees": list(grid.guarantees),
        "winners": grid.winners,
    }


def _cell_to_json(cell: GridCell) -> dict[str, Any] | None:
    if cell.is_empty:
        return None
    data: dict[str, Any] = {"seats": list(cell.seats), "set": cell.board_set}
    if cell.is_arrow_switched:
        data["turned"] = True
    if cell.copy_no != 1:
        data["copy"] = cell.copy_no
    return data


def grid_from_json(data: object) -> MovementGrid:
    """Return the grid in the JSON object *data*. An empty cell may be null.

    >>> grid_from_json({"boards_per_set": 2, "rounds": [[{"seats": [1, 2], "set": 1}]]}).tables
    1

    :raises UnreadablePlanError: with the first part that is missing or wrong
    :raises MovementError: if the grid is too large
    """
    if not isinstance(data, Mapping):
        raise _make_unreadable_error("it isn't an object with named fields")
    contest = data.get("contest", CONTESTS[0])
    if not isinstance(contest, str) or contest not in CONTESTS:
        raise _make_unreadable_error(f'"contest" must be {" or ".join(CONTESTS)}')
    name = data.get("name", "") or "Custom movement"
    if not isinstance(name, str):
        raise _make_unreadable_error('"name" must be a text')
    boards_per_set = _check_number(
        data.get("boards_per_set"), '"boards_per_set"', MAX_BOARDS_PER_SET
    )
    if not boards_per_set:
        raise _make_unreadable_error(f'"boards_per_set" must be from 1 to {MAX_BOARDS_PER_SET}')
    rounds = _check_list(data.get("rounds"), '"rounds"')
    tables = len(_check_list(rounds[0], "round 1")) if rounds else 0
    refuse_large_grid(tables, len(rounds))
    seats = len(SEATS[contest])
    return MovementGrid(
        name=_join_lines(name),
        contest=contest,
        boards_per_set=boards_per_set,
        rounds=tuple(
            _read_round(cells, f"round {round_no}", tables, seats)
            for round_no, cells in enumerate(rounds, start=1)
        ),
        bye_stands=tuple(_read_bye_stands(data.get("bye_stands", []))),
        guarantees=tuple(_read_guarantees(data.get("guarantees", []))),
        winners=_check_number(data.get("winners"), '"winners"', 2),
    )


def _read_round(cells: object, place: str, tables: int, seats: int) -> tuple[GridCell, ...]:
    cells = _check_list(cells, place)
    if len(cells) != tables:
        raise _make_unreadable_error(f"{place} must have {tables} tables, as round 1 has")
    return tuple(
        _read_cell(cell, f"{place}, table {table_no}", seats)
        for table_no, cell in enumerate(cells, start=1)
    )


def _read_cell(cell: object, place: str, seats: int) -> GridCell:
    if cell is None:
        return GridCell((0,) * seats)
    if not isinstance(cell, Mapping):
        raise _make_unreadable_error(f'{place} must have "seats" and "set"')
    numbers = [_check_number(number, place) for number in _check_list(cell.get("seats"), place)]
    if len(numbers) != seats:
        raise _make_unreadable_error(f"{place} must have {seats} seats")
    return GridCell(
        tuple(numbers),
        _check_number(cell.get("set", 0), place),
        is_arrow_switched=cell.get("turned") is True,
        copy_no=_check_number(cell.get("copy", 1), place) or 1,
    )


def _read_bye_stands(data: object) -> list[ByeStand]:
    bye_stands = []
    for item in _check_list(data, '"bye_stands"')[:MAX_CELLS]:
        numbers = [
            _check_number(number, '"bye_stands"') for number in _check_list(item, '"bye_stands"')
        ]
        if len(numbers) != 3:
            raise _make_unreadable_error('"bye_stands" must have round, set and table')
        bye_stands.append(ByeStand(*numbers))
    return bye_stands


def _read_guarantees(data: object) -> list[str]:
    keys = _check_list(data, '"guarantees"')
    return [key for key in keys if isinstance(key, str)]


def _check_list(value: object, place: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise _make_unreadable_error(f"{place} must be a list")
    return value


def _check_number(value: object, place: str, most: int = MAX_NUMBER) -> int:
    """Return *value* if it is a whole number up to *most*. None is an empty place, 0."""
    if value is None:
        return 0
    # True and False are whole numbers for Python.
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise _make_unreadable_error(f"{place} must have whole numbers up to {most}")


def _join_lines(name: str) -> str:
    """Return *name* without line breaks, by which a text file would be split."""
    return " ".join(name.split())[:MAX_WORDS]


def refuse_large_grid(tables: int, rounds: int) -> None:
    """Raise an error unless a grid of *tables* by *rounds* can be shown.

    >>> refuse_large_grid(20, 19)

    :raises MovementError: naming the limits
    """
    is_in_range = 1 <= tables <= MAX_TABLES and 1 <= rounds <= MAX_ROUNDS
    if not is_in_range or tables * rounds > MAX_CELLS:
        raise MovementError(
            MovementSentences.GRID_TOO_LARGE,
            tables=tables,
            rounds=rounds,
            most_tables=MAX_TABLES,
            most_rounds=MAX_ROUNDS,
            most_cells=f"{MAX_CELLS:,}",
        )


def _make_unreadable_error(problem: str) -> UnreadablePlanError:
    return UnreadablePlanError(problems=(problem,))
