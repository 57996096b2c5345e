"""Short codes: a player without a camera types six letters and figures, and nobody finds one by trying."""

import pytest
from django.core.cache import caches
from django.test import Client

from director.additions.phones import codes
from director.additions.phones.codes import (
    ALPHABET,
    MAX_WRONG_CODES,
    fetch_token_by_code,
    make_short_code,
)
from director.core.night.links import (
    close_table_addresses,
    open_entry_addresses,
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


@pytest.mark.parametrize("typed", ["{0} {1}", "{0}-{1}", " {0}{1} "])
def test_small_letters_spaces_and_hyphens_make_no_difference(access, typed):
    code = make_short_code(access.token).lower()
    assert fetch_token_by_code(typed.format(code[:3], code[3:])) == access.token


def test_codes_of_tables_differ_and_hold_no_look_alikes(section, access):
    accesses = open_table_addresses(session=section.session, section=section, tables=range(1, 60))
    codes = {make_short_code(each.token) for each in accesses.values()}
    assert len(codes) == 59
    assert {len(code) for code in codes} == {6}
    assert not set("".join(codes)) - set(ALPHABET)
    assert not set("0O1I") & set(ALPHABET)


def test_the_code_of_a_closed_or_renewed_address_opens_nothing(section, access):
    old = make_short_code(access.token)
    fresh = renew_access(access=access)
    assert fetch_token_by_code(old) == ""
    assert fetch_token_by_code(make_short_code(fresh.token)) == fresh.token
    close_table_addresses(session=section.session, section=section)
    assert fetch_token_by_code(make_short_code(fresh.token)) == ""


def test_the_private_address_of_a_pair_has_no_code(section):
    access = open_entry_addresses(section=section, pairs=[1])[1]
    assert fetch_token_by_code(make_short_code(access.token)) == ""


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


def test_a_machine_that_tries_thousands_finds_no_right_code(access, monkeypatch):
    caches["tables"].clear()
    monkeypatch.setattr(codes, "MAX_WRONG_CODES_OF_NETWORK", 50)
    statuses = [Client().get("/t/", {"code": f"WRONG{n}"}).status_code for n in range(50)]
    assert set(statuses) == {404, 429}
    right = {"code": make_short_code(access.token)}
    assert Client().get("/t/", right).status_code == 429
    assert Client(REMOTE_ADDR="10.0.0.8").get("/t/", right).status_code == 302


def test_the_phones_page_shows_the_code_beside_the_qr_code(desk, section, access):
    page = desk.get(f"/sessions/{section.ref}/tables/", {"table": "3"})
    assert make_short_code(access.token) in " ".join(find_texts(page, "#code"))
