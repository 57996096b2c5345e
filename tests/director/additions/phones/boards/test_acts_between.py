"""Directors act while phones hold what was, and what phones kept arrives later: nothing goes to a wrong place."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, fetch_section, fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.off_schedule import swap_table_opponents
from director.boards.play.sessions import remove_section
from director.core.night.links.opening import renew_access
from director.core.night.publishing import finalise_results, publish_results
from director.models import Section
from tests.director.additions.phones.tables import TablePhones, read_table_state
from tests.factories import make_night, make_sections

pytestmark = pytest.mark.django_db


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


class TestUndone:
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


class TestSeveralResults:
    def test_both_sides_agree_on_the_older_of_two_questions(self, section, tables, line):
        tables.say(line, "4SS=", device="aa")
        tables.say(line, "4SS-1", device="bb")
        tables.say(line, "5SS=", device="cc")
        assert agree(tables, line, result="4SS-1").json()["result"] == "4SS-1"
        assert stored(section)[1, 1, 6] == "4SS-1"
        assert board(tables)["asked"] is None


class TestMovements:
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


class TestEnds:
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
