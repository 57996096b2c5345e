from fractions import Fraction

import pytest

from scoring.bridge.rulings import ArtificialScore
from scoring.errors import FieldError
from scoring.method import check_field
from scoring.model import Board, Field, Line
from scoring.registry import rank_field

AVERAGE = ArtificialScore(Fraction(50), Fraction(50))


@pytest.mark.parametrize(
    ("field", "sentences"),
    [
        (Field(3, ()), ["A field has 1 or 2 winners, not 3."]),
        (
            Field(1, (Board(4, ()), Board(4, ()))),
            ["Board 4 is listed twice. List its results once."],
        ),
        (
            Field(1, (Board(4, (Line(1, 2, 50), Line(3, 1, 50))),)),
            ["Board 4: pair 1 has two results. Delete one."],
        ),
        (
            Field(2, (Board(4, (Line(1, 1, 50), Line(1, 2, 50), Line(2, 2, 50))),)),
            [
                "Board 4: 1 N-S has two results. Delete one.",
                "Board 4: 2 E-W has two results. Delete one.",
            ],
        ),
        (
            Field(1, (Board(4, (Line(1, 2, 50), Line(2, 1, 60), Line(2, 1, 70))),)),
            2
            * [
                "Board 4: pair 2 has two results. Delete one.",
                "Board 4: pair 1 has two results. Delete one.",
            ],
        ),
        (Field(1, (Board(4, (Line(1, 2, 50), Line(2, 1, 60))),)), []),
        (
            Field(1, (Board(4, (Line(5, 5, 50),)),)),
            ["Board 4: pair 5 plays against itself. Correct one of the numbers."],
        ),
        (
            Field(2, (Board(4, (Line(1, 2, 50, AVERAGE),)),)),
            ["Board 4: 1 N-S against 2 E-W has a score and an artificial score. Delete one."],
        ),
        (Field(2, (Board(4, (Line(1, 1, 50), Line(2, 2))),)), []),
    ],
    ids=[
        "winners",
        "board-twice",
        "pair-twice",
        "each-direction-twice",
        "replayed-twice",
        "replayed",
        "itself",
        "two-results",
        "sound",
    ],
)
def test_check_field_names_every_fault(field, sentences):
    assert [str(fault) for fault in check_field(field)] == sentences


def test_rank_refuses_a_field_with_all_its_faults():
    field = Field(1, (Board(1, (Line(1, 1, 50),)), Board(1, ())))
    with pytest.raises(FieldError) as refusal:
        rank_field("matchpoints", field)
    assert [fault.code for fault in refusal.value.problems] == [
        "field-own-opponent",
        "field-board-twice",
    ]
    assert str(refusal.value) == (
        "2 faults. Board 1: pair 1 plays against itself. Correct one of the numbers. Board 1 is listed twice. List "
        "its results once."
    )


def test_two_pairs_may_replay_a_board_with_each_others_cards():
    replayed = Board(1, (Line(1, 2, 7), Line(3, 4, 6), Line(2, 1, 5), Line(4, 3, 8)))
    assert check_field(Field(1, (replayed,))) == []
    wrong = Board(1, (Line(1, 2, 7), Line(3, 4, 6), Line(4, 1, 5)))
    assert [str(fault) for fault in check_field(Field(1, (wrong,)))] == [
        "Board 1: pair 4 has two results. Delete one.",
        "Board 1: pair 1 has two results. Delete one.",
    ]
