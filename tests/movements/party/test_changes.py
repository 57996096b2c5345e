"""People who come late and people who leave: who moves, and that nobody is lost."""

import random

import pytest

from movements.errors import MovementError
from movements.party.checks import can_seat
from movements.party.rounds import (
    add_players,
    change_players,
    get_system_and_rule,
    list_seat_changes,
    make_next_seating,
    make_opening_seating,
    remove_players,
)
from tests.cases import leave_to_slow
from tests.movements.party.parties import (
    CASES,
    choose_sizes,
    describe_case,
    draw_outcomes,
    list_players,
    list_sides,
    make_player_ids,
    play_evening,
)

ROUNDS = 3


def moved(before, after) -> list[str]:
    """Return who was seated and now sits elsewhere."""
    return [
        change.player
        for change in list_seat_changes(before, after)
        if change.previous_seat and change.new_seat
    ]


def elsewhere(before, after) -> list[str]:
    """Return who goes to another table."""
    changes = [
        change
        for change in list_seat_changes(before, after)
        if change.previous_seat and change.new_seat
    ]
    return [
        change.player
        for change in changes
        if change.previous_seat.table_no != change.new_seat.table_no
    ]


def five_at_table(case) -> bool:
    """Return whether a player more can change the numbers at several tables, from four to five."""
    rule = get_system_and_rule(*case)[1]
    return 5 in (rule.size, getattr(rule, "other", 0)) or case[1].get("odd") == "five-at-table"


@pytest.mark.parametrize("case", leave_to_slow(map(pytest.param, CASES), but=7), ids=describe_case)
def test_arrivals_are_seated_and_gone_again_everything_is_as_before(case):
    key, options = case
    draw = random.Random(describe_case(case))
    system, rule = get_system_and_rule(key, options)
    for number in choose_sizes(case, draw, 1):
        seating = play_evening(case, number, ROUNDS, draw)[-1]
        new = next(
            new for new in (2, 4, 3, 1, 0) if not new or can_seat(system, rule, number + new)
        )
        if not new:
            continue
        more_a, more_b = (
            [f"X{no}" for no in range((new + 1) // 2)],
            [f"Y{no}" for no in range(new // 2)],
        )
        fuller = add_players(key, seating, more_a, more_b, options=options, round_no=ROUNDS + 1)
        assert list_players(fuller) == sorted([*list_players(seating), *more_a, *more_b])
        again = remove_players(
            key, fuller, [*more_a, *more_b], options=options, round_no=ROUNDS + 1
        )
        assert list_players(again) == list_players(seating)
        if (
            five_at_table(case) or key == "cut-in"
        ):  # who comes waits, and enough who wait make a table
            continue
        assert [(set(table.players), table.row) for table in again] == [
            (set(table.players), table.row) for table in seating
        ]
        if rule.size != 6 and not any(
            len(set(table.letters)) == 1 for table in seating if table.is_for_singles
        ):
            assert list_sides(again) == list_sides(seating)


@pytest.mark.parametrize("case", leave_to_slow(map(pytest.param, CASES), but=9), ids=describe_case)
def test_whoever_leaves_is_gone_and_nobody_else(case):
    key, options = case
    draw = random.Random(describe_case(case))
    system, rule = get_system_and_rule(key, options)
    for number in choose_sizes(case, draw, 1):
        seating = play_evening(case, number, ROUNDS, draw)[-1]
        leaving = next(
            (gone for gone in (1, 2, 3, 4) if can_seat(system, rule, number - gone)), None
        )
        if leaving is None:
            continue
        if rule.pairs:
            couples = [side for table in seating for side in table.sides]
            gone = [player for side in draw.sample(couples, leaving // 2) for player in side]
        else:
            gone = draw.sample(list_players(seating), leaving)
        fewer = remove_players(key, seating, gone, options=options, round_no=ROUNDS + 1)
        assert list_players(fewer) == sorted(set(list_players(seating)) - set(gone))
        goes_on = rule.size == 4 and not rule.fixed and key not in ("freeze-out", "cut-in")
        if goes_on and not system.all_score and "five" not in options.get("odd", ""):
            full = [table for table in fewer if not table.is_for_singles and not table.sits_out]
            assert len(moved(seating, fewer)) <= 4 + leaving
            assert len(full) == (number - len(gone)) // 4


def come_or_go(case, seating, draw: random.Random, number: int):
    """Return the seating after some came or went by chance, and whether that was possible."""
    key, options = case
    if draw.random() < 0.5:
        more = [f"N{number}-{index}" for index in range(draw.randrange(1, 4))]
        others = [
            f"M{number}-{index}"
            for index in range(
                len(more) if get_system_and_rule(*case)[1].pairs else draw.randrange(3)
            )
        ]
        return (
            add_players(key, seating, more, others, options=options, round_no=number),
            [*more, *others],
            [],
        )
    gone = draw.sample(list_players(seating), draw.randrange(1, 4))
    if get_system_and_rule(*case)[1].pairs:
        gone = list(draw.choice([side for table in seating for side in table.sides]))
    return remove_players(key, seating, gone, options=options, round_no=number), [], gone


@pytest.mark.parametrize("seed", leave_to_slow(range(60), but=19))
def test_an_evening_of_comings_and_goings_loses_nobody(seed):
    draw = random.Random(seed)
    case = draw.choice(CASES)
    seating = play_evening(case, draw.choice(choose_sizes(case, draw, 3)[:3]), 0, draw)[-1]
    for number in range(1, 12):
        present = set(list_players(seating))
        try:
            seating, came, gone = come_or_go(case, seating, draw, number)
            present = (present | set(came)) - set(gone)
        except MovementError as refused:
            if refused.code != "party-size":
                raise
        assert list_players(seating) == sorted(present)
        present = list_players(seating)
        outcomes = draw_outcomes(seating, draw)
        seating = make_next_seating(case[0], seating, outcomes, options=case[1], round_no=number)
        assert list_players(seating) == present


@pytest.mark.parametrize(
    ("number", "gone", "after"),
    [
        pytest.param(
            12,
            ["A1"],
            [
                (("A6", "B1"), ("A2", "B2")),
                (("A3", "B3"), ("A4", "B4")),
                (("A5",), ("B5",), ("B6",)),
            ],
            id="the foot table fills the seat and goes on with three",
        ),
        pytest.param(
            14,
            ["B4"],
            [
                (("A1", "B1"), ("A2", "B2")),
                (("A3", "B3"), ("A4", "B7")),
                (("A5", "B5"), ("A6", "B6")),
                (("A7",),),
            ],
            id="one of a table of two fills the seat, the other sits out",
        ),
        pytest.param(
            15,
            ["A1", "A2", "A3"],
            [
                (("A7", "B1"), ("A8", "B2")),
                (("B7", "B3"), ("A4", "B4")),
                (("A5", "B5"), ("A6", "B6")),
            ],
            id="a short table breaks up",
        ),
        pytest.param(
            13,
            ["B2"],
            [
                (("A1", "B1"), ("A2", "A7")),
                (("A3", "B3"), ("A4", "B4")),
                (("A5", "B5"), ("A6", "B6")),
            ],
            id="whoever sits out steps in",
        ),
    ],
)
def test_seats_of_those_who_leave_are_filled_from_the_foot(number, gone, after):
    seating = make_opening_seating("euchre", *make_player_ids(number))
    assert list_sides(remove_players("euchre", seating, gone)) == after


@pytest.mark.parametrize(
    ("gone", "more", "like"),
    [(["A1", "B3"], (["X"], []), ["B3"]), (["A1"], (["X"], ["Y", "Z"]), [])],
    ids=["more leave", "more come"],
)
def test_uneven_arrivals_and_departures_are_handled_as_plain_ones(gone, more, like):
    seating = make_opening_seating("euchre", *make_player_ids(14))
    swapped = change_players("euchre", seating, ["A1"], ["X"])
    expected = (
        remove_players("euchre", swapped, like)
        if like
        else add_players("euchre", swapped, [], ["Y", "Z"])
    )
    assert list_sides(change_players("euchre", seating, gone, *more)) == list_sides(expected)


def test_a_stranger_cannot_leave_and_nobody_comes_twice():
    seating = make_opening_seating("euchre", *make_player_ids(12))
    with pytest.raises(MovementError, match=r"^Q9 "):
        change_players("euchre", seating, ["Q9"], ["X"])
    with pytest.raises(MovementError, match=r"^A2 "):
        change_players("euchre", seating, ["A1"], ["A2"])


def test_arrivals_make_a_short_table_full_and_move_nobody():
    seating = make_opening_seating("euchre", *make_player_ids(14))
    fuller = add_players("euchre", seating, ["X"], ["Y"])
    assert list_sides(fuller)[-1] == (("A7", "B7"), ("X", "Y"))
    assert moved(seating, fuller) == []


@pytest.mark.parametrize("pairs", range(4, 12))
@pytest.mark.parametrize("key", ["whist-3", "whist-4"])
def test_only_one_or_two_pairs_move_when_a_pair_leaves_or_comes(key, pairs):
    seating = make_opening_seating(key, *make_player_ids(2 * pairs))
    for number in range(1, pairs + 1):
        if pairs > 4:
            fewer = remove_players(key, seating, [f"A{number}", f"B{number}"])
            assert list_players(fewer) == sorted(
                set(list_players(seating)) - {f"A{number}", f"B{number}"}
            )
            assert len(elsewhere(seating, fewer)) <= 4
    assert len(elsewhere(seating, add_players(key, seating, ["X"], ["Y"]))) <= 2


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        pytest.param(
            lambda: add_players(
                "whist-1", make_opening_seating("whist-1", *make_player_ids(8)), ["A1", "X", "X"]
            ),
            "A1 is seated twice, at table 1 and among the arrivals. Remove one of the two. X is seated twice, at two "
            "places among the arrivals. Remove one of the two.",
            id="arrivals seated twice",
        ),
        pytest.param(
            lambda: remove_players(
                "whist-1", make_opening_seating("whist-1", *make_player_ids(12)), ["A11"]
            ),
            "A11 isn’t seated at any table; did you mean A1?",
            id="not there",
        ),
        pytest.param(
            lambda: remove_players(
                "whist-1", make_opening_seating("whist-1", *make_player_ids(8)), ["A1"]
            ),
            "Progressive whist, first method doesn’t work for 7 players. It takes 8 to 400 players; the nearest is 8.",
            id="too few are left",
        ),
        pytest.param(
            lambda: remove_players(
                "whist-4", make_opening_seating("whist-4", *make_player_ids(10)), ["A1"]
            ),
            "Without A1, B1 has no partner. Withdraw both, or give A1's seat to a substitute.",
            id="one of a pair",
        ),
        pytest.param(
            lambda: add_players(
                "drive-whist",
                make_opening_seating("drive-whist", *make_player_ids(8)),
                ["X"],
                options={"partners": "kept"},
            ),
            "Drive whist keeps partners together, but 1 would sit in seat A and 0 in seat B. Find partners for the "
            "others, or choose a system in which partners change.",
            id="an arrival without a partner",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(act, sentence):
    with pytest.raises(MovementError) as caught:
        act()
    assert str(caught.value) == sentence
