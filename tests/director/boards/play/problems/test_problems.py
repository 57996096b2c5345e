"""Step 4, what waits for the director: two results of a line, boards not played, phones, and who has not agreed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.core.base.roles import Role
from director.models import Session, TableWord
from tests.director.additions.phones.tables import TablePhones
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import enter_on_line, make_account, make_night, play_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    section = make_night(pairs=10, boards_per_set=2)
    ends_at = timezone.now() + timedelta(minutes=30)
    Session.objects.filter(pk=section.session_id).update(
        clock="running", round_no=1, round_ends_at=ends_at
    )
    return fetch_section(section.session_id)


@pytest.fixture
def tables(section):
    return TablePhones(section)


def line_at(section, table_no, at=0, round_no=1):
    return fetch_section_lines(section).get_table_lines(round_no, table_no)[at]


def stored(section, line):
    return section.results.counted().get(board_no=line.board_no, ns=line.ns, ew=line.ew).counted


def squares(response):
    return {
        square.get("id").removeprefix("square-"): (
            square.get("class").removeprefix("square "),
            square.text,
        )
        for square in find_elements(response, "#grid a")
        if square.get("class") not in ("square due", "square now")
    }


def buttons(response):
    return [
        " ".join("".join(button.itertext()).split())
        for button in find_elements(response, "#needs form button")
    ]


def values(response):
    return [
        button.get("value")
        for button in find_elements(response, "#needs form button")
        if button.get("name") == "take"
    ]


def settle(desk, section, line, take, seen, **headers):
    data = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew, "seen": seen, "take": take}
    return desk.post(play_address(section, "settle/"), data, follow=True, **headers)


def undo(desk, section, number):
    return desk.post(play_address(section, "undo/"), {"act": number}, follow=True)


def tables_board(section, table_no, board_no):
    """Return what the phone of a table is shown of a board."""
    state = Client().get(f"/t/{section.accesses.get(table_no=table_no).token}/state.json").json()
    return next(board for board in state["boards"] if board["board"] == board_no)


@pytest.fixture
def disputed(section, tables):
    """The first line of table 2: N-S said 4S made and agreed, E-W one down on another phone."""
    line = line_at(section, 2)
    tables.say(line, "4SS=", device="aa", side="ns", lead="HK")
    tables.say(line, "4SS-1", device="bb", side="ew", lead="D2")
    return line


class TestQuestions:
    def test_publishing_asks_while_a_result_is_disputed(self, desk, section, disputed):
        event = section.session.event
        response = desk.post(f"/events/{event.pk}/publish/", {"hours": "24"})
        assert response.status_code == 422
        assert find_errors(response)[0].startswith("1 result disputed. ")
        links = [
            element
            for element in find_elements(response, "#publish a")
            if element.text == "Settle disputes"
        ]
        assert [link.get("href") for link in links] == [f"/sessions/{section.session_id}/play/"]
        event.refresh_from_db()
        assert not event.is_published

    @pytest.mark.slow
    def test_an_accepted_result_counts_and_its_question_disappears(
        self, desk, director, section, disputed
    ):
        take = values(desk.get(play_address(section)))[1]
        response = settle(desk, section, disputed, take, "4SS=")
        assert response.redirect_chain == [(play_address(section), 302)]
        assert stored(section, disputed) == "4SS-1"
        assert values(response) == []
        act = section.acts.order_by("-number").first()
        words = f"Board {disputed.board_no}, 2 N-S against 2 E-W: 4SS-1 (was 4SS=)."
        assert act.kind == "settled"
        assert act.words == words
        assert act.made_by == director
        assert words in find_texts(desk.get(f"/sessions/{section.ref}/acts/"), "td")
        board = tables_board(section, 2, disputed.board_no)
        assert board["result"] == "4SS-1"
        assert board["lead"] == "D2"
        assert board["asked"] is None
        assert board["fixed"] is True

    def test_a_decision_does_not_replace_a_result_typed_meanwhile(self, desk, section, disputed):
        asked = values(desk.get(play_address(section)))[1]
        line = disputed
        enter_on_line(section, line, "3NTN=")
        response = settle(desk, section, disputed, asked, "4SS=")
        said = "has changed to 3NTN=, so nothing was decided. Check it and choose again."
        assert find_texts(response, "#messages .say") == [f"Board {line.board_no} {said}"]
        assert stored(section, disputed) == "3NTN="
        assert len(values(response)) == 2

    def test_a_scorer_settles_and_a_viewer_does_not(self, client, section, disputed):
        take = TableWord.objects.get(is_dispute=True).pk
        client.force_login(make_account("vera", Role.VIEWER))
        assert settle(client, section, disputed, take, "4SS=").status_code == 403
        assert stored(section, disputed) == "4SS="
        client.force_login(make_account("sam", Role.SCORER))
        settle(client, section, disputed, take, "4SS=")
        assert stored(section, disputed) == "4SS-1"
        number = section.acts.order_by("-number").first().number
        undo(client, section, number)
        assert stored(section, disputed) == "4SS="


class TestNotPlayed:
    @pytest.fixture
    def line(self, section, tables):
        line = line_at(section, 3)
        tables.say(line, "NP: no time")
        return line

    def test_it_is_told_with_the_ways_out(self, desk, section, line):
        response = desk.get(play_address(section))
        at = f"{timezone.localtime(TableWord.objects.get().heard_at):%H:%M}"
        assert find_texts(response, "#needs .needs p") == [
            f"Table 3, board {line.board_no}: not played, entered at {at}: no time"
        ]
        assert buttons(response) == ["Play later", "Not played"]
        assert [link.get("href") for link in find_elements(response, "#needs .needs a")] == [
            f"/sessions/{section.ref}/scores/boards/{line.board_no}/#line-{line.board_no}-{line.ns}-{line.ew}"
        ]

    @pytest.mark.slow
    @pytest.mark.parametrize(("take", "text"), [("later", "LATER"), ("np", "NP: no time")])
    def test_settled_it_is_gone_and_undone_it_is_asked_again(self, desk, section, line, take, text):
        response = settle(desk, section, line, take, "NP: no time")
        assert stored(section, line) == text
        assert values(response) == []
        again = settle(desk, section, line, take, "NP: no time")
        assert find_texts(again, "#messages .say") == []
        act = section.acts.get(kind="settled")
        response = undo(desk, section, act.number)
        assert stored(section, line) == "NP: no time"
        assert values(response) == ["later", "np"]

    def test_a_result_that_came_meanwhile_stays(self, desk, director, section, line):
        enter_on_line(section, line, "4SS=", user=director)
        response = settle(desk, section, line, "later", "NP: no time")
        assert find_texts(response, "#messages .say") == [
            f"Board {line.board_no} has changed to 4SS=. Check it again."
        ]
        assert stored(section, line) == "4SS="


class TestAgreement:
    @pytest.mark.parametrize(
        ("confirm", "square"), [("own", ("alone", "¹")), ("same", ("in", "1"))]
    )
    def test_agreed_on_one_phone_is_marked_where_each_side_is_to_use_its_own(
        self, desk, section, confirm, square
    ):
        tables, line = TablePhones(section, confirm=confirm), line_at(section, 1)
        tables.say(line, "4SS=", confirm=True, device="aa")
        response = desk.get(play_address(section))
        assert list(squares(response).values()) == [square]
        assert find_texts(response, "#needs summary") == ["Confirmed on one phone: 1 table"] * (
            confirm == "own"
        )


class TestThePoll:
    def state(self, desk, section):
        return find_elements(desk.get(play_address(section)), "#play-state")[0].get("value")

    def poll(self, desk, section, state):
        return desk.get(play_address(section), {"state": state}, **HTMX).status_code

    @pytest.mark.slow
    def test_many_words_cost_no_more_queries(self, desk):
        asked = []
        for pairs in (6, 16):
            section = make_night(pairs=pairs, boards_per_set=2)
            tables = TablePhones(section, tables=pairs // 2)
            for table_no in range(1, pairs // 2 + 1):
                line = line_at(section, table_no)
                tables.say(line, "4SS=")
                tables.say(line, "4SS-1")
                tables.say(line_at(section, table_no, 1), "NP: no time")
                tables.heard(table_no, minutes=5)
            state = self.state(desk, section)
            with CaptureQueriesContext(connection) as quiet:
                assert self.poll(desk, section, state) == 204
            asked.append((count_queries(desk, play_address(section)), len(quiet)))
        assert asked == [(14, 7)] * 2
