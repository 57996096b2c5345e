"""The fixtures of teams that Field lists by round."""

import pytest

from director.boards.movement.fixtures import make_fixture_rounds
from director.models.event import Contest
from movements import make_plan
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_texts
from tests.factories import make_night


def make_fixtures(key, **kwargs):
    movement = make_plan(key, **kwargs)
    labels = {number: f"team {number}" for number in range(1, movement.contestants + 1)}
    return movement, make_fixture_rounds(movement, labels, 2)


@pytest.mark.parametrize("teams", [4, 5, 8])
def test_each_two_teams_meet_once_and_nobody_is_in_two_matches(teams):
    _movement, rounds = make_fixtures("round-robin", teams=teams, boards_per_set=4)
    met = [frozenset((fixture.home, fixture.away)) for each in rounds for fixture in each.fixtures]
    assert len(met) == len(set(met)) == teams * (teams - 1) // 2
    for each in rounds:
        teams_of_round = [
            team for fixture in each.fixtures for team in (fixture.home, fixture.away)
        ] + each.waiting.split(", ") * bool(each.waiting)
        assert len(set(teams_of_round)) == len(teams_of_round) == teams
        assert sum(fixture.is_followed for fixture in each.fixtures) <= 1


def test_the_home_team_sits_n_s_at_the_first_of_its_tables():
    movement, rounds = make_fixtures("round-robin", teams=6, boards_per_set=24)
    first = rounds[0].fixtures[0]
    row = next(row for row in movement.rows if (row.round_no, row.table_no) == (1, 1))
    assert (first.home, first.away) == (f"team {row.ns}", f"team {row.ew}")
    assert first.tables == "1, 2"
    assert [each.boards for each in rounds[:2]] == ["1–24", "25–48"]


@pytest.mark.django_db
def test_field_lists_matches_by_round_for_teams_and_tables_for_pairs(desk):
    teams = make_contest_section(Contest.TEAMS, size=6)
    page = desk.get(f"/sessions/{teams.session_id}/field/")
    assert find_texts(page, ".fixtures h3") == [
        f"Round {number} boards {number * 4 - 3}–{number * 4}" for number in range(1, 6)
    ]
    assert len(find_texts(page, ".fixtures li")) == 15
    pairs = make_night(pairs=10, boards_per_set=2)
    page = desk.get(f"/sessions/{pairs.session_id}/field/")
    assert not find_texts(page, ".fixtures")
