"""The matches of each team or pair, with IMPs or percentage, for the standings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from director.boards.movement.rounds import is_round_robin
from director.boards.scoring.scored import ScoredSession
from director.sheets import StandingRow
from scoring.method import SCALE
from scoring.registry import find_method


def add_matches_to_rows(scored: ScoredSession, rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Return *rows* with each contestant's matches, and what its score is made of.

    That is a percentage of the matchpoints in its finished matches, or the IMPs.  In a league each
    team also has the matches that it won, drew and lost.
    """
    scoring_field, ranking = scored.scoring_field, scored.ranking
    plans = [plan for _base, plan in scored.lines.plans]
    is_league = bool(plans) and all(map(is_round_robin, plans))
    played: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    drawn: dict[int, int] = defaultdict(int)
    figures: dict[int, Fraction] = defaultdict(Fraction)
    tops: dict[int, Fraction] = defaultdict(Fraction)
    for match in ranking.matches:
        if not match.boards or match.is_unfinished:
            continue
        for side in map(match.seen_from, match.teams):
            contestant = scoring_field.pair_no(side.home, None)
            played[contestant] += 1
            figures[contestant] += Fraction(side.points[0])
            if side.tops:
                tops[contestant] += Fraction(side.tops[0])
            own_score, opponent_score = side.score
            drawn[contestant] += own_score == opponent_score
            won[contestant] += own_score > opponent_score
    has_scale = any(option.name == SCALE for option in find_method(ranking.method).options)
    # If the scores are the IMPs themselves, a second column would repeat the first.
    has_other_score = any(match.points != match.score for match in ranking.matches)
    shows_figures = has_scale and has_other_score
    in_percent = any(match.tops for match in ranking.matches)
    rows_with_matches = []
    for row in rows:
        contestant = row.contestant
        new_row = replace(row, matches=played[contestant])
        if in_percent and tops[contestant]:
            percent = 100 * figures[contestant] / tops[contestant]
            new_row = replace(new_row, match_percent=percent)
        elif shows_figures and not in_percent:
            new_row = replace(new_row, imps=figures[contestant])
        if is_league:
            lost = played[contestant] - won[contestant] - drawn[contestant]
            new_row = replace(new_row, won=won[contestant], drawn=drawn[contestant], lost=lost)
        rows_with_matches.append(new_row)
    return rows_with_matches
