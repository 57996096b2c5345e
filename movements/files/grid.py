"""A movement as the cells of a grid, rounds by tables: as JSON, as a plan, and a plan as a grid.

The grid is what an editor shows: unlike a plan it may have empty and half-filled cells. Its plan has
every fault at its cell. A grid needn't say who sits out: whoever isn't seated in a round does. A cell
with one pair and a board set is a half table, at which that pair waits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from movements.check.boards import PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.errors import MovementError, UnreadablePlanError
from movements.files.formats import is_consequence
from movements.files.plan_json import CONTESTS
from movements.files.reading import MAX_NUMBER, derive_plan
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    ROUND_IS_A_MATCH,
    ByeStand,
    Fault,
    Four,
    Movement,
    SitOut,
    TableRound,
    join_with_and,
    make_fault,
)

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
            "grid-too-large",
            "A grid has 1 to {most_tables} tables, 1 to {most_rounds} rounds and at most "
            "{most_cells} cells, not {tables} tables by {rounds} rounds. Edit it as text.",
            tables=tables,
            rounds=rounds,
            most_tables=MAX_TABLES,
            most_rounds=MAX_ROUNDS,
            most_cells=f"{MAX_CELLS:,}",
        )


def _make_unreadable_error(problem: str) -> UnreadablePlanError:
    return UnreadablePlanError(problems=(problem,))


KEPT_GUARANTEES = (ROUND_IS_A_MATCH, PLAYED_BOTH_WAYS)
"""Promises that change how a plan is checked. Others are only claims, which an edit may break."""


@dataclass(frozen=True, slots=True)
class GridExamination:
    """What a grid says so far, with its faults and remarks by round, then table.

    *plan* is None while no table is complete. *incomplete* are the faults of half-filled cells, which
    *faults* has too, and *empty_rounds* the rounds without a number.

    >>> examine_grid(empty_grid("pairs", tables=2, rounds=2, boards_per_set=3)).empty_rounds
    (1, 2)
    """

    plan: Movement | None
    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...]
    incomplete: tuple[Fault, ...]
    empty_rounds: tuple[int, ...]

    @property
    def is_ready(self) -> bool:
        """Return whether the grid is a whole plan without faults."""
        return self.plan is not None and not self.faults and not self.empty_rounds


def examine_grid(grid: MovementGrid) -> GridExamination:
    """Return the plan of *grid* as far as it is typed, with all faults and remarks.

    >>> from movements.registry import make_plan
    >>> examine_grid(grid_of_plan(make_plan("howell", pairs=9))).is_ready
    True
    """
    incomplete = tuple(_find_incomplete_cells(grid))
    empty_rounds = tuple(
        round_no
        for round_no, cells in enumerate(grid.rounds, start=1)
        if all(cell.is_empty for cell in cells)
    )
    rows = tuple(_make_grid_rows(grid))
    if not rows:
        return GridExamination(None, incomplete, (), incomplete, empty_rounds)
    plan = _make_grid_plan(grid, rows, empty_rounds)
    unfinished_rounds = frozenset((*(fault.round_no for fault in incomplete), *empty_rounds))
    faults = list(incomplete)
    for fault in check_plan(plan):
        if not is_consequence(fault, unfinished_rounds):
            faults.append(fault)
    faults.sort(key=lambda fault: (fault.round_no or 0, fault.table_no or 0))
    # Remarks on a plan that is still wrong would only distract from its faults.
    remarks = () if len(faults) > len(incomplete) else find_plan_remarks(plan)
    return GridExamination(plan, tuple(faults), remarks, incomplete, empty_rounds)


def _iterate_cells(grid: MovementGrid) -> Iterator[tuple[int, int, GridCell]]:
    """Yield every cell after its round and its table."""
    for round_no, cells in enumerate(grid.rounds, start=1):
        for table_no, cell in enumerate(cells, start=1):
            yield round_no, table_no, cell


def _is_half_table(cell: GridCell) -> bool:
    # At a table of single players one missing player leaves three, who can't play.
    return len(cell.seats) == 2 and bool(cell.board_set) and sum(map(bool, cell.seats)) == 1


def _find_incomplete_cells(grid: MovementGrid) -> Iterator[Fault]:
    names = SEATS[grid.contest]
    for round_no, table_no, cell in _iterate_cells(grid):
        if cell.is_empty or cell.is_full or _is_half_table(cell):
            continue
        missing = [name for name, number in zip(names, cell.seats, strict=True) if not number]
        if not cell.board_set:
            missing.append("the board set")
        yield make_fault(
            "cell-incomplete",
            "Table {table_no} in round {round_no} lacks {missing}. Type the rest, or clear the "
            "cell.",
            round_no,
            table_no,
            missing=join_with_and(missing),
        )


def _make_grid_rows(grid: MovementGrid) -> Sequence[TableRound]:
    rows = []
    for round_no, table_no, cell in _iterate_cells(grid):
        if not cell.is_full:
            continue
        is_of_players = len(cell.seats) == 4
        ns, ew = (0, 0) if is_of_players else cell.seats
        row = TableRound(
            round_no,
            table_no,
            ns,
            ew,
            cell.board_set,
            list_board_numbers(cell.board_set, grid.boards_per_set),
            arrow_switched=cell.is_arrow_switched,
            copy_no=cell.copy_no,
            players=cast("Four", cell.seats) if is_of_players else None,
        )
        rows.append(row)
    return mark_copies(rows)


def _make_grid_plan(
    grid: MovementGrid, rows: Sequence[TableRound], empty_rounds: Sequence[int]
) -> Movement:
    seated: dict[int, set[int]] = {}
    sit_outs = []
    for round_no, table_no, cell in _iterate_cells(grid):
        seated.setdefault(round_no, set()).update(filter(None, cell.seats))
        if _is_half_table(cell):
            waiting = sum(cell.seats)
            sit_outs.append(SitOut(round_no, waiting, table_no, cell.board_set, cell.copy_no))
    everybody = _without_typing_slips(grid, set[int]().union(*seated.values()))
    for round_no, numbers in seated.items():
        if round_no not in empty_rounds:
            sit_outs += [SitOut(round_no, number) for number in sorted(everybody - numbers)]
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0, sit_out.contestant))
    board_sets = max(cell.board_set for _, _, cell in _iterate_cells(grid))
    stated: dict[str, object] = {
        "name": grid.name,
        "contest": grid.contest,
        "contestants": len(everybody),
        "tables": grid.tables,
        "rounds": len(grid.rounds),
        "boards_per_set": grid.boards_per_set,
        "board_sets": board_sets,
        "copies": max(cell.copy_no for _, _, cell in _iterate_cells(grid)),
        "guarantees": tuple(key for key in grid.guarantees if key in KEPT_GUARANTEES),
    }
    if grid.winners:
        stated["winners"] = grid.winners
    bye_stands = _list_resting_sets(grid, rows, board_sets)
    return derive_plan(rows, sit_outs, bye_stands, stated)


def _without_typing_slips(grid: MovementGrid, numbers: set[int]) -> set[int]:
    """Return *numbers* without the ones so high that they must be typing slips.

    A slip is one fault, at its cell. The mistyped number doesn't sit out all other rounds.
    """
    seats = {"pairs": 2, "individual": 4}.get(grid.contest, 0) * grid.tables
    highest = max(seats, len(numbers))
    if grid.contest == "pairs":
        # Each empty number may belong to a pair that came late and has a higher one.
        highest += highest - len([number for number in numbers if number <= highest])
    return {number for number in numbers if number <= highest}


def _list_resting_sets(
    grid: MovementGrid, rows: Sequence[TableRound], board_sets: int
) -> list[ByeStand]:
    """Return the bye-stands whose set still rests there after what was edited."""
    in_play = {(row.round_no, row.board_set) for row in rows}
    resting = []
    for stand in grid.bye_stands:
        is_known = (
            1 <= stand.round_no <= len(grid.rounds)
            and 1 <= stand.board_set <= board_sets
            and 1 <= stand.after_table <= grid.tables
        )
        if is_known and (stand.round_no, stand.board_set) not in in_play:
            resting.append(stand)
    return resting


def grid_of_plan(plan: Movement) -> MovementGrid:
    """Return *plan* as a grid from which :func:`examine_grid` makes the same rows.

    >>> from movements.registry import make_plan
    >>> grid_of_plan(make_plan("mitchell", tables=5)).rounds[0][0]
    GridCell(seats=(1, 6), board_set=1, is_arrow_switched=False, copy_no=1)

    :raises MovementError: if the grid would be too large
    :raises MovementError: if a grid can't show the plan, naming what would be lost
    """
    refuse_large_grid(plan.tables, plan.rounds)
    cells: dict[tuple[int, int], GridCell] = {}
    for row in plan.rows:
        seats = row.players if plan.contest == "individual" else (row.ns, row.ew)
        cells[row.round_no, row.table_no] = GridCell(
            seats or (0,) * 4, row.board_set, row.arrow_switched, row.copy_no
        )
    if plan.contest != "individual":
        _add_half_tables(cells, plan)
    empty = GridCell((0,) * len(SEATS[plan.contest]))
    table_numbers = range(1, plan.tables + 1)
    rounds = []
    for round_no in range(1, plan.rounds + 1):
        rounds.append(tuple(cells.get((round_no, table_no), empty) for table_no in table_numbers))
    grid = MovementGrid(
        plan.name,
        plan.contest,
        plan.boards_per_set,
        tuple(rounds),
        plan.bye_stands,
        tuple(key for key in plan.guarantees if key in KEPT_GUARANTEES),
    )
    # The grid is read back, to be sure that it says all of the plan.
    plan_read = examine_grid(grid).plan
    rows_read = plan_read.rows if plan_read else ()
    if plan_read is None or (
        _without_partnership_numbers(plan, rows_read)
        != _without_partnership_numbers(plan, plan.rows)
    ):
        raise MovementError(
            "grid-too-poor",
            "{movement} can't be edited in a grid, which doesn't show {lost}. Edit it as text.",
            movement=plan.name,
            lost=_find_lost_part(plan),
        )
    if plan_read.winners != plan.winners:
        return replace(grid, winners=plan.winners)
    return grid


def _add_half_tables(cells: dict[tuple[int, int], GridCell], plan: Movement) -> None:
    """Add the pairs that wait at a table, each at the side where it sits in other rounds."""
    ns_pairs = {row.ns for row in plan.rows}
    for sit_out in plan.sit_outs:
        place = (sit_out.round_no, sit_out.table_no or 0)
        if sit_out.table_no and sit_out.board_set and place not in cells:
            pair = sit_out.contestant
            seats = (pair, 0) if pair in ns_pairs else (0, pair)
            cells[place] = GridCell(seats, sit_out.board_set, copy_no=sit_out.copy_no)


def _without_partnership_numbers(plan: Movement, rows: Sequence[TableRound]) -> set[object]:
    """Return *rows* without the numbers of partnerships, which follow from the players."""
    if plan.contest == "individual":
        return {replace(row, ns=0, ew=0) for row in rows}
    return set(rows)


def _find_lost_part(plan: Movement) -> str:
    places = {(row.round_no, row.table_no, row.half) for row in plan.rows}
    if len(places) < len(plan.rows):
        return "a table that is listed twice"
    if any(row.half for row in plan.rows):
        return "half matches"
    if plan.contest != "individual" and any(row.players for row in plan.rows):
        return f"the players of a {plan.called} one by one"
    return "a custom order of boards"


# A movement in which opponents meet twice is legal, and often wanted. So it is a remark, not a fault.


def find_plan_remarks(plan: Movement) -> tuple[Fault, ...]:
    """Return remarks about *plan*, by round, then table, written as faults are.

    Opponents meet again, a board set is never played, or only one table plays it. With one winner,
    some sit in one direction only and are never compared with the others. Single players meet again in
    every movement, so they aren't mentioned.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=4, rounds=4, options={"even": "skip"})
    >>> find_plan_remarks(plan)[0].text
    'Pairs 1 and 5 meet again at table 1 in round 4. They met in round 1.'
    """
    remarks = [
        *_find_repeat_meetings(plan),
        *_find_unplayed_sets(plan),
        *_find_uncompared_sets(plan),
        *_find_uncompared_lines(plan),
    ]
    return tuple(sorted(remarks, key=lambda remark: (remark.round_no or 0, remark.table_no or 0)))


def _find_repeat_meetings(plan: Movement) -> Iterator[Fault]:
    if plan.contest == "individual":
        return
    first_rounds: dict[tuple[int, int], int] = {}
    reported_meetings = set()
    for row in plan.rows:
        couple = (min(row.ns, row.ew), max(row.ns, row.ew))
        first_round = first_rounds.setdefault(couple, row.round_no)
        # Two teams meet at two tables in a round, which is one meeting.
        meeting = (couple, row.round_no)
        is_repeat = first_round != row.round_no and meeting not in reported_meetings
        if is_repeat and row.ns != row.ew:
            reported_meetings.add(meeting)
            yield make_fault(
                "meets-again",
                "{Called}s {first} and {second} meet again at table {table_no} in round {round_no}. "
                "They met in round {former_round}.",
                row.round_no,
                row.table_no,
                called=plan.called,
                first=couple[0],
                second=couple[1],
                former_round=first_round,
            )


def _find_unplayed_sets(plan: Movement) -> Iterator[Fault]:
    unplayed = set(range(1, plan.board_sets + 1)) - _group_rows_by_set(plan).keys()
    # A set that only waits at a half table is there all the same.
    for sit_out in plan.sit_outs:
        unplayed.discard(sit_out.board_set or 0)
    if unplayed:
        yield make_fault(
            "sets-unplayed",
            "Board sets that nobody plays: {sets}.",
            sets=join_with_and(sorted(unplayed)),
        )


def _find_uncompared_sets(plan: Movement) -> Iterator[Fault]:
    rows_by_set = _group_rows_by_set(plan)
    single_rows = [rows[0] for rows in rows_by_set.values() if len(rows) == 1]
    # While most sets are played once, the movement is only beginning.
    if len(single_rows) * 2 > len(rows_by_set):
        return
    for row in single_rows:
        yield make_fault(
            "set-uncompared",
            "Only table {table_no} plays board set {board_set}, in round {round_no}. Nobody is "
            "compared on it.",
            row.round_no,
            row.table_no,
            board_no=min(row.boards),
            board_set=row.board_set,
        )


def _find_uncompared_lines(plan: Movement) -> Iterator[Fault]:
    """Yield a remark if pairs with one winner sit in two lines that never change directions."""
    if plan.contest != "pairs" or plan.winners != 1:
        return
    ns_line = set()
    ew_line = set()
    for row in plan.rows:
        ns, ew = (row.ew, row.ns) if row.arrow_switched else (row.ns, row.ew)
        ns_line.add(ns)
        ew_line.add(ew)
    if ns_line and not ns_line & ew_line:
        yield make_fault(
            "lines-uncompared",
            "Nobody changes direction, so N-S and E-W pairs are compared only where they meet. "
            "Choose two winners, or switch arrows in some rounds.",
        )


def _group_rows_by_set(plan: Movement) -> dict[int, list[TableRound]]:
    rows_by_set: dict[int, list[TableRound]] = {}
    for row in plan.rows:
        rows_by_set.setdefault(row.board_set, []).append(row)
    return rows_by_set
