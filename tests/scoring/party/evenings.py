"""Random evenings: tables of four and a short last table, seats drawn afresh, results that fit a way to count."""

import os
from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from scoring.party.model import PartyGame
from scoring.party.ties import list_scoring_sides
from tests.golden import read_golden_rows

HALF = Fraction(1, 2)
EXAMPLES = 30 if os.environ.get("CI") else 4
"""Examples of a property that every way to count has: more of them in the full run."""
SIZES = (*range(2, 101), 203, 302, 400) if os.environ.get("CI") else (2, 3, 4, 6, 43, 100)
MOST = {"tricks": 13, "games": 5, "pivot": 900, "auction": 400, "beetle": 13}


def read_golden_party(name):
    """Return the games of one party of the golden file; *other* is filled in for tables of two sides."""
    rows = [row for row in read_golden_rows("rules/party_games.csv") if row["party"] == name]
    return [
        PartyGame(
            player,
            int(row["round"]),
            int(row["table"]),
            int(row["side"]),
            group="A" if int(player) % 2 else "B",
            own_points=int(row["own"]),
            games_won=Fraction(row["won"]),
            lone_hands=int(row["lone"] or 0),
            games_made=int(row["games_made"] or 0),
            set_back=int(row["set_back"] or 0),
            deals_won=int(row["deals_won"] or 0),
            deals_lost=int(row["deals_lost"] or 0),
            is_counted=row["counts"] != "no",
        )
        for row in rows
        for player in row["players"].split()
    ]


def play_random_evening(players, rounds):
    """Return the games of *players* over *rounds* with a lot for seats and results, points from 0 to 13."""
    chance, games = Random(players), []
    for round_no in range(1, rounds + 1):
        seats = chance.sample([str(number) for number in range(1, players + 1)], players)
        for at in range(0, players - players % 4, 4):
            points = chance.randint(0, 13)
            games += _sides(
                round_no,
                at // 4 + 1,
                (seats[at : at + 2], seats[at + 2 : at + 4]),
                (points, 13 - points),
            )
        if players % 4 > 1:
            alone = seats[players - players % 4 :]
            points = [chance.randint(0, 5) for _ in alone[:-1]]
            games += _sides(
                round_no, players // 4 + 1, [[player] for player in alone], (*points, 6)
            )
    return games


def _sides(round_no, table_no, sides, points):
    """Return the games of one table; the most points win, and alone nobody else scores."""
    alone = len(sides[0]) == 1
    return [
        PartyGame(
            player,
            round_no,
            table_no,
            side,
            group="AB"[int(player) % 2],
            own_points=points[side],
            games_won=Fraction(points[side] == max(points)),
            is_counted=points[side] == max(points) or not alone,
        )
        for side, those in enumerate(sides)
        for player in those
    ]


@st.composite
def evenings(draw, method, options=None, short=True):
    """Return the games of an evening that *method* can count: up to 3 tables of four and 3 rounds."""
    settings = method.complete_settings(options or {})
    players = [str(number) for number in range(1, draw(st.integers(1, 3)) * 4 + 1)]
    last = (
        draw(st.sampled_from([0, 2, 3]))
        if short and not _is_deal(settings) and method.key != "tricks"
        else 0
    )
    players += [str(len(players) + number) for number in range(1, last + 1)]
    games = []
    for round_no in range(1, draw(st.integers(1, 3)) + 1):
        seats = draw(st.permutations(players))
        for at in range(0, len(seats), 4):
            games += draw(_table(method, settings, round_no, at // 4 + 1, seats[at : at + 4]))
    return games


def _is_deal(settings):
    return settings.get("entered") == "tricks" or settings.get("deal") == "13"


@st.composite
def _table(draw, method, settings, round_no, table_no, seated):
    if len(seated) < 4:
        return draw(_short_table(method, settings, round_no, table_no, seated))
    points = (
        draw(st.integers(0, 13))
        if _is_deal(settings)
        else draw(st.integers(0, MOST.get(method.key, 60)))
    )
    by_side = (
        (points, 13 - points) if _is_deal(settings) else (points, draw(st.integers(0, points)))
    )
    if draw(st.booleans()):
        by_side = by_side[::-1]
    won = (
        (HALF, HALF)
        if by_side[0] == by_side[1]
        else (Fraction(by_side[0] > by_side[1]), Fraction(by_side[1] > by_side[0]))
    )
    lone = settings.get("lone_hands") == "allowed"
    return [
        PartyGame(
            player,
            round_no,
            table_no,
            side,
            group="AB"[int(player) % 2],
            own_points=by_side[side],
            other_points=by_side[1 - side],
            games_won=won[side],
            lone_hands=draw(st.integers(0, 1)) if lone else 0,
            games_made=by_side[side] // 150,
            set_back=by_side[side] % 7,
            deals_won=by_side[side] % 11,
            deals_lost=by_side[side] % 4,
        )
        for side, those in enumerate((seated[:2], seated[2:]))
        for player in those
    ]


@st.composite
def _short_table(draw, method, settings, round_no, table_no, seated):
    points = tuple(draw(st.integers(0, 9)) for _ in seated)
    counting = list_scoring_sides(points)
    won = (
        [HALF, HALF]
        if len(points) == 2 and points[0] == points[1]
        else [Fraction(each) for each in counting]
    )
    return [
        PartyGame(
            player,
            round_no,
            table_no,
            side,
            group="AB"[int(player) % 2],
            own_points=points[side],
            games_won=won[side],
            is_counted=counting[side],
        )
        for side, player in enumerate(seated)
    ]
