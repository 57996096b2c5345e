"""What a token allows: its own event or session, what its right says, and until it expires."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.api.tokens import revoke_token
from director.core.night.events import move_to_archive
from director.core.night.publishing import publish_results, unpublish_results
from director.models import ApiToken
from tests.director.additions.api.asking import (
    BASE,
    ENTER,
    READ,
    create_api_token,
    get_json,
    post_result,
)
from tests.director.query_cost import count_cost
from tests.factories import (
    make_night,
    make_played_section,
    make_sections,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


def test_token_that_reads_shows_its_event_before_it_is_published():
    section = make_played_section(published=False)
    event = section.session.event
    token = create_api_token(event, READ)
    paths = [
        f"/events/{event.pk}{end}" for end in ("", "/standings", "/boards", "/boards/1", "/hands")
    ]
    for path in [*paths, f"/sessions/{section.session_id}"]:
        assert get_json(path, 404)["code"] == "not-found"
        get_json(path, token=token)
        # What the token was shown isn't shown to the next one who asks.
        assert get_json(path, 404)["code"] == "not-found"
    assert get_json("/events", token=token)["items"] == []


def test_token_that_enters_reads_no_standings():
    section = make_played_section(published=False)
    event = section.session.event
    token = create_api_token(event, ENTER)
    assert get_json(f"/events/{event.pk}/standings", 404, token=token)["code"] == "not-found"
    assert get_json(f"/events/{event.pk}/travellers", 404, token=token)["code"] == "not-found"


def test_token_of_another_event_opens_nothing():
    section, other = make_played_section(published=False), make_night(pairs=6)
    token = create_api_token(other.session.event, READ)
    event = section.session.event
    for path in (f"/events/{event.pk}/standings", f"/sessions/{section.session_id}/lines"):
        assert get_json(path, 404, token=token)["code"] == "not-found"
    entering = create_api_token(other.session.event)
    refused = post_result(section.session, entering, 404, key="k", section="A", table=1, board=1)
    assert refused["code"] == "not-found"


def test_token_of_a_session_opens_only_that_session():
    first, second = make_sections(letters="A", sessions=2)
    event = first.session.event
    unpublish_results(event=event)
    token = create_api_token(event, READ, second.session)
    assert get_json("/token", token=token)["sessions"] == [second.session_id]
    get_json(f"/sessions/{second.session_id}/lines", token=token)
    get_json(f"/sessions/{first.session_id}/lines", 404, token=token)
    get_json(f"/sessions/{first.session_id}", 404, token=token)
    get_json(f"/events/{event.pk}/standings", 404, token=token)
    get_json(f"/events/{event.pk}/standings?session=1", 404, token=token)
    standings = get_json(f"/events/{event.pk}/standings?session=2", token=token)
    assert standings["session"] == 2


def expire(token: str) -> None:
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def revoke(token: str) -> None:
    assert revoke_token(token_id=ApiToken.objects.get().pk)
    assert not revoke_token(token_id=ApiToken.objects.get().pk)


def archive(token: str) -> None:
    move_to_archive(event=ApiToken.objects.get().event)


@pytest.mark.parametrize("end", [expire, revoke, archive])
def test_token_ends(end):
    section = make_played_section(published=False)
    token = create_api_token(section.session.event, READ)
    path = f"/events/{section.session.event_id}/standings"
    first = Client().get(f"{BASE}{path}", headers={"Authorization": f"Bearer {token}"})
    end(token)
    page = Client().get(
        f"{BASE}{path}",
        headers={"Authorization": f"Bearer {token}", "If-None-Match": first["ETag"]},
    )
    assert page.status_code == 401
    assert page["WWW-Authenticate"] == "Bearer"
    assert get_json(path, 401, token=token)["code"] == "wrong-token"


@pytest.mark.parametrize("end", [expire, revoke, archive])
def test_a_program_that_goes_on_asking_is_told_that_its_token_ended(end):
    section = make_night(pairs=6)
    token = create_api_token(section.session.event)
    end(token)
    for _time in range(40):
        ended = get_json("/token", 401, token=token)
    assert "has been revoked or has expired" in ended["error"]
    other = create_api_token(make_night(pairs=6).session.event)
    get_json("/token", token=other)


def test_token_is_stored_only_as_a_hash():
    token = create_api_token(make_night(pairs=6).session.event)
    row = ApiToken.objects.values().get()
    assert token not in str(row)
    assert token.removeprefix("kz_") not in str(row)
    assert len(row["token_hash"]) == 64


def test_address_of_tables_needs_a_token():
    section = make_night(pairs=6)
    assert get_json(f"/sessions/{section.session_id}/lines", 401)["code"] == "no-token"
    assert get_json("/token", 401)["code"] == "no-token"
    assert post_result(section.session, "", 401, key="k")["code"] == "no-token"


def test_guessing_tokens_is_stopped_and_a_right_one_is_not():
    section = make_night(pairs=6)
    token = create_api_token(section.session.event)
    codes = [get_json("/token", 401, token=f"wrong-{number}")["code"] for number in range(30)]
    assert set(codes) == {"wrong-token"}
    assert get_json("/token", 429, token="wrong")["code"] == "too-many-requests"
    assert get_json("/token", token=token)["right"] == "enter"


def test_scheme_of_a_server_in_front_is_no_token():
    make_played_section()
    response = Client().get(f"{BASE}/events", headers={"Authorization": "Basic ZG9yYTp4"})
    assert response.status_code == 200


def test_other_sites_cannot_read_what_a_token_reads():
    section = make_played_section(published=False)
    token = create_api_token(section.session.event, READ)
    path = f"{BASE}/events/{section.session.event_id}/standings"
    response = Client().get(path, headers={"Authorization": f"Bearer {token}"})
    assert "Access-Control-Allow-Origin" not in response.headers
    assert "Authorization" in response["Vary"]
    posting = Client().options(f"{BASE}/sessions/{section.session_id}/results")
    assert "Access-Control-Allow-Origin" not in posting.headers


def test_lines_cost_no_more_in_a_large_field():
    costs = []
    for section in make_small_and_large_sections():
        token = create_api_token(section.session.event)
        with count_cost() as cost:
            assert get_json(f"/sessions/{section.session_id}/lines", token=token)["count"] > 6
        with count_cost() as again:
            get_json(f"/sessions/{section.session_id}/lines?table=1", token=token)
        costs.append((cost.queries, again.queries))
    assert costs[0] == costs[1]


def test_unchanged_lines_are_answered_without_reading_results():
    section = make_night(pairs=6)
    token = create_api_token(section.session.event)
    headers = {"Authorization": f"Bearer {token}"}
    path = f"{BASE}/sessions/{section.session_id}/lines"
    first = Client().get(path, headers=headers)
    with count_cost() as cost:
        page = Client().get(path, headers=headers | {"If-None-Match": first["ETag"]})
    assert page.status_code == 304
    assert cost.queries == 2


def test_published_event_is_shown_with_any_token_as_without():
    section, other = make_played_section(), make_night(pairs=6)
    publish_results(event=section.session.event)
    path = f"/events/{section.session.event_id}/standings"
    assert get_json(path, token=create_api_token(other.session.event)) == get_json(path)
