"""Whole evenings of a Swiss, each round compared with the best of all rounds that there are."""

import random

import pytest

from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField

BYE = 0


def all_rounds(numbers):
    """Yield every round of *numbers*, an even number of them, as tuples of two."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for other in others:
        for further in all_rounds([number for number in others if number != other]):
            yield ((first, other), *further)


def best_round(entrants):
    """Return the bye, if any, and the pairs of the round that the rules name, by looking at all.

    The fewest rematches and repeated byes come first. Then the bye is the lowest, and from the top
    everyone has the highest opponent.
    """
    order = sorted(entrants, key=lambda number: (-entrants[number].score, number))
    places = {number: place for place, number in enumerate(order)}
    fewest = min(entrant.bye_count for entrant in entrants.values())
    numbers = [BYE, *order] if len(order) % 2 else order

    def merit(pairs):
        repeats = 0
        bye_place = 0
        choices = []
        for first, second in pairs:
            if first == BYE:
                repeats += entrants[second].bye_count - fewest
                bye_place = -places[second]
                continue
            repeats += entrants[first].opponents.count(second)
            choices.append((places[first], places[second]))
        return repeats, bye_place, [other for _first, other in sorted(choices)]

    best = min(all_rounds(numbers), key=merit)
    byes = [second for first, second in best if first == BYE]
    pairs = {frozenset(pair) for pair in best if BYE not in pair}
    return (byes[0] if byes else None), pairs


@pytest.mark.parametrize("size", range(4, 9))
@pytest.mark.parametrize("seed", range(6))
def test_every_round_of_an_evening_is_the_best_of_all(size, seed):
    chance = random.Random(f"{size} {seed}")
    entrants = {number: SwissEntrant(number) for number in range(1, size + 1)}
    # More rounds than opponents, so that rematches and second byes come too.
    for round_no in range(2, size + 3):
        drawn_round = draw_round(SwissField(tuple(entrants.values()), round_no))
        pairs = {frozenset(pair) for pair in drawn_round.pairings}
        assert (drawn_round.bye, pairs) == best_round(entrants)
        for home, away in drawn_round.pairings:
            home_points = chance.randint(0, 20)
            for number, other, points in (
                (home, away, home_points),
                (away, home, 20 - home_points),
            ):
                before = entrants[number]
                entrants[number] = SwissEntrant(
                    number,
                    before.score + points,
                    (*before.opponents, other),
                    before.bye_count,
                    0,
                    before.home_count,
                )
        if drawn_round.bye:
            before = entrants[drawn_round.bye]
            entrants[drawn_round.bye] = SwissEntrant(
                drawn_round.bye,
                before.score + 12,
                before.opponents,
                before.bye_count + 1,
                0,
                before.home_count,
            )
