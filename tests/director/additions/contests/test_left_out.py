"""What a program says that was set up without contests, but has stored some."""

import pytest

from director.boards.play.hooks import DRAWN_ROUNDS, DrawnRounds
from director.boards.play.results.method import set_scoring
from director.models import Result
from scoring.registry import MATCH_METHODS
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def leave_out_methods(monkeypatch):
    """Return a function that takes the methods for matches of pairs out of the program."""
    former_methods = MATCH_METHODS[:]

    def take_out():
        MATCH_METHODS.clear()

    yield take_out
    MATCH_METHODS[:] = former_methods


def test_a_drawn_night_says_that_drawn_rounds_are_missing(desk, monkeypatch):
    section = start_swiss(desk)
    monkeypatch.setattr(DRAWN_ROUNDS, "answers", DrawnRounds())
    response = desk.get(f"/sessions/{section.session_id}/play/")
    assert response.status_code == 404
    assert "without events of this kind (drawn rounds)" in " ".join(find_texts(response, "main p"))
    assert desk.get("/").status_code == 200


def test_pairs_scored_by_matches_say_that_their_method_is_missing(desk, leave_out_methods):
    section = make_night(key="howell", pairs=6)
    event = set_scoring(section=section, scoring="swiss-pairs", options={})
    enter_all_results(section)
    addresses = [f"/sessions/{section.session_id}/{page}/" for page in ("play", "results")]
    addresses += [f"/events/{event.pk}/", f"/events/{event.pk}/export/xlsx/"]
    assert {desk.get(address).status_code for address in addresses} <= {200, 302}
    leave_out_methods()
    for address in addresses:
        response = desk.get(address)
        assert response.status_code == 404
        assert "without the scoring method of this event (swiss-pairs)" in response.content.decode()
    assert event.name not in desk.get("/nights/").content.decode()
    assert Result.objects.exists()
