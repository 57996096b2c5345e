from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.errors import FieldError
from scoring.field_json import make_ranking_json, read_field_json
from scoring.model import Board, Field, Line
from scoring.registry import rank_field


def make_file(*lines, **heading):
    return {
        "contest": "pairs",
        "winners": 1,
        "boards": [{"board": 2, "lines": list(lines)}],
    } | heading


def test_field_holds_every_form_of_a_line():
    data = make_file(
        {"ns": 1, "ew": 2, "score": 620},
        {"ns": 3, "ew": 4, "contract": "4Sx", "declarer": "s", "tricks": 9, "group": "b"},
        {"ns": 5, "ew": 6, "artificial": "A6040", "adjustments": []},
        {"ns": 7, "ew": 8, "contract": "pass"},
    )
    assert read_field_json(data) == Field(
        1,
        (
            Board(
                2,
                (
                    Line(1, 2, score=620),
                    Line(3, 4, score=-200, group="b", contract="4SXS-1"),
                    Line(5, 6, artificial=ArtificialScore(Fraction(60), Fraction(40))),
                    Line(7, 8, score=0),
                ),
            ),
        ),
    )


@pytest.mark.parametrize("tricks", [0, 7, 13])
def test_field_holds_the_tricks_of_ns_at_whist(tricks):
    lines = ({"ns": 1, "ew": 2, "tricks_ns": tricks},)
    assert read_field_json(make_file(*lines)).boards[0].lines == (Line(1, 2, score=tricks),)


LINE = {"ns": 1, "ew": 2, "score": 620}
FORMS = (
    "enter one result: score, tricks_ns, contract (with declarer and tricks), artificial or assigned, or the state "
    "not-played or to-be-played;"
)
PARTS = (
    "use ns, ew, score, tricks_ns, contract, artificial, assigned, declarer, tricks, honours, "
    "honours_side, group, section, "
    "adjustments, state, reason, lists in a line."
)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LINE | {"score": "420"}, "score must be a whole number, not '420'."),
        (LINE | {"score": 42.5}, "score must be a whole number, not 42.5."),
        (LINE | {"score": True}, "score must be a whole number, not True."),
        (LINE | {"ns": 0}, "ns must be a whole number from 1 up, not 0."),
        (LINE | {"ew": 0}, "ew must be a whole number from 1 up, not 0."),
        ({"ew": 2, "score": 620}, "ns is missing; it must be a whole number from 1 up."),
        ({"ns": 1, "ew": 2}, f"{FORMS} the line has none."),
        (LINE | {"tricks_ns": 7}, f"{FORMS} there are score and tricks_ns."),
        (LINE | {"vulnerable": "ns"}, f"unknown part “vulnerable”; {PARTS}"),
        (LINE | {"tricks": 10}, f"unknown part “tricks” with score; {PARTS}"),
        (LINE | {"declarer": "Q"}, "“Q” isn’t a seat. Use N, E, S or W, or NS or EW for a side."),
        (LINE | {"honours": -30}, "honours must be a whole number from 0 up, not -30."),
        (LINE | {"group": 2}, "group must be text, not 2."),
        (
            LINE | {"adjustments": [{"ns": -2}]},
            "unknown part “ns”; use side, amount, unit, reason in an adjustment.",
        ),
        ({"ns": 1, "ew": 2, "tricks_ns": 14}, "14 tricks isn’t possible. Enter 0 to 13."),
        (
            {"ns": 1, "ew": 2, "contract": "8S", "declarer": "S", "tricks": 9},
            "“8S”: bids go from 1 to 7, not 8.",
        ),
        (
            {"ns": 1, "ew": 2, "contract": "4S", "declarer": "Q", "tricks": 9},
            "“Q” isn’t a seat. Use N, E, S or W, or NS or EW for a side.",
        ),
        (
            {"ns": 1, "ew": 2, "contract": "4S", "declarer": "S", "tricks": 14},
            "14 tricks isn’t possible. Enter 0 to 13.",
        ),
        (
            {"ns": 1, "ew": 2, "contract": "4S", "declarer": "S"},
            "tricks is missing; it must be a whole number.",
        ),
        ({"ns": 1, "ew": 2, "contract": 4}, "contract must be text, not 4."),
        ({"ns": 1, "ew": 2, "artificial": 60}, 'artificial must be text such as "A6040", not 60.'),
        (
            {"ns": 1, "ew": 2, "artificial": "B6040"},
            "“B6040” isn’t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first.",
        ),
        (7, "a line must be an object in braces, not 7."),
    ],
    ids=[
        "text-score",
        "half-score",
        "true-score",
        "ns-0",
        "ew-0",
        "no-ns",
        "no-result",
        "two-results",
        "unknown-part",
        "tricks-beside-score",
        "no-such-declarer",
        "honours-below-nought",
        "group-number",
        "adjustments",
        "14-tricks-ns",
        "8S",
        "no-such-seat",
        "14-tricks",
        "no-tricks",
        "contract-number",
        "artificial-number",
        "artificial-garbled",
        "no-object",
    ],
)
def test_fault_of_a_line_is_named_with_board_and_line(line, reason):
    with pytest.raises(FieldError) as refusal:
        read_field_json(make_file({"ns": 3, "ew": 4, "score": 50}, line))
    assert str(refusal.value) == f"Board 2, line 2: {reason}"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "The file: it must be an object in braces, not []."),
        (
            make_file(contest="individual"),
            'The file: the contest "individual" can’t be ranked; only pairs and teams can.',
        ),
        (make_file(winners=3), "The file: winners must be 1 or 2, not 3."),
        ({"boards": []}, "The file: winners is missing; it must be a whole number."),
        ({"winners": 1}, "The file: boards is missing; it must be a list."),
        (
            make_file(boards=[7]),
            "Board no. 1 in the file: a board must be an object in braces, not 7.",
        ),
        (
            make_file(boards=[{"board": 0, "lines": []}]),
            "Board no. 1 in the file: board must be a whole number from 1 up, not 0.",
        ),
        (make_file(boards=[{"board": 5}]), "Board 5: lines is missing; it must be a list."),
        (
            make_file(LINE, {"ns": 3, "ew": 4, "tricks_ns": 7}),
            "Board 2, line 2: the file has both tricks_ns and scores; use one of them.",
        ),
    ],
    ids=[
        "list",
        "individual",
        "winners",
        "no-winners",
        "no-boards",
        "no-board",
        "board-0",
        "no-lines",
        "mixed-units",
    ],
)
def test_fault_of_a_file_is_named(data, sentence):
    with pytest.raises(FieldError) as refusal:
        read_field_json(data)
    assert str(refusal.value) == sentence


def test_all_faults_of_a_file_are_named_at_once():
    boards = [
        {"board": 4, "lines": [{"ns": 1, "ew": 2}, LINE, {"ns": 1, "ew": 2, "score": None}]},
        {"board": 2, "lines": None},
    ]
    with pytest.raises(FieldError) as refusal:
        read_field_json(make_file(boards=boards))
    assert [str(fault) for fault in refusal.value.problems] == [
        f"Board 4, line 1: {FORMS} the line has none.",
        "Board 4, line 3: score is missing; it must be a whole number.",
        "Board 2: lines is missing; it must be a list.",
    ]


def test_ranking_is_written_with_exact_points_and_rounded_totals():
    lines = tuple(
        Line(number, number, score=score) for number, score in enumerate([420, 50, 50], start=1)
    )
    field = Field(2, (Board(1, (*lines, Line(4, 4, score=-50))), Board(2, lines)))
    written = make_ranking_json(rank_field("matchpoints", field))
    assert written["boards"][1] == {
        "board": 2,
        "top": "6",
        "lines": [
            {"ns": 1, "ew": 1, "ns_points": "17/3", "ew_points": "1/3"},
            {"ns": 2, "ew": 2, "ns_points": "5/3", "ew_points": "13/3"},
            {"ns": 3, "ew": 3, "ns_points": "5/3", "ew_points": "13/3"},
        ],
    }
    assert written["standings"][0] == {
        "contestant": 1,
        "direction": "NS",
        "total": "11.67",
        "percent": "97.22",
        "place": "1",
    }
    assert [standing["place"] for standing in written["standings"][1:3]] == ["2=", "2="]
    assert written["notes"] == [
        "Board 2: 3 of 4 results compared, adjusted by the Neuberg formula.",
        "4 N-S: 1 of 2 boards, total scaled.",
        "4 E-W: 1 of 2 boards, total scaled.",
    ]


def test_line_without_result_is_written_without_points():
    written = make_ranking_json(rank_field("average", Field(1, (Board(1, (Line(1, 2),)),))))
    assert written == {
        "method": "average",
        "boards": [
            {
                "board": 1,
                "top": None,
                "lines": [{"ns": 1, "ew": 2, "ns_points": None, "ew_points": None}],
            }
        ],
        "standings": [
            {"contestant": 1, "direction": None, "total": "0.00", "percent": None, "place": "1="},
            {"contestant": 2, "direction": None, "total": "0.00", "percent": None, "place": "1="},
        ],
        "notes": [],
    }


def test_declarer_and_honours_may_stand_beside_a_score():
    lines = [LINE | {"declarer": "ew", "honours": 64}, {"ns": 3, "ew": 4, "score": 80}]
    field = read_field_json(
        {"winners": 1, "game": "auction", "boards": [{"board": 1, "lines": lines}]}
    )
    assert [(line.declarer, line.honours) for line in field.boards[0].lines] == [
        ("EW", 64),
        (None, 0),
    ]
