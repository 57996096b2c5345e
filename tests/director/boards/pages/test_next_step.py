"""A drawn contest leads to its next draw until the last round, wherever its director is."""

import pytest

from director.boards.scoring.explanation import format_rank_sentence
from scoring.registry import get_method
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Six teams, the first of two rounds drawn."""
    return make_drawn_section(desk, size=6, rounds=2)


def test_names_of_people_keep_their_capital_in_a_sentence():
    assert [
        get_method(key).name_in_sentence for key in ("matchpoints", "butler", "howell-losses")
    ] == [
        "matchpoints",
        "Butler IMPs",
        "Howell’s losses from the top",
    ]


def test_place_in_words():
    assert [format_rank_sentence(place) for place in ("1", "2=", "11", "30=")] == [
        "First place.",
        "Tied for second place.",
        "Place 11.",
        "Place 30=.",
    ]
