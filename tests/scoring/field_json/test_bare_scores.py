"""Bare scores in files: every one that some contract gives, and no other, unless the game or the method allows it."""

import pytest

from scoring.errors import FieldError
from scoring.field_json import read_field_json
from scoring.registry import get_method
from tests.scoring.field_json.test_fields import make_file

AUCTION = 'Correct it, or set "game": "auction" in the file for auction scores.'


def scored(score, board_no=2, **line):
    return {
        "winners": 1,
        "boards": [{"board": board_no, "lines": [{"ns": 3, "ew": 8, "score": score} | line]}],
    }


def refusal_of(data, method_key="matchpoints"):
    with pytest.raises(FieldError) as refusal:
        read_field_json(data, get_method(method_key))
    return str(refusal.value)


def test_assigned_score_must_be_possible_too():
    line = {
        "ns": 3,
        "ew": 8,
        "assigned": [{"score": 620, "weight": "0.5"}, {"score": 615, "weight": "0.5"}],
    }
    assert refusal_of(make_file(line)) == (
        "Board 2, line 1: N-S 3 against E-W 8: no contract scores N-S +615 with N-S vulnerable; "
        f"the nearest are +600 and +620. {AUCTION}"
    )


@pytest.mark.parametrize("method_key", ["average", "compass", "excess"])
def test_methods_of_auction_take_any_points(method_key):
    assert read_field_json(scored(615), get_method(method_key)).boards[0].lines[0].score == 615


def test_game_of_the_file_says_what_its_scores_are():
    assert read_field_json(scored(615) | {"game": "auction"}).boards[0].lines[0].score == 615
    assert read_field_json(scored(8) | {"game": "whist"}).boards[0].lines[0].score == 8
    assert refusal_of(scored(50) | {"game": "whist"}) == (
        "Board 2, line 1: 50 tricks isn’t possible. Enter 0 to 13."
    )
    assert refusal_of(scored(615) | {"game": "bridge"}, "compass") == (
        "Board 2, line 1: N-S 3 against E-W 8: no contract scores N-S +615 with N-S vulnerable; "
        f"the nearest are +600 and +620. {AUCTION}"
    )


@pytest.mark.parametrize(
    ("beside", "sentence"),
    [
        (
            {"declarer": "S"},
            "declarer comes with PASS, but a passed-out board has no declarer or tricks. Remove it, or enter the "
            "contract of N-S 3 against E-W 8.",
        ),
        (
            {"tricks": 9},
            "tricks come with PASS, but a passed-out board has no declarer or tricks. Remove them, or enter the "
            "contract of N-S 3 against E-W 8.",
        ),
        (
            {"declarer": "S", "tricks": 0},
            "declarer and tricks come with PASS, but a passed-out board has no declarer or tricks. Remove them, "
            "or enter the contract of N-S 3 against E-W 8.",
        ),
    ],
    ids=["declarer", "tricks", "both"],
)
def test_nobody_declares_a_board_passed_out(beside, sentence):
    line = {"ns": 3, "ew": 8, "contract": "Pass"} | beside
    assert refusal_of(make_file(line)) == f"Board 2, line 1: {sentence}"


def test_nothing_beside_a_pass_is_no_fault():
    line = {"ns": 3, "ew": 8, "contract": "PASS", "declarer": None, "tricks": None}
    assert read_field_json(make_file(line)).boards[0].lines[0].score == 0


def test_honours_are_at_most_what_a_side_can_hold():
    field = read_field_json(scored(600, declarer="E", honours=100), get_method("excess"))
    assert field.boards[0].lines[0].honours == 100
    assert refusal_of(scored(600, declarer="E", honours=101), "excess") == (
        "Board 2, line 1: honours can’t be 101; the most for one side is 100."
    )


def test_blanks_round_a_group_mean_nothing():
    lines = (
        {"ns": 1, "ew": 2, "score": 620, "group": " b "},
        {"ns": 3, "ew": 4, "score": 170, "group": " "},
    )
    assert [line.group for line in read_field_json(make_file(*lines)).boards[0].lines] == ["b", ""]
