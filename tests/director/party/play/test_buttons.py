"""Undo and Redo as the page has them: whose they are, and what they reach."""

import pytest
from django.test import Client

from director.core.night.history import find_act_to_undo
from director.models import Act
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from director.party.scoring.json import make_results_json
from tests.director.pages import HTMX, find_elements, find_errors, find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


def button(desk, party, called: str) -> str:
    """Return the address that the button of the play page sends to."""
    page = desk.get(f"/parties/{party.pk}/play/")
    forms = [
        form
        for form in find_elements(page, "form")
        if "".join(form.itertext()).strip().startswith(f"{called}: ")
    ]
    (address,) = {form.get("action") for form in forms}
    return address


def winners(party) -> list[int]:
    return [result.winner for result in get_latest_round(party).results.order_by("table_no")]


def make_told():
    """Return a seated party at which two tables have told who won."""
    party = make_seated_party(players=12)
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 1)
    return party


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_redo_does_what_undo_took_back_step_by_step(desk, director, headers):
    party, steps = make_told(), []
    for called in ("Undo", "Undo", "Redo", "Redo"):
        address = button(desk, party, called)
        # The tables' own reports are undone once the question is answered.
        response = desk.post(address, {"sure": address.split("/")[-2]}, **headers)
        assert response.status_code == (200 if headers else 302)
        steps.append(winners(party))
    assert steps == [[0], [], [0], [0, 1]]
    last = party.acts.first()
    assert last.made_by == director
    assert last.again_of.undone_by == director


@pytest.mark.parametrize("system", ["progressive-euchre", "skat-series", "skat-congress"])
def test_who_undoes_once_too_often_has_the_draw_and_all_that_followed_again(desk, system):
    party = make_seated_party(players=12, system=system)
    if system == "progressive-euchre":
        enter_winner(party, 1, 0)
    before = make_results_json(fetch_party_record(fetch_party_by_session(party.pk)))
    undone = 0
    while party.played_rounds.exists():
        undo_party(party=party, number=find_act_to_undo(party.acts).number, user=None)
        undone += 1
    assert "/redo/" not in desk.get(f"/parties/{party.pk}/play/").content.decode()
    shown = desk.get(f"/parties/{party.pk}/seats/")
    buttons = find_elements(shown, "button")
    links = [
        one.get("formaction") or one.get("action") or ""
        for one in (*find_elements(shown, "form"), *buttons)
    ]
    (address,) = {link for link in links if "/redo/" in link}
    words = party.acts.get(number=address.split("/")[-2]).words
    assert words in [button.get("title") for button in buttons]
    assert desk.post(address).status_code == 302
    for _more in range(undone - 1):
        desk.post(button(desk, party, "Redo"))
    assert make_results_json(fetch_party_record(fetch_party_by_session(party.pk))) == before


def test_redo_is_offered_only_after_an_undo(desk):
    party = make_told()
    page = desk.get(f"/parties/{party.pk}/play/")
    assert not [text for text in find_texts(page, "form") if text.startswith("Redo")]


@pytest.mark.parametrize("called", ["Undo", "Redo"])
def test_a_button_reaches_only_its_own_party(desk, called):
    party, other = make_told(), make_told()
    for each in (party, other):
        undo_party(party=each, number=each.acts.first().number, user=None)
    untouched = list(Act.objects.filter(event=other.session.event).order_by("number").values())
    before = winners(other)
    address = button(desk, party, called)
    desk.post(address, {"sure": address.split("/")[-2]})
    assert winners(party) == {"Undo": [], "Redo": [0, 1]}[called]
    assert winners(fetch_party_by_session(other.pk)) == before
    assert (
        list(Act.objects.filter(event=other.session.event).order_by("number").values()) == untouched
    )


def test_an_act_that_another_party_has_and_this_has_not_is_refused(desk):
    party, other = make_seated_party(players=12), make_told()
    number = other.acts.first().number
    undo_party(party=other, number=number, user=None)
    before = list(Act.objects.order_by("pk").values())
    for called, sentence in {
        "undo": f"There is a newer change: {party.acts.first().words} Check it before you undo.",
        "redo": "Nothing is left to redo: something else was changed after the undo.",
    }.items():
        response = desk.post(f"/parties/{party.pk}/play/{called}/{number}/")
        assert response.status_code == 422
        assert find_errors(response) == [sentence]
    assert list(Act.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("called", ["Undo", "Redo"])
def test_undo_and_redo_are_refused_to_visitors(desk, called, headers):
    party = make_told()
    undo_party(party=party, number=party.acts.first().number, user=None)
    before = list(Act.objects.order_by("pk").values())
    response = Client().post(button(desk, party, called), **headers)
    assert response.status_code == 403
    assert list(Act.objects.order_by("pk").values()) == before
    assert winners(party) == [0]
