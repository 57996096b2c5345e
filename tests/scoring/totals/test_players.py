"""Totals of single players: what sides get, both of their players get, by every method that adds up."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.registry import make_plan
from scoring.__main__ import main
from scoring.bridge.entries import parse_entry
from scoring.bridge.rulings import ADJUSTMENT_UNITS, Adjustment, Credit
from scoring.classic.losses import IndividualTable, compute_charges_by_player
from scoring.errors import FieldError, ScoringError
from scoring.field_json import read_individual_json
from scoring.model import Board, Field, Line
from scoring.registry import SCORING_METHODS, get_method
from scoring.totals.players import IndividualField, rank_players
from tests.oracle.checking import check_players

FOR_PLAYERS = [method for method in SCORING_METHODS if method.player_totals_by]


def file_of(plan, scores) -> dict[str, object]:
    """Return the file of results of *plan*, the scores of its boards and tables taken one after the other."""
    boards: dict[int, list[dict[str, int]]] = {}
    told = iter(scores)
    for row in plan.rows:
        for board in row.boards:
            seats = dict(zip("nesw", row.players, strict=True))
            boards.setdefault(board, []).append({**seats, "tricks_ns": next(told)})
    listed = [{"board": board, "lines": lines} for board, lines in sorted(boards.items())]
    return {"contest": "individual", "game": "whist", "boards": listed}


EIGHT = make_plan("individual-howell-8", players=8, boards_per_set=2)
PLAYS = sum(len(row.boards) for row in EIGHT.rows)


def draw_ruled_players(method, scores, amounts, data) -> IndividualField:
    """Return eight players with these *scores*, an adjustment on one line and a penalty of *amounts* for each."""
    unit = data.draw(
        st.sampled_from(sorted(set(ADJUSTMENT_UNITS) & set(method.accepted_rulings)) or ["points"])
    )
    individual = read_individual_json(file_of(EIGHT, scores), method)
    credits = [
        Credit(player, None, "penalty", Fraction(amount), unit)
        for player, amount in enumerate(amounts, 1)
    ]
    first = individual.field.boards[0]
    given_on_line = (
        (Adjustment("ns", Fraction(-10), "%"),) if "%" in method.accepted_rulings else ()
    )
    ruled = first.lines[0]._replace(adjustments=given_on_line)
    boards = (replace(first, lines=(ruled, *first.lines[1:])), *individual.field.boards[1:])
    return replace(
        individual, field=replace(individual.field, boards=boards), credits=tuple(credits)
    )


@pytest.mark.parametrize("text", ["A6060", "A5050", "A4040", "A6040"])
@pytest.mark.parametrize("compare", ["field", "section"])
def test_both_routes_agree_on_averages_of_both_sides(text, compare):
    ruled = parse_entry(text).artificial
    lines = (
        Line(1, 2, 420, section="A"),
        Line(3, 4, artificial=ruled, section="A"),
        Line(5, 6, 50, section="B"),
    )
    boards = (
        Board(1, lines),
        Board(2, tuple(line._replace(score=170, artificial=None) for line in lines)),
    )
    partners = {1: (1, 9), 2: (2, 10), 3: (3, 11), 4: (4, 12), 5: (5, 13), 6: (6, 14)}
    assert (
        check_players(
            "matchpoints", IndividualField(Field(1, boards), partners), {"compare": compare}
        )
        == []
    )


@given(scores=st.lists(st.integers(0, 13), min_size=PLAYS, max_size=PLAYS))
def test_losses_are_those_that_the_book_charges_round_by_round(scores):
    method = get_method("howell-losses")
    ranking = rank_players(method, read_individual_json(file_of(EIGHT, scores), method))
    told = iter(scores)
    rounds: list[list[IndividualTable]] = [[] for _ in range(7)]
    for row in EIGHT.rows:
        tricks = sum(next(told) for _ in row.boards)
        north, east, south, west = row.players
        rounds[row.round_no - 1].append(
            IndividualTable((north, south), (east, west), tricks, 26 - tricks)
        )
    charged = compute_charges_by_player(rounds)
    assert {standing.contestant: standing.total for standing in ranking.standings} == charged
    assert ranking.standings[0].total == min(charged.values())


def test_matchpoints_are_those_of_both_partners():
    lines = [
        {"n": 1, "e": 2, "s": 3, "w": 4, "score": 420},
        {"n": 5, "e": 6, "s": 7, "w": 8, "score": 50},
    ]
    file = {"contest": "individual", "boards": [{"board": 1, "lines": lines}]}
    ranking = rank_players(get_method("matchpoints"), read_individual_json(file))
    assert {standing.contestant: standing.total for standing in ranking.standings} == {
        1: 2,
        3: 2,
        6: 2,
        8: 2,
        2: 0,
        4: 0,
        5: 0,
        7: 0,
    }
    assert {standing.percent for standing in ranking.standings} == {Fraction(100), Fraction(0)}


def test_a_player_who_sits_out_loses_nothing_by_it_and_gains_nothing():
    plan = make_plan("individual", players=5, boards_per_set=1)
    scores = [7] * len(plan.rows)
    losses = get_method("howell-losses")
    ranking = rank_players(losses, read_individual_json(file_of(plan, scores), losses))
    assert {(standing.board_count, standing.total) for standing in ranking.standings} == {(4, 0)}


def test_two_winners_rank_each_line_by_itself():
    plan = make_plan("rainbow", players=20, boards_per_set=1)
    file = file_of(plan, [place % 14 for place in range(25)]) | {"winners": 2}
    ranking = rank_players(get_method("matchpoints"), read_individual_json(file))
    lines = {
        direction: {
            standing.contestant for standing in ranking.standings if standing.direction == direction
        }
        for direction in ("NS", "EW")
    }
    assert lines == {"NS": {*range(1, 6), *range(11, 16)}, "EW": {*range(6, 11), *range(16, 21)}}


def test_rank_answers_in_the_shape_of_lines_with_players(tmp_path, capsys):
    file = tmp_path / "individual.json"
    lines = [
        {"n": 1, "e": 2, "s": 3, "w": 4, "score": 420},
        {"n": 5, "e": 6, "s": 7, "w": 8, "score": 50},
    ]
    file.write_text(json.dumps({"contest": "individual", "boards": [{"board": 1, "lines": lines}]}))
    assert main(["rank", "matchpoints", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["boards"][0]["lines"][0] == {
        "n": 1,
        "e": 2,
        "s": 3,
        "w": 4,
        "ns_points": "2",
        "ew_points": "0",
    }
    assert answer["standings"][0] == {
        "contestant": 1, "direction": None, "total": "2.00", "percent": "100.00", "place": "1=",
    }  # fmt: skip
    individual = read_individual_json(json.loads(file.read_text()))
    assert check_players("matchpoints", individual) == []


SEATED = {"n": 1, "e": 2, "s": 3, "w": 4, "score": 420}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            {**SEATED, "w": 1},
            "Board 1, line 1: player 1 has two seats at the table; give one to another player.",
        ),
        ({**SEATED, "w": "x"}, "Board 1, line 1: w must be a whole number from 1 up, not 'x'."),
        ({**SEATED, "ns": 1}, "Board 1, line 1: ns isn’t used for individuals; remove it."),
        ({**SEATED, "score": 7}, None),
    ],
)
def test_a_problem_of_a_line_is_named_with_board_and_line_number(line, sentence):
    with pytest.raises(FieldError) as refused:
        read_individual_json({"contest": "individual", "boards": [{"board": 1, "lines": [line]}]})
    assert sentence is None or str(refused.value.problems[0]) == sentence
    assert "Board 1, line 1" in str(refused.value)


def test_a_player_twice_on_a_board_is_refused():
    lines = [SEATED, {"n": 5, "e": 6, "s": 7, "w": 4, "score": 50}]
    individual = read_individual_json(
        {"contest": "individual", "boards": [{"board": 1, "lines": lines}]}
    )
    with pytest.raises(FieldError) as refused:
        rank_players(get_method("matchpoints"), individual)
    assert str(refused.value) == "Board 1: player 4 has two results. Delete one."


def test_credits_and_methods_that_do_not_add_up_are_refused():
    file = {"contest": "individual", "boards": [{"board": 1, "lines": [SEATED]}]}
    with pytest.raises(FieldError) as refused:
        read_individual_json(file | {"credits": []})
    assert str(refused.value) == "The file: credits isn’t used for individuals; remove it."
    with pytest.raises(ScoringError) as other:
        rank_players(get_method("exponent"), read_individual_json(file))
    assert str(other.value) == (
        "Exponent system (equated gains) doesn’t rank individuals. Choose another method, such as matchpoints or "
        "cross-imps."
    )
