"""Two winners, and tables that sat the other way: who is ranked where, by both routes, in explanations and files."""

import json
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import (
    SCORING_METHODS,
    Board,
    Explainer,
    Field,
    FieldError,
    Line,
    ScoringError,
    explain_line,
    explanation_to_json,
    field_from_json,
    find_method,
    rank,
    ranking_to_json,
)
from scoring.checking import check_ranking
from scoring.ranking import get_contestant_keys
from tests.scoring.strategies import AVERAGES, fields

TURNED = ("EW", "NS")
METHODS = [
    method.key for method in SCORING_METHODS if method.key != "excess"
]  # it has to know who declared


def turned(line):
    return line._replace(ns=line.ew, ew=line.ns, lists=TURNED)


@st.composite
def turned_fields(draw, method_key):
    """Fields of two winners in which some tables sat the other way."""
    artificials = st.nothing() if method_key == "aggregate" else AVERAGES
    field = draw(
        fields(artificials=artificials, most_tables=2 if method_key == "four-pairs" else 4)
    )
    assume(field.winners == 2)
    return replace(
        field,
        boards=tuple(
            replace(
                board,
                lines=tuple(turned(line) if draw(st.booleans()) else line for line in board.lines),
            )
            for board in field.boards
        ),
    )


@pytest.mark.parametrize("method_key", METHODS)
@given(st.data())
def test_both_routes_and_every_explanation_agree_on_who_has_what(method_key, data):
    field = data.draw(turned_fields(method_key))
    try:
        ranking = rank(method_key, field)
    except ScoringError:
        assume(False)
    assert check_ranking(method_key, field) == []
    explainer = Explainer(method_key, field, ranking=ranking)
    for board in ranking.boards:
        for scored in board.lines:
            points = scored.ns_points, scored.ew_points
            for side, (direction, number), own in zip(
                ("NS", "EW"), get_contestant_keys(field, scored.line), points, strict=True
            ):
                line = explainer.explain_line(
                    board_no=board.board_no, contestant=number, side=side, direction=direction
                )
                assert line.points == own


BOARD = Board(1, (Line(2, 1, 420, lists=TURNED), Line(2, 3, 450), Line(3, 2, -50)))
"""E-W 2 sits N-S against N-S 1; N-S 2, and E-W 2's opponents elsewhere, have the same numbers."""
FIELD = Field(
    2, (replace(BOARD, lines=BOARD.lines[:2]), Board(8, (Line(1, 2, 50), Line(2, 3, 50))))
)


@pytest.mark.parametrize(("direction", "points"), [("EW", 0), ("NS", 2)])
def test_the_pair_of_the_line_is_explained_and_not_that_of_its_number_in_the_other_list(
    direction, points
):
    explained = explain_line(
        "matchpoints", FIELD, board_no=1, contestant=2, side="NS", direction=direction
    )
    assert explained.points == points
    own = (
        "2 E-W sitting N-S against 1 N-S sitting E-W"
        if direction == "EW"
        else "2 N-S against 3 E-W"
    )
    assert explained.what == f"Board 1, {own}"
    others = explanation_to_json(explained)["others"]
    assert [other.get("lists") for other in others] == [None if direction == "EW" else ["EW", "NS"]]


def test_without_a_direction_it_is_that_of_the_side_or_else_the_other():
    explainer = Explainer("matchpoints", FIELD)
    assert (
        explainer.explain_line(board_no=1, contestant=2, side="NS").what
        == "Board 1, 2 N-S against 3 E-W"
    )
    assert explainer.explain_line(board_no=1, contestant=1, side="EW").what.endswith(
        "against 1 N-S sitting E-W"
    )


def file_of(lists):
    lines = [{"ns": 2, "ew": 1, "score": 420, "lists": lists}, {"ns": 2, "ew": 3, "score": 450}]
    return {"winners": 2, "boards": [{"board": 1, "lines": lines}]}


def test_a_file_says_where_a_pair_is_ranked_and_so_does_the_answer():
    field = field_from_json(file_of(["EW", "NS"]), find_method("matchpoints"))
    assert field.boards[0].lines == BOARD.lines[:2]
    answer = ranking_to_json(rank("matchpoints", field))
    assert [line.get("lists") for line in answer["boards"][0]["lines"]] == [["EW", "NS"], None]
    standings = {(row["direction"], row["contestant"]): row["total"] for row in answer["standings"]}
    assert standings == {("NS", 1): "2.00", ("NS", 2): "2.00", ("EW", 2): "0.00", ("EW", 3): "0.00"}
    assert field_from_json(file_of(["NS", "EW"]) | {"boards": []}).winners == 2


@pytest.mark.parametrize(
    ("lists", "winners", "said"),
    [
        (["EW"], 2, 'lists must be two of "NS" and "EW", such as ["EW", "NS"], not [\'EW\'].'),
        (["EW", 3], 2, "lists must be two of"),
        ("EWNS", 2, "lists must be two of"),
        (None, 2, "lists is missing; it must be two of"),
        (
            ["EW", "NS"],
            1,
            "lists are for separate N-S and E-W rankings; remove them for one ranking.",
        ),
        ([["EW"], "NS"], 2, "lists must be two of"),
    ],
)
def test_other_lists_are_refused_with_board_and_line(lists, winners, said):
    with pytest.raises(FieldError) as refusal:
        field_from_json(json.loads(json.dumps(file_of(lists))) | {"winners": winners})
    assert str(refusal.value).startswith(f"Board 1, line 1: {said}")
