"""A board whose other results were shown at a table is the director's, however the table goes about it."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.models import Call, Session, TableWord
from director.models.event import Clock
from tests.director.additions.phones.tables import TablePhones, read_results_of_1_and_6
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db
DECIDES = "This phone has seen other results of board 1, so the director decides."


@pytest.fixture
def tables(section):
    """Table 1 has entered board 1, and seen what another table made of it."""
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    other = next(
        line for line in fetch_section_lines(section).get_board_lines(1) if line.table_no != 1
    )
    enter_result(section=section, board_no=1, ns=other.ns, ew=other.ew, text="3NTN=", user=None)
    tables = TablePhones(section)
    see_others(tables, lines_of(section)[0])
    return tables


@pytest.fixture
def lines(section):
    return lines_of(section)


def lines_of(section):
    """Boards 1 and 2 at table 1."""
    return fetch_section_lines(section).get_table_lines(1, 1)


def see_others(tables, line, text="4SS="):
    assert tables.say(line, text, confirm=True, device="aa").status_code == 201
    answer = Client().post(f"/t/{tables.open[1].token}/boards/{line.board_no}.json")
    assert len(answer.json()["lines"]) > 1


def boards(tables):
    state = Client().get(f"/t/{tables.open[1].token}/state.json").json()
    return {
        board["board"]: board
        for board in [*state["boards"], *(state["left"] or {"boards": []})["boards"]]
    }


def questions(desk, section):
    return [
        " ".join(words.split())
        for words in find_texts(desk.get(f"/sessions/{section.ref}/play/"), "#needs li p")
    ]


def settle(desk, section, line, take, seen):
    sent = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew, "seen": seen, "take": take}
    desk.post(f"/sessions/{section.ref}/play/settle/", sent)


def asked_of(board_no):
    return TableWord.objects.get(
        board_no=board_no, kind=TableWord.Kind.RESULT, version__isnull=True
    ).pk


class TestMoving:
    @pytest.mark.slow
    @pytest.mark.parametrize("data", [{"confirm": True}, {"device": "aa"}, {"device": "bb"}])
    @pytest.mark.parametrize("calls", [True, False], ids=["called before", "no call"])
    def test_the_entry_waits_for_the_director_whoever_moves_it(
        self, desk, section, tables, lines, data, calls
    ):
        if calls:
            tables.call(1, "coffee")
        response = tables.say(lines[1], "4SS=", **{"from": 1}, **data)
        told = {
            "stored": True,
            "asked": True,
            "board": 2,
            "from": 1,
            "result": "4SS=",
            "score": 620,
        }
        assert response.status_code == 201
        assert response.json() == told | {"waits_for": "director"}
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        asked = boards(tables)[2]["asked"]
        assert asked["result"] == "4SS="
        assert asked["from"] == 1
        assert asked["dispute"] is True
        said = questions(desk, section)
        assert "Table 1, board 2 needs your decision, 1 N-S against 1 E-W just now" in said
        assert "Other results of board 1 were shown at this table." in said
        reason = (
            "coffee" if calls else "Board 1 is still to be played, but its other results were shown"
        )
        assert Call.objects.get().reason == reason

    def test_the_form_without_scripts_moves_nothing(self, section, tables):
        sent = {
            "key": "form",
            "from": "1",
            "result": "4SS=",
            "board": "2",
            "ns": "1",
            "ew": "6",
            "confirm": "1",
        }
        address = f"/t/{tables.open[1].token}/"
        assert Client().post(address, sent).status_code == 302
        assert read_results_of_1_and_6(section) == {1: "4SS="}
        assert "? the director decides" in find_texts(Client().get(address), ".stand")


class TestEmptied:
    """However the line got empty, a new entry counts once the director takes it."""

    @pytest.mark.parametrize("how", ["deleted", "undone", "later"])
    @pytest.mark.parametrize("confirm", [True, False])
    def test_a_new_entry_waits_for_the_director(
        self, desk, section, tables, lines, director, how, confirm
    ):
        if how == "undone":
            number = (
                fetch_section_acts(section, BOARD_PLAY)
                .filter(undone_at__isnull=True)
                .first()
                .number
            )
            undo_section(section=section, number=number, user=director)
        else:
            text = "LATER" if how == "later" else ""
            enter_result(section=section, board_no=1, ns=1, ew=6, text=text, user=director)
        before = read_results_of_1_and_6(section)
        response = tables.say(lines[0], "3NTN+1", confirm=confirm, device="aa")
        assert response.status_code == 201
        assert response.json()["waits_for"] == "director"
        again = tables.agree(lines[0], device="bb", result="3NTN+1")
        assert again.status_code == 201
        assert again.json()["waits_for"] == "director"
        agreed = tables._send(
            1,
            "results",
            {"key": "word", "board": 1, "pairs": [1, 6], "confirm": True, "result": "3NTN+1"},
        )
        assert agreed.status_code == 422
        assert agreed.json()["error"] == DECIDES
        assert read_results_of_1_and_6(section) == before
        assert "Other results of board 1 were shown at this table." in questions(desk, section)
        assert boards(tables)[1]["asked"]["dispute"] is True
        settle(desk, section, lines[0], asked_of(1), before.get(1, ""))
        assert read_results_of_1_and_6(section) == {1: "3NTN+1"}
