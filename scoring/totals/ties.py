"""Tie-breaks between contestants of equal merit that an event can choose.

Contests of matches, of teams or of pairs, have more of them than those of boards.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, permutations
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from scoring.display import format_contestant_name, format_for_note, format_numbers
from scoring.model import (
    ContestantKey,
    Field,
    Points,
    ScoredBoard,
    TeamMatch,
    TieBreak,
    get_line_contestants,
)
from scoring.option import Option
from scoring.totals.ranking import FinalFigures

TIES = Option(
    "ties",
    "Ties",
    {
        "split": "share the place",
        "head-to-head": "boards against each other",
        "boards-won": "number of boards above average",
    },
    note="If still tied, share the place.",
)

_TIE_BREAK_NAMES = {
    "head-to-head": "boards against each other",
    "boards-won": "boards above average",
}

MATCH_TIES = Option(
    TIES.name,
    TIES.label,
    TIES.phrases
    | {
        "ebu": "own match in victory points and in points, opponents’ victory points, all points, boards won",
        "cbai": "own match, quotient of points won and lost, best opponent all of them met, then the next",
        "own-match": "the match between them",
        "opponents": "opponents’ victory points",
        "buchholz-cut": "Buchholz cut: opponents’ victory points without the lowest",
        "magic": "opponents’ victory points per match, then quotient of points won and lost",
        "quotient": "quotient of points won and lost",
        "margin": "points won less points lost",
        "wins": "matches won",
    },
    note=f"If a choice lists several, they apply in that order. Without victory points, totals count. {TIES.note}",
    max_choices=4,
)
"""The tie-breaks of teams."""

PAIR_MATCH_TIES = replace(
    MATCH_TIES.with_choices(*TIES.choices, "own-match", "opponents", "buchholz-cut", "wins"),
    note=TIES.note,
)
"""The tie-breaks of Swiss pairs by matchpoints, which have no points won and lost."""

PAIR_IMP_TIES = replace(
    MATCH_TIES.with_choices(*PAIR_MATCH_TIES.choices, "quotient", "margin"), note=TIES.note
)
"""The tie-breaks of Swiss pairs by IMPs."""


def break_ties(
    field: Field,
    boards: Sequence[ScoredBoard],
    results: Iterable[FinalFigures],
    rule: str,
    even_score: Points = 0,
) -> list[FinalFigures]:
    """Return *results* with the figures of the tie-break *rule*, a choice of ``TIES``.

    *even_score* is what either side has on an even board without a top: 0 of a plus and minus.

    Head to head compares the margin of points on boards against the others of a tie. It applies
    only if all of them have met each other, so it can't separate contestants who always sat in the
    same direction.
    """
    if rule == "split":
        return list(results)
    if rule == "boards-won":
        boards_won_by_contestant = count_boards_won_by_contestant(field, boards, even_score)
        return [
            result._replace(tie_break=boards_won_by_contestant.get(_get_contestant_key(result), 0))
            for result in results
        ]
    margins = compute_margins_by_couple(field, boards)
    figures_with_tie_breaks: list[FinalFigures] = []
    for tied in _group_ties(results):
        figures_with_tie_breaks += _break_head_to_head(tied, margins)
    return figures_with_tie_breaks


def make_tie_notes(field: Field, results: Iterable[FinalFigures], rule: str) -> Iterator[str]:
    """Yield a sentence with the figures of the tie-break *rule* for each tie that it decided."""
    if rule not in _TIE_BREAK_NAMES:
        return
    for tied in _group_ties(results):
        figures = {result.tie_break for result in tied}
        if len(figures) < 2:
            continue
        sorted_results = sorted(tied, key=lambda result: (-result.tie_break, result.contestant))
        numbers = sorted(result.contestant for result in tied)
        contestants = format_contestant_name(
            tied[0].direction, *numbers, contestant_noun=field.contestant_noun
        )
        texts = [
            f"{format_for_note(result.tie_break)} for {result.contestant}"
            for result in sorted_results
        ]
        yield f"{contestants} are equal; {_TIE_BREAK_NAMES[rule]} ({', '.join(texts)}) decided."


def _get_contestant_key(result: FinalFigures) -> ContestantKey:
    return result.direction, result.contestant


def _group_ties(results: Iterable[FinalFigures]) -> list[list[FinalFigures]]:
    def get_merit(result: FinalFigures) -> tuple[str, Points]:
        return result.direction or "", result.merit

    return [list(tied) for _, tied in groupby(sorted(results, key=get_merit), key=get_merit)]


def _break_head_to_head(
    tied: Sequence[FinalFigures], margins: Mapping[tuple[ContestantKey, ContestantKey], Points]
) -> list[FinalFigures]:
    keys = [_get_contestant_key(result) for result in tied]
    couples = list(permutations(keys, 2))
    if not all(couple in margins for couple in couples):
        return list(tied)
    totals: dict[ContestantKey, Points] = dict.fromkeys(keys, 0)
    for key, other_key in couples:
        totals[key] += margins[key, other_key]
    return [result._replace(tie_break=totals[_get_contestant_key(result)]) for result in tied]


def compute_margins_by_couple(
    field: Field, boards: Iterable[ScoredBoard]
) -> dict[tuple[ContestantKey, ContestantKey], Points]:
    """Return the difference of points of all contestants who met, the first less the second."""
    margins: dict[tuple[ContestantKey, ContestantKey], Points] = {}
    for board in boards:
        for scored in board.lines:
            if scored.ns_points is None or scored.ew_points is None:
                continue
            ns, ew = get_line_contestants(field, scored.line)
            margin = scored.ns_points - scored.ew_points
            margins[ns, ew] = margins.get((ns, ew), 0) + margin
            margins[ew, ns] = margins.get((ew, ns), 0) - margin
    return margins


def count_boards_won_by_contestant(
    field: Field, boards: Iterable[ScoredBoard], even_score: Points = 0
) -> dict[ContestantKey, int]:
    """Return the number of lines on which each contestant is above the average of the board.

    Without a top the average is *even_score*.
    """
    boards_won_by_contestant: dict[ContestantKey, int] = {}
    for board in boards:
        average = Fraction(board.top) / 2 if board.top is not None else even_score
        for scored in board.lines:
            keys = get_line_contestants(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                boards_won_by_contestant.setdefault(key, 0)
                if points is not None and points > average:
                    boards_won_by_contestant[key] += 1
    return boards_won_by_contestant


# In contests of matches a rule is a choice of ``MATCH_TIES``, or several in order with commas. It stands
# for a chain of criteria. Each criterion gives every contestant of a tie a figure; the first one with
# different figures decides between two of them, the higher figure being better.


Figure: TypeAlias = tuple[Points, ...]


class _MatchContest:
    """What the criteria look at: matches, totals and boards of all contestants."""

    def __init__(
        self,
        field: Field,
        boards: Sequence[ScoredBoard],
        matches: Sequence[TeamMatch],
        results: Sequence[FinalFigures],
    ) -> None:
        self._field = field
        self._boards = boards
        self._matches = matches
        self.total_by_contestant = {result.contestant: Fraction(result.total) for result in results}

    @cached_property
    def finished_matches_by_contestant(self) -> Mapping[int, list[TeamMatch]]:
        """The finished matches of each contestant, as it has them."""
        matches_by_contestant: defaultdict[int, list[TeamMatch]] = defaultdict(list)
        for match in self._matches:
            if not match.is_unfinished:
                for team in match.teams:
                    matches_by_contestant[team].append(match.view_from_team(team))
        return matches_by_contestant

    @cached_property
    def boards_won_by_contestant(self) -> dict[int, int]:
        """The number of boards above average of each contestant."""
        won = count_boards_won_by_contestant(self._field, self._boards)
        return {number: count for (_direction, number), count in won.items()}

    @cached_property
    def swings_by_contestant(self) -> dict[int, tuple[Points, Points]]:
        """The points won and lost on boards by each contestant."""
        return _collect_swings_by_contestant(self._field, self._boards)

    @cached_property
    def margin_by_couple(self) -> dict[tuple[int, int], Points]:
        """The points that each contestant won minus those it lost, by the numbers of both."""
        margins = compute_margins_by_couple(self._field, self._boards)
        return {(first[1], second[1]): margin for (first, second), margin in margins.items()}


@dataclass(frozen=True, slots=True)
class _Tie:
    """Contestants with equal totals."""

    teams: tuple[int, ...]
    contest: _MatchContest

    def list_played_matches(self, team: int) -> list[TeamMatch]:
        """Return the finished matches of *team*."""
        return self.contest.finished_matches_by_contestant.get(team, [])

    def get_opponents(self, team: int) -> set[int]:
        """Return the teams that *team* has met."""
        return {match.away for match in self.list_played_matches(team)}

    def list_matches_within_tie(self, team: int) -> list[TeamMatch]:
        """Return the matches of *team* within the tie, empty unless all its teams have met."""
        teams = set(self.teams)
        for tied_team in self.teams:
            if not teams - {tied_team} <= self.get_opponents(tied_team):
                return []
        return [match for match in self.list_played_matches(team) if match.away in teams]


def _sum_scores_within_tie(tie: _Tie, team: int) -> Figure:
    return (sum(match.score[0] for match in tie.list_matches_within_tie(team)),)


def _sum_margins_within_tie(tie: _Tie, team: int) -> Figure:
    return (sum(match.margin for match in tie.list_matches_within_tie(team)),)


def _sum_opponents_totals(tie: _Tie, team: int) -> Figure:
    return (
        sum(tie.contest.total_by_contestant[match.away] for match in tie.list_played_matches(team)),
    )


def _sum_opponents_without_lowest(tie: _Tie, team: int) -> Figure:
    """Return the totals of the opponents without the lowest, as in Buchholz cut 1.

    If others of the tie have played more matches, a missing match is the one left out.
    """
    own_matches = tie.list_played_matches(team)
    totals = sorted(tie.contest.total_by_contestant[match.away] for match in own_matches)
    for tied_team in tie.teams:
        if len(tie.list_played_matches(tied_team)) > len(own_matches):
            return (sum(totals),)
    return (sum(totals[1:]),)


def _compute_matches_won(tie: _Tie, team: int) -> Figure:
    return (sum(match.score[0] > match.score[1] for match in tie.list_played_matches(team)),)


def _compute_opponents_average(tie: _Tie, team: int) -> Figure:
    matches = len(tie.list_played_matches(team))
    if not matches:
        return (0,)
    return (Fraction(_sum_opponents_totals(tie, team)[0]) / matches,)


def _sum_margins(tie: _Tie, team: int) -> Figure:
    return (sum(match.margin for match in tie.list_played_matches(team)),)


def _compute_boards_won(tie: _Tie, team: int) -> Figure:
    return (tie.contest.boards_won_by_contestant.get(team, 0),)


def _sum_boards_within_tie(tie: _Tie, team: int) -> Figure:
    """Return the points on boards against the others, 0 unless all of the tie have met."""
    margins = tie.contest.margin_by_couple
    for tied_team in tie.teams:
        if any((tied_team, other) not in margins for other in tie.teams if other != tied_team):
            return (0,)
    return (sum(margins[team, other] for other in tie.teams if other != team),)


def _compute_quotient(tie: _Tie, team: int) -> Figure:
    """Return the points won for each point lost.

    A team that lost none is ranked above all others, by its points won.
    """
    won, lost = tie.contest.swings_by_contestant.get(team, (0, 0))
    if not lost:
        return (1, won)
    return (0, Fraction(won) / Fraction(lost))


def _compute_score_against_common_opponents(tie: _Tie, team: int) -> Figure:
    """Return the scores against each opponent that all teams of the tie have met, best first."""
    opponents = [tie.get_opponents(tied_team) for tied_team in tie.teams]
    common_opponents = set.intersection(*opponents) - set(tie.teams)
    # The number only makes the order of equal opponents the same for all teams.
    sorted_opponents = sorted(
        common_opponents,
        key=lambda opponent: (-tie.contest.total_by_contestant[opponent], opponent),
    )
    scores: dict[int, Points] = dict.fromkeys(sorted_opponents, 0)
    for match in tie.list_played_matches(team):
        if match.away in scores:
            scores[match.away] += match.score[0]
    return tuple(scores.values())


class _Criterion(NamedTuple):
    """One step of a chain of tie-breaks."""

    name: str  # as it is called in a sentence
    title: str  # the heading of its column
    compute_figure: Callable[[_Tie, int], Figure]


_OPPONENTS = _Criterion("the totals of their opponents", "Opponents", _sum_opponents_totals)
_QUOTIENT = _Criterion("points won for each lost", "Quotient", _compute_quotient)
_WITHIN_TIE = (
    _Criterion("their own match", "Own match", _sum_scores_within_tie),
    _Criterion("the points of their own match", "Own margin", _sum_margins_within_tie),
)
_CHAINS: dict[str, tuple[_Criterion, ...]] = {
    "split": (),
    "head-to-head": (
        _Criterion("boards against each other", "Own boards", _sum_boards_within_tie),
    ),
    "boards-won": (_Criterion("boards above average", "Boards won", _compute_boards_won),),
    "ebu": (
        *_WITHIN_TIE,
        _OPPONENTS,
        _Criterion("all points", "Margin", _sum_margins),
        _Criterion("boards won", "Boards won", _compute_boards_won),
    ),
    "cbai": (
        *_WITHIN_TIE,
        _QUOTIENT,
        _Criterion(
            "the best opponent all have met", "Met by all", _compute_score_against_common_opponents
        ),
    ),
    "own-match": _WITHIN_TIE,
    "opponents": (_OPPONENTS,),
    "buchholz-cut": (
        _Criterion(
            "the totals of their opponents without the lowest",
            "Buchholz cut",
            _sum_opponents_without_lowest,
        ),
    ),
    "magic": (
        _Criterion(
            "the totals of their opponents for each match",
            "Opponents per match",
            _compute_opponents_average,
        ),
        _QUOTIENT,
    ),
    "quotient": (_QUOTIENT,),
    "margin": (_Criterion("points won less points lost", "Margin", _sum_margins),),
    "wins": (_Criterion("matches won", "Wins", _compute_matches_won),),
}


class BrokenMatchTies(NamedTuple):
    """What tie-breaks decided."""

    results: list[FinalFigures]  # with the figures of the tie-breaks
    notes: list[str]  # sentences on what decided
    tie_breaks: tuple[TieBreak, ...]  # the figures to show


def break_match_ties(
    field: Field,
    boards: Sequence[ScoredBoard],
    matches: Sequence[TeamMatch],
    results: Sequence[FinalFigures],
    rule: str,
) -> BrokenMatchTies:
    """Return *results* with the ties broken by *rule*, a choice of ``MATCH_TIES`` or several.

    Each tie shows the figures of the criteria that it needed. Source of ebu: [WHITEBOOK].
    """
    chain = _list_criteria(rule)
    if not chain:
        return BrokenMatchTies(list(results), [], ())
    contest = _MatchContest(field, boards, matches, results)
    figures_with_tie_breaks: list[FinalFigures] = []
    notes: list[str] = []
    texts_by_title: dict[str, dict[int, str]] = {criterion.title: {} for criterion in chain}
    sorted_results = sorted(results, key=attrgetter("merit"))
    for _merit, equal_results in groupby(sorted_results, key=attrgetter("merit")):
        tied_results = list(equal_results)
        if len(tied_results) == 1:
            figures_with_tie_breaks += tied_results
            continue
        tie = _Tie(tuple(sorted(result.contestant for result in tied_results)), contest)
        # All figures are those of the whole tie, also after some of its teams are separated.
        figures = {team: [step.compute_figure(tie, team) for step in chain] for team in tie.teams}
        sorted_figures = sorted(figures.values())
        for result in tied_results:
            figures_with_tie_breaks.append(
                result._replace(tie_break=sorted_figures.index(figures[result.contestant]))
            )
        deciding_indexes = _list_deciding_indexes(figures)
        if deciding_indexes:
            tied_teams = f"{field.contestant_noun}s {format_numbers(tie.teams)} are equal"
            criteria_texts = [
                _format_criterion(figures, chain[index], index) for index in deciding_indexes
            ]
            notes.append(f"{tied_teams}; {', then '.join(criteria_texts)} decided.")
        for index in _get_indexes_to_show(figures, deciding_indexes):
            for team, own_figures in figures.items():
                text = _format_tie_figure(chain[index], own_figures[index])
                texts_by_title[chain[index].title][team] = text
    tie_breaks = tuple(TieBreak(title, texts) for title, texts in texts_by_title.items() if texts)
    return BrokenMatchTies(figures_with_tie_breaks, notes, tie_breaks)


def _list_criteria(rule: str) -> list[_Criterion]:
    """Return the criteria of *rule*, each title once."""
    criterion_by_title: dict[str, _Criterion] = {}
    for choice in rule.split(","):
        for criterion in _CHAINS[choice]:
            criterion_by_title.setdefault(criterion.title, criterion)
    return list(criterion_by_title.values())


def _list_deciding_indexes(figures: Mapping[int, list[Figure]]) -> list[int]:
    """Return the indexes of the criteria that separated contestants by their *figures*."""
    deciding_indexes = []
    group_count = 1
    criterion_count = len(next(iter(figures.values())))
    for index in range(criterion_count):
        different_figures = {tuple(own_figures[: index + 1]) for own_figures in figures.values()}
        if len(different_figures) > group_count:
            deciding_indexes.append(index)
        group_count = len(different_figures)
    return deciding_indexes


def _get_indexes_to_show(
    figures: Mapping[int, list[Figure]], deciding_indexes: Sequence[int]
) -> range:
    """Return the criteria to show: all up to the one that separated the last, or all of them."""
    criterion_count = len(next(iter(figures.values())))
    is_separated = len(set(map(tuple, figures.values()))) == len(figures)
    if is_separated:
        return range(deciding_indexes[-1] + 1)
    return range(criterion_count)


def _format_criterion(
    figures: Mapping[int, list[Figure]], criterion: _Criterion, index: int
) -> str:
    """Return the name of *criterion* with the figures of the tie, the best first."""
    figure_by_team = {team: own_figures[index] for team, own_figures in figures.items()}
    sorted_teams = sorted(
        figure_by_team, key=lambda team: (figure_by_team[team], -team), reverse=True
    )
    texts = [
        f"{_format_tie_figure(criterion, figure_by_team[team])} for {team}" for team in sorted_teams
    ]
    return f"{criterion.name} ({', '.join(texts)})"


def _format_tie_figure(criterion: _Criterion, figure: Figure) -> str:
    if criterion is _QUOTIENT:
        lost_none, quotient = figure
        return "none lost" if lost_none else format_for_note(quotient)
    return "/".join(map(format_for_note, figure))


def _collect_swings_by_contestant(
    field: Field, boards: Sequence[ScoredBoard]
) -> dict[int, tuple[Points, Points]]:
    """Return the points that each contestant won and lost on boards.

    Both lines of a team on a board have the same points, so its N-S lines are enough.
    """
    swings_by_contestant: dict[int, tuple[Points, Points]] = {}
    for board in boards:
        for scored in board.lines:
            _add_swing(swings_by_contestant, scored.line.ns, scored.ns_points or 0)
            if field.contest != "teams":
                _add_swing(swings_by_contestant, scored.line.ew, scored.ew_points or 0)
    return swings_by_contestant


def _add_swing(
    swings_by_contestant: dict[int, tuple[Points, Points]], contestant: int, points: Points
) -> None:
    won, lost = swings_by_contestant.get(contestant, (0, 0))
    if points > 0:
        won += points
    else:
        lost -= points
    swings_by_contestant[contestant] = (won, lost)
