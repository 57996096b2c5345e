"""Games scored deal by deal: the game, a deal's score, and shared parsing.

The rules of each game are in its own module; ``games`` lists them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from movements.option import Option
from scoring.errors import ScoringError
from scoring.method import choose
from scoring.sentences import ScoringSentences

OTHER_SIDE = {"NS": "EW", "EW": "NS"}
SIDE_OF = {"N": "NS", "S": "NS", "NS": "NS", "E": "EW", "W": "EW", "EW": "EW"}


@dataclass(frozen=True, slots=True)
class DealScore:
    """The points of a deal for both sides. *text* is canonical, *what* names the result."""

    text: str
    ns: int
    ew: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The points of several deals: one by one, totals with bonuses, and notes."""

    deals: tuple[DealScore, ...]
    ns: int
    ew: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealGame:
    """A game scored deal by deal. *form* describes how a deal is typed."""

    key: str
    name: str
    form: str
    options: tuple[Option, ...]
    source: str
    compute: Callable[[Sequence[str], Mapping[str, str]], GameScore]

    def score(self, deals: Sequence[str], options: Mapping[str, str] | None = None) -> GameScore:
        """Return the points of typed *deals*. Options have defaults.

        :raises ScoringError: if an option is not one of this game.
        :raises ScoringError: if there are no deals, or for the first deal that cannot be.
        """
        settings = choose(self.key, self.options, options or {})
        if not deals:
            raise ScoringError(ScoringSentences.DEAL_NONE, form=self.form)
        return self.compute(deals, settings)


def add_up(deals: Iterable[DealScore], notes: Iterable[str] = ()) -> GameScore:
    """Return *deals* with their sums.

    >>> add_up([DealScore("NS5", 2, 0), DealScore("EW2", 2, 0)]).ns
    4
    """
    listed = tuple(deals)
    return GameScore(
        listed, sum(deal.ns for deal in listed), sum(deal.ew for deal in listed), tuple(notes)
    )


def for_side(side: str, own: int, other: int) -> tuple[int, int]:
    """Return the points of N-S and of E-W when *side* has *own* and the others have *other*.

    >>> for_side("EW", 3, 0)
    (0, 3)
    """
    if side == "NS":
        return (own, other)
    return (other, own)


def capitals(text: str) -> str:
    """Return *text* in capitals, with single blanks and plain hyphens.

    >>> capitals(" ns  5 alone ")
    'NS 5 ALONE'
    """
    return re.sub(r"[–−]", "-", " ".join(text.upper().split()))
