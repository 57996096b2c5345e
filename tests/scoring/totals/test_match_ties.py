"""Tie-breaks of contests of matches: what each looks at, one after the other, and what the notes say of it."""

import re
from fractions import Fraction

import pytest

from scoring.bridge.rulings import Credit
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field
from scoring.totals.ties import _list_deciding_indexes
from tests.oracle.checking import check_ranking


def match(board_no, home, away, swing):
    """Return a board on which *home* made *swing* points more than *away*."""
    return Board(board_no, (Line(home, away, 100 + swing), Line(away, home, 100)))


def contest(*swings):
    return Field(
        1,
        tuple(match(number, *swing) for number, swing in enumerate(swings, start=1)),
        contest="teams",
    )


def places(field, ties, **options):
    ranking = rank_field("team-imps", field, {"victory_points": "none", "ties": ties, **options})
    return [
        (standing.rank_text, standing.contestant) for standing in ranking.standings
    ], ranking.notes


def without_figures(notes):
    return [re.sub(r" \([^)]*\)", "", note) for note in notes]


@pytest.mark.parametrize(
    ("ties", "first", "said"),
    [
        pytest.param("ebu", 2, "their own match", id="own match"),
        pytest.param("cbai", 2, "their own match", id="own match in Ireland"),
        pytest.param("opponents", 1, "the totals of their opponents", id="opponents"),
        pytest.param(
            "magic", 1, "the totals of their opponents for each match", id="opponents of a match"
        ),
    ],
)
def test_each_tie_break_looks_at_its_own_figure_first(ties, first, said):
    field = contest((2, 1, 90), (1, 3, 230), (2, 5, -10), (3, 4, 600))
    standings, notes = places(field, ties)
    totals = {
        standing.contestant: standing.total
        for standing in rank_field("team-imps", field, {"victory_points": "none"}).standings
    }
    assert totals[1] == totals[2] == 3
    order = [number for _, number in standings if number in (1, 2)]
    assert order[0] == first
    assert f"Teams 1, 2 are equal; {said} decided." in without_figures(notes)


def test_teams_that_have_not_met_are_told_apart_by_their_opponents():
    field = contest((1, 3, 90), (2, 4, 90), (3, 5, 200), (4, 5, 20))
    standings, notes = places(field, "ebu")
    assert standings[:3] == [("1", 1), ("2", 2), ("3", 3)]
    assert "Teams 1, 2 are equal; the totals of their opponents decided." in without_figures(notes)


def test_teams_that_stay_equal_share_the_place_without_a_note():
    field = contest((1, 2, 0), (3, 4, 0))
    standings, notes = places(field, "ebu")
    assert [text for text, _ in standings] == ["1="] * 4
    assert notes == ()


def test_the_quotient_and_then_the_best_common_opponent_decide():
    field = contest((1, 3, 230), (1, 3, -90), (2, 3, 90), (2, 3, 0))
    standings, notes = places(field, "cbai")
    totals = {
        standing.contestant: standing.total
        for standing in rank_field("team-imps", field, {"victory_points": "none"}).standings
    }
    assert totals[1] == totals[2] == 3
    assert [number for _, number in standings][:2] == [2, 1]
    assert "Teams 1, 2 are equal; points won for each lost decided." in without_figures(notes)


def test_buchholz_leaves_out_the_lowest_opponent():
    """The opponents of 1 have 9 and -9, those of 2 have 4 and -2: in all 0 and 2, without the lowest 9 and 4."""
    swings = (1, 3, -90), (1, 4, 230), (2, 5, 20), (2, 6, 50), (3, 7, 230), (8, 4, 90), (5, 7, 170)
    field = contest(*swings)
    totals = {
        standing.contestant: standing.total
        for standing in rank_field("team-imps", field, {"victory_points": "none"}).standings
    }
    assert [totals[team] for team in (1, 2, 3, 4, 5, 6)] == [3, 3, 9, -9, 4, -2]
    for ties, first in (("opponents", 2), ("buchholz-cut", 1)):
        standings, notes = places(field, ties)
        assert next(number for _, number in standings if number in (1, 2)) == first
        assert any(note.startswith("Teams 1, 2") for note in notes)


def test_a_missing_match_is_the_one_that_buchholz_leaves_out():
    """1 has played one match fewer, so its only opponent, with 7, counts. The opponents of 2 have 4 and -2."""
    field = contest((1, 3, 90), (2, 4, 20), (2, 5, 50), (3, 6, 430), (4, 7, 170))
    standings, notes = places(field, "buchholz-cut")
    assert [number for _, number in standings if number in (1, 2)] == [1, 2]
    decided = "the totals of their opponents without the lowest decided"
    assert f"Teams 1, 2 are equal; {decided}." in without_figures(notes)


def test_matches_won_are_counted():
    field = contest((1, 3, 90), (1, 4, 0), (2, 5, 20), (2, 6, 50))
    standings, notes = places(field, "wins")
    assert [number for _, number in standings][:2] == [2, 1]
    assert "Teams 1, 2 are equal; matches won (2 for 2, 1 for 1) decided." in notes


def test_equal_figures_of_different_types_decide_nothing():
    """2 and 4/2 are one figure: the note names only what separated the teams."""
    figures = {1: [(2,), (Fraction(1),)], 2: [(Fraction(4, 2),), (Fraction(3),)]}
    assert _list_deciding_indexes(figures) == [1]


@pytest.mark.parametrize("method_key", ["swiss-pairs", "swiss-pairs-imps"])
def test_the_match_between_two_pairs_decides(method_key):
    """1 beats 2 by 20 to 0; with 20 carried over, 2 has as much. 6 has won by 20 to 0 too, but is fined."""
    lines = Line(1, 2, 620), Line(3, 4, 170), Line(5, 6, -500)
    field = Field(
        1,
        tuple(Board(board_no, lines, 1) for board_no in range(1, 7)),
        credits=(
            Credit(2, None, "carry-over", Fraction(20), "vp"),
            Credit(6, None, "penalty", Fraction(-1), "vp"),
        ),
    )
    shared = {
        standing.contestant: standing.rank_text
        for standing in rank_field(method_key, field).standings
    }
    assert (shared[1], shared[2]) == ("1=", "1=")
    ranking = rank_field(method_key, field, {"ties": "own-match"})
    assert [standing.rank_text for standing in ranking.standings][:2] == ["1", "2"]
    assert "Pairs 1, 2 are equal; their own match (20 for 1, 0 for 2) decided." in ranking.notes
    assert check_ranking(method_key, field, {"ties": "own-match"}) == []


def shown_figures(ranking):
    return [(tie_break.title, dict(tie_break.texts)) for tie_break in ranking.tie_breaks]


def test_the_figures_of_a_tie_are_shown_up_to_the_one_that_decides():
    field = contest((1, 3, 230), (1, 3, -90), (2, 3, 90), (2, 3, 0), (4, 5, 170), (6, 7, 170))
    options = {"victory_points": "none", "ties": "wins,quotient,opponents"}
    ranking = rank_field("team-imps", field, options)
    totals = {standing.contestant: standing.total for standing in ranking.standings}
    assert totals[1] == totals[2] == 3
    assert totals[4] == totals[6] == 5
    figures = dict(shown_figures(ranking))
    assert {team: figures["Wins"][team] for team in (1, 2, 4, 6)} == {
        1: "1",
        2: "1",
        4: "1",
        6: "1",
    }
    assert figures["Quotient"][1] == "2"
    assert figures["Quotient"][2] == "none lost"
    assert not {1, 2} & figures["Opponents"].keys()
    # 4 and 6 stay equal by all of them.
    assert figures["Opponents"] == {4: "-5", 6: "-5", 5: "5", 7: "5"}
    assert check_ranking("team-imps", field, options) == []


def test_nothing_is_shown_where_ties_share_the_place():
    ranking = rank_field("team-imps", contest((1, 2, 0)), {"victory_points": "none"})
    assert ranking.tie_breaks == ()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("ebu", "ebu"),
        ("wins, quotient", "wins,quotient"),
        ("wins,split,wins", "wins"),
        ("split,split", "split"),
    ],
)
def test_a_chain_is_stored_in_one_form(typed, stored):
    assert get_method("team-imps").complete_settings({"ties": typed})["ties"] == stored


@pytest.mark.parametrize(
    "typed", ["wins,luck", "wins,,luck", "ebu,wins,margin,quotient,opponents", 3]
)
def test_a_chain_of_unknown_or_too_many_tie_breaks_is_refused(typed):
    with pytest.raises(ScoringError, match="ties"):
        get_method("team-imps").complete_settings({"ties": typed})


def test_swiss_pairs_by_matchpoints_have_no_quotient():
    with pytest.raises(ScoringError, match="quotient"):
        get_method("swiss-pairs").complete_settings({"ties": "wins,quotient"})
