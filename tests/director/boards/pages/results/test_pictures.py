"""Pictures on the pages of results: the same figures as in the tables, and what each page marks."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.director.pages import find_elements, find_texts
from tests.factories import (
    enter_on_line,
    make_night,
    make_played_section,
    public_address,
    results_address,
)

pytestmark = pytest.mark.django_db


def visit(section, page=""):
    return Client().get(public_address(section, page))


@pytest.fixture
def section():
    return make_played_section()


def test_bars_go_to_both_sides_of_fifty_per_cent(section):
    page = visit(section)
    percents = [float(text) for text in find_texts(page, "tbody .pct")]
    sides = [bar.get("class") for bar in find_elements(page, "tbody .pct svg")]
    assert sides == ["below" if percent < 50 else None for percent in percents]
    assert min(percents) < 50 < max(percents)


# -- find my name ------------------------------------------------------------------------------------------------------


def test_a_name_that_is_not_there_is_said_to_be_missing(section):
    assert "Nobody found. Try part of the name." in visit(section, "?find=zzz").content.decode()


@pytest.mark.slow
def test_the_picture_begins_with_the_third_result(desk):
    section = make_night(pairs=6)
    lines = fetch_section_lines(section).all
    for count, line in enumerate(lines[:3], start=1):
        enter_on_line(section, line, "3NTN=")
        page = desk.get(results_address(section))
        assert bool(find_elements(page, ".podium")) == (count == 3)


def test_a_pair_at_the_desk_leads_to_its_people_and_visitors_not(desk, section):
    page = desk.get(f"{results_address(section)}pairs/1/")
    people = [entry.person for entry in section.entries.get(pair_no=1).entry_players.all()]
    for person in people:
        assert f'href="/people/{person.pk}/"' in page.content.decode()
    assert "/people/" not in visit(section, "pairs/1/").content.decode()
