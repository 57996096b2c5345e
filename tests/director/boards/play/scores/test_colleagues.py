"""Two people at Scores: what one enters reaches the other, and no undo takes it back unasked."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.core.base.roles import Role
from tests.director.boards.play.scores.entry_pages import (
    HTMX,
    list_stored_results,
    make_posted_line,
    mask_time,
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
    def test_an_answer_about_another_act_is_none(self, desk, margaret, section, board):
        desk.post(board, make_posted_line("1-1-6", "4SS="))
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        assert undo(desk, section, desk.get(board), sure="1").status_code == 409
        assert len(list_stored_results()) == 2

    @pytest.mark.slow
    def test_a_page_from_before_names_its_own_act_and_undoes_that_alone(
        self, desk, margaret, section, board
    ):
        desk.post(board, make_posted_line("1-1-6", "4SS="))
        page = desk.get(board)
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        assert undo(desk, section, page).status_code == 302
        assert list_stored_results() == [(1, 2, 8, "3NTE-1")]


class TestNews:
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

    def test_what_changed_since_comes_whole_and_the_rest_as_points(self, desk, margaret, board):
        margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
        page = desk.get(board)
        margaret.post(board, make_posted_line("1-1-6", "4SS="))
        (form,) = find_elements(page, "#lines")
        asked = {"state": form.get("data-state"), "undone": 0, "lines": list_shown_lines(page)}
        answer = desk.get(board, asked, **HTMX)
        assert [line.get("id") for line in find_elements(answer, "tbody.line")] == ["line-1-1-6"]
        assert read_points(answer)["1-2-8"] == "0"


def list_answered_links(answer) -> list[str]:
    return [link.get("href") for link in find_elements(answer, "#stops a")]


def describe_shown_links(page) -> str:
    """Return what the browser tells of the links that *page* shows."""
    return "".join(link.get("class")[0] for link in find_elements(page, "#stops a"))


class TestLinksThatAreShown:
    """An answer repeats no link of a board that says how full the board is already."""

    def test_a_further_result_brings_no_link(self, desk, board):
        desk.post(board, make_posted_line("1-2-8", "3NTE-1"))
        links = describe_shown_links(desk.get(board))
        answer = desk.post(board, make_posted_line("1-1-6", "4SS=", links=links), **HTMX)
        assert list_answered_links(answer) == []


def test_what_changed_costs_no_more_than_at_play(desk, margaret, section, board):
    play = f"/sessions/{section.session_id}/play/"
    page, state = desk.get(board), find_elements(desk.get(play), "#play-state")[0].get("value")
    margaret.post(board, make_posted_line("1-2-8", "3NTE-1"))
    with CaptureQueriesContext(connection) as asked_by_play:
        assert desk.get(play, {"state": state}, **HTMX).status_code == 200
    with CaptureQueriesContext(connection) as asked_by_scores:
        assert news(desk, board, page).status_code == 200
    assert len(asked_by_scores) <= len(asked_by_play)
