"""Settle the two cards of a cribbage game that disagree, by rule 12 of [ACC].

Each player has a card with all games. A game has its margin in the plus column if it was won, else
in the minus column.
"""

from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

SKUNK = 31
"""The smallest margin of a skunk. [ACC]"""


@dataclass(frozen=True, slots=True)
class CribbageEntry:
    """A game on one card: won or lost, and the margin in its column.

    >>> CribbageEntry(won=True, margin=12).agrees(CribbageEntry(won=False, margin=-12))
    True
    """

    won: bool
    margin: int

    def agrees(self, other_entry: "CribbageEntry") -> bool:
        """Return whether the opponent's card mirrors this one, in the right column."""
        is_in_right_column = self.won == (self.margin > 0)
        return (
            self.won != other_entry.won
            and self.margin == -other_entry.margin
            and is_in_right_column
        )

    @property
    def mirror(self) -> "CribbageEntry":
        """The entry that the opponent's card should have."""
        return CribbageEntry(not self.won, -self.margin)


@dataclass(frozen=True, slots=True)
class CribbageSettled:
    """The entries that count for both players.

    *difference_text* says how the cards differ and what counts, or is empty if they agree.
    """

    first: CribbageEntry
    second: CribbageEntry
    difference_text: str


def compare_cards(
    first: CribbageEntry | None,
    second: CribbageEntry | None,
    *,
    first_in_line: bool = False,
    second_in_line: bool = False,
) -> CribbageSettled:
    """Return the entries that count for a game on two cards.

    A player in line for a prize gets the worse of the two margins. If both are in line, both do,
    and the margins need not mirror each other. For a blank the other card counts. Two wins, or two
    losses, are settled by the columns: the plus column wins, and if both are in the same column
    both lose.

    >>> cards = CribbageEntry(won=True, margin=12), CribbageEntry(won=False, margin=-11)
    >>> settled = compare_cards(*cards, first_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -11)
    >>> settled = compare_cards(*cards, first_in_line=True, second_in_line=True)
    >>> settled.first.margin, settled.second.margin
    (11, -12)

    :raises ScoringError: if neither card has the game

    Source: [ACC] rule 12.
    """
    if first is None or second is None:
        entry = first or (second.mirror if second else None)
        if entry is None:
            raise ScoringError(
                ScoringSentences.CRIBBAGE_BLANK, player="the first player", other="the second"
            )
        return CribbageSettled(entry, entry.mirror, "One card is blank, so the other counts.")
    if first.agrees(second):
        return CribbageSettled(first, second, "")
    if first.won == second.won:
        return _settle_by_columns(first, second)
    return _settle_margins(
        first, second, first_in_line=first_in_line, second_in_line=second_in_line
    )


def _settle_by_columns(first: CribbageEntry, second: CribbageEntry) -> CribbageSettled:
    """Settle two wins or two losses by the columns of the margin."""
    claim = "a win" if first.won else "a loss"
    if (first.margin > 0) == (second.margin > 0):
        return CribbageSettled(
            CribbageEntry(won=False, margin=-abs(first.margin)),
            CribbageEntry(won=False, margin=-abs(second.margin)),
            f"Both cards have {claim} in the same column, so both lose.",
        )
    margin = min(abs(first.margin), abs(second.margin))
    has_first_won = first.margin > 0
    entry = CribbageEntry(won=has_first_won, margin=margin if has_first_won else -margin)
    return CribbageSettled(
        entry, entry.mirror, f"Both cards have {claim}. The one in the plus column wins."
    )


def _settle_margins(
    first: CribbageEntry, second: CribbageEntry, *, first_in_line: bool, second_in_line: bool
) -> CribbageSettled:
    """Settle different margins: players in line for a prize get the worse one."""
    first_margin, second_margin = first.margin, second.margin
    if first_in_line:
        first_margin = min(first_margin, -second.margin)
    if second_in_line:
        second_margin = min(second_margin, -first.margin)
    if first_in_line and second_in_line:
        text = "The margins differ, so each gets the worse one."
    elif first_in_line or second_in_line:
        text = "The margins differ. A player in line for a prize gets the worse one."
    else:
        text = "The margins differ. Check the cards."
    return CribbageSettled(
        CribbageEntry(first.won, first_margin), CribbageEntry(second.won, second_margin), text
    )
