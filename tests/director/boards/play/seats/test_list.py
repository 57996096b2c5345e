"""Step 2: a list of pairs, pasted or uploaded."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.boards.play.seats.seating import name_entries, seat_list
from tests.director.boards.play.seats.seating import make_seats_form, read_seat_texts, seats_address
from tests.director.pages import HTMX, find_elements, find_errors, find_texts
from tests.factories import make_night, make_pair_names, make_played_section

pytestmark = pytest.mark.django_db

LIST = "Ada Ash & Bert Birch\nCleo Cole & Dora Dunn\n"


def test_pasted_list_fills_the_places(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(seats_address(section, "list/"), {"text": LIST})
    assert read_seat_texts(section) == {
        1: "Ada Ash & Bert Birch",
        2: "Cleo Cole & Dora Dunn",
        3: "",
        4: "",
    }
    assert find_texts(desk.get(response.url), "#messages p") == ["Imported 2 pairs."]


def test_uploaded_list_fills_the_places(desk):
    section = make_night(pairs=4, named=False)
    upload = SimpleUploadedFile(
        "pairs.csv", "2;Ada Ash;Bert Birch\r\n4;Zoë Żak;Dora Dunn\r\n".encode()
    )
    desk.post(seats_address(section, "list/"), {"file": upload})
    assert read_seat_texts(section) == {
        1: "",
        2: "Ada Ash & Bert Birch",
        3: "",
        4: "Zoë Żak & Dora Dunn",
    }


def test_pasted_list_goes_to_the_empty_places_and_to_its_numbers():
    section = make_night(pairs=6, named=False)
    name_entries(section=section, pairs=[(1, ["A A", "B B"]), (5, ["C C", "D D"])])
    seat_list(section=section, source="E E & F F\n3 G G & H H\nI I & J J\n5 K K & L L")
    assert read_seat_texts(section) == {
        1: "A A & B B",
        2: "E E & F F",
        3: "G G & H H",
        4: "I I & J J",
        5: "K K & L L",
        6: "",
    }


def test_list_with_directions_uses_the_numbers_people_call_the_pairs_by():
    section = make_night(pairs=8, named=False)
    seat_list(section=section, source="2 E-W Ada & Bert\n2 N-S Cleo & Dora\nE-W: Edith & Fred")
    assert {number: text for number, text in read_seat_texts(section).items() if text} == {
        2: "Cleo & Dora", 5: "Edith & Fred", 6: "Ada & Bert"
    }  # fmt: skip


def test_with_one_winner_directions_say_nothing():
    section = make_night(key="howell", pairs=8, named=False)
    seat_list(section=section, source="2 E-W Ada & Bert\nE-W Cleo & Dora")
    assert {number: text for number, text in read_seat_texts(section).items() if text} == {
        1: "Cleo & Dora",
        2: "Ada & Bert",
    }


def test_list_replaces_everybody_who_is_told_and_it_can_be_undone(desk):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    response = desk.post(seats_address(section, "list/"), {"text": LIST, "replace": "1"})
    assert read_seat_texts(section) == {
        1: "Ada Ash & Bert Birch",
        2: "Cleo Cole & Dora Dunn",
        3: "",
        4: "",
    }
    page = desk.get(response.url)
    gone = sorted(name for number in range(4) for name in make_pair_names(number))
    assert find_texts(page, "#messages p") == [
        f"Imported 2 pairs. No longer in the list: {', '.join(gone)}."
    ]
    assert section.session.event.acts.first().words == "The list was replaced by one of 2 pairs."
    desk.post(
        seats_address(section, "undo/"), {"undo": str(section.session.event.acts.first().number)}
    )
    assert read_seat_texts(section) == before


def test_list_replaces_nobody_of_whom_results_are_in(desk):
    section = make_played_section(published=False)
    before = read_seat_texts(section)
    response = desk.post(seats_address(section, "list/"), {"text": LIST, "replace": "1"})
    assert find_errors(response) == [
        "Results of pair 1 have been entered, so the list can’t replace the names. Change names one by one."
    ]
    assert read_seat_texts(section) == before
    same = "\n".join(f"{number} {text}" for number, text in before.items())
    assert (
        desk.post(seats_address(section, "list/"), {"text": same, "replace": "1"}).status_code
        == 302
    )
    assert read_seat_texts(section) == before


def test_a_line_that_holds_only_a_number_is_told(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(seats_address(section, "list/"), {"text": f"{LIST}3\n4 E-W\n"})
    assert find_texts(desk.get(response.url), "#messages p") == [
        "Imported 2 pairs. No name beside 3, 4 E-W: skipped."
    ]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_names_typed_in_boxes_are_stored_with_the_list(desk, headers):
    section = make_night(pairs=4, named=False)
    desk.post(
        seats_address(section, "list/"),
        {**make_seats_form(section, p1_1="Edith Elm", p1_2="Fred Fox"), "text": LIST},
        **headers,
    )
    assert read_seat_texts(section) == {
        1: "Edith Elm & Fred Fox", 2: "Ada Ash & Bert Birch", 3: "Cleo Cole & Dora Dunn", 4: ""
    }  # fmt: skip


def test_names_typed_in_boxes_stay_there_when_the_list_is_refused(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        seats_address(section, "list/"),
        {**make_seats_form(section, p1_1="Edith Elm"), "text": "Gwen"},
    )
    assert response.status_code == 422
    boxes = find_elements(response, "#pair-1 input")
    typed = {box.get("name"): box.get("value") for box in boxes}
    assert typed | {"was-1": ""} == {"name-1-1": "Edith Elm", "name-1-2": "", "was-1": ""}
    assert read_seat_texts(section) == {1: "", 2: "", 3: "", 4: ""}


def test_saving_nothing_but_a_list_imports_it(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        seats_address(section), {**make_seats_form(section), "text": LIST}, follow=True
    )
    assert find_texts(response, "#messages .say")[0].startswith("Imported 2 pairs.")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("first", "status"), [("Edith Elm", 200), ("x" * 101, 422)], ids=["stored", "refused"]
)
def test_a_typed_list_stays_when_the_names_are_saved(desk, headers, first, status):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        seats_address(section), {**make_seats_form(section, p1_1=first), "text": LIST}, **headers
    )
    assert response.status_code == status
    (box,) = find_elements(response, "textarea")
    assert box.text.strip() == LIST.strip()


def test_every_button_of_the_page_sends_boxes_and_list(desk):
    page = desk.get(seats_address(make_night(pairs=4, named=False)))
    assert [element.get("form") for element in find_elements(page, "textarea")] == ["names"]
    assert len(find_elements(page, "#seats form")) == 1


def test_file_that_is_no_list_is_refused(desk):
    section = make_night(pairs=4, named=False)
    upload = SimpleUploadedFile("pairs.pdf", b"%PDF-1.7 ...")
    response = desk.post(seats_address(section, "list/"), {"file": upload})
    assert find_errors(response) == [
        "The file looks like a PDF, not a list of names; copy the names and paste them, or save them as CSV."
    ]
