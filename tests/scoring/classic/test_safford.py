"""Safford's shared totals: the printed card, and what the totals of all rivals make."""

import csv
import random

from scoring.classic.safford import list_shared_rows
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden

START = {"A": (1, 8, 1), "B": (3, 6, 5), "C": (2, 7, 3), "D": (4, 5, 2)}


def moved(pair, rounds):
    return pair if pair == 8 else (pair - 1 + rounds) % 7 + 1


def session(seed=1900):
    """Return the eight-pair session by the rule of the book, four sets of seven deals, with tricks made up."""
    chance = random.Random(seed)
    boards = {deal: [] for deal in range(1, 29)}
    for rounds in range(7):
        for north, east, first in START.values():
            for deal in range((first - 1 + rounds) % 7 + 1, 29, 7):
                boards[deal].append(
                    Line(moved(north, rounds), moved(east, rounds), score=chance.randint(0, 13))
                )
    return Field(1, tuple(Board(deal, tuple(lines)) for deal, lines in boards.items()))


def test_card_of_pair_5_fills_the_squares_of_those_who_held_its_cards():
    rows = csv.DictReader(read_golden("scoring/safford_card-pair-5.csv").splitlines())
    printed = {
        (
            tuple(map(int, row["deals"].split())),
            "NS" if row["seat"] == "North" else "EW",
            int(row["opponent"]),
            tuple(map(int, row["squares"].split())),
        )
        for row in rows
    }
    ours = {
        (
            row.board_nos,
            row.direction,
            row.opponent,
            tuple(number for number, _ in row.totals_of_rivals),
        )
        for row in list_shared_rows(session(), 5)
    }
    assert ours == printed


def test_every_two_pairs_compare_three_sets():
    field = session()
    squares = [
        number
        for pair in range(1, 9)
        for row in list_shared_rows(field, pair)
        for number, _ in row.totals_of_rivals
    ]
    assert [squares.count(pair) for pair in range(1, 9)] == [21] * 8


def test_result_of_a_pair_is_the_sum_of_its_card():
    field = session()
    cards = {
        pair: sum(row.difference for row in list_shared_rows(field, pair)) for pair in range(1, 9)
    }
    assert {
        standing.contestant: standing.total for standing in rank_field("safford", field).standings
    } == cards


def test_total_of_ew_is_seen_from_its_own_side():
    lines = (Line(1, 4, score=8), Line(2, 3, score=6))
    rows = list_shared_rows(Field(2, (Board(1, lines),)), 4, "EW")
    assert [(row.direction, row.opponent, row.total, row.totals_of_rivals) for row in rows] == [
        ("EW", 1, -8, ((3, -6),))
    ]
