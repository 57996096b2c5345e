"""Publishing: visitors read results when the director says so, and not before."""

import pytest
from django.test import Client

from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results
from director.models import Club, Event
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_night, public_address

pytestmark = pytest.mark.django_db

PAGES = ("", "pairs/1/", "boards/1/", "recap/", "changes/", "results.json")


@pytest.fixture
def section():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    return section


@pytest.mark.parametrize("page", PAGES)
def test_an_unpublished_event_does_not_exist_for_visitors(section, page):
    response = Client().get(public_address(section, page))
    assert response.status_code == 404
    assert find_texts(response, "h1") == ["Page not found"]
    assert find_texts(response, ".button") == ["Published results"]


@pytest.mark.parametrize("page", PAGES)
def test_a_published_event_needs_no_sign_in(section, page):
    publish_results(event=section.session.event)
    assert Client().get(public_address(section, page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_removed_event_does_not_exist_for_visitors(section, page):
    publish_results(event=section.session.event)
    move_to_archive(event=section.session.event)
    Event.objects.update(
        published_at=section.session.event.created_at
    )  # even if it were published still
    assert Client().get(public_address(section, page)).status_code == 404


@pytest.mark.parametrize("page", PAGES[:5])
def test_a_director_sees_it_before_and_is_told(desk, section, page):
    response = desk.get(public_address(section, page))
    assert (
        find_texts(response, ".warn")[0]
        == "Not published yet. Visitors can’t see this page. Publish at step 6, Results"
    )


def test_a_director_is_told_nothing_once_it_is_published(desk, section):
    publish_results(event=section.session.event)
    assert [
        text.partition(" ")[0] for text in find_texts(desk.get(public_address(section)), ".warn")
    ] == ["Provisional"]


def test_a_removed_event_cannot_be_published(desk, section):
    move_to_archive(event=section.session.event)
    refused = desk.post(public_address(section, "publish/"))
    assert refused.status_code == 422
    assert "Tuesday pairs is archived. Restore it under Nights first." in find_texts(
        refused, "main .say"
    )
    assert Event.objects.get().published_at is None


def test_publishing_and_closing(desk, section):
    page = f"/sessions/{section.session_id}/results/"
    published = desk.post(public_address(section, "publish/"), follow=True)
    assert published.redirect_chain == [(page, 302)]
    assert find_texts(published, "#messages .say") == [
        f"Tuesday pairs is published at http://testserver{public_address(section)}. "
        "Anyone on the same network can read the results."
    ]
    assert find_texts(published, ".address a") == [f"http://testserver{public_address(section)}"]
    assert [code.get("aria-label") for code in find_elements(published, ".code")] == [
        "QR code of the address"
    ]
    assert len(find_elements(published, ".code svg")) == 1
    assert Client().get(public_address(section)).status_code == 200

    closed = desk.post(public_address(section, "unpublish/"), follow=True)
    assert find_texts(closed, "#messages .say") == [
        "Tuesday pairs is unpublished. Visitors can’t read the results."
    ]
    assert find_elements(closed, ".code") == []
    assert Client().get(public_address(section)).status_code == 404


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        pytest.param("localhost", True, id="this machine"),
        pytest.param("localhost:8000", True, id="this machine with port"),
        pytest.param("127.0.0.1:8000", True, id="its number"),
        pytest.param("[::1]:8000", True, id="its long number"),
        pytest.param("192.168.1.7:8000", False, id="the network"),
        pytest.param("club.example", False, id="a name"),
    ],
)
def test_an_address_of_this_machine_alone_is_marked(desk, section, host, shown, settings):
    settings.ANSWERED_HOSTS = ["*"]
    Club.objects.update(embedders="*")
    publish_results(event=section.session.event)
    page = desk.get(f"/sessions/{section.session_id}/results/", headers={"host": host})
    start = "This address works on this computer only."
    said = [text for text in find_texts(page, ".say") if text.startswith(start)]
    assert len(said) == (2 if shown else 0)  # in place of the code, and of the snippet


@pytest.mark.parametrize("action", ["publish/", "unpublish/"])
def test_publishing_is_asked_for_by_post_and_by_a_director(desk, section, action):
    assert desk.get(public_address(section, action)).status_code == 405
    assert Client().get(public_address(section, action)).status_code == 302
    assert Client().post(public_address(section, action)).status_code == 403
    assert Event.objects.get().published_at is None


@pytest.mark.parametrize("action", ["publish/", "unpublish/"])
def test_there_is_nothing_to_publish_without_an_event(desk, action):
    assert desk.post(f"/events/99/{action}").status_code == 404
