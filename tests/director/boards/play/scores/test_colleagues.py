"""Two people at Scores: what one enters reaches the other, and no undo takes it back unasked."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.core.base.roles import Role
from tests.director.boards.play.scores.entry_pages import (
    HTMX,
    list_stored_results,
    make_posted_line,
    mask_time,
    read_box,
    scores_address,
)
from tests.director.pages import find_elements, find_texts
from tests.factories import make_account, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def margaret(section):
    """The browser of a colleague."""
    return sign_in(make_account("margaret", Role.DIRECTOR))


@pytest.fixture
def board(section):
    return scores_address(section, "boards/1/")


def news(browser, board, page):
    """Ask for what has changed since *page*, as its script does."""
    (form,) = find_elements(page, "#lines")
    (since,) = find_elements(page, "#undone")
    asked = {"state": form.get("data-state"), "undone": since.get("data-since")}
    return browser.get(board, asked, **HTMX)


def undo(browser, section, page, **more):
    (button,) = find_elements(page, "#undo button")
    return browser.post(scores_address(section, "undo/"), {"change": button.get("value")} | more)


class TestUndoOfAnother:
    def test_is_asked_about_by_name_time_and_entry(self, desk, margaret, section, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        page = desk.get(board)
        assert find_texts(page, "#undo button") == ["Undo: table 2, board 1, by margaret"]
        question = undo(desk, section, page)
        assert question.status_code == 409
        assert [mask_time(text) for text in find_texts(question, "#entry-page form.warn p")][
            :1
        ] == ["Undo what margaret did at 00:00? Board 1, 2 N-S against 3 E-W: 3NTE-1."]
        assert list_stored_results() == [(1, 2, 8, "3NTE-1")]

    def test_is_done_once_the_question_is_answered(self, desk, margaret, section, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        question = undo(desk, section, desk.get(board))
        (form,) = find_elements(question, "#entry-page form.warn")
        sent = {one.get("name"): one.get("value") for one in form.iter("input")}
        (button,) = form.iter("button")
        sent[button.get("name")] = button.get("value")
        assert desk.post(form.get("action"), sent).status_code == 302
        assert list_stored_results() == []

    def test_an_answer_about_another_act_is_none(self, desk, margaret, section, board):
        desk.post(board, make_posted_line("1-1-6", "4SS="))
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        assert undo(desk, section, desk.get(board), sure="1").status_code == 409
        assert len(list_stored_results()) == 2

    def test_a_page_from_before_names_its_own_act_and_undoes_that_alone(
        self, desk, margaret, section, board
    ):
        desk.post(board, make_posted_line("1-1-6", "4SS="))
        page = desk.get(board)
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        assert undo(desk, section, page).status_code == 302
        assert list_stored_results() == [(1, 2, 8, "3NTE-1")]

    def test_an_entry_of_a_table_is_asked_about_too(self, desk, section, board):
        line = fetch_section_lines(section).find_line(1, 2, 8)
        import_result(section=section, line=line, text="3NTE-1", user=None)
        question = undo(desk, section, desk.get(board))
        assert question.status_code == 409
        assert "Undo what a table did at" in find_texts(question, "#entry-page form.warn p")[0]

    def test_what_another_undid_is_redone_only_after_a_question(
        self, desk, margaret, section, board
    ):
        desk.post(board, make_posted_line("1-1-6", "4SS="))
        undo(desk, section, desk.get(board))
        (button,) = find_elements(margaret.get(board), "#redo button")
        redo = {"change": button.get("value")}
        question = margaret.post(scores_address(section, "redo/"), redo)
        assert question.status_code == 409
        assert "Redo what dora undid at" in find_texts(question, "#entry-page form.warn p")[0]
        margaret.post(scores_address(section, "redo/"), redo | {"sure": button.get("value")})
        assert list_stored_results() == [(1, 1, 6, "4SS=")]


class TestNews:
    def test_nothing_new_is_answered_with_nothing_in_fewer_queries_than_play(
        self, desk, section, board
    ):
        page = desk.get(board)
        play = f"/sessions/{section.session_id}/play/"
        state = find_elements(desk.get(play), "#play-state")[0].get("value")
        with CaptureQueriesContext(connection) as asked_by_scores:
            assert news(desk, board, page).status_code == 204
        with CaptureQueriesContext(connection) as asked_by_play:
            assert desk.get(play, {"state": state}, **HTMX).status_code == 204
        assert len(asked_by_scores) < len(asked_by_play)

    def test_what_changed_costs_no_more_than_at_play(self, desk, margaret, section, board):
        play = f"/sessions/{section.session_id}/play/"
        page, state = desk.get(board), find_elements(desk.get(play), "#play-state")[0].get("value")
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        with CaptureQueriesContext(connection) as asked_by_play:
            assert desk.get(play, {"state": state}, **HTMX).status_code == 200
        with CaptureQueriesContext(connection) as asked_by_scores:
            assert news(desk, board, page).status_code == 200
        assert len(asked_by_scores) <= len(asked_by_play)

    def test_entries_of_others_come_with_their_versions_and_points(
        self, desk, margaret, section, board
    ):
        page = desk.get(board)
        margaret.post(board, make_posted_line("1-1-6", "4SS="))
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        answer = news(desk, board, page)
        assert read_box(answer, "1-2-8") == ("3NTE-1", 1)
        assert find_texts(answer, "#points-1-1-6") == ["2"]
        assert find_texts(answer, "#undo button") == ["Undo: table 2, board 1, by margaret"]
        (said,) = find_elements(answer, "#entry-status")
        assert said.get("data-state") != find_elements(page, "#lines")[0].get("data-state")

    def test_a_saved_line_brings_the_results_of_the_other_lines(self, desk, margaret, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        response = desk.post(board, make_posted_line("1-1-6", "4SS="), **HTMX)
        assert read_box(response, "1-2-8") == ("3NTE-1", 1)
        assert find_texts(response, "#points-1-2-8") == ["0"]

    def test_whose_entry_was_undone_reads_so(self, desk, margaret, section, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        her_page, his_page = margaret.get(board), desk.get(board)
        number = find_elements(his_page, "#undo button")[0].get("value")
        undo(desk, section, his_page, sure=number)
        assert [
            mask_time(text) for text in find_texts(news(margaret, board, her_page), "#undone p")
        ] == ["dora undid this change of yours at 00:00: Board 1, 2 N-S against 3 E-W: 3NTE-1."]
        assert find_texts(news(desk, board, his_page), "#undone p") == []
        assert find_texts(news(margaret, board, margaret.get(board)), "#undone p") == []


def list_shown_lines(page):
    """Return the lines of *page* as its script tells them to the program."""
    return ",".join(
        f"{line.get('id').removeprefix('line-')}:{line.get('data-shown')}"
        for line in find_elements(page, "tbody.line")
    )


def read_points(answer):
    """Return the points that an answer has of lines that it doesn't repeat, by line."""
    (script,) = find_elements(answer, "#other-points")
    return {key: text for key, (text, _is_odd) in json.loads(script.text).items()}


class TestLinesThatAreShown:
    """An answer repeats no line that the browser shows as it is stored: of those it has the points."""

    def test_a_saved_line_brings_the_points_of_lines_that_are_shown(self, desk, board):
        desk.post(board, make_posted_line("1-2-8", "3NTE-1"))
        shown_lines = list_shown_lines(desk.get(board))
        sent = make_posted_line("1-1-6", "4SS=", lines=shown_lines)
        answer = desk.post(board, sent, **HTMX)
        assert [line.get("id") for line in find_elements(answer, "tbody.line")] == ["line-1-1-6"]
        assert read_points(answer) == {"1-2-8": "0", "1-3-10": "", "1-4-7": "", "1-5-9": ""}

    def test_a_line_that_a_colleague_has_changed_comes_whole(self, desk, margaret, board):
        shown_lines = list_shown_lines(desk.get(board))
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        sent = make_posted_line("1-1-6", "4SS=", lines=shown_lines)
        answer = desk.post(board, sent, **HTMX)
        assert read_box(answer, "1-2-8") == ("3NTE-1", 1)
        assert "1-2-8" not in read_points(answer)

    def test_what_changed_since_comes_whole_and_the_rest_as_points(self, desk, margaret, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        page = desk.get(board)
        margaret.post(board, make_posted_line("1-1-6", "4SS="))
        (form,) = find_elements(page, "#lines")
        asked = {"state": form.get("data-state"), "undone": 0, "lines": list_shown_lines(page)}
        answer = desk.get(board, asked, **HTMX)
        assert [line.get("id") for line in find_elements(answer, "tbody.line")] == ["line-1-1-6"]
        assert read_points(answer)["1-2-8"] == "0"

    def test_a_browser_that_shows_another_board_gets_the_saved_line_alone(self, desk, board):
        desk.post(board, make_posted_line("1-2-8", "3NTE-1"))
        sent = make_posted_line("1-1-6", "4SS=", lines="other")
        answer = desk.post(board, sent, **HTMX)
        assert [line.get("id") for line in find_elements(answer, "tbody.line")] == ["line-1-1-6"]
        assert read_points(answer) == {}


def list_answered_links(answer) -> list[str]:
    return [link.get("href") for link in find_elements(answer, "#stops a")]


def describe_shown_links(page) -> str:
    """Return what the browser tells of the links that *page* shows."""
    return "".join(link.get("class")[0] for link in find_elements(page, "#stops a"))


class TestLinksThatAreShown:
    """An answer repeats no link of a board that says how full the board is already."""

    def test_the_first_result_of_a_board_brings_its_link_alone(self, desk, board):
        links = describe_shown_links(desk.get(board))
        answer = desk.post(board, make_posted_line("1-1-6", "4SS=", links=links), **HTMX)
        assert list_answered_links(answer) == [board]

    def test_a_further_result_brings_no_link(self, desk, board):
        desk.post(board, make_posted_line("1-2-8", "3NTE-1"))
        links = describe_shown_links(desk.get(board))
        answer = desk.post(board, make_posted_line("1-1-6", "4SS=", links=links), **HTMX)
        assert list_answered_links(answer) == []

    def test_a_board_that_a_colleague_began_brings_its_link_too(self, desk, margaret, board):
        links = describe_shown_links(desk.get(board))
        other_board = board.replace("boards/1/", "boards/2/")
        (box, *_others) = find_elements(margaret.get(other_board), ".entry-box")
        margaret.post(other_board, make_posted_line(box.get("name")[len("text-") :], "1CE="))
        answer = desk.post(board, make_posted_line("1-1-6", "4SS=", links=links), **HTMX)
        assert list_answered_links(answer) == [board, other_board]

    @pytest.mark.parametrize("links", ["", "n", "n" * 99])
    def test_a_browser_that_tells_nothing_of_use_gets_every_link(self, desk, board, links):
        count = len(find_elements(desk.get(board), "#stops a"))
        answer = desk.post(board, make_posted_line("1-1-6", "4SS=", links=links), **HTMX)
        assert len(list_answered_links(answer)) == count
