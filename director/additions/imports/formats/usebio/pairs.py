"""The pairs of a USEBIO event: who they are, and which of them a line of a traveller means."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.model import (
    SourceBoard,
    SourcePair,
    SourcePlayer,
    SourceRound,
)
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.formats.usebio.lines import (
    LINE,
    get_child_text,
    get_child_texts,
    read_figure,
)
from director.additions.imports.formats.usebio.sentences import UsebioSentences
from director.formats.errors import Doubt, ImportFileError
from director.formats.usebio import NOBODY

_NUMBER = re.compile(r"(?P<number>[0-9]{1,5})\s*(?P<direction>NS|EW|N-S|E-W)?", re.IGNORECASE)
_MAX_NUMBER = 16_000  # E-W numbers are stored after the N-S numbers, and both below 32,768
_PLACE = re.compile(r"=?([0-9]{1,5})=?")
_SIDE_TAGS = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
_MATCH_TAGS = ("ROUND_NUMBER", *_SIDE_TAGS)
_BOARD_TAGS = ("START_BOARD_NUMBER", "END_BOARD_NUMBER")
MATCH_FIGURE = re.compile("[0-9]{1,4}")
"""A number of a match. Longer ones are no rounds or boards."""
MAX_ROUND = 999
_DIRECTIONS = {"": "", "NS": "NS", "EW": "EW", "NORTHSOUTH": "NS", "EASTWEST": "EW"}


def extract_letters(text: str) -> str:
    """Return the letters of *text* in capitals, for words of varying spelling.

    For example ``N-S`` or ``Cross IMPs``.

    >>> extract_letters("North-South")
    'NORTHSOUTH'
    """
    return "".join(filter(str.isalpha, text)).upper()


def read_pairs(participants: Iterable[Element], report: Report) -> list[SourcePair]:
    """Return the listed pairs with the direction in the file.

    Faults go into *report*.
    """
    elements = [element for participant in participants for element in participant.findall("PAIR")]
    pairs = [
        _read_pair(element, position, report) for position, element in enumerate(elements, start=1)
    ]
    if not pairs:
        report.faults.append(ImportFileError(UsebioSentences.USEBIO_NO_PAIRS))
    return [pair for pair in pairs if pair is not None]


def assign_directions(
    pairs: Sequence[SourcePair], winners: int, report: Report
) -> tuple[SourcePair, ...]:
    """Return *pairs* with the direction in which they are ranked, empty with one winner."""
    first_by_number: dict[tuple[int, str], SourcePair] = {}
    for pair in pairs:
        if winners == 2 and not pair.direction:
            report.faults.append(
                ImportFileError(UsebioSentences.USEBIO_NO_DIRECTION, pair=pair.number_text)
            )
        first_pair = first_by_number.setdefault(
            (pair.number, pair.direction if winners == 2 else ""), pair
        )
        if first_pair is not pair:
            report.faults.append(_make_same_number_fault(first_pair, pair))
    if winners == 2:
        return tuple(pairs)
    return tuple(replace(pair, direction="") for pair in pairs)


def group_by_number(pairs: Iterable[SourcePair]) -> dict[int, list[SourcePair]]:
    """Return *pairs* by their number.

    With two winners, a number may have a pair in each direction.
    """
    pairs_by_number: dict[int, list[SourcePair]] = {}
    for pair in pairs:
        pairs_by_number.setdefault(pair.number, []).append(pair)
    return pairs_by_number


def find_matching_pairs(
    given: str, side: str, pairs: Mapping[int, Sequence[SourcePair]]
) -> list[SourcePair] | None:
    """Return the *pairs* that the text *given* can mean on *side*, or None if it is unreadable.

    ``5`` means pair 5 in either direction.  If there are a N-S and an E-W pair 5, the side decides.
    The list is empty if there is no such pair.
    """
    match = _NUMBER.fullmatch(given)
    if match is None:
        return None
    named_direction = extract_letters(match["direction"] or "")
    candidates = [
        pair
        for pair in pairs.get(int(match["number"]), ())
        if not named_direction or pair.direction in ("", named_direction)
    ]
    if len(candidates) < 2:
        return candidates
    return [pair for pair in candidates if pair.direction == side]


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A match of two pairs in a round, with the numbers of its *boards*.

    *has_score* is whether the file has its result, such as victory points.
    """

    round_no: int
    first: int
    second: int
    boards: Collection[int]
    has_score: bool


def read_pair_matches(elements: Iterable[Element]) -> tuple[PairMatch, ...]:
    """Return the matches of pairs inside *elements*, or none if one isn't complete.

    Its boards are inside the match, or between a first and a last number.
    """
    matches = []
    for match in chain.from_iterable(element.findall("MATCH") for element in elements):
        texts = [get_child_text(match, tag) for tag in _MATCH_TAGS]
        numbers = [get_child_text(board, "BOARD_NUMBER") for board in match.findall("BOARD")]
        if not numbers:
            numbers = [get_child_text(match, tag) for tag in _BOARD_TAGS]
        if not all(map(MATCH_FIGURE.fullmatch, [*texts, *numbers])):
            return ()
        round_no, first, second = map(int, texts)
        boards: Collection[int] = set(map(int, numbers))
        if match.find("BOARD") is None:
            boards = range(min(boards), max(boards) + 1)
        if not 0 < round_no <= MAX_ROUND:
            return ()
        has_score = bool(get_child_text(match, "NS_SCORE", "NS_VICTORY_POINTS"))
        matches.append(PairMatch(round_no, first, second, boards, has_score))
    return tuple(matches)


def list_boards_of_pairs(elements: Iterable[Element]) -> list[Element]:
    """Return the boards inside *elements*, those of matches with the pairs on their lines.

    A board that several matches have becomes one.
    """
    boards: list[Element] = []
    boards_by_number: dict[str, Element] = {}
    for element in elements:
        boards += element.findall("BOARD")
        for match in element.findall("MATCH"):
            numbers = {tag: get_child_text(match, tag) for tag in _SIDE_TAGS}
            for board in match.findall("BOARD"):
                lines = board.findall(LINE)
                for line in lines:
                    _seat_pairs(line, numbers)
                known = boards_by_number.setdefault(get_child_text(board, "BOARD_NUMBER"), board)
                if known is board:
                    boards.append(board)
                else:
                    known.extend(lines)
    return boards


def _seat_pairs(line: Element, numbers: Mapping[str, str]) -> None:
    """Write the *numbers* of the two pairs of a match on a *line* without them."""
    if any(line.get(tag) for tag in _SIDE_TAGS):
        return
    sides = list(numbers.values())
    if line.get("DIRECTION", "").upper()[:1] == "E":
        sides.reverse()
    for tag, number in zip(_SIDE_TAGS, sides, strict=True):
        line.set(tag, number)


def make_pair_rounds(
    matches: Sequence[PairMatch], boards: Sequence[SourceBoard]
) -> tuple[SourceRound, ...]:
    """Return the tables of each of *matches*, whose results are on *boards*.

    Without a match, or if two pairs changed directions in one, there are none.
    """
    lines: dict[frozenset[int], list[tuple[int, int, int]]] = defaultdict(list)
    for board in boards:
        for line in board.lines:
            row = board.board_no, line.ns_no, line.ew_no
            lines[frozenset((line.ns_no, line.ew_no))].append(row)
    rounds = []
    tables: Counter[int] = Counter()
    for match in matches:
        met = lines[frozenset((match.first, match.second))]
        played = [row for row in met if row[0] in match.boards]
        sides = {(ns, ew) for _board_no, ns, ew in played}
        if len(sides) != 1:
            return ()
        tables[match.round_no] += 1
        numbers = tuple(board_no for board_no, _ns, _ew in played)
        rounds.append(SourceRound(match.round_no, tables[match.round_no], *sides.pop(), numbers))
    return tuple(rounds)


def _read_pair(element: Element, position: int, report: Report) -> SourcePair | None:
    texts = get_child_texts(element)
    number_text = texts.get("PAIR_NUMBER", "")
    match = _NUMBER.fullmatch(number_text)
    if match is None or not 1 <= int(match["number"]) <= _MAX_NUMBER:
        report.faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_PAIR_NUMBER, position=position, given=number_text
            )
        )
        return None
    where = f"Pair {number_text}"
    pair = SourcePair(
        number_text=number_text,
        number=int(match["number"]),
        direction=_read_direction(
            element, number_text, extract_letters(match["direction"] or ""), report
        ),
        players=tuple(map(read_player, element.findall("PLAYER"))),
        total=read_figure(texts, "TOTAL_SCORE", where, report),
        percent=read_figure(texts, "PERCENTAGE", where, report),
        place=read_place(element, where, report),
        adjustment=read_figure(texts, "ADJUSTMENT", where, report) or None,
    )
    _report_doubtful_pair(pair, element, report)
    return pair


def _read_direction(element: Element, pair: str, number_direction: str, report: Report) -> str:
    direction_text = get_child_text(element, "DIRECTION")
    direction = _DIRECTIONS.get(extract_letters(direction_text) or direction_text)
    if direction is None:
        report.faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_DIRECTION,
                pair=pair,
                given=direction_text,
                allowed="NS, EW or nothing",
            )
        )
    elif direction and number_direction and direction != number_direction:
        report.faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_DIRECTION,
                pair=pair,
                given=direction_text,
                allowed=f"{number_direction} as in its number",
            )
        )
    return number_direction or direction or ""


def read_player(element: Element) -> SourcePlayer:
    """Return the player of *element*, with empty texts for what is missing."""
    texts = get_child_texts(element)
    name = texts.get("PLAYER_NAME", "")
    return SourcePlayer(
        name="" if name == NOBODY else name,
        national_id=texts.get("NATIONAL_ID_NUMBER", ""),
        club_id=texts.get("CLUB_ID_NUMBER", ""),
    )


def read_place(element: Element, where: str, report: Report) -> int | None:
    """Return the place of a contestant, or None. An unreadable one becomes a doubt."""
    place_text = get_child_text(element, "PLACE")
    if match := _PLACE.fullmatch(place_text):
        return int(match[1])
    if place_text:
        report.doubts.append(
            Doubt(UsebioSentences.DOUBT_FIGURE, where=where, field="PLACE", given=place_text)
        )
    return None


def _report_doubtful_pair(pair: SourcePair, element: Element, report: Report) -> None:
    named_players = sum(1 for player in pair.players if player.name)
    if named_players != 2 or len(pair.players) != 2:
        if named_players == 0:
            count = "no player"
        elif named_players == 1:
            count = "1 player"
        else:
            count = f"{named_players} players"
        report.doubts.append(
            Doubt(ImportSentences.DOUBT_PLAYERS, called="Pair", pair=pair.number_text, count=count)
        )
    if pair.adjustment:
        report.doubts.append(
            Doubt(
                UsebioSentences.DOUBT_ADJUSTMENT,
                pair=pair.number_text,
                given=get_child_text(element, "ADJUSTMENT"),
            )
        )


def _make_same_number_fault(first: SourcePair, second: SourcePair) -> ImportFileError:
    if first.direction == second.direction:
        return ImportFileError(UsebioSentences.USEBIO_PAIR_TWICE, pair=second.number_text)
    return ImportFileError(
        UsebioSentences.USEBIO_SHARED_NUMBER, pair=first.number_text, other=second.number_text
    )
