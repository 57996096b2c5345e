"""Read and write movement text of teams and of individuals.

A head line has five numbers for teams (type, tables, boards, boards per round, rounds) and six for
individuals (the number of players comes last). A table's line has three numbers for each round of
teams, N-S team, E-W team and board set, and five of individuals: players N, S, E, W and board set.
A 0 in a round is an empty table. Whoever isn't at a table sits out. Source: [EBUTEXT].
"""

from collections.abc import Sequence
from typing import NamedTuple

from movements.files.reading import Problems, Reading, derive_plan
from movements.files.text_pairs import are_lines_numbered, describe_title_problem, split_title
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    Movement,
    SitOut,
    TableNo,
    TableRound,
)

TEAMS, INDIVIDUAL = "teams", "individual"
AMERICAN_WHIST = 5
"""The type of most movements of teams. The match of two teams is then at two tables."""
ONE_WINNER, FOUR_WINNERS = 3, 4
"""Types of individuals. With four winners N, S, E and W can be ranked separately."""
TEAM_TYPES = (0, AMERICAN_WHIST)
NAMED_TEAM_TYPES = ("5", "6", "7")
"""Types that only movements of teams have. What 6 and 7 mean for the seats isn't published."""
HEAD_FIELDS = {
    TEAMS: ("type", "tables", "boards", "boards per round", "rounds"),
    INDIVIDUAL: ("type", "tables", "boards", "boards per round", "rounds", "players"),
}
NUMBERS_PER_ROUND = {TEAMS: 3, INDIVIDUAL: 5}


class _TableLine(NamedTuple):
    """The numbers of one table: those who play and the board set, round by round."""

    table_no: TableNo
    rounds: tuple[tuple[int, ...], ...]


def find_contest(head_line: str, table_lines: Sequence[str]) -> str | None:
    """Return the contest of movement text by its head line, or None for pairs.

    >>> find_contest("3,2,28,4,7,8", []), find_contest("0,2,12,4,3,0", [])
    ('individual', None)
    >>> find_contest("0,2,6,3,2", ["1,2,1,1,2,2", "2,1,1,2,1,2"])
    'teams'
    """
    head = [title.strip() for title in head_line.split(",")]
    if head[0] in (str(ONE_WINNER), str(FOUR_WINNERS)) and len(head) == len(
        HEAD_FIELDS[INDIVIDUAL]
    ):
        return INDIVIDUAL
    if len(head) != len(HEAD_FIELDS[TEAMS]):
        return None
    # Pairs lack their last number if somebody forgot it. Only teams sit N-S and E-W in one round.
    first_round = [line.split(",")[:2] for line in table_lines]
    ns = {cells[0].strip() for cells in first_round}
    ew = {cells[-1].strip() for cells in first_round}
    is_seated_twice = bool((ns & ew) - {"0"})
    if head[0] in NAMED_TEAM_TYPES or (head[0] == "0" and is_seated_twice):
        return TEAMS
    return None


def parse_contest(
    contest: str, title_line: str, head_line: str, lines: Sequence[str], first_line: int
) -> Reading:
    """Return the plan of teams or individuals, and everything that can't be read.

    A title needs no code in brackets here. *first_line* is its number in the file.

    >>> lines = ["1,3,1,1,2,2", "2,1,1,2,3,2", "3,2,1,3,1,2"]
    >>> reading = parse_contest("teams", "[X] Three teams", "5,3,12,6,2", lines, 1)
    >>> (reading.plan.contest, reading.plan.contestants, reading.plan.boards_per_set)
    ('teams', 3, 6)
    """
    problems = Problems()
    title = split_title(title_line)
    if not title and set("[]") & set(title_line):
        problems.add(f"Line {first_line}: {describe_title_problem(title_line)}.")
    code, name = title or ("", title_line)
    head = _parse_head(contest, head_line, problems)
    if not head:
        return problems.make_reading(None)
    if head["tables"] != len(lines):
        problems.add(
            f"The head line says {head['tables']} tables, but there are {len(lines)} table lines."
        )
    lines_of_cells = [line.rstrip(",").split(",") for line in lines]
    if are_lines_numbered(lines_of_cells, NUMBERS_PER_ROUND[contest]):
        lines_of_cells = [cells[1:] for cells in lines_of_cells]
    tables = [
        _parse_table_line(contest, table_no, cells, head["rounds"], problems)
        for table_no, cells in enumerate(lines_of_cells, start=1)
    ]
    rows = _make_contest_rows(contest, tables, head["boards per round"])
    if not rows:
        problems.add("No table has contestants and a board set.")
        return problems.make_reading(None)
    stated_fields: dict[str, object] = {
        "key": code or "own",
        "name": name or "Custom movement",
        "contest": contest,
        "winners": _count_winners(rows, head["type"]),
        "tables": head["tables"],
        "rounds": head["rounds"],
        "boards_per_set": head["boards per round"],
        "board_sets": head["boards"] // head["boards per round"],
    }
    sit_outs = _list_sit_outs(contest, rows, head)
    return problems.make_reading(derive_plan(mark_copies(rows), sit_outs, (), stated_fields))


def _parse_head(contest: str, line: str, problems: Problems) -> dict[str, int]:
    """Return the numbers of the head line, or nothing if the tables can't be read by them."""
    head = {
        name: problems.parse_number(cell, f"The head line, {name}")
        for name, cell in zip(HEAD_FIELDS[contest], line.split(","), strict=True)
    }
    if contest == TEAMS and head["type"] not in TEAM_TYPES:
        problems.add(f"The head line says type {head['type']}. For teams, use 5 or 0.")
    boards, boards_per_round = head["boards"], head["boards per round"]
    if not boards_per_round or boards % boards_per_round:
        problems.add(
            f"The head line: {boards} boards can’t be split into sets of {boards_per_round}."
        )
        return {}
    return head


def _parse_table_line(
    contest: str, table_no: int, cells: Sequence[str], rounds: int, problems: Problems
) -> _TableLine:
    size = NUMBERS_PER_ROUND[contest]
    if len(cells) != size * rounds:
        problems.add(
            f"Table {table_no} has {len(cells)} numbers, not {size * rounds} "
            f"({size} for each of {rounds} rounds).",
            min(rounds, len(cells) // size + 1) or None,
            table_no,
        )
    numbers = []
    for index, cell in enumerate(cells[: size * rounds]):
        round_no = index // size + 1
        location = f"Table {table_no}, round {round_no}"
        numbers.append(problems.parse_number(cell, location, round_no, table_no))
    # An incomplete round at the end is left out.
    complete_count = len(numbers) - len(numbers) % size
    starts = range(0, complete_count, size)
    return _TableLine(table_no, tuple(tuple(numbers[start : start + size]) for start in starts))


def _make_contest_rows(
    contest: str, tables: Sequence[_TableLine], boards_per_set: int
) -> list[TableRound]:
    rows = []
    for line in tables:
        for round_no, numbers in enumerate(line.rounds, start=1):
            if not all(numbers):
                continue
            *contestants, board_set = numbers
            boards = list_board_numbers(board_set, boards_per_set)
            row = TableRound(
                round_no, line.table_no, ns=0, ew=0, board_set=board_set, boards=boards
            )
            rows.append(_seat_contestants(contest, row, contestants))
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    return rows


def _seat_contestants(contest: str, row: TableRound, numbers: Sequence[int]) -> TableRound:
    location = (row.round_no, row.table_no)
    if contest == TEAMS:
        ns, ew = numbers
        return TableRound(*location, ns, ew, row.board_set, row.boards)
    north, south, east, west = numbers
    players = (north, east, south, west)
    return TableRound(*location, 0, 0, row.board_set, row.boards, players=players)


def _get_contestants(row: TableRound) -> tuple[int, ...]:
    return row.players or (row.ns, row.ew)


def _list_sit_outs(contest: str, rows: Sequence[TableRound], head: dict[str, int]) -> list[SitOut]:
    """Return who isn't at a table, round by round."""
    all_numbers = {number for row in rows for number in _get_contestants(row)}
    if contest == INDIVIDUAL:
        all_numbers |= set(range(1, head["players"] + 1))
    sit_outs = []
    for round_no in range(1, head["rounds"] + 1):
        playing: set[int] = set()
        for row in rows:
            if row.round_no == round_no:
                playing.update(_get_contestants(row))
        sit_outs += [SitOut(round_no, number) for number in sorted(all_numbers - playing)]
    return sit_outs


def _count_winners(rows: Sequence[TableRound], head_type: int) -> int:
    """Return two winners if four can win and nobody changes between N-S and E-W, otherwise one."""
    if head_type != FOUR_WINNERS:
        return 1
    ns: set[int] = set()
    ew: set[int] = set()
    for row in rows:
        north, east, south, west = row.players or (0, 0, 0, 0)
        ns |= {north, south}
        ew |= {east, west}
    return 1 if ns & ew else 2


def format_contest_lines(plan: Movement) -> list[str]:
    """Return the head line and the table lines of a *plan* of teams or individuals.

    >>> from movements.registry import make_plan
    >>> format_contest_lines(make_plan("fours-howell", teams=3, boards_per_set=4))[:2]
    ['5,3,12,4,2', '1,3,1,1,2,2']
    """
    is_individual = plan.contest == INDIVIDUAL
    head = [AMERICAN_WHIST, plan.tables, plan.boards, plan.boards_per_set, plan.rounds]
    if is_individual:
        head[0] = ONE_WINNER if plan.winners == 1 else FOUR_WINNERS
        head.append(plan.contestants)
    cells = {(row.table_no, row.round_no): _list_cell_numbers(row) for row in plan.rows}
    empty_cell = (0,) * NUMBERS_PER_ROUND[INDIVIDUAL if is_individual else TEAMS]
    lines = [",".join(map(str, head))]
    for table_no in range(1, plan.tables + 1):
        numbers: list[int] = []
        for round_no in range(1, plan.rounds + 1):
            numbers += cells.get((table_no, round_no), empty_cell)
        lines.append(",".join(map(str, numbers)))
    return lines


def _list_cell_numbers(row: TableRound) -> tuple[int, ...]:
    if row.players:
        north, east, south, west = row.players
        return north, south, east, west, row.board_set
    return row.ns, row.ew, row.board_set
