"""How long a progressive party takes: the next seating of a hundred tables, its checks, and charts of rotations."""

import random

import pytest

from movements.party.model import TableOutcome
from movements.party.rounds import get_system_and_rule, make_next_seating, make_opening_seating
from movements.party.rules.rotation import make_rotation_chart
from tests.movements.party.parties import make_player_ids

pytestmark = pytest.mark.bench

PLAYERS = 400


@pytest.mark.parametrize(
    ("key", "number"),
    [
        pytest.param("progressive-whist-1", PLAYERS, id="first method, 100 tables"),
        pytest.param("progressive-euchre", PLAYERS - 1, id="euchre with a short table, 100 tables"),
        pytest.param(
            "large-euchre", PLAYERS - 3, id="large euchre with one who sits out, 99 tables"
        ),
        pytest.param("progressive-whist-4", PLAYERS, id="fourth method, 100 tables"),
    ],
)
def test_next_seating_with_all_its_checks(benchmark, key, number):
    seating = make_opening_seating(key, *make_player_ids(number))
    draw = random.Random(1)
    outcomes = {
        table.table_no: TableOutcome(draw.randrange(2), (5, 3, 1)[: len(table.sides)])
        for table in seating
        if not table.sits_out
    }
    after = benchmark(make_next_seating, key, seating, outcomes)
    assert len(after) == len(seating)


def test_next_seating_without_checks(benchmark):
    seating = make_opening_seating("whist-1", *make_player_ids(PLAYERS))
    outcomes = {table.table_no: TableOutcome(0) for table in seating}
    assert (
        len(benchmark(get_system_and_rule("whist-1")[1].advance, seating, outcomes, 1))
        == PLAYERS // 4
    )


@pytest.mark.parametrize("number", [40, 100])
def test_chart_of_a_rotation(benchmark, number):
    assert len(benchmark(make_rotation_chart.__wrapped__, number)) == number - 1
