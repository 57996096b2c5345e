"""A way to continue that has no place for a result says so, and only others can be applied."""

import pytest

from director.models import Plan
from tests.director.additions.replanning.test_replanning import (
    REASONS,
    ask_for_options,
    enter_rounds,
)
from tests.director.pages import find_elements, find_texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


SWAPPED_BOARDS = {"kind": "boards-exchanged"} | REASONS["boards-exchanged"]


def list_apply_forms(page) -> list:
    """Return the forms of *page* with a button that applies a way."""
    return [
        form
        for form in find_elements(page, ".proposal form")
        if any(button.get("name") == "way" for button in form.iter("button"))
    ]


def list_blocks(page) -> list[str]:
    return find_texts(page, ".proposal .warn")


@pytest.mark.slow
def test_swapped_boards_with_results_at_the_planned_places_say_which(desk):
    section = make_night(pairs=10, boards_per_set=3)
    enter_rounds(section, 1)
    page = ask_for_options(desk, section, from_round="2", **SWAPPED_BOARDS)
    assert find_elements(page, ".proposal form")
    assert not list_apply_forms(page)
    (block,) = set(list_blocks(page))
    assert block.startswith("6 results have no place here, such as board ")
    assert block.endswith(". To apply this, delete them in Scores first.")
    # An outdated page, with the button, is refused and changes nothing.
    form = find_elements(page, ".proposal form")[0]
    (preview,) = [button for button in form.iter("button") if button.get("name") == "see"]
    sent = {
        box.get("name"): box.get("value", "") for box in form.iter("input") if box.get("name")
    } | {"way": preview.get("value")}
    answer = desk.post(form.get("action"), sent)
    assert answer.status_code == 422
    assert Plan.objects.filter(section=section).count() == 1
