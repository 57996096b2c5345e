"""Step 5: what cannot be, each answered with its sentence and nothing lost; two directors at one line."""

import pytest
from django.test import Client

from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from movements.registry import make_plan
from tests.director.boards.play.scores.entry_pages import (
    BOTH_WAYS,
    list_stored_results,
    make_posted_line,
    mask_time,
    read_box,
    scores_address,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_director, make_section, sign_in

pytestmark = pytest.mark.django_db


class TestRefusing:
    def test_good_lines_are_stored_and_bad_ones_come_back(self, desk, section):
        data = (
            make_posted_line("1-1-6", "4SS=")
            | make_posted_line("1-2-8", "4Z=")
            | make_posted_line("1-3-10", "NP: late")
        )
        response = desk.post(scores_address(section, "boards/1/"), data)
        assert response.status_code == 422
        assert list_stored_results() == [(1, 1, 6, "4SS="), (1, 3, 10, "NP: late")]
        assert find_texts(response, "#messages p") == ["2 results saved."]
        assert find_errors(response) == ["“4Z=”: unknown denomination Z. Use C, D, H, S or NT."]
        boxes = [read_box(response, key) for key in ("1-1-6", "1-2-8", "1-3-10")]
        assert boxes == [("4SS=", 1), ("4Z=", 0), ("NP: late", 1)]
        assert [
            element.get("id")
            for element in find_elements(response, "input")
            if "autofocus" in element.attrib
        ] == ["text-1-2-8"]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_board_outside_the_plan(self, desk, section, extra):
        response = desk.post(
            scores_address(section, "boards/11/"), make_posted_line("11-1-6", "4SS="), **extra
        )
        assert response.status_code == 422
        assert find_errors(response) == ["Board 11 isn’t in play here. The boards are 1 to 10."]
        assert read_box(response, "11-1-6") == ("4SS=", 0)
        assert list_stored_results() == []

    def test_standings_that_cannot_be_made_do_not_keep_the_line_from_being_corrected(self, desk):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        section.session.event.scoring = "matchpoints"
        enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=None)
        response = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(response, "#leaders .bad") == [
            "Board 1: A6040 doesn’t work when scores are compared with their average. Enter A50 or no result."
        ]
        assert read_box(response, "1-1-6") == ("A6040", 1)


class TestTwoDirectors:
    """Dora and Cleo both have board 1 open; Cleo is quicker."""

    @pytest.fixture
    def cleo(self, db) -> Client:
        return sign_in(make_director("cleo"))

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_second_is_told_and_nothing_of_hers_is_stored(self, desk, cleo, section, extra):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        response = desk.post(url, make_posted_line("1-1-6", "4SS+1"), **extra)
        assert response.status_code == 422
        assert mask_time(find_texts(response, "#error-1-1-6 p")[0]) == (
            "Board 1, 1 N-S against 1 E-W: cleo entered 4SS= at 00:00; you typed 4SS+1. "
            "Your entry has not been saved. Choose which result to keep."
        )
        assert find_texts(response, "#error-1-1-6 button") == [
            "Keep theirs: 4♠ S =",
            "Use mine: 4SS+1",
        ]
        assert read_box(response, "1-1-6") == ("4SS+1", 0)
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
