"""The tables of round 1, as the room at Seats shows them."""

import pytest

from director.boards.play.seats.section_seats import fetch_section_seats
from tests.director.boards.play.seats.contests import make_players_section
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def fetch_tables(section):
    return fetch_section_seats(section, section.plan).tables


def fetch_seated_numbers(section):
    """Return the contestant at each seat of each table: ``{1: {"NS": 1, "EW": 5}}``."""
    return {
        table.table_no: {
            "".join(seat[0] for seat in side.seats): side.number for side in table.sides
        }
        for table in fetch_tables(section)
    }


def test_every_table_has_its_pairs_at_their_sides():
    section = make_night(pairs=8, named=False)
    assert fetch_seated_numbers(section) == {
        table: {"NS": table, "EW": table + 4} for table in (1, 2, 3, 4)
    }
    assert not any(table.sits_out for table in fetch_tables(section))


def test_a_half_table_has_an_empty_side():
    section = make_night(pairs=5, named=False)
    assert fetch_seated_numbers(section) == {
        1: {"NS": 1, "EW": 4},
        2: {"NS": 2, "EW": 5},
        3: {"NS": 3, "EW": None},
    }
    assert [table.sits_out for table in fetch_tables(section)] == [False, False, True]


def test_single_players_sit_alone_at_each_seat():
    tables = fetch_seated_numbers(make_players_section())
    assert [set(sides) for sides in tables.values()] == [{"N", "E", "S", "W"}] * 2
    numbers = [number for sides in tables.values() for number in sides.values()]
    assert sorted(numbers) == list(range(1, 9))
