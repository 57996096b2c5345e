"""Find what each column of a file holds, from its parts, headings and cells or from the director."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice

from director.additions.imports.formats.columns.cells import (
    parse_result_cell,
    parse_side,
    split_two_names,
)
from director.additions.imports.formats.source.flat import FlatPair, Label
from director.additions.imports.formats.source.model import SourcePlayer
from director.additions.imports.formats.source.results import parse_points
from director.formats.cells import CellRows, Worksheet
from director.formats.headings import FIELD_LABELS, is_points_heading, match_field

# CSV files of several parts: head, standings and travellers. Lines with ``#`` announce them.
#
# BridgeWebsReceiver and the extractors of BBO tournaments write such files. The head and the
# standings are read here, the travellers like the columns of any other file.

_LIST_ANNOUNCEMENTS = ("scores", "ranking", "rank")
_TRAVELLER_ANNOUNCEMENTS = ("travellers", "travellerlines")
_FORMAT_ANNOUNCEMENT = "boardformat"
_BOARD_ANNOUNCEMENTS = ("board", "bd")
_SIDES = ("NS", "EW")
_COLUMN_WORDS: Mapping[str, str] = {
    "place": "place position pos rank",
    "pair": "pair pairno number no",
    "names": "name names players pairnames",
    "total": "score total points mps imps matchpoints",
    "percent": "percent percentage pct",
}
_NAME_BY_WORD = {word: name for name, words in _COLUMN_WORDS.items() for word in words.split()}
_MAX_NAMES = 2
_LIKELY_MEAN_PERCENTAGES = range(35, 66)
"""Likely means of a list of percentages. With another mean the figures are points."""


@dataclass(frozen=True, slots=True)
class FileParts:
    """The parts of a file before its travellers.

    - *values_by_name*: values of the head by name in lower case (``"title"``).
    - *pairs_by_section*: the standings by letter of the section, from *list_count* lists.
    """

    values_by_name: Mapping[str, str] = field(default_factory=dict)
    pairs_by_section: Mapping[str, Sequence[FlatPair]] = field(default_factory=dict)
    list_count: int = 0

    @property
    def winner_count(self) -> int:
        """The number of winners, or 0 if the file does not say."""
        winners = self.values_by_name.get("winners", "")
        if winners in ("1", "2"):
            return int(winners)
        has_directions = any(
            pair.label.direction for pairs in self.pairs_by_section.values() for pair in pairs
        )
        is_ranked_together = self.list_count == 1 and self.pairs_by_section and not has_directions
        return 1 if is_ranked_together else 0

    @property
    def date_text(self) -> str:
        """The date as the file writes it."""
        return self.values_by_name.get("date", "")

    @property
    def scoring_row(self) -> tuple[str, str]:
        """The heading and the value of the scoring, as if they were in a row of cells."""
        names = ("scoringtype", "scoring", "method")
        return "Scoring", next(filter(None, map(self.values_by_name.get, names)), "")


NO_PARTS = FileParts()


def split_parts(sheet: Worksheet) -> tuple[Worksheet, FileParts]:
    """Return *sheet* with only its travellers, and its other parts.

    Rows keep their positions, because messages name them.

    >>> rows = [["#TITLE", "Club"], ["#SCORES"], ["Position", "Pair", "Name1"], ["1", "5", "Ash"],
    ...         ["#TRAVELLERS"], ["NS", "EW", "Bid"], ["#BOARD", "1"], ["5", "2", "3NT"]]
    >>> travellers, parts = split_parts(Worksheet("", rows))
    >>> travellers.rows[4:], parts.values_by_name["title"], parts.pairs_by_section[""][0].label.number
    ([[], ['NS', 'EW', 'Bid'], ['#BOARD', '1'], ['5', '2', '3NT']], 'Club', 5)
    """
    names = {_read_announcement(row) for row in sheet.rows}
    if names.isdisjoint(_LIST_ANNOUNCEMENTS) and names.isdisjoint(_TRAVELLER_ANNOUNCEMENTS):
        return sheet, NO_PARTS
    reader = _PartsReader()
    rows = [reader.read_row(row) for row in sheet.rows]
    filled_lists = [list_rows for list_rows in reader.standings_lists if len(list_rows) > 1]
    pairs = _read_pairs_by_section(filled_lists, reader.head.get("winners", ""))
    return replace(sheet, rows=rows), FileParts(reader.head, pairs, len(filled_lists))


def _read_announcement(row: Sequence[str]) -> str:
    """Return the part or value that *row* announces, in lower case, or "" for other rows."""
    if row and row[0].startswith("#"):
        return row[0][1:].strip().casefold()
    return ""


class _PartsReader:
    """Reads the rows one by one. *standings_lists* have their headings as first rows."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.standings_lists: list[CellRows] = []
        self._part = "head"

    def read_row(self, row: list[str]) -> list[str]:
        """Return *row* if it belongs to the travellers, else an empty row."""
        name = _read_announcement(row)
        if name in _TRAVELLER_ANNOUNCEMENTS:
            self._part = "travellers"
            return []
        if name in _LIST_ANNOUNCEMENTS:
            # Some files announce a list in a separate row, others before its first heading.
            if self._part != "list" or self.standings_lists[-1]:
                self.standings_lists.append([])
            self._part = "list"
            if len(row) - row.count("") > 2:
                self.standings_lists[-1].append([row[0][1:], *row[1:]])
            return []
        if self._part == "travellers":
            return self._read_traveller_row(row, name)
        if name and self._part == "list" and name != _FORMAT_ANNOUNCEMENT:
            self._part = "head"
        if name and name != _FORMAT_ANNOUNCEMENT and len(row) > 1:
            self.head.setdefault(name, row[1])
        elif row and self._part == "list" and name != _FORMAT_ANNOUNCEMENT:
            self.standings_lists[-1].append(row)
        return []

    def _read_traveller_row(self, row: list[str], name: str) -> list[str]:
        if not name:
            return row
        if name not in _BOARD_ANNOUNCEMENTS:
            self._part = "end"
            return []
        # A board's row has only its number. A longer row has headings, the first after the sign.
        if len(row) - row.count("") > 2:
            return [row[0][1:], *row[1:]]
        return row


def _read_pairs_by_section(lists: Sequence[CellRows], winners: str) -> dict[str, list[FlatPair]]:
    """Return the pairs of all *lists*. With two winners the first list has the N-S pairs."""
    is_divided = winners == "2" and len(lists) == 2
    pairs_by_section: dict[str, list[FlatPair]] = {}
    for index, rows in enumerate(lists):
        side = _SIDES[index] if is_divided else ""
        for letter, pair in _read_pairs(rows[0], rows[1:], side):
            pairs_by_section.setdefault(letter, []).append(pair)
    return pairs_by_section


def _read_pairs(
    headings: Sequence[str], rows: Sequence[Sequence[str]], side: str
) -> Iterator[tuple[str, FlatPair]]:
    """Yield each pair of a list with the letter of its section."""
    columns_by_name: dict[str, list[int]] = {}
    for index, heading in enumerate(headings):
        if name := _get_column_name(heading):
            columns_by_name.setdefault(name, []).append(index)
    has_percentages = "percent" in columns_by_name and _has_percentages(
        parse_points(_get_first_cell(row, columns_by_name["percent"])) for row in rows
    )
    for row in rows:
        pair_side = parse_side(_get_first_cell(row, columns_by_name.get("pair", ())))
        if pair_side.label is None:
            continue
        total_text = _get_first_cell(row, columns_by_name.get("total", ()))
        total = parse_points(total_text)
        percent = parse_points(_get_first_cell(row, columns_by_name.get("percent", ())))
        if percent is None and "%" in total_text:
            total, percent = None, total
        elif not has_percentages:
            # The figures under "%" are points, and the total if there is no other column of points.
            total = percent if total is None else total
            percent = None
        rank = _get_first_cell(row, columns_by_name.get("place", ())).strip("= .")
        name_columns = columns_by_name.get("names", ())
        names = [row[column] for column in name_columns if column < len(row)]
        pair = FlatPair(
            Label(pair_side.label.number, pair_side.label.direction or side),
            players=_make_players(names),
            total=total,
            percent=percent,
            rank=int(rank) if rank.isdecimal() and len(rank) < 5 else None,
        )
        yield pair_side.section, pair


def _get_column_name(heading: str) -> str:
    word = "".join(filter(str.isalpha, heading.casefold()))
    if heading.strip() == "%":
        return "percent"
    return _NAME_BY_WORD.get(word, "")


def _get_first_cell(row: Sequence[str], indexes: Sequence[int]) -> str:
    return next((row[index] for index in indexes if index < len(row)), "")


def _has_percentages(figures: Iterator[Decimal | None]) -> bool:
    """Return whether *figures* are percentages. IMPs may have the same heading."""
    known_figures = [figure for figure in figures if figure is not None]
    if not known_figures or not all(0 <= figure <= 100 for figure in known_figures):
        return False
    return int(sum(known_figures) / len(known_figures)) in _LIKELY_MEAN_PERCENTAGES


def _make_players(cells: Sequence[str]) -> tuple[SourcePlayer, ...]:
    names = list(filter(None, cells))
    if len(names) == 1:
        names = list(filter(None, split_two_names(names[0])))
    return tuple(SourcePlayer(name, "", "") for name in names[:_MAX_NAMES])


# The columns of a file, and which are missing.

_MAX_BOARD_ROW_CELLS = 4  # “Board”, its number, the dealer and the vulnerability
_BOARD_ROW = re.compile(
    r"#?\s*(?:board|bd|spel|bricka|donne|etui|teilung|rozdanie|giv|spil|spill|deal|hand)\b"
    r"\s*(?:no|nr)?[\s.:#]*([0-9]{1,3})\b",
    re.IGNORECASE,
)
_DEALERS = "n|e|s|w|o|v|z|north|east|south|west|nord|ost|est|sud|süd|ouest|ovest|oeste|noord|zuid|oost|öst|syd|väst|vest"
_VULNERABLE_SIDES = (
    "-|–|—|0|none|love|all|both|alle|alla|tous|niemand|keiner|keine|beide|nobody|allen|ingen|"
    "n-?s|e-?w|n/s|e/w|o-?w|e-?o|n-?z|ns|ew|z"
)
# "1 Nord / -" and "12. East, Both": the dealer and who is vulnerable show that it is a board.
_DEALER_ROW = re.compile(
    rf"#?\s*([0-9]{{1,3}})[\s.:,/|–-]+(?:{_DEALERS})(?:[\s.:,/|]+(?:{_VULNERABLE_SIDES}))\s*",
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
_SUM_TEXTS = frozenset(_SUM_WORDS.split())
_SAMPLE_ROWS = 5


def read_board_row(row: Sequence[str]) -> str:
    """Return the board number of a row that heads a board's lines, or "".

    >>> read_board_row(["Board 7", "", "Dealer S"]), read_board_row(["7", "1", "2", "420"])
    ('7', '')
    >>> read_board_row(["12 Nord / NS"]), read_board_row(["3", "East", "None"]), read_board_row(["3", "N", "400"])
    ('12', '3', '')
    """
    # Counting first spares the pattern for most rows.
    if not 1 <= _count_filled_cells(row) <= _MAX_BOARD_ROW_CELLS:
        return ""
    cells = [cell for cell in row if cell]
    match = _BOARD_ROW.match(" ".join(cells[:2])) or _DEALER_ROW.fullmatch(" ".join(cells))
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
    field = match_field(match["word"]) if match else ""
    if match and field in _GROUP_FIELDS:
        return field, match["value"]
    return "", ""


def _count_filled_cells(row: Sequence[str]) -> int:
    return len(row) - row.count("")


def is_summary_row(row: Sequence[str]) -> bool:
    """Return whether *row* is a sum or an average, or has no letters and digits.

    >>> is_summary_row(["Total", "", "4"]), is_summary_row(["---", "----"]), is_summary_row(["1", "2"])
    (True, True, False)
    """
    first_cell = next(filter(None, row), "")
    if first_cell[:1].isdigit():
        return False
    has_text = any(character.isalnum() for character in "".join(row))
    return _is_sum(first_cell) or not has_text


@lru_cache(maxsize=65_536)  # First cells, such as pair numbers and names, repeat in many rows.
def _is_sum(cell: str) -> bool:
    if any(map(str.isdigit, cell)):
        return False
    # NFKD divides a letter from its accent, which isn't a to z.
    plain_text = unicodedata.normalize("NFKD", cell.casefold())
    return re.sub("[^a-z]", "", plain_text) in _SUM_TEXTS


@dataclass(frozen=True)
class ColumnFile:
    """A file of columns.

    - *heading_index*: the index of the row of headings, or -1.
    - *headings*: the headings by column.
    - *fields*: keys of ``FIELD_LABELS`` by column, "" for a column that isn't used.
    - *parts*: the parts of the file above its first board.
    """

    sheet: Worksheet
    heading_index: int
    headings: tuple[str, ...]
    fields: tuple[str, ...]
    parts: FileParts = NO_PARTS

    @property
    def rows(self) -> CellRows:
        """All rows."""
        return self.sheet.rows

    @property
    def rows_below(self) -> CellRows:
        """The rows under the headings."""
        return self.rows[self.heading_index + 1 :]

    @property
    def lines(self) -> Iterator[list[str]]:
        """The rows below the headings, without repeated headings and rows of one cell.

        A row of one cell is a note or the title of a board, because no result fits in it.
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
        """The headings, with "Column 1" and so on for columns without a heading."""
        headings = self._fit_to_columns(self.headings)
        return tuple(heading or f"Column {number}" for number, heading in enumerate(headings, 1))

    @property
    def sample_rows(self) -> tuple[tuple[str, ...], ...]:
        """The first lines, each with a cell for every column."""
        return tuple(self._fit_to_columns(row) for row in islice(self.lines, _SAMPLE_ROWS))

    @cached_property
    def column_by_field(self) -> dict[str, int]:
        """The index of each field's column."""
        # Reversed, because a mapping keeps the last of equal keys, and the first column counts.
        columns = reversed(list(enumerate(self.fields)))
        return {name: column for column, name in columns if name}

    @property
    def missing_fields(self) -> tuple[str, ...]:
        """The labels of fields that every file needs and this one lacks."""
        # Names do instead of numbers, and the card of a pair has the pair and its opponents.
        other_names = {"ns": ("north", "names_ns", "pair"), "ew": ("east", "names_ew", "opponents")}
        missing_fields = [
            FIELD_LABELS[side]
            for side, other_fields in other_names.items()
            if self.column_by_field.keys().isdisjoint((side, *other_fields))
        ]
        has_boards = "board" in self.column_by_field or any(map(read_board_row, self.rows))
        if not has_boards:
            missing_fields.insert(0, FIELD_LABELS["board"])
        has_unknown_direction = (
            "opponents" in self.column_by_field and "sat" not in self.column_by_field
        )
        if has_unknown_direction and self._has_results_on_both_cards:
            missing_fields.append(FIELD_LABELS["sat"])
        if self.column_by_field.keys().isdisjoint(("contract", "level", "score", "score_ew")):
            missing_fields.append("a contract or a score")
        return tuple(missing_fields)

    @cached_property
    def _has_results_on_both_cards(self) -> bool:
        """Whether any result is on the cards of both pairs, so that directions must be known."""
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
        """Return the file with the *fields* that the director has chosen."""
        known_fields = [name if name in FIELD_LABELS else "" for name in fields]
        return replace(self, fields=self._fit_to_columns(known_fields))

    def _fit_to_columns(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Return one of *cells* for each column, "" if there are too few."""
        column_count = len(self.fields)
        return (*cells[:column_count], *("",) * (column_count - len(cells)))


# The fields of columns by their cells, if the headings are wrong or missing.

_MAX_ROWS_CHECKED = 200
_MIN_SCORE = 14  # more than tricks can be
_MIN_CERTAIN_SCORE = 50  # the lowest score of a contract
_FIGURE = re.compile("[+-]?[0-9]{1,5}")
_CONTRACT = re.compile(
    r"[1-7] ?(?:NT|SA|ZT|BA|UT|БК|N|[SHDCPKTQFRПЧБТ♠♥♦♣]) ?(?:[Xx*]{0,2})|PASS(?:ED)?|PAS|AP",
    re.IGNORECASE,
)
_SEAT_LETTERS = tuple(map(frozenset, ("NESW", "NOSW", "NOZW", "NESO", "NØSV", "NÖSV", "СВЮЗ")))
_SCORE_OR_POINTS_FIELDS = frozenset({"score", "score_ew", "ns_points", "ew_points"})
_SCORE_FIELD_BY_FIELD = {
    "ns": "score",
    "ew": "score_ew",
    "ns_points": "score",
    "ew_points": "score_ew",
}
# Table units write "NS/EW" above the declarer's seat, French pages "Par". In English that is a score.
_DECLARER_HEADING = re.compile("n-?/?s ?/ ?e-?/?w|par")


def infer_fields_by_content(columns: ColumnFile) -> tuple[str, ...]:
    """Return the fields of *columns*, corrected by their cells.

    - A result may be tricks, a score or a whole contract.
    - Pairs may be numbers or names.
    - A second pair of columns ``NS`` and ``EW`` has scores.
    - The declarer is a seat, not the number of a pair.
    - Of two columns with the same heading for points, the left one has those of N-S.
    - A column without a heading, filled only where the score to its left is empty, is the score of E-W.
    """
    fields = list(columns.fields)
    rows = list(islice(filter(None, columns.rows_below), _MAX_ROWS_CHECKED))
    cells_by_column = [
        [row[column] for row in rows if column < len(row) and row[column]]
        for column in range(len(fields))
    ]
    # Each step changes *fields*, and sees those that the steps before it have found.
    _detect_result(fields, cells_by_column, columns.titles)
    _detect_contract(fields, cells_by_column)
    _detect_declarer(fields, cells_by_column, columns.titles)
    _detect_untitled(fields, cells_by_column)
    _detect_scores(fields, cells_by_column, columns.titles)
    _detect_names(fields, cells_by_column)
    _detect_players(fields, columns.titles)
    _detect_both_points(fields, columns.titles)
    _detect_second_score(fields, columns.headings, rows)
    return tuple(fields)


def _detect_both_points(fields: list[str], titles: Sequence[str]) -> None:
    if not {"ns_points", "ew_points"}.isdisjoint(fields):
        return
    point_columns = [
        column
        for column, title in enumerate(titles)
        if not fields[column] and is_points_heading(title)
    ]
    if len(point_columns) == 2:
        left_column, right_column = point_columns
        if titles[left_column] == titles[right_column]:
            fields[left_column] = "ns_points"
            fields[right_column] = "ew_points"


def _detect_second_score(
    fields: list[str], headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    if "score" not in fields or "score_ew" in fields:
        return
    score_column = fields.index("score")
    column = score_column + 1
    has_heading = column < len(headings) and headings[column]
    if column >= len(fields) or fields[column] or has_heading:
        return
    pairs_of_cells = [
        (row[score_column], row[column]) for row in rows if column < len(row) and row[column]
    ]
    if pairs_of_cells and all(
        not score and _FIGURE.fullmatch(other_score) for score, other_score in pairs_of_cells
    ):
        fields[column] = "score_ew"


def _detect_result(
    fields: list[str], cells_by_column: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    if "tricks" not in fields:
        return
    column = fields.index("tricks")
    cells = cells_by_column[column]
    has_figures = any(map(_FIGURE.fullmatch, cells))
    other_columns = [
        other_column
        for other_column, title in enumerate(titles)
        if not fields[other_column] and match_field(title) == "tricks"
    ]
    # The first of two such columns repeats the whole result, such as "4S N +1".
    if "contract" in fields and other_columns and not has_figures:
        fields[column] = ""
        fields[other_columns[0]] = "tricks"
        return
    if "score" not in fields and _has_scores(cells):
        fields[column] = "score"
    elif "contract" not in fields and cells and not has_figures:
        fields[column] = "contract"


def _detect_contract(fields: list[str], cells_by_column: Sequence[Sequence[str]]) -> None:
    """Treat the only column with contracts as such, whatever its heading says."""
    if not {"contract", "level"}.isdisjoint(fields) or "board" not in fields:
        return
    columns = [
        column
        for column, column_cells in enumerate(cells_by_column)
        if not fields[column] and column_cells and all(map(_CONTRACT.fullmatch, column_cells))
    ]
    # Passed-out boards alone are no evidence.
    if len(columns) == 1 and any(cell[0].isdigit() for cell in cells_by_column[columns[0]]):
        fields[columns[0]] = "contract"


def _detect_untitled(fields: list[str], cells_by_column: Sequence[Sequence[str]]) -> None:
    """Treat the only unknown column of seats as the declarer, the only one of scores as scores."""
    if "board" not in fields or "contract" not in fields:
        return
    unnamed_columns = [column for column, field in enumerate(fields) if not field]
    if "declarer" not in fields:
        seat_columns = [column for column in unnamed_columns if _has_seats(cells_by_column[column])]
        if len(seat_columns) == 1:
            fields[seat_columns[0]] = "declarer"
    if _SCORE_OR_POINTS_FIELDS.isdisjoint(fields):
        score_columns = [
            column for column in unnamed_columns if _has_multiples_of_ten(cells_by_column[column])
        ]
        if len(score_columns) == 1 and cells_by_column[score_columns[0]]:
            fields[score_columns[0]] = "score"


def _has_seats(cells: Sequence[str]) -> bool:
    """Return whether *cells* are seats. One seat alone could be anything."""
    signs = {cell.upper() for cell in cells} - {"-"}
    return len(signs) > 1 and any(signs <= letters for letters in _SEAT_LETTERS)


def _detect_declarer(
    fields: list[str], cells_by_column: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    """Treat the column "NS/EW" or "Par" as the declarer, unless another has seats."""
    if "declarer" in fields:
        number_column = fields.index("declarer")
        if not all(cell.isdecimal() for cell in cells_by_column[number_column]):
            return
        fields[number_column] = ""
    for column, title in enumerate(titles):
        is_heading = _DECLARER_HEADING.fullmatch(title.casefold()) is not None
        signs = {cell.upper() for cell in cells_by_column[column]} - {"-"}
        if (
            not fields[column]
            and is_heading
            and signs
            and any(signs <= each for each in _SEAT_LETTERS)
        ):
            fields[column] = "declarer"
            return


def _detect_scores(
    fields: list[str], cells_by_column: Sequence[Sequence[str]], titles: Sequence[str]
) -> None:
    """Treat a second ``NS`` and ``EW``, or points that look like scores, as scores."""
    if not {"score", "score_ew"}.isdisjoint(fields):
        return
    for column, title in enumerate(titles):
        field = match_field(title)
        if field not in _SCORE_FIELD_BY_FIELD or fields[column] in ("ns", "ew"):
            continue
        # Points may be as large as scores, but rarely all multiples of ten.
        needs_certainty = fields[column] and "contract" in fields
        has_scores = _has_multiples_of_ten if needs_certainty else _has_scores
        if has_scores(cells_by_column[column]):
            fields[column] = _SCORE_FIELD_BY_FIELD[field]


def _has_multiples_of_ten(cells: Sequence[str]) -> bool:
    """Return whether all *cells* are multiples of ten, and most are 50 or more."""
    if not all(_FIGURE.fullmatch(cell) and int(cell) % 10 == 0 for cell in cells):
        return False
    return _has_scores(cells, _MIN_CERTAIN_SCORE)


def _detect_names(fields: list[str], cells_by_column: Sequence[Sequence[str]]) -> None:
    """Treat a side's column without any figure as names."""
    for side, names in (("ns", "names_ns"), ("ew", "names_ew")):
        if side not in fields or names in fields:
            continue
        column = fields.index(side)
        cells = cells_by_column[column]
        if cells and not any(map(_has_figure, cells)):
            fields[column] = names


def _detect_players(fields: list[str], titles: Sequence[str]) -> None:
    """Treat a side's second column of names as players, if the first one has teams."""
    for names, players in (("names_ns", "players_ns"), ("names_ew", "players_ew")):
        if names not in fields or _is_of_players(titles[fields.index(names)]):
            continue
        for column, title in enumerate(titles):
            if not fields[column] and match_field(title) == names and _is_of_players(title):
                fields[column] = players
                break


def _is_of_players(title: str) -> bool:
    return "player" in title.casefold()


def _has_scores(cells: Sequence[str], min_score: int = _MIN_SCORE) -> bool:
    """Return whether most figures but 0 are at least *min_score*."""
    figures = [int(cell) for cell in cells if _FIGURE.fullmatch(cell) and int(cell)]
    score_count = sum(abs(figure) >= min_score for figure in figures)
    return score_count > len(figures) / 2


def _has_figure(cell: str) -> bool:
    return any(map(str.isdigit, cell))


# Parts of results that may be in an unknown column, to ask the director about.

_MAX_CELLS_CHECKED = 200
_CONTRACT_PARTS = ("contract", "declarer", "tricks")


def list_unknown_columns(columns: ColumnFile) -> list[int]:
    """Return the positions of the columns with unknown headings."""
    return [
        position
        for position, title in enumerate(columns.headings[: len(columns.fields)])
        if title and not columns.fields[position] and not match_field(title)
    ]


def list_missing_parts(columns: ColumnFile) -> list[str]:
    """Return the fields of a contract that may be in an unknown column.

    >>> from director.additions.imports.formats.columns.files import detect_columns
    >>> list_missing_parts(detect_columns(b"Board,NS,EW,Contract,Foo,Tricks,Score\\n1,1,2,4S,x1,10,420"))
    ['declarer']
    """
    known_fields = {field for field in columns.fields if field}
    if "level" in known_fields:
        known_fields.add("contract")
    unknown_columns = list_unknown_columns(columns)
    has_unknown_cells = any(
        position < len(row) and row[position]
        for row in columns.lines
        for position in unknown_columns
    )
    if not has_unknown_cells or known_fields.isdisjoint(_CONTRACT_PARTS):
        return []
    position = columns.column_by_field.get("contract", -1)
    contracts = (row[position] for row in columns.lines if 0 <= position < len(row))
    whole_results = [parse_result_cell(cell) for cell in islice(contracts, _MAX_CELLS_CHECKED)]
    known_fields |= {
        part
        for part in _CONTRACT_PARTS
        if any(parts and getattr(parts, part) for parts in whole_results)
    }
    if "tricks" in known_fields and _has_seats_with_tricks(columns):
        known_fields.add("declarer")
    return [part for part in _CONTRACT_PARTS if part not in known_fields]


def _has_seats_with_tricks(columns: ColumnFile) -> bool:
    """Return whether a cell of tricks begins with the declarer, as in ``N +1``."""
    position = columns.column_by_field.get("tricks")
    if position is None:
        return False  # The tricks are in the cells of contracts.
    cells = [row[position] for row in columns.lines if position < len(row)]
    return any(cell[:1].isalpha() for cell in cells[:_MAX_CELLS_CHECKED])


def describe_missing_parts(parts: list[str]) -> str:
    """Return the question about *parts*.

    >>> describe_missing_parts(["declarer"]), describe_missing_parts(["contract", "tricks"])
    ('Which column is the declarer?', 'Which columns are the contract and the tricks?')
    """
    # Some labels have another name of the field after "or".
    names = [f"the {FIELD_LABELS[part].split(' or ')[0].lower()}" for part in parts]
    if len(names) == 1:
        return f"Which column is {names[0]}?"
    return f"Which columns are {', '.join(names[:-1])} and {names[-1]}?"
