"""Every door of lists takes what people paste and export, and asks about what it doesn't know."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from director.models import EntryPlayer, Person
from tests.cases import leave_to_slow
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.core.pages.list_samples import (
    PARTY,
    PEOPLE,
    SAMPLES,
    TEAMS,
    WORKBOOK,
    Sample,
)
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_party
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def encode(sample: Sample) -> bytes:
    if sample.encoding != WORKBOOK:
        return sample.text.encode(sample.encoding)
    book = Workbook()
    for line in sample.text.splitlines():
        book.active.append(
            [int(cell) if cell.isdecimal() else cell or None for cell in line.split("\t")]
        )
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def send(desk, address: str, sample: Sample):
    """Send the list of *sample* as a browser does; return the page that answers."""
    if sample.encoding:
        return desk.post(
            address, {"text": "", "file": SimpleUploadedFile("list", encode(sample))}, follow=True
        )
    return desk.post(address, {"text": sample.text}, follow=True)


def answer_questions(desk, address: str, sample: Sample, page):
    """Say what the columns are that *page* asks about; return the page that answers."""
    boxes = {box.get("name"): box for box in find_elements(page, "select")}
    said = {}
    for name, box in boxes.items():
        if not name or not name.startswith("column-"):
            continue
        chosen = [
            option.get("value") for option in box.iter("option") if "selected" in option.attrib
        ]
        title = box.get("data-title")
        said[name] = sample.answers.get(title, chosen[0] if chosen else "")
    assert set(sample.answers) <= {box.get("data-title") for box in boxes.values()}
    (text,) = find_elements(page, "#id_text")
    return desk.post(address, {"text": text.text.lstrip("\n"), **said}, follow=True)


def list_people() -> list[str]:
    people = Person.objects.filter(is_placeholder=False).order_by("pk")
    return [f"{person.name} {person.number}".strip() for person in people]


def list_pairs(section) -> list[str]:
    names: dict[int, list[str]] = {}
    players = EntryPlayer.objects.filter(entry__section=section).order_by("entry__pair_no", "order")
    for player in players.select_related("person", "entry"):
        label = f"{player.person.name} {player.person.number}".strip()
        names.setdefault(player.entry.pair_no, []).append(label)
    return [f"{number} {' & '.join(pair)}" for number, pair in names.items()]


def list_teams(section) -> list[str]:
    lines = []
    for entry in section.entries.exclude(name="").order_by("pair_no"):
        labels = []
        for player in entry.entry_players.order_by("order").select_related("person"):
            label = f"{player.person.name} {player.person.number}".strip()
            labels.append(label)
        lines.append(f"{entry.name}: {', '.join(labels)}")
    return lines


def list_party(party) -> list[str]:
    lines = []
    for player in party.players.filter(person__isnull=False).order_by("number"):
        label = f"{player.person.name} {player.person.number}".strip()
        lines.append(f"{label} (guest)" if player.person.is_placeholder else label)
    return lines


def take_list(desk, sample: Sample) -> list[str]:
    """Send the list of *sample* at its door, answer what is asked, and return what is stored."""
    if sample.door == PEOPLE:
        address, read_stored = "/people/list/", list_people
    elif sample.door == PARTY:
        party = make_party(players=8)
        address, read_stored = f"/parties/{party.pk}/seats/list/", lambda: list_party(party)
    else:
        section = make_teams_section() if sample.door == TEAMS else make_night(named=False)
        read_section = list_teams if sample.door == TEAMS else list_pairs
        address = f"/sessions/{section.session_id}/seats/list/"
        read_stored = lambda: read_section(section)  # noqa: E731
    people_before = set(list_people())
    page = send(desk, address, sample)
    if sample.answers:
        assert set(list_people()) == people_before, (
            "nobody is stored before the question is answered"
        )
        page = answer_questions(desk, address, sample, page)
    if sample.door == PEOPLE:
        assert not list_people(), "the preview comes first"
        (text,) = find_elements(page, "#id_text")
        desk.post(address, {"text": text.text.lstrip("\n"), "do": "store"})
    return read_stored()


@pytest.mark.parametrize(
    "sample",
    leave_to_slow(SAMPLES, but=3),
    ids=[f"{sample.door}: {sample.title}" for sample in SAMPLES],
)
def test_a_list_is_read_as_it_is_meant(desk, sample):
    right = [line.replace(" (c)", "") for line in sample.right_lines]
    assert take_list(desk, sample) == right


def test_the_first_line_can_be_said_to_have_names(desk):
    page = desk.post("/people/list/", {"text": "Kode;Pxnoma;Qunoma\n71;Ash;Ann"})
    assert find_texts(page, ".say") == ["Which column is the surname? Choose what each column has."]
    (text,) = find_elements(page, "#id_text")
    said = {"untitled": "1", "column-1": "last", "column-2": "first", "column-0": "number"}
    preview = desk.post("/people/list/", {"text": text.text.removeprefix("\n"), **said})
    assert find_texts(preview, "tbody th") == ["Qunoma Pxnoma", "Ann Ash"]


def test_a_question_at_seats_keeps_the_list_and_the_names_typed(desk):
    section = make_night(named=False)
    address = f"/sessions/{section.session_id}/seats/list/"
    file = SimpleUploadedFile("list.csv", b"Dupo;Unua;Dua\n1;Ann Ash;Bob Birch\n")
    page = desk.post(address, {"text": "", "file": file, "name-3-1": "Eve Elm"})
    assert page.status_code == 422
    assert list_pairs(section) == []
    assert list_people() == []
    (text,) = find_elements(page, "#id_text")
    assert text.text.strip().splitlines() == ["Dupo\tUnua\tDua", "1\tAnn Ash\tBob Birch"]
    labels = [label.text for label in find_elements(page, "table.columns label")]
    assert labels == ["Dupo", "Unua", "Dua"]
    said = {"column-0": "place", "column-1": "name-1", "column-2": ""}
    refused = desk.post(address, {"text": text.text.removeprefix("\n"), **said})
    assert "Line 2 has only one name" in refused.content.decode()
    assert list_pairs(section) == []
    # What was said stays in the list as headings.
    (text,) = find_elements(refused, "#id_text")
    assert text.text.strip().splitlines()[0] == "No.\tPlayer 1\t[Dua]"


def test_columns_left_out_at_seats_are_named(desk):
    section = make_night(named=False)
    text = "Pair;Player 1;Player 2;Club\n1;Ann Ash;Bob Birch;Elm\n"
    page = desk.post(f"/sessions/{section.session_id}/seats/list/", {"text": text}, follow=True)
    assert "Imported 1 pair. Columns left out: “Club” (“Elm”)." in page.content.decode()
