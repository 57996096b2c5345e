"""The columns of a file: what they hold, and what is missing."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice

from director.additions.imports.formats.columns.parts import NO_PARTS, FileParts
from director.formats.cells import Cells, Worksheet
from director.formats.headings import FIELDS, find_field

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
