"""Saved movements that fit the number present, compared like those of the program."""

from dataclasses import replace
from datetime import time

import pytest

from director.additions.library.movements import (
    delete_movements,
    fetch_library_offers,
    load_plan_without_pair,
    save_movement,
)
from director.boards.contests import CONTESTS
from director.boards.movement.offers import MovementPreferences, make_offers
from movements.balance import find_best_absence
from movements.check.faults import check_plan
from movements.registry import make_plan
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def save(name: str, note: str = "", **plan):
    movement = make_plan(plan.pop("key"), **plan)
    return save_movement(club=make_club(), name=name, note=note, movement=movement, by=None)


def test_offers_match_the_number_present_best_first():
    save("Short", key="mitchell", pairs=14, rounds=5, boards_per_set=4)
    best = save("Whole", note="Our usual one", key="mitchell", pairs=14, boards_per_set=4)
    save("For 12", key="mitchell", pairs=12)
    gone = save("Gone", key="howell", pairs=14)
    delete_movements(club=make_club(), ids=[gone.pk])
    listed = fetch_library_offers(make_club(), MovementPreferences(14, start=time(19, 0)))
    assert [offer.advice.name for offer in listed] == ["Whole", "Short"]
    assert listed[0].saved_id == best.pk
    assert listed[0].label == "Our usual one"


def test_saved_movement_has_the_same_figures_as_the_built_in_one():
    wishes = MovementPreferences(14, start=time(19, 0))
    built_in = make_offers(wishes).recommended[0].advice
    options = dict(built_in.options)
    save(
        "Ours",
        key=built_in.plan_key,
        pairs=14,
        rounds=built_in.rounds,
        boards_per_set=built_in.boards_per_set,
        options=options,
    )
    (ours,) = fetch_library_offers(make_club(), wishes)
    assert ours.facts == make_offers(wishes).recommended[0].facts
    assert ours.advice == replace(built_in, name="Ours")


def test_reason_says_which_wish_is_missed():
    save("Ours", key="mitchell", pairs=14, boards_per_set=4)
    (ours,) = fetch_library_offers(make_club(), MovementPreferences(14, minutes=120))
    assert "minutes over" in ours.advice.reason


@pytest.mark.slow
def test_limits_of_the_club_are_said_and_the_first_suggestion_is_compared():
    save("Ours", key="mitchell", pairs=40, rounds=13, boards_per_set=2)
    wishes = MovementPreferences(40, cupboard=30, board_copies=2)
    first = make_offers(wishes).recommended[0].advice
    (ours,) = fetch_library_offers(make_club(), wishes, first=first)
    assert "it needs 40 boards and you have 30" in ours.advice.reason
    assert ours.comparison.startswith(
        "Compared with Web Mitchell 13 × 2: 1 copy of the boards fewer"
    )


def test_teams_and_players_have_their_own():
    save("Matches", key="round-robin", teams=6)
    save("Eight", key="individual", players=8)
    teams = MovementPreferences(6, contest_record=CONTESTS["teams"])
    players = MovementPreferences(8, contest_record=CONTESTS["individual"])
    assert [offer.advice.name for offer in fetch_library_offers(make_club(), teams)] == ["Matches"]
    assert [offer.advice.name for offer in fetch_library_offers(make_club(), players)] == ["Eight"]
    assert fetch_library_offers(make_club(), MovementPreferences(8)) == ()


def test_an_odd_number_plays_a_movement_for_one_more_with_the_fairest_number_empty():
    saved = save("Ours", note="Tuesday", key="hesitation-mitchell", pairs=14, boards_per_set=3)
    (ours,) = fetch_library_offers(make_club(), MovementPreferences(13))
    best = find_best_absence(make_plan("hesitation-mitchell", pairs=14), highest=True)
    assert ours.advice.pairs == 13
    assert ours.advice.qf == best.qf
    assert ours.advice.sit_outs == 1
    assert ours.label == f"Tuesday · For 14 pairs, number {best.contestant} stays empty"
    assert ours.query == f"pairs=13&empty={best.contestant}"
    plan = load_plan_without_pair(saved, best.contestant)
    assert check_plan(plan) == ()
    assert plan.contestants == 13
    assert len(plan.sit_outs) == plan.rounds


def test_of_equally_fair_numbers_the_highest_stays_empty():
    save("Ours", key="howell", pairs=8)
    (ours,) = fetch_library_offers(make_club(), MovementPreferences(7))
    assert ours.query == "pairs=7&empty=8"


def test_the_number_present_comes_before_movements_for_one_more(django_assert_num_queries):
    save("For 14", key="howell", pairs=14)
    save("For 13", key="howell", pairs=13)
    club = make_club()
    with django_assert_num_queries(1):
        listed = fetch_library_offers(club, MovementPreferences(13))
    assert {offer.advice.name: "empty" in offer.query for offer in listed} == {
        "For 13": False,
        "For 14": True,
    }


def test_two_missing_pairs_and_players_are_not_offered_one_more():
    save("For 13", key="howell", pairs=13)
    save("For 14", key="howell", pairs=14)
    save("Eight", key="individual", players=8)
    assert fetch_library_offers(make_club(), MovementPreferences(12)) == ()
    players = MovementPreferences(7, contest_record=CONTESTS["individual"])
    assert fetch_library_offers(make_club(), players) == ()


@pytest.mark.parametrize("number", [0, 15, 99])
def test_a_number_that_the_movement_does_not_have_can_not_be_empty(number):
    assert load_plan_without_pair(save("Ours", key="howell", pairs=14), number) is None
