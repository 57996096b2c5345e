"""Captains offer each other dates on their pages; Play says who is at fault at the deadline."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.models import Event, Match, TableWord
from tests.director.additions.contests.captains.test_captains import Captain
from tests.director.additions.contests.test_long_running import (
    make_league,
    open_home,
    set_play_by,
)
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(desk):
    return make_league(desk, teams=4)


def list_days(*shifts: int) -> list[str]:
    today = timezone.localdate()
    return [(today + timedelta(days=shift)).isoformat() for shift in shifts]


def offer(captain: Captain, code: str, days: list[str], key: str = ""):
    shown = captain.page(f"?match={code}")
    data = {"act": "offer", "match": code, "key": key or shown.context["entry_key"] + "-offer"}
    data |= {f"day_{number}": day for number, day in enumerate(days, start=1)}
    return captain.client.post(captain.address, data)


def answer(captain: Captain, code: str, day: str):
    shown = captain.page(f"?match={code}")
    data = {
        "act": "answer",
        "match": code,
        "key": shown.context["entry_key"] + "-date",
        "offer": f"{shown.context['dates']['waiting_offer'].number}",
        "date": day,
    }
    return captain.client.post(captain.address, data)


def open_first_match(section) -> tuple[str, Captain, Captain]:
    """Return the code of a match of round 1 and its captains, home first."""
    shown = Captain(section, 1).page()
    fixture = shown.context["form_match"].fixture
    return fixture.code, Captain(section, fixture.home_no), Captain(section, fixture.away_no)


def test_a_date_that_is_chosen_becomes_the_date_of_the_match(league):
    code, home_captain, away_captain = open_first_match(league)
    days = list_days(10, 12, 17)
    assert offer(home_captain, code, days).status_code == 302
    waiting = find_texts(home_captain.page(f"?match={code}"), "#dates")[0]
    assert "You offered" in waiting
    assert answer(away_captain, code, days[1]).status_code == 302
    assert Match.objects.get().date.isoformat() == days[1]
    assert "The match is on" in find_texts(home_captain.page(f"?match={code}"), "#dates")[0]


def test_a_form_that_is_sent_twice_is_stored_once(league):
    code, home_captain, _away_captain = open_first_match(league)
    days = list_days(10, 12, 17)
    for _attempt in range(2):
        assert offer(home_captain, code, days, key="the-same-key").status_code == 302
    assert TableWord.objects.filter(kind="dates").count() == 1


def test_if_none_suits_the_other_captain_offers(league):
    code, home_captain, away_captain = open_first_match(league)
    offer(home_captain, code, list_days(10, 12, 17))
    assert answer(away_captain, code, "").status_code == 302
    assert not Match.objects.exists()
    assert away_captain.page(f"?match={code}").context["dates"]["duty"].turn == "away"
    own_days = list_days(20, 21, 22)
    offer(away_captain, code, own_days)
    assert home_captain.page(f"?match={code}").context["dates"]["duty"].turn == "home"
    assert answer(home_captain, code, own_days[0]).status_code == 302
    assert Match.objects.get().date.isoformat() == own_days[0]


@pytest.mark.parametrize(
    ("days", "reason"),
    [
        (list_days(10, 12), "Type three dates."),
        (list_days(10, 12, 12), "Two of these dates are the same."),
        (list_days(-10, 12, 13), "is over. Type a day to come."),
        (["soon", *list_days(10, 12)], "This isn’t a date."),
    ],
)
def test_impossible_offers_are_refused_and_stay_in_their_boxes(league, days, reason):
    code, home_captain, _away_captain = open_first_match(league)
    refused = offer(home_captain, code, days)
    assert refused.status_code == 422
    assert reason in " ".join(find_errors(refused)) + find_texts(refused, "#dates")[0]
    assert refused.context["refused_offer"]["day_1"].value() == days[0]
    assert not TableWord.objects.exists()


def test_a_date_that_was_not_offered_or_was_replaced_is_refused(league):
    code, home_captain, away_captain = open_first_match(league)
    offer(home_captain, code, list_days(10, 12, 17))
    assert answer(away_captain, code, list_days(99)[0]).status_code == 422
    shown = away_captain.page(f"?match={code}")
    number = shown.context["dates"]["waiting_offer"].number
    offer(home_captain, code, list_days(11, 13, 18))
    data = {"act": "answer", "match": code, "key": "k", "offer": f"{number}", "date": ""}
    late = away_captain.client.post(away_captain.address, data)
    assert late.status_code == 422
    assert "offered other dates" in find_texts(late, "#dates")[0]
    chosen = [box for box in find_elements(late, "#dates input") if "checked" in box.attrib]
    assert [box.get("value") for box in chosen] == [""]


def test_play_says_who_is_at_fault_once_a_match_is_overdue(desk, league):
    code, home_captain, _away_captain = open_first_match(league)
    assert "At fault" not in find_texts(open_home(desk, league), "main")[0]
    offer(home_captain, code, list_days(1, 2, 3))
    TableWord.objects.update(heard_at=timezone.now() - timedelta(days=40))
    set_play_by(desk, league, timezone.localdate() - timedelta(days=2))
    page = find_texts(open_home(desk, league), "main")[0]
    away_name = f"{_away_captain.team}"
    assert f"At fault: {away_name} " in page
    assert "hasn’t answered the dates offered" in page
    assert "offered no three dates" in page


def test_a_contest_of_one_night_has_no_dates(league):
    Event.objects.update(is_long_running=False)
    code, home_captain, _away_captain = open_first_match(league)
    assert home_captain.page(f"?match={code}").context["dates"] == {}
