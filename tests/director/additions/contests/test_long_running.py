"""A contest over weeks or months: its home and play-by dates."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from director.additions.contests.matches.reported import report_match
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.contests import Entrant
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import name_entry
from director.core.night.publishing import publish_results
from director.models import Act, Event, RoundDate, Section
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db
NAMES = ("Elm", "Oak", "Ash", "Yew", "Fir", "Bay")


def start(desk, game: str = "teams-bridge", **boxes: str):
    data = {"name": "Winter league", "date": "2026-10-01", "game": game}
    return desk.post(reverse("event_new"), data | {"is_long_running": "on"} | boxes)


def make_league(desk, teams: int = 6) -> Section:
    """Start a league as a director does, with its teams."""
    assert start(desk).status_code == 302
    event = Event.objects.latest("pk")
    section = reload_drawn_section(event.sessions.get().sections.get())
    store_plan(section=section, movement=make_plan("round-robin", teams=teams, boards_per_set=8))
    for number, name in enumerate(NAMES[:teams], start=1):
        people = [f"{name} {seat}" for seat in ("North", "East", "South", "West")]
        name_entry(
            section=reload_drawn_section(section), pair_no=number, names=Entrant(people, team=name)
        )
    return reload_drawn_section(section)


def fixtures_address(section) -> str:
    return reverse("session_results_fixtures", args=[section.ref])


def open_home(desk, section):
    return desk.get(reverse("session_play", args=[section.ref]))


def set_play_by(desk, section, first: date, days: int = 7):
    data = {"dates": "1", "first": first.isoformat(), "days": f"{days}"}
    assert desk.post(fixtures_address(section), data).status_code == 302


def test_only_teams_play_over_weeks_or_months(desk):
    response = start(desk, game="bridge")
    assert response.status_code == 422
    assert find_errors(response) == [
        "Only teams play over weeks or months. Choose a game of teams, or untick this."
    ]
    assert not Event.objects.exists()


def test_a_long_running_event_has_a_home_page_without_a_clock(desk):
    section = make_league(desk, teams=4)
    event = section.session.event
    assert event.is_long_running
    page = open_home(desk, section)
    assert find_elements(page, "#clock") == []
    assert "0 of 6 matches played" in find_texts(page, "main")[0]
    assert find_texts(page, "h2")[0] == "Due next"
    tonight = desk.get(reverse("tonight"))
    assert "Over weeks or months" in find_texts(tonight, "h2")
    assert find_texts(tonight, ".nights b") == ["Winter league"]


def test_a_movement_without_matches_by_round_has_the_usual_play(desk):
    assert start(desk).status_code == 302
    section = reload_drawn_section(Event.objects.latest("pk").sessions.get().sections.get())
    store_plan(section=section, movement=make_plan("fours-mitchell", teams=5, boards_per_set=4))
    assert find_elements(open_home(desk, section), "#clock") != []


def test_overdue_matches_are_named_until_they_are_played_or_postponed(desk):
    section = make_league(desk, teams=4)
    today = timezone.localdate()
    set_play_by(desk, section, today - timedelta(days=3))
    assert RoundDate.objects.count() == 3
    page = open_home(desk, section)
    assert "2 overdue" in find_texts(page, "main")[0]
    assert find_texts(page, "h2")[:2] == ["Overdue", "Due next"]
    shown = desk.get(fixtures_address(section))
    assert "2 overdue" in find_texts(shown, "summary")[-3]
    first = shown.context["rounds"][0].forms[0]
    report_match(
        section=section, key=first.fixture.key, result=MatchResult("imp", 20, 5), user=None
    )
    assert "1 overdue" in find_texts(open_home(desk, section), "main")[0]
    assert "1 of 6 matches played" in find_texts(open_home(desk, section), "main")[0]


def test_one_play_by_date_is_changed_deleted_and_undone(desk):
    section = make_league(desk, teams=4)
    set_play_by(desk, section, date(2026, 11, 1), days=14)
    post_data = {"play-by": "1", "round-1": "2026-11-01", "round-2": "2026-12-24", "round-3": ""}
    assert desk.post(fixtures_address(section), post_data).status_code == 302
    stored = dict(RoundDate.objects.values_list("from_round", "date"))
    assert stored == {1: date(2026, 11, 1), 2: date(2026, 12, 24)}
    act = Act.objects.filter(event=section.session.event).latest("number")
    undo_section(section=reload_drawn_section(section), number=act.number, user=None)
    stored = dict(RoundDate.objects.values_list("from_round", "date"))
    assert stored == {
        round_no: date(2026, 11, 1) + timedelta(days=14 * (round_no - 1)) for round_no in (1, 2, 3)
    }
    wrong = desk.post(fixtures_address(section), post_data | {"round-2": "soon"})
    assert wrong.status_code == 422
    assert "This isn’t a date." in " ".join(find_errors(wrong))


def test_play_by_dates_are_on_public_pages_and_paper(desk):
    section = make_league(desk, teams=4)
    set_play_by(desk, section, date(2026, 11, 1))
    publish_results(event=section.session.event)
    public = Client().get(reverse("event_matches", args=[section.session.event_id]))
    assert "by 1 November 2026" in find_texts(public, ".matches")[0]
    assert "1 October 2026 – 15 November 2026" in find_texts(public, ".head p")[0]
    lines = SectionJob(reload_drawn_section(section)).get_added_sheets(MatchSheets).fixtures.lines
    assert {line.play_by for line in lines} == {date(2026, 11, day) for day in (1, 8, 15)}


def test_home_and_away_are_swapped_everywhere_and_swapped_back(desk):
    section = make_league(desk, teams=4)
    page = desk.get(fixtures_address(section))
    form = page.context["rounds"][0].forms[0]
    match, prefix = form.fixture, form.prefix
    report_match(section=section, key=match.key, result=MatchResult("imp", 30, 10), user=None)
    typed = {
        f"{prefix}-home": "30",
        f"{prefix}-away": "10",
        f"{prefix}-unit": "imp",
        f"{prefix}-is_swapped": "on",
    }
    typed |= {
        f"initial-{prefix}-{name}": typed[f"{prefix}-{name}"] for name in ("home", "away", "unit")
    }
    assert desk.post(fixtures_address(section), typed).status_code == 302
    swapped = desk.get(fixtures_address(section)).context["rounds"][0].forms[0].fixture
    assert (swapped.home_no, swapped.away_no) == (match.away_no, match.home_no)
    assert swapped.score[0] < swapped.score[1]
    act = Act.objects.filter(event=section.session.event).latest("number")
    assert "home and away swapped" in act.words
    undo_section(section=reload_drawn_section(section), number=act.number, user=None)
    back = desk.get(fixtures_address(section)).context["rounds"][0].forms[0].fixture
    assert (back.home_no, back.away_no) == (match.home_no, match.away_no)


def test_fixtures_are_a_calendar(desk):
    section = make_league(desk, teams=4)
    set_play_by(desk, section, date(2026, 11, 1))
    publish_results(event=section.session.event)
    address = reverse("event_fixtures_calendar", args=[section.session.event_id])
    public = Client().get(reverse("event_matches", args=[section.session.event_id]))
    assert address in public.content.decode()
    response = Client().get(address)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    lines = response.content.decode().split("\r\n")
    assert lines.count("BEGIN:VEVENT") == 6
    assert lines.count("DTSTART;VALUE=DATE:20261101") == 2
    assert any(line.startswith("SUMMARY:") and line.endswith("(play by)") for line in lines)


def test_field_names_no_end_and_no_length(desk):
    start(desk)
    section = Event.objects.latest("pk").sessions.get().sections.get()
    address = reverse("session_field", args=[section.ref])
    page = desk.get(address)
    assert 'name="minutes"' not in page.text
    assert 'name="start"' not in page.text
    offers = desk.get(address, {"teams": "8"})
    assert "Round robin of teams" in offers.text
    assert "Ends" not in find_texts(offers, "th")
    assert "Length" not in find_texts(offers, "th")


def test_scores_opens_by_match_and_nothing_looks_played(desk):
    section = make_league(desk, teams=4)
    page = desk.get(reverse("session_scores", args=[section.ref]), follow=True)
    assert page.redirect_chain[-1][0].startswith(
        reverse("session_scores_round", args=[section.ref, 1])
    )
    assert find_texts(page, ".tabs a")[-1] == "By match"
    assert "By traveller" not in page.text
    boards = desk.get(reverse("session_scores_match", args=[section.ref, 1, 1, 4]))
    assert "0 of 6 matches entered" in boards.text
    assert find_elements(boards, "#grid") == []
