"""Plans as tables that a spreadsheet shows: one line a round and one column a table, written and read.

Responsible for the grid, which holds everything a plan says; the plainer list with one line for
each table and round is read by :mod:`movements.files.csv_list`.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TypeVar

from movements.files.csv_list import read_list
from movements.files.plan_json import CONTESTS
from movements.files.reading import Problems, Reading, boards_stated, fill_in
from movements.layout import board_numbers, mark_copies
from movements.model import ByeStand, Four, Movement, SitOut, TableRound

BOARDS_OF_CELL = (
    r"\s*/\s*(?P<set>\d{1,4})(?P<marks>[=^]*)(?:\*(?P<copy>\d{1,4}))?(?::(?P<boards>[\d ]{1,200}))?"
)
FOUR = r"\d{1,4}(?:\s*-\s*\d{1,4}){3}"
CELL = re.compile(
    r"(?P<ns>\d{1,4})\s*-\s*(?P<ew>\d{1,4})(?:\s*\((?P<players>" + FOUR + r")\))?" + BOARDS_OF_CELL
)
CELL_OF_PLAYERS = re.compile(r"(?P<players>" + FOUR + ")" + BOARDS_OF_CELL)
WAITING = re.compile(
    r"(?P<pair>\d{1,4})(?:@(?P<table>\d{1,4}))?(?:/(?P<set>\d{1,4}))?(?:\*(?P<copy>\d{1,4}))?"
)
RESTING = re.compile(r"(?P<set>\d{1,4})@(?P<table>\d{1,4})")
TEXTS = ("key", "name", "contest", "source")
NUMBERS = ("contestants", "winners", "tables", "rounds", "boards_per_set", "board_sets", "copies")
LISTS = ("guarantees", "notes")

_Found = TypeVar("_Found", SitOut, ByeStand)

COLUMN_NAMES = {"n-s": "ns", "e-w": "ew", "set": "board_set", "board set": "board_set"}


def plan_to_csv(plan: Movement) -> str:
    """Return *plan* as a grid that :func:`read_csv` reads back unchanged.

    Lines with ``#`` say what the plan is.  A cell reads N-S pair, ``-``, E-W pair, ``/``, board
    set; then ``=`` for a shared set, ``^`` for cards turned round, ``*2`` for the second copy, and
    after ``:`` the boards where their order or numbers are not the plain ones.  Single players
    stand N-E-S-W in the place of the pairs, and in brackets after them where pairs or teams are
    seated player by player: ``1-2(4-1-2-8)/1``.  Who sits out is written ``7@3/2``: pair 7 at table
    3, where set 2 lies.

    >>> from movements import make_plan
    >>> print(plan_to_csv(make_plan("howell", pairs=4, boards_per_set=2)).splitlines()[-1])
    3,4-3/3=,1-2/3=:6 5,,
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([line] for line in _heading(plan))
    tables = range(1, plan.tables + 1)
    writer.writerow(
        ["round", *(f"table {table_no}" for table_no in tables), "sit out", "bye-stand"]
    )
    cells = {(row.round_no, row.table_no): _cell(row, plan) for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        waiting = " ".join(
            _waiting(sit_out) for sit_out in plan.sit_outs if sit_out.round_no == round_no
        )
        resting = " ".join(
            f"{bye_stand.board_set}@{bye_stand.after_table}"
            for bye_stand in plan.bye_stands
            if bye_stand.round_no == round_no
        )
        writer.writerow(
            [
                round_no,
                *(cells.get((round_no, table_no), "") for table_no in tables),
                waiting,
                resting,
            ]
        )
    return out.getvalue()


def _heading(plan: Movement) -> Iterator[str]:
    for name in (*TEXTS, *NUMBERS):
        yield f"# {name}: {getattr(plan, name)}"
    for option, choice in plan.options:
        yield f"# option: {option}={choice}"
    for name in LISTS:
        for text in getattr(plan, name):
            yield f"# {name}: {text}"


def _cell(row: TableRound, plan: Movement) -> str:
    marks = "=" * row.shared + "^" * row.arrow_switched
    copy = "" if row.copy_no == 1 else f"*{row.copy_no}"
    plain = row.boards == board_numbers(row.board_set, plan.boards_per_set)
    boards = "" if plain else ":" + " ".join(map(str, row.boards))
    players = "-".join(map(str, row.players or ()))
    sides = f"{row.ns}-{row.ew}" + (f"({players})" if players else "")
    return (
        f"{players if plan.contest == 'individual' else sides}/{row.board_set}{marks}{copy}{boards}"
    )


def _waiting(sit_out: SitOut) -> str:
    table = "" if sit_out.table_no is None else f"@{sit_out.table_no}"
    board_set = "" if sit_out.board_set is None else f"/{sit_out.board_set}"
    return f"{sit_out.contestant}{table}{board_set}" + (
        "" if sit_out.copy_no == 1 else f"*{sit_out.copy_no}"
    )


def read_csv(text: str) -> Reading:
    """Return the plan of a grid or a list, and everything that cannot be read.

    Commas, semicolons and tabs may part the cells.  What the heading does not say is read out of
    the rows; a set then has the number of boards usual for so many rounds.

    >>> read_csv("round,table 1,table 2\\n1,1-3/1,2-4/2\\n2,1-4/2,2-x/1\\n").problems[0].text
    'Round 2, table 2: "2-x/1" must look like 5-12/3 (N-S pair, E-W pair, board set).'
    """
    problems = Problems()
    try:
        lines = [
            line
            for line in csv.reader(StringIO(text), delimiter=_delimiter(text))
            if any(map(str.strip, line))
        ]
    except csv.Error:
        problems.add("A cell is too long, or a quotation mark isn't closed.")
        return Reading(None, tuple(problems.found))
    said = _read_heading([line for line in lines if line[0].strip().startswith("#")], problems)
    table = [
        [cell.strip() for cell in line] for line in lines if not line[0].strip().startswith("#")
    ]
    header = [_column_name(cell) for cell in table[0]] if table else []
    read = read_list if "table" in header else _read_grid
    plan = read(header, table[1:], said, problems)
    return problems.reading(plan)


def _delimiter(text: str) -> str:
    head = next(
        (
            line
            for line in text.splitlines()
            if line.strip() and not line.lstrip('" ').startswith("#")
        ),
        "",
    )
    return max(",;\t", key=head.count)


def _column_name(cell: str) -> str:
    name = cell.casefold()
    return COLUMN_NAMES.get(name, name)


def _read_heading(lines: Sequence[Sequence[str]], problems: Problems) -> dict[str, object]:
    said: dict[str, object] = {}
    lists: dict[str, list[str]] = {name: [] for name in LISTS}
    options: list[tuple[str, str]] = []
    for line in lines:
        name, _, value = ",".join(line).strip().lstrip("# ").partition(":")
        name, value = name.strip(), value.strip()
        if name in TEXTS:
            said[name] = value
        elif name in NUMBERS:
            if number := problems.number(value, f'The heading "{name}"'):
                said[name] = number
        elif name in LISTS:
            lists[name].append(value)
        elif name == "option":
            option, _, choice = value.partition("=")
            options.append((option, choice))
    if said.get("contest", CONTESTS[0]) not in CONTESTS:
        problems.add(
            f'The heading "contest" says {said.pop("contest")}. Use {" or ".join(CONTESTS)}.'
        )
    return (
        said | {"options": tuple(options)} | {name: tuple(values) for name, values in lists.items()}
    )


def _read_grid(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    said: Mapping[str, object],
    problems: Problems,
) -> Movement | None:
    if not header or header[0] != "round":
        problems.add('Name the first column "round" and the others "table 1", "table 2" and so on.')
        return None
    columns = _table_columns(header, problems)
    each = boards_stated(said, len(lines))
    grammar = CELL_OF_PLAYERS if said.get("contest") == "individual" else CELL
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    stands: list[ByeStand] = []
    for line in lines:
        round_no = problems.number(line[0], "The column round")
        if not round_no:
            continue
        if len(line) <= max(columns, default=0):
            problems.add(f"Round {round_no}: the line ends before the last table.", round_no)
        for at, table_no in columns.items():
            if at < len(line) and line[at]:
                rows.extend(_read_cell(line[at], round_no, table_no, each, problems, grammar))
        others = dict(zip(header, line, strict=False))
        sit_outs.extend(
            _read_words(others.get("sit out", ""), WAITING, _sit_out, "7@3/2", round_no, problems)
        )
        stands.extend(
            _read_words(others.get("bye-stand", ""), RESTING, _stand, "2@4", round_no, problems)
        )
    if not rows:
        problems.add("The grid has no tables in play.")
        return None
    marked = rows if any(row.shared for row in rows) else mark_copies(rows)
    tables = {"tables": max(columns.values())}
    return fill_in(marked, sit_outs, stands, tables | {"boards_per_set": each} | dict(said))


def _table_columns(header: Sequence[str], problems: Problems) -> dict[int, int]:
    """Return the table of each column. Missing and unknown columns are problems."""
    columns: dict[int, int] = {}
    for at, name in enumerate(header[1:], start=1):
        number = re.fullmatch(r"(?:table\s*)?(\d{1,3})", name)
        if number:
            columns[at] = int(number[1])
        elif name not in ("sit out", "bye-stand", ""):
            problems.add(
                f'Unknown column "{name[:30]}". Use a table, such as "table 3", or "sit out" or "bye-stand".'
            )
    missing = set(range(1, max(columns.values(), default=1) + 1)) - set(columns.values())
    for table_no in sorted(missing):
        problems.add(f'The column "table {table_no}" is missing.', table_no=table_no)
    return columns


LIKE = {
    CELL: "5-12/3 (N-S pair, E-W pair, board set)",
    CELL_OF_PLAYERS: "4-1-2-8/3 (players N, E, S and W, board set)",
}


def _read_cell(
    cell: str, round_no: int, table_no: int, each: int, problems: Problems, grammar: re.Pattern[str]
) -> Iterator[TableRound]:
    match = grammar.fullmatch(cell)
    if not match:
        where = f"Round {round_no}, table {table_no}"
        problems.add(f'{where}: "{cell[:30]}" must look like {LIKE[grammar]}.', round_no, table_no)
        return
    said = match.groupdict()
    board_set = int(match["set"])
    boards = tuple(int(word) for word in (match["boards"] or "").split()) or board_numbers(
        board_set, each
    )
    yield TableRound(
        round_no,
        table_no,
        int(said.get("ns") or 0),
        int(said.get("ew") or 0),
        board_set,
        boards,
        shared="=" in match["marks"],
        arrow_switched="^" in match["marks"],
        copy_no=int(match["copy"] or 1),
        players=_four(said["players"].split("-")) if said["players"] else None,
    )


def _four(words: Sequence[str]) -> Four:
    north, east, south, west = map(int, words)
    return north, east, south, west


def _read_words(
    cell: str,
    grammar: re.Pattern[str],
    make: Callable[[re.Match[str], int], _Found],
    like: str,
    round_no: int,
    problems: Problems,
) -> Iterator[_Found]:
    for word in cell.split():
        if match := grammar.fullmatch(word):
            yield make(match, round_no)
        else:
            problems.add(f'Round {round_no}: "{word[:30]}" must look like {like}.', round_no)


def _sit_out(match: re.Match[str], round_no: int) -> SitOut:
    table_no, board_set = (int(match[name]) if match[name] else None for name in ("table", "set"))
    return SitOut(round_no, int(match["pair"]), table_no, board_set, int(match["copy"] or 1))


def _stand(match: re.Match[str], round_no: int) -> ByeStand:
    return ByeStand(round_no, int(match["set"]), int(match["table"]))
