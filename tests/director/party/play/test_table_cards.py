"""The cards of a party's tables: the private address of each, made as they are printed."""

from io import BytesIO

import pytest
from django.core.management import call_command
from django.test import Client
from pypdf import PdfReader

from director.core.base.roles import Role
from director.models import Access
from tests.director.pages import fetch_print_preview, find_elements, find_texts
from tests.director.party.parties import make_party, make_seated_party
from tests.factories import make_account

pytestmark = pytest.mark.django_db

CARDS = {"kinds": "table-cards", "paper": "a4"}


def page_of(party) -> str:
    return f"/parties/{party.session_id}/print/"


def sheets(client, party) -> str:
    response = fetch_print_preview(client, page_of(party), CARDS)
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages)


def box(page):
    return next(
        box for box in find_elements(page, "label.check input") if box.get("value") == "table-cards"
    )


def test_every_table_has_a_card_with_its_address(desk):
    party = make_seated_party(players=12)
    assert box(desk.get(page_of(party))).get("disabled") is None
    refused = desk.get(f"{page_of(party)}sheets.pdf", CARDS)
    assert find_texts(refused, ".say.bad") == [
        "These sheets need private addresses that don’t exist yet. Press Print on the Print page to create them."
    ]
    assert not Access.objects.exists()
    text = sheets(desk, party)
    tokens = {access.table_no: access.token for access in Access.objects.all()}
    assert sorted(tokens) == [1, 2, 3]
    assert text.count("Scan the code") == 3
    assert all(f"http://testserver/t/{token}/" in text for token in tokens.values())
    sheets(desk, party)
    assert Access.objects.count() == 3


def test_viewers_get_no_table_cards(db):
    party, viewer = make_seated_party(players=12), Client()
    viewer.force_login(make_account("vera", Role.VIEWER))
    page = viewer.get(page_of(party))
    assert box(page).get("disabled") is not None
    assert any(
        "Only scorers and directors can print these" in text for text in find_texts(page, "small")
    )
    file = viewer.get(f"{page_of(party)}sheets.pdf", CARDS)
    assert "Only scorers and directors can print these" in file.content.decode()
    assert not Access.objects.exists()


def test_before_the_draw_there_are_none(desk):
    assert box(desk.get(page_of(make_party(players=12)))).get("disabled") is not None


def test_there_are_none_by_an_address_of_this_computer_alone(desk):
    address, here = page_of(make_seated_party(players=12)), {"host": "localhost:1"}
    assert box(desk.get(address, headers=here)).get("disabled") is not None
    asked = "kinds=tally-cards&paper=a4&spare=0&codes=on"
    (remark,) = find_texts(desk.get(f"{address}?{asked}", headers=here), ".say.warn")
    assert remark.startswith(
        "No codes are printed: you opened this page by an address that works on this computer only."
    )


def test_the_terminal_prints_them_where_phones_find_the_program(tmp_path):
    party, file = make_seated_party(players=8), tmp_path / "cards.pdf"
    asked = {"kind": "table-cards", "address": "http://club.example:8000", "output": file}
    call_command("print", str(party.session.event_id), **asked)
    text = "\n".join(page.extract_text() for page in PdfReader(file).pages)
    assert all(
        f"http://club.example:8000/t/{access.token}/" in text for access in Access.objects.all()
    )
