"""Files of results of any known format: what they can be used for, their events and their hands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import BinaryIO

from director.additions.imports.formats.columns.files import read_columns, read_worksheet
from director.additions.imports.formats.lin import has_lin_results, read_lin
from director.additions.imports.formats.pbn import is_played, read_pbn
from director.additions.imports.formats.saved_pages import (
    WEB_PAGE,
    SavedPage,
    explain_known_page,
    read_club_game,
    read_saved_page,
)
from director.additions.imports.formats.source.contest import PAIRS, check_meetings
from director.additions.imports.formats.source.event import SeveralEventsError
from director.additions.imports.formats.source.lines import make_only_cards_fault
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer, SourceSection
from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.refusals import DOUBT_CARDS, DOUBT_MORE_CARDS
from director.additions.imports.units.bws import read_bws
from director.formats.cells import WORKBOOK, Cells, find_heading_index, read_cells
from director.formats.deals import FiledDeal, collect_deals_by_board, is_of_deals, read_deals
from director.formats.door import PBN, FileUse, FormatCandidate
from director.formats.errors import Doubt, ImportFileError
from director.formats.headings import are_of_boards, are_of_results, find_fields
from director.formats.names.person import read_person
from director.formats.pbn import read_games
from director.formats.reading import (
    ACBLSCORE,
    ARCHIVES,
    MAX_BYTES,
    OFFICE,
    decode_text,
    describe_file_kind,
    read_limited,
)
from director.formats.refusals import make_file_other_format_error
from director.formats.result import SEATED_MATCHES

DATABASE = "a database (.bws, .mdb)"


def _read_xml(data: bytes, _contest: str, event_no: int) -> SourceEvent:
    """Return the event of a USEBIO file, which says who competes."""
    return read_usebio(data, event_no=event_no)


def _read_database(data: bytes, contest: str, _event_no: int) -> SourceEvent:
    """Return the event of a file of table units, which has one."""
    return read_bws(data, contest)


Reader = Callable[[bytes, str, int], SourceEvent]
"""A function of a file, the kind of contest if it was asked about, and the number of the event."""
READERS: dict[str, Reader] = {
    "XML": _read_xml,
    "a PBN file": read_pbn,
    DATABASE: _read_database,
}
"""The readers by kind of file (``describe_file_kind``)."""


_COLUMN_FORMATS = (WORKBOOK, "plain text")


def is_of_columns(data: bytes) -> bool:
    """Return whether *data* is a workbook, text or a page with a table, whose columns can be anything.

    >>> is_of_columns(b"Board,NS,EW"), is_of_columns(b"<USEBIO/>")
    (True, False)
    """
    kind = describe_file_kind(data)
    if kind == WEB_PAGE:
        page = read_saved_page(data)
        return not page.data and explain_known_page(page) is None and _has_table(page)
    return kind in _COLUMN_FORMATS and not is_of_deals(data)


def _has_table(page: SavedPage) -> bool:
    """Return whether *page* has a row of headings that say what is below."""
    return find_heading_index(page.rows) >= 0


def _read_page(data: bytes, fields: Sequence[str]) -> SourceEvent:
    """Return the event in a saved web page.

    :raises ImportFileError: if it is a page that can't be read, with what to choose instead
    """
    page = read_saved_page(data)
    if game := read_club_game(page):
        return game
    if fault := explain_known_page(page):
        raise fault
    if not _has_table(page):
        raise ImportFileError(
            "page-unknown",
            "This web page has no table with boards, pairs and results. Export the results as "
            "USEBIO, PBN, CSV or XLSX and choose that file.",
        )
    return read_columns(data, fields)


def read_source(
    data: bytes | BinaryIO, fields: Sequence[str] = (), contest: str = "", event_no: int = 0
) -> SourceEvent:
    """Return the event with the results in *data*, in any known format.

    *fields* are the meanings of the columns of a CSV file or a workbook. Without them the headings
    decide. *contest* is the answer to a question of ``is_contest_asked``: ``"pairs"``, ``"teams"`` or empty.
    *event_no* is the wanted one of several events, counted from 1.

    >>> read_source(b"%PDF-1.7")
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file looks like a PDF, not results; export them as USEBIO, PBN, \
CSV or XLSX and choose that file.

    :raises ImportFileError: if the file can be of pairs or of teams and *contest* is empty
    :raises SeveralEventsError: if there are several events and *event_no* isn't one of them
    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence.
    """
    raw = read_limited(data, MAX_BYTES)
    kind = describe_file_kind(raw)
    if is_of_deals(raw):
        return _read_deals(raw)
    if kind == WEB_PAGE:
        return _check_event(_read_page(raw, fields))
    if kind in _COLUMN_FORMATS:
        return _check_event(read_columns(raw, fields, contest))
    if kind not in READERS:
        raise make_file_other_format_error(
            looks_like=kind,
            wanted="results",
            advice=_choose_advice(kind),
        )
    return _check_event(READERS[kind](raw, contest, event_no))


def _choose_advice(kind: str) -> str:
    """Return what to do with a file of a *kind* that can't be read."""
    if kind in OFFICE:
        return "save it as XLSX or CSV and choose that file"
    if kind in ARCHIVES:
        return "unpack it and choose the file in it"
    if kind == ACBLSCORE:
        return "choose the PBN or .bws file of the game, or its page saved from ACBL Live for Clubs"
    return "export them as USEBIO, PBN, CSV or XLSX and choose that file"


def _read_deals(raw: bytes) -> SourceEvent:
    """Return the match in a file of deals, which only LIN can have.

    :raises ImportFileError: if it has no results
    """
    text = decode_text(raw)
    if has_lin_results(text):
        return read_lin(text)
    raise make_only_cards_fault(len(read_deals(raw)))


def _check_event(event: SourceEvent) -> SourceEvent:
    """Return *event* if its lines say which pairs met, with a doubt about seats that it lost."""
    if event.contest == PAIRS:
        check_meetings(event.sections)
    if event.own_scoring is None:
        event = _with_usual_names(event)
    if event.own_scoring and event.own_scoring.played_as == SEATED_MATCHES:
        doubt = Doubt(
            "doubt-seated-matches",
            "The file doesn’t say who sat where, so the teams play plain matches here. To keep "
            "the seats, import the JSON file of the event.",
        )
        return replace(event, warnings=(*event.warnings, doubt))
    return event


def _with_usual_names(event: SourceEvent) -> SourceEvent:
    """Return *event* with every player as people are written here, the surname last.

    Files of this program have the names as the club has them.
    """
    sessions = tuple(tuple(map(_normalize_section_names, session)) for session in event.sessions)
    return replace(event, sessions=sessions)


def _normalize_section_names(section: SourceSection) -> SourceSection:
    pairs = []
    for pair in section.pairs:
        earlier = tuple(
            replace(span, players=tuple(map(_normalize_player, span.players)))
            for span in pair.earlier_players
        )
        players = tuple(map(_normalize_player, pair.players))
        pairs.append(replace(pair, players=players, earlier_players=earlier))
    return replace(section, pairs=tuple(pairs))


def _normalize_player(player: SourcePlayer) -> SourcePlayer:
    if not player.name:
        return player
    person = read_person(player.name)
    number = "" if player.club_id else person.number
    return replace(player, name=person.name, national_id=player.national_id or number)


_OF_CARDS = (DOUBT_CARDS[0], DOUBT_MORE_CARDS[0])
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
        raise ImportFileError(
            "deals-differ",
            "The file has {count} events with different cards: {titles}. Save the one that was "
            "played here as a file of its own.",
            count=len(events),
            titles=titles,
        )
    if not deals:
        warnings = [doubt for event in events for doubt in event.warnings]
        unread = (doubt for doubt in warnings if doubt.code in _OF_CARDS)
        if doubt := next(unread, None):
            raise ImportFileError(
                "deals-unread",
                "The file has results, but cards that can’t be read. {reason}",
                reason=doubt,
            )
        raise ImportFileError(
            "deals-of-results",
            "The file has results but no cards. Import it under Nights → Import results.",
        )
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
