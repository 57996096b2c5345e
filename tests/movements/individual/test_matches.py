"""The four-pair match, Baker's social duplicate and mnemonic duplicate, against what is printed."""

from collections import Counter

import pytest

from movements.errors import MovementError
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def seats(row) -> dict[str, str]:
    return dict(zip("nesw", map(str, row.players), strict=True))


def test_the_blocks_of_four_pairs_are_the_printed_ones():
    ours = [
        {"boards": f"{min(row.boards)}-{max(row.boards)}", "table": str(row.table_no), **seats(row)}
        for row in make_plan("four-pairs", pairs=4).rows
    ]
    assert ours == read_golden_records("four-pairs_blocks.csv")


def test_the_thirds_of_mnemonic_duplicate_are_the_printed_ones():
    plan = make_plan("mnemonic", players=4)
    first = [
        {"third": str(row.round_no), **seats(row)} for row in plan.rows if not row.arrow_switched
    ]
    assert first == read_golden_records("mnemonic_thirds.csv")


def test_on_the_replay_the_same_partners_hold_the_other_cards_of_every_board():
    plan = make_plan("mnemonic", players=4)
    for row, again in zip(plan.rows[:3], plan.rows[3:], strict=True):
        assert again.ns == row.ew
        assert again.ew == row.ns
        assert again.boards == row.boards[::-1]


def test_the_steps_of_baker_are_the_printed_ones():
    plan = make_plan("social-baker-8", teams=2)
    hands = {(board_set - 1) // 8 * 100 + (board_set - 1) % 4 * 10 + (board_set - 1) % 8 // 4: board_set
             for board_set in range(1, 25)}  # fmt: skip
    told = {
        f"{code // 100 + 1}.{code // 10 % 10 + 1}.{code % 10 + 1}": board
        for code, board in hands.items()
    }
    hand_of = {board: hand for hand, board in told.items()}
    ours = [
        {
            "step": str(row.round_no),
            "room": str(row.table_no),
            **seats(row),
            "hand": hand_of[row.board_set],
        }
        for row in plan.rows
    ]
    assert ours == read_golden_records("social-baker-8_steps.csv")


def test_everybody_of_baker_plays_every_hand_once():
    plan = make_plan("social-baker-8", teams=2)
    played = Counter(
        (player, board) for row in plan.rows for player in row.players for board in row.boards
    )
    assert played == dict.fromkeys(
        ((player, board) for player in range(1, 9) for board in range(1, 25)), 1
    )


@pytest.mark.parametrize(
    ("key", "asked", "sentence"),
    [
        (
            "four-pairs",
            {"players": 7},
            "Four-pair match doesn’t work for 7 players. It takes 4 pairs; the nearest number that works is 8.",
        ),
        (
            "social-baker-8",
            {"players": 12},
            "Baker’s social duplicate doesn’t work for 12 players. It takes 2 teams (8 players); the nearest number "
            "that works is 8.",
        ),
        (
            "social-baker-8",
            {"tables": 2},
            "Baker’s social duplicate is for teams, not tables. Use --teams to give the number.",
        ),
        (
            "mnemonic",
            {"players": 4, "rounds": 5},
            "Mnemonic duplicate for 4 players takes 6 rounds, not 5: every board must be played both ways.",
        ),
    ],
)
def test_what_is_impossible_is_answered_with_one_sentence(key, asked, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan(key, **asked)
    assert str(refused.value) == sentence
