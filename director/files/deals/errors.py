"""What can be wrong in a file of deals, one class for each sentence.

::

    DealsError
    ├── NoDealsError, NotDealsError, BoardOfDealError, DealOfBoardError, TwoDealsError, HandCardsError
    ├── CutRecordError, CardCodeError, HandSignsError, HandsCodeError, SeatHandsError
    └── NoBoardsNamedError, LackingBoardsError, BoardLettersError, CheckSumError
"""

from director.files.errors import ImportFileError


class DealsError(ImportFileError):
    """A file of deals that cannot be taken as it is."""


class NoDealsError(DealsError):
    """Not a single deal."""

    code = "deals-none"
    template = "The file holds no deals; choose the file that the boards were dealt from."


class NotDealsError(DealsError):
    """Something else than a file of deals."""

    code = "deals-other-file"
    template = "The file looks like {looks_like}; deals are read from PBN, DUP, DLM, BRI, DGE, LIN and RBN."


class BoardOfDealError(DealsError):
    """A deal without a number of its board."""

    code = "deals-board"
    template = '{where}: "{given}" is no number of a board; number the boards from 1 to {most}.'


class DealOfBoardError(DealsError):
    """Cards that are no deal."""

    code = "deals-cards"
    template = "Board {board_no}: {reason}"


class TwoDealsError(DealsError):
    """One board with other cards than before."""

    code = "deals-twice"
    template = "Board {board_no} is in the file twice with different cards; keep one of them."


class CutRecordError(DealsError):
    """A file of a dealing machine that ends within a board."""

    code = "deals-cut"
    template = "The file ends within board {board_no}; save it from the dealing program again."


class CardCodeError(DealsError):
    """A figure that stands for no card."""

    code = "deals-card-code"
    template = 'Board {board_no}: "{given}" is none of the cards 01 to 52; save the file again.'


class HandSignsError(DealsError):
    """A hand of a DGE file that is something else than suit signs and cards."""

    code = "deals-hand-signs"
    template = "Board {board_no}: a hand is something else than suit signs and cards from A to 2; save the file again."


class HandsCodeError(DealsError):
    """A text of a LIN file that names no hands."""

    code = "deals-hands-code"
    template = 'Board {board_no}: "{given}" names no hands; it begins with the dealer and has three hands or four.'


class SeatHandsError(DealsError):
    """A text of an RBN file that names no hands."""

    code = "deals-seat-hands"
    template = '{where}: "{given}" names no hands; it begins with N, E, S or W and has three hands or four.'


class NoBoardsNamedError(DealsError):
    """A DLM file that does not say which boards it is for."""

    code = "deals-no-boards-named"
    template = (
        "The file does not say which boards it holds: From board and To board are numbers from 1 to {most}; save it "
        "from the dealing program again."
    )


class LackingBoardsError(DealsError):
    """A DLM file without the boards that it promises."""

    code = "deals-lacking-boards"
    template = (
        "The file promises boards {first} to {last} and lacks {count} of them, board {board_no} first; save it from "
        "the dealing program again."
    )


class BoardLettersError(DealsError):
    """A board of a DLM file that is no row of letters."""

    code = "deals-board-letters"
    template = (
        'Board {board_no}: "{given}" is not 26 letters from a to p and a check sum; save the file from the dealing '
        "program again."
    )


class CheckSumError(DealsError):
    """A board of a DLM file that somebody changed."""

    code = "deals-check-sum"
    template = (
        "Board {board_no}: the check sum is {given} where its letters make {expected}, so it was changed or damaged; "
        "save the file from the dealing program again."
    )


class HandCardsError(DealsError):
    """A hand beside results that names no seat, or something else than cards."""

    code = "deals-hand-cards"
    template = 'Board {board_no}: the hand "{given}" is none of four with cards from A to 2; export the file again.'
