"""Boards that don't begin at 1: a night of boards 13 to 36."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import number_boards
from director.errors import DeskError
from director.models import Section
from tests.director.boards.play.sessions.test_addresses import section_address
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def read_typed_first_board(response) -> str:
    """Return what is in the box of the first board on the page."""
    (box,) = (box for box in find_elements(response, "input") if box.get("name") == "first_board")
    return box.get("value", "")


def list_boards(section: Section) -> list[int]:
    """Return the boards of *section* in ascending order."""
    return sorted(fetch_section_lines(Section.objects.get(pk=section.pk)).boards)


@pytest.mark.slow
def test_boards_with_results_keep_their_numbers(desk):
    section = make_night(pairs=8, boards_per_set=3)
    enter_all_results(section)
    response = desk.post(section_address(section, "boards"), {"first_board": "13"}, follow=True)
    assert find_texts(response, ".say.bad") == [
        "36 results are on these boards, so they keep their numbers. Delete them in Scores first."
    ]
    assert read_typed_first_board(response) == "13"
    assert list_boards(section) == list(range(1, 13))


def test_the_last_board_has_a_number_too(director):
    section = make_night(pairs=8, boards_per_set=3)
    with pytest.raises(DeskError, match="The last board would have the number 1001"):
        number_boards(session=section.session, first_board=990, user=director)
