"""Teams of eight: cross-IMPs and added scores of four tables."""

import csv
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.methods.columns import convert_to_imps
from scoring.model import Board, Field, Line
from scoring.registry import get_method
from scoring.teams.eights import COMPARED, compute_board_imps
from tests.golden import read_golden
from tests.oracle.checking import check_ranking

EIGHTS = get_method("eights")
SCORES = st.integers(-200, 200).map(lambda tens: 10 * tens)
TWO_SCORES = st.tuples(SCORES, SCORES)
WAYS = st.sampled_from(COMPARED.choices)


def make_field(*boards) -> Field:
    """Return the field of two teams, whose N-S scores each of *boards* has."""
    return Field(
        1,
        tuple(
            Board(
                number,
                (
                    *(Line(1, 2, score) for score in own_scores),
                    *(Line(2, 1, score) for score in other_scores),
                ),
            )
            for number, (own_scores, other_scores) in enumerate(boards, start=1)
        ),
        contest="teams",
    )


def get_totals(field: Field, compared: str) -> dict[int, Fraction]:
    ranking = EIGHTS.rank(field, EIGHTS.complete_settings({"compared": compared}))
    return {row.contestant: Fraction(row.total) for row in ranking.standings}


@given(SCORES, SCORES)
def test_equal_scores_of_both_pairs_average_to_those_of_a_team_of_four(own_score, other_score):
    imps = compute_board_imps((own_score, own_score), (other_score, other_score), "cross")
    assert imps == convert_to_imps(own_score - other_score)


@given(st.lists(st.tuples(TWO_SCORES, TWO_SCORES), min_size=1, max_size=6), WAYS)
def test_totals_are_the_boards_added_up(boards, compared):
    field = make_field(*boards)
    expected = sum((compute_board_imps(*board, compared) for board in boards), Fraction(0))
    assert get_totals(field, compared) == {1: expected, 2: -expected}
    settings = EIGHTS.complete_settings({"compared": compared})
    assert check_ranking("eights", field, settings) == []


@pytest.mark.parametrize(("compared", "imps"), [("cross", 10), ("cross-sum", 40), ("add", 14)])
def test_a_game_swing_at_all_tables(compared, imps):
    """Both pairs bid a thin 3NT and both of the others don't: the example of the forum."""
    assert get_totals(make_field(((600, 600), (150, 150))), compared)[1] == imps


def test_the_comparisons_worked_out_by_hand():
    for row in csv.DictReader(read_golden("scoring/eights_comparisons.csv").splitlines()):
        own_scores, other_scores = (tuple(map(int, row[side].split())) for side in ("own", "other"))
        imps = compute_board_imps(own_scores, other_scores, row["compared"])
        assert imps == Fraction(row["imps"])


def test_a_board_counts_once_all_tables_have_played_it():
    assert get_totals(make_field(((620, 170), (620,))), "cross") == {1: 0, 2: 0}


def test_a_penalty_in_imps_counts():
    field = make_field(((600, 600), (150, 150)))
    penalty = Credit(1, None, "penalty", Fraction(-3), "imp")
    penalised_field = Field(1, field.boards, (penalty,), contest="teams")
    assert get_totals(penalised_field, "cross") == {1: 7, 2: -10}
    assert check_ranking("eights", penalised_field, EIGHTS.complete_settings({})) == []
