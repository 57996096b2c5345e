"""Ready shapes of an event: Next stage suggests the stages with their names, in order."""

import pytest

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.models import Act, Event, Session, Stage
from movements.registry import make_plan
from tests.director.additions.contests.stages.test_next_stage import make_league, report_all
from tests.director.boards.play.sessions.nights import stage_address
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


def suggested(desk, section) -> dict[str, object]:
    """Return what the page suggests for the next stage."""
    form = desk.get(stage_address(section)).context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value()}


@pytest.mark.slow
def test_groups_swiss_and_play_off_follow_one_another(desk):
    league = make_league()
    assert desk.post(stage_address(league), {"shape": "swiss"}).status_code == 302
    event = Event.objects.get()
    assert (event.shape, event.first_stage) == ("swiss", "Groups")
    assert Act.objects.latest("number").words == "Stages: Groups, Swiss and play-off."
    boxes = suggested(desk, league)
    assert boxes["name"] == "Swiss"
    assert boxes["takes_others"]
    assert boxes["carry_over"] == "before"
    assert "size-A" not in boxes
    assert desk.post(stage_address(league), boxes).status_code == 302
    swiss = fetch_section(Session.objects.latest("number").pk)
    assert swiss.entries.count() == 6
    store_plan(section=swiss, movement=make_plan("round-robin", teams=6, boards_per_set=8))
    report_all(fetch_section(swiss.session_id))
    boxes = suggested(desk, swiss)
    assert boxes["name"] == "Play-off"
    assert boxes["size-A"] == 3
    assert desk.post(stage_address(swiss), boxes).status_code == 302
    titles = [session.title for session in Session.objects.order_by("number")]
    assert titles == ["Groups", "Swiss", "Play-off"]


@pytest.mark.slow
def test_stages_are_fixed_once_the_second_has_started(desk):
    league = make_league()
    assert "Use stages" in find_texts(desk.get(stage_address(league)), "main")[0]
    desk.post(stage_address(league), {"name": "Final", "size-A": "4"})
    assert "Use stages" not in find_texts(desk.get(stage_address(league)), "main")[0]
    refused = desk.post(stage_address(league), {"shape": "plate"}, follow=True)
    assert "A later stage has started" in refused.content.decode()
    assert Event.objects.get().shape == ""
    assert Stage.objects.count() == 1
