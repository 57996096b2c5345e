"""Ten pairs whose tables tell their results on phones, two boards a round."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.director.additions.phones.tables import TablePhones
from tests.factories import make_night


@pytest.fixture
def section():
    """A Mitchell of five tables, two boards a round: pair 1 meets 6 on 1 and 2, then 10 on 3 and 4."""
    return make_night(pairs=10, boards_per_set=2)


@pytest.fixture
def tables(section):
    """The phones of its tables."""
    return TablePhones(section)


@pytest.fixture
def lines(section):
    """The lines of table 1 in the first round: boards 1 and 2."""
    return fetch_section_lines(section).get_table_lines(1, 1)


@pytest.fixture
def line(lines):
    """The first line of table 1: board 1, pairs 1 and 6."""
    return lines[0]
