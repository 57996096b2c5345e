"""What is wrong with the games of a party: each fault in one sentence, all of them at once."""

from fractions import Fraction

import pytest

from scoring import FieldError, PartyGame, party_standings

HALF = Fraction(1, 2)
WON = [
    PartyGame("5", 3, 4, 0, "A", own=5, other=3, won=Fraction(1)),
    PartyGame("7", 3, 4, 0, "B", own=5, other=3, won=Fraction(1)),
    PartyGame("6", 3, 4, 1, "A", own=3, other=5),
    PartyGame("8", 3, 4, 1, "B", own=3, other=5),
]


def changed(players, **values):
    return [game._replace(**values) if game.player in players.split() else game for game in WON]


def sentence(method, games, options=None):
    with pytest.raises(FieldError) as refused:
        party_standings(method, games, options=options)
    return str(refused.value)


@pytest.mark.parametrize(
    ("method", "games", "options", "expected"),
    [
        (
            "games",
            [*WON, PartyGame("5", 3, 6, 0, "A", own=5, won=Fraction(1)), PartyGame("9", 3, 6, 1, own=2)],
            {},
            "Round 3: 5 has a game at table 4 and one at table 6; keep one of the two.",
        ),
        (
            "games",
            [*WON, PartyGame("5", 4, 6, 0, "B", own=5, won=Fraction(1)), PartyGame("9", 4, 6, 1, own=2)],
            {},
            'Round 4: 5 competes in group "B", before that in "A"; give one group, whatever the seat, in every round.',
        ),
        ("games", changed("5", player=""), {}, "Round 3, table 4: a game has no player; name the player."),
        (
            "games",
            changed("5", round_no=0),
            {},
            "Round 0, table 4, 5: the round cannot be 0; give a whole number from 1 up.",
        ),
        (
            "games",
            changed("5", lone=-1),
            {},
            "Round 3, table 4, 5: lone hands cannot be -1; give a whole number from 0 up.",
        ),
        (
            "games",
            changed("5 7", won=Fraction(1, 3)),
            {},
            "2 faults. Round 3, table 4, 5: 1/3 of a game cannot be won; give 1, 1/2 or 0. "
            "Round 3, table 4, 7: 1/3 of a game cannot be won; give 1, 1/2 or 0.",
        ),
        (
            "games",
            changed("5 7", won=0.5),
            {},
            "2 faults. Round 3, table 4, 5: 0.5 of a game cannot be won; give 1, 1/2 or 0. "
            "Round 3, table 4, 7: 0.5 of a game cannot be won; give 1, 1/2 or 0.",
        ),
        ("games", WON[:2], {}, "Round 3, table 4: 5 and 7 won and nobody lost; say who played against them."),
        ("games", WON[2:], {}, "Round 3, table 4: 6 and 8 played against nobody; leave out a round that is sat out."),
        (
            "games",
            changed("5 7", won=Fraction(0)),
            {},
            "Round 3, table 4: nobody won; say which side did, or settle the tie by one of the tie rules.",
        ),
        (
            "games",
            changed("6 8", won=Fraction(1)),
            {},
            "Round 3, table 4: both sides won; say which one lost, or give both half a game.",
        ),
        (
            "games",
            changed("5 7", won=HALF),
            {},
            "Round 3, table 4: 5 and 7 alone have half a game; a tied game is halved by both sides, so give the others "
            "half too.",
        ),
        (
            "games",
            changed("7", won=Fraction(0)),
            {},
            "Round 3, table 4: 5 and 7 played on one side and have different results; give both the same.",
        ),
        (
            "points",
            changed("8", own=2),
            {},
            "Round 3, table 4: 6 and 8 played on one side and have different points; give both the same.",
        ),
        (
            "points",
            changed("6 8", own=None),
            {},
            "Round 3, table 4: 6 and 8 have no points written down; points won needs them of every side.",
        ),
        (
            "counters",
            changed("5 7", own=None),
            {},
            "Round 3, table 4: 5 and 7 have no points written down; counters won and lost needs them of the winners.",
        ),
        (
            "points",
            changed("6 8", own=2),
            {},
            "Round 3, table 4: 6 and 8 have 2 points, which their adversaries 5 write down as 3; let the two agree.",
        ),
        (
            "games",
            changed("5 7", won=Fraction(0))[:2] + [game._replace(won=Fraction(1)) for game in WON[2:]],
            {},
            "Round 3, table 4: 6 and 8 won with 3 points against 5; correct the winner or the points.",
        ),
        (
            "points",
            changed("6 8", own=-3, other=None)[2:] + [game._replace(other=None) for game in WON[:2]],
            {},
            "2 faults. Round 3, table 4, 6: points cannot be -3; give 0 or more. "
            "Round 3, table 4, 8: points cannot be -3; give 0 or more.",
        ),
        (
            "tricks",
            [game._replace(own=9 if game.side == 0 else 5, other=None) for game in WON],
            {},
            "Round 3, table 4: 9 and 5 tricks make 14; a deal has 13.",
        ),
        (
            "tricks",
            [game._replace(own=14 if game.side == 0 else 0, other=None) for game in WON],
            {},
            "2 faults. Round 3, table 4, 5: tricks cannot be 14; give 0 to 13. "
            "Round 3, table 4, 7: tricks cannot be 14; give 0 to 13.",
        ),
        (
            "counters",
            [game._replace(own=8 if game.side == 0 else 4, other=None) for game in WON],
            {"entered": "tricks"},
            "Round 3, table 4: 8 and 4 tricks make 12; a deal has 13.",
        ),
        (
            "games",
            changed("5", lone=1),
            {"lone_hands": "none"},
            "Round 3, table 4, 5: lone hands are not played here; take the lone hand away.",
        ),
        (
            "games",
            [game._replace(table_no=1, lone=2 * (game.player == "6")) for game in WON],
            {"lone_hands": "not-at-head"},
            "Round 3, table 1, 6: lone hands are not played at the head table; take the 2 lone hands away.",
        ),
        (
            "games",
            [game._replace(counts=False) for game in WON],
            {},
            "Round 3, table 4: no game counts there; at a short table that of the player with most points does.",
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
    here = [game._replace(row=2, won=Fraction(0)) for game in WON]
    elsewhere = [game._replace(player=f"1{game.player}", table_no=5, counts=False) for game in WON]
    assert sentence("games", here + elsewhere) == (
        "2 faults. Round 3, table 5: no game counts there; at a short table that of the player with most points does. "
        "Round 3, row 2, table 4: nobody won; say which side did, or settle the tie by one of the tie rules."
    )


@pytest.mark.parametrize(
    ("method", "games"),
    [
        ("games", [game._replace(own=None, other=None) for game in WON]),
        ("counters", [game._replace(own=5 if game.side == 0 else None, other=None) for game in WON]),
        ("pivot", [game._replace(won=Fraction(game.side)) for game in WON]),
        ("plus-and-minus", [game._replace(won=Fraction(game.side), set_back=7 * (1 - game.side)) for game in WON]),
        ("points", [game._replace(won=Fraction(0)) for game in WON]),
        (
            "games",
            [PartyGame(player, 1, 9, at, won=Fraction(at < 2), own=4 - at // 2) for at, player in enumerate("123")],
        ),
        ("games", changed("5", lone=3)),
    ],
    ids=["no-points", "losers-points", "rubber", "set-back", "nobody-won", "three-alone", "lone-hands"],
)
def test_what_is_allowed_is_not_a_fault(method, games):
    assert len(party_standings(method, games).standings) == len(games)
