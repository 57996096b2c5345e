"""The list of games at a party's Field: it goes when results are in, and comes back when they are undone."""

import pytest

from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def test_another_game_can_be_chosen_until_a_result_is_in(desk):
    party = make_seated_party(players=8)
    page = desk.get(f"/parties/{party.pk}/field/")
    assert "Choose" in find_texts(page, ".suggestions button")
    play_round(party)
    page = desk.get(f"/parties/{party.pk}/field/")
    assert not find_elements(page, ".suggestions")
    assert not find_elements(page, ".tabs")
    assert "Results have been entered, so the game stays. To choose another, undo them first." in (
        find_texts(page, "#party-field .help")
    )


def test_scoring_and_prizes_can_still_be_saved(desk):
    party = make_seated_party(players=8)
    play_round(party)
    page = desk.get(f"/parties/{party.pk}/field/")
    sent = {
        box.get("name"): box.get("value") or ""
        for box in find_elements(page, "#party-field input")
        if box.get("type") not in ("checkbox", "radio")
    }
    for box in find_elements(page, "#party-field select"):
        options = [option for option in box.iter("option") if "selected" in option.attrib]
        sent[box.get("name")] = options[0].get("value") if options else ""
    sent["rounds"] = "20"
    assert sent["game"] == party.game
    saved = desk.post(f"/parties/{party.pk}/field/", sent)
    assert saved.status_code == 302, find_texts(saved, ".say.bad")
    party.refresh_from_db()
    assert party.rounds == 20
