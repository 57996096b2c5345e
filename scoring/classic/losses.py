"""Howell's own scoring: each pair's losses to the best score, or gains on the worst.

The smallest total of losses wins. A pair that sits out is charged the average loss of the deal, so
an odd pair has no advantage.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.contracts import TRICKS_PER_DEAL
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.absent import (
    ComputeGroupPoints,
    explain_by_group,
    make_tallies_with_averages,
    score_groups,
)
from scoring.model import Field, Points, Ranking
from scoring.option import Option
from scoring.totals.ranking import FinalFigures, make_standings
from scoring.working import ScoredSide, Working

BASIS_BY_COUNT = {
    "losses": "losses to the best score are counted",
    "gains": "gains on the worst score are counted",
    "plus": "losses are compared with their average",
}
"""What counts by the option *count*, for the refusal of an award."""


def compute_gains(scores: Sequence[int]) -> list[int]:
    """Return how far each of *scores* is above the worst of its direction.

    >>> compute_gains([8, 6, 6, 7])
    [2, 0, 0, 1]

    Source: [WDW1900] p. 42.
    """
    worst_score = min(scores)
    return [score - worst_score for score in scores]


def _compute_losses_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    best_ns = max(scores)
    best_ew = min(scores)  # the worst score of N-S is the best of E-W
    return {score: (best_ns - score, score - best_ew) for score in scores}


def _compute_gains_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    # What one side gains on the worst score is what the other side loses to the best.
    return {
        score: (ew_loss, ns_loss)
        for score, (ns_loss, ew_loss) in _compute_losses_by_score(scores).items()
    }


def _compute_plus_points_by_score(scores: Sequence[int]) -> dict[int, tuple[Points, Points]]:
    """Return the average loss of all pairs of the deal less the pair's own loss."""
    # The losses of both sides of a table add up to the difference of the best and the worst.
    average_loss = Fraction(max(scores) - min(scores), 2)
    return {
        score: (average_loss - ns_loss, average_loss - ew_loss)
        for score, (ns_loss, ew_loss) in _compute_losses_by_score(scores).items()
    }


def _compute_direction_plus_points_by_score(
    scores: Sequence[int],
) -> dict[int, tuple[Points, Points]]:
    """Return the average loss of the direction less the pair's own loss."""
    # The best score cancels out: this is the difference from the average score.
    average_score = Fraction(sum(scores), len(scores))
    return {score: (score - average_score, average_score - score) for score in scores}


def _choose_group_points(count_choice: str, winner_count: int) -> ComputeGroupPoints:
    if count_choice == "plus":
        if winner_count == 1:
            return _compute_plus_points_by_score
        return _compute_direction_plus_points_by_score
    if count_choice == "losses":
        return _compute_losses_by_score
    return _compute_gains_by_score


def _explain_losses(side: ScoredSide) -> Working:
    """Return the loss to the best score of the direction, or the gain on the worst."""
    count_choice = side.options["count"]
    scores = side.list_scores()
    text = f"best of the direction {max(scores)} − own {scores[0]}"
    if count_choice == "gains":
        text = f"own {scores[0]} − worst of the direction {min(scores)}"
    elif count_choice == "plus":
        text = f"average loss − ({text})"
    return explain_by_group(side, _choose_group_points(count_choice, side.field.winner_count), text)


def _rank_losses(field: Field, options: Mapping[str, str]) -> Ranking:
    count_choice = options["count"]
    group_points = _choose_group_points(count_choice, field.winner_count)
    basis = BASIS_BY_COUNT[count_choice]
    boards = tuple(score_groups(board, group_points, basis=basis) for board in field.boards)
    tallies, notes = make_tallies_with_averages(field, boards)
    # The fewest losses win, the most gains.
    sign = -1 if count_choice == "losses" else 1
    results = [
        FinalFigures(
            contestant=tally.contestant,
            direction=tally.direction,
            total=tally.point_sum,
            percent=None,
            board_count=tally.board_count,
            merit=sign * tally.point_sum,
        )
        for tally in tallies
    ]
    return Ranking("howell-losses", boards, make_standings(results), tuple(notes))


HOWELL_LOSSES = ScoringMethod(
    key="howell-losses",
    name="Howell’s losses from the top",
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
    compute=_rank_losses,
    explain=_explain_losses,
    bare_score_meaning="tricks",
    player_totals_by="rounds",
    rule_text="what is lost to the best score of the direction",
    artificial_basis="direction",
    has_average_for_missing=True,
    extra_points_reason="as the average of boards without a score",
)


# In individual contests of 1900 each player is charged what the side lost to the best score of its
# direction. The tables of a round play the same deals. The movement decides who sits with whom.


@dataclass(frozen=True, slots=True)
class IndividualTable:
    """One table of a round: its players N-S and E-W, and the tricks of each side over its deals."""

    ns_players: tuple[int, int]
    ew_players: tuple[int, int]
    ns_tricks: int
    ew_tricks: int


def compute_charges_by_player(rounds: Iterable[Sequence[IndividualTable]]) -> dict[int, int]:
    """Return the tricks charged to each player over all *rounds*. The fewest win.

    In each round and direction a side is charged the tricks that it made fewer than the best, and
    both of its players the full number.  The book has two tables; with more of them, to compare
    with the best is our reading.

    >>> tables = IndividualTable((4, 2), (1, 8), 8, 5), IndividualTable((5, 6), (3, 7), 6, 7)
    >>> compute_charges_by_player([tables])
    {4: 0, 2: 0, 1: 2, 8: 2, 5: 2, 6: 2, 3: 0, 7: 0}

    :raises ScoringError: if the tables of a round have tricks of different numbers of deals

    Source: [WDW1900] p. 27.
    """
    charges_by_player: Counter[int] = Counter()
    for round_no, tables in enumerate(rounds, start=1):
        _check_tricks_of_round(round_no, tables)
        best_ns = max(table.ns_tricks for table in tables)
        best_ew = max(table.ew_tricks for table in tables)
        for table in tables:
            for player in table.ns_players:
                charges_by_player[player] += best_ns - table.ns_tricks
            for player in table.ew_players:
                charges_by_player[player] += best_ew - table.ew_tricks
    return dict(charges_by_player)


def _check_tricks_of_round(round_no: int, tables: Sequence[IndividualTable]) -> None:
    # Every table shares out 13 tricks a deal, over the same number of deals.
    first_tricks = tables[0].ns_tricks + tables[0].ew_tricks
    for table_no, table in enumerate(tables, start=1):
        tricks = table.ns_tricks + table.ew_tricks
        if tricks != first_tricks or tricks % TRICKS_PER_DEAL:
            raise ScoringError(
                "individual-tricks",
                "Round {round_no}: table {table_no} made {tricks} tricks in all, but table 1 made "
                "{first}. All tables play the same deals, so correct one.",
                round_no=round_no,
                table_no=table_no,
                tricks=tricks,
                first=first_tricks,
            )
