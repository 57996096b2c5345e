"""Progressive parties, round by round: against the worked examples, and what holds for every system at every size."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import (
    PARTY_SYSTEMS,
    find_possible_rounds,
    get_progressive_system,
    make_next_seating,
    make_opening_seating,
)
from movements.party.state_json import PartyState, party_state_from_json, seating_to_json
from tests.cases import leave_to_slow
from tests.movements.grids import read_golden_records
from tests.movements.party.parties import (
    CASES,
    choose_sizes,
    describe_case,
    draw_outcomes,
    list_sides,
    make_player_ids,
    play_evening,
)

EXAMPLES = read_golden_records("party_transitions.csv")


def example_seating(record) -> tuple[PartyTable, ...]:
    cells = [record[f"table {number}"] for number in range(1, 5)]
    return tuple(
        PartyTable(number, tuple(tuple(side.split("-")) for side in cell.split(" v ")))
        for number, cell in enumerate(cells, start=1)
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(first, second, id=f"{first['transition']} after round {first['round']}")
        for first, second in pairwise(EXAMPLES)
        if first["winners"]
    ],
)
def test_every_transition_makes_the_steps_worked_out_from_the_books(before, after):
    winners = {
        number: TableOutcome(int(side))
        for number, side in enumerate(before["winners"].split(), start=1)
    }
    for key in (before["transition"], before["transition"].replace("_", "-")):
        assert make_next_seating(key, example_seating(before), winners) == example_seating(after)


@pytest.mark.parametrize("pairs", [8, 7])
def test_fourth_method_is_the_printed_schedule(pairs):
    numbers = [str(number) for number in range(1, pairs + 1)]
    seating = make_opening_seating("whist-4", numbers, [f"{number}b" for number in numbers])
    for line in read_golden_records("party_fourth-method.csv"):
        shown = ["-".join(side[0] for side in table.sides) for table in seating]
        printed = [
            line[f"table {number}"].removeprefix("8-" if pairs == 7 else "")
            for number in range(1, 5)
        ]
        assert shown == printed
        seating = make_next_seating("whist-4", seating, {})


@pytest.mark.parametrize("case", leave_to_slow(map(pytest.param, CASES), but=13), ids=describe_case)
def test_a_seating_with_its_results_comes_back_from_json(case):
    draw = random.Random(describe_case(case))
    seating = play_evening(case, choose_sizes(case, draw, 1)[-1], 2, draw)[-1]
    outcomes = draw_outcomes(seating, draw)
    reports = {
        "winners": {no: told.winner for no, told in outcomes.items() if told.winner is not None},
        "points": {no: list(told.points) for no, told in outcomes.items() if told.points},
        "cuts": {no: list(told.cut) for no, told in outcomes.items() if told.cut},
        "out": {no: list(told.players_out) for no, told in outcomes.items() if told.players_out},
    }
    data = {**seating_to_json(seating), **reports, "round": 3}
    assert party_state_from_json(data) == PartyState(seating, outcomes, 3)


@pytest.mark.parametrize("pairs", [*range(4, 16), 41])
def test_third_method_brings_every_ns_pair_against_every_ew_pair_once(pairs):
    start = make_opening_seating("whist-3", *make_player_ids(2 * pairs))
    stay = {table.sides[0][0] for table in start}
    come = {table.sides[1][0] for table in start if not table.sits_out}
    met: Counter[tuple[str, str]] = Counter()
    seating = start
    for _ in find_possible_rounds("whist-3", 2 * pairs):
        met.update(
            (table.sides[0][0], table.sides[1][0]) for table in seating if not table.sits_out
        )
        seating = make_next_seating("whist-3", seating, {})
    assert met == Counter((player, other) for player in stay for other in come)
    assert seating == start
    assert len(find_possible_rounds("whist-3", 2 * pairs)) == len(start)


def test_pivot_partners_each_of_the_three_others_once_and_the_others_too():
    seating = make_opening_seating("pivot", *make_player_ids(8))
    partners = []
    for rubber in (1, 2, 3):
        partners += [frozenset(side) for table in seating for side in table.sides]
        assert {table.sides[0][0] for table in seating} == {"A1", "A3"}
        seating = make_next_seating("pivot", seating, {}, round_no=rubber)
    tables = (("A1", "B1", "A2", "B2"), ("A3", "B3", "A4", "B4"))
    assert Counter(partners) == Counter(
        frozenset(two) for table in tables for two in combinations(table, 2)
    )
    assert seating == make_opening_seating("pivot", *make_player_ids(8))


def test_the_first_seats_follow_the_order_given():
    seating = make_opening_seating("progressive-euchre", *make_player_ids(14))
    assert list_sides(seating) == [
        (("A1", "B1"), ("A2", "B2")),
        (("A3", "B3"), ("A4", "B4")),
        (("A5", "B5"), ("A6", "B6")),
        (("A7",), ("B7",)),
    ]


def test_players_of_the_larger_group_take_seats_of_the_other():
    seating = make_opening_seating(
        "progressive-euchre", ["A1", "A2", "A3", "A4", "A5", "A6"], ["B1", "B2"]
    )
    assert list_sides(seating) == [(("A1", "B1"), ("A2", "B2")), (("A3", "A6"), ("A4", "A5"))]


def test_rows_of_the_large_room_are_rings_of_their_own():
    seating = make_opening_seating("large-euchre", *make_player_ids(256))
    assert Counter(table.row for table in seating) == {1: 16, 2: 16, 3: 16, 4: 16}
    winners = {table.table_no: TableOutcome(0) for table in seating}
    after = make_next_seating("large-euchre", seating, winners)
    assert after[0].sides == (("A2", "B31"), ("A31", "B2"))
    assert after[16].sides == (("A34", "B63"), ("A63", "B34"))
    serpentine = make_next_seating(
        "large-euchre", seating, winners, options={"circle": "serpentine"}
    )
    assert serpentine[0].sides == (("A2", "B127"), ("A127", "B2"))
    assert serpentine[16].sides == (("A34", "B31"), ("A31", "B34"))


def test_the_other_seat_moves_after_the_round_named():
    options = {"who_moves": "one-seat", "movers": "all", "reverse_after": "1"}
    seating = make_opening_seating("euchre", *make_player_ids(8))
    winners = {1: TableOutcome(0), 2: TableOutcome(0)}
    second = make_next_seating("euchre", seating, winners, options=options, round_no=1)
    third = make_next_seating("euchre", second, winners, options=options, round_no=2)
    assert list_sides(second) == [(("A1", "B3"), ("A2", "B4")), (("A3", "B1"), ("A4", "B2"))]
    assert list_sides(third) == [(("A3", "B3"), ("A4", "B4")), (("A1", "B1"), ("A2", "B2"))]


@pytest.mark.parametrize(
    ("table", "number", "shape"),
    [
        ("3", 9, [3, 3, 3]),
        ("3", 10, [3, 3, 3, 1]),
        ("4", 9, [4, 5]),
        ("4", 11, [4, 4, 3]),
        ("4", 18, [4, 4, 5, 5]),
        ("5", 10, [5, 5]),
        ("5", 17, [5, 4, 4, 4]),
        ("6", 20, [6, 6, 6, 2]),
    ],
)
def test_five_hundred_keeps_its_tables_of_every_size(table, number, shape):
    draw = random.Random(number)
    for seating in play_evening(("five-hundred", {"table": table}), number, 8, draw):
        assert [len(table.players) for table in seating] == shape


def test_the_two_highest_of_five_go_up_and_those_of_table_1_to_the_foot():
    seating = make_opening_seating("five-hundred", *make_player_ids(10), options={"table": "5"})
    points = TableOutcome(points=(100, 40, 60, 0, 20))
    after = make_next_seating(
        "five-hundred", seating, {1: points, 2: points}, options={"table": "5"}
    )
    assert list_sides(seating)[0] == (("A1",), ("B1",), ("A2",), ("B2",), ("A3",))
    assert [sorted(table.players) for table in after] == [
        ["A3", "B1", "B2", "B3", "B4"],
        ["A1", "A2", "A4", "A5", "B5"],
    ]


def test_skat_players_keep_their_seats_at_tables_of_four_and_three():
    seating = make_opening_seating("skat-congress", *make_player_ids(11))
    assert [len(table.sides) for table in seating] == [4, 4, 3]
    assert make_next_seating("skat-congress", seating, {}) == seating


@pytest.mark.parametrize("full", ["4", "5", "6"])
def test_skat_tables_are_full_but_the_last_ones(full):
    for number in range(3, 60):
        seating = make_opening_seating(
            "skat-congress", *make_player_ids(number), options={"full_table": full}
        )
        sizes = [len(table.sides) for table in seating]
        assert sum(sizes) == number
        assert min(sizes) >= 3
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == (1 if number == 5 else -(-number // int(full)))


@pytest.mark.parametrize("system", PARTY_SYSTEMS, ids=lambda system: system.key)
def test_fixed_systems_do_not_mind_who_wins(system):
    number = (
        11
        if system.key == "cut-in"
        else next(size for size in (12, 16) if size in system.legal_sizes)
    )  # some wait
    draw = random.Random(system.key)
    seating = make_opening_seating(system.key, *make_player_ids(number))
    next_seatings = {
        repr(make_next_seating(system.key, seating, draw_outcomes(seating, draw)))
        for _ in range(10)
    }
    assert (len(next_seatings) == 1) == system.fixed


def test_systems_answer_to_their_aliases_and_transitions_to_both_spellings():
    asked = (
        "whist-1",
        "Progressive Whist",
        "euchre",
        "cinch",
        "winners_up_head_kept",
        "all-gents-up",
        "ew_up",
    )
    assert [get_progressive_system(key).key for key in asked] == [
        "progressive-whist-1",
        "progressive-whist-1",
        "progressive-euchre",
        "progressive-cinch",
        "winners-up-head-kept",
        "all-gents-up",
        "progressive-whist-3",
    ]
