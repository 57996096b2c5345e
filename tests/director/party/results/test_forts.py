"""Forts of four at military whist: one line, one prize and one sum, of the hands at home and of those abroad."""

from dataclasses import replace
from fractions import Fraction

import pytest

from director.party.cards.read.page import cards_page
from director.party.cards.write import Handed, card_store
from director.party.field.write import party_settle
from director.party.files import standings_table
from director.party.giving.read.order import prizes_given
from director.party.giving.write import money_settle
from director.party.models import PartyPlayer
from director.party.parties import party_night, party_of_session
from director.party.play.read.games import party_evening
from director.party.play.write.people import Arrival, people_change
from director.party.play.write.play import party_next
from director.party.presets.registry import find_preset
from director.party.presets.settle import preset_settings
from director.party.results.read.rescored import party_differences
from director.party.results.read.sheets import party_sheets
from director.party.results.read.why import player_why
from director.party.room.read.phone import player_evening
from director.party.season.read import season_sheet
from director.party.season.write import party_season_set
from director.party.seats.write.draw import party_draw
from tests.director.pages import queries, texts
from tests.director.party.parties import latest, make_party, name_of, win
from tests.laid import laid

pytestmark = pytest.mark.django_db
HOME = ((6, 9, 12, 1, 4), (10, 0, 4, 8, 12), (0, 5, 10, 1, 6), (4, 10, 2, 8, 0))
"""Tricks of those at home at each of five forts in four rounds."""
TRICKS, WON = [58, 46, 57, 49, 50], [4, 4, 4, 5, 3]
"""What each fort has made of them: tricks, and hands won."""


@laid
def make_forts(players=20, **changes):
    """Return an evening of forts, of which nobody has told anything; seats go by number."""
    party, preset = make_party(players=0), find_preset("whist-flags")
    settings = preset_settings(preset, players) | changes
    party_settle(party=party, user=None, players=players, minutes=preset.minutes, **settings)
    party = party_of_session(party.pk)
    for player in party.players.order_by("number"):
        player.person = party.session.event.club.people.create(name=name_of(player.number))
        player.save()
    party_draw(party=party, seed=None, user=None)
    return party_of_session(party.pk)


@laid
def make_evening(home=HOME, **changes):
    """Return the evening played to its end."""
    party = make_forts(**changes)
    for round_no, tricks in enumerate(home, 1):
        if round_no > 1:
            party_next(party=party, round_no=round_no - 1, user=None)
        for table_no, own in enumerate(tricks, 1):
            win(party, table_no, None, points=(own, 13 - own))
    return party_of_session(party.pk)


def of_forts(party, figure):
    """Return a figure of each fort, in the order of the forts."""
    standings = party_evening(party).ranking.standings
    return [figure(standing) for standing in sorted(standings, key=lambda standing: int(standing.player))]


def test_a_fort_has_the_tricks_of_its_four():
    party = make_evening()
    assert of_forts(party, lambda standing: standing.total) == TRICKS
    assert party_differences(party) == []
    assert of_forts(party, lambda standing: standing.column("games")) == WON
    assert of_forts(party, lambda standing: standing.played) == [4] * 5
    assert [row.numbers for row in party_sheets(party).standings][:2] == ["1 & 2 & 3 & 4", "9 & 10 & 11 & 12"]


@pytest.mark.parametrize("going", ["turn-about", "colours"])
def test_a_fort_is_the_same_whoever_of_it_goes_out(going):
    options = {"going_out": going, "round_ends": "one-deal", "deal": "cut", "final_tie": "play-off"}
    party = make_evening((*HOME, *HOME), options=options, rounds=8)
    total = of_forts(party, lambda standing: standing.total)
    assert (len(total), sum(total), of_forts(party, lambda standing: standing.played)) == (5, 520, [8] * 5)


def test_where_hands_won_are_counted_another_fort_is_first():
    party = make_evening(method="games", method_options={})
    assert of_forts(party, lambda standing: standing.total) == WON


def test_a_prize_is_one_sum_for_the_fort():
    party = make_evening()
    money_settle(party=party, user=None, sign="£", fee=100, amounts={"first": 1000})
    first = prizes_given(party_evening(party_of_session(party.pk)))[-1]
    assert (first.amount, len(first.names)) == ("£10.00 for the fort", 1)
    assert standings_table(party_sheets(party)).columns[2].title == "Fort"


def test_why_names_every_hand_of_the_four():
    why = player_why(party_evening(make_evening()), "3")
    assert [reason.text for reason in why.games][:2] == [
        "Round 1, table 1: lost, 6 tricks against 7: +6",
        "Round 1, table 2: lost, 4 tricks against 9: +4",
    ]
    assert (len(why.games), why.points, why.formula) == (8, Fraction(58), "58 in 8 games = 58 tricks, place 1")


@pytest.mark.parametrize("number", [1, 4, 7])
def test_a_phone_says_what_the_fort_has_and_what_was_played_at_the_own_table(number):
    party = make_evening()
    shown = player_evening(PartyPlayer.objects.get(party=party, number=number))
    assert (shown.total, shown.contest_word, len(shown.rounds)) == (TRICKS[(number - 1) // 4], "fort", 4)
    own = [HOME[no][0] if number == 1 else None for no in range(4)]
    assert number != 1 or [played.own for played in shown.rounds] == own


def test_a_season_gives_what_the_fort_has_to_each_of_the_four():
    season = party_season_set(party=make_evening(), name="Winter", user=None)
    ((_caption, rows),) = season_sheet(season, published=False).lists
    assert sorted(int(row.total) for row in rows) == sorted(TRICKS * 4)


def test_a_stand_in_leaves_the_fort_what_it_is():
    party = make_forts()
    for table_no, own in enumerate(HOME[0], 1):
        win(party, table_no, None, points=(own, 13 - own))
    people_change(party=party, arrivals=[Arrival("Stan Dinn", "")], leavers=[3], user=None)
    party_next(party=party, round_no=1, user=None)
    for table_no, own in enumerate(HOME[1], 1):
        win(party, table_no, None, points=(own, 13 - own))
    party = party_of_session(party.pk)
    assert of_forts(party, lambda standing: standing.total)[0] == 6 + 4 + 10 + 9
    assert party_evening(party).contestants.of("3").number == "1 & 2 & 4 & 21"
    apart = {
        standing.player: standing.total for standing in replace(party_evening(party), apart=True).ranking.standings
    }
    assert [apart[player] for player in ("1", "3", "21")] == [29, 10, 19]


def test_a_fort_hands_in_one_card():
    party = make_forts(entry="cards", rounds=4)
    assert party_night(party).cards_due == 5
    for number, total in zip((1, 7, 9, 13, 20), TRICKS, strict=True):
        card_store(party=party, number=number, handed=Handed(total=total), user=None)
    party = party_of_session(party.pk)
    page = cards_page(party)
    assert [(line.total, line.expected.most) for line in page.sums] == [(260, 260)]
    assert [fault for row in page.rows for fault in row.faults] == []
    assert of_forts(party, lambda standing: standing.total) == TRICKS


def test_step_1_and_money_speak_of_forts(desk):
    party = make_evening()
    assert "Prizes: 3 principal, booby, each for a fort." in " ".join(
        texts(desk.get(f"/parties/{party.pk}/field/"), "#evening p")
    )
    assert "A prize is one sum for the fort." in texts(desk.get(f"/parties/{party.pk}/money/"), "p")


def test_the_own_page_costs_the_same_however_many_rounds_were_played(desk):
    party = make_forts()
    player = PartyPlayer.objects.get(party=party, number=3)
    counts = []
    for round_no in (1, 2, 3):
        for table in latest(party).seating:
            win(party, table["table"], None, points=(8, 5))
        counts.append(queries(desk, f"/p/{player.token}/"))
        party_next(party=party, round_no=round_no, user=None)
    assert len(set(counts)) == 1
