"""Where the cursor stands when a page opens: in the first box that has to be filled, or on the next step."""

import pytest
from playwright.sync_api import Page

from director.models import Person
from tests.browser.conftest import wait_until_settled
from tests.director.boards.play.draws.test_draws import make_section_to_draw
from tests.director.party.parties import make_seated_party
from tests.factories import make_night, make_played_section, make_section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EXPECTED = {
    # Tonight and the pages of the club
    "/": "Start a night",
    "/events/new/": "name",
    "/import/": "file",
    "/people/list/": "file",
    "/people/{person}/merge/": "into",
    "/people/{person}/forget/": "name",
    "/partners/": "players",
    "/club/next-nights/": "kind",
    "/club/programs/": "name",
    "/club/password/": "current",
    "/club/movements/import/": "file",
    "/club-seasons/new/": "name",
    # a night that is set up, one without a movement, one that is played
    "/sessions/{night}/field/": "Continue to Seats",
    "/sessions/{empty}/field/": "pairs",
    "/sessions/{night}/seats/": "name-1-1",
    "/sessions/{night}/print/": "Print",
    "/sessions/{night}/play/": "Start round 1",
    "/sessions/{night}/scores/": "text-1-1-4",
    "/sessions/{night}/results/": "Enter missing results",
    "/sessions/{played}/results/": "Print standings",
    "/sessions/{played}/results/?tab=export": "Download",
    "/sessions/{played}/rulings/": "board_no",
    "/sessions/{night}/hands/": "file",
    "/sessions/{night}/happened/": "board",
    "/events/{event}/change/": "name",
    # a contest of teams and a party
    "/sessions/{teams}/draw/": "size",
    "/parties/{party}/field/": "",
    "/parties/{party}/print/": "Print",
    "/parties/{party}/play/": "Start",
}
"""The name of the box, or the beginning of the words of the button, by address; empty for neither."""

FOCUSED = """() => {
  const { activeElement: part, body } = document;
  const isBox = part.matches("input, select, textarea");
  return part === body ? "" : isBox ? part.name : part.textContent.trim().replace(/\\s+/g, " ");
}"""


@pytest.fixture
def numbers(director):
    played = make_played_section()
    return {
        "person": Person.objects.first().pk,
        "played": played.session_id,
        "event": played.session.event_id,
        "night": make_night(pairs=6, boards_per_set=2, named=False).session_id,
        "empty": make_section().session_id,
        "teams": make_section_to_draw().session_id,
        "party": make_seated_party(players=8).pk,
    }


def focused(page: Page, path: str) -> str:
    page.goto(path)
    wait_until_settled(page)
    return page.evaluate(FOCUSED)


def test_the_cursor_stands_where_something_has_to_be_filled(open_page, numbers):
    found = {path: focused(open_page, path.format(**numbers)) for path in EXPECTED}
    wrong = {
        path: found[path]
        for path, expected in EXPECTED.items()
        if not found[path].startswith(expected) or bool(found[path]) is not bool(expected)
    }
    assert wrong == {}
