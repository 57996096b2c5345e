"""Howell's own scoring: what each pair loses to the best score of its direction, or gains on the worst.

The least total of losses wins.  A pair that sits out is charged the average loss of the deal, so that nobody gains by
being odd.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.method import Option, ScoringMethod
from scoring.methods.old.absent import GroupPoints, score_groups, tally_with_averages
from scoring.model import Field, Points, Ranking
from scoring.ranking import Result, place


def losses(scores: Sequence[int]) -> list[int]:
    """Return what each of the *scores* of one direction lacks to the best of them.

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
    return {score: (average - ns_loss, average - ew_loss) for score, (ns_loss, ew_loss) in _loss_points(scores).items()}


def _plus_points_of_direction(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the average loss of the direction less the own loss, where N-S and E-W are ranked apart."""
    average = Fraction(sum(scores), len(scores))
    return {score: (score - average, average - score) for score in scores}


def _counting(count: str, winners: int) -> GroupPoints:
    if count == "plus":
        return _plus_points if winners == 1 else _plus_points_of_direction
    return _loss_points if count == "losses" else _gain_points


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    count = options["count"]
    points = _counting(count, field.winners)
    boards = tuple(score_groups(board, points) for board in field.boards)
    tallies, notes = tally_with_averages(field, boards)
    results = [
        Result(
            contestant=seen.contestant,
            direction=seen.direction,
            total=seen.points,
            percent=None,
            boards=seen.boards,
            merit=-seen.points if count == "losses" else seen.points,
        )
        for seen in tallies
    ]
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
            ("losses", "gains", "plus"),
            "losses",
            "What is counted: losses to the best score of the direction (the fewest win), gains on the worst, or the "
            "plus or minus against the average loss of the deal.",
        ),
    ),
    source="[WDW1900] p. 42",
    compute=_rank,
    bare_scores="tricks",
    for_players="rounds",
    rule="what is lost to the best score of the direction",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)
