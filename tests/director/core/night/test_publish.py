"""Publishing: visitors read results when the director says so, and not before."""

import pytest
from django.test import Client

from director.core.night.events import move_to_archive
from director.models import Event
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night, public_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    return section


def test_a_removed_event_cannot_be_published(desk, section):
    move_to_archive(event=section.session.event)
    refused = desk.post(public_address(section, "publish/"))
    assert refused.status_code == 422
    assert "Tuesday pairs is archived. Restore it under Nights first." in find_texts(
        refused, "main .say"
    )
    assert Event.objects.get().published_at is None


@pytest.mark.parametrize("action", ["publish/", "unpublish/"])
def test_publishing_is_asked_for_by_post_and_by_a_director(desk, section, action):
    assert desk.get(public_address(section, action)).status_code == 405
    assert Client().get(public_address(section, action)).status_code == 302
    assert Client().post(public_address(section, action)).status_code == 403
    assert Event.objects.get().published_at is None
