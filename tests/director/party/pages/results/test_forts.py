"""Forts of four at military whist: one line, one prize and one sum, of the hands at home and of those abroad."""

import pytest

from director.additions.seasons.standings import make_season_standings
from director.core.night.links.opening import open_table_addresses
from director.party.models import PartyPlayer
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.screens.player import fetch_player_summary
from director.party.paper.files import make_rounds_table
from director.party.play.draw import draw_party, undo_party_draw
from director.party.play.money import settle_money
from director.party.play.phones import make_party_table_state
from director.party.play.play import seat_next_round
from director.party.play.setup import make_preset_settings, set_up_party
from director.party.presets import find_preset
from director.party.scoring.prizes import describe_jackpot
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.standings import explain_player_total
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import (
    count_in_season,
    enter_winner,
    get_latest_round,
    make_party,
    make_player_name,
)
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db
HOME = ((6, 9, 12, 1, 4), (10, 0, 4, 8, 12), (0, 5, 10, 1, 6), (4, 10, 2, 8, 0))
"""Tricks of those at home at each of five forts in four rounds."""
TRICKS, WON = [58, 46, 57, 49, 50], [4, 4, 4, 5, 3]
"""What each fort has made of them: tricks, and hands won."""


def make_forts(players=20, **changes):
    """Return an evening of forts, of which nobody has told anything; seats go by number."""
    party, preset = make_party(players=0), find_preset("whist-flags")
    settings = make_preset_settings(preset, players) | changes
    set_up_party(party=party, user=None, players=players, minutes=preset.minutes, **settings)
    party = fetch_party_by_session(party.pk)
    for player in party.players.order_by("number"):
        player.person = party.session.event.club.people.create(name=make_player_name(player.number))
        player.save()
    draw_party(party=party, seed=None, user=None)
    return fetch_party_by_session(party.pk)


def make_evening(home=HOME, **changes):
    """Return the evening played to its end."""
    party = make_forts(**changes)
    for round_no, tricks in enumerate(home, 1):
        if round_no > 1:
            seat_next_round(party=party, round_no=round_no - 1, user=None)
        for table_no, own in enumerate(tricks, 1):
            enter_winner(party, table_no, None, points=(own, 13 - own))
    return fetch_party_by_session(party.pk)


def of_forts(party, figure):
    """Return a figure of each fort, in the order of the forts."""
    standings = fetch_party_record(party).ranking.standings
    return [
        figure(standing)
        for standing in sorted(standings, key=lambda standing: int(standing.player))
    ]


@pytest.mark.slow
def test_a_fort_has_the_tricks_of_its_four():
    party = make_evening()
    assert of_forts(party, lambda standing: standing.total) == TRICKS
    assert compute_event_differences(party.session.event) == []
    assert of_forts(party, lambda standing: standing.get_figure("games")) == WON
    assert of_forts(party, lambda standing: standing.games_played) == [4] * 5
    assert [row.numbers for row in fetch_party_results(party).standings][:2] == [
        "1 & 2 & 3 & 4",
        "9 & 10 & 11 & 12",
    ]


def test_a_season_gives_what_the_fort_has_to_each_of_the_four():
    season = count_in_season(make_evening())
    rows = make_season_standings(season, is_published=False).rows
    assert sorted(int(row.total) for row in rows) == sorted(TRICKS * 4)


def named_forts(**changes):
    """Return forts whose seats are drawn again, of four who came together, three, two and others alone."""
    party = make_forts(**changes)
    groups = (("Red Lions", (2, 7, 11, 20)), ("Ada’s fort", (1, 9, 15)), ("Cup", (4, 18)))
    for team, numbers in groups:
        party.players.filter(number__in=numbers).update(team=team)
    draw_party(party=party, seed=7, user=None)
    return fetch_party_by_session(party.pk)


def test_the_draw_keeps_those_together_who_came_together():
    party = named_forts()
    forts = [set(fort.players) for fort in fetch_party_record(party).contestants]
    assert {"2", "7", "11", "20"} in forts
    assert all(any(group <= fort for fort in forts) for group in ({"1", "9", "15"}, {"4", "18"}))
    draw_party(party=party, seed=8, user=None)
    assert [
        set(fort.players)
        for fort in fetch_party_record(fetch_party_by_session(party.pk)).contestants
    ] != forts


def test_who_is_at_home_and_who_is_away_is_said_wherever_the_chair_is(desk, client):
    party = make_forts()
    sheets = fetch_party_results(party)
    assert [card.seat for card in sheets.cards[:4]] == [
        "A1 (home)",
        "B1 (home)",
        "A2 (away)",
        "B2 (away)",
    ]
    first = party.players.get(number=3)
    assert "A2 (away)" in client.get(f"/p/{first.token}/").content.decode()
    assert "Fort 2 (white)" in client.get(f"/p/{first.token}/").content.decode()
    assert "table 2 A2 (away)" in " ".join(
        find_texts(desk.get(f"/parties/{party.pk}/room/"), ".room-lines li")
    )
    assert "(home)" in " ".join(find_texts(desk.get(f"/parties/{party.pk}/play/"), ".party-table"))


def test_a_table_is_told_which_fort_is_at_home_and_which_is_away():
    party = make_forts()
    party.players.filter(number=1).update(team="Lions")
    access = open_table_addresses(session=party.session, tables=[1])[1]
    assert make_party_table_state(access).state["side_words"] == [
        "Home: Lions (red)",
        "Away: Fort 5 (yellow)",
    ]


def test_flags_are_counted_taken_and_lost_where_they_decide():
    party = make_evening(method="games", method_options={})
    rows = sorted(fetch_party_results(party).standings, key=lambda row: row.number)
    assert [row.columns[0] for row in rows] == [("flags taken", won) for won in WON]
    assert [row.columns[1] for row in rows] == [("flags lost", 8 - won) for won in WON]
    shown = fetch_player_summary(party.players.get(number=13))
    assert shown.total_text == "5 flags"
    assert shown.lost_flags == 3


def test_the_figures_that_decide_prizes_have_columns(desk):
    party = make_evening(prizes={"places": 1, "high_game": True, "tens": True})
    page = desk.get(f"/parties/{party.pk}/results/")
    assert find_texts(page, "#standings thead th") == [
        *("Place", "No.", "Name", "Tricks", "Games", "Highest game", "Ten-trick hands"),
    ]
    rows = {row.number: dict(row.columns) for row in fetch_party_results(party).standings}
    games = fetch_party_record(party).games
    best = {
        number: max(
            game.own_points for game in games if int(game.player) in range(number, number + 4)
        )
        for number in rows
    }
    assert {number: figures["highest game"] for number, figures in rows.items()} == best


@pytest.mark.slow
def test_every_sentence_speaks_of_flags_where_flags_count():
    prizes = {"places": 1, "half": 1, "high_game": True}
    party = make_evening(method="games", method_options={}, prizes=prizes)
    settle_money(party=party, user=None, jackpot_each=50, jackpot_at=14, jackpot_on="high-game")
    evening = fetch_party_record(fetch_party_by_session(party.pk))
    assert {prize.kind: prize.figure for prize in evening.prizes} == {
        "first": "5 flags",
        "half-time": "3 flags at half-time",
        "high-game": "13 points in one game",
        "booby": "3 flags",
    }
    assert evening.prizes[0].text.endswith(" with 5 flags.")
    assert explain_player_total(evening, "13").formula == "5 in 8 games = 5 flags, place 1"
    lines = make_rounds_table(fetch_party_results(party))
    assert [column.title for column in lines.columns][-4:-1] == ["Points", "Their best", "Flags"]
    assert describe_jackpot(evening.party) == "at least 14 points in one game"


def test_a_list_says_who_came_together_and_what_their_fort_is_called(desk):
    party = make_forts()
    undo_party_draw(party=party, user=None)
    text = "Red Lions: Ada Ash & Bert Birch & Cid Cole & Dee Dunn\nEve Elm & Fay Fir\nGus Gorse"
    desk.post(f"/parties/{party.pk}/seats/list/", {"text": text, "replace": "1"})
    teams = {
        str(player): player.team
        for player in PartyPlayer.objects.filter(party=party).select_related("person")
    }
    assert teams == dict.fromkeys(
        ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn"), "Red Lions"
    ) | {
        "Eve Elm": "Eve Elm’s fort",
        "Fay Fir": "Eve Elm’s fort",
        "Gus Gorse": "",
    }


def test_a_fort_is_named_at_seats(desk):
    party = make_forts()
    desk.post(
        f"/parties/{party.pk}/seats/1/",
        {"name-1": make_player_name(1), "group-1": "A", "team-1": "Lions"},
    )
    assert party.players.get(number=1).team == "Lions"
    boxes = find_elements(desk.get(f"/parties/{party.pk}/seats/"), "input")
    assert [box.get("value") for box in boxes if box.get("name") == "team-1"] == ["Lions"]


def test_partners_who_came_together_are_drawn_together():
    party = make_party(system="pair-drive", players=16)
    for pair in ((1, 6), (2, 9), (3, 16)):
        party.players.filter(number__in=pair).update(team=f"{pair}")
    draw_party(party=party, seed=5, user=None)
    sides = [set(side) for table in get_latest_round(party).seating for side in table["sides"]]
    assert all(pair in sides for pair in ({"1", "6"}, {"2", "9"}, {"3", "16"}))


def test_chairs_of_swedish_whist_are_numbers_as_its_rules_say(desk):
    party = make_party(system="swedish-whist", players=8)
    draw_party(party=party, seed=None, user=None)
    party = fetch_party_by_session(party.pk)
    assert sorted(card.seat for card in fetch_party_results(party).cards) == [
        "1",
        "1",
        "2",
        "2",
        "3",
        "3",
        "4",
        "4",
    ]
    response = desk.get(f"/parties/{party.pk}/room/")
    assert find_texts(response, "h2") == ["Take your seats: 1 with 3, 2 with 4"]


@pytest.mark.slow
def test_the_own_page_costs_the_same_however_many_rounds_were_played(desk):
    party = make_forts()
    player = PartyPlayer.objects.get(party=party, number=3)
    counts = []
    for round_no in (1, 2, 3):
        for table in get_latest_round(party).seating:
            enter_winner(party, table["table"], None, points=(8, 5))
        counts.append(count_queries(desk, f"/p/{player.token}/"))
        seat_next_round(party=party, round_no=round_no, user=None)
    assert len(set(counts)) == 1
