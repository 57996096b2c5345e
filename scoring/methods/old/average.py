"""Average plus and minus: each result compared with the average of its own direction.

The scoring of duplicate whist in 1900, and of duplicate auction after it.  A score seen from the other side is the same
difference with the sign turned, so tricks and points need no telling apart.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from scoring.bridge.artificial import Artificial
from scoring.errors import NoAverageShareError
from scoring.method import Option, ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.ranking import Result, Tally, place, tally
from scoring.totals.columns import Values
from scoring.totals.lone import lone_notes
from scoring.totals.sections import COMPARE, comparing

_HALF = Fraction(1, 2)
_AVERAGE_BOTH = Artificial(Fraction(50), Fraction(50))


def direction_average(scores: Sequence[int]) -> Fraction:
    """Return the exact average of the *scores* of one direction.

    >>> direction_average([147, 145, 140, 151, 141])
    Fraction(724, 5)

    Source: [WDW1900] p. 32.
    """
    return Fraction(sum(scores), len(scores))


def _score_board(board: Board, is_whole: bool) -> ScoredBoard:
    groups = board.scores_by_group()
    averages: dict[str, Points] = {group: direction_average(scores) for group, scores in groups.items()}
    if is_whole:
        averages = {group: floor(average + _HALF) for group, average in averages.items()}
    values = {group: {score: score - averages[group] for score in set(scores)} for group, scores in groups.items()}
    both = {group: {score: (plus, -plus) for score, plus in pluses.items()} for group, pluses in values.items()}
    lines = tuple(_score_line(board.board_no, line, both) for line in board.lines)
    return ScoredBoard(board.board_no, None, lines)


def _score_line(board_no: int, line: Line, values: Mapping[str, Values]) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *values[line.group][line.score])
    if line.artificial is None:
        return ScoredLine(line, None, None)
    if line.artificial != _AVERAGE_BOTH:
        raise NoAverageShareError(board_no=board_no, artificial=line.artificial)
    return ScoredLine(line, 0, 0)


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = tuple(_score_board(board, is_whole=options["rounding"] == "board") for board in field.boards)
    tallies = tally(field, boards)
    totals = [contestant.points for contestant in tallies]
    if options["rounding"] == "session":
        totals = [_whole(contestant) for contestant in tallies]
    results = [
        Result(seen.contestant, seen.direction, total, None, seen.boards, merit=total)
        for seen, total in zip(tallies, totals, strict=True)
    ]
    return Ranking("average", boards, place(results), tuple(lone_notes(field.boards, boards)))


def _whole(contestant: Tally) -> int:
    """Return the plus or minus with the average of the session taken as a whole number.

    A whole own score less its rounded average is the exact difference rounded the other way; halves go up for the
    average of N-S and down for that of E-W, so that the two averages still make what both sides share.
    """
    if contestant.direction == "EW":
        return floor(contestant.points + _HALF)
    return ceil(contestant.points - _HALF)


AVERAGE = ScoringMethod(
    key="average",
    name="Average plus and minus",
    abbr="+/-",
    unit="plus or minus",
    decimals=2,
    options=(
        Option(
            "rounding",
            ("session", "board", "exact"),
            "session",
            "Where averages are taken as whole numbers: that of the session, as in 1900, that of each board, or none.",
        ),
        COMPARE,
    ),
    source="[WDW1900] p. 32; [HOYLE1926] p. 39",
    compute=comparing(_rank, is_percent=False),
    bare_scores="points",
    for_players="boards",
    rule="own score less the average of the direction",
    usual_for=("whist",),
    artificial="nothing",
    beside_boards="by rounding the average",
)
