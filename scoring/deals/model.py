"""Games scored deal by deal: the game, a deal's score, and shared parsing.

The rules of each game are in its own module. ``games`` lists all of them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.method import choose_settings
from scoring.option import Option

OTHER_SIDES = {"NS": "EW", "EW": "NS"}
SIDE_BY_SEAT = {"N": "NS", "S": "NS", "NS": "NS", "E": "EW", "W": "EW", "EW": "EW"}


@dataclass(frozen=True, slots=True)
class DealScore:
    """The points of a deal for both sides."""

    text: str  # the deal as it is written
    ns: int
    ew: int
    result_text: str = ""  # its result in words


@dataclass(frozen=True, slots=True)
class GameScore:
    """The points of several deals: each deal, the sums with bonuses, and notes."""

    deals: tuple[DealScore, ...]
    ns: int
    ew: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealGame:
    """A game that is scored deal by deal."""

    key: str
    name: str
    typing_hint: str  # how a deal is typed
    options: tuple[Option, ...]
    source: str
    compute: Callable[[Sequence[str], Mapping[str, str]], GameScore]

    def score_deals(
        self, deals: Sequence[str], options: Mapping[str, str] | None = None
    ) -> GameScore:
        """Return the points of typed *deals*. Options have defaults.

        :raises ScoringError: if an option is not one of this game, there are no deals, or a deal is
            impossible
        """
        settings = choose_settings(self.key, self.options, options or {})
        if not deals:
            raise ScoringError("deal-none", "The deal is missing; {form}", form=self.typing_hint)
        return self.compute(deals, settings)


def sum_deals(deals: Iterable[DealScore], notes: Iterable[str] = ()) -> GameScore:
    """Return *deals* with their sums.

    >>> sum_deals([DealScore("NS5", 2, 0), DealScore("EW2", 2, 0)]).ns
    4
    """
    scores = tuple(deals)
    ns = sum(deal.ns for deal in scores)
    ew = sum(deal.ew for deal in scores)
    return GameScore(scores, ns, ew, tuple(notes))


def assign_to_sides(side: str, own_figure: int, other_figure: int) -> tuple[int, int]:
    """Return the figures of N-S and of E-W. *own_figure* belongs to *side*.

    >>> assign_to_sides("EW", 3, 0)
    (0, 3)
    """
    if side == "NS":
        return (own_figure, other_figure)
    return (other_figure, own_figure)


def normalize_deal_text(text: str) -> str:
    """Return *text* in capitals, with single blanks and plain hyphens.

    >>> normalize_deal_text(" ns  5 alone ")
    'NS 5 ALONE'
    """
    return re.sub(r"[–−]", "-", " ".join(text.upper().split()))


def make_deal_error(*, text: object, game: object, form: object) -> ScoringError:
    return ScoringError(
        "deal", "“{text}” isn’t a deal of {game}; {form}", text=text, game=game, form=form
    )


def make_deal_range_error(
    *, text: object, count: object, what: object, game: object, most: object
) -> ScoringError:
    return ScoringError(
        "deal-range",
        "“{text}”: {count} {what} is too many. A deal of {game} has {most}.",
        text=text,
        count=count,
        what=what,
        game=game,
        most=most,
    )
