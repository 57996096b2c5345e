"""Step 5: undoing, step by step, without losing what somebody else did."""

import pytest

from director.models import Result
from director.services.result import result_enter
from tests.director.entry_pages import HTMX, address, masked, stored, typed
from tests.director.pages import elements, errors_shown, texts
from tests.factories import make_director, make_night

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
