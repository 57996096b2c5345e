"""A plate for those whom a knock-out has knocked out, played while the main draw goes on."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import compute_second_final_round, find_drawn_contest
from director.additions.contests.draws.drawing import begin_contest
from director.additions.contests.matches.reported import report_match
from director.boards.movement.rounds import count_planned_rounds
from director.boards.movement.sections import fetch_section
from director.boards.play.sessions import remove_session
from director.boards.scoring.standings.event import EventResults
from director.models import Section, Session, Stage
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.boards.play.sessions.nights import read_places, stage_address
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def report_round(section, *, lower: bool = True) -> None:
    """Let the lower number win every match of the last round, or else the higher."""
    contest = find_drawn_contest(reload_drawn_section(section))
    round_no = len(contest.rounds)
    for pairing in contest.rounds[-1].pairings:
        imps = (30, 10) if lower else (10, 30)
        report_match(
            section=reload_drawn_section(section),
            key=(round_no, *sorted(pairing)),
            result=MatchResult("imp", *imps),
            user=None,
        )


def make_knockout(desk, size: int, boards: int = 8):
    section = make_drawn_section(desk, key="knock-out", size=size, boards=boards)
    for entry in section.entries.all():
        entry.name = f"Team {entry.pair_no}"
        entry.save()
    return section


def start_plate(desk, section, who: str):
    """Start a plate with those whom the page ticks for *who*."""
    page = desk.get(stage_address(section), {"size": "8", "who": who})
    form = page.context["form"]
    post_data = {name: field.initial for name, field in form.fields.items() if field.initial}
    post_data |= {name: value for name, value in form.initial.items() if value}
    response = desk.post(stage_address(section), post_data)
    assert response.status_code == 302, find_errors(response)
    return fetch_section(Session.objects.latest("pk").pk)


def begin_knockout(section, boards: int = 8):
    begin_contest(
        section=section,
        movement_key="knock-out",
        size=section.entries.count(),
        round_count=0,
        boards_per_set=boards,
        options={},
    )
    return reload_drawn_section(section)


def read_number(response, name: str) -> str:
    """Return what is in the box *name* of the page."""
    (box,) = (box for box in find_elements(response, "input") if box.get("name") == name)
    return box.get("value", "")


@pytest.mark.slow
def test_field_and_draw_of_a_plate_know_how_many_play_it(desk):
    section = make_knockout(desk, 8)
    report_round(section)
    plate = start_plate(desk, section, "1")
    count = plate.entries.count()
    assert count == 4
    assert read_number(desk.get(reverse("session_field", args=[plate.ref])), "teams") == "4"
    assert read_number(desk.get(reverse("session_draw", args=[plate.ref])), "size") == "4"
    suggested = desk.get(reverse("session_draw", args=[plate.ref]), {"size": "3"})
    assert read_number(suggested, "size") == "3"


@pytest.mark.slow
def test_nobody_plays_in_a_plate_who_is_still_in_the_main_draw(desk):
    section = make_knockout(desk, 4)
    report_round(section)
    post_data = {f"entry-{entry.pk}": "A" for entry in section.entries.filter(pair_no__in=(1, 4))}
    response = desk.post(stage_address(section), post_data | {"name": "Plate", "is_plate": "on"})
    assert response.status_code == 422
    assert find_errors(response) == [
        "1 Team 1 is still in the knock-out. Take it out of the plate, or untick “Played beside the others”."
    ]
    assert not Stage.objects.exists()


@pytest.mark.slow
def test_a_second_stage_waits_for_the_movement_of_the_first(desk):
    section = make_knockout(desk, 4)
    report_round(section)
    post_draw(desk, reload_drawn_section(section))
    report_round(section)
    post_data = {f"entry-{entry.pk}": "A" for entry in section.entries.filter(pair_no__in=(1, 2))}
    assert desk.post(stage_address(section), post_data | {"name": "Final"}).status_code == 302
    final = fetch_section(Session.objects.latest("pk").pk)
    post_data = {f"entry-{entry.pk}": "A" for entry in final.entries.all()}
    refused = desk.post(stage_address(section), post_data | {"name": "Again"})
    assert refused.status_code == 422
    assert "Session 2 has no movement yet" in find_errors(refused)[0]
    assert refused.context["form"]["name"].value() == "Again"


def start_planned_stage(desk, section) -> tuple[dict[str, object], Section]:
    """Start the next stage as its page suggests, and return what it suggested and the section."""
    form = desk.get(stage_address(section)).context["form"]
    post_data = {name: form[name].value() for name in form.fields if form[name].value()}
    response = desk.post(stage_address(section), post_data)
    assert response.status_code == 302, find_errors(response)
    return post_data, fetch_section(Session.objects.latest("number").pk)


@pytest.mark.slow
def test_the_first_of_a_repechage_join_those_still_in(desk):
    section = make_knockout(desk, 8)
    assert desk.post(stage_address(section), {"shape": "repechage"}).status_code == 302
    report_round(section)
    assert (
        "the losers play for a way back in"
        in find_texts(desk.get(stage_address(section)), "main")[0]
    )
    boxes, repechage = start_planned_stage(desk, section)
    assert boxes["name"] == "Repechage"
    assert boxes["is_plate"] is True
    assert [entry.name for entry in repechage.entries.all()] == [f"Team {n}" for n in (5, 6, 7, 8)]
    repechage = begin_knockout(repechage)
    report_round(repechage, lower=False)
    boxes, final = start_planned_stage(desk, repechage)
    assert boxes["name"] == "Final rounds"
    assert "is_plate" not in boxes
    names = [entry.name for entry in final.entries.all()]
    assert names == [f"Team {n}" for n in (1, 2, 3, 4, 7, 8)]
    # No further round of the first two stages is drawn.
    assert [reload_drawn_section(part).plan.options[-1][1] for part in (section, repechage)] == [
        "1",
        "1",
    ]
    final = begin_knockout(final)
    for _round in range(3):
        report_round(final, lower=False)
        post_draw(desk, reload_drawn_section(final))
    event = section.session.event
    assert EventResults(event).is_complete
    assert [names for _place, names in read_places(event)][:2] == ["Team 8", "Team 7"]
    assert {names for _place, names in read_places(event)[6:]} == {"Team 5", "Team 6"}


@pytest.mark.slow
def test_rounds_are_drawn_again_if_the_final_rounds_are_removed(desk):
    section = make_knockout(desk, 8)
    desk.post(stage_address(section), {"shape": "repechage"})
    report_round(section)
    _boxes, repechage = start_planned_stage(desk, section)
    repechage = begin_knockout(repechage)
    report_round(repechage, lower=False)
    planned = [
        count_planned_rounds(reload_drawn_section(part).plan) for part in (section, repechage)
    ]
    _boxes, final = start_planned_stage(desk, repechage)
    assert [
        count_planned_rounds(reload_drawn_section(part).plan) for part in (section, repechage)
    ] == [1, 1]
    remove_session(session=final.session)
    assert [
        count_planned_rounds(reload_drawn_section(part).plan) for part in (section, repechage)
    ] == planned
    assert planned == [3, 2]
    # The stage can be started once more, and then ends the draws again.
    start_planned_stage(desk, repechage)
    assert [
        count_planned_rounds(reload_drawn_section(part).plan) for part in (section, repechage)
    ] == [1, 1]


@pytest.mark.slow
def test_a_repechage_must_be_over_before_its_first_come_back(desk):
    section = make_knockout(desk, 8)
    desk.post(stage_address(section), {"shape": "repechage"})
    report_round(section)
    _boxes, repechage = start_planned_stage(desk, section)
    repechage = begin_knockout(repechage)
    form = desk.get(stage_address(repechage)).context["form"]
    post_data = {name: form[name].value() for name in form.fields if form[name].value()}
    refused = desk.post(stage_address(repechage), post_data)
    assert refused.status_code == 422
    assert find_errors(refused) == [
        "32 results are still missing. Enter them first, or tick Start before all results are in."
    ]
    assert Session.objects.count() == 2
    assert desk.post(stage_address(repechage), post_data | {"is_early": "on"}).status_code == 302


@pytest.mark.slow
def test_a_double_elimination_whose_teams_play_on_needs_no_second_final(desk):
    section = make_drawn_section(desk, key="knock-out", size=8, boards=8, losses="2")
    for entry in section.entries.all():
        entry.name = f"Team {entry.pair_no}"
        entry.save()
    report_round(section)
    for _round in range(2):
        assert post_draw(desk, reload_drawn_section(section)).status_code == 302
        report_round(section)
    repechage = begin_knockout(start_plate(desk, section, "out"))
    report_round(repechage)
    form = desk.get(stage_address(repechage), {"size": "6", "who": "back"}).context["form"]
    post_data = {name: form[name].value() for name in form.fields if form[name].value()}
    assert desk.post(stage_address(repechage), post_data).status_code == 302
    section = reload_drawn_section(section)
    assert compute_second_final_round(section, section.plan) == 0
