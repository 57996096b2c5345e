"""Pairs of people who are probably one person, merged one after the other."""

import pytest

from director.additions.duplicates.people import fetch_duplicates
from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person
from director.party.play.seats import name_player
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import make_party
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


def add_people(*texts):
    """Add people such as "Ada Ash" and "Ada Ash 1234"."""
    for text in texts:
        name, _space, number = text.rpartition(" ") if text[-1].isdigit() else (text, "", "")
        add_person(club=make_club(), name=name, number=number)


def find_merge_addresses(page):
    addresses = [link.get("href") for link in find_elements(page, "td a")]
    return [address for address in addresses if "/merge/" in address]


def list_pairs():
    return [
        (pair.first.name, pair.second.name, pair.reason) for pair in fetch_duplicates(make_club())
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Ada Ash", "Bert Ash"),
        ("A. Ash", "B. Ash"),
        ("Jo Ash", "Bo Ash"),
        ("Player 1 Ash", "Player 2 Ash"),
        ("Ada Ash", "Ada Oak"),
        ("Ida Ivi 1234", "Ida Ivy 1235"),
        ("Ada Ash 1234", "Ada Ash 1235"),
        ("Ada Ash", "Ada Ash Oak"),
        ("Brian Ash", "Rianb Ash"),
    ],
)
def test_two_people_are_not_offered(names):
    add_people(*names)
    assert list_pairs() == []


def test_who_played_in_one_session_are_two_people():
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ida Ivi", "Ida Ivy"])
    party = make_party(players=12)
    name_player(party=party, number=1, name="Jon Birch", user=None)
    name_player(party=party, number=2, name="John Birch", user=None)
    assert list_pairs() == []


def test_numbers_of_other_bodies_count_too():
    add_person(club=make_club(), name="Ada Ash", others="EBU: 77")
    add_person(club=make_club(), name="Adeline Oak", others="ebu: 77")
    add_person(club=make_club(), name="Jon Birch", others="EBU: 1")
    add_person(club=make_club(), name="John Birch", others="EBU: 2")
    assert list_pairs() == [("Ada Ash", "Adeline Oak", "same number")]


def test_a_name_of_several_is_merged_by_its_number(desk):
    add_people("Ada Ash 1234", "Ada Ash 1235", "Ada Ash")
    page = desk.get("/people/duplicates/")
    addresses = find_merge_addresses(page)
    assert len(addresses) == 2
    for address in addresses:
        assert "Merge into Ada Ash" in find_texts(desk.get(address), "h2")


@pytest.mark.slow
def test_queries_do_not_grow_with_the_pairs(desk):
    add_people("Ida Ivi", "Ida Ivy")
    few = count_queries(desk, "/people/duplicates/")
    letters = "bcdfghklmnprstvwz"
    add_people(*(f"Ann {letter * 3}{end}" for letter in letters for end in ("ai", "ay")))
    assert count_queries(desk, "/people/duplicates/") == few
    assert len(list_pairs()) == 1 + len(letters)


def test_visitors_see_no_duplicates(client):
    assert client.get("/people/duplicates/").status_code in (302, 403)
