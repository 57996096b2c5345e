"""The second calculation agrees with every method, on every run: one case for all."""

from scoring.model import Board, Field, Line
from scoring.party.methods import PARTY_METHODS
from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS
from tests.oracle.checking import check_party_standings, check_ranking
from tests.oracle.figures import PARTY_ROUTES, ROUTES
from tests.scoring.party.evenings import play_random_evening

ROUND_ROBIN = ((1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3))
"""Two matches or tables of each round, for four teams or pairs."""
SCORES = ((420, -50), (170, 140), (-100, 0), (620, 600), (90, -110), (-430, 400))


def make_field(contest: str) -> Field:
    """Return three rounds of two boards that four contestants play, teams at two tables."""
    boards = []
    for round_no, (first, second, third, fourth) in enumerate(ROUND_ROBIN, start=1):
        for board_no in (2 * round_no - 1, 2 * round_no):
            score, other_score = SCORES[board_no - 1]
            rows = [(first, second, score), (third, fourth, other_score)]
            if contest == "teams":
                rows += [(second, first, other_score), (fourth, third, -score)]
            # Excess compares with the limit of whoever declared.
            lines = [Line(ns, ew, points, declarer="N") for ns, ew, points in rows]
            boards.append(Board(board_no, tuple(lines), round_no))
    return Field(1, tuple(boards), contest=contest)


def test_every_method_comes_out_the_same_twice():
    methods = [*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS]
    assert {method.key for method in methods} == set(ROUTES)
    for method in methods:
        assert check_ranking(method.key, make_field(method.contest)) == [], method.key


def test_every_method_of_parties_comes_out_the_same_twice():
    games = play_random_evening(16, 3)
    assert {method.key for method in PARTY_METHODS} == set(PARTY_ROUTES)
    for method in PARTY_METHODS:
        assert check_party_standings(method.key, games) == [], method.key
