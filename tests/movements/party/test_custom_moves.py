"""A club's own way of moving: the moves of the systems told in its choices, and full tables at every size."""

import json
import random
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from movements.__main__ import main
from movements.party.checks import can_seat
from movements.party.custom import (
    PARTNERS_PHRASE_BY_LETTER,
    CustomMovement,
    TableRule,
    find_custom_system,
    list_custom_movement_errors,
    parse_custom_movement,
)
from movements.party.model import TableOutcome
from movements.party.rounds import get_system_and_rule, make_next_seating, make_opening_seating
from tests.movements.party.parties import list_players, make_player_ids, play_evening

full = st.builds(
    lambda moves, partners: CustomMovement(TableRule(*moves, partners)),
    st.tuples(*[st.sampled_from("shl")] * 4),
    st.sampled_from(sorted(PARTNERS_PHRASE_BY_LETTER)),
)
"""Ways in a ring, which come out full at every size."""
shifts = st.builds(CustomMovement, shifts=st.tuples(*[st.integers(-3, 3)] * 4))


@pytest.mark.slow
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


def test_newcomers_take_the_chair_that_is_free():
    seating = make_opening_seating("own-hsssv", *make_player_ids(8))
    after = make_next_seating("own-hsssv", seating, {1: TableOutcome(1), 2: TableOutcome(0)})
    assert [table.sides for table in after] == [
        (("A1", "B1"), ("A3", "B2")),
        (("A2", "B3"), ("A4", "B4")),
    ]
