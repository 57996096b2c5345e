"""What files of results can be used for, and the hands in them."""

from director.additions.imports.formats.columns.read import read_worksheet
from director.additions.imports.formats.lin.read import has_lin_results
from director.additions.imports.formats.pbn.read import is_played
from director.additions.imports.formats.saved.page import WEB_PAGE
from director.additions.imports.formats.source.contest import PAIRS
from director.additions.imports.formats.source.model import SourceEvent
from director.additions.imports.formats.source.read import DATABASE, read_source
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.formats.source.several import SeveralEventsError
from director.formats.cells import WORKBOOK, Cells, find_heading_index, read_cells
from director.formats.deals import FiledDeal, collect_deals_by_board, is_of_deals, read_deals
from director.formats.door import PBN, FileUse, FormatCandidate
from director.formats.errors import ImportFileError
from director.formats.headings import are_of_boards, are_of_results, find_fields
from director.formats.pbn import read_games
from director.formats.reading import decode_text
from director.formats.sentences import DealSentences

_OF_CARDS = (ImportSentences.DOUBT_CARDS, ImportSentences.DOUBT_MORE_CARDS)
_USEBIO = b"<USEBIO"
_MAX_EVENTS_WITH_HANDS = 12
"""Events of a file whose hands are read. The whole file is read once for each."""
_BEGINNING_BYTES = 20_000
_MIN_RESULT_CELLS = 3


def recognise_results(data: bytes, kind: str) -> list[FormatCandidate]:
    """Return what *data*, a file of *kind* (``describe_file_kind``), is if it has results.

    >>> [found.format_name for found in recognise_results(b"Board,NS,EW,Contract,Score\\n1,1,2,4S,420", "plain text")]
    ['a table']
    """
    if kind == PBN:
        return _make_pbn_candidates(data)
    if kind == WEB_PAGE:
        return _make_table_candidates(read_worksheet(data).rows)
    if kind in ("plain text", WORKBOOK) and not is_of_deals(data):
        return _make_table_candidates(read_cells(data))
    format_name = _find_format_name(data, kind)
    return [FormatCandidate(FileUse.RESULTS, format_name, 1)] if format_name else []


def read_hands_of_results(data: bytes, kind: str) -> tuple[FiledDeal, ...] | None:
    """Return the deals in *data*, a file of *kind*, or None if it is no file of results.

    :raises ImportFileError: if there are none, or with the faults of the file
    """
    if kind not in ("XML", DATABASE, WEB_PAGE) and not recognise_results(data, kind):
        return None
    try:
        events = _read_all_events(data)
    except ImportFileError:
        if kind in (DATABASE, WEB_PAGE):
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


def _find_format_name(data: bytes, kind: str) -> str:
    """Return the name of a format that has only results, or ""."""
    if kind == DATABASE:
        return "a Bridgemate file"
    if kind == "XML" and _USEBIO in data[:_BEGINNING_BYTES].upper():
        return "USEBIO"
    if is_of_deals(data) and has_lin_results(decode_text(data)):
        return "LIN"
    return ""


def _make_pbn_candidates(data: bytes) -> list[FormatCandidate]:
    are_played = ["scoretable" in game.tags or is_played(game) for game in read_games(data)]
    results = sum(are_played)
    if not results:
        return []
    return [FormatCandidate(FileUse.RESULTS, "PBN", results, len(are_played) - results)]


def _make_table_candidates(rows: Cells) -> list[FormatCandidate]:
    heading = find_heading_index(rows)
    if heading < 0:
        return []
    fields = find_fields(rows[heading])
    if not are_of_results(fields):
        return []
    below = rows[heading + 1 :]
    positions = list(fields.values())
    lines = sum(
        sum(position < len(row) and bool(row[position]) for position in positions)
        >= _MIN_RESULT_CELLS
        for row in below
    )
    # A ranking has some of these headings too.
    is_sure = are_of_boards(fields)
    return [
        FormatCandidate(FileUse.RESULTS, "a table", lines or 1, len(below) - lines, is_sure=is_sure)
    ]
