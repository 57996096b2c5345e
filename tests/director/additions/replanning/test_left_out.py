"""Without re-planning no page leads to a change of the movement."""

import pytest

from director.boards.pages.hooks import REPLANNING, Replanning
from tests.director.pages import find_elements
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db

PAGES = ("field/?tab=change", "seats/", "play/")


def leads_to_change(response) -> bool:
    return any("/changed/" in link.get("href", "") for link in find_elements(response, "a"))


@pytest.mark.parametrize("page", PAGES)
def test_pages_lead_to_a_change_of_the_movement_only_with_it(desk, monkeypatch, page):
    section = make_night(pairs=8)
    enter_all_results(section, leave=5)
    address = f"/sessions/{section.ref}/{page}"
    assert leads_to_change(desk.get(address))
    monkeypatch.setattr(REPLANNING, "answers", Replanning())
    response = desk.get(address)
    assert response.status_code == 200
    assert not leads_to_change(response)
