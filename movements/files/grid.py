"""A movement as the cells of a grid, rounds by tables. A grid is read from JSON or made from a plan.

The grid is what an editor shows: unlike a plan it may have empty and half-filled cells. When it is
examined, each fault is found at its cell. A grid needn't say who sits out: whoever isn't seated in a
round does. A cell with one pair and a board set is a half table, at which that pair waits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.check.guarantees import NUMBERS_WITH_GAPS
from movements.errors import MovementError, UnreadablePlanError
from movements.files.formats import is_consequence
from movements.files.plan_json import CONTESTS
from movements.files.reading import MAX_NUMBER, derive_plan
from movements.layout import list_board_numbers, mark_copies, with_first_board
from movements.model import (
    ROUND_IS_A_MATCH,
    ByeStand,
    FourPlayers,
    Movement,
    PlanProblem,
    SetNo,
    SitOut,
    TableRound,
    join_with_and,
    make_problem,
)

SEAT_NAMES = {"pairs": ("N-S", "E-W"), "individual": ("N", "E", "S", "W"), "teams": ("N-S", "E-W")}
"""The names of the seats of a cell, by contest."""
MAX_TABLES = 100
MAX_ROUNDS = 200
MAX_CELLS = 2000
"""Cells of the largest grid. An editor with more would take seconds to appear."""
MAX_BOARDS_PER_SET = 40
MAX_NAME_LENGTH = 300

KEPT_GUARANTEES = (ROUND_IS_A_MATCH, BOARDS_PLAYED_BOTH_WAYS, NUMBERS_WITH_GAPS)
"""Promises that change how a plan is checked. Others are only claims, which an edit may break."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One table in one round.

    >>> GridCell((1, 10), 1).is_empty, GridCell((0, 0)).is_empty
    (False, True)
    """

    seats: tuple[int, ...]  # the numbers at its seats, 0 if a seat is empty
    board_set: SetNo = 0  # 0 if it is empty
    is_arrow_switched: bool = False  # the first seat holds the N-S cards and sits E-W
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
    """The cells of a movement as a director types them.

    >>> make_empty_grid("pairs", tables=9, rounds=3, boards_per_set=3).tables
    9
    """

    name: str
    contest: str
    boards_per_set: int
    rounds: tuple[tuple[GridCell, ...], ...]  # for each round, one cell per table
    bye_stands: tuple[ByeStand, ...] = ()
    # Promises for which a plan is checked differently, such as ROUND_IS_A_MATCH.
    guarantees: tuple[str, ...] = ()
    winners: int = 0  # 1 or 2, or 0 if it follows from the seats

    @property
    def tables(self) -> int:
        """Return the number of tables."""
        return len(self.rounds[0])


def make_empty_grid(contest: str, tables: int, rounds: int, boards_per_set: int) -> MovementGrid:
    """Return a grid of *tables* by *rounds* whose cells are empty.

    >>> len(make_empty_grid("pairs", tables=9, rounds=3, boards_per_set=3).rounds)
    3

    :raises MovementError: if the grid would be too large
    """
    refuse_large_grid(tables, rounds)
    empty = GridCell((0,) * len(SEAT_NAMES[contest]))
    return MovementGrid("Custom movement", contest, boards_per_set, ((empty,) * tables,) * rounds)


def grid_to_json(grid: MovementGrid) -> dict[str, Any]:
    """Return *grid* as a JSON object that :func:`grid_from_json` reads back unchanged.

    >>> grid = make_empty_grid("pairs", tables=2, rounds=1, boards_per_set=3)
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
        raise _make_unreadable_error("it isn’t an object with named fields")
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
    seats = len(SEAT_NAMES[contest])
    return MovementGrid(
        name=_join_lines(name),
        contest=contest,
        boards_per_set=boards_per_set,
        rounds=tuple(
            _read_round(cells, f"round {round_no}", tables=tables, seats=seats)
            for round_no, cells in enumerate(rounds, start=1)
        ),
        bye_stands=tuple(_read_bye_stands(data.get("bye_stands", []))),
        guarantees=tuple(_read_guarantees(data.get("guarantees", []))),
        winners=_check_number(data.get("winners"), '"winners"', 2),
    )


def _read_round(cells: object, location: str, *, tables: int, seats: int) -> tuple[GridCell, ...]:
    cells = _check_list(cells, location)
    if len(cells) != tables:
        raise _make_unreadable_error(f"{location} must have {tables} tables, as round 1 has")
    return tuple(
        _read_cell(cell, f"{location}, table {table_no}", seats)
        for table_no, cell in enumerate(cells, start=1)
    )


def _read_cell(cell: object, location: str, seats: int) -> GridCell:
    if cell is None:
        return GridCell((0,) * seats)
    if not isinstance(cell, Mapping):
        raise _make_unreadable_error(f'{location} must have "seats" and "set"')
    numbers = [
        _check_number(number, location) for number in _check_list(cell.get("seats"), location)
    ]
    if len(numbers) != seats:
        raise _make_unreadable_error(f"{location} must have {seats} seats")
    return GridCell(
        tuple(numbers),
        _check_number(cell.get("set", 0), location),
        is_arrow_switched=cell.get("turned") is True,
        copy_no=_check_number(cell.get("copy", 1), location) or 1,
    )


def _read_bye_stands(data: object) -> list[ByeStand]:
    bye_stands = []
    # More bye-stands than cells can only come from a file made to exhaust the program.
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


def _check_list(value: object, location: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise _make_unreadable_error(f"{location} must be a list")
    return value


def _check_number(value: object, location: str, most: int = MAX_NUMBER) -> int:
    """Return *value* if it is a whole number up to *most*, and 0 for None.

    :raises UnreadablePlanError: if it isn't
    """
    if value is None:
        return 0
    # Python counts True and False as whole numbers.
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise _make_unreadable_error(f"{location} must have whole numbers up to {most}")


def _join_lines(name: str) -> str:
    """Return *name* on one line, because a text file of the plan has it on a line of its own."""
    return " ".join(name.split())[:MAX_NAME_LENGTH]


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


@dataclass(frozen=True, slots=True)
class GridExamination:
    """The plan of a grid as far as it is typed, with problems and warnings by round, then table.

    >>> examine_grid(make_empty_grid("pairs", tables=2, rounds=2, boards_per_set=3)).empty_rounds
    (1, 2)
    """

    plan: Movement | None  # None while no cell is full
    problems: tuple[PlanProblem, ...]
    warnings: tuple[PlanProblem, ...]
    # The problems of half-filled cells, which are among *problems* too.
    incomplete: tuple[PlanProblem, ...]
    empty_rounds: tuple[int, ...]  # the rounds in which nothing is typed

    @property
    def is_ready(self) -> bool:
        """Return whether the grid is a whole plan without faults."""
        return self.plan is not None and not self.problems and not self.empty_rounds


def examine_grid(grid: MovementGrid) -> GridExamination:
    """Return the plan of *grid* as far as it is typed, with all faults and warnings.

    >>> from movements.registry import make_plan
    >>> examine_grid(make_grid(make_plan("howell", pairs=9))).is_ready
    True
    """
    incomplete = tuple(_iter_incomplete_cells(grid))
    empty_rounds = tuple(
        round_no
        for round_no, cells in enumerate(grid.rounds, start=1)
        if all(cell.is_empty for cell in cells)
    )
    rows = tuple(_make_grid_rows(grid))
    if not rows:
        return GridExamination(
            plan=None,
            problems=incomplete,
            warnings=(),
            incomplete=incomplete,
            empty_rounds=empty_rounds,
        )
    plan = _make_grid_plan(grid, rows, empty_rounds)
    unfinished_rounds = frozenset((*(problem.round_no for problem in incomplete), *empty_rounds))
    plan_problems = [
        problem for problem in check_plan(plan) if not is_consequence(problem, unfinished_rounds)
    ]
    problems = sorted(
        (*incomplete, *plan_problems),
        key=lambda problem: (problem.round_no or 0, problem.table_no or 0),
    )
    # Warnings on a plan that is still wrong would only distract from its faults.
    warnings = () if plan_problems else list_plan_warnings(plan)
    return GridExamination(
        plan,
        tuple(problems),
        warnings=warnings,
        incomplete=incomplete,
        empty_rounds=empty_rounds,
    )


def _iter_cells(grid: MovementGrid) -> Iterator[tuple[int, int, GridCell]]:
    """Yield the round, the table and the cell for each cell."""
    for round_no, cells in enumerate(grid.rounds, start=1):
        for table_no, cell in enumerate(cells, start=1):
            yield round_no, table_no, cell


def _is_half_table(cell: GridCell) -> bool:
    has_two_seats = len(cell.seats) == 2  # three single players can't wait for a fourth
    seated_count = sum(map(bool, cell.seats))
    return has_two_seats and bool(cell.board_set) and seated_count == 1


def _iter_incomplete_cells(grid: MovementGrid) -> Iterator[PlanProblem]:
    names = SEAT_NAMES[grid.contest]
    for round_no, table_no, cell in _iter_cells(grid):
        if cell.is_empty or cell.is_full or _is_half_table(cell):
            continue
        missing_parts = [name for name, number in zip(names, cell.seats, strict=True) if not number]
        if not cell.board_set:
            missing_parts.append("the board set")
        yield make_problem(
            "cell-incomplete",
            "Table {table_no} in round {round_no} lacks {missing}. Type the rest, or clear the "
            "cell.",
            round_no,
            table_no,
            missing=join_with_and(missing_parts),
        )


def _make_grid_rows(grid: MovementGrid) -> Sequence[TableRound]:
    rows = []
    for round_no, table_no, cell in _iter_cells(grid):
        if not cell.is_full:
            continue
        names_players = len(cell.seats) == 4
        # Without numbers of their own, the partnerships follow from the players.
        ns, ew = (0, 0) if names_players else cell.seats
        row = TableRound(
            round_no,
            table_no,
            ns=ns,
            ew=ew,
            board_set=cell.board_set,
            boards=list_board_numbers(cell.board_set, grid.boards_per_set),
            arrow_switched=cell.is_arrow_switched,
            copy_no=cell.copy_no,
            players=cast("FourPlayers", cell.seats) if names_players else None,
        )
        rows.append(row)
    return mark_copies(rows)


def _make_grid_plan(
    grid: MovementGrid, rows: Sequence[TableRound], empty_rounds: Sequence[int]
) -> Movement:
    seated_by_round: dict[int, set[int]] = {}
    sit_outs = []
    for round_no, table_no, cell in _iter_cells(grid):
        seated_by_round.setdefault(round_no, set()).update(filter(None, cell.seats))
        if _is_half_table(cell):
            waiting_pair = max(cell.seats)  # the other seat is 0
            sit_outs.append(
                SitOut(
                    round_no,
                    waiting_pair,
                    table_no=table_no,
                    board_set=cell.board_set,
                    copy_no=cell.copy_no,
                )
            )
    all_numbers = _without_typing_slips(grid, set[int]().union(*seated_by_round.values()))
    for round_no, numbers in seated_by_round.items():
        if round_no not in empty_rounds:
            sit_outs += [SitOut(round_no, number) for number in sorted(all_numbers - numbers)]
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0, sit_out.contestant))
    board_sets = max(cell.board_set for _, _, cell in _iter_cells(grid))
    stated_fields: dict[str, object] = {
        "name": grid.name,
        "contest": grid.contest,
        "contestants": len(all_numbers),
        "tables": grid.tables,
        "rounds": len(grid.rounds),
        "boards_per_set": grid.boards_per_set,
        "board_sets": board_sets,
        "copies": max(cell.copy_no for _, _, cell in _iter_cells(grid)),
        "guarantees": tuple(key for key in grid.guarantees if key in KEPT_GUARANTEES),
    }
    if grid.winners:
        stated_fields["winners"] = grid.winners
    bye_stands = _list_resting_sets(grid, rows, board_sets)
    return derive_plan(rows, sit_outs, bye_stands, stated_fields)


def _without_typing_slips(grid: MovementGrid, numbers: set[int]) -> set[int]:
    """Return *numbers* without those so high that they must be typing slips.

    A slip is a fault at its cell only. If its number counted, it would sit out all other rounds.
    """
    seats = {"pairs": 2, "individual": 4}.get(grid.contest, 0) * grid.tables
    highest = max(seats, len(numbers))
    if grid.contest == "pairs":
        # For each unused number a late pair may have got a higher one.
        unused_count = highest - len([number for number in numbers if number <= highest])
        highest += unused_count
    return {number for number in numbers if number <= highest}


def _list_resting_sets(
    grid: MovementGrid, rows: Sequence[TableRound], board_sets: int
) -> list[ByeStand]:
    """Return the bye-stands that are still right, because their set isn't played in that round."""
    sets_in_play = {(row.round_no, row.board_set) for row in rows}
    resting_stands = []
    for stand in grid.bye_stands:
        is_in_range = (
            1 <= stand.round_no <= len(grid.rounds)
            and 1 <= stand.board_set <= board_sets
            and 1 <= stand.after_table <= grid.tables
        )
        if is_in_range and (stand.round_no, stand.board_set) not in sets_in_play:
            resting_stands.append(stand)
    return resting_stands


def make_grid(plan: Movement) -> MovementGrid:
    """Return *plan* as a grid from which :func:`examine_grid` makes the same rows.

    A grid names board sets, so its boards are numbered from 1.

    >>> from movements.registry import make_plan
    >>> make_grid(make_plan("mitchell", tables=5)).rounds[0][0]
    GridCell(seats=(1, 6), board_set=1, is_arrow_switched=False, copy_no=1)

    :raises MovementError: if the grid would be too large, or if it can't show the plan, naming what
        would be lost
    """
    refuse_large_grid(plan.tables, plan.rounds)
    plan = with_first_board(plan, 1)
    cells: dict[tuple[int, int], GridCell] = {}
    for row in plan.rows:
        seats = row.players if plan.contest == "individual" else (row.ns, row.ew)
        cells[row.round_no, row.table_no] = GridCell(
            seats or (0,) * 4, row.board_set, row.arrow_switched, row.copy_no
        )
    if plan.contest != "individual":
        _add_half_tables(cells, plan)
    empty_cell = GridCell((0,) * len(SEAT_NAMES[plan.contest]))
    table_numbers = range(1, plan.tables + 1)
    rounds = []
    for round_no in range(1, plan.rounds + 1):
        rounds.append(
            tuple(cells.get((round_no, table_no), empty_cell) for table_no in table_numbers)
        )
    grid = MovementGrid(
        plan.name,
        plan.contest,
        boards_per_set=plan.boards_per_set,
        rounds=tuple(rounds),
        bye_stands=plan.bye_stands,
        guarantees=tuple(key for key in plan.guarantees if key in KEPT_GUARANTEES),
    )
    # The grid is read back, to be sure that it shows the whole plan.
    plan_read = examine_grid(grid).plan
    if plan_read is None or not _have_same_rows(plan_read, plan):
        raise MovementError(
            "grid-too-poor",
            "{movement} can’t be edited in a grid, which doesn’t show {lost}. Edit it as text.",
            movement=plan.name,
            lost=_describe_lost_part(plan),
        )
    if plan_read.winners != plan.winners:
        return replace(grid, winners=plan.winners)
    return grid


def _add_half_tables(cells: dict[tuple[int, int], GridCell], plan: Movement) -> None:
    """Add the pairs that wait at a table, each in the direction in which it plays other rounds."""
    ns_pairs = {row.ns for row in plan.rows}
    for sit_out in plan.sit_outs:
        location = (sit_out.round_no, sit_out.table_no or 0)
        if sit_out.table_no and sit_out.board_set and location not in cells:
            pair = sit_out.contestant
            seats = (pair, 0) if pair in ns_pairs else (0, pair)
            cells[location] = GridCell(seats, sit_out.board_set, copy_no=sit_out.copy_no)


def _have_same_rows(plan: Movement, other_plan: Movement) -> bool:
    """Return whether both plans have the same rows, whatever numbers their partnerships have."""
    return _without_partnership_numbers(plan) == _without_partnership_numbers(other_plan)


def _without_partnership_numbers(plan: Movement) -> set[TableRound]:
    if plan.contest == "individual":
        return {replace(row, ns=0, ew=0) for row in plan.rows}
    return set(plan.rows)


def _describe_lost_part(plan: Movement) -> str:
    used_tables = {(row.round_no, row.table_no, row.half) for row in plan.rows}
    if len(used_tables) < len(plan.rows):
        return "a table that is listed twice"
    if any(row.half for row in plan.rows):
        return "half matches"
    if plan.contest != "individual" and any(row.players for row in plan.rows):
        return f"the players of a {plan.contestant_noun} one by one"
    return "a custom order of boards"


# A movement in which opponents meet twice is legal, and often wanted. So that is a warning, not a fault.


def list_plan_warnings(plan: Movement) -> tuple[PlanProblem, ...]:
    """Return the warnings about *plan* by round, then table, in the form of faults.

    They say that opponents meet again, that nobody plays a board set, or that only one table does. With
    one winner they also say that N-S and E-W pairs never change direction, and so are hardly compared.
    Single players meet again in every movement, so that isn't mentioned.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=4, rounds=4, options={"even": "skip"})
    >>> list_plan_warnings(plan)[0].text
    'Pairs 1 and 5 meet again at table 1 in round 4. They met in round 1.'
    """
    warnings = [
        *_iter_repeat_meetings(plan),
        *_iter_unplayed_sets(plan),
        *_iter_uncompared_sets(plan),
        *_iter_uncompared_directions(plan),
    ]
    return tuple(
        sorted(warnings, key=lambda warning: (warning.round_no or 0, warning.table_no or 0))
    )


def _iter_repeat_meetings(plan: Movement) -> Iterator[PlanProblem]:
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
            yield make_problem(
                "meets-again",
                "{Called}s {first} and {second} meet again at table {table_no} in round {round_no}. "
                "They met in round {former_round}.",
                row.round_no,
                row.table_no,
                called=plan.contestant_noun,
                first=couple[0],
                second=couple[1],
                former_round=first_round,
            )


def _iter_unplayed_sets(plan: Movement) -> Iterator[PlanProblem]:
    unplayed_sets = set(range(1, plan.board_sets + 1)) - _group_rows_by_set(plan).keys()
    # A set that only lies at a half table is needed all the same.
    for sit_out in plan.sit_outs:
        unplayed_sets.discard(sit_out.board_set or 0)
    if unplayed_sets:
        yield make_problem(
            "sets-unplayed",
            "Board sets that nobody plays: {sets}.",
            sets=join_with_and(sorted(unplayed_sets)),
        )


def _iter_uncompared_sets(plan: Movement) -> Iterator[PlanProblem]:
    rows_by_set = _group_rows_by_set(plan)
    single_rows = [rows[0] for rows in rows_by_set.values() if len(rows) == 1]
    # If most sets are played once, somebody is still typing: warnings on all of them wouldn't help.
    if len(single_rows) * 2 > len(rows_by_set):
        return
    for row in single_rows:
        yield make_problem(
            "set-uncompared",
            "Only table {table_no} plays board set {board_set}, in round {round_no}. Nobody is "
            "compared on it.",
            row.round_no,
            row.table_no,
            board_no=min(row.boards),
            board_set=row.board_set,
        )


def _iter_uncompared_directions(plan: Movement) -> Iterator[PlanProblem]:
    """Yield a warning if there is one winner, but no pair ever changes direction."""
    if plan.contest != "pairs" or plan.winners != 1:
        return
    ns_pairs = set()
    ew_pairs = set()
    for row in plan.rows:
        ns, ew = (row.ew, row.ns) if row.arrow_switched else (row.ns, row.ew)
        ns_pairs.add(ns)
        ew_pairs.add(ew)
    if ns_pairs and not ns_pairs & ew_pairs:
        yield make_problem(
            "lines-uncompared",
            "Nobody changes direction, so N-S and E-W pairs are compared only where they meet. "
            "Choose two winners, or switch arrows in some rounds.",
        )


def _group_rows_by_set(plan: Movement) -> dict[int, list[TableRound]]:
    rows_by_set: dict[int, list[TableRound]] = {}
    for row in plan.rows:
        rows_by_set.setdefault(row.board_set, []).append(row)
    return rows_by_set
