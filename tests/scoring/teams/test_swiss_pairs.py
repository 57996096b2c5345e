"""Swiss pairs by IMPs and on the scale of ten points: hand-computed figures, and what holds of any match."""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.errors import ScoringError
from scoring.explain.figures import explain_line, explain_total
from scoring.methods.cross_imps import divide_by_root
from scoring.model import Board, DueMatch, Field, Line
from scoring.registry import get_method, rank_field
from scoring.teams.victory_points import (
    PAIRS_SCALES,
    SCALES,
    TABLE_SCALES,
    convert_percent_to_victory_points,
    read_scale_table,
)
from tests.golden import read_golden
from tests.oracle.checking import check_ranking
from tests.scoring.strategies import ARTIFICIALS, OWN_AVERAGES, ruled_fields

GOLDEN = "scoring/swiss-pairs-imps_three-tables.csv"
MATCHES = list(csv.DictReader(read_golden(GOLDEN).splitlines()))
SCORES = (-620, -420, -170, -50, 0, 50, 90, 110, 140, 170, 420, 450, 620, 980)
METHODS = ("swiss-pairs", "swiss-pairs-imps")


def round_of(scores_by_board, round_no=1):
    """Return the boards of a round: tables 1 v 2, 3 v 4 and so on with these N-S scores."""
    boards = []
    for board_no, scores in enumerate(scores_by_board, start=1):
        lines = tuple(
            Line(2 * index + 1, 2 * index + 2, score) for index, score in enumerate(scores)
        )
        boards.append(Board(board_no, lines, round_no))
    return tuple(boards)


@st.composite
def rounds(draw):
    tables = draw(st.integers(2, 6))
    board_of_scores = st.lists(st.sampled_from(SCORES), min_size=tables, max_size=tables)
    return Field(1, round_of(draw(st.lists(board_of_scores, min_size=5, max_size=8))))


@pytest.mark.parametrize("scale", ["continuous", "discrete"])
def test_a_match_in_imps_by_hand(scale):
    scores = [[int(row[board]) for row in MATCHES] for board in ("first", "second")]
    ranking = rank_field("swiss-pairs-imps", Field(1, round_of(scores)), {"victory_points": scale})
    most = 20
    for row, match in zip(MATCHES, ranking.matches, strict=True):
        assert match.points[0] == int(row["imps"]) == -match.points[1]
        assert match.score[0] == Fraction(row[scale]) == most - match.score[1]


@given(st.integers(0, 200), st.integers(2, 40))
def test_the_divisor_is_the_root_of_half_the_results_times_the_comparisons(imps, results):
    exact_square = Fraction(2 * imps**2, results * (results - 1))
    assert abs(divide_by_root(imps, results) ** 2 - exact_square) < Fraction(1, 10**5)
    assert divide_by_root(-imps, results) == -divide_by_root(imps, results)
    # Two results are the two tables of a match of teams.
    assert divide_by_root(imps, 2) == imps


@given(rounds(), st.sampled_from(METHODS), st.data())
def test_both_sides_share_the_points_of_a_match(field, method, data):
    options = {}
    scale = data.draw(st.sampled_from(get_method(method).options[0].choices))
    if scale not in TABLE_SCALES or len(field.boards) >= read_scale_table(scale)[0].min_boards:
        options = {"victory_points": scale}
    # The default of the club's own scale is 2 for a win.
    shared_points = {each.key: each.points_per_match for each in (*SCALES, *PAIRS_SCALES)} | {
        "own": 2
    }
    most = shared_points.get(options.get("victory_points"), 20)
    ranking = rank_field(method, field, options)
    for match in ranking.matches:
        assert match.score[0] + match.score[1] == most
        assert match.score[0] >= 0 <= match.score[1]
    assert check_ranking(method, field, options) == []
    # Turned tables turn the scores.
    turned_boards = []
    for board in field.boards:
        lines = tuple(Line(line.ew, line.ns, -line.score) for line in board.lines)
        turned_boards.append(replace(board, lines=lines))
    turned = rank_field(method, replace(field, boards=tuple(turned_boards)), options)
    assert [standing.total for standing in turned.standings] == [
        standing.total for standing in ranking.standings
    ]


@given(
    ruled_fields(["vp"], artificials=ARTIFICIALS | OWN_AVERAGES),
    st.sampled_from(METHODS),
    st.data(),
)
def test_both_routes_agree_on_every_tie_break(field, method, data):
    ties = data.draw(st.sampled_from(get_method(method).options[-1].choices))
    boards = tuple(
        replace(board, lines=tuple(line._replace(ew=line.ew + 100) for line in board.lines))
        for board in field.boards
    )
    pairs = {number for board in boards for line in board.lines for number in (line.ns, line.ew)}
    credits = tuple(
        replace(credit, direction=None) for credit in field.credits if credit.contestant in pairs
    )
    one_list = replace(field, winner_count=1, boards=boards, credits=credits)
    assert check_ranking(method, one_list, {"ties": ties}) == []


def test_whole_matches_on_the_scale_of_ten():
    assert convert_percent_to_victory_points(Fraction("61.41"), 8, "ebu-10") == (9, 1)
    assert convert_percent_to_victory_points(Fraction("61.42"), 8, "ebu-10") == (10, 0)
    with pytest.raises(ScoringError, match=r"The scale EBU 10 is for matches of .* not of 14"):
        convert_percent_to_victory_points(Fraction(60), 14, "ebu-10")
    with pytest.raises(ScoringError, match="need the scale EBU, not EBU 10"):
        convert_percent_to_victory_points(Fraction(60), 4, "ebu-10", is_half=True)


def test_the_scheduled_boards_choose_the_row_of_a_table():
    boards = round_of([[420, 50, 50]] * 5)
    due = tuple(DueMatch(1, home, home + 1, 6) for home in (1, 3, 5))
    field = Field(1, boards, matches=due)
    assert check_ranking("swiss-pairs-imps", field, {"victory_points": "acbl-20"}) == []
    with pytest.raises(ScoringError, match="The scale ACBL 20 is for matches of 6 to 8"):
        rank_field("swiss-pairs-imps", Field(1, boards), {"victory_points": "acbl-20"})


def test_an_unfinished_match_gives_no_points_yet():
    boards = round_of([[420, 50, 50]] * 2)
    due = (DueMatch(1, 1, 2, 8, is_over=False),)
    field = Field(1, boards, matches=due, credits=(Credit(7, None, "bye", Fraction(12), "vp"),))
    for method in METHODS:
        ranking = rank_field(method, field)
        totals = {standing.contestant: standing.total for standing in ranking.standings}
        assert (totals[1], totals[2], totals[7]) == (0, 0, 12)
        assert check_ranking(method, field) == []


def test_explanations_name_the_figure_of_each_match():
    field = Field(1, round_of([[420, 170, -50], [110, 140, 110]]))
    in_imps = explain_total("swiss-pairs-imps", field, contestant=1)
    assert in_imps.formula == "16 on 2 boards (9 IMPs on 2 boards against 2 gave 16) = 16, place 2"
    line = explain_line("swiss-pairs-imps", field, board_no=1, contestant=1, side="NS")
    assert line.formula == "10 + 6 = 16; 16 ÷ √(3 × 2 ÷ 2) = 9.23760431"
    in_percent = explain_total("swiss-pairs", field, contestant=1)
    assert "(62.50 % on 2 boards against 2 gave 16)" in in_percent.formula


def test_scales_have_the_names_of_their_unions():
    def names(key):
        return [*get_method(key).options[0].phrases.values()]

    scales = [*(scale.name for scale in SCALES), "the club’s own scale"]
    assert scales[:2] == ["WBF continuous", "EBU"]
    assert names("swiss-pairs-imps") == scales
    assert names("team-imps") == [*scales, "none, rank by IMPs"]
    assert names("swiss-pairs") == ["EBU", "EBU 10"]
    assert get_method("team-imps").get_name_with_scale({"victory_points": "discrete"}) == (
        "Team IMPs, EBU"
    )
    assert get_method("team-imps").get_name_with_scale({"victory_points": "none"}) == "Team IMPs"
    assert get_method("matchpoints").get_name_with_scale({}) == "Matchpoints"
