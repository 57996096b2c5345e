"""Rulings on players who change partners, and on teams that play a board at two tables."""

import pytest

from director.boards.movement.sections import fetch_first_section
from director.errors import RulingError
from director.models import Section
from director.models.event import Contest
from tests.factories import add_ruling, make_demo_event

pytestmark = pytest.mark.django_db


def night_of(contest) -> Section:
    return fetch_first_section(make_demo_event(contest).pk)


def give(section, **given):
    return add_ruling(section=section, user=None, facts="Late.", decision="Fined.", **given)


class TestTeams:
    @pytest.fixture
    def section(self):
        return night_of(Contest.TEAMS)

    def test_a_table_where_the_team_does_not_play_the_board_is_refused(self, section):
        with pytest.raises(RulingError, match="doesn’t play board 1 at table 9"):
            give(section, board_no=1, pair_no=1, table_no=9, adjusted="A6040")
