"""Movements written for BridgeScorer, which has who sits where with which boards, and nothing else."""

import pytest

from movements.errors import MovementError
from movements.files.formats import parse_plan, write_plan
from movements.files.library import read_library
from movements.registry import make_plan

MADE = [
    ("howell", {"pairs": 8, "boards_per_set": 3}),
    ("howell", {"pairs": 7}),
    ("mitchell", {"pairs": 13}),
    ("mitchell", {"tables": 6, "boards_per_set": 2}),
    ("individual", {"players": 12}),
]


def seats(plan):
    """Return who sits out in each round, and who meets whom with which boards."""
    meetings = {
        (row.round_no, row.players or (row.ns, row.ew), frozenset(row.boards)) for row in plan.rows
    }
    return meetings, {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}


@pytest.mark.parametrize(("key", "size"), MADE, ids=[key for key, _size in MADE])
def test_what_is_written_is_read_again(key, size):
    plan = make_plan(key, **size)
    text = write_plan(plan, "yaml")
    read_back = parse_plan(text)
    assert seats(read_back) == seats(plan)
    assert (read_back.contestants, read_back.winners) == (plan.contestants, plan.winners)
    [item] = read_library(text)
    assert item.title == plan.name
    assert not item.problems


def test_sets_have_the_order_of_their_boards():
    plan = make_plan("mitchell", pairs=13)
    assert parse_plan(write_plan(plan, "yaml")).rows == plan.rows


@pytest.mark.parametrize(
    ("key", "size", "lost"),
    [
        ("web-mitchell", {"pairs": 20}, "several copies of the boards, or who wins"),
        ("new-england-trophy", {}, "matches of teams"),
    ],
    ids=["copies", "teams"],
)
def test_what_the_file_has_no_place_for_is_refused(key, size, lost):
    with pytest.raises(MovementError) as refused:
        write_plan(make_plan(key, **size), "yaml")
    assert str(refused.value).endswith(
        f"can’t be written as YAML, which doesn’t support {lost}. Use JSON or CSV."
    )
