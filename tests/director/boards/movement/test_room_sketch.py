"""The picture of the room: its tables, half tables, who stays, what rests, and the first move."""

import re

import pytest

from director.boards.movement.room_sketch import draw_room_sketch
from director.core.base.room_drawing import STEP
from movements.registry import make_plan


def count_marks(sketch, kind: str) -> int:
    """Return how many marks of one kind are drawn."""
    return sum(layer.path.count("M") for layer in sketch.layers if layer.kind == kind)


def sketch_of(key: str, **size):
    return draw_room_sketch(make_plan(key, **size))


def test_a_howell_has_one_pair_that_stays():
    sketch = sketch_of("howell", pairs=14)
    assert count_marks(sketch, "stays") == 2
    assert sketch.description == "7 tables. N-S keep their tables at 1 table."


@pytest.mark.parametrize("half_table", ["ns", "ew"])
def test_a_half_table_is_drawn_as_half(half_table):
    sketch = sketch_of("mitchell", pairs=13, options={"half_table": half_table})
    assert count_marks(sketch, "table") == 7
    seats = count_marks(sketch, "stays") + count_marks(sketch, "seats")
    assert seats == 6 * 4 + 2
    assert "one of them a half table" in sketch.description


def test_shared_boards_and_boards_that_rest_are_drawn():
    sketch = sketch_of("mitchell", pairs=16, options={"even": "share"})
    assert count_marks(sketch, "shared") == 1
    assert count_marks(sketch, "stands") == 3, "a pile of boards"
    assert sketch.description.endswith("Tables share boards and boards rest.")


def test_a_pair_that_only_changes_sides_keeps_its_table():
    turned = make_plan("one-winner-mitchell", pairs=14)
    assert turned.arrow_switches
    assert count_marks(draw_room_sketch(turned), "stays") == 14


def test_the_halves_of_teams_at_home_stay():
    sketch = sketch_of("american-whist", teams=7)
    assert count_marks(sketch, "stays") == 14


def list_steps(sketch, kind: str) -> list[int]:
    """Return how many tables each arrow of *kind* goes, to the right or left, from the first table on."""
    curves = next(layer.path for layer in sketch.layers if layer.kind == kind)
    ends = re.findall(r"M([\d.]+) [\d.]+C[^M]*? ([\d.]+) [\d.]+(?=M|$)", curves)
    return [
        round((float(end) - float(start)) / STEP)
        for start, end in sorted(ends, key=lambda it: float(it[0]))
    ]


def test_a_mitchell_is_a_chain_of_pairs_up_and_boards_down():
    sketch = sketch_of("mitchell", pairs=14)
    # From the right of a table to the left of the next, and from the last one round to the first.
    assert list_steps(sketch, "ew") == [0] * 6 + [-7]
    assert list_steps(sketch, "boards") == [6] + [-1] * 6


def test_pairs_of_a_howell_move_both_ways_and_the_last_round_moves_nobody():
    assert {"ns", "ew", "boards"} <= sketch_of("howell", pairs=8).kinds
    assert not {"ns", "ew", "boards"} & sketch_of("mitchell", pairs=8, rounds=1).kinds


def test_boards_leave_the_stand_for_the_next_table():
    sketch = sketch_of("mitchell", pairs=16, options={"even": "share"})
    assert count_marks(sketch, "boards") == 8 + 1, "from each table and from the stand"


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("howell", {"pairs": 3}),
        ("team-match", {"teams": 2}),
        ("individual", {"players": 4}),
        ("web-mitchell", {"pairs": 80}),
        ("rainbow", {"players": 116}),
    ],
)
def test_any_number_of_tables_lies_within_the_picture(key, size):
    sketch = sketch_of(key, **size)
    starts = [
        (float(x), float(y))
        for layer in sketch.layers
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", layer.path)
    ]
    assert starts
    assert all(0 <= x <= int(sketch.width) and 0 <= y <= int(sketch.height) for x, y in starts)
