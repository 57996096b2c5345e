"""What can be wrong with the cards of a board, one class for each sentence.

::

    DealError
    ├── UnreadableDealError, HandSizeError, CardTwiceError, HeldTwiceError, CardsMissingError
    └── MakeableError, DealNumberError
"""

from scoring.errors import ScoringError


class DealError(ScoringError):
    """Cards that are no deal."""


class UnreadableDealError(DealError):
    """A text that does not name four hands."""

    code = "deal-unreadable"
    template = '"{text}" is no deal; give four hands, suits from spades to clubs, as "N:AKQ.T98.765.432 …".'


class HandSizeError(DealError):
    """A hand without its thirteen cards."""

    code = "deal-hand-size"
    template = "{seat} has {count} cards; every hand has 13, so correct it in the file."


class CardTwiceError(DealError):
    """One card in two places."""

    code = "deal-card-twice"
    template = "{seat} has the {card}, and {other} has it too; correct one of them in the file."


class HeldTwiceError(DealError):
    """One card twice in a hand."""

    code = "deal-held-twice"
    template = "{seat} has the {card} twice; correct it in the file."


class CardsMissingError(DealError):
    """A deal of which a hand is not known."""

    code = "deal-hand-unknown"
    template = "{count} of the four hands are not given; a deal needs three at least."


class MakeableError(DealError):
    """Makeable tricks that are none."""

    code = "deal-makeable"
    template = '"{text}" are no makeable tricks; give 20 figures from 0 to d, of N, S, E and W by NT, S, H, D and C.'


class DealNumberError(DealError):
    """A number that no deal has."""

    code = "deal-number"
    template = "There is no deal {number}; the numbers go from 0 to {most}."
