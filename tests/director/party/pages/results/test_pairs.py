"""Where partners stay together the pair is one: one line, one prize, one sum; a season stays one of people."""

from collections import defaultdict
from fractions import Fraction

import pytest

from director.additions.seasons.standings import make_season_standings
from director.party.models import Party
from director.party.movement.options import is_ranked_by_pairs
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.screens.player import fetch_player_summary
from director.party.play.draw import draw_party
from director.party.play.people import LateArrival, change_players
from director.party.play.play import seat_next_round
from director.party.play.setup import make_preset_settings, set_up_party
from director.party.presets import NAMED_PRESETS, find_preset
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import find_texts
from tests.director.party.parties import count_in_season, enter_winner, get_latest_round, make_party
from tests.oracle.events import compute_event_differences

OF_PAIRS = ("whist-partner", "euchre-pairs", "cards-45", "freeze-out-whist", "whist-flags")
PRIZES = {"places": 3, "booby": True, "by_group": True, "equal_numbers": True}


def make_evening(key="euchre-pairs", players=14, rounds=4, **prizes):
    """Return an evening of pairs of which all *rounds* are told; the side with the lowest number wins."""
    party = make_party(players=0)
    settings = make_preset_settings(find_preset(key), players) | {
        "rounds": rounds,
        "prizes": PRIZES | prizes,
    }
    set_up_party(party=party, user=None, players=players, minutes=10, **settings)
    party = fetch_party_by_session(party.pk)
    for number, player in enumerate(party.players.order_by("number")):
        player.person = party.session.event.club.people.create(name=f"P{number + 1:02}")
        player.save()
    draw_party(party=party, seed=3, user=None)
    for round_no in range(1, rounds + 1):
        tell(party)
        if round_no < rounds:
            seat_next_round(party=party, round_no=round_no, user=None)
    return fetch_party_by_session(party.pk)


def tell(party):
    for table in get_latest_round(party).seating:
        if len(table["sides"]) == 2:
            lowest = [min(map(int, side)) for side in table["sides"]]
            enter_winner(party, table["table"], lowest.index(min(lowest)))


def partners(party, round_no=1):
    """Return by number who plays with whom, read off the seats as they are stored."""
    sides = [
        side
        for table in party.played_rounds.get(round_no=round_no).seating
        for side in table["sides"]
    ]
    return {int(one): int(other) for side in sides for one, other in (side, side[::-1])}


def games_won(party):
    """Return how many games each pair has won, and half the games where nobody was there to play with."""
    won, played, rested = defaultdict(int), defaultdict(int), defaultdict(int)
    for played_round in party.played_rounds.all():
        results = {result.table_no: result.winner for result in played_round.results.all()}
        for table in played_round.seating:
            for index, side in enumerate(table["sides"]):
                pair = frozenset(map(int, side))
                if len(table["sides"]) == 1:
                    rested[pair] += 1
                else:
                    played[pair] += 1
                    won[pair] += results[table["table"]] == index
    return {pair: won[pair] + Fraction(won[pair], played[pair]) * rested[pair] for pair in played}


@pytest.mark.parametrize("key", [preset.key for preset in NAMED_PRESETS])
def test_pairs_are_ranked_where_partners_stay_together(key):
    settings = make_preset_settings(find_preset(key))
    party = Party(**{name: settings[name] for name in ("system", "options", "method")})
    assert is_ranked_by_pairs(party) is (key in OF_PAIRS)
    party.by_pair = False
    assert not is_ranked_by_pairs(party)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_pair_has_one_line_with_what_it_won_and_its_place_among_pairs():
    party = make_evening()
    wanted, with_whom = games_won(party), partners(party)
    rows = fetch_party_results(party).standings
    assert {frozenset(number for number, _name in row.people): row.total for row in rows} == wanted
    assert len(rows) == 7
    for row in rows:
        better = sum(total > row.total for total in wanted.values())
        same = list(wanted.values()).count(row.total)
        first = min(row.number, with_whom[row.number])
        second = with_whom[first]
        assert row.place == f"{better + 1}{'=' if same > 1 else ''}"
        assert row.number == first
        assert (row.numbers, row.name) == (f"{first} & {second}", f"P{first:02} & P{second:02}")
        assert row.group == ""
    assert compute_event_differences(party.session.event) == []


@pytest.mark.django_db
def test_a_pair_stays_the_same_where_somebody_comes_in_for_one_of_the_two():
    party = make_evening(players=12, rounds=4)
    party.played_rounds.filter(round_no__gt=2).delete()
    leaver = 2
    partner = partners(party)[leaver]
    group = party.players.get(number=leaver).group
    change_players(party=party, arrivals=[LateArrival("Zoe", group)], leavers=[leaver], user=None)
    seat_next_round(party=party, round_no=2, user=None)
    tell(party)
    seat_next_round(party=party, round_no=3, user=None)
    tell(party)
    party = fetch_party_by_session(party.pk)
    row = next(row for row in fetch_party_results(party).standings if (13, "Zoe") in row.people)
    won = sum(total for pair, total in games_won(party).items() if partner in pair)
    assert row.people == ((partner, f"P{partner:02}"), (13, "Zoe"))
    assert row.total == won
    assert row.games_played == 4
    assert row.number == 2
    assert row.presence == "P02 up to round 2"
    pages = [
        fetch_player_summary(party.players.get(number=number)) for number in (leaver, partner, 13)
    ]
    assert {page.total for page in pages} == {won}
    assert [len(page.played_rounds) for page in pages] == [2, 4, 2]
    season = count_in_season(party)
    rows = make_season_standings(season, is_published=False).rows
    own = {row.name: (row.total, row.games_played) for row in rows}
    assert own[f"P{partner:02}"] == (won, 4)
    assert own["P02"][0] + own["Zoe"][0] == won
    assert (own["P02"][1], own["Zoe"][1]) == (2, 2)


@pytest.mark.django_db
def test_step_1_says_what_a_pair_takes_and_asks_nothing_of_groups(desk):
    party = make_evening()
    page = desk.get(f"/parties/{party.pk}/field/")
    text = " ".join(find_texts(page, "#fold-prizes"))
    assert "Each pair has one line in the standings and takes prizes as one." in text
    assert "Separate prizes per group" not in text
    assert "One prize per pair" in text
    assert "3 principal, booby, each for a pair." in " ".join(find_texts(page, "#evening p"))
    assert "Each prize is shared by the pair" in " ".join(
        find_texts(desk.get(f"/parties/{party.pk}/money/"), "p.help")
    )
