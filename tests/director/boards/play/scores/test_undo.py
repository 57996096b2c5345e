"""Step 5: undoing, step by step, without losing what somebody else did."""

import pytest

from director.boards.play.plan import store_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from director.models import Act
from movements.registry import make_plan
from tests.director.boards.play.scores.entry_pages import (
    list_stored_results,
    make_posted_line,
    mask_time,
    scores_address,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_director

pytestmark = pytest.mark.django_db


def press(desk, section, way, page=None, **extra):
    """Press the undo or redo button of *page*, or of the page of board 1 as it is now."""
    button = find_elements(
        page or desk.get(scores_address(section, "boards/1/")), f"#{way} button"
    )[0]
    return desk.post(scores_address(section, f"{way}/"), {"change": button.get("value")}, **extra)


class TestUndo:
    def undo(self, desk, section, page=None, **extra):
        return press(desk, section, "undo", page, **extra)

    @pytest.mark.slow
    def test_takes_the_latest_entry_out_and_goes_to_its_line(self, desk, section):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
        desk.post(scores_address(section, "boards/2/"), make_posted_line("2-1-6", "4SS-1"))
        response = self.undo(desk, section)
        assert response.url == scores_address(section, "boards/2/#line-2-1-6")
        page = desk.get(response.url)
        assert find_texts(page, "#messages p") == [
            "Undone: board 2, 1 N-S against 1 E-W is empty again."
        ]
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
        assert find_texts(page, "#undo button") == ["Undo: table 1, board 1"]

    @pytest.mark.slow
    def test_result_taken_out_comes_back(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-1-6", "", shown="4SS=", version=1))
        assert find_texts(desk.get(url), "#undo button") == ["Undo: table 1, board 1"]
        page = desk.get(self.undo(desk, section).url)
        assert find_texts(page, "#messages p") == [
            "Undone: board 1, 1 N-S against 1 E-W is 4SS= again."
        ]
        assert list_stored_results() == [(1, 1, 6, "4SS=")]

    @pytest.mark.slow
    def test_pressed_twice_undoes_once(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-2-8", "PASS"))
        page = desk.get(url)
        self.undo(desk, section, page)
        response = self.undo(desk, section, page, follow=True)
        assert find_texts(response, "#messages p")[-1] == "That was already undone."
        assert list_stored_results() == [(1, 1, 6, "4SS=")]

    def test_pressed_twice_stays_at_the_line(self, desk, section):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
        desk.post(scores_address(section, "boards/2/"), make_posted_line("2-1-6", "4SS-1"))
        page = desk.get(scores_address(section, "boards/1/"))
        first = self.undo(desk, section, page)
        assert first.url == scores_address(section, "boards/2/#line-2-1-6")
        assert self.undo(desk, section, page).url == first.url

    @pytest.mark.parametrize("value", ["", "9", "999999-1", f"{'9' * 30}-1", "x-y"])
    def test_a_button_of_nowhere_leads_to_the_scores(self, desk, section, value):
        assert desk.post(scores_address(section, "undo/"), {"change": value}).url == scores_address(
            section
        )

    def test_change_by_somebody_else_in_between_is_not_lost(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        page = desk.get(url)
        enter_result(
            section=section, board_no=1, ns=1, ew=6, text="3NTN=", user=make_director("cleo")
        )
        response = self.undo(desk, section, page)
        assert response.status_code == 422
        assert find_errors(response) == [
            "A later change depends on this one. Undo that first: Board 1, 1 N-S against 1 E-W: 3NTN= (was 4SS=). "
            "Go to it"
        ]
        assert list_stored_results() == [(1, 1, 6, "3NTN=")]

    @pytest.mark.slow
    def test_entry_of_another_director_is_offered_with_the_name(self, desk, section, director):
        enter_result(
            section=section, board_no=1, ns=1, ew=6, text="4SS=", user=make_director("cleo")
        )
        button = find_elements(desk.get(scores_address(section, "boards/1/")), "#undo button")[0]
        assert (
            button.get("aria-label") == "Undo: table 1, board 1: 4SS=, 1 N-S against 1 E-W, by cleo"
        )
        act = Act.objects.get(kind="result")
        desk.post(scores_address(section, "undo/"), {"change": act.number, "sure": act.number})
        assert list_stored_results() == []
        act.refresh_from_db()
        assert str(act.made_by) == "cleo"
        assert act.undone_by == director

    @pytest.mark.slow
    def test_button_pressed_while_others_enter_other_lines_undoes_what_it_names(
        self, desk, section
    ):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
        page = desk.get(scores_address(section, "boards/1/"))
        enter_result(
            section=section, board_no=1, ns=2, ew=8, text="3NTN=", user=make_director("cleo")
        )
        self.undo(desk, section, page)
        assert list_stored_results() == [(1, 2, 8, "3NTN=")]

    @pytest.mark.slow
    def test_lines_that_were_sent_together_are_undone_one_by_one(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS=") | make_posted_line("1-2-8", "PASS"))
        assert find_texts(desk.get(url), "#undo button") == ["Undo: table 2, board 1"]
        self.undo(desk, section)
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
        self.undo(desk, section)
        assert list_stored_results() == []

    def test_line_that_was_undone_meanwhile_is_not_typed_over_unseen(self, desk, section, director):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        self.undo(desk, section)
        response = desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        assert [mask_time(sentence) for sentence in find_errors(response)] == [
            "Board 1, 1 N-S against 1 E-W: dora deleted the result at 00:00; you typed 4SS-1. "
            "Your entry has not been saved. Choose which result to keep. Keep theirs: nothing Use mine: 4SS-1"
        ]
        choice = make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1) | {
            "theirs-1-1-6": "0",
            "put": "1-1-6",
        }
        desk.post(url, choice)
        assert list_stored_results() == [(1, 1, 6, "4SS-1")]

    @pytest.mark.slow
    def test_version_that_came_back_with_another_text_is_not_typed_over_unseen(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        self.undo(desk, section)
        desk.post(url, make_posted_line("1-1-6", "PASS"))  # version 1 again
        response = desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        assert response.status_code == 422
        assert list_stored_results() == [(1, 1, 6, "PASS")]

    @pytest.mark.slow
    def test_reaches_back_over_more_changes_than_a_night_has(self, desk, section):
        url, texts_typed = (
            scores_address(section, "boards/1/"),
            ["4SS=", "4SS+1"] * 12,
        )
        for version, text in enumerate(texts_typed):
            desk.post(
                url,
                make_posted_line(
                    "1-1-6",
                    text,
                    shown=texts_typed[version - 1] if version else "",
                    version=version,
                ),
            )
        page = desk.get(url)
        for text in reversed(texts_typed[:-1]):
            page = self.undo(desk, section, page, follow=True)
            assert list_stored_results() == [(1, 1, 6, text)]
        page = self.undo(desk, section, page, follow=True)
        assert list_stored_results() == []
        assert find_elements(page, "#undo button") == []

    def test_from_the_page_of_a_table_leads_back_to_it(self, desk, section):
        url = scores_address(section, "rounds/1/tables/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        value = find_elements(desk.get(url), "#undo button")[0].get("value")
        response = desk.post(scores_address(section, "undo/"), {"change": value, "by": "table"})
        assert response.url == f"{url}#line-1-1-6"


class TestRedo:
    @pytest.mark.slow
    def test_says_what_was_done_and_goes_to_its_line(self, desk, section):
        desk.post(scores_address(section, "boards/2/"), make_posted_line("2-1-6", "4SS="))
        press(desk, section, "undo")
        page = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(page, "#redo button") == ["Redo: table 1, board 2"]
        response = press(desk, section, "redo", page)
        assert response.url == scores_address(section, "boards/2/#line-2-1-6")
        assert (
            find_texts(desk.get(response.url), "#messages p")[-1]
            == "Redone: Board 2, 1 N-S against 1 E-W: 4SS=."
        )

    @pytest.mark.slow
    def test_pressed_twice_is_done_once(self, desk, section):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
        press(desk, section, "undo")
        page = desk.get(scores_address(section, "boards/1/"))
        press(desk, section, "redo", page)
        response = press(desk, section, "redo", page, follow=True)
        assert find_texts(response, "#messages p")[-1] == "That was already redone."
        assert list_stored_results() == [(1, 1, 6, "4SS=")]

    @pytest.mark.slow
    def test_is_over_once_something_else_is_typed(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        press(desk, section, "undo")
        page = desk.get(url)
        desk.post(url, make_posted_line("1-2-8", "PASS"))
        assert find_elements(desk.get(url), "#redo button") == []
        assert find_errors(press(desk, section, "redo", page)) == [
            "Nothing is left to redo: something else was changed after the undo."
        ]

    def test_lines_of_a_former_movement_do_not_come_back(self, section, director):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=director)
        number = section.acts.get(kind="result").number
        undo_section(section=section, number=number, user=director)
        store_plan(section=section, movement=make_plan("howell", pairs=10))
        with pytest.raises(DeskError, match=r"^Nothing is left to redo"):
            redo_section(section=section, number=number, user=director)
        assert list_stored_results() == []
