"""Leavers, latecomers, rounds sat out and short tables: what they are worth, who may win what, and the second route."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FieldError
from scoring.explain.party import explain_party_total
from scoring.party.methods import PARTY_METHODS
from scoring.party.model import PartyGame
from scoring.party.presence import SHORT_TABLE, UNPLAYED, PartyPresence
from scoring.party.prizes import PrizeRules, list_party_prizes
from scoring.party.ranking import rank_party_games
from tests.oracle.checking import check_party_standings
from tests.scoring.test_main import run_and_parse

ROUNDS = 6
OPTION = next(option for option in PARTY_METHODS[0].options if option.name == "sit_out")


def table(round_no, players, points=(7, 4), table_no=1):
    """Return the games of four *players*, the first two of whom won by *points*."""
    return [
        PartyGame(
            player,
            round_no,
            table_no,
            index // 2,
            "BA"[int(player) % 2],
            own_points=points[index // 2],
            other_points=points[1 - index // 2],
            games_won=Fraction(index < 2),
        )
        for index, player in enumerate(players)
    ]


def evening(points=(7, 4)):
    """Return six rounds of one table of four: 1 and 2 win always; from round 4 on 5 sits in the place of 4."""
    early = [game for no in range(1, 4) for game in table(no, "1234", points)]
    return [*early, *(game for no in range(4, ROUNDS + 1) for game in table(no, "1235", points))]


def titles(prizes):
    return [(prize.kind, prize.group, prize.players) for prize in prizes]


def test_a_leaver_wins_a_prize_only_where_the_club_lets_him():
    early = [game for no in range(1, 4) for game in table(no, "4231", (9, 0))]
    ranking = rank_party_games(
        "points", [*early, *table(4, "1235")], presences=[PartyPresence("4", leaving_round=4)]
    )
    assert ranking.standings[1].player == "4"
    rules = {"places": 2, "by_group": False, "equal_numbers": False, "booby": False}
    assert titles(list_party_prizes(ranking, PrizeRules(**rules)))[1] == ("second", "", ("1",))
    assert titles(list_party_prizes(ranking, PrizeRules(**rules, leavers=True)))[1] == (
        "second",
        "",
        ("4",),
    )
    kept = list_party_prizes(ranking, PrizeRules(places=0, by_group=False, leavers=True))
    assert kept[-1].players != ("4",)


def test_nobody_takes_the_booby_prize_where_nobody_played_throughout():
    ranking = rank_party_games(
        "games",
        table(3, "1234"),
        presences=[PartyPresence(player, joining_round=3) for player in "1234"],
    )
    assert [
        prize.kind
        for prize in list_party_prizes(
            ranking, PrizeRules(places=1, by_group=False, final_tie="cut")
        )
    ] == ["first"]


def test_as_many_prizes_for_either_group_as_have_somebody_who_may_take_them():
    presences = [PartyPresence("4", leaving_round=4)]
    ranking = rank_party_games("points", evening(), presences=presences)
    by_group = list_party_prizes(ranking, PrizeRules(places=2, booby=False))
    kinds = [(prize.kind, prize.group) for prize in by_group]
    assert kinds == [("first", "A"), ("first", "B")]  # of B there is only 2 left
    assert [
        prize.kind
        for prize in list_party_prizes(ranking, PrizeRules(places=2, booby=False, leavers=True))
    ] == [
        "first",
        "second",
        "first",
        "second",
    ]


@pytest.mark.parametrize(
    ("choice", "credit"), [("nothing", "0"), ("average", "8"), ("6.5", "13"), ("6", "12")]
)
def test_a_round_sat_out_is_worth_what_the_club_gives(choice, credit):
    games = [*table(1, "1234", (3, 5)[::-1]), *table(4, "1234", (3, 2))]
    sat_out = PartyPresence("1", rounds_sat_out=(2, 3))
    ranking = rank_party_games("points", games, options={"sit_out": choice}, presences=[sat_out])
    standing = next(standing for standing in ranking.standings if standing.player == "1")
    assert standing.sit_out_credit == Fraction(credit)
    assert standing.total == 8 + Fraction(credit)
    assert standing.games_played == 2
    assert standing.get_figure("points") == 8  # what was made at the tables


def test_the_average_is_exact():
    games = [game for no in (1, 2, 3) for game in table(no, "1234", (5 + (no == 3), 2))]
    ranking = rank_party_games(
        "points",
        games,
        options={"sit_out": "average"},
        presences=[PartyPresence("1", rounds_sat_out=(4,))],
    )
    assert ranking.standings[0].total == 16 + Fraction(16, 3)


def test_why_tells_the_rounds_sat_out():
    games = table(1, "1234", (7, 4))
    explanation = explain_party_total(
        "points",
        games,
        "3",
        options={"sit_out": "6.5"},
        presences=[PartyPresence("3", rounds_sat_out=(2,))],
    )
    assert (
        explanation.formula
        == "4 in 1 game + 6½ for 1 round sat out (6.5 each) = 10½ points, place 1"
    )
    assert explanation.points == Fraction(21, 2)


@pytest.mark.parametrize(
    ("presences", "sentence"),
    [
        (
            [PartyPresence("1", leaving_round=3), PartyPresence("1")],
            "1: arrival and departure are entered twice. Delete one.",
        ),
        (
            [PartyPresence("1", rounds_sat_out=(2,))],
            "Round 2: 1 has a game and a sit-out. Delete one.",
        ),
        (
            [PartyPresence("1", joining_round=2)],
            "Round 1: 1 joined in round 2, so this round can’t count. Correct when they were present.",
        ),
        (
            [PartyPresence("4", leaving_round=3)],
            "Round 3: 4 left after round 2, so this round can’t count. Correct when they were present.",
        ),
    ],
    ids=["twice", "game-sat-out", "too-late", "gone"],
)
def test_impossible_presences_are_reported(presences, sentence):
    with pytest.raises(FieldError) as refused:
        rank_party_games("games", evening(), presences=presences)
    assert sentence in str(refused.value)


@st.composite
def rooms(draw):
    """Draw a party: in every round four of seven people play, the others sit out, came late or left."""
    people = "1234567"
    games, played = [], {player: [] for player in people}
    for round_no in range(1, draw(st.integers(1, 5)) + 1):
        seated = draw(st.permutations(people))[:4]
        games += table(round_no, seated, (draw(st.integers(7, 13)), draw(st.integers(0, 6))))
        for player in seated:
            played[player].append(round_no)
    last = max(game.round_no for game in games)
    presences = []
    for player in people:
        own = played[player]
        joined = draw(st.integers(1, own[0])) if own else 1
        left = draw(st.sampled_from([None, own[-1] + 1])) if own else None
        out = [no for no in range(joined, (left or last + 1)) if no not in own]
        presences.append(PartyPresence(player, joined, left, tuple(out)))
    return games, presences


@given(
    rooms(),
    st.sampled_from([method.key for method in PARTY_METHODS]),
    st.sampled_from(OPTION.choices),
)
def test_both_routes_agree_whatever_sitting_out_is_worth(room, method, choice):
    games, presences = room
    way = next(offered for offered in PARTY_METHODS if offered.key == method)
    options = {"sit_out": choice} | (
        {"deal": "any"} if "deal" in {option.name for option in way.options} else {}
    )
    assert check_party_standings(method, games, options=options, presences=presences) == []


def test_who_has_only_sat_out_is_ranked_with_the_credit():
    waiting = PartyPresence("5", rounds_sat_out=(1,), group="A", row=2)
    told = {"options": {"sit_out": "6"}, "presences": [waiting]}
    ranking = rank_party_games("points", table(1, "1234", (5, 4)), **told)
    first = ranking.standings[0]
    assert first.player == "5"
    assert first.total == 6
    assert first.sit_out_credit == 6
    assert first.rank_text == "1"
    assert first.games_played == 0
    assert first.group == "A"
    assert first.row == 2
    assert first.table_no == 0
    assert check_party_standings("points", table(1, "1234", (5, 4)), **told) == []
    assert explain_party_total("points", table(1, "1234", (5, 4)), "5", **told).formula == (
        "0 in 0 games + 6 for 1 round sat out (6 each) = 6 points, place 1"
    )


def test_who_has_only_sat_out_takes_neither_booby_nor_table_prize():
    waiting = PartyPresence("5", rounds_sat_out=(1,), group="A")
    ranking = rank_party_games("points", table(1, "1234", (5, 4)), presences=[waiting])
    assert ranking.standings[-1].player == "5"
    prizes = list_party_prizes(
        ranking, PrizeRules(places=0, table=1, by_group=False, final_tie="halves")
    )
    assert titles(prizes) == [("table", "", ("1", "2")), ("booby", "", ("3", "4"))]


def test_a_file_tells_who_came_and_left(capsys, tmp_path):
    file = tmp_path / "party.json"
    rows = [
        {
            "player": game.player,
            "round": game.round_no,
            "table": 1,
            "side": game.side,
            "own": game.own_points,
            "other": game.other_points,
            "won": int(game.games_won),
        }
        for game in evening()
    ]
    players = [{"player": player} for player in "123"]
    players += [{"player": "4", "left": 4}, {"player": "5", "joined": 4, "sat_out": []}]
    file.write_text(
        json.dumps(
            {
                "contest": "progressive",
                "players": players,
                "games": rows,
            }
        )
    )
    ranked = run_and_parse(capsys, "rank", "points", file)
    assert [
        (standing["contestant"], standing["played"], standing.get("presence"))
        for standing in ranked["standings"]
    ] == [
        ("1", 6, None),
        ("2", 6, None),
        ("3", 6, None),
        ("4", 3, "left after round 3"),
        ("5", 3, "joined in round 4"),
    ]


def alone(round_no, points, *, is_short=True, table_no=1):
    """Return the games of those who play for themselves with these *points* by player."""
    best = max(points.values())
    return [
        PartyGame(
            player,
            round_no,
            table_no,
            side,
            own_points=own,
            other_points=max(theirs for other, theirs in points.items() if other != player),
            games_won=Fraction(own == best),
            is_short=is_short,
        )
        for side, (player, own) in enumerate(points.items())
    ]


SHORT_EVENING = [
    *alone(1, {"1": 8, "2": 5, "3": 3}),
    *alone(1, {"4": 9, "5": 2, "6": 1, "7": 7}, is_short=False, table_no=2),
]


def totals(games, **options):
    return {
        standing.player: standing.total
        for standing in rank_party_games("points", games, options=options).standings
    }


def test_the_average_for_sitting_out_is_that_of_what_counted():
    standings = rank_party_games(
        "points", alone(1, {"1": 8, "2": 5, "3": 3}), options={"short_table": "3/4"}
    ).standings
    assert [standing.total for standing in standings] == [6, Fraction(15, 4), Fraction(9, 4)]


def test_a_card_handed_in_counts_as_it_is():
    games = [PartyGame("1", 1, 1, 0, card_total=40, rounds=8, is_short=True)]
    assert totals(games, short_table="2") == {"1": 40}


def test_why_says_by_how_much():
    explanation = explain_party_total("points", SHORT_EVENING, "2", options={"short_table": "3/4"})
    assert (
        explanation.games[0].text
        == "Round 1, table 1: lost, 5 points against 8, short table, times 3/4: +3 3/4"
    )
    assert explanation.points == Fraction(15, 4)


@st.composite
def full_and_short(draw):
    """Draw rounds of a full table and a short one, with points for everybody."""
    games = []
    for round_no in range(1, draw(st.integers(1, 4)) + 1):
        people = draw(st.permutations("1234567"))
        for table_no, here in ((1, people[:4]), (2, people[4:])):
            points = draw(
                st.lists(st.integers(0, 13), min_size=len(here), max_size=len(here), unique=True)
            )
            games += alone(
                round_no,
                dict(zip(here, points, strict=True)),
                is_short=table_no == 2,
                table_no=table_no,
            )
    return games


@given(full_and_short(), st.sampled_from(PARTY_METHODS), st.sampled_from(SHORT_TABLE.choices))
def test_both_routes_agree_whatever_a_short_table_counts(room, method, choice):
    names = {option.name for option in method.options}
    options = {"short_table": choice} | ({"deal": "any"} if "deal" in names else {})
    assert check_party_standings(method.key, room, options=options) == []


def test_a_file_tells_which_games_were_short(capsys, tmp_path):
    rows = [{"player": game.player, "round": 1, "table": game.table_no, "side": game.side, "own": game.own_points,
             "won": int(game.games_won), "short": game.is_short} for game in SHORT_EVENING]  # fmt: skip
    file = tmp_path / "party.json"
    file.write_text(json.dumps({"contest": "progressive", "games": rows}))
    ranked = run_and_parse(capsys, "rank", "points", file, "--option", "short_table=1/2")
    assert {row["contestant"]: row["total"] for row in ranked["standings"]}["1"] == "4"


def fewer_hands(room):
    """Return the games of a *room* as those of rounds of four hands, of which odd tables played three."""
    return [
        game._replace(hands_played=3, hands_unplayed=1) if game.table_no % 2 else game
        for game in room
    ]


@given(full_and_short(), st.sampled_from(("tricks", "points")), st.sampled_from(UNPLAYED.choices))
def test_both_routes_agree_whatever_a_hand_not_played_is_worth(room, method, choice):
    options = {"unplayed": choice} | ({"deal": "any"} if method == "tricks" else {})
    assert check_party_standings(method, fewer_hands(room), options=options) == []
