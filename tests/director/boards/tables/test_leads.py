"""The card that was led: kept with what was made, shown with it, and gone where no card was led."""

import pytest

from director.boards.results.read.acts import BOARD_PLAY, section_acts
from director.boards.results.write.acts import section_undo
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import result_enter
from director.desk.publish.write import results_publish
from tests.director.boards.play.phones import Tables
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


class TestCards:
    """East holds every heart, South leads nothing to a contract of North's: only the leader's own cards count."""

    @pytest.fixture
    def tables(self, section):
        cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
        section.deals.create(board_no=1, cards=cards)
        return Tables(section, lead=True)

    @pytest.mark.parametrize(
        ("text", "lead", "doubt"),
        [
            ("4SN=", "HK", ""),
            ("4SN=", "H10", ""),
            ("4SS=", "CA", ""),
            ("4SS=", "H10", "By the cards of the board West did not hold the ten of hearts: "),
            ("4SN=", "D2", "By the cards of the board East did not hold the 2 of diamonds: "),
            ("PASS", "", ""),
        ],
    )
    def test_a_card_that_the_leader_did_not_hold_is_doubted_and_stored_all_the_same(
        self, desk, section, tables, text, lead, doubt
    ):
        line = section_lines(section).at_table(1, 1)[0]
        assert tables.say(line, text, lead=lead, confirm=True).status_code == 201
        board = desk.get(f"/t/{tables.open[1].token}/state.json").json()["boards"][0]
        assert board["doubt"] == (f"{doubt}either the lead or the declarer is wrong." if doubt else "")
        flags = [words for words in texts(desk.get(f"/sessions/{section.place}/play/"), "#needs li") if "Lead" in words]
        told = "Lead not in the hand that led, so the card or the declarer is wrong: Table 1, board 1."
        assert flags == ([f"{told} Ask table 1"] if doubt else [])

    def test_no_phone_is_told_any_card(self, client, section, tables):
        page = client.get(f"/t/{tables.open[1].token}/").content.decode()
        assert "AKQJ" not in page
