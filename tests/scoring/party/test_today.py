"""Evenings as they are played today, with their figures: beetle, Skat in series, plus and minus by lists."""

from fractions import Fraction

import pytest

from scoring.errors import FieldError
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games
from tests.oracle.checking import check_party_standings

BEETLE = {
    "A": (14, 9, 11, 6, 13, 8),
    "B": (10, 14, 7, 12, 9, 11),
    "C": (8, 12, 14, 10, 5, 13),
    "D": (13, 6, 9, 14, 12, 7),
    "E": (12, 11, 8, 9, 10, 14),
    "F": (7, 10, 13, 11, 14, 9),
    "G": (12, 13, 10, 8, 7, 10),
    "H": (9, 8, 13, 13, 11, 13),
}


def beetle_games(parts=BEETLE):
    """Return the games at tables of four, everybody alone."""
    return [
        PartyGame(
            player,
            round_no,
            1 + index // 4,
            index % 4,
            own_points=figure,
            games_won=Fraction(
                figure
                == max(
                    own[round_no - 1]
                    for own in list(parts.values())[index // 4 * 4 : index // 4 * 4 + 4]
                )
            ),
        )
        for index, (player, figures) in enumerate(parts.items())
        for round_no, figure in enumerate(figures, start=1)
    ]


def by_place(method, games, **options):
    assert check_party_standings(method, games, **options) == []
    standings = rank_party_games(method, games, **options).standings
    return [(standing.player, standing.total, standing.rank_text) for standing in standings]


def test_beetle_evening_comes_out():
    places = [("H", 67, "1"), ("E", 64, "2="), ("F", 64, "2="), ("B", 63, "4"), ("C", 62, "5")]
    places += [("A", 61, "6="), ("D", 61, "6="), ("G", 60, "8")]
    assert by_place("beetle", beetle_games()) == places
    ranking = rank_party_games("beetle", beetle_games())
    whole = {
        standing.player: standing.get_figure("whole beetles") for standing in ranking.standings
    }
    assert ranking.notes == ()
    assert whole == {**dict.fromkeys("ABCDEF", 1), "G": 0, "H": 0}


def test_a_fifteenth_part_is_refused_and_thirteen_may_be_the_whole():
    too_many = BEETLE | {"A": (15, *BEETLE["A"][1:])}
    with pytest.raises(FieldError) as refused:
        rank_party_games("beetle", beetle_games(too_many))
    assert "A: parts can’t be 15. Enter 0 to 14" in str(refused.value)
    with pytest.raises(FieldError):
        rank_party_games("beetle", beetle_games(), options={"parts": "13"})


def test_a_round_without_a_whole_beetle_is_told():
    parts = BEETLE | {"B": (10, 13, 7, 12, 9, 11), "E": (12, 11, 8, 9, 10, 13)}
    assert rank_party_games("beetle", beetle_games(parts)).notes == (
        "Round 2: nobody has all 14 parts, which end a round. Check its cards.",
    )


def skat_games(series_no, table_no, table):
    best = max(points for points, _won, _lost in table.values())
    return [
        PartyGame(
            player,
            series_no,
            table_no,
            side,
            own_points=own,
            games_won=Fraction(own == best),
            deals_won=won,
            deals_lost=lost,
        )
        for side, (player, (own, won, lost)) in enumerate(table.items())
    ]


SKAT = [
    *skat_games(1, 1, {"A": (492, 12, 0), "B": (628, 12, 2), "C": (660, 10, 1), "D": (-32, 6, 5)}),
    *skat_games(1, 2, {"E": (845, 11, 1), "F": (310, 9, 4), "G": (-120, 7, 6), "H": (402, 8, 1)}),
    *skat_games(1, 3, {"I": (705, 12, 2), "J": (533, 10, 3), "K": (96, 6, 2)}),
]


def test_skat_evening_comes_out_and_seats_the_next_series():
    totals = {player: total for player, total, _place in by_place("seeger-fabian", SKAT)}
    assert totals == {
        **{"A": 1332, "B": 1308, "C": 1320, "D": 108},
        **{"E": 1675, "F": 800, "G": 110, "H": 1082},
        **{"I": 1405, "J": 1043, "K": 496},
    }
    assert [player for player, _total, _place in by_place("seeger-fabian", SKAT)] == list(
        "EIACBHJFKGD"
    )
    assert totals["A"] + totals["H"] == 2414
    assert sum(totals[player] for player in "AEIK") == 4908


@pytest.mark.parametrize(
    ("bonus", "totals"), [("seeger", (1092, 1128, 1110, 18)), ("points", (492, 628, 660, -32))]
)
def test_plain_ways_of_skat_come_out(bonus, totals):
    ranked = by_place("seeger-fabian", SKAT[:4], options={"bonus": bonus})
    assert {player: total for player, total, _place in ranked} == dict(
        zip("ABCD", totals, strict=True)
    )


def test_series_of_skat_are_added_up():
    both = [*SKAT, *skat_games(2, 1, {"D": (700, 14, 0), "G": (10, 9, 5), "K": (0, 8, 0)})]
    totals = {player: total for player, total, _place in by_place("seeger-fabian", both)}
    assert (totals["D"], totals["G"], totals["K"]) == (
        108 + 700 + 700 + 200,
        110 + 10 + 200,
        496 + 400 + 200,
    )


def test_lists_of_plus_and_minus_are_added_up():
    games = skat_games(1, 1, {"A": (12, 0, 0), "B": (-30, 0, 0), "C": (6, 0, 0), "D": (12, 0, 0)})
    assert by_place("signed-lists", games) == [
        ("A", 12, "1="),
        ("D", 12, "1="),
        ("C", 6, "3"),
        ("B", -30, "4"),
    ]
