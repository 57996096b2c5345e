"""Recognise a file by what is in it, whatever page it was sent to.

The structure comes first (XML, page, database, tagged text, table). Then each kind of content says
what it found there. Cards inside a file of results are its hands, never its kind.
"""

import re
from collections.abc import Sequence
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
from director.formats.source.read import read_source
from director.formats.unwrapping import unwrap

_DATABASE = "a database (.bws, .mdb)"
_USEBIO = b"<USEBIO"
_MAX_LIST_BYTES = 2_000_000
"""Bytes of a list of people. Its reader isn't made for more."""
_MAX_TITLE_ROWS = 10
_MAX_NAME_WORDS = 12
_WORD = re.compile(r"[^\W_]+")
_NO_NAME = re.compile(r"[=|<>{}\[\]\\?!%]|\b[0-9]{1,2}[-–][0-9]{1,2}\b|\.$")
"""Signs that no line of names has, such as the boards 1-3 of a movement or the end of a sentence."""
_BEGINNING_BYTES = 20_000
_MIN_RESULT_FIELDS = 4
_RESULT_FIELDS = frozenset(
    {"contract", "level", "score", "tricks", "ns_points", "ns_percent", "declarer"}
)


class Use(StrEnum):
    """What a file is for."""

    RESULTS = "results"
    HANDS = "hands"
    MOVEMENTS = "movements"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class Bid:
    """What a file can be used for: the format it has, and how many parts of it were understood."""

    use: Use
    format_name: str
    count: int


def recognise(data: bytes) -> list[Bid]:
    """Return what *data* can be used for, the best first. The list is empty for other files.

    >>> [bid.use.value for bid in recognise(b"Board,NS,EW,Contract,Score\\n1,1,2,4S,420")]
    ['results']
    >>> [bid.use.value for bid in recognise(b"Ada Ash & Bert Birch")]
    ['people']
    """
    data = unwrap(data, MAX_BYTES)
    kind = describe_file_kind(data)
    bids: list[Bid] = []
    if kind == "a PBN file":
        bids = _make_pbn_bids(data)
    elif kind == _DATABASE:
        bids = [Bid(Use.RESULTS, "a Bridgemate file", 1)]
    elif kind == "XML" and _USEBIO in data[:_BEGINNING_BYTES].upper():
        bids = [Bid(Use.RESULTS, "USEBIO", 1)]
    elif is_of_deals(data):
        bids = _make_deal_bids(data)
    elif kind in ("plain text", WORKBOOK):
        bids = _make_table_bids(read_cells(data))
    elif kind == WEB_PAGE:
        bids = _make_table_bids(read_results(data).rows)
    if not bids and kind in ("plain text", WORKBOOK):
        bids = _make_people_bids(data)
    return sorted(bids, key=lambda bid: bid.use != Use.RESULTS)


def read_hands(data: bytes) -> tuple[FiledDeal, ...]:
    """Return the deals in a file of deals, or those in a file of results.

    :raises ImportFileError: if there are none, or with the faults of a file of deals
    """
    data = unwrap(data, MAX_BYTES)
    kind = describe_file_kind(data)
    if kind == "a PBN file" or is_of_deals(data):
        return read_deals(data)
    if kind not in ("XML", _DATABASE, WEB_PAGE) and not _has_results(recognise(data)):
        return read_deals(data)
    try:
        # The contest makes no difference to the cards, so nobody is asked.
        event = read_source(data, contest=PAIRS)
    except ImportFileError:
        # As a file of deals it gets the sentence that fits this page.
        return read_deals(data)
    deals, _faults = collect_deals_by_board(
        deal for section in event.sections for deal in section.hands
    )
    if not deals:
        raise ImportFileError(DealSentences.DEALS_OF_RESULTS)
    return deals


def _has_results(bids: Sequence[Bid]) -> bool:
    return any(bid.use == Use.RESULTS for bid in bids)


def _make_deal_bids(data: bytes) -> list[Bid]:
    hands = Bid(Use.HANDS, "a file of deals", 1)
    if has_lin_results(decode_text(data)):
        return [Bid(Use.RESULTS, "LIN", 1), hands]
    return [hands]


def _make_pbn_bids(data: bytes) -> list[Bid]:
    results = deals = 0
    for game in read_games(data):
        deals += bool(game.tag("Deal"))
        results += "scoretable" in game.tags or is_played(game)
    bids = []
    if results:
        bids.append(Bid(Use.RESULTS, "PBN", results))
    if deals:
        bids.append(Bid(Use.HANDS, "PBN", deals))
    return bids


def _make_people_bids(data: bytes) -> list[Bid]:
    """Return a bid for the lines of *data* that name people, if nearly all do."""
    if len(data) > _MAX_LIST_BYTES:
        return []
    rows = read_cells(data)
    for index, row in enumerate(rows[:_MAX_TITLE_ROWS]):
        if not {NAME, LAST}.isdisjoint(map(find_people_field, row)):
            return [Bid(Use.PEOPLE, "a list of people", len(rows) - index - 1)]
    count = sum(map(_is_row_of_people, rows))
    if count and count * 5 >= len(rows) * 4:
        return [Bid(Use.PEOPLE, "a list of people", count)]
    return []


def _is_row_of_people(row: Sequence[str]) -> bool:
    """Return whether the cells of *row* are names, numbers and addresses of mail."""
    text = " ".join(row)
    words = [word for word in _WORD.findall(text) if not word.isdigit()]
    return 2 <= len(words) <= _MAX_NAME_WORDS and not _NO_NAME.search(text)


def _make_table_bids(rows: Cells) -> list[Bid]:
    heading = find_heading_index(rows)
    if heading < 0:
        return []
    fields = find_fields(rows[heading])
    if len(fields) < _MIN_RESULT_FIELDS or _RESULT_FIELDS.isdisjoint(fields):
        return []
    return [Bid(Use.RESULTS, "a table", len(fields))]
