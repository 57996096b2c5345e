"""What is wrong with the games of a party: each fault in one sentence, all of them at once."""

from fractions import Fraction

import pytest

from scoring.errors import FieldError
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games

HALF = Fraction(1, 2)
WON = [
    PartyGame("5", 3, 4, 0, "A", own_points=5, other_points=3, games_won=Fraction(1)),
    PartyGame("7", 3, 4, 0, "B", own_points=5, other_points=3, games_won=Fraction(1)),
    PartyGame("6", 3, 4, 1, "A", own_points=3, other_points=5),
    PartyGame("8", 3, 4, 1, "B", own_points=3, other_points=5),
]


def changed(players, **values):
    return [game._replace(**values) if game.player in players.split() else game for game in WON]


def sentence(method, games, options=None):
    with pytest.raises(FieldError) as refused:
        rank_party_games(method, games, options=options)
    return str(refused.value)


@pytest.mark.parametrize(
    ("method", "games", "options", "expected"),
    [
        (
            "games",
            [
                *WON,
                PartyGame("5", 3, 6, 0, "A", own_points=5, games_won=Fraction(1)),
                PartyGame("9", 3, 6, 1, own_points=2),
            ],
            {},
            "Round 3: 5 has games at tables 4 and 6. Delete one.",
        ),
        (
            "games",
            [
                *WON,
                PartyGame("5", 4, 6, 0, "B", own_points=5, games_won=Fraction(1)),
                PartyGame("9", 4, 6, 1, own_points=2),
            ],
            {},
            "Round 4: 5 is in group “B” but was in “A” before. Use one group in all rounds.",
        ),
        (
            "games",
            changed("5", player=""),
            {},
            "Round 3, table 4: a game has no player. Enter the name.",
        ),
        (
            "games",
            changed("5", round_no=0),
            {},
            "Round 0, table 4, 5: the round can’t be 0. Enter a whole number from 1 up.",
        ),
        (
            "games",
            changed("5", lone_hands=-1),
            {},
            "Round 3, table 4, 5: lone hands can’t be -1. Enter a whole number from 0 up.",
        ),
        (
            "games",
            changed("5 7", games_won=Fraction(1, 3)),
            {},
            "2 faults. Round 3, table 4, 5: 1/3 isn’t a part of a game. Enter 1, 1/2 or 0. Round 3, table 4, 7: 1/3 "
            "isn’t a part of a game. Enter 1, 1/2 or 0.",
        ),
        (
            "games",
            changed("5 7", games_won=0.5),
            {},
            "2 faults. Round 3, table 4, 5: 0.5 isn’t a part of a game. Enter 1, 1/2 or 0. Round 3, table 4, 7: 0.5 "
            "isn’t a part of a game. Enter 1, 1/2 or 0.",
        ),
        (
            "games",
            WON[:2],
            {},
            "Round 3, table 4: 5 and 7 won but nobody lost. Enter their opponents.",
        ),
        (
            "games",
            WON[2:],
            {},
            "Round 3, table 4: 6 and 8 have no opponents. Leave out rounds they sat out.",
        ),
        (
            "games",
            changed("5 7", games_won=Fraction(0)),
            {},
            "Round 3, table 4: nobody won. Enter the winner, or break the tie with a tie rule.",
        ),
        (
            "games",
            changed("6 8", games_won=Fraction(1)),
            {},
            "Round 3, table 4: both sides won. Enter which one lost, or give both half a game.",
        ),
        (
            "games",
            changed("5 7", games_won=HALF),
            {},
            "Round 3, table 4: only 5 and 7 have half a game. Give the other side half too.",
        ),
        (
            "games",
            changed("7", games_won=Fraction(0)),
            {},
            "Round 3, table 4: 5 and 7 are partners but have different results. Enter the same for both.",
        ),
        (
            "points",
            changed("8", own_points=2),
            {},
            "Round 3, table 4: 6 and 8 are partners but have different points. Enter the same for both.",
        ),
        (
            "points",
            changed("6 8", own_points=None),
            {},
            "Round 3, table 4: 6 and 8 have no points. points won needs them for every side.",
        ),
        (
            "counters",
            changed("5 7", own_points=None),
            {},
            "Round 3, table 4: 5 and 7 have no points. counters won and lost needs them for the winners.",
        ),
        (
            "points",
            changed("6 8", own_points=2),
            {},
            "Round 3, table 4: 6 and 8 have 2 points, but their opponents 5 have 3 for them. Correct one.",
        ),
        (
            "games",
            changed("5 7", games_won=Fraction(0))[:2]
            + [game._replace(games_won=Fraction(1)) for game in WON[2:]],
            {},
            "Round 3, table 4: 6 and 8 won with 3 points against 5. Correct the winner or the points.",
        ),
        (
            "points",
            changed("6 8", own_points=-3, other_points=None)[2:]
            + [game._replace(other_points=None) for game in WON[:2]],
            {},
            "2 faults. Round 3, table 4, 6: points can’t be -3. Enter 0 or more. Round 3, table 4, 8: points can’t "
            "be -3. Enter 0 or more.",
        ),
        (
            "tricks",
            [
                game._replace(own_points=9 if game.side == 0 else 5, other_points=None)
                for game in WON
            ],
            {},
            "Round 3, table 4: 9 and 5 tricks make 14. A deal has 13.",
        ),
        (
            "tricks",
            [
                game._replace(own_points=14 if game.side == 0 else 0, other_points=None)
                for game in WON
            ],
            {},
            "2 faults. Round 3, table 4, 5: tricks can’t be 14. Enter 0 to 13. Round 3, table 4, 7: tricks can’t be "
            "14. Enter 0 to 13.",
        ),
        (
            "counters",
            [
                game._replace(own_points=8 if game.side == 0 else 4, other_points=None)
                for game in WON
            ],
            {"entered": "tricks"},
            "Round 3, table 4: 8 and 4 tricks make 12. A deal has 13.",
        ),
        (
            "games",
            changed("5", lone_hands=1),
            {"lone_hands": "none"},
            "Round 3, table 4, 5: lone hands aren’t allowed here. Remove the lone hand.",
        ),
        (
            "games",
            [game._replace(table_no=1, lone_hands=2 * (game.player == "6")) for game in WON],
            {"lone_hands": "not-at-head"},
            "Round 3, table 1, 6: lone hands aren’t allowed at the head table. Remove the 2 lone hands.",
        ),
        (
            "games",
            [game._replace(is_counted=False) for game in WON],
            {},
            "Round 3, table 4: no game counts. At a short table, count the game of the player with most points.",
        ),
    ],
    ids=[
        "twice",
        "two-groups",
        "no-player",
        "round",
        "lone-below-0",
        "third",
        "float",
        "no-loser",
        "alone",
        "no-winner",
        "two-winners",
        "one-half",
        "partners-result",
        "partners-points",
        "points-missing",
        "winner-points-missing",
        "disagree",
        "winner-fewer",
        "negative",
        "fourteen-tricks",
        "fourteen-of-one-side",
        "twelve-tricks",
        "lone-not-played",
        "lone-at-head",
        "none-counts",
    ],
)
def test_fault_is_named_in_a_sentence(method, games, options, expected):
    assert sentence(method, games, options) == expected


def test_every_fault_is_named_at_once_with_its_row():
    here = [game._replace(row=2, games_won=Fraction(0)) for game in WON]
    elsewhere = [
        game._replace(player=f"1{game.player}", table_no=5, is_counted=False) for game in WON
    ]
    assert sentence("games", here + elsewhere) == (
        "2 faults. Round 3, table 5: no game counts. At a short table, count the game of the player with most "
        "points. Round 3, row 2, table 4: nobody won. Enter the winner, or break the tie with a tie rule."
    )


@pytest.mark.parametrize(
    ("method", "games"),
    [
        ("games", [game._replace(own_points=None, other_points=None) for game in WON]),
        (
            "counters",
            [
                game._replace(own_points=5 if game.side == 0 else None, other_points=None)
                for game in WON
            ],
        ),
        ("pivot", [game._replace(games_won=Fraction(game.side)) for game in WON]),
        (
            "plus-and-minus",
            [
                game._replace(games_won=Fraction(game.side), set_back=7 * (1 - game.side))
                for game in WON
            ],
        ),
        ("points", [game._replace(games_won=Fraction(0)) for game in WON]),
        (
            "games",
            [
                PartyGame(
                    player, 1, 9, index, games_won=Fraction(index < 2), own_points=4 - index // 2
                )
                for index, player in enumerate("123")
            ],
        ),
        ("games", changed("5", lone_hands=3)),
    ],
    ids=[
        "no-points",
        "losers-points",
        "rubber",
        "set-back",
        "nobody-won",
        "three-alone",
        "lone-hands",
    ],
)
def test_allowed_games_are_ranked_without_a_problem(method, games):
    assert len(rank_party_games(method, games).standings) == len(games)
