"""Step 4: the clock and its keys, the next move in words, the grid, and who owes what."""

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from director.boards.movement.lines import progress
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.core.base.act_kinds import ActKind
from director.core.night.history import have_common_field, redo_act, undo_act
from director.core.night.room import add_call, remove_message, send_message, set_call_answered
from director.models import Call, Message, Session
from tests import factories
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    enter_on_line,
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


class TestThePage:
    @pytest.mark.slow
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

    def test_squares_of_a_howell_say_their_round(self, desk):
        section = make_night(key="howell", pairs=8, boards_per_set=2)
        response = desk.get(play_address(section))
        squares = find_elements(response, "#grid a.square")
        assert all(re.fullmatch("R[1-7]", square[0].text) for square in squares)
        assert "round 3" in find_texts(response, ".key")[0]
        for square in squares:
            assert f"round {square[0].text[1:]}," in square.get("aria-label")


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

    def test_calls_of_all_sections_are_listed_together(self, desk):
        sections = factories.make_sections(letters="AB", played=False)
        desk.post(f"/sessions/{sections[1].ref}/play/call/", {"table_no": "3"})
        assert self.list_waiting_calls(desk, sections[0]) == ["Table B3 calls just now"]

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


def test_same_number_of_queries_for_a_small_and_a_large_night(desk):
    small, large = make_small_and_large_sections()
    assert (
        count_queries(desk, play_address(small)) == count_queries(desk, play_address(large)) == 25
    )
