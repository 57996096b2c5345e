"""Pictures of figures: everything lies inside, figures keep their order, equal ones stack."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.core.base.bars import choose_bar_scale, make_bar, make_rising_scale
from director.core.base.curves import CURVE_LEFT, Axis, make_curve
from director.core.base.pictures import NARROWEST, FieldFigure, make_dot_plot, make_scale

figures = st.fractions(min_value=-5000, max_value=5000, max_denominator=200)
fields = st.lists(figures, min_size=1, max_size=80)


def plot_of(values, *, label=False):
    field = [FieldFigure(value, label="65.08%" if label else "") for value in values]
    return make_dot_plot([("North-South", field)], make_scale(values))


@given(fields, st.booleans())
def test_every_dot_and_label_lies_in_the_picture(values, label):
    plot = plot_of(values, label=label)
    (row,) = plot.rows
    assert len(row.dots) == len(values)
    for dot in row.dots:
        assert 0 <= dot.x <= 100
        assert row.title_y < dot.y - plot.radius
        assert dot.y + plot.radius <= row.base_y < plot.height
    assert all(0 < text.y < plot.height for text in row.labels)
    assert all(0 <= tick.position <= 100 for tick in plot.ticks)


@given(fields)
def test_dots_are_in_the_order_of_their_figures_and_none_hides_another(values):
    plot = plot_of(values)
    dots = plot.rows[0].dots
    xs = [dot.x for dot in dots]
    assert xs == sorted(xs)
    if plot.radius > 1.5:
        for first, second in pairwise(sorted(dots, key=lambda dot: (dot.y, dot.x))):
            across = (second.x - first.x) * NARROWEST / 100
            assert across >= 2 * plot.radius - 0.1 or second.y - first.y >= 2 * plot.radius - 0.1


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


@given(fields, st.sampled_from([None, 0, 50]), st.sampled_from([1, 20]))
def test_a_scale_holds_all_figures_and_has_few_round_lines(values, middle, min_span):
    scale = make_scale(values, middle=middle, min_span=min_span)
    assert scale.low <= min(values) <= max(values) <= scale.high
    assert scale.high - scale.low >= min_span
    assert 2 <= len(scale.ticks) <= 8
    assert middle is None or scale.low <= middle <= scale.high


@given(fields)
def test_a_curve_goes_from_left_to_right_inside_its_picture(values):
    scale = make_scale(values, middle=0)
    curve = make_curve(values, scale, columns=values, axes=[Axis("Round", (("1", len(values)),))])
    xs = [dot.x for dot in curve.dots]
    assert xs == sorted(xs)
    assert all(CURVE_LEFT < x < 100 for x in xs)
    assert all(0 < dot.y <= curve.bottom < curve.height for dot in curve.dots)
    assert len(curve.parts) == len(values) - 1
    for column in curve.columns:
        assert column.y + column.height <= curve.bottom + 0.1
    assert [column.is_below for column in curve.columns] == [value < 0 for value in values]


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


@given(fields)
def test_bars_stay_in_their_column_and_say_on_which_side_they_are(values):
    for scale in (choose_bar_scale(values, are_percentages=False), make_rising_scale(values)):
        for value in values:
            bar = make_bar(value, scale)
            assert 0 <= bar.x <= bar.x + bar.width <= 101
            assert bar.is_below == (value < scale.middle)


def test_percentages_beyond_the_usual_have_the_whole_range():
    assert make_bar(100, choose_bar_scale([100, 20], are_percentages=True)).width == 50
    assert make_bar(70, choose_bar_scale([70, 30], are_percentages=True)).width == 50


@given(fields, st.sampled_from([None, 0, 50]), figures)
def test_a_bar_is_the_rounded_share_of_its_exact_figure(values, middle, outside):
    scale = make_scale(values, middle=middle)
    for figure in [*values, outside]:
        bar = make_bar(figure, scale)
        begin = scale.low if middle is None else Fraction(middle)
        ends = [
            100 * min(max((end - scale.low) / (scale.high - scale.low), Fraction(0)), Fraction(1))
            for end in (begin, figure)
        ]
        assert (bar.x, bar.width) == (round(min(ends)), round(max(ends) - min(ends)))
        assert bar.middle == round(ends[0])
        assert bar.is_below == (figure < begin)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=60))
def test_each_dot_lies_as_low_as_those_before_it_let_it(percentages):
    plot = plot_of([0, *percentages, 100])
    dots = plot.rows[0].dots
    width = 200 * plot.radius / NARROWEST
    base = max(dot.y for dot in dots)
    step = min([base - dot.y for dot in dots if dot.y < base], default=1)
    for index, dot in enumerate(dots):
        near = [other for other in dots[:index] if dot.x - other.x < width]
        levels = {round((base - other.y) / step) for other in near}
        lowest = next(level for level in range(len(dots)) if level not in levels)
        assert round((base - dot.y) / step) == lowest
