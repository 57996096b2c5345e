"""The cards of tables where results are entered on phones: what stands on them, and who may print them."""

import re
from io import BytesIO

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from director.core.base.address import make_wifi_rows
from director.core.base.roles import Role
from director.core.night.links import open_table_addresses, revoke_access
from director.models import Access, Club
from tests.director.pages import count_queries, fetch_print_preview, find_elements, find_texts
from tests.factories import LARGE_FIELD_PAIRS, make_account, make_night, make_sections, sign_in

pytestmark = pytest.mark.django_db

NOT_YET = "These sheets need private addresses that don’t exist yet. Press Print on the Print page to create them."
CARDS = {"kinds": "table-cards", "paper": "a4"}


def tables_named(sheet: str) -> set[str]:
    """The tables a sheet names; the random letters of its address, which may hold "A1" as well, name none."""
    return set(re.findall(r"\b[AB]\d\b", re.sub(r"/t/[\w-]+/", "", sheet)))


def pages(client, section, **asked):
    response = fetch_print_preview(client, f"/sessions/{section.ref}/print/", CARDS | asked)
    assert response.status_code == 200, response.content
    return [page.extract_text() for page in PdfReader(BytesIO(response.content)).pages]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_for_every_table_with_the_address_it_has(desk, paper):
    section = make_night(pairs=10)
    first = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    text = "\n".join(sheets := pages(desk, section, paper=paper))
    assert len(sheets) == 3
    assert text.count("Scan the code") == 5
    open_by_table = {access.table_no: access.token for access in Access.objects.all()}
    assert sorted(open_by_table) == [1, 2, 3, 4, 5]
    assert open_by_table[1] == first.token
    for token in open_by_table.values():
        assert f"http://testserver/t/{token}/" in text
    assert "Wi-Fi" not in text
    pages(desk, section, paper=paper)
    assert {access.token for access in Access.objects.all()} == set(open_by_table.values())


def test_the_page_alone_gives_no_table_an_address(desk):
    section = make_night(pairs=10)
    page = desk.get(f"/sessions/{section.ref}/print/")
    box = next(
        box for box in find_elements(page, "fieldset input") if box.get("value") == "table-cards"
    )
    assert box.get("disabled") is None
    refused = desk.get(f"/sessions/{section.ref}/print/sheets.pdf", CARDS)
    assert (refused.status_code, *find_texts(refused, ".say.bad")) == (422, NOT_YET)
    assert not Access.objects.exists()


def test_sheets_without_addresses_make_none(desk):
    section = make_night(pairs=10)
    fetch_print_preview(
        desk,
        f"/sessions/{section.ref}/print/",
        {"kinds": ["guide-cards", "poster"], "paper": "a4"},
    )
    assert not Access.objects.exists()


def test_cards_closed_since_they_were_shown_are_not_printed_again(desk):
    section = make_night(pairs=10)
    pages(desk, section)
    revoke_access(access=Access.objects.last())
    page = desk.get(f"/sessions/{section.ref}/print/sheets.pdf", CARDS)
    assert (page.status_code, *find_texts(page, ".say.bad")) == (422, NOT_YET)
    assert len(pages(desk, section)) == 3


def test_sections_have_their_letters_and_tables_can_be_chosen(desk):
    section = make_sections(letters="AB", played=False)[1]
    sheets = pages(desk, section, tables="2", all_sections="on")
    assert [tables_named(sheet) for sheet in sheets] == [{"A2"}, {"B2"}]
    assert Access.objects.count() == 2


def test_the_network_of_the_club_is_printed_whole_with_its_code(desk):
    section = make_night(pairs=10)
    Club.objects.update(wifi_name="Club guests", wifi_code="p;w:" * 15)
    shown = pages(desk, section)[0]
    assert "First join this Wi-Fi:" in shown
    assert "p;w:" * 15 in shown.replace("\n", "")
    large = pages(desk, section, large="on")
    assert len(large) == 5
    assert make_wifi_rows("Club guests", "seven") != make_wifi_rows("Club guests", "")


def test_viewers_cannot_print_private_addresses(client):
    section = make_night(pairs=10)
    client.force_login(make_account("vera", Role.VIEWER))
    response = client.get(f"/sessions/{section.ref}/print/sheets.pdf", CARDS)
    assert response.status_code == 422
    assert "Only scorers and directors can print these" in response.content.decode()
    page = client.get(f"/sessions/{section.ref}/print/")
    assert any(
        "Table cards" in text and "Only scorers and directors" in text
        for text in find_texts(page, "details label")
    )
    scorer = sign_in(make_account("sam", Role.SCORER))
    assert len(pages(scorer, section)) == 3


def test_command_prints_them_by_the_address_given(tmp_path):
    section = make_night(pairs=10)
    target, event = tmp_path / "cards.pdf", str(section.session.event_id)
    asked = ["--kind", "table-cards", "--address", "https://bridge.example", "--paper", "letter"]
    call_command("print", event, *asked, "--output", str(target))
    assert "https://bridge.example/t/" in PdfReader(target).pages[0].extract_text()


def test_many_tables_cost_no_more_queries(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS)
    asked = "print/sheets.pdf?kinds=table-cards&paper=a4"
    costs = []
    for section in (small, large):
        # Printing makes the addresses, which also changes what is kept of the other night.
        pages(desk, section)
        costs.append(count_queries(desk, f"/sessions/{section.ref}/{asked}"))
    assert costs[0] == costs[1]
