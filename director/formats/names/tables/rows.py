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
from director.formats.kinds import PLAIN_TEXT, describe_file_kind
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
"""Rows among which the headings are looked for."""
TIGHT_COMMAS = "tight"
LOOSE_COMMAS = "loose"
_SAMPLE_LINES = 60
_STRONG_DELIMITERS = "\t;|"
_DELIMITERS = f"{_STRONG_DELIMITERS},"
_WIDE_BLANKS = re.compile(r"\S {2,}\S")
_FRENCH_TITLE = re.compile(r"\b(?:Mme|Mlle|MME|MLLE|Mmes|MM)\b\.?\s+(?=[^\W\d_])")
_MONSIEUR = re.compile(
    r"(?:^|(?<=[\t;,|/&+(-])|(?<=[;,|/&+-] )|(?<= et ))M\. ?(?=[^\W\d_]{2})", re.MULTILINE
)
_MIN_MONSIEURS = 3


def decode_list(data: bytes) -> str:
    """Return *data* as text in the encoding in which most of its headings are known.

    >>> decode_list("Soyadı;Adı".encode("cp1254")), decode_list("Zoë Ash".encode("cp1252"))
    ('Soyadı;Adı', 'Zoë Ash')
    """
    return decode_by_headings(data, _rate_code_page)


def _rate_code_page(titles: Sequence[str], page: str) -> tuple[int, bool]:
    """Return how many headings are known in *page*, and whether it is that of their language."""
    known_titles = [title for title in titles if match_list_column(title).field]
    # Every code page has the letters of ASCII, so headings of these alone prove none.
    proving_count = sum(not title.isascii() for title in known_titles)
    return proving_count, any(choose_code_page(title) == page for title in known_titles)


def _without_french_titles(text: str) -> str:
    """Return *text* without *M.* in front of names, if other titles or all lines prove that it is one.

    Elsewhere it is an initial.

    >>> _without_french_titles("M. FRENE PAUL\\nMme CHENE ANNE"), _without_french_titles("M. Night Ash")
    ('FRENE PAUL\\nCHENE ANNE', 'M. Night Ash')
    """
    if _FRENCH_TITLE.search(text):
        return _FRENCH_TITLE.sub("", _MONSIEUR.sub("", text))
    count = len(_MONSIEUR.findall(text))
    if count >= _MIN_MONSIEURS and count >= sum(map(bool, text.splitlines())):
        return _MONSIEUR.sub("", text)
    return text


def read_list_rows(source: str | bytes, max_bytes: int = MAX_LIST_BYTES) -> CellRows:
    """Return all rows of a list, some of them empty, without columns that are empty in front of others.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    rows = _read_rows(source, max_bytes)
    first_index = min((_get_first_filled_index(row) for row in rows if any(row)), default=0)
    return [row[first_index:] for row in rows]


def _get_first_filled_index(row: Sequence[str]) -> int:
    return next(index for index, cell in enumerate(row) if cell)


def _read_rows(source: str | bytes, max_bytes: int) -> CellRows:
    if isinstance(source, str):
        return _cut_text(_clean_text(shorten_blanks(source)))
    data = read_limited(source, max_bytes)
    kind = describe_file_kind(data)
    if kind == WORKBOOK:
        rows_by_sheet = [sheet.rows for sheet in read_worksheets(data) if sheet.is_visible]
        return max(rows_by_sheet, key=_rate_sheet, default=[])
    if kind != PLAIN_TEXT:
        raise make_file_other_format_error(
            looks_like=kind,
            wanted="a list of names",
            advice="copy the names and paste them, or save them as CSV",
        )
    return _cut_text(_clean_text(decode_list(data)))


def read_list_text(source: str | bytes) -> str:
    """Return a list as text: that of a file, or the rows of a workbook with tabs.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    if isinstance(source, str):
        return _clean_text(shorten_blanks(source))
    data = read_limited(source, MAX_LIST_BYTES)
    if describe_file_kind(data) == PLAIN_TEXT:
        return _clean_text(decode_list(data))
    return shorten_blanks("\n".join("\t".join(row) for row in read_list_rows(data)))


def _clean_text(text: str) -> str:
    return _without_french_titles(read_chat(text))


def _cut_text(text: str) -> CellRows:
    lines = text.splitlines()
    sample = "\n".join(lines[:_SAMPLE_LINES])
    rating_by_delimiter = {sign: _rate_delimiter(sample, sign) for sign in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=rating_by_delimiter.__getitem__)
    heading_count, _line_weight = rating_by_delimiter[delimiter]
    if heading_count < 2 and _WIDE_BLANKS.search(sample):
        spaced_rows = list(iter_cells_by_blanks(lines))
        if _count_best_headings(spaced_rows) > 1:
            return [list(map(strip_invisible, row)) for row in spaced_rows]
    return list(limit_rows(cut_rows(text, delimiter)))


def _rate_delimiter(sample: str, delimiter: str) -> tuple[int, int]:
    """Return how many headings *delimiter* gives, and a weight for the lines that have it."""
    if delimiter not in sample:
        return (0, 0)
    rows = list(cut_rows(sample, delimiter, is_sample=True))
    divided_count = sum(len(row) > 1 for row in rows)
    # A comma may divide a name in two, as in "Ash, Ann", so other signs win.
    weight = 1 if delimiter == "," else 4
    return _count_best_headings(rows), divided_count * weight


def _rate_sheet(rows: CellRows) -> tuple[int, int]:
    return _count_best_headings(rows), len(rows)


def _count_best_headings(rows: CellRows) -> int:
    """Return the most headings that are known in one of the first rows."""
    return max(map(_count_headings, rows[:MAX_TITLE_ROWS]), default=0)


def _count_headings(row: Sequence[str]) -> int:
    return sum(bool(match_list_column(cell).field) for cell in row if cell)


def detect_comma_style(source: str | bytes) -> str:
    """Return how commas stand if no other sign divides cells, or "".

    People type a blank behind a comma, programs don't.
    """
    if isinstance(source, bytes):
        if describe_file_kind(source) != PLAIN_TEXT:
            return ""
        source = source.decode("latin-1")
    text = read_chat(source)
    if any(delimiter in text for delimiter in _STRONG_DELIMITERS):
        return ""
    return LOOSE_COMMAS if ", " in text else TIGHT_COMMAS


def has_commas_only(source: str | bytes) -> bool:
    """Return whether no other sign than a comma divides the cells of a list."""
    return bool(detect_comma_style(source))
