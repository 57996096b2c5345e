"""Comparing by section: one section is the field, several are fields of their own with places across all of them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from scoring.bridge.rulings import Credit
from scoring.errors import FieldError
from scoring.explain.figures import explain_line
from scoring.field_json import make_ranking_json, read_field_json
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field
from scoring.totals.sections import divide_by_section, make_standings_by_section
from tests.scoring.strategies import (
    ARTIFICIALS,
    AVERAGES,
    OWN_AVERAGES,
    ruled_fields,
)

METHODS = ["matchpoints", "ascherman", "cross-imps", "total-imps", "butler", "average"]


def in_section(field, name, offset=0):
    """Return *field* with all its lines in the section *name*, its contestants numbered from *offset* on."""
    boards = tuple(
        replace(
            board,
            lines=tuple(
                line._replace(ns=line.ns + offset, ew=line.ew + offset, section=name)
                for line in board.lines
            ),
        )
        for board in field.boards
    )
    credits = tuple(
        replace(credit, contestant=credit.contestant + offset) for credit in field.credits
    )
    return replace(field, boards=boards, credits=credits)


def together(first, second):
    """Return one field of two sections; lines on a board that both played stand on one board."""
    boards = {board.board_no: board for board in first.boards}
    for board in second.boards:
        lines = boards[board.board_no].lines if board.board_no in boards else ()
        boards[board.board_no] = replace(board, lines=(*lines, *board.lines))
    return Field(first.winner_count, tuple(boards.values()), (*first.credits, *second.credits))


@st.composite
def sections(draw, method_key):
    accepts = get_method(method_key).accepted_rulings
    units = [unit for unit in ("mp", "%", "imp") if unit in accepts]
    artificials = AVERAGES if method_key == "average" else ARTIFICIALS | OWN_AVERAGES
    drawn = ruled_fields(units, artificials, is_assigned=method_key != "average")
    first = draw(drawn)
    second = draw(drawn.filter(lambda field: field.winner_count == first.winner_count))
    return in_section(first, "A"), in_section(second, "B", offset=20)


def figures(ranking):
    return {
        (standing.direction, standing.contestant): (
            standing.total,
            standing.percent,
            standing.board_count,
        )
        for standing in ranking.standings
    }


def points(ranking):
    return {
        (board.board_no, scored.line.ns, scored.line.ew): (scored.ns_points, scored.ew_points)
        for board in ranking.boards
        for scored in board.lines
    }


def line(ns, ew, score, section):
    return Line(ns, ew, score, section=section)


FIELD = Field(
    1,
    (
        Board(
            1,
            (
                line(1, 2, 420, "A"),
                line(11, 12, 50, "B"),
                line(3, 4, 170, "A"),
                line(13, 14, -50, "B"),
            ),
        ),
        Board(2, (line(1, 4, 420, "A"), line(11, 14, 50, "B"), line(3, 2, 420, "A"))),
    ),
)


def test_explanation_names_the_results_of_the_section_alone():
    explanation = explain_line(
        "matchpoints", FIELD, {"compare": "section"}, board_no=1, contestant=11, side="NS"
    )
    assert explanation.text.splitlines()[0] == "Board 1, 11 N-S against 12 E-W: 50 beats -50."


@pytest.mark.parametrize("choice", ["field", "section"])
def test_standings_of_each_section_follow_the_whole_ranking(choice):
    ranking = rank_field("matchpoints", FIELD, {"compare": choice})
    of_section = make_standings_by_section(ranking)
    assert list(of_section) == ["A", "B"]
    for name, numbers in (("A", {1, 2, 3, 4}), ("B", {11, 12, 13, 14})):
        assert {seen.contestant for seen in of_section[name]} == numbers
        percents = [seen.percent for seen in of_section[name]]
        assert percents == sorted(percents, reverse=True)
        assert of_section[name][0].rank == 1


def test_pairs_who_share_a_number_in_two_directions_have_their_own_sections():
    boards = (
        Board(
            1, (line(1, 1, 50, "A"), line(2, 2, 100, "A"), line(3, 3, 50, "B"), line(4, 4, 90, "B"))
        ),
    )
    of_section = make_standings_by_section(
        rank_field("matchpoints", Field(2, boards), {"compare": "section"})
    )
    assert [(seen.direction, seen.contestant, seen.rank_text) for seen in of_section["B"]] == [
        ("NS", 4, "1"),
        ("NS", 3, "2"),
        ("EW", 3, "1"),
        ("EW", 4, "2"),
    ]


def test_credits_go_to_the_section_of_their_contestant():
    credit = Credit(12, None, "handicap", Fraction(10), "%")
    ranking = rank_field("matchpoints", replace(FIELD, credits=(credit,)), {"compare": "section"})
    assert "Section B: Pair 12: handicap 10 %." in ranking.notes
    assert {standing.contestant: standing.percent for standing in ranking.standings}[12] == 10


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (
            (line(1, 2, 50, "A"), line(3, 4, 50, "")),
            "Board 7, 3 N-S against 4 E-W has no section, but other results do. Add it.",
        ),
        (
            (line(1, 2, 50, "A"), line(3, 4, 50, "B"), line(5, 6, 50, "A")),
            "Pair 3 plays in section A and on board 7 in section B. Correct one, or use different numbers in each "
            "section.",
        ),
    ],
    ids=["no-section", "two-sections"],
)
def test_sections_that_contradict_each_other_are_refused(lines, sentence):
    boards = (
        (Board(6, (line(3, 9, 50, "A"),)), Board(7, lines))
        if len(lines) > 2
        else (Board(7, lines),)
    )
    with pytest.raises(FieldError) as refusal:
        rank_field("matchpoints", Field(1, boards))
    assert str(refusal.value.problems[0]) == sentence


def test_a_file_names_sections_and_gets_them_back():
    lines = [
        {"ns": 1, "ew": 2, "score": 420, "section": "A"},
        {"ns": 3, "ew": 4, "score": 50, "section": " B "},
        {"ns": 5, "ew": 6, "score": 170, "section": "A"},
    ]
    field = read_field_json({"winners": 1, "boards": [{"board": 1, "lines": lines}]})
    written = make_ranking_json(
        rank_field("matchpoints", field, {"compare": "section"}), field=field
    )
    assert written["boards"][1] == {
        "board": 1,
        "section": "B",
        "top": "0",
        "lines": [{"ns": 3, "ew": 4, "section": "B", "ns_points": "0", "ew_points": "0"}],
    }
    assert [
        (part["section"], [standing["contestant"] for standing in part["standings"]])
        for part in written["sections"]
    ] == [
        ("A", [1, 6, 2, 5]),
        ("B", [3, 4]),
    ]


def test_a_field_without_sections_is_not_divided():
    field = Field(1, (Board(1, (Line(1, 2, 50),)), Board(2, ())))
    assert divide_by_section(field) == field
    assert make_standings_by_section(rank_field("butler", field)) == {}


def test_a_correction_changes_only_its_board_and_section():
    boards = tuple(
        Board(
            board_no,
            tuple(
                Line(base + ns, base + ns + 2, score=10 * ns * board_no, section=name)
                for name, base in (("A", 1000), ("B", 2000))
                for ns in (1, 2)
            ),
        )
        for board_no in (1, 2)
    )
    field = Field(1, boards)
    options = {"compare": "section"}
    before = rank_field("matchpoints", field, options)
    corrected = (*boards[1].lines[:-1], boards[1].lines[-1]._replace(score=-500))
    changed = replace(field, boards=(boards[0], Board(2, corrected)))
    after = rank_field("matchpoints", changed, options)
    fresh = Field(1, tuple(Board(board.board_no, board.lines) for board in changed.boards))
    assert after == rank_field("matchpoints", fresh, options) != before
    assert divide_by_section(changed).boards[:2] == divide_by_section(field).boards[:2]
