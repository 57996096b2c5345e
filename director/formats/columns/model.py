"""The columns of a file: what they hold, and what is missing."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice

from director.formats.columns.book import Cells, Worksheet
from director.formats.columns.headings import FIELDS, find_field
from director.formats.columns.parts import NO_PARTS, FileParts

_MAX_BOARD_ROW_CELLS = 4  # cells
_BOARD_ROW = re.compile(
    r"#?\s*(?:board|bd|spel|bricka|donne|etui|teilung|rozdanie|giv|spil|spill|deal|hand)\b"
    r"\s*(?:no|nr)?[\s.:#]*([0-9]{1,3})\b",
    re.IGNORECASE,
)
_MAX_GROUP_ROW_CELLS = 2
_GROUP_ROW = re.compile(r"(?P<word>[^\W\d_]+)[\s.:#]*(?P<value>[0-9]{1,3}|[A-Za-z])")
_GROUP_FIELDS = frozenset({"section", "session", "round", "table"})
_SUM_WORDS = """total totals subtotal sum sums grandtotal average averages avg mean datum count
    summe summen gesamt gesamtsumme zwischensumme durchschnitt mittel mittelwert schnitt
    totaal totalen som gemiddelde gemiddeld totaux somme moyenne
    totalt summa medel medelvarde gennemsnit gjennomsnitt snitt ialt
    totale totali somma media suma razem srednia yhteensa keskiarvo"""
_SUMS = frozenset(_SUM_WORDS.split())


def read_board_row(row: Sequence[str]) -> str:
    """Return the board number of a row that heads a board's lines, or "".

    >>> read_board_row(["Board 7", "", "Dealer S"]), read_board_row(["7", "1", "2", "420"])
    ('7', '')
    """
    if not 1 <= len(row) - row.count("") <= _MAX_BOARD_ROW_CELLS:
        return ""
    cells = [cell for cell in row if cell]
    match = _BOARD_ROW.match(" ".join(cells[:2]))
    if match:
        return match[1]
    return ""


def read_group_row(row: Sequence[str]) -> tuple[str, str]:
    """Return the field and value that a row sets for the lines below, or two "".

    >>> read_group_row(["Section B", ""]), read_group_row(["Round", "3"]), read_group_row(["Tuesday pairs"])
    (('section', 'B'), ('round', '3'), ('', ''))
    """
    if not 1 <= len(row) - row.count("") <= _MAX_GROUP_ROW_CELLS:
        return "", ""
    match = _GROUP_ROW.fullmatch(" ".join(filter(None, row)))
    field = find_field(match["word"]) if match else ""
    if match and field in _GROUP_FIELDS:
        return (field, match["value"])
    return ("", "")


def is_no_result(row: Sequence[str]) -> bool:
    """Return whether *row* is a sum or an average, or has nothing but signs.

    >>> is_no_result(["Total", "", "4"]), is_no_result(["---", "----"]), is_no_result(["1", "2", "Pass"])
    (True, True, False)
    """
    first_cell = next(filter(None, row), "")
    if first_cell[:1].isdigit():
        return False
    return _is_sum(first_cell) or not any(character.isalnum() for cell in row for character in cell)


@lru_cache(maxsize=65_536)
def _is_sum(cell: str) -> bool:
    plain_text = unicodedata.normalize("NFKD", cell.casefold())
    return (
        bool(cell) and re.sub("[^a-z]", "", plain_text) in _SUMS and not any(map(str.isdigit, cell))
    )


_SAMPLE_ROWS = 5


@dataclass(frozen=True)
class Columns:
    """A file of columns: *sheet*, row of headings (-1 for none), and *fields*.

    A field is a key of ``FIELDS``, or empty for a column that is skipped; *headings* are the
    headings of the columns. *parts* are what stands above the travellers.
    """

    sheet: Worksheet
    heading: int
    headings: tuple[str, ...]
    fields: tuple[str, ...]
    parts: FileParts = NO_PARTS

    @property
    def rows(self) -> Cells:
        """All rows."""
        return self.sheet.rows

    @property
    def below(self) -> Cells:
        """The rows under the headings."""
        return self.rows[self.heading + 1 :]

    @property
    def lines(self) -> Iterator[list[str]]:
        """The rows below the headings, without repeated headings."""
        heading = self.rows[self.heading] if self.heading >= 0 else None
        return (row for row in self.below if len(row) - row.count("") > 1 and row != heading)

    @property
    def count(self) -> int:
        """The number of lines."""
        return sum(1 for _row in self.lines)

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings, or spreadsheet letters."""
        padded = (*self.headings, *("",) * len(self.fields))
        return tuple(padded[index] or f"Column {index + 1}" for index in range(len(self.fields)))

    @property
    def sample(self) -> tuple[tuple[str, ...], ...]:
        """The first lines, each with a cell for every column."""
        rows = list(islice(self.lines, _SAMPLE_ROWS))
        return tuple(tuple((*row, *("",) * len(self.fields))[: len(self.fields)]) for row in rows)

    @cached_property
    def at(self) -> dict[str, int]:
        """The position of each field."""
        return {name: at for at, name in reversed(list(enumerate(self.fields))) if name}

    @property
    def lacking(self) -> tuple[str, ...]:
        """What no column holds although nothing can be read without."""
        names = {"ns": ("north", "names_ns", "pair"), "ew": ("east", "names_ew", "opponents")}
        lacking = [
            FIELDS[side]
            for side, others in names.items()
            if not any(name in self.at for name in (side, *others))
        ]
        if "board" not in self.at and not any(read_board_row(row) for row in self.rows):
            lacking.insert(0, FIELDS["board"])
        if "opponents" in self.at and "sat" not in self.at and self._is_on_both_cards:
            lacking.append(FIELDS["sat"])
        if not any(name in self.at for name in ("contract", "level", "score", "score_ew")):
            lacking.append("a contract or a score")
        return tuple(lacking)

    @cached_property
    def _is_on_both_cards(self) -> bool:
        """Whether each result is on both pairs' cards."""
        if not {"pair", "board"} <= self.at.keys():
            return False
        at = [self.at[name] for name in ("board", "pair", "opponents")]
        met = {tuple(row[column] for column in at) for row in self.below if len(row) > max(at)}
        return any((board, opponents, pair) in met for board, pair, opponents in met)

    def chosen(self, fields: Sequence[str]) -> "Columns":
        """Return them with other *fields*, as somebody put them right."""
        known = [name if name in FIELDS else "" for name in fields]
        padded = (*known, *("",) * len(self.fields))
        return replace(self, fields=tuple(padded[: len(self.fields)]))
