"""When people were last seen, and the list of those who weren't seen for a year."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, fetch_person_ids
from director.core.club.people_seen import (
    fetch_unseen_person_ids,
    set_nights,
)
from director.models import Event, Person
from director.party.play.seats import name_player
from tests.director.pages import HTMX, count_queries, find_texts
from tests.director.party.parties import make_party
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


def test_who_was_not_seen_for_a_year_is_listed_by_the_last_night():
    seat_on(900, "Ada Ash", "Bert Birch")
    seat_on(500, "Cleo Cole", "Ada Ash")
    seat_on(366, "Dan Dale", "Eve Elm")
    add_person(club=make_club(), name="Never Yet")
    assert list_unseen() == ["Bert Birch", "Ada Ash", "Cleo Cole"]


def test_a_night_of_any_kind_or_to_come_is_seen():
    seat_on(900, "Ada Ash", "Bert Birch")
    name_player(party=make_party(players=12), number=1, name="Ada Ash", user=None)
    assert list_unseen() == ["Bert Birch"]
    seat_on(-7, "Bert Birch", "Cleo Cole")
    assert list_unseen() == []


def test_a_night_in_the_archive_is_not_seen():
    seat_on(900, "Ada Ash", "Bert Birch")
    Event.objects.filter(pk=seat_on(10, "Ada Ash", "Dan Dale").pk).update(removed_at=timezone.now())
    assert list_unseen() == ["Ada Ash", "Bert Birch"]


def test_last_night_of_each_person_is_set():
    seat_on(900, "Ada Ash", "Bert Birch")
    event = seat_on(400, "Ada Ash", "Cleo Cole")
    seat_on(-7, "Cleo Cole", "Dan Dale")
    people = list(Person.objects.order_by("name"))
    set_nights(people)
    first = event.date - timedelta(days=500)
    assert [(person.nights, person.last_seen) for person in people] == [
        (2, event.date),
        (1, first),
        (2, event.date),
        (1, None),
    ]


def test_people_leads_to_who_was_not_seen_and_says_when(desk):
    event = seat_on(900, "Ada Ash", "Bert Birch")
    seat_on(5, "Cleo Cole", "Dan Dale")
    page = desk.get("/people/")
    assert "Not seen for a year" in find_texts(page, "main p a")
    day = f"{event.date.day} {event.date:%B %Y}"
    assert find_texts(page, ".people small") == [f"last seen {day}"] * 2
    page = desk.get("/people/", {"seen": "no", "q": "bert"})
    assert find_texts(page, ".people th a") == ["Bert Birch"]
    assert find_texts(desk.get("/people/", {"seen": "no"}, **HTMX), ".people th a") == [
        "Ada Ash",
        "Bert Birch",
    ]


def test_without_anybody_to_list_there_is_no_link(desk):
    seat_on(5, "Ada Ash", "Bert Birch")
    assert "Not seen" not in desk.get("/people/").content.decode()
    page = desk.get("/people/?seen=no").content.decode()
    assert "Everybody who has ever played was seen in the last year." in page


def test_queries_do_not_grow_with_those_who_were_not_seen(desk):
    seat_on(900, "Ada Ash", "Bert Birch")
    few = count_queries(desk, "/people/?seen=no")
    for number in range(8):
        seat_on(900 + number, f"Cleo Cole{number}", f"Dan Dale{number}")
    assert count_queries(desk, "/people/?seen=no") == few
