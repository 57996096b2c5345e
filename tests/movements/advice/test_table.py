"""The table of first suggestions: read by a person, and smooth from board to board."""

import csv
from io import StringIO

import pytest

from movements.advice.advise import advise
from movements.advice.facts import Limits
from movements.advice.picks import format_name_and_shape
from tests.golden import assert_golden

TABLE = "movements/advice/suggestions.csv"
PAIRS = range(4, 61)
BOARDS = range(18, 33)


def format_suggestion_table(pairs=PAIRS):
    """Return the table as CSV: the pairs, and the first suggestion for each number of boards."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["pairs", *BOARDS])
    for number in pairs:
        first = [advise(number, boards=(boards, boards))[0] for boards in BOARDS]
        writer.writerow([number, *map(format_name_and_shape, first)])
    return text.getvalue()


@pytest.mark.slow
def test_first_suggestions_for_every_field_and_length_read_as_reviewed():
    assert_golden(TABLE, format_suggestion_table())


def prices_of(advice):
    merit = advice.merit
    return merit.fairness, merit.opponents, merit.sitting_out, merit.ease


@pytest.mark.parametrize("pairs", [8, 13, 20, 36])
def test_one_board_more_changes_only_the_prices_of_length(pairs):
    """The order can change only where a price named *wishes* or *boards* does."""
    for boards in (22, 25, 28):
        before = {
            (advice.plan_key, advice.options, advice.rounds, advice.boards_per_set): advice
            for advice in advise(pairs, boards=(boards, boards))
        }
        after = advise(pairs, boards=(boards + 1, boards + 1))
        both = [
            (before[key], advice)
            for advice in after
            if (key := (advice.plan_key, advice.options, advice.rounds, advice.boards_per_set))
            in before
        ]
        assert both
        for earlier, later in both:
            assert prices_of(earlier) == prices_of(later)


@pytest.mark.parametrize(
    ("pairs", "boards", "first"),
    [
        pytest.param(
            8, (26, 26), ("Howell", 7, 4), id="28 boards in seven rounds, not in fourteen"
        ),
        pytest.param(10, (24, 24), ("Three-quarter Howell", 8, 3), id="an exact length"),
        pytest.param(
            6, (24, 24), ("Howell, five rounds of six sets", 5, 5), id="the nearest length"
        ),
        pytest.param(20, (18, 32), ("Skip Mitchell", 9, 3), id="the middle of a wide range"),
        pytest.param(26, (18, 32), ("Mitchell", 13, 2), id="the middle, two winners"),
    ],
)
def test_the_length_is_near_the_middle_of_what_was_asked(pairs, boards, first):
    best = advise(pairs, boards=boards)[0]
    assert (best.name, best.rounds, best.boards_per_set) == first


@pytest.mark.parametrize("pairs", [18, 24, 30, 36, 40, 52, 60])
@pytest.mark.parametrize("boards", [(24, 28), (30, 30)])
def test_no_more_boards_are_in_play_than_a_cupboard_of_36_holds(pairs, boards):
    assert max(advice.boards_in_play for advice in advise(pairs, boards=boards)) <= 36


def test_a_large_field_keeps_its_movement_from_board_to_board():
    two_sets = Limits(copies=2)
    names = {
        advise(36, boards=(boards, boards), limits=two_sets)[0].plan_key for boards in range(22, 33)
    }
    assert names == {"web-mitchell"}
