"""Games of a PBN file in export form."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from director.formats.figures import file_text

Tags = list[tuple[str, str]]
Table = tuple[tuple[str, ...], Sequence[Sequence[str]]]
Tables = Mapping[str, Table]
UNKNOWN = "?"
MANDATORY = 15
"""How many tags every game has, in an order of their own."""
_HEAD = ("% PBN 2.1", "% EXPORT")
_LONGEST = 255


def pbn_game(tags: Tags, tables: Tables) -> list[str]:
    """Return the lines of a game: mandatory tags, then others in order."""
    lines = [_tag(*tag) for tag in tags[:MANDATORY]]
    others = {name: [_tag(name, value)] for name, value in tags[MANDATORY:]}
    for name, (columns, rows) in tables.items():
        # The sign before a width stands alone in every file there is, though it would be doubled in
        # other strings.
        others[name] = [f'[{name} "{";".join(columns)}"]', *_rows(columns, rows)]
    return [*lines, *(line for name in sorted(others) for line in others[name])]


def _rows(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in rows:
        padded = (
            _pad_cell(cell, column.partition("\\")[2])
            for cell, column in zip(row, columns, strict=True)
        )
        yield " ".join(padded).rstrip()[:_LONGEST]


def _pad_cell(cell: str, width: str) -> str:
    if not width:
        return cell
    if width.endswith("L"):
        return cell.ljust(int(width[:-1]))
    return cell.rjust(int(width[:-1]))


def _tag(name: str, value: str) -> str:
    text = escape_quotes(value)
    before = " " if text.startswith("#") else ""  # it would repeat the value of the game before
    return f'[{name} "{before}{text}"]'


def escape_quotes(text: str) -> str:
    """Return *text* for quotes."""
    plain = " ".join((file_text(text) or "").split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def pbn_file(games: Iterable[Sequence[str]]) -> bytes:
    """Return *games*, each its lines, as a file: Latin-1, an empty line before each."""
    lines = [*_HEAD, *(line for game in games for line in ("", *game))]
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
    plain = unicodedata.normalize("NFKD", letter)[0]
    if ord(plain) < 256:
        return plain
    return UNKNOWN
