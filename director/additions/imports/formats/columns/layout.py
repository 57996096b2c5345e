"""What each column of a file holds: by its parts, headings and cells, or by what the director says."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice

from director.additions.imports.formats.columns.cells import (
    parse_result_cell,
    read_side,
    split_two_names,
)
from director.additions.imports.formats.source.lines import FlatPair, Label, read_points
from director.additions.imports.formats.source.model import SourcePlayer
from director.formats.cells import Cells, Worksheet
from director.formats.dates import read_date
from director.formats.headings import FIELDS, find_field

# CSV files in parts that lines beginning with ``#`` announce: head, standings and travellers.
#
# BridgeWebs and the extractors of BBO tournaments write such files.  The travellers are read as any
# other columns; the head and the standings are read here.

_LISTS = ("scores", "ranking", "rank")
_TRAVELLERS = ("travellers", "travellerlines")
_FORMAT = "boardformat"
_IN_TRAVELLERS = ("board", "bd")
_SIDES = ("NS", "EW")
_COLUMNS: Mapping[str, str] = {
    "place": "place position pos rank",
    "pair": "pair pairno number no",
    "names": "name names players pairnames",
    "total": "score total points mps imps matchpoints",
    "percent": "percent percentage pct",
}
_NAME_BY_WORD = {word: name for name, words in _COLUMNS.items() for word in words.split()}
_MAX_NAMES = 2
_FAIR_SHARES = range(35, 66)
"""Means of a list of percentages. Other figures under such a heading are points."""


@dataclass(frozen=True, slots=True)
class FileParts:
    """What a file says before its travellers.

    *head* has its values by name in lower case (``"title"``). *pairs_by_section* are the standings
    by the letter of their section, from *list_count* lists.
    """

    head: Mapping[str, str] = field(default_factory=dict)
    pairs_by_section: Mapping[str, Sequence[FlatPair]] = field(default_factory=dict)
    list_count: int = 0

    @property
    def winners(self) -> int:
        """The number of winners, or 0 if the file does not say."""
        winners = self.head.get("winners", "")
        if winners in ("1", "2"):
            return int(winners)
        directions = {
            pair.label.direction for pairs in self.pairs_by_section.values() for pair in pairs
        }
        return 1 if self.list_count == 1 and directions == {""} else 0

    @property
    def event_date(self) -> date | None:
        """The date."""
        return read_date(self.head.get("date", ""))

    @property
    def scoring(self) -> tuple[str, str]:
        """The row that names the scoring: a heading and a value."""
        names = ("scoringtype", "scoring", "method")
        return "Scoring", next(filter(None, map(self.head.get, names)), "")


NO_PARTS = FileParts()


def split_parts(sheet: Worksheet) -> tuple[Worksheet, FileParts]:
    """Return *sheet* with its travellers only, and what its other parts say.

    Rows keep their positions.

    >>> rows = [["#TITLE", "Club"], ["#SCORES"], ["Position", "Pair", "Name1"], ["1", "5", "Ash"],
    ...         ["#TRAVELLERS"], ["NS", "EW", "Bid"], ["#BOARD", "1"], ["5", "2", "3NT"]]
    >>> travellers, parts = split_parts(Worksheet("", rows))
    >>> travellers.rows[4:], parts.head["title"], parts.pairs_by_section[""][0].label.number
    ([[], ['NS', 'EW', 'Bid'], ['#BOARD', '1'], ['5', '2', '3NT']], 'Club', 5)
    """
    names = {_read_announcement(row) for row in sheet.rows}
    if names.isdisjoint(_LISTS) and names.isdisjoint(_TRAVELLERS):
        return sheet, NO_PARTS
    reader = _PartsReader()
    rows = [reader.take_row(row) for row in sheet.rows]
    filled_lists = [list_rows for list_rows in reader.lists if len(list_rows) > 1]
    pairs = _read_listed_pairs(filled_lists, reader.head.get("winners", ""))
    return replace(sheet, rows=rows), FileParts(reader.head, pairs, len(filled_lists))


def _read_announcement(row: Sequence[str]) -> str:
    """Return what *row* announces in lower case, or "" if it is a row of a part."""
    if row and row[0].startswith("#"):
        return row[0][1:].strip().casefold()
    return ""


class _PartsReader:
    """Takes the rows one by one. *lists* are the standings with their headings."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.lists: list[Cells] = []
        self._part = "head"

    def take_row(self, row: list[str]) -> list[str]:
        """Return *row* if it belongs to the travellers, else an empty row."""
        name = _read_announcement(row)
        if name in _TRAVELLERS:
            self._part = "travellers"
            return []
        if name in _LISTS:
            # Some announce the list by a line of its own, some by the first heading of it.
            if self._part != "list" or self.lists[-1]:
                self.lists.append([])
            self._part = "list"
            if len(row) - row.count("") > 2:
                self.lists[-1].append([row[0][1:], *row[1:]])
            return []
        if self._part == "travellers":
            return self._take_traveller_row(row, name)
        if name and self._part == "list" and name != _FORMAT:
            self._part = "head"
        if name and name != _FORMAT and len(row) > 1:
            self.head.setdefault(name, row[1])
        elif row and self._part == "list" and name != _FORMAT:
            self.lists[-1].append(row)
        return []

    def _take_traveller_row(self, row: list[str], name: str) -> list[str]:
        if not name:
            return row
        if name not in _IN_TRAVELLERS:
            self._part = "end"
            return []
        if len(row) - row.count("") > 2:  # the headings, of which the first has the sign
            return [row[0][1:], *row[1:]]
        return row


def _read_listed_pairs(lists: Sequence[Cells], winners: str) -> dict[str, list[FlatPair]]:
    """Return the pairs of all *lists*. Of two lists the first is that of N-S."""
    is_divided = winners == "2" and len(lists) == 2
    pairs: dict[str, list[FlatPair]] = {}
    for index, rows in enumerate(lists):
        side = _SIDES[index] if is_divided else ""
        for letter, pair in _read_pairs(rows[0], rows[1:], side):
            pairs.setdefault(letter, []).append(pair)
    return pairs


def _read_pairs(
    headings: Sequence[str], rows: Sequence[Sequence[str]], side: str
) -> Iterator[tuple[str, FlatPair]]:
    """Yield each pair of a list with the letter of its section."""
    columns: dict[str, list[int]] = {}
    for index, heading in enumerate(headings):
        if name := _find_column_name(heading):
            columns.setdefault(name, []).append(index)
    has_percents = "percent" in columns and _are_percents(
        read_points(_get_first_cell(row, columns["percent"])) for row in rows
    )
    for row in rows:
        pair = read_side(_get_first_cell(row, columns.get("pair", ())))
        if pair.label is None:
            continue
        total = read_points(_get_first_cell(row, columns.get("total", ())))
        percent = read_points(_get_first_cell(row, columns.get("percent", ())))
        if percent is None and "%" in _get_first_cell(row, columns.get("total", ())):
            total, percent = None, total
        elif not has_percents:
            total, percent = percent if total is None else total, None
        place = _get_first_cell(row, columns.get("place", ())).strip("= .")
        yield (
            pair.section,
            FlatPair(
                Label(pair.label.number, pair.label.direction or side),
                _make_players(
                    [row[index] for index in columns.get("names", ()) if index < len(row)]
                ),
                total,
                percent,
                int(place) if place.isdecimal() and len(place) < 5 else None,
            ),
        )


def _find_column_name(heading: str) -> str:
    word = "".join(filter(str.isalpha, heading.casefold()))
    if heading.strip() == "%":
        return "percent"
    return _NAME_BY_WORD.get(word, "")


def _get_first_cell(row: Sequence[str], indexes: Sequence[int]) -> str:
    return next((row[index] for index in indexes if index < len(row)), "")


def _are_percents(figures: Iterator[Decimal | None]) -> bool:
    """Return whether *figures* are percentages, since IMPs may have the same heading."""
    known = [figure for figure in figures if figure is not None]
    if not known or not all(0 <= figure <= 100 for figure in known):
        return False
    return int(sum(known) / len(known)) in _FAIR_SHARES


def _make_players(cells: Sequence[str]) -> tuple[SourcePlayer, ...]:
    names = list(filter(None, cells))
    if len(names) == 1:
        names = list(filter(None, split_two_names(names[0])))
    return tuple(SourcePlayer(name, "", "") for name in names[:_MAX_NAMES])


# The columns of a file: what they hold, and what is missing.

_MAX_BOARD_ROW_CELLS = 4  # board, number, dealer and vulnerability
_BOARD_ROW = re.compile(
    r"#?\s*(?:board|bd|spel|bricka|donne|etui|teilung|rozdanie|giv|spil|spill|deal|hand)\b"
    r"\s*(?:no|nr)?[\s.:#]*([0-9]{1,3})\b",
    re.IGNORECASE,
)
_MAX_GROUP_ROW_CELLS = 2  # such as "Round" and "3"
_GROUP_ROW = re.compile(r"(?P<word>[^\W\d_]+)[\s.:#]*(?P<value>[0-9]{1,3}|[A-Za-z])")
_GROUP_FIELDS = frozenset({"section", "session", "round", "table"})
_SUM_WORDS = """total totals subtotal sum sums grandtotal average averages avg mean datum count
    summe summen gesamt gesamtsumme zwischensumme durchschnitt mittel mittelwert schnitt
    totaal totalen som gemiddelde gemiddeld totaux somme moyenne
    totalt summa medel medelvarde gennemsnit gjennomsnitt snitt ialt
    totale totali somma media suma razem srednia yhteensa keskiarvo"""
_SUMS = frozenset(_SUM_WORDS.split())
_SAMPLE_ROWS = 5


def read_board_row(row: Sequence[str]) -> str:
    """Return the board number of a row that heads a board's lines, or "".

    >>> read_board_row(["Board 7", "", "Dealer S"]), read_board_row(["7", "1", "2", "420"])
    ('7', '')
    """
    if not 1 <= _count_filled_cells(row) <= _MAX_BOARD_ROW_CELLS:
        return ""
    cells = [cell for cell in row if cell]
    match = _BOARD_ROW.match(" ".join(cells[:2]))
    if match:
        return match[1]
    return ""


def read_group_row(row: Sequence[str]) -> tuple[str, str]:
    """Return the field and value that a row sets for the lines below, or a pair of "".

    >>> read_group_row(["Section B", ""]), read_group_row(["Round", "3"]), read_group_row(["Tuesday pairs"])
    (('section', 'B'), ('round', '3'), ('', ''))
    """
    if not 1 <= _count_filled_cells(row) <= _MAX_GROUP_ROW_CELLS:
        return "", ""
    match = _GROUP_ROW.fullmatch(" ".join(filter(None, row)))
    field = find_field(match["word"]) if match else ""
    if match and field in _GROUP_FIELDS:
        return (field, match["value"])
    return ("", "")


def _count_filled_cells(row: Sequence[str]) -> int:
    return len(row) - row.count("")


def is_summary_row(row: Sequence[str]) -> bool:
    """Return whether *row* is a sum or an average, or has nothing but signs.

    >>> is_summary_row(["Total", "", "4"]), is_summary_row(["---", "----"]), is_summary_row(["1", "2"])
    (True, True, False)
    """
    first_cell = next(filter(None, row), "")
    if first_cell[:1].isdigit():
        return False
    return _is_sum(first_cell) or not any(character.isalnum() for cell in row for character in cell)


@lru_cache(maxsize=65_536)  # first cells repeat from row to row: pair numbers and names
def _is_sum(cell: str) -> bool:
    if any(map(str.isdigit, cell)):
        return False
    plain_text = unicodedata.normalize("NFKD", cell.casefold())
    return re.sub("[^a-z]", "", plain_text) in _SUMS


@dataclass(frozen=True)
class ColumnFile:
    """A file of columns.

    - *heading_index*: the row of headings, -1 for none. *headings*: the headings by column.
    - *fields*: keys of ``FIELDS`` by column, "" for a column that is skipped.
    - *parts*: what the file says above the first board.
    """

    sheet: Worksheet
    heading_index: int
    headings: tuple[str, ...]
    fields: tuple[str, ...]
    parts: FileParts = NO_PARTS

    @property
    def rows(self) -> Cells:
        """All rows."""
        return self.sheet.rows

    @property
    def rows_below(self) -> Cells:
        """The rows under the headings."""
        return self.rows[self.heading_index + 1 :]

    @property
    def lines(self) -> Iterator[list[str]]:
        """The rows below the headings, without repeated headings and rows of one cell.

        One cell alone is a remark or the name of a board: no result fits in it.
        """
        heading = self.rows[self.heading_index] if self.heading_index >= 0 else None
        for row in self.rows_below:
            if row != heading and _count_filled_cells(row) > 1:
                yield row

    @property
    def line_count(self) -> int:
        """The number of lines."""
        return sum(1 for _row in self.lines)

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings, or "Column 1" and so on where there is none."""
        headings = self._fit_to_columns(self.headings)
        return tuple(heading or f"Column {number}" for number, heading in enumerate(headings, 1))

    @property
    def sample(self) -> tuple[tuple[str, ...], ...]:
        """The first lines, each with a cell for every column."""
        return tuple(self._fit_to_columns(row) for row in islice(self.lines, _SAMPLE_ROWS))

    @cached_property
    def column_by_field(self) -> dict[str, int]:
        """The index of each field's column."""
        # Reversed, so that the first of two columns with the same field remains.
        columns = reversed(list(enumerate(self.fields)))
        return {name: column for column, name in columns if name}

    @property
    def missing_fields(self) -> tuple[str, ...]:
        """The fields that no column has and that every file needs, in words."""
        # Names stand for numbers, and a personal score has a pair and its opponents.
        other_names = {"ns": ("north", "names_ns", "pair"), "ew": ("east", "names_ew", "opponents")}
        missing = [
            FIELDS[side]
            for side, others in other_names.items()
            if self.column_by_field.keys().isdisjoint((side, *others))
        ]
        if "board" not in self.column_by_field and not any(
            read_board_row(row) for row in self.rows
        ):
            missing.insert(0, FIELDS["board"])
        has_unknown_direction = (
            "opponents" in self.column_by_field and "sat" not in self.column_by_field
        )
        if has_unknown_direction and self._has_results_on_both_cards:
            missing.append(FIELDS["sat"])
        if self.column_by_field.keys().isdisjoint(("contract", "level", "score", "score_ew")):
            missing.append("a contract or a score")
        return tuple(missing)

    @cached_property
    def _has_results_on_both_cards(self) -> bool:
        """Whether any result is on the cards of both pairs."""
        if not {"pair", "board"} <= self.column_by_field.keys():
            return False
        columns = [self.column_by_field[name] for name in ("board", "pair", "opponents")]
        meetings = {
            tuple(row[column] for column in columns)
            for row in self.rows_below
            if len(row) > max(columns)
        }
        return any((board, opponents, pair) in meetings for board, pair, opponents in meetings)

    def with_fields(self, fields: Sequence[str]) -> "ColumnFile":
        """Return the columns with other *fields*, as the director has corrected them."""
        known = [name if name in FIELDS else "" for name in fields]
        return replace(self, fields=self._fit_to_columns(known))

    def _fit_to_columns(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Return *cells* cut or filled up with "" to one for each column."""
        count = len(self.fields)
        return (*cells[:count], *("",) * (count - len(cells)))


# The fields of columns by their cells, if the headings are wrong or missing.

_MAX_ROWS_CHECKED = 200
_MIN_SCORE = 14
_MIN_CERTAIN_SCORE = 50
_FIGURE = re.compile("[+-]?[0-9]{1,5}")
_CONTRACT = re.compile(
    r"[1-7] ?(?:NT|SA|ZT|BA|UT|БК|N|[SHDCPKTQFRПЧБТ♠♥♦♣]) ?(?:[Xx*]{0,2})|PASS(?:ED)?|PAS|AP",
    re.IGNORECASE,
)
_SEAT_LETTERS = tuple(map(frozenset, ("NESW", "NOSW", "NOZW", "NESO", "NØSV", "NÖSV", "СВЮЗ")))
_SCORED_FIELDS = frozenset({"score", "score_ew", "ns_points", "ew_points"})
_SCORE_FIELDS = {"ns": "score", "ew": "score_ew", "ns_points": "score", "ew_points": "score_ew"}
_DECLARER_HEADING = re.compile(
    "n-?/?s ?/ ?e-?/?w"
)  # the heading that table units give to the seat of declarer


def infer_fields_by_content(columns: ColumnFile) -> tuple[str, ...]:
    """Return the fields of *columns* after a look at their cells.

    A result can be tricks, a score, or a whole contract; pairs can be numbers or names; a second
    pair of columns ``NS`` and ``EW`` holds scores; declarer is a seat, not the number of a pair.
    """
    fields = list(columns.fields)
    rows = list(islice(filter(None, columns.rows_below), _MAX_ROWS_CHECKED))
    cells = [
        [row[column] for row in rows if column < len(row) and row[column]]
        for column in range(len(fields))
    ]
    _detect_result(fields, cells, columns.titles)
    _detect_contract(fields, cells)
    _detect_declarer(fields, cells, columns.titles)
    _detect_untitled(fields, cells)
    _detect_scores(fields, cells, columns.titles)
    _detect_names(fields, cells)
    _detect_players(fields, columns.titles)
    return tuple(fields)


def _detect_result(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    if "tricks" not in fields:
        return
    tricks_column = fields.index("tricks")
    other_columns = [
        column
        for column, title in enumerate(titles)
        if not fields[column] and find_field(title) == "tricks"
    ]
    if (
        "contract" in fields
        and other_columns
        and not any(_FIGURE.fullmatch(cell) for cell in cells[tricks_column])
    ):
        fields[tricks_column], fields[other_columns[0]] = (
            "",
            "tricks",
        )  # the first says it all once more
        return
    figures = [int(cell) for cell in cells[tricks_column] if _FIGURE.fullmatch(cell)]
    if "score" not in fields and _are_scores(cells[tricks_column]):
        fields[tricks_column] = "score"
    elif "contract" not in fields and not figures and cells[tricks_column]:
        fields[tricks_column] = "contract"


def _detect_contract(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    """Treat the one column that has contracts as such, whatever its heading says."""
    if not {"contract", "level"}.isdisjoint(fields) or "board" not in fields:
        return
    columns = [
        column
        for column, of_column in enumerate(cells)
        if not fields[column] and of_column and all(map(_CONTRACT.fullmatch, of_column))
    ]
    # Passed-out boards alone are no evidence.
    if len(columns) == 1 and any(cell[0].isdigit() for cell in cells[columns[0]]):
        fields[columns[0]] = "contract"


def _detect_untitled(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    """Treat the one unknown column of seats as declarer, and the one of scores as the scores."""
    if "board" not in fields or "contract" not in fields:
        return
    of_no_field = [column for column, field in enumerate(fields) if not field]
    if "declarer" not in fields:
        seats = [column for column in of_no_field if _are_seats(cells[column])]
        if len(seats) == 1:
            fields[seats[0]] = "declarer"
    if _SCORED_FIELDS.isdisjoint(fields):
        scores = [column for column in of_no_field if _are_tens(cells[column])]
        if len(scores) == 1 and cells[scores[0]]:
            fields[scores[0]] = "score"


def _are_seats(cells: Sequence[str]) -> bool:
    """Return whether *cells* are seats. One seat alone could be anything."""
    signs = {cell.upper() for cell in cells} - {"-"}
    return len(signs) > 1 and any(signs <= letters for letters in _SEAT_LETTERS)


def _detect_declarer(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    if "declarer" not in fields or not all(
        cell.isdecimal() for cell in cells[fields.index("declarer")]
    ):
        return
    fields[fields.index("declarer")] = ""
    for column, title in enumerate(titles):
        if not fields[column] and _DECLARER_HEADING.fullmatch(title.casefold()):
            fields[column] = "declarer"
            return


def _detect_scores(
    fields: list[str], cells: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    """Treat a second ``NS`` and ``EW``, or points that look like scores, as scores."""
    if {"score", "score_ew"} & set(fields):
        return
    for column, title in enumerate(titles):
        field = find_field(title)
        if field not in _SCORE_FIELDS or fields[column] in ("ns", "ew"):
            continue
        are_scores = _are_tens if fields[column] and "contract" in fields else _are_scores
        if are_scores(cells[column]):
            fields[column] = _SCORE_FIELDS[field]


def _are_tens(cells: Sequence[str]) -> bool:
    """Return whether all figures can be scores, and most must be."""
    return all(_FIGURE.fullmatch(cell) and int(cell) % 10 == 0 for cell in cells) and _are_scores(
        cells, _MIN_CERTAIN_SCORE
    )


def _detect_names(fields: list[str], cells: Sequence[Sequence[str]]) -> None:
    for side, names in (("ns", "names_ns"), ("ew", "names_ew")):
        column = fields.index(side) if side in fields else -1
        if (
            column >= 0
            and names not in fields
            and cells[column]
            and not any(map(_has_figure, cells[column]))
        ):
            fields[column] = names


def _detect_players(fields: list[str], titles: Sequence[str]) -> None:
    """Treat second names of a side as the players at the table, and the first as their team."""
    for names, players in (("names_ns", "players_ns"), ("names_ew", "players_ew")):
        if names not in fields or _is_of_players(titles[fields.index(names)]):
            continue
        for column, title in enumerate(titles):
            if not fields[column] and find_field(title) == names and _is_of_players(title):
                fields[column] = players
                break


def _is_of_players(title: str) -> bool:
    return "player" in title.casefold()


def _are_scores(cells: Sequence[str], min_score: int = _MIN_SCORE) -> bool:
    figures = [int(cell) for cell in cells if _FIGURE.fullmatch(cell) and int(cell)]
    return sum(abs(figure) >= min_score for figure in figures) * 2 > len(figures)


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))


# Ask about parts of results that no column is known to have.

_MAX_CELLS_CHECKED = 200
_PARTS = ("contract", "declarer", "tricks")


def find_unknown_columns(columns: ColumnFile) -> list[int]:
    """Return the positions of the columns with headings that nobody knows."""
    return [
        position
        for position, title in enumerate(columns.headings[: len(columns.fields)])
        if title and not columns.fields[position] and not find_field(title)
    ]


def find_missing_parts(columns: ColumnFile) -> list[str]:
    """Return the parts of contracts that may be in an unknown column, as fields.

    >>> from director.additions.imports.formats.columns.files import find_columns
    >>> find_missing_parts(find_columns(b"Board,NS,EW,Contract,Foo,Tricks,Score\\n1,1,2,4S,x1,10,420"))
    ['declarer']
    """
    known = {field for field in columns.fields if field}
    if "level" in known:
        known.add("contract")
    has_unknown = any(
        position < len(row) and row[position]
        for row in columns.lines
        for position in find_unknown_columns(columns)
    )
    if not has_unknown or known.isdisjoint(_PARTS):
        return []
    position = columns.column_by_field.get("contract", -1)
    contracts = (row[position] for row in columns.lines if 0 <= position < len(row))
    whole_results = [parse_result_cell(cell) for cell in islice(contracts, _MAX_CELLS_CHECKED)]
    known |= {
        part for part in _PARTS if any(parts and getattr(parts, part) for parts in whole_results)
    }
    if "tricks" in known and "declarer" not in known and _names_seats(columns):
        known.add("declarer")
    return [part for part in _PARTS if part not in known]


def _names_seats(columns: ColumnFile) -> bool:
    """Return whether the cells of tricks begin with the declarer, as in ``N +1``."""
    position = columns.column_by_field["tricks"]
    cells = [row[position] for row in columns.lines if position < len(row)]
    return any(cell[:1].isalpha() for cell in cells[:_MAX_CELLS_CHECKED])


def describe_missing_parts(parts: list[str]) -> str:
    """Return the question about *parts*.

    >>> describe_missing_parts(["declarer"]), describe_missing_parts(["contract", "tricks"])
    ('Which column is the declarer?', 'Which columns are the contract and the tricks?')
    """
    names = [f"the {FIELDS[part].split(' or ')[0].lower()}" for part in parts]
    if len(names) == 1:
        return f"Which column is {names[0]}?"
    return f"Which columns are {', '.join(names[:-1])} and {names[-1]}?"
