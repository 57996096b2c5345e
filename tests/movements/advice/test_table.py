"""The table of first suggestions: read by a person, and smooth from board to board."""

import csv
from io import StringIO

import pytest

from movements.advice.advise import advise
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


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [18, 24, 30, 36, 40, 52, 60])
@pytest.mark.parametrize("boards", [(24, 28), (30, 30)])
def test_no_more_boards_are_in_play_than_a_cupboard_of_36_holds(pairs, boards):
    assert max(advice.boards_in_play for advice in advise(pairs, boards=boards)) <= 36
