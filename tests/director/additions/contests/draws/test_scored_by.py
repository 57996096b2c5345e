"""By what a night is scored whose rounds are drawn, and what becomes of that when another movement is chosen."""

import pytest

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.sessions import add_section
from director.models import Event, Section
from director.models.event import Contest
from movements.registry import make_plan
from scoring.registry import get_method
from tests.director.additions.contests.draws.test_draws import make_drawn_section, start_draw
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_errors
from tests.factories import enter_all_results, make_night, make_played_section

pytestmark = pytest.mark.django_db

PAIRS = {"key": "swiss-pairs", "size": 6}


def scored_by() -> tuple[str, dict[str, str]]:
    event = Event.objects.get()
    return event.scoring, event.scoring_options


def swiss_pairs(desk) -> Section:
    section = make_drawn_section(desk, contest=Contest.PAIRS, **PAIRS)
    return fetch_section(section.ref)


def form_of(desk, section) -> tuple[dict[str, str], set[str]]:
    """Return what a browser sends of the form of scoring as the page shows it, and the methods offered."""
    page = desk.get(f"/sessions/{section.ref}/results/?tab=scoring")
    sent = {}
    for select in find_elements(page, "select"):
        options = list(select.iter("option"))
        chosen = next((option for option in options if "selected" in option.attrib), options[0])
        sent[select.get("name")] = chosen.get("value")
    return sent, {option.get("value") for option in find_elements(page, "#id_scoring option")}


def test_matches_are_offered_only_where_rounds_are_drawn(desk):
    section = make_night(pairs=6)
    assert "swiss-pairs" not in form_of(desk, section)[1]


def test_swiss_pairs_by_imps_stay_when_the_first_round_is_drawn_again(desk):
    section = swiss_pairs(desk)
    assert "swiss-pairs-imps" in form_of(desk, section)[1]
    desk.post(f"/sessions/{section.ref}/results/", {"scoring": "swiss-pairs-imps"})
    start_draw(desk, fetch_section(section.ref), **PAIRS)
    assert scored_by()[0] == "swiss-pairs-imps"


def test_a_swiss_in_place_of_a_knock_out_has_victory_points(desk):
    section = make_drawn_section(desk, key="knock-out", size=6)
    assert scored_by() == ("team-imps", {"victory_points": "none"})
    start_draw(desk, section, key="swiss-teams", size=6)
    assert scored_by() == ("team-imps", {})


def test_matches_in_place_of_large_teams_are_scored_as_usual():
    section = make_contest_section(Contest.TEAMS, key="social-baker-8", size=2)
    assert scored_by()[0] == "rubbers"
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=2))
    assert scored_by() == ("team-imps", {})


def test_a_swiss_in_another_section_leaves_results_as_they_are_scored(desk):
    section = make_night(pairs=8, boards_per_set=2)
    second = add_section(section=section, letter="B", user=None)
    enter_all_results(fetch_section(section.ref), leave=5)
    usual = {"rounds": 3, "boards": 2, "meetings": "once", "first_round": "halves"}
    response = desk.post(f"/sessions/{second.ref}/draw/", {"action": "begin", **PAIRS, **usual})
    assert response.status_code == 422
    assert scored_by() == ("matchpoints", {})
    assert (
        "Swiss pairs score victory points, but another section has results scored by "
        f"{get_method('matchpoints').name}. Start a new event for the Swiss."
    ) in find_errors(response)
    assert second.plans.count() == 0


def test_scores_leads_to_the_matches_of_a_howell_that_is_scored_by_matches(desk):
    section = make_played_section(published=False)
    set_scoring(section=section, scoring="swiss-pairs", options={})
    page = desk.get(f"/sessions/{section.ref}/scores/rounds/1/tables/1/")
    addresses = [link.get("href") for link in find_elements(page, "main a")]
    assert any(address.endswith("#report") for address in addresses)
