"""Bierlachs: minus points only, and the loser of a table is who reaches the goal."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.deals.skat_list import SkatLine, list_bierlachs_problems
from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games

FIGURES = st.lists(st.integers(0, 700), min_size=3, max_size=4)


def make_lines(points: list[int]) -> list[SkatLine]:
    return [SkatLine(f"P{index}", figure, 0, 0) for index, figure in enumerate(points)]


@given(FIGURES)
def test_a_list_is_right_if_one_or_two_have_reached_the_goal(points):
    loser_count = sum(figure >= 501 for figure in points)
    assert (list_bierlachs_problems(make_lines(points), 501) == ()) == (loser_count in (1, 2))


def test_the_fewest_minus_points_win():
    ranking = rank_party_games("bierlachs", make_games([501, 120, 480]))
    places = {row.player: (row.total, row.rank) for row in ranking.standings}
    assert places == {"1": (-501, 3), "2": (-120, 1), "3": (-480, 2)}


def make_games(points: list[int]) -> list[PartyGame]:
    numbers = [str(index) for index in range(1, len(points) + 1)]
    return [
        PartyGame(number, 1, 1, int(number), own_points=figure)
        for number, figure in zip(numbers, points, strict=True)
    ]
