"""Read the travellers that PairsScorer prints to a text file or a page.

Each board has a line with its number, a line of headings and its results. The score stands below
NS+ or NS-, so its position is its sign.
"""

import re
from collections.abc import Iterator

from director.additions.imports.formats.columns.layout import ColumnFile, FileParts
from director.additions.imports.formats.columns.rows import ADJUSTED_CONTRACT, ColumnsReader
from director.additions.imports.formats.source.model import SourceEvent
from director.formats.cells import Worksheet
from director.formats.errors import ImportFileError

PAIRS_SCORER = "PairsScorer"
_TRAVELLER_HEADINGS = re.compile(
    r"^ *NS +EW +Contract +Dec +Lead +(?P<plus>NS\+) +(?P<minus>NS-) +(?P<unit>[A-Za-z-]{2,8})\b",
    re.MULTILINE,
)
_RANKING_HEADINGS = re.compile(r"^ *Rank +Pair +Names\b[^\n]{0,200}\bTotal\b", re.MULTILINE)
_BOARD = re.compile(r" *BOARD +(?P<number>[0-9]{1,3}) *")
_SECTION = re.compile(r"\bSection +(?P<name>[A-Za-z0-9]{1,3}) *$")
_ROW = re.compile(
    r" *(?P<ns>[0-9]{1,3}) +(?P<ew>[0-9]{1,3}) +(?P<contract>\S+)"
    r"(?: +(?P<declarer>[NSEW])\*?)?(?: +(?P<lead>[SHDC](?:10|[AKQJT2-9])))?"
    r"(?: +(?P<score>[0-9]{1,4}))? +(?P<ns_points>-?[0-9.,]+) +(?P<ew_points>-?[0-9.,]+)(?: +(?P<names>\S.*))?"
)
_DAY = re.compile(r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}\s*$")
_HEADINGS_BY_FIELD = {
    "board": "Board",
    "section": "Section",
    "ns": "NS",
    "ew": "EW",
    "contract": "Contract",
    "declarer": "By",
    "lead": "Lead",
    "score": "Score",
    "ns_points": "Points NS",
    "ew_points": "Points EW",
    "names_ns": "Names NS",
    "names_ew": "Names EW",
}
_SAMPLE_LENGTH = 20_000


def is_of_pairs_scorer(text: str) -> bool:
    """Return whether *text* begins like a ranking or travellers of PairsScorer."""
    sample = text[:_SAMPLE_LENGTH]
    return bool(_TRAVELLER_HEADINGS.search(sample) or _RANKING_HEADINGS.search(sample))


def parse_pairs_scorer(text: str) -> SourceEvent:
    """Return the event whose travellers are in *text*.

    :raises ImportFileError: if it has only a ranking, or with every problem of its results
    """
    headings = _TRAVELLER_HEADINGS.search(text)
    if headings is None:
        raise ImportFileError(
            "pairs-scorer-ranking",
            "This is a ranking of PairsScorer, without results of boards. Choose its file of "
            "travellers, or export the session as USEBIO and choose that file.",
        )
    first_line = next(filter(str.strip, text.splitlines()), "").strip("\ufeff ")
    day = _DAY.search(first_line)
    head = {
        "title": " ".join(_DAY.sub("", first_line).split()),
        "date": day[0].strip() if day else "",
        "scoring": headings["unit"],
    }
    rows = [list(_HEADINGS_BY_FIELD.values()), *_iter_rows(text)]
    columns = ColumnFile(
        Worksheet("", rows),
        heading_index=0,
        headings=tuple(_HEADINGS_BY_FIELD.values()),
        fields=tuple(_HEADINGS_BY_FIELD),
        parts=FileParts(head),
    )
    return ColumnsReader(columns).read_event()


def _iter_rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each result in *text*, by ``_HEADINGS_BY_FIELD``."""
    board = section = ""
    plus_end = minus_end = 0
    for line in text.splitlines():
        if match := _BOARD.fullmatch(line):
            board = match["number"]
        elif match := _SECTION.search(line):
            section = match["name"]
        elif match := _TRAVELLER_HEADINGS.match(line):
            plus_end, minus_end = match.end("plus"), match.end("minus")
        elif board and minus_end and (match := _ROW.fullmatch(line.rstrip())):
            parts = match.groupdict(default="")
            if not parts["score"]:
                parts["contract"] = ADJUSTED_CONTRACT
            # The score ends nearer to the end of NS- than of NS+.
            elif match.end("score") * 2 > plus_end + minus_end:
                parts["score"] = f"-{parts['score']}"
            names = [*re.split(" {2,}", parts["names"]), ""][:2]
            parts |= {"board": board, "section": section}
            parts["names_ns"], parts["names_ew"] = names
            yield [parts[field] for field in _HEADINGS_BY_FIELD]
