"""The fixtures of a round robin: remarks, postponed matches, results that are sent in, the table."""

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.contests.matches.reported import report_match
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import undo_section
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Act, Match
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.pdf.reading import read_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(desk):
    return make_round_robin(teams=4)


def fixtures_address(section) -> str:
    return reverse("session_results_fixtures", args=[section.ref])


def list_unchanged_boxes(answer) -> dict[str, str]:
    """Return what the page would send without a change."""
    data = {}
    for round_ in answer.context["rounds"]:
        for form in round_.forms:
            for name in form.fields:
                value = form[name].value()
                if name == "unit":
                    value = value or form.fields["unit"].choices[0][0]
                if value not in (None, False):
                    data[form.add_prefix(name)] = f"{value}"
    return data


def table(section) -> list[tuple[object, ...]]:
    rows = EventResults(section.session.event).first_session.rows
    return [
        (row.contestant, row.matches, row.won, row.drawn, row.lost, row.total)
        for row in rows
        if row.place
    ]


def test_a_match_has_a_remark_and_is_postponed_and_swapped_until_it_is_undone(desk, league):
    page = desk.get(fixtures_address(league))
    form = page.context["rounds"][0].forms[0]
    match, prefix = form.fixture, form.prefix
    typed = list_unchanged_boxes(page) | {
        f"{prefix}-is_postponed": "on",
        f"{prefix}-remark": "Thursday, Elm Hall",
    }
    assert desk.post(fixtures_address(league), typed).status_code == 302
    (stored,) = Match.objects.filter(is_postponed=True)
    assert stored.remark == "Thursday, Elm Hall"
    swapped = {f"{prefix}-is_swapped": "on"}
    assert desk.post(fixtures_address(league), typed | swapped).status_code == 302
    shown = desk.get(fixtures_address(league)).context["rounds"][0].forms[0].fixture
    assert (shown.home_no, shown.away_no) == (match.away_no, match.home_no)
    act = Act.objects.filter(event=league.session.event).latest("number")
    assert "home and away swapped" in act.words
    undo_section(section=reload_drawn_section(league), number=act.number, user=None)
    back = desk.get(fixtures_address(league)).context["rounds"][0].forms[0].fixture
    assert (back.home_no, back.away_no) == (match.home_no, match.away_no)
    publish_results(event=league.session.event)
    public = Client().get(reverse("event_matches", args=[league.session.event_id]))
    assert "postponed, Thursday, Elm Hall" in find_texts(public, ".matches")[0]


@pytest.mark.slow
def test_a_refused_match_keeps_what_was_typed_and_the_others_are_stored(desk, league):
    page = desk.get(fixtures_address(league))
    forms = [form for round_ in page.context["rounds"] for form in round_.forms]
    typed = list_unchanged_boxes(page) | {
        forms[0].add_prefix("home"): "25",
        forms[0].add_prefix("away"): "0",
        forms[0].add_prefix("unit"): "vp",
        forms[1].add_prefix("home"): "12",
        forms[1].add_prefix("away"): "8",
        forms[1].add_prefix("unit"): "vp",
        forms[2].add_prefix("remark"): "x" * 121,
        forms[3].add_prefix("home"): "3",
    }
    response = desk.post(fixtures_address(league), typed)
    assert response.status_code == 422
    shown_errors = " ".join(find_errors(response))
    assert "25 VPs isn’t a result of a match. Type a number from 0 to 20." in shown_errors
    assert "121" in shown_errors
    assert "Type the result of both sides, or of neither to delete it." in shown_errors
    assert Match.objects.get().unit == "vp"
    assert 'value="25"' in response.content.decode()


def posted_as_shown(answer) -> dict[str, str]:
    """Return what a browser would send of the page, with the values it showed."""
    data = {}
    for fixture in find_elements(answer, "fieldset"):
        for box in fixture.iter("input"):
            if box.get("type") != "checkbox" or "checked" in box.attrib:
                data[box.get("name")] = box.get("value", "")
        for box in fixture.iter("select"):
            options = list(box.iter("option"))
            chosen = [option for option in options if "selected" in option.attrib]
            data[box.get("name")] = (chosen or options)[0].get("value")
    return data


@pytest.mark.slow
def test_a_page_that_is_older_leaves_what_others_stored_meanwhile(desk, league):
    page = desk.get(fixtures_address(league))
    forms = [form for round_ in page.context["rounds"] for form in round_.forms]
    typed = posted_as_shown(page) | {forms[1].add_prefix("remark"): "Elm Hall"}
    key = forms[0].fixture.key
    report_match(section=league, key=key, result=MatchResult("imp", 30, 5), user=None)
    assert desk.post(fixtures_address(league), typed).status_code == 302
    stored = {(match.round_no, match.home, match.away): match for match in Match.objects.all()}
    assert stored[key].unit == "imp"
    assert stored[forms[1].fixture.key].remark == "Elm Hall"


@pytest.mark.slow
def test_fixtures_are_printed_for_a_round_robin_alone(desk, league):
    shown = desk.get(fixtures_address(league))
    first = shown.context["rounds"][0].forms[0]
    second = shown.context["rounds"][0].forms[1]
    typed = list_unchanged_boxes(shown) | {
        first.add_prefix("home"): "13.5",
        first.add_prefix("away"): "6.5",
        first.add_prefix("unit"): "vp",
        second.add_prefix("is_postponed"): "on",
        second.add_prefix("remark"): "on Monday",
    }
    desk.post(fixtures_address(league), typed)
    response = desk.get(
        reverse("session_print_pdf", args=[league.ref]) + "?kinds=fixtures&paper=a4"
    )
    (page,) = read_pages(response.content)
    assert {"13.5 : 6.5", "postponed", "on Monday"} <= set(page.texts)
    assert SectionJob(make_section_to_draw()).get_added_sheets(MatchSheets).fixtures is None


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow(desk, django_assert_max_num_queries):
    for teams in (4, 12):
        section = make_section_to_draw()
        store_plan(
            section=section, movement=make_plan("round-robin", teams=teams, boards_per_set=4)
        )
        desk.get(fixtures_address(section))
        with django_assert_max_num_queries(40):
            desk.get(fixtures_address(section))
