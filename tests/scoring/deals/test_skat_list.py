"""Lists of Skat as it is played today: an evening of eleven with published figures, and what a list is checked by."""

from fractions import Fraction
from random import Random

import pytest

from scoring.deals.skat_list import (
    SkatLine,
    compute_list_sum,
    compute_lost_games_cents,
    compute_seeger_fabian,
    count_series_games,
    iter_line_problems,
    list_problems,
)

EVENING = (
    (
        {"A": (492, 12, 0), "B": (628, 12, 2), "C": (660, 10, 1), "D": (-32, 6, 5)},
        0,
        (1332, 1308, 1320, 108),
        500,
    ),
    (
        {"E": (845, 11, 1), "F": (310, 9, 4), "G": (-120, 7, 6), "H": (402, 8, 1)},
        1,
        (1675, 800, 110, 1082),
        800,
    ),
    ({"I": (705, 12, 2), "J": (533, 10, 3), "K": (96, 6, 2)}, 1, (1405, 1043, 496), 350),
)
"""Points, won and lost of each player, games passed in, the results as published, and what lost games cost in cents."""


def lines_of(table):
    return [SkatLine(player, *figures) for player, figures in table.items()]


@pytest.mark.parametrize(("table", "passed", "results", "cents"), EVENING)
def test_published_tables_come_out(table, passed, results, cents):
    lines = lines_of(table)
    assert tuple(compute_seeger_fabian(line, lines) for line in lines) == results
    assert list_problems(lines, games=48, games_passed=passed, stated_total=sum(results)) == ()
    assert sum(compute_lost_games_cents(line.games_lost, "50-100") for line in lines) == cents


@pytest.mark.parametrize("bonus", ["extended", "seeger", "points"])
def test_sum_of_a_list_matches_its_results(bonus):
    chance = Random(9)
    for _list in range(60):
        lines = [
            SkatLine(
                str(index), chance.randint(-900, 1500), chance.randint(0, 14), chance.randint(0, 9)
            )
            for index in range(chance.choice((3, 4)))
        ]
        assert compute_list_sum(lines, bonus) == sum(
            compute_seeger_fabian(line, lines, bonus) for line in lines
        )


LIST = [
    SkatLine("E", 845, 11, 1),
    SkatLine("F", 310, 9, 4),
    SkatLine("G", -120, 7, 6),
    SkatLine("H", 402, 8, 1),
]
"""The second table, whose results add up to 3667 and whose games with one passed in are 48."""


@pytest.mark.parametrize(
    ("passed", "said", "sentence"),
    [
        (
            2,
            3667,
            "35 games won, 12 lost and 2 passed in make 49. A table of 4 plays 48 per series.",
        ),
        (
            1,
            3676,
            "The results of the table add up to 3667, but the list says 3676: 9 apart. Are two figures swapped?",
        ),
        (1, 3677, "The results of the table add up to 3667, but the list says 3677: 10 apart."),
    ],
)
def test_what_does_not_agree_is_one_sentence_each(passed, said, sentence):
    assert [
        str(fault)
        for fault in list_problems(LIST, games=48, games_passed=passed, stated_total=said)
    ] == [sentence]


def test_points_without_a_game_and_games_below_nothing_are_told():
    assert [
        str(fault)
        for fault in iter_line_problems([SkatLine("B", 40, 0, 0), SkatLine("C", 0, 0, -2)])
    ] == [
        "B has 40 points but no game won or lost. Check the line.",
        "C: games lost can’t be -2. Enter 0 or more.",
    ]


@pytest.mark.parametrize(("games", "at_three"), [(48, 36), (40, 30), (32, 24), (24, 18)])
def test_a_table_of_three_plays_as_many_deals_a_head(games, at_three):
    assert count_series_games(games, 4) == games
    assert count_series_games(games, 3) == at_three
    assert Fraction(at_three, 3) == Fraction(games, 4)
