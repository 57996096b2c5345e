"""Average plus and minus: each result compared with the average of its own direction.

The scoring of duplicate whist in 1900, and of duplicate auction after it.  E-W's difference is
N-S's with the other sign, whether scores are tricks or points, so both are scored alike.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from scoring.display import format_figure
from scoring.method import ScoringMethod
from scoring.methods.absent import require_average
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine, Tally
from scoring.option import Option
from scoring.totals.ranking import (
    ExtraPoints,
    FinalFigures,
    collect_extras_by_contestant,
    make_extra_notes,
    make_standings,
    make_tallies,
)
from scoring.totals.sections import COMPARE, with_compare_option
from scoring.totals.standings import make_lone_notes
from scoring.working import ScoredSide, Step, Working, format_signed_number

_HALF = Fraction(1, 2)
_PointsByScore: TypeAlias = Mapping[int, tuple[Points, Points]]


def compute_direction_average(scores: Sequence[int]) -> Fraction:
    """Return the exact average of the *scores* of one direction.

    >>> compute_direction_average([147, 145, 140, 151, 141])
    Fraction(724, 5)

    Source: [WDW1900] p. 32.
    """
    return Fraction(sum(scores), len(scores))


def _compute_board_average(scores: Sequence[int], *, is_rounded: bool) -> Points:
    """Return the average of the N-S *scores* with which each is compared."""
    average = compute_direction_average(scores)
    return floor(average + _HALF) if is_rounded else average


def _score_average_board(board: Board, *, is_rounded: bool) -> ScoredBoard:
    points_by_group: dict[str, _PointsByScore] = {}
    for group, scores in board.get_scores_by_group().items():
        average = _compute_board_average(scores, is_rounded=is_rounded)
        points_by_group[group] = {score: (score - average, average - score) for score in scores}
    lines = tuple(
        _score_average_line(board.board_no, line, points_by_group) for line in board.lines
    )
    return ScoredBoard(board.board_no, None, lines)


def _score_average_line(
    board_no: int, line: Line, points_by_group: Mapping[str, _PointsByScore]
) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *points_by_group[line.group][line.score])
    if line.artificial is None:
        return ScoredLine(line, None, None)
    require_average(board_no, line, "scores are compared with their average")
    # The average itself is neither above nor below the average.
    return ScoredLine(line, 0, 0)


def _explain_average(side: ScoredSide) -> Working:
    """Return the own score less the average of the direction."""
    scores = side.list_scores()
    average_text = f"average {format_signed_number(sum(scores))} ÷ {len(scores)}"
    ns_scores = [line.score or 0 for line in (side.line, *side.compared_lines)]
    used_average = _compute_board_average(ns_scores, is_rounded=side.options["rounding"] == "board")
    if side.side == "EW":
        used_average = side.deal_total - used_average
    if used_average != compute_direction_average(scores):
        average_text += f", taken as {format_figure(used_average)}"
    return (Step(f"own {scores[0]} − {average_text}", scores[0] - used_average),)


def _rank_average(field: Field, options: Mapping[str, str]) -> Ranking:
    rounding = options["rounding"]
    boards = tuple(
        _score_average_board(board, is_rounded=rounding == "board") for board in field.boards
    )
    extra_points = collect_extras_by_contestant(field, boards)
    results = []
    for sums in make_tallies(field, boards):
        total = _round_to_whole_average(sums) if rounding == "session" else sums.point_sum
        # Penalties don't change the averages, so they cost nobody else anything.
        total += extra_points.get((sums.direction, sums.contestant), ExtraPoints()).points
        results.append(
            FinalFigures(
                sums.contestant,
                sums.direction,
                total=total,
                percent=None,
                board_count=sums.board_count,
                merit=total,
            )
        )
    notes = (*make_lone_notes(field.boards, boards), *make_extra_notes(field))
    return Ranking("average", boards, make_standings(results), notes)


def _round_to_whole_average(sums: Tally) -> int:
    """Return the plus or minus against the average of the session as a whole number.

    The pair's own score is whole, so the exact difference is rounded instead, the other way: where
    the average goes up the difference goes down.
    """
    # Halves go up for the average of N-S and down for that of E-W, so that both averages add up
    # to the total that the two sides share.
    if sums.direction == "EW":
        return floor(sums.point_sum + _HALF)
    return ceil(sums.point_sum - _HALF)


AVERAGE = ScoringMethod(
    key="average",
    name="Average plus and minus",
    abbr="+/-",
    unit="plus or minus",
    decimals=2,
    options=(
        Option(
            "rounding",
            "Averages as whole numbers",
            {
                "session": "that of the session, as in 1900",
                "board": "that of each board",
                "exact": "none",
            },
        ),
        COMPARE,
    ),
    source="[WDW1900] p. 32; [HOYLE1926] p. 39",
    compute=with_compare_option(_rank_average, is_percent=False),
    explain=_explain_average,
    accepted_rulings=frozenset({"points"}),
    bare_score_meaning="points",
    player_totals_by="boards",
    rule_text="own score minus the average of the direction",
    default_for_games=("whist",),
    artificial_basis="nothing",
    extra_points_reason="by rounding the average",
)
