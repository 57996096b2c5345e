"""The last partner, offered for the empty box beside a player of a pair."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.boards.play.seats.partners import find_offered_partner
from director.boards.play.seats.seating import name_entry
from director.models import Event
from tests.director.boards.play.seats.contests import make_players_section
from tests.director.boards.play.seats.seating import seats_address
from tests.director.pages import HTMX, find_elements, find_texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def make_past_night(weeks, *pairs):
    section = make_night(pairs=6, named=False)
    for number, names in enumerate(pairs, 1):
        name_entry(section=section, pair_no=number, names=names)
    event = section.session.event
    Event.objects.filter(pk=event.pk).update(date=event.date - timedelta(weeks=weeks))
    return section


def find_partner(section, *names, pair_no=1):
    return find_offered_partner(section, name_entry(section=section, pair_no=pair_no, names=names))


def test_the_partner_of_the_latest_night_is_offered_for_the_empty_box():
    make_past_night(2, ("Ada Ash", "Cleo Cole"))
    make_past_night(1, ("Bob Birch", "Ada Ash"))
    section = make_night(pairs=6, named=False)
    assert find_partner(section, "Ada Ash", "") == (2, "Bob Birch")
    assert find_partner(section, "", "Ada Ash") == (1, "Bob Birch")


def test_who_sits_already_is_passed_over():
    make_past_night(2, ("Ada Ash", "Cleo Cole"))
    make_past_night(1, ("Ada Ash", "Bob Birch"))
    section = make_night(pairs=6, named=False)
    name_entry(section=section, pair_no=2, names=("Bob Birch", "Dan Dale"))
    assert find_partner(section, "Ada Ash", "") == (2, "Cleo Cole")


def test_nobody_is_offered_without_a_night_beside_a_partner_or_for_a_single_player():
    make_past_night(1, ("Ada Ash", "Bob Birch"), ("Eva Elm", "Guest"))
    section = make_night(pairs=6, named=False)
    assert find_partner(section, "New Face", "") is None
    assert find_partner(section, "Eva Elm", "") is None
    assert find_partner(section, "Ada Ash", "Karl Kay") is None
    assert find_partner(section, "", "") is None
    assert find_partner(make_players_section(), "Ada Ash") is None


def test_the_answer_to_a_name_offers_the_partner_by_few_queries(desk):
    make_past_night(1, ("Ada Ash", "Bob Birch"))
    section = make_night(pairs=6, named=False)
    typed = {"name-2-1": "Ada Ash", "name-2-2": "", "was-2": ""}
    response = desk.post(seats_address(section, "2/"), typed, **HTMX)
    _shown, offer = find_elements(response, "#state-2 input")
    assert offer.get("data-offer") == "name-2-2"
    assert offer.get("value") == "Bob Birch"
    assert "Enter takes Bob Birch, the last partner" in find_texts(response, "#state-2")[0]
    entry = section.entries.get(pair_no=2)
    with CaptureQueriesContext(connection) as queries:
        find_offered_partner(section, entry)
    assert len(queries) <= 3
