"""When people were last seen, and the list of those who weren't seen for a year."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.play.seats.seating import name_entry
from director.core.club.people import fetch_person_ids
from director.core.club.people_seen import (
    fetch_unseen_person_ids,
)
from director.models import Event, Person
from tests.director.pages import count_queries
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


def seat_on(days_ago, *names):
    """Seat *names* as pair 1 of a night that many days ago. Return its event."""
    section = make_night(pairs=4, named=False)
    name_entry(section=section, pair_no=1, names=names)
    event = section.session.event
    event.date = timezone.localdate() - timedelta(days=days_ago)
    event.save()
    return event


def list_unseen():
    club = make_club()
    people = Person.objects.in_bulk()
    ids = fetch_unseen_person_ids(club, fetch_person_ids(club))
    return [people[pk].name for pk in ids]


def test_a_night_in_the_archive_is_not_seen():
    seat_on(900, "Ada Ash", "Bert Birch")
    Event.objects.filter(pk=seat_on(10, "Ada Ash", "Dan Dale").pk).update(removed_at=timezone.now())
    assert list_unseen() == ["Ada Ash", "Bert Birch"]


def test_without_anybody_to_list_there_is_no_link(desk):
    seat_on(5, "Ada Ash", "Bert Birch")
    assert "Not seen" not in desk.get("/people/").content.decode()
    page = desk.get("/people/?seen=no").content.decode()
    assert "Everybody who has ever played was seen in the last year." in page


@pytest.mark.slow
def test_queries_do_not_grow_with_those_who_were_not_seen(desk):
    seat_on(900, "Ada Ash", "Bert Birch")
    few = count_queries(desk, "/people/?seen=no")
    for number in range(8):
        seat_on(900 + number, f"Cleo Cole{number}", f"Dan Dale{number}")
    assert count_queries(desk, "/people/?seen=no") == few
