import random
from dataclasses import replace
from itertools import permutations

import pytest

from scoring.hands.misplaced import choose_cheapest_columns, find_deal_correction
from tests.scoring.hands.cards import read_club_games, read_club_results

DEALS = {board_no: deal for board_no, (deal, _makeable, _par) in read_club_games().items()}
MAKEABLE = {board_no: makeable for board_no, (_deal, makeable, _par) in read_club_games().items()}


def find_in_slots(results, where):
    """Return what is found where the cards are kept as *where* says: by slot whose they are, and how far turned."""
    where = {board_no: (board_no, 0) for board_no in DEALS} | where
    deals = {slot: DEALS[own].turn_by_quarters(quarters) for slot, (own, quarters) in where.items()}
    makeable = {
        slot: MAKEABLE[own].turn_by_quarters(quarters) for slot, (own, quarters) in where.items()
    }
    mending = find_deal_correction(results, deals, makeable)
    return (
        {(move.board_no, move.source_board_no, move.quarters) for move in mending.moves}
        if mending
        else set()
    )


def back(where):
    return {(own, slot, -quarters % 4) for slot, (own, quarters) in where.items()}


def at_tables(tables, rng, *, leads=False):
    """Return the results of so many tables of the real evening, with a lead out of the right hand if wanted."""
    results = {
        no: rng.sample(played, min(tables, len(played)))
        for no, played in read_club_results().items()
    }
    if not leads:
        return results
    return {no: [led(each, DEALS[no], rng) for each in played] for no, played in results.items()}


def led(result, deal, rng):
    return replace(result, lead=rng.choice(sorted(deal.get_cards(result.leader))))


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("board_no", [3, 14, 27])
def test_leads_tell_how_one_board_was_turned(board_no, quarters):
    results = at_tables(4, random.Random(board_no), leads=True)
    where = {board_no: (board_no, quarters)}
    assert find_in_slots(results, where) == back(where)


def test_least_sum_is_as_trying_all_finds_it():
    rng = random.Random(3)
    for size in (1, 2, 4, 6):
        table = [[rng.randrange(100) for _ in range(size)] for _ in range(size)]
        least = min(
            sum(table[row][column] for row, column in enumerate(order))
            for order in permutations(range(size))
        )
        chosen = choose_cheapest_columns(table)
        assert sorted(chosen) == list(range(size))
        assert sum(table[row][column] for row, column in enumerate(chosen)) == least
