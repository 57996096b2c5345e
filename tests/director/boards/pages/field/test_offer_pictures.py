"""The pictures of Field: each suggestion has a plan of the room and a bar of the evening."""

import pytest

from director.boards.movement.offers import assess_movement
from movements.registry import make_plan
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import field_address, make_night, make_section

pytestmark = pytest.mark.django_db


def test_nobody_has_asked_for_the_boards_that_a_movement_of_the_library_has():
    """Of 13 pairs each sits out once, so that the session has more boards than anybody plays."""
    plan = make_plan("howell", pairs=13, rounds=13, boards_per_set=2)
    assert "asked" not in assess_movement(plan).weaknesses


def test_change_shows_the_movements_for_as_many_as_now_at_once(desk):
    section = make_night(pairs=14, named=False)
    page = desk.get(field_address(section), {"tab": "change"})
    assert find_texts(page, "#advice tbody th a")
    boxes = [box for box in find_elements(page, "main input") if "autofocus" in box.attrib]
    assert [(box.get("name"), box.get("value")) for box in boxes] == [("pairs", "14")]
    assert "Enter the number" not in " ".join(find_texts(page, "#advice"))


def test_pictures_take_no_queries(desk):
    url = field_address(make_section())
    assert count_queries(desk, f"{url}?pairs=3") == count_queries(desk, f"{url}?pairs=40")
