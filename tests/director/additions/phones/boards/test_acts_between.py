"""Directors act while phones hold what was, and what phones kept arrives later: nothing goes to a wrong place."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.phones.boards.entry import MAX_QUESTIONS
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, fetch_section, fetch_section_acts
from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.off_schedule import swap_table_opponents
from director.boards.play.scores.result import enter_result
from director.boards.play.sessions import remove_section
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.night.events import move_to_archive, restore_event
from director.core.night.links import renew_access
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    unpublish_results,
)
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Access, Section, TableWord
from movements.registry import make_plan
from tests.director.additions.phones.tables import TablePhones, get_phone_label, read_table_state
from tests.factories import make_night, make_sections

pytestmark = pytest.mark.django_db


def key_of(line):
    return {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}


def enter(section, line, text, user):
    enter_result(section=section, **key_of(line), text=text, user=user)


def undo(section, user):
    number = fetch_section_acts(section, BOARD_PLAY).filter(undone_at__isnull=True).first().number
    undo_section(section=section, number=number, user=user)


def board(tables, table_no=1, at=0):
    return read_table_state(tables, table_no)["boards"][at]


def stored(section):
    return {(r.board_no, r.ns, r.ew): r.counted for r in section.results.filled()}


def agree(tables, line, **data):
    """Let the opponents agree as the page does: to a result, of pairs."""
    sent = {
        "key": "agree",
        "board": line.board_no,
        "pairs": [line.ns, line.ew],
        "confirm": True,
        **data,
    }
    return tables._send(line.table_no, "results", sent)


def ago(seconds):
    return (timezone.now() - timedelta(seconds=seconds)).isoformat()


class TestTwiceAtOneTable:
    """A short Howell brings a board to a table twice, with other pairs."""

    @pytest.fixture
    def twice(self):
        section = make_night(key="short-howell", pairs=8, boards_per_set=1)
        rows = section.plan.rows.order_by("round_no")
        table_no, first, second = next(
            (row.table_no, row, other)
            for row in rows
            for other in rows
            if other.table_no == row.table_no
            and other.boards == row.boards
            and other.round_no > row.round_no
        )
        tables = TablePhones(section, tables=section.plan.tables)
        for row in rows.filter(table_no=table_no, round_no__lt=second.round_no):
            for line in fetch_section_lines(section).get_table_lines(row.round_no, table_no):
                tables.say(line, "4SS=", confirm=row != first)
        return section, tables, table_no, first, second

    def test_the_word_for_what_waits_is_no_result_of_the_second_time(self, twice):
        section, tables, table_no, first, second = twice
        (board_no,) = first.boards
        assert read_table_state(tables, table_no)["round"] == second.round_no
        for named in ({}, {"result": "4SS="}, {"result": "4SS=", "pairs": [first.ns, first.ew]}):
            response = tables._send(
                table_no,
                "results",
                {"key": str(named), "board": board_no, "confirm": True, **named},
            )
            assert response.status_code == 201
            assert response.json()["waits_for"] is None
        assert (board_no, second.ns, second.ew) not in stored(section)
        assert TableWord.objects.filter(
            board_no=board_no, ns=first.ns, agreed_at__isnull=False
        ).exists()

    def test_the_word_names_its_pairs(self, twice):
        _section, tables, table_no, first, _second = twice
        sent = {"board": first.boards[0], "confirm": True, "result": "4SS="}
        for pairs in ([first.ns], "11", [first.ns, "x"], {}, [first.ns, first.ew, 1], [[], []]):
            response = tables._send(table_no, "results", {"key": "odd", **sent, "pairs": pairs})
            assert response.status_code == 422
        nobody = tables._send(
            table_no, "results", {"key": "nobody", **sent, "pairs": [first.ew, first.ns]}
        )
        assert nobody.status_code == 422

    def test_a_result_without_pairs_counts_for_the_round_being_played(self, twice):
        section, tables, table_no, first, second = twice
        (board_no,) = first.boards
        sent = {"key": "k", "board": board_no, "result": "PASS"}
        assert tables._send(table_no, "results", sent).status_code == 201
        assert stored(section)[board_no, second.ns, second.ew] == "PASS"


class TestUndone:
    def test_a_new_entry_is_not_mistaken_for_the_undone_one(self, section, tables, line, director):
        """An undo takes the line out with its version, and the next result begins again with the first."""
        tables.say(line, "4SS=", device="aa", side="ns", lead="HK")
        undo(section, director)
        assert tables.say(line, "3NTN=", device="bb", side="ew").json()["waits_for"] == "opponents"
        assert board(tables)["phone"] == get_phone_label(tables, "bb")
        assert board(tables)["side"] == "ew"
        assert board(tables)["lead"] == ""
        assert (
            tables.say(line, "3NTN+1", device="aa").status_code == 409
        )  # it was not this phone's slip
        assert agree(tables, line, device="aa", result="3NTN=").json()["waits_for"] is None
        assert board(tables)["confirmed"]

    def test_the_director_s_result_after_an_undo_needs_no_confirmation(
        self, section, tables, line, director
    ):
        tables.say(line, "4SS=", device="aa", side="ns", lead="HK")
        undo(section, director)
        enter(section, line, "3NTN=", director)
        now = board(tables)
        assert now["state"] == "stored"
        assert now["result"] == "3NTN="
        assert now["lead"] == ""
        assert now["fixed"] is True

    def test_an_entry_kept_since_before_the_undo_does_not_come_in_after_it(
        self, section, tables, line, director
    ):
        before = ago(5)
        tables.say(line, "4SS=", device="aa")
        undo(section, director)
        response = tables.say(line, "4SS-1", device="bb", at=before)
        assert response.status_code == 422
        assert "the director has deleted the result" in response.json()["error"]
        assert stored(section) == {}
        assert (
            tables.say(line, "4SS-1", device="bb", at=timezone.now().isoformat()).status_code == 201
        )

    def test_nor_after_the_director_emptied_the_box(self, section, tables, line, director):
        before = ago(5)
        tables.say(line, "4SS=", device="aa")
        enter(section, line, "", director)
        assert tables.say(line, "4SS-1", device="bb", at=before).status_code == 422
        assert stored(section) == {}
        assert tables.say(line, "4SS-1", device="bb").status_code == 201

    @pytest.mark.parametrize("how", ["undone", "emptied"])
    def test_the_word_of_the_opponents_brings_nothing_back(
        self, section, tables, line, director, how
    ):
        tables.say(line, "4SS=", device="aa")
        undo(section, director) if how == "undone" else enter(section, line, "", director)
        response = agree(tables, line, device="bb", result="4SS=", at=timezone.now().isoformat())
        assert response.status_code == 422
        assert stored(section) == {}

    def test_a_requested_change_is_settled_once_it_is_stored(self, section, tables, line, director):
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        assert board(tables)["asked"]["result"] == "4SS-1"
        enter(section, line, "4SS-1", director)
        assert board(tables)["asked"] is None
        undo(section, director)
        assert board(tables)["asked"]["result"] == "4SS-1"


class TestSeveralResults:
    def test_a_request_of_one_side_is_not_dropped_when_the_other_insists(
        self, section, tables, line
    ):
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "5SS=", device="cc")
        asked = TableWord.objects.filter(version=None, kind="result", dropped_at=None)
        assert [word.text for word in asked] == ["4SS-1", "5SS="]

    def test_both_sides_agree_on_the_older_of_two_questions(self, section, tables, line):
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        tables.say(line, "5SS=", device="cc")
        assert agree(tables, line, result="4SS-1").json()["result"] == "4SS-1"
        assert stored(section)[1, 1, 6] == "4SS-1"
        assert board(tables)["asked"] is None

    def test_a_phone_that_changes_its_mind_asks_once_and_nobody_floods_the_desk(
        self, section, tables, line
    ):
        tables.say(line, "4SS=", device="aa")
        for text in ("4SS-1", "4SS-2", "4SS-3"):
            tables.say(line, text, device="bb")
        assert board(tables)["asked"]["result"] == "4SS-3"
        for number in range(20):
            tables.say(line, "5SS=", device=f"d{number}")
        assert (
            TableWord.objects.filter(version=None, kind="result", dropped_at=None).count()
            == MAX_QUESTIONS
        )


class TestMovements:
    def test_a_movement_chosen_again_asks_nothing_of_before(self, section, tables, line, director):
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        undo(section, director)
        store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=3))
        now = board(tables)
        assert now["board"] == 1
        assert now["state"] == "empty"
        assert now["asked"] is None
        assert now["phone"] == ""
        assert tables.say(line, "3NTN=", device="bb").json()["waits_for"] == "opponents"

    def test_unsent_results_of_other_pairs_are_refused(self, section, tables, line, director):
        late = fetch_section_lines(section).get_table_lines(2, 1)[0]
        howell = make_plan("howell", pairs=10, boards_per_set=2)
        continue_plan(
            section=section, movement=howell, from_round=1, reason="two late pairs", user=director
        )
        for kept in (line, late):
            response = tables.say(kept, "4SS=")
            meets = fetch_section_lines(section).find_line(kept.board_no, kept.ns, kept.ew)
            is_here = meets is not None and meets.table_no == 1
            assert response.status_code == (201 if is_here else 422)
        assert set(stored(section)) <= {
            (one.board_no, one.ns, one.ew) for one in fetch_section_lines(section).all
        }

    def test_the_word_for_a_line_that_is_played_elsewhere_now_is_refused(
        self, section, tables, line, director
    ):
        swap_table_opponents(section=section, round_no=1, first=1, second=2, user=director)
        assert tables.say(line, "4SS=").status_code == 422
        assert agree(tables, line, result="4SS=").status_code == 422
        moved = read_table_state(tables)
        assert (moved["ns"], moved["ew"]) == (1, 7)
        sent = {
            "key": "fresh",
            "board": moved["boards"][0]["board"],
            "ns": 1,
            "ew": 7,
            "result": "4SS=",
        }
        assert tables._send(1, "results", sent).status_code == 201


class TestSections:
    def test_two_sections_with_the_same_table_and_pair_numbers_do_not_meet(self):
        first, second = make_sections(letters="AB", pairs=6, played=False)
        ours, theirs = TablePhones(first, tables=3), TablePhones(second, tables=3)
        line = fetch_section_lines(first).get_table_lines(1, 1)[0]
        assert ours.say(line, "4SS=", key="same").status_code == 201
        assert theirs.say(line, "3NTN=", key="same").status_code == 201
        assert list(stored(first).values()) == ["4SS="]
        assert list(stored(second).values()) == ["3NTN="]
        assert read_table_state(ours)["section"] == "A"
        assert read_table_state(theirs)["section"] == "B"
        assert not read_table_state(ours)["only_section"]

    def test_two_sessions_do_not_meet_either(self):
        first, second = make_sections(letters="A", sessions=2, pairs=6, played=False)
        ours, theirs = TablePhones(first, tables=3), TablePhones(second, tables=3)
        line = fetch_section_lines(first).get_table_lines(1, 1)[0]
        assert ours.say(line, "4SS=", key="same").status_code == 201
        assert stored(second) == {}
        assert read_table_state(theirs)["boards"][0]["result"] == ""

    def test_a_section_that_was_removed_has_no_page_any_more(self):
        first, second = make_sections(letters="AB", pairs=6, played=False)
        ours, theirs = TablePhones(first, tables=3), TablePhones(second, tables=3)
        remove_section(section=second)
        line = fetch_section_lines(first).get_table_lines(1, 1)[0]
        assert theirs.say(line, "4SS=").status_code == 404
        assert ours.say(line, "4SS=").status_code == 201
        assert not Section.objects.filter(pk=second.pk).exists()


class TestAddresses:
    def test_results_from_a_replaced_address_are_neither_lost_nor_doubled(
        self, section, tables, line
    ):
        tables.say(line, "4SS=", key="k", device="aa")
        former = tables.open[1]
        tables.open[1] = renew_access(access=former)
        assert board(tables)["result"] == "4SS="
        assert tables.say(line, "4SS=", key="k", device="aa").json()["waits_for"] == "opponents"
        assert tables.agree(line).json()["waits_for"] is None
        assert section.results.get().version == 1
        tables.open[1] = former
        assert tables.say(line, "4SS-1").status_code == 404

    def test_one_renewed_already_is_not_renewed_again(self, tables):
        former = tables.open[1]
        fresh = renew_access(access=former)
        assert renew_access(access=former) == fresh
        assert Access.objects.filter(table_no=1, revoked_at__isnull=True).get() == fresh


class TestEnds:
    def test_off_the_lists_nothing_is_taken_and_back_on_them_it_is(self, section, tables, line):
        move_to_archive(event=section.session.event)
        response = tables.say(line, "4SS=", key="k")
        assert response.status_code == 422
        assert "archived" in response.json()["error"]
        assert read_table_state(tables)["over"]
        restore_event(event=fetch_section(section.session_id).session.event)
        assert (
            tables.say(line, "4SS=", key="k").status_code == 201
        )  # what was refused may be sent again as it is

    @pytest.mark.parametrize("act", [publish_results, finalise_results])
    def test_published_or_final_nothing_is_taken(self, section, tables, line, act):
        tables.say(line, "4SS=")
        publish_results(event=section.session.event)
        event = fetch_section(section.session_id).session.event
        if act is not publish_results:
            act(event=event)
        for response in (tables.say(line, "4SS-1", change=True, confirm=True), tables.agree(line)):
            assert response.status_code == 422
        assert list(stored(section).values()) == ["4SS="]

    def test_unpublished_it_takes_results_again(self, section, tables, line):
        event = publish_results(event=section.session.event)
        refused = tables.say(line, "4SS=", key="k")
        assert refused.status_code == 422
        assert (
            refused.json()["error"]
            == "Results are published or final, so tables can’t enter any now. Tell the director what is wrong."
        )
        assert read_table_state(tables)["over"] is True
        assert read_table_state(tables)["closed"] is True
        unpublish_results(event=event)
        assert read_table_state(tables)["over"] is False
        assert read_table_state(tables)["closed"] is False
        assert tables.say(line, "4SS=", key="k").status_code == 201
        assert list(stored(section).values()) == ["4SS="]

    def test_final_and_then_unpublished_it_stays_closed(self, section, tables, line):
        event = unpublish_results(
            event=finalise_results(event=publish_results(event=section.session.event))
        )
        assert event.is_published is False
        assert event.is_final is True
        assert read_table_state(tables)["over"] is True
        assert read_table_state(tables)["closed"] is True
        refused = tables.say(line, "4SS=")
        assert refused.status_code == 422
        assert (
            refused.json()["error"]
            == "Results are published or final, so tables can’t enter any now. Tell the director what is wrong."
        )
        assert stored(section) == {}

    def test_a_setting_that_changes_in_the_middle_holds_from_the_next_entry_on(
        self, section, tables, line
    ):
        tables.say(line, "4SS=", device="aa")
        store_table_settings(
            section=section,
            settings=DEFAULT_TABLE_SETTINGS.with_changes({"confirm": "nobody"}),
            settings_by_table={},
        )
        second = fetch_section_lines(section).get_table_lines(1, 1)[1]
        assert tables.say(second, "PASS", device="aa").json()["waits_for"] is None
        store_table_settings(
            section=section,
            settings=DEFAULT_TABLE_SETTINGS,
            settings_by_table={1: DEFAULT_TABLE_SETTINGS.with_changes({"entry": "paper"})},
        )
        assert "uses paper" in tables.agree(line).json()["error"]


def test_a_backup_that_is_put_back_takes_phones_with_it(section, tables, line, director, tmp_path):
    """What was entered since is gone, as everything; phones that hold it bring it again, and once."""
    tables.say(line, "4SS=", key="k", device="aa")
    write_backup_file(path=tmp_path / "night.backup")
    second = fetch_section_lines(section).get_table_lines(1, 1)[1]
    tables.say(second, "PASS", key="l", device="aa")
    enter(section, line, "3NTN=", director)
    held = Client().get(f"/t/{tables.open[1].token}/state.json")
    restore_backup(path=tmp_path / "night.backup", safety_path=tmp_path / "before.backup")
    now = Client().get(
        f"/t/{tables.open[1].token}/state.json", headers={"if-none-match": held["ETag"]}
    )
    assert [board["result"] for board in now.json()["boards"]] == ["4SS=", ""]
    assert tables.say(line, "4SS=", key="k", device="aa").status_code == 200
    assert tables.say(second, "PASS", key="l", device="aa").status_code == 201
    enter(section, line, "2HE=", director)  # as many acts and words as before, and something else
    assert read_table_state(tables)["left"]["boards"][0]["result"] == "2HE="
