"""The cards of boards in a database of table units."""

import re
from collections.abc import Mapping
from typing import Any

from director.formats.deals import MAX_BOARD_NO, FiledDeal, make_deal
from director.formats.errors import ImportFileError
from director.formats.sentences import DealSentences
from scoring.hands.cards import CARDS

_SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SUIT_COLUMNS = tuple(f"{seat}{suit}" for seat in _SEAT_NAMES.values() for suit in _SUITS.values())
"""The columns that hold cards: ``"NorthSpades"`` and so on."""
_RANKS = frozenset(card[1] for card in CARDS)


def read_record_deal(row: Mapping[str, Any]) -> FiledDeal | ImportFileError:
    """Return the deal of a *row*, or its fault. Ten is ``T`` or ``10``.

    >>> clubs = {f"{seat}{suit}": "AKQJ1098765432" for seat, suit in zip(_SEAT_NAMES.values(), _SUITS.values())}
    >>> deal = read_record_deal({"Board": 3, **clubs})
    >>> deal.board_no, deal.cards.hand("E")
    (3, '.AKQJT98765432..')
    """
    board_no = row.get("Board")
    if not isinstance(board_no, int) or not 1 <= board_no <= MAX_BOARD_NO:
        return ImportFileError(
            DealSentences.DEALS_BOARD, where="HandRecord", given=str(board_no), most=MAX_BOARD_NO
        )
    hands: dict[str, list[str]] = {}
    for seat, name in _SEAT_NAMES.items():
        hands[seat] = []
        for suit, column in _SUITS.items():
            ranks = (
                re.sub("[ -]", "", str(row.get(f"{name}{column}") or "")).upper().replace("10", "T")
            )
            if set(ranks) - _RANKS:
                return ImportFileError(
                    DealSentences.DEALS_HAND_CARDS, board_no=board_no, given=name
                )
            hands[seat] += [f"{suit}{rank}" for rank in ranks]
    return make_deal(board_no, hands)
