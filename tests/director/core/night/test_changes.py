"""The page of changes, where there are many of them, or several sessions."""

import pytest
from django.test import Client

from director.boards.play.scores.result import enter_result
from director.core.base.standings_versions import add_version
from director.core.night.publishing import publish_results
from director.core.pages.publishing import VERSIONS_PER_PAGE
from director.models.version import Action
from tests.director.pages import find_texts, read_table_rows
from tests.director.party.parties import make_seated_party
from tests.factories import make_played_section, make_section, make_sections

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "make",
    [lambda: make_played_section(published=False), make_seated_party],
    ids=["pairs", "party"],
)
def test_many_changes_come_in_pages_the_latest_first(make):
    event = make().session.event
    publish_results(event=event)
    for _correction in range(VERSIONS_PER_PAGE):
        add_version(event=event, action=Action.CORRECTED, user=None)
    page = Client().get(f"/events/{event.pk}/changes/")
    assert len(find_texts(page, "h2")) == VERSIONS_PER_PAGE
    assert find_texts(page, "h2")[0] == f"{VERSIONS_PER_PAGE + 1} · Corrected"
    assert find_texts(page, "nav.pager a") == ["Next ›"]
    last = Client().get(f"/events/{event.pk}/changes/?page=2")
    assert find_texts(last, "h2") == ["1 · Published"]
    assert find_texts(last, "nav.pager a") == ["‹ Previous"]


def test_a_result_of_a_session_is_written_as_on_every_page():
    *_first, section = make_sections(letters="A", sessions=2)
    publish_results(event=section.session.event)
    enter_result(section=section, board_no=1, ns=1, ew=4, text="7NTNX-2", user=None)
    page = Client().get(f"/events/{section.session.event_id}/changes/")
    assert read_table_rows(page)[0][0] == "Session 2, Board 1, 1 N-S against 1 E-W"
    assert read_table_rows(page)[0][2] == "7NT× N −2"


@pytest.mark.parametrize("page", ["changes", "recap"])
def test_a_page_of_a_night_without_boards_leads_back_to_its_standings(desk, page):
    event = make_section().session.event
    assert "Standings" in find_texts(desk.get(f"/events/{event.pk}/{page}/"), "nav.tabs a")
