"""Start a night with one press: the last night of the weekday again, without its names and results."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from director.boards.play.plan import store_plan
from director.boards.play.sessions import add_section
from director.models import Event, Section, Session
from director.party.models import Party
from director.party.play.setup import create_party, set_up_party
from director.party.presets import find_preset
from movements.registry import make_plan
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    make_club,
    make_night,
    make_played_section,
    reload_section,
)

pytestmark = pytest.mark.django_db
NEW = "/events/new/"
TODAY = date(2026, 11, 26)  # a Thursday


@pytest.fixture(autouse=True)
def _today(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_args: TODAY)


def make_earlier(*, days_ago: int = 7, name: str = "Thursday pairs", **night) -> Section:
    """Return the section of a night so many days ago."""
    section = make_night(**night)
    Event.objects.filter(pk=section.session.event_id).update(
        name=name, date=TODAY - timedelta(days=days_ago)
    )
    return reload_section(section)


def read_offer(desk) -> str:
    return " ".join(find_texts(desk.get(NEW), ".repeat"))


def press_repeat(desk) -> Session:
    """Press *Repeat* on Start a night. Return the session that it leads to."""
    (form,) = find_elements(desk.get(NEW), "form.repeat")
    answer = desk.post(form.get("action"))
    assert answer.status_code == 302, answer.content
    session = Session.objects.latest("pk")
    assert answer.url.startswith((f"/sessions/{session.pk}/", f"/parties/{session.pk}/"))
    session.url = answer.url
    return session


@pytest.mark.slow
def test_a_long_name_stays_within_its_length(desk):
    make_earlier(pairs=8, name="Thursday " + "x" * 71)
    assert len(press_repeat(desk).event.name) <= 80
    assert len(press_repeat(desk).event.name) <= 80


@pytest.mark.slow
def test_all_sections_come_along_and_what_their_tables_are_asked(desk):
    first = make_earlier(pairs=8, boards_per_set=3)
    second = add_section(section=first, letter="B")
    store_plan(section=second, movement=make_plan("mitchell", pairs=10, boards_per_set=3))
    Section.objects.filter(pk=second.pk).update(at_tables={"": {"lead": True}})
    assert "18 pairs in 2 sections" in read_offer(desk)
    sections = list(press_repeat(desk).sections.all())
    assert [section.letter for section in sections] == ["A", "B"]
    assert [section.plan.contestants for section in sections] == [8, 10]
    assert sections[1].at_tables == {"": {"lead": True}}


def test_a_whist_drive_is_repeated_with_its_players_and_hands(desk):
    preset = find_preset("whist-drive")
    session = create_party(
        club=make_club(), name="Tuesday whist drive", date=TODAY - timedelta(days=2), preset=preset
    )
    set_up_party(party=session.party, user=None, minutes=8, players=26, starts_at="19:30")
    assert read_offer(desk).startswith(
        "Like Tuesday 24 November Tuesday whist drive: 26 players, whist drive, 24 hands, about 3 h"
    )
    repeated = press_repeat(desk)
    assert repeated.url == f"/parties/{repeated.pk}/seats/"
    party = Party.objects.get(session=repeated)
    assert repeated.event.name == "Thursday whist drive"
    assert repeated.round_minutes == 8
    assert party.preset == "whist-drive"
    assert party.rounds == 24
    assert party.players.count() == 26
    assert (party.options, party.prizes) == (session.party.options, session.party.prizes)
    assert party.seed is None
    assert f"{party.starts_at:%H:%M}" == "19:30"


@pytest.mark.slow
def test_the_offer_costs_the_same_for_ten_nights(desk):
    make_earlier(pairs=8)
    desk.get(NEW)
    make_earlier(pairs=8, days_ago=3, name="Night 0")  # the offer is looked for anew
    few = count_queries(desk, NEW)
    for week in range(2, 11):
        make_earlier(pairs=8, days_ago=7 * week, name=f"Night {week}")
    make_played_section()
    assert count_queries(desk, NEW) == few
