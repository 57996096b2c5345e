"""The club's public home: the latest results with winner, score and game, found by name, true at once."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.core.base.kind_parts import VersionedKind
from director.core.club.people import get_session_paths_by_player_model
from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results, unpublish_results
from director.event_kinds import ask_kind
from director.models import Club, Event, NextNight, Person, Season, SeasonEvent
from tests.director.core.files.sites import KINDS, SECRET, make_published
from tests.director.pages import find_elements, find_texts
from tests.director.query_cost import count_cost
from tests.factories import make_club, make_played_section

pytestmark = pytest.mark.django_db


def home(**asked):
    return Client().get("/results/", asked)


def winners(page) -> list[str]:
    """Return the winners with their figures, first those of the latest night in the headline."""
    names = " & ".join(find_texts(page, ".winner"))
    headlines = [f"{names} {figure}" for figure in find_texts(page, ".winners p span")[:1]]
    return headlines + find_texts(page, ".latest td p")


@pytest.mark.parametrize("called", KINDS)
def test_every_kind_of_event_is_shown_with_its_winners_and_score(called):
    event = make_published(called)
    page = home()
    first = ask_kind(event, VersionedKind).make_standings_snapshot(event).standings[0]["rows"][0]
    assert first["names"] in winners(page)[0]
    unit = {"teams": " VPs", "party": " games"}.get(called, "")
    figure = f"{first['percent']}%" if first["percent"] else f"{first['total']}{unit}"
    assert winners(page)[0].endswith(figure)
    assert SECRET not in page.content.decode()


def test_whoever_leads_has_not_won_while_results_are_missing():
    section = make_played_section(leave=1)
    assert find_texts(home(), ".winners p")[0].endswith("In the lead")
    (missing_line,) = [line for line in fetch_section_lines(section).all if not line.text]
    key = {"board_no": missing_line.board_no, "ns": missing_line.ns, "ew": missing_line.ew}
    enter_result(section=section, **key, text="PASS", user=None)
    assert find_texts(home(), ".winners p")[0].endswith("Winner")


def test_lists_say_that_the_order_is_not_the_last_word():
    make_played_section(leave=1)
    page = Client().get("/results/", {"find": "Tuesday"})
    assert all("so far" in text for text in find_texts(page, ".latest td p"))


def test_correction_and_closing_show_at_once():
    section = make_played_section()
    event = section.session.event
    before = winners(home())
    for line in fetch_section_lines(section).all:
        key = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
        enter_result(section=section, **key, text=f"{1 + (line.ns + line.ew) % 7}NTS=", user=None)
    after = winners(home())
    assert before != after
    unpublish_results(event=event)
    assert find_texts(home(), "main p")[0] == "No results are published yet."
    publish_results(event=event)
    assert winners(home()) == after
    move_to_archive(event=event)
    assert winners(home()) == []


def test_kept_home_costs_one_question():
    make_played_section()
    home()
    with count_cost() as cost:
        home()
    assert cost.queries == 1


def test_events_are_found_by_name_and_year():
    make_played_section()
    Event.objects.update(name="Autumn pairs")
    found = [
        find_texts(home(q=text), ".latest tbody th a")
        for text in ("autumn", "Pairs 2026", "2025", "zzz")
    ]
    assert found == [["Autumn pairs"], ["Autumn pairs"], [], []]
    assert "Nothing matches “zzz”." in home(q="zzz").content.decode()


def test_empty_club_says_so():
    make_club()
    assert find_texts(home(), "main p")[0] == "No results are published yet."


def test_home_leads_to_seasons_and_next_nights():
    section = make_played_section()
    club = section.session.event.club
    assert find_texts(home(), ".bar nav a") == []
    assert find_texts(home(), "footer a") == ["Sign in"]
    season = Season.objects.create(club=club, name="Ladder")
    SeasonEvent.objects.create(season=season, event=section.session.event)
    NextNight.objects.create(
        club=club, date=timezone.localdate() + timedelta(days=3), kind="Duplicate pairs"
    )
    cache.clear()  # records written past the services count no change
    page = home()
    assert find_texts(page, ".bar nav a") == ["Seasons", "Next nights"]
    assert find_texts(page, "#seasons a") == ["Ladder"]
    assert find_texts(page, "#next-nights .muted")[0] == "Duplicate pairs"


def test_the_latest_night_is_the_headline_with_its_field_and_is_not_listed_again():
    first, second = make_played_section(), make_played_section()
    Event.objects.filter(pk=first.session.event_id).update(name="Earlier pairs")
    page = home()
    (plot,) = find_elements(page, ".dots")
    names = find_texts(page, "h2 a")
    assert len(names) == 1
    assert [*names, *find_texts(page, ".latest tbody th a")] == [
        second.session.event.name,
        "Earlier pairs",
    ]
    assert len(find_elements(page, ".dots circle")) == 4
    assert plot.get("role") == "img"
    assert plot.get("aria-label").startswith("4 from ")


@pytest.mark.parametrize("called", KINDS)
def test_a_name_is_found_in_every_night_of_a_club_without_pages_of_players(called):
    make_published(called)
    later = make_played_section().session.event
    Event.objects.filter(pk=later.pk).update(date=date(2026, 12, 1))
    model, session_path = next(
        (model, path)
        for model, path in get_session_paths_by_player_model().items()
        if model.objects.exclude(**{f"{path}__event": later}).exclude(person=None).exists()
    )
    player = model.objects.exclude(**{f"{session_path}__event": later}).exclude(person=None).first()
    page = home(q=player.person.name)
    assert f"{player.person.name} Demonstration {called}, 17 Nov 2026" in find_texts(
        page, ".sheet .links li"
    )
    (link,) = [
        link for link in find_elements(page, ".sheet .links a") if "find=" in link.get("href")
    ]
    assert player.person.name in Client().get(link.get("href"), follow=True).content.decode()
    Person.objects.filter(pk=player.person_id).update(is_hidden=True)
    cache.clear()
    assert find_elements(home(q=player.person.name), ".sheet .links") == []


def test_a_name_is_looked_for_in_the_whole_club():
    make_played_section()
    (form,) = find_elements(home(), ".find-name")
    assert form.get("action") == "/results/"
    Club.objects.update(has_player_pages=True)
    cache.clear()
    (form,) = find_elements(home(), ".find-name")
    assert form.get("action") == "/results/"
    assert find_texts(home(), ".find-name label") == ["Find my name"]
