"""The clock of the machine jumps back during the night: what comes after what goes by number."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.core.night.room import add_call, fetch_shown_messages, fetch_table_calls, send_message
from tests.director.boards.play.scores.entry_pages import (
    list_stored_results,
    make_posted_line,
    scores_address,
)
from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def jumps_back(monkeypatch):
    """Set the clock of the machine back by an hour."""

    def jumps_back():
        now = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: now() - timedelta(hours=1))

    return jumps_back


@pytest.fixture
def section(db):
    """A Mitchell of five tables, two boards a round; board 1: 1-6, 2-8, 3-10, 4-7, 5-9."""
    return make_night(pairs=10, boards_per_set=2)


def press(desk, section, way):
    (button,) = find_elements(desk.get(scores_address(section, "boards/1/")), f"#{way} button")
    return desk.post(scores_address(section, f"{way}/"), {"change": button.get("value")})


def test_an_undo_before_the_clock_went_back_is_still_redone(desk, section, jumps_back):
    desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
    jumps_back()
    press(desk, section, "undo")
    press(desk, section, "redo")
    assert list_stored_results() == [(1, 1, 6, "4SS=")]


def test_messages_and_calls_come_in_the_order_in_which_they_were_made(
    section, director, jumps_back
):
    session = section.session
    for number in (4, 2):
        send_message(session=session, text=f"Message {number}", user=director)
        add_call(section=section, table_no=number, user=director)
        jumps_back()
    assert [message.text for message in fetch_shown_messages(session)] == ["Message 4", "Message 2"]
    assert [call.table_label for call in fetch_table_calls(session)[0]] == ["4", "2"]
