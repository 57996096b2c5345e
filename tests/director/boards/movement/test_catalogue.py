"""The list of all movements: what each is, whether it is possible, and the way to its schedule."""

import pytest
from django.test import Client

from director.boards.movement.offers import MovementPreferences, search_catalogue
from movements.registry import MOVEMENTS
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import LARGE_FIELD_PAIRS, make_night, make_section

pytestmark = pytest.mark.django_db

OF_PAIRS = [spec for spec in MOVEMENTS if spec.contest == "pairs"]


def catalogue_address(section, tail: str = "movements/") -> str:
    return f"/sessions/{section.session_id}/field/{tail}"


@pytest.mark.parametrize("pairs", [3, 8, 13, 20, 40, 80, 90])
def test_every_movement_of_pairs_is_listed_possible_or_not(pairs):
    entries = search_catalogue(MovementPreferences(pairs))
    assert [entry.key for entry in entries] == [spec.key for spec in OF_PAIRS]
    assert [bool(entry.query) for entry in entries] == [
        pairs in spec.legal_sizes for spec in OF_PAIRS
    ]
    assert all(bool(entry.query) != bool(entry.refusal) for entry in entries)


def test_every_movement_says_what_it_is():
    assert [entry.description for entry in search_catalogue(MovementPreferences(8))] == [
        spec.about for spec in OF_PAIRS
    ]


def test_impossible_movement_names_the_nearest_numbers():
    refusals = {entry.key: entry.refusal for entry in search_catalogue(MovementPreferences(17))}
    assert refusals["howell"] == ""
    assert refusals["snow"] == "Not for 17 pairs. The nearest sizes are 13 and 14."
    assert refusals["parallel"] == "Not for 17 pairs. The nearest sizes are 15, 16, 19 and 20."


@pytest.mark.slow
@pytest.mark.parametrize("spec", OF_PAIRS, ids=lambda spec: spec.key)
def test_every_possible_movement_leads_to_its_schedule(desk, spec):
    section = make_section()
    pairs = spec.legal_sizes[len(spec.legal_sizes) // 2]
    (entry,) = (
        entry for entry in search_catalogue(MovementPreferences(pairs)) if entry.key == spec.key
    )
    response = desk.get(catalogue_address(section, f"movement/?{entry.query}"))
    assert response.status_code == 200
    assert response.context["schedule"].movement.contestants == pairs
    stored = desk.post(catalogue_address(section, "movement/"), response.context["movement_query"])
    assert stored.status_code == 302
    assert stored.url == catalogue_address(section, "")
    section.refresh_from_db()
    assert section.plan.key == spec.key
    assert section.plan.notes == list(response.context["schedule"].movement.notes)


def test_page_lists_them_with_their_sizes(desk):
    response = desk.get(catalogue_address(make_section()), {"pairs": "13"})
    assert response.status_code == 200
    assert find_texts(response, "#movements li b") == [spec.name for spec in OF_PAIRS]
    assert [
        text for text in find_texts(response, "#movements .what") if text.startswith("Howell One")
    ] == [
        "Howell One pair is stationary, the others follow each other from seat to seat, and all pairs meet. 3 to 36 "
        "pairs · also full howell, five round howell"
    ]
    (link,) = (
        element.get("href")
        for element in find_elements(response, "#movements a")
        if element.get("aria-label")[5:] == "Howell"
    )
    assert link.endswith("/field/movement/?pairs=13&key=howell")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("HISTORIC played", ["clay"]),
        ("comparative", ["safford"]),
        ("howell snow", ["howell-snow"]),
        ("chess", []),
    ],
    ids=["two words", "another name", "part of a key", "nothing"],
)
def test_search_finds_movements_with_all_words(search, found):
    assert [entry.key for entry in search_catalogue(MovementPreferences(12), search)] == found


def test_search_that_finds_nothing_says_so(desk):
    response = desk.get(catalogue_address(make_section()), {"pairs": "13", "search": "chess"})
    assert find_texts(response, "#movements .say") == [
        "No movement matches. Try fewer words, such as “howell” or “one winner”."
    ]


def test_htmx_gets_the_list_alone_and_wishes_travel_along(desk):
    asked = {"pairs": "12", "search": "clay", "start": "19:15", "minutes": "180"}
    response = desk.get(
        catalogue_address(make_section()), asked, **HTMX, HTTP_HX_TARGET="movements"
    )
    assert response.templates[0].name == "boards/field/_movements.html"
    (link,) = find_elements(response, "#movements a")
    assert link.get("href").endswith("?pairs=12&minutes=180&start=19%3A15&key=clay")


@pytest.mark.parametrize(
    "headers", [{}, HTMX | {"HTTP_HX_TARGET": "movements"}], ids=["plain", "htmx"]
)
def test_bad_number_is_answered_with_one_sentence(desk, headers):
    response = desk.get(
        catalogue_address(make_section()), {"pairs": "x", "search": "clay"}, **headers
    )
    assert response.status_code == 422
    assert find_errors(response) == [
        "“x” isn’t a number of pairs. Type a whole number in figures, such as 13."
    ]
    assert response.context["form"]["search"].value() == "clay"


def test_options_of_a_choice_appear_with_it_and_go_with_it(desk):
    url = catalogue_address(make_section(), "movement/")
    asked = {"pairs": "12", "key": "clay"}
    assert "sets" not in desk.get(url, asked).context["form"].fields
    single = desk.get(url, asked | {"groups": "single"}).context["form"]
    assert single["sets"].value() == "6"
    assert single["rounds"].value() == 36
    back = desk.get(url, asked | {"groups": "equal", "sets": "6"})
    assert (back.status_code, back.context["movement_query"]["groups"], "sets" in back.context["movement_query"]) == (
        200, "equal", False,
    )  # fmt: skip


def test_signed_out_nothing_is_shown(client: Client):
    url = catalogue_address(make_section())
    assert client.get(url).url == f"/sign-in/?next={url}"


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1)
    assert count_queries(desk, catalogue_address(small)) == count_queries(
        desk, catalogue_address(large)
    )
