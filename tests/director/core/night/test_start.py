"""Start a night: the club's own games first, all others by group, a typed name, and names of their own."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.event_kinds import list_event_kinds
from director.models import Event
from tests.director.pages import find_elements, find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db
NEW = "/events/new/"


def start(desk, *, name="Night", days_ago=0, **typed):
    """Start a night through the form. Return the answer."""
    date = timezone.localdate() - timedelta(days=days_ago)
    return desk.post(NEW, {"name": name, "date": f"{date:%Y-%m-%d}", **typed})


def games_in_sight(page):
    """Return the keys of the games that are not in a group."""
    folded = {box.get("value") for box in find_elements(page, ".games details input")}
    return [
        box.get("value")
        for box in find_elements(page, ".games input")
        if box.get("name") == "game" and box.get("value") not in folded
    ]


def chosen_game(page):
    (box,) = [box for box in find_elements(page, ".games input") if "checked" in box.attrib]
    return box.get("value")


def test_without_a_night_of_the_weekday_the_most_frequent_game_is_offered(desk):
    make_club()
    games = ("party-whist-drive", "bridge", "teams-bridge", "bridge")
    for days_ago, game in enumerate(games, 1):
        start(desk, name=f"Night {days_ago}", game=game, days_ago=days_ago)
    page = desk.get(NEW)
    assert games_in_sight(page) == ["bridge", "party-whist-drive", "teams-bridge"]
    assert chosen_game(page) == "bridge"


def test_the_first_night_of_a_day_doesnt_decide_the_game_of_the_second(desk):
    """A whist drive on Monday afternoon, and pairs in the evening as last Monday."""
    make_club()
    start(desk, name="Drive", game="party-whist-drive", days_ago=7)
    start(desk, name="Pairs", game="bridge", days_ago=7)
    start(desk, name="Drive", game="party-whist-drive")
    assert chosen_game(desk.get(NEW)) == "bridge"


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("military", "military whist"),
        ("Beetle Drive", "beetle drive"),
        ("indiv auction 1914", "1914"),
    ],
    ids=["part", "whole", "words"],
)
def test_a_typed_name_finds_the_game_without_scripts(desk, typed, called):
    make_club()
    # The page has no scripts: the game that it marked is sent too.
    response = start(desk, find=typed, game="bridge")
    assert response.status_code == 302
    event = Event.objects.get()
    (kind,) = [kind for kind in list_event_kinds() if kind.contest == event.contest]
    key = kind.fetch_game_keys_by_event_id([event])[event.pk]
    names = {game: name for group in kind.game_groups for game, name in group.games}
    assert called in names[key].casefold()


def test_a_name_that_several_games_have_shows_them(desk):
    make_club()
    page = start(desk, find="beetle", game="bridge")
    assert page.status_code == 422
    assert find_texts(page, ".bad") == ["“beetle” is in the names of 2 games. Choose one of them."]
    assert games_in_sight(page) == ["party-beetle", "party-beetle-partners"]
    assert start(desk, find="beetle", game="party-beetle-partners").status_code == 302


def test_a_name_that_no_game_has_is_refused_and_nothing_is_lost(desk):
    make_club()
    page = start(desk, find="Canasta", game="teams-bridge", name="Our night")
    assert page.status_code == 422
    assert find_texts(page, ".bad") == [
        "No game is called “Canasta”. Type part of its name, or choose one below."
    ]
    assert chosen_game(page) == "teams-bridge"
    assert page.context["form"]["name"].value() == "Our night"
    assert not Event.objects.exists()


def test_the_name_of_another_night_of_the_day_is_refused(desk):
    make_club()
    start(desk, name="Ladies’ cup", game="bridge")
    page = start(desk, name="ladies’ CUP", game="teams-bridge")
    assert find_texts(page, ".bad") == [
        "Another night of this day is called ladies’ CUP. Choose another name, such as ladies’ CUP 2."
    ]
    assert start(desk, name="Ladies’ cup", game="bridge", days_ago=1).status_code == 302
    first, second = Event.objects.all()
    moved = {"name": first.name, "date": f"{second.date:%Y-%m-%d}", "game": "bridge"}
    assert desk.post(f"/events/{first.pk}/change/", moved).status_code == 422
    kept = {"name": first.name, "date": f"{first.date:%Y-%m-%d}", "game": "whist"}
    assert desk.post(f"/events/{first.pk}/change/", kept).status_code == 302


@pytest.mark.slow
def test_the_list_of_games_costs_the_same_for_many_nights(desk):
    make_club()
    start(desk, game="bridge", days_ago=1)
    start(desk, game="party-whist-drive", days_ago=1, name="Whist")
    desk.get(NEW)
    with CaptureQueriesContext(connection) as few:
        desk.get(NEW)
    for number in range(6):
        start(desk, game="party-euchre-8", name=f"E{number}", days_ago=number)
    with CaptureQueriesContext(connection) as many:
        desk.get(NEW)
    assert len(many) == len(few)
