"""Matches played and won, beside the standings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from director.boards.movement.scoring_field import ScoringField
from director.sheets import StandingRow
from scoring import Ranking, find_method

SCALE = "victory_points"
"""The option of a method whose matches bring IMPs, of which it makes victory points."""


def with_matches(
    scoring_field: ScoringField, rows: Sequence[StandingRow], ranking: Ranking
) -> list[StandingRow]:
    """Return *rows* with each team's matches, and its IMPs if they make the score."""
    played: dict[int, int] = defaultdict(int)
    imps: dict[int, Fraction] = defaultdict(Fraction)
    for match in (match for match in ranking.matches if match.boards and not match.is_unfinished):
        for number, points in ((match.home, match.home_points), (match.away, match.away_points)):
            played[scoring_field.pair_no(number, None)] += 1
            imps[scoring_field.pair_no(number, None)] += Fraction(points)
    has_scale = any(option.name == SCALE for option in find_method(ranking.method).options)
    made_of_imps = has_scale and any(
        (match.home_points, match.away_points) != (match.home_score, match.away_score)
        for match in ranking.matches
    )
    return [
        replace(
            row, matches=played[row.contestant], imps=imps[row.contestant] if made_of_imps else None
        )
        for row in rows
    ]
