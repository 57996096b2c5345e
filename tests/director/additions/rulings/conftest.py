"""A night to rule on, and the director who rules."""

from functools import partial

import pytest

from tests.director.additions.rulings.ruled import give_ruling, make_section_to_rule_on


@pytest.fixture
def section():
    """A night of five tables with every result in."""
    return make_section_to_rule_on()


@pytest.fixture
def give(section, director):
    """Give a ruling about board 1 of table 1, unless told otherwise."""
    return partial(give_ruling, section, director)
