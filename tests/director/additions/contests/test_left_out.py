"""What a program says that was set up without contests, but has stored some."""

import pytest

from director.additions import NO_CONTESTS
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


def test_a_drawn_night_says_that_drawn_rounds_are_missing(desk, monkeypatch):
    section = start_swiss(desk)
    monkeypatch.setattr("director.boards.pages.progress.get_contest_desk", lambda: NO_CONTESTS)
    response = desk.get(f"/sessions/{section.session_id}/play/")
    assert response.status_code == 404
    assert "without events of this kind (drawn rounds)" in " ".join(find_texts(response, "main p"))
    assert desk.get("/").status_code == 200
