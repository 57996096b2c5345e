"""Short codes: a player without a camera types six letters and figures, and nobody finds one by trying."""

import pytest
from django.core.cache import caches
from django.test import Client

from director.additions.phones.codes import MAX_WRONG_CODES, fetch_token_by_code, make_short_code
from director.core.night.links.opening import (
    close_table_addresses,
    open_table_addresses,
    renew_access,
)
from tests.director.pages import find_errors, find_texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=10)


@pytest.fixture
def access(section):
    return open_table_addresses(session=section.session, section=section, tables=range(1, 6))[3]


def test_a_code_opens_the_table(access):
    response = Client().get("/t/", {"code": make_short_code(access.token)})
    assert response.status_code == 302
    assert response.headers["Location"] == f"/t/{access.token}/"


def test_the_code_of_a_closed_or_renewed_address_opens_nothing(section, access):
    old = make_short_code(access.token)
    fresh = renew_access(access=access)
    assert fetch_token_by_code(old) == ""
    assert fetch_token_by_code(make_short_code(fresh.token)) == fresh.token
    close_table_addresses(session=section.session, section=section)
    assert fetch_token_by_code(make_short_code(fresh.token)) == ""


def test_a_wrong_code_is_answered_in_one_sentence_and_kept_to_be_corrected(access):
    response = Client().get("/t/", {"code": "ABC"})
    assert response.status_code == 404
    assert find_errors(response) == [
        "No table has this code tonight. Type the six letters and figures on the card, or ask the director."
    ]
    assert 'value="ABC"' in response.content.decode()


def test_a_guest_who_goes_on_mistyping_shuts_no_door(access):
    caches["tables"].clear()
    guest, other = Client(), Client()
    for client in (guest, other):
        client.get("/t/")
    for number in range(MAX_WRONG_CODES):
        assert guest.get("/t/", {"code": f"WRONG{number}"}).status_code == 404
    assert guest.get("/t/", {"code": "WRONG!"}).status_code == 429
    assert other.get("/t/", {"code": "WRONG!"}).status_code == 404
    right = {"code": make_short_code(access.token)}
    for client in (guest, other, Client()):
        assert client.get("/t/", right).status_code == 302


def test_the_phones_page_shows_the_code_beside_the_qr_code(desk, section, access):
    page = desk.get(f"/sessions/{section.ref}/tables/", {"table": "3"})
    assert make_short_code(access.token) in " ".join(find_texts(page, "#code"))
