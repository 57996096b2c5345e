"""Couples who write their surname once: found in lists, asked about once, and both stored with it."""

import pytest

from director.boards.movement.sections import fetch_section
from director.formats.names.couples import find_couples, share_surnames
from director.models import Person
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import find_elements, find_texts
from tests.factories import make_club, make_night

LIST = "Bob & Ann Ash\nTom and Sue van den Berg\nAda Elm & Bert Birch"


@pytest.mark.parametrize(
    ("line", "shared"),
    [
        ("3 Bob & Ann Ash", "3 Bob Ash & Ann Ash"),
        ("Ann and Bob Ash (701)", "Ann Ash & Bob Ash (701)"),
        ("Ann og Bob Ash", "Ann Ash & Bob Ash"),
        ("Ravens: Bob & Ann Ash, Tom & Sue Oak", "Ravens: Bob Ash & Ann Ash, Tom Oak & Sue Oak"),
        ("Bob & Ann Ash - Tom & Sue Oak", "Bob Ash & Ann Ash - Tom Oak & Sue Oak"),
        ("2. Ash, Bob & Ann", "2. Ash, Bob & Ash, Ann"),
        ("van den Berg, Bob and Ann (701)", "van den Berg, Bob & van den Berg, Ann (701)"),
        ('Name,Number\n"Ash, Bob & Ann",701', 'Name,Number\n"Ash, Bob & Ash, Ann",701'),
    ],
)
def test_a_surname_stands_behind_both_given_names(line, shared):
    assert share_surnames(line) == shared


@pytest.mark.parametrize(
    "line",
    [
        "Ada Ash & Bert Birch",
        "Ash & Birch",
        "J & M Smith",
        "Mr & Mrs Smith",
        "Monsieur et Madame Dupont",
        "Fru og Herr Hansen",
        "Prof & Dr Ash",
        "Guest & Ann Ash",
        "Surname and first name",
        "Ann Marie & Bob Ash",
        "Romeo and Juliet Club: A; B; C; D",
        "Ash, Bob & Elm, Ann",
        "Surname, First name\nAsh, Bob & Ann",
        "Team, Ann & Bob",
        "Ash, Bob & Ann Ash",
    ],
)
def test_other_lines_have_no_couple(line):
    assert find_couples(line) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "first"), [("shared", "Bob Ash & Ann Ash"), ("alone", "Bob & Ann Ash")]
)
def test_seats_asks_once_and_takes_the_answer_for_the_list(desk, answer, first):
    section = make_night(pairs=4, named=False)
    address = seats_address(section, "list/")
    page = desk.post(address, {"text": LIST})
    assert page.status_code == 422
    assert find_texts(page, "fieldset legend") == ["Bob & Ann Ash and 1 more"]
    assert "Bob Ash & Ann Ash" in find_texts(page, "fieldset label")
    assert find_elements(page, "textarea")[0].text.strip() == LIST
    assert not Person.objects.filter(name="Bob")
    desk.post(address, {"text": LIST, "couples": answer})
    assert read_seat_texts(fetch_section(section.session_id))[1] == first


@pytest.mark.django_db
def test_people_asks_once_before_the_preview(desk):
    make_club()
    page = desk.post("/people/list/", {"text": LIST})
    assert find_texts(page, "fieldset legend") == ["Bob & Ann Ash and 1 more"]
    page = desk.post("/people/list/", {"text": LIST, "couples": "shared"})
    text = find_elements(page, "textarea")[0].text
    desk.post("/people/list/", {"text": text, "couples": "shared", "do": "store"})
    names = {"Bob Ash", "Ann Ash", "Tom van den Berg", "Sue van den Berg", "Ada Elm", "Bert Birch"}
    assert {*Person.objects.values_list("name", flat=True)} == names
