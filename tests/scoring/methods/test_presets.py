"""How programs in use score: the boards and totals that show each of their habits, and a real evening."""

import csv
from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_percent, format_rounded
from scoring.errors import ScoringError
from scoring.explain.figures import explain_total
from scoring.model import Board, Field, Line
from scoring.presets import PRESETS, find_matching_preset, get_preset, list_method_presets
from scoring.registry import get_method, rank_field
from tests.golden import read_golden
from tests.oracle.checking import check_ranking

FULL = Board(
    2,
    tuple(
        Line(number, number, score) for number, score in enumerate((100, 90, 80, 70, 60), start=1)
    ),
)


def short_board(*scores):
    """A board that one of five tables did not play."""
    return Board(
        1, tuple(Line(number, number, score) for number, score in enumerate(scores, start=1))
    )


def ranked(preset, method, field):
    settings = get_preset(preset).get_choices_by_option(get_method(method))
    assert check_ranking(method, field, settings) == []
    return rank_field(method, field, settings)


def totals(preset, method, field, decimals=2):
    standings = ranked(preset, method, field).standings
    return {
        (standing.direction or "") + str(standing.contestant): format_rounded(
            standing.total, decimals
        )
        for standing in standings
    }


@pytest.mark.parametrize(
    ("preset", "method", "points"),
    [
        ("laws", "matchpoints", ["7.75", "4.00", "4.00", "0.25"]),
        ("acbl", "matchpoints", ["3.88", "2.00", "2.00", "0.13"]),
        ("compscore", "matchpoints", ["6.00", "3.00", "3.00", "0.00"]),
        ("bbo", "matchpoints", ["6.00", "3.00", "3.00", "0.00"]),
        ("scorebridge", "matchpoints", ["7.00", "4.00", "4.00", "1.00"]),
        ("ase", "matchpoints", ["8.00", "4.00", "4.00", "0.00"]),
        ("magic", "matchpoints", ["7.80", "4.00", "4.00", "0.30"]),
        ("laws", "cross-imps", ["4.33", "3.00", "3.00", "-10.33"]),
        ("realbridge", "cross-imps", ["4.06", "2.81", "2.81", "-9.69"]),
    ],
)
def test_a_board_that_one_of_five_tables_did_not_play(preset, method, points):
    """Source: [CONVENTIONS], a board of 450, 420, 420 and -50 in a field of five tables."""
    scored = ranked(preset, method, Field(2, (short_board(450, 420, 420, -50), FULL))).boards[0]
    assert [format_rounded(line.ns_points) for line in scored.lines] == points
    if scored.top is not None and preset != "magic":
        assert all(line.ns_points + line.ew_points == scored.top for line in scored.lines)


@pytest.mark.parametrize(
    ("preset", "imps"), [("laws", [9, 9, 9, -2, -15]), ("compscore", [5, 4, 4, -7, -16])]
)
def test_the_datum_of_five_results(preset, imps):
    board = Board(
        1,
        tuple(
            Line(number, number, score)
            for number, score in enumerate((450, 420, 420, -50, -1100), start=1)
        ),
    )
    assert [
        line.ns_points for line in ranked(preset, "butler", Field(2, (board,))).boards[0].lines
    ] == imps


def test_no_comparison_counts_more_than_17():
    board = Board(
        1,
        tuple(
            Line(number, number, score)
            for number, score in enumerate((-300, 420, -1660, -680), start=1)
        ),
    )
    for preset, imps in (
        ("kops", ["4.33", "14.67", "-15.67", "-3.33"]),
        ("laws", ["4.33", "15.33", "-16.33", "-3.33"]),
    ):
        lines = ranked(preset, "cross-imps", Field(2, (board,))).boards[0].lines
        assert [format_rounded(line.ns_points) for line in lines] == imps


def test_an_evening_has_its_official_imps():
    """Source: [KOPS]."""
    rows = list(
        csv.DictReader(read_golden("scoring/cross-imps_nine-pairs-capped.csv").splitlines())
    )
    boards = {}
    for row in rows:
        boards.setdefault(int(row["board"]), []).append(
            Line(int(row["ns"]), int(row["ew"]), int(row["score"]))
        )
    field = Field(1, tuple(Board(number, tuple(lines)) for number, lines in boards.items()))
    ours = [
        format_rounded(line.ns_points, 1)
        for board in ranked("kops", "cross-imps", field).boards
        for line in board.lines
    ]
    assert ours == [row["ns_imps"] for row in rows]
    assert totals("kops", "cross-imps", field) == {
        **{"8": "43.33", "5": "41.67", "4": "25.00", "2": "21.67", "1": "19.00", "3": "12.33"},
        **{"7": "-18.67", "10": "-67.67", "9": "-76.67"},
    }


def test_a_bye_is_scaled_to_the_session_and_the_percentage_follows_from_the_rounded_total():
    """Nine pairs, a bye each: 16 of 18 boards, 17 matchpoints are 19.13 of 72, which is 26.57 %."""
    boards = []
    for index in range(9):
        sits_out, others = index + 1, [1 + (index + step) % 9 for step in range(1, 9)]
        couples = list(zip(others[:4], others[4:][::-1], strict=True))
        for half in (0, 1):
            lines = [
                Line(ns, ew, 10 * ((ns * 7 + ew * 3 + half + index) % 5)) for ns, ew in couples
            ]
            boards.append(Board(2 * index + half + 1, tuple(lines)))
        assert sits_out not in others
    field = Field(1, tuple(boards))
    settings = get_preset("acbl").get_choices_by_option(get_method("matchpoints"))
    bare = rank_field(
        "matchpoints", field, settings | {"sit_outs": "as-played", "percent_from": "exact-total"}
    )
    exact = {standing.contestant: standing.total for standing in bare.standings}
    for standing in ranked("acbl", "matchpoints", field).standings:
        cents = int(exact[standing.contestant] * Fraction(18, 16) * 100 + Fraction(1, 2))
        assert standing.board_count == 16
        assert standing.total == Fraction(cents, 100)
        assert standing.percent == Fraction(cents, 3 * 18)


def test_every_board_weighs_the_same_in_a_mean():
    """Source: [CONVENTIONS]: 75 of a top of 4, 50 of 4 and 33.33 of 6 are 52.78 %."""
    boards = (
        Board(1, (Line(1, 1, 100), Line(2, 2, 100), Line(3, 3, 50))),
        Board(2, (Line(1, 1, 100), Line(2, 2, 150), Line(3, 3, 50))),
        Board(3, (Line(1, 1, 60), Line(2, 2, 70), Line(3, 3, 50), Line(4, 4, 80))),
    )
    first = next(
        standing
        for standing in ranked("bbo", "matchpoints", Field(2, boards)).standings
        if standing.contestant == 1
    )
    assert format_percent(first.percent) == "52.78"


def butler_of(gains):
    """Two boards on which pair 1 has the *gains* against pair 11, with others around the datum."""
    scores = {9: 420, 5: 200, -9: -400, -5: -180}
    return Field(
        2,
        tuple(
            Board(index, (Line(1, 11, scores[gain]), *(Line(n, 10 + n, 0) for n in range(2, 39))))
            for index, gain in enumerate(gains)
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("gains", "ns", "ew"), [((9, 5), "12", "-14"), ((-9, -5), "-14", "12")])
def test_a_round_gains_12_at_most_and_loses_whatever_it_is(gains, ns, ew):
    field = butler_of(gains)
    ranking = ranked("jfr", "butler", field)
    assert [board.lines[0].ns_points for board in ranking.boards] == list(gains)
    ours = totals("jfr", "butler", field, 0)
    assert (ours["NS1"], ours["EW11"]) == (ns, ew)
    who, direction = (1, "NS") if gains[0] > 0 else (11, "EW")
    settings = get_preset("jfr").get_choices_by_option(get_method("butler"))
    why = explain_total("butler", field, settings, contestant=who, direction=direction)
    assert "− 2 for boards sat out and by the limit of 12 won in a round = 12" in why.formula


def test_a_board_sat_out_brings_its_imps():
    field = Field(
        2,
        (
            *butler_of((9,)).boards,
            Board(7, (Line(2, 11, 420), *(Line(n, 10 + n, 0) for n in range(3, 40)))),
        ),
    )
    assert totals("jfr", "butler", field, 1)["NS1"] == "10.2"


def test_a_ruling_on_a_board_is_neuberg_where_what_is_short_goes_in_proportion():
    board = Board(
        1,
        (
            *short_board(450, 420, 420, -50).lines,
            Line(5, 5, artificial=ArtificialScore(Fraction(60), Fraction(40))),
        ),
    )
    points = [
        format_rounded(line.ns_points)
        for line in ranked("ase", "matchpoints", Field(2, (board, FULL))).boards[0].lines
    ]
    assert points == ["7.75", "4.00", "4.00", "0.25", "4.80"]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_sets_options_that_exist_and_is_found_again(preset):
    for key in preset.choices_by_method:
        method = get_method(key)
        settings = method.complete_settings(preset.get_choices_by_option(method))
        again = find_matching_preset(method, settings)
        assert again is not None
        assert again.get_choices_by_option(method) == preset.get_choices_by_option(method)
        assert preset in list_method_presets(method)


def test_a_preset_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(
        ScoringError, match=r"Unknown preset “kop”\. Choose one of laws, compscore, acbl"
    ):
        get_preset("kop")
