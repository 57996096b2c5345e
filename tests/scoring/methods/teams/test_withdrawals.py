"""Byes, and teams that leave."""

from fractions import Fraction

import pytest

from scoring import TeamMatch, after_withdrawal, bye_points


def match(home, away, won, round_no=1):
    return TeamMatch(round_no, home, away, 8, 0, 0, Fraction(won), Fraction(20 - won))


def test_a_bye_is_sixty_per_cent():
    assert (bye_points(), bye_points(10), bye_points(30)) == (12, 6, 18)


def test_in_a_swiss_all_scores_stand():
    played = (match(1, 2, 14), match(3, 4, 8))
    assert after_withdrawal(played, 2).matches == played
    assert after_withdrawal(played, 2).awards == ()


def test_before_half_of_its_matches_a_team_that_leaves_is_as_if_it_had_never_played():
    played = (match(1, 2, 14), match(3, 4, 8), match(3, 1, 11, 2))
    left = after_withdrawal(played, 2, opponents=[1, 3, 4])
    assert left.matches == (match(3, 4, 8), match(3, 1, 11, 2))
    assert left.awards == ()


@pytest.mark.parametrize(
    ("played", "award"),
    [
        pytest.param((match(1, 2, 9), match(3, 2, 9), match(4, 1, 17)), 17, id="own average"),
        pytest.param((match(1, 2, 15), match(3, 2, 18), match(4, 1, 10)), Fraction(33, 2), id="what the team has lost"),
        pytest.param((match(1, 2, 9), match(3, 2, 9), match(4, 1, 10)), 12, id="sixty per cent"),
        pytest.param((match(1, 2, 9), match(3, 2, 9)), 12, id="nothing played yet"),
    ],
)
def test_from_half_on_those_not_met_get_the_best_of_three(played, award):
    left = after_withdrawal(played, 2, opponents=[1, 3, 4])
    assert left.matches == played
    assert left.awards == ((4, award),)
