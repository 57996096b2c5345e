"""Home: tonight, nights, starting and removing one."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from director.core.night.publishing import publish_results
from director.core.pages.refusals import NOT_FOUND_MESSAGE
from director.models import Event, Section
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import make_seated_party
from tests.director.query_cost import count_cost
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_night,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


def test_opening_a_session_goes_to_the_step_that_needs_the_director(desk):
    section = make_night()
    assert (
        desk.get(f"/sessions/{section.session_id}/").url == f"/sessions/{section.session_id}/print/"
    )
    enter_all_results(section)
    Section.objects.update(printed_fingerprint=section.plan.fingerprint)
    assert (
        desk.get(f"/sessions/{section.session_id}/").url
        == f"/sessions/{section.session_id}/results/"
    )


def test_archived_night_is_closed_and_restored_by_undo(desk, client):
    section = make_night()
    event = publish_results(event=section.session.event)
    page = desk.get("/nights/")
    assert find_texts(page, ".menu .quiet") == ["Archive"], "red is for what can’t be undone"
    assert find_texts(page, ".menu .help")[0].endswith(
        "nothing is deleted. Restore it under Archived."
    )
    desk.post(f"/events/{event.pk}/remove/")
    page = desk.get("/nights/")
    assert list(page.context["recent"]) == []
    assert [night.pk for night in desk.get("/nights/?archived=1").context["recent"]] == [event.pk]
    assert client.get(f"/events/{event.pk}/").status_code == 404
    (undo,) = find_elements(page, "#messages form")
    desk.post(undo.get("action"))
    assert [night.pk for night in desk.get("/nights/").context["recent"]] == [event.pk]
    assert client.get(f"/events/{event.pk}/").status_code == 404, "it stays unpublished"


def test_tonight_reads_no_more_of_a_large_event(desk):
    costs = []
    for section in make_small_and_large_sections():
        Event.objects.update(date="2020-01-01")
        Event.objects.filter(pk=section.session.event_id).update(date=timezone.localdate())
        # Its tables are drawn from the results that Play and Scores use too.
        desk.get("/")
        with count_cost() as cost:
            desk.get("/")
        costs.append(cost)
    small, large = costs
    assert small.queries == large.queries
    # The tables that are late, which it names: two of the small event, four of the large one.
    assert large.rows - small.rows == 2


def test_tonight_lists_a_night_of_today_once(desk):
    make_night()
    Event.objects.update(date=timezone.localdate())
    page = desk.get("/")
    assert len(page.context["heroes"]) == 1
    assert list(page.context["recent"]) == []


@pytest.mark.parametrize(("hour", "is_shown"), [(0, True), (3, True), (4, False)])
def test_the_night_that_goes_on_past_midnight_is_tonights_until_four(
    desk, monkeypatch, hour, is_shown
):
    today = timezone.localdate()
    old, new = (make_night().session.event_id for _night in range(2))
    Event.objects.filter(pk=old).update(date=today)
    Event.objects.filter(pk=new).update(date=today + timedelta(days=1))
    moment = datetime.combine(today + timedelta(days=1), time(hour, 10)).astimezone()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    page = desk.get("/")
    nights = [
        card.night.session.event_id
        for place in ("heroes", "others")
        for card in page.context[place]
    ]
    recent = [result.event.pk for result in page.context["recent"]]
    assert (nights, recent) == (([old, new], []) if is_shown else ([new], [old]))


def test_a_page_that_does_not_exist_says_so(desk):
    page = desk.get("/sessions/99/field/")
    assert page.status_code == 404
    assert "Page not found" in page.content.decode()


def test_party_has_no_sections_at_the_address_of_a_session(desk):
    party = make_seated_party()
    place = f"/sessions/{party.session_id}"
    assert desk.get(f"{place}/").url == f"/parties/{party.session_id}/print/"
    answers = [desk.get(f"{place}-A/"), desk.get(f"{place}-B/")]
    assert [(response.status_code, find_texts(response, ".say")) for response in answers] == [
        (404, [NOT_FOUND_MESSAGE])
    ] * 2
    assert [desk.post(f"{place}/").status_code, desk.post(f"{place}-A/").status_code] == [405, 405]


def test_nights_need_the_same_queries_for_one_night_and_for_three(desk):
    make_night()
    one = count_queries(desk, "/nights/")
    make_night()
    make_night()
    assert count_queries(desk, "/nights/") == one


@pytest.mark.slow
def test_tonight_needs_the_same_queries_for_one_night_and_for_three(desk):
    make_night()
    Event.objects.update(date=timezone.localdate())
    one = count_queries(desk, "/")
    enter_all_results(make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1))
    make_night(key="howell", pairs=8)
    Event.objects.update(date=timezone.localdate())
    assert count_queries(desk, "/") == one
