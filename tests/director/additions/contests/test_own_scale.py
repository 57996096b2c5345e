"""A club's own scale of victory points, from the box at Scoring to the standings, by both calculations."""

import json

import pytest
from django.urls import reverse

from director.additions.contests.matches.reported import report_match
from director.boards.movement.sections import fetch_scoring_field
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_errors
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
OF_30 = "0:15-15, 3:16-14, 7:17-13, 60:25-5, 70:25-4"


@pytest.fixture
def league():
    return make_round_robin(teams=4)


def choose_scale(desk, section, **boxes: str):
    """Send the form of Scoring with the club's own scale."""
    asked = {"scoring": "team-imps", "option_victory_points": "own"} | boxes
    return desk.post(reverse("session_results", args=[section.session_id]), asked, follow=True)


def first_match(section) -> tuple[int, int, int]:
    """Return the round and both teams of a match of round 1."""
    row = section.plan.rows.filter(round_no=1).first()
    return 1, min(row.ns, row.ew), max(row.ns, row.ew)


def totals(desk, section) -> list[str]:
    """Return the totals of the standings as programs are told them, the best first."""
    path = f"/events/{section.session.event_id}/results.json"
    return [row["total"] for row in json.loads(desk.get(path).content)["standings"]]


@pytest.mark.slow
def test_a_typed_scale_counts_by_both_calculations(desk, league):
    choose_scale(desk, league)
    choose_scale(desk, league, option_own_scale=OF_30)
    section = reload_drawn_section(league)
    report_match(
        section=section, key=first_match(section), result=MatchResult("imp", 75, 4), user=None
    )
    section = reload_drawn_section(section)
    assert section.session.event.scoring_options["own_scale"] == OF_30.replace(" ", "")
    assert totals(desk, section)[:2] == ["25.00", "4.00"]
    assert compute_field_differences(fetch_scoring_field(section)) == []


def test_a_scale_that_falls_is_refused_and_stays_in_its_box(desk, league):
    choose_scale(desk, league)
    falls = "0:15-15, 3:16-14, 2:17-13"
    answer = choose_scale(desk, league, option_own_scale=falls)
    assert find_errors(answer) == [
        "The scale goes from 3:16-14 to 2:17-13. Let the margins rise, and never give the winner less or the loser "
        "more for a larger one."
    ]
    boxes = {box.get("name"): box.get("value") for box in find_elements(answer, "input")}
    assert boxes["option_own_scale"] == falls
