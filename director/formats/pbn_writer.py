"""Games of PBN files in export form.

Format: [PBN21].
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from director.formats.figures import to_file_text

PbnTags = list[tuple[str, str]]
MANDATORY_TAG_COUNT = 15
"""The number of mandatory tags, which come first in their own order."""
MAX_LINE_LENGTH = 255
_FILE_HEAD = ("% PBN 2.1", "% EXPORT")

_LATIN_LETTERS = {
    "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "ı": "i", "Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t",
    "Ŋ": "N", "ŋ": "n", "ə": "e", "Ə": "E",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{MODIFIER LETTER APOSTROPHE}": "'", "\N{LEFT DOUBLE QUOTATION MARK}": "'",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "'", "\N{EN DASH}": "-", "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
}  # fmt: skip
"""Usual Latin forms of letters and signs that Unicode doesn't take apart, of one letter each.

Columns of tables have fixed widths.
"""


class PbnExportTable(NamedTuple):
    """A table to write. Its *columns* may end with a width, such as ``Names\\40L``."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]


def format_game(tags: PbnTags, tables: Mapping[str, PbnExportTable]) -> list[str]:
    """Return the lines of a game: mandatory tags, then others in order."""
    lines = [_format_tag(name, value) for name, value in tags[:MANDATORY_TAG_COUNT]]
    optional_lines = {
        name: [_format_tag(name, value)] for name, value in tags[MANDATORY_TAG_COUNT:]
    }
    for name, table in tables.items():
        # All programs write a single backslash before a width, though it is doubled in other strings.
        title = f'[{name} "{";".join(table.columns)}"]'
        optional_lines[name] = [title, *_format_rows(table)]
    for name in sorted(optional_lines):
        lines += optional_lines[name]
    return lines


def _format_rows(table: PbnExportTable) -> Iterator[str]:
    widths = [column.partition("\\")[2] for column in table.columns]
    for row in table.rows:
        padded_cells = [_pad_cell(cell, width) for cell, width in zip(row, widths, strict=True)]
        yield " ".join(padded_cells).rstrip()[:MAX_LINE_LENGTH]


def _pad_cell(cell: str, width: str) -> str:
    if not width:
        return cell
    if width.endswith("L"):
        return cell.ljust(int(width[:-1]))
    return cell.rjust(int(width[:-1]))


def _format_tag(name: str, value: str) -> str:
    text = escape_quotes(value)
    # Without the blank, "#" would stand for the value of the previous game.
    padding = " " if text.startswith("#") else ""
    return f'[{name} "{padding}{text}"]'


def escape_quotes(text: str) -> str:
    """Return *text* for quotes."""
    one_line = " ".join((to_file_text(text) or "").split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def make_pbn_file(games: Iterable[Sequence[str]]) -> bytes:
    """Return *games*, each its lines, as a file with an empty line before each.

    The standard's Latin-1 if its letters are enough, else UTF-8, so that no name is lost.
    """
    lines = list(_FILE_HEAD)
    for game in games:
        lines += ["", *game]
    text = "".join(f"{line}\r\n" for line in lines)
    latin_text = _to_latin(text)
    if latin_text is None:
        return text.encode("utf-8")
    return latin_text.encode("latin-1")


def _to_latin(text: str) -> str | None:
    """Return *text* in letters of Latin-1, or None if other scripts or signs are in it.

    >>> _to_latin("Zoë Łoś"), _to_latin("דוד"), _to_latin("ﬁ")
    ('Zoë Los', None, None)
    """
    if text.isascii():
        return text
    latin_letters = []
    for letter in text:
        latin_letter = _to_latin_letter(letter)
        if latin_letter is None:
            return None
        latin_letters.append(latin_letter)
    return "".join(latin_letters)


def _to_latin_letter(letter: str) -> str | None:
    if ord(letter) < 256:
        return letter
    if letter in _LATIN_LETTERS:
        return _LATIN_LETTERS[letter]
    decomposed = unicodedata.normalize("NFKD", letter)
    bases = [part for part in decomposed if not unicodedata.combining(part)]
    # An accent that stands alone follows the letter that it belongs to.
    if not bases:
        return ""
    # A sign for several letters, such as a ligature, would lose all but the first.
    if len(bases) == 1 and ord(bases[0]) < 256:
        return bases[0]
    return None
