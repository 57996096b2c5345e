"""The people of the club: finding, adding, renaming, merging."""

import pytest
from django.db.models.signals import pre_save
from django.test import Client

from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, fetch_labels_by_person_id, remove_person
from director.core.club.people_merge import merge_person
from director.errors import DeskError
from director.models import Person
from scoring.display import format_percent
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import (
    HTMX,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    make_club,
    make_night,
    make_pair_names,
    make_played_section,
)

pytestmark = pytest.mark.django_db


def make_person(name: str = "Ada Ash", number: str = "") -> Person:
    return Person.objects.create(club=make_club(), name=name, number=number)


def rows(response) -> list[tuple[str, ...]]:
    cells = find_texts(response, ".people td")
    return list(zip(find_texts(response, ".people tbody th"), cells[::2], cells[1::2], strict=True))


def test_list_shows_everybody_with_number_and_nights(desk):
    ada = make_person("Ada Ash", "1001")
    make_person("Bert Birch")
    for _night in range(2):
        name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=["Ada Ash"])
    response = desk.get("/people/")
    assert rows(response) == [("Ada Ash", "1001", "2"), ("Bert Birch", "", "0")]
    assert find_elements(response, ".people a")[0].get("href") == f"/people/{ada.pk}/"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ash", ["Ada Ash", "Asher Oak"]),
        ("ada ash", ["Ada Ash"]),
        ("ash ada", ["Ada Ash"]),
        ("100", ["Ada Ash", "Bert Birch"]),
        ("bert 1002", ["Bert Birch"]),
        ("01", []),
        ("  ", ["Ada Ash", "Bert Birch", "Asher Oak"]),
    ],
    ids=[
        "part of a name",
        "two words",
        "turned round",
        "start of a number",
        "name and number",
        "end of a number",
        "blanks",
    ],
)
def test_search_finds_by_words_and_numbers(desk, text, found):
    for name, number in (("Ada Ash", "1001"), ("Bert Birch", "1002"), ("Asher Oak", "")):
        make_person(name, number)
    for headers in ({}, HTMX):
        assert find_texts(desk.get("/people/", {"q": text}, **headers), ".people tbody th") == found


def test_search_by_htmx_gets_the_list_alone(desk):
    response = desk.get("/people/", {"q": "zzz"}, **HTMX)
    assert response.templates[0].name == "core/people/_people.html"
    assert find_texts(response, "#people p") == ["No name or membership number matches “zzz”."]


def test_empty_list_says_how_people_come_onto_it(desk):
    make_club()
    assert find_texts(desk.get("/people/"), "#people p") == [
        "No people yet. Add or import them, or type names in Seats."
    ]


def test_list_is_in_the_order_of_the_names_whatever_their_capitals(desk):
    for name in ("cleo cole", "Dora Dunn", "ada ash", "Bert Birch"):
        make_person(name)
    assert find_texts(desk.get("/people/"), ".people tbody th") == [
        "ada ash",
        "Bert Birch",
        "cleo cole",
        "Dora Dunn",
    ]


def test_adding_somebody(desk):
    make_club()
    response = desk.post("/people/new/", {"name": "  Ada   Ash ", "number": "1001"})
    page = desk.get(response.url)
    assert find_texts(page, "#messages p") == ["Ada Ash is added."]
    assert rows(page) == [("Ada Ash", "1001", "0")]


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


def test_renaming_changes_every_night(desk):
    section = make_night(pairs=4)
    ada = Person.objects.get(name=make_pair_names(0)[0])
    response = desk.post(f"/people/{ada.pk}/", {"name": "Ada Oak", "number": "7"})
    assert find_texts(desk.get(response.url), "#messages p") == ["Saved."]
    assert section.entries.get(pair_no=1).players.first().name == "Ada Oak"


def test_capitals_of_a_name_can_be_corrected(desk):
    ada = make_person("ada ash")
    assert desk.post(f"/people/{ada.pk}/", {"name": "Ada Ash", "number": ""}).status_code == 302
    assert Person.objects.get(pk=ada.pk).name == "Ada Ash"


def test_person_is_shown_with_their_nights(desk):
    section = make_night(pairs=4)
    ada = Person.objects.get(name=make_pair_names(0)[0])
    response = desk.get(f"/people/{ada.pk}/")
    assert find_texts(response, "h2")[0] == "1 night"
    partner = Person.objects.get(name=make_pair_names(0)[1])
    assert [element.get("href") for element in find_elements(response, ".latest a")] == [
        f"/sessions/{section.session_id}/",
        f"/people/{partner.pk}/",
    ]
    assert read_table_rows(response)[0][2:] == ["–", ""]


def test_nights_of_a_person_have_partner_place_and_score(desk):
    section = make_played_section()
    (group,) = fetch_session_sheets(section).standings.groups
    for row in group.rows:
        one, other = Person.objects.filter(name__in=row.names.split(" & ")).order_by("pk")
        Person.objects.filter(pk=other.pk).update(is_hidden=True)  # which directors see
        shown = read_table_rows(desk.get(f"/people/{one.pk}/"))[0][1:]
        percent = f"{format_percent(row.percent)}%"
        assert shown == [other.name, f"{row.place} of {len(group.rows)}", percent]


def test_merging_says_what_happens_and_then_does_it(desk):
    first, second = make_night(pairs=4, named=False), make_night(pairs=4, named=False)
    name_entry(section=first, pair_no=1, names=["Ada Ash"])
    name_entry(section=second, pair_no=2, names=["Ada Asche (1002)"])
    ada, twin = Person.objects.order_by("pk")
    page = desk.get(f"/people/{twin.pk}/merge/", {"into": "ada ash"})
    assert find_texts(page, "main li") == [
        "1 night of Ada Asche (1002) will show Ada Ash.",
        "Ada Ash will have 2 nights in all and gets membership number 1002.",
        "Ada Asche is removed from People. You can undo this on Ada Ash’s page.",
    ]
    assert Person.objects.count() == 2
    response = desk.post(f"/people/{twin.pk}/merge/", {"into": "Ada Ash"})
    assert response.url == f"/people/{ada.pk}/"
    assert find_texts(desk.get(response.url), "#messages p") == [
        "Ada Asche is merged into Ada Ash."
    ]
    assert [(person.name, person.number) for person in Person.objects.all()] == [
        ("Ada Ash", "1002")
    ]
    assert second.entries.get(pair_no=2).players.get() == ada


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


def test_number_of_the_one_who_stays_is_kept():
    ada, twin = make_person("Ada Ash", "1001"), make_person("Ada Asche", "1002")
    merge_person(person=twin, into=ada)
    assert Person.objects.get().number == "1001"


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


def test_signed_out_nothing_is_shown_or_stored(client: Client):
    ada = make_person()
    for address in ("/people/", f"/people/{ada.pk}/", f"/people/{ada.pk}/merge/"):
        assert client.get(address).url == f"/sign-in/?next={address}"
    posts = {
        "/people/new/": {"name": "M"},
        f"/people/{ada.pk}/": {"name": "M"},
        f"/people/{ada.pk}/remove/": {},
    }
    for address, data in posts.items():
        assert client.post(address, data).status_code == 403
    assert [person.name for person in Person.objects.all()] == ["Ada Ash"]


def test_queries_do_not_grow_with_the_number_of_people(desk):
    make_night(pairs=4)
    few = count_queries(desk, "/people/")
    for _night in range(3):
        make_night(pairs=LARGE_FIELD_PAIRS // 2)
    assert count_queries(desk, "/people/") == few


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
