"""The card that was led: kept with what was made, shown with it, and gone where no card was led."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.night.publishing import publish_results
from tests.cases import leave_to_slow
from tests.director.additions.phones.tables import TablePhones
from tests.director.pages import find_texts
from tests.factories import enter_result_with_lead

pytestmark = pytest.mark.django_db


def enter(section, text, lead=""):
    return enter_result_with_lead(section, (1, 1, 6), text, lead)


def test_a_lead_is_on_the_page_and_in_the_file_unless_something_is_given_in_place_of_what_was_made(
    client, section
):
    enter(section, "4SS=", lead="HK")
    event = section.session.event
    publish_results(event=event)
    board = f"/events/{event.pk}/boards/1/"
    assert "Lead" in find_texts(client.get(board), "th")
    assert "♥K" in find_texts(client.get(board), "td")
    lines = client.get(f"/events/{event.pk}/results.json").json()["boards"][0]["lines"]
    assert [line.get("lead") for line in lines if line["contract"]] == ["HK"]
    enter(section, "A6040")
    publish_results(event=event)
    assert "Lead" not in find_texts(client.get(board), "th")


class TestCards:
    """East holds every heart, South leads nothing to a contract of North's: only the leader's own cards count."""

    @pytest.fixture
    def tables(self, section):
        cards = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
        section.deals.create(board_no=1, cards=cards)
        return TablePhones(section, lead=True)

    @pytest.mark.parametrize(
        ("text", "lead", "is_doubted"),
        leave_to_slow(
            [
                ("4SN=", "HK", False),
                ("4SN=", "H10", False),
                ("4SS=", "CA", False),
                ("4SS=", "H10", True),
                ("4SN=", "D2", True),
                ("PASS", "", False),
            ],
            but=1,
        ),
    )
    def test_a_card_that_the_leader_did_not_hold_is_doubted_and_stored_all_the_same(
        self, desk, section, tables, text, lead, is_doubted
    ):
        line = fetch_section_lines(section).get_table_lines(1, 1)[0]
        assert tables.say(line, text, lead=lead, confirm=True).status_code == 201
        flags = [
            words
            for words in find_texts(desk.get(f"/sessions/{section.ref}/play/"), "#needs li")
            if "Wrong lead" in words
        ]
        told = "Wrong lead or declarer (the leader didn’t hold that card): Table 1, board 1"
        assert flags == ([f"{told} Ask table"] if is_doubted else [])
