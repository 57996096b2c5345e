"""Howell's losses, the exponent system, the match system: what the book prints, and what always holds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore
from scoring.classic.exponent import make_exponent_slip
from scoring.classic.losses import compute_gains
from scoring.classic.match_system import compute_match_average
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field
from tests.golden import read_golden_rows
from tests.oracle.books import compute_losses
from tests.oracle.checking import check_ranking
from tests.scoring.plain import get_side_totals
from tests.scoring.strategies import AVERAGES, fields, old_fields

OPPONENTS = [(1, 6), (8, 2), (3, 7), (4, 5)]


def slip(name):
    """Return the printed rows of a slip, and its deal with the opponents that make 13 tricks together."""
    printed = read_golden_rows(f"scoring/{name}")
    tricks = {int(row["pair"]): int(row["tricks"]) for row in printed if row["tricks"]}
    lines = tuple(
        Line(ns, ew, score=tricks[ns]) for ns, ew in OPPONENTS if ns in tricks and ew in tricks
    )
    return printed, Board(2, lines)


def test_losses_of_the_slip_are_the_printed_ones():
    printed, board = slip("howell-losses_slip-1900.csv")
    ranking = rank_field("howell-losses", Field(1, (board,)))
    assert get_side_totals(ranking) == {
        (None, int(row["pair"])): int(row["loss"]) for row in printed
    }
    assert [standing.contestant for standing in ranking.standings if standing.rank == 1] == [
        1,
        5,
        7,
    ]


def test_exponents_of_the_slip_are_the_printed_ones():
    printed, board = slip("exponent_slip-even-1900.csv")
    ours = get_side_totals(rank_field("exponent", Field(1, (board,))))
    expected = {
        int(row["pair"]): int(row["gain"]) + Fraction(int(row["exponent"]), 4) for row in printed
    }
    assert ours == {(None, pair): gain for pair, gain in expected.items()}


def test_exponents_with_an_odd_pair_are_the_printed_ones():
    printed, _ = slip("exponent_slip-odd-1900.csv")
    tricks = {int(row["pair"]): int(row["tricks"]) for row in printed if row["tricks"]}
    lines = tuple(Line(ns, ew, score=tricks[ns]) for ns, ew in [(1, 6), (3, 5), (4, 7)])
    ranking = rank_field("exponent", Field(1, (Board(2, lines), Board(3, (Line(2, 1),)))))
    expected = {
        int(row["pair"]): int(row["gain"]) + Fraction(int(row["exponent"]), 3) for row in printed
    }
    assert get_side_totals(ranking) == {(None, pair): gain for pair, gain in expected.items()}
    assert ranking.notes == ("Pair 2: the average on 1 board without a score.",)


@pytest.mark.parametrize(
    "name", ["exponent_slip-even-1900.csv", "exponent_slip-odd-1900.csv"], ids=["even", "odd"]
)
def test_slip_is_written_with_exponents_as_printed(name):
    printed = read_golden_rows(f"scoring/{name}")
    columns = [[row for row in printed if row["direction"] == side] for side in ("NS", "EW")]
    ours = make_exponent_slip(*([int(row["tricks"]) for row in column] for column in columns))
    gained = [
        [(gain.whole_points, gain.exponent) for gain in column]
        for column in (ours.ns_gains, ours.ew_gains)
    ]
    assert gained == [
        [(int(row["gain"]), int(row["exponent"])) for row in column] for column in columns
    ]
    odd_pairs = [
        (int(row["gain"]), int(row["exponent"])) for row in printed if not row["direction"]
    ]
    assert odd_pairs in ([], [(ours.odd_pair_gain.whole_points, ours.odd_pair_gain.exponent)])


def test_averages_of_the_slips_are_the_printed_ones():
    assert [
        make_exponent_slip([8, 6, 6, 7], [6, 7, 5, 7]).average_gain,
        make_exponent_slip([8, 6, 6], [7, 5, 7]).average_gain,
    ] == [
        Fraction(5, 4),
        Fraction(4, 3),
    ]


def test_matches_of_the_slip_are_the_printed_ones():
    printed, board = slip("match_slip-1900.csv")
    ranking = rank_field("match", Field(1, (board,)))
    assert get_side_totals(ranking) == {
        (None, int(row["pair"])): int(row["points"]) for row in printed
    }
    assert {standing.contestant: standing.percent for standing in ranking.standings}[2] == 50


def test_older_match_scores_are_half_of_the_later_ones():
    _, board = slip("match_slip-1900.csv")
    older, later = (
        get_side_totals(rank_field("match", Field(1, (board,)), {"win": win})) for win in ("1", "2")
    )
    assert older == {key: total / 2 for key, total in later.items()}


@pytest.mark.parametrize(
    ("scores", "average"),
    [
        ([8, 6, 6, 7], 7),
        ([6, 7, 5, 7], 6),
        ([7, 7, 8], 7),
        ([7, 8, 8], 8),
        ([7, 8], Fraction(15, 2)),
        ([7, 7, 7, 8, 8], Fraction(15, 2)),
        ([-7, -8], Fraction(-15, 2)),
        ([-7, -7, -8], -7),
    ],
    ids=[
        "slip-ns",
        "slip-ew",
        "third",
        "two-thirds",
        "half",
        "two-fifths",
        "half-below-0",
        "third-below-0",
    ],
)
def test_match_average_is_whole_within_a_third_else_a_half(scores, average):
    assert compute_match_average(scores) == average


def test_exact_match_average_parts_those_whom_rounding_makes_equal():
    field = Field(
        2,
        (
            Board(
                1,
                tuple(
                    Line(number, number, score)
                    for number, score in enumerate((8, 6, 6, 7), start=1)
                ),
            ),
        ),
    )
    assert [
        rank_field("match", field, {"averages": averages}).boards[0].lines[3].ns_points
        for averages in ("thirds", "exact")
    ] == [1, 2]


def test_losses_and_gains_count_from_either_end():
    assert compute_losses([8, 6, 6, 7]) == [0, 2, 2, 1]
    assert compute_gains([6, 7, 5, 7]) == [1, 2, 0, 2]


@pytest.mark.parametrize(
    ("ns", "ew", "sentence"),
    [
        ([], [], "The slip has 0 N-S and 0 E-W scores. Enter one of each per table."),
        ([8, 6], [5], "The slip has 2 N-S and 1 E-W scores. Enter one of each per table."),
        (
            [8, 6, 6, 1],
            [6, 7, 5, 7],
            "The gains add up to 22, but 4 tables times the highest gain of N-S, 7, make 28. Check the slip.",
        ),
        (
            [2, 2],
            [6, 7],
            "The gains add up to 1, but 2 tables times the highest gain of N-S, 0, make 0. Check the slip.",
        ),
    ],
    ids=["empty", "unequal", "misread-7", "one-side"],
)
def test_slip_that_fails_the_test_is_refused(ns, ew, sentence):
    with pytest.raises(ScoringError) as refusal:
        make_exponent_slip(ns, ew)
    assert str(refusal.value) == sentence


AVERAGED = ["howell-losses", "exponent", "match"]


@pytest.mark.slow
@pytest.mark.parametrize("key", [*AVERAGED, "safford", "four-pairs"])
@given(data=st.data())
def test_both_routes_agree(key, data):
    field = data.draw(old_fields(key))
    choices = {option.name: st.sampled_from(option.choices) for option in get_method(key).options}
    assert check_ranking(key, field, data.draw(st.fixed_dictionaries(choices))) == []


@given(field=fields(artificials=AVERAGES))
def test_plus_is_the_average_loss_less_the_own_one(field):
    one_winner = Field(1, tuple(_renumber(board) for board in field.boards))
    plus = get_side_totals(rank_field("howell-losses", one_winner, {"count": "plus"}))
    lost = get_side_totals(rank_field("howell-losses", one_winner))
    gained = get_side_totals(rank_field("howell-losses", one_winner, {"count": "gains"}))
    everybody = max(len(plus), 1)
    assert plus == {key: sum(lost.values()) / everybody - own for key, own in lost.items()}
    assert plus == {key: own - sum(gained.values()) / everybody for key, own in gained.items()}


@given(field=fields(artificials=AVERAGES))
def test_plus_of_two_winners_is_the_exact_average_plus(field):
    two_winners = Field(2, tuple(_renumber(board) for board in field.boards))
    plus = get_side_totals(rank_field("howell-losses", two_winners, {"count": "plus"}))
    assert plus == get_side_totals(rank_field("average", two_winners, {"rounding": "exact"}))


def _renumber(board):
    """Return *board* without groups, so numbered that nobody changes the direction."""
    lines = tuple(Line(line.ns, line.ew + 50, line.score, line.artificial) for line in board.lines)
    return Board(board.board_no, lines)


@pytest.mark.parametrize(
    ("key", "options", "basis"),
    [
        ("howell-losses", {}, "losses to the best score are counted"),
        ("howell-losses", {"count": "gains"}, "gains on the worst score are counted"),
        ("howell-losses", {"count": "plus"}, "losses are compared with their average"),
        ("exponent", {}, "gains on the worst score are counted"),
        ("match", {}, "each board is a match against the average"),
        ("safford", {}, "totals on the same deals are compared"),
        ("four-pairs", {}, "totals on the same deals are compared"),
    ],
)
def test_artificial_score_other_than_the_average_is_refused_for_the_methods_own_reason(
    key, options, basis
):
    field = Field(
        1, (Board(7, (Line(1, 2, artificial=ArtificialScore(Fraction(60), Fraction(40))),)),)
    )
    with pytest.raises(ScoringError) as refusal:
        rank_field(key, field, options)
    assert (
        str(refusal.value) == f"Board 7: A6040 doesn’t work when {basis}. Enter A50 or no result."
    )
