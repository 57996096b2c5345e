"""The picture of a party's room: where winners and the others go after the first game."""

import pytest

from director.party.movement.room_sketch import MAX_TABLES, draw_party_room
from movements.party.rounds import make_opening_seating


def draw(key: str, players: int, **options: str):
    half = players // 2
    seats = [f"a{number}" for number in range(half)], [f"b{number}" for number in range(half)]
    seating = make_opening_seating(key, *seats, options=options)
    return draw_party_room(key, seating, options)


def count_moves(room, kind: str) -> int:
    return sum(layer.path.count("M") for layer in room.layers if layer.kind == kind)


def test_the_winners_of_a_whist_drive_leave_each_table_both_ways():
    room = draw("classic-drive", 24)
    assert count_moves(room, "winners") == 12
    assert count_moves(room, "others") == 0, "the losers stay"
    assert [number.number for number in room.numbers] == [1, 2, 3, 4, 5, 6]
    assert "6 tables" in room.description


def test_a_fixed_rotation_has_the_moves_of_everybody():
    assert {"everybody"} <= draw("rotation", 16).kinds


@pytest.mark.parametrize(
    ("key", "players"), [("pivot", 16), ("skat-series", 24), ("classic-drive", 4 * MAX_TABLES + 4)]
)
def test_no_picture_where_nobody_moves_seats_are_drawn_or_the_room_is_too_large(key, players):
    assert draw(key, players) is None


def test_those_who_sit_out_have_no_table():
    assert len(draw("classic-drive", 26).numbers) == 6
