"""Duplicate auction by compass: the net of each pair against the average net of its direction.

``average`` compares board by board. Here the averages are taken over a whole session, as a duplicate
auction club of 1926 posted them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.display import SIDE_NAMES, format_for_note
from scoring.method import ScoringMethod
from scoring.methods.absent import explain_by_group, fill_averages, score_groups
from scoring.methods.excess import compute_average_net_by_direction, make_net_figures
from scoring.model import Field, Points, Ranking
from scoring.option import Option
from scoring.totals.ranking import (
    make_extra_notes,
    make_standings,
    make_tallies,
)
from scoring.working import ScoredSide, Working


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


def _explain_compass(side: ScoredSide) -> Working:
    """Return the net points, which need no calculation."""
    return explain_by_group(side, make_points_by_score, "difference of both sides’ points")


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
    explain=_explain_compass,
    bare_score_meaning="points",
    accepted_rulings=frozenset({"points"}),
    games=("auction",),
    other_games=("bridge",),
    default_for_games=("auction",),
    rule_text="points won minus points lost",
    artificial_basis="direction",
    extra_points_reason="against the average net of the direction",
)
