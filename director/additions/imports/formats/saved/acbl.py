"""Read a club game saved from ACBL Live for Clubs.

The page carries the whole game as JSON: in the attribute ``v-bind:data`` of its element
``result-details``, or in a script as ``var data = {…}``.  Names are "family, first", dates are
American, and a number of a member that isn't digits is a stand-in for a guest.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime

from director.additions.imports.formats.saved.known import make_page_fault
from director.additions.imports.formats.saved.page import SavedPage
from director.additions.imports.formats.saved.sentences import PageSentences
from director.additions.imports.formats.source.event import build_source_event
from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.additions.imports.formats.source.results import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    is_nothing,
    read_label,
    read_made,
    read_points,
)
from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.deals import FiledDeal, make_deal
from director.formats.errors import Doubt, ImportFileError
from director.formats.reading import strip_invisible
from director.formats.result import FiledResult
from scoring.registry import find_method

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
        raise make_page_fault(_SITE, PageSentences.PAGE_OTHER_CONTEST, PageSentences.ADVICE_PAIRS)
    report = Report()
    sections = []
    for number, session in enumerate(_get_items(game, "sessions"), start=1):
        hands = list(_read_hands(session))
        for section in _get_items(session, "sections"):
            flat = _read_section(str(number), section, report)
            flat.hands = hands
            sections.append(flat)
    if not any(section.lines for section in sections):
        raise make_page_fault(_SITE, PageSentences.PAGE_RANKING, PageSentences.ADVICE_ACBL)
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
        doubt = Doubt(ImportSentences.DOUBT_VAGUE_SCORING, given=given, taken=name)
    else:
        doubt = Doubt(ImportSentences.DOUBT_NO_SCORING, taken=name)
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
            fault = ImportFileError(
                ImportSentences.BOARD_NUMBER, where=f"Section {name}", given=board_text
            )
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
