"""Awards and penalties that rulings give in a match of teams."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import AWARD, Credit
from scoring.explain.figures import explain_total
from scoring.model import Board, DueMatch, Field, Line, MatchResult
from scoring.registry import rank_field
from scoring.teams.victory_points import convert_to_victory_points
from tests.oracle.checking import check_ranking

BOARDS = (
    Board(1, (Line(1, 2, 420), Line(2, 1, 170)), round_no=1),
    Board(2, (Line(1, 2, -100), Line(2, 1, 620)), round_no=1),
)
UNITS = {"team-imps": "imp", "board-a-match": "mp", "patton": "vp"}


def field(*credits: Credit, reported: MatchResult | None = None, boards=BOARDS) -> Field:
    match = DueMatch(1, 1, 2, 2, reported_result=reported, credits=credits)
    return Field(1, boards, contest="teams", matches=(match,))


def totals(ranking) -> list[Fraction]:
    by_team = {standing.contestant: standing.total for standing in ranking.standings}
    return [by_team[team] for team in sorted(by_team)]


def test_victory_points_are_added_to_one_side_after_the_scale():
    late = Credit(1, None, "penalty", Fraction(-1, 2), "vp", "late")
    given_to_2 = Credit(2, None, AWARD, Fraction(3, 2), "vp")
    options = {"victory_points": "continuous"}
    before = totals(rank_field("team-imps", field(), options))
    ranking = rank_field("team-imps", field(late, given_to_2), options)
    assert totals(ranking) == [before[0] - Fraction(1, 2), before[1] + Fraction(3, 2)]
    assert sum(totals(ranking)) == 21
    assert "Team 1, match against 2 in round 1: penalty -0.5 vp (late)." in ranking.notes
    assert "Team 2, match against 1 in round 1: award 1.5 vp." in ranking.notes
    explained = explain_total("team-imps", field(late, given_to_2), options, contestant=2)
    assert "+ 1.5 by rulings on matches" in explained.formula


def test_imps_change_the_margin_of_one_side_before_the_scale():
    award = Credit(2, None, AWARD, Fraction(5), "imp")
    options = {"victory_points": "continuous"}
    ranking = rank_field("team-imps", field(award), options)
    margin = rank_field("team-imps", field(), options).matches[0].points[0]
    assert totals(ranking) == [
        convert_to_victory_points(margin, 2, "continuous")[0],
        convert_to_victory_points(5 - margin, 2, "continuous")[0],
    ]


@given(
    method=st.sampled_from(sorted(UNITS)),
    scale=st.sampled_from(["continuous", "discrete", "none"]),
    is_reported=st.booleans(),
    amounts=st.lists(
        st.tuples(
            st.sampled_from([1, 2]), st.integers(-40, 40), st.sampled_from(["imp", "vp", "mp"])
        ),
        max_size=4,
    ),
)
def test_both_calculations_agree(method, scale, is_reported, amounts):
    credits = [
        Credit(team, None, AWARD if quarters > 0 else "penalty", Fraction(quarters, 4), unit)
        for team, quarters, unit in amounts
    ]
    reported = MatchResult(UNITS[method], 3, 1) if is_reported else None
    options = {"victory_points": scale} if method == "team-imps" else {}
    contest = field(*credits, reported=reported)
    assert check_ranking(method, contest, options) == []


@pytest.mark.parametrize("method", sorted(UNITS))
def test_a_result_without_boards_takes_them_too(method):
    options = {"victory_points": "none"} if method == "team-imps" else {}
    reported = MatchResult(UNITS[method], 5, 3)
    credit = Credit(1, None, "penalty", Fraction(-1), UNITS[method])
    before = totals(rank_field(method, field(reported=reported, boards=()), options))
    after = totals(rank_field(method, field(credit, reported=reported, boards=()), options))
    assert after == [before[0] - 1, before[1]]
