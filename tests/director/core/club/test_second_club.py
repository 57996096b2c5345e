"""One installation is for one club, until clubs are kept apart."""

import pytest
from django.core.management import CommandError, call_command

from director.core.club.club import UNNAMED_CLUB
from director.models import Club, Event
from tests.factories import make_club

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


# 3 s: makes the invented events of all kinds
@pytest.mark.slow
def test_club_that_was_never_named_takes_the_demonstration():
    make_club(UNNAMED_CLUB)
    call_command("demo")
    assert Club.objects.count() == 1
