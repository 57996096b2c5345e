"""The second game of two that contestants of a Swiss play against the same opponent.

Chess clubs play a Swiss of two games a round, with the sides exchanged: one draw then
makes two rounds.

Source: [CORONATE].
"""

from collections.abc import Collection

from movements.swiss.field import SwissDraw
from movements.swiss.plans import DrawnRound

SECOND_GAME_REASON = "second game against the same opponent"


def draw_second_game(first_game: DrawnRound, playing_numbers: Collection[int]) -> SwissDraw:
    """Return the round after *first_game*: the same matches, with home and away exchanged.

    Whoever has no opponent among *playing_numbers*, because the other has left, came late or sat out,
    plays another of these in the order of their numbers; the last of an odd number sits out. A
    triangle whose three teams all play stays together.

    >>> second_game = draw_second_game(DrawnRound(((1, 4), (2, 3)), byes=(5,)), {1, 2, 3, 5, 6})
    >>> second_game.pairings, second_game.bye
    (((3, 2), (1, 5)), 6)
    """
    triangle = first_game.triangle if {*first_game.triangle} <= {*playing_numbers} else ()
    pairings = [
        (away, home)
        for home, away in first_game.pairings
        if home in playing_numbers and away in playing_numbers
    ]
    paired_numbers = {number for pairing in pairings for number in pairing}
    free_numbers = sorted({*playing_numbers} - paired_numbers - {*triangle})
    bye = free_numbers.pop() if len(free_numbers) % 2 else None
    pairings += zip(free_numbers[::2], free_numbers[1::2], strict=True)
    return SwissDraw(tuple(pairings), bye, triangle)
