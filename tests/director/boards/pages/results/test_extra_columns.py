"""Handicaps and strata: only the columns that are in use are ticked when the page opens."""

import pytest
from django.urls import reverse

from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def ticked(page) -> list[str]:
    boxes = [box for box in find_elements(page, "input") if box.get("id", "").startswith("shows-")]
    # What is ticked is how the page looks, and nothing that is sent.
    assert all(box.get("name") is None for box in boxes)
    return [box.get("id").removeprefix("shows-") for box in boxes if "checked" in box.attrib]


@pytest.fixture
def address():
    section = make_night(pairs=6, boards_per_set=2)
    return reverse("session_results_extras", args=[section.ref])


def test_an_empty_page_begins_with_handicaps(desk, address):
    page = desk.get(address)
    assert ticked(page) == ["handicap"]
    names = {box.get("name") for box in find_elements(page, "td input")}
    assert {"handicap-1", "stratum-1", "carry_over-1"} <= names


def test_columns_in_use_are_ticked(desk, address):
    typed = {"stratum-1": "A", "carry_over-2": "3", "carry_over_unit": "mp"}
    assert desk.post(address, typed).status_code == 302
    assert ticked(desk.get(address)) == ["stratum", "carry_over"]


def test_a_refused_box_is_shown(desk, address):
    page = desk.post(address, {"stratum-1": "Alpha"})
    assert page.status_code == 422
    assert ticked(page) == ["stratum"]
