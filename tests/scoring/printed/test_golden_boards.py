"""Boards that sources print with their points, from ``tests/golden/scoring``; blank points are not printed there."""

import pytest

from scoring.display import format_rounded
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.golden import read_golden_rows
from tests.scoring.printed import usebio

BOARDS = [
    ("ascherman_four-results", {}, 0),
    ("aggregate_three-tables", {}, 0),
    ("butler_ten-tables", {"datum": "trimmed"}, 0),
    ("cross-imps_six-tables", {}, 1),
    ("matchpoints_fouled-10-results", {}, 1),
    ("matchpoints_small-groups", {"small_groups": "special", "per_beaten": "1"}, 1),
    ("total-imps_six-tables", {}, 0),
]


@pytest.mark.parametrize(
    ("name", "options", "decimals"), BOARDS, ids=[name for name, _, _ in BOARDS]
)
def test_points_are_those_the_source_prints(name, options, decimals):
    printed = read_golden_rows(f"scoring/{name}.csv")
    lines = tuple(
        Line(number, number, score=int(row["score"]), group=row["group"])
        for number, row in enumerate(printed, start=1)
    )
    board = rank_field(name.partition("_")[0], Field(2, (Board(1, lines),)), options).boards[0]
    ours = [format_rounded(scored.ns_points, decimals) for scored in board.lines]
    assert [points for points, row in zip(ours, printed, strict=True) if row["ns_points"]] == [
        row["ns_points"] for row in printed if row["ns_points"]
    ]


def test_cross_imp_standings_are_the_official_ones():
    ranking = rank_field("cross-imps", usebio.read_field("club-cross-imp-9-pairs"))
    ours = {
        (str(standing.contestant), format_rounded(standing.total), standing.rank_text)
        for standing in ranking.standings
    }
    assert ours == {
        tuple(row.values())
        for row in read_golden_rows("scoring/cross-imps_club-cross-imp-9-pairs.csv")
    }


def test_cross_imps_of_every_line_are_the_official_ones():
    session = "club-cross-imp-9-pairs"
    ranking = rank_field("cross-imps", usebio.read_field(session))
    ours = [
        (
            board.board_no,
            scored.line.ns,
            scored.line.ew,
            format_rounded(scored.ns_points),
            format_rounded(scored.ew_points),
        )
        for board in ranking.boards
        for scored in board.lines
    ]
    assert ours == [
        (
            line.board_no,
            line.ns,
            line.ew,
            format_rounded(line.ns_imps),
            format_rounded(line.ew_imps),
        )
        for line in usebio.read_played_lines(session)
    ]
