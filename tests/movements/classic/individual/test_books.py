"""The individual contests of the books, against their printed first rounds and what they promise."""

import pytest

from movements.balance import compute_extremes, player_fairness
from movements.classic.individual.books import STARTS
from movements.moves import get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records

FULL = {key: start.players for key, start in STARTS.items()}


@pytest.mark.parametrize(
    ("key", "name"),
    [
        pytest.param("howell-8", "individual-howell-8_start.csv", id="Howell's eight"),
        pytest.param("whist-12", "individual-whist-12_start.csv", id="twelve of 1900"),
        pytest.param("whist-16", "individual-whist-16_start.csv", id="sixteen of 1900"),
        pytest.param("hoyle-8", "individual-hoyle-8_start.csv", id="Hoyle's eight"),
        pytest.param("hoyle-12", "individual-hoyle-12_start.csv", id="Hoyle's twelve"),
        pytest.param("hoyle-16", "individual-hoyle-16_start.csv", id="Hoyle's sixteen"),
    ],
)
def test_the_first_round_is_the_printed_one(key, name):
    first = [
        {"table": str(row.table_no), **dict(zip("nesw", map(str, row.players), strict=True))}
        for row in make_plan(f"individual-{key}", players=FULL[key]).rows
        if row.round_no == 1
    ]
    assert first == read_golden_records(name)


@pytest.mark.parametrize(
    ("key", "each"),
    [
        ("howell-8", 4),
        ("whist-12", 3),
        ("whist-16", 4),
        ("hoyle-8", 4),
        ("hoyle-12", 2),
        ("hoyle-16", 2),
    ],
)
def test_a_round_has_as_many_deals_as_the_book_says_when_nothing_is_said(key, each):
    assert make_plan(f"individual-{key}", players=FULL[key]).boards_per_set == each


@pytest.mark.parametrize(
    ("key", "compared"), [("howell-8", (2, 2)), ("whist-12", (2, 6)), ("whist-16", (4, 8))]
)
def test_players_hold_the_same_cards_as_often_as_the_transcription_counts(key, compared):
    evenness = player_fairness(make_plan(f"individual-{key}", players=FULL[key]))
    assert compute_extremes(evenness.same_direction) == compared


def test_the_printed_changes_of_eight_are_the_moves():
    printed = {
        4: (2, "E"),
        1: (2, "W"),
        2: (1, "E"),
        8: (1, "W"),
        5: (1, "N"),
        3: (1, "S"),
        6: (2, "N"),
        7: (2, "S"),
    }
    moves = get_moves_by_table(make_plan("individual-howell-8", players=8), 1)
    told = {
        move.contestant: (move.table_no, move.side) for at in moves.values() for move in at.players
    }
    assert told == printed
    assert [move.contestant for at in moves.values() for move in at.players if move.stays] == [8]
