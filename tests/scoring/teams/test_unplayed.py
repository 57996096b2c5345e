"""Provisional scores of matches that aren't played yet."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.model import Board, DueMatch, Field, Line, MatchResult
from scoring.registry import get_method
from scoring.teams.unplayed import list_unplayed_matches, with_provisional_scores

TEAM_IMPS = get_method("team-imps")
RESULT = MatchResult("vp", Fraction(14), Fraction(6))
due_matches = st.builds(
    DueMatch,
    st.integers(1, 4),
    st.integers(1, 5),
    st.integers(6, 10),
    st.just(8),
    st.booleans(),
    st.sampled_from([None, RESULT]),
)


@given(st.lists(due_matches, unique_by=lambda match: (match.round_no, match.home, match.away)))
def test_a_match_is_played_or_waits_or_lies_ahead(matches):
    unplayed_matches = list_unplayed_matches(matches)
    played_rounds = [match.round_no for match in matches if match.is_over or match.reported_result]
    for match in matches:
        is_waiting = not match.is_over and not match.reported_result
        is_in_begun_round = match.round_no <= max(played_rounds, default=0)
        assert (match in unplayed_matches) == (is_waiting and is_in_begun_round)


def test_a_postponed_match_waits_before_its_round_begins():
    late_match = DueMatch(3, 1, 2, 8, is_over=False)
    assert list_unplayed_matches([late_match]) == []
    assert list_unplayed_matches([late_match], postponed_keys={(3, 1, 2)}) == [late_match]


def test_matches_of_withdrawn_teams_have_no_provisional_score():
    matches = [DueMatch(1, 1, 2, 8), DueMatch(1, 3, 4, 8, is_over=False)]
    assert list_unplayed_matches(matches, withdrawn_contestants={4}) == []
    assert len(list_unplayed_matches(matches)) == 1


def test_a_match_with_some_boards_counts_the_provisional_score_until_it_is_over():
    board = Board(1, (Line(1, 2, 420), Line(2, 1, -50)), round_no=1)
    other = Board(2, (Line(3, 4, 420), Line(4, 3, 420)), round_no=1)
    unfinished_match = DueMatch(1, 1, 2, 2, is_over=False)
    matches = (unfinished_match, DueMatch(1, 3, 4, 1))
    field = Field(1, (board, other), contest="teams", matches=matches)
    field = with_provisional_scores(field, list_unplayed_matches(matches), Fraction(9))
    totals = {row.contestant: row.total for row in TEAM_IMPS.rank(field).standings}
    assert totals == {1: 9, 2: 9, 3: 10, 4: 10}
