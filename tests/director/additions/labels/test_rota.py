"""The rota of stand-by partners: everybody in turn, and the sheet that is printed."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.additions.labels.people import PrintedPerson
from director.additions.labels.rota import make_rota
from director.models import Person
from tests.director.pages import find_texts
from tests.factories import make_club

FIRST_DAY = date(2026, 9, 1)
COUNTS = st.integers(1, 30)


def make_people(count: int) -> list[PrintedPerson]:
    return [PrintedPerson(f"Person {number}", "", "") for number in range(1, count + 1)]


@given(COUNTS, st.integers(1, 104), st.data())
def test_everybody_has_a_turn_before_anybody_has_a_second_one(people_count, night_count, data):
    people = make_people(people_count)
    last_name = data.draw(st.sampled_from(["", *(person.name for person in people)]))
    nights = make_rota(
        people, first_day=FIRST_DAY, night_count=night_count, days_between=7, last_name=last_name
    )
    names = [night.person.name for night in nights]
    assert [night.day for night in nights] == [
        FIRST_DAY + timedelta(weeks=index) for index in range(night_count)
    ]
    for start in range(0, night_count, people_count):
        turn = names[start : start + people_count]
        assert len(set(turn)) == len(turn)
    if last_name and people_count > 1:
        assert names[0] != last_name


def test_nobody_is_no_rota():
    assert make_rota([], first_day=FIRST_DAY, night_count=3, days_between=7) == []


@pytest.mark.django_db
def test_the_rota_is_printed_after_whoever_stood_by_last(desk):
    club = make_club()
    for name in ("Ann Ash", "Bob Birch", "Cy Cedar"):
        Person.objects.create(club=club, name=name)
    params = {"kind": "rota", "who": "all", "nights": "3", "days": "7"}
    params |= {"first_night": "2026-09-01", "last_name": "ann ash"}
    response = desk.get("/people/labels.pdf", params)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"


@pytest.mark.django_db
def test_an_unknown_name_is_refused(desk):
    Person.objects.create(club=make_club(), name="Ann Ash")
    params = {"kind": "rota", "who": "all", "last_name": "Zoe Zander"}
    refused = desk.get("/people/labels/", params)
    assert refused.status_code == 422
    assert "Nobody among these people is called “Zoe Zander”." in find_texts(refused, ".bad")[0]
