"""Settle two cribbage cards that disagree, by rule 12 of [ACC]."""

from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

SKUNK = 31
"""The margin from which a game is a skunk. [ACC]"""


@dataclass(frozen=True, slots=True)
class CribbageEntry:
    """A game on one card: won or lost, and the margin in its column.

    >>> CribbageEntry(won=True, margin=12).agrees(CribbageEntry(won=False, margin=-12))
    True
    """

    won: bool
    margin: int

    def agrees(self, other: "CribbageEntry") -> bool:
        """Return whether the card of the opponent is the mirror of this one."""
        return (
            self.won != other.won and self.margin == -other.margin and self.won == (self.margin > 0)
        )

    @property
    def mirror(self) -> "CribbageEntry":
        """What the opponent's card should say."""
        return CribbageEntry(not self.won, -self.margin)


@dataclass(frozen=True, slots=True)
class CribbageSettled:
    """What counts for both players, and why. *text* is empty if the cards agree."""

    first: CribbageEntry
    second: CribbageEntry
    text: str


def compare_cards(
    first: CribbageEntry | None,
    second: CribbageEntry | None,
    *,
    first_in_line: bool = False,
    second_in_line: bool = False,
) -> CribbageSettled:
    """Return what counts of a game on two cards. *in_line* tells who is in line for a prize.

    Who is in line for a prize takes the worse of the two figures; for both of them, both do, and
    the margins need not mirror each other.  A blank takes the other card.  Two wins, or two losses,
    go by the columns: the plus wins, and where both stand in the same column both lose.

    >>> cards = CribbageEntry(won=True, margin=12), CribbageEntry(won=False, margin=-11)
    >>> settled = compare_cards(*cards, first_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -11)
    >>> settled = compare_cards(*cards, first_in_line=True, second_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -12)

    :raises ScoringError: if neither card has the game.

    Source: [ACC] rule 12.
    """
    if first is None or second is None:
        known = first or (second.mirror if second else None)
        if known is None:
            raise ScoringError(
                ScoringSentences.CRIBBAGE_BLANK, player="the first player", other="the second"
            )
        return CribbageSettled(known, known.mirror, "One card is blank, so the other counts.")
    if first.agrees(second):
        return CribbageSettled(first, second, "")
    if first.won == second.won:
        return _by_columns(first, second)
    return _the_worse(first, second, first_in_line=first_in_line, second_in_line=second_in_line)


def _by_columns(first: CribbageEntry, second: CribbageEntry) -> CribbageSettled:
    """Settle two wins or two losses by the columns of the margin."""
    both = "a win" if first.won else "a loss"
    if (first.margin > 0) == (second.margin > 0):
        lost = [CribbageEntry(won=False, margin=-abs(entry.margin)) for entry in (first, second)]
        return CribbageSettled(
            lost[0], lost[1], f"Both cards have {both} in the same column, so both lose."
        )
    margin = min(abs(first.margin), abs(second.margin))
    won = CribbageEntry(won=first.margin > 0, margin=margin if first.margin > 0 else -margin)
    return CribbageSettled(
        won, won.mirror, f"Both cards have {both}. The one in the plus column wins."
    )


def _the_worse(
    first: CribbageEntry, second: CribbageEntry, *, first_in_line: bool, second_in_line: bool
) -> CribbageSettled:
    """Settle different margins: the worse one for players in line for a prize."""
    of_first = min(first.margin, -second.margin) if first_in_line else first.margin
    of_second = min(second.margin, -first.margin) if second_in_line else second.margin
    if first_in_line == second_in_line:
        if first_in_line:
            text = "The margins differ, so each gets the worse one."
        else:
            text = "The margins differ. Check the cards."
    else:
        text = "The margins differ. A player in line for a prize gets the worse one."
    return CribbageSettled(
        CribbageEntry(first.won, of_first), CribbageEntry(second.won, of_second), text
    )
