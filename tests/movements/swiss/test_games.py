"""The second of two games against the same opponent."""

from hypothesis import given
from hypothesis import strategies as st

from movements.swiss.games import draw_second_game
from movements.swiss.plans import DrawnRound


@st.composite
def drawn_rounds(draw):
    """A round of any size, with a bye if the number is odd."""
    numbers = draw(st.permutations(range(1, draw(st.integers(2, 15)) + 1)))
    pairings = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    byes = (numbers[-1],) if len(numbers) % 2 else ()
    return DrawnRound(pairings, byes)


@given(drawn_rounds())
def test_everybody_meets_the_same_opponent_with_the_sides_exchanged(first_game):
    numbers = {*first_game.playing_contestants, *first_game.byes}
    second_game = draw_second_game(first_game, numbers)
    assert second_game.pairings == tuple((away, home) for home, away in first_game.pairings)
    assert second_game.bye == next(iter(first_game.byes), None)


def test_a_triangle_stays_together_while_all_three_play():
    first_game = DrawnRound(((1, 2),), triangle=(3, 4, 5), spare_set=7)
    assert draw_second_game(first_game, {1, 2, 3, 4, 5}).triangle == (3, 4, 5)
    second_game = draw_second_game(first_game, {1, 2, 3, 5})
    assert second_game.triangle == ()
    assert second_game.pairings == ((2, 1), (3, 5))
