"""What can be wrong in a file of deals, one class for each sentence.

::

    DealsError
    └── NoDealsError, NotDealsError, BoardOfDealError, DealOfBoardError, TwoDealsError, CutRecordError, CardCodeError,
        HandsCodeError, HandCardsError
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
    template = "The file looks like {looks_like}; deals are read from PBN, DUP, BRI and LIN."


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


class HandsCodeError(DealsError):
    """A text of a LIN file that names no hands."""

    code = "deals-hands-code"
    template = 'Board {board_no}: "{given}" names no hands; it begins with the dealer and has three hands or four.'


class HandCardsError(DealsError):
    """A hand beside results that names no seat, or something else than cards."""

    code = "deals-hand-cards"
    template = 'Board {board_no}: the hand "{given}" is none of four with cards from A to 2; export the file again.'
