"""The people of the club: finding, adding, renaming, merging."""

import pytest
from django.db.models.signals import pre_save

from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, fetch_labels_by_person_id, remove_person
from director.errors import DeskError
from director.models import Person
from tests.director.pages import (
    HTMX,
    count_queries,
    find_errors,
    find_texts,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    make_club,
    make_night,
)

pytestmark = pytest.mark.django_db


def make_person(name: str = "Ada Ash", number: str = "") -> Person:
    return Person.objects.create(club=make_club(), name=name, number=number)


def rows(response) -> list[tuple[str, ...]]:
    cells = find_texts(response, ".people td")
    return list(zip(find_texts(response, ".people tbody th"), cells[::2], cells[1::2], strict=True))


def test_search_by_htmx_gets_the_list_alone(desk):
    response = desk.get("/people/", {"q": "zzz"}, **HTMX)
    assert response.templates[0].name == "core/people/_people.html"
    assert find_texts(response, "#people p") == ["No name or membership number matches “zzz”."]


BAD_PEOPLE = [
    pytest.param({"name": " ", "number": ""}, "Type a name.", id="no name"),
    pytest.param(
        {"name": "x" * 81, "number": ""},
        f"The name “{'x' * 40}…” has more than 80 letters. Shorten it.",
        id="a long name",
    ),
    pytest.param(
        {"name": "Cleo", "number": "1" * 21},
        f"The number “{'1' * 20}…” has more than 20 characters. Shorten it.",
        id="a long number",
    ),
    pytest.param(
        {"name": "ada ash", "number": "1001"},
        "ada ash is already in People, with the number 1001. Type another number.",
        id="somebody who is there",
    ),
    pytest.param(
        {"name": "Bert Birch", "number": ""},
        "Bert Birch is already in People, without a number. Type another number.",
        id="somebody without a number who is there",
    ),
]


@pytest.mark.parametrize(("typed", "sentence"), BAD_PEOPLE)
def test_adding_or_changing_somebody_impossible_is_refused(desk, typed, sentence):
    make_person("Ada Ash", "1001")
    make_person("Bert Birch")
    dora = make_person("Dora Dunn")
    for address in ("/people/new/", f"/people/{dora.pk}/"):
        response = desk.post(address, typed)
        assert response.status_code == 422
        assert find_errors(response) == [sentence]
        assert response.context["form"]["name"].value() == typed["name"]
    assert Person.objects.count() == 3
    assert Person.objects.get(pk=dora.pk).name == "Dora Dunn"


def test_a_name_may_be_carried_twice_with_another_number(desk):
    make_person("Ada Ash", "1001")
    desk.post("/people/new/", {"name": "Ada Ash", "number": ""})
    assert sorted(fetch_labels_by_person_id(make_club()).values()) == [
        "Ada Ash (1001)",
        "Ada Ash (no number)",
    ]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("into", "sentence"),
    [
        ("Nobody", "Nobody in People is called “Nobody”. Choose a name from the list."),
        ("", "Nobody in People is called “”. Choose a name from the list."),
        ("Ada Ash", "You can’t merge Ada Ash with themselves. Choose someone else."),
        (
            "Bert Birch",
            "Ada Ash and Bert Birch both played in Tuesday pairs on 17 November 2026, so you can’t merge them.",
        ),
    ],
    ids=["nobody", "nothing", "the same", "both played"],
)
def test_impossible_merge_is_refused_before_anything_happens(desk, method, into, sentence):
    section = make_night(pairs=4, named=False)
    name_entry(section=section, pair_no=1, names=["Ada Ash"])
    name_entry(section=section, pair_no=2, names=["Bert Birch"])
    ada = Person.objects.get(name="Ada Ash")
    response = getattr(desk, method)(f"/people/{ada.pk}/merge/", {"into": into})
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert Person.objects.count() == 2


def test_people_who_never_played_can_be_taken_off(desk):
    ada = make_person()
    page = desk.get(f"/people/{ada.pk}/")
    assert find_texts(page, "button.danger") == ["Remove person"]
    response = desk.post(f"/people/{ada.pk}/remove/")
    assert find_texts(desk.get(response.url), "#messages p") == ["Ada Ash is removed."]
    assert not Person.objects.exists()


def test_people_who_played_stay(desk):
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ada Ash"])
    ada = Person.objects.get()
    assert find_texts(desk.get(f"/people/{ada.pk}/"), "button.danger") == []
    response = desk.post(f"/people/{ada.pk}/remove/")
    assert find_texts(desk.get(response.url), "#messages p") == [
        "Ada Ash has played in 1 night and can’t be removed. To remove a duplicate, merge the two."
    ]
    with pytest.raises(DeskError):
        remove_person(person=ada)
    assert Person.objects.get() == ada


def test_what_cannot_be_seen_is_left_out_of_a_name():
    assert add_person(club=make_club(), name="Ada\u0000\u200b \u00a0Ash").name == "Ada Ash"


def test_adding_twice_at_once_is_one_sentence(desk):
    def quicker(sender, instance, **kwargs):
        Person.objects.bulk_create([Person(club=instance.club, name=instance.name)])

    pre_save.connect(quicker, sender=Person)
    try:
        page = desk.post("/people/new/", {"name": "Ada Ash"})
    finally:
        pre_save.disconnect(quicker, sender=Person)
    assert page.status_code == 422
    assert find_texts(page, "form p.say") == [
        "Ada Ash is already in People, without a number. Type another number."
    ]


def test_queries_do_not_grow_with_the_number_of_people(desk):
    make_night(pairs=4)
    few = count_queries(desk, "/people/")
    for _night in range(3):
        make_night(pairs=LARGE_FIELD_PAIRS // 2)
    assert count_queries(desk, "/people/") == few
