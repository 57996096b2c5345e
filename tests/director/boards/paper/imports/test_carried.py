"""A file sent to the wrong page is carried to the right one with one press."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from director.boards.movement.sections import fetch_first_section
from director.boards.paper.imports.write import import_file
from director.models import Deal, Event, SavedMovement
from tests.director.pages import elements, texts

CARDS = "S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,"
HANDS = f"pn|a,b,c,d|md|1{CARDS}|ah|Board 1|".encode()
RESULTS = b"Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,420\n1,3,4,3NT,S,9,400\n"
PEOPLE = b"Name,Number\nAda Ash,1234567\n"
MOVEMENT = Path("tests/fixtures/movement_texts/movement-mitchell-like.txt").read_bytes()


def carried(answer, address):
    """Return what the button to *address* sends."""
    (form,) = [form for form in kept_forms(answer) if form.get("action") == address]
    fields = {field.get("name"): field.get("value", "") for field in form.iter("input")}
    return fields | {"do": "look"}


def kept_forms(answer):
    forms = elements(answer, "form.actions")
    return [form for form in forms if any(x.get("name") == "kept_name" for x in form.iter("input"))]


@pytest.mark.parametrize(
    ("page", "data", "target"),
    [
        ("results_import", PEOPLE, "people_read_in"),
        ("results_import", MOVEMENT, "library_import"),
        ("people_read_in", RESULTS, "results_import"),
        ("people_read_in", HANDS, "results_import"),
        ("people_read_in", MOVEMENT, "library_import"),
        ("library_import", RESULTS, "results_import"),
        ("library_import", PEOPLE, "people_read_in"),
    ],
)
def test_page_offers_the_one_that_takes_the_file(desk, page, data, target):
    answer = desk.post(reverse(page), {"file": SimpleUploadedFile("night.txt", data)})
    sent = carried(answer, reverse(target))
    assert sent["kept_name"] == "night.txt"
    reached = desk.post(reverse(target), sent)
    if data is HANDS:
        assert reached.status_code == 422
    elif data is MOVEMENT:
        assert reached.status_code == 302
        assert SavedMovement.objects.count() == 1
    else:
        assert reached.status_code == 200
        assert "Import" in texts(reached, "button")


def test_hands_are_carried_to_the_night_that_plays_them(desk):
    event = import_file(data=RESULTS, file_name="night.csv", club_name="", user=None).event
    answer = desk.post(reverse("results_import"), {"file": SimpleUploadedFile("a.lin", HANDS)})
    section = fetch_first_section(event.pk)
    address = reverse("session_hands", args=[section.place])
    reached = desk.post(address, carried(answer, address))
    assert "hands for board 1" in reached.content.decode()
    assert not Deal.objects.exists()


def test_file_of_results_at_hands_is_carried_to_import(desk):
    event = import_file(data=RESULTS, file_name="night.csv", club_name="", user=None).event
    address = reverse("session_hands", args=[fetch_first_section(event.pk).place])
    sent = {"action": "read", "file": SimpleUploadedFile("b.csv", RESULTS)}
    answer = desk.post(address, sent)
    assert answer.status_code == 422
    assert carried(answer, reverse("results_import"))["kept_name"] == "b.csv"


def test_page_that_takes_the_file_offers_no_other(desk):
    answer = desk.post(
        reverse("results_import"), {"file": SimpleUploadedFile("a.csv", RESULTS), "do": "look"}
    )
    assert answer.status_code == 200
    assert not kept_forms(answer)
    assert not Event.objects.exists()


RANKING = (
    b"Name,Number,Pair,Score,Percent,Section,Table\n"
    b"Ada Ash,1234567,1,420,55.5,A,1\nBert Birch,1234568,1,420,55.5,A,1\n"
)


@pytest.mark.parametrize(
    ("data", "target"),
    [(RESULTS, "results_import"), (PEOPLE, "people_read_in"), (HANDS, "results_import")],
)
def test_custom_movement_carries_other_files(desk, data, target):
    event = import_file(data=RESULTS, file_name="night.csv", club_name="", user=None).event
    address = reverse("session_field_own", args=[fetch_first_section(event.pk).place])
    answer = desk.post(address, {"file": SimpleUploadedFile("night.txt", data)})
    assert carried(answer, reverse(target))["kept_name"] == "night.txt"
    # The file isn't kept as a movement.
    assert not texts(desk.get(address), "textarea")[0].strip()


def test_page_names_what_else_a_file_looks_like(desk):
    answer = desk.post(
        reverse("people_read_in"), {"file": SimpleUploadedFile("ranks.csv", RANKING), "do": "look"}
    )
    assert "This also looks like a table." in texts(answer, "p.muted")
    assert carried(answer, reverse("results_import"))["kept_name"] == "ranks.csv"
