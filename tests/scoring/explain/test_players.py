"""Why a single player has the total: what every partner brought, rulings and credits, by every method that adds up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.explain.figures import Explainer
from scoring.model import Board, Field, Line
from scoring.totals.players import IndividualField, rank_players
from tests.cases import leave_to_slow
from tests.scoring.totals.test_players import FOR_PLAYERS, PLAYS, draw_ruled_players

PARTNERS = {1: (4, 2), 2: (1, 8), 3: (5, 6), 4: (3, 7), 5: (2, 8), 6: (4, 1)}


@pytest.mark.parametrize("method", leave_to_slow(FOR_PLAYERS, but=3), ids=lambda method: method.key)
@given(
    scores=st.lists(st.integers(0, 13), min_size=PLAYS, max_size=PLAYS),
    amounts=st.lists(st.sampled_from((-30, -1, 2, 10)), min_size=8, max_size=8),
    data=st.data(),
)
def test_parts_make_the_total_of_every_player(method, scores, amounts, data):
    individual = draw_ruled_players(method, scores, amounts, data)
    explainer = Explainer(method.key, individual.field, individual=individual)
    totals = {
        standing.contestant: standing.total
        for standing in rank_players(method, individual).standings
    }
    assert len(totals) == 8
    for player, total in totals.items():
        explanation = explainer.explain_total(contestant=player)
        assert sum(part.points for part in explanation.total_parts) == explanation.points == total
        assert [
            part.kind
            for part in explanation.total_parts
            if part.kind not in ("boards", "rulings", "scaling")
        ] == ["penalty"]


def test_a_total_names_each_partner_and_what_it_brought():
    boards = (
        Board(1, (Line(1, 2, 420), Line(3, 4, 50))),
        Board(2, (Line(5, 6, -50), Line(3, 4, 0))),
    )
    individual = IndividualField(
        Field(1, boards), PARTNERS, (Credit(2, None, "penalty", Fraction(-1), "mp", "late"),)
    )
    explainer = Explainer("matchpoints", individual.field, individual=individual)
    explanation = explainer.explain_total(contestant=2)
    assert explanation.figure_name == "Player 2"
    assert (
        explanation.formula
        == "2 on 1 board with 4 + 0 on 1 board with 8 − 1 penalty (late) = 1, 25.00 %, place 7"
    )
    assert explainer.explain_line(board_no=1, contestant=1, side="NS").formula == "2 × 1 beaten = 2"
