"""Tonight: the night that runs is large, others are rows, finished ones come last, and without one there are three ways in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.core.base.roles import Role
from director.core.night.clock import pause_clock, start_clock
from director.core.night.events import EntryBar
from director.core.night.publishing import publish_results
from director.models import Event, Session
from tests.director.kinds import leave_addition_out
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import make_party
from tests.factories import enter_all_results, make_account, make_club, make_night

pytestmark = pytest.mark.django_db


def move_to_today(name: str, session: Session) -> Session:
    """Call the event of *session* by *name* and play it today. Return the session."""
    Event.objects.filter(pk=session.event_id).update(name=name, date=timezone.localdate())
    session.refresh_from_db()
    return session


def make_tonight(name: str, *, leave: int | None = None, pairs: int = 6):
    """Return the section of a night of today, with all results but the last *leave*."""
    section = make_night(pairs=pairs, boards_per_set=1)
    if leave is not None:
        enter_all_results(section, leave=leave)
    move_to_today(name, section.session)
    return section


def read_names(page, place: str) -> list[str]:
    return find_texts(page, f"{place} .what a")


def test_the_night_that_runs_is_large_with_round_clock_results_and_one_filled_button(desk):
    section = make_tonight("Thursday pairs", leave=2)
    session = start_clock(session=section.session)
    Session.objects.filter(pk=session.pk).update(round_no=2)
    page = desk.get("/")
    assert find_texts(page, ".hero h2") == ["Thursday pairs"]
    (hero,) = find_texts(page, ".hero")
    assert "Round 2 of 3" in hero
    assert "7 of 9 results entered" in hero
    assert "Play ends about" in hero
    (clock,) = find_elements(page, ".hero .clock")
    assert clock.get("data-ends")
    (_due, entered) = find_elements(page, ".hero rect")
    assert entered.get("width") == "77"
    (button,) = find_elements(page, ".hero .button")
    assert button.get("href") == f"/sessions/{session.pk}/play/"
    filled = [
        link for link in find_elements(page, "main .button") if "quiet" not in link.get("class")
    ]
    assert filled == [button]


def test_a_paused_clock_shows_the_time_left_and_one_that_is_not_used_shows_none(desk):
    section = make_tonight("Pairs", leave=2)
    page = desk.get("/")
    assert not find_elements(page, ".hero .clock")
    assert not find_elements(page, ".hero .round")
    start_clock(session=section.session)
    pause_clock(session=section.session)
    page = desk.get("/")
    assert "Paused." in find_texts(page, ".hero .round")[0]
    (clock,) = find_elements(page, ".hero .clock")
    assert clock.get("data-ends") is None


def test_two_nights_that_run_are_both_large_and_a_third_is_a_row(desk):
    for name in ("Pairs", "Beginners", "Club room"):
        make_tonight(name, leave=2)
    make_tonight("Supervised")
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Pairs", "Beginners"]
    assert read_names(page, ".others") == ["Club room", "Supervised"]


def test_the_next_night_is_large_while_none_runs(desk):
    make_tonight("Pairs")
    make_tonight("Beginners")
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Pairs"]
    assert read_names(page, ".others") == ["Beginners"]
    assert find_texts(page, ".hero .button") == ["Print"]


def test_results_that_wait_to_be_published_come_before_finished_nights(desk):
    published = make_tonight("Afternoon", leave=0)
    publish_results(event=published.session.event)
    make_tonight("Evening", leave=0)
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Evening"]
    assert find_texts(page, ".hero .button") == ["Results"]
    assert find_texts(page, ".finished h2") == ["Finished"]
    assert read_names(page, ".finished") == ["Afternoon"]
    assert "published" in find_texts(page, ".finished li")[0]
    publish_results(event=Event.objects.get(name="Evening"))
    page = desk.get("/")
    assert not find_elements(page, ".hero")
    assert read_names(page, ".finished") == ["Afternoon", "Evening"]
    (start,) = [
        link for link in find_elements(page, "main .button") if "quiet" not in link.get("class")
    ]
    assert start.get("href") == "/events/new/"


def test_a_party_is_large_too_with_its_own_word_for_a_round(desk):
    party = make_party(players=16, rounds=8, named=True)
    session = move_to_today("Whist drive", party.session)
    page = desk.get("/")
    assert find_texts(page, ".hero h2") == ["Whist drive"]
    assert "16 players · Progressive euchre no seats yet Seats" in find_texts(page, ".hero")[0]
    start_clock(session=session)
    assert find_elements(desk.get("/"), ".hero .clock")


def test_without_a_night_there_are_three_ways_in_with_a_drawing_each(desk):
    make_club()
    page = desk.get("/")
    assert find_texts(page, ".ways-in h2") == ["Start a night", "Practice", "Import results"]
    assert len(find_elements(page, ".ways-in svg")) == 3
    (start,) = [
        link for link in find_elements(page, "main .button") if link.get("class") == "button"
    ]
    assert start.get("href") == "/events/new/"


def test_import_is_offered_only_by_its_addition(desk, monkeypatch):
    make_club()
    leave_addition_out(monkeypatch, "imports")
    assert find_texts(desk.get("/"), ".ways-in h2") == ["Start a night", "Practice"]


def test_a_viewer_reads_that_there_is_no_night_and_starts_none(db):
    make_club()
    viewer = Client()
    viewer.force_login(make_account("vera", Role.VIEWER))
    page = viewer.get("/")
    assert find_texts(page, "main p")[-1] == "No nights today."
    assert not find_elements(page, ".ways-in")


def test_tonight_costs_the_same_for_ten_nights(desk):
    make_tonight("Pairs", leave=2)
    move_to_today("Whist drive", make_party(players=16).session)
    desk.get("/")
    few = count_queries(desk, "/")
    for number in range(5):
        make_tonight(f"Pairs {number}", leave=number)
        move_to_today(f"Whist drive {number}", make_party(players=16).session)
    assert count_queries(desk, "/") == few


def test_a_night_of_yesterday_is_not_of_tonight(desk):
    section = make_tonight("Pairs")
    Event.objects.filter(pk=section.session.event_id).update(
        date=timezone.localdate() - timedelta(days=7)
    )
    assert not find_elements(desk.get("/"), ".hero")


def test_a_bar_is_full_only_when_nothing_is_missing():
    assert [EntryBar(count, 400).percent for count in (0, 1, 399, 400)] == [0, 1, 99, 100]
