"""Count the results in a file without reading it, so that a page refuses a large one at once."""

import re

from director.formats.errors import ImportFileError
from director.formats.kinds import PBN, PLAIN_TEXT, WEB_PAGE, XML, describe_file_kind

MAX_RESULTS = 20_000
"""Results that a page imports in two seconds, while phones wait: 555 tables with 36 boards.

The command has no such limit, since nobody waits for it.
"""
_LINE_TAG = re.compile(rb"<(?:\w{1,20}:)?TRAVELLER_LINE\b", re.IGNORECASE)
_ELEMENTS_PER_RESULT = 20  # about, in files that don't call a result TRAVELLER_LINE
_ROW_TAG = re.compile(rb"<tr\b", re.IGNORECASE)
_SCORE_TABLE = re.compile(rb"^\s*\[ScoreTable\b", re.IGNORECASE | re.MULTILINE)
_BOARD_TAG = re.compile(rb"^\s*\[(?:Board|Result)\b", re.IGNORECASE | re.MULTILINE)


def refuse_large_file(data: bytes) -> None:
    """Raise if *data* has more results than a page can import.

    :raises ImportFileError: with their number
    """
    count = count_results(data)
    if count > MAX_RESULTS:
        raise ImportFileError(
            "file-many-results",
            "The file has about {count} results. A page imports up to {limit}, so that phones don’t "
            "wait. Choose a file with one session, or import it on the server with “manage.py "
            "import_results”.",
            count=f"{round(count, -2):,}",
            limit=f"{MAX_RESULTS:,}",
        )


def count_results(data: bytes) -> int:
    """Return about how many results *data* has, from its lines or tags.

    >>> count_results(b"Board,NS,EW,Score\\n1,1,2,420\\n1,3,4,50\\n")
    3
    >>> count_results(b'[Board "1"]\\n[ScoreTable "PairId_NS;Score"]\\n1 420\\n2 50\\n[Board "2"]\\n')
    2
    """
    kind = describe_file_kind(data)
    if kind == XML:
        line_count = len(_LINE_TAG.findall(data))
        element_count = data.count(b"<") // 2  # each has a start tag and an end tag
        return max(line_count, element_count // _ELEMENTS_PER_RESULT)
    if kind == PBN:
        deal_count = len(_BOARD_TAG.findall(data)) // 2  # a Board and a Result tag each
        return max(_count_table_rows(data), deal_count)
    if kind == WEB_PAGE:
        return len(_ROW_TAG.findall(data))
    if kind == PLAIN_TEXT:
        return max(data.count(b"\n"), data.count(b"\r"))
    return 0


def _count_table_rows(data: bytes) -> int:
    """Count the lines between each ScoreTable tag and the next tag."""
    row_count = 0
    for match in _SCORE_TABLE.finditer(data):
        start = match.end()
        end = data.find(b"\n[", start)
        if end < 0:
            end = len(data)
        rows = data[start:end]
        row_count += rows.strip().count(b"\n")
    return row_count
