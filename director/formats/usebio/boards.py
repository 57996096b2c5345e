"""Boards of a USEBIO event, with their lines."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from director.formats.deals.model import MOST_BOARDS, FiledDeal, dealt
from director.formats.deals.sentences import DealSentences
from director.formats.errors import Doubt, ImportFileError
from director.formats.event_file import SentEvent
from director.formats.source.lines import VULNERABLE, Report
from director.formats.source.model import SourceBoard, SourceLine, SourcePair
from director.formats.source.sentences import ImportSentences
from director.formats.usebio.lines import LINE, Texts, child_text, read_line
from director.formats.usebio.pairs import by_number, letters, matching_pairs
from director.formats.usebio.sentences import UsebioSentences
from scoring import CARDS, Hands, Vulnerability, vulnerability

# The cards in a USEBIO file, read and written: in a ``HANDSET`` for all sections, or within the
# boards of one.
#
# Format: [USEBIO12], and the files of the programs that write cards.

_SUITS = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}  # in the order of the format
_DIRECTIONS = {"E": "East", "N": "North", "S": "South", "W": "West"}  # as other programs order them
_RANKS = frozenset(card[1] for card in CARDS)
_VOID = frozenset({"", "-", "--", "—", "–", "VOID"})

Filed = FiledDeal | ImportFileError


def handset_deals(elements: Iterable[Element]) -> Iterator[Filed]:
    """Yield the deals of every ``HANDSET`` in *elements*, or their faults."""
    for element in elements:
        for board in element.iterfind("HANDSET/BOARD"):
            yield from board_deal(board)


def board_deal(board: Element) -> Iterator[Filed]:
    """Yield the deal of a *board*, if it has one."""
    hands = board.findall("HAND")
    if not hands:
        return
    given = child_text(board, "BOARD_NUMBER")
    if not re.fullmatch("[0-9]{1,3}", given) or not int(given):
        yield ImportFileError(
            DealSentences.DEALS_BOARD, where="HANDSET", given=given, most=MOST_BOARDS
        )
        return
    board_no = int(given)
    held: dict[str, list[str]] = {}
    for hand in hands:
        direction = child_text(hand, "DIRECTION")
        cards = _cards(hand)
        if (
            direction[:1].upper() not in _DIRECTIONS
            or cards is None
            or direction[:1].upper() in held
        ):
            yield ImportFileError(
                DealSentences.DEALS_HAND_CARDS, board_no=board_no, given=direction
            )
            return
        held[direction[:1].upper()] = cards
    yield dealt(board_no, held)


def _cards(hand: Element) -> list[str] | None:
    """Return the cards of *hand*, or None."""
    cards: list[str] = []
    for tag, suit in _SUITS.items():
        ranks = re.sub("[ ,]", "", child_text(hand, tag)).upper().replace("10", "T")
        if ranks in _VOID:
            continue
        if set(ranks) - _RANKS:
            return None
        cards += [f"{suit}{rank}" for rank in ranks]
    return cards


def event_hands(event: SentEvent) -> dict[int, Hands]:
    """Return by board the cards of *event* that may be seen, where all sections play the same."""
    cards: dict[int, set[Hands | None]] = {}
    for section in event.sections:
        for board in section.boards:
            cards.setdefault(board.board_no, set()).add(board.hand.cards if board.hand else None)
    return {no: deal for no, deals in cards.items() if len(deals) == 1 for deal in deals if deal}


def add_hands(board: Element, deal: Hands) -> None:
    """Add the four hands of *deal* to a *board* element."""
    for seat, direction in _DIRECTIONS.items():
        hand = SubElement(board, "HAND")
        SubElement(hand, "DIRECTION").text = direction
        for tag, suit in _SUITS.items():
            SubElement(hand, tag).text = deal.suit(seat, suit)


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
_MOST_KNOWN = 50_000


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A board being read.

    *sitting* are the pairs that lines named so far on each side and that may sit there, *known* the
    lines that were read already and are as they should be.
    """

    board_no: int
    vulnerable: Vulnerability
    pairs: Mapping[int, Sequence[SourcePair]]
    report: Report
    sitting: Mapping[str, dict[str, SourcePair]]
    known: dict[tuple[str, ...], SourceLine]


Known = dict[Vulnerability, dict[tuple[str, ...], SourceLine]]
"""Lines that were read already and are as they should be, by what they say."""


def read_boards(
    elements: Iterable[Element],
    pairs: Sequence[SourcePair],
    report: Report,
    known: Known,
    hands: list[Filed],
) -> tuple[SourceBoard, ...]:
    """Return the boards in order. Messages go into *report*, deals into *hands*.

    Lines of which nothing is to be said go into *known*, where those that say the same are found.
    If *report* already has a fault, the list of pairs cannot be relied on, and no line is blamed
    for its pairs.
    """
    by_numbers = {} if report.faults else by_number(pairs)
    sitting: dict[str, dict[str, SourcePair]] = {side: {} for side in _SIDES}
    boards: dict[int, SourceBoard] = {}
    for position, element in enumerate(elements, start=1):
        given = child_text(element, "BOARD_NUMBER")
        if not re.fullmatch("[0-9]{1,3}", given) or int(given) == 0:
            report.faults.append(
                ImportFileError(UsebioSentences.USEBIO_BOARD_NUMBER, position=position, given=given)
            )
            continue
        board_no = int(given)
        if board_no in boards:
            report.faults.append(
                ImportFileError(UsebioSentences.USEBIO_BOARD_TWICE, board_no=board_no)
            )
        vulnerable = _vulnerability(element, board_no, report)
        of_vulnerable = known.setdefault(vulnerable, {})
        traveller = _Traveller(board_no, vulnerable, by_numbers, report, sitting, of_vulnerable)
        hands += board_deal(element)
        boards[board_no] = SourceBoard(board_no, tuple(_lines(element, traveller)))
        element.clear()  # a large field is held once only
    return tuple(boards.values())


def _vulnerability(element: Element, board_no: int, report: Report) -> Vulnerability:
    """Return the vulnerability that the file gives a board, or else that of its number."""
    expected = vulnerability(board_no)
    given = child_text(element, "VULNERABILITY")
    said = _VULNERABILITIES.get(letters(given))
    if given and said is not expected:
        report.doubts.append(
            Doubt(
                ImportSentences.DOUBT_VULNERABILITY,
                board_no=board_no,
                given=given,
                expected=VULNERABLE[expected],
            )
        )
    return said or expected


def _lines(board: Element, traveller: _Traveller) -> Iterator[SourceLine]:
    of_ns, of_ew = (traveller.sitting[side] for side in _SIDES)
    known = traveller.known
    seen: set[int] = set()  # by identity: each pair is listed once
    for position, element in enumerate(board.findall(LINE), start=1):
        texts = element.attrib
        given_ns, given_ew = texts.pop("NS_PAIR_NUMBER", ""), texts.pop("EW_PAIR_NUMBER", "")
        ns = of_ns.get(given_ns) or _sitting("NS", (given_ns, given_ew), position, traveller)
        ew = of_ew.get(given_ew) or _sitting("EW", (given_ns, given_ew), position, traveller)
        if ns is not None and ns is ew:
            traveller.report.faults.append(
                ImportFileError(
                    ImportSentences.OWN_OPPONENT, where=_where(traveller, given_ns, given_ew)
                )
            )
        if id(ns) in seen or id(ew) in seen:
            twice = (pair.number_text for pair in (ns, ew) if pair is not None and id(pair) in seen)
            faults = (
                ImportFileError(
                    ImportSentences.TWICE_ON_BOARD, board_no=traveller.board_no, pair=pair
                )
                for pair in twice
            )
            traveller.report.faults.extend(faults)
        seen.add(id(ns))
        seen.add(id(ew))
        numbers = (ns.number if ns else 0, ew.number if ew else 0)  # nought: a fault has been found
        says = *texts, *texts.values()
        same = known.get(says)
        yield (
            same.between(*numbers)
            if same
            else _line(says, texts, (given_ns, given_ew), numbers, traveller)
        )


def _line(
    says: tuple[str, ...],
    texts: Texts,
    given: tuple[str, str],
    numbers: tuple[int, int],
    traveller: _Traveller,
) -> SourceLine:
    """Return the line of *texts*, cached as *says* if it is valid."""
    report = traveller.report
    said = len(report.faults), len(report.doubts)
    line = read_line(texts, _where(traveller, *given), numbers, traveller.vulnerable, report)
    if (len(report.faults), len(report.doubts)) == said and len(traveller.known) < _MOST_KNOWN:
        traveller.known[says] = line
    return line


def _where(traveller: _Traveller, ns: str, ew: str) -> str:
    return f"Board {traveller.board_no}, N-S {ns} against E-W {ew}"


def _sitting(
    side: str, both: tuple[str, str], position: int, traveller: _Traveller
) -> SourcePair | None:
    """Return the pair on *side* of a line, or None after a message.

    It is kept for the lines after this one.
    """
    faults = traveller.report.faults
    given = both[list(_SIDES).index(side)]
    meant = matching_pairs(given, side, traveller.pairs)
    if meant is None:
        where = f"Board {traveller.board_no}, line {position}"
        faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_LINE_PAIR, where=where, side=_SIDES[side], given=given
            )
        )
    elif not meant:
        if traveller.pairs:
            faults.append(
                ImportFileError(
                    UsebioSentences.USEBIO_UNKNOWN_PAIR, where=_where(traveller, *both), pair=given
                )
            )
    elif meant[0].direction not in ("", side):
        faults.append(
            ImportFileError(
                UsebioSentences.USEBIO_WRONG_SIDE,
                where=_where(traveller, *both),
                pair=given,
                side=_SIDES[side],
            )
        )
    else:
        traveller.sitting[side][given] = meant[0]
        return meant[0]
    return None
