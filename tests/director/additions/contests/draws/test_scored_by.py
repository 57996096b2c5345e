"""By what a night is scored whose rounds are drawn, and what becomes of that when another movement is chosen."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.sessions import add_section, add_session
from director.models import Event, Section
from director.models.event import Contest
from movements.registry import make_plan
from scoring.registry import get_method
from tests.director.additions.contests.draws.test_draws import make_drawn_section, start_draw
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_errors
from tests.factories import enter_all_results, enter_on_line, make_night

pytestmark = pytest.mark.django_db

PAIRS = {"key": "swiss-pairs", "size": 6}
FOR_MATCHES = {"swiss-pairs", "matchpoints"}


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


def test_scoring_again_as_the_page_shows_it_changes_no_method(desk):
    section = swiss_pairs(desk)
    sent, offered = form_of(desk, section)
    assert offered >= FOR_MATCHES
    assert (
        desk.post(
            f"/sessions/{section.ref}/results/", sent | {"option_ties": "boards-won"}
        ).status_code
        == 302
    )
    method, options = scored_by()
    assert method == "swiss-pairs"
    assert options["ties"] == "boards-won"


def test_matches_can_be_chosen_again_after_another_method(desk):
    section = swiss_pairs(desk)
    for method in ("matchpoints", "swiss-pairs"):
        assert form_of(desk, section)[1] >= FOR_MATCHES
        desk.post(f"/sessions/{section.ref}/results/", {"scoring": method})
        assert scored_by()[0] == method


def test_matches_are_offered_only_where_rounds_are_drawn(desk):
    section = make_night(pairs=6)
    assert "swiss-pairs" not in form_of(desk, section)[1]


def test_a_movement_in_place_of_a_swiss_is_scored_as_usual(desk):
    section = swiss_pairs(desk)
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    assert scored_by() == ("matchpoints", {})


def test_swiss_pairs_by_imps_stay_when_the_first_round_is_drawn_again(desk):
    section = swiss_pairs(desk)
    assert "swiss-pairs-imps" in form_of(desk, section)[1]
    desk.post(f"/sessions/{section.ref}/results/", {"scoring": "swiss-pairs-imps"})
    start_draw(desk, fetch_section(section.ref), **PAIRS)
    assert scored_by()[0] == "swiss-pairs-imps"


def test_a_method_that_was_chosen_stays_in_place_of_a_swiss(desk):
    section = swiss_pairs(desk)
    set_scoring(section=section, scoring="cross-imps", options={})
    store_plan(
        section=fetch_section(section.ref),
        movement=make_plan("howell", pairs=6, boards_per_set=2),
    )
    assert scored_by()[0] == "cross-imps"


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


def test_another_session_keeps_the_method_of_the_first():
    section = make_contest_section(Contest.TEAMS, key="social-baker-8", size=2)
    first = fetch_section_lines(section).all[0]
    enter_on_line(section, first, "4SS=")
    set_scoring(section=section, scoring="team-totals", options={"count": "both"})
    chosen = scored_by()
    add_session(section=fetch_section(section.ref), number=2, is_seated=True)
    assert scored_by() == chosen
