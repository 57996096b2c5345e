"""One installation is for one club, until clubs are kept apart."""

import pytest
from django.core.management import CommandError, call_command

from director.core.club.club import UNNAMED_CLUB
from director.models import Club, Event
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db
SENTENCE = (
    "The club here is Hill Club, and {name} would share its people and directors. Start another data folder for {name} "
    "(KALAMAZOO_DATA), with a database of its own."
)


def test_demo_makes_no_second_club():
    make_club("Hill Club")
    with pytest.raises(CommandError) as refusal:
        call_command("demo")
    assert str(refusal.value) == SENTENCE.format(name="Riverside Club")
    assert refusal.value.returncode == 2
    assert Club.objects.get().name == "Hill Club"
    assert Event.objects.count() == 0


def test_import_makes_no_second_club(tmp_path):
    path = tmp_path / "night.json"
    event = make_night(pairs=6).session.event
    call_command("export", event.pk, "--format", "json", "--output", path)
    Club.objects.update(name="Hill Club")
    with pytest.raises(CommandError) as refusal:
        call_command("import_results", path, "--club", "Elsewhere")
    assert str(refusal.value) == SENTENCE.format(name="Elsewhere")
    assert Club.objects.count() == Event.objects.count() == 1
    call_command("import_results", path, "--club", "Hill Club", "--again")
    assert Event.objects.count() == 2


def test_second_club_of_an_older_version_stays(tmp_path):
    path = tmp_path / "night.json"
    event = make_night(pairs=6).session.event
    other_club = make_club("Hill Club")
    call_command("export", event.pk, "--format", "json", "--output", path)
    call_command("import_results", path, "--club", "Hill Club")
    assert Event.objects.filter(club=other_club).count() == 1


# 3 s: makes the invented events of all kinds
@pytest.mark.slow
def test_club_that_was_never_named_takes_the_demonstration():
    make_club(UNNAMED_CLUB)
    call_command("demo")
    assert Club.objects.count() == 1
