"""Step 5: undoing, step by step, without losing what somebody else did."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from director.models import Act
from movements.registry import make_plan
from tests.director.boards.play.scores.entry_pages import (
    HTMX,
    list_stored_results,
    make_posted_line,
    mask_time,
    scores_address,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.simultaneous import run_simultaneously
from tests.factories import add_ruling, make_director, make_night

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

    def test_step_by_step_to_the_beginning(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-2-8", "PASS"))
        desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        seen = []
        while find_elements(desk.get(url), "#undo button"):
            self.undo(desk, section)
            seen.append([text for *_line, text in list_stored_results()])
        assert seen == [["4SS=", "PASS"], ["4SS="], []]

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

    def test_version_that_came_back_with_another_text_is_not_typed_over_unseen(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        self.undo(desk, section)
        desk.post(url, make_posted_line("1-1-6", "PASS"))  # version 1 again
        response = desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        assert response.status_code == 422
        assert list_stored_results() == [(1, 1, 6, "PASS")]

    def test_reaches_back_after_signing_out_and_on_another_device(self, desk, section, director):
        for key in ("1-1-6", "1-2-8"):
            desk.post(scores_address(section, "boards/1/"), make_posted_line(key, "4SS="))
        desk.logout()
        tablet = Client()
        tablet.force_login(director)
        tablet.post(scores_address(section, "boards/1/"), make_posted_line("1-3-10", "PASS"))
        for left in (["4SS=", "4SS="], ["4SS="], []):
            self.undo(tablet, section)
            assert [text for *_line, text in list_stored_results()] == left

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

    def test_entry_typed_after_an_undo_is_undone_to_what_stood_then(self, desk, section):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-1-6", "4SS+1", shown="4SS=", version=1))
        self.undo(desk, section)
        desk.post(url, make_posted_line("1-1-6", "PASS", shown="4SS=", version=1))
        seen = []
        for _press in range(2):
            self.undo(desk, section)
            seen.append([text for *_line, text in list_stored_results()])
        assert seen == [["4SS="], []]
        assert find_elements(desk.get(url), "#undo button") == []

    def test_undo_does_not_restore_a_result_that_the_method_can_no_longer_score(
        self, desk, section, director
    ):
        line = {"section": section, "board_no": 1, "ns": 1, "ew": 6, "user": director}
        enter_result(**line, text="A6040")
        enter_result(**line, text="4SS=")
        enter_result(**line | {"ns": 2, "ew": 8}, text="4SS-1")
        set_scoring(section=section, scoring="average", options={})
        page = desk.get(scores_address(section, "boards/1/"))
        assert self.undo(desk, section, page).status_code == 302  # what was played it can
        refused = self.undo(desk, section)
        assert refused.status_code == 422
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
        set_scoring(section=section, scoring="matchpoints", options={})
        assert self.undo(desk, section).status_code == 302
        assert list_stored_results() == [(1, 1, 6, "A6040")]

    def test_from_the_page_of_a_table_leads_back_to_it(self, desk, section):
        url = scores_address(section, "rounds/1/tables/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        value = find_elements(desk.get(url), "#undo button")[0].get("value")
        response = desk.post(scores_address(section, "undo/"), {"change": value, "by": "table"})
        assert response.url == f"{url}#line-1-1-6"

    def test_ruling_is_undone_with_what_it_put_on_its_line(self, desk, section, director):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-2-8", "PASS"))
        ruling = {
            "facts": "A revoke.",
            "decision": "One down.",
            "board_no": 1,
            "pair_no": 2,
            "adjusted": "4SS-1",
        }
        given = add_ruling(section=section, user=director, **ruling)
        page = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(page, "#undo button") == ["Undo: ruling 1"]
        page = desk.get(self.undo(desk, section, page).url)
        assert find_texts(page, "#messages p") == [
            "Undone: Ruling 1: board 1, table 2, 2 N-S against 3 E-W."
        ]
        assert list_stored_results() == [(1, 2, 8, "PASS")]
        assert section.rulings.count() == 0
        press(desk, section, "redo")
        assert list_stored_results() == [(1, 2, 8, "4SS-1")]
        assert section.rulings.get() == given


class TestRedo:
    def test_goes_forward_again_through_every_state(self, desk, section):
        url, seen = scores_address(section, "boards/1/"), []
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-2-8", "PASS"))
        desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        for _press in range(3):
            press(desk, section, "undo")
        assert list_stored_results() == []
        while find_elements(desk.get(url), "#redo button"):
            press(desk, section, "redo")
            seen.append([text for *_line, text in list_stored_results()])
        assert seen == [["4SS="], ["4SS=", "PASS"], ["4SS-1", "PASS"]]
        assert find_texts(desk.get(url), "#undo button") == ["Undo: table 1, board 1"]

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

    def test_pressed_twice_is_done_once(self, desk, section):
        desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="))
        press(desk, section, "undo")
        page = desk.get(scores_address(section, "boards/1/"))
        press(desk, section, "redo", page)
        response = press(desk, section, "redo", page, follow=True)
        assert find_texts(response, "#messages p")[-1] == "That was already redone."
        assert list_stored_results() == [(1, 1, 6, "4SS=")]

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


class TestAtTheSameTime:
    def test_lines_sent_in_parallel_by_one_director_can_all_be_undone(
        self, real_database, director
    ):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        lines = fetch_section_lines(section).get_board_lines(1)
        sign_in = Client()
        sign_in.force_login(director)

        def send(line):
            desk = Client()
            desk.cookies = sign_in.cookies
            key = f"1-{line.ns}-{line.ew}"
            return lambda: (
                desk.post(
                    scores_address(section, "boards/1/"), make_posted_line(key, "4SS="), **HTMX
                ).status_code
            )

        assert run_simultaneously([send(line) for line in lines]) == [200] * 5
        for number in range(4, -1, -1):
            button = find_elements(
                sign_in.get(scores_address(section, "boards/1/")), "#undo button"
            )[0]
            sign_in.post(scores_address(section, "undo/"), {"change": button.get("value")})
            assert [text for *_line, text in list_stored_results()] == ["4SS="] * number

    def test_undo_pressed_on_two_devices_at_once_undoes_once(self, real_database, director):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        for text in ("4SS=", "4SS+1"):
            enter_result(section=section, board_no=1, ns=1, ew=6, text=text, user=director)
        undone = run_simultaneously(
            [lambda: undo_section(section=section, number=2, user=director)] * 2
        )
        assert sorted(act is None for act in undone) == [False, True]
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
