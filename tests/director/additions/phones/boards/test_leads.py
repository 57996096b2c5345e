"""The card that was led: kept with what was made, shown with it, and gone where no card was led."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.core.base.roles import Role
from director.core.night.publishing import publish_results
from tests.director.additions.phones.tables import TablePhones
from tests.director.pages import find_texts
from tests.factories import enter_result_with_lead, make_account

pytestmark = pytest.mark.django_db


def enter(section, text, lead=""):
    return enter_result_with_lead(section, (1, 1, 6), text, lead)


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
    undo_section(
        section=section, number=fetch_section_acts(section, BOARD_PLAY).first().number, user=None
    )
    assert lead_of(section) == "S10"


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
        [
            ("4SN=", "HK", False),
            ("4SN=", "H10", False),
            ("4SS=", "CA", False),
            ("4SS=", "H10", True),
            ("4SN=", "D2", True),
            ("PASS", "", False),
        ],
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

    def test_no_phone_is_told_any_card(self, client, section, tables):
        page = client.get(f"/t/{tables.open[1].token}/").content.decode()
        assert "AKQJ" not in page

    def test_a_phone_is_answered_the_same_whatever_the_cards_are(self, client, section, tables):
        """Else a table could ask for the cards of a board to come, lead by lead."""
        first, second = fetch_section_lines(section).get_table_lines(1, 1)
        section.deals.create(board_no=second.board_no, cards=section.deals.get().cards)
        answers = []
        for line, lead in ((first, "CA"), (second, "H10")):
            payload = tables.say(line, "4SS=", lead=lead, confirm=True).json()
            state = client.get(f"/t/{tables.open[1].token}/state.json").json()
            boards = [*state["boards"], *(state["left"] or {"boards": []})["boards"]]
            told = next(board for board in boards if board["board"] == line.board_no)
            of_board = ("board", "lead", "dealer", "vulnerable", "score", "entered")
            answers.append(
                [
                    {name: what for name, what in each.items() if name not in of_board}
                    for each in (payload, told)
                ]
            )
        assert answers[0] == answers[1]

    def test_scorers_are_told_nothing_of_the_cards_of_a_board_in_play(
        self, client, section, tables
    ):
        line = fetch_section_lines(section).get_table_lines(1, 1)[0]
        tables.say(line, "4SS=", lead="H10", confirm=True)
        section.deals.update(makeable="0" * 20)
        addresses = (
            f"/sessions/{section.ref}/play/",
            f"/sessions/{section.ref}/scores/boards/1/",
        )
        told = {}
        for role in (Role.DIRECTOR, Role.SCORER):
            client.force_login(make_account(role.label, role))
            said = " ".join(
                " ".join(find_texts(client.get(address), "main")) for address in addresses
            )
            told[role] = [
                words for words in ("Wrong lead or declarer", "hardly give", "odd") if words in said
            ]
        assert told[Role.DIRECTOR][0] == "Wrong lead or declarer"
        assert told[Role.SCORER] == []
