"""Ten pairs whose tables tell their results on phones, two boards a round."""

import pytest

from tests.director.additions.phones.tables import TablePhones
from tests.factories import make_night


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


@pytest.fixture
def tables(section):
    return TablePhones(section)
