"""The picture of who met whom and who was compared with whom, counted square by square."""

from director.boards.movement.fairness_picture import draw_fairness_picture
from director.boards.movement.numbering import make_planned_section
from movements.balance import fairness
from movements.registry import make_plan


def picture(key: str, pairs: int, pair_no: int = 1, **kwargs):
    movement = make_plan(key, pairs=pairs, boards_per_set=2, **kwargs)
    section = make_planned_section(None, movement)
    return fairness(movement), draw_fairness_picture(movement, pair_no, section.get_label)


def place(picture, x: str, y: str) -> tuple[int, int]:
    """Return row and column of the square around a point."""
    return int((float(y) - picture.margin) // picture.side), int(
        (float(x) - picture.margin) // picture.side
    )


def couples(found) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row in range(len(found.contestants))
        for column in range(row + 1, len(found.contestants))
    ]


def test_counts_stand_in_the_squares_where_they_are_large_enough():
    found, shown = picture("howell", 10)
    figures = {place(shown, str(mark.x), str(mark.y)): mark.text for mark in shown.figures}
    assert figures == {
        (column, row): str(found.same_direction[row][column]) for row, column in couples(found)
    }
    assert picture("howell", 36)[1].figures == ()


def test_many_meetings_are_figures_and_not_dots():
    found, shown = picture("snow", 10)
    assert found.meetings_max > 3
    assert shown.dots == ""
    assert shown.has_dots is False
    figures = {place(shown, str(mark.x), str(mark.y)): mark.text for mark in shown.figures}
    assert figures[0, 5] == str(found.meetings[0][5])


def test_names_of_two_lines_stand_over_their_columns():
    _found, shown = picture("mitchell", 8)
    assert [mark.text for mark in shown.columns] == ["1", "2", "3", "4"] * 2
    assert [mark.text for mark in shown.lines] == ["N-S", "E-W"]
    assert [mark.text for mark in picture("howell", 8)[1].lines] == []


def test_words_say_the_row_of_the_followed_pair():
    assert picture("howell", 8, 3)[1].sentences == (
        "Meets everybody once.",
        "Compared with everybody on 3 board sets.",
    )
    assert picture("mitchell", 10, 2)[1].sentences == (
        "Meets 1–5 E-W once; never 1 N-S, 3–5 N-S.",
        "Compared with 1 N-S, 3–5 N-S on 5 board sets; never with 1–5 E-W.",
    )
