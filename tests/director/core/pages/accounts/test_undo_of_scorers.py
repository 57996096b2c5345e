"""What a scorer did can be undone by a scorer, and nothing is offered that is refused."""

import pytest
from django.urls import reverse

from director.boards.play.plan import store_plan
from director.core.base.roles import Role
from director.core.night.room import add_call, set_call_answered
from director.models import Act, Call
from director.party.play.cards import CardFigures, store_card, store_card_layout
from director.party.play.people import change_players
from movements.registry import make_plan
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party
from tests.factories import make_account, make_night, make_section, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def sam():
    return make_account("sam", Role.SCORER)


def make_drive():
    return make_seated_party(
        players=12, system="progressive-whist-2", method="tricks", rounds=24, entry="cards",
        card_boxes="halves", pause_after=12,
    )  # fmt: skip


def list_undo_labels(client, party) -> list[str]:
    return find_texts(client.get(reverse("party_play", args=[party.session_id])), "button.undo")


def undo_latest(client, party):
    act = party.acts.latest("number")
    response = client.post(reverse("party_play_undo", args=[party.session_id, act.number]))
    act.refresh_from_db()
    return response, act


@pytest.mark.slow
def test_scorer_undoes_a_tally_card(sam):
    party, client = make_drive(), sign_in(sam)
    store_card(party=party, number=1, figures=CardFigures(11), user=sam)
    assert list_undo_labels(client, party) == ["Undo: Card 1: 11."]
    response, act = undo_latest(client, party)
    assert response.status_code != 422
    assert act.undone_by == sam
    assert not party.cards.exists()
    assert list_undo_labels(client, party) == ["Redo: Card 1: 11."]


def test_scorer_undoes_the_layout_of_cards(sam):
    party, client = make_drive(), sign_in(sam)
    store_card_layout(party=party, card_boxes="total", user=sam)
    assert list_undo_labels(client, party) == ["Undo: The card layout was changed."]
    assert undo_latest(client, party)[1].undone_by == sam
    party.refresh_from_db()
    assert party.card_boxes == "halves"


def test_scorer_is_offered_no_undo_of_a_director_s_act(sam, director):
    party = make_drive()
    change_players(party=party, arrivals=[], leavers=[3], user=director)
    words = party.acts.latest("number").words
    assert list_undo_labels(sign_in(director), party) == [f"Undo: {words}"]
    assert list_undo_labels(sign_in(sam), party) == []
    response, act = undo_latest(sign_in(sam), party)
    assert (response.status_code, act.undone_at) == (422, None)


def test_scorer_undoes_a_trump(sam):
    section, client = make_section(game="whist"), sign_in(sam)
    store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
    board = reverse("session_scores_board", args=[section.ref, 3])
    client.post(reverse("session_scores_trump", args=[section.ref, 3]), {"trump": "KC"})
    act = Act.objects.get(kind="trump")
    offered_numbers = [
        button.get("value")
        for button in find_elements(client.get(board), "button")
        if button.get("form") == "undo-form"
    ]
    assert offered_numbers == [str(act.number)]
    client.post(reverse("session_scores_undo", args=[section.ref]), {"change": act.number})
    act.refresh_from_db()
    assert act.undone_by == sam


def test_scorer_undoes_that_a_call_was_answered(sam):
    section, client = make_night(pairs=6), sign_in(sam)
    call = add_call(section=section, table_no=1, user=None)
    set_call_answered(section=section, number=call.pk, is_answered=True, user=sam)
    undo = reverse("session_room_call_undo", args=[section.ref, call.pk])
    client.post(undo, {"done": "1"})
    assert Call.objects.get().done_at is None
