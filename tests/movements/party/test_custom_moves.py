"""A club's own way of moving: the moves of the systems told in its choices, and full tables at every size."""

import json
import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from movements.__main__ import main
from movements.party.checks import can_seat
from movements.party.custom import (
    MOVE_PHRASE_BY_LETTER,
    PARTNERS_PHRASE_BY_LETTER,
    CustomMovement,
    TableRule,
    find_custom_system,
    list_custom_movement_errors,
    parse_custom_movement,
)
from movements.party.model import TableOutcome
from movements.party.rounds import get_system_and_rule, make_next_seating, make_opening_seating
from movements.party.rules.progress import (
    DRIVES,
    PARTNERS_KEPT_TRANSITIONS,
    TRANSITIONS,
    ProgressRule,
    Transition,
)
from tests.movements.party.parties import draw_outcomes, list_players, make_player_ids, play_evening

LETTER = {
    "stay": "s",
    "down": "h",
    "up": "l",
    "foot": "z",
    "split": "c",
    "keep": "k",
    "vacancy": "v",
}
KNOWN = [*TRANSITIONS.values(), *DRIVES.values(), *PARTNERS_KEPT_TRANSITIONS]


def custom_movement_of(transition: Transition) -> CustomMovement:
    """Return the own way that does what *transition* does."""
    rows = [
        TableRule(*(LETTER[moves[kind]] for moves in (transition.win_a, transition.win_b)),
                 *(LETTER[moves[kind]] for moves in (transition.lose_a, transition.lose_b)),
                 LETTER[transition.pairing[kind]])
        for kind in (0, 1, 2)
    ]  # fmt: skip
    head, between, foot = rows
    return CustomMovement(
        between, None if head == between else head, None if foot == between else foot
    )


@pytest.mark.parametrize("transition", KNOWN, ids=lambda transition: transition.key)
@pytest.mark.parametrize("number", [8, 28, 31])
def test_every_known_progression_can_be_built_as_a_custom_movement(transition, number):
    way = custom_movement_of(transition)
    assert list_custom_movement_errors(way) == []
    assert parse_custom_movement(way.key) == way
    if way.keeps_partners and number % 2:
        return
    rule = ProgressRule(transition, pairs=way.keeps_partners)
    draw = random.Random(f"{transition.key} {number}")
    own = make_opening_seating(way.key, *make_player_ids(number))
    for _ in range(4):
        outcomes = draw_outcomes(own, draw)
        expected = rule.advance(own, outcomes, 1)
        own = make_next_seating(way.key, own, outcomes)
        assert [set(table.sides) for table in own] == [set(table.sides) for table in expected]


rows = st.builds(
    TableRule,
    *[st.sampled_from(sorted(MOVE_PHRASE_BY_LETTER))] * 4,
    st.sampled_from(sorted(PARTNERS_PHRASE_BY_LETTER)),
)
ways = st.builds(CustomMovement, rows, st.none() | rows, st.none() | rows)
full = st.builds(
    lambda moves, partners: CustomMovement(TableRule(*moves, partners)),
    st.tuples(*[st.sampled_from("shl")] * 4),
    st.sampled_from(sorted(PARTNERS_PHRASE_BY_LETTER)),
)
"""Ways in a ring, which come out full at every size."""
shifts = st.builds(CustomMovement, shifts=st.tuples(*[st.integers(-3, 3)] * 4))


@settings(max_examples=40, deadline=None)
@given(full | ways | shifts, st.integers(2, 12), st.integers(0, 99))
def test_every_way_that_is_not_refused_keeps_everybody_in_one_seat_at_full_tables(
    way, tables, seed
):
    if list_custom_movement_errors(way):
        assert find_custom_system(way.key) is None
        return
    assert parse_custom_movement(way.key) is not None
    draw = random.Random(seed)
    seatings = play_evening((way.key, {}), 4 * tables, 4, draw)
    for seating in seatings:
        assert list_players(seating) == list_players(seatings[0])
        assert {tuple(map(len, table.sides)) for table in seating} == {(2, 2)}
        assert {table.letters for table in seating} == {"ABAB"}
    letters = [
        {side[0][0] + side[1][0] for table in seating for side in table.sides}
        for seating in seatings
    ]
    assert set().union(*letters) == {"AB"}


@settings(max_examples=25, deadline=None)
@given(full, st.integers(8, 43), st.integers(0, 99))
# One comes from five at a table, and the next four keep their chairs.
@example(CustomMovement(TableRule("s", "s", "s", "h", "v")), 19, 0)
def test_a_way_seats_odd_numbers_too(way, number, seed):
    if list_custom_movement_errors(way) or (way.keeps_partners and number % 2):
        return
    odd = [option for option in find_custom_system(way.key).options if option.name == "odd"]
    for choice in odd[0].choices if odd else ("",):
        options = {"odd": choice} if choice else {}
        if not can_seat(
            find_custom_system(way.key), get_system_and_rule(way.key, options)[1], number
        ):
            continue
        seatings = play_evening((way.key, options), number, 4, random.Random(seed))
        shape = Counter(tuple(map(len, table.sides)) for table in seatings[0])
        for seating in seatings:
            assert list_players(seating) == list_players(seatings[0])
            assert Counter(tuple(map(len, table.sides)) for table in seating) == shape


def counted_again(way: CustomMovement, tables: int) -> bool:
    """Return whether each of *tables* gets two of either seat, with everybody walked from chair to chair."""
    came = Counter()
    for index in range(tables):
        row = (
            way.head
            if index == 0 and way.head
            else way.foot
            if index == tables - 1 and way.foot
            else way.between
        )
        for move, seat in zip(row.moves, "ABAB", strict=True):
            to = {
                "s": index,
                "h": (index + 1) % tables,
                "l": (index - 1) % tables,
                "f": 0,
                "z": tables - 1,
            }[move]
            came[to, seat] += 1
    return all(came[index, seat] == 2 for index in range(tables) for seat in "AB")


@settings(max_examples=60, deadline=None)
@given(ways)
def test_a_refused_way_is_one_that_leaves_a_table_not_full(way):
    faults = list_custom_movement_errors(way)
    full = all(counted_again(way, tables) for tables in range(2, 101))
    moves = any(set(row.moves) != {"s"} for row in way.rules)
    assert (faults == []) is (full and moves)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (
            "own-ffssc",
            "With 2 tables, table 1 would get 3 players in seat A and 3 in seat B. It needs two of each.",
        ),
        ("own-hsssc", "With 2 tables, table"),
    ],
)
def test_the_first_size_that_does_not_come_out_is_named(key, said):
    faults = list_custom_movement_errors(parse_custom_movement(key))
    assert [str(fault).startswith(said) for fault in faults] == (
        [True] if key == "own-ffssc" else []
    )


def test_a_way_in_which_nobody_gets_other_people_is_refused():
    for way in (
        CustomMovement(TableRule("s", "s", "s", "s", "c")),
        CustomMovement(shifts=(1, 1, 1, 1)),
    ):
        assert [fault.code for fault in list_custom_movement_errors(way)] == ["own-way-stands"]


@pytest.mark.parametrize(
    "key", ["own-", "own-hlss", "own-hlssx", "own-qlssc", "own-hlssc-hlssc-hlssc", "own-seats-0-1-2",
            "own-seats-0-b0-1-2", "own-seats-0-10-1-2", "own-seats-0-+1-1-2", "own-ffssc"],
)  # fmt: skip
def test_a_key_that_tells_no_way_is_no_system(key, capsys):
    assert find_custom_system(key) is None
    assert main(["show", key, "--players", "12"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_own_way_is_shown_and_stepped_from_the_command_line(tmp_path, capsys):
    assert main(["show", "own-seats-0-1-2-b2", "--players", "20"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 5
    path = tmp_path / "seats.json"
    path.write_text(
        '{"tables": [{"table": 1, "sides": [["L1", "G1"], ["L2", "G2"]]}, '
        '{"table": 2, "sides": [["L3", "G3"], ["L4", "G4"]]}], "winners": {"1": 0, "2": 1}}'
    )
    printed = []
    for key in ("own-hlssc", "classic-drive"):
        assert main(["step", key, str(path)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@pytest.mark.parametrize(
    "key", ["own-hlssc", "own-llssc-sszzk-llssc", "own-hhllk", "own-seats-0-b1-1-2"]
)
def test_an_own_way_says_in_one_sentence_what_happens(key):
    said = find_custom_system(key).summary()
    assert said.count(".") == 1
    assert said[-1] == "."
    assert said[0] == said[0].upper()


def test_partners_part_or_stay_as_the_club_says():
    draw = random.Random(5)
    for key, parted in (("own-hhllc", True), ("own-hhllk", False)):
        seatings = play_evening((key, {}), 28, 6, draw)
        for before, after in pairwise(seatings):
            pairs = [
                {frozenset(side) for table in some for side in table.sides}
                for some in (before, after)
            ]
            assert (pairs[0] == pairs[1]) is not parted
            assert not parted or not pairs[0] & pairs[1]


def test_newcomers_take_the_chair_that_is_free():
    seating = make_opening_seating("own-hsssv", *make_player_ids(8))
    after = make_next_seating("own-hsssv", seating, {1: TableOutcome(1), 2: TableOutcome(0)})
    assert [table.sides for table in after] == [
        (("A1", "B1"), ("A3", "B2")),
        (("A2", "B3"), ("A4", "B4")),
    ]
