"""Freeze-out: who loses is out for good, a pair waits at most once running, and one pair remains."""

import random

import pytest

from movements.party.rounds import find_possible_rounds, make_next_seating, make_opening_seating
from tests.movements.party.parties import draw_outcomes, list_players, make_player_ids


@pytest.mark.parametrize("number", [4, 6, 8, 10, 14, 22, 38, 64, 100])
def test_one_pair_remains_after_as_many_rounds_as_are_told(number):
    draw, everybody = (
        random.Random(number),
        list_players(make_opening_seating("freeze-out", *make_player_ids(number))),
    )
    seating, out, waited = make_opening_seating("freeze-out", *make_player_ids(number)), set(), None
    rounds = find_possible_rounds("freeze-out", number)[-1]
    for round_no in range(1, rounds + 1):
        playing = [table for table in seating if not table.sits_out]
        assert playing
        assert not out & {player for table in playing for player in table.players}
        waiting = [table.sides[0] for table in seating if table.sits_out and not table.games_here]
        assert len(waiting) <= 1
        assert not waiting or waiting[0] != waited
        waited = waiting[0] if waiting else None
        outcomes = draw_outcomes(seating, draw)
        for table in playing:
            out |= set(table.sides[1 - outcomes[table.table_no].winner])
        seating = make_next_seating("freeze-out", seating, outcomes, round_no=round_no)
        assert list_players(seating) == everybody
    assert len(out) == number - 2
    assert all(table.sits_out for table in seating)
    assert make_next_seating("freeze-out", seating, {}) == seating
