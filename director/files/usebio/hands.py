"""The cards in a USEBIO file, read and written: in a ``HANDSET`` for all sections, or within the boards of one.

Format: [USEBIO12], and the files of the programs that write cards.
"""

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement

from director.files.deals.errors import BoardOfDealError, HandCardsError
from director.files.deals.model import MOST_BOARDS, FiledDeal, dealt
from director.files.errors import ImportFileError
from director.files.sent import SentEvent
from director.files.usebio.lines import child_text
from scoring import CARDS, Deal

_SUITS = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}  # in the order of the format
_DIRECTIONS = {"E": "East", "N": "North", "S": "South", "W": "West"}  # as other programs order them
_RANKS = frozenset(card[1] for card in CARDS)
_VOID = frozenset({"", "-", "--", "—", "–", "VOID"})

Filed = FiledDeal | ImportFileError


def handset_deals(elements: Iterable[Element]) -> Iterator[Filed]:
    """Yield the deal of every board that has hands in a ``HANDSET`` of *elements*, or what is wrong with it."""
    for element in elements:
        for board in element.iterfind("HANDSET/BOARD"):
            yield from board_deal(board)


def board_deal(board: Element) -> Iterator[Filed]:
    """Yield the deal of a *board*, nothing where it has no hands."""
    hands = board.findall("HAND")
    if not hands:
        return
    given = child_text(board, "BOARD_NUMBER")
    if not re.fullmatch("[0-9]{1,3}", given) or not int(given):
        yield BoardOfDealError(where="HANDSET", given=given, most=MOST_BOARDS)
        return
    board_no = int(given)
    held: dict[str, list[str]] = {}
    for hand in hands:
        direction = child_text(hand, "DIRECTION")
        cards = _cards(hand)
        if direction[:1].upper() not in _DIRECTIONS or cards is None or direction[:1].upper() in held:
            yield HandCardsError(board_no=board_no, given=direction)
            return
        held[direction[:1].upper()] = cards
    yield dealt(board_no, held)


def _cards(hand: Element) -> list[str] | None:
    """Return the cards of *hand*, ``None`` where something else stands there."""
    cards: list[str] = []
    for tag, suit in _SUITS.items():
        ranks = re.sub("[ ,]", "", child_text(hand, tag)).upper().replace("10", "T")
        if ranks in _VOID:
            continue
        if set(ranks) - _RANKS:
            return None
        cards += [f"{suit}{rank}" for rank in ranks]
    return cards


def event_hands(event: SentEvent) -> dict[int, Deal]:
    """Return by board the cards of *event* that may be seen, where all sections play the same."""
    cards: dict[int, set[Deal | None]] = {}
    for section in event.sections:
        for board in section.boards:
            cards.setdefault(board.board_no, set()).add(board.hand.cards if board.hand else None)
    return {no: deal for no, deals in cards.items() if len(deals) == 1 for deal in deals if deal}


def hands_add(board: Element, deal: Deal) -> None:
    """Add the four hands of *deal* to the element of a *board*; a void is an empty element."""
    for seat, direction in _DIRECTIONS.items():
        hand = SubElement(board, "HAND")
        SubElement(hand, "DIRECTION").text = direction
        for tag, suit in _SUITS.items():
            SubElement(hand, tag).text = deal.suit(seat, suit)
