"""Rows of a table that are no results: headings of a board, sums at the foot, lines drawn with signs."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from director.files.columns.headings import field_of

_MOST_OF_BOARD_ROW = 4  # cells
_BOARD_ROW = re.compile(
    r"#?\s*(?:board|bd|spel|bricka|donne|etui|teilung|rozdanie|giv|spil|spill|deal|hand)\b"
    r"\s*(?:no|nr)?[\s.:#]*([0-9]{1,3})\b",
    re.IGNORECASE,
)
_MOST_OF_GROUP_ROW = 2
_GROUP_ROW = re.compile(r"(?P<word>[^\W\d_]+)[\s.:#]*(?P<value>[0-9]{1,3}|[A-Za-z])")
_OF_GROUP_ROWS = frozenset({"section", "session", "round", "table"})
_SUM_WORDS = """total totals subtotal sum sums grandtotal average averages avg mean datum count
    summe summen gesamt gesamtsumme zwischensumme durchschnitt mittel mittelwert schnitt
    totaal totalen som gemiddelde gemiddeld totaux somme moyenne
    totalt summa medel medelvarde gennemsnit gjennomsnitt snitt ialt
    totale totali somma media suma razem srednia yhteensa keskiarvo"""
_SUMS = frozenset(_SUM_WORDS.split())


def board_row(row: Sequence[str]) -> str:
    """Return the number of the board whose lines follow a row that says hardly anything but that, else ``""``.

    >>> board_row(["Board 7", "", "Dealer S"]), board_row(["7", "1", "2", "420"])
    ('7', '')
    """
    if not 1 <= len(row) - row.count("") <= _MOST_OF_BOARD_ROW:
        return ""
    cells = [cell for cell in row if cell]
    match = _BOARD_ROW.match(" ".join(cells[:2]))
    return match[1] if match else ""


def group_row(row: Sequence[str]) -> tuple[str, str]:
    """Return which field a row that says nothing else gives to the lines below it, and its value; two empty texts else.

    >>> group_row(["Section B", ""]), group_row(["Round", "3"]), group_row(["Tuesday pairs"])
    (('section', 'B'), ('round', '3'), ('', ''))
    """
    if not 1 <= len(row) - row.count("") <= _MOST_OF_GROUP_ROW:
        return "", ""
    match = _GROUP_ROW.fullmatch(" ".join(filter(None, row)))
    field = field_of(match["word"]) if match else ""
    return (field, match["value"]) if match and field in _OF_GROUP_ROWS else ("", "")


def is_no_result(row: Sequence[str]) -> bool:
    """Return whether *row* is a sum or an average, or has nothing but signs.

    >>> is_no_result(["Total", "", "4"]), is_no_result(["---", "----"]), is_no_result(["1", "2", "Pass"])
    (True, True, False)
    """
    first = next(filter(None, row), "")
    if first[:1].isdigit():
        return False
    return _is_sum(first) or not any(character.isalnum() for cell in row for character in cell)


@lru_cache(maxsize=65_536)
def _is_sum(cell: str) -> bool:
    plain = unicodedata.normalize("NFKD", cell.casefold())
    return bool(cell) and re.sub("[^a-z]", "", plain) in _SUMS and not any(map(str.isdigit, cell))
