"""How many boards a match of a league has: chosen, shown beside the boxes, and asked about."""

import pytest
from django.urls import reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import set_match_boards, store_plan, withdraw_team
from director.errors import DeskError
from director.models import Match
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.test_fixtures import fixtures_address, list_unchanged_boxes
from tests.director.additions.contests.test_reported import report_score
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(desk):
    return make_round_robin(teams=4, boards=4)


def set_boards(desk, section, boards):
    path = reverse("session_results_fixtures_boards", args=[section.ref])
    return desk.post(path, {"boards": boards}, follow=True)


def read_typed_length(response) -> str:
    """Return what is in the box of the boards in a match."""
    (box,) = (box for box in find_elements(response, "input") if box.get("name") == "boards")
    return box.get("value", "")


def test_field_asks_for_the_boards_in_a_match(desk):
    section = make_section_to_draw()
    path = reverse("session_field_movement", args=[section.ref])
    response = desk.get(path, {"teams": "4", "key": "round-robin", "boards": "24"})
    words = find_texts(response, "main")[0]
    assert "Boards in a match" in words
    assert "VPs are those for matches of this length." in words
    response = desk.get(path, {"teams": "5", "key": "new-england", "boards": "4"})
    assert "Boards in a match" not in find_texts(response, "main")[0]


def test_boards_that_are_entered_keep_the_length(desk, league):
    line = fetch_section_lines(league).all[0]
    enter_on_line(league, line, "PASS")
    refused = set_boards(desk, league, 24)
    assert "so matches keep their 4 boards" in find_errors(refused)[0]
    assert read_typed_length(refused) == "24"
    with pytest.raises(DeskError, match="so matches keep their 4 boards"):
        set_match_boards(section=reload_drawn_section(league), board_count=24, user=None)


def test_a_withdrawn_team_keeps_the_length(league):
    withdraw_team(section=league, team=4, from_round=2, user=None)
    with pytest.raises(DeskError, match="A team has withdrawn, so matches keep their 4 boards"):
        set_match_boards(section=reload_drawn_section(league), board_count=24, user=None)


def test_a_new_movement_does_not_delete_typed_results(league):
    report_score(league, (1, 1, 4), 12, 4)
    movement = make_plan("round-robin", teams=4, boards_per_set=8)
    with pytest.raises(DeskError, match="1 result depends on this one"):
        store_plan(section=reload_drawn_section(league), movement=movement)
    assert Match.objects.get().home_points == "12"


@pytest.mark.slow
def test_a_large_margin_is_asked_about_on_the_match_page(desk, league):
    path = reverse("session_results_match", args=[league.ref, 4, 1]) + "?round=1"
    typed = {"round": "1", "home": "55", "away": "0", "unit": "imp"}
    response = desk.post(path, typed)
    assert response.status_code == 422
    assert find_errors(response) == [
        "1 against 4: 55 IMPs in 4 boards are more than 5 per board. Check both, or press the button again to save them."
    ]
    assert not Match.objects.exists()
    question = response.context["report"]["questioned_result"].value()
    # Another unlikely result is asked about again.
    assert desk.post(path, typed | {"home": "56", "questioned_result": question}).status_code == 422
    assert desk.post(path, typed | {"questioned_result": question}).status_code == 302
    assert Match.objects.get().away_points == "55"
    # A match that is saved again unchanged isn't asked about.
    assert desk.post(path, typed).status_code == 302


def test_a_large_margin_is_asked_about_in_the_fixtures(desk, league):
    page = desk.get(fixtures_address(league))
    form = page.context["rounds"][0].forms[0]
    typed = list_unchanged_boxes(page) | {
        form.add_prefix("home"): "55",
        form.add_prefix("away"): "0",
        form.add_prefix("unit"): "imp",
    }
    response = desk.post(fixtures_address(league), typed)
    assert response.status_code == 422
    assert "55 IMPs in 4 boards are more than 5 per board" in " ".join(find_errors(response))
    again = response.context["rounds"][0].forms[0].questioned_text
    assert (
        desk.post(
            fixtures_address(league), typed | {form.add_prefix("asked-about"): again}
        ).status_code
        == 302
    )
    assert {Match.objects.get().home_points, Match.objects.get().away_points} == {"55", "0"}
