"""Games of a PBN file in export form."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from director.formats.figures import file_text

Tags = list[tuple[str, str]]
Table = tuple[tuple[str, ...], Sequence[Sequence[str]]]
Tables = Mapping[str, Table]
UNKNOWN = "?"
MANDATORY_TAG_COUNT = 15
"""The number of mandatory tags, which come first in their own order."""
_FILE_HEAD = ("% PBN 2.1", "% EXPORT")
MAX_LINE_LENGTH = 255


def pbn_game(tags: Tags, tables: Tables) -> list[str]:
    """Return the lines of a game: mandatory tags, then others in order."""
    lines = [_tag(*tag) for tag in tags[:MANDATORY_TAG_COUNT]]
    optional_lines = {name: [_tag(name, value)] for name, value in tags[MANDATORY_TAG_COUNT:]}
    for name, (columns, rows) in tables.items():
        # All programs write a single backslash before a width, though it is doubled in other strings.
        optional_lines[name] = [f'[{name} "{";".join(columns)}"]', *_rows(columns, rows)]
    return [*lines, *(line for name in sorted(optional_lines) for line in optional_lines[name])]


def _rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in rows:
        padded = (
            _pad_cell(cell, column.partition("\\")[2])
            for cell, column in zip(row, columns, strict=True)
        )
        yield " ".join(padded).rstrip()[:MAX_LINE_LENGTH]


def _pad_cell(cell: str, width: str) -> str:
    if not width:
        return cell
    if width.endswith("L"):
        return cell.ljust(int(width[:-1]))
    return cell.rjust(int(width[:-1]))


def _tag(name: str, value: str) -> str:
    text = escape_quotes(value)
    # Without the blank, "#" would stand for the value of the previous game.
    padding = " " if text.startswith("#") else ""
    return f'[{name} "{padding}{text}"]'


def escape_quotes(text: str) -> str:
    """Return *text* for quotes."""
    one_line = " ".join((file_text(text) or "").split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def pbn_file(games: Iterable[Sequence[str]]) -> bytes:
    """Return *games*, each its lines, as a file: Latin-1, an empty line before each."""
    lines = [*_FILE_HEAD, *(line for game in games for line in ("", *game))]
    return "".join(f"{_latin(line)}\r\n" for line in lines).encode("latin-1")


def _latin(text: str) -> str:
    """Return *text* in Latin-1, without unknown accents, else ``?``.

    >>> _latin("Zoë Łoś")
    'Zoë ?os'
    """
    if text.isascii():
        return text
    return "".join(map(_latin_letter, text))


def _latin_letter(letter: str) -> str:
    if ord(letter) < 256:
        return letter
    base_letter = unicodedata.normalize("NFKD", letter)[0]
    if ord(base_letter) < 256:
        return base_letter
    return UNKNOWN
