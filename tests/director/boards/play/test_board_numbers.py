"""Boards that don't begin at 1: a night of boards 13 to 36."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.play.plan import number_boards, store_plan
from director.boards.play.sessions import add_section
from director.errors import DeskError
from director.models import Plan, Section
from movements.check.faults import check_plan
from movements.registry import make_plan
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


def test_boards_are_numbered_from_another_number_on(desk):
    section = make_night(pairs=8, boards_per_set=3)
    response = desk.post(section_address(section, "boards"), {"first_board": "13"}, follow=True)
    assert find_texts(response, ".say.success") == ["Boards numbered from 13."]
    assert list_boards(section) == list(range(13, 25))
    movement = load_movement(Section.objects.get(pk=section.pk).plan)
    assert check_plan(movement) == ()


def test_the_next_movement_and_the_next_section_keep_the_numbers(director):
    section = make_night(pairs=8, boards_per_set=3)
    number_boards(session=section.session, first_board=13, user=director)
    store_plan(section=section, movement=make_plan("howell", pairs=8, boards_per_set=3))
    assert list_boards(section)[0] == 13
    other_section = add_section(section=section, letter="B")
    store_plan(section=other_section, movement=make_plan("mitchell", pairs=10, boards_per_set=3))
    assert list_boards(other_section)[0] == 13


def test_all_sections_of_a_session_are_numbered_alike(director):
    section = make_night(pairs=8, boards_per_set=3)
    other_section = add_section(section=section, letter="B")
    store_plan(section=other_section, movement=make_plan("mitchell", pairs=10, boards_per_set=3))
    number_boards(session=section.session, first_board=25, user=director)
    assert [list_boards(each)[0] for each in (section, other_section)] == [25, 25]


def test_boards_with_results_keep_their_numbers(desk):
    section = make_night(pairs=8, boards_per_set=3)
    enter_all_results(section)
    response = desk.post(section_address(section, "boards"), {"first_board": "13"}, follow=True)
    assert find_texts(response, ".say.bad") == [
        "36 results are on these boards, so they keep their numbers. Delete them in Scores first."
    ]
    assert read_typed_first_board(response) == "13"
    assert list_boards(section) == list(range(1, 13))


@pytest.mark.parametrize("typed", ["", "0", "x", "1000"])
def test_a_wrong_number_is_refused_in_a_sentence(desk, typed):
    section = make_night(pairs=8, boards_per_set=3)
    response = desk.post(section_address(section, "boards"), {"first_board": typed}, follow=True)
    assert response.status_code == 422
    assert len(find_texts(response, ".say.bad")) == 1
    assert read_typed_first_board(response) == typed
    assert list_boards(section)[0] == 1


def test_the_last_board_has_a_number_too(director):
    section = make_night(pairs=8, boards_per_set=3)
    with pytest.raises(DeskError, match="The last board would have the number 1001"):
        number_boards(session=section.session, first_board=990, user=director)


def test_a_night_of_boards_13_to_24_is_scored_and_shown(desk):
    section = make_night(pairs=8, boards_per_set=3)
    number_boards(session=section.session, first_board=13, user=None)
    section = Section.objects.get(pk=section.pk)
    enter_all_results(section)
    for page in (
        "play",
        "scores",
        "results",
        "print",
        "results/boards/13",
        "results/recap",
        "field",
    ):
        response = desk.get(section_address(section, page), follow=True)
        assert response.status_code == 200
    assert desk.get(section_address(section, "scores/boards/13")).status_code == 200
    assert Plan.objects.get(section=section, in_force=True).first_board == 13


def test_a_numbered_movement_is_edited_and_keeps_its_numbers(desk):
    section = make_night(pairs=8, boards_per_set=3)
    number_boards(session=section.session, first_board=13, user=None)
    page = desk.get(section_address(section, "field/grid"), {"from": "tonight"})
    assert page.status_code == 200
