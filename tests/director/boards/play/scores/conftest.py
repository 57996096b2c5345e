"""The night on which the tests of Scores enter results."""

import pytest

from tests.factories import make_night


@pytest.fixture
def section(db):
    """A Mitchell of five tables, two boards a round; board 1: 1-6, 2-8, 3-10, 4-7, 5-9."""
    return make_night(pairs=10, boards_per_set=2)
