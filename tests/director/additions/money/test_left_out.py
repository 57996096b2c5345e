"""Without money no page leads to it, and payments stay with their people."""

import pytest
from django.urls import reverse

from director.additions.money.books import mark_paid, store_money
from director.core.night.hooks import MONEY_DESK, MoneyDesk
from director.models import EntryPlayer, Payment
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def test_pages_lead_to_money_only_with_it(desk, monkeypatch):
    section = make_night(key="howell", pairs=4)
    store_money(section=section, user=None, sign="£", fees={"member": 400})
    person = EntryPlayer.objects.filter(section=section).first().person_id
    mark_paid(session=section.session, person_id=person, user=None)
    party = make_seated_party(players=8, method="points", named=True)
    pages = ("session_door", "session_acts", "session_results")
    addresses = [reverse(page, args=[section.ref]) for page in pages]
    addresses.append(reverse("party_money", args=[party.pk]))
    assert all(map(leads_to_money, map(desk.get, addresses)))
    monkeypatch.setattr(MONEY_DESK, "answers", MoneyDesk())
    responses = [desk.get(address) for address in addresses]
    assert [response.status_code for response in responses] == [200] * len(addresses)
    assert not any(map(leads_to_money, responses))
    assert "Not paid" not in find_texts(responses[0], "button")
    assert desk.post(addresses[0], {"paid": person}).status_code == 302
    assert Payment.objects.get().person_id == person


def leads_to_money(response) -> bool:
    links = [link.get("href", "") for link in find_elements(response, "a")]
    forms = [form.get("action", "") for form in find_elements(response, "form")]
    return any(
        ("/sessions/" in link and "/money/" in link) or link.startswith("/money/")
        for link in [*links, *forms]
    )
