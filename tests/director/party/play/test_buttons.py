"""Undo and Redo as the page has them: whose they are, and what they reach."""

import pytest

from director.models import Act
from director.party.play.history import undo_party
from tests.director.pages import find_elements, find_errors
from tests.director.party.parties import enter_winner, make_seated_party

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


def make_told():
    """Return a seated party at which two tables have told who won."""
    party = make_seated_party(players=12)
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 1)
    return party


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
