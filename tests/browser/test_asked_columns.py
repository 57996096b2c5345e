"""Columns that nobody knows, chosen in the browser at People, Seats and Import results."""

import pytest
from playwright.sync_api import expect

from director.models import EntryPlayer, Event, Person
from tests.browser.conftest import DESKTOP, PHONE, wait_until_settled
from tests.browser.test_night import check_no_sideways_scrolling
from tests.director.party.parties import make_party
from tests.factories import make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Wilhelmina Featherstonehaugh-Cholmondeley of Abernethy-Upton"


def open_at(page, path, viewport):
    """Open *path* in a window of this size; return the page."""
    page.set_viewport_size(viewport)
    page.goto(path)
    return page


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_people_asks_and_stores(open_page, viewport):
    page = open_at(open_page, "/people/list/", viewport)
    page.get_by_label("Or paste a list").fill(f"Kode;Pxnoma;Qunoma\n71;Ash;{LONG}\n72;Birch;Bob")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Which column is the surname? Choose what each column has."
    )
    check_no_sideways_scrolling(page)
    page.get_by_label("Kode").select_option("Membership number")
    page.get_by_label("Pxnoma").select_option("Surname")
    page.get_by_label("Qunoma").select_option("First name")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("2 people: 2 new.")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("List imported: 2 added")).to_be_visible()
    assert set(Person.objects.values_list("name", "number")) == {
        (f"{LONG} Ash", "71"),
        ("Bob Birch", "72"),
    }


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_seats_asks_and_seats_the_pairs(open_page, viewport, tmp_path):
    section = make_night(named=False)
    file = tmp_path / "pairs.csv"
    file.write_text("Dupo;Unua;Dua\n1;Ann Ash;Bob Birch\n")
    page = open_at(open_page, f"/sessions/{section.session_id}/seats/", viewport)
    page.get_by_text("Paste names").click()
    page.get_by_label("Or a text file").set_input_files(file)
    page.get_by_role("button", name="Import names").click()
    wait_until_settled(page)
    check_no_sideways_scrolling(page)
    page.get_by_label("Dupo").select_option("No.")
    page.get_by_label("Unua").select_option("Player 1")
    page.get_by_label("Dua").select_option("Player 2")
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text("Imported 1 pair.")).to_be_visible()
    assert [player.person.name for player in EntryPlayer.objects.order_by("order")] == [
        "Ann Ash",
        "Bob Birch",
    ]


def test_a_party_asks_on_a_phone(open_page):
    party = make_party(players=8)
    page = open_at(open_page, f"/parties/{party.pk}/seats/", PHONE)
    page.get_by_text("Paste names").click()
    page.get_by_label("One player per line").fill("Nro;Unua\n1;Ann Ash\n2;Guest")
    page.get_by_role("button", name="Import names").click()
    wait_until_settled(page)
    check_no_sideways_scrolling(page)
    page.get_by_label("Unua").select_option("Name")
    page.get_by_role("button", name="Import names").click()
    expect(page.get_by_text("Imported 2 players.")).to_be_visible()
    assert list(Person.objects.filter(is_placeholder=False).values_list("name", flat=True)) == [
        "Ann Ash"
    ]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_import_results_asks_for_the_date(open_page, viewport, tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(
        "Date,Board,NS,EW,Contract,By,Tricks\n9/5/2026,1,1,2,3NT,N,9\n9/5/2026,1,3,4,3NT,N,10\n"
    )
    page = open_at(open_page, "/import/", viewport)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    wait_until_settled(page)
    check_no_sideways_scrolling(page)
    page.get_by_label("5 September 2026").check()
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/results/")
    assert str(Event.objects.get().date) == "2026-09-05"
