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


def joined(room, kind: str) -> list[tuple[int, int]]:
    """Return from which table to which each arrow of a kind goes."""
    return sorted(
        tuple(table_at(room, end) for end in ends(arrow))
        for arrow in room.arrows
        if arrow.kind == kind
    )


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


def test_mitchell_moves_go_to_the_neighbours():
    _movement, room = drawn("mitchell", 14)
    assert joined(room, "ns") == []
    assert joined(room, "ew") == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 1)]
    assert joined(room, "boards") == [(1, 7), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6)]


@pytest.mark.parametrize(
    ("key", "pairs"), [("howell", 8), ("howell", 18), ("howell", 36), ("mitchell", 80)]
)
def test_every_move_of_a_pair_has_its_arrow(key, pairs):
    movement, room = drawn(key, pairs, round_no=2)
    moves = get_moves_by_table(movement, 2)
    for kind in ("ns", "ew"):
        leaving = [(table, getattr(one, kind)) for table, one in moves.items()]
        assert joined(room, kind) == sorted(
            (table, move.table_no)
            for table, move in leaving
            if move and move.table_no not in (None, table)
        )


def test_lines_start_and_end_inside_the_picture():
    for pairs in (6, 8, 12, 16, 22, 30, 36):
        for round_no in range(1, pairs - 1):
            _movement, room = drawn("howell", pairs, round_no)
            points = [point for arrow in room.arrows for point in ends(arrow)]
            assert all(0 <= x <= room.width and 0 <= y <= room.height for x, y in points)


def test_followed_pair_is_marked_at_its_table_and_on_its_way():
    movement, room = drawn("howell", 8, round_no=1, pair_no=3)
    (row,) = (row for row in movement.rows if row.round_no == 1 and 3 in (row.ns, row.ew))
    assert [table.table_no for table in room.tables if table.is_followed] == [row.table_no]
    (arrow,) = (arrow for arrow in room.arrows if arrow.is_followed)
    (following,) = (row for row in movement.rows if row.round_no == 2 and 3 in (row.ns, row.ew))
    assert [table_at(room, end) for end in ends(arrow)] == [row.table_no, following.table_no]


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
