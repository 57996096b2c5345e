from hypothesis import given
from hypothesis import strategies as st

from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from scoring.totals.ranking import FinalFigures, make_standings
from tests.oracle.checking import check_ranking

MERITS = st.lists(st.tuples(st.sampled_from(["NS", "EW"]), st.integers(0, 5)), max_size=12)


@given(MERITS)
def test_place_is_one_more_than_the_number_ahead_in_the_same_direction(merits):
    results = [
        FinalFigures(index, direction, merit, None, 1, merit)
        for index, (direction, merit) in enumerate(merits)
    ]
    by_hand = {}
    for index, (direction, merit) in enumerate(merits):
        rivals = [other for side, other in merits if side == direction]
        by_hand[index] = (1 + sum(other > merit for other in rivals), rivals.count(merit) > 1)
    assert {
        seen.contestant: (seen.rank, seen.is_tied) for seen in make_standings(results)
    } == by_hand


def test_places_are_sorted_by_direction_then_place_then_contestant():
    results = [
        FinalFigures(contestant, direction, merit, None, 1, merit)
        for contestant, direction, merit in [(9, "EW", 3), (2, "NS", 1), (4, "EW", 3), (1, "NS", 7)]
    ]
    assert [
        (seen.direction, seen.contestant, seen.rank_text) for seen in make_standings(results)
    ] == [
        ("NS", 1, "1"),
        ("NS", 2, "2"),
        ("EW", 4, "1="),
        ("EW", 9, "1="),
    ]


def test_boards_above_average_of_tricks_are_those_with_seven_and_more():
    results = {1: ((1, 2, 10), (3, 4, 9)), 2: ((1, 3, 1), (2, 4, 9)), 3: ((1, 4, 10), (2, 3, 13))}
    boards = [
        Board(board_no, tuple(Line(ns, ew, tricks) for ns, ew, tricks in lines))
        for board_no, lines in results.items()
    ]
    options = {"unit": "tricks", "ties": "boards-won"}
    field = Field(1, tuple(boards))
    standings = {
        standing.contestant: standing
        for standing in rank_field("aggregate", field, options).standings
    }
    assert standings[1].total == standings[3].total == 21
    assert standings[1].rank_text == standings[3].rank_text
    assert check_ranking("aggregate", field, options) == []
