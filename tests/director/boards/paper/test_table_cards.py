"""The cards of tables where results are entered on phones: what stands on them, and who may print them."""

from io import BytesIO

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from director.core.base.address import make_wifi_rows
from director.core.night.links.opening import revoke_access
from director.models import Access, Club
from tests.director.pages import count_queries, fetch_print_preview, find_texts
from tests.factories import LARGE_FIELD_PAIRS, make_night

pytestmark = pytest.mark.django_db

NOT_YET = "These sheets need private addresses that don’t exist yet. Press Print on the Print page to create them."
CARDS = {"kinds": "table-cards", "paper": "a4"}


def pages(client, section, **asked):
    response = fetch_print_preview(client, f"/sessions/{section.ref}/print/", CARDS | asked)
    assert response.status_code == 200, response.content
    return [page.extract_text() for page in PdfReader(BytesIO(response.content)).pages]


def test_sheets_without_addresses_make_none(desk):
    section = make_night(pairs=10)
    fetch_print_preview(
        desk,
        f"/sessions/{section.ref}/print/",
        {"kinds": ["guide-cards", "poster"], "paper": "a4"},
    )
    assert not Access.objects.exists()


@pytest.mark.slow
def test_cards_closed_since_they_were_shown_are_not_printed_again(desk):
    section = make_night(pairs=10)
    pages(desk, section)
    revoke_access(access=Access.objects.last())
    page = desk.get(f"/sessions/{section.ref}/print/sheets.pdf", CARDS)
    assert (page.status_code, *find_texts(page, ".say.bad")) == (422, NOT_YET)
    assert len(pages(desk, section)) == 3


def test_the_network_of_the_club_is_printed_whole_with_its_code(desk):
    section = make_night(pairs=10)
    Club.objects.update(wifi_name="Club guests", wifi_code="p;w:" * 15)
    shown = pages(desk, section)[0]
    assert "First join this Wi-Fi:" in shown
    assert "p;w:" * 15 in shown.replace("\n", "")
    large = pages(desk, section, large="on")
    assert len(large) == 5
    assert make_wifi_rows("Club guests", "seven") != make_wifi_rows("Club guests", "")


def test_command_prints_them_by_the_address_given(tmp_path):
    section = make_night(pairs=10)
    target, event = tmp_path / "cards.pdf", str(section.session.event_id)
    asked = ["--kind", "table-cards", "--address", "https://bridge.example", "--paper", "letter"]
    call_command("print", event, *asked, "--output", str(target))
    assert "https://bridge.example/t/" in PdfReader(target).pages[0].extract_text()


@pytest.mark.slow
def test_many_tables_cost_no_more_queries(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS)
    asked = "print/sheets.pdf?kinds=table-cards&paper=a4"
    costs = []
    for section in (small, large):
        # Printing makes the addresses, which also changes what is kept of the other night.
        pages(desk, section)
        costs.append(count_queries(desk, f"/sessions/{section.ref}/{asked}"))
    assert costs[0] == costs[1]
