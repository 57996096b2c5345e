"""A party that is over: its room, clock and players' pages say so, and one list says who won."""

import pytest
from django.urls import reverse

from director.core.base.kind_parts import VersionedKind
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import publish_results
from director.event_kinds import ask_kind
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.screens.room import fetch_party_room
from director.party.play.draw import draw_party
from director.party.scoring.standings import divide_standings, list_division_choices
from tests.director.pages import find_elements, find_texts
from tests.director.party.pages.results.test_results import make_played
from tests.director.party.parties import SEED, make_party, make_seated_party, seat_second_round
from tests.director.party.play.test_cards_of_pairs import hand_in, make_drive

pytestmark = pytest.mark.django_db


def test_a_drive_by_cards_says_everywhere_that_it_is_over(desk):
    party = hand_in(make_drive())
    room = fetch_party_room(party)
    assert room.headline == "Thank you"
    assert room.notes == ("Play is over. Standings follow soon.",)
    assert room.clock.is_over
    page = desk.get(reverse("party_play", args=[party.pk]))
    assert "Play is over." in " ".join(find_texts(page, "#clock"))
    assert not find_elements(page, "#clock button")
    player = party.players.first()
    page = desk.get(reverse("party_player", args=[party.pk, player.number]))
    text = " ".join(find_texts(page, "main"))
    assert "The total comes from a tally card." in text
    assert "No results" not in text
    publish_results(event=party.session.event, hours=24)
    address = reverse("event_player", args=[party.session.event_id, player.number])
    assert "No results" not in " ".join(find_texts(desk.get(address), "main"))
    assert fetch_party_room(fetch_party_by_session(party.pk)).page.has_winners


def test_winners_of_groups_are_the_same_on_results_in_the_room_and_in_lists():
    party = make_played()
    record = fetch_party_record(party)
    (division, _label), *_others = list_division_choices(record)
    winners = {
        record.contestants[standing.player]
        for _caption, standings in divide_standings(record, division)
        for standing in standings
        if standing.rank_text.rstrip("=") == "1"
    }
    groups = ask_kind(party.session.event, VersionedKind).make_standings_snapshot(
        party.session.event
    )
    stored = {
        row["names"]
        for group in groups.standings
        for row in group["rows"]
        if row["place"].rstrip("=") == "1"
    }
    assert stored == winners
    assert len(groups.standings) == len(divide_standings(record, division))


def test_play_undoes_only_what_was_done_there_and_asks_about_seats(desk, director):
    party = make_party(players=8, named=True)
    draw_party(party=party, seed=SEED, user=director)
    play = reverse("party_play", args=[party.pk])
    assert "Undo" not in " ".join(find_texts(desk.get(play), "main"))
    act = find_act_to_undo(party.acts)
    address = reverse("party_play_undo", args=[party.pk, act.number])
    response = desk.post(address)
    assert response.status_code == 409
    assert "Players may have taken these seats." in " ".join(find_texts(response, "main"))
    assert party.played_rounds.exists()
    desk.post(address, {"sure": act.number})
    assert not party.played_rounds.exists()


def test_an_undo_says_what_it_undoes_before_it_is_pressed(desk):
    party = make_seated_party(players=8)
    seat_second_round(party)
    act = find_act_to_undo(party.acts)
    page = desk.get(reverse("party_play", args=[party.pk]))
    assert f"Undo: {act.words}"[:30] in " ".join(find_texts(page, "main"))
