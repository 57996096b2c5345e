"""Explanations: they end in the very figure, and their arithmetic holds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import (
    Adjustment,
    ArtificialScore,
    AssignedScore,
    Credit,
    LineState,
    WeightedScore,
)
from scoring.display import format_figure, format_rounded
from scoring.errors import ScoringError
from scoring.explain.figures import Explainer, explain_line, explain_total, make_explanation_json
from scoring.method import SCALE_OPTION_NAME
from scoring.model import Board, Field, Line
from scoring.registry import MATCH_METHODS, get_method, list_all_methods, rank_field
from tests.cases import leave_to_slow
from tests.scoring.strategies import (
    AVERAGES,
    method_settings,
    old_fields,
    ruled_fields,
    team_fields,
)

COMPARED = ["matchpoints", "ascherman", "cross-imps", "total-imps", "butler"]


@st.composite
def scored_fields(draw, method):
    """Fields that *method* can score, with rulings if it takes them."""
    is_ruled = "assigned" in method.accepted_rulings
    if method.contest == "teams":
        return draw(team_fields((), is_ruled and method.artificial_basis != "none"))
    if method.key in COMPARED:
        return draw(ruled_fields())
    if method in MATCH_METHODS:
        field = draw(ruled_fields())
        # One list of pairs, each with a number of its own.
        changed_lines = [
            [line._replace(ew=line.ew + 100) for line in board.lines] for board in field.boards
        ]
        return replace_lines(replace(field, winner_count=1), changed_lines)
    if method.key == "four-pairs":
        return draw(old_fields(method.key))
    artificials = st.none() if method.artificial_basis == "scores" else AVERAGES
    field = draw(ruled_fields(artificials=artificials, is_assigned=is_ruled))
    # Excess compares with the limit of whoever declared.
    changed_lines = [
        [line._replace(declarer="N") for line in board.lines] for board in field.boards
    ]
    return replace_lines(field, changed_lines)


def replace_lines(field, lines_by_board):
    boards = [
        replace(board, lines=tuple(lines))
        for board, lines in zip(field.boards, lines_by_board, strict=True)
    ]
    return replace(field, boards=tuple(boards))


def list_settings_of_lines(method, drawn_settings):
    """Return *drawn_settings* and each other choice by itself, without the scales of matches."""
    all_settings = [drawn_settings]
    for option in method.options:
        all_settings += [{option.name: choice} for choice in option.choices]
    return [
        {name: choice for name, choice in settings.items() if name != SCALE_OPTION_NAME}
        for settings in all_settings
    ]


@pytest.mark.parametrize(
    "method", leave_to_slow(list_all_methods(), but=8), ids=lambda method: method.key
)
@given(data=st.data())
def test_every_formula_ends_in_the_points_of_the_ranking(method, data):
    field = data.draw(scored_fields(method))
    deal_total = data.draw(st.sampled_from((0, 13))) if "whist" in method.games else 0
    for settings in list_settings_of_lines(method, data.draw(method_settings(method.key))):
        explainer = Explainer(method.key, field, settings, deal_total=deal_total)
        for board in explainer.ranking.boards:
            for scored in board.lines:
                for side, points in (("NS", scored.ns_points), ("EW", scored.ew_points)):
                    explanation = explainer.explain_line(
                        board_no=board.board_no, contestant=0, side=side, scored=scored
                    )
                    assert explanation.points == points
                    if points is not None:
                        assert explanation.formula.endswith(f" = {format_figure(points)}")


LINES = (Line(1, 2, 420), Line(3, 4, 420), Line(5, 6, 170), Line(7, 8, -50), Line(9, 10))
FULL = Board(1, tuple(Line(at, at + 1, 10 * at) for at in (1, 3, 5, 7, 9)))


def text_of(method_key, line_no=0, side="NS", lines=LINES, **options):
    field = Field(1, (Board(7, lines), FULL))
    line = lines[line_no]
    contestant = line.ns if side == "NS" else line.ew
    return explain_line(
        method_key, field, options, board_no=7, contestant=contestant, side=side
    ).text


BESIDE_ONE = "Board 7, 1 N-S against 2 E-W: 420 beats 170, -50; ties with 420."


@pytest.mark.parametrize(
    ("method_key", "options", "formula"),
    [
        ("matchpoints", {}, "2 × 2 beaten + 1 tied = 5; (5 + 1) × 5 ÷ 4 − 1 = 6.5"),
        ("matchpoints", {"neuberg": "no"}, "2 × 2 beaten + 1 tied = 5"),
        (
            "matchpoints",
            {"per_beaten": "1"},
            "2 × 2 beaten + 1 tied = 5; (5 + 1) × 5 ÷ 4 − 1 = 6.5; half of it = 3.25",
        ),
        ("ascherman", {}, "2 × 2 beaten + 1 tied = 5; (5 + 1) × 5 ÷ 4 = 7.5"),
        ("cross-imps", {}, "10 + 6 + 0 = 16; 16 ÷ 3 comparisons = 16/3"),
        ("cross-imps", {"divisor": "results"}, "10 + 6 + 0 = 16; 16 ÷ 4 results = 4"),
        ("total-imps", {}, "10 + 6 + 0 = 16"),
        ("butler", {}, "datum 240 (mean); 420 − 240 = 180, in IMPs = 5"),
        (
            "butler",
            {"datum": "trimmed", "rounding": "exact"},
            "datum 295 (mean without best and worst); 420 − 295 = 125, in IMPs = 3",
        ),
        ("aggregate", {}, "the score itself = 420"),
        ("average", {}, "own 420 − average 960 ÷ 4 = 180"),
        ("howell-losses", {}, "best of the direction 420 − own 420 = 0"),
    ],
    ids=[
        "matchpoints",
        "without-neuberg",
        "one-a-result",
        "ascherman",
        "comparisons",
        "results",
        "total-imps",
        "butler",
        "trimmed",
        "aggregate",
        "average",
        "system-of-1900",
    ],
)
def test_a_line_is_explained_in_two_lines(method_key, options, formula):
    method = get_method(method_key)
    source = "[LAWS2017] Law 78A" if "neuberg" in options else method.source
    expected = f"{BESIDE_ONE}\n{formula} ({method.name}: {method.rule_text}, {source})."
    assert text_of(method_key, **options) == expected


def test_the_other_side_is_explained_from_its_own_seat():
    assert text_of("total-imps", 2, "EW") == (
        "Board 7, 5 N-S against 6 E-W: -170 beats 2 × -420; loses to 50.\n"
        "6 + 6 − 6 = 6 (Total IMPs: IMPs against every other result, added up, [LAWS2017] Law 78B)."
    )


BEATEN = "2 per result beaten, 1 per tie, [LAWS2017] Law 78A"
HALF = (WeightedScore(420, Fraction(1, 2)), WeightedScore(-50, Fraction(1, 2)))


@pytest.mark.parametrize(
    ("line", "first", "formula", "rule"),
    [
        (Line(1, 2), "no result", "No points", BEATEN),
        (Line(1, 2, state=LineState.TO_BE_PLAYED), "no result", "No points: to be played", BEATEN),
        (
            Line(1, 2, state=LineState.NOT_PLAYED, reason="late"),
            "no result",
            "No points: not played, late",
            BEATEN,
        ),
        (
            Line(1, 2, artificial=ArtificialScore(Fraction(60), Fraction(40))),
            "A6040",
            "60 % of the top of 8 = 4.8",
            "artificial score instead of a result, [LAWS2017] Law 12C2",
        ),
        (
            Line(
                1,
                2,
                artificial=ArtificialScore(Fraction(60), Fraction(60), has_ns_own_average=True),
            ),
            "A60+/60",
            "60 % of the top of 8 = 4.8",
            "artificial score instead of a result, [LAWS2017] Law 12C2(c)",
        ),
        (
            Line(
                1,
                2,
                artificial=ArtificialScore(Fraction(40), Fraction(60), has_ns_own_average=True),
            ),
            "A40-/60",
            "own average, lower than 40 % of the top of 8 = 0",
            "artificial score instead of a result, [LAWS2017] Law 12C2(c)",
        ),
        (
            Line(1, 2, assigned=AssignedScore(HALF, HALF)),
            "50 % of 420 and 50 % of -50 by its parts against 420, 170, -50",
            "0.5 × (2 × 2 beaten + 1 tied) + 0.5 × (1 tied) = 3; (3 + 1) × 5 ÷ 4 − 1 = 4",
            "assigned score, each result by its weight, [LAWS2017] Law 12C1; [LAWS2017] Law 78A; [NEUBERG]",
        ),
    ],
    ids=[
        "empty",
        "to-be-played",
        "not-played",
        "artificial",
        "own-not-higher",
        "own-lower",
        "weighted",
    ],
)
def test_rulings_and_states_are_explained(line, first, formula, rule):
    assert text_of("matchpoints", lines=(line, *LINES[1:])) == (
        f"Board 7, 1 N-S against 2 E-W: {first}.\n{formula} (Matchpoints: {rule})."
    )


WEIGHTED = (Line(1, 2, assigned=AssignedScore(HALF, HALF)), *LINES[1:])
AVERAGE = (Line(1, 2, artificial=ArtificialScore(Fraction(50), Fraction(50))), *LINES[1:])
PLUS = (Line(1, 2, artificial=ArtificialScore(Fraction(60), Fraction(40))), *LINES[1:])


@pytest.mark.parametrize(
    ("method_key", "lines", "side", "options", "formula"),
    [
        ("cross-imps", WEIGHTED, "NS", {}, "5 + 0 − 5 = 0; 0 ÷ 3 comparisons = 0"),
        ("butler", WEIGHTED, "NS", {}, "datum 180 (mean); 0.5 × 6 + 0.5 × (-6) IMPs = 0"),
        ("aggregate", WEIGHTED, "EW", {}, "0.5 × (-420) + 0.5 × 50 = -185"),
        ("cross-imps", PLUS, "EW", {}, "average plus 2 × (40 − 50) ÷ 10 = -2"),
        (
            "cross-imps",
            PLUS,
            "NS",
            {"divisor": "none"},
            "average plus 2 × (60 − 50) ÷ 10 × 3 results = 6",
        ),
        (
            "total-imps",
            PLUS,
            "NS",
            {"average_plus": "3"},
            "average plus 3 × (60 − 50) ÷ 10 × 3 results = 9",
        ),
        ("butler", PLUS, "NS", {}, "average plus 2 × (60 − 50) ÷ 10 = 2"),
        ("aggregate", AVERAGE, "NS", {}, "average of the scores 540 ÷ 3 = 180"),
        ("aggregate", AVERAGE, "EW", {}, "average of the scores (-540) ÷ 3 = -180"),
        (
            "average",
            AVERAGE,
            "NS",
            {},
            "the average of the direction, nothing above or below it = 0",
        ),
        ("compass", AVERAGE, "EW", {}, "average of the direction -540 ÷ 3 = -180"),
        ("match", AVERAGE, "NS", {}, "No points on this line; the board average is in the total"),
    ],
    ids=lambda value: value if isinstance(value, str) and "=" not in value else "",
)
def test_rulings_are_explained_with_the_numbers_of_the_board(
    method_key, lines, side, options, formula
):
    said = text_of(method_key, 0, side, lines, **options).splitlines()[1]
    assert said.partition(f" ({get_method(method_key).name}: ")[0] == formula


def test_the_average_of_a_board_rounded_on_the_board_is_explained_as_it_was_taken():
    lines = tuple(Line(at, at + 1, tricks) for at, tricks in ((1, 8), (3, 7), (5, 6), (7, 6)))
    assert text_of("average", 0, "EW", lines, rounding="board").splitlines()[1] == (
        "own -8 − average (-27) ÷ 4, taken as -7 = -1 (Average plus and minus: own score minus the average of the "
        "direction, [WDW1900] p. 32; [HOYLE1926] p. 39)."
    )


def test_a_result_beside_an_assigned_score_counts_its_parts():
    assert text_of("matchpoints", 2, lines=WEIGHTED).splitlines()[1].partition(" (Match")[0] == (
        "2 × 1.5 beaten = 3; (3 + 1) × 5 ÷ 4 − 1 = 4"
    )


def test_a_small_group_is_explained():
    lines = (*LINES[:2], Line(11, 12, 50, group="b"), Line(13, 14, 20, group="b"), *LINES[2:4])
    assert text_of(
        "matchpoints", 2, lines=(*lines, Line(9, 10, 90)), small_groups="special"
    ).splitlines()[1] == (
        "2 × 1 beaten = 2; (60 + 5 × (2 − 1)) % of the top of 12 = 7.8 "
        "(Matchpoints: a group too small to be compared, [WHITEBOOK] 4.2.3.3)."
    )


def test_a_small_group_by_the_acbl_is_explained():
    lines = (*LINES[:3], Line(11, 12, 50, group="b"), Line(13, 14, 20, group="b"))
    assert text_of("matchpoints", 3, lines=lines, small_groups="acbl").splitlines()[1] == (
        "2 × 1 beaten = 2; (60 + 5 × (2 − 1)) % of the top of 8 = 5.2 "
        "(Matchpoints: a group too small to be compared, [ACBLSCORE])."
    )
    assert "too small" not in text_of("matchpoints", 0, lines=lines, small_groups="acbl")


@pytest.mark.parametrize(
    ("method_key", "tables", "formula"),
    [
        (
            "team-imps",
            (Line(1, 2, 620), Line(2, 1, -170)),
            "620 here − (-170) at the other table = 790, in IMPs = 13",
        ),
        (
            "board-a-match",
            (Line(1, 2, 620), Line(2, 1, 620)),
            "620 here, equal to 620 at the other table = 1",
        ),
        (
            "patton",
            (Line(1, 2, 50), Line(2, 1, 620)),
            "50 here, worse than 620 at the other table = 0",
        ),
        (
            "team-imps",
            (Line(1, 2, 620), Line(2, 1, artificial=ArtificialScore(Fraction(60), Fraction(40)))),
            "artificial score = -3",
        ),
    ],
    ids=["imps", "boards", "patton", "artificial"],
)
def test_boards_of_teams_are_explained(method_key, tables, formula):
    field = Field(1, (Board(7, tables),), contest="teams")
    assert explain_line(method_key, field, board_no=7, contestant=1, side="NS").formula == formula


TOTAL = Field(
    1,
    (
        Board(
            1, (Line(1, 2, 50, adjustments=(Adjustment("ns", Fraction(-10), "%"),)), Line(3, 4, 0))
        ),
        Board(2, (Line(1, 3, 50), Line(2, 4, 50))),
    ),
)


def test_a_total_is_explained_with_what_changed_it():
    assert explain_total("matchpoints", TOTAL, contestant=1).text == (
        "Contestant 1: 2.80.\n3 on 2 boards − 0.2 by rulings on boards = 2.8, 70.00 %, place 2 (Matchpoints: 2 per "
        "result beaten, 1 per tie, [LAWS2017] Law 78A; [NEUBERG]; [LAWS2017] Law 90)."
    )


CREDITS = (
    Credit(1, None, "carry-over", Fraction(5), "%"),
    Credit(1, None, "handicap", Fraction(-5), "%"),
    Credit(1, None, "penalty", Fraction(-1, 2), "mp", "late"),
    Credit(1, None, "penalty", Fraction(-10), "%"),
)


def test_every_part_of_a_total_is_named_by_itself():
    late = Board(3, (Line(2, 3, 90), Line(5, 6, 90), Line(1, 4, 50)))
    field = replace(
        TOTAL,
        boards=(*TOTAL.boards, late, Board(4, (Line(2, 4, 90), Line(3, 5, 70)))),
        credits=CREDITS,
    )
    explanation = explain_total("matchpoints", field, contestant=1)
    assert explanation.formula == (
        "5.5 on 3 boards + 11/6 for boards sat out − 0.4 by rulings on boards + 0.8 carry-over of 5 % "
        "− 0.84 handicap of -5 % − 0.5 penalty (late) − 1.68 penalty of -10 % = 4.71, 28.06 %, place 4"
    )
    assert sum(part.points for part in explanation.total_parts) == explanation.points


@pytest.mark.parametrize(
    ("missed", "reason"),
    [
        ((Line(1, 2, state=LineState.NOT_PLAYED, reason="late"), Line(3, 4, 50)), "not played"),
        ((Line(1, 2), Line(3, 4, 50)), "without a result"),
        ((Line(3, 4, 50),), "sat out"),
    ],
)
def test_points_for_boards_missed_are_named_by_what_was_missed(missed, reason):
    played = tuple(
        Board(number, (Line(1, 2, 50), Line(3, 4, 10 * number), Line(5, 6, 50)))
        for number in range(1, 18)
    )
    field = Field(1, (*played, Board(18, (*missed, Line(5, 6, 70)))))
    explanation = explain_total("matchpoints", field, contestant=1)
    points, *parts = explanation.total_parts
    assert [part.description for part in parts] == [f"for boards {reason}"]
    # A total in seventeenths is read in hundredths; programs still have the exact figure.
    assert explanation.points == points.points * Fraction(18, 17)
    assert format_rounded(explanation.points) in explanation.formula
    assert "/" not in explanation.text.partition("(")[0]
    assert make_explanation_json(explanation)["points"] == str(explanation.points)


def test_points_for_boards_missed_for_two_reasons_name_both():
    late = Line(1, 2, state=LineState.NOT_PLAYED, reason="late")
    field = Field(
        1,
        tuple(
            Board(number, (*lines, Line(3, 4, 10), Line(5, 6, 20), Line(7, 8, 30)))
            for number, lines in enumerate(((Line(1, 2, 50),), (late,), ()), 1)
        ),
    )
    _boards, part = explain_total("matchpoints", field, contestant=1).total_parts
    assert part.description == "for boards sat out or not played"


def test_rounding_and_averages_are_parts_too():
    lines = (Line(1, 2, 8), Line(3, 4, 6), Line(5, 6, 7), Line(7, 8, 6))
    field = Field(1, (Board(2, lines), Board(3, (Line(1, 2, 7), Line(3, 4, 5)))))
    assert [
        explain_total(key, field, contestant=5).formula
        for key in ("average", "howell-losses", "match")
    ] == [
        "0.25 on 1 board − 0.25 by rounding the average = 0, place 4=",
        "1 on 1 board + 1 as the average of boards without a score = 2, place 4=",
        "1 on 1 board + 1 as the average of boards without a score = 2, 50.00 %, place 4=",
    ]


def test_an_adjustment_is_explained_beside_the_line():
    lines = [
        explain_line("matchpoints", TOTAL, board_no=1, contestant=who, side=side)
        for who, side in ((1, "NS"), (2, "EW"))
    ]
    assert [line.formula for line in lines] == [
        "2 × 1 beaten = 2; besides -10 % of the top by a ruling, -0.2 in the total",
        "nothing beaten or tied = 0",
    ]
    tables = (
        Line(1, 2, 620, adjustments=(Adjustment("ns", Fraction(-3), "imp", "late"),)),
        Line(2, 1, 170),
    )
    field = Field(1, (Board(7, tables),), contest="teams")
    assert explain_line("team-imps", field, board_no=7, contestant=1, side="NS").formula.partition(
        "; "
    )[2] == ("besides -3 imp (late) by a ruling, -3 in the match")


def test_a_total_that_is_a_bye_alone_is_explained():
    boards = (Board(1, (Line(1, 2, 620), Line(2, 1, 170))),)
    field = Field(1, boards, (Credit(3, None, "bye", Fraction(12), "vp", "round 1"),), "teams")
    assert (
        explain_total("team-imps", field, {}, contestant=3).formula
        == "0 on 0 boards + 12 sit-out (round 1) = 12, place 2"
    )


def test_points_against_a_withdrawn_team_are_part_of_the_total():
    boards = tuple(
        Board(1, (Line(*both, 620), Line(*both[::-1], 0)), number)
        for number, both in enumerate([(1, 2), (3, 1)], 1)
    )
    field = Field(1, boards, contest="teams", withdrawn_teams=(2,))
    formula = explain_total(
        "team-imps", field, {"victory_points": "discrete"}, contestant=3
    ).formula
    assert formula == (
        "19 on 1 board (12 IMPs on 1 board against 1 gave 19) + 19 sit-out (team 2 has withdrawn) = 38, place 1"
    )


def test_a_total_of_teams_adds_up_its_matches():
    lines = (Line(1, 2, 620), Line(2, 1, 170))
    field = Field(
        1, (Board(1, lines),), (Credit(2, None, "carry-over", Fraction(5), "vp"),), "teams"
    )
    assert explain_total(
        "team-imps", field, {"victory_points": "discrete"}, contestant=2
    ).formula == ("2 on 1 board (-10 IMPs on 1 board against 1 gave 2) + 5 carry-over = 7, place 2")


def test_a_total_of_teams_names_every_match_and_what_the_scale_gave():
    lines = [(Line(1, 2, 430), Line(2, 1, 400)), (Line(1, 3, 100), Line(3, 1, 400))]
    boards = tuple(
        Board(number, pair, round_no)
        for round_no, pair in enumerate(lines, start=1)
        for number in range(1, 9)
    )
    field = Field(1, boards, contest="teams")
    assert explain_total(
        "team-imps", field, {"victory_points": "discrete"}, contestant=1
    ).formula == (
        "13 on 16 boards (8 IMPs on 8 boards against 2 gave 13; -56 IMPs on 8 boards against 3 gave 0) = 13, place 2"
    )


def test_a_large_field_is_explained_by_numbers():
    lines = tuple(Line(number, number, score=10 * number) for number in range(1, 12))
    explanation = explain_line(
        "matchpoints", Field(2, (Board(7, lines),)), board_no=7, contestant=8, side="NS"
    )
    assert (
        explanation.text.splitlines()[0]
        == "Board 7, 8 N-S against 8 E-W: 80 beats 7 results; loses to 90, 100, 110."
    )


def test_an_explanation_is_written_for_programs():
    explanation = explain_line(
        "total-imps", Field(1, (Board(7, LINES[1:3]),)), board_no=7, contestant=3, side="NS"
    )
    assert make_explanation_json(explanation) == {
        "what": "Board 7, 3 N-S against 4 E-W",
        "score": "420",
        "others": [{"ns": 5, "ew": 6, "score": "170", "outcome": "beaten"}],
        "formula": "6 = 6",
        "parts": [],
        "points": "6",
        "rule": "Total IMPs: IMPs against every other result, added up",
        "source": "[LAWS2017] Law 78B",
        "text": "Board 7, 3 N-S against 4 E-W: 420 beats 170.\n"
        "6 = 6 (Total IMPs: IMPs against every other result, added up, [LAWS2017] Law 78B).",
    }


@pytest.mark.slow
@pytest.mark.parametrize("method_key", COMPARED)
@given(st.data())
def test_one_ranking_answers_for_every_figure(method_key, data):
    field, settings = data.draw(ruled_fields()), data.draw(method_settings(method_key))
    explainer = Explainer(
        method_key, field, settings, ranking=rank_field(method_key, field, settings)
    )
    for board in field.boards:
        for line in board.lines:
            where = {"board_no": board.board_no, "contestant": line.ew, "side": "EW"}
            assert explainer.explain_line(**where) == explain_line(
                method_key, field, settings, **where
            )
    for standing in explainer.ranking.standings:
        whose = {"contestant": standing.contestant, "direction": standing.direction}
        assert explainer.explain_total(**whose) == explain_total(
            method_key, field, settings, **whose
        )


@pytest.mark.parametrize(
    ("explain", "what"),
    [
        (
            lambda: explain_line("matchpoints", TOTAL, board_no=1, contestant=1, side="EW"),
            "Board 1: E-W 1",
        ),
        (
            lambda: explain_line("butler", Field(1, ()), board_no=9, contestant=1, side="NS"),
            "Board 9: N-S 1",
        ),
        (lambda: explain_total("matchpoints", TOTAL, contestant=9), "Contestant 9"),
        (lambda: explain_total("matchpoints", TOTAL, contestant=1, direction="NS"), "1 N-S"),
    ],
    ids=["other-side", "no-board", "no-contestant", "no-direction"],
)
def test_explaining_a_missing_result_is_refused(explain, what):
    with pytest.raises(ScoringError) as refusal:
        explain()
    assert str(refusal.value) == (
        f"{what} has no result to explain. Correct the board, number or side."
    )


def test_a_board_of_several_rounds_is_explained_by_its_round():
    boards = (
        Board(1, (Line(1, 2, 420), Line(2, 1, 50)), round_no=1),
        Board(1, (Line(1, 3, -100), Line(3, 1, 50)), round_no=2),
    )
    explainer = Explainer("team-imps", Field(1, boards, contest="teams"))
    scores = []
    for round_no in (1, 2):
        explanation = explainer.explain_line(board_no=1, contestant=1, side="NS", round_no=round_no)
        scores.append(explanation.score)
    assert scores == ["420", "-100"]
    with pytest.raises(ScoringError) as refusal:
        explainer.explain_line(board_no=1, contestant=1, side="NS")
    assert str(refusal.value) == "Board 1 is played in rounds 1 and 2. Name the round."
