"""Files of results of any known format: what they can be used for, their events and their hands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import BinaryIO

from director.additions.imports.formats.club_game import read_club_game
from director.additions.imports.formats.columns.files import detect_columns, read_columns
from director.additions.imports.formats.columns.matches import (
    count_matches,
    is_match_table,
    read_match_table,
)
from director.additions.imports.formats.lin import has_lin_results, parse_lin_event
from director.additions.imports.formats.magic_contest import (
    MAGIC_CONTEST,
    is_magic_contest,
    make_columns,
    read_magic_contest,
)
from director.additions.imports.formats.page_programs import (
    explain_known_page,
    explain_page_program,
)
from director.additions.imports.formats.pairs_scorer import (
    PAIRS_SCORER,
    is_of_pairs_scorer,
    parse_pairs_scorer,
)
from director.additions.imports.formats.pbn import is_played, read_pbn
from director.additions.imports.formats.saved_pages import SavedPage, read_saved_page
from director.additions.imports.formats.source.centred import with_points_from_zero
from director.additions.imports.formats.source.choices import SeveralEventsError
from director.additions.imports.formats.source.contest import PAIRS, check_meetings
from director.additions.imports.formats.source.leads import with_read_leads
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer, SourceSection
from director.additions.imports.formats.source.report import make_only_cards_error
from director.additions.imports.formats.source.rounds import with_rounds_from_one
from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.units.bws import read_bws
from director.formats.cells import WORKBOOK, CellRows, detect_heading_index, read_cells
from director.formats.deals import DealInFile, collect_deals, is_deal_file, read_deals
from director.formats.door import FileUse, FormatCandidate
from director.formats.errors import Doubt, ImportFileError
from director.formats.headings import are_board_fields, are_result_fields, get_index_by_field
from director.formats.kinds import (
    ACBLSCORE,
    ACBLSCORE_MOVEMENT,
    ARCHIVE_KINDS,
    DATABASE,
    OFFICE_KINDS,
    PBN,
    PLAIN_TEXT,
    WEB_PAGE,
    XML,
    describe_file_kind,
)
from director.formats.names.person import parse_person
from director.formats.pbn import read_games
from director.formats.reading import MAX_BYTES, cut_sample, decode_text, read_limited
from director.formats.refusals import make_file_other_format_error
from director.formats.result import SEATED_MATCHES


def _read_xml(data: bytes, _contest: str, event_no: int) -> SourceEvent:
    """Return the event of a USEBIO file, which says who competes."""
    return read_usebio(data, event_no=event_no)


def _read_database(data: bytes, contest: str, _event_no: int) -> SourceEvent:
    """Return the event of a file of table units, which has one."""
    return read_bws(data, contest)


FormatReader = Callable[[bytes, str, int], SourceEvent]
"""A function of a file, the kind of contest if it was asked about, and the number of the event."""
READERS_BY_KIND: dict[str, FormatReader] = {
    XML: _read_xml,
    PBN: read_pbn,
    DATABASE: _read_database,
}
"""The readers by kind of file (``describe_file_kind``)."""


_COLUMN_FORMATS = (WORKBOOK, PLAIN_TEXT)
_MAX_MATCH_TABLE_BYTES = 500_000


def is_of_columns(data: bytes) -> bool:
    """Return whether *data* is a workbook, text or a page with a table, whose columns can be anything.

    >>> is_of_columns(b"Board,NS,EW"), is_of_columns(b"<USEBIO/>")
    (True, False)
    """
    kind = describe_file_kind(data)
    if kind == WEB_PAGE:
        page = read_saved_page(data)
        is_of_program = page.json_texts or is_magic_contest(page) or explain_known_page(page)
        if is_of_program or is_match_table(page.rows) or not _has_table(page):
            return False
        # No choice of columns helps with the ranking of a program.
        return explain_page_program(page) is None or not detect_columns(data).missing_fields
    if kind not in _COLUMN_FORMATS or is_deal_file(data) or _is_travellers(data, kind):
        return False
    return _find_match_table(data) is None


def _is_travellers(data: bytes, kind: str) -> bool:
    """Return whether *data* is a text of PairsScorer."""
    return kind == PLAIN_TEXT and is_of_pairs_scorer(decode_text(cut_sample(data)))


def _find_match_table(data: bytes) -> CellRows | None:
    """Return the rows of a table of matches in a workbook or text, or None if it has none.

    A file far larger than any league is of boards, so it isn't read twice.
    """
    if len(data) > _MAX_MATCH_TABLE_BYTES:
        return None
    rows = read_cells(data)
    return rows if is_match_table(rows) else None


_CODES_OF_OTHER_COLUMNS = (
    "columns-lacking",
    "columns-of-people",
    "columns-of-ranking",
    "columns-of-standings",
    "columns-none",
    "page-lacking",
)


def _has_table(page: SavedPage) -> bool:
    """Return whether *page* has a row of headings that say what is below."""
    return detect_heading_index(page.rows) >= 0


def _read_web_page(data: bytes, fields: Sequence[str]) -> SourceEvent:
    """Return the event in a saved web page.

    :raises ImportFileError: if it is a page that can't be read, with what to choose instead
    """
    page = read_saved_page(data)
    if event := read_club_game(page) or read_magic_contest(page):
        return event
    if text := next(filter(is_of_pairs_scorer, page.typed_texts), ""):
        return parse_pairs_scorer(text)
    if error := explain_known_page(page):
        raise error
    if is_match_table(page.rows):
        return read_match_table(page.rows)
    program_error = explain_page_program(page)
    if not _has_table(page):
        raise program_error or ImportFileError(
            "page-unknown",
            "This web page has no table with boards, pairs and results. Export the results as "
            "USEBIO, PBN, CSV or XLSX and choose that file.",
        )
    try:
        return read_columns(data, fields)
    except ImportFileError as error:
        # A page that the program made as a ranking lacks columns, whatever the director chooses.
        if program_error and error.code in _CODES_OF_OTHER_COLUMNS:
            raise program_error from None
        raise


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
    :raises ImportFileError: with every problem of the file
    """
    raw = read_limited(data, MAX_BYTES)
    kind = describe_file_kind(raw)
    if is_deal_file(raw):
        return _read_deals(raw)
    if kind == WEB_PAGE:
        return _check_event(_read_web_page(raw, fields))
    if _is_travellers(raw, kind):
        return _check_event(parse_pairs_scorer(decode_text(raw)))
    if kind in _COLUMN_FORMATS:
        rows = None if fields else _find_match_table(raw)
        if rows is not None:
            return _check_event(read_match_table(rows))
        return _check_event(read_columns(raw, fields, contest))
    if kind not in READERS_BY_KIND:
        raise make_file_other_format_error(
            looks_like=kind,
            wanted="results",
            advice=_choose_advice(kind),
        )
    return _check_event(READERS_BY_KIND[kind](raw, contest, event_no))


def _choose_advice(kind: str) -> str:
    """Return what to do with a file of a *kind* that can't be read."""
    if kind in OFFICE_KINDS:
        return "save it as XLSX or CSV and choose that file"
    if kind in ARCHIVE_KINDS:
        return "unpack it and choose the file in it"
    if kind == ACBLSCORE_MOVEMENT:
        return "import it under Club → Movements → Import"
    if kind == ACBLSCORE:
        return "choose the PBN or .bws file of the game, or its page saved from ACBL Live for Clubs"
    return "export them as USEBIO, PBN, CSV or XLSX and choose that file"


def _read_deals(raw: bytes) -> SourceEvent:
    """Return the match in a file of deals, which only LIN can have.

    :raises ImportFileError: if it has no results
    """
    text = decode_text(raw)
    if has_lin_results(text):
        return parse_lin_event(text)
    raise make_only_cards_error(len(read_deals(raw)))


def _check_event(event: SourceEvent) -> SourceEvent:
    """Return *event* if its lines say which pairs met, with a doubt about seats that it lost."""
    if event.contest == PAIRS:
        check_meetings(event.sections)
    event = with_points_from_zero(with_rounds_from_one(with_read_leads(event)))
    if event.own_scoring is None:
        event = _with_normal_names(event)
    if event.own_scoring and event.own_scoring.played_as == SEATED_MATCHES:
        doubt = Doubt(
            "doubt-seated-matches",
            "The file doesn’t say who sat where, so the teams play plain matches here. To keep "
            "the seats, import the JSON file of the event.",
        )
        return replace(event, warnings=(*event.warnings, doubt))
    return event


def _with_normal_names(event: SourceEvent) -> SourceEvent:
    """Return *event* with every player's surname last, as People has it.

    Files of this program already have the names as the club has them.
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
    person = parse_person(player.name)
    number = "" if player.club_id else person.number
    return replace(player, name=person.name, national_id=player.national_id or number)


_CARD_DOUBT_CODES = ("doubt-cards", "doubt-more-cards")
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
        return _make_page_candidates(read_saved_page(data))
    if _is_travellers(data, kind):
        return [FormatCandidate(FileUse.RESULTS, f"a text of {PAIRS_SCORER}", 1)]
    if kind in (PLAIN_TEXT, WORKBOOK) and not is_deal_file(data):
        sample = data if kind == WORKBOOK else cut_sample(data)
        return _make_table_candidates(read_cells(sample))
    format_name = _detect_format_name(data, kind)
    return [FormatCandidate(FileUse.RESULTS, format_name, 1)] if format_name else []


def _make_page_candidates(page: SavedPage) -> list[FormatCandidate]:
    if is_magic_contest(page):
        line_count = len(make_columns(page).rows_below)
        return [FormatCandidate(FileUse.RESULTS, f"a page of {MAGIC_CONTEST}", line_count or 1)]
    return _make_table_candidates(page.rows)


def read_hands_of_results(data: bytes, kind: str) -> tuple[DealInFile, ...] | None:
    """Return the deals in *data*, a file of *kind*, or None if it is no file of results.

    :raises ImportFileError: if there are none, or with the problems of the file
    """
    if kind not in (XML, DATABASE, WEB_PAGE) and not recognise_results(data, kind):
        return None
    try:
        events = _read_all_events(data)
    except ImportFileError:
        if kind in (DATABASE, WEB_PAGE):
            raise
        # As a file of deals it gets the sentence that fits this page.
        return read_deals(data)
    deals, conflicts = collect_deals(
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
        card_doubts = (doubt for doubt in warnings if doubt.code in _CARD_DOUBT_CODES)
        if doubt := next(card_doubts, None):
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


def _detect_format_name(data: bytes, kind: str) -> str:
    """Return the name of a format that has only results, or ""."""
    if kind == DATABASE:
        return "a Bridgemate file"
    if kind == XML and _USEBIO in data[:_BEGINNING_BYTES].upper():
        return "USEBIO"
    if is_deal_file(data) and has_lin_results(decode_text(data)):
        return "LIN"
    return ""


def _make_pbn_candidates(data: bytes) -> list[FormatCandidate]:
    played_flags = [
        "scoretable" in game.value_by_tag or is_played(game)
        for game in read_games(cut_sample(data))
    ]
    result_count = sum(played_flags)
    if not result_count:
        return []
    return [FormatCandidate(FileUse.RESULTS, "PBN", result_count, len(played_flags) - result_count)]


def _make_table_candidates(rows: CellRows) -> list[FormatCandidate]:
    if is_match_table(rows):
        count = count_matches(rows)
        return [FormatCandidate(FileUse.RESULTS, "a table of matches", count)] if count else []
    heading_index = detect_heading_index(rows)
    if heading_index < 0:
        return []
    fields = get_index_by_field(rows[heading_index])
    if not are_result_fields(fields):
        return []
    rows_below = rows[heading_index + 1 :]
    positions = list(fields.values())
    line_count = sum(
        sum(position < len(row) and bool(row[position]) for position in positions)
        >= _MIN_RESULT_CELLS
        for row in rows_below
    )
    # A ranking has some of these headings too.
    is_sure = are_board_fields(fields)
    return [
        FormatCandidate(
            FileUse.RESULTS,
            "a table",
            line_count or 1,
            len(rows_below) - line_count,
            is_sure=is_sure,
        )
    ]
