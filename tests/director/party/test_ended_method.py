"""A party of a method that a former version had is kept and listed, and its pages say so."""

import pytest
from django.core.management import CommandError, call_command

from director.core.files.event_file import make_event_archive
from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.season import Season
from director.party.models import Party, PartyCard
from tests.cases import leave_to_slow
from tests.director.core.files.rows import dump_event_in_order
from tests.director.core.files.test_event_file import import_elsewhere
from tests.director.party.parties import count_in_season, make_seated_party, play_round

pytestmark = pytest.mark.django_db
SENTENCE = "no longer has events of this kind (cribbage)"


@pytest.fixture
def event() -> Event:
    """Return a published party of today in a season, with a card, whose method is cribbage."""
    party = make_seated_party(players=8, named=True)
    play_round(party)
    count_in_season(party)
    event = publish_results(event=party.session.event)
    PartyCard.objects.create(
        party=party,
        player=1,
        total=2,
        games=[[2, 2, 12], None],
        version=1,
        entered_at=event.published_at,
    )
    Party.objects.update(
        game="cribbage",
        system="cribbage-circle",
        method="cribbage",
        preset="crib-acc",
        entry="cards",
    )
    return event


@pytest.mark.parametrize(
    "address",
    leave_to_slow(
        [
            "/sessions/{session}/",
            "/parties/{session}/",
            "/parties/{session}/field/",
            "/parties/{session}/seats/",
            "/parties/{session}/print/",
            "/parties/{session}/play/",
            "/parties/{session}/play/cards/",
            "/parties/{session}/results/",
            "/parties/{session}/acts/",
            "/parties/{session}/room/",
            "/events/{event}/",
            "/events/{event}/results.json",
            "/events/{event}/export/xlsx/",
            "/p/{player}/",
        ],
        but=3,
    ),
)
def test_its_pages_say_so(desk, event, address):
    session = event.sessions.get()
    player = session.party.players.get(number=1).token
    response = desk.get(address.format(session=session.pk, event=event.pk, player=player))
    assert response.status_code == 404
    assert SENTENCE in response.content.decode()


@pytest.mark.parametrize(
    "address",
    leave_to_slow(
        [
            "/?of={day}",
            "/events/new/",
            "/results/",
            "/results/feed.atom",
            "/club-seasons/{season}/",
        ],
        but=1,
    ),
)
def test_what_counts_or_plays_leaves_it_out(desk, event, address):
    response = desk.get(address.format(day=event.date, season=Season.objects.get().pk))
    assert response.status_code == 200
    assert f">{event.name}<" not in response.content.decode()


def test_it_is_listed_with_its_winners_and_can_be_archived(desk, event):
    winner = event.versions.get().standings[0]["rows"][0]["names"]
    page = desk.get("/nights/").content.decode()
    assert event.name in page
    assert winner in page
    move_to_archive(event=event)
    assert event.name not in desk.get("/nights/").content.decode()
    assert event.name in desk.get("/nights/?archived").content.decode()


def test_its_event_file_keeps_all_records(event):
    imported_event = import_elsewhere(make_event_archive(event))
    assert imported_event.sessions.get().party.cards.get().games == [[2, 2, 12], None]
    assert dump_event_in_order(imported_event) == dump_event_in_order(event)


def test_a_command_says_so(event):
    with pytest.raises(CommandError) as refused:
        call_command("standings", str(event.pk))
    assert SENTENCE in str(refused.value)
