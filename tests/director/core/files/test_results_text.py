"""Results as plain text, for a chat, the newspaper and the noticeboard."""

import pytest

from director.core.files.results_text import make_event_texts
from director.models import Event
from tests.director.additions.seasons.test_seasons import make_events, make_season
from tests.director.pages import find_texts
from tests.factories import make_demo_event, make_director, make_night, make_played_section

pytestmark = pytest.mark.django_db


def read_texts(event: Event) -> dict[str, str]:
    return {each.title: each.text for each in make_event_texts(event)}


def test_a_night_has_winners_percentages_and_a_line():
    event = make_played_section().session.event
    texts = read_texts(event)
    title, _blank, first, *_others = texts["Winners"].splitlines()
    assert title.startswith(event.name)
    assert first.endswith("%")
    assert first in texts["Whole list"]
    assert texts["One line"].startswith(f"{title}. ")


def test_each_ranking_of_a_party_has_its_ties_and_the_prizes():
    texts = read_texts(make_demo_event("progressive"))
    lists, _, prizes = texts["Winners"].partition("Prizes\n")
    assert "\n1= " in lists
    assert len(prizes.splitlines()) > 1
    assert len(texts["Whole list"]) > len(texts["Winners"])


def test_teams_have_victory_points():
    assert " VPs)." in read_texts(make_demo_event("teams"))["One line"]


def test_nothing_is_offered_before_a_result():
    assert read_texts(make_night(pairs=6).session.event) == {}


def test_a_night_and_a_season_offer_it_to_copy(client):
    client.force_login(make_director())
    events = make_events()
    season = make_season(*events)
    session = events[0].sessions.get()
    for path in (f"/sessions/{session.pk}/results/", f"/club-seasons/{season.pk}/"):
        texts = find_texts(client.get(f"{path}?tab=export"), "#texts textarea")
        assert any("%" in text for text in texts), path
