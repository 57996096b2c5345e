"""Find the scale of victory points that a file doesn't name, from its matches.

Leagues and older programs have scales of their own. If matches of one margin always have the same
points, and larger margins no fewer, those are the steps of the scale.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from director.additions.imports.official.figures import OfficialFigures, make_match_key
from scoring.display import format_exact
from scoring.errors import ScoringError
from scoring.model import Ranking
from scoring.teams.victory_points import normalize_own_scale

_MIN_MATCHES = 8
"""Fewer matches prove no scale."""
_SidePoints = tuple[Fraction, Fraction]


def find_own_scale(
    official_figures: Iterable[OfficialFigures], rankings: Iterable[Ranking]
) -> str | None:
    """Return the scale that gives every match its official score, or None if there is none.

    *rankings* have the margins of the matches. A margin that no match had gets the points of the next
    smaller one.
    """
    points_by_margin: dict[int, _SidePoints] = {}
    match_count = 0
    for figures, ranking in zip(official_figures, rankings, strict=True):
        for margin, points in _iter_matches(figures, ranking):
            if points_by_margin.setdefault(margin, points) != points:
                return None
            match_count += 1
    if match_count < _MIN_MATCHES:
        return None
    sums = {sum(points) for points in points_by_margin.values()}
    if 0 not in points_by_margin and len(sums) == 1:
        draw_points = Fraction(sums.pop(), 2)
        points_by_margin[0] = draw_points, draw_points
    try:
        return normalize_own_scale(", ".join(_iter_steps(points_by_margin)))
    except ScoringError:
        # More points for a smaller margin, or no points for a draw, are no scale.
        return None


def _iter_matches(figures: OfficialFigures, ranking: Ranking) -> Iterator[tuple[int, _SidePoints]]:
    """Yield the margin of each match in IMPs, with the official points of winner and loser."""
    for match in ranking.matches:
        official_match = figures.matches_by_key.get(make_match_key(match))
        our_match = match.view_from_team(min(match.teams))
        if official_match is None or our_match.imps_won is None:
            continue
        margin = Fraction(our_match.imps_won[0]) - Fraction(our_match.imps_won[1])
        if margin.denominator > 1:
            continue
        first, second = official_match.scores
        if first is None or second is None:
            continue
        points = first.value, second.value
        yield abs(int(margin)), points if margin >= 0 else points[::-1]


def _iter_steps(points_by_margin: dict[int, _SidePoints]) -> Iterator[str]:
    """Yield a step of the scale for each margin at which the points change."""
    previous_points: _SidePoints | None = None
    for margin, points in sorted(points_by_margin.items()):
        if points != previous_points:
            yield f"{margin}:{format_exact(points[0])}-{format_exact(points[1])}"
        previous_points = points
