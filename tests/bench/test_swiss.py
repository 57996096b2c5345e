"""How long it takes to draw a round of a Swiss."""

import random

import pytest

from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField
from movements.swiss.matching import find_lightest_pairs, make_standings_rank

pytestmark = pytest.mark.bench


def after_six_rounds(size: int) -> SwissField:
    """Return a field of *size* before its seventh round, with results drawn from a fixed seed."""
    chance = random.Random(7)
    state = {number: SwissEntrant(number) for number in range(1, size + 1)}
    for round_no in range(1, 7):
        drawn_round = draw_round(
            SwissField(tuple(state.values()), round_no, (("first_round", "halves"),))
        )
        for home, away in drawn_round.pairings:
            won = chance.randint(0, 20)
            for number, other, points in ((home, away, won), (away, home, 20 - won)):
                before = state[number]
                state[number] = SwissEntrant(
                    number, before.score + points, (*before.opponents, other), before.bye_count
                )
        if drawn_round.bye:
            before = state[drawn_round.bye]
            state[drawn_round.bye] = SwissEntrant(
                drawn_round.bye, before.score + 12, before.opponents, 1
            )
    return SwissField(tuple(state.values()), 7)


@pytest.mark.parametrize("size", [14, 63, 64, 128, 200])
def test_draw(benchmark, size):
    """Wanted: under 2 s for 64."""
    field = after_six_rounds(size)
    assert len(benchmark(draw_round, field).pairings) == size // 2


def test_draw_by_weights_alone(benchmark):
    """Wanted: under 2 s for 64."""
    field = after_six_rounds(64)
    order = field.standings
    asked = (order, make_standings_rank(order), field.count_meetings_by_couple(), frozenset())
    assert len(benchmark.pedantic(find_lightest_pairs, asked, rounds=3)) == 32
