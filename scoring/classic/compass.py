"""Duplicate auction by compass: the net of each pair against the average net of its direction.

``average`` compares board by board. Here the averages are taken over a whole session, as a duplicate
auction club of 1926 posted them.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.display import SIDE_NAMES, format_for_note
from scoring.method import ScoringMethod
from scoring.methods.absent import fill_averages, score_groups
from scoring.methods.excess import compute_average_net_by_direction, make_net_figures
from scoring.model import Field, Points, Ranking
from scoring.option import Option
from scoring.totals.ranking import (
    make_extra_notes,
    make_standings,
    make_tallies,
)


def make_round_entries(ns_points: int, ew_points: int) -> tuple[int, int]:
    """Return the entries of N-S and E-W for a round: their difference, once plus and once minus.

    >>> make_round_entries(420, 310)
    (110, -110)

    Source: [HOYLE1926] p. 38.
    """
    return ns_points - ew_points, ew_points - ns_points


def compute_net(entries: Iterable[int]) -> int:
    """Return the net of a pair's *entries*: the sum of its plus and minus.

    >>> compute_net([300, 250, 170, 100, -200, -110, -50])
    460

    Source: [HOYLE1926] p. 39.
    """
    return sum(entries)


def compute_compass_credits(nets: Sequence[int]) -> list[Fraction]:
    """Return the credit or debit of each of *nets*: its difference from their average.

    *nets* are the nets of one direction. Credits decide the prizes of a session, and are added up for
    a series.

    >>> [str(credit) for credit in compute_compass_credits([460, 183, -100, -43])]
    ['335', '58', '-225', '-168']

    Source: [HOYLE1926] pp. 39, 44.
    """
    average = Fraction(sum(nets), len(nets))
    return [pair_net - average for pair_net in nets]


def make_points_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    return {score: (score, -score) for score in scores}


def _rank_compass(field: Field, options: Mapping[str, str]) -> Ranking:
    boards = tuple(
        fill_averages(score_groups(board, make_points_by_score, basis="nets are added up"))
        for board in field.boards
    )
    tallies = make_tallies(field, boards)
    average_by_direction: Mapping[str | None, Fraction] = {}
    if options["result"] == "average":
        average_by_direction = compute_average_net_by_direction(tallies)
    notes = [
        _make_average_note(direction, average)
        for direction, average in average_by_direction.items()
    ]
    return Ranking(
        "compass",
        boards,
        make_standings(make_net_figures(field, boards, tallies, average_by_direction)),
        (*notes, *make_extra_notes(field)),
    )


def _make_average_note(direction: str | None, average: Fraction) -> str:
    contestants = SIDE_NAMES.get(direction or "", "all pairs")
    return f"The average net of {contestants} is {format_for_note(average)}."


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
    compute=_rank_compass,
    bare_score_meaning="points",
    accepted_rulings=frozenset({"points"}),
    games=("auction",),
    other_games=("bridge",),
    default_for_games=("auction",),
    rule_text="points won minus points lost",
    artificial_basis="direction",
    extra_points_reason="against the average net of the direction",
)
