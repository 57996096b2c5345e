"""The cards of a party's tables: the private address of each, made as they are printed."""

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from director.models import Access
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party

pytestmark = pytest.mark.django_db


def page_of(party) -> str:
    return f"/parties/{party.session_id}/print/"


def box(page):
    return next(
        box for box in find_elements(page, "label.check input") if box.get("value") == "table-cards"
    )


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
