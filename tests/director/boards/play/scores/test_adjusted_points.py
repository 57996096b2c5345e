"""Points moved by hand: typed for a line, refused where they cannot be, shown and added up."""

import pytest

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from scoring.errors import ScoringError
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import make_played_section


@pytest.mark.parametrize(
    "typed", ["LATER MOVED 1/1 MP", "NP: late MOVED 1/1 MP", "4SS= SHIFTED MOVED 1/1 MP"]
)
def test_what_has_no_points_of_its_own_cannot_be_moved(typed):
    with pytest.raises(
        DeskError, match=r"has no points of its own to move\. Enter a result before MOVED\."
    ):
        parse_line_entry(typed)


def test_a_move_without_a_unit_is_no_result():
    with pytest.raises(ScoringError):
        parse_line_entry("4ss= moved 2/-2")


@pytest.fixture
def line(db):
    """The section of a night, and board and pairs of its first line."""
    section = make_played_section(published=False)
    result = section.results.order_by("board_no", "ns").first()
    return section, (result.board_no, result.ns, result.ew)


def enter(section, at, text):
    return enter_result(section=section, board_no=at[0], ns=at[1], ew=at[2], text=text, user=None)


def points(section, at):
    sheets = fetch_session_sheets(section)
    rows = [row for board in sheets.boards if board.board_no == at[0] for row in board.lines]
    row = next(row for row in rows if (row.ns.number, row.ew.number) == at[1:])
    totals = {row.contestant: row.total for group in sheets.standings.groups for row in group.rows}
    return row.ns.points, row.ew.points, totals[at[1]], totals[at[2]]


def test_moved_points_are_on_the_line_and_in_both_totals(line):
    section, at = line
    text = section.results.get(board_no=at[0], ns=at[1], ew=at[2]).text
    before = points(section, at)
    enter(section, at, f"{text} moved 2/-1 mp")
    assert points(section, at) == (before[0] + 2, before[1] - 1, before[2] + 2, before[3] - 1)


def test_another_unit_keeps_the_night_from_being_scored_by_another_method(line):
    """Two matchpoints are no two IMPs: the move has to be taken back first."""
    section, at = line
    enter(section, at, "4SS= moved 2/-2 mp")
    with pytest.raises(
        ScoringError, match=r"Butler IMPs doesn’t use mp\. Enter the adjustment in imp\."
    ):
        set_scoring(section=section, scoring="butler", options={})
