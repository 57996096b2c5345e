"""Where partners stay together the pair is one: one line, one prize, one sum; a season stays one of people."""

import csv
import io
import re
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from director.additions.seasons.standings import make_season_standings
from director.core.night.publishing import publish_results
from director.party.models import Party, PartyResult
from director.party.movement.games import PartyRecord, PlayedRound, fetch_party_record
from director.party.movement.options import is_ranked_by_pairs
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import PartyNames, PlayerFacts
from director.party.pages.screens.player import fetch_player_summary
from director.party.paper.files import make_prizes_table, make_standings_table
from director.party.play.draw import draw_party
from director.party.play.money import draw_raffle, settle_money
from director.party.play.people import LateArrival, change_players
from director.party.play.play import seat_next_round
from director.party.play.setup import make_preset_settings, set_up_party
from director.party.presets import NAMED_PRESETS, find_preset
from director.party.scoring.giving import list_prizes_in_order
from director.party.scoring.json import make_results_json
from director.party.scoring.prizes import compute_account, make_money_statement
from director.party.scoring.sheets import fetch_party_results
from movements.party.model import TableOutcome
from movements.party.rounds import make_next_seating, make_opening_seating
from tests.director.pages import find_texts, read_table_rows
from tests.director.party.parties import count_in_season, enter_winner, get_latest_round, make_party
from tests.director.party.room_lines import list_room_lines
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


@pytest.mark.django_db
def test_partners_who_come_together_keep_each_other_by_number():
    party = make_party(players=8, system="pair-drive")
    draw_party(party=party, seed=None, user=None)
    assert partners(party) == {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}


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
def test_every_page_and_file_has_the_same_seven_lines(desk):
    party = make_evening()
    names = [row.name for row in fetch_party_results(party).standings]
    publish_results(event=party.session.event, user=None)
    address = party.session.event.get_absolute_url()
    for client, page in ((desk, f"/parties/{party.pk}/results/"), (Client(), address)):
        rows = read_table_rows(client.get(page), "#standings table.results")
        assert [row[2].split(" sat out")[0] for row in rows] == names
    room_lines = list_room_lines(fetch_party_by_session(party.pk))
    assert [line.name.split(" (")[0] for line in room_lines] == names
    response = desk.get(f"{address}export/csv/")
    told = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [row["Pair"] for row in told] == names
    assert re.fullmatch(r"\d+ & \d+", told[0]["No."])
    json = make_results_json(fetch_party_record(party))["standings"]
    assert [" & ".join(standing["names"]) for standing in json] == names
    assert [standing["contestant"] for standing in json] == [
        standing["players"][0] for standing in json
    ]
    shown = desk.get(f"/parties/{party.pk}/results/?why={json[0]['players'][1]}")
    assert "Games won: one per game won" in " ".join(find_texts(shown, "#standings .why p"))


@pytest.mark.django_db
def test_first_and_second_prize_go_to_two_pairs_each_as_one_sum():
    party = make_evening("freeze-out-whist", players=8, rounds=2, final_tie="halves", raffle=3)
    settle_money(
        party=party,
        user=None,
        sign="£",
        fee=500,
        amounts={"first": 1001, "second": 1000, "raffle": 100},
    )
    draw_raffle(party=party, seed=5, user=None)
    evening, wanted = fetch_party_record(fetch_party_by_session(party.pk)), games_won(party)
    best = sorted(wanted, key=wanted.get, reverse=True)
    prizes = {prize.kind: prize for prize in evening.prizes}
    taken = [
        evening.contestants.get_contestant(player).players
        for kind in ("first", "second")
        for player in prizes[kind].players
    ]
    assert [set(map(int, pair)) for pair in taken] == [set(pair) for pair in best[:2]]
    rows = {row.title: row for row in fetch_party_results(party).prizes}
    assert rows["First prize"].amount == "£10.01 for the pair"
    assert rows["Second prize"].amount == "£10.00 for the pair"
    assert rows["First prize"].text.startswith(f"First prize: {rows['First prize'].names[0]} with ")
    assert [row.amount for title, row in rows.items() if "Raffle" in title] == ["£1.00"] * 3
    assert all(
        " & " not in name for title, row in rows.items() if "Raffle" in title for name in row.names
    )
    lines = dict(
        (
            *make_money_statement(evening).income,
            *make_money_statement(evening).payments,
            *make_money_statement(evening).retained,
        )
    )
    assert lines == {"Entry fees": "£40.00", "Prizes": "£23.01", "Left over": "£16.99"}
    last = list_prizes_in_order(evening)[-1]
    assert last.title == "First prize"
    assert last.takers == ((rows["First prize"].numbers[0], rows["First prize"].names[0]),)
    told = make_results_json(evening)["prizes"][0]
    assert told["contestants"] == [told["players"][0]]
    assert set(map(int, told["players"])) == set(best[0])
    assert make_prizes_table(fetch_party_results(party)).rows[0][1:3] == (
        rows["First prize"].numbers[0],
        rows["First prize"].names[0],
    )


@pytest.mark.django_db
def test_pairs_who_share_have_so_much_each_pair_and_are_named_apart():
    party = make_evening(players=16, rounds=1, final_tie="halves")
    settle_money(party=party, user=None, sign="£", fee=500, amounts={"first": 1001, "second": 1000})
    row = fetch_party_results(party).prizes[0]
    assert len(row.names) == 4
    assert row.amount == "£5.00 for each pair, £0.01 left"
    assert make_prizes_table(fetch_party_results(party)).rows[0][2] == " and ".join(row.names)


@pytest.mark.django_db
def test_a_tie_of_pairs_is_settled_by_a_figure_of_each_pair(desk):
    party = make_evening(players=16, rounds=1, places=1, booby=False, final_tie="cut")
    address = f"/parties/{party.pk}/results/"
    page = desk.get(f"{address}?tab=prizes")
    tied = find_texts(page, ".tie-line span")
    assert len(tied) == 4
    assert all(" & " in name for name in tied)
    keys = fetch_party_record(party).prizes[0].players
    sent = {"tie": "-".join(keys), "how": "cut"}
    response = desk.post(f"{address}tie/", sent | {f"figure-{key}": "7" for key in keys})
    assert re.search(rf"{re.escape(tied[0])} \(\d+ & \d+\)", " ".join(find_texts(response, ".bad")))
    missing = desk.post(f"{address}tie/", sent | {f"figure-{key}": "" for key in keys})
    assert tied[0] in " ".join(find_texts(missing, ".bad"))
    desk.post(
        f"{address}tie/", sent | {f"figure-{key}": str(index + 2) for index, key in enumerate(keys)}
    )
    assert fetch_party_results(fetch_party_by_session(party.pk)).prizes[0].names == (tied[3],)


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
def test_a_pair_that_comes_late_or_leaves_says_so_once_and_takes_no_booby_prize():
    party = make_evening(players=12, rounds=4)
    party.played_rounds.filter(round_no__gt=1).delete()
    seating = get_latest_round(party).seating
    gone = seating[-1]["sides"][0]
    change_players(
        party=party,
        arrivals=[LateArrival("Yan", "A"), LateArrival("Zoe", "B")],
        leavers=[],
        user=None,
    )
    seat_next_round(party=party, round_no=1, user=None)
    tell(party)
    change_players(party=party, arrivals=[], leavers=list(map(int, gone)), user=None)
    seat_next_round(party=party, round_no=2, user=None)
    tell(party)
    rows = {
        row.name: row for row in fetch_party_results(fetch_party_by_session(party.pk)).standings
    }
    assert rows["Yan & Zoe"].presence.startswith("joined in round 2")
    left = [row for row in rows.values() if "left after round 2" in row.presence]
    assert [sorted(number for number, _name in row.people) for row in left] == [
        sorted(map(int, gone))
    ]
    prizes = {prize.kind: prize.players for prize in fetch_party_record(party).prizes}
    assert not {str(left[0].number), str(rows["Yan & Zoe"].number)} & set(prizes["booby"])


@pytest.mark.django_db
def test_a_season_gives_what_the_pair_has_to_both():
    party = make_evening()
    season = count_in_season(party, attendance=2)
    rows = make_season_standings(season, is_published=False).rows
    totals = {row.name: (row.total, row.attendance, row.events_played) for row in rows}
    for row in fetch_party_results(party).standings:
        for _number, name in row.people:
            assert totals[name] == (row.total + 2, 2, 1)
    assert len(totals) == 14


@pytest.mark.django_db
def test_a_party_of_before_ranks_and_pays_each_of_the_two():
    party = make_evening()
    by_pair = {
        number: row.total
        for row in fetch_party_results(party).standings
        for number, _name in row.people
    }
    Party.objects.update(by_pair=False)
    sheets = fetch_party_results(fetch_party_by_session(party.pk))
    assert {row.number: row.total for row in sheets.standings} == by_pair
    assert {row.numbers for row in sheets.standings} == {str(number) for number in range(1, 15)}
    assert [column.title for column in make_standings_table(sheets).columns][2] == "Player"


@pytest.mark.django_db
def test_own_page_and_public_page_say_what_the_pair_has():
    party = make_evening()
    player = party.players.get(number=1)
    row = next(row for row in fetch_party_results(party).standings if row.number == 1)
    assert "Your pair has" in " ".join(find_texts(Client().get(f"/p/{player.token}/"), "#phone p"))
    publish_results(event=party.session.event, user=None)
    page = Client().get(f"{party.session.event.get_absolute_url()}players/1/")
    other = next(name for number, name in row.people if number != 1)
    assert f"Number 1, with {other}" in " ".join(find_texts(page, "section p"))


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


SYSTEMS = ("winners-on", "visitors-on", "all-meet", "freeze-out")


@st.composite
def evenings(draw):
    """An evening of pairs that is nowhere stored, with whatever results, prizes and money."""
    pairs, way = draw(st.integers(4, 9)), draw(st.sampled_from(SYSTEMS))
    key, options = (
        ("freeze-out", {}) if way == "freeze-out" else ("pair-drive", {"pairs_move": way})
    )
    a, b = ([str(number) for number in range(first, 2 * pairs + 1, 2)] for first in (1, 2))
    b = draw(st.permutations(b))
    party = Party(
        system=key,
        options=options,
        method="games",
        method_options={"sit_out": draw(st.sampled_from(["nothing", "average", "1"]))},
        prizes={
            "places": draw(st.integers(0, 5)),
            "booby": draw(st.booleans()),
            "one_each": draw(st.booleans()),
            "high_game": False,
            "lone_hands": draw(st.booleans()),
            "raffle": draw(st.integers(0, 3)),
            "final_tie": draw(st.sampled_from(["halves", "one-share", "cut"])),
        },
        money={
            "fee": draw(st.integers(0, 1000)),
            "hall": draw(st.integers(0, 2000)),
            "by": draw(st.sampled_from(["sums", "per-cent", "in-proportion"])),
            "amounts": {
                kind: draw(st.integers(0, 1999))
                for kind in ("first", "second", "third", "booby", "raffle")
            },
        },
    )
    party.answers = {"raffle": draw(st.permutations([*a, *b]))[: party.prizes["raffle"]]}
    seating, rounds = make_opening_seating(key, a, b, options=options), []
    for round_no in range(1, draw(st.integers(1, 5)) + 1):
        tables = [table for table in seating if not table.sits_out]
        results = {
            table.table_no: PartyResult(
                table_no=table.table_no,
                winner=draw(st.integers(0, 1)),
                lone=draw(
                    st.dictionaries(st.sampled_from(table.players), st.integers(1, 3), max_size=2)
                ),
            )
            for table in tables
        }
        rounds.append(PlayedRound(round_no, seating, results))
        outcomes = {table_no: TableOutcome(result.winner) for table_no, result in results.items()}
        seating = make_next_seating(key, seating, outcomes, options=options, round_no=round_no)
    people = [
        PlayerFacts(int(number), None, None, "AB"[number in b], "", 1, None, "", "")
        for number in [*a, *b]
    ]
    return PartyRecord(party, PartyNames(party, people), tuple(rounds)), [
        frozenset(pair) for pair in zip(a, b, strict=True)
    ]


@given(evenings())
def test_whatever_happens_every_pair_is_one_line_takes_one_prize_and_the_money_adds_up(known):
    evening, pairs = known
    lines = {
        frozenset(evening.contestants.get_contestant(standing.player).players): standing
        for standing in evening.ranking.standings
    }
    assert set(lines) <= set(pairs)
    won = defaultdict(int)
    lone = defaultdict(int)
    for played in evening.rounds:
        for table in played.tables:
            result = played.results[table.table_no]
            won[frozenset(table.sides[result.winner])] += 1
            for side in table.sides:
                lone[frozenset(side)] += sum(result.lone.get(player, 0) for player in side)
    for pair, standing in lines.items():
        assert standing.total - standing.sit_out_credit == won[pair]
        assert standing.lone_hands == lone[pair]
    alone = {
        standing.player: standing.total
        for standing in replace(evening, ranks_players=True).ranking.standings
    }
    assert alone == {player: standing.total for pair, standing in lines.items() for player in pair}
    ordinary = [
        prize
        for prize in evening.prizes
        if prize.kind in ("first", "second", "third", "fourth", "fifth")
    ]
    taken = [prize.players for prize in ordinary if not prize.tie and len(prize.players) == 1]
    assert len(taken) == len(set(taken))
    if evening.party.prizes["one_each"]:
        certain = [prize for prize in evening.prizes if len(prize.players) == 1 and not prize.tie]
        taken = [prize.players for prize in certain if prize.kind != "raffle"]
        assert len(taken) == len(set(taken))
    raffle = [prize.players for prize in evening.prizes if prize.kind == "raffle"]
    assert raffle == [
        (number,)
        for number in evening.party.answers["raffle"]
        if any(number in pair for pair in lines)
    ]
    account = compute_account(evening)
    assert account.is_balanced
    heads = 2 * len(pairs) * evening.party.money["fee"]
    assert sum(line.cents for line in account.income if line.kind == "fees") == heads
    assert (
        account.total_income
        == sum(line.cents for line in (*account.payments, *account.retained))
        + account.held_for_ties
    )
