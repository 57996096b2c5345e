"""Files with many movements: the sound ones are read, and each broken one is named with its line."""

import json

import pytest

from movements.errors import UnreadablePlanError
from movements.files.formats import write_plan
from movements.files.library import library_to_json, read_library
from movements.registry import make_plan

HOWELL = make_plan("howell", pairs=8, boards_per_set=3)
MITCHELL = make_plan("mitchell", pairs=14, boards_per_set=4)


def text_of(plan, title: str) -> str:
    return write_plan(plan, "text").replace(write_plan(plan, "text").splitlines()[0], title)


def test_title_without_brackets_begins_a_movement_of_its_own():
    blocks = [
        text_of(HOWELL, "[A] First"),
        text_of(HOWELL, "Second"),
        text_of(MITCHELL, "[C] Third"),
    ]
    items = read_library("\n".join(blocks))
    assert [(item.title.split(" (")[0], bool(item.plan)) for item in items] == [
        ("[A] First", True), ("Second", True), ("[C] Third", True),
    ]  # fmt: skip
    (only,) = read_library(text_of(HOWELL, "No brackets at all"))
    assert only.plan.rows == HOWELL.rows


def test_title_at_the_end_with_nothing_after_it_is_named():
    items = read_library(text_of(HOWELL, "[A] First") + "\n[B] Second\n")
    assert items[1].problems == ("Line 8: nothing follows the title.",)


@pytest.mark.parametrize("form", ["csv", "json", "text"])
def test_file_with_one_movement_is_a_library_of_one(form):
    (item,) = read_library("\ufeff" + write_plan(HOWELL, form), "ours")
    assert item.plan.rows == HOWELL.rows


def test_library_is_written_and_read_back_with_its_notes():
    plans = [(HOWELL, "for tea"), (make_plan("three-teams-rows", teams=3), "")]
    items = read_library(library_to_json(plans))
    assert [(item.plan, item.note) for item in items] == plans
    assert library_to_json([]) == "[\n\n]\n"


def test_broken_plan_of_a_json_library_is_named():
    data = json.loads(library_to_json([(HOWELL, ""), (MITCHELL, "")]))
    data[0]["rows"][3]["ew"] = "two"
    items = read_library(json.dumps(data))
    assert [(item.title, bool(item.plan)) for item in items] == [
        (HOWELL.name, False), (MITCHELL.name, True),
    ]  # fmt: skip
    data[0] = {"rows": 3, "name": "Odd"}
    items = read_library(json.dumps(data))
    assert items[0].title == "Odd"
    assert items[0].plan is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[{"rows": [\n3,,]}]', "its JSON breaks off in line 2"),
        ("hello", "it isn’t JSON, a CSV grid, movement text, guide cards or a file of ACBLscore"),
        ("[" * 100_000, "it is nested too deeply"),
    ],
    ids=["json", "prose", "deep"],
)
def test_file_of_another_kind_is_refused(text, problem):
    with pytest.raises(UnreadablePlanError) as error:
        read_library(text)
    assert error.value.problems == (problem,)


def test_empty_list_has_nothing_to_read():
    (item,) = read_library("[]")
    assert item.problems == (
        "This isn’t a valid plan: it is a list, not an object with named fields.",
    )
