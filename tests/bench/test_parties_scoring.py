"""How long a large party takes to rank: ``pytest -m bench tests/bench/test_parties_scoring.py``."""

from fractions import Fraction
from random import Random

import pytest

from scoring.party.methods import PARTY_METHODS
from scoring.party.model import PartyGame
from scoring.party.prizes import PrizeRules, list_party_prizes
from scoring.party.ranking import rank_party_games
from tests.oracle.figures import PARTY_ROUTES
from tests.oracle.party import compare_parties, rank_party_plainly

pytestmark = pytest.mark.bench


def evening(players, rounds):
    """Return the games of a party at full tables, seats drawn afresh in every round; tricks that make 13."""
    chance, seats, games = Random(24), [str(number) for number in range(1, players + 1)], []
    for round_no in range(1, rounds + 1):
        chance.shuffle(seats)
        for at in range(0, players, 4):
            made = chance.randint(0, 13)
            for place, player in enumerate(seats[at : at + 4]):
                own = made if place < 2 else 13 - made
                games.append(
                    PartyGame(
                        player,
                        round_no,
                        at // 4 + 1,
                        place // 2,
                        "AB"[int(player) % 2],
                        own_points=own,
                        other_points=13 - own,
                        games_won=Fraction(own > 6),
                    )
                )
    return games


@pytest.mark.parametrize("players", [100, 200, 400])
@pytest.mark.parametrize("method", ["games", "counters", "tricks"])
def test_standings_of_a_party_of_24_rounds(benchmark, method, players):
    games = evening(players, 24)
    assert len(benchmark(rank_party_games, method, games).standings) == players


def test_prizes_of_400_players(benchmark):
    ranking = rank_party_games("games", evening(400, 24))
    rules = PrizeRules(places=3, aisle=2, lone_hands=True, final_tie="slips")
    assert benchmark(list_party_prizes, ranking, rules)[0].kind == "first"


@pytest.mark.parametrize("method", PARTY_METHODS, ids=lambda method: method.key)
def test_standings_the_plain_way(benchmark, method):
    games = evening(400, 24)
    ranking = rank_party_games(method.key, games)
    plain = benchmark.pedantic(
        rank_party_plainly, (PARTY_ROUTES[method.key], games, method.complete_settings()), rounds=1
    )
    assert compare_parties(ranking, plain) == []
