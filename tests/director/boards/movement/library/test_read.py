"""Saved movements that fit the number present, compared like those of the program."""

from dataclasses import replace
from datetime import time

import pytest

from director.boards.contests import CONTESTS
from director.boards.movement.library.read import library_offers
from director.boards.movement.offers import MovementWishes, offers
from director.boards.play.library.write import delete_movements, save_movement
from movements import make_plan
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def save(name: str, note: str = "", **plan):
    movement = make_plan(plan.pop("key"), **plan)
    return save_movement(club=make_club(), name=name, note=note, movement=movement, by=None)


def test_offers_are_those_of_the_number_present_best_first():
    save("Short", key="mitchell", pairs=14, rounds=5, boards_per_set=4)
    best = save("Whole", note="Our usual one", key="mitchell", pairs=14, boards_per_set=4)
    save("For 12", key="mitchell", pairs=12)
    gone = save("Gone", key="howell", pairs=14)
    delete_movements(club=make_club(), ids=[gone.pk])
    listed = library_offers(make_club(), MovementWishes(14, start=time(19, 0)))
    assert [offer.advice.name for offer in listed] == ["Whole", "Short"]
    assert (listed[0].saved_id, listed[0].label) == (best.pk, "Our usual one")


def test_saved_movement_has_the_same_figures_as_the_built_in_one():
    wishes = MovementWishes(14, start=time(19, 0))
    built_in = offers(wishes).picks[0].advice
    options = dict(built_in.options)
    save(
        "Ours",
        key=built_in.plan_key,
        pairs=14,
        rounds=built_in.rounds,
        boards_per_set=built_in.boards_per_set,
        options=options,
    )
    (ours,) = library_offers(make_club(), wishes)
    assert ours.facts == offers(wishes).picks[0].facts
    assert ours.advice == replace(built_in, name="Ours")


def test_reason_says_which_wish_is_missed():
    save("Ours", key="mitchell", pairs=14, boards_per_set=4)
    (ours,) = library_offers(make_club(), MovementWishes(14, minutes=120))
    assert "minutes over" in ours.advice.reason


def test_teams_and_players_have_their_own():
    save("Matches", key="round-robin", teams=6)
    save("Eight", key="individual", players=8)
    teams = MovementWishes(6, contest=CONTESTS["teams"])
    players = MovementWishes(8, contest=CONTESTS["individual"])
    assert [offer.advice.name for offer in library_offers(make_club(), teams)] == ["Matches"]
    assert [offer.advice.name for offer in library_offers(make_club(), players)] == ["Eight"]
    assert library_offers(make_club(), MovementWishes(8)) == ()
