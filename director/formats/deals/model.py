"""A deal as a file has it."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError
from scoring.errors import DealError
from scoring.hands.cards import Hands, deal_of, read_deal
from scoring.hands.makeable import MakeableTricks

MAX_BOARD_NO = 999


@dataclass(frozen=True, slots=True)
class FiledDeal:
    """The cards of a board, and what can be made with them where the file says so."""

    board_no: int
    cards: Hands
    makeable: MakeableTricks | None = None


def make_deal(board_no: int, hands: Mapping[str, list[str]]) -> FiledDeal | ImportFileError:
    """Return the deal of *hands* (lists of cards such as ``"SA"`` by seat), or its fault."""
    try:
        return FiledDeal(board_no, deal_of(dict(hands)))
    except DealError as error:
        return ImportFileError(DealSentences.DEALS_CARDS, board_no=board_no, reason=error)


def parse_deal(where: str, board: str, deal: str) -> FiledDeal | ImportFileError:
    """Return a *deal* in PBN's form with its *board*, or its fault.

    >>> parse_deal("Line 3", "7", "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -").board_no
    7
    """
    number = int(board) if board.isascii() and board.isdecimal() and len(board) < 7 else 0
    if not 1 <= number <= MAX_BOARD_NO:
        return ImportFileError(
            DealSentences.DEALS_BOARD, where=where, given=board, most=MAX_BOARD_NO
        )
    try:
        return FiledDeal(number, read_deal(_normalize_deal(deal)))
    except DealError as error:
        return ImportFileError(DealSentences.DEALS_CARDS, board_no=number, reason=error)


def _normalize_deal(deal: str) -> str:
    """Return a *deal* of PBN without the signs that some programs add.

    >>> _normalize_deal("S:SAKQ2.HAK3.DAK4.CAKQ JT52.Q9864.KT43..")
    'S:AKQ2.AK3.AK4.AKQ JT52.Q9864.KT43.'
    """
    seat, colon, hands = deal.partition(":")
    return seat + colon + " ".join(map(_normalize_hand, hands.split()))


def _normalize_hand(hand: str) -> str:
    suits = hand.split(".")
    # A void in the last suit has one dot more in some files.
    if len(suits) == 5 and not suits[-1]:
        suits.pop()
    if len(suits) == 4 and all(
        suit[:1].upper() == name for suit, name in zip(suits, "SHDC", strict=True)
    ):
        suits = [suit[1:] for suit in suits]
    return ".".join(suits)
