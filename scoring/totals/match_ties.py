"""Tie-breaks of contests of matches, in the order in which each looks at figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from movements.option import Option
from scoring.model import Field, Points, ScoredBoard, TeamMatch
from scoring.naming import numbers_text
from scoring.ranking import FinalFigures
from scoring.totals.ties import TIES, boards_won, break_ties

Figure: TypeAlias = tuple[Points, ...]

MATCH_TIES = Option(
    TIES.name,
    TIES.label,
    TIES.phrases
    | {
        "ebu": "own match in victory points and in points, the opponents' totals, all points, boards won",
        "cbai": "own match, quotient of points won and lost, best opponent all of them met, then the next",
        "opponents": "the opponents' totals",
        "magic": "the opponents' totals for each match, then the quotient",
    },
    note=f"If a choice lists several, they apply in that order. {TIES.note}",
)


@dataclass(frozen=True, slots=True)
class _Tied:
    """Teams with equal totals, and all that can tell them apart."""

    teams: tuple[int, ...]
    matches: Sequence[TeamMatch]
    totals: Mapping[int, Fraction]
    won: Mapping[int, int]
    swings: Mapping[int, tuple[Points, Points]]

    def of(self, team: int) -> list[tuple[int, Points, Points]]:
        """Return the opponent of each match of *team*, its score, and its points less theirs."""
        played = []
        for match in (match for match in self.matches if not match.is_unfinished):
            if team == match.home:
                played.append((match.away, match.home_score, match.home_points - match.away_points))
            elif team == match.away:
                played.append((match.home, match.away_score, match.away_points - match.home_points))
        return played

    def own(self, team: int) -> list[tuple[int, Points, Points]]:
        """Return the matches of *team* against the others, none unless everybody has met everybody."""
        met = all(
            other in {rival for rival, _, _ in self.of(each)}
            for each in self.teams
            for other in self.teams
            if each != other
        )
        return [match for match in self.of(team) if met and match[0] in self.teams]


def _own_score(tied: _Tied, team: int) -> Figure:
    return (sum(score for _, score, _ in tied.own(team)),)


def _own_points(tied: _Tied, team: int) -> Figure:
    return (sum(points for _, _, points in tied.own(team)),)


def _opponents(tied: _Tied, team: int) -> Figure:
    return (sum(tied.totals[rival] for rival, _, _ in tied.of(team)),)


def _opponents_per_match(tied: _Tied, team: int) -> Figure:
    played = tied.of(team)
    return (Fraction(_opponents(tied, team)[0]) / len(played) if played else 0,)


def _points(tied: _Tied, team: int) -> Figure:
    return (sum(points for _, _, points in tied.of(team)),)


def _boards(tied: _Tied, team: int) -> Figure:
    return (tied.won.get(team, 0),)


def _quotient(tied: _Tied, team: int) -> Figure:
    """Return points won for each lost.

    A team that has lost none is before all others, by its points won.
    """
    won, lost = tied.swings.get(team, (0, 0))
    if not lost:
        return (1, won)
    return (0, Fraction(won) / Fraction(lost))


def _common_opponents(tied: _Tied, team: int) -> Figure:
    """The scores against the opponents whom all have met, the best first."""
    met = [{rival for rival, _, _ in tied.of(each)} for each in tied.teams]
    common = sorted(
        set.intersection(*met) - set(tied.teams), key=lambda rival: (-tied.totals[rival], rival)
    )
    return tuple(
        sum(score for rival, score, _ in tied.of(team) if rival == other) for other in common
    )


_Criterion: TypeAlias = tuple[str, Callable[[_Tied, int], Figure]]
_OWN: tuple[_Criterion, ...] = (
    ("their own match", _own_score),
    ("the points of their own match", _own_points),
)
_CHAINS: dict[str, tuple[_Criterion, ...]] = {
    "ebu": (
        *_OWN,
        ("the totals of their opponents", _opponents),
        ("all points", _points),
        ("boards won", _boards),
    ),
    "cbai": (
        *_OWN,
        ("points won for each lost", _quotient),
        ("the best opponent all have met", _common_opponents),
    ),
    "opponents": (("the totals of their opponents", _opponents),),
    "magic": (
        ("the totals of their opponents for each match", _opponents_per_match),
        ("points won for each lost", _quotient),
    ),
}


def break_match_ties(
    field: Field,
    boards: Sequence[ScoredBoard],
    matches: Sequence[TeamMatch],
    results: Sequence[FinalFigures],
    rule: str,
) -> tuple[list[FinalFigures], list[str]]:
    """Return *results* with the figure of tie-break *rule*, and the figures that decided each tie.

    *rule* is a choice of ``MATCH_TIES``.

    Every figure of a rule is of all who are equal in the total; the first that differs decides
    between two.

    Source: [WHITEBOOK] for ebu.
    """
    if rule not in _CHAINS:
        return break_ties(field, boards, results, rule), []
    totals = {result.contestant: Fraction(result.total) for result in results}
    won = {number: count for (_, number), count in boards_won(field, boards).items()}
    swings = _swings(boards)
    broken, notes = [], []
    for _, equal in groupby(
        sorted(results, key=lambda result: result.merit), key=lambda result: result.merit
    ):
        group = list(equal)
        tied = _Tied(
            tuple(sorted(result.contestant for result in group)), matches, totals, won, swings
        )
        figures = {team: [figure(tied, team) for _, figure in _CHAINS[rule]] for team in tied.teams}
        order = sorted(figures.values())
        broken += [
            replace(result, tie_break=order.index(figures[result.contestant])) for result in group
        ]
        if len(group) > 1:
            notes += _separating_figures(tied.teams, figures, rule)
    return broken, notes


def _separating_figures(
    teams: Sequence[int], figures: Mapping[int, list[Figure]], rule: str
) -> list[str]:
    """Return the figures that separated *teams* that were still equal."""
    names = [
        name
        for at, (name, _) in enumerate(_CHAINS[rule])
        if len({str(figures[team][: at + 1]) for team in teams})
        > len({str(figures[team][:at]) for team in teams})
    ]
    if names:
        return [f"Teams {numbers_text(teams)} are equal; {', then '.join(names)} decided."]
    return []


def _swings(boards: Sequence[ScoredBoard]) -> dict[int, tuple[Points, Points]]:
    """Return each team's gains and losses on the boards, seen from the table where it sat N-S."""
    swings: dict[int, tuple[Points, Points]] = {}
    for scored in (scored for board in boards for scored in board.lines):
        won, lost = swings.get(scored.line.ns, (0, 0))
        points = scored.ns_points or 0
        swings[scored.line.ns] = (won + points, lost) if points > 0 else (won, lost - points)
    return swings
