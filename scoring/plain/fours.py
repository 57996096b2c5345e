"""Check teams of four that are ranked by matches, then by tricks."""

from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line
from scoring.plain.points import Options, Pair

Fours: TypeAlias = dict[tuple[str | None, int], tuple[Fraction, Fraction | None, int, bool]]
"""The figures of every team: matches, no percentage, place, and whether it is shared."""


def fours(field: Field, options: Options) -> tuple[tuple[tuple[Pair | None, ...], ...], Fours]:
    """Return the gains of every line by board, and every team's figures, by matches and then by
    tricks.
    """
    lines = tuple(tuple(_gain(board, line) for line in board.lines) for board in field.boards)
    teams = sorted(
        {team for board in field.boards for line in board.lines for team in (line.ns, line.ew)}
    )
    won = {team: _fours_score(field, team, teams, Fraction(options["win"])) for team in teams}
    figures: Fours = {}
    for team in teams:
        place = 1 + sum(won[other] > won[team] for other in teams)
        figures[None, team] = won[team][0], None, place, list(won.values()).count(won[team]) > 1
    return lines, figures


def _gain(board: Board, line: Line) -> Pair | None:
    """Return the gain of *line* over the average of those played the other way, if there are as
    many.
    """
    if line.score is None or line.ns == line.ew:
        return None
    alike = [
        other
        for other in board.lines
        if (other.ns, other.ew, other.group) == (line.ns, line.ew, line.group)
    ]
    turned = [
        other
        for other in board.lines
        if (other.ns, other.ew, other.group) == (line.ew, line.ns, line.group)
    ]
    scores = [other.score for other in turned if other.score is not None]
    if not scores or len(scores) != len([other for other in alike if other.score is not None]):
        return None
    gain = line.score - Fraction(sum(scores), len(scores))
    return gain, -gain


def _fours_score(
    field: Field, team: int, teams: list[int], win: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the matches and the tricks of *team* against every other team."""
    matches, tricks = Fraction(0), Fraction(0)
    for rival in teams:
        shared = [
            gain[0]
            for board in field.boards
            for line in board.lines
            if (line.ns, line.ew) == (team, rival) and (gain := _gain(board, line))
        ]
        tricks += sum(shared, Fraction(0))
        if shared:
            matches += win if sum(shared) > 0 else win / 2 if sum(shared) == 0 else 0
    return matches, tricks
