"""Scoring of tables that sat the other way round in a two-winner movement."""

import json
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.errors import FieldError, ScoringError
from scoring.explain.figures import Explainer
from scoring.field_json import make_ranking_json, read_field_json
from scoring.model import Board, Field, Line, get_line_contestants
from scoring.registry import SCORING_METHODS, get_method, rank_field
from tests.cases import leave_to_slow
from tests.oracle.checking import check_ranking
from tests.scoring.strategies import AVERAGES, fields

OPPOSITE_LISTS = ("EW", "NS")
"""The rankings of the N-S and the E-W pair of a table that sat the other way round."""
METHODS = [
    method.key for method in SCORING_METHODS if method.key != "excess"
]  # it has to know who declared


def turn_line(line):
    return line._replace(ns=line.ew, ew=line.ns, lists=OPPOSITE_LISTS)


@st.composite
def turned_fields(draw, method_key):
    """Fields of two winners in which some tables sat the other way."""
    artificial_scores = st.nothing() if method_key == "aggregate" else AVERAGES
    # Four pairs sit at two tables.
    most_tables = 2 if method_key == "four-pairs" else 4
    field = draw(fields(artificials=artificial_scores, most_tables=most_tables))
    assume(field.winner_count == 2)
    boards = []
    for board in field.boards:
        turns = draw(st.tuples(*[st.booleans()] * len(board.lines)))
        lines = zip(board.lines, turns, strict=True)
        new_lines = tuple(turn_line(line) if is_turned else line for line, is_turned in lines)
        boards.append(replace(board, lines=new_lines))
    return replace(field, boards=tuple(boards))


@pytest.mark.parametrize("method_key", leave_to_slow(METHODS, but=3))
@given(st.data())
def test_both_routes_and_explanations_give_equal_points(method_key, data):
    field = data.draw(turned_fields(method_key))
    try:
        ranking = rank_field(method_key, field)
    except ScoringError:
        assume(False)
    assert check_ranking(method_key, field) == []
    explainer = Explainer(method_key, field, ranking=ranking)
    for board in ranking.boards:
        for scored_line in board.lines:
            ns_key, ew_key = get_line_contestants(field, scored_line.line)
            sides = (
                ("NS", ns_key, scored_line.ns_points),
                ("EW", ew_key, scored_line.ew_points),
            )
            for side, (direction, number), side_points in sides:
                explained = explainer.explain_line(
                    board_no=board.board_no, contestant=number, side=side, direction=direction
                )
                assert explained.points == side_points


# Pair  board 1                       board 8
# 2 E-W sits N-S against 1 N-S        -
# 1 N-S sits E-W against 2 E-W        N-S against 2 E-W
# 2 N-S N-S against 3 E-W             N-S against 3 E-W
# N-S 2 and E-W 2 have the same number in different rankings.
BOARD = Board(1, (Line(2, 1, 420, lists=OPPOSITE_LISTS), Line(2, 3, 450)))
OTHER_BOARD = Board(8, (Line(1, 2, 50), Line(2, 3, 50)))
FIELD = Field(2, (BOARD, OTHER_BOARD))


def test_direction_defaults_to_the_side():
    explained = Explainer("matchpoints", FIELD).explain_line(board_no=1, contestant=2, side="NS")
    assert explained.figure_name == "Board 1, 2 N-S against 3 E-W"


def test_direction_is_the_other_one_if_no_such_pair_sat_on_the_side():
    explained = Explainer("matchpoints", FIELD).explain_line(board_no=1, contestant=1, side="EW")
    assert explained.figure_name.endswith("against 1 N-S sitting E-W")


def make_field_data(lists):
    lines = [{"ns": 2, "ew": 1, "score": 420, "lists": lists}, {"ns": 2, "ew": 3, "score": 450}]
    return {"winners": 2, "boards": [{"board": 1, "lines": lines}]}


def test_file_and_ranking_both_name_the_lists_of_a_turned_line():
    field = read_field_json(make_field_data(["EW", "NS"]), get_method("matchpoints"))
    assert field.boards[0].lines == BOARD.lines
    ranking = make_ranking_json(rank_field("matchpoints", field))
    assert [line.get("lists") for line in ranking["boards"][0]["lines"]] == [["EW", "NS"], None]
    totals = {(row["direction"], row["contestant"]): row["total"] for row in ranking["standings"]}
    assert totals == {("NS", 1): "2.00", ("NS", 2): "2.00", ("EW", 2): "0.00", ("EW", 3): "0.00"}


def test_file_without_boards_keeps_two_winners():
    assert read_field_json(make_field_data(["NS", "EW"]) | {"boards": []}).winner_count == 2


@pytest.mark.parametrize(
    ("lists", "winners", "message"),
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
def test_other_lists_are_refused_with_board_and_line(lists, winners, message):
    # As in a file, where tuples are lists.
    field_data = json.loads(json.dumps(make_field_data(lists)))
    with pytest.raises(FieldError) as refusal:
        read_field_json(field_data | {"winners": winners})
    assert str(refusal.value).startswith(f"Board 1, line 1: {message}")
