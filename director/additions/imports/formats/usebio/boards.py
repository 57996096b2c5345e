"""Boards of a USEBIO event, with their lines."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.lines import (
    VULNERABLE,
    Report,
    is_seen_from_other_side,
    make_both_sides_doubt,
)
from director.additions.imports.formats.source.model import SourceBoard, SourceLine, SourcePair
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.formats.usebio.lines import LINE, Texts, get_child_text, read_line
from director.additions.imports.formats.usebio.pairs import (
    extract_letters,
    find_matching_pairs,
    group_by_number,
)
from director.additions.imports.formats.usebio.sentences import UsebioSentences
from director.formats.deals import MAX_BOARD_NO, FiledDeal, contains_lin, make_deal, read_movie_deal
from director.formats.errors import Doubt, ImportFileError
from director.formats.sentences import DealSentences
from director.formats.usebio import DIRECTIONS, SUITS
from scoring.bridge.contracts import Vulnerability, vulnerability
from scoring.hands.cards import CARDS

# The cards in a USEBIO file: in a ``HANDSET`` for all sections, or within the
# boards of one.
#
# Format: [USEBIO12], and the files of the programs that write cards.

_MOVIE_TAGS = ("LIN_DATA", "LIN")
_RANKS = frozenset(card[1] for card in CARDS)
_VOID = frozenset({"", "-", "--", "—", "–", "VOID"})

Filed = FiledDeal | ImportFileError


def read_handset_deals(elements: Iterable[Element]) -> Iterator[Filed]:
    """Yield the deals of every ``HANDSET`` in *elements*, or their faults."""
    for element in elements:
        for board in element.iterfind("HANDSET/BOARD"):
            yield from read_board_deal(board)


def read_board_deal(board: Element) -> Iterator[Filed]:
    """Yield the deal of a *board*, if it has one."""
    hands = board.findall("HAND")
    if not hands:
        return
    number_text = get_child_text(board, "BOARD_NUMBER")
    if not re.fullmatch("[0-9]{1,3}", number_text) or not int(number_text):
        yield ImportFileError(
            DealSentences.DEALS_BOARD, where="HANDSET", given=number_text, most=MAX_BOARD_NO
        )
        return
    board_no = int(number_text)
    cards_by_seat: dict[str, list[str]] = {}
    for hand in hands:
        direction = get_child_text(hand, "DIRECTION")
        cards = _read_cards(hand)
        if (
            direction[:1].upper() not in DIRECTIONS
            or cards is None
            or direction[:1].upper() in cards_by_seat
        ):
            yield ImportFileError(
                DealSentences.DEALS_HAND_CARDS, board_no=board_no, given=direction
            )
            return
        cards_by_seat[direction[:1].upper()] = cards
    yield make_deal(board_no, cards_by_seat)


def _take_movie_deals(board: Element, board_no: int) -> list[Filed]:
    """Return the deal in the first movie of a *board*, and take the movies off its lines.

    Movies differ in every line, though the cards are the same and equal lines are read once.
    """
    movies: list[str] = []
    for line in board.findall(LINE):
        texts = [line.attrib.pop(tag, "") for tag in _MOVIE_TAGS]
        movies += filter(contains_lin, texts)
    return [read_movie_deal(board_no, movies[0])] if movies else []


def _read_cards(hand: Element) -> list[str] | None:
    """Return the cards of *hand*, or None."""
    cards: list[str] = []
    for tag, suit in SUITS.items():
        ranks = re.sub("[ ,]", "", get_child_text(hand, tag)).upper().replace("10", "T")
        if ranks in _VOID:
            continue
        if set(ranks) - _RANKS:
            return None
        cards += [f"{suit}{rank}" for rank in ranks]
    return cards


_VULNERABILITIES = {
    "LOVE": Vulnerability.NONE,
    "NONE": Vulnerability.NONE,
    "NORTHSOUTH": Vulnerability.NS,
    "NS": Vulnerability.NS,
    "EASTWEST": Vulnerability.EW,
    "EW": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}
_SIDES = {"NS": "N-S", "EW": "E-W"}
_MAX_KNOWN_LINES = 50_000


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A board being read.

    *sitting* are the valid pairs on each side by their text in the file, *known_lines* the valid lines by
    their texts. Both are caches, since many lines repeat them. In a file that *is_own* the same
    pairs can replay a board with each other's cards. *other_sides* collects the lines that tell a
    result once more.
    """

    board_no: int
    vulnerable: Vulnerability
    pairs: Mapping[int, Sequence[SourcePair]]
    report: Report
    sitting: Mapping[str, dict[str, SourcePair]]
    known_lines: dict[tuple[str, ...], SourceLine]
    contestant_word: str
    is_own: bool
    other_sides: list[SourceLine]


KnownLines = dict[Vulnerability, dict[tuple[str, ...], SourceLine]]
"""Valid lines that were read already, by vulnerability and texts."""


def read_boards(
    elements: Iterable[Element],
    pairs: Sequence[SourcePair],
    report: Report,
    known_lines: KnownLines,
    hands: list[Filed],
    called: str = "pair",
    *,
    is_own: bool = False,
) -> tuple[SourceBoard, ...]:
    """Return the boards in order, of pairs or of what they are *called*.

    Messages go into *report*, deals into *hands*.

    Valid lines go into *known_lines*, which saves reading equal lines again.  If *report* already
    has a fault, the list of pairs may be wrong, so pairs of lines are not checked against it.
    """
    pairs_by_number = {} if report.faults else group_by_number(pairs)
    pairs_by_side: dict[str, dict[str, SourcePair]] = {side: {} for side in _SIDES}
    boards: dict[int, SourceBoard] = {}
    other_sides: list[SourceLine] = []
    for position, element in enumerate(elements, start=1):
        board_no = _read_board_number(element, position, report)
        if not board_no:
            continue
        if board_no in boards:
            report.faults.append(
                ImportFileError(UsebioSentences.USEBIO_BOARD_TWICE, board_no=board_no)
            )
        vulnerable = _read_vulnerability(element, board_no, report)
        known_by_text = known_lines.setdefault(vulnerable, {})
        traveller = _Traveller(
            board_no,
            vulnerable,
            pairs_by_number,
            report,
            pairs_by_side,
            known_by_text,
            called,
            is_own,
            other_sides,
        )
        hands += (
            read_board_deal(element)
            if element.find("HAND") is not None
            else _take_movie_deals(element, board_no)
        )
        boards[board_no] = SourceBoard(board_no, tuple(_read_lines(element, traveller)))
        element.clear()  # The XML of a large field would need the memory of all its lines again.
    if other_sides:
        report.doubts.append(make_both_sides_doubt(len(other_sides)))
    return tuple(boards.values())


def _read_board_number(element: Element, position: int, report: Report) -> int:
    """Return the number of a board, or 0 without one, which *report* names by its *position*."""
    text = get_child_text(element, "BOARD_NUMBER")
    if re.fullmatch("[0-9]{1,3}", text) and int(text) > 0:
        return int(text)
    fault = ImportFileError(UsebioSentences.USEBIO_BOARD_NUMBER, position=position, given=text)
    report.faults.append(fault)
    return 0


def _read_vulnerability(element: Element, board_no: int, report: Report) -> Vulnerability:
    """Return the vulnerability that the file gives a board, or else that of its number."""
    expected = vulnerability(board_no)
    vulnerability_text = get_child_text(element, "VULNERABILITY")
    file_vulnerability = _VULNERABILITIES.get(extract_letters(vulnerability_text))
    if vulnerability_text and file_vulnerability is not expected:
        report.doubts.append(
            Doubt(
                ImportSentences.DOUBT_VULNERABILITY,
                board_no=board_no,
                given=vulnerability_text,
                expected=VULNERABLE[expected],
            )
        )
    return file_vulnerability or expected


def _read_lines(board: Element, traveller: _Traveller) -> Iterator[SourceLine]:
    ns_pairs, ew_pairs = (traveller.sitting[side] for side in _SIDES)
    known_by_text = traveller.known_lines
    seen_pairs: set[int] = set()  # by identity: each pair is listed once
    lines_by_pairs: dict[tuple[int, int], SourceLine] = {}
    for position, element in enumerate(board.findall(LINE), start=1):
        texts = element.attrib
        ns_text, ew_text = texts.pop("NS_PAIR_NUMBER", ""), texts.pop("EW_PAIR_NUMBER", "")
        ns = ns_pairs.get(ns_text) or _find_pair_on_side(
            "NS", (ns_text, ew_text), position, traveller
        )
        ew = ew_pairs.get(ew_text) or _find_pair_on_side(
            "EW", (ns_text, ew_text), position, traveller
        )
        if ns is not None and ns is ew:
            traveller.report.faults.append(
                ImportFileError(
                    ImportSentences.OWN_OPPONENT,
                    where=_describe_place(traveller, ns_text, ew_text),
                    called=traveller.contestant_word,
                )
            )
        # 0 stands for a pair with a fault, which refuses the whole file in the end.
        numbers = (ns.number if ns else 0, ew.number if ew else 0)
        line_key = *texts, *texts.values()
        known_line = known_by_text.get(line_key)
        if known_line:
            line = known_line.with_pairs(*numbers)
        else:
            line = _read_known_line(line_key, texts, (ns_text, ew_text), numbers, traveller)
        # Two teams have a line in either direction, which the reader of matches counts.
        if traveller.contestant_word == "pair" and ns and ew:
            opposite = lines_by_pairs.get((id(ew), id(ns)))
            lines_by_pairs[id(ns), id(ew)] = line
            is_replayed = opposite is not None and traveller.is_own
            if (
                opposite
                and not is_replayed
                and is_seen_from_other_side(opposite.result, line.result)
            ):
                traveller.other_sides.append(line)
                continue
            if not is_replayed:
                faults = _find_repeated_pairs(traveller, (ns, ew), seen_pairs)
                traveller.report.faults.extend(faults)
        yield line


def _find_repeated_pairs(
    traveller: _Traveller, pairs: Sequence[SourcePair | None], seen_pairs: set[int]
) -> list[ImportFileError]:
    """Return the faults of *pairs* with a line on the board already, and note them as seen."""
    faults = []
    for pair in pairs:
        if pair is not None and id(pair) in seen_pairs:
            faults.append(
                ImportFileError(
                    ImportSentences.TWICE_ON_BOARD,
                    board_no=traveller.board_no,
                    called=traveller.contestant_word,
                    pair=pair.number_text,
                )
            )
    seen_pairs.update(map(id, pairs))
    return faults


def _read_known_line(
    line_key: tuple[str, ...],
    texts: Texts,
    number_texts: tuple[str, str],
    numbers: tuple[int, int],
    traveller: _Traveller,
) -> SourceLine:
    """Return the line of *texts*. A valid line is cached by *line_key*."""
    report = traveller.report
    message_count = report.message_count
    line = read_line(
        texts, _describe_place(traveller, *number_texts), numbers, traveller.vulnerable, report
    )
    is_valid = report.message_count == message_count
    if is_valid and len(traveller.known_lines) < _MAX_KNOWN_LINES:
        traveller.known_lines[line_key] = line
    return line


def _describe_place(traveller: _Traveller, ns: str, ew: str) -> str:
    return f"Board {traveller.board_no}, N-S {ns} against E-W {ew}"


def _find_pair_on_side(
    side: str, number_texts: tuple[str, str], position: int, traveller: _Traveller
) -> SourcePair | None:
    """Return the pair on *side* of a line, or None after a message.

    A valid pair is cached in *traveller* for the lines that follow.
    """
    faults = traveller.report.faults
    number_text = number_texts[list(_SIDES).index(side)]
    matches = find_matching_pairs(number_text, side, traveller.pairs)
    if matches is None:
        where = f"Board {traveller.board_no}, line {position}"
        faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_LINE_PAIR, where=where, side=_SIDES[side], given=number_text
            )
        )
    elif not matches:
        if traveller.pairs:
            faults.append(
                ImportFileError(
                    UsebioSentences.USEBIO_UNKNOWN_PAIR,
                    where=_describe_place(traveller, *number_texts),
                    pair=number_text,
                )
            )
    elif matches[0].direction not in ("", side):
        faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_WRONG_SIDE,
                where=_describe_place(traveller, *number_texts),
                pair=number_text,
                side=_SIDES[side],
            )
        )
    else:
        traveller.sitting[side][number_text] = matches[0]
        return matches[0]
    return None
