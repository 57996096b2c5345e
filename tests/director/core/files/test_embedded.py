"""Standings that other sites show in a frame: small, without scripts, and only these pages may be framed."""

import pytest
from django.test import Client

from director.core.night.publishing import unpublish_results
from director.core.pages import site as views
from director.event_kinds import get_event_kind
from director.models import Club
from tests.cases import leave_to_slow
from tests.director.core.files.sites import SECRET, make_published
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db
SITE = "https://club.example"
EMBEDDED_POLICY = views.EMBEDDED_SECURITY_POLICY.format(sites=SITE)


def name_sites(desk, text):
    """Type *text* as the sites that may show standings, and return the answer of Club."""
    typed = {"club_name": "Riverside Club", "paper": "a4", "is_indexed": "on", "embedders": text}
    return desk.post("/club/", typed)


@pytest.mark.parametrize("text", ["club.example", "javascript:x", "https://a.example;", "'self'"])
def test_what_is_no_site_is_refused_and_stays_in_its_box(desk, text):
    response = name_sites(desk, text)
    assert response.status_code == 422
    assert find_errors(response) == [
        f"“{text}” isn’t the address of a site. Type it as https://club.example."
    ]
    assert [box.get("value") for box in find_elements(response, "#id_embedders")] == [text]


@pytest.mark.parametrize("page", leave_to_slow(["results", "club"], but=1))
def test_the_code_to_copy_comes_once_a_site_is_named(desk, page):
    section = make_played_section()
    address = "/club/" if page == "club" else f"/sessions/{section.session_id}/results/"
    assert find_texts(desk.get(address), "textarea") == []
    name_sites(desk, SITE)
    assert len(find_texts(desk.get(address), "textarea")) == 1


@pytest.mark.parametrize("latest", [False, True], ids=["of an event", "latest"])
def test_standings_to_embed(latest):
    event = make_published()
    Club.objects.update(embedders=SITE)
    address = "/embedded/latest/" if latest else f"/embedded/{event.pk}/"
    for response in (Client().get(address), Client().get(address)):  # made, then kept
        assert response.headers["Content-Security-Policy"] == EMBEDDED_POLICY
        assert "X-Frame-Options" not in response.headers
        assert response.headers["ETag"]
    (group,) = get_event_kind(event).make_standings_snapshot(event).standings
    assert find_texts(response, "tbody th") == [row["names"] for row in group["rows"]]
    assert find_elements(response, "script") == []
    assert len(response.content) < 4000
    assert SECRET not in response.content.decode()


def test_the_latest_night_is_the_last_that_is_published():
    event = make_played_section().session.event
    assert find_texts(Client().get("/embedded/latest/"), "h1") == ["Tuesday pairs"]
    unpublish_results(event=event)
    assert find_texts(Client().get("/embedded/latest/"), "h1") == ["Riverside Club"]
    assert "No results are published yet." in Client().get("/embedded/latest/").content.decode()
    assert Client().get(f"/embedded/{event.pk}/").status_code == 404
