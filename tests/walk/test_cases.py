"""Walks that once failed. The number of an act chooses whom and what it is about: see ``Pick``."""

import pytest

from tests.walk.agreements import list_doubts
from tests.walk.machine import Walk, play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("kind", ["Swiss teams", "knock-out", "Swiss pairs"])
def test_the_clock_goes_back_with_a_draw_that_is_undone(kind):
    assert play(kind, ("enter_all_that_is_missing", 0), ("go_to_the_next_round", 0)) == []


def test_play_opens_after_the_round_of_a_typed_match():
    assert (
        play(
            "round robin",
            ("enter_a_matchs_result", 1),
            ("end_the_round", 1),
            ("press_the_clock", 1),
        )
        == []
    )
    assert play("Swiss teams", ("enter_a_matchs_result", 1), ("end_the_round", 1)) == []


@pytest.mark.parametrize("kind", ["round robin", "Swiss teams", "Swiss pairs"])
def test_a_match_is_void_and_counts_again(kind):
    # Done again, the act lets a void match count again.
    void = ("make_a_match_void", 1)
    assert play(kind, ("enter_all_that_is_missing", 0), void, ("undo", 0), void, void) == []


def test_a_director_is_asked_before_the_act_of_another_is_undone():
    assert play("pairs, one winner", ("enter_results", 2), ("undo", 1), ("undo", 1)) == []


def test_the_end_of_a_break_leaves_the_round_that_waits():
    kind = "pairs, one winner"
    assert play(kind, ("set_a_break", 1), ("end_the_round", 1), ("end_the_round", 1)) == []
    assert play(kind, ("set_a_break", 1), ("end_the_round", 1), ("end_the_round", 4)) == []


def test_a_late_guest_begins_with_the_next_hand():
    assert (
        play(
            "whist drive by cards",
            ("press_the_clock", 1),
            ("end_the_round", 1),
            ("end_the_round", 1),
            ("change_who_plays", 1),
        )
        == []
    )


def test_a_round_robin_says_by_how_many_boards_its_matches_count():
    assert play("round robin", ("enter_a_matchs_result", 1)) == []


def test_a_correction_after_the_draw_is_told():
    assert (
        play(
            "Swiss teams",
            ("enter_a_matchs_result", 1),
            ("enter_a_matchs_result", 1),
            ("go_to_the_next_round", 1),
            ("correct_a_matchs_result", 3),
        )
        == []
    )


@pytest.mark.parametrize("kind", ["pairs, one winner", "whist drive by cards", "round robin"])
def test_results_are_published_with_some_missing_after_a_question(kind):
    assert play(kind, ("enter_results", 1), ("publish", 1)) == []


def test_results_in_doubt_are_published_after_a_question():
    assert (
        play(
            "pairs, one winner",
            ("enter_all_that_is_missing", 1),
            ("open_tables_to_phones", 1),
            ("disagree_by_phone", 1),
            ("publish", 1),
        )
        == []
    )


def test_screens_of_the_room_show_what_is_published():
    assert play("pairs, one winner", ("enter_all_that_is_missing", 1), ("publish", 1)) == []
    assert (
        play(
            "pairs, one winner",
            ("end_the_round", 1),
            ("end_the_round", 1),
            ("end_the_round", 1),
            ("enter_all_that_is_missing", 1),
            ("publish", 1),
        )
        == []
    )


@pytest.mark.parametrize("kind", ["Skat", "whist drive by cards"])
def test_all_lists_and_cards_can_be_entered(kind):
    walk = Walk(kind)
    assert walk.do("enter_all_that_is_missing", 1) == ""
    if kind == "Skat":
        assert walk.do("go_to_the_next_round", 1) == ""
        assert walk.do("enter_all_that_is_missing", 1) == ""
    assert list_doubts(walk.evening) == []
    walk.end()


def test_a_dispute_is_settled_at_play():
    assert (
        play(
            "pairs, one winner",
            ("enter_all_that_is_missing", 1),
            ("open_tables_to_phones", 1),
            ("disagree_by_phone", 1),
            ("settle_a_dispute", 1),
        )
        == []
    )


def test_a_team_that_withdraws_after_a_replacement_leaves_the_results():
    walk = Walk("league of two divisions")
    acts = (
        ("enter_a_matchs_result", 1),
        ("name_somebody_else", 1),
        ("withdraw_a_team", 2),
        ("withdraw_a_team", 1),
        ("enter_a_matchs_result", 4),
        ("correct_a_matchs_result", 1),
        ("publish", 1),
    )
    said = {f"{name} {number}": walk.do(name, number) for name, number in acts}
    assert said["withdraw_a_team 2"] == ""
    walk.end()


def test_a_double_elimination_goes_on_after_a_correction():
    acts = (
        ("enter_all_that_is_missing", 1),
        ("go_to_the_next_round", 1),
        ("enter_results", 3),
        ("enter_all_that_is_missing", 1),
        ("go_to_the_next_round", 1),
        ("publish", 1),
    )
    walk = Walk("double elimination")
    said = [walk.do(*act) for act in acts]
    assert said[0] == said[1] == ""
    walk.end()


def test_the_first_of_a_plate_come_back():
    acts = (
        ("enter_all_that_is_missing", 1),
        ("start_a_plate", 1),
        ("choose_how_a_stage_is_played", 2),
        ("say_who_is_here", 1),
        ("enter_all_that_is_missing", 1),
        ("let_the_best_come_back", 1),
        ("choose_how_a_stage_is_played", 2),
        ("enter_results", 1),
        ("publish", 1),
    )
    assert play("knock-out", *acts) == []


def test_finals_are_corrected_and_published():
    acts = (
        ("enter_results", 3),
        ("enter_all_that_is_missing", 1),
        ("publish", 1),
        ("enter_results", 4),
        ("unpublish", 1),
    )
    assert play("Swiss and finals", *acts) == []
