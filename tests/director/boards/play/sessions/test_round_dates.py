"""A Swiss or a knock-out that is played on several dates, in one session."""

import datetime

import pytest
from django.urls import reverse

from director.boards.movement.round_days import fetch_round_days
from director.boards.play.results.acts import undo_section
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.pages import count_queries

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = (datetime.date(2026, 11, day) for day in (17, 24, 30))


def set_date(desk, section, from_round, day):
    address = reverse("session_draw_date", args=[section.ref])
    return desk.post(address, {"date-from_round": f"{from_round}", "date-day": f"{day}"})


@pytest.fixture
def section(desk):
    """Six teams, round 1 of four entered."""
    section = make_drawn_section(desk, size=6, rounds=4)
    enter_round(section, 1)
    return reload_drawn_section(section)


@pytest.mark.slow
def test_a_date_is_changed_removed_and_undone(desk, section):
    set_date(desk, section, 2, SECOND)
    set_date(desk, section, 2, THIRD)
    assert fetch_round_days(section.session).later_days == ((2, THIRD),)
    set_date(desk, section, 2, "")
    assert fetch_round_days(section.session).later_days == ()
    last_act = section.acts.order_by("number").last()
    assert last_act.words == "Round 2: on the date of the round before."
    undo_section(section=section, number=last_act.number, user=None)
    assert fetch_round_days(section.session).later_days == ((2, THIRD),)


@pytest.mark.slow
def test_the_draw_page_asks_no_more_for_many_dates(desk, section):
    set_date(desk, section, 2, SECOND)
    before = count_queries(desk, draw_address(section))
    for from_round in (3, 4, 5):
        set_date(desk, section, from_round, SECOND + datetime.timedelta(days=from_round))
    assert count_queries(desk, draw_address(section)) == before
