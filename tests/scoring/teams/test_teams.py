"""Matches and contests of teams."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.bridge.rulings import Adjustment, ArtificialScore, AssignedScore, Credit, WeightedScore
from scoring.display import format_rounded
from scoring.errors import FieldError
from scoring.model import Board, Field, Line
from scoring.registry import TEAM_METHODS, rank_field
from scoring.teams.victory_points import (
    convert_to_victory_points,
)
from tests.golden import read_golden_rows
from tests.oracle.checking import check_ranking


def two_tables(home_score, away_score, home=1, away=2, **given):
    return Line(home, away, home_score, **given), Line(away, home, away_score)


def contest(*boards, round_no=None, **given):
    numbered = tuple(Board(number, lines, round_no) for number, lines in enumerate(boards, start=1))
    return Field(1, numbered, contest="teams", **given)


def match_of(method_key, field, **options):
    (match,) = rank_field(method_key, field, options).matches
    return match


def test_victory_points_of_eight_boards_are_the_golden_ones():
    ours = [
        {
            "margin": str(margin),
            "continuous": format_rounded(convert_to_victory_points(margin, 8)[0]),
            "discrete": format_rounded(
                convert_to_victory_points(margin, 8, "discrete")[0], decimals=0
            ),
        }
        for margin in range(45)
    ]
    assert ours == read_golden_rows("scoring/team-imps_eight-boards.csv")


@pytest.mark.parametrize(
    ("margin", "won"),
    [
        (Fraction(1, 2), "1044/100"),
        (Fraction(-1, 2), "956/100"),
        (Fraction(2, 5), "10"),
        (1000, "20"),
    ],
    ids=["half-up", "half-down", "less-than-half", "more-than-blitz"],
)
def test_margins_with_fractions_are_rounded(margin, won):
    assert convert_to_victory_points(margin, 8)[0] == Fraction(won)


@pytest.mark.parametrize(
    ("name", "method_key"),
    [("patton_four-boards", "patton"), ("board-a-match_four-boards", "board-a-match")],
    ids=["patton", "board-a-match"],
)
def test_a_match_board_by_board_is_the_golden_one(name, method_key):
    *boards, total = read_golden_rows(f"scoring/{name}.csv")
    field = contest(*(two_tables(int(row["home_score"]), int(row["away_score"])) for row in boards))
    ranking = rank_field(method_key, field)
    ours = [(scored.lines[0].ns_points, scored.lines[0].ew_points) for scored in ranking.boards]
    assert ours == [(int(row["home_points"]), int(row["away_points"])) for row in boards]
    (match,) = ranking.matches
    assert match.score == (
        int(total["home_points"]),
        int(total["away_points"]),
    )


A6040 = ArtificialScore(Fraction(60), Fraction(40))


@pytest.mark.parametrize(
    ("lines", "options", "points"),
    [
        ((Line(1, 2, artificial=A6040), Line(2, 1, 50)), {}, (3, -3)),
        ((Line(1, 2, artificial=A6040), Line(2, 1, 50)), {"average_plus": "2"}, (2, -2)),
        ((Line(1, 2, 50), Line(2, 1, artificial=A6040)), {}, (-3, 3)),
        ((Line(1, 2, artificial=A6040), Line(2, 1, artificial=A6040)), {}, (0, 0)),
        ((Line(1, 2), Line(2, 1, 50)), {}, (0, 0)),
    ],
    ids=["home", "two-imps", "away", "both", "not-played"],
)
def test_artificial_scores_and_gaps_of_a_match(lines, options, points):
    match = match_of("team-imps", contest(lines), victory_points="none", **options)
    assert match.points == points


def test_weights_apply_to_imps_and_a_split_score_to_each_team():
    half = (WeightedScore(620, Fraction(1, 2)), WeightedScore(-100, Fraction(1, 2)))
    weighted = match_of(
        "team-imps",
        contest((Line(1, 2, assigned=AssignedScore(half, half)), Line(2, 1, 620))),
        victory_points="none",
    )
    split = match_of(
        "team-imps",
        contest((Line(1, 2, assigned=AssignedScore((WeightedScore(620),), half)), Line(2, 1, 620))),
        victory_points="none",
    )
    assert weighted.points == (-6, 6)
    assert split.points == (0, 6)


def test_penalties_come_before_the_scale_in_imps_and_after_it_in_victory_points():
    late = (Adjustment("ns", Fraction(-2), "imp", "late"), Adjustment("ew", Fraction(-1), "vp"))
    field = contest(two_tables(620, 170, adjustments=late))
    match = match_of("team-imps", field)
    assert match.points[0] == 8
    assert match.score[0] == convert_to_victory_points(8, 1)[0]
    assert match.points[1] == -10
    assert match.score[1] == convert_to_victory_points(-10, 1)[0] - 1
    assert rank_field("team-imps", field).notes == (
        "Board 1: 1 N-S gets -2 imp (late).",
        "Board 1: 2 E-W gets -1 vp.",
    )


THREE_TEAMS = Field(
    1,
    (
        Board(1, two_tables(620, 170), 1),
        Board(1, two_tables(100, 100, 1, 3), 2),
        Board(1, two_tables(420, -50, 2, 3), 3),
    ),
    contest="teams",
)


def test_rounds_tell_boards_of_one_number_apart():
    ranking = rank_field("team-imps", THREE_TEAMS, {"victory_points": "none"})
    assert [
        (match.round_no, match.home, match.away, match.points[0]) for match in ranking.matches
    ] == [
        (1, 1, 2, 10),
        (2, 1, 3, 0),
        (3, 2, 3, 10),
    ]
    assert [
        (standing.contestant, standing.total, standing.rank_text, standing.board_count)
        for standing in ranking.standings
    ] == [
        (1, 10, "1", 2),
        (2, 0, "2", 2),
        (3, -10, "3", 2),
    ]


def test_a_carry_over_decides():
    field = replace(THREE_TEAMS, credits=(Credit(3, None, "carry-over", Fraction(30), "imp"),))
    standings = rank_field("team-imps", field, {"victory_points": "none"}).standings
    assert [(standing.contestant, standing.total) for standing in standings] == [
        (3, 20),
        (1, 10),
        (2, 0),
    ]


def test_board_a_match_has_percentages():
    standings = rank_field("board-a-match", THREE_TEAMS).standings
    assert [(standing.contestant, standing.percent) for standing in standings] == [
        (1, 75),
        (2, 50),
        (3, 25),
    ]


def test_a_line_waits_for_its_other_table():
    ranking = rank_field("team-imps", contest((Line(2, 1, 50),)))
    assert ranking.boards[0].lines[0].ns_points is None
    assert ranking.matches[0].board_count == 0
    assert ranking.notes == (
        "Board 1: 2 N-S against 1 E-W has no result to compare yet, so it doesn’t count.",
    )


def test_many_lines_that_wait_are_counted():
    lines = tuple(Line(team, team + 1, 50) for team in range(1, 14))
    assert rank_field("team-imps", contest(lines)).notes == (
        "13 results have no result to compare yet, so they don’t count.",
    )


@pytest.mark.parametrize("method_key", [method.key for method in TEAM_METHODS])
def test_a_table_of_team_mates_changes_no_match_and_counts_for_both_in_a_sum(
    method_key,
):
    boards = contest((Line(1, 2, 7), Line(2, 1, 5))).boards
    at_home = contest((Line(1, 2, 7), Line(2, 1, 5)), (Line(1, 1, 9), Line(2, 2, 4)))
    ranking, without = (
        rank_field(method_key, replace(at_home, boards=each)) for each in (at_home.boards, boards)
    )
    assert check_ranking(method_key, at_home) == []
    assert ranking.matches == without.matches
    added = {"team-totals": 13}.get(method_key, 0)
    assert {standing.contestant: standing.total - added for standing in ranking.standings} == {
        standing.contestant: standing.total for standing in without.standings
    }
    lines = [(line.ns_points, line.ew_points) for line in ranking.boards[-1].lines]
    assert lines == {"team-totals": [(9, 4), (4, 9)], "rubbers": [(9, -9), (4, -4)]}.get(
        method_key, [(None, None)] * 2
    )


@pytest.mark.parametrize("method_key", ["team-imps", "board-a-match", "patton", "fours"])
def test_who_has_only_played_against_its_own_team_has_a_place(method_key):
    standings = rank_field(method_key, contest((Line(1, 1, 9), Line(2, 2, 4)))).standings
    assert [
        (standing.contestant, standing.total, standing.board_count) for standing in standings
    ] == [
        (1, 0, 0),
        (2, 0, 0),
    ]


@pytest.mark.parametrize(
    ("field", "method_key", "sentence"),
    [
        (
            contest((Line(1, 1, 50), Line(2, 1, 50))),
            "team-imps",
            "Board 1: team 1 E-W has two results. Delete one.",
        ),
        (
            contest((Line(1, 2, 50), Line(1, 3, 50))),
            "team-imps",
            "Board 1: team 1 N-S has two results. Delete one.",
        ),
        (
            contest(two_tables(50, 50)),
            "matchpoints",
            "Matchpoints is for pairs, but these are teams. Choose another method.",
        ),
        (
            Field(1, ()),
            "patton",
            "Patton is for teams, but these are pairs. Choose another method.",
        ),
    ],
    ids=["at-home-and-away", "two-lines", "teams-by-matchpoints", "pairs-by-patton"],
)
def test_problems_of_a_contest_are_reported(field, method_key, sentence):
    with pytest.raises(FieldError) as refusal:
        rank_field(method_key, field)
    assert str(refusal.value) == sentence
