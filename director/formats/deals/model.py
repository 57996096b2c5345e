"""A deal as a file has it."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.formats.deals.sentences import DealSentences
from director.formats.errors import ImportFileError
from scoring import DealError, Hands, Makeable, deal_of, read_deal

MAX_BOARD_NO = 999


@dataclass(frozen=True, slots=True)
class FiledDeal:
    """The cards of a board, and what can be made with them where the file says so."""

    board_no: int
    cards: Hands
    makeable: Makeable | None = None


def dealt(board_no: int, hands: Mapping[str, list[str]]) -> FiledDeal | ImportFileError:
    """Return the deal of *hands* (lists of cards such as ``"SA"`` by seat), or its fault."""
    try:
        return FiledDeal(board_no, deal_of(dict(hands)))
    except DealError as error:
        return ImportFileError(DealSentences.DEALS_CARDS, board_no=board_no, reason=error)


def deal_named(where: str, board: str, deal: str) -> FiledDeal | ImportFileError:
    """Return a *deal* in PBN's form with its *board*, or its fault.

    >>> deal_named("Line 3", "7", "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -").board_no
    7
    """
    number = int(board) if board.isascii() and board.isdecimal() and len(board) < 7 else 0
    if not 1 <= number <= MAX_BOARD_NO:
        return ImportFileError(
            DealSentences.DEALS_BOARD, where=where, given=board, most=MAX_BOARD_NO
        )
    try:
        return FiledDeal(number, read_deal(deal))
    except DealError as error:
        return ImportFileError(DealSentences.DEALS_CARDS, board_no=number, reason=error)
