"""The page of changes, where there are many of them, or several sessions."""

import pytest
from django.test import Client

from director.boards.play.scores.result import enter_result
from director.core.night.publishing import publish_results
from tests.director.pages import find_texts, read_table_rows
from tests.factories import make_section, make_sections

pytestmark = pytest.mark.django_db


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
