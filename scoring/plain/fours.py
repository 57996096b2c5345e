"""Check teams of four that are ranked by matches, then by tricks."""

from fractions import Fraction
from typing import TypeAlias

from scoring.definitions.points import Options, Pair
from scoring.model import Board, Field, Line

Fours: TypeAlias = dict[tuple[str | None, int], tuple[Fraction, Fraction | None, int, bool]]
"""Matches, no percentage, place and whether it is shared, by team."""


def compute_fours(
    field: Field, options: Options
) -> tuple[tuple[tuple[Pair | None, ...], ...], Fours]:
    """Return the gains of the lines by board, and each team's figures by matches, then tricks."""
    lines = tuple(tuple(_gain(board, line) for line in board.lines) for board in field.boards)
    teams: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            teams.update((line.ns, line.ew))
    win = Fraction(options["win"])
    scores = {team: _score_team(field, team, teams, win) for team in sorted(teams)}
    all_scores = list(scores.values())
    figures: Fours = {}
    for team, score in scores.items():
        matches, _tricks = score
        place = 1 + sum(other > score for other in all_scores)
        figures[None, team] = matches, None, place, all_scores.count(score) > 1
    return lines, figures


def _gain(board: Board, line: Line) -> Pair | None:
    """Return the gain of *line* over the average of the lines played the other way.

    None unless both ways have the same number of scores.
    """
    if line.score is None or line.ns == line.ew:
        return None
    same_scores = _list_scores(board, line.ns, line.ew, line.group)
    turned_scores = _list_scores(board, line.ew, line.ns, line.group)
    if not turned_scores or len(turned_scores) != len(same_scores):
        return None
    gain = line.score - Fraction(sum(turned_scores), len(turned_scores))
    return gain, -gain


def _list_scores(board: Board, ns: int, ew: int, group: str) -> list[int]:
    return [
        line.score
        for line in board.lines
        if (line.ns, line.ew, line.group) == (ns, ew, group) and line.score is not None
    ]


def _score_team(
    field: Field, team: int, teams: set[int], win: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the matches and the tricks of *team* against all other teams."""
    matches = Fraction(0)
    tricks = Fraction(0)
    for opponent in teams:
        gains = []
        for board in field.boards:
            for line in board.lines:
                gain = _gain(board, line) if (line.ns, line.ew) == (team, opponent) else None
                if gain:
                    gains.append(gain[0])
        margin = sum(gains, Fraction(0))
        tricks += margin
        if margin > 0:
            matches += win
        elif gains and margin == 0:
            matches += win / 2
    return matches, tricks
