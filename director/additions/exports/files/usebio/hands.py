"""The cards in a USEBIO file, written: for all sections at once, or within the boards of one.

Format: [USEBIO12], and the files of the programs that write cards.
"""

from xml.etree.ElementTree import Element, SubElement

from director.additions.exports.files.event_file import SentEvent
from director.formats.usebio import DIRECTIONS, SUITS
from scoring.hands.cards import Hands


def collect_common_hands(event: SentEvent) -> dict[int, Hands]:
    """Return the visible cards of *event* by board, if all sections play the same cards."""
    cards: dict[int, set[Hands | None]] = {}
    for section in event.sections:
        for board in section.boards:
            cards.setdefault(board.board_no, set()).add(board.hand.cards if board.hand else None)
    hands_by_board = {}
    for board_no, deals in cards.items():
        if len(deals) == 1:
            (deal,) = deals
            if deal:
                hands_by_board[board_no] = deal
    return hands_by_board


def add_hands(board: Element, deal: Hands) -> None:
    """Add the four hands of *deal* to a *board* element."""
    for seat, direction in DIRECTIONS.items():
        hand = SubElement(board, "HAND")
        SubElement(hand, "DIRECTION").text = direction
        for tag, suit in SUITS.items():
            SubElement(hand, tag).text = deal.suit(seat, suit)
