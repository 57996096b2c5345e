"""The pages of a night's results: what stands on them, and how few queries they take."""

import pytest
from django.test import Client

from director.models import Event
from tests.director.pages import (
    find_errors,
)
from tests.factories import (
    make_played_section,
    public_address,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor():
    return Client()


# -- what visitors read ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["pairs/99/", "boards/99/", "boards/0/"])
def test_boards_and_pairs_that_did_not_play_have_no_page(visitor, page):
    assert visitor.get(public_address(make_played_section(), page)).status_code == 404


def test_results_that_cannot_be_scored_say_why(visitor):
    """A ruling of 60 to 40 has no meaning where scores are compared with their average."""
    section = make_played_section()
    Event.objects.update(scoring="average", scoring_options={})
    page, data = (
        visitor.get(public_address(section)),
        visitor.get(public_address(section, "results.json")),
    )
    assert page.status_code == 409
    assert data.status_code == 409
    assert find_errors(page) == [f"There are no standings yet. {data.json()['error']}"]
    assert data.json()["error"].endswith("Enter A50 or no result.")
