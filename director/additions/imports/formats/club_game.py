"""Read a club game saved from ACBL Live for Clubs.

The page has the whole game as JSON, in the attribute ``v-bind:data`` of its element
``result-details``, or in a script as ``var data = {…}``. Names are "family, first". Dates have the
month first. A member number with other signs than letters and digits is a guest's.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime

from director.additions.imports.formats.page_programs import (
    ACBL_ADVICE,
    RANKING_CONTENTS,
    make_page_error,
)
from director.additions.imports.formats.saved_pages import SavedPage
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    parse_label,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import (
    is_nothing,
    parse_made_result,
    parse_number,
    parse_points,
)
from director.additions.imports.refusals import (
    make_board_number_error,
    make_no_scoring_doubt,
    make_vague_scoring_doubt,
)
from director.formats.deals import MAX_BOARD_NO, DealInFile, make_deal
from director.formats.errors import ImportFileError
from director.formats.reading import strip_invisible
from director.formats.result import ResultInFile
from scoring.registry import get_method

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

    :raises ImportFileError: with every problem of the game, or if it isn't a pairs game
    """
    game = next(filter(None, map(_find_game, page.json_texts)), None)
    if game is None:
        return None
    if _get_text(game, "type").upper() not in ("", "PAIRS"):
        raise make_page_error(_SITE, "an event that isn’t a pairs event", "Choose a pairs event")
    report = Report()
    sections = []
    for number, session in enumerate(_get_items(game, "sessions"), start=1):
        hands = list(_read_hands(session))
        for section in _get_items(session, "sections"):
            flat_section = _make_flat_section(str(number), section, report)
            flat_section.hands = hands
            sections.append(flat_section)
    if not any(section.lines for section in sections):
        raise make_page_error(_SITE, RANKING_CONTENTS, ACBL_ADVICE)
    head = EventHead(
        _choose_scoring(game, report),
        title=_get_text(game, "name"),
        club=_get_text(game, "club_name"),
        event_date=_parse_date(_get_text(game, "start_date")),
        program=_SITE,
    )
    return make_source_event(head, sections, report)


def _find_game(text: str) -> _Values | None:
    """Return the club game in *text*, an attribute or a script, or None."""
    match = _SCRIPT.search(text)
    start = match.end() if match else 0
    game: object = None
    with suppress(ValueError, RecursionError):
        game, _end = json.JSONDecoder().raw_decode(text, start)
    if isinstance(game, dict) and "sessions" in game:
        return game
    return None


def _choose_scoring(game: _Values, report: Report) -> str:
    text = _get_text(game, "board_scoring_method")
    scoring = _SCORINGS.get(text.upper().replace(" ", "_"))
    if scoring:
        return scoring
    default_scoring = "cross-imps" if "IMP" in text.upper() else "matchpoints"
    name = get_method(default_scoring).name_in_sentence
    if text:
        doubt = make_vague_scoring_doubt(text=text, method_name=name)
    else:
        doubt = make_no_scoring_doubt(name)
    report.doubts.append(doubt)
    return default_scoring


def _make_flat_section(session: str, section: _Values, report: Report) -> FlatSection:
    name = _get_text(section, "name")
    pairs = list(filter(None, map(_read_pair, _get_items(section, "pair_summaries"))))
    directions = {pair.label.direction for pair in pairs}
    winner_count = 0  # not known
    if directions == {"NS", "EW"}:
        winner_count = 2
    elif directions == {""}:
        winner_count = 1
    flat_section = FlatSection(session, name, winner_count=winner_count, pairs=pairs)
    for board in _get_items(section, "boards"):
        board_text = _get_text(board, "board_number")
        board_no = _get_number(board, "board_number")
        if board_no is None or board_no > MAX_BOARD_NO:
            error = make_board_number_error(where=f"Section {name}", text=board_text)
            report.problems.append(error)
            continue
        for number, row in enumerate(_get_items(board, "board_results"), start=1):
            where = f"Section {name}, board {board_text}, result {number}"
            flat_section.lines.append(_read_board_line(board_no, row, where, report))
    return flat_section


def _read_pair(summary: _Values) -> FlatPair | None:
    label = parse_label(_get_text(summary, "pair_number"))
    if label is None:
        return None
    # The first stratum of the section is the ranking of all its pairs.
    ranks = [
        _get_number(placing, "rank")
        for placing in _get_items(summary, "strat_place")
        if _get_text(placing, "type") == "Section" and _get_number(placing, "strat_number") == 1
    ]
    return FlatPair(
        Label(label.number, _DIRECTIONS.get(_get_text(summary, "direction").upper(), "")),
        tuple(map(_read_player, _get_items(summary, "players"))),
        total=parse_points(_get_text(summary, "score")),
        percent=parse_points(_get_text(summary, "percentage")),
        rank=next(iter(ranks), None),
        board_count=_get_number(summary, "boards_played"),
    )


def _read_player(player: _Values) -> SourcePlayer:
    family, comma, first = _get_text(player, "name").partition(",")
    name = f"{first.strip()} {family.strip()}" if comma and first.strip() else family.strip()
    number = _get_text(player, "id_number")
    return SourcePlayer(name, number if number.isalnum() else "", "")


def _read_board_line(board_no: int, row: _Values, where: str, report: Report) -> FlatLine:
    ns_points = parse_points(_get_text(row, "ns_match_points"))
    ew_points = parse_points(_get_text(row, "ew_match_points"))
    has_points = ns_points is not None or ew_points is not None
    contract = _get_text(row, "contract").translate(_SUIT_SIGNS)
    score = _get_text(row, "ns_score")
    if is_nothing(contract) and is_nothing(score) and has_points:
        # The points are the award. A5050 only marks the score as adjusted.
        result = ResultInFile(artificial="A5050")
    else:
        result = parse_made_result(
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
        ns=parse_label(_get_text(row, "ns_pair")),
        ew=parse_label(_get_text(row, "ew_pair")),
        ns_points=ns_points,
        ew_points=ew_points,
        round_no=_get_number(row, "round_number"),
        table_no=_get_number(row, "table_number"),
    )


def _read_hands(session: _Values) -> Iterator[DealInFile | ImportFileError]:
    for record in _get_items(session, "hand_records"):
        board_no = _get_number(record, "board")
        hands = {seat: _read_hand(record, name) for seat, name in _SEATS.items()}
        if board_no and any(hands.values()):
            yield make_deal(board_no, hands)


def _read_hand(record: _Values, name: str) -> list[str]:
    """Return the cards of the seat called *name*."""
    cards = []
    for suit, suit_name in _SUITS.items():
        ranks = _get_text(record, f"{name}_{suit_name}").replace("-", "").upper()
        cards += [f"{suit}{rank}" for rank in ranks.replace("10", "T").split()]
    return cards


def _parse_date(text: str) -> date | None:
    with suppress(ValueError):
        return datetime.strptime(text, "%m/%d/%Y").date()
    return None


def _get_text(values: _Values, name: str) -> str:
    """Return a text or number as text, or "" for null, true, false, lists and objects."""
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return strip_invisible(str(value))


def _get_number(values: _Values, name: str) -> int | None:
    return parse_number(_get_text(values, name))


def _get_items(values: _Values, name: str) -> Sequence[_Values]:
    """Return the objects in the list called *name*."""
    items = values.get(name)
    if not isinstance(items, list):
        return ()
    return [item for item in items if isinstance(item, dict)]
