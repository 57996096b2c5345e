"""A clock that nobody starts goes on with the results, whoever enters them; one that runs is the director's."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.director.additions.phones.tables import TablePhones
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


@pytest.fixture
def tables(section):
    return TablePhones(section)


def of_round(section, round_no):
    return [line for line in fetch_section_lines(section).all if line.round_no == round_no]


def test_it_costs_no_more_in_a_large_field(django_assert_max_num_queries):
    for pairs in (10, 40):
        section = make_night(pairs=pairs, boards_per_set=2)
        tables = TablePhones(section, tables=pairs // 2)
        *_others, last = of_round(section, 1)[:2]
        tables.say(of_round(section, 1)[0], "4SS=")
        with django_assert_max_num_queries(16):
            tables.say(last, "4SS=")
