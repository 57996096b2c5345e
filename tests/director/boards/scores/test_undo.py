"""Step 5: undoing, step by step, without losing what somebody else did."""

import pytest
from django.test import Client

from director.boards.rulings.write import ruling_give
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import change_undo, result_enter
from director.models import Result
from tests.director.at_once import all_at_once
from tests.director.boards.scores.entry_pages import HTMX, address, masked, stored, typed
from tests.director.pages import elements, errors_shown, texts
from tests.factories import make_director, make_night
from tests.laid import THOROUGH

pytestmark = pytest.mark.django_db

BOTH_WAYS = [pytest.param({}, id="plain"), pytest.param(HTMX, id="htmx")]


@pytest.fixture
def section(db):
    """A Mitchell of five tables, two boards a round; board 1: 1-6, 2-8, 3-10, 4-7, 5-9."""
    return make_night(pairs=10, boards_per_set=2)


class TestUndo:
    def undo(self, desk, section, page=None, **extra):
        button = elements(page or desk.get(address(section, "boards/1/")), "#undo button")[0]
        return desk.post(address(section, "undo/"), {"change": button.get("value")}, **extra)

    def test_takes_the_latest_entry_out_and_goes_to_its_line(self, desk, section):
        desk.post(address(section, "boards/1/"), typed("1-1-6", "4SS="))
        desk.post(address(section, "boards/2/"), typed("2-1-6", "4SS-1"))
        response = self.undo(desk, section)
        assert response.url == address(section, "boards/2/#line-2-1-6")
        page = desk.get(response.url)
        assert texts(page, "#messages p") == ["Undone: board 2, 1 N-S against 1 E-W is not in again."]
        assert stored() == [(1, 1, 6, "4SS="), (2, 1, 6, "")]
        assert texts(page, "#undo button") == ["Undo 4SS="]

    def test_step_by_step_to_the_beginning(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-2-8", "PASS"))
        desk.post(url, typed("1-1-6", "4SS-1", shown="4SS=", version=1))
        seen = []
        while elements(desk.get(url), "#undo button"):
            self.undo(desk, section)
            seen.append([text for *_line, text in stored()])
        assert seen == [["4SS=", "PASS"], ["4SS=", ""], ["", ""]]

    def test_result_taken_out_comes_back(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-1-6", "", shown="4SS=", version=1))
        assert texts(desk.get(url), "#undo button") == ["Undo taking it out"]
        page = desk.get(self.undo(desk, section).url)
        assert texts(page, "#messages p") == ["Undone: board 1, 1 N-S against 1 E-W is 4SS= again."]
        assert stored() == [(1, 1, 6, "4SS=")]

    def test_pressed_twice_undoes_once(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-2-8", "PASS"))
        page = desk.get(url)
        self.undo(desk, section, page)
        response = self.undo(desk, section, page, follow=True)
        assert texts(response, "#messages p")[-1] == "That is undone already."
        assert stored() == [(1, 1, 6, "4SS="), (1, 2, 8, "")]

    def test_pressed_twice_stays_at_the_line(self, desk, section):
        desk.post(address(section, "boards/1/"), typed("1-1-6", "4SS="))
        desk.post(address(section, "boards/2/"), typed("2-1-6", "4SS-1"))
        page = desk.get(address(section, "boards/1/"))
        first = self.undo(desk, section, page)
        assert first.url == address(section, "boards/2/#line-2-1-6")
        assert self.undo(desk, section, page).url == first.url

    @pytest.mark.parametrize("value", ["", "9", "999999-1", f"{'9' * 30}-1", "x-y"])
    def test_a_button_of_nowhere_leads_to_the_scores(self, desk, section, value):
        assert desk.post(address(section, "undo/"), {"change": value}).url == address(section)

    def test_change_by_somebody_else_in_between_is_not_lost(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        page = desk.get(url)
        result_enter(section=section, board_no=1, ns=1, ew=6, text="3NTN=", user=make_director("cleo"))
        response = self.undo(desk, section, page)
        assert response.status_code == 422
        assert [masked(sentence) for sentence in errors_shown(response)] == [
            "Board 1, 1 N-S against 1 E-W: cleo entered 3NTN= at 00:00, after the change you want to undo. "
            "Nothing is changed; type over it if you are sure."
        ]
        assert stored() == [(1, 1, 6, "3NTN=")]
        assert elements(response, "#undo button") == []

    def test_entry_of_another_director_is_not_offered(self, desk, section):
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=make_director("cleo"))
        assert elements(desk.get(address(section, "boards/1/")), "#undo button") == []
        response = desk.post(address(section, "undo/"), {"change": f"{Result.objects.get().pk}-1"}, follow=True)
        assert texts(response, "#messages p") == ["That is undone already."]
        assert stored() == [(1, 1, 6, "4SS=")]

    def test_reaches_back_after_signing_out_and_on_another_device(self, desk, section, director):
        for key in ("1-1-6", "1-2-8"):
            desk.post(address(section, "boards/1/"), typed(key, "4SS="))
        desk.logout()
        tablet = Client()
        tablet.force_login(director)
        tablet.post(address(section, "boards/1/"), typed("1-3-10", "PASS"))
        for left in (["4SS=", "4SS=", ""], ["4SS=", "", ""], ["", "", ""]):
            self.undo(tablet, section)
            assert [text for *_line, text in stored()] == left

    def test_reaches_back_over_more_changes_than_a_night_has(self, desk, section):
        url, texts_typed = address(section, "boards/1/"), ["4SS=", "4SS+1"] * (40 if THOROUGH else 12)
        for version, text in enumerate(texts_typed):
            desk.post(url, typed("1-1-6", text, shown=texts_typed[version - 1] if version else "", version=version))
        page = desk.get(url)
        for text in reversed(["", *texts_typed[:-1]]):
            page = self.undo(desk, section, page, follow=True)
            assert stored() == [(1, 1, 6, text)]
        assert elements(page, "#undo button") == []

    def test_entry_typed_after_an_undo_is_undone_to_what_stood_then(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-1-6", "4SS+1", shown="4SS=", version=1))
        self.undo(desk, section)
        desk.post(url, typed("1-1-6", "PASS", shown="4SS=", version=3))
        seen = []
        for _press in range(2):
            self.undo(desk, section)
            seen += [text for *_line, text in stored()]
        assert seen == ["4SS=", ""]
        assert elements(desk.get(url), "#undo button") == []

    def test_from_the_page_of_a_table_leads_back_to_it(self, desk, section):
        url = address(section, "rounds/1/tables/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        value = elements(desk.get(url), "#undo button")[0].get("value")
        response = desk.post(address(section, "undo/"), {"change": value, "by": "table"})
        assert response.url == f"{url}#line-1-1-6"

    def test_what_a_ruling_put_there_is_not_offered(self, desk, section, director):
        desk.post(address(section, "boards/1/"), typed("1-1-6", "4SS="))
        desk.post(address(section, "boards/1/"), typed("1-2-8", "PASS"))
        ruling_give(
            section=section,
            user=director,
            facts="A revoke.",
            decision="One down.",
            board_no=1,
            pair_no=2,
            adjusted="4SS-1",
        )
        ruled = Result.objects.get(ns=2)
        page = desk.get(address(section, "boards/1/"))
        assert texts(page, "#undo button") == ["Undo 4SS="]
        response = desk.post(address(section, "undo/"), {"change": f"{ruled.pk}-{ruled.version}"}, follow=True)
        assert texts(response, "#messages p") == ["That is undone already."]
        assert stored() == [(1, 1, 6, "4SS="), (1, 2, 8, "4SS-1")]


class TestAtTheSameTime:
    def test_lines_sent_in_parallel_by_one_director_can_all_be_undone(self, real_database, director):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        lines = section_lines(section).on_board(1)
        sign_in = Client()
        sign_in.force_login(director)

        def send(line):
            desk = Client()
            desk.cookies = sign_in.cookies
            key = f"1-{line.ns}-{line.ew}"
            return lambda: desk.post(address(section, "boards/1/"), typed(key, "4SS="), **HTMX).status_code

        assert all_at_once([send(line) for line in lines]) == [200] * 5
        for left in range(4, -1, -1):
            button = elements(sign_in.get(address(section, "boards/1/")), "#undo button")[0]
            sign_in.post(address(section, "undo/"), {"change": button.get("value")})
            assert [text for *_line, text in stored()].count("4SS=") == left

    def test_undo_pressed_on_two_devices_at_once_undoes_once(self, real_database, director):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        for text in ("4SS=", "4SS+1"):
            result = result_enter(section=section, board_no=1, ns=1, ew=6, text=text, user=director)
        undone = all_at_once([lambda: change_undo(result=result, change=2, user=director)] * 2)
        assert sorted(one is None for one in undone) == [False, True]
        assert stored() == [(1, 1, 6, "4SS=")]
