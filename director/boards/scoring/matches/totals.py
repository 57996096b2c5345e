"""The number of matches and the IMPs of each team, for the standings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from director.boards.movement.scoring_field import ScoringField
from director.sheets import StandingRow
from scoring import Ranking, find_method

SCALE = "victory_points"
"""The option of methods that score a match in IMPs and may turn them into victory points."""


def with_matches(
    scoring_field: ScoringField,
    rows: Sequence[StandingRow],
    ranking: Ranking,
    *,
    is_league: bool,
) -> list[StandingRow]:
    """Return *rows* with each team's matches, and its IMPs if they make the score.

    In a league each team also has the matches that it won, drew and lost.
    """
    played: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    drawn: dict[int, int] = defaultdict(int)
    imps: dict[int, Fraction] = defaultdict(Fraction)
    for match in ranking.matches:
        if not match.boards or match.is_unfinished:
            continue
        for number, points in ((match.home, match.home_points), (match.away, match.away_points)):
            team = scoring_field.pair_no(number, None)
            played[team] += 1
            imps[team] += Fraction(points)
        if match.home_score == match.away_score:
            drawn[scoring_field.pair_no(match.home, None)] += 1
            drawn[scoring_field.pair_no(match.away, None)] += 1
        elif match.home_score > match.away_score:
            won[scoring_field.pair_no(match.home, None)] += 1
        else:
            won[scoring_field.pair_no(match.away, None)] += 1
    has_scale = any(option.name == SCALE for option in find_method(ranking.method).options)
    # If the scores are the IMPs themselves, a second column would repeat the first.
    has_other_score = any(
        (match.home_points, match.away_points) != (match.home_score, match.away_score)
        for match in ranking.matches
    )
    shows_imps = has_scale and has_other_score
    rows_with_matches = []
    for row in rows:
        team = row.contestant
        new_row = replace(row, matches=played[team])
        if shows_imps:
            new_row = replace(new_row, imps=imps[team])
        if is_league:
            lost = played[team] - won[team] - drawn[team]
            new_row = replace(new_row, won=won[team], drawn=drawn[team], lost=lost)
        rows_with_matches.append(new_row)
    return rows_with_matches
