"""The match system: on each deal a pair wins, halves or loses a match against the average.

The average is taken over its direction.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.absent import (
    ComputeGroupPoints,
    explain_by_group,
    list_score_frequencies,
    make_tallies_with_averages,
    score_groups,
)
from scoring.model import Field, Points, Ranking, Tally
from scoring.option import Option
from scoring.totals.ranking import FinalFigures, make_standings
from scoring.working import ScoredSide, Working

_HALF = Fraction(1, 2)
_THIRD = Fraction(1, 3)


def compute_match_average(scores: Sequence[int]) -> Points:
    """Return the average of the *scores* of one direction as the match system rounds it.

    An average at most a third from a whole number is rounded to it, any other to the half.

    >>> compute_match_average([8, 6, 6, 7]), compute_match_average([7, 7, 6]), compute_match_average([7, 6])
    (7, 7, Fraction(13, 2))

    Source: [WDW1900] p. 45.
    """
    average = Fraction(sum(scores), len(scores))
    nearest_number = floor(average + _HALF)
    if abs(average - nearest_number) <= _THIRD:
        return nearest_number
    return floor(average) + _HALF


def _compute_used_average(scores: Sequence[int], *, is_rounded: bool) -> Points:
    return compute_match_average(scores) if is_rounded else Fraction(sum(scores), len(scores))


def _compute_match_points_by_score(
    scores: Sequence[int], win_points: int, is_rounded: bool
) -> dict[int, tuple[Points, Points]]:
    """Return the match points of N-S and E-W, by N-S score."""
    average = _compute_used_average(scores, is_rounded=is_rounded)
    points_by_score: dict[int, tuple[Points, Points]] = {}
    # E-W's average is the opposite of N-S's, so E-W win whenever N-S lose.
    for score, _count in list_score_frequencies(scores):
        ns_points: Points = win_points * _HALF
        if score > average:
            ns_points = win_points
        elif score < average:
            ns_points = 0
        points_by_score[score] = (ns_points, win_points - ns_points)
    return points_by_score


def _choose_group_points(options: Mapping[str, str]) -> ComputeGroupPoints:
    return partial(
        _compute_match_points_by_score,
        win_points=int(options["win"]),
        is_rounded=options["averages"] == "thirds",
    )


def _explain_match(side: ScoredSide) -> Working:
    """Return whether the score is above or below the average of the direction."""
    scores = side.list_scores()
    average = _compute_used_average(scores, is_rounded=side.options["averages"] == "thirds")
    average_text = f"average {sum(scores)} ÷ {len(scores)}"
    if average != Fraction(sum(scores), len(scores)):
        average_text += f", taken as {format_figure(average)}"
    if scores[0] > average:
        relation = "above"
    elif scores[0] < average:
        relation = "below"
    else:
        relation = "equal to"
    return explain_by_group(
        side,
        _choose_group_points(side.options),
        average_text,
        f"{scores[0]} is {relation} it",
    )


def _rank_match_system(field: Field, options: Mapping[str, str]) -> Ranking:
    win_points = int(options["win"])
    group_points = _choose_group_points(options)
    basis = "each board is a match against the average"
    boards = tuple(
        score_groups(board, group_points, basis=basis, top=win_points) for board in field.boards
    )
    tallies, notes = make_tallies_with_averages(field, boards, fixed_average=win_points * _HALF)
    return Ranking("match", boards, make_standings(map(_make_final_figures, tallies)), tuple(notes))


def _make_final_figures(tally: Tally) -> FinalFigures:
    percent = (
        Fraction(100 * tally.point_sum) / tally.available_points if tally.available_points else None
    )
    return FinalFigures(
        tally.contestant,
        tally.direction,
        total=tally.point_sum,
        percent=percent,
        board_count=tally.board_count,
        merit=tally.point_sum,
    )


MATCH = ScoringMethod(
    key="match",
    name="Match system",
    abbr="M",
    unit="matches",
    decimals=1,
    options=(
        Option(
            "win",
            "A match won counts",
            {"2": "2, a tie 1", "1": "1, a tie a half, as in the older form"},
        ),
        Option(
            "averages",
            "Averages",
            {
                "thirds": "to the whole number within a third, else to the half, as in 1900",
                "exact": "exact",
            },
        ),
    ),
    has_percents=True,
    source="[WDW1900] pp. 45-46",
    compute=_rank_match_system,
    explain=_explain_match,
    bare_score_meaning="tricks",
    player_totals_by="boards",
    rule_text="a match against the average of the direction",
    artificial_basis="direction",
    has_average_for_missing=True,
    extra_points_reason="as the average of boards without a score",
)
