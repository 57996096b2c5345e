"""Recognise a file by what is in it, whatever page it was sent to.

The structure comes first (XML, page, database, tagged text, table). Then each kind of content says
what it found there. Cards inside a file of results are its hands, never its kind.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from director.formats.columns.book import Cells
from director.formats.columns.cells import WORKBOOK, find_heading_index, read_cells, read_results
from director.formats.columns.headings import find_fields
from director.formats.deals.model import FiledDeal
from director.formats.deals.read import collect_deals_by_board, is_of_deals, read_deals
from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError
from director.formats.lin.read import has_lin_results
from director.formats.names.people_headings import LAST, NAME, find_people_field
from director.formats.pbn.read import is_played
from director.formats.pbn.tags import read_games
from director.formats.reading import MAX_BYTES, decode_text, describe_file_kind
from director.formats.saved.page import WEB_PAGE
from director.formats.source.contest import PAIRS
from director.formats.source.model import SourceEvent
from director.formats.source.read import READERS, read_source
from director.formats.source.sentences import ImportSentences
from director.formats.source.several import SeveralEventsError
from director.formats.unwrapping import unwrap

_OF_CARDS = (ImportSentences.DOUBT_CARDS, ImportSentences.DOUBT_MORE_CARDS)
_DATABASE = "a database (.bws, .mdb)"
_USEBIO = b"<USEBIO"
_MAX_EVENTS_WITH_HANDS = 12
"""Events of a file whose hands are read. The whole file is read once for each."""
_MAX_LIST_BYTES = 2_000_000
"""Bytes of a list of people. Its reader isn't made for more."""
_MAX_TITLE_ROWS = 10
_MAX_NAME_WORDS = 12
_MAX_SMALL_WORDS = 4
"""Words of a name in small letters. A longer line is a sentence."""
_ADDRESS = re.compile(r"\S+@\S+")
_WORD = re.compile(r"[^\W_]+")
_NO_NAME = re.compile(r"://|[=|<>{}\[\]\\?!%*]|\b[0-9]{1,2}[-–][0-9]{1,2}\b|\w{5,}\.$")
"""Signs that no line of names has, such as boards 1-3 of a movement or the end of a sentence."""
_BEGINNING_BYTES = 20_000
_MIN_RESULT_FIELDS = 4
_MIN_RESULT_CELLS = 3
_PLAYED_FIELDS = frozenset({"board", "contract", "level", "declarer", "opponents"})
"""What only a table of results has, and no ranking."""
_RESULT_FIELDS = frozenset(
    {"contract", "level", "score", "tricks", "ns_points", "ns_percent", "declarer"}
)


class FileUse(StrEnum):
    """What a file is for."""

    RESULTS = "results"
    HANDS = "hands"
    MOVEMENTS = "movements"
    PEOPLE = "people"


_MIN_SHARE_OF_BEST = 0.8
"""How much of the best candidate's share another one needs to be named beside it."""


@dataclass(frozen=True, slots=True)
class FormatCandidate:
    """What a file can be used for: its format, and how many of its parts were understood.

    *unclear* is the number of the other parts. A candidate *is_sure* if tags, elements or headings say
    so, and not only the look of the lines.
    """

    use: FileUse
    format_name: str
    count: int
    unclear: int = 0
    is_sure: bool = True

    @property
    def share(self) -> float:
        """The part that was understood, from 0 to 1."""
        return self.count / (self.count + self.unclear)

    def is_close_to(self, other: "FormatCandidate") -> bool:
        """Return whether this candidate understood nearly as much as the *other*."""
        return self.share >= other.share * _MIN_SHARE_OF_BEST


def rank_candidates(candidates: Iterable[FormatCandidate]) -> list[FormatCandidate]:
    """Return *candidates*, the best first: sure ones before others, then by the share understood."""
    order = list(FileUse)
    return sorted(
        candidates,
        key=lambda candidate: (not candidate.is_sure, -candidate.share, order.index(candidate.use)),
    )


def recognise(data: bytes) -> list[FormatCandidate]:
    """Return what *data* can be used for, the best first. The list is empty for other files.

    >>> [candidate.use.value for candidate in recognise(b"Board,NS,EW,Contract,Score\\n1,1,2,4S,420")]
    ['results']
    >>> [candidate.use.value for candidate in recognise(b"Ada Ash & Bert Birch")]
    ['people']
    """
    data = unwrap(data, MAX_BYTES)
    kind = describe_file_kind(data)
    candidates: list[FormatCandidate] = []
    if kind == "a PBN file":
        candidates = _make_pbn_candidates(data)
    elif kind == _DATABASE and kind in READERS:
        candidates = [FormatCandidate(FileUse.RESULTS, "a Bridgemate file", 1)]
    elif kind == "XML" and _USEBIO in data[:_BEGINNING_BYTES].upper():
        candidates = [FormatCandidate(FileUse.RESULTS, "USEBIO", 1)]
    elif is_of_deals(data):
        candidates = _make_deal_candidates(data)
    elif kind in ("plain text", WORKBOOK):
        candidates = _make_table_candidates(read_cells(data))
    elif kind == WEB_PAGE:
        candidates = _make_table_candidates(read_results(data).rows)
    if kind in ("plain text", WORKBOOK) and not any(candidate.is_sure for candidate in candidates):
        candidates += _make_people_candidates(data)
    return rank_candidates(candidates)


def read_hands(data: bytes) -> tuple[FiledDeal, ...]:
    """Return the deals in a file of deals, or those in a file of results.

    :raises ImportFileError: if there are none, or with the faults of a file of deals
    """
    data = unwrap(data, MAX_BYTES)
    kind = describe_file_kind(data)
    if kind == "a PBN file" or is_of_deals(data):
        return read_deals(data)
    candidates = recognise(data)
    if kind not in ("XML", _DATABASE, WEB_PAGE) and not _has_results(candidates):
        if candidates:
            raise ImportFileError(
                DealSentences.DEALS_OTHER_FILE, looks_like=candidates[0].format_name
            )
        return read_deals(data)
    try:
        events = _read_all_events(data)
    except ImportFileError:
        if kind in (_DATABASE, WEB_PAGE):
            raise
        # As a file of deals it gets the sentence that fits this page.
        return read_deals(data)
    deals, conflicts = collect_deals_by_board(
        deal for event in events for section in event.sections for deal in section.hands
    )
    if conflicts and len(events) > 1:
        titles = "; ".join(event.title for event in events)
        raise ImportFileError(DealSentences.DEALS_DIFFER, count=len(events), titles=titles)
    if not deals:
        warnings = [doubt for event in events for doubt in event.warnings]
        unread = (doubt for doubt in warnings if doubt.sentence in _OF_CARDS)
        if doubt := next(unread, None):
            raise ImportFileError(DealSentences.DEALS_UNREAD, reason=doubt)
        raise ImportFileError(DealSentences.DEALS_OF_RESULTS)
    return deals


def _read_all_events(data: bytes) -> list[SourceEvent]:
    # The contest makes no difference to the cards, so nobody is asked.
    try:
        return [read_source(data, contest=PAIRS)]
    except SeveralEventsError as question:
        if len(question.names) > _MAX_EVENTS_WITH_HANDS:
            raise
        numbers = range(1, len(question.names) + 1)
        return [read_source(data, contest=PAIRS, event_no=number) for number in numbers]


def _has_results(candidates: Sequence[FormatCandidate]) -> bool:
    return any(candidate.use == FileUse.RESULTS for candidate in candidates)


def _make_deal_candidates(data: bytes) -> list[FormatCandidate]:
    hands = FormatCandidate(FileUse.HANDS, "a file of deals", 1)
    if has_lin_results(decode_text(data)):
        return [FormatCandidate(FileUse.RESULTS, "LIN", 1), hands]
    return [hands]


def _make_pbn_candidates(data: bytes) -> list[FormatCandidate]:
    results = deals = games = 0
    for game in read_games(data):
        games += 1
        deals += bool(game.get_tag("Deal"))
        results += "scoretable" in game.tags or is_played(game)
    candidates = []
    if results:
        candidates.append(FormatCandidate(FileUse.RESULTS, "PBN", results, games - results))
    if deals:
        candidates.append(FormatCandidate(FileUse.HANDS, "PBN", deals, games - deals))
    return candidates


def _make_people_candidates(data: bytes) -> list[FormatCandidate]:
    """Return a candidate for the lines of *data* that name people, if nearly all do."""
    if len(data) > _MAX_LIST_BYTES:
        return []
    rows = read_cells(data)
    for index, row in enumerate(rows[:_MAX_TITLE_ROWS]):
        fields = set(map(find_people_field, row))
        if not {NAME, LAST}.isdisjoint(fields) and len(rows) > index + 1:
            named = sum(any(map(str.isalpha, "".join(cells))) for cells in rows[index + 1 :])
            if named:
                unclear = len(rows) - index - 1 - named
                return [FormatCandidate(FileUse.PEOPLE, "a list of people", named, unclear)]
    count = sum(map(_is_row_of_people, rows))
    if count and count * 5 >= len(rows) * 4:
        return [
            FormatCandidate(
                FileUse.PEOPLE, "a list of people", count, len(rows) - count, is_sure=False
            )
        ]
    return []


def _is_row_of_people(row: Sequence[str]) -> bool:
    """Return whether the cells of *row* are names, numbers and addresses of mail."""
    text = " ".join(row)
    words = [word for word in _WORD.findall(_ADDRESS.sub("", text)) if not word.isdigit()]
    if not 2 <= len(words) <= _MAX_NAME_WORDS or _NO_NAME.search(text):
        return False
    # Names have capitals, where their script has some; a whole list may be in small letters.
    small = sum(word[0].islower() for word in words)
    return small * 2 <= len(words) or (small == len(words) and len(words) <= _MAX_SMALL_WORDS)


def _make_table_candidates(rows: Cells) -> list[FormatCandidate]:
    heading = find_heading_index(rows)
    if heading < 0:
        return []
    fields = find_fields(rows[heading])
    if len(fields) < _MIN_RESULT_FIELDS or _RESULT_FIELDS.isdisjoint(fields):
        return []
    below = rows[heading + 1 :]
    positions = list(fields.values())
    lines = sum(
        sum(position < len(row) and bool(row[position]) for position in positions)
        >= _MIN_RESULT_CELLS
        for row in below
    )
    # A ranking has some of these headings too.
    is_sure = not _PLAYED_FIELDS.isdisjoint(fields)
    return [
        FormatCandidate(FileUse.RESULTS, "a table", lines or 1, len(below) - lines, is_sure=is_sure)
    ]
