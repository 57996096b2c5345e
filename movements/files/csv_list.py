"""Plans as lists with one line for each table and round, read.

Responsible for the columns round, table, ns and ew (or n, e, s and w) and board_set or boards.
"""

from collections.abc import Mapping, Sequence

from movements.files.plan_json import SEATS
from movements.files.reading import Problems, boards_stated, fill_in
from movements.files.text import faults_without
from movements.layout import board_numbers, mark_copies
from movements.model import Movement, SitOut, TableRound

SIDES = ("ns", "ew")
LONGEST_RANGE = 100
"""Boards in a range such as 1-4; a longer one is a mistake or mischief."""

STAND_INS = {"round": "0", "ns": "1", "ew": "1", "boards": "1"}
"""What the records of a list of pairs are given, for their reading only, where a whole column is missing."""

COLUMNS_OF_SETS = 'board_set" or "boards'


def read_list(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    said: Mapping[str, object],
    problems: Problems,
) -> Movement | None:
    """Return the plan of a list with one line for each table and round.

    A contestant without opponents sits out.

    Columns n, e, s and w in the place of ns and ew make it a contest of single players.

    >>> lines = [["1", "1", "4", "1", "2", "8", "1-2"]]
    >>> plan = read_list(["round", "table", "n", "e", "s", "w", "boards"], lines, {}, Problems())
    >>> plan.contest, plan.rows[0].players
    ('individual', (4, 1, 2, 8))
    """
    columns = set(header)
    is_individual = said.get("contest") == "individual" or (
        columns >= set(SEATS) and not columns & set(SIDES)
    )
    who = SEATS if is_individual else SIDES
    missing = [name for name in ("round", "table", *who) if name not in header]
    if not {"board_set", "boards"} & set(header):
        missing.append("boards")
    for name in missing:
        problems.add(f'The column "{COLUMNS_OF_SETS if name == "boards" else name}" is missing.')
    records = [dict(zip(header, line, strict=False)) for line in lines]
    each = boards_stated(said, len({record.get("round") for record in records}))
    if missing:
        if not is_individual:
            _judge_without(missing, records, each, problems)
        return None
    sets: dict[tuple[int, ...], int] = {}
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for number, record in enumerate(records, start=1):
        _read_record(record, number, who, each, sets, rows, sit_outs, problems)
    if not rows:
        problems.add(
            f"The list has no tables with {'four players' if is_individual else 'two pairs'}."
        )
        return None
    return fill_in(
        mark_copies(rows),
        sit_outs,
        (),
        dict(said) | ({"contest": "individual"} if is_individual else {}),
    )


def _judge_without(
    missing: Sequence[str], records: Sequence[Mapping[str, str]], each: int, problems: Problems
) -> None:
    """Name all that is wrong with the columns that are there."""
    given = {name: STAND_INS[name] for name in missing}
    sets: dict[tuple[int, ...], int] = {}
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for number, record in enumerate(records, start=1):
        _read_record(given | dict(record), number, SIDES, each, sets, rows, sit_outs, problems)
    problems.found.extend(faults_without(frozenset(missing), rows, sit_outs, tuple(problems.found)))


def _read_record(  # noqa: PLR0913, PLR0917
    record: Mapping[str, str],
    line_no: int,
    who: Sequence[str],
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
    seated = tuple(
        problems.number(record.get(name) or "0", f"{at}, {name}", *where) for name in who
    )
    boards = tuple(
        problems.number(word, f"{at}, boards", *where)
        for word in _board_words(record.get("boards", ""))
    )
    board_set = sets.setdefault(boards, len(sets) + 1) if boards else 0
    if record.get("board_set"):
        board_set = problems.number(record["board_set"], f"{at}, board_set", *where)
    if not board_set:
        problems.add(f"{at}: the board set or boards are missing.", *where)
    if len(problems.found) > before:
        return
    if all(seated):
        rows.append(
            _row(round_no, table_no, seated, board_set, boards or board_numbers(board_set, each))
        )
    else:
        sit_outs.extend(
            SitOut(round_no, waiting, table_no, board_set) for waiting in seated if waiting
        )


def _row(
    round_no: int, table_no: int, seated: Sequence[int], board_set: int, boards: tuple[int, ...]
) -> TableRound:
    if len(seated) == len(SIDES):
        return TableRound(round_no, table_no, seated[0], seated[1], board_set, boards)
    north, east, south, west = seated
    return TableRound(
        round_no, table_no, 0, 0, board_set, boards, players=(north, east, south, west)
    )


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
