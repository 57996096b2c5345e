"""Plans as CSV grids for spreadsheets, written and read: one line per round, one column per table.

A grid holds everything that a plan says. :func:`parse_csv` reads it, and also a plainer list with one
line for each table and round, whose columns are round, table, ns and ew (or n, e, s and w), and
board_set or boards. Lines with ``#`` above the grid are its heading; fields that are *stated* there
aren't derived from the rows.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from typing import TypeVar

from movements.files.plan_json import CONTESTS, SEATS
from movements.files.reading import (
    Problems,
    Reading,
    derive_plan,
    get_boards_per_set,
    list_partial_problems,
)
from movements.layout import list_board_numbers, mark_copies, parse_four_players
from movements.model import ByeStand, Movement, SitOut, TableRound

BOARDS_PATTERN = (
    r"\s*/\s*(?P<set>\d{1,4})(?P<marks>[=^]*)(?:\*(?P<copy>\d{1,4}))?(?::(?P<boards>[\d ]{1,200}))?"
)
FOUR_PLAYERS_PATTERN = r"\d{1,4}(?:\s*-\s*\d{1,4}){3}"
PAIRS_CELL = re.compile(
    r"(?P<ns>\d{1,4})\s*-\s*(?P<ew>\d{1,4})(?:\s*\((?P<players>"
    + FOUR_PLAYERS_PATTERN
    + r")\))?"
    + BOARDS_PATTERN
)
PLAYERS_CELL = re.compile(r"(?P<players>" + FOUR_PLAYERS_PATTERN + ")" + BOARDS_PATTERN)
SIT_OUT_CELL = re.compile(
    r"(?P<pair>\d{1,4})(?:@(?P<table>\d{1,4}))?(?:/(?P<set>\d{1,4}))?(?:\*(?P<copy>\d{1,4}))?"
)
BYE_STAND_CELL = re.compile(r"(?P<set>\d{1,4})@(?P<table>\d{1,4})")
# The fields of a heading, by type.
TEXT_FIELDS = ("key", "name", "contest", "source")
NUMBER_FIELDS = (
    "contestants",
    "winners",
    "tables",
    "rounds",
    "boards_per_set",
    "board_sets",
    "copies",
)
LIST_FIELDS = ("guarantees", "notes")

_Record = TypeVar("_Record", SitOut, ByeStand)

COLUMN_NAMES = {"n-s": "ns", "e-w": "ew", "set": "board_set", "board set": "board_set"}

EXAMPLE_BY_PATTERN = {
    PAIRS_CELL: "5-12/3 (N-S pair, E-W pair, board set)",
    PLAYERS_CELL: "4-1-2-8/3 (players N, E, S and W, board set)",
}
"""A good cell of each grammar, for messages."""

SIDES = ("ns", "ew")
MAX_RANGE_BOARDS = 100
"""Limit of boards in a range such as 1-4. A longer one is a mistake or an attack."""

STAND_IN_VALUES = {"round": "0", "ns": "1", "ew": "1", "boards": "1"}
"""Values for missing columns, so that the other columns can still be checked."""

BOARD_COLUMNS = 'board_set" or "boards'


def plan_to_csv(plan: Movement) -> str:
    """Return *plan* as a grid that :func:`parse_csv` reads back unchanged.

    A cell is N-S pair, ``-``, E-W pair, ``/``, board set. Then follow ``=`` for a shared set, ``^``
    for an arrow-switch, ``*2`` for the second copy, and after ``:`` the boards if their order or
    numbers aren't the usual ones. Single players are written N-E-S-W instead of the pairs. If pairs
    or teams are seated player by player, the players follow in brackets: ``1-2(4-1-2-8)/1``. A
    sit-out is ``7@3/2``: pair 7 at table 3, where set 2 is.

    >>> from movements.registry import make_plan
    >>> print(plan_to_csv(make_plan("howell", pairs=4, boards_per_set=2)).splitlines()[-1])
    3,4-3/3=,1-2/3=:6 5,,
    """
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([line] for line in _format_heading(plan))
    tables = range(1, plan.tables + 1)
    writer.writerow(
        ["round", *(f"table {table_no}" for table_no in tables), "sit out", "bye-stand"]
    )
    cells = {(row.round_no, row.table_no): _format_cell(row, plan) for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        table_cells = [cells.get((round_no, table_no), "") for table_no in tables]
        sit_outs = [
            _format_sit_out(sit_out) for sit_out in plan.sit_outs if sit_out.round_no == round_no
        ]
        bye_stands = [
            f"{bye_stand.board_set}@{bye_stand.after_table}"
            for bye_stand in plan.bye_stands
            if bye_stand.round_no == round_no
        ]
        writer.writerow([round_no, *table_cells, " ".join(sit_outs), " ".join(bye_stands)])
    return buffer.getvalue()


def _format_heading(plan: Movement) -> Iterator[str]:
    for name in (*TEXT_FIELDS, *NUMBER_FIELDS):
        yield f"# {name}: {getattr(plan, name)}"
    for option, choice in plan.options:
        yield f"# option: {option}={choice}"
    for name in LIST_FIELDS:
        for text in getattr(plan, name):
            yield f"# {name}: {text}"


def _format_cell(row: TableRound, plan: Movement) -> str:
    players = "-".join(map(str, row.players or ()))
    if plan.contest == "individual":
        text = players
    else:
        text = f"{row.ns}-{row.ew}"
        if players:
            text += f"({players})"
    text += f"/{row.board_set}"
    if row.shared:
        text += "="
    if row.arrow_switched:
        text += "^"
    if row.copy_no != 1:
        text += f"*{row.copy_no}"
    if row.boards != list_board_numbers(row.board_set, plan.boards_per_set):
        text += ":" + " ".join(map(str, row.boards))
    return text


def _format_sit_out(sit_out: SitOut) -> str:
    text = str(sit_out.contestant)
    if sit_out.table_no is not None:
        text += f"@{sit_out.table_no}"
    if sit_out.board_set is not None:
        text += f"/{sit_out.board_set}"
    if sit_out.copy_no != 1:
        text += f"*{sit_out.copy_no}"
    return text


def parse_csv(text: str) -> Reading:
    """Return the plan of a grid or a list, and everything that can't be read.

    Cells are separated by commas, semicolons or tabs. Fields without a heading are derived from the
    rows; the number of boards in a set is then the usual one for the number of rounds.

    >>> parse_csv("round,table 1,table 2\\n1,1-3/1,2-4/2\\n2,1-4/2,2-x/1\\n").problems[0].text
    'Round 2, table 2: "2-x/1" must look like 5-12/3 (N-S pair, E-W pair, board set).'
    """
    problems = Problems()
    try:
        all_lines = list(csv.reader(StringIO(text), delimiter=_detect_delimiter(text)))
    except csv.Error:
        problems.add("A cell is too long, or a quotation mark isn’t closed.")
        return Reading(None, tuple(problems.entries))
    heading_lines = []
    table_lines = []
    for line in all_lines:
        cells = [cell.strip() for cell in line]
        if not any(cells):
            continue
        if cells[0].startswith("#"):
            heading_lines.append(line)
        else:
            table_lines.append(cells)
    stated_fields = _read_heading(heading_lines, problems)
    header = [_get_column_name(cell) for cell in table_lines[0]] if table_lines else []
    # A grid has columns such as "table 3", a list has one column of table numbers.
    read_table = read_list_rows if "table" in header else _read_grid
    plan = read_table(header, table_lines[1:], stated_fields, problems)
    return problems.make_reading(plan)


def _detect_delimiter(text: str) -> str:
    """Return the delimiter that occurs most often in the line of column names."""
    for line in text.splitlines():
        if line.strip() and not line.lstrip('" ').startswith("#"):
            return max(",;\t", key=line.count)
    return ","


def _get_column_name(cell: str) -> str:
    name = cell.casefold()
    return COLUMN_NAMES.get(name, name)


def _read_heading(lines: Sequence[Sequence[str]], problems: Problems) -> dict[str, object]:
    """Return the fields of a plan that the heading states."""
    stated_fields: dict[str, object] = {}
    lists: dict[str, list[str]] = {name: [] for name in LIST_FIELDS}
    options: list[tuple[str, str]] = []
    for line in lines:
        # A value may contain commas, at which the line was split.
        name, _, value = ",".join(line).strip().lstrip("# ").partition(":")
        name, value = name.strip(), value.strip()
        if name in TEXT_FIELDS:
            stated_fields[name] = value
        elif name in NUMBER_FIELDS:
            if number := problems.parse_number(value, f'The heading "{name}"'):
                stated_fields[name] = number
        elif name in LIST_FIELDS:
            lists[name].append(value)
        elif name == "option":
            option, _, choice = value.partition("=")
            options.append((option, choice))
    if stated_fields.get("contest", CONTESTS[0]) not in CONTESTS:
        contest = stated_fields.pop("contest")
        problems.add(f'The heading "contest" says {contest}. Use {" or ".join(CONTESTS)}.')
    stated_fields["options"] = tuple(options)
    stated_fields |= {name: tuple(values) for name, values in lists.items()}
    return stated_fields


def _read_grid(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    stated_fields: Mapping[str, object],
    problems: Problems,
) -> Movement | None:
    if not header or header[0] != "round":
        problems.add('Name the first column "round" and the others "table 1", "table 2" and so on.')
        return None
    table_by_column = _get_table_by_column(header, problems)
    boards_per_set = get_boards_per_set(stated_fields, len(lines))
    cell_pattern = PLAYERS_CELL if stated_fields.get("contest") == "individual" else PAIRS_CELL
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    bye_stands: list[ByeStand] = []
    for line in lines:
        round_no = problems.parse_number(line[0], "The column round")
        if not round_no:
            continue
        if len(line) <= max(table_by_column, default=0):
            problems.add(f"Round {round_no}: the line ends before the last table.", round_no)
        for column, table_no in table_by_column.items():
            if column < len(line) and line[column]:
                row = _parse_cell(
                    line[column], round_no, table_no, boards_per_set, problems, cell_pattern
                )
                if row:
                    rows.append(row)
        cells = dict(zip(header, line, strict=False))
        sit_outs += _parse_records(
            cells.get("sit out", ""), SIT_OUT_CELL, _make_sit_out, "7@3/2", round_no, problems
        )
        bye_stands += _parse_records(
            cells.get("bye-stand", ""), BYE_STAND_CELL, _make_bye_stand, "2@4", round_no, problems
        )
    if not rows:
        problems.add("The grid has no tables in play.")
        return None
    # If no cell is marked as shared, tables with the same set in a round share it.
    has_marks = any(row.shared for row in rows)
    marked_rows = rows if has_marks else mark_copies(rows)
    derived = {"tables": max(table_by_column.values()), "boards_per_set": boards_per_set}
    return derive_plan(marked_rows, sit_outs, bye_stands, derived | dict(stated_fields))


def _get_table_by_column(header: Sequence[str], problems: Problems) -> dict[int, int]:
    """Return the table of each column by its index. Missing and unknown columns are problems."""
    table_by_column: dict[int, int] = {}
    for index, name in enumerate(header[1:], start=1):
        number = re.fullmatch(r"(?:table\s*)?(\d{1,3})", name)
        if number:
            table_by_column[index] = int(number[1])
        elif name not in ("sit out", "bye-stand", ""):
            problems.add(
                f"Unknown column “{name[:30]}”. Use a table, such as “table 3”, or “sit out” or “bye-stand”."
            )
    last_table = max(table_by_column.values(), default=1)
    for table_no in range(1, last_table + 1):
        if table_no not in table_by_column.values():
            problems.add(f'The column "table {table_no}" is missing.', table_no=table_no)
    return table_by_column


def _parse_cell(
    cell: str,
    round_no: int,
    table_no: int,
    boards_per_set: int,
    problems: Problems,
    pattern: re.Pattern[str],
) -> TableRound | None:
    match = pattern.fullmatch(cell)
    if not match:
        location = f"Round {round_no}, table {table_no}"
        problems.add(
            f'{location}: "{cell[:30]}" must look like {EXAMPLE_BY_PATTERN[pattern]}.',
            round_no,
            table_no,
        )
        return None
    parts = match.groupdict()  # the grammar of single players has no pairs
    board_set = int(match["set"])
    boards = tuple(map(int, (match["boards"] or "").split()))
    return TableRound(
        round_no,
        table_no,
        ns=int(parts.get("ns") or 0),
        ew=int(parts.get("ew") or 0),
        board_set=board_set,
        boards=boards or list_board_numbers(board_set, boards_per_set),
        shared="=" in match["marks"],
        arrow_switched="^" in match["marks"],
        copy_no=int(match["copy"] or 1),
        players=parse_four_players(match["players"]) if match["players"] else None,
    )


def _parse_records(
    cell: str,
    pattern: re.Pattern[str],
    make_record: Callable[[re.Match[str], int], _Record],
    example: str,
    round_no: int,
    problems: Problems,
) -> Iterator[_Record]:
    for record_text in cell.split():
        if match := pattern.fullmatch(record_text):
            yield make_record(match, round_no)
        else:
            problems.add(
                f'Round {round_no}: "{record_text[:30]}" must look like {example}.', round_no
            )


def _make_sit_out(match: re.Match[str], round_no: int) -> SitOut:
    return SitOut(
        round_no,
        contestant=int(match["pair"]),
        table_no=int(match["table"]) if match["table"] else None,
        board_set=int(match["set"]) if match["set"] else None,
        copy_no=int(match["copy"] or 1),
    )


def _make_bye_stand(match: re.Match[str], round_no: int) -> ByeStand:
    return ByeStand(round_no, int(match["set"]), int(match["table"]))


def read_list_rows(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    stated_fields: Mapping[str, object],
    problems: Problems,
) -> Movement | None:
    """Return the plan of a list with one line for each table and round.

    *stated_fields* are the fields from the heading of the file. A contestant without opponents sits out.
    With the columns n, e, s and w instead of ns and ew the contest is of single players.

    >>> lines = [["1", "1", "4", "1", "2", "8", "1-2"]]
    >>> plan = read_list_rows(["round", "table", "n", "e", "s", "w", "boards"], lines, {}, Problems())
    >>> plan.contest, plan.rows[0].players
    ('individual', (4, 1, 2, 8))
    """
    columns = set(header)
    has_players_only = columns >= set(SEATS) and not columns & set(SIDES)
    is_individual = stated_fields.get("contest") == "individual" or has_players_only
    seat_columns = SEATS if is_individual else SIDES
    missing_columns = [name for name in ("round", "table", *seat_columns) if name not in header]
    if not {"board_set", "boards"} & set(header):
        missing_columns.append("boards")
    for name in missing_columns:
        shown_name = BOARD_COLUMNS if name == "boards" else name
        problems.add(f'The column "{shown_name}" is missing.')
    # A line may have fewer cells than the header.
    records = [dict(zip(header, line, strict=False)) for line in lines]
    boards_per_set = get_boards_per_set(
        stated_fields, len({record.get("round") for record in records})
    )
    reader = _ListReader(seat_columns, boards_per_set, problems)
    if missing_columns:
        if not is_individual:
            stand_ins = {name: STAND_IN_VALUES[name] for name in missing_columns}
            reader.read_records([stand_ins | record for record in records])
            problems.entries.extend(
                list_partial_problems(
                    frozenset(missing_columns),
                    reader.rows,
                    reader.sit_outs,
                    tuple(problems.entries),
                )
            )
        return None
    reader.read_records(records)
    if not reader.rows:
        expected_seats = "four players" if is_individual else "two pairs"
        problems.add(f"The list has no tables with {expected_seats}.")
        return None
    fields = dict(stated_fields)
    if is_individual:
        fields["contest"] = "individual"
    return derive_plan(mark_copies(reader.rows), reader.sit_outs, (), fields)


class _ListReader:
    """The rows and sit-outs read so far from the records of a list."""

    def __init__(
        self, seat_columns: Sequence[str], boards_per_set: int, problems: Problems
    ) -> None:
        self.rows: list[TableRound] = []
        self.sit_outs: list[SitOut] = []
        self._seat_columns = seat_columns
        self._boards_per_set = boards_per_set
        self._problems = problems
        # Board sets by their boards, numbered in the order in which they appear.
        self._sets: dict[tuple[int, ...], int] = {}

    def read_records(self, records: Sequence[Mapping[str, str]]) -> None:
        """Add the rows and sit-outs of *records*, and everything that is wrong with them."""
        for line_no, record in enumerate(records, start=1):
            self._read_record(record, line_no)
        if not any(record.get("board_set") for record in records):
            self._number_sets_by_boards()

    def _number_sets_by_boards(self) -> None:
        """Number the sets as their boards are, whatever table the list begins with."""
        numbers = {
            number: new for new, (_boards, number) in enumerate(sorted(self._sets.items()), 1)
        }
        self.rows = [replace(row, board_set=numbers[row.board_set]) for row in self.rows]
        self.sit_outs = [
            replace(sit_out, board_set=sit_out.board_set and numbers[sit_out.board_set])
            for sit_out in self.sit_outs
        ]

    def _read_record(self, record: Mapping[str, str], line_no: int) -> None:
        problems = self._problems
        problem_count = len(problems.entries)
        line = f"Line {line_no} of the list"
        round_no = problems.parse_number(record.get("round", ""), f"{line}, round")
        table_no = problems.parse_number(
            record.get("table", ""), f"{line}, table", round_no or None
        )
        location = (round_no or None, table_no or None)
        location_text = f"Round {round_no}, table {table_no}" if all(location) else line
        contestants = tuple(
            problems.parse_number(record.get(name) or "0", f"{location_text}, {name}", *location)
            for name in self._seat_columns
        )
        boards = tuple(
            problems.parse_number(board_text, f"{location_text}, boards", *location)
            for board_text in _expand_board_ranges(record.get("boards", ""))
        )
        board_set = 0
        if boards:
            # Tables that share a set play it in another order.
            board_set = self._sets.setdefault(tuple(sorted(boards)), len(self._sets) + 1)
        if record.get("board_set"):
            board_set = problems.parse_number(
                record["board_set"], f"{location_text}, board_set", *location
            )
        if not board_set:
            problems.add(f"{location_text}: the board set or boards are missing.", *location)
        if len(problems.entries) > problem_count:
            return
        if all(contestants):
            boards = boards or list_board_numbers(board_set, self._boards_per_set)
            self.rows.append(_make_list_row(round_no, table_no, contestants, board_set, boards))
        else:
            for contestant in contestants:
                if contestant:
                    self.sit_outs.append(SitOut(round_no, contestant, table_no, board_set))


def _make_list_row(
    round_no: int,
    table_no: int,
    contestants: Sequence[int],
    board_set: int,
    boards: tuple[int, ...],
) -> TableRound:
    if len(contestants) == len(SIDES):
        ns, ew = contestants
        return TableRound(round_no, table_no, ns=ns, ew=ew, board_set=board_set, boards=boards)
    north, east, south, west = contestants
    return TableRound(
        round_no,
        table_no,
        ns=0,
        ew=0,
        board_set=board_set,
        boards=boards,
        players=(north, east, south, west),
    )


def _expand_board_ranges(cell: str) -> list[str]:
    """Return the words of a cell with ranges written out: ``"1-3"`` as 1, 2 and 3."""
    board_texts: list[str] = []
    for board_text in cell.split():
        first, dash, last = board_text.partition("-")
        # Four digits are enough for the largest number in a plan.
        are_numbers = first.isdecimal() and last.isdecimal() and max(len(first), len(last)) <= 4
        if dash and are_numbers and 0 <= int(last) - int(first) < MAX_RANGE_BOARDS:
            board_texts.extend(str(board) for board in range(int(first), int(last) + 1))
        else:
            board_texts.append(board_text)
    return board_texts
