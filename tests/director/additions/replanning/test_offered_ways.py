"""A way to continue that has no place for a result says so, and only others can be applied."""

import pytest

from director.additions.replanning.page import CHANGE_REASONS, FORGOTTEN_SWITCH_KEY
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import PLAN
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import import_result
from director.models import Plan
from tests.director.additions.replanning.test_replanning import (
    REASONS,
    ask_for_options,
    enter_rounds,
)
from tests.director.pages import find_elements, find_texts
from tests.director.sent_forms import send_form
from tests.factories import make_night, reload_section

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


@pytest.mark.parametrize("movement_key", ["mitchell", "howell"])
@pytest.mark.parametrize(
    "reason", [question.key for question in CHANGE_REASONS if question.key != FORGOTTEN_SWITCH_KEY]
)
def test_every_way_with_a_button_can_be_applied(desk, reason, movement_key):
    section = make_night(key=movement_key, pairs=10, boards_per_set=3)
    enter_rounds(section, 2)
    page = ask_for_options(desk, section, kind=reason, **REASONS[reason])
    for number in range(len(list_apply_forms(page))):
        page = ask_for_options(desk, section, kind=reason, **REASONS[reason])
        form = list_apply_forms(page)[number]
        answer = send_form(desk, form.get("action"), page, form, {})
        assert answer.status_code == 302, find_texts(answer, ".bad")
        act = section.acts.filter(kind=PLAN).latest("number")
        undo_section(section=reload_section(section), number=act.number, user=None, kinds=(PLAN,))


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


def test_one_result_is_named_alone(desk):
    section = make_night(pairs=10, boards_per_set=3)
    line = next(
        line
        for line in fetch_section_lines(section).all
        if line.round_no == 1 and line.table_no == 2
    )
    import_result(section=section, line=line, text="4SS=", user=None)
    page = ask_for_options(desk, section, from_round="2", **SWAPPED_BOARDS)
    block = list_blocks(page)[0]
    label = section.get_label
    assert block == (
        f"A result has no place here: board {line.board_no}, {label(line.ns)} against {label(line.ew)}. "
        "To apply this, delete it in Scores first."
    )


def test_a_change_that_nothing_fits_says_so(desk):
    section = make_night(pairs=13, boards_per_set=3)
    enter_rounds(section, 3)
    page = ask_for_options(desk, section, kind="followed", from_round="4", **REASONS["followed"])
    assert find_texts(page, "#ways") == ["What happens after Howell was played in round 1"]
    assert not find_elements(page, ".proposal")
    assert find_texts(page, ".say.warn")[-1] == (
        "No way to continue fits what was played. Check your choices above, or follow the guide cards."
    )
    boxes = {"kind": "followed", "followed_key": "howell", "first_round": "1", "last_round": "2"}
    page = ask_for_options(desk, section, from_round="4", **boxes)
    assert find_texts(page, "#ways") == [
        "What happens after Howell was played from round 1 to round 2"
    ]


@pytest.mark.parametrize(
    ("other_pair", "leavers"), [("", "pair 5 leaves"), ("6", "pairs 5 and 6 leave")]
)
def test_the_history_says_who_leaves(desk, other_pair, leavers):
    section = make_night(key="howell", pairs=10, boards_per_set=3)
    enter_rounds(section, 2)
    page = ask_for_options(desk, section, kind="pair-leaves", pair="5", other_pair=other_pair)
    form = list_apply_forms(page)[0]
    send_form(desk, form.get("action"), page, form, {})
    assert f"({leavers})" in section.acts.filter(kind=PLAN).latest("number").words
