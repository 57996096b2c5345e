"""Start a night with one press: the last night of the weekday again, without its names and results."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.sessions import add_section, create_event
from director.core.base.roles import Role
from director.core.night.clock import set_break, set_round_minutes
from director.core.night.events import move_to_archive
from director.models import Event, Section, Session
from director.party.models import Party
from director.party.play.setup import create_party, set_up_party
from director.party.presets import find_preset
from movements.registry import make_plan
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    enter_all_results,
    make_account,
    make_club,
    make_night,
    make_played_section,
    reload_section,
    sign_in,
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


def test_the_last_night_of_the_weekday_is_repeated_with_one_press(desk):
    earlier = make_earlier(pairs=14, boards_per_set=4)
    make_earlier(days_ago=2, name="Tuesday pairs", pairs=8)
    enter_all_results(earlier, leave=100)
    Event.objects.filter(name="Thursday pairs").update(
        scoring_options={"neuberg": "no"}, correction_hours=48
    )
    set_round_minutes(session=earlier.session, minutes=30, warning=3)
    set_break(session=earlier.session, after_round=4, minutes=15, round_count=7)
    assert read_offer(desk) == (
        "Like last Thursday Thursday pairs: 14 pairs, Mitchell 7 × 4, about 3 h 45 min. Repeat"
    )
    session = press_repeat(desk)
    assert session.url == f"/sessions/{session.pk}/seats/"
    event = session.event
    assert event.name == "Thursday pairs"
    assert event.date == TODAY
    assert event.correction_hours == 48
    assert event.scoring_options == {"neuberg": "no"}
    assert (session.round_minutes, session.warning_minutes) == (30, 3)
    assert session.breaks == [[4, 15]]
    (section,) = session.sections.all()
    assert section.plan.fingerprint == earlier.plan.fingerprint
    assert section.entries.count() == 14
    assert not section.entries.filter(entry_players__isnull=False).exists()
    assert not section.results.exists()
    assert not event.is_published


def test_without_one_of_the_weekday_it_is_the_latest_and_its_name_gets_todays_day(desk):
    make_earlier(days_ago=2, name="Tuesday pairs", key="howell", pairs=10, boards_per_set=3)
    make_earlier(days_ago=10, name="Monday pairs", pairs=8)
    assert read_offer(desk).startswith(
        "Like Tuesday 24 November Tuesday pairs: 10 pairs, Howell 9 × 3"
    )
    assert press_repeat(desk).event.name == "Thursday pairs"


def test_results_are_by_the_time_at_which_play_ended_then(desk):
    section = make_earlier(pairs=14, boards_per_set=4)
    ended_at = timezone.make_aware(datetime(2026, 11, 19, 22, 26))
    Session.objects.filter(pk=section.session_id).update(
        clock="over", round_no=7, round_ends=[[7, ended_at.isoformat()]]
    )
    assert "Mitchell 7 × 4, results by 22:30." in read_offer(desk)


def test_a_second_press_makes_a_night_of_another_name(desk):
    make_earlier(pairs=8)
    assert press_repeat(desk).event.name == "Thursday pairs"
    assert press_repeat(desk).event.name == "Thursday pairs 2"


def test_a_long_name_stays_within_its_length(desk):
    make_earlier(pairs=8, name="Thursday " + "x" * 71)
    assert len(press_repeat(desk).event.name) <= 80
    assert len(press_repeat(desk).event.name) <= 80


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


def test_what_happened_during_play_is_not_repeated(desk):
    section = make_earlier(pairs=8, boards_per_set=2)
    enter_all_results(section, leave=20)
    shorter = make_plan("mitchell", pairs=8, boards_per_set=2, rounds=3)
    continue_plan(section=section, movement=shorter, from_round=3, reason="shorter", user=None)
    (repeated,) = press_repeat(desk).sections.all()
    assert repeated.plan.rounds == section.plans.get(number=1).rounds


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


def test_teams_are_repeated_with_their_round_robin(desk):
    session = create_event(
        club=make_club(), name="Thursday teams", date=TODAY - timedelta(days=7), contest="teams"
    )
    store_plan(
        section=session.sections.get(),
        movement=make_plan("round-robin", teams=6, boards_per_set=4),
    )
    assert "6 teams, " in read_offer(desk)
    repeated = press_repeat(desk)
    assert repeated.url == f"/sessions/{repeated.pk}/seats/"
    assert repeated.sections.get().entries.count() == 6


def test_there_is_no_offer_without_an_earlier_night(desk):
    make_club()
    assert read_offer(desk) == ""
    make_earlier(days_ago=0, pairs=8)  # tonight's own
    assert read_offer(desk) == ""
    create_event(club=make_club(), name="Not set up", date=TODAY - timedelta(days=7))
    assert read_offer(desk) == ""


def test_a_night_that_left_the_lists_or_was_played_elsewhere_is_not_repeated(desk):
    archived, imported = make_earlier(pairs=8), make_earlier(pairs=8)
    move_to_archive(event=archived.session.event)
    Event.objects.filter(pk=imported.session.event_id).update(source="results.xml")
    assert read_offer(desk) == ""
    for section in (archived, imported):
        assert desk.post(f"/events/{section.session.event_id}/repeat/").status_code == 404


def test_a_refused_form_and_a_scorer_get_no_offer(desk):
    section = make_earlier(pairs=8)
    refused = desk.post(NEW, {"name": "", "date": "2026-11-26", "game": "bridge"})
    assert not find_elements(refused, ".repeat")
    scorer = sign_in(make_account("sid", Role.SCORER))
    assert scorer.post(f"/events/{section.session.event_id}/repeat/").status_code == 403


def test_the_offer_costs_the_same_for_ten_nights(desk):
    make_earlier(pairs=8)
    desk.get(NEW)
    few = count_queries(desk, NEW)
    for week in range(2, 11):
        make_earlier(pairs=8, days_ago=7 * week, name=f"Night {week}")
    make_played_section()
    assert count_queries(desk, NEW) == few
