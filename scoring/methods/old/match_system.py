"""The match system: on each deal a pair wins, halves or loses a match against the average of its direction."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor

from scoring.method import Option, ScoringMethod
from scoring.methods.old.absent import count_scores, score_groups, tally_with_averages
from scoring.model import Field, Points, Ranking
from scoring.ranking import Result, Tally, place

_HALF = Fraction(1, 2)
_THIRD = Fraction(1, 3)


def match_average(scores: Sequence[int]) -> Points:
    """Return the average of the *scores* of one direction as the match system rounds it.

    A fraction within a third of a whole number (the third included) gives that number, every other one a half.

    >>> match_average([8, 6, 6, 7]), match_average([7, 7, 6]), match_average([7, 6])
    (7, 7, Fraction(13, 2))

    Source: [WDW1900] p. 45.
    """
    average = Fraction(sum(scores), len(scores))
    nearest = floor(average + _HALF)
    return nearest if abs(average - nearest) <= _THIRD else floor(average) + _HALF


def _match_points(scores: Sequence[int], win: int, is_rounded: bool) -> dict[int, tuple[Points, Points]]:
    """Return the match points of either side; the average of E-W is that of N-S seen from the other side."""
    average = match_average(scores) if is_rounded else Fraction(sum(scores), len(scores))
    points: dict[int, tuple[Points, Points]] = {}
    for score, _ in count_scores(scores):
        ns = win if score > average else 0 if score < average else win * _HALF
        points[score] = (ns, win - ns)
    return points


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    win = int(options["win"])
    points = partial(_match_points, win=win, is_rounded=options["averages"] == "thirds")
    boards = tuple(score_groups(board, points, top=win) for board in field.boards)
    tallies, notes = tally_with_averages(field, boards, fixed=win * _HALF)
    return Ranking("match", boards, place(map(_result, tallies)), tuple(notes))


def _result(seen: Tally) -> Result:
    percent = Fraction(100 * seen.points) / seen.available if seen.available else None
    return Result(seen.contestant, seen.direction, seen.points, percent, seen.boards, merit=seen.points)


MATCH = ScoringMethod(
    key="match",
    name="Match system",
    abbr="M",
    unit="matches",
    decimals=1,
    options=(
        Option("win", ("2", "1"), "2", "What a match won counts: 2, 1 and 0, or 1, a half and 0 as in the older form."),
        Option(
            "averages",
            ("thirds", "exact"),
            "thirds",
            "How an average is taken: to the whole number within a third of it, else to the half, as in 1900; or "
            "exactly.",
        ),
    ),
    source="[WDW1900] pp. 45-46",
    compute=_rank,
    bare_scores="tricks",
    for_players="boards",
    rule="a match against the average of the direction",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)
