"""What a phone is shown is what is stored: whatever anybody does, no phone is told that nothing changed."""

import pytest
from django.core.cache import caches
from django.test import Client

from director.additions.phones.boards.requested_checks import request_check
from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import BOARD_PLAY, fetch_section, fetch_section_acts
from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.problems.found import settle_dispute
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.entry_moves import move_entry
from director.boards.play.scores.off_schedule import (
    swap_table_boards,
    swap_table_opponents,
    turn_table,
)
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry, swap_entries
from director.boards.play.sessions import add_section
from director.core.club.club import change_club
from director.core.club.people import add_person, change_person
from director.core.club.people_merge import merge_person
from director.core.night.clock import end_clock_round, extend_clock, pause_clock, start_clock
from director.core.night.events import change_event, move_to_archive, restore_event
from director.core.night.links import open_entry_addresses
from director.core.night.publishing import finalise_results, publish_results, unpublish_results
from director.core.night.screens import (
    add_call,
    remove_message,
    send_message,
    set_call_answered,
    undo_call_change,
)
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Call, Club, Person, TableWord
from movements.registry import make_plan
from tests.director.additions.phones.tables import TablePhones
from tests.factories import make_director, make_night

pytestmark = pytest.mark.django_db


class Night:
    """A night under way: table 1 has brought board 1, twice and not the same, called, and read two messages."""

    def __init__(self):
        self.section = make_night(pairs=10, boards_per_set=2)
        self.user = make_director()
        start_clock(session=self.section.session)
        self.tables = TablePhones(self.section)
        self.line = self.lines_of(1)[0]
        self.tables.say(self.line, "4SS=", device="aa")
        self.tables.say(self.line, "4SS-1", device="bb")
        self.tables.call(1, "lead out of turn")
        self.sent = [
            send_message(session=self.session, text=text, user=self.user)
            for text in ("Tea", "Quiet")
        ]
        pairs = open_entry_addresses(section=self.section, pairs=[1, 6])
        self.paths = [f"/t/{access.token}/state.json" for access in self.tables.open.values()]
        self.paths += [f"/my/{access.token}/" for access in pairs.values()]

    @property
    def session(self):
        return fetch_section(self.section.session_id).session

    @property
    def event(self):
        return self.session.event

    def lines_of(self, table_no, round_no=1):
        return fetch_section_lines(self.section).get_table_lines(round_no, table_no)

    @property
    def key(self):
        return self.line.board_no, self.line.ns, self.line.ew

    def enter(self, text="3NTN=", at=0):
        line = self.lines_of(1)[at]
        where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
        enter_result(section=self.section, **where, text=text, user=self.user)

    def undo(self):
        number = (
            fetch_section_acts(self.section, BOARD_PLAY)
            .filter(undone_at__isnull=True)
            .first()
            .number
        )
        undo_section(section=self.section, number=number, user=self.user)
        return number

    def player(self, pair_no=1):
        return Person.objects.filter(
            entries__section=self.section, entries__pair_no=pair_no
        ).first()


def rename(night):
    change_person(person=night.player(), name="Renamed Rook", number="", user=night.user)


def merge(night):
    merge_person(
        person=night.player(),
        into=add_person(club=Club.objects.get(), name="Merged Mole"),
        user=night.user,
    )


def undo_and_redo(night):
    redo_section(section=night.section, number=night.undo(), user=night.user)


def take_first_message(night):
    remove_message(session=night.session, number=night.sent[0].pk, user=night.user)


def tick_call(night):
    set_call_answered(
        section=night.section, number=Call.objects.get().pk, is_answered=True, user=night.user
    )


def tick_and_undo(night):
    tick_call(night)
    undo_call_change(
        session=night.session, number=Call.objects.get().pk, is_answered=True, user=night.user
    )


def settle(night, take):
    line, word = night.line, TableWord.objects.get(is_dispute=True)
    where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
    settle_dispute(section=night.section, **where, take=word.pk if take else None, user=night.user)


def continue_night(night):
    night.undo()
    continue_plan(
        section=night.section,
        movement=make_plan("howell", pairs=10, boards_per_set=2),
        from_round=1,
        reason="a pair came late",
        user=night.user,
    )


def choose_anew(night):
    night.undo()
    store_plan(section=night.section, movement=make_plan("howell", pairs=10, boards_per_set=2))


def choose_the_same_anew(night):
    night.undo()
    store_plan(section=night.section, movement=load_movement(night.section.plan))


def enter_and_take_out(night):
    night.enter()
    night.enter("")


def publish_and_close(night):
    publish_results(event=night.event, user=night.user)
    unpublish_results(event=night.event, user=night.user)


def finalise(night):
    publish_results(event=night.event, user=night.user)
    finalise_results(event=night.event, user=night.user)


def remove_and_put_back(night):
    move_to_archive(event=night.event)
    restore_event(event=night.event)


ACTS = {
    "renamed": rename,
    "merged": merge,
    "named": lambda night: name_entry(
        section=night.section, pair_no=1, names=["New Ned", "New Nell"], user=night.user
    ),
    "swapped": lambda night: swap_entries(
        section=night.section, first_no=1, second_no=2, user=night.user
    ),
    "club-renamed": lambda night: change_club(
        club=Club.objects.get(), name="Other Club", paper="a4"
    ),
    "event-renamed": lambda night: change_event(
        event=night.event, name="Other", date=night.event.date, game="bridge"
    ),
    "undone": lambda night: night.undo(),
    "undone-and-redone": undo_and_redo,
    "typed": lambda night: night.enter(),
    "typed-and-taken-out": enter_and_take_out,
    "another-board-typed": lambda night: night.enter("PASS", at=1),
    "ruled": lambda night: night.enter("A6040"),
    "later": lambda night: night.enter("LATER"),
    "taken": lambda night: settle(night, take=True),
    "stays": lambda night: settle(night, take=False),
    "message": lambda night: send_message(session=night.session, text="Go home", user=night.user),
    "first-message-gone": take_first_message,
    "seen-to": tick_call,
    "not-seen-to": tick_and_undo,
    "called-at-desk": lambda night: add_call(section=night.section, table_no=2, user=night.user),
    "moved": lambda night: move_entry(
        section=night.section, line=night.key, target_board=2, user=night.user
    ),
    "asked-to-look": lambda night: request_check(
        section=night.section, line=night.key, user=night.user
    ),
    "turned": lambda night: turn_table(
        section=night.section, round_no=1, table_no=2, user=night.user
    ),
    "opponents-swapped": lambda night: swap_table_opponents(
        section=night.section, round_no=1, first=2, second=3, user=night.user
    ),
    "boards-swapped": lambda night: swap_table_boards(
        section=night.section, round_no=1, first=2, second=3, user=night.user
    ),
    "goes-on-otherwise": continue_night,
    "chosen-anew": choose_anew,
    "chosen-the-same-anew": choose_the_same_anew,
    "section-added": lambda night: add_section(section=night.section, letter="B", user=night.user),
    "paused": lambda night: pause_clock(session=night.session),
    "longer": lambda night: extend_clock(session=night.session, minutes=5),
    "round-ended": lambda night: end_clock_round(session=night.session, round_count=5),
    "set": lambda night: store_table_settings(
        section=night.section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"others": "never"}),
        settings_by_table={},
    ),
    "published": lambda night: publish_results(event=night.event, user=night.user),
    "published-and-closed": publish_and_close,
    "final": finalise,
    "off-the-lists": lambda night: move_to_archive(event=night.event),
    "off-and-on-the-lists": remove_and_put_back,
}


SILENT = {"off-and-on-the-lists", "not-seen-to", "published-and-closed", "undone-and-redone"}
"""Those after which everything is as before."""


@pytest.mark.parametrize("act", ACTS)
def test_a_phone_follows_whatever_the_director_does(act):
    night, client = Night(), Client()
    held = {path: client.get(path) for path in night.paths}
    ACTS[act](night)
    shown = {
        path: client.get(path, headers={"if-none-match": held[path]["ETag"]})
        for path in night.paths
    }
    caches["tables"].clear()
    fresh = {path: client.get(path) for path in night.paths}
    changed = [
        path for path in night.paths if fresh[path].headers.get("ETag") != held[path]["ETag"]
    ]
    assert [path for path in night.paths if shown[path].status_code != 304] == changed
    assert [shown[path].headers.get("ETag") for path in changed] == [
        fresh[path].headers.get("ETag") for path in changed
    ]
    assert bool(changed) is (act not in SILENT)
