"""Double elimination: everybody but the winner is out after exactly two losses."""

from collections import Counter
from random import Random

import pytest

from movements.errors import MovementError
from movements.swiss.draw_json import draw_next_round
from movements.swiss.two_losses import (
    count_two_loss_rounds,
    draw_two_loss_round,
    list_unbeaten,
    make_two_loss_tree,
)
from tests.cases import leave_to_slow


def play_to_the_end(size, chance):
    """Return the drawn rounds and their results, with winners by lot."""
    seeds = list(range(1, size + 1))
    drawn, results = [], []
    losses = Counter()
    while sum(losses[seed] < 2 for seed in seeds) > 1:
        matches = draw_two_loss_round(seeds, results)
        drawn.append(matches)
        results.append([tuple(chance.sample(match, 2)) for match in matches if None not in match])
        losses.update(loser for _winner, loser in results[-1])
    return drawn, results


@pytest.mark.parametrize("size", leave_to_slow(range(4, 65), but=7))
def test_everybody_but_the_winner_is_out_with_two_losses(size):
    chance = Random(size)
    for _turn in range(3):
        drawn, results = play_to_the_end(size, chance)
        losses = Counter(loser for round_results in results for _winner, loser in round_results)
        winner = results[-1][-1][0]
        assert losses.pop(winner, 0) < 2
        assert losses == dict.fromkeys(set(range(1, size + 1)) - {winner}, 2)
        for matches in drawn:
            playing = [number for match in matches for number in match if number]
            assert len(playing) == len(set(playing))
        # The second final is needed only if the unbeaten team lost the first.
        extra = len(drawn) - count_two_loss_rounds(size)
        assert extra in (0, 1)
        assert (extra == 1) == (list_unbeaten(drawn)[-1] == set())


@pytest.mark.parametrize("size", leave_to_slow(range(4, 65), but=14))
def test_the_drawn_rounds_say_who_won(size):
    drawn, results = play_to_the_end(size, Random(size))
    played = make_two_loss_tree(drawn, [winner for winner, _loser in results[-1]])
    unbeaten = set(range(1, size + 1))
    for round_no, round_results in enumerate(results):
        assert list_unbeaten(drawn)[round_no] == unbeaten
        assert {match.winner for match in played[round_no] if not match.is_bye} == {
            winner for winner, _loser in round_results
        }
        unbeaten -= {loser for _winner, loser in round_results}


def test_groups_meet_among_themselves_highest_against_lowest_without_rematches():
    seeds = [1, 2, 3, 4, 5, 6]
    first = [(1, 6), (2, 5), (3, 4)]
    assert draw_two_loss_round(seeds, []) == tuple(first)
    # Seeds 1 and 4 are the highest that haven't sat out, each in its group.
    second = draw_two_loss_round(seeds, [first])
    assert second == ((2, 3), (1, None), (5, 6), (4, None))
    # 1 has sat out; of those beaten once 3 hasn't.
    third = draw_two_loss_round(seeds, [first, [(2, 3), (6, 5)]])
    assert third == ((1, 2), (4, 6), (3, None))


def test_a_rematch_is_drawn_only_if_nothing_else_works():
    results = [[(1, 4), (2, 3)], [(1, 2), (4, 3)]]
    # Two are left beside the unbeaten one, and haven't met; then the final is a rematch.
    assert draw_two_loss_round([1, 2, 3, 4], results) == ((1, None), (2, 4))
    assert draw_two_loss_round([1, 2, 3, 4], [*results, [(2, 4)]]) == ((1, 2),)
    again = [*results, [(2, 4)], [(2, 1)]]
    assert draw_two_loss_round([1, 2, 3, 4], again) == ((1, 2),)


@pytest.mark.parametrize(
    ("seeds", "results", "sentence"),
    [
        pytest.param(
            [1, 2, 3],
            [],
            "A double elimination doesn’t work for 3 contestants. It takes 4 to 64.",
            id="too few",
        ),
        pytest.param(
            [1, 2, 3, 4],
            [[(1, 4), (2, 5)]],
            "Contestant 5 didn’t play in round 1, so it can’t have won.",
            id="stranger",
        ),
        pytest.param(
            [1, 2, 3, 4],
            [[(1, 4), (2, 3)], [(1, 2), (4, 3)], [(2, 4)], [(1, 2)]],
            "There is no round 5: contestant 1 has won the final.",
            id="over",
        ),
    ],
)
def test_impossible_input_is_refused(seeds, results, sentence):
    with pytest.raises(MovementError) as refused:
        draw_two_loss_round(seeds, results)
    assert str(refused.value) == sentence


def test_the_next_round_is_drawn_from_the_winners_in_json():
    data = {"contestants": [1, 2, 3, 4, 5], "winners": [[5, 3]]}
    assert draw_next_round("knock-out", data, {"losses": "2"}) == {
        "key": "knock-out",
        "round": 2,
        "pairings": [[1, 5], [2, 4]],
        "byes": [3],
    }
