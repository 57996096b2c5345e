"""Somebody who joins a Swiss after its first round."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.core.night.links.opening import open_entry_addresses
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    read_draw_form,
    reload_drawn_section,
)
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


def make_section_after_round_1(desk, size=5, contest=Contest.TEAMS, **draw_settings):
    section = make_drawn_section(desk, contest=contest, size=size, **draw_settings)
    enter_round(section, 1)
    return reload_drawn_section(section)


def post_typed_draw(desk, section, **typed):
    return desk.post(
        draw_address(section),
        {"mark": find_drawn_contest(section).state_version, "action": "draw"} | typed,
    )


def post_corrected_draw(desk, section, response, **typed):
    """Save the proposed round that *response* shows, with some boxes *typed* over."""
    return desk.post(draw_address(section), read_draw_form(response) | {"action": "use"} | typed)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["many", "-1", "10", "1.5"])
def test_invalid_number_of_late_teams_is_refused_and_kept(desk, text):
    section = make_section_after_round_1(desk, size=6)
    response = post_typed_draw(desk, section, late=text)
    assert response.status_code == 422
    assert response.context["problems"] == [
        f"Late teams can’t be “{text}”. Type a number from 0 to 9."
    ]
    assert response.context["typed_round"].late_text == text


@pytest.fixture
def section_with_absent_team(desk):
    """A section of which round 1 was drawn without team 6."""
    section = make_drawn_section(desk, size=6)
    post_data = {
        "mark": find_drawn_contest(section).state_version,
        "action": "use",
        "anew": "1",
        "absent": ["6"],
        "home-1": "1",
        "away-1": "2",
        "home-2": "3",
        "away-2": "4",
        "bye": "5",
    }
    assert desk.post(draw_address(section), post_data).status_code == 302
    section = reload_drawn_section(section)
    enter_round(section, 1)
    return section


def test_own_page_of_a_late_team_says_nothing_of_withdrawal(desk, section_with_absent_team):
    accesses = open_entry_addresses(section=section_with_absent_team, pairs=[6])
    assert "withdrawn" not in desk.get(f"/my/{accesses[6].token}/").content.decode()


@pytest.fixture
def section_with_withdrawn_team(desk):
    """A section from which team 2 has withdrawn after round 1 of 3."""
    section = make_section_after_round_1(desk, size=6)
    response = post_typed_draw(desk, section, absent=["2"])
    assert post_corrected_draw(desk, section, response, absent=["2"]).status_code == 302
    section = reload_drawn_section(section)
    assert find_drawn_contest(section).withdrawn_numbers == {2}
    enter_round(section, 2)
    return section


@pytest.mark.slow
def test_own_page_of_a_withdrawn_team_says_so(desk, section_with_withdrawn_team):
    accesses = open_entry_addresses(section=section_with_withdrawn_team, pairs=[1, 2])
    headings = {
        number: find_texts(desk.get(f"/my/{access.token}/"), "#now")
        for number, access in accesses.items()
    }
    assert headings[2] == ["You have withdrawn"]
    assert headings[1] != headings[2]
