"""The next move in the words a director calls out."""

import doctest

import pytest

from director.boards.movement import schedule as moves
from movements.moves import get_moves_by_table
from movements.registry import make_plan


def test_examples():
    assert doctest.testmod(moves).failed == 0


@pytest.mark.parametrize(
    ("key", "size", "round_no", "words"),
    [
        pytest.param(
            "mitchell",
            {"pairs": 14},
            6,
            "N-S stay, E-W up one table, boards down one table.",
            id="odd-tables",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 13},
            3,
            "N-S stay, E-W up one table, boards down one table.",
            id="half-table",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 16, "options": {"even": "skip"}},
            4,
            "N-S stay, E-W up two tables, boards down one table.",
            id="skip",
        ),
        pytest.param(
            "mitchell",
            {"pairs": 16, "options": {"even": "share"}},
            1,
            "N-S stay, E-W up one table, boards follow the guide cards.",
            id="share-and-bye-stand",
        ),
        pytest.param("howell", {"pairs": 8}, 1, "Everyone follows the guide card.", id="howell"),
        pytest.param(
            "howell", {"pairs": 7}, 6, "Everyone follows the guide card.", id="howell-sit-out"
        ),
    ],
)
def test_moves_in_one_sentence(key, size, round_no, words):
    plan = make_plan(key, boards_per_set=2, **size)
    assert moves.format_moves(get_moves_by_table(plan, round_no), plan.tables) == words
