"""Nights to come: planned at the desk, read by visitors, calendars and feed readers."""

from datetime import UTC, date, datetime, time
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from director.core.club.next_nights import (
    add_next_night,
    fetch_next_nights,
    write_calendar,
)
from director.models import Club, NextNight
from tests.director.pages import find_errors, find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db
PAGE = "/club/next-nights/"
TYPED = {
    "date": "2099-12-03",
    "starts_at": "19:30",
    "kind": "Duplicate pairs",
    "text": "Bring a partner",
}
MADE = datetime(2026, 11, 25, 8, tzinfo=UTC)


def unfolded(calendar: bytes) -> list[str]:
    return calendar.decode().replace("\r\n ", "").split("\r\n")


def test_a_night_is_planned_read_and_deleted(desk):
    assert desk.post(PAGE, TYPED).status_code == 302
    night = NextNight.objects.get()
    assert night.date == date(2099, 12, 3)
    assert night.starts_at == time(19, 30)
    assert night.kind == "Duplicate pairs"
    assert night.is_weekly is False
    home = Client().get("/results/")
    assert find_texts(home, ".nights b") == ["Thursday 3 December, 19:30"]
    assert "Duplicate pairs · Bring a partner" in home.content.decode()
    assert desk.post(f"{PAGE}{night.pk}/delete/").status_code == 302
    assert not NextNight.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"date": "soon"}, "This isn’t a date. Type it as 2026-11-17.", id="date"),
        pytest.param({"date": ""}, "Choose the day of the night.", id="no date"),
        pytest.param(
            {"starts_at": "late"}, "Type the start as hours and minutes, such as 19:30.", id="start"
        ),
        pytest.param({"kind": " "}, "Type what is played, such as Duplicate pairs.", id="kind"),
        pytest.param(
            {"text": "x" * 201}, "The text is too long. Use at most 200 characters.", id="text"
        ),
    ],
)
def test_wrong_input_is_one_sentence_and_nothing_typed_is_lost(desk, changes, sentence):
    response = desk.post(PAGE, TYPED | changes)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    kept = (TYPED | changes)["text"]
    assert kept in response.content.decode()
    assert not NextNight.objects.exists()


def test_a_night_that_is_over_is_shown_no_longer_and_a_weekly_one_comes_again():
    club = make_club()
    add_next_night(club=club, date=date(2026, 11, 2), kind="Once")
    add_next_night(club=club, date=date(2026, 11, 3), kind="Weekly", is_weekly=True)
    add_next_night(club=club, date=date(2026, 12, 2), kind="Later")
    coming = [(night.date, night.kind) for night in fetch_next_nights(club, date(2026, 11, 25))]
    assert coming == [
        (date(2026, 12, 1), "Weekly"),
        (date(2026, 12, 2), "Later"),
        (date(2026, 12, 8), "Weekly"),
        (date(2026, 12, 15), "Weekly"),
        (date(2026, 12, 22), "Weekly"),
    ]


def test_the_calendar_has_weekly_nights_and_signs_of_its_own():
    club = Club(pk=1, name="Hill, Dale; & Co")
    nights = [
        NextNight(
            pk=1,
            date=date(2026, 12, 3),
            starts_at=time(19, 30),
            kind="Pairs",
            is_weekly=True,
            created_at=MADE,
        ),
        NextNight(
            pk=2, date=date(2026, 12, 24), kind="Party", text="Mince pies, é" * 12, created_at=MADE
        ),
    ]
    written = write_calendar(club, nights)
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    lines = unfolded(written)
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert "X-WR-CALNAME:Hill\\, Dale\\; & Co" in lines
    assert {
        "DTSTART:20261203T193000",
        "RRULE:FREQ=WEEKLY",
        "DTSTART;VALUE=DATE:20261224",
        "SUMMARY:Party",
    } <= {*lines}
    assert "DESCRIPTION:" + "Mince pies\\, é" * 12 in lines
    assert len({line for line in lines if line.startswith("UID:")}) == 2


def test_visitors_get_the_calendar_and_the_feed():
    add_next_night(
        club=make_club(),
        date=date(2099, 12, 3),
        starts_at=time(19, 30),
        kind="Pairs",
        is_weekly=True,
    )
    calendar = Client().get("/results/next-nights.ics")
    assert calendar["Content-Type"] == "text/calendar; charset=utf-8"
    assert "SUMMARY:Pairs" in unfolded(calendar.content)
    feed = Client().get("/results/next-nights.atom")
    entries = ET.fromstring(feed.content).findall("{*}entry")  # noqa: S314  our own
    assert [entry.findtext("{*}title") for entry in entries] == [
        "Pairs, Thursday 3 December 2099, 19:30 and every week"
    ]


def test_the_home_asks_the_same_queries_for_few_and_many_nights(django_assert_num_queries):
    club = make_club()
    add_next_night(club=club, date=date(2099, 1, 1), kind="Pairs")
    with django_assert_num_queries(1):
        fetch_next_nights(club)
    for day in range(2, 20):
        add_next_night(club=club, date=date(2099, 1, day), kind="Pairs", is_weekly=True)
    with django_assert_num_queries(1):
        fetch_next_nights(club)
