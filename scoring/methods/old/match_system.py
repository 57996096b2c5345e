"""The match system: on each deal a pair wins, halves or loses a match against its direction's
average.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor

from movements.option import Option
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.old.absent import count_scores, score_groups, tally_with_averages
from scoring.model import Field, Points, Ranking
from scoring.ranking import FinalFigures, Tally, place
from scoring.sentences import ScoringSentences

_HALF = Fraction(1, 2)
_THIRD = Fraction(1, 3)


def match_average(scores: Sequence[int]) -> Points:
    """Return the average of the *scores* of one direction as the match system rounds it.

    A fraction within a third of a whole number (the third included) gives that number, every other
    one a half.

    >>> match_average([8, 6, 6, 7]), match_average([7, 7, 6]), match_average([7, 6])
    (7, 7, Fraction(13, 2))

    Source: [WDW1900] p. 45.
    """
    average = Fraction(sum(scores), len(scores))
    nearest = floor(average + _HALF)
    if abs(average - nearest) <= _THIRD:
        return nearest
    return floor(average) + _HALF


def _match_points(
    scores: Sequence[int], win: int, is_rounded: bool
) -> dict[int, tuple[Points, Points]]:
    """Return the match points of both sides. The average of E-W is that of N-S with the sign
    reversed.
    """
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


def _result(seen: Tally) -> FinalFigures:
    percent = Fraction(100 * seen.points) / seen.available if seen.available else None
    return FinalFigures(
        seen.contestant, seen.direction, seen.points, percent, seen.boards, merit=seen.points
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
    source="[WDW1900] pp. 45-46",
    compute=_rank,
    bare_scores="tricks",
    for_players="boards",
    rule="a match against the average of the direction",
    artificial="direction",
    averages_missing=True,
    beside_boards="as the average of boards without a score",
)


# Individual contests of 1900: each player is charged what his side lost to the best score of its
# direction.
#
# The tables of a round play the same deals. Who sits with whom is the business of the movement.


@dataclass(frozen=True, slots=True)
class IndividualTable:
    """One table of a round: the players N-S and E-W, and the tricks each side made over its deals."""

    ns: tuple[int, int]
    ew: tuple[int, int]
    ns_tricks: int
    ew_tricks: int


def individual_charges(rounds: Iterable[Sequence[IndividualTable]]) -> dict[int, int]:
    """Return the tricks charged to each player over all *rounds*. The fewest win.

    In each round and direction a side is charged what it made less than the best, and both of its
    players the full number.  The book has two tables; that the best counts with more of them is our
    reading.

    >>> tables = IndividualTable((4, 2), (1, 8), 8, 5), IndividualTable((5, 6), (3, 7), 6, 7)
    >>> individual_charges([tables])
    {4: 0, 2: 0, 1: 2, 8: 2, 5: 2, 6: 2, 3: 0, 7: 0}

    :raises ScoringError: if the tricks of two tables of a round are those of unlike numbers of
        deals.

    Source: [WDW1900] p. 27.
    """
    charged: dict[int, int] = {}
    for round_no, tables in enumerate(rounds, start=1):
        _check_round(round_no, tables)
        best_ns = max(table.ns_tricks for table in tables)
        best_ew = max(table.ew_tricks for table in tables)
        for table in tables:
            for players, lost in (
                (table.ns, best_ns - table.ns_tricks),
                (table.ew, best_ew - table.ew_tricks),
            ):
                for player in players:
                    charged[player] = charged.get(player, 0) + lost
    return charged


def _check_round(round_no: int, tables: Sequence[IndividualTable]) -> None:
    first = tables[0].ns_tricks + tables[0].ew_tricks
    for table_no, table in enumerate(tables, start=1):
        tricks = table.ns_tricks + table.ew_tricks
        if tricks != first or tricks % 13:
            raise ScoringError(
                ScoringSentences.INDIVIDUAL_TRICKS,
                round_no=round_no,
                table_no=table_no,
                tricks=tricks,
                first=first,
            )
