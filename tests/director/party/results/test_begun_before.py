"""Parties that have begun before there were lines of pairs keep a line for each of two partners."""

import pytest

from director.models import Club, Event, Session
from director.party.models import Party, PartyCard, PartyRound
from tests.director.desk.storage.test_journal_migrations import migrate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BEFORE = "0059_hands_of_tables"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    yield
    migrate()


def test_what_has_begun_ranks_each_and_what_is_to_come_ranks_pairs():
    club = Club.objects.create(name="Riverside Club")
    planned, seated, by_cards = (
        Party.objects.create(
            session=Session.objects.create(event=Event.objects.create(club=club, name=name, date="2026-11-20"))
        )
        for name in ("planned", "seated", "by cards")
    )
    PartyRound.objects.create(party=seated, round_no=1, seating=[])
    PartyCard.objects.create(party=by_cards, player=1, total=5, version=1, entered_at="2026-11-20T20:00Z")
    for _time in range(2):
        migrate(BEFORE)
        migrate()
        ranks_pairs = {party.pk: party.by_pair for party in Party.objects.all()}
        assert ranks_pairs == {planned.pk: True, seated.pk: False, by_cards.pk: False}
