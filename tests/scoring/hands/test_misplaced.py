import random
from dataclasses import replace
from itertools import permutations

import pytest

from scoring.hands.makeable import MakeableTricks
from scoring.hands.misplaced import DealCorrection, choose_cheapest_columns, find_deal_correction
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


def test_real_evening_fits_its_cards():
    assert find_in_slots(read_club_results(), {}) == set()


@pytest.mark.parametrize("tables", [2, 3, 5, 8])
def test_no_false_alarm_however_few_tables(tables):
    rng = random.Random(tables)
    assert [find_in_slots(at_tables(tables, rng), {}) for _ in range(10)] == [set()] * 10


@pytest.mark.parametrize(
    ("where", "least"),
    [
        ({1: (2, 0), 2: (1, 0)}, 11),
        ({4: (17, 0), 17: (9, 0), 9: (4, 0)}, 11),
        ({no: (no % 28 + 1, 0) for no in DEALS}, 2),
        ({no: (no, 1) for no in DEALS}, 3),
    ],
    ids=["two-changed", "three-round", "all-pushed-on", "all-turned"],
)
def test_wrong_slots_are_found_from_results_alone(where, least):
    results = at_tables(least, random.Random(7))
    assert find_in_slots(results, where) == back(where)


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("board_no", [3, 14, 27])
def test_leads_tell_how_one_board_was_turned(board_no, quarters):
    results = at_tables(4, random.Random(board_no), leads=True)
    where = {board_no: (board_no, quarters)}
    assert find_in_slots(results, where) == back(where)


def test_planted_swaps_are_mostly_found_and_no_other_board_is_blamed():
    """Two boards in each other's place: of 30 at eleven tables at least 24 are found; the others say
    less, or not which way round, and never blame another board."""
    rng = random.Random(1)
    told = []
    for _ in range(30):
        first, other = rng.sample(range(1, 28), 2)
        where = {first: (other, 0), other: (first, 0)}
        told.append((find_in_slots(at_tables(11, rng), where), back(where)))
    assert sum(answer == wanted for answer, wanted in told) >= 24
    assert all(
        {each[0] for each in answer} <= {each[0] for each in wanted} for answer, wanted in told
    )


def test_cards_of_another_night_are_told_and_nothing_is_proposed():
    other = {no: MakeableTricks("".join(random.Random(no).choices("456789", k=20))) for no in DEALS}
    assert find_deal_correction(read_club_results(), DEALS, other) == DealCorrection(())


def test_which_way_a_board_was_turned_is_said_to_be_unsure_without_leads():
    deals = DEALS | {5: DEALS[5].turn_by_quarters(1)}
    makeable = MAKEABLE | {5: MAKEABLE[5].turn_by_quarters(1)}
    (move,) = find_deal_correction(read_club_results(), deals, makeable).moves
    assert move.board_no == 5
    assert move.source_board_no == 5
    assert move.quarters % 2 == 1
    assert move.is_unsure is True


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
