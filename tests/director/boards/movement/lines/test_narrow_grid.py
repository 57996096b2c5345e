"""The narrow grid of Scores: a square for each board, or for each round if there are too many boards."""

import pytest

from director.boards.movement.lines.narrow_grid import (
    list_changed_squares,
    make_narrow_grid,
)
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_on_line, make_night

pytestmark = pytest.mark.django_db


def progress_of(desk, section):
    return desk.get(f"/sessions/{section.session_id}/scores/", follow=True).context["page"].progress


@pytest.mark.slow
def test_more_boards_than_pixels_are_rounds_that_say_how_many_boards_are_entered(desk):
    section = make_night(pairs=18, boards_per_set=6, rounds=9)
    empty_grid = make_narrow_grid(progress_of(desk, section))
    assert {square.state for row in empty_grid.rows for (square,) in row.cells} <= {"now", "due"}
    lines = fetch_section_lines(fetch_section(section.session_id)).all
    first_round = [line for line in lines if line.round_no == 1 and line.table_no == 2]
    enter_on_line(section, first_round[0], "1NTS=")
    progress = progress_of(desk, section)
    grid = make_narrow_grid(progress)
    assert [len(row.cells) for row in grid.rows] == [9] * 9
    (square,) = grid.rows[1].cells[0]
    assert square.state == "part"
    assert square.description == "Table 2, round 1: 1 of 6 entered"
    assert list_changed_squares(progress, first_round[:1]) == [square]
    for line in first_round[1:]:
        enter_on_line(section, line, "1NTS=")
    page = desk.get(f"/sessions/{section.session_id}/scores/", follow=True)
    assert "Entered by round" in find_texts(page, "h2")
    states = {
        element.get("title"): element.get("class")
        for element in find_elements(page, "#grid .square")
    }
    assert states["Table 2, round 1: 6 of 6 entered"] == "square in"
    assert len(states) == 81
