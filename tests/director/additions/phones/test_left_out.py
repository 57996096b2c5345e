"""Without phones no page leads to them, and paper has no codes of tables."""

import re

import pytest

from director.core.night.hooks import PHONE_DESK, PhoneDesk
from director.core.night.kind_parts import PrintedKind, PrintOptions
from director.core.night.links import open_table_addresses
from director.core.night.printing import list_usable_kinds
from director.event_kinds import ask_kind
from tests.director.pages import find_elements
from tests.director.party.parties import make_seated_party
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db

PAGES = ("seats/", "play/", "print/", "scores/boards/1/", "results/")
OF_PHONES = re.compile(r"^/(sessions|parties)/[^/]+/(tables/|play/look/|play/phone/)")
ADDRESS = "http://192.168.1.7:8000"


def leads_to_phones(response) -> bool:
    addresses = [link.get("href", "") for link in find_elements(response, "a")]
    addresses += [form.get("action", "") for form in find_elements(response, "form")]
    return any(map(OF_PHONES.match, addresses))


@pytest.fixture
def left_out(monkeypatch):
    """Return a function that leaves phones out."""
    return lambda: monkeypatch.setattr(PHONE_DESK, "answers", PhoneDesk())


@pytest.fixture
def section():
    section = make_night(pairs=6, boards_per_set=2)
    enter_all_results(section)
    return section


def test_pages_lead_to_phones_only_with_them(desk, left_out, section):
    # Links that were made before stay, as after an addition was taken out of the settings.
    open_table_addresses(session=section.session, section=section, tables=[1, 2, 3])
    addresses = [f"/sessions/{section.ref}/{page}" for page in PAGES]
    with_phones = {
        page
        for page, address in zip(PAGES, addresses, strict=True)
        if leads_to_phones(desk.get(address))
    }
    assert with_phones == {"play/", "scores/boards/1/"}
    left_out()
    responses = [desk.get(address) for address in addresses]
    assert [response.status_code for response in responses] == [200] * len(PAGES)
    assert not any(map(leads_to_phones, responses))


def test_the_play_of_a_party_leads_to_phones_only_with_them(desk, left_out):
    address = f"/parties/{make_seated_party().session_id}/play/"
    assert leads_to_phones(desk.get(address))
    left_out()
    response = desk.get(address)
    assert response.status_code == 200
    assert not leads_to_phones(response)
    assert not any(part.get("id") == "came" for part in find_elements(response, "div"))


def test_cards_of_tables_are_printed_only_with_phones(left_out, section):
    event = section.session.event
    paper = ask_kind(event, PrintedKind).paper
    wishes = PrintOptions(program_url=ADDRESS, is_preview=True)
    (part,) = paper.make_print_job(event, wishes).parts
    assert "table-cards" in {kind.key for kind in list_usable_kinds(paper)}
    assert part.tables == [1, 2, 3]
    left_out()
    (part,) = paper.make_print_job(event, wishes).parts
    assert "table-cards" not in {kind.key for kind in list_usable_kinds(paper)}
    assert part.tables == []
    assert all(guide.qr_rows for guide in part.guides_with_codes), "the code of the public page"
