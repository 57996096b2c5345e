"""Pairs of people who are probably one person, merged one after the other."""

import pytest

from director.additions.duplicates.people import fetch_duplicates
from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, change_person
from director.core.club.people_forget import forget_person
from director.models import Person
from director.party.play.seats import name_player
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
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
    ("names", "reason"),
    [
        (("Emile Zola", "Émile Zola"), "same letters"),
        (("Ada Ash", "Ash, Ada"), "same letters"),
        (("Ann Smith-Jones", "Ann Smith Jones"), "same letters"),
        (("Ada Ash", "Ada Ash 1234"), "same letters"),
        (("Ida Ivi", "Ida Ivy"), "one letter differs"),
        (("Jon Birch", "John Birch"), "one letter differs"),
        (("Brain Birch", "Brian Birch"), "one letter differs"),
        (("Zoe Beech", "Zoë Beach"), "one letter differs"),
        (("Ada Ash 1234", "Ada Ashton-Oak 1234"), "same number"),
        (("Ada Ash J12", "Adeline Oak j12"), "same number"),
    ],
)
def test_near_names_and_one_number_are_offered(names, reason):
    add_people(*names)
    ((_first, _second, found),) = list_pairs()
    assert found == reason


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


def test_guests_and_people_deleted_on_request_are_not_offered():
    section = make_night(pairs=4, named=False)
    name_entry(section=section, pair_no=1, names=["Guest", "Ida Ivi"])
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Guest", "Ida Ivy"])
    assert len(list_pairs()) == 1
    forget_person(person=Person.objects.get(name="Ida Ivi"))
    assert list_pairs() == []


def test_a_director_merges_one_pair_after_the_other(desk):
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ida Ivy", "Jon Birch"])
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ida Ivi", "John Birch"])
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ida Ivi", "Cleo Cole"])
    john = Person.objects.get(name="John Birch")
    change_person(person=john, name="John Birch", number="1234")
    assert "Possible duplicates" in find_texts(desk.get("/people/"), "main a")
    page = desk.get("/people/duplicates/")
    assert [row[-2:] for row in read_table_rows(page)] == [["one letter differs", "Merge"]] * 2
    assert find_texts(page, "tbody th a") == ["Jon Birch", "Ida Ivy"]
    for kept in ("John Birch", "Ida Ivi"):
        address = find_merge_addresses(page)[0]
        preview = desk.get(address)
        assert f"Merge into {kept}" in find_texts(preview, "h2")
        fields = {
            field.get("name"): field.get("value")
            for field in find_elements(preview, "main form input")
        }
        response = desk.post(address.partition("?")[0], fields)
        assert response.url == "/people/duplicates/"
        page = desk.get(response.url)
    assert "No two people look like one person." in page.content.decode()
    assert sorted(person.name for person in Person.objects.all()) == [
        "Cleo Cole",
        "Ida Ivi",
        "John Birch",
    ]


def test_a_name_of_several_is_merged_by_its_number(desk):
    add_people("Ada Ash 1234", "Ada Ash 1235", "Ada Ash")
    page = desk.get("/people/duplicates/")
    addresses = find_merge_addresses(page)
    assert len(addresses) == 2
    for address in addresses:
        assert "Merge into Ada Ash" in find_texts(desk.get(address), "h2")


def test_a_merge_leads_to_no_other_site(desk):
    add_people("Ida Ivi", "Ida Ivy")
    ida, kept = Person.objects.order_by("name")
    fields = {"into": "Ida Ivy", "back": "https://example.org/people/"}
    assert desk.post(f"/people/{ida.pk}/merge/", fields).url == f"/people/{kept.pk}/"


def test_queries_do_not_grow_with_the_pairs(desk):
    add_people("Ida Ivi", "Ida Ivy")
    few = count_queries(desk, "/people/duplicates/")
    letters = "bcdfghklmnprstvwz"
    add_people(*(f"Ann {letter * 3}{end}" for letter in letters for end in ("ai", "ay")))
    assert count_queries(desk, "/people/duplicates/") == few
    assert len(list_pairs()) == 1 + len(letters)


def test_visitors_see_no_duplicates(client):
    assert client.get("/people/duplicates/").status_code in (302, 403)
