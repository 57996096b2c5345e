"""Check tie-breaks of contests of matches by their definitions alone.

The figures of a contestant are compared as lists, the first different one decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from scoring.model import Points

MATCH_RULES = (
    "ebu",
    "cbai",
    "own-match",
    "opponents",
    "buchholz-cut",
    "magic",
    "quotient",
    "margin",
    "wins",
)
"""The tie-breaks that look at matches."""


def needs_matches(rule: str) -> bool:
    """Return whether *rule*, one tie-break or several with commas, looks at matches."""
    return any(name in MATCH_RULES for name in rule.split(","))


_Figures: TypeAlias = list[tuple[Points, ...]]


class MatchOfOne(NamedTuple):
    """A finished match of one contestant. *margin* is its points less those of the opponent.

    *length* is 1, or a half of a half match.
    """

    opponent: int
    score: Fraction
    other_score: Fraction
    margin: Fraction
    length: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The matches of every contestant, its points won and lost, and its boards above average."""

    played: Mapping[int, Sequence[MatchOfOne]]
    swings: Mapping[int, tuple[Fraction, Fraction]]
    boards_won: Mapping[int, int]


def sum_won_and_lost(points: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the sums of the positive and of the negative *points*, both without sign."""
    won = lost = Fraction(0)
    for figure in points:
        won += max(figure, Fraction(0))
        lost += max(-figure, Fraction(0))
    return won, lost


def compute_tie_figures(
    matches: MatchFigures,
    rule: str,
    totals: Mapping[int, Fraction],
    *,
    equal: Sequence[int],
    contestant: int,
) -> _Figures:
    """Return the figures of *contestant* by the tie-break *rule*, among those that are *equal*."""
    played = matches.played[contestant]
    opponents = [totals[match.opponent] for match in played]
    won, lost = matches.swings[contestant]
    # Without points lost there is no quotient: better than any, and then the points won decide.
    quotient: tuple[Points, ...] = (0, won / lost) if lost else (1, won)
    own_figures = _compute_own_figures(matches, equal, contestant)
    margin = sum((match.margin for match in played), Fraction(0))
    longest = max(len(matches.played[other]) for other in equal)
    # A contestant with a match fewer than others has left out its weakest opponent already.
    is_complete = len(opponents) == longest
    left_out = min(opponents, default=Fraction(0)) if is_complete else Fraction(0)
    mean = sum(opponents) / Fraction(len(opponents)) if opponents else Fraction(0)
    figures: dict[str, _Figures] = {
        "ebu": [*own_figures, (sum(opponents),), (margin,), (matches.boards_won[contestant],)],
        "cbai": [*own_figures, quotient, _list_common_scores(matches, totals, equal, contestant)],
        "own-match": own_figures,
        "opponents": [(sum(opponents),)],
        "buchholz-cut": [(sum(opponents) - left_out,)],
        "magic": [(mean,), quotient],
        "quotient": [quotient],
        "margin": [(margin,)],
        "wins": [(sum(match.score > match.other_score for match in played),)],
    }
    return figures[rule]


def _compute_own_figures(matches: MatchFigures, equal: Sequence[int], contestant: int) -> _Figures:
    """Return the score and the margin of the matches among *equal*, 0 unless all have met."""
    own_matches: list[MatchOfOne] = []
    if all(_list_opponents(matches, other) >= set(equal) - {other} for other in equal):
        own_matches = [match for match in matches.played[contestant] if match.opponent in equal]
    score = sum((match.score for match in own_matches), Fraction(0))
    margin = sum((match.margin for match in own_matches), Fraction(0))
    return [(score,), (margin,)]


def _list_common_scores(
    matches: MatchFigures, totals: Mapping[int, Fraction], equal: Sequence[int], contestant: int
) -> tuple[Points, ...]:
    """Return the scores against the opponents that all of *equal* have met, best first."""
    common = set.intersection(*(_list_opponents(matches, other) for other in equal)) - set(equal)
    scores = []
    for opponent in sorted(common, key=lambda number: (-totals[number], number)):
        scores.append(
            sum(match.score for match in matches.played[contestant] if match.opponent == opponent)
        )
    return tuple(scores)


def _list_opponents(matches: MatchFigures, contestant: int) -> set[int]:
    return {match.opponent for match in matches.played[contestant]}
