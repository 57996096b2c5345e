"""Step 4: the clock and its keys, the next move in words, the grid, and who owes what."""

import re
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines import progress
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result, import_result
from director.core.base.act_kinds import ActKind
from director.core.night.history import have_common_field, redo_act, undo_act
from director.core.night.links import open_table_addresses
from director.core.night.screens import (
    add_call,
    remove_message,
    send_message,
    set_call_answered,
)
from director.models import Call, Message, Session, TablePhone
from movements.registry import make_plan
from tests import factories
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.query_cost import count_cost
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_section,
    make_small_and_large_sections,
    play_address,
    set_clock,
    start_round_clock,
)

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def make_night(**kwargs):
    """Return the section of a night with rounds of twenty minutes."""
    section = factories.make_night(**kwargs)
    section.session.round_minutes = 20
    section.session.save()
    return section


def enter_round(section, round_no: int, *, but_table: int = 0) -> None:
    lines = fetch_section_lines(section)
    for line in lines.all:
        if line.round_no == round_no and line.table_no != but_table:
            import_result(section=section, line=line, text="1NTN=", user=None)


def read_round_heading(response) -> str:
    return find_texts(response, "#clock h2")[0]


class TestThePage:
    def test_before_a_movement_is_chosen_it_says_where_to_choose(self, desk):
        response = desk.get(play_address(make_section()))
        assert find_texts(response, "main .say") == [
            "No movement has been chosen yet. Choose one in Field."
        ]
        assert find_elements(response, "#clock") == []

    def test_night_played_elsewhere_has_no_clock(self, desk):
        section = make_section()
        section.session.event.source = "file.xml"
        section.session.event.save()
        response = desk.get(play_address(section))
        assert find_texts(response, ".sheet p")[0] == (
            "This event was imported, so it has no clock. Its results are in Scores and Results."
        )

    def test_before_the_start(self, desk):
        response = desk.get(play_address(make_night(pairs=13)))
        assert read_round_heading(response) == "Round 1 of 7"
        assert find_texts(response, ".clock") == ["20:00"]
        assert [
            button.get("value")
            for button in find_elements(response, ".keys button")
            if "disabled" not in button.attrib
        ] == ["start", "end"]
        assert find_texts(response, "#next p") == [
            "After round 1: N-S stay, E-W up one table, boards down one table. 1 N-S sits out."
        ]
        assert find_texts(response, "#next li")[:2] == [
            "Table 2: 2 N-S against 1 E-W, boards 7–9",
            "Table 3: 3 N-S against 2 E-W, boards 10–12",
        ]
        assert find_texts(response, "#grid-title small") == ["0 of 126 entered"]

    def test_running_clock_says_when_it_ends_and_lets_the_script_count(self, desk):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=4)
        response = desk.get(play_address(section))
        clock = find_elements(response, ".clock")[0]
        ends_at = Session.objects.get(pk=section.session_id).round_ends_at
        assert timezone.datetime.fromisoformat(clock.get("data-ends")) == ends_at
        assert abs(
            timezone.datetime.fromisoformat(clock.get("data-now")) - timezone.now()
        ) < timedelta(minutes=1)
        assert re.fullmatch(r"ends at \d\d:\d\d", clock.text)

    @pytest.mark.parametrize(
        ("fields", "clock", "note", "heading"),
        [
            pytest.param(
                {"clock": "paused", "seconds_left": 65, "round_no": 2},
                "1:05",
                "Paused. Sits out: 1 N-S.",
                "After round 2:",
                id="paused",
            ),
            pytest.param({"clock": "over", "round_no": 7}, None, "Play is over.", "", id="over"),
            pytest.param(
                {"clock": "waiting", "round_no": 3},
                "20:00",
                "Not started. Sits out: 2 N-S.",
                "Move for round 3:",
                id="between-rounds",
            ),
            pytest.param(
                {"clock": "paused", "seconds_left": 0, "round_no": 7},
                "0:00",
                "Paused after time was up. Sits out: 6 N-S.",
                "Last round: nobody moves after it.",
                id="last-round",
            ),
        ],
    )
    def test_every_state_of_the_clock(self, desk, fields, clock, note, heading):
        section = make_night(pairs=13)
        set_clock(section, **fields)
        response = desk.get(play_address(section))
        assert find_texts(response, ".clock") == ([clock] if clock else [])
        assert find_texts(response, "#clock .muted")[0].startswith(note)
        next_moves = find_texts(response, "#next")[0]
        assert next_moves.startswith(heading)
        assert bool(next_moves) == bool(heading)

    def test_htmx_gets_the_moving_parts_alone(self, desk):
        section = make_night(pairs=13)
        response = desk.get(play_address(section), **HTMX)
        assert response.templates[0].name == "boards/play/_play.html"
        assert re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob="true"', response.content.decode()) == [
            "play-state",
            "phones",
            "clock",
            "clock-before",
            "change",
            "grid-title",
            "next",
            "calls",
            "needs",
            "room-messages",
            "owing",
            "slow",
            "grid",
        ]
        assert "HX-Request" in response.headers["Vary"]

    def test_history_restore_gets_the_whole_page(self, desk):
        response = desk.get(
            play_address(make_night()), **HTMX, HTTP_HX_HISTORY_RESTORE_REQUEST="true"
        )
        assert response.templates[0].name == "boards/play.html"

    def test_signed_out_goes_to_sign_in_and_stores_nothing(self, client: Client):
        section = make_night(pairs=13)
        response = client.get(play_address(section))
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={play_address(section)}"
        for tail, data in (
            ("clock/", {"key": "start", "round_no": 1}),
            ("minutes/", {"minutes": 5}),
        ):
            assert client.post(play_address(section, tail), data).status_code == 403
        session = Session.objects.get(pk=section.session_id)
        assert session.clock == "waiting"
        assert session.round_minutes == 20

    def test_same_number_of_queries_for_a_small_and_a_large_night(self, desk):
        small, large = make_small_and_large_sections()
        assert (
            count_queries(desk, play_address(small))
            == count_queries(desk, play_address(large))
            == 25
        )

    @pytest.mark.django_db(transaction=True)
    def test_an_unchanged_page_reads_no_lines(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        enter_all_results(section)
        desk.get(play_address(section))
        with count_cost() as cost:
            desk.get(play_address(section))
        assert cost.queries == 10
        assert cost.rows < 15

    def test_large_hall_shows_a_round_at_a_time(self, desk, monkeypatch):
        monkeypatch.setattr(progress, "MAX_SQUARES", 10)
        section = make_night(pairs=6, boards_per_set=2)
        start_round_clock(section, round_no=2)

        def boards(query: str) -> set[str]:
            squares = find_elements(desk.get(play_address(section) + query), "#grid a.square")
            return {square.get("id").split("-")[1] for square in squares}

        lines = fetch_section_lines(section).all
        for query, rounds in (
            ("", {2}),
            ("?round=1", {1}),
            ("?round=all", {1, 2, 3}),
            ("?round=x", {2}),
        ):
            due = {f"{line.board_no}" for line in lines if line.round_no in rounds}
            assert boards(query) == due
        page = desk.get(play_address(section, "?round=1"))
        links = zip(
            find_elements(page, "#grid nav a"), find_texts(page, "#grid nav a"), strict=True
        )
        assert [text for link, text in links if "aria-current" in link.attrib] == ["1, 6 missing"]
        assert find_elements(page, "#grid-round")[0].get("value") == "1"


class TestThePoll:
    """What the page asks every ten seconds: nothing is sent while nothing changed."""

    @pytest.fixture
    def section(self):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=2)
        enter_round(section, 1)
        return section

    def read_state(self, response) -> str:
        return find_elements(response, "#play-state")[0].get("value")

    def poll(self, desk, section, state: str):
        return desk.get(play_address(section), {"state": state}, **HTMX)

    def test_page_asks_with_its_state(self, desk, section):
        page = desk.get(play_address(section))
        (news,) = [
            element for element in find_elements(page, "main div") if "data-poll" in element.attrib
        ]
        assert news.get("hx-get") == play_address(section)
        assert news.get("hx-include") == "#play-state, #grid-round"
        assert re.fullmatch("[0-9a-f]{16}", self.read_state(page))

    def test_nothing_changed_is_answered_with_nothing(self, desk, section):
        response = self.poll(desk, section, self.read_state(desk.get(play_address(section))))
        assert response.status_code == 204
        assert response.content == b""

    def test_the_state_in_an_answer_is_that_of_the_next_poll(self, desk, section):
        answer = self.poll(desk, section, "")
        assert self.poll(desk, section, self.read_state(answer)).status_code == 204

    def test_without_htmx_the_page_is_whole_whatever_the_state(self, desk, section):
        state = self.read_state(desk.get(play_address(section)))
        assert (
            read_round_heading(desk.get(play_address(section), {"state": state})) == "Round 2 of 7"
        )

    @pytest.mark.parametrize("text", ["4SS=", "", "LATER"])
    def test_result_entered_corrected_or_taken_out_is_news(self, desk, section, text):
        line = fetch_section_lines(section).get_table_lines(1, 2)[0]
        state = self.read_state(desk.get(play_address(section)))
        enter_on_line(section, line, text)
        response = self.poll(desk, section, state)
        assert response.status_code == 200
        assert find_texts(response, "#grid-title small") == [
            f"{18 if text == '4SS=' else 17} of 126 entered"
        ]
        assert self.read_state(response) != state

    @pytest.mark.parametrize(
        "fields",
        [
            pytest.param({"round_no": 3}, id="next-round"),
            pytest.param({"clock": "paused", "seconds_left": 65}, id="paused"),
            pytest.param({"clock": "over"}, id="over"),
        ],
    )
    def test_clock_that_moved_is_news(self, desk, section, fields):
        state = self.read_state(desk.get(play_address(section)))
        set_clock(section, **fields)
        assert self.poll(desk, section, state).status_code == 200

    def test_the_end_of_the_time_is_news_though_nobody_acted(self, desk, section):
        set_clock(section, round_ends_at=timezone.now() + timedelta(seconds=0.4))
        state = self.read_state(desk.get(play_address(section)))
        time.sleep(0.4)
        answer = self.poll(desk, section, state)
        assert re.match(r"Time was up at \d\d:\d\d\.", find_texts(answer, "#clock .muted")[0])

    def test_another_movement_is_news(self, desk):
        section = make_night(pairs=12)
        state = self.read_state(desk.get(play_address(section)))
        store_plan(section=section, movement=make_plan("howell", pairs=12, boards_per_set=2))
        assert self.poll(desk, section, state).status_code == 200

    def test_quiet_poll_reads_no_lines(self, desk):
        small, large = make_night(pairs=6, boards_per_set=1), make_night(pairs=40, boards_per_set=1)
        asked = []
        for section in (small, large):
            state = self.read_state(desk.get(play_address(section)))
            with CaptureQueriesContext(connection) as queries:
                assert self.poll(desk, section, state).status_code == 204
            asked.append(len(queries))
        assert asked == [7, 7]


class TestTheGrid:
    def read_squares(self, response) -> dict[str, str]:
        """Return the state of each square by the name of its line."""
        squares = find_elements(response, "#grid a")
        return {
            square.get("id").removeprefix("square-"): square.get("class").removeprefix("square ")
            for square in squares
        }

    def make_third_round(self, desk):
        """Two rounds are over and table 3 owes its second; the third is on and table 1 has brought its slip."""
        section = make_night(pairs=10, boards_per_set=2)
        enter_round(section, 1)
        enter_round(section, 2, but_table=3)
        lines = fetch_section_lines(section)
        for line in lines.get_table_lines(3, 1):
            enter_on_line(section, line, "1NTN=")
        start_round_clock(section, round_no=3)
        return section

    def test_every_line_has_a_square_in_its_state(self, desk):
        section = self.make_third_round(desk)
        expected = {}
        for line in fetch_section_lines(section).all:
            late = (line.round_no, line.table_no) == (2, 3)
            state = (
                "in"
                if line.is_entered
                else "late"
                if late
                else "now"
                if line.round_no == 3
                else "due"
            )
            expected[f"{line.board_no}-{line.ns}-{line.ew}"] = state
        assert self.read_squares(desk.get(play_address(section))) == expected
        assert {
            state: list(expected.values()).count(state) for state in ("in", "late", "now", "due")
        } == {
            "in": 20,
            "late": 2,
            "now": 8,
            "due": 20,
        }

    def test_states_can_be_told_without_colour(self, desk):
        section = self.make_third_round(desk)
        response = desk.get(play_address(section))
        squares = find_elements(response, "#grid a")
        words = {square.get("class"): (square.get("aria-label"), square.text) for square in squares}
        line = fetch_section_lines(section).get_table_lines(2, 3)[-1]
        pairs = f"{section.get_label(line.ns)} against {section.get_label(line.ew)}"
        assert words["square late"] == (
            f"Board {line.board_no}, round 2, {pairs}: late",
            str(line.board_no),
        )
        boards = {line.board_no for line in fetch_section_lines(section).all}
        assert {int(square.text) for square in squares} == boards
        assert find_texts(response, "#grid .late .flag") == ["late"]

    def test_square_leads_to_its_line(self, desk):
        section = self.make_third_round(desk)
        square = find_elements(desk.get(play_address(section)), "#grid a")[0]
        line = fetch_section_lines(section).all[0]
        key = f"{line.board_no}-{line.ns}-{line.ew}"
        assert (
            square.get("href")
            == f"/sessions/{section.session_id}/scores/boards/{line.board_no}/#line-{key}"
        )
        page = desk.get(square.get("href").partition("#")[0])
        assert len(find_elements(page, f"#line-{key}")) == 1

    def test_missing_results_are_listed_in_words(self, desk):
        section = self.make_third_round(desk)
        response = desk.get(play_address(section))
        line = fetch_section_lines(section).get_table_lines(2, 3)[0]
        boards = f"{line.board_no}, {line.board_no + 1}"
        assert find_texts(response, "#grid-title small") == ["20 of 50 entered"]
        assert find_texts(response, "#owing .warn") == [
            f"Results missing Round 2: table 3, boards {boards}"
        ]
        assert find_texts(response, "#owing p")[0] == "Still playing round 3: tables 2–5"

    def test_nobody_plays_before_the_start(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        assert (
            find_texts(desk.get(play_address(section)), "#owing p")[0] == "Round 1 has not started."
        )
        set_clock(section, clock="paused", round_no=1)
        assert find_texts(desk.get(play_address(section)), "#owing p")[0].startswith(
            "Still playing round 1: "
        )

    def test_nobody_plays_a_later_round_before_its_start(self, desk):
        section = self.make_third_round(desk)
        set_clock(section, clock="waiting", round_no=4)
        assert (
            find_texts(desk.get(play_address(section)), "#owing p")[-1]
            == "Round 4 has not started."
        )
        line = next(line for line in fetch_section_lines(section).all if line.round_no == 4)
        enter_on_line(section, line, "4SS=")
        assert find_texts(desk.get(play_address(section)), "#owing p")[-1].startswith(
            "Still playing round 4: "
        )

    def test_after_play_everything_missing_is_late(self, desk):
        section = self.make_third_round(desk)
        set_clock(section, clock="over", round_no=5)
        assert list(self.read_squares(desk.get(play_address(section))).values()).count("late") == 30

    @pytest.mark.parametrize("clock", ["running", "over"])
    def test_nothing_is_late_in_a_club_that_enters_after_play(self, desk, clock):
        section = self.make_third_round(desk)
        set_clock(section, clock=clock, round_no=5)
        path = play_address(section)
        assert "late" in self.read_squares(desk.get(path)).values()
        name = section.session.event.club.name
        saved = desk.post("/club/", {"club_name": name, "paper": "a4", "enters_after_play": "on"})
        assert saved.status_code == 302
        page = desk.get(path)
        states = list(self.read_squares(page).values())
        assert "late" not in states
        assert states.count("played") >= 12
        assert find_texts(page, "#grid .late") == []
        assert "late" not in find_texts(page, ".key span")
        words = [square.get("aria-label") or "" for square in find_elements(page, "#grid a")]
        assert any("played, to be entered after play" in word for word in words)

    @pytest.mark.parametrize("clock", ["running", "over"])
    def test_nothing_is_late_before_a_result_is_entered(self, desk, clock):
        section = make_night(pairs=10, boards_per_set=2)
        ends_at = timezone.now() + timedelta(minutes=10) if clock == "running" else None
        set_clock(section, clock=clock, round_no=3, round_ends_at=ends_at)
        page = desk.get(play_address(section))
        states = list(self.read_squares(page).values())
        assert "late" not in states
        assert states.count("played") >= 20
        assert not find_texts(page, "#grid .late")
        enter_on_line(section, fetch_section_lines(section).get_table_lines(1, 1)[0], "1NTN=")
        assert "late" in self.read_squares(desk.get(play_address(section))).values()

    def test_complete_night_says_so(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        enter_all_results(section)
        assert find_texts(desk.get(play_address(section)), "#owing p") == [
            "All results entered. Results"
        ]

    def test_odd_result_is_dashed_and_counted(self, desk):
        section = make_night(pairs=10, boards_per_set=2)
        for number, line in enumerate(fetch_section_lines(section).get_board_lines(1)):
            text = "4SSXX-4" if number == 2 else "4SS="
            enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
        response = desk.get(play_address(section))
        assert [element.text for element in find_elements(response, "#grid a.odd")] == ["1"]
        assert find_texts(response, "#needs li p") == ["Unusual result: Table 3, board 1, −1600"]

    def test_a_clock_that_is_paused_after_its_end_says_so(self, desk):
        section = make_night(pairs=6, boards_per_set=2)
        Session.objects.filter(pk=section.session_id).update(clock="paused", seconds_left=0)
        assert (
            "Paused after time was up."
            in find_texts(desk.get(play_address(section)), "#clock .muted")[0]
        )

    def test_legend_has_only_what_is_on_the_page(self, desk):
        section = make_night(pairs=6, boards_per_set=2)
        response = desk.get(play_address(section))
        assert find_texts(response, ".key span") == ["7being played", "7to play"]
        start_round_clock(section, round_no=2)
        accesses = open_table_addresses(session=section.session, section=section, tables=[1])
        TablePhone.objects.create(access=accesses[1], device="phone", since=timezone.now())
        response = desk.get(play_address(section))
        assert find_texts(response, ".key span") == ["7being played", "7late", "7to play"]
        # A table that is late is marked in a word too.
        assert find_texts(response, "#grid .label.late .flag") == ["late"] * 3

    def test_squares_of_a_howell_say_their_round(self, desk):
        section = make_night(key="howell", pairs=8, boards_per_set=2)
        response = desk.get(play_address(section))
        squares = find_elements(response, "#grid a.square")
        assert all(re.fullmatch("R[1-7]", square[0].text) for square in squares)
        assert "round 3" in find_texts(response, ".key")[0]
        for square in squares:
            assert f"round {square[0].text[1:]}," in square.get("aria-label")

    @pytest.mark.parametrize(("key", "pairs"), [("mitchell", 10), ("mitchell", 13)])
    def test_boards_in_the_order_of_rounds_need_no_round(self, desk, key, pairs):
        section = make_night(key=key, pairs=pairs, boards_per_set=2)
        assert find_texts(desk.get(play_address(section)), "#grid a.square small") == []


class TestTheKeys:
    def press_key(self, desk, section, key: str, round_no: int = 1, **extra):
        return desk.post(
            play_address(section, "clock/"), {"key": key, "round_no": round_no}, **extra
        )

    def read_clock_and_round(self, section) -> tuple[str, int]:
        session = Session.objects.get(pk=section.session_id)
        return session.clock, session.round_no

    @pytest.mark.parametrize(
        ("key", "state"),
        [
            ("pause", ("paused", 2)),
            ("more", ("running", 2)),
            ("end", ("waiting", 3)),
            ("back", ("waiting", 2)),
        ],
    )
    def test_plain_press_comes_back_to_the_page(self, desk, key, state):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=2)
        response = self.press_key(desk, section, key, 2)
        assert response.status_code == 302
        assert response.url == play_address(section)
        assert self.read_clock_and_round(section) == state

    def test_htmx_press_gets_the_moving_parts(self, desk):
        section = make_night(pairs=13)
        response = self.press_key(desk, section, "start", **HTMX)
        assert response.templates[0].name == "boards/play/_play.html"
        assert find_texts(response, "#clock-go") == ["Pause P"]
        assert self.read_clock_and_round(section) == ("running", 1)

    @pytest.mark.parametrize("extra", [pytest.param({}, id="plain"), pytest.param(HTMX, id="htmx")])
    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            pytest.param(
                {"key": "pause", "round_no": 1},
                "The clock isn’t running, so you can’t pause it.",
                id="no-sense",
            ),
            pytest.param(
                {"key": "end", "round_no": 3},
                "The clock is already at round 1, not at round 3. Check it before you press again.",
                id="other-round",
            ),
            pytest.param(
                {"key": "explode", "round_no": 1},
                "The clock has no key “explode”. Use start, pause, more, end, end-break or back.",
                id="no-such-key",
            ),
            pytest.param(
                {"key": "start", "round_no": "x"},
                "This page is out of date. Open step 4, Play, and try again there.",
                id="no-round",
            ),
        ],
    )
    def test_an_impossible_press_is_refused_in_one_sentence(self, desk, data, sentence, extra):
        section = make_night(pairs=13)
        response = desk.post(play_address(section, "clock/"), data, **extra)
        assert response.status_code == 422
        assert find_texts(response, "#clock .bad") == [sentence]
        assert self.read_clock_and_round(section) == ("waiting", 1)

    def test_press_before_a_movement_is_chosen(self, desk):
        response = self.press_key(desk, make_section(), "start")
        assert response.status_code == 422
        assert find_texts(response, "main .bad") == [
            "No movement has been chosen yet. Choose one in Field."
        ]

    def test_get_of_a_key_is_refused(self, desk):
        assert desk.get(play_address(make_night(), "clock/")).status_code == 405

    def test_each_button_has_a_key_of_its_own(self, desk):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=2)
        buttons = find_elements(desk.get(play_address(section)), ".clock-line button")
        keys = [
            (button.get("value"), button.get("data-key"))
            for button in buttons
            if button.get("data-key")
        ]
        assert keys == [("pause", "p"), ("more", "+"), ("end", "e"), ("back", "b")]
        assert find_texts(desk.get(play_address(section)), ".clock-line kbd") == [
            "P",
            "+",
            "E",
            "B",
        ]


class TestTheTimes:
    def test_warning_is_set_with_the_minutes(self, desk):
        section = make_night(pairs=13)
        desk.post(play_address(section, "minutes/"), {"minutes": "24", "warning": "7"})
        session = Session.objects.get(pk=section.session_id)
        assert (session.round_minutes, session.warning_minutes) == (24, 7)
        response = desk.post(
            play_address(section, "minutes/"), {"minutes": "24", "warning": "soon"}
        )
        assert find_texts(response, ".times .bad") == [
            "Warning minutes must be a whole number, such as 5. Use 0 for no warning."
        ]

    def test_last_minutes_are_told_and_rung(self, desk):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=2, minutes_left=4)
        page = desk.get(play_address(section))
        assert find_texts(page, "#clock b") == ["Last board: don’t start a new one."]
        assert find_elements(page, ".clock")[0].get("data-warn") == "300"
        room = desk.get(f"/sessions/{section.session_id}/room/")
        assert find_texts(room, ".next") == [
            "Last board: don’t start a new one.",
            "Next: N-S stay, E-W up one table, boards down one table.",
        ]

    def test_round_of_one_board_has_no_last_board(self, desk):
        section = make_night(pairs=13, boards_per_set=1)
        start_round_clock(section, round_no=2, minutes_left=4)
        assert find_texts(desk.get(play_address(section)), "#clock b") == []

    def test_break_stands_in_the_room(self, desk):
        section = make_night(pairs=6)
        until = timezone.now() + timedelta(minutes=10)
        set_clock(section, round_no=2, break_ends_at=until)
        at = f"{timezone.localtime(until):%H:%M}"
        room = f"/sessions/{section.session_id}/room/"
        assert find_texts(desk.get(room), "h2") == [f"Round 2 · Break until {at}."]
        assert find_texts(desk.get(f"{room}?show=clock"), ".clock") == [f"until {at}"]


class TestTheCalls:
    def post_call(self, desk, section, table_no: str):
        return desk.post(play_address(section, "call/"), {"table_no": table_no})

    def list_waiting_calls(self, desk, section) -> list[str]:
        return find_texts(desk.get(play_address(section)), ".calls span")

    def test_a_table_waits_until_its_call_is_answered(self, desk):
        section = make_night(pairs=13)
        self.post_call(desk, section, "4")
        Call.objects.update(made_at=timezone.now() - timedelta(minutes=3, seconds=20))
        self.post_call(desk, section, "2")
        assert self.list_waiting_calls(desk, section) == [
            "Table 4 calls 3 min",
            "Table 2 calls just now",
        ]
        button = find_elements(desk.get(play_address(section)), ".calls form")[0]
        desk.post(button.get("action"), {"done": "1"})
        assert self.list_waiting_calls(desk, section) == ["Table 2 calls just now"]
        assert Call.objects.get(table_no=4).done_by.username == "dora"

    def make_button_post(self, desk, section, label: str):
        """Return the address and the boxes that the button with this *label* sends."""
        ((form, button),) = (
            (form, button)
            for form in find_elements(desk.get(play_address(section)), "#calls form")
            for button in form.iter("button")
            if button.get("aria-label") == label
        )
        path = button.get("formaction") or form.get("action")
        return path, {button.get("name"): button.get("value")}

    def test_undo_reopens_an_answered_call_and_removes_a_wrong_one(self, desk):
        section = make_night(pairs=13)
        self.post_call(desk, section, "4")
        desk.post(*self.make_button_post(desk, section, "Table 4 done"))
        assert [
            text[:-5] for text in find_texts(desk.get(play_address(section)), ".seen-to span")
        ] == ["Table 4 done at "]
        undo = self.make_button_post(desk, section, "Undo: table 4 done")
        assert find_texts(desk.post(*undo, follow=True), "#messages .say") == [
            "Undone: Table 4: call answered."
        ]
        assert self.list_waiting_calls(desk, section) == ["Table 4 calls just now"]
        assert find_texts(desk.post(*undo, follow=True), "#messages .say") == [
            "That call is already open."
        ]
        wrong = self.make_button_post(desk, section, "Undo: table 4 calls")
        assert find_texts(desk.post(*wrong, follow=True), "#messages .say") == [
            "Undone: Table 4 called the director."
        ]
        assert not Call.objects.exists()
        assert desk.post(*wrong, follow=True).status_code == 200
        assert not section.session.event.acts.filter(
            kind=ActKind.ROOM, undone_at__isnull=True
        ).exists()

    def test_undo_of_an_answer_is_offered_for_ten_minutes_and_until_the_next_call(self, desk):
        section = make_night(pairs=13)
        self.post_call(desk, section, "4")
        desk.post(*self.make_button_post(desk, section, "Table 4 done"))
        undo = self.make_button_post(desk, section, "Undo: table 4 done")
        self.post_call(desk, section, "4")
        assert not find_elements(desk.get(play_address(section)), ".seen-to")
        assert find_texts(desk.post(*undo, follow=True), "#messages .say") == [
            "That call is already open."
        ]
        Call.objects.filter(done_at__isnull=True).delete()
        assert find_elements(desk.get(play_address(section)), ".seen-to")
        Call.objects.update(done_at=timezone.now() - timedelta(minutes=11))
        assert not find_elements(desk.get(play_address(section)), ".seen-to")

    def test_a_call_made_by_a_table_cannot_be_undone_at_the_desk(self, desk):
        section = make_night(pairs=13)
        add_call(section=section, table_no=3, user=None)
        assert find_texts(desk.get(play_address(section)), ".calls button") == ["Done"]

    def test_minute_that_passes_is_news_while_a_table_waits(self, desk):
        section = make_night(pairs=13)
        start_round_clock(section, round_no=1)
        self.post_call(desk, section, "4")
        state = find_elements(desk.get(play_address(section)), "#play-state")[0].get("value")
        assert desk.get(play_address(section), {"state": state}, **HTMX).status_code == 204
        Call.objects.update(made_at=timezone.now() - timedelta(minutes=1))
        assert desk.get(play_address(section), {"state": state}, **HTMX).status_code == 200

    def test_calls_of_all_sections_are_listed_together(self, desk):
        sections = factories.make_sections(letters="AB", played=False)
        desk.post(f"/sessions/{sections[1].ref}/play/call/", {"table_no": "3"})
        assert self.list_waiting_calls(desk, sections[0]) == ["Table B3 calls just now"]

    @pytest.mark.parametrize(
        ("table_no", "sentence"),
        [
            ("", "Type the number of the table, such as 4."),
            ("four", "The table must be a number, such as 4."),
            ("0", "There is no table 0 here. The tables are 1 to 7."),
            ("8", "There is no table 8 here. The tables are 1 to 7."),
        ],
    )
    def test_a_call_from_an_unknown_table_is_refused_in_one_sentence(
        self, desk, table_no, sentence
    ):
        response = self.post_call(desk, make_night(pairs=13), table_no)
        assert response.status_code == 422
        assert find_texts(response, "main .bad") == [sentence]
        assert Call.objects.count() == 0

    def test_a_second_call_from_a_waiting_table_is_refused(self, desk):
        section = make_night(pairs=13)
        self.post_call(desk, section, "4")
        since = timezone.localtime(Call.objects.get().made_at)
        answer = self.post_call(desk, section, "4")
        assert find_texts(answer, "main .bad") == [
            f"Table 4 has been waiting since {since:%H:%M}. Answer that call first."
        ]

    def test_a_call_answered_twice_is_reported_as_answered(self, desk):
        section = make_night(pairs=13)
        self.post_call(desk, section, "4")
        tick = f"/sessions/{section.session_id}/room/calls/{Call.objects.get().pk}/"
        desk.post(tick)
        assert find_texts(desk.post(tick, follow=True), "#messages .say") == [
            "That call is already answered."
        ]
        desk.post(tick, {"done": "0"})
        assert self.list_waiting_calls(desk, section) == ["Table 4 calls just now"]


def test_messages_and_calls_are_undone_and_redone_exactly():
    section = make_night(pairs=6)
    event = section.session.event
    send_message(session=section.session, text="Coffee is served.", minutes=10, user=None)
    call = add_call(section=section, table_no=2, user=None)
    set_call_answered(section=section, number=call.pk, is_answered=True, user=None)

    def snapshot_messages_and_calls():
        return list(Message.objects.values()), list(Call.objects.values())

    states = [snapshot_messages_and_calls()]
    numbers = list(
        event.acts.filter(kind=ActKind.ROOM).order_by("-number").values_list("number", flat=True)
    )
    for number in numbers:
        with transaction.atomic():
            undo_act(acts=event.acts.filter(kind=ActKind.ROOM), number=number, user=None)
        states.append(snapshot_messages_and_calls())
    assert states[-1] == ([], [])
    assert states[1][1][0]["done_at"] is None
    for number in reversed(numbers):
        with transaction.atomic():
            acts = event.acts.filter(kind=ActKind.ROOM)
            redo_act(event=event, acts=acts, number=number, user=None, depends_on=have_common_field)
        states.pop()
        assert snapshot_messages_and_calls() == states[-1]


def test_every_act_is_in_the_journal(desk):
    section = make_night(pairs=6)
    message = send_message(session=section.session, text="Hallo", user=None)
    remove_message(session=section.session, number=message.pk, user=None)
    call = add_call(section=section, table_no=2, user=None)
    set_call_answered(section=section, number=call.pk, is_answered=True, user=None)
    assert list(
        section.session.event.acts.filter(kind=ActKind.ROOM).values_list("words", flat=True)
    ) == [
        "Table 2: call answered.",
        "Table 2 called the director.",
        "Message removed: “Hallo”.",
        "Message to the room: “Hallo”.",
    ]


def test_many_calls_and_messages_cost_no_more_queries(desk):
    asked = []
    for many in (1, 6):
        section = make_night(pairs=13)
        for number in range(1, many + 1):
            send_message(session=section.session, text=f"Hallo {number}", user=None)
            add_call(section=section, table_no=number, user=None)
        asked.append(count_queries(desk, play_address(section)))
    assert asked[0] == asked[1]
