"""Undo of a party: exact, to any depth, whatever was done."""

import pytest
from django.core import serializers

from director.errors import DeskError
from director.models import Session
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import redo_party, undo_party
from director.party.play.results import draw_prize_number
from tests.director.party.parties import (
    enter_winner,
    make_party,
    make_seated_party,
)

pytestmark = pytest.mark.django_db


def dump_party_records(party):
    """Return every record of *party* but its journal, as a backup would write it."""
    party = fetch_party_by_session(party.pk)
    results = [
        result
        for contest_round in party.played_rounds.all()
        for result in contest_round.results.order_by("pk")
    ]
    records = [
        party,
        Session.objects.get(pk=party.pk),
        *party.players.order_by("pk"),
        *party.played_rounds.all(),
    ]
    return serializers.serialize("json", [*records, *results])


def test_redo_refuses_an_act_that_was_not_undone_last():
    party = make_seated_party()
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 0)
    later, earlier = (
        undo_party(
            party=party, number=party.acts.filter(undone_at__isnull=True).first().number, user=None
        )
        for _time in range(2)
    )
    with pytest.raises(DeskError) as refused:
        redo_party(party=party, number=later.number, user=None)
    assert str(refused.value) == (
        f"Another change was undone: {earlier.words} Check it before you redo."
    )


def test_undo_of_nothing_is_refused():
    party = make_party()
    undo_party(party=party, number=1, user=None)
    assert undo_party(party=party, number=1, user=None).number == 1  # once more: it is undone
    with pytest.raises(DeskError, match=r"^Nothing is left to undo\.$"):
        undo_party(party=party, number=2, user=None)


def test_a_refused_act_leaves_no_trace():
    party = make_seated_party()
    before, acts = dump_party_records(party), party.acts.count()
    with pytest.raises(DeskError):
        enter_winner(party, 99)
    assert dump_party_records(party) == before
    assert party.acts.count() == acts


def test_the_drawn_number_is_drawn_once():
    party = make_seated_party(prizes={"drawn": 1})
    enter_winner(party, 1)
    number = draw_prize_number(party=party, seed=7, user=None)
    assert draw_prize_number(party=fetch_party_by_session(party.pk), seed=8, user=None) == number
    assert fetch_party_by_session(party.pk).answers["drawn_seed"] == 7
