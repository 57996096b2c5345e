"""What a sit-out and a round missed by a late entry give, as chosen for the contest."""

from fractions import Fraction

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import report_match
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from scoring.bridge.rulings import Credit
from scoring.model import Board, Field, Line, MatchResult, TeamMatch
from scoring.teams.withdrawals import with_average_byes
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_late_entries import (
    post_corrected_draw,
    post_typed_draw,
)
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def play_round(section, round_no: int, home_points: int = 10) -> None:
    for pairing in find_drawn_contest(reload_drawn_section(section)).rounds[round_no - 1].pairings:
        key = (round_no, *sorted(pairing))
        result = MatchResult("vp", home_points, 20 - home_points)
        report_match(section=reload_drawn_section(section), key=key, result=result, user=None)


def get_results(section) -> EventResults:
    return EventResults(reload_drawn_section(section).session.event)


def get_totals(section) -> dict[int, Fraction]:
    return {row.contestant: row.total for row in get_results(section).first_session.rows}


def get_sit_out_team(section) -> int:
    (team,) = find_drawn_contest(reload_drawn_section(section)).rounds[0].byes
    return team


def draw_two_late_teams(desk, section) -> None:
    """Draw round 2 with teams 5 and 6, which missed round 1."""
    response = post_typed_draw(desk, reload_drawn_section(section), late="2")
    assert post_corrected_draw(desk, section, response, late="2").status_code == 302


@pytest.mark.slow
def test_average_bye_is_the_teams_own_average_in_both_calculations(desk):
    section = make_drawn_section(desk, size=5, boards=4, bye_points="average", rounds=3)
    play_round(section, 1, home_points=13)
    team = get_sit_out_team(section)
    assert get_totals(section)[team] == 12  # before it has a match
    for round_no, home_points in ((2, 4), (3, 17)):
        assert post_draw(desk, reload_drawn_section(section)).status_code == 302
        play_round(section, round_no, home_points=home_points)
    results = get_results(section)
    scored = results.first_session.scored
    own_matches = [match for match in scored.ranking.matches if team in (match.home, match.away)]
    scores = [match.view_from_team(team).score[0] for match in own_matches]
    assert len(scores) == 2
    average = Fraction(sum(scores), 2)
    (row,) = [row for row in results.first_session.rows if row.contestant == team]
    assert row.total == sum(scores) + average
    assert "round 1, average of 2 matches" in " ".join(results.standings.notes)
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    assert scored.bye_points_by_round[1, team] == average
    explained = scored.explainer.explain_total(contestant=team)
    assert [part.description for part in explained.total_parts[1:]] == [
        "sit-out (round 1, average of 2 matches)"
    ]


@pytest.mark.slow
def test_a_late_team_gets_its_average_for_the_rounds_it_missed(desk):
    section = make_drawn_section(desk, size=4, boards=4, missed_points="average")
    play_round(section, 1)
    draw_two_late_teams(desk, section)
    # A late team without a match may not be ranked yet.
    assert get_totals(section).get(5) in (None, 12)
    play_round(section, 2)
    totals = get_totals(section)
    assert totals[5] == totals[6] == 20
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


@pytest.mark.slow
def test_an_average_in_pairs_is_checked_too(desk):
    section = make_drawn_section(
        desk, contest=Contest.PAIRS, key="swiss-pairs", size=5, boards=4, bye_points="average"
    )
    enter_round(section, 1)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    enter_round(reload_drawn_section(section), 2)
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    assert "average of 1 match)" in " ".join(get_results(section).standings.notes)


def test_half_matches_of_a_three_way_match_count_half():
    bye = Credit(
        contestant=3,
        direction=None,
        kind="bye",
        amount=Fraction(12),
        unit="vp",
        reason="round 1",
        is_match_average=True,
    )
    half_board = Board(1, (Line(1, 3),), round_no=2, is_half=True)
    half_match = TeamMatch(
        round_no=2,
        home=1,
        away=3,
        board_count=4,
        points=(9, -9),
        score=(4, 6),
    )
    full_match = TeamMatch(
        round_no=3,
        home=2,
        away=3,
        board_count=8,
        points=(2, -2),
        score=(9, 11),
    )
    field = Field(1, (half_board,), (bye,))
    (credit,) = with_average_byes(field, [half_match, full_match]).credits
    # 6 and 11 victory points in one and a half matches.
    assert credit.amount == Fraction(17) / Fraction(3, 2)
