"""A pair's page tells of others what the phone of its table would, and seeing it there counts as seen."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.off_schedule import turn_table
from director.boards.play.scores.result import enter_result
from director.boards.play.table_words import fetch_seen_lines
from director.core.base.roles import Role
from director.core.night.links import close_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Session, TableWord
from director.models.event import Clock, Contest
from tests.director.additions.phones.tables import TablePhones, open_pair_address
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_texts
from tests.factories import enter_on_line, make_account, sign_in

pytestmark = pytest.mark.django_db
SEEN = "This phone has seen other results of board {}, so the director decides. Until then {} counts, not {}."


def run_clock(section, round_no=1, clock=Clock.PAUSED):
    seconds_left = 60 if clock == Clock.PAUSED else None
    Session.objects.filter(pk=section.session_id).update(
        clock=clock, round_no=round_no, seconds_left=seconds_left
    )


def own_page(section, number=1, client=None, **headers):
    return (client or Client()).get(open_pair_address(section, number), headers=headers)


def compare(section, number=1, client=None):
    """Press *Compare results* on the page of a pair, and return the page that follows."""
    return (client or Client()).post(open_pair_address(section, number), follow=True)


def share(section, number=1):
    """Return what the page of a pair says of its boards so far, ``None`` where it compares nothing."""
    page = compare(section, number)
    said = [words for words in find_texts(page, "section p") if "so far" in words]
    return said[0] if said else None


def line_of(section, board_no, ns):
    return next(
        line for line in fetch_section_lines(section).get_board_lines(board_no) if line.ns == ns
    )


def others_play(section, *boards, text="3NTN=", but=1):
    for board_no in boards:
        line = next(
            line
            for line in fetch_section_lines(section).get_board_lines(board_no)
            if line.ns != but
        )
        enter_result(
            section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
        )


def play_ahead(tables, section, *boards, text="4SS="):
    """Let table 1 enter boards, agreed at once."""
    for board_no in boards:
        assert tables.say(line_of(section, board_no, 1), text, confirm=True).status_code == 201


def board_json(tables, board_no, client=None, **headers):
    return (client or Client()).post(
        f"/t/{tables.open[1].token}/boards/{board_no}.json", headers=headers
    )


class TestBeforePlay:
    @pytest.mark.parametrize("text", ["4SS=", "3NTE=", "3NTE+1", "PASS"])
    @pytest.mark.parametrize("clock", [Clock.PAUSED, Clock.WAITING])
    def test_an_entry_ahead_of_the_clock_tells_nothing(self, section, tables, text, clock):
        run_clock(section, clock=clock)
        others_play(section, 4)
        play_ahead(tables, section, 1, 2)
        play_ahead(tables, section, 3, 4, text=text)
        assert board_json(tables, 4).status_code == 404
        for number in (1, 10):
            assert share(section, number) is None
            assert "%" not in find_texts(compare(section, number), ".own-card thead th")
        assert not TableWord.objects.filter(kind=TableWord.Kind.SHOWN).exists()
        assert (
            tables.say(line_of(section, 4, 1), "2HN=", change=True, confirm=True).status_code == 201
        )

    def test_the_percentage_so_far_is_shown_once_the_clock_allows_it(self, section, tables):
        run_clock(section)
        others_play(section, 4)
        play_ahead(tables, section, 1, 2, 3, 4)
        run_clock(section, round_no=2)
        assert share(section) == "100.00% so far, on 1 board"

    def test_without_a_clock_every_table_enters_the_round_first(self, section, tables):
        play_ahead(tables, section, 1, 2)
        lines = [
            line
            for line in fetch_section_lines(section).all
            if line.round_no == 1 and line.table_no != 1
        ]
        for line in [*lines[:-1], line_of(section, 1, 5)]:
            enter_on_line(section, line, "4SS-1")
        assert share(section) is None
        last = lines[-1]
        enter_on_line(section, last, "4SS-1")
        assert share(section) == "100.00% so far, on 1 board"

    @pytest.mark.parametrize("confirm", ["same", "own"])
    def test_an_entry_that_nobody_agreed_to_tells_nothing(self, section, confirm):
        tables = TablePhones(section, confirm=confirm)
        run_clock(section)
        others_play(section, 1)
        tables.say(line_of(section, 1, 1), "4SS=", device="aa", side="ns")
        assert share(section) is None
        tables.agree(line_of(section, 1, 1), device="bb", side="ew")
        assert share(section) == "100.00% so far, on 1 board"

    def test_where_nobody_agrees_the_entry_is_enough(self, section):
        tables = TablePhones(section, confirm="nobody")
        run_clock(section)
        others_play(section, 1)
        tables.say(line_of(section, 1, 1), "4SS=")
        assert share(section) == "100.00% so far, on 1 board"

    @pytest.mark.parametrize("text", ["NP: no time", "LATER"])
    def test_a_board_that_may_still_be_played_tells_nothing(self, section, tables, text):
        run_clock(section)
        others_play(section, 1)
        play_ahead(tables, section, 1, text=text)
        assert share(section) is None
        assert not TableWord.objects.filter(kind=TableWord.Kind.SHOWN).exists()


class TestSeeing:
    @pytest.fixture(autouse=True)
    def _played(self, section, tables):
        run_clock(section)
        others_play(section, 1)
        play_ahead(tables, section, 1)

    @pytest.mark.parametrize("number", [1, 6], ids=["own page", "page of the opponents"])
    def test_the_press_leaves_the_mark_that_the_phone_leaves(self, section, tables, number):
        line = line_of(section, 1, 1)
        state = Client().get(f"/t/{tables.open[1].token}/state.json")
        page = compare(section, number)
        assert "%" in find_texts(page, ".own-card thead th")
        again = Client().get(
            f"/t/{tables.open[1].token}/state.json", headers={"if-none-match": state["ETag"]}
        )
        assert again.status_code == 200
        assert again.json()["boards"][0]["shown"] is True
        response = tables.say(line, "3NTN+1", change=True, confirm=True)
        assert response.status_code == 409
        assert response.json()["error"] == SEEN.format(1, "4SS=", "3NTN+1")
        assert section.results.get(ns=1, board_no=1).text == "4SS="

    @pytest.mark.parametrize("number", [1, 6], ids=["own page", "page of the opponents"])
    @pytest.mark.parametrize("method", ["get", "head"])
    def test_opening_the_page_shows_no_results_and_leaves_corrections_possible(
        self, section, tables, number, method
    ):
        viewer = sign_in(make_account("vera", Role.VIEWER))
        for client in (Client(), viewer):
            answer = getattr(client, method)(open_pair_address(section, number))
            assert "%" not in find_texts(answer, ".own-card thead th")
        assert not TableWord.objects.filter(kind=TableWord.Kind.SHOWN).exists()
        line = line_of(section, 1, 1)
        assert tables.say(line, "3NTN+1", change=True, confirm=True).status_code == 201
        assert section.results.get(ns=1, board_no=1).text == "3NTN+1"

    def test_looking_often_and_on_both_pages_is_recorded_once(self, section, tables):
        for _time in range(2):
            compare(section, 1)
            compare(section, 6)
            board_json(tables, 1)
        (word,) = TableWord.objects.filter(kind=TableWord.Kind.SHOWN)
        assert word.access == tables.open[1]
        assert word.board_no == 1
        assert word.ns == 1
        assert word.ew == 6

    def test_a_phone_that_has_the_page_is_told_so_and_the_mark_stays(self, section, tables):
        compare(section)
        first = own_page(section)
        assert own_page(section, **{"if-none-match": first["ETag"]}).status_code == 304
        assert TableWord.objects.filter(kind=TableWord.Kind.SHOWN).count() == 1

    @pytest.mark.parametrize("door", ["page", "pressed page", "phone"])
    def test_the_director_who_looks_leaves_no_mark_and_hides_none(
        self, section, tables, desk, door
    ):
        if door == "phone":
            assert len(board_json(tables, 1, desk).json()["lines"]) == 2
        else:
            look = own_page if door == "page" else compare
            assert "%" in find_texts(look(section, client=desk), ".own-card thead th")
        assert not TableWord.objects.exclude(kind=TableWord.Kind.RESULT).exists()
        assert "%" not in find_texts(own_page(section), ".own-card thead th")
        assert "Compare results" in find_texts(own_page(section), "button")

    def test_the_page_shows_at_once_what_was_asked_for(self, section):
        first = own_page(section)
        compare(section)
        again = own_page(section, **{"if-none-match": first["ETag"]})
        assert again.status_code == 200
        assert "Compare results" not in find_texts(again, "button")

    def test_a_board_that_nobody_else_has_played_is_no_board_seen(self, section, tables):
        play_ahead(tables, section, 2)
        compare(section)
        assert fetch_seen_lines(section, [(1, 1, 6), (2, 1, 6)]) == {(1, 1, 6)}
        assert (
            tables.say(line_of(section, 2, 1), "PASS", change=True, confirm=True).status_code == 201
        )

    def test_a_table_whose_link_was_closed_has_seen_it_when_it_gets_a_new_one(
        self, section, tables
    ):
        close_table_addresses(session=section.session, section=section)
        compare(section)
        fresh = TablePhones(section)
        assert fresh.open[1].pk != tables.open[1].pk
        assert (
            fresh.say(line_of(section, 1, 1), "3NTN+1", change=True, confirm=True).status_code
            == 409
        )

    def test_pairs_whom_the_director_turned_have_still_seen_it(self, section, tables, director):
        compare(section)
        turn_table(section=section, round_no=1, table_no=1, user=director)
        turned = {
            "key": "turned",
            "board": 1,
            "ns": 6,
            "ew": 1,
            "result": "3NTE+1",
            "change": True,
            "confirm": True,
        }
        assert tables._send(1, "results", turned).status_code == 409
        assert fetch_seen_lines(section, [(1, 6, 1)]) == {(1, 6, 1)}

    def test_a_club_that_shows_nothing_during_play_is_left_no_mark(self, section, tables):
        store_table_settings(
            section=section,
            settings=DEFAULT_TABLE_SETTINGS.with_changes({"others": "never"}),
            settings_by_table={},
        )
        compare(section)
        assert not TableWord.objects.filter(kind=TableWord.Kind.SHOWN).exists()


class TestTeams:
    """Team 1 plays every board twice: N-S at table 1, E-W at table 2.  One half may not read what the other made."""

    @pytest.fixture
    def section(self):
        return make_contest_section(Contest.TEAMS)

    @pytest.fixture
    def halves(self, section):
        """The two lines of board 1 that team 1 plays."""
        return [
            line
            for line in fetch_section_lines(section).get_board_lines(1)
            if 1 in (line.ns, line.ew)
        ]

    @staticmethod
    def play_round(tables, section, table_no, text="4SS="):
        for line in fetch_section_lines(section).get_table_lines(1, table_no):
            assert tables.say(line, text, confirm=True).status_code == 201

    def test_the_result_of_one_half_is_shown_once_both_have_played(self, section, halves):
        tables = TablePhones(section, tables=4)
        run_clock(section)
        self.play_round(tables, section, halves[0].table_no)
        page = own_page(section)
        assert find_texts(page, ".own-card") == []
        assert "4SS" not in page.content.decode()
        assert (
            "Boards entered: 1–4. Results appear here once both halves have played them."
            in find_texts(page, "section p")
        )
        self.play_round(tables, section, halves[1].table_no, "4SS-1")
        assert find_texts(own_page(section), ".own-card") == []
        assert (
            len(find_texts(compare(section), ".own-card tbody tr")) == 1 + 2 * 4
        )  # the opponents, and two of each board

    def test_the_half_that_makes_up_a_result_to_see_the_other_cannot_change_it(
        self, section, halves
    ):
        tables = TablePhones(section, tables=4)
        run_clock(section)
        for half in halves:
            self.play_round(tables, section, half.table_no)
        compare(section)
        for half in halves:
            assert tables.say(half, "4SS+1", change=True, confirm=True).status_code == 409

    def test_ahead_of_the_clock_it_is_told_nothing(self, section):
        tables = TablePhones(section, tables=4)
        run_clock(section)
        lines = [line for line in fetch_section_lines(section).all if line.round_no in (1, 2)]
        other = next(line for line in lines if line.round_no == 2 and 1 not in (line.ns, line.ew))
        for line in lines:
            assert line == other or tables.say(line, "4SS=", confirm=True).status_code == 201
        assert "Boards entered: 5–8." in " ".join(find_texts(compare(section), "section p"))
        assert len(find_texts(own_page(section), ".own-card tbody tr")) == 1 + 2 * 4

    def test_where_the_club_shows_nothing_it_waits_for_the_results(self, section, halves):
        tables = TablePhones(section, tables=4, others="never")
        run_clock(section)
        for half in halves:
            self.play_round(tables, section, half.table_no)
        said = " ".join(find_texts(own_page(section), "section p"))
        assert "Boards entered: 1–4. Results appear here when the director publishes them." in said


def test_the_page_of_any_player_of_an_individual_leaves_the_mark_of_the_line(db):
    section = make_contest_section(Contest.INDIVIDUAL)
    tables = TablePhones(section, tables=2)
    run_clock(section)
    first, second = fetch_section_lines(section).get_board_lines(1)
    assert tables.say(first, "4SS=", confirm=True).status_code == 201
    assert "%" not in find_texts(compare(section, 8), ".own-card thead th")
    assert tables.say(second, "PASS", confirm=True).status_code == 201
    assert "%" in find_texts(compare(section, 8), ".own-card thead th")
    changed = [
        tables.say(line, "3NTN=", change=True, confirm=True).status_code for line in (first, second)
    ]
    assert sorted(changed) == [201, 409]  # player 8 sat at one of the two tables
