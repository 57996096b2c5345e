"""Impossible and malicious input on the pages of stages, fixtures, matches and draws: one sentence each, no 500."""

import pytest
from django.urls import reverse

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.matches.reported import report_match
from director.additions.contests.stages import start_stage
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Match, Session, Stage
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_draw_form,
    make_drawn_section,
    make_round_robin,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_errors, find_texts

pytestmark = pytest.mark.django_db
ENDED = "Final has started with those who go on, so no further round can be drawn here. Remove Final first."
ODD_NUMBERS = (
    "ten",
    "-5",
    "1" + "0" * 30,
    "1e3",
    "NaN",
    "Infinity",
    "½",
    "0x10",
    "3/2",
    "5 5",
    "+7",
    ".",
    ",",
    "1.2.3",
    "12:8",
    "<b>1</b>",
    "=1+1",
)


@pytest.fixture
def league(desk):
    return make_league()


def make_league():
    return make_round_robin(teams=4)


def report_all(section) -> None:
    for row in section.plan.rows.all():
        both = sorted((row.ns, row.ew))
        result = MatchResult("imp", 10 * (both[1] - both[0]), 0)
        report_match(section=section, key=(row.round_no, *both), result=result, user=None)


def start(section, size: int = 2, **more) -> Session:
    event = Event.objects.get(pk=section.session.event_id)
    people = fetch_candidates(event, EventResults(event))[:size]
    going_on = {"A": [person.entry_id for person in people]}
    usual = {
        "name": "Final",
        "day": None,
        "entry_ids_by_letter": going_on,
        "is_early": True,
        "user": None,
    }
    return start_stage(event=event, **usual | more)


@pytest.mark.slow
@pytest.mark.parametrize("text", ODD_NUMBERS)
def test_odd_results_of_a_match_get_one_sentence(desk, league, text):
    row = league.plan.rows.first()
    home, away = sorted((row.ns, row.ew))
    address = reverse("session_results_match", args=[league.ref, home, away])
    typed = {"round": row.round_no, "home": text, "away": "3", "unit": "imp"}
    response = desk.post(f"{address}?round={row.round_no}", typed)
    assert response.status_code == 422
    assert len(find_errors(response)) == 1, find_errors(response)
    assert not Match.objects.exists()
    assert response.context["report"]["away"].value() == "3"
    assert response.context["report"]["home"].value() == text


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed",
    [
        {"entry": "Z"},
        {"entry": "AA"},
        {"name": "x" * 500},
        {"name": " "},
        {"entry": "B"},
    ],
)
def test_odd_stages_are_refused(desk, league, typed):
    report_all(league)
    address = reverse("session_results_stage", args=[league.ref])
    letter = typed.get("entry", "A")
    chosen = {f"entry-{entry.pk}": letter for entry in league.entries.all()}
    response = desk.post(address, chosen | {"name": typed.get("name", "Final")})
    assert response.status_code == 422
    assert find_errors(response)
    assert not Stage.objects.exists()


@pytest.mark.slow
def test_a_stage_with_results_is_neither_removed_nor_undone_away(desk, league):
    report_all(league)
    session = start(league, 4)
    final = fetch_section(session.pk)
    store_plan(section=final, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    final = reload_drawn_section(final)
    row = final.plan.rows.first()
    key = (row.round_no, *sorted((row.ns, row.ew)))
    report_match(section=final, key=key, result=MatchResult("imp", 9, 0), user=None)
    response = desk.post(
        reverse("session_remove_last", args=[final.ref]), {"number": "2"}, follow=True
    )
    assert "already" in find_texts(response, "main")[0] or find_errors(response)
    assert Session.objects.filter(pk=session.pk).exists()
    acts = desk.get(reverse("session_acts", args=[final.ref]))
    assert acts.status_code == 200
    for act in final.session.event.acts.order_by("-number"):
        response = desk.post(
            reverse("session_changed_undo", args=[final.ref]),
            {"act": act.number, "sure": act.number},
            follow=True,
        )
        # Which acts can be undone is for other tests. Here none is answered with a crash.
        assert response.status_code in (200, 404, 409, 422)
    assert Match.objects.filter(section__session=session).count() == 1
    assert Stage.objects.count() == 1
    for name in ("session_results", "session_play", "session_results_stage"):
        assert desk.get(reverse(name, args=[final.ref])).status_code == 200


@pytest.fixture
def swiss_ended_by_finals(desk):
    """A Swiss of two rounds whose page of the draw was open when its finals started."""
    section = make_drawn_section(desk, contest="pairs", key="swiss-pairs", size=6, rounds=2)
    enter_round(section, 1)
    post_draw(desk, reload_drawn_section(section))
    section = reload_drawn_section(section)
    enter_round(section, 2)
    shown = make_draw_form(desk, section)
    start(section, size=4)
    return section, shown


@pytest.mark.slow
def test_a_page_opened_before_the_finals_draws_no_further_round(desk, swiss_ended_by_finals):
    section, shown = swiss_ended_by_finals
    response = desk.post(reverse("session_draw", args=[section.ref]), shown | {"action": "use"})
    assert response.status_code == 422
    assert ENDED in find_errors(response)
    assert reload_drawn_section(section).plan.rounds == 2
