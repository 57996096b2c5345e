"""The card that was led: kept with what was made, shown with it, and gone where no card was led."""

import pytest

from director.boards.results.read.acts import BOARD_PLAY, section_acts
from director.boards.results.write.acts import section_undo
from director.boards.scores.write.result import result_enter
from director.desk.publish.write import results_publish
from tests.director.pages import texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


def enter(section, text, **more):
    return result_enter(section=section, board_no=1, ns=1, ew=6, text=text, user=None, **more)


def lead_of(section) -> str:
    return section.results.get(board_no=1).lead


def test_a_lead_stays_while_a_contract_was_played(section):
    enter(section, "4SS=", lead="HK")
    enter(section, "4SS-1")
    assert lead_of(section) == "HK"
    enter(section, "A6040")
    assert lead_of(section) == "HK"
    enter(section, "4SS-1", lead="S10")
    assert lead_of(section) == "S10"
    enter(section, "PASS")
    assert lead_of(section) == ""
    section_undo(section=section, number=section_acts(section, BOARD_PLAY).first().number, user=None)
    assert lead_of(section) == "S10"


def test_a_lead_is_on_the_page_and_in_the_file_unless_something_is_given_in_place_of_what_was_made(client, section):
    enter(section, "4SS=", lead="HK")
    event = section.session.event
    results_publish(event=event)
    board = f"/events/{event.pk}/boards/1/"
    assert "Lead" in texts(client.get(board), "th")
    assert "♥K" in texts(client.get(board), "td")
    lines = client.get(f"/events/{event.pk}/results.json").json()["boards"][0]["lines"]
    assert [line.get("lead") for line in lines if line["contract"]] == ["HK"]
    enter(section, "A6040")
    results_publish(event=event)
    assert "Lead" not in texts(client.get(board), "th")
