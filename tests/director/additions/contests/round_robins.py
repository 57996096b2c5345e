"""A round robin of named teams, for the tests of its fixtures."""

from django.urls import reverse

from director.boards.contests import Entrant
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entry
from director.models import Event, Section
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import reload_drawn_section

NAMES = ("Elm", "Oak", "Ash", "Yew", "Fir", "Bay")


def make_league(desk, teams: int = 6) -> Section:
    """Start a round robin as a director does, with its teams."""
    data = {"name": "Winter league", "date": "2026-10-01", "game": "teams-bridge"}
    assert desk.post(reverse("event_new"), data).status_code == 302
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
