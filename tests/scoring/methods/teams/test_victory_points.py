"""Scales of victory points: figures that were published, whole tables by a second route, and what every scale keeps."""

import csv
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from scoring import (
    Board,
    DueMatch,
    Field,
    Line,
    ScoringError,
    check_match_boards,
    check_ranking,
    points_text,
    rank,
)
from scoring.methods.teams.victory_points import (
    TABLES,
    continuous_scale,
    discrete_scale,
    scale_table,
    victory_points,
)
from scoring.plain.victory_points import _continuous, _discrete
from tests.golden import read_golden

TAU = (5**0.5 - 1) / 2
DATA = Path(__file__).parents[4] / "scoring" / "data"


def rows(name):
    return list(csv.DictReader(read_golden(f"scoring/{name}.csv").splitlines()))


@pytest.mark.parametrize(
    "row", rows("team-imps_published-points"), ids=lambda row: f"{row['boards']}-{row['margin']}"
)
def test_published_points_come_out(row):
    assert points_text(victory_points(int(row["margin"]), int(row["boards"]))[0]) == row["won"]


@pytest.mark.parametrize(
    "row", rows("team-imps_acbl"), ids=lambda row: f"{row['scale']}-{row['won']}"
)
def test_every_printed_range_comes_out(row):
    points = (Fraction(row["won"]), Fraction(row["lost"]))
    for column, numbers in (("six_to_eight", (6, 7, 8)), ("nine_to_eleven", (9, 10, 11))):
        low, high = map(int, row[column].split("-"))
        for boards in numbers:
            won = {victory_points(margin, boards, row["scale"]) for margin in range(low, high + 1)}
            turned = {
                victory_points(-margin, boards, row["scale"]) for margin in range(low, high + 1)
            }
            assert (won, turned) == ({points}, {points[::-1]})


@pytest.mark.parametrize(
    "row", rows("team-imps_wbf-discrete"), ids=lambda row: f"{row['boards']}-boards"
)
def test_every_published_whole_scale_comes_out(row):
    assert (0, *discrete_scale(int(row["boards"]))) == tuple(
        int(row[str(won)]) for won in range(10, 21)
    )


@pytest.mark.slow
def test_scales_of_every_length_come_out_by_a_second_route():
    for boards in range(1, 129):
        assert (boards, continuous_scale(boards)) == (boards, tuple(_continuous(boards)))
        assert (boards, discrete_scale(boards)) == (boards, tuple(_discrete(boards)))


def curve_reaches(half, boards):
    """Return the least margin at which the unrounded curve brings *half* points."""
    return next(
        margin
        for margin in range(15 * boards + 1)
        if 10 + 10 * (1 - TAU ** (margin / (5 * boards**0.5))) / (1 - TAU**3) >= half
    )


def ranges_of(least):
    draw = 2 * least[0] - 1  # from a loss by its greatest margin to a win by it
    return [draw, *(after - before for before, after in pairwise(least))]


def test_whole_scale_of_every_length_is_the_curve_with_ranges_that_never_get_shorter():
    untouched = 0
    for boards in range(1, 129):
        least, bare = (
            discrete_scale(boards),
            tuple(curve_reaches(won - 0.5, boards) for won in range(11, 21)),
        )
        assert (boards, len(least), ranges_of(least)) == (boards, 10, sorted(ranges_of(least)))
        assert (boards, least[-1]) == (boards, bare[-1])
        assert all(
            0 <= reached - margin <= 1 for margin, reached in zip(least, bare, strict=True)
        ), boards
        if ranges_of(bare) == sorted(ranges_of(bare)):
            untouched += 1
            assert least == bare
    assert 0 < untouched < 128


@pytest.mark.parametrize("scale", TABLES)
def test_every_table_says_where_it_comes_from_and_rises(scale):
    assert (DATA / f"{scale}.csv").read_text(encoding="utf-8").startswith("# source: [ACBLVP] ")
    for row in scale_table(scale):
        assert len(row.margins) == len(row.points)
        assert (row.margins[0], row.points[-1]) == (0, 2 * row.points[0])
        assert (list(row.margins), list(row.points)) == (
            sorted(set(row.margins)),
            sorted(set(row.points)),
        )


def test_every_table_has_its_file_and_every_file_its_name():
    assert sorted(path.stem for path in DATA.glob("*.csv")) == sorted(
        (*TABLES, "ebu-swiss-pairs-10", "ebu-swiss-pairs-20")
    )


@pytest.mark.parametrize("boards", [5, 12])
def test_a_match_of_other_length_is_refused_with_what_to_do(boards):
    with pytest.raises(ScoringError) as refusal:
        victory_points(3, boards, "acbl-20")
    assert str(refusal.value) == (
        f"The scale ACBL 20 is for matches of 6 to 8 and 9 to 11 boards, not of {boards}. Choose another scale, or "
        "another number of boards."
    )


@pytest.mark.parametrize("scale", TABLES)
@pytest.mark.parametrize("boards", [6, 8, 9, 11])
def test_both_routes_agree_on_matches_by_tables(scale, boards):
    for swing in (-420, -50, 0, 30, 90, 620):
        lines = (Line(1, 2, 100 + swing), Line(2, 1, 100))
        field = Field(
            1, tuple(Board(number, lines) for number in range(1, boards + 1)), contest="teams"
        )
        assert check_ranking("team-imps", field, {"victory_points": scale}) == []
        totals = [
            seen.total for seen in rank("team-imps", field, {"victory_points": scale}).standings
        ]
        assert sum(totals) == int(scale.removeprefix("acbl-"))


def teams(*swings, due=()):
    """Return a field of two teams: what team 1 makes on board 1, 2, … more than the other table."""
    boards = (
        Board(no, (Line(1, 2, 100 + swing), Line(2, 1, 100)), 1)
        for no, swing in enumerate(swings, 1)
    )
    return Field(1, tuple(boards), contest="teams", matches=due)


@pytest.mark.parametrize(
    ("method_key", "options", "points", "scores"),
    [
        ("team-imps", {"victory_points": "continuous"}, 11, (0, 0)),
        ("team-imps", {"victory_points": "acbl-20", "ties": "ebu"}, 11, (0, 0)),
        ("team-imps", {"victory_points": "none"}, 11, (11, -11)),
        ("board-a-match", {}, 2, (2, 0)),
        ("patton", {}, 2, (0, 0)),
        ("patton", {"aggregate": "imps", "ties": "cbai"}, 2, (0, 0)),
    ],
)
def test_what_a_scale_makes_of_a_match_counts_when_it_is_over(method_key, options, points, scores):
    field = teams(500, due=(DueMatch(1, 1, 2, 8, is_over=False),))
    ranking = rank(method_key, field, options)
    (match,) = ranking.matches
    assert (match.home_points, match.home_score, match.away_score) == (points, *scores)
    assert [seen.total for seen in ranking.standings] == list(scores)
    assert ("1 match counts when all its boards have been entered." in ranking.notes) == (
        scores == (0, 0)
    )
    assert check_ranking(method_key, field, options) == []


def test_an_unfinished_match_breaks_no_tie():
    lines = (Line(1, 2, 600), Line(2, 1, 100)), (Line(3, 4, 600), Line(4, 3, 100))
    boards = Board(1, (*lines[0], *lines[1]), 1), Board(1, (Line(1, 3, 600), Line(3, 1, 100)), 2)
    field = Field(1, boards, contest="teams", matches=(DueMatch(2, 1, 3, 8, is_over=False),))
    for ties in ("ebu", "cbai", "opponents", "magic"):
        assert check_ranking("team-imps", field, {"ties": ties}) == []
    places = {
        seen.contestant: seen.place_text
        for seen in rank("team-imps", field, {"ties": "opponents"}).standings
    }
    assert places == {1: "1=", 3: "1=", 2: "3=", 4: "3="}


def test_a_table_goes_by_the_boards_that_were_to_be_played():
    field = teams(500, 0, 0, 0, 0, due=(DueMatch(1, 1, 2, 6),))
    assert [
        seen.total for seen in rank("team-imps", field, {"victory_points": "acbl-20"}).standings
    ] == [15, 5]
    assert check_ranking("team-imps", field, {"victory_points": "acbl-20"}) == []


def test_an_unfinished_match_of_pairs_counts_later():
    boards = tuple(Board(no, (Line(1, 2, 400), Line(3, 4, 100)), 1) for no in (1, 2))
    field = Field(1, boards, matches=(DueMatch(1, 1, 2, 4, is_over=False), DueMatch(1, 3, 4, 2)))
    totals = {seen.contestant: seen.total for seen in rank("swiss-pairs", field).standings}
    assert totals == {1: 0, 2: 0, 3: 0, 4: 20}
    assert check_ranking("swiss-pairs", field) == []


@pytest.mark.parametrize(
    ("method_key", "scale", "boards"), [("team-imps", "acbl-30", 4), ("swiss-pairs", "", 28)]
)
def test_matches_are_refused_of_which_no_table_tells(method_key, scale, boards):
    check_match_boards(method_key, {"victory_points": scale}, 8)
    with pytest.raises(ScoringError, match=f"not of {boards}"):
        check_match_boards(method_key, {"victory_points": scale}, boards)
