"""Nets, compass averages and excess scoring of duplicate auction."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import Adjustment, ArtificialScore
from scoring.errors import ScoringError
from scoring.methods.excess import check_balance, make_excess_entry
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden_rows
from tests.oracle.books import compute_compass_credits, compute_net, make_round_entries
from tests.oracle.checking import check_ranking
from tests.scoring.plain import get_side_totals
from tests.scoring.strategies import AVERAGES, fields

AVERAGE = ArtificialScore(Fraction(50), Fraction(50))


def test_nets_of_1926_give_the_printed_credits():
    printed = read_golden_rows("scoring/compass_auction-1926.csv")
    nets = [int(row["net"]) for row in printed]
    others = [1638 - sum(nets) - 4 * 200] + [200] * 4
    lines = tuple(
        Line(number, number, score=each) for number, each in enumerate([*nets, *others], start=1)
    )
    ranking = rank_field("compass", Field(2, (Board(1, lines),)))
    ours = get_side_totals(ranking)
    assert [ours["NS", at] for at in (1, 2)] == [int(row["result"]) for row in printed]
    assert ranking.notes == ("The average net of N-S is 234.", "The average net of E-W is -234.")


def test_an_average_net_is_a_decimal_in_words():
    lines = tuple(
        Line(number, number, score=score)
        for number, score in enumerate((460, 183, 100, 98, -23), 1)
    )
    notes = rank_field("compass", Field(2, (Board(1, lines),))).notes
    assert notes == ("The average net of N-S is 163.6.", "The average net of E-W is -163.6.")
    lines = lines[:3]
    notes = rank_field("compass", Field(2, (Board(1, lines),))).notes
    assert notes[0] == "The average net of N-S is 247.67."


def test_round_and_night_give_the_printed_differences():
    printed = [
        {name: int(value) for name, value in row.items()}
        for row in read_golden_rows("scoring/compass_rounds-1926.csv")
    ]
    assert make_round_entries(printed[0]["plus"], printed[0]["minus"]) == (
        printed[0]["net"],
        printed[1]["net"],
    )
    assert compute_net([printed[2]["plus"], -printed[2]["minus"]]) == printed[2]["net"]


def test_credits_of_a_series_match_the_law():
    worked = read_golden_rows("scoring/excess_series.csv")
    assert compute_compass_credits([int(row["net"]) for row in worked]) == [
        int(row["credit"]) for row in worked
    ]


def test_entries_of_a_board_match_the_law():
    for row in read_golden_rows("scoring/excess_entries.csv"):
        entry = make_excess_entry(
            int(row["won"]), int(row["honours"]), has_winner_declared=row["declared"] == "yes"
        )
        assert (entry.plus, entry.excess, entry.minus) == (
            int(row["plus"]),
            int(row["excess"]),
            int(row["minus"]),
        )


def contest():
    boards = {
        int(row["board"]): (
            Line(
                int(row["ns"]),
                int(row["ew"]),
                int(row["score"]),
                declarer=row["declarer"],
                honours=int(row["honours"]),
            ),
        )
        for row in read_golden_rows("scoring/excess_contest.csv")
    }
    return Field(2, tuple(Board(board_no, lines) for board_no, lines in boards.items()))


def test_contest_gives_the_nets_winners_and_columns_of_the_law():
    ranking = rank_field("excess", contest())
    assert get_side_totals(ranking) == {
        ("NS", 1): 270,
        ("NS", 2): 50,
        ("EW", 1): -450,
        ("EW", 2): -120,
    }
    assert [
        (standing.direction, standing.contestant)
        for standing in ranking.standings
        if standing.rank == 1
    ] == [
        ("NS", 1),
        ("EW", 2),
    ]
    assert ranking.notes == ("PLUS 780 and EXCESS 250 make MINUS 1030.",)


@st.composite
def auction_fields(draw):
    lines = st.builds(
        lambda number, score, declarer, honours: Line(
            number, number, score, declarer=declarer, honours=min(honours, abs(score))
        ),
        st.just(0),
        st.integers(-1500, 1500),
        st.sampled_from(["N", "E", "S", "W", "NS", "EW"]),
        st.sampled_from([0, 30, 64, 100]),
    )
    boards = [
        tuple(
            Line(number, number, artificial=AVERAGE)
            if draw(st.integers(0, 5)) == 5
            else Line(number, number, line.score, declarer=line.declarer, honours=line.honours)
            for number, line in enumerate(draw(st.lists(lines, max_size=4)), start=1)
        )
        for _ in range(draw(st.integers(1, 4)))
    ]
    return Field(2, tuple(Board(board_no, lines) for board_no, lines in enumerate(boards, start=1)))


@pytest.mark.parametrize("result", ["net", "credit"])
@given(field=auction_fields(), data=st.data())
def test_both_routes_of_excess_agree(result, field, data):
    limits = {
        name: data.draw(st.sampled_from(["200", "350", "500", "2000"]), name)
        for name in ("defenders_limit", "declarer_limit")
    }
    assert check_ranking("excess", penalised(field, data), {"result": result} | limits) == []


@pytest.mark.parametrize(
    ("limits", "totals"),
    [
        ({}, (350, 500)),
        ({"defenders_limit": "600"}, (600, 500)),
        ({"declarer_limit": "450"}, (350, 450)),
    ],
    ids=["1926", "defenders", "declarer"],
)
def test_the_club_chooses_the_limits(limits, totals):
    lines = (Line(1, 1, 800, declarer="E"), Line(2, 2, 620, declarer="N"))
    ranking = rank_field("excess", Field(2, (Board(2, lines),)), limits)
    assert (get_side_totals(ranking)["NS", 1], get_side_totals(ranking)["NS", 2]) == totals


def test_with_one_limit_for_both_sides_no_score_needs_its_declarer():
    field = Field(1, (Board(3, (Line(1, 2, 800),)),))
    limits = {"defenders_limit": "500", "declarer_limit": "500"}
    assert get_side_totals(rank_field("excess", field, limits)) == {(None, 1): 500, (None, 2): -800}


@pytest.mark.slow
@pytest.mark.parametrize("result", ["net", "average"])
@given(field=fields(artificials=AVERAGES), data=st.data())
def test_both_routes_of_nets_agree(result, field, data):
    assert check_ranking("compass", penalised(field, data), {"result": result}) == []


def penalised(field, data):
    """Return *field* with penalties on some of its lines."""
    penalty = st.builds(
        Adjustment, st.sampled_from(["ns", "ew"]), st.just(Fraction(-50)), st.just("points")
    )
    boards = [
        replace(
            board,
            lines=tuple(
                line._replace(adjustments=data.draw(st.tuples() | st.tuples(penalty)))
                for line in board.lines
            ),
        )
        for board in field.boards
    ]
    return replace(field, boards=tuple(boards))


def test_score_within_the_lower_limit_needs_no_declarer():
    field = Field(
        1, (Board(3, (Line(1, 2, 350), Line(3, 4, 380, honours=30), Line(5, 6), Line(7, 8, 0))),)
    )
    assert {
        standing.contestant: standing.total for standing in rank_field("excess", field).standings
    } == {
        1: 350,
        2: -350,
        3: 380,
        4: -380,
        5: 0,
        6: 0,
        7: 0,
        8: 0,
    }


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            Line(1, 2, -360),
            "Board 3: 1 N-S against 2 E-W made 360, but the limit is 350 or 500. Enter the contract, or at "
            "auction the declarer and any honours with the score.",
        ),
        (
            Line(1, 2, 360, declarer="Q"),
            "“Q” isn’t a seat. Use N, E, S or W, or NS or EW for a side.",
        ),
    ],
    ids=["no-declarer", "no-such-seat"],
)
def test_line_whose_limit_is_unknown_is_refused(line, sentence):
    with pytest.raises(ScoringError) as refusal:
        rank_field("excess", Field(1, (Board(3, (line,)),)))
    assert str(refusal.value) == sentence


def test_columns_that_do_not_balance_are_refused():
    with pytest.raises(ScoringError) as refusal:
        check_balance(780, 240, 1030)
    assert str(refusal.value) == (
        "PLUS 780 and EXCESS 240 make 1020, but MINUS is 1030. Look for an entry made by one side only."
    )


def test_credit_of_an_uneven_field_is_exact():
    field = Field(
        2,
        (
            Board(
                1,
                tuple(
                    Line(number, number, score) for number, score in enumerate((100, 0, 0), start=1)
                ),
            ),
        ),
    )
    assert get_side_totals(rank_field("compass", field))["NS", 1] == Fraction(200, 3)


@pytest.mark.parametrize("key", ["compass", "excess"])
def test_penalty_of_50_points_costs_the_pair_that_passed_on_a_wrong_hand_and_nobody_else(key):
    lines = (
        Line(
            1, 1, 50, adjustments=(Adjustment("ns", Fraction(-50), "points", "passed on 14 cards"),)
        ),
        Line(2, 2, -50),
    )
    ranking = rank_field(key, Field(2, (Board(1, lines),)), {"result": "net"})
    assert get_side_totals(ranking) == {("NS", 1): 0, ("NS", 2): -50, ("EW", 1): -50, ("EW", 2): 50}
    assert ranking.notes[-1] == "Board 1: 1 N-S gets -50 points (passed on 14 cards)."


SHIFTED = (
    Line(1, 1, 600, declarer="E"),
    Line(2, 2, 200, declarer="N"),
    Line(3, 3, artificial=AVERAGE),
)


@pytest.mark.parametrize(
    ("key", "basis"),
    [("compass", "nets are added up"), ("excess", "each side enters what it won or lost")],
)
def test_average_of_a_board_nobody_played_is_nothing_and_another_share_is_refused(key, basis):
    alone = Field(2, (Board(1, (Line(3, 3, artificial=AVERAGE),)),))
    assert get_side_totals(rank_field(key, alone, {"result": "net"})) == {
        ("NS", 3): 0,
        ("EW", 3): 0,
    }
    better = Line(3, 3, artificial=ArtificialScore(Fraction(60), Fraction(40)))
    with pytest.raises(ScoringError) as refusal:
        rank_field(key, Field(2, (Board(1, (*SHIFTED[:2], better)),)))
    assert (
        str(refusal.value) == f"Board 1: A6040 doesn’t work when {basis}. Enter A50 or no result."
    )
