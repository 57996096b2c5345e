"""Where each round is a match of its own, and where it is not."""

from dataclasses import replace

import pytest

from movements.check.guarantees import GUARANTEES
from movements.model import ROUND_IS_A_MATCH
from movements.registry import make_plan
from tests.cases import leave_to_slow

HOLDS = GUARANTEES[ROUND_IS_A_MATCH].is_kept


def test_the_sets_of_one_match_of_two_teams_are_no_matches_though_they_look_so():
    plan = make_plan("team-match", teams=2, boards_per_set=2)
    assert HOLDS(plan)
    assert ROUND_IS_A_MATCH not in plan.guarantees


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(lambda row: replace(row, boards=(1, 2)), id="boards of round 1 again"),
        pytest.param(lambda row: replace(row, boards=row.boards[:1]), id="one table plays less"),
        pytest.param(lambda row: replace(row, ns=3), id="two opponents in a round"),
    ],
)
def test_a_round_that_is_no_whole_match_is_seen(broken):
    plan = make_plan("round-robin", teams=4, boards_per_set=2)
    assert not HOLDS(replace(plan, rows=(*plan.rows[:-1], broken(plan.rows[-1]))))


def rounds_of_matches(plan):
    """Return the matches of each round of *plan*, by home and away team."""
    rounds = [set() for _round in range(plan.rounds)]
    for row in plan.rows:
        if row.table_no % 2:
            rounds[row.round_no - 1].add((row.ns, row.ew))
    return rounds


@pytest.mark.parametrize("teams", leave_to_slow(range(3, 33), but=6))
def test_the_second_leg_has_the_order_of_the_first_and_exchanges_home_and_away(teams):
    plan = make_plan("round-robin", teams=teams, boards_per_set=1, options={"twice": "yes"})
    rounds = rounds_of_matches(plan)
    half = len(rounds) // 2
    assert rounds[half:] == [{(away, home) for home, away in games} for games in rounds[:half]]
