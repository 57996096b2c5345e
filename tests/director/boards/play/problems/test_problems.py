"""Step 4, what waits for the director: two results of a line, boards not played, phones, and who has not agreed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.core.base.roles import Role
from director.models import Session, TableWord
from tests.director.additions.phones.tables import TablePhones, shift_entry_times
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
    def test_a_line_with_two_results_is_asked_with_both_and_who_said_them(
        self, desk, section, disputed
    ):
        shift_entry_times(3)
        response = desk.get(play_address(section))
        at = f"{timezone.localtime(TableWord.objects.first().heard_at):%H:%M}"
        assert find_texts(response, "#needs .needs p") == [
            f"Table 2, board {disputed.board_no} has two results, 2 N-S against 2 E-W 3 min"
        ]
        assert find_texts(response, "#needs .needs ul li") == [
            f"4♠ S =, +420 entered by N-S at {at}",
            f"4♠ S −1, −50 entered by E-W on another phone at {at}",
        ]
        assert buttons(response) == ["4♠ S =, +420", "4♠ S −1, −50"]
        assert list(squares(response).values()) == [("asked", "?")]

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

    @pytest.mark.parametrize("take", [0, 1], ids=["what-stands", "what-is-asked"])
    def test_undo_at_play_asks_again_and_puts_back_what_stood(self, desk, section, disputed, take):
        asked = values(desk.get(play_address(section)))
        assert tables_board(section, 2, disputed.board_no)["asked"]
        response = settle(desk, section, disputed, asked[take], "4SS=")
        assert tables_board(section, 2, disputed.board_no)["asked"] is None
        (button,) = [
            button
            for button in find_elements(response, "#needs button")
            if button.get("name") == "act"
        ]
        response = undo(desk, section, button.get("value"))
        assert stored(section, disputed) == "4SS="
        assert values(response) == asked
        assert buttons(response) == ["4♠ S =, +420", "4♠ S −1, −50"]
        board = tables_board(section, 2, disputed.board_no)
        assert board["result"] == "4SS="
        assert board["asked"]["result"] == "4SS-1"
        assert board["fixed"] is False
        assert find_texts(undo(desk, section, button.get("value")), "#messages .say") == [
            "That was already undone."
        ]

    @pytest.mark.parametrize("take", [0, 1], ids=["what-stands", "what-is-asked"])
    def test_scores_undoes_and_does_it_again_too(self, desk, section, disputed, take):
        settle(desk, section, disputed, values(desk.get(play_address(section)))[take], "4SS=")
        after = (stored(section, disputed), list(TableWord.objects.values()))
        number = section.acts.order_by("-number").first().number
        desk.post(f"/sessions/{section.session_id}/scores/undo/", {"change": number})
        assert len(values(desk.get(play_address(section)))) == 2
        desk.post(f"/sessions/{section.session_id}/scores/redo/", {"change": number})
        assert (stored(section, disputed), list(TableWord.objects.values())) == after

    @pytest.mark.parametrize("take", [0, 1], ids=["what-stands", "what-is-asked"])
    def test_pressed_twice_it_is_settled_once(self, desk, section, disputed, take):
        asked = values(desk.get(play_address(section)))[take]
        settle(desk, section, disputed, asked, "4SS=")
        response = settle(desk, section, disputed, asked, "4SS=")
        assert find_texts(response, "#messages .say") == []
        assert section.acts.filter(kind="settled").count() == 1

    def test_a_question_decided_meanwhile_is_reported(self, desk, section, disputed):
        stands, asked = values(desk.get(play_address(section)))
        settle(desk, section, disputed, asked, "4SS=")
        response = settle(desk, section, disputed, stands, "4SS=")
        said = f"Board {disputed.board_no} no longer needs a decision."
        assert find_texts(response, "#messages .say") == [said]
        assert stored(section, disputed) == "4SS-1"

    def test_a_decision_does_not_replace_a_result_typed_meanwhile(self, desk, section, disputed):
        asked = values(desk.get(play_address(section)))[1]
        line = disputed
        enter_on_line(section, line, "3NTN=")
        response = settle(desk, section, disputed, asked, "4SS=")
        said = "has changed to 3NTN=, so nothing was decided. Check it and choose again."
        assert find_texts(response, "#messages .say") == [f"Board {line.board_no} {said}"]
        assert stored(section, disputed) == "3NTN="
        assert len(values(response)) == 2

    def test_a_request_that_the_director_typed_is_no_longer_a_question(
        self, desk, director, section, disputed
    ):
        line = disputed
        enter_on_line(section, line, "4SS-1", user=director)
        response = desk.get(play_address(section))
        assert values(response) == []
        assert list(squares(response).values()) == [("in", "3")]

    def test_scores_counts_the_lines_and_leads_to_play(self, desk, director, section, disputed):
        scores, line = f"/sessions/{section.ref}/scores/boards/1/", disputed
        told = "1 result disputed: settle at Play"
        assert find_texts(desk.get(scores), "#in-words .say") == [told]
        enter_on_line(section, line, "4SS-1", user=director)
        assert find_texts(desk.get(scores), "#in-words .say") == []

    def test_a_result_against_the_director_s_score_is_accepted_in_one_tap(
        self, desk, director, section, tables
    ):
        line = line_at(section, 3)
        enter_on_line(section, line, "4SS=", user=director)
        assert tables.say(line, "4SS+1", side="ns").status_code == 409
        response = desk.get(play_address(section))
        assert find_texts(response, "#needs .needs p")[0].startswith(
            f"Table 3, board {line.board_no} differs from your score"
        )
        assert buttons(response) == ["Keep 4♠ S =, +620", "Take 4♠ S +1, +650"]
        settle(desk, section, line, values(response)[1], "4SS=")
        assert stored(section, line) == "4SS+1"

    def test_nothing_named_is_said(self, desk, section):
        response = desk.post(play_address(section, "settle/"), {"take": "stands"}, follow=True)
        assert find_texts(response, "#messages .say") == [
            "This page is out of date. Open step 4, Play, and try again there."
        ]

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
    def test_a_result_waits_in_the_grid_at_once_and_in_the_list_after_minutes(
        self, desk, section, tables
    ):
        line = line_at(section, 1)
        tables.say(line, "4SS=")
        response = desk.get(play_address(section))
        assert list(squares(response).values()) == [("waits", "½")]
        assert find_texts(response, "#needs p") == ["No calls."]
        shift_entry_times(6)
        at = f"{timezone.localtime(TableWord.objects.get().heard_at):%H:%M}"
        response = desk.get(play_address(section))
        assert find_texts(response, "#needs summary") == ["To be confirmed: 1 table"]
        assert find_texts(response, "#needs details li") == [
            f"Table 1: board {line.board_no}, since {at}"
        ]
        tables.agree(line)
        response = desk.get(play_address(section))
        assert list(squares(response).values()) == [("in", "1")]
        assert find_texts(response, "#needs p") == ["No calls."]

    def test_a_result_typed_over_by_the_director_needs_no_confirmation(
        self, desk, director, section, tables
    ):
        line = line_at(section, 1)
        tables.say(line, "4SS=")
        enter_on_line(section, line, "4SS+1", user=director)
        assert list(squares(desk.get(play_address(section))).values()) == [("in", "1")]

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

    def test_agreed_on_two_phones_is_not(self, desk, section):
        tables, line = TablePhones(section, confirm="own"), line_at(section, 1)
        tables.say(line, "4SS=", device="aa")
        tables.agree(line, device="bb")
        assert list(squares(desk.get(play_address(section))).values()) == [("in", "1")]


class TestPhones:
    def head(self, response):
        return [phones.get("title") for phones in find_elements(response, "#phones")]

    def test_the_head_counts_phones_and_tables_on_paper(self, desk, section):
        tables = TablePhones(section, paper=(5,))
        assert self.head(desk.get(play_address(section))) == ["no phone yet, 1 table on paper"]
        for table_no in (1, 1, 2):
            tables.heard(table_no, device=f"{table_no}")
        tables.heard(3, minutes=3)
        assert self.head(desk.get(play_address(section))) == [
            "3 phones, 1 table silent, 1 table without a phone, 1 table on paper"
        ]
        assert ": 2 of 4" in find_texts(desk.get(play_address(section)), "#phones")

    def test_a_night_without_addresses_says_nothing(self, desk, section):
        response = desk.get(play_address(section))
        assert self.head(response) == [""]
        assert find_elements(response, ".key .asked") == []

    def test_a_silent_table_is_named_while_it_owes_anything(self, desk, section, tables):
        tables.heard(4, minutes=3)
        tables.heard(1, minutes=1)
        at = f"{timezone.localtime(timezone.now() - timedelta(minutes=3)):%H:%M}"
        assert find_texts(desk.get(play_address(section)), "#needs .needs p") == [
            f"No signal from phones: table 4 since {at}."
        ]
        for at_table in (0, 1):
            tables.say(line_at(section, 4, at_table), "PASS", confirm=True)
        assert find_texts(desk.get(play_address(section)), "#needs .needs p") == []

    def test_what_a_silent_phone_holds_back_is_told_beside_one_that_lives(
        self, desk, section, tables
    ):
        tables.heard(4, device="aa", minutes=3, waiting=2)
        tables.heard(4, device="bb")
        at = f"{timezone.localtime(timezone.now() - timedelta(minutes=3)):%H:%M}"
        assert find_texts(desk.get(play_address(section)), "#needs .needs p") == [
            f"Table 4: a phone last heard at {at} has 2 unsent entries."
        ]

    def test_a_call_is_told_with_its_reason(self, desk, section, tables):
        tables.call(2, "lead out of turn")
        assert find_texts(desk.get(play_address(section)), ".calls span") == [
            "Table 2 calls just now lead out of turn"
        ]


class TestSuspicions:
    def test_what_fits_with_the_other_sign_is_marked_and_leads_to_its_line(self, desk, section):
        for number, line in enumerate(fetch_section_lines(section).get_board_lines(1)):
            text = "2SE=" if number == 2 else "2SS="
            enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
        response = desk.get(play_address(section))
        assert [square for square in squares(response).values() if square[0] != "in"] == [
            ("turned", "±")
        ]
        assert find_texts(response, "#needs .needs p") == [
            "Table 3, board 1: 2♠ E = is entered as −110 to N-S. It may belong to the other side.",
            "Give it to the other side",
        ]
        assert (
            find_elements(response, "#needs .needs a")[0]
            .get("href")
            .startswith(f"/sessions/{section.ref}/scores/boards/1/#")
        )


class TestThePoll:
    def state(self, desk, section):
        return find_elements(desk.get(play_address(section)), "#play-state")[0].get("value")

    def poll(self, desk, section, state):
        return desk.get(play_address(section), {"state": state}, **HTMX).status_code

    @pytest.mark.parametrize(
        "what", ["asked", "agreed", "settled", "undone", "waits", "heard", "silent", "paper"]
    )
    def test_every_change_of_a_dispute_or_a_phone_is_news(
        self, desk, section, tables, disputed, what
    ):
        line = line_at(section, 1)
        tables.say(line, "4SS=", device="aa")
        tables.heard(1, minutes=1)
        take = TableWord.objects.get(is_dispute=True).pk
        if what == "undone":
            settle(desk, section, disputed, "stands", "4SS=")
        state = self.state(desk, section)
        assert self.poll(desk, section, state) == 204
        if what == "asked":
            tables.say(line, "4SS+1", device="bb")
        elif what == "agreed":
            tables.agree(line)
        elif what == "settled":
            settle(desk, section, disputed, take, "4SS=")
        elif what == "undone":
            undo(desk, section, section.acts.get(kind="settled").number)
        elif what == "waits":
            shift_entry_times(1)
        elif what == "heard":
            tables.heard(2)
        elif what == "silent":
            tables.heard(1, device="cc", minutes=5)
        else:
            TablePhones(section, paper=(3,))
        assert self.poll(desk, section, state) == 200

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
        assert asked == [(15, 7)] * 2
