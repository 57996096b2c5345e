"""Explanations: they end in the very figure, and their arithmetic holds."""

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import Artificial, Board, Explainer, Field, Line, ScoringError, exact_text, find_method, rank
from scoring.explain import explain_line, explain_total, explanation_to_json
from scoring.rulings import Adjustment, Assigned, Credit, LineState, Share
from tests.scoring.strategies import fields, ruled_fields

COMPARED = ["matchpoints", "ascherman", "cross-imps", "total-imps", "butler"]


def value_of(text):
    """Return what a piece of arithmetic makes; words in it say what the numbers are."""
    text = re.sub(r"[a-z]+", "", text.partition("% of")[0]).translate(str.maketrans("×÷−", "*/-"))
    return eval(re.sub(r"\d+(\.\d+)?(?!\w)", lambda number: f"Fraction('{number[0]}')", text), {"Fraction": Fraction})  # noqa: S307


def settings_of(method_key):
    return st.fixed_dictionaries(
        {option.name: st.sampled_from(option.choices) for option in find_method(method_key).options}
    )


@pytest.mark.parametrize("method_key", COMPARED)
@given(st.data())
def test_every_formula_ends_in_the_points_of_the_ranking(method_key, data):
    field, settings = data.draw(ruled_fields()), data.draw(settings_of(method_key))
    for board in rank(method_key, field, settings).boards:
        for scored in board.lines:
            for side, number, points in (
                ("NS", scored.line.ns, scored.ns_points),
                ("EW", scored.line.ew, scored.ew_points),
            ):
                where = {"board_no": board.board_no, "contestant": number, "side": side}
                found = explain_line(method_key, field, settings, **where)
                assert found.points == points
                assert points is None or found.formula.endswith(f" = {exact_text(points)}")


@pytest.mark.parametrize("method_key", ["matchpoints", "ascherman", "cross-imps", "total-imps"])
@given(st.data())
def test_the_arithmetic_of_every_formula_holds(method_key, data):
    field, settings = data.draw(fields(st.nothing())), data.draw(settings_of(method_key))
    lines = [(board, line) for board in field.boards for line in board.lines if line.score is not None]
    assume(lines)
    board, line = data.draw(st.sampled_from(lines))
    found = explain_line(method_key, field, settings, board_no=board.board_no, contestant=line.ns, side="NS")
    steps = [step.split(" = ") for step in found.formula.split("; ") if not re.search("half|%", step)]
    assert [value_of(left) for left, _ in steps] == [value_of(right) for _, right in steps]


LINES = (Line(1, 2, 420), Line(3, 4, 420), Line(5, 6, 170), Line(7, 8, -50), Line(9, 10))
FULL = Board(1, tuple(Line(at, at + 1, 10 * at) for at in (1, 3, 5, 7, 9)))


def text_of(method_key, line_no=0, side="NS", lines=LINES, **options):
    field = Field(1, (Board(7, lines), FULL))
    line = lines[line_no]
    contestant = line.ns if side == "NS" else line.ew
    return explain_line(method_key, field, options, board_no=7, contestant=contestant, side=side).text


BESIDE_ONE = "Board 7, N-S 1 against E-W 2: 420 beats 170, -50; ties with 420."


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
        ("average", {}, "own score less the average of the direction = 180"),
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
    method = find_method(method_key)
    assert text_of(method_key, **options) == f"{BESIDE_ONE}\n{formula} ({method.name}, {method.source})."


def test_the_other_side_is_explained_from_its_own_seat():
    assert text_of("total-imps", 2, "EW") == (
        "Board 7, N-S 5 against E-W 6: -170 beats 2 × -420; loses to 50.\n"
        "6 + 6 − 6 = 6 (Total IMPs, [LAWS2017] Law 78B)."
    )


HALF = (Share(420, Fraction(1, 2)), Share(-50, Fraction(1, 2)))


@pytest.mark.parametrize(
    ("line", "first", "formula"),
    [
        (Line(1, 2), "no result", "No points"),
        (Line(1, 2, state=LineState.TO_BE_PLAYED), "no result", "No points: to be played"),
        (Line(1, 2, state=LineState.NOT_PLAYED, reason="late"), "no result", "No points: not played, late"),
        (
            Line(1, 2, artificial=Artificial(Fraction(60), Fraction(40))),
            "A6040",
            "60 % of the top of 8 = 4.8",
        ),
        (
            Line(1, 2, artificial=Artificial(Fraction(60), Fraction(60), ns_own=True)),
            "A60+/60",
            "60 % of the top of 8 = 4.8",
        ),
        (
            Line(1, 2, artificial=Artificial(Fraction(40), Fraction(60), ns_own=True)),
            "A40-/60",
            "own average, lower than 40 % of the top of 8 = 0",
        ),
        (
            Line(1, 2, assigned=Assigned(HALF, HALF)),
            "50 % of 420 and 50 % of -50 beats 170, -50; loses to 420",
            "each result by its weight in the ruling = 4",
        ),
    ],
    ids=["empty", "to-be-played", "not-played", "artificial", "own-not-higher", "own-lower", "weighted"],
)
def test_rulings_and_states_are_explained(line, first, formula):
    assert text_of("matchpoints", lines=(line, *LINES[1:])) == (
        f"Board 7, N-S 1 against E-W 2: {first}.\n{formula} (Matchpoints, [LAWS2017] Law 78A; [NEUBERG])."
    )


def test_a_small_group_is_explained():
    lines = (*LINES[:2], Line(11, 12, 50, group="b"), Line(13, 14, 20, group="b"), *LINES[2:4])
    assert text_of("matchpoints", 2, lines=(*lines, Line(9, 10, 90)), small_groups="special").splitlines()[1] == (
        "2 × 1 beaten + 0 tied = 2; (60 + 5 × (2 − 1)) % of the top of 12 = 7.8 "
        "(Matchpoints, [LAWS2017] Law 78A; [NEUBERG])."
    )


@pytest.mark.parametrize(
    ("method_key", "tables", "formula"),
    [
        (
            "team-imps",
            (Line(1, 2, 620), Line(2, 1, -170)),
            "620 here − (-170) at the other table = 790, in IMPs = 13",
        ),
        ("board-a-match", (Line(1, 2, 620), Line(2, 1, 620)), "620 here, equal to 620 at the other table = 1"),
        ("patton", (Line(1, 2, 50), Line(2, 1, 620)), "50 here, worse than 620 at the other table = 0"),
        (
            "team-imps",
            (Line(1, 2, 620), Line(2, 1, artificial=Artificial(Fraction(60), Fraction(40)))),
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
        Board(1, (Line(1, 2, 50, adjustments=(Adjustment("ns", Fraction(-10), "%"),)), Line(3, 4, 0))),
        Board(2, (Line(1, 3, 50), Line(2, 4, 50))),
    ),
)


def test_a_total_is_explained_with_what_changed_it():
    assert explain_total("matchpoints", TOTAL, contestant=1).text == (
        "Contestant 1: 2.80.\n"
        "3 on 2 boards − 0.2 by sit-outs, rounding, penalties and credits = 2.8, 70.00 %, place 2 "
        "(Matchpoints, [LAWS2017] Law 78A; [NEUBERG])."
    )


def test_a_total_of_teams_adds_up_its_matches():
    lines = (Line(1, 2, 620), Line(2, 1, 170))
    field = Field(1, (Board(1, lines),), (Credit(2, None, "carry-over", Fraction(5), "vp"),), "teams")
    assert explain_total("team-imps", field, {"victory_points": "discrete"}, contestant=2).formula == (
        "2 on 1 board + 5 by sit-outs, rounding, penalties and credits = 7, place 2"
    )


def test_a_large_field_is_explained_by_numbers():
    lines = tuple(Line(at, at, score=10 * at) for at in range(1, 12))
    found = explain_line("matchpoints", Field(2, (Board(7, lines),)), board_no=7, contestant=8, side="NS")
    assert found.text.splitlines()[0] == "Board 7, N-S 8 against E-W 8: 80 beats 7 results; loses to 90, 100, 110."


def test_an_explanation_is_written_for_programs():
    found = explain_line("total-imps", Field(1, (Board(7, LINES[1:3]),)), board_no=7, contestant=3, side="NS")
    assert explanation_to_json(found) == {
        "what": "Board 7, N-S 3 against E-W 4",
        "score": "420",
        "others": [{"ns": 5, "ew": 6, "score": "170", "outcome": "beaten"}],
        "formula": "6 = 6",
        "points": "6",
        "rule": "Total IMPs",
        "source": "[LAWS2017] Law 78B",
        "text": "Board 7, N-S 3 against E-W 4: 420 beats 170.\n6 = 6 (Total IMPs, [LAWS2017] Law 78B).",
    }


@pytest.mark.parametrize("method_key", COMPARED)
@given(st.data())
def test_one_ranking_answers_for_every_figure(method_key, data):
    field, settings = data.draw(ruled_fields()), data.draw(settings_of(method_key))
    explain = Explainer(method_key, field, settings, ranking=rank(method_key, field, settings))
    for board in field.boards:
        for line in board.lines:
            where = {"board_no": board.board_no, "contestant": line.ew, "side": "EW"}
            assert explain.line(**where) == explain_line(method_key, field, settings, **where)
    for standing in explain.ranking.standings:
        whose = {"contestant": standing.contestant, "direction": standing.direction}
        assert explain.total(**whose) == explain_total(method_key, field, settings, **whose)


@pytest.mark.parametrize(
    ("explain", "what"),
    [
        (lambda: explain_line("matchpoints", TOTAL, board_no=1, contestant=1, side="EW"), "Board 1: E-W 1"),
        (lambda: explain_line("butler", Field(1, ()), board_no=9, contestant=1, side="NS"), "Board 9: N-S 1"),
        (lambda: explain_total("matchpoints", TOTAL, contestant=9), "Contestant 9"),
        (lambda: explain_total("matchpoints", TOTAL, contestant=1, direction="NS"), "1 N-S"),
    ],
    ids=["other-side", "no-board", "no-contestant", "no-direction"],
)
def test_what_is_not_there_cannot_be_explained(explain, what):
    with pytest.raises(ScoringError) as refusal:
        explain()
    assert str(refusal.value) == (
        f"{what} has no line in this field, so there is nothing to explain; correct board, number or side."
    )
