"""Average plus and minus: each result compared with the average of its own direction.

The scoring of duplicate whist in 1900, and of duplicate auction after it.  A score seen from the
other side is the same difference with the sign turned, so tricks and points need no telling apart.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from movements.option import Option
from scoring.bridge.artificial import Artificial
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.old.absent import GroupPoints, score_groups, tally_with_averages
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard, ScoredLine
from scoring.ranking import FinalFigures, Tally, place, tally
from scoring.sentences import ScoringSentences
from scoring.totals.sections import COMPARE, comparing
from scoring.totals.standings import lone_notes
from scoring.totals.ties import Values

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
    averages: dict[str, Points] = {
        group: direction_average(scores) for group, scores in groups.items()
    }
    if is_whole:
        averages = {group: floor(average + _HALF) for group, average in averages.items()}
    values = {
        group: {score: score - averages[group] for score in set(scores)}
        for group, scores in groups.items()
    }
    both = {
        group: {score: (plus, -plus) for score, plus in pluses.items()}
        for group, pluses in values.items()
    }
    lines = tuple(_score_line(board.board_no, line, both) for line in board.lines)
    return ScoredBoard(board.board_no, None, lines)


def _score_line(board_no: int, line: Line, values: Mapping[str, Values]) -> ScoredLine:
    if line.score is not None:
        return ScoredLine(line, *values[line.group][line.score])
    if line.artificial is None:
        return ScoredLine(line, None, None)
    if line.artificial != _AVERAGE_BOTH:
        raise ScoringError(
            ScoringSentences.AVERAGE_ARTIFICIAL, board_no=board_no, artificial=line.artificial
        )
    return ScoredLine(line, 0, 0)


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = tuple(
        _score_board(board, is_whole=options["rounding"] == "board") for board in field.boards
    )
    tallies = tally(field, boards)
    totals = [contestant.points for contestant in tallies]
    if options["rounding"] == "session":
        totals = [_relative_to_whole_average(contestant) for contestant in tallies]
    results = [
        FinalFigures(seen.contestant, seen.direction, total, None, seen.boards, merit=total)
        for seen, total in zip(tallies, totals, strict=True)
    ]
    return Ranking("average", boards, place(results), tuple(lone_notes(field.boards, boards)))


def _relative_to_whole_average(contestant: Tally) -> int:
    """Return the plus or minus with the average of the session taken as a whole number.

    A whole own score less its rounded average is the exact difference rounded the other way; halves
    go up for the average of N-S and down for that of E-W, so that the two averages still make what
    both sides share.
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
    compute=comparing(_rank, is_percent=False),
    bare_scores="points",
    for_players="boards",
    rule="own score minus the average of the direction",
    usual_for=("whist",),
    artificial="nothing",
    beside_boards="by rounding the average",
)


# Howell's own scoring: what each pair loses to the best score of its direction, or gains on the
# worst.
#
# The least total of losses wins. A pair that sits out is charged the average loss of the deal, so
# that nobody gains by being odd.


def losses(scores: Sequence[int]) -> list[int]:
    """Return the difference of each of *scores* of one direction to the best of them.

    >>> losses([8, 6, 6, 7])
    [0, 2, 2, 1]

    Source: [WDW1900] p. 42.
    """
    best = max(scores)
    return [best - score for score in scores]


def gains(scores: Sequence[int]) -> list[int]:
    """Return by how much each of the *scores* of one direction beats the worst of them.

    >>> gains([8, 6, 6, 7])
    [2, 0, 0, 1]

    Source: [WDW1900] p. 42.
    """
    worst = min(scores)
    return [score - worst for score in scores]


def _loss_points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    best, worst = max(scores), min(scores)
    return {score: (best - score, score - worst) for score in scores}


def _gain_points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    return {score: (ew_loss, ns_loss) for score, (ns_loss, ew_loss) in _loss_points(scores).items()}


def _plus_points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the average loss of all pairs of the deal, both directions together, less the own loss."""
    average = Fraction(max(scores) - min(scores), 2)
    return {
        score: (average - ns_loss, average - ew_loss)
        for score, (ns_loss, ew_loss) in _loss_points(scores).items()
    }


def _plus_points_of_direction(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the average loss of the direction less the own loss, where N-S and E-W are ranked apart."""
    average = Fraction(sum(scores), len(scores))
    return {score: (score - average, average - score) for score in scores}


def _counting(count: str, winners: int) -> GroupPoints:
    if count == "plus":
        if winners == 1:
            return _plus_points
        return _plus_points_of_direction
    if count == "losses":
        return _loss_points
    return _gain_points


def _losses_rank(field: Field, options: Mapping[str, str]) -> Ranking:
    count = options["count"]
    points = _counting(count, field.winners)
    boards = tuple(score_groups(board, points) for board in field.boards)
    tallies, notes = tally_with_averages(field, boards)
    results = []
    for seen in tallies:
        results.append(
            FinalFigures(
                contestant=seen.contestant,
                direction=seen.direction,
                total=seen.points,
                percent=None,
                boards=seen.boards,
                merit=-seen.points if count == "losses" else seen.points,
            )
        )
    return Ranking("howell-losses", boards, place(results), tuple(notes))


HOWELL_LOSSES = ScoringMethod(
    key="howell-losses",
    name="Howell's losses from the top",
    abbr="L",
    unit="points lost",
    decimals=2,
    options=(
        Option(
            "count",
            "Points counted",
            {
                "losses": "losses to the best score of the direction, the fewest win",
                "gains": "gains on the worst",
                "plus": "plus or minus against the average loss of the deal",
            },
        ),
    ),
    source="[WDW1900] p. 42",
    compute=_losses_rank,
    bare_scores="tricks",
    for_players="rounds",
    rule="what is lost to the best score of the direction",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)
