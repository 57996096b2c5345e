"""Four pairs, and fours: matches over shared deals, ties broken by tricks."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.classic.team_matches import compute_match_points
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden_rows
from tests.oracle.books import compute_odd_pair_total
from tests.oracle.checking import check_ranking
from tests.scoring.plain import get_side_totals


def four_pairs(seed):
    """Return the printed schedule with tricks made up, and the pairs compared over each eight deals."""
    chance = random.Random(seed)
    boards, compared = [], {}
    for row in read_golden_rows("scoring/four-pairs_schedule-1900.csv"):
        first, last = map(int, row["deals"].split("-"))
        for deal in range(first, last + 1):
            lines = tuple(
                Line(int(row[f"ns_{at}"]), int(row[f"ew_{at}"]), chance.randint(0, 13))
                for at in (1, 2)
            )
            boards.append(Board(deal, lines))
            for pair, other in (couple.split("-") for couple in row["compared"].split()):
                compared.setdefault((int(pair), int(other)), []).append(deal)
    return Field(1, tuple(boards)), compared


def tricks(field, pair, deals):
    return sum(
        line.score if line.ns == pair else 13 - line.score
        for board in field.boards
        if board.board_no in deals
        for line in board.lines
        if pair in (line.ns, line.ew)
    )


@pytest.mark.parametrize("seed", range(5))
def test_four_pairs_win_matches_over_the_printed_eight_deals(seed):
    field, compared = four_pairs(seed)
    assert {couple: len(deals) for couple, deals in compared.items()} == dict.fromkeys(
        combinations(range(1, 5), 2), 8
    )
    matches, gained = dict.fromkeys(range(1, 5), 0), dict.fromkeys(range(1, 5), 0)
    for (pair, other), deals in compared.items():
        difference = tricks(field, pair, deals) - tricks(field, other, deals)
        for each, excess in ((pair, difference), (other, -difference)):
            matches[each] += 1 if excess > 0 else 0.5 if excess == 0 else 0
            gained[each] += max(excess, 0)
    ranking = rank_field("four-pairs", field)
    assert get_side_totals(ranking) == {(None, pair): won for pair, won in matches.items()}
    expected = sorted(matches, key=lambda pair: (-matches[pair], -gained[pair], pair))
    assert [standing.contestant for standing in ranking.standings] == expected
    assert ranking.notes == tuple(
        f"Pair {pair}: trick score {gained[pair]:+d}." for pair in expected
    )


def test_equal_totals_give_half_a_match_each():
    field = Field(
        2, (Board(1, (Line(1, 1, 7), Line(2, 2, 6))), Board(2, (Line(1, 2, 6), Line(2, 1, 7))))
    )
    ranking = rank_field("four-pairs", field)
    assert [
        (standing.direction, standing.contestant, standing.total, standing.rank_text)
        for standing in ranking.standings
    ] == [
        ("NS", 1, 0.5, "1="),
        ("NS", 2, 0.5, "1="),
        ("EW", 2, 1, "1"),
        ("EW", 1, 0, "2"),
    ]


@pytest.mark.parametrize("winners", [1, 2], ids=["one-winner", "two-winners"])
def test_more_than_four_pairs_are_refused_with_one_sentence(winners):
    lines = (Line(1, 2, 7), Line(3, 4, 6), Line(5, 6, 8))
    with pytest.raises(ScoringError) as refusal:
        rank_field("four-pairs", Field(winners, (Board(1, lines),)))
    assert str(refusal.value) == (
        "A four-pair match needs four pairs, but there are 6. Choose another method, such as match."
    )


def test_totals_of_two_teams_give_the_match_score():
    for row in read_golden_rows("scoring/fours_totals.csv"):
        assert compute_match_points(int(row["own"]), int(row["other"])) == (
            int(row["own_points"]),
            int(row["other_points"]),
        )


def test_team_with_an_odd_pair_adds_the_average_of_the_other_direction():
    assert compute_odd_pair_total(100, [30, 32, 34]) == 132


def test_fours_leave_a_deal_alone_that_only_one_direction_has_played():
    field = Field(2, (Board(1, (Line(1, 2, 7),)),), contest="teams")
    ranking = rank_field("fours", field)
    assert [
        (standing.contestant, standing.total, standing.board_count)
        for standing in ranking.standings
    ] == [
        (1, 0, 0),
        (2, 0, 0),
    ]
    assert [(scored.ns_points, scored.ew_points) for scored in ranking.boards[0].lines] == [
        (None, None)
    ]


def test_older_match_score_of_fours_is_half_of_the_later_one():
    field = Field(2, (Board(1, (Line(1, 2, 7), Line(2, 1, 6))),), contest="teams")
    assert get_side_totals(rank_field("fours", field, {"win": "1"})) == {(None, 1): 1, (None, 2): 0}


@st.composite
def matches_of_many_tables(draw):
    """Three teams who share each deal at as many tables in either direction, some of them not played yet."""
    tables = draw(st.integers(1, 4))
    boards = []
    for first, second in combinations((1, 2, 3), 2):
        lines = [
            Line(*both, draw(st.integers(0, 13) | st.none()))
            for both in ((first, second), (second, first)) * tables
        ]
        boards.append(Board(len(boards) + 1, tuple(draw(st.permutations(lines)))))
    return Field(1, tuple(boards), contest="teams")


@given(field=matches_of_many_tables())
def test_larger_teams_compare_totals_over_the_tables_at_which_they_share_a_deal(field):
    ranking = rank_field("fours", field)
    assert check_ranking("fours", field) == []
    for match in ranking.matches:
        (board,) = [
            board
            for board in field.boards
            if {board.lines[0].ns, board.lines[0].ew} == {match.home, match.away}
        ]
        tricks = {
            ns: [line.score for line in board.lines if line.ns == ns]
            for ns in (match.home, match.away)
        }
        assert None not in (*tricks[match.home], *tricks[match.away]) or len(
            [score for score in tricks[match.home] if score is not None]
        ) == len([score for score in tricks[match.away] if score is not None])
        totals = [
            sum(score for score in tricks[ns] if score is not None)
            for ns in (match.home, match.away)
        ]
        assert match.points[0] == totals[0] - totals[1] == -match.points[1]
        assert match.score == compute_match_points(*totals)
