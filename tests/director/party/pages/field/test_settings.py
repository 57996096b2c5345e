"""A field of the party that is added to a form of its settings is shown there and stored."""

import pytest

from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field import views as field_page
from director.party.pages.play import cards as cards_page
from director.party.play.history import undo_party
from director.party.play.setup import set_up_party
from tests.director.core.pages.test_settings import add_form_field
from tests.director.pages import find_elements
from tests.director.party.pages.field.test_field import ASKED
from tests.director.party.parties import make_party, make_seated_party

pytestmark = pytest.mark.django_db


def test_setting_added_to_field_is_stored_and_undone(desk, monkeypatch):
    form = add_form_field(field_page.PartyFieldForm, "printed")
    monkeypatch.setattr(field_page, "PartyFieldForm", form)
    party = make_party(players=0)
    address = f"/parties/{party.pk}/field/"
    assert desk.post(address, ASKED | {"printed": "rapid-euchre"}).status_code == 302
    party = fetch_party_by_session(party.pk)
    assert (party.system, party.printed) == ("rapid-euchre", "rapid-euchre")
    (box,) = find_elements(desk.get(address), "#id_printed")
    assert box.get("value") == "rapid-euchre"
    undo_party(party=party, number=party.acts.latest("pk").number, user=None)
    assert fetch_party_by_session(party.pk).printed == ""


def test_setting_added_to_the_layout_of_cards_is_stored(desk, monkeypatch):
    monkeypatch.setattr(
        cards_page, "CardLayoutForm", add_form_field(cards_page.CardLayoutForm, "printed")
    )
    party = make_seated_party(players=8)
    set_up_party(party=party, user=None, entry="cards")
    address = f"/parties/{party.pk}/play/cards/"
    typed = {"card_boxes": "halves", "printed": "rapid-euchre"}
    assert desk.post(f"{address}settle/", typed).status_code == 302
    party = fetch_party_by_session(party.pk)
    assert (party.card_boxes, party.printed) == ("halves", "rapid-euchre")
    (box,) = find_elements(desk.get(address), "#id_printed")
    assert box.get("value") == "rapid-euchre"
