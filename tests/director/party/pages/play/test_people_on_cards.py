"""Late guests at a party whose players write their own cards, while a later hand is being played."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.models import Session
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import get_seats_by_player, read_seating
from director.party.pages.play.cards import fetch_cards_page
from director.party.play.history import undo_party
from director.party.play.people import LateArrival, change_players
from tests.director.pages import find_errors, find_texts
from tests.director.party.parties import get_latest_round, make_seated_party
from tests.director.party.play.test_journal import dump_party_records

pytestmark = pytest.mark.django_db


def make_drive(**fields):
    """Return a whist drive of 24 players and 24 hands on cards."""
    usual = {
        "players": 24,
        "system": "progressive-whist-2",
        "method": "tricks",
        "rounds": 24,
        "entry": "cards",
        "named": True,
    }
    return make_seated_party(**usual | fields)


def at_hand(party, hand, clock="running"):
    """Set the clock to *hand*."""
    ends_at = timezone.now() + timedelta(minutes=5) if clock == "running" else None
    Session.objects.update(round_no=hand, clock=clock, round_ends_at=ends_at)
    return fetch_party_by_session(party.pk)


@pytest.fixture
def drive(db):
    """The drive while hand 4 is being played."""
    return at_hand(make_drive(), 4)


def address(party):
    return f"/parties/{party.pk}/play/people/"


def test_a_guest_sits_where_the_leaver_would_go_next(desk, drive):
    leaver = drive.players.get(number=7)
    sent = {"names": "Zoe Zander", "leavers": "7"}
    page = desk.post(address(drive), sent)
    assert find_texts(page, "section li") == [f"Zoe Zander A sits where {leaver} (7) would go next"]
    before = get_latest_round(drive).seating
    page = desk.post(address(drive), sent | {"accept": "1"}, follow=True)
    assert (
        f"Saved for round 5. Zoe Zander sits where {leaver} (7) would go next."
        in find_texts(page, "#messages p")[0]
    )
    guest = drive.players.get(number=25)
    leaver.refresh_from_db()
    assert guest.joined_round == 5
    assert leaver.left_round == 5
    assert get_latest_round(drive).seating == before  # the seats of hand 1 are as they were played


def test_in_a_fixed_rotation_the_guest_has_a_table(desk):
    party = at_hand(make_drive(system="rotation", rounds=12), 4)
    page = desk.post(address(party), {"names": "Zoe Zander", "leavers": "7"})
    assert find_errors(page) == []
    assert "takes the place of" in find_texts(page, "section li")[0]
    assert ": table " in find_texts(page, "section li")[0]


def test_the_change_is_undone_exactly(drive):
    before = dump_party_records(drive)
    change_players(party=drive, arrivals=[LateArrival("Zoe Zander", "")], leavers=[7], user=None)
    undo_party(party=drive, number=drive.acts.first().number, user=None)
    after = dump_party_records(drive)
    assert after == before


def test_whoever_left_before_the_first_hand_owes_no_card(desk):
    party = make_drive(options={"odd": "sit-out"})
    change_players(party=party, arrivals=[], leavers=[7], user=None)
    assert 7 not in fetch_cards_page(fetch_party_by_session(party.pk)).missing_contestants
    assert "7" not in get_seats_by_player(read_seating(get_latest_round(party).seating))
