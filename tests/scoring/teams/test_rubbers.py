"""Rubbers of two rooms: hands, games and rubbers by the book, by both routes."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.entries import parse_entry
from scoring.explain.figures import explain_line, explain_total
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden_rows
from tests.oracle.checking import check_ranking

CONTRACTS = [f"{level}{trumps}{double}{seat}{over}"
             for level in (1, 2, 3, 4, 6)
             for trumps in ("C", "D", "H", "S", "NT")
             for double in ("", "X", "XX")
             for seat in ("N", "E", "W", "EW")
             for over in ("=", "-1", "-3", "+1")]  # fmt: skip


def hand(board_no, ns, ew, contract):
    entry = parse_entry(contract)
    return Line(ns, ew, entry.ns_score(board_no), contract=str(entry) if entry.contract else "")


def golden():
    printed = read_golden_rows("scoring/rubbers_two-pads.csv")
    hands = [row for row in printed if row["board"] != "total"]
    numbers = sorted({int(row["board"]) for row in hands})
    boards = tuple(
        Board(
            number,
            tuple(
                hand(number, int(row["ns"]), int(row["ew"]), row["contract"])
                for row in hands
                if row["board"] == str(number)
            ),
        )
        for number in numbers
    )
    totals = {int(row["ns"]): Fraction(row["points"]) for row in printed if row["board"] == "total"}
    return Field(1, boards, contest="teams"), [Fraction(row["points"]) for row in hands], totals


def test_two_pads_of_one_room_come_out_as_worked_by_hand():
    field, points, totals = golden()
    ranking = rank_field("rubbers", field, {"rooms": "1"})
    assert [scored.ns_points for board in ranking.boards for scored in board.lines] == points
    assert {standing.contestant: standing.total for standing in ranking.standings} == totals
    assert ranking.notes[0] == "Team 1 N-S against team 2: team 1 wins rubber 1 with board 3, 250."
    assert check_ranking("rubbers", field, {"rooms": "1"}) == []


def test_why_names_the_rubber_and_the_game_left_over():
    field, _points, _totals = golden()
    told = explain_line(
        "rubbers", field, {"rooms": "1"}, board_no=3, contestant=1, side="NS"
    ).formula
    assert told.startswith("2HN+2 is 32 at auction, +250 for the rubber, = 282")
    total = explain_total("rubbers", field, {"rooms": "1"}, contestant=1).formula
    assert (
        total
        == "413 on 8 boards + 125 for the only game of a rubber left unfinished = 538, place 1"
    )


def test_rooms_have_rubbers_of_their_own():
    boards = tuple(Board(number, (hand(number, 1, 2, "4SS="),)) for number in (1, 5))
    field = Field(1, boards, contest="teams")
    assert rank_field("rubbers", field).standings[0].total == 36 + 36 + 125 + 125
    assert rank_field("rubbers", field, {"rooms": "1"}).standings[0].total == 36 + 36 + 250
    assert check_ranking("rubbers", field) == []


def test_a_bare_score_counts_towards_no_game():
    boards = tuple(Board(number, (Line(1, 2, 420),)) for number in (1, 2))
    assert rank_field("rubbers", Field(1, boards, contest="teams")).standings[0].total == 840


def test_boards_of_two_rounds_with_the_same_number_count_once_each():
    # Bare scores: round 1 has +300 for team 1, round 2 -200 for team 2 and +100 for team 3.
    rounds = (
        Board(1, (Line(1, 2, 100), Line(3, 4, 0)), round_no=1),
        Board(1, (Line(1, 3, 200), Line(2, 4, 0)), round_no=2),
    )
    for boards in (rounds, rounds[::-1]):
        field = Field(1, boards, contest="teams")
        ranking = rank_field("rubbers", field)
        totals = {standing.contestant: standing.total for standing in ranking.standings}
        assert totals == {1: 300, 2: -100, 3: -200, 4: 0}
        points = [[line.ns_points for line in board.lines] for board in ranking.boards]
        assert points == ([[100, 0], [200, 0]] if boards is rounds else [[200, 0], [100, 0]])
        assert check_ranking("rubbers", field) == []


def test_rubbers_follow_the_rounds_before_the_numbers():
    # 4SS= in both rounds wins the rubber with the second game, which is board 1 of round 2.
    boards = (
        Board(1, (hand(1, 1, 2, "4SS="),), round_no=2),
        Board(3, (hand(3, 1, 2, "4SS="),), round_no=1),
    )
    ranking = rank_field("rubbers", Field(1, boards, contest="teams"), {"rooms": "1"})
    assert [board.lines[0].ns_points for board in ranking.boards] == [36 + 250, 36]


@given(
    hands=st.lists(
        st.tuples(st.integers(1, 24), st.booleans(), st.sampled_from(CONTRACTS)),
        max_size=48,
        unique_by=lambda h: h[:2],
    ),
    rooms=st.sampled_from(["1", "2"]),
)
def test_both_routes_agree_on_rubbers_which_are_won_by_one_and_lost_by_the_other(hands, rooms):
    boards: dict[int, list[Line]] = {}
    for board_no, is_turned, contract in hands:
        boards.setdefault(board_no, []).append(
            hand(board_no, *((2, 1) if is_turned else (1, 2)), contract)
        )
    field = Field(
        1, tuple(Board(number, tuple(lines)) for number, lines in boards.items()), contest="teams"
    )
    ranking = rank_field("rubbers", field, {"rooms": rooms})
    assert sum(standing.total for standing in ranking.standings) == 0
    assert check_ranking("rubbers", field, {"rooms": rooms}) == []
