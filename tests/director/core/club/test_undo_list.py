"""A list of people that was taken in is taken back exactly; what was played or changed since stays, and is told."""

import pytest
from django.urls import reverse

from director.core.club.people import add_person, change_person, fetch_people
from director.core.club.people_lists.file import read_people
from director.core.club.people_lists.matching import match_listed_people
from director.core.club.people_lists.storing import store_people
from director.core.club.people_lists.undoing import undo_list_import
from director.core.club.people_merge import merge_person
from director.errors import DeskError
from director.models import PeopleList, Person
from tests.director.pages import find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db
LIST = (
    "Name;Number;Club no;E-mail;Visitor\n"
    "Ada Ash;1001;17;ada@example.org;yes\n"
    "Bert Birch;1002;;;\n"
    "Cora Cedar;;21;cora@example.org;\n"
)


def state():
    people = fetch_people(make_club())
    return [
        (
            person.pk,
            person.name,
            person.number,
            sorted(map(str, person.others)),
            person.email,
            person.is_visitor,
        )
        for person in people
    ]


def take(text=LIST, source="members.csv"):
    club = make_club()
    return store_people(
        club, match_listed_people(club, read_people(text.encode(), club).people, {}), source=source
    )


def undo():
    return undo_list_import(people_list=PeopleList.objects.first(), user=None)


@pytest.fixture
def known():
    club = make_club()
    add_person(club=club, name="Ada Ash", number="1001", others="Union: 5", email="old@example.org")
    add_person(club=club, name="Bert Birch")
    return state()


def test_undoing_a_list_keeps_people_changed_since(known):
    take()
    ada = Person.objects.get(number="1001")
    change_person(person=ada, name="Ada Ash-Oak", number="1001", email="new@example.org")
    back = undo()
    assert list(back.remaining_names) == ["Ada Ash-Oak"]
    ada.refresh_from_db()
    assert ada.name == "Ada Ash-Oak"
    assert ada.email == "new@example.org"
    assert ada.is_visitor is False
    assert [str(number) for number in ada.numbers.all()] == ["Union 5"]


def test_who_was_merged_since_is_left_alone(known):
    take()
    merge_person(
        person=Person.objects.get(name="Cora Cedar"), into=Person.objects.get(number="1002")
    )
    back = undo()
    assert back.removed_count == 0
    assert not Person.objects.filter(name="Cora Cedar").exists()


def test_a_name_and_number_that_somebody_else_has_by_now_refuses_it_whole(known):
    take()
    add_person(club=make_club(), name="Bert Birch")
    former = state()
    with pytest.raises(DeskError, match="Bert Birch is already in People, without a number"):
        undo()
    assert state() == former


def test_on_the_page_it_is_named_and_taken_back_in_one_press(desk, known):
    page = desk.post(
        reverse("people_read_in"),
        {"text": LIST, "source": "members.csv", "do": "store"},
        follow=True,
    )
    assert find_texts(page, "#messages .say") == [
        "List imported: 1 added, 2 changed. You can undo it below."
    ]
    (line,) = [text for text in find_texts(page, "main p") if "members.csv" in text]
    assert line.endswith("members.csv, by dora: 1 new, 2 changed. Undo")
    number = PeopleList.objects.get().pk
    done = desk.post(reverse("people_list_undo", args=[number]), follow=True)
    assert find_texts(done, "#messages .say") == ["Import undone: 1 removed, 2 restored."]
    assert state() == known
    assert desk.post(reverse("people_list_undo", args=[number])).status_code == 404
