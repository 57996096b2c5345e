"""Duplicate auction by compass: round differences, nets, and each net against its direction's
average.

Unlike ``average``, which compares board by board, the averages here are those of a whole night, as
on the wall of a duplicate auction club of 1926.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from movements.option import Option
from scoring.method import ScoringMethod
from scoring.methods.old.absent import give_averages, score_groups
from scoring.model import Field, Points, Ranking, ScoredBoard
from scoring.naming import SIDE_NAMES
from scoring.ranking import FinalFigures, Tally, place, tally
from scoring.totals.adjusting import Extra, extra_notes, extras


def round_difference(ns_points: int, ew_points: int) -> tuple[int, int]:
    """Return the entries of N-S and E-W for a round.

    The difference of their points, once plus and once minus.

    >>> round_difference(420, 310)
    (110, -110)

    Source: [HOYLE1926] p. 38.
    """
    return ns_points - ew_points, ew_points - ns_points


def net(entries: Iterable[int]) -> int:
    """Return the net of a pair's *entries*: all its plus less all its minus.

    >>> net([300, 250, 170, 100, -200, -110, -50])
    460

    Source: [HOYLE1926] p. 39.
    """
    return sum(entries)


def compass_credits(nets: Sequence[int]) -> list[Fraction]:
    """Return the credit or debit of each of the *nets* of one direction: the net less the average of all.

    This is how the prizes of a night are found, and what is added up for a series.

    >>> [str(credit) for credit in compass_credits([460, 183, -100, -43])]
    ['335', '58', '-225', '-168']

    Source: [HOYLE1926] pp. 39, 44.
    """
    average = Fraction(sum(nets), len(nets))
    return [each - average for each in nets]


def _points(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    return {score: (score, -score) for score in scores}


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = tuple(give_averages(score_groups(board, _points)) for board in field.boards)
    tallies = tally(field, boards)
    averages = average_nets(tallies) if options["result"] == "average" else {}
    notes = [_note(direction, average) for direction, average in averages.items()]
    return Ranking(
        "compass",
        boards,
        place(net_results(field, boards, tallies, averages)),
        (*notes, *extra_notes(field)),
    )


def net_results(
    field: Field,
    boards: Sequence[ScoredBoard],
    tallies: Sequence[Tally],
    averages: Mapping[str | None, Fraction],
) -> list[FinalFigures]:
    """Return the results of contestants: net less average, where there is one, less penalties in points.

    Penalties come last, so that they cost nobody else anything.
    """
    added = extras(field, boards)
    results = []
    for seen in tallies:
        extra = added.get((seen.direction, seen.contestant), Extra()).points
        total = seen.points - averages.get(seen.direction, 0) + extra
        results.append(
            FinalFigures(seen.contestant, seen.direction, total, None, seen.boards, merit=total)
        )
    return results


def average_nets(tallies: Sequence[Tally]) -> dict[str | None, Fraction]:
    """Return the average points of each direction among *tallies*, or one average with one winner.

    >>> average_nets([Tally(1, "NS", 460), Tally(2, "NS", 183)])
    {'NS': Fraction(643, 2)}

    Source: [HOYLE1926] p. 39.
    """
    nets: dict[str | None, list[Points]] = {}
    for seen in tallies:
        nets.setdefault(seen.direction, []).append(seen.points)
    return {direction: Fraction(sum(of_side), len(of_side)) for direction, of_side in nets.items()}


def _note(direction: str | None, average: Fraction) -> str:
    return f"The average net of {SIDE_NAMES.get(direction or '', 'all pairs')} is {average}."


COMPASS = ScoringMethod(
    key="compass",
    name="Compass averages of nets",
    abbr="Net",
    unit="points",
    decimals=2,
    options=(
        Option(
            "result",
            "Ranked by",
            {
                "average": "the net against the average net of the direction",
                "net": "the net itself",
            },
        ),
    ),
    source="[HOYLE1926] pp. 38-39",
    compute=_rank,
    bare_scores="points",
    accepts=frozenset({"points"}),
    games=("auction",),
    also_scores=("bridge",),
    usual_for=("auction",),
    rule="points won minus points lost",
    artificial="direction",
    beside_boards="against the average net of the direction",
)
