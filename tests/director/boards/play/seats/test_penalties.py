"""Penalties go along with the people to whom they were given."""

from decimal import Decimal

import pytest

from director.additions.rulings.rulings import Penalty
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import Seeding, draw_entries, seed_entries, swap_entries
from director.boards.play.seats.undoing import SEAT_KINDS
from director.models.ruling import Unit
from tests.factories import add_ruling, make_night

pytestmark = pytest.mark.django_db

MOVES = {
    "draw": lambda section: draw_entries(section=section, seed=5),
    "seeds": lambda section: seed_entries(
        section=section, seeding=[Seeding(number) for number in (6, 5, 4, 3, 2, 1)]
    ),
    "swap": lambda section: swap_entries(section=section, first_no=3, second_no=1),
}


def find_penalized(section):
    ruling = section.rulings.get()
    return section.entries.get(pair_no=ruling.penalty_to).players.first().name


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_a_penalty_before_play_stays_with_its_pair(move):
    section = make_night(pairs=6)
    penalty = Penalty(Decimal(10), Unit.PERCENT, 3)
    add_ruling(section=section, user=None, penalty=penalty, facts="Late.", decision="10 %")
    name = find_penalized(section)
    move(section)
    assert find_penalized(section) == name
    act = section.acts.latest("number")
    undo_section(section=section, number=act.number, user=None, kinds=SEAT_KINDS)
    assert section.rulings.get().penalty_to == 3
    assert find_penalized(section) == name
