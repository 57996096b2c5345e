"""An entry that was made for the wrong board is moved to the right one in one step, by the table or the director."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.boards.movement.sections import BOARD_PLAY, fetch_section_acts
from director.boards.play.problems.settling import settle_dispute
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.models import ResultVersion, TableWord
from tests.cases import leave_to_slow
from tests.director.additions.phones.tables import TablePhones, read_results_of_1_and_6
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


def boards(tables):
    return {
        board["board"]: board
        for board in Client().get(f"/t/{tables.open[1].token}/state.json").json()["boards"]
    }


def move(tables, lines, text="4SS=", to=1, **data):
    """Say that *text*, entered for the other board, was made on that at place *to*."""
    return tables.say(lines[to], text, **{"from": lines[1 - to].board_no, **data})


def agree(tables, line, **data):
    """Let the opponents agree as the page does: to a result, of pairs."""
    sent = {
        "key": f"agree-{line.board_no}",
        "board": line.board_no,
        "pairs": [line.ns, line.ew],
        "confirm": True,
    }
    return tables._send(line.table_no, "results", sent | data)


class TestAtTheTable:
    def test_both_sides_move_an_agreed_entry_and_every_version_is_kept(
        self, section, tables, lines
    ):
        tables.say(lines[0], "4SS=", confirm=True, lead="HK")
        response = move(tables, lines, confirm=True)
        told = {
            "stored": True,
            "board": 2,
            "result": "4SS=",
            "score": 620,
            "waits_for": None,
            "from": 1,
        }
        assert response.status_code == 201
        assert response.json() == told
        assert read_results_of_1_and_6(section) == {2: "4SS="}
        now = boards(tables)
        assert now[1]["state"] == "empty"
        assert now[2]["state"] == "stored"
        assert now[2]["confirmed"] is True
        assert now[2]["lead"] == "HK"
        assert [version.text for version in ResultVersion.objects.all()] == ["4SS="]
        act = fetch_section_acts(section, BOARD_PLAY).first()
        assert act.words == "Table 1: moved from board 1 to board 2, 1 N-S against 1 E-W: 4SS=."

    @pytest.mark.parametrize(
        "agree", [agree, TablePhones.agree], ids=["as-the-page", "with-its-numbers"]
    )
    def test_the_other_side_is_asked_and_agrees(self, section, tables, lines, agree):
        tables.say(lines[0], "4SS=", confirm=True)
        answer = move(tables, lines, device="aa", side="ns")
        assert answer.json()["waits_for"] == "opponents"
        assert answer.json()["asked"] is True
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        asked = boards(tables)[2]["asked"]
        assert asked["result"] == "4SS="
        assert asked["from"] == 1
        assert asked["side"] == "ns"
        assert agree(tables, lines[1], device="bb", result="4SS=").json()["waits_for"] is None
        assert read_results_of_1_and_6(section) == {2: "4SS="}
        assert boards(tables)[2]["confirmed"]

    def test_the_other_side_says_that_it_stays(self, section, tables, lines):
        tables.say(lines[0], "4SS=", confirm=True)
        move(tables, lines, device="aa")
        assert agree(tables, lines[0], device="bb", result="4SS=").status_code == 201
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        assert boards(tables)[2]["asked"] is None

    def test_a_phone_without_a_network_moves_and_plays_on(self, section, tables, lines):
        """The move and the right entry of the first board wait together, and come in their order."""
        tables.say(lines[0], "4SS=", confirm=True)
        early, late = (timezone.now() - timedelta(minutes=minutes) for minutes in (6, 5))
        move(tables, lines, confirm=True, at=early.isoformat())
        assert tables.say(lines[0], "3NTN=", confirm=True, at=late.isoformat()).status_code == 201
        assert read_results_of_1_and_6(section) == {1: "3NTN=", 2: "4SS="}

    def test_a_result_entered_before_a_move_and_sent_after_it_is_refused(
        self, section, tables, lines
    ):
        before = (timezone.now() - timedelta(minutes=1)).isoformat()
        tables.say(lines[0], "4SS=", confirm=True)
        move(tables, lines, confirm=True)
        response = tables.say(lines[0], "4SS=", device="bb", at=before)
        assert response.status_code == 422
        assert "moved to another board" in response.json()["error"]
        assert agree(tables, lines[0], device="bb", result="4SS=").status_code == 422
        assert read_results_of_1_and_6(section) == {2: "4SS="}

    @pytest.mark.parametrize(
        ("data", "words"),
        leave_to_slow(
            [
                ({"from": 1}, "You can’t move a result from board 1 to 1."),
                ({"from": 9}, "You can’t move a result from board 9 to 1."),
                ({"from": "x"}, "The board that it was entered for must be a whole number"),
                ({"from": 2, "result": "3NTN="}, "Board 2 now has 4SS=, so nothing was moved."),
            ],
            but=1,
        ),
        ids=["itself", "another-round", "no-number", "something-else"],
    )
    def test_an_impossible_move_to_another_board_is_refused_in_one_sentence(
        self, section, tables, lines, data, words
    ):
        tables.say(lines[1], "4SS=", confirm=True)
        response = tables.say(lines[0], **{"text": "4SS=", "confirm": True, **_as_text(data)})
        assert response.status_code == 422
        assert words in response.json()["error"]
        assert read_results_of_1_and_6(section) == {2: "4SS="}

    def test_nothing_to_move_is_reported(self, tables, lines):
        assert (
            "Board 1 now has nothing, so nothing was moved"
            in move(tables, lines, confirm=True).json()["error"]
        )

    @pytest.mark.parametrize("at", [0, 1], ids=["from", "to"])
    def test_players_cannot_move_the_director_s_award(self, section, tables, lines, director, at):
        tables.say(lines[1 - at], "4SS=", confirm=True)
        line = lines[at]
        enter_result(
            section=section, board_no=line.board_no, ns=1, ew=6, text="A6040", user=director
        )
        text = "A6040" if at == 0 else "4SS="
        response = move(tables, lines, text, confirm=True)
        assert response.status_code == 422
        assert read_results_of_1_and_6(section)[line.board_no] == "A6040"


def _as_text(data):
    return {"text" if name == "result" else name: value for name, value in data.items()}


class TestAtTheDesk:
    def test_the_director_decides_what_two_sides_do_not_agree_on(
        self, section, tables, lines, director
    ):
        tables.say(lines[0], "4SS=", confirm=True)
        move(tables, lines, device="aa")
        word = TableWord.objects.get(from_board=1)
        where = {"section": section, "board_no": 2, "ns": 1, "ew": 6, "user": director}
        settle_dispute(**where, take=word.pk, seen_text="")
        assert read_results_of_1_and_6(section) == {2: "4SS="}
        number = fetch_section_acts(section, BOARD_PLAY).first().number
        undo_section(section=section, number=number, user=director)
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        assert boards(tables)[2]["asked"]["from"] == 1

    def test_a_result_is_moved_on_the_page_of_its_board(self, desk, section, lines, director):
        for line, text in zip(lines, ("4SS=", "PASS"), strict=True):
            enter_result(
                section=section, board_no=line.board_no, ns=1, ew=6, text=text, user=director
            )
        page = f"/sessions/{section.ref}/scores/boards/1/otherwise/"
        assert find_texts(desk.get(page), "#moved option") == [
            "1 N-S Ada Ash Ash & Fred Dunn 0 against 1 E-W Fred Ash Fox & Kit Iden 5: 4SS="
        ]
        response = desk.post(f"{page}moved/", {"line": "1-6 4SS=", "to": "2"}, follow=True)
        assert find_texts(response, "#messages .say") == [
            "Moved from board 1 to board 2. You can undo it in Scores."
        ]
        assert read_results_of_1_and_6(section) == {1: "PASS", 2: "4SS="}
        words = "Boards 1 and 2 swapped, 1 N-S against 1 E-W: board 2 is 4SS=, board 1 is PASS."
        assert fetch_section_acts(section, BOARD_PLAY).first().words == words

    def test_a_board_they_were_not_due_to_play_is_asked_about_once(
        self, desk, section, lines, director
    ):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=director)
        page = f"/sessions/{section.ref}/scores/boards/1/otherwise/moved/"
        response = desk.post(page, {"line": "1-6 4SS=", "to": "9"})
        assert response.status_code == 422
        assert find_texts(response, "#moved .say")[0].endswith("Not moved yet.")
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        desk.post(page, {"line": "1-6 4SS=", "to": "9", "sure": "1"})
        assert read_results_of_1_and_6(section) == {9: "4SS="}

    @pytest.mark.parametrize(
        ("sent", "words"),
        leave_to_slow(
            [
                ({"line": "", "to": "2"}, "Choose whose result it is."),
                (
                    {"line": "1-6 4SS=", "to": "1"},
                    "The result is already on board 1. Choose another board.",
                ),
                ({"line": "1-6 4SS=", "to": "77", "sure": "1"}, "Board 77"),
                ({"line": "2-7 4SS=", "to": "2"}, "Choose whose result it is."),
            ],
            but=1,
        ),
        ids=["nobody", "itself", "no-such-board", "another-line"],
    )
    def test_impossible_moves_are_refused(self, desk, section, director, sent, words):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=director)
        response = desk.post(f"/sessions/{section.ref}/scores/boards/1/otherwise/moved/", sent)
        assert response.status_code == 422
        assert find_texts(response, "#moved .say")[0].startswith(words)
        assert read_results_of_1_and_6(section) == {1: "4SS="}
