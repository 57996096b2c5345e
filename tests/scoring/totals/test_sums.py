"""The sums of a field: added up by board or line by line, from columns or lines."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line, get_line_contestants
from scoring.registry import get_method, rank_field
from scoring.sums import sum_boards
from tests.oracle.checking import check_ranking
from tests.scoring.strategies import fields, ruled_fields

UNITS_BY_METHOD = {
    "matchpoints": ("mp", "%"),
    "ascherman": ("mp", "%"),
    "cross-imps": ("imp",),
    "total-imps": ("imp",),
    "butler": ("imp",),
    "aggregate": ("points",),
}
SIT_OUTS = ("as-played", "scaled", "sixty", "scaled-to-session")
AWARD = ArtificialScore(Fraction(60), Fraction(40))
OWN_AVERAGE = ArtificialScore(
    Fraction(60), Fraction(40), has_ns_own_average=True, has_ew_own_average=True
)


def draw_field(data, key) -> Field:
    """A field that the method *key* can score: gaps, awards, weighted and split scores, groups, points moved."""
    units = UNITS_BY_METHOD[key]
    if key == "aggregate":
        return data.draw(
            ruled_fields(units, artificials=st.nothing(), moved=units[0]) | fields(st.nothing())
        )
    return data.draw(ruled_fields(units, moved=units[0]))


def tally_line_by_line(field, boards):
    """Points, available points, boards and lines of each contestant, added up as fractions."""
    sums = {}
    for board in boards:
        present = set()
        for scored in board.lines:
            keys = get_line_contestants(field, scored.line)
            for key, points in zip(keys, scored[1:], strict=True):
                point_sum, available, board_count, lines = sums.get(key, (Fraction(0), 0, 0, 0))
                lines += key not in present
                present.add(key)
                if points is not None:
                    point_sum, available = point_sum + points, available + (board.top or 0)
                    board_count += 1
                sums[key] = (point_sum, available, board_count, lines)
    return sums


def make_tallies_by_contestant(boards, winner_count):
    return {
        (tally.direction, tally.contestant): (
            tally.point_sum,
            tally.available_points,
            tally.board_count,
            tally.line_count,
        )
        for tally in sum_boards(boards, winner_count)
    }


def share_results(field: Field) -> Field:
    """The same field of columns, where lines with equal results share one."""
    boards = []
    for board in field.boards:
        results = {}
        for line in board.lines:
            result = line._replace(ns=0, ew=0, section="")
            results.setdefault(repr(result), result)
        made = [results[repr(line._replace(ns=0, ew=0, section=""))] for line in board.lines]
        ns, ew, sections = (
            [getattr(line, name) for line in board.lines] for name in ("ns", "ew", "section")
        )
        boards.append(Board.from_columns(board.board_no, ns, ew, made, sections))
    return replace(field, boards=tuple(boards))


@pytest.mark.parametrize("key", UNITS_BY_METHOD)
@given(data=st.data())
def test_sums_are_those_of_all_lines(key, data):
    field = draw_field(data, key)
    boards = rank_field(key, field).boards
    assert make_tallies_by_contestant(boards, field.winner_count) == tally_line_by_line(
        field, boards
    )


@given(data=st.data())
def test_a_contestant_with_several_lines_on_a_board_has_each_point_and_one_board(data):
    numbers = data.draw(st.permutations([1, 2, 3, 4]))
    ns, ew, *others = numbers
    meetings = [(ns, ew), (ew, ns), tuple(others)]
    scores = data.draw(st.lists(st.sampled_from([None, 50, 420]), min_size=3, max_size=3))
    board = Board(
        7, tuple(Line(*pairs, score) for pairs, score in zip(meetings, scores, strict=True))
    )
    field = Field(1, (board,))
    boards = rank_field("matchpoints", field).boards
    tallies = make_tallies_by_contestant(boards, 1)
    assert tallies == tally_line_by_line(field, boards)
    assert {lines for *_others, lines in tallies.values()} == {1}


@pytest.mark.parametrize("key", UNITS_BY_METHOD)
@given(data=st.data())
def test_columns_give_what_lines_give(key, data):
    field = draw_field(data, key)
    method = get_method(key)
    assert method.rank(share_results(field)) == method.rank(field)
    assert check_ranking(key, field, {}) == []


@st.composite
def changed_fields(draw, field):
    """The field after a change of one board: another score, an award, no result, a line or the board gone."""
    boards = list(field.boards)
    index = draw(st.integers(0, len(boards) - 1))
    board = boards.pop(index)
    lines = list(board.lines)
    change = draw(st.sampled_from(["score", "award", "own", "none", "less", "gone"]))
    if change == "gone" or not lines:
        return replace(field, boards=tuple(boards), credits=())
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    if change != "less":
        bare_line = Line(line.ns, line.ew, group=line.group)
        changed_line = {
            "score": bare_line._replace(score=draw(st.sampled_from([-50, 0, 420, 1390]))),
            "award": bare_line._replace(artificial=AWARD),
            "own": bare_line._replace(artificial=OWN_AVERAGE),
            "none": bare_line,
        }[change]
        lines.insert(0, changed_line)
    boards.insert(index, Board(board.board_no, tuple(lines)))
    return replace(field, boards=tuple(boards), credits=())


@pytest.mark.parametrize("key", [key for key in UNITS_BY_METHOD if key != "aggregate"])
@given(data=st.data())
def test_boards_that_were_ranked_before_give_what_new_boards_give(key, data):
    """Several changes in a row, in which the other boards keep the points that they have cached."""
    method = get_method(key)
    field = draw_field(data, key)
    options = {"sit_outs": data.draw(st.sampled_from(SIT_OUTS))}
    method.rank(field, options)
    for _change in range(3):
        if not field.boards:
            return
        field = data.draw(changed_fields(field))
        new = Field(
            field.winner_count,
            tuple(Board(board.board_no, board.lines) for board in field.boards),
            field.credits,
        )
        assert method.rank(field, options) == method.rank(new, options)


@pytest.mark.parametrize("result", [Line(0, 0), Line(0, 0, artificial=AWARD)], ids=["gap", "award"])
def test_lines_are_not_made_for_an_award_or_a_missing_result(result):
    played = [Line(0, 0, score) for score in (420, 50, -50)]
    board = Board.from_columns(7, (1, 2, 3, 4), (5, 6, 7, 8), [*played, result])
    ranking = rank_field("matchpoints", Field(2, (board,)))
    assert "lines" not in vars(board)
    assert {standing.board_count for standing in ranking.standings} == {
        1,
        int(result.artificial is not None),
    }
