"""Read plans from lists with one line for each table and round.

The columns are round, table, ns and ew (or n, e, s and w), and board_set or boards.
"""

from collections.abc import Mapping, Sequence

from movements.files.partial_faults import find_partial_faults
from movements.files.plan_json import SEATS
from movements.files.reading import Problems, derive_plan, get_boards_per_set
from movements.layout import list_board_numbers, mark_copies
from movements.model import Movement, SitOut, TableRound

SIDES = ("ns", "ew")
MAX_RANGE_BOARDS = 100
"""Limit of boards in a range such as 1-4. A longer one is a mistake or an attack."""

STAND_INS = {"round": "0", "ns": "1", "ew": "1", "boards": "1"}
"""Values for missing columns, so that the other columns can still be checked."""

BOARD_COLUMNS = 'board_set" or "boards'


def read_list(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    stated: Mapping[str, object],
    problems: Problems,
) -> Movement | None:
    """Return the plan of a list with one line for each table and round.

    *stated* are the fields from the heading of the file. A contestant without opponents sits out.
    With the columns n, e, s and w instead of ns and ew the contest is of single players.

    >>> lines = [["1", "1", "4", "1", "2", "8", "1-2"]]
    >>> plan = read_list(["round", "table", "n", "e", "s", "w", "boards"], lines, {}, Problems())
    >>> plan.contest, plan.rows[0].players
    ('individual', (4, 1, 2, 8))
    """
    columns = set(header)
    has_players_only = columns >= set(SEATS) and not columns & set(SIDES)
    is_individual = stated.get("contest") == "individual" or has_players_only
    seat_columns = SEATS if is_individual else SIDES
    missing = [name for name in ("round", "table", *seat_columns) if name not in header]
    if not {"board_set", "boards"} & set(header):
        missing.append("boards")
    for name in missing:
        shown_name = BOARD_COLUMNS if name == "boards" else name
        problems.add(f'The column "{shown_name}" is missing.')
    # A line may have fewer cells than the header.
    records = [dict(zip(header, line, strict=False)) for line in lines]
    boards_per_set = get_boards_per_set(stated, len({record.get("round") for record in records}))
    reader = _ListReader(seat_columns, boards_per_set, problems)
    if missing:
        if not is_individual:
            stand_ins = {name: STAND_INS[name] for name in missing}
            reader.read([stand_ins | record for record in records])
            problems.entries.extend(
                find_partial_faults(
                    frozenset(missing), reader.rows, reader.sit_outs, tuple(problems.entries)
                )
            )
        return None
    reader.read(records)
    if not reader.rows:
        field = "four players" if is_individual else "two pairs"
        problems.add(f"The list has no tables with {field}.")
        return None
    fields = dict(stated)
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

    def read(self, records: Sequence[Mapping[str, str]]) -> None:
        """Add the rows and sit-outs of *records*, and everything that is wrong with them."""
        for line_no, record in enumerate(records, start=1):
            self._read_record(record, line_no)

    def _read_record(self, record: Mapping[str, str], line_no: int) -> None:
        problems = self._problems
        problem_count = len(problems.entries)
        line = f"Line {line_no} of the list"
        round_no = problems.number(record.get("round", ""), f"{line}, round")
        table_no = problems.number(record.get("table", ""), f"{line}, table", round_no or None)
        place = (round_no or None, table_no or None)
        place_words = f"Round {round_no}, table {table_no}" if all(place) else line
        seated = tuple(
            problems.number(record.get(name) or "0", f"{place_words}, {name}", *place)
            for name in self._seat_columns
        )
        boards = tuple(
            problems.number(word, f"{place_words}, boards", *place)
            for word in _expand_board_ranges(record.get("boards", ""))
        )
        board_set = 0
        if boards:
            board_set = self._sets.setdefault(boards, len(self._sets) + 1)
        if record.get("board_set"):
            board_set = problems.number(record["board_set"], f"{place_words}, board_set", *place)
        if not board_set:
            problems.add(f"{place_words}: the board set or boards are missing.", *place)
        if len(problems.entries) > problem_count:
            return
        if all(seated):
            boards = boards or list_board_numbers(board_set, self._boards_per_set)
            self.rows.append(_make_list_row(round_no, table_no, seated, board_set, boards))
        else:
            for contestant in seated:
                if contestant:
                    self.sit_outs.append(SitOut(round_no, contestant, table_no, board_set))


def _make_list_row(
    round_no: int, table_no: int, seated: Sequence[int], board_set: int, boards: tuple[int, ...]
) -> TableRound:
    if len(seated) == len(SIDES):
        ns, ew = seated
        return TableRound(round_no, table_no, ns, ew, board_set, boards)
    north, east, south, west = seated
    return TableRound(
        round_no, table_no, 0, 0, board_set, boards, players=(north, east, south, west)
    )


def _expand_board_ranges(cell: str) -> list[str]:
    """Return the words of a cell with ranges written out: ``"1-3"`` as 1, 2 and 3."""
    words: list[str] = []
    for word in cell.split():
        first, dash, last = word.partition("-")
        # Four digits are enough for the largest number in a plan.
        are_numbers = first.isdecimal() and last.isdecimal() and max(len(first), len(last)) <= 4
        if dash and are_numbers and 0 <= int(last) - int(first) < MAX_RANGE_BOARDS:
            words.extend(str(board) for board in range(int(first), int(last) + 1))
        else:
            words.append(word)
    return words
