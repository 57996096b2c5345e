"""A file at the wrong page: it is refused with what it is, and one press carries it to the page that takes it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.cases import leave_to_slow
from tests.director.formats.test_door import HANDS, MOVEMENT, PEOPLE, PLAIN_TABLE
from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db

FILES = {"results": PLAIN_TABLE, "hands": HANDS, "people": PEOPLE, "movements": MOVEMENT}
TAKES = {
    "results_import": "results",
    "people_read_in": "people",
    "library_import": "movements",
    "session_hands": "hands",
    "session_seats_list": "people",
}
"""The pages that take files, with the kind that each is for."""
WRONG = [(page, kind) for page, taken in TAKES.items() for kind in FILES if kind != taken]
RIGHT = {
    "results": ("results_import", 200),
    "people": ("people_read_in", 200),
    "movements": ("library_import", 302),
    "hands": ("results_import", 422),
}
"""The page that a file is carried to, and its answer. Of hands it asks which session plays them."""


@pytest.mark.parametrize(("page", "kind"), leave_to_slow(WRONG, but=1))
def test_wrong_file_is_carried_to_its_page_with_one_press(desk, page, kind):
    section = make_night(key="mitchell", pairs=8)
    address = reverse(page, args=[section.ref] if page.startswith("session") else [])
    file = SimpleUploadedFile(f"{kind}.txt", FILES[kind])
    response = desk.post(address, {"file": file, "action": "read", "do": "look"})
    right_page, status = RIGHT[kind]
    if (page, kind) == ("results_import", "hands"):
        right_page, status = "session_hands", 200
    target = reverse(right_page, args=[section.ref] if right_page == "session_hands" else [])
    (form,) = [form for form in find_elements(response, "form") if form.get("action") == target]
    sent = {
        box.get("name"): box.get("value", "")
        for box in find_elements(response, "form input")
        if box.get("type") == "hidden" and box.get("name") in ("kept", "kept_name", "action")
    }
    assert desk.post(form.get("action"), sent | {"do": "look"}).status_code == status
