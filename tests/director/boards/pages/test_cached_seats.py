"""Seats looked at twice: its places are cached, and whatever changes in between is shown all the same."""

import re

import pytest
from django.test import Client

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.cached_seats import find_seats_version
from director.boards.play.sessions import add_session
from director.core.base.idempotency import KEY_FIELD
from director.core.base.versions import LruCache
from movements.registry import make_plan
from tests.director.boards.play.seats.seating import make_seats_form, seats_address
from tests.director.core.night.nights import swap_places
from tests.director.pages import count_queries
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_night,
)

pytestmark = pytest.mark.django_db
_KEYS_OF_FORMS = re.compile(r"\b[A-Za-z0-9]{64}\b" rf'|(?<=name="{KEY_FIELD}" value=")[^"]+')


def read_page(client: Client, section, tail: str = "") -> str:
    """Return the page without the keys that differ at every look."""
    response = client.get(seats_address(section, tail))
    assert response.status_code == 200
    return _KEYS_OF_FORMS.sub("", response.content.decode())


def read_page_twice(client: Client, section, tail: str = "") -> str:
    """Return the page as it is cached, and assert that one made anew is the same."""
    cached_page = read_page(client, section, tail)
    LruCache.clear_all()
    assert cached_page == read_page(client, section, tail)
    return cached_page


@pytest.mark.slow
def test_refused_boxes_are_nobody_elses(desk):
    section = make_night(pairs=6)
    read_page(desk, section)
    data = make_seats_form(section, p3_1="Twice Typed", p4_1="Twice Typed")
    refused = desk.post(seats_address(section), data)
    assert refused.status_code == 422
    assert "Twice Typed" in refused.content.decode()
    assert "Twice Typed" not in read_page_twice(desk, section)


@pytest.mark.slow
def test_sit_outs_of_the_session_before_follow_its_results(desk):
    section = make_night(pairs=5)
    second = add_session(section=section, number=2, is_seated=True)
    second_section = fetch_section(second.pk)
    if second_section.plan is None:
        store_plan(section=second_section, movement=make_plan("howell", pairs=5))
    page = read_page(desk, second_section)
    enter_all_results(fetch_section(section.session_id))
    assert read_page_twice(desk, second_section) != page


def test_a_section_read_before_a_change_is_not_cached_after_it(desk):
    section = fetch_section(make_night(pairs=6).session_id)
    assert find_seats_version(section)
    swap_places(fetch_section(section.session_id))
    assert find_seats_version(section) is None


@pytest.mark.slow
def test_second_look_costs_no_query_about_the_places(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    first = [count_queries(desk, seats_address(section)) for section in (small, large)]
    again = [count_queries(desk, seats_address(section)) for section in (small, large)]
    assert first[0] == first[1]
    assert again[0] == again[1] <= first[0] - 8
