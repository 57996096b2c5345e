"""The clock of the machine jumps back during the night: what comes after what goes by number."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.core.night.screens import (
    add_call,
    fetch_shown_messages,
    fetch_table_calls,
    send_message,
)
from director.party.play.history import redo_party, undo_party
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.play.scores.entry_pages import (
    list_stored_results,
    make_posted_line,
    scores_address,
)
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party
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


def test_redo_offers_the_act_that_was_undone_last(desk, section, jumps_back):
    for line in ("1-1-6", "1-2-8", "1-3-10"):
        desk.post(scores_address(section, "boards/1/"), make_posted_line(line, "4SS="))
    press(desk, section, "undo")
    jumps_back()
    press(desk, section, "undo")
    assert list_stored_results() == [(1, 1, 6, "4SS=")]
    page = desk.get(scores_address(section, "boards/1/"))
    assert find_texts(page, "#redo button") == ["Redo: table 2, board 1"]
    press(desk, section, "redo")
    assert [line[:3] for line in list_stored_results()] == [(1, 1, 6), (1, 2, 8)]
    press(desk, section, "redo")
    assert [line[:3] for line in list_stored_results()] == [(1, 1, 6), (1, 2, 8), (1, 3, 10)]


def test_what_is_done_after_an_undo_still_ends_redo(desk, section, jumps_back):
    desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
    press(desk, section, "undo")
    jumps_back()
    desk.post(scores_address(section, "boards/1/"), make_posted_line("1-2-8", "PASS"))
    assert find_elements(desk.get(scores_address(section, "boards/1/")), "#redo button") == []


def test_an_undo_before_the_clock_went_back_is_still_redone(desk, section, jumps_back):
    desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
    jumps_back()
    press(desk, section, "undo")
    press(desk, section, "redo")
    assert list_stored_results() == [(1, 1, 6, "4SS=")]


def test_redo_of_a_party_offers_the_act_that_was_undone_last(jumps_back):
    party = make_seated_party(players=12)
    for table, winner in ((1, 0), (2, 1), (3, 0)):
        enter_winner(party, table, winner)
    third, second, *_others = party.acts.values_list("number", flat=True)
    undo_party(party=party, number=third, user=None)
    jumps_back()
    undo_party(party=party, number=second, user=None)
    redo_party(party=party, number=second, user=None)
    redo_party(party=party, number=third, user=None)
    assert [result.winner for result in get_latest_round(party).results.order_by("table_no")] == [
        0,
        1,
        0,
    ]


def test_results_entered_after_a_new_movement_can_be_undone(desk, jumps_back):
    section = make_night(pairs=10, boards_per_set=2)
    jumps_back()
    desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
    assert find_texts(desk.get(scores_address(section, "boards/1/")), "#undo button") == [
        "Undo: table 1, board 1"
    ]
    press(desk, section, "undo")
    assert list_stored_results() == []


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


def test_phones_hear_of_every_undo_and_message(section, director, jumps_back):
    for text in ("4SS=", "4SS+1", "4SS-1"):
        enter_result(section=section, board_no=1, ns=1, ew=6, text=text, user=director)
    third, second, *_others = section.acts.values_list("number", flat=True)
    tables = TablePhones(section)
    tags = [state_tag(tables)]
    for number in (third, second):
        undo_section(section=section, number=number, user=director)
        tags.append(state_tag(tables))
        jumps_back()
    for text in ("Ten more minutes.", "Coffee is ready."):
        send_message(session=section.session, text=text, user=director)
        tags.append(state_tag(tables))
    assert len(set(tags)) == 5


def state_tag(tables) -> str:
    return Client().get(f"/t/{tables.open[1].token}/state.json?device=one&side=ns").headers["ETag"]
