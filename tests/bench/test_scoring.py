"""How long scoring takes, beside the plain way of doing it: ``pytest -m bench tests/bench/test_scoring.py``.

``test_points_…`` measures the points alone, from a list of scores for each board: what other
programs call scoring. ``test_rank_…`` measures everything from a field to places: faults looked
for, points of every line, sit-outs, totals, percentages, ties and notes, which is many times as
much work for each line.
"""

import random
from collections import Counter
from fractions import Fraction

import pytest

from scoring.bridge.contracts import Vulnerability, list_possible_scores
from scoring.methods.cross_imps import compute_cross_imps_by_score
from scoring.methods.matchpoints import compute_matchpoints
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.oracle import definitions as plain_points
from tests.scoring import plain

pytestmark = pytest.mark.bench


def make_club_scores(tables, boards, different=14):
    """Return scores as a field makes them: so many different ones on each board."""
    chance = random.Random(26)
    likely = [
        chance.sample(list_possible_scores(Vulnerability.NONE), different) for _ in range(boards)
    ]
    return [[chance.choice(scores) for _ in range(tables)] for scores in likely]


def make_club_field(tables, boards, short_every=None):
    fields = []
    for board_no, scores in enumerate(make_club_scores(tables, boards), start=1):
        lines = [
            Line(number, (number + board_no) % tables + 1, score)
            for number, score in enumerate(scores, start=1)
        ]
        gap = short_every and board_no % short_every == 0
        fields.append(Board(board_no, tuple(lines[1:] if gap else lines)))
    return Field(2, tuple(fields))


def rank_new_fields(benchmark, method_key, tables, gap=None):
    """Rank a new field in each round, because boards keep their points."""

    def make_arguments():
        return (method_key, make_club_field(tables, 26, gap)), {}

    return benchmark.pedantic(rank_field, setup=make_arguments, rounds=20)


@pytest.mark.parametrize("different", [14, 282], ids=["14-scores", "any-score"])
def test_points_of_matchpoints_of_500_tables_and_26_boards(benchmark, different):
    scores = make_club_scores(500, 26, different)
    points = benchmark(lambda: [compute_matchpoints(board) for board in scores])
    assert sum(map(sum, points)) == 26 * 500 * 499


def test_points_of_matchpoints_of_500_tables_and_26_boards_the_plain_way(benchmark):
    scores = make_club_scores(500, 26)
    points = benchmark.pedantic(lambda: [plain.matchpoints(board) for board in scores], rounds=2)
    assert points == [compute_matchpoints(board) for board in scores]


@pytest.mark.parametrize(
    ("tables", "gap"),
    [(50, None), (50, 3), (500, None), (500, 3)],
    ids=["50", "50-gaps", "500", "500-gaps"],
)
def test_rank_by_matchpoints_over_26_boards(benchmark, tables, gap):
    assert len(rank_new_fields(benchmark, "matchpoints", tables, gap).standings) == 2 * tables


@pytest.mark.parametrize("tables", [50, 500])
def test_rank_by_averages_over_26_boards(benchmark, tables):
    assert len(rank_new_fields(benchmark, "average", tables).standings) == 2 * tables


@pytest.mark.parametrize("different", [14, 282], ids=["14-scores", "any-score"])
def test_points_of_cross_imps_of_500_tables_and_26_boards(benchmark, different):
    scores = make_club_scores(500, 26, different)
    points = benchmark(lambda: [compute_cross_imps_by_score(Counter(board)) for board in scores])
    assert all(
        sum(points_row[score] for score in board) == 0
        for points_row, board in zip(points, scores, strict=True)
    )


def test_points_of_cross_imps_of_500_tables_and_26_boards_the_plain_way(benchmark):
    """Every result against every other; the IMPs of each difference are looked up, so only the comparing is timed."""
    scores = make_club_scores(500, 26)
    differences = {mine - other for board in scores for mine in board for other in board}
    imps = {
        difference: plain_points.convert_to_imps(Fraction(difference)) for difference in differences
    }
    points = benchmark.pedantic(
        lambda: [
            [sum(imps[mine - other] for other in board) for mine in board] for board in scores
        ],
        rounds=2,
    )
    counted = [compute_cross_imps_by_score(Counter(board)) for board in scores]
    assert points == [
        [found[score] for score in board] for found, board in zip(counted, scores, strict=True)
    ]


@pytest.mark.parametrize("method_key", ["cross-imps", "butler"])
def test_rank_by_imps_of_500_tables_over_26_boards(benchmark, method_key):
    assert len(rank_new_fields(benchmark, method_key, 500).standings) == 1000
