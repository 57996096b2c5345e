"""Tie-breaks of contests of matches: what each looks at, one after the other, and what the notes say of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Board, Field, Line, check_ranking, rank
from tests.scoring.strategies import team_fields


def match(board_no, home, away, swing):
    """Return a board on which *home* made *swing* points more than *away*."""
    return Board(board_no, (Line(home, away, 100 + swing), Line(away, home, 100)))


def contest(*swings):
    return Field(
        1, tuple(match(at, *swing) for at, swing in enumerate(swings, start=1)), contest="teams"
    )


def places(field, ties, **options):
    ranking = rank("team-imps", field, {"victory_points": "none", "ties": ties, **options})
    return [(seen.place_text, seen.contestant) for seen in ranking.standings], ranking.notes


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
        seen.contestant: seen.total
        for seen in rank("team-imps", field, {"victory_points": "none"}).standings
    }
    assert totals[1] == totals[2] == 3
    order = [number for _, number in standings if number in (1, 2)]
    assert order[0] == first
    assert f"Teams 1, 2 are equal; {said} decided." in notes


def test_teams_that_have_not_met_are_told_apart_by_their_opponents():
    field = contest((1, 3, 90), (2, 4, 90), (3, 5, 200), (4, 5, 20))
    standings, notes = places(field, "ebu")
    assert standings[:3] == [("1", 1), ("2", 2), ("3", 3)]
    assert "Teams 1, 2 are equal; the totals of their opponents decided." in notes


def test_what_stays_equal_shares_the_place_and_no_note_is_made():
    field = contest((1, 2, 0), (3, 4, 0))
    standings, notes = places(field, "ebu")
    assert [text for text, _ in standings] == ["1="] * 4
    assert notes == ()


def test_the_quotient_and_then_the_best_common_opponent_decide():
    field = contest((1, 3, 230), (1, 3, -90), (2, 3, 90), (2, 3, 0))
    standings, notes = places(field, "cbai")
    totals = {
        seen.contestant: seen.total
        for seen in rank("team-imps", field, {"victory_points": "none"}).standings
    }
    assert totals[1] == totals[2] == 3
    assert [number for _, number in standings][:2] == [2, 1]
    assert "Teams 1, 2 are equal; points won for each lost decided." in notes


@pytest.mark.parametrize("method_key", ["team-imps", "board-a-match", "patton"])
@given(team_fields(["vp"], is_ruled=False), st.sampled_from(["ebu", "cbai", "opponents", "magic"]))
def test_both_routes_agree_on_named_ties(method_key, field, ties):
    units = {"team-imps": "vp", "patton": "vp"}
    bare = field if method_key in units else Field(1, field.boards, contest="teams")
    if method_key == "board-a-match" and any(
        line.adjustments for board in field.boards for line in board.lines
    ):
        return
    options = {"ties": ties} | ({"victory_points": "none"} if method_key == "team-imps" else {})
    assert check_ranking(method_key, bare, options) == []
