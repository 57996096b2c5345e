"""Saved web pages: what they hold, the sites that are known, and games of ACBL Live for Clubs."""

import email.policy
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from html.parser import HTMLParser
from urllib.parse import unquote

from director.additions.imports.formats.source.event import build_source_event
from director.additions.imports.formats.source.lines import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    is_nothing,
    read_label,
    read_made,
    read_points,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.additions.imports.refusals import (
    DOUBT_NO_SCORING,
    make_board_number_error,
    make_vague_scoring_doubt,
)
from director.formats.cells import cut_by_blanks
from director.formats.deals import FiledDeal, make_deal
from director.formats.errors import Doubt, ImportFileError
from director.formats.reading import decode_text, strip_invisible
from director.formats.result import FiledResult
from scoring.registry import find_method

_ADVICE_ACBL_TEXT = (
    "Save the results page of the club game again as “Webpage, HTML Only”, or choose its "
    "PBN or .bws file"
)

_ADVICE_POLISH_TEXT = "Export the session as PBN, or copy all travellers into one table"

_PAGE_PARTS_TEXT = "a part of the results"

_PAGE_PLAYER_TEXT = "the boards of one player"

_PAGE_RANKING_TEXT = "a ranking, but no results of boards"

_PAGE_TRAVELLER_TEXT = "the results of one board"

WEB_PAGE = "a web page"
MAX_ROWS = 100_000
MAX_CELLS = 1_000_000
MAX_SECONDS = 10
_PIECE_LENGTH = 1 << 16
_MAX_REST = 2_000
_MAX_CELL_LENGTH = 500
_BEGINNING_BYTES = 4000
_ARCHIVE = re.compile(rb"\s*(?:From: <Saved by |MIME-Version: 1\.0)", re.IGNORECASE)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*(?P<name>[A-Za-z0-9_-]{3,20})")
_ADDRESS = re.compile(r"saved from url=\([0-9]{1,6}\)(?P<address>\S{1,300})")
_MOVIE = re.compile(r"\bmd\|[0-9][^|]{20,80}\|")
"""The cards in a link to a movie, which the row gets as its last cell."""
_SUIT_PICTURE = re.compile(r"([SHDC♠♥♦♣])(?:pades?|earts?|iamonds?|lubs?)?", re.IGNORECASE)
"""What stands in place of the picture of a suit."""
_ROW_TAGS = ("tr", "p", "div", "caption", "h1", "h2", "h3", "h4", "h5", "h6", "li")
_GRID_ROW = re.compile(r"(?:\S*[-_])?(?:row|tr)|divTableRow", re.IGNORECASE)
_GRID_CELL = re.compile(
    r"(?:\S*[-_])?(?:cell|td|th|col)|gridcell|columnheader|rowheader|divTable(?:Cell|Head)",
    re.IGNORECASE,
)
"""The roles and classes of elements that make a table without its tags."""
_SILENT_TAGS = ("script", "style", "noscript", "template")


@dataclass(slots=True)
class SavedPage:
    """A page with the *rows* of its tables and headings, one below the other.

    *address* is where it was saved from, *generator* the program that wrote it, if it says so.
    *data* are the values of attributes and scripts that hold the page's data as JSON. *classes* are
    the classes of its elements.
    """

    title: str = ""
    address: str = ""
    generator: str = ""
    rows: list[list[str]] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    @property
    def text(self) -> Iterator[str]:
        """The title and the cells."""
        yield self.title
        for row in self.rows:
            yield from row


def read_saved_page(data: bytes) -> SavedPage:
    """Return the parts of the page in *data*: HTML, or the single file of a browser (.mhtml).

    >>> read_saved_page(b"<html><title>Pairs</title><table><tr><th>Board<td>7</table>").rows
    [['Board', '7']]

    :raises ImportFileError: if it takes too long
    """
    parser = _PageParser()
    source = data
    if _ARCHIVE.match(data):
        source = _extract_page(data, parser.page)
    text = _decode(source).replace("<![", "<")  # sections of XML, which no page of results has
    deadline = time.thread_time() + MAX_SECONDS
    for start in range(0, len(text), _PIECE_LENGTH):
        parser.feed(text[start : start + _PIECE_LENGTH])
        if time.thread_time() > deadline:
            raise ImportFileError(
                "page-slow",
                "Reading the web page takes longer than {seconds} seconds. Choose a file with one "
                "session.",
                seconds=MAX_SECONDS,
            )
    # What is never closed is looked through again from each of its signs, so a long rest is left.
    if len(parser.rawdata) < _MAX_REST:
        parser.close()
    parser.end_row()
    return parser.page


def _extract_page(data: bytes, page: SavedPage) -> bytes:
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    page.address = str(message.get("Snapshot-Content-Location", ""))[:300]
    for part in message.walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return content
    return b""


def _decode(data: bytes) -> str:
    """Return *data* as text in the encoding that it names, if it is known."""
    match = _CHARSET.search(data[:_BEGINNING_BYTES])
    if match:
        try:
            return data.decode(match["name"].decode("ascii"))
        except (LookupError, UnicodeError):
            pass  # named wrongly, as some programs do
    return decode_text(data)


class _PageParser(HTMLParser):
    """Collects the cells of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = SavedPage()
        self._row: list[str] = []
        self._cell: list[str] = []
        self._movie = ""
        self._is_in_title = False
        self._is_in_grid_cell = False
        self._typed_lines: list[str] | None = None
        self._silent_tag = ""
        self._script: list[str] = []
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take_attributes(tag, attrs)
        if tag in _SILENT_TAGS:
            self._silent_tag = tag
            self._script = []
        elif tag == "title":
            self._is_in_title = True
        elif tag == "pre":
            self.end_row()
            self._typed_lines = []
        elif tag in ("td", "th"):
            self._end_cell()
        elif _is_grid_part(_GRID_ROW, tag, attrs):
            self.end_row()
        elif _is_grid_part(_GRID_CELL, tag, attrs):
            self._end_cell(is_cell=self._is_in_grid_cell)
            self._is_in_grid_cell = True
        elif tag in _ROW_TAGS and not self._is_in_grid_cell:
            self._start_row(tag)

    def _take_attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        if tag == "img" and (suit := _SUIT_PICTURE.fullmatch(values.get("alt", ""))):
            self._cell.append(suit[1].upper())
        if tag == "meta" and values.get("name", "").casefold() == "generator":
            self.page.generator = strip_invisible(values.get("content", ""))[:_MAX_CELL_LENGTH]
        self.page.classes.update(values.get("class", "").split()[:20])
        if link := values.get("href"):
            self.page.links.add(link[:300])
            if match := _MOVIE.search(unquote(link)):
                self._movie = match[0]
        for name in ("v-bind:data", ":data"):
            if name in values:
                self.page.data.append(values[name])

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent_tag:
            self._silent_tag = ""
            script = "".join(self._script)
            if "var data" in script:
                self.page.data.append(script)
        elif tag == "title":
            self._is_in_title = False
        elif tag in ("td", "th"):
            self._end_cell(is_cell=True)
        elif tag in ("tr", "table"):
            self.end_row()
        elif tag == "pre":
            self._end_typed_lines()

    def handle_data(self, data: str) -> None:
        if self._silent_tag:
            self._script.append(data)
        elif self._is_in_title:
            self.page.title = strip_invisible(f"{self.page.title}{data}")[:_MAX_CELL_LENGTH]
        elif self._typed_lines is not None:
            self._typed_lines.append(data)
        else:
            self._cell.append(data)

    def handle_comment(self, data: str) -> None:
        if not self.page.address and (match := _ADDRESS.search(data)):
            self.page.address = match["address"]

    def _start_row(self, tag: str) -> None:
        if tag == "tr" or not self._row:
            self.end_row()

    def end_row(self) -> None:
        """Add the row that is read, if it has any text."""
        self._end_cell(is_cell=self._is_in_grid_cell)
        self._is_in_grid_cell = False
        if any(self._row) and self._movie:
            self._row.append(self._movie)
        self._movie = ""
        if any(self._row) and len(self.page.rows) < MAX_ROWS and self._cells < MAX_CELLS:
            self._cells += len(self._row)
            self.page.rows.append(self._row)
        self._row = []

    def _end_typed_lines(self) -> None:
        """Add the lines of text with its own breaks as rows."""
        lines = "".join(self._typed_lines or ()).splitlines()
        self._typed_lines = None
        for cells in cut_by_blanks(lines):
            self._row = [strip_invisible(cell)[:_MAX_CELL_LENGTH] for cell in cells]
            self.end_row()

    def _end_cell(self, *, is_cell: bool = False) -> None:
        text = strip_invisible("".join(self._cell))[:_MAX_CELL_LENGTH]
        self._cell = []
        if text or is_cell:
            self._row.append(text)


def _is_grid_part(
    part: re.Pattern[str], tag: str, attributes: list[tuple[str, str | None]]
) -> bool:
    """Return whether an element that isn't one of a table has the role or class of a *part* of one."""
    if tag not in ("div", "span", "li", "p"):
        return False
    values = {name: value or "" for name, value in attributes}
    if part.fullmatch(values.get("role", "")):
        return True
    return any(map(part.fullmatch, values.get("class", "").split()[:20]))


# Recognise the pages of sites and programs that publish results, and say what to choose instead.
#
# A page is known by the address that the browser noted, by the program that wrote it, by its title,
# or by classes and links that no other site has.


@dataclass(frozen=True, slots=True)
class _Site:
    """A site called *name*: the pattern of its addresses and titles, and *classes* of its pages."""

    name: str
    address: re.Pattern[str]
    title: re.Pattern[str]
    classes: frozenset[str]
    advice: str
    contents: Callable[[SavedPage], str]


def _describe_bbo_page(page: SavedPage) -> str:
    first_cells = " ".join(" ".join(row) for row in page.rows[:5])
    if "Traveller" in first_cells or "EW Points" in first_cells:
        return _PAGE_TRAVELLER_TEXT
    if page.classes & {"tourney", "mbc", "team", "handnum"}:
        return _PAGE_PLAYER_TEXT
    return _PAGE_RANKING_TEXT


def _describe_acbl_live_page(page: SavedPage) -> str:
    if "board-detail" in page.address:
        return _PAGE_TRAVELLER_TEXT
    if "/scores/" in page.address or "player-results" in page.address:
        return _PAGE_PLAYER_TEXT
    return _PAGE_PARTS_TEXT


def _describe_page_without_data(_page: SavedPage) -> str:
    return "no results that can be read"


def _describe_partial_page(_page: SavedPage) -> str:
    return _PAGE_PARTS_TEXT


_NEVER = re.compile(r"(?!)")
_SITES = (
    _Site(
        "ACBL Live for Clubs",
        re.compile(r"my\.acbl\.org"),
        re.compile(r"Live for Clubs"),
        frozenset({"results-main-content", "result-details-sessions"}),
        _ADVICE_ACBL_TEXT,
        _describe_page_without_data,
    ),
    _Site(
        "ACBL Live",
        re.compile(r"live\.acbl\.org"),
        re.compile(r"ACBL Live"),
        frozenset(),
        "Choose the PBN, USEBIO or .bws file of the session instead",
        _describe_acbl_live_page,
    ),
    _Site(
        "BBO",
        re.compile(r"bridgebase\.com"),
        re.compile(r"Bridge Base Online|BBO "),
        frozenset({"bbo_content", "bbo_t_l", "bbo_tr_o", "tourneySummary"}),
        "Choose the CSV or USEBIO file of the whole tournament instead",
        _describe_bbo_page,
    ),
    _Site(
        "RealBridge",
        re.compile(r"realbridge\.online"),
        re.compile(r"RealBridge"),
        frozenset(),
        "In RealBridge, download the session’s results as PBN or CSV and choose that file",
        _describe_partial_page,
    ),
    _Site(
        "BridgeWebs",
        re.compile(r"bridgewebs\.com"),
        re.compile(r"BridgeWebs", re.IGNORECASE),
        frozenset(),
        "Choose the file that was sent to BridgeWebs instead",
        _describe_partial_page,
    ),
    # Its pages name both programs as their generator.
    _Site(
        "KoPS",
        re.compile(r"kops", re.IGNORECASE),
        re.compile(r"\bKoPS"),
        frozenset(),
        _ADVICE_POLISH_TEXT,
        _describe_partial_page,
    ),
    _Site(
        "JFR Pary or Teamy",
        _NEVER,
        re.compile(r"\bJFR\b"),
        frozenset({"bdcc2", "bdcc12", "bdc12", "noc", "nol", "nor"}),
        _ADVICE_POLISH_TEXT,
        _describe_partial_page,
    ),
)


def explain_known_page(page: SavedPage) -> ImportFileError | None:
    """Return why *page* can't be imported if its site is known, else None.

    >>> print(explain_known_page(SavedPage(address="https://www.bridgebase.com/myhands/", classes={"tourney"})))
    This is a page saved from BBO. It holds the boards of one player. Choose the CSV or USEBIO file of the whole \
tournament instead.
    >>> explain_known_page(SavedPage(title="Our club")) is None
    True
    """
    checks: tuple[Callable[[_Site], object], ...] = (
        lambda site: site.address.search(page.address),
        lambda site: not site.classes.isdisjoint(page.classes),
        lambda site: site.title.search(page.generator),
        lambda site: site.title.search(page.title),
    )
    for is_of in checks:
        for site in _SITES:
            if is_of(site):
                return make_page_fault(site.name, site.contents(page), site.advice)
    return None


def make_page_fault(site: str, contents: str, advice: str) -> ImportFileError:
    """Return why a page of *site* with *contents* can't be imported."""
    return ImportFileError(
        "page-known",
        "This is a page saved from {site}. It holds {contents}. {advice}.",
        site=site,
        contents=contents.format(),
        advice=advice.format(),
    )


# Read a club game saved from ACBL Live for Clubs.
#
# The page carries the whole game as JSON: in the attribute ``v-bind:data`` of its element
# ``result-details``, or in a script as ``var data = {…}``.  Names are "family, first", dates are
# American, and a number of a member that isn't digits is a stand-in for a guest.

_SITE = "ACBL Live for Clubs"
_SCRIPT = re.compile(r"var\s+data\s*=\s*")
_SCORINGS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "CROSS_IMPS": "cross-imps",
    "BUTLER_IMPS": "butler",
}
_SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUIT_SIGNS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})
_DIRECTIONS = {"NS": "NS", "N-S": "NS", "EW": "EW", "E-W": "EW"}

_Values = Mapping[str, object]


def read_club_game(page: SavedPage) -> SourceEvent | None:
    """Return the game in *page*, or None if it is another page.

    :raises ImportFileError: with every fault of the game, or if it isn't a pairs game
    """
    game = next(filter(None, map(_find_game, page.data)), None)
    if game is None:
        return None
    if _get_text(game, "type").upper() not in ("", "PAIRS"):
        raise make_page_fault(_SITE, "an event that isn’t a pairs event", "Choose a pairs event")
    report = Report()
    sections = []
    for number, session in enumerate(_get_items(game, "sessions"), start=1):
        hands = list(_read_hands(session))
        for section in _get_items(session, "sections"):
            flat = _read_section(str(number), section, report)
            flat.hands = hands
            sections.append(flat)
    if not any(section.lines for section in sections):
        raise make_page_fault(_SITE, _PAGE_RANKING_TEXT, _ADVICE_ACBL_TEXT)
    head = EventHead(
        _choose_scoring(game, report),
        title=_get_text(game, "name"),
        club=_get_text(game, "club_name"),
        event_date=_parse_date(_get_text(game, "start_date")),
        program=_SITE,
    )
    return build_source_event(head, sections, report)


def _find_game(text: str) -> _Values | None:
    """Return the JSON of a club game in *text*, or None."""
    match = _SCRIPT.search(text)
    start = match.end() if match else 0
    game: object = None
    with suppress(ValueError, RecursionError):
        game, _end = json.JSONDecoder().raw_decode(text, start)
    if isinstance(game, dict) and "sessions" in game:
        return game
    return None


def _choose_scoring(game: _Values, report: Report) -> str:
    given = _get_text(game, "board_scoring_method")
    scoring = _SCORINGS.get(given.upper().replace(" ", "_"))
    if scoring:
        return scoring
    taken = "cross-imps" if "IMP" in given.upper() else "matchpoints"
    name = find_method(taken).in_sentence
    if given:
        doubt = make_vague_scoring_doubt(given=given, taken=name)
    else:
        doubt = Doubt(*DOUBT_NO_SCORING, taken=name)
    report.doubts.append(doubt)
    return taken


def _read_section(session: str, section: _Values, report: Report) -> FlatSection:
    name = _get_text(section, "name")
    pairs = list(filter(None, map(_read_pair, _get_items(section, "pair_summaries"))))
    directions = {pair.label.direction for pair in pairs}
    flat = FlatSection(session, name, winners=2 if directions == {"NS", "EW"} else 0, pairs=pairs)
    if directions == {""}:
        flat.winners = 1
    for board in _get_items(section, "boards"):
        board_text = _get_text(board, "board_number")
        if not re.fullmatch("[0-9]{1,3}", board_text) or not int(board_text):
            fault = make_board_number_error(where=f"Section {name}", given=board_text)
            report.faults.append(fault)
            continue
        for number, row in enumerate(_get_items(board, "board_results"), start=1):
            where = f"Section {name}, board {board_text}, line {number}"
            flat.lines.append(_read_board_line(int(board_text), row, where, report))
    return flat


def _read_pair(summary: _Values) -> FlatPair | None:
    label = read_label(_get_text(summary, "pair_number"))
    if label is None:
        return None
    places = [
        _get_number(place, "rank")
        for place in _get_items(summary, "strat_place")
        if _get_text(place, "type") == "Section" and _get_number(place, "strat_number") == 1
    ]
    return FlatPair(
        Label(label.number, _DIRECTIONS.get(_get_text(summary, "direction").upper(), "")),
        tuple(map(_read_player, _get_items(summary, "players"))),
        total=read_points(_get_text(summary, "score")),
        percent=read_points(_get_text(summary, "percentage")),
        place=next(iter(places), None),
        boards=_get_number(summary, "boards_played"),
    )


def _read_player(player: _Values) -> SourcePlayer:
    family, comma, first = _get_text(player, "name").partition(",")
    name = f"{first.strip()} {family.strip()}" if comma and first.strip() else family.strip()
    number = _get_text(player, "id_number")
    return SourcePlayer(name, number if number.isalnum() else "", "")


def _read_board_line(board_no: int, row: _Values, where: str, report: Report) -> FlatLine:
    points = (
        read_points(_get_text(row, "ns_match_points")),
        read_points(_get_text(row, "ew_match_points")),
    )
    contract = _get_text(row, "contract").translate(_SUIT_SIGNS)
    score = _get_text(row, "ns_score")
    if is_nothing(contract) and is_nothing(score) and points != (None, None):
        # The points show what the director awarded; A5050 only marks an adjusted score.
        result = FiledResult(artificial="A5050")
    else:
        result = read_made(
            where,
            report,
            contract=contract,
            declarer=_get_text(row, "declarer"),
            tricks=_get_text(row, "tricks_taken"),
            score=score,
        )
    return FlatLine(
        where,
        board_no,
        result,
        ns=read_label(_get_text(row, "ns_pair")),
        ew=read_label(_get_text(row, "ew_pair")),
        ns_points=points[0],
        ew_points=points[1],
        round_no=_get_number(row, "round_number"),
        table_no=_get_number(row, "table_number"),
    )


def _read_hands(session: _Values) -> Iterator[FiledDeal | ImportFileError]:
    for record in _get_items(session, "hand_records"):
        board_no = _get_number(record, "board")
        hands = {seat: _read_hand(record, name) for seat, name in _SEATS.items()}
        if board_no and any(hands.values()):
            yield make_deal(board_no, hands)


def _read_hand(record: _Values, name: str) -> list[str]:
    """Return the cards of the seat *name*."""
    cards: list[str] = []
    for suit, suit_name in _SUITS.items():
        cards += _read_cards(record, f"{name}_{suit_name}", suit)
    return cards


def _read_cards(record: _Values, name: str, suit: str) -> Iterator[str]:
    for rank in _get_text(record, name).replace("-", "").upper().split():
        yield f"{suit}{rank.replace('10', 'T')}"


def _parse_date(text: str) -> date | None:
    with suppress(ValueError):
        return datetime.strptime(text, "%m/%d/%Y").date()
    return None


def _get_text(values: _Values, name: str) -> str:
    """Return a value as text, "" if it is null or no value of its own."""
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return strip_invisible(str(value))


def _get_number(values: _Values, name: str) -> int | None:
    text = _get_text(values, name)
    if re.fullmatch("[0-9]{1,4}", text) and int(text):
        return int(text)
    return None


def _get_items(values: _Values, name: str) -> Sequence[_Values]:
    """Return the objects in the list called *name*."""
    items = values.get(name)
    if not isinstance(items, list):
        return ()
    return [item for item in items if isinstance(item, dict)]
