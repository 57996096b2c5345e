"""Without the library, Field offers nothing of it, and no page takes its files."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from director.boards.pages.hooks import LIBRARY, MovementLibrary
from director.core.base.hooks import FILE_READERS
from tests.director.formats.test_door import MOVEMENT
from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db

SWITCHED = "field/movement/?pairs=40&key=appendix-mitchell&rounds=7&switch=last"
PAGES = (
    SWITCHED,
    "field/?pairs=8&tab=change",
    "field/?tab=files",
    "field/movements/?pairs=8",
)
OF_LIBRARY = (
    "/club/movements/",
    "/field/own/",
    "/field/file/",
    "/field/grid/",
    "/field/switches/",
    "/field/save/",
)


def list_addresses(response) -> set[str]:
    links = {link.get("href", "") for link in find_elements(response, "main a")}
    return links | {form.get("action", "") for form in find_elements(response, "main form")}


def names_library(response) -> bool:
    return any(part in address for address in list_addresses(response) for part in OF_LIBRARY)


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_field_lead_to_the_library_only_if_there_is_one(desk, monkeypatch, page):
    section = make_night(pairs=8)
    assert names_library(desk.get(f"/sessions/{section.ref}/{page}"))
    monkeypatch.setattr(LIBRARY, "answers", MovementLibrary())
    assert not names_library(desk.get(f"/sessions/{section.ref}/{page}"))


def test_a_file_of_movements_is_carried_nowhere(desk, monkeypatch):
    monkeypatch.setattr(FILE_READERS, "answers", [])
    response = desk.post(
        "/people/list/", {"file": SimpleUploadedFile("a.csv", MOVEMENT), "action": "read"}
    )
    assert response.status_code < 500
    assert "/club/movements/import/" not in list_addresses(response)
