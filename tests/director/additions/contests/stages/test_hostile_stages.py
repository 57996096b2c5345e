"""Impossible and malicious input on the pages of stages, fixtures, matches and draws: one sentence each, no 500."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.planned_rounds import set_round_count
from director.additions.contests.matches.reported import report_match
from director.additions.contests.stages import start_stage
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.sessions import remove_session
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Event, Match, Session, Stage
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_draw_form,
    make_drawn_section,
    make_round_robin,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.test_fixtures import list_unchanged_boxes
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


@pytest.mark.parametrize("text", ODD_NUMBERS)
def test_odd_results_on_fixtures_keep_the_others(desk, league, text):
    address = reverse("session_results_fixtures", args=[league.ref])
    page = desk.get(address)
    first, second = [form for round_ in page.context["rounds"] for form in round_.forms][:2]
    typed = list_unchanged_boxes(page) | {
        first.add_prefix("home"): text,
        first.add_prefix("away"): "3",
        second.add_prefix("home"): "30",
        second.add_prefix("away"): "3",
    }
    response = desk.post(address, typed)
    assert response.status_code == 422
    assert len(find_errors(response)) == 1, find_errors(response)
    assert Match.objects.count() == 1


def test_everything_says_that_the_results_are_final(desk, league):
    report_all(league)
    publish_results(event=league.session.event)
    Event.objects.update(corrections_until=timezone.now() - timedelta(hours=1))
    row = league.plan.rows.first()
    home, away = sorted((row.ns, row.ew))
    fixtures = reverse("session_results_fixtures", args=[league.ref])
    page = desk.get(fixtures)
    first = page.context["rounds"][0].forms[0]
    chosen = {f"entry-{entry.pk}": "A" for entry in league.entries.all()}
    asked = {
        reverse("session_results_stage", args=[league.ref]): chosen | {"name": "Final"},
        reverse("session_results_match", args=[league.ref, home, away]): {
            "round": row.round_no,
            "home": "1",
            "away": "3",
            "unit": "imp",
        },
        fixtures: list_unchanged_boxes(page) | {first.add_prefix("home"): "55"},
        f"{fixtures}?": {"dates": "1", "first": "2026-10-05", "days": "7"},
    }
    for address, typed in asked.items():
        response = desk.post(address, typed)
        assert response.status_code == 422
        (sentence,) = find_errors(response)
        assert "is final since" in sentence


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "10000-01-01", "soon", "2026-02-30"])
def test_odd_days_of_a_stage(desk, league, day):
    report_all(league)
    address = reverse("session_results_stage", args=[league.ref])
    chosen = {f"entry-{entry.pk}": "A" for entry in league.entries.all()}
    response = desk.post(address, chosen | {"name": "Final", "day": day})
    assert response.status_code in (302, 422)
    if response.status_code == 422:
        assert len(find_errors(response)) == 1, find_errors(response)
        assert response.context["form"]["day"].value() == day
    for name in ("session_results", "session_play", "session_print", "session_results_fixtures"):
        assert desk.get(reverse(name, args=[league.ref])).status_code == 200
    assert desk.get("/").status_code == 200


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


@pytest.mark.parametrize(
    "query", [{"size": "x"}, {"size": "1" + "0" * 30}, {"size": "-1"}, {"size": "3", "who": "9"}]
)
def test_odd_sizes_of_a_stage_show_the_page(desk, league, query):
    report_all(league)
    response = desk.get(reverse("session_results_stage", args=[league.ref]), query)
    assert response.status_code == 200
    assert find_errors(response) or find_texts(response, ".wrong")


def test_entries_of_strangers_do_not_go_on(desk, league):
    report_all(league)
    other = make_section_to_draw()
    store_plan(section=other, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    address = reverse("session_results_stage", args=[league.ref])
    strangers = {f"entry-{entry.pk}": "A" for entry in other.entries.all()}
    assert desk.post(address, strangers | {"name": "Final"}).status_code == 422
    assert not Stage.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"home-1": "2", "away-1": "2"},
        {"home-1": "1", "home-2": "1"},
        {"home-1": "99"},
        {"home-1": "x"},
        {"home-1": "1" + "0" * 30},
        {"home-1": ""},
        {"home-1": "-1"},
    ],
)
def test_odd_draws_are_refused(desk, changed):
    section = make_drawn_section(desk, size=6)
    for pairing in find_drawn_contest(reload_drawn_section(section)).rounds[0].pairings:
        key = (1, *sorted(pairing))
        report_match(
            section=reload_drawn_section(section),
            key=key,
            result=MatchResult("vp", 12, 8),
            user=None,
        )
    response = post_draw(desk, reload_drawn_section(section), **changed)
    assert response.status_code == 422
    assert find_errors(response) or find_texts(response, ".say")
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302


def test_a_fixture_of_a_withdrawn_team_takes_no_result(desk, league):
    report_match(section=league, key=(1, 1, 4), result=MatchResult("imp", 9, 0), user=None)
    response = desk.post(
        reverse("session_withdrawals", args=[league.ref]), {"team": "2", "from_round": "2"}
    )
    assert response.status_code == 302
    league = reload_drawn_section(league)
    address = reverse("session_results_fixtures", args=[league.ref])
    page = desk.get(address)
    cancelled = [
        form
        for round_ in page.context["rounds"]
        for form in round_.forms
        if form.fixture.is_cancelled
    ]
    assert cancelled
    typed = list_unchanged_boxes(page) | {
        cancelled[0].add_prefix("home"): "30",
        cancelled[0].add_prefix("away"): "3",
    }
    response = desk.post(address, typed)
    assert response.status_code in (302, 422)
    assert Match.objects.filter(unit="imp").count() == 1
    round_no, home, away = cancelled[0].fixture.key
    match_page = reverse("session_results_match", args=[league.ref, home, away])
    typed = {"round": round_no, "home": "30", "away": "3", "unit": "imp"}
    assert desk.post(f"{match_page}?round={round_no}", typed).status_code in (404, 422)


def test_a_session_with_a_stage_after_it_is_not_removed(desk, league):
    report_all(league)
    start(league)
    response = desk.post(
        reverse("session_remove_last", args=[league.ref]), {"number": "1"}, follow=True
    )
    assert response.status_code == 200
    assert Session.objects.filter(event=league.session.event).count() == 2


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
        assert response.status_code in (200, 404, 409, 422)
    assert Match.objects.filter(section__session=session).count() == 1
    assert Stage.objects.count() == 1
    for name in ("session_results", "session_play", "session_results_stage"):
        assert desk.get(reverse(name, args=[final.ref])).status_code == 200


def test_two_stages_may_go_on_at_once(desk, league):
    report_all(league)
    first = start(league, 2)
    second = start(league, 4, name="Consolation", is_plate=True)
    assert first.number == 2
    assert second.number == 3
    for session in (first, second):
        section = fetch_section(session.pk)
        for name in ("session_field", "session_seats", "session_results", "session_results_stage"):
            assert desk.get(reverse(name, args=[section.ref])).status_code == 200


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


def test_a_page_opened_before_the_finals_draws_no_further_round(desk, swiss_ended_by_finals):
    section, shown = swiss_ended_by_finals
    response = desk.post(reverse("session_draw", args=[section.ref]), shown | {"action": "use"})
    assert response.status_code == 422
    assert ENDED in find_errors(response)
    assert reload_drawn_section(section).plan.rounds == 2


def test_a_swiss_that_was_ended_by_its_finals_gets_no_further_rounds(desk, swiss_ended_by_finals):
    section, _shown = swiss_ended_by_finals
    with pytest.raises(DeskError, match=ENDED):
        set_round_count(section=section, round_count=3, user=None)
    session = Session.objects.get(event=section.session.event_id, number=2)
    remove_session(session=session)
    set_round_count(section=section, round_count=3, user=None)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    assert reload_drawn_section(section).plan.rounds == 3
