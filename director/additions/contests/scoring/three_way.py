"""The three-way matches of a knock-out: who goes on, by matches won and then by IMPs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from director.additions.contests.scoring.knockout import Key, MatchPoints
from director.models import Match
from director.sheets import MINUS
from scoring.totals.ranking import signed_text

_WINS = {
    Fraction(0): "0",
    Fraction(1, 2): "½",
    Fraction(1): "1",
    Fraction(3, 2): "1½",
    Fraction(2): "2",
}
"""How wins are written. A team of a three-way match has two matches, and a tie is half a win."""


@dataclass(frozen=True, slots=True)
class ThreeWayMatch:
    """Three *teams* who play each other.

    *advancing_teams* go on to the next round, the best first. It is empty until that is known.
    *wins* are matches, a tie half of one, and *margins* the points won less those lost.
    """

    teams: tuple[int, ...]
    advancing_teams: tuple[int, ...]
    wins: Mapping[int, Fraction]
    margins: Mapping[int, Fraction]

    def text(self, team: int) -> str:
        """Return the score beside a team: ``"1 win, +12"``, empty before a match is over."""
        if not sum(self.wins.values()):
            return ""
        wins = self.wins[team]
        noun = "win" if 0 < wins <= 1 else "wins"
        margin = signed_text(self.margins[team]).replace("-", MINUS)
        return f"{_WINS[wins]} {noun}, {margin}"


def rank_three_way(
    teams: Sequence[int],
    through: int,
    points: Mapping[Key, MatchPoints],
    decisions: Mapping[Key, Match],
) -> ThreeWayMatch:
    """Return the match of three *teams* in round 1, of whom as many as *through* go on.

    Matches won decide, then points, then the match between two who are still level. A match that
    the director has decided counts as won.
    """
    wins = dict.fromkeys(teams, Fraction(0))
    margins = dict.fromkeys(teams, Fraction(0))
    winners: dict[frozenset[int], int | None] = {}
    for first, second in combinations(teams, 2):
        couple = frozenset((first, second))
        match_points = points.get((1, couple))
        decision = decisions.get((1, couple))
        is_over = decision is not None or (match_points is not None and match_points.is_over)
        if match_points and (is_over or match_points.margin):
            margin = _find_margin(match_points, first)
            margins[first] += margin
            margins[second] -= margin
        if not is_over:
            continue
        winner = None
        if decision:
            winner = decision.winner
        elif match_points:
            winner = match_points.winner
        winners[couple] = winner
        for team in (first, second):
            if winner is None:
                wins[team] += Fraction(1, 2)
            elif winner == team:
                wins[team] += 1
    going_on: tuple[int, ...] = ()
    if len(winners) == 3:
        going_on = _choose_through(teams, through, wins, margins, winners)
    return ThreeWayMatch(tuple(teams), going_on, wins, margins)


def _find_margin(points: MatchPoints, team: int) -> Fraction:
    """Return by how much *team* leads. IMPs of one team are the loss of the other."""
    own = points.points[team]
    other = sum(points.points.values()) - own
    return own if own == -other else own - other


def _choose_through(
    teams: Sequence[int],
    count: int,
    wins: Mapping[int, Fraction],
    margins: Mapping[int, Fraction],
    winners: Mapping[frozenset[int], int | None],
) -> tuple[int, ...]:
    """Return the first *count* of *teams*, or nobody if two of them are level in everything."""
    results = {team: (wins[team], margins[team]) for team in teams}
    equal = Counter(results.values())
    if max(equal.values()) == 2:
        level = [team for team in teams if equal[results[team]] == 2]
        winner = winners[frozenset(level)]
        order = sorted(teams, key=lambda team: (results[team], team == winner), reverse=True)
        is_decided = winner is not None
    else:
        order = sorted(teams, key=results.__getitem__, reverse=True)
        is_decided = max(equal.values()) == 1
    is_clear = results[order[count - 1]] != results[order[count]]
    return tuple(order[:count]) if is_decided or is_clear else ()
