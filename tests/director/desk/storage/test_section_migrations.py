"""What a session knew of its printed cards goes to its section."""

import pytest
from django.utils import timezone

from director.models import Section, Session
from tests.director.desk.storage.test_journal_migrations import migrate
from tests.director.party.parties import make_seated
from tests.factories import make_night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.settled]


def test_printed_cards_of_a_session_are_those_of_its_section():
    printed, other = make_night(pairs=6, boards_per_set=1), make_night(pairs=6, boards_per_set=1)
    party = make_seated(players=12)
    before = migrate("0019_acts_without_parties")
    sessions = before.get_model("director", "Session").objects
    sessions.filter(pk=printed.session_id).update(printed_fingerprint="ABCDEF")
    sessions.filter(pk=party.pk).update(printed_fingerprint="GHIJKL", round_ends_at=timezone.now())
    migrate()
    assert Section.objects.get(pk=printed.pk).printed_fingerprint == "ABCDEF"
    assert Section.objects.get(pk=other.pk).printed_fingerprint == ""
    assert Session.objects.get(pk=party.pk).printed_fingerprint == "GHIJKL"
