"""The page that shows our figures beside the official ones of a night that was scored elsewhere."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.additions.imports.store.event import import_file
from director.models import OfficialLine, OfficialTotal
from tests.director.additions.imports.store.usebio_files import read_fixture
from tests.director.additions.imports.store.usebio_written import (
    make_random_field,
    write_scored_field,
)
from tests.director.pages import find_texts
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db

HABITS = {"neuberg": "no", "board_points": "adjusted"}


def page_of(desk, event, query=""):
    return desk.get(f"/sessions/{event.sessions.get().pk}/results/official/{query}")


def read_in(data=None, **settings):
    return import_file(data=data or read_fixture(), file_name="night.xml", **settings)


def rows(page):
    return [row.split() for row in find_texts(page, "table.results tbody tr")]


@pytest.mark.slow
def test_figures_that_agree_are_said_to(desk):
    page = page_of(desk, read_in().event)
    assert (
        "Matches the official results in night.xml, Example 26-Jul-22: 12 pairs, 161 results."
        in find_texts(page, "p")[-1]
    )
    assert rows(page) == []


@pytest.mark.slow
def test_what_differs_is_side_by_side_totals_first(desk):
    imported = read_in(options=HABITS)
    page = page_of(desk, imported.event)
    captions = find_texts(page, "table.results caption")
    assert captions == ["Totals and places", "Results"]
    shown = rows(page)
    assert len(shown) == 12 + 6
    reason, *results = imported.differences
    assert reason.startswith("12 of 12 totals differ, as 6 of 161 results do")
    assert len(results) == 6
    # Board 26, 2 against 11: the file gives 8.00 and 0.00 points; here it gets 0.00 and 8.00.
    there, here = results[0].partition("; here it gets ")[::2]
    figures = [figure for figure in shown[12] if "." in figure]
    assert [figure in here for figure in figures[0::2]] == [True, True]
    assert [figure in there for figure in figures[1::2]] == [True, True]


@pytest.mark.slow
def test_every_figure_can_be_shown_in_pages(desk):
    page = page_of(desk, read_in().event, "?show=all")
    assert len(rows(page)) == 12 + 25
    assert find_texts(page, "nav.pager") == ["Page 1 of 7 Next ›"]
    assert len(rows(page_of(desk, read_in(again=True).event, "?show=all&lines=7"))) == 12 + 11


@pytest.mark.slow
def test_the_official_figures_are_stored_as_they_are_printed(desk):
    read_in()
    pair = OfficialTotal.objects.get(pair_no=1)
    assert pair.total == "128.77"
    assert pair.percent == "47.69"
    assert pair.place == 8
    line = OfficialLine.objects.get(board_no=1, ns=6, ew=10)
    assert (line.ns_points, line.ew_points) == ("10", "0")


@pytest.mark.slow
def test_the_results_step_leads_there_only_for_a_night_from_a_file(desk):
    event = read_in().event
    session_id = event.sessions.get().pk
    link = f'href="/sessions/{session_id}/results/official/"'
    assert link in desk.get(f"/sessions/{session_id}/results/").content.decode()
    own = make_played_section()
    assert (
        "results/official/" not in desk.get(f"/sessions/{own.session_id}/results/").content.decode()
    )
    assert find_texts(desk.get(f"/sessions/{own.session_id}/results/official/"), "p")[-1] == (
        "This event has no official results. Only some import files include them."
    )


def test_page_has_a_title_also_without_official_results(desk):
    session_id = make_played_section().session_id
    page = desk.get(f"/sessions/{session_id}/results/official/")
    assert find_texts(page, "title")[0].startswith("Official results ·")


@pytest.mark.slow
def test_visitors_do_not_see_it():
    event = read_in().event
    assert page_of(Client(), event).status_code == 302


@pytest.mark.slow
def test_queries_do_not_grow_with_the_night(desk):
    counts = []
    for pairs in (6, 40):
        data = write_scored_field(
            "matchpoints", make_random_field(1, pairs=pairs), {"neuberg": "no"}
        )
        event = read_in(data, options={"neuberg": "yes"}).event
        with CaptureQueriesContext(connection) as queries:
            assert page_of(desk, event).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.slow
def test_a_page_number_that_is_none_shows_the_nearest(desk):
    page = page_of(desk, read_in().event, "?show=all&lines=99&pairs=x")
    assert len(rows(page)) == 12 + 11
