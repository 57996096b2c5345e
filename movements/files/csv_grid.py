"""Plans as tables that a spreadsheet shows: one line a round and one column a table, written and read.

Responsible for the grid, which holds everything a plan says, and for reading the plainer list with one line for each
table and round (columns round, table, ns, ew and board_set or boards).
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TypeVar

from movements.files.reading import Problems, Reading, boards_for, fill_in
from movements.files.stand_ins import faults_without
from movements.layout import board_numbers, mark_shared
from movements.model import ByeStand, Plan, SitOut, TableRound

CELL = re.compile(
    r"(?P<ns>\d{1,4})\s*-\s*(?P<ew>\d{1,4})\s*/\s*(?P<set>\d{1,4})(?P<marks>[=^]*)(?:\*(?P<copy>\d{1,4}))?"
    r"(?::(?P<boards>[\d ]{1,200}))?"
)
WAITING = re.compile(r"(?P<pair>\d{1,4})(?:@(?P<table>\d{1,4}))?(?:/(?P<set>\d{1,4}))?(?:\*(?P<copy>\d{1,4}))?")
RESTING = re.compile(r"(?P<set>\d{1,4})@(?P<table>\d{1,4})")
TEXTS = ("key", "name", "contest", "source")
NUMBERS = ("contestants", "winners", "tables", "rounds", "boards_per_set", "board_sets", "copies")
LISTS = ("guarantees", "notes")
LONGEST_RANGE = 100
"""Boards in a range such as 1-4; a longer one is a mistake or mischief."""

_Found = TypeVar("_Found", SitOut, ByeStand)

STAND_INS = {"round": "0", "ns": "1", "ew": "1", "boards": "1"}
"""What the records of a list are given, for their reading only, where a whole column is missing."""

COLUMNS_OF_SETS = 'board_set" or "boards'

COLUMN_NAMES = {"n-s": "ns", "e-w": "ew", "set": "board_set", "board set": "board_set"}


def plan_to_csv(plan: Plan) -> str:
    """Return *plan* as a grid that :func:`read_csv` reads back unchanged.

    Lines with ``#`` say what the plan is.  A cell reads N-S pair, ``-``, E-W pair, ``/``, board set; then ``=`` for a
    shared set, ``^`` for cards turned round, ``*2`` for the second copy, and after ``:`` the boards where their
    order or numbers are not the plain ones.  Who sits out is written ``7@3/2``: pair 7 at table 3, where set 2 lies.

    >>> from movements import make_plan
    >>> print(plan_to_csv(make_plan("howell", pairs=4, boards_per_set=2)).splitlines()[-1])
    3,4-3/3=,1-2/3=:6 5,,
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([line] for line in _heading(plan))
    tables = range(1, plan.tables + 1)
    writer.writerow(["round", *(f"table {table_no}" for table_no in tables), "sit out", "bye-stand"])
    cells = {(row.round_no, row.table_no): _cell(row, plan.boards_per_set) for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        waiting = " ".join(_waiting(sit_out) for sit_out in plan.sit_outs if sit_out.round_no == round_no)
        resting = " ".join(
            f"{bye_stand.board_set}@{bye_stand.after_table}"
            for bye_stand in plan.bye_stands
            if bye_stand.round_no == round_no
        )
        writer.writerow([round_no, *(cells.get((round_no, table_no), "") for table_no in tables), waiting, resting])
    return out.getvalue()


def _heading(plan: Plan) -> Iterator[str]:
    for name in (*TEXTS, *NUMBERS):
        yield f"# {name}: {getattr(plan, name)}"
    for option, choice in plan.options:
        yield f"# option: {option}={choice}"
    for name in LISTS:
        for text in getattr(plan, name):
            yield f"# {name}: {text}"


def _cell(row: TableRound, boards_per_set: int) -> str:
    marks = "=" * row.shared + "^" * row.arrow_switched
    copy = "" if row.copy_no == 1 else f"*{row.copy_no}"
    plain = row.boards == board_numbers(row.board_set, boards_per_set)
    boards = "" if plain else ":" + " ".join(map(str, row.boards))
    return f"{row.ns}-{row.ew}/{row.board_set}{marks}{copy}{boards}"


def _waiting(sit_out: SitOut) -> str:
    table = "" if sit_out.table_no is None else f"@{sit_out.table_no}"
    board_set = "" if sit_out.board_set is None else f"/{sit_out.board_set}"
    return f"{sit_out.contestant}{table}{board_set}" + ("" if sit_out.copy_no == 1 else f"*{sit_out.copy_no}")


def read_csv(text: str) -> Reading:
    """Return the plan of a grid or a list, and everything that cannot be read.

    Commas, semicolons and tabs may part the cells.  What the heading does not say is read out of the rows; a set then
    has the number of boards usual for so many rounds.

    >>> read_csv("round,table 1,table 2\\n1,1-3/1,2-4/2\\n2,1-4/2,2-x/1\\n").problems[0].text
    'Round 2, table 2: "2-x/1" is not like 5-12/3 (N-S pair, E-W pair, board set).'
    """
    problems = Problems()
    try:
        lines = [line for line in csv.reader(StringIO(text), delimiter=_delimiter(text)) if any(map(str.strip, line))]
    except csv.Error:
        problems.add("A cell is longer than any plan needs, or a quotation mark in the table is never closed.")
        return Reading(None, tuple(problems.found))
    said = _read_heading([line for line in lines if line[0].strip().startswith("#")], problems)
    table = [[cell.strip() for cell in line] for line in lines if not line[0].strip().startswith("#")]
    header = [_column_name(cell) for cell in table[0]] if table else []
    read = _read_list if "table" in header else _read_grid
    plan = read(header, table[1:], said, problems)
    return problems.reading(plan)


def _delimiter(text: str) -> str:
    head = next((line for line in text.splitlines() if line.strip() and not line.lstrip('" ').startswith("#")), "")
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
    if said.get("contest", "pairs") != "pairs":
        problems.add(f'The heading "contest" says {said["contest"]}; only plans for pairs can be read.')
    return said | {"options": tuple(options)} | {name: tuple(values) for name, values in lists.items()}


def _boards_per_set(said: Mapping[str, object], rounds: int) -> int:
    stated = said.get("boards_per_set")
    return stated if isinstance(stated, int) else boards_for(rounds)


def _read_grid(
    header: Sequence[str], lines: Sequence[Sequence[str]], said: Mapping[str, object], problems: Problems
) -> Plan | None:
    if not header or header[0] != "round":
        problems.add('The first column must be called "round", and the others "table 1", "table 2" and so on.')
        return None
    columns = _table_columns(header, problems)
    each = _boards_per_set(said, len(lines))
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
                rows.extend(_read_cell(line[at], round_no, table_no, each, problems))
        others = dict(zip(header, line, strict=False))
        sit_outs.extend(_read_words(others.get("sit out", ""), WAITING, _sit_out, "7@3/2", round_no, problems))
        stands.extend(_read_words(others.get("bye-stand", ""), RESTING, _stand, "2@4", round_no, problems))
    if not rows:
        problems.add("The grid has no round with a table in play.")
        return None
    marked = rows if any(row.shared for row in rows) else mark_shared(rows)
    tables = {"tables": max(columns.values())}
    return fill_in(marked, sit_outs, stands, tables | {"boards_per_set": each} | dict(said))


def _table_columns(header: Sequence[str], problems: Problems) -> dict[int, int]:
    """Return the table of each column; columns that are missing or strange are problems."""
    columns: dict[int, int] = {}
    for at, name in enumerate(header[1:], start=1):
        number = re.fullmatch(r"(?:table\s*)?(\d{1,3})", name)
        if number:
            columns[at] = int(number[1])
        elif name not in ("sit out", "bye-stand", ""):
            problems.add(
                f'The column "{name[:30]}" is neither a table, such as "table 3", nor "sit out" or "bye-stand".'
            )
    missing = set(range(1, max(columns.values(), default=1) + 1)) - set(columns.values())
    for table_no in sorted(missing):
        problems.add(f'The column "table {table_no}" is missing.', table_no=table_no)
    return columns


def _read_cell(cell: str, round_no: int, table_no: int, each: int, problems: Problems) -> Iterator[TableRound]:
    match = CELL.fullmatch(cell)
    if not match:
        where = f"Round {round_no}, table {table_no}"
        problems.add(f'{where}: "{cell[:30]}" is not like 5-12/3 (N-S pair, E-W pair, board set).', round_no, table_no)
        return
    board_set = int(match["set"])
    boards = tuple(int(word) for word in (match["boards"] or "").split()) or board_numbers(board_set, each)
    yield TableRound(
        round_no,
        table_no,
        int(match["ns"]),
        int(match["ew"]),
        board_set,
        boards,
        shared="=" in match["marks"],
        arrow_switched="^" in match["marks"],
        copy_no=int(match["copy"] or 1),
    )


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
            problems.add(f'Round {round_no}: "{word[:30]}" is not like {like}.', round_no)


def _sit_out(match: re.Match[str], round_no: int) -> SitOut:
    table_no, board_set = (int(match[name]) if match[name] else None for name in ("table", "set"))
    return SitOut(round_no, int(match["pair"]), table_no, board_set, int(match["copy"] or 1))


def _stand(match: re.Match[str], round_no: int) -> ByeStand:
    return ByeStand(round_no, int(match["set"]), int(match["table"]))


def _read_list(
    header: Sequence[str], lines: Sequence[Sequence[str]], said: Mapping[str, object], problems: Problems
) -> Plan | None:
    """Return the plan of one line for each table and round; a pair without opponents sits out."""
    missing = [name for name in ("round", "table", "ns", "ew") if name not in header]
    if not {"board_set", "boards"} & set(header):
        missing.append("boards")
    for name in missing:
        problems.add(f'The column "{COLUMNS_OF_SETS if name == "boards" else name}" is missing.')
    records = [dict(zip(header, line, strict=False)) for line in lines]
    each = _boards_per_set(said, len({record.get("round") for record in records}))
    if missing:
        _judge_without(missing, records, each, problems)
        return None
    sets: dict[tuple[int, ...], int] = {}
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for number, record in enumerate(records, start=1):
        _read_record(record, number, each, sets, rows, sit_outs, problems)
    if not rows:
        problems.add("The list has no line of two pairs at a table.")
        return None
    return fill_in(mark_shared(rows), sit_outs, (), said)


def _judge_without(missing: Sequence[str], records: Sequence[Mapping[str, str]], each: int, problems: Problems) -> None:
    """Name all that is wrong with the columns that are there."""
    given = {name: STAND_INS[name] for name in missing}
    sets: dict[tuple[int, ...], int] = {}
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for number, record in enumerate(records, start=1):
        _read_record(given | dict(record), number, each, sets, rows, sit_outs, problems)
    problems.found.extend(faults_without(frozenset(missing), rows, sit_outs, tuple(problems.found)))


def _read_record(
    record: Mapping[str, str],
    line_no: int,
    each: int,
    sets: dict[tuple[int, ...], int],
    rows: list[TableRound],
    sit_outs: list[SitOut],
    problems: Problems,
) -> None:
    before = len(problems.found)
    place = f"Line {line_no} of the list"
    round_no = problems.number(record.get("round", ""), f"{place}, round")
    table_no = problems.number(record.get("table", ""), f"{place}, table", round_no or None)
    where = (round_no or None, table_no or None)
    at = f"Round {round_no}, table {table_no}" if all(where) else place
    ns, ew = (problems.number(record.get(name) or "0", f"{at}, {name}", *where) for name in ("ns", "ew"))
    boards = tuple(problems.number(word, f"{at}, boards", *where) for word in _board_words(record.get("boards", "")))
    board_set = sets.setdefault(boards, len(sets) + 1) if boards else 0
    if record.get("board_set"):
        board_set = problems.number(record["board_set"], f"{at}, board_set", *where)
    if not board_set:
        problems.add(f"{at}: neither a board set nor boards are given.", *where)
    if len(problems.found) > before:
        return
    if ns and ew:
        rows.append(TableRound(round_no, table_no, ns, ew, board_set, boards or board_numbers(board_set, each)))
    elif ns or ew:
        sit_outs.append(SitOut(round_no, ns or ew, table_no, board_set))


def _board_words(cell: str) -> list[str]:
    """Return the boards of a cell one by one: "1 2 3", or "1-3" for the same."""
    words: list[str] = []
    for word in cell.split():
        first, dash, last = word.partition("-")
        whole = first.isdecimal() and last.isdecimal() and max(len(first), len(last)) <= 4
        if dash and whole and 0 <= int(last) - int(first) < LONGEST_RANGE:
            words.extend(str(board) for board in range(int(first), int(last) + 1))
        else:
            words.append(word)
    return words
