"""Pictures of figures: everything lies inside, figures keep their order, equal ones stack."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from director.core.base.bars import choose_bar_scale, make_bar
from director.core.base.curves import Axis, make_curve
from director.core.base.pictures import NARROWEST, FieldFigure, make_dot_plot, make_scale

figures = st.fractions(min_value=-5000, max_value=5000, max_denominator=200)


def plot_of(values, *, label=False):
    field = [FieldFigure(value, label="65.08%" if label else "") for value in values]
    return make_dot_plot([("North-South", field)], make_scale(values))


@pytest.mark.parametrize("other", [Fraction("61.11"), Fraction("63.2"), Fraction("64.9")])
def test_figures_beside_each_other_do_not_touch_on_a_phone(other):
    """A digit is up to 10.5 pixels wide."""
    figures = [Fraction(30), Fraction("57.54"), other, Fraction(70)]
    field = [FieldFigure(figure, label=f"{float(figure):.2f}%") for figure in figures]
    (row,) = make_dot_plot([("North-South", field)], make_scale(figures)).rows
    centres = [label.x for label in row.labels if label.anchor == "middle"]
    assert centres
    for first, second in pairwise(sorted(centres)):
        assert (second - first) * NARROWEST / 100 >= len("57.54%") * 10.4


def test_equal_figures_stand_on_each_other():
    plot = plot_of([50] * 8)
    dots = plot.rows[0].dots
    assert len({dot.x for dot in dots}) == 1
    assert len({dot.y for dot in dots}) == 8


@pytest.mark.parametrize("count", [60, 400])
def test_a_huge_field_of_equals_stays_a_small_picture(count):
    assert plot_of([50] * count).height < 160


def test_two_rankings_share_a_scale_and_stand_below_each_other():
    north_south, east_west = [Fraction(65), Fraction(40)], [Fraction(61), Fraction(40)]
    rankings = [
        ("North-South", [FieldFigure(value) for value in north_south]),
        ("East-West", [FieldFigure(value) for value in east_west]),
    ]
    first, second = make_dot_plot(rankings, make_scale([*north_south, *east_west])).rows
    assert first.dots[0].x == second.dots[0].x
    assert first.base_y < second.title_y < second.dots[0].y


def test_marked_dots_are_drawn_last():
    field = [FieldFigure(60, "own"), FieldFigure(62, "lead"), FieldFigure(50)]
    (row,) = make_dot_plot([("", field)], make_scale([50, 62])).rows
    assert [dot.kind for dot in row.dots] == ["field", "lead", "own"]


def test_a_curve_leaves_out_columns_without_a_figure_and_parts_its_rounds():
    curve = make_curve(
        [50, 60, 55, 54],
        make_scale([50, 60], middle=50),
        columns=[50, None, 40, 60],
        axes=[
            Axis("Board", (("1", 1), ("2", 1), ("3", 1), ("4", 1))),
            Axis("Round", (("1", 2), ("2", 2))),
        ],
    )
    assert len(curve.columns) == 3
    boards, rounds = curve.axes
    assert [label.text for label in boards.labels] == ["Board", "1", "2", "3", "4"]
    assert boards.borders == ()
    assert len(rounds.borders) == 1
    assert curve.dots[1].x < rounds.borders[0] < curve.dots[2].x


def test_percentages_beyond_the_usual_have_the_whole_range():
    assert make_bar(100, choose_bar_scale([100, 20], are_percentages=True)).width == 50
    assert make_bar(70, choose_bar_scale([70, 30], are_percentages=True)).width == 50
