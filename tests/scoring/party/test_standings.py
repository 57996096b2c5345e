"""Ways to count at a party: totals worked out by hand, two routes, and what always holds."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.party.methods import PARTY_METHODS, get_party_method
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_by_part, rank_party_games
from scoring.party.ties import list_scoring_sides
from tests.golden import read_golden_rows
from tests.oracle.checking import check_party_standings
from tests.oracle.party import POINTS, compare_parties, rank_party_plainly
from tests.scoring.party.evenings import (
    HALF,
    evenings,
    read_golden_party,
)

YES = {"yes": True, "no": False}


def by_player(ranking):
    return {standing.player: standing for standing in ranking.standings}


def options_of(text):
    return dict(part.split("=") for part in text.split())


@pytest.mark.parametrize(
    "row",
    read_golden_rows("rules/party_totals.csv"),
    ids=lambda row: f"{row['method']}-{row['options']}-{row['party']}",
)
def test_totals_and_places_are_those_worked_out_by_hand(row):
    ranking = rank_party_games(
        row["method"], read_golden_party(row["party"]), options=options_of(row["options"])
    )
    standings = [by_player(ranking)[player] for player in row["players"].split()]
    assert [str(standing.total) for standing in standings] == row["totals"].split()
    assert [standing.rank_text for standing in standings] == row["places"].split()


def test_every_method_has_totals_worked_out_by_hand():
    assert {row["method"] for row in read_golden_rows("rules/party_totals.csv")} == {
        method.key for method in PARTY_METHODS
    }


@pytest.mark.parametrize(
    "row",
    read_golden_rows("rules/party_short-tables.csv"),
    ids=lambda row: row["points"].replace(" ", "-"),
)
def test_only_the_most_points_of_a_short_table_score(row):
    assert list_scoring_sides([int(points) for points in row["points"].split()]) == tuple(
        YES[each] for each in row["scoring"].split()
    )


@pytest.mark.parametrize(
    ("method", "party", "player", "columns"),
    [
        ("games", "euchre", "2", {"games": Fraction(3, 2), "points": 9, "lone hands": 3}),
        (
            "punched-card",
            "card",
            "2",
            {"points": 17, "full cards": 1, "holes": 2, "games": 2, "lone hands": 0},
        ),
        ("counters", "whist", "3", {"plus": 5, "minus": 3}),
        ("plus-and-minus", "five-hundred", "1", {"plus": 200, "minus": 140, "games": 0}),
        ("net-of-the-lower", "auction", "2", {"plus": 619, "minus": 0, "games": 2}),
        ("pivot", "pivot", "1", {"points": 1450, "games": 2}),
        ("tricks", "tricks", "4", {"tricks": 9, "games": 0}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_columns_show_what_a_total_is_made_of(method, party, player, columns):
    standing = by_player(rank_party_games(method, read_golden_party(party)))[player]
    assert dict(standing.columns) == columns
    assert tuple(columns) == get_party_method(method).columns


def test_standings_know_where_a_player_finished_and_how_much_was_played():
    games = [
        PartyGame("1", 1, 4, 0, "A", row=1, own_points=5),
        PartyGame("2", 1, 4, 1, "B", row=1, own_points=2),
        PartyGame("1", 2, 9, 0, "A", row=2, own_points=1),
        PartyGame("2", 2, 7, 0, "B", row=3, own_points=4),
    ]
    standings = rank_party_games("points", games[::-1]).standings
    assert [
        (standing.player, standing.row, standing.table_no, standing.games_played, standing.total)
        for standing in standings
    ] == [("1", 2, 9, 2, 6), ("2", 3, 7, 2, 6)]


def test_places_apart_for_groups_rows_and_tables():
    games = [
        PartyGame(player, 1, table_no, int(player) % 2, group, row=row, own_points=own)
        for player, table_no, group, row, own in (
            ("1", 1, "A", 1, 5),
            ("2", 1, "B", 1, 9),
            ("3", 2, "A", 1, 5),
            ("4", 1, "B", 2, 7),
        )
    ]
    ranking = rank_party_games("points", games)
    apart = {by: rank_by_part(ranking, by) for by in ("group", "row", "table")}
    assert {
        by: {
            key: [(standing.player, standing.rank_text) for standing in those]
            for key, those in places.items()
        }
        for by, places in apart.items()
    } == {
        "group": {"A": [("1", "1="), ("3", "1=")], "B": [("2", "1"), ("4", "2")]},
        "row": {1: [("2", "1"), ("1", "2="), ("3", "2=")], 2: [("4", "1")]},
        "table": {"1-1": [("2", "1"), ("1", "2")], "1-2": [("3", "1")], "2-1": [("4", "1")]},
    }


def test_tables_of_one_row_are_known_by_their_number():
    ranking = rank_party_games(
        "points", [PartyGame("1", 1, 3, 0, own_points=1), PartyGame("2", 1, 12, 0, own_points=1)]
    )
    assert list(rank_by_part(ranking, "table")) == [3, 12]


def test_a_party_without_games_has_no_standings():
    assert rank_party_games("counters", []).standings == ()


def test_players_of_one_total_are_listed_by_number():
    games = [
        PartyGame(player, 1, 1, index, own_points=3)
        for index, player in enumerate(("10", "B", "9", "A"))
    ]
    assert [standing.player for standing in rank_party_games("points", games).standings] == [
        "9",
        "10",
        "A",
        "B",
    ]


@settings(max_examples=20)
@given(data=st.data())
def test_nets_with_a_minus_cancel(data):
    choice = {"lower": "minus"}
    games = data.draw(evenings(get_party_method("net-of-the-lower"), choice, short=False))
    assert (
        sum(
            standing.total
            for standing in rank_party_games("net-of-the-lower", games, options=choice).standings
        )
        == 0
    )


def test_half_a_game_leaves_the_counters_where_they_are():
    games = [
        PartyGame(player, 1, 1, int(player) % 2, own_points=4, games_won=HALF) for player in "1234"
    ]
    assert {standing.total for standing in rank_party_games("counters", games).standings} == {25}


def test_a_difference_between_the_routes_is_named():
    games = [PartyGame("7", 1, 1, 0, own_points=5), PartyGame("8", 1, 1, 1, own_points=3)]
    assert rank_party_plainly(POINTS, games, {}) == {"7": (5, 1, False), "8": (3, 2, False)}
    other = {"7": (Fraction(5), 1, False), "8": (Fraction(7, 2), 1, True)}
    assert compare_parties(rank_party_games("points", games), other) == [
        "8: 3, place 2 by one calculation, 3.5, place 1= by the other."
    ]


EQUAL_GAMES = [
    PartyGame(
        player, 1, table, side, own_points=own, other_points=other, games_won=Fraction(own > other)
    )
    for table, points in ((1, (10, 8)), (2, (10, 4)))
    for side, (own, other) in enumerate((points, points[::-1]))
    for player in (f"{table}{side}",)
]


@pytest.mark.parametrize(
    ("equal", "places"),
    [
        ("share", [("10", "1="), ("20", "1="), ("11", "3="), ("21", "3=")]),
        ("points", [("10", "1="), ("20", "1="), ("11", "3"), ("21", "4")]),
    ],
)
def test_more_points_come_first_where_the_party_wants_it(equal, places):
    told = {"options": {"equal": equal}}
    ranking = rank_party_games("games", EQUAL_GAMES, **told)
    assert [(standing.player, standing.rank_text) for standing in ranking.standings] == places
    assert check_party_standings("games", EQUAL_GAMES, **told) == []
