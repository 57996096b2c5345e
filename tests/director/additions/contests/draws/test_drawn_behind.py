"""A Swiss whose rounds are drawn from the standings one round earlier, so that play never waits."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.options import get_standings_round
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    section = make_section_to_draw()
    asked = {"size": 8, "rounds": 4, "drawn_from": "behind"}
    assert start_draw(desk, section, **asked).status_code == 302
    return reload_drawn_section(section)


def test_the_rule_changes_between_rounds(desk):
    section = make_drawn_section(desk)
    enter_round(section, 1)
    post_data = {"rounds": 4, "drawn_from": "behind"}
    assert desk.post(f"{draw_address(section)}rounds/", post_data).status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).default_standings_round == 0
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    assert get_standings_round(reload_drawn_section(section).plan) == 0
    desk.post(f"{draw_address(section)}rounds/", post_data | {"drawn_from": "last"})
    assert find_drawn_contest(reload_drawn_section(section)).default_standings_round == 2
