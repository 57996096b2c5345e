"""Team totals and Swiss pairs: printed and worked figures, half matches, and both routes on anything."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Adjustment, Credit
from scoring.errors import FieldError, ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from scoring.teams.victory_points import compute_discrete_scale, convert_to_victory_points
from scoring.teams.victory_points import convert_percent_to_victory_points as points_of
from tests.golden import read_golden_rows
from tests.oracle.checking import check_ranking
from tests.scoring.strategies import ARTIFICIALS, OWN_AVERAGES, ruled_fields, team_fields


def totals(method_key, field, **options):
    return {
        standing.contestant: standing.total
        for standing in rank_field(method_key, field, options).standings
    }


@pytest.mark.parametrize(
    "row", read_golden_rows("scoring/team-imps_half-matches.csv"), ids=lambda row: row["boards"]
)
def test_half_matches_have_the_scale_of_ten_points(row):
    least = tuple(int(row[str(won)]) for won in range(5, 11))
    assert (0, *compute_discrete_scale(int(row["boards"]), is_half=True)) == least
    for won, margin in enumerate(least, start=5):
        assert convert_to_victory_points(margin, int(row["boards"]), "discrete", is_half=True) == (
            won,
            10 - won,
        )
        assert convert_to_victory_points(-margin, int(row["boards"]), "discrete", is_half=True) == (
            10 - won,
            won,
        )


def test_a_half_match_stands_beside_whole_ones():
    lines = Line(1, 2, 620), Line(2, 1, 170)
    boards = [Board(number, lines, 1) for number in (1, 2, 3, 4)]
    boards += [Board(number, lines, 2, is_half=True) for number in (5, 6, 7, 8)]
    field = Field(1, tuple(boards), contest="teams")
    ranking = rank_field("team-imps", field, {"victory_points": "discrete"})
    assert [match.score for match in ranking.matches] == [(20, 0), (10, 0)]
    assert check_ranking("team-imps", field, {"victory_points": "discrete"}) == []


@pytest.mark.parametrize(
    ("scale", "name"), [("continuous", "WBF continuous"), ("acbl-20", "ACBL 20")]
)
def test_a_half_match_is_refused_where_no_scale_is_published(scale, name):
    field = Field(1, (Board(1, (Line(1, 2, 620), Line(2, 1, 170)), is_half=True),), contest="teams")
    with pytest.raises(ScoringError) as refused:
        rank_field("team-imps", field, {"victory_points": scale})
    assert str(refused.value) == (f"Half matches need the scale EBU, not {name}. Choose EBU.")


@pytest.mark.parametrize(
    "row",
    read_golden_rows("scoring/swiss-pairs_scale.csv"),
    ids=lambda row: f"{row['of']}-{row['fewest']}-{row['to']}",
)
def test_every_printed_per_cent_of_swiss_pairs_comes_out(row):
    won = Fraction(row["won"]), Fraction(row["lost"])
    for boards in range(int(row["fewest"]), int(row["most"]) + 1):
        for percent in (Fraction(row["to"]), Fraction(row["above"]) + Fraction(1, 100)):
            assert points_of(percent, boards, is_half=row["of"] == "10") == won
            assert points_of(100 - percent, boards, is_half=row["of"] == "10") == won[::-1]


def test_more_boards_than_the_tables_have_are_refused():
    with pytest.raises(ScoringError, match="1 to 4 and 5 to 6 and 7 to 9"):
        points_of(Fraction(60), 28)


def swiss_round(*margins, boards=8, **given):
    """Return a round of so many matches; in each the lower number makes 50 or 90 on its share of the boards."""
    return tuple(
        Board(
            number,
            tuple(
                Line(2 * index + 1, 2 * index + 2, 90 if number <= good else 50)
                for index, good in enumerate(margins)
            ),
            **given,
        )
        for number in range(1, boards + 1)
    )


def test_a_match_of_pairs_is_scored_by_its_per_cent_of_the_tops():
    field = Field(1, swiss_round(8, 4, 0))
    ranking = rank_field("swiss-pairs", field)
    # Of 8 boards pair 1 has 16 of 32 tops by the better half and 12 more on the other: (4 × 3 + 4 ×
    # 4) ÷ 32.
    assert [(match.home, match.away, match.points[0]) for match in ranking.matches] == [
        (1, 2, 28),
        (3, 4, 16),
        (5, 6, 4),
    ]
    assert [match.score for match in ranking.matches] == [
        (20, 0),
        (10, 10),
        (0, 20),
    ]
    assert check_ranking("swiss-pairs", field) == []


def test_penalties_of_swiss_pairs_are_in_victory_points():
    first, *others = swiss_round(8, 4, 0)
    late = Adjustment("ns", Fraction(-1), "vp", "late")
    lines = (first.lines[0]._replace(adjustments=(late,)), *first.lines[1:])
    field = Field(
        1,
        (replace(first, lines=lines), *others),
        credits=(Credit(6, None, "carry-over", Fraction(2), "vp"),),
    )
    assert totals("swiss-pairs", field) == {1: 19, 2: 0, 3: 10, 4: 10, 5: 0, 6: 22}
    assert check_ranking("swiss-pairs", field) == []


def test_swiss_pairs_in_two_lists_are_refused():
    with pytest.raises(ScoringError, match="has one ranking, but this contest has 2 winners"):
        rank_field("swiss-pairs", Field(2, swiss_round(4, 4)))


@given(
    ruled_fields(["vp"], artificials=ARTIFICIALS | OWN_AVERAGES),
    st.sampled_from(["split", "head-to-head"]),
)
def test_both_routes_agree_on_swiss_pairs(field, ties):
    one_list = replace(field, winner_count=1, boards=tuple(_apart(board) for board in field.boards))
    bare = replace(
        one_list, credits=tuple(replace(credit, direction=None) for credit in field.credits)
    )
    if not bare.credits or all(_is_known(bare, credit) for credit in bare.credits):
        assert check_ranking("swiss-pairs", bare, {"ties": ties}) == []


def _apart(board):
    """Return *board* with E-W numbers that no N-S pair has."""
    return replace(board, lines=tuple(line._replace(ew=line.ew + 100) for line in board.lines))


def _is_known(field, credit):
    return any(
        credit.contestant in (line.ns, line.ew) for board in field.boards for line in board.lines
    )


@pytest.mark.slow
@given(
    team_fields(["points"], is_ruled=False),
    st.fixed_dictionaries(
        {
            "unit": st.sampled_from(["tricks", "points"]),
            "count": st.sampled_from(["both", "north-south"]),
            "odd_pair": st.sampled_from(["none", "average"]),
            "ties": st.sampled_from(["split", "head-to-head", "boards-won"]),
        }
    ),
)
def test_both_routes_agree_on_team_totals(field, options):
    assert check_ranking("team-totals", field, options) == []


def test_boards_of_a_team_above_average_are_those_with_seven_tricks_and_more():
    # Team 1 has 5, 8, 5, 7, 7 and 7 tricks.
    tricks = {1: (5, 5), 2: (5, 6), 3: (7, 6)}
    boards = [
        Board(board_no, (Line(1, 2, first), Line(2, 1, second)))
        for board_no, (first, second) in tricks.items()
    ]
    field = Field(1, tuple(boards), contest="teams")
    standings = rank_field("team-totals", field, {"unit": "tricks", "ties": "boards-won"}).standings
    assert [
        (standing.contestant, standing.total, standing.rank_text) for standing in standings
    ] == [
        (1, 39, "1"),
        (2, 39, "2"),
    ]


def test_odd_pairs_bring_the_average_of_their_direction():
    printed = read_golden_rows("scoring/team-totals_odd-pairs.csv")
    lines = [row for row in printed if row["board"] != "total"]
    boards = tuple(
        Board(
            number,
            tuple(
                Line(int(row["ns"]), int(row["ew"]), int(row["tricks"]))
                for row in lines
                if row["board"] == str(number)
            ),
        )
        for number in (1, 2)
    )
    wanted = {int(row["ns"]): Fraction(row["tricks"]) for row in printed if row["board"] == "total"}
    field = Field(1, boards, contest="teams")
    assert totals("team-totals", field, odd_pair="average") == wanted
    assert check_ranking("team-totals", field, {"odd_pair": "average"}) == []
    assert rank_field("team-totals", field, {"odd_pair": "average"}).notes == (
        "Team 1: average 14 points (for the pairs it has fewer in one direction).",
        "Team 2: average 12 points (for the pairs it has fewer in one direction).",
    )


def test_teams_of_one_pair_too_many_are_not_scored_match_by_match():
    lines = Line(1, 2, 7), Line(2, 1, 6), Line(1, 2, 8)
    field = Field(1, (Board(1, lines),), contest="teams")
    with pytest.raises(FieldError, match="team 1 N-S has two results"):
        rank_field("team-imps", field)
    assert totals("team-totals", field) == {1: 7 + 7 + 8, 2: 6 + 6 + 5}


def test_north_south_alone_gives_the_gain_of_the_book():
    lines = Line(1, 2, 53), Line(2, 1, 51)
    field = Field(1, (Board(1, lines),), contest="teams")
    assert totals("team-totals", field, count="north-south") == {1: 53, 2: 51}
