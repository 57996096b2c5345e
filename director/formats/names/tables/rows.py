"""The text and the rows of a list, whatever its encoding and separator."""

import re
from collections.abc import Sequence

from director.formats.cells import (
    WORKBOOK,
    CellRows,
    cut_rows,
    iter_cells_by_blanks,
    limit_rows,
    read_worksheets,
)
from director.formats.kinds import describe_file_kind
from director.formats.names.chats import read_chat
from director.formats.names.headings import choose_code_page, match_list_column
from director.formats.reading import (
    decode_by_headings,
    read_limited,
    shorten_blanks,
    strip_invisible,
)
from director.formats.refusals import make_file_other_format_error

MAX_LIST_BYTES = 10_000_000
"""Bytes of a list of people. A union with 20,000 members has some two million."""
MAX_TITLE_ROWS = 10
_SAMPLE_LINES = 60
_STRONG_DELIMITERS = "\t;|"
_DELIMITERS = f"{_STRONG_DELIMITERS},"
_WIDE_BLANKS = re.compile(r"\S {2,}\S")


def decode_list(data: bytes) -> str:
    """Return *data* as text in the encoding in which most of its headings are known.

    >>> decode_list("Soyadı;Adı".encode("cp1254")), decode_list("Zoë Ash".encode("cp1252"))
    ('Soyadı;Adı', 'Zoë Ash')
    """
    return decode_by_headings(data, _rate_code_page)


def _rate_code_page(titles: Sequence[str], page: str) -> tuple[int, bool]:
    """Return how many headings are known in *page*, and whether it is that of their language."""
    known = [title for title in titles if match_list_column(title).field]
    marked = sum(not title.isascii() for title in known)
    return marked, any(choose_code_page(title) == page for title in known)


_FRENCH_TITLE = re.compile(r"\b(?:Mme|Mlle|MME|MLLE|Mmes|MM)\b\.?\s+(?=[^\W\d_])")
_MONSIEUR = re.compile(
    r"(?:^|(?<=[\t;,|/&+(-])|(?<=[;,|/&+-] )|(?<= et ))M\. ?(?=[^\W\d_]{2})", re.MULTILINE
)
_MIN_MONSIEURS = 3


def _without_french_titles(text: str) -> str:
    """Return *text* without *M.* in front of names, if other titles or all lines prove that it is one.

    Elsewhere it is an initial.

    >>> _without_french_titles("M. FRENE PAUL\\nMme CHENE ANNE"), _without_french_titles("M. Night Ash")
    ('FRENE PAUL\\nCHENE ANNE', 'M. Night Ash')
    """
    has_others = _FRENCH_TITLE.search(text) is not None
    count = len(_MONSIEUR.findall(text))
    if has_others or (count >= _MIN_MONSIEURS and count >= sum(map(bool, text.splitlines()))):
        text = _MONSIEUR.sub("", text)
    return _FRENCH_TITLE.sub("", text) if has_others else text


def read_list_rows(source: str | bytes, max_bytes: int = MAX_LIST_BYTES) -> CellRows:
    """Return all rows of a list, some of them empty, without columns that are empty in front of others.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    rows = _read_rows(source, max_bytes)
    filled_indexes = (next((i for i, cell in enumerate(row) if cell), None) for row in rows)
    first = min((index for index in filled_indexes if index is not None), default=0)
    return [row[first:] for row in rows] if first else rows


def _read_rows(source: str | bytes, max_bytes: int) -> CellRows:
    if isinstance(source, bytes):
        data = read_limited(source, max_bytes)
        kind = describe_file_kind(data)
        if kind == WORKBOOK:
            sheets = [sheet for sheet in read_worksheets(data) if sheet.is_visible]
            return max(
                (sheet.rows for sheet in sheets),
                key=lambda rows: (_rate_headings(rows), len(rows)),
                default=[],
            )
        if kind != "plain text":
            raise make_file_other_format_error(
                looks_like=kind,
                wanted="a list of names",
                advice="copy the names and paste them, or save them as CSV",
            )
        text = decode_list(data)
    else:
        text = shorten_blanks(source)
    return _cut_text(_without_french_titles(read_chat(text)))


def read_list_text(source: str | bytes) -> str:
    """Return a list as text: that of a file, or the rows of a workbook with tabs.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    if isinstance(source, str):
        return _without_french_titles(read_chat(shorten_blanks(source)))
    data = read_limited(source, MAX_LIST_BYTES)
    if describe_file_kind(data) == "plain text":
        return _without_french_titles(read_chat(decode_list(data)))
    return shorten_blanks("\n".join("\t".join(row) for row in read_list_rows(data)))


def _cut_text(text: str) -> CellRows:
    lines = text.splitlines()
    sample = "\n".join(lines[:_SAMPLE_LINES])
    delimiter = max(_DELIMITERS, key=lambda sign: _rate_delimiter(sample, sign))
    if _rate_delimiter(sample, delimiter)[0] < 2 and _WIDE_BLANKS.search(sample):
        spaced = list(iter_cells_by_blanks(lines))
        if _rate_headings(spaced) > 1:
            return [list(map(strip_invisible, row)) for row in spaced]
    return list(limit_rows(cut_rows(text, delimiter)))


def _rate_delimiter(sample: str, delimiter: str) -> tuple[int, int]:
    """Return how many headings *delimiter* gives, and how many lines have it."""
    if delimiter not in sample:
        return (0, 0)
    rows = list(cut_rows(sample, delimiter, is_sample=True))
    divided = sum(len(row) > 1 for row in rows)
    # A comma may divide a name in two, as in "Ash, Ann", so other signs win.
    weight = 1 if delimiter == "," else 4
    return _rate_headings(rows), divided * weight


def _rate_headings(rows: CellRows) -> int:
    return max((_count_headings(row) for row in rows[:MAX_TITLE_ROWS]), default=0)


def _count_headings(row: Sequence[str]) -> int:
    return sum(bool(match_list_column(cell).field) for cell in row if cell)


TIGHT_COMMAS = "tight"
LOOSE_COMMAS = "loose"


def detect_comma_style(source: str | bytes) -> str:
    """Return how commas stand if no other sign divides cells, or "".

    People type a blank behind a comma, programs don't.
    """
    is_table = isinstance(source, bytes) and describe_file_kind(source) != "plain text"
    text = read_chat(source if isinstance(source, str) else source.decode("latin-1"))
    if is_table or set(_STRONG_DELIMITERS) & set(text):
        return ""
    return LOOSE_COMMAS if ", " in text else TIGHT_COMMAS


def has_commas_only(source: str | bytes) -> bool:
    """Return whether no other sign than a comma divides the cells of a list."""
    return bool(detect_comma_style(source))
