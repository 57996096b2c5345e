"""The map of a round: where tables stand, who sits there, and which way the arrows go."""

import re

import pytest

from director.boards.movement.numbering import make_planned_section
from director.boards.movement.room_map import HEIGHT, WIDTH, draw_room_map
from movements.moves import get_moves_by_table
from movements.registry import make_plan


def drawn(key: str, pairs: int, round_no: int = 1, pair_no: int = 1, **kwargs):
    movement = make_plan(key, pairs=pairs, boards_per_set=2, **kwargs)
    section = make_planned_section(None, movement)
    return movement, draw_room_map(
        movement, round_no, get_moves_by_table(movement, round_no), pair_no, section.get_label
    )


def ends(arrow) -> tuple[tuple[int, int], tuple[int, int]]:
    numbers = [int(number) for number in re.findall(r"-?\d+", arrow.path)]
    return tuple(numbers[:2]), tuple(numbers[-2:])


def table_at(room, point) -> int:
    """Return the table whose edge *point* touches."""
    x, y = point
    near = (
        table.table_no
        for table in room.tables
        if table.x - 4 <= x <= table.x + WIDTH + 4 and table.y - 4 <= y <= table.y + HEIGHT + 4
    )
    return next(near)


@pytest.mark.parametrize("tables", range(2, 41))
def test_tables_stand_inside_the_picture_and_apart(tables):
    _movement, room = drawn("mitchell", 2 * tables)
    assert len(room.tables) == tables
    corners = [(table.x, table.y) for table in room.tables]
    assert all(0 <= x <= room.width - WIDTH and 0 <= y <= room.height - HEIGHT for x, y in corners)
    for index, (x, y) in enumerate(corners):
        assert all(
            abs(x - ox) >= WIDTH + 20 or abs(y - oy) >= HEIGHT + 20 for ox, oy in corners[:index]
        )


def test_after_the_last_round_nobody_moves():
    _movement, room = drawn("mitchell", 10, round_no=5)
    assert room.arrows == ()


def test_a_table_says_who_plays_what_or_waits():
    _movement, room = drawn("mitchell", 13, round_no=3)
    assert [(table.ns, table.ew, table.boards) for table in room.tables[:3]] == [
        ("1", "6", "5–6"),
        ("2", "", ""),
        ("3", "1", "9–10"),
    ]


def test_boards_rest_between_their_tables_and_an_arrow_leads_there():
    _movement, room = drawn("mitchell", 12, options={"even": "share"})
    (stand,) = room.stands
    three, four = room.tables[2], room.tables[3]
    assert stand.boards == "7–8"
    assert stand.x == three.x + WIDTH // 2
    assert stand.y == (three.y + four.y + HEIGHT) // 2
    starts = [
        arrow
        for arrow in room.arrows
        if arrow.kind == "boards" and table_at(room, ends(arrow)[0]) == 4
    ]
    (_start, end) = ends(starts[0])
    assert abs(end[0] - stand.x) <= WIDTH / 2
    assert abs(end[1] - stand.y) <= HEIGHT
