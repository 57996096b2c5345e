"""Tie-breaks of contests of matches, of teams or of pairs.

A *rule* is a chain of criteria. Each criterion gives every contestant of a tie a figure; the first
one with different figures decides between two of them, the higher figure being better.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from movements.option import Option
from scoring.display import noted_text
from scoring.model import Field, Points, ScoredBoard, TeamMatch
from scoring.naming import numbers_text
from scoring.ranking import FinalFigures
from scoring.totals.ties import TIES, boards_won, break_ties, tie_notes

Figure: TypeAlias = tuple[Points, ...]

MATCH_TIES = Option(
    TIES.name,
    TIES.label,
    TIES.phrases
    | {
        "ebu": "own match in victory points and in points, opponents' victory points, all points, boards won",
        "cbai": "own match, quotient of points won and lost, best opponent all of them met, then the next",
        "own-match": "the match between them",
        "opponents": "opponents' victory points",
        "buchholz-cut": "Buchholz cut: opponents' victory points without the lowest",
        "magic": "opponents' victory points per match, then quotient of points won and lost",
        "quotient": "quotient of points won and lost",
        "wins": "matches won",
    },
    note=f"If a choice lists several, they apply in that order. Without victory points, totals count. {TIES.note}",
)
"""The tie-breaks of teams."""

PAIR_MATCH_TIES = replace(
    MATCH_TIES.only(*TIES.choices, "own-match", "opponents", "buchholz-cut", "wins"),
    note=TIES.note,
)
"""The tie-breaks of Swiss pairs by matchpoints, which have no points won and lost."""

PAIR_IMP_TIES = replace(MATCH_TIES.only(*PAIR_MATCH_TIES.choices, "quotient"), note=TIES.note)
"""The tie-breaks of Swiss pairs by IMPs."""


class _PlayedMatch(NamedTuple):
    """A finished match of one contestant.

    The *margin* is its points minus those of its opponent.
    """

    opponent: int
    score: Points
    margin: Points
    is_won: bool


@dataclass(frozen=True, slots=True)
class _Tie:
    """Teams or pairs with equal totals, and the figures that can decide between them."""

    teams: tuple[int, ...]
    matches: Sequence[TeamMatch]
    totals: Mapping[int, Fraction]
    boards_won: Mapping[int, int]
    swings: Mapping[int, tuple[Points, Points]]  # points won and lost on boards

    def played_by(self, team: int) -> list[_PlayedMatch]:
        """Return the finished matches of *team*."""
        played = []
        for match in self.matches:
            if match.is_unfinished:
                continue
            margin = match.home_points - match.away_points
            home, away = match.home_score, match.away_score
            if team == match.home:
                played.append(_PlayedMatch(match.away, home, margin, home > away))
            elif team == match.away:
                played.append(_PlayedMatch(match.home, away, -margin, away > home))
        return played

    def opponents_of(self, team: int) -> set[int]:
        """Return the teams that *team* has met."""
        return {match.opponent for match in self.played_by(team)}

    def played_within(self, team: int) -> list[_PlayedMatch]:
        """Return the matches of *team* within the tie, empty unless all its teams have met."""
        teams = set(self.teams)
        for tied_team in self.teams:
            if not teams - {tied_team} <= self.opponents_of(tied_team):
                return []
        return [match for match in self.played_by(team) if match.opponent in teams]


def _score_within_tie(tie: _Tie, team: int) -> Figure:
    return (sum(match.score for match in tie.played_within(team)),)


def _margin_within_tie(tie: _Tie, team: int) -> Figure:
    return (sum(match.margin for match in tie.played_within(team)),)


def _opponents_totals(tie: _Tie, team: int) -> Figure:
    return (sum(tie.totals[match.opponent] for match in tie.played_by(team)),)


def _opponents_without_lowest(tie: _Tie, team: int) -> Figure:
    """Return the totals of the opponents without the lowest, as in Buchholz cut 1.

    If others of the tie have played more matches, a missing match is the one left out.
    """
    own_matches = tie.played_by(team)
    totals = sorted(tie.totals[match.opponent] for match in own_matches)
    for tied_team in tie.teams:
        if len(tie.played_by(tied_team)) > len(own_matches):
            return (sum(totals),)
    return (sum(totals[1:]),)


def _matches_won(tie: _Tie, team: int) -> Figure:
    return (sum(match.is_won for match in tie.played_by(team)),)


def _opponents_totals_per_match(tie: _Tie, team: int) -> Figure:
    matches = len(tie.played_by(team))
    if not matches:
        return (0,)
    return (Fraction(_opponents_totals(tie, team)[0]) / matches,)


def _margin(tie: _Tie, team: int) -> Figure:
    return (sum(match.margin for match in tie.played_by(team)),)


def _boards_won(tie: _Tie, team: int) -> Figure:
    return (tie.boards_won.get(team, 0),)


def _quotient(tie: _Tie, team: int) -> Figure:
    """Return the points won for each point lost.

    A team that lost none is ranked above all others, by its points won.
    """
    won, lost = tie.swings.get(team, (0, 0))
    if not lost:
        return (1, won)
    return (0, Fraction(won) / Fraction(lost))


def _common_opponents(tie: _Tie, team: int) -> Figure:
    """Return the scores against each opponent that all teams of the tie have met, best first."""
    opponents = [tie.opponents_of(tied_team) for tied_team in tie.teams]
    common = set.intersection(*opponents) - set(tie.teams)
    # The number only makes the order of equal opponents the same for all teams.
    in_order = sorted(common, key=lambda opponent: (-tie.totals[opponent], opponent))
    scores: dict[int, Points] = dict.fromkeys(in_order, 0)
    for match in tie.played_by(team):
        if match.opponent in scores:
            scores[match.opponent] += match.score
    return tuple(scores.values())


QUOTIENT = "points won for each lost"
_Criterion: TypeAlias = tuple[str, Callable[[_Tie, int], Figure]]
_WITHIN_TIE: tuple[_Criterion, ...] = (
    ("their own match", _score_within_tie),
    ("the points of their own match", _margin_within_tie),
)
_CHAINS: dict[str, tuple[_Criterion, ...]] = {
    "ebu": (
        *_WITHIN_TIE,
        ("the totals of their opponents", _opponents_totals),
        ("all points", _margin),
        ("boards won", _boards_won),
    ),
    "cbai": (
        *_WITHIN_TIE,
        (QUOTIENT, _quotient),
        ("the best opponent all have met", _common_opponents),
    ),
    "own-match": _WITHIN_TIE,
    "opponents": (("the totals of their opponents", _opponents_totals),),
    "buchholz-cut": (
        ("the totals of their opponents without the lowest", _opponents_without_lowest),
    ),
    "magic": (
        ("the totals of their opponents for each match", _opponents_totals_per_match),
        (QUOTIENT, _quotient),
    ),
    "quotient": ((QUOTIENT, _quotient),),
    "wins": (("matches won", _matches_won),),
}


def break_match_ties(
    field: Field,
    boards: Sequence[ScoredBoard],
    matches: Sequence[TeamMatch],
    results: Sequence[FinalFigures],
    rule: str,
) -> tuple[list[FinalFigures], list[str]]:
    """Return *results* with the figures of a tie-break, and a sentence for each tie it decided.

    *rule* is a choice of ``MATCH_TIES``. Source of ebu: [WHITEBOOK].
    """
    if rule not in _CHAINS:
        separated = break_ties(field, boards, results, rule)
        return separated, list(tie_notes(field, separated, rule))
    totals = {result.contestant: Fraction(result.total) for result in results}
    boards_won_by_team = {
        number: count for (_direction, number), count in boards_won(field, boards).items()
    }
    swings = _swings(field, boards)
    broken: list[FinalFigures] = []
    notes: list[str] = []
    by_merit = sorted(results, key=attrgetter("merit"))
    for _merit, equal_results in groupby(by_merit, key=attrgetter("merit")):
        tied_results = list(equal_results)
        tie = _Tie(
            teams=tuple(sorted(result.contestant for result in tied_results)),
            matches=matches,
            totals=totals,
            boards_won=boards_won_by_team,
            swings=swings,
        )
        # All figures are those of the whole tie, also after some of its teams are separated.
        figures = {
            team: [criterion(tie, team) for _name, criterion in _CHAINS[rule]] for team in tie.teams
        }
        order = sorted(figures.values())
        for result in tied_results:
            broken.append(replace(result, tie_break=order.index(figures[result.contestant])))
        if len(tied_results) > 1:
            deciding_names = _deciding_names(figures, rule)
            if deciding_names:
                tied = f"{field.kind}s {numbers_text(tie.teams)} are equal"
                names_with_figures = _with_figures(figures, rule, deciding_names)
                notes.append(f"{tied}; {', then '.join(names_with_figures)} decided.")
    return broken, notes


def _deciding_names(figures: Mapping[int, list[Figure]], rule: str) -> list[str]:
    """Return the names of the criteria that separated contestants by their *figures*."""
    deciding_names = []
    groups = 1
    for count, (name, _criterion) in enumerate(_CHAINS[rule], start=1):
        different_figures = set()
        for own_figures in figures.values():
            different_figures.add(tuple(own_figures[:count]))
        if len(different_figures) > groups:
            deciding_names.append(name)
        groups = len(different_figures)
    return deciding_names


def _with_figures(
    figures: Mapping[int, list[Figure]], rule: str, deciding_names: Collection[str]
) -> Iterator[str]:
    """Yield each deciding criterion with the figures of the tie, the best first."""
    for index, (name, _criterion) in enumerate(_CHAINS[rule]):
        if name in deciding_names:
            by_team = {team: own_figures[index] for team, own_figures in figures.items()}
            in_order = sorted(by_team, key=lambda team: (by_team[team], -team), reverse=True)
            texts = [f"{_figure_text(name, by_team[team])} for {team}" for team in in_order]
            yield f"{name} ({', '.join(texts)})"


def _figure_text(name: str, figure: Figure) -> str:
    if name == QUOTIENT:
        lost_none, quotient = figure
        return "none lost" if lost_none else noted_text(quotient)
    return "/".join(map(noted_text, figure))


def _swings(field: Field, boards: Sequence[ScoredBoard]) -> dict[int, tuple[Points, Points]]:
    """Return the points that each contestant won and lost on boards.

    Both lines of a team on a board have the same points, so its N-S lines are enough.
    """
    swings: dict[int, tuple[Points, Points]] = {}
    for board in boards:
        for scored in board.lines:
            _add_swing(swings, scored.line.ns, scored.ns_points or 0)
            if field.contest != "teams":
                _add_swing(swings, scored.line.ew, scored.ew_points or 0)
    return swings


def _add_swing(swings: dict[int, tuple[Points, Points]], contestant: int, points: Points) -> None:
    won, lost = swings.get(contestant, (0, 0))
    if points > 0:
        won += points
    else:
        lost -= points
    swings[contestant] = (won, lost)
