"""The pages of a night's results: what stands on them, and how few queries they take."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.core.night.publishing import publish_results
from director.models import Event
from tests.cases import leave_to_slow
from tests.director.pages import (
    count_queries,
    find_errors,
)
from tests.factories import (
    enter_all_results,
    make_night,
    make_played_section,
    public_address,
    results_address,
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


PAGES = ("", "pairs/1/", "boards/1/", "recap/", "results.json")


def nights_of(*sizes):
    sections = [make_night(pairs=pairs, boards_per_set=1, rounds=3) for pairs in sizes]
    for section in sections:
        enter_all_results(section)
        publish_results(event=section.session.event)
    return sections


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_the_same_few_queries_for_10_pairs_and_for_30(visitor, page):
    few, many = nights_of(10, 30)
    with CaptureQueriesContext(connection) as queries:
        assert visitor.get(public_address(few, page)).status_code == 200
    with CaptureQueriesContext(connection) as asked_again:
        assert visitor.get(public_address(many, page)).status_code == 200
    assert len(queries) == len(asked_again) <= 15


@pytest.mark.parametrize("page", leave_to_slow(PAGES, but=1))
def test_a_signed_in_director_costs_no_more_than_13_queries(desk, page):
    (section,) = nights_of(10)
    assert count_queries(desk, public_address(section, page)) <= 13


def test_step_6_takes_the_same_few_queries_for_10_pairs_and_for_30(desk):
    few, many = nights_of(10, 30)
    assert (
        count_queries(desk, results_address(few))
        == count_queries(desk, results_address(many))
        <= 21
    )
