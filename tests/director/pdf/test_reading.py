"""The reader of PDFs that the other tests rely on sees what is wrong with a page."""

from io import BytesIO

import pytest

from director.pdf.page import Box, Pen
from tests.director.pdf.factories import PRINTED_AT
from tests.director.pdf.reading import read_pages

SIZE = (200.0, 100.0)


def faults_of(draw):
    target = BytesIO()
    pen = Pen(target, paper=SIZE, large_print=False, printed_at=PRINTED_AT, title="Test")
    pen.begin_page()
    draw(pen)
    pen.save()
    return [
        fault.split(" by ")[0]
        for page in read_pages(target.getvalue())
        for fault in page.faults(20)
    ]


def word(pen, text, x, y):
    pen.write(text, Box(x, y, 60, 12), 10, align="left")


@pytest.mark.parametrize(
    ("draw", "faults"),
    [
        pytest.param(lambda pen: word(pen, "stay", 50, 50), [], id="well-placed"),
        pytest.param(lambda pen: word(pen, "stay", 5, 50), ["'stay' is in the margin"], id="left"),
        pytest.param(
            lambda pen: word(pen, "stay", 165, 50), ["'stay' is in the margin"], id="right"
        ),
        pytest.param(
            lambda pen: word(pen, "stay", 50, 5), ["'stay' is in the margin"], id="bottom"
        ),
        pytest.param(
            lambda pen: word(pen, "stay", 50, 80), ["'stay' is in the upper margin"], id="top"
        ),
        pytest.param(
            lambda pen: (word(pen, "one", 50, 50), word(pen, "two", 60, 54)),
            ["'two' covers 'one'"],
            id="overlap",
        ),
        pytest.param(
            lambda pen: (word(pen, "one", 50, 50), word(pen, "two", 50, 62)),
            [],
            id="below-each-other",
        ),
        pytest.param(
            lambda pen: (word(pen, "stay", 50, 50), pen.draw_lines([(55, 40, 55, 70)])),
            ["'stay' is crossed"],
            id="upright-line-through",
        ),
        pytest.param(
            lambda pen: (word(pen, "stay", 50, 50), pen.draw_lines([(40, 56, 90, 56)])),
            ["'stay' is crossed"],
            id="level-line-through",
        ),
        pytest.param(
            lambda pen: (
                word(pen, "stay", 50, 50),
                pen.draw_lines([(55, 70, 55, 90), (40, 50, 90, 50)]),
            ),
            [],
            id="lines-beside",
        ),
    ],
)
def test_faults_of_a_page_are_found(draw, faults):
    assert faults_of(draw) == faults


@pytest.mark.parametrize(
    ("quarters", "turn"),
    [
        pytest.param(1, 90, id="east"),
        pytest.param(2, 180, id="north"),
        pytest.param(-1, -90, id="west"),
    ],
)
def test_turned_text_is_read_where_it_stands(quarters, turn):
    target = BytesIO()
    pen = Pen(target, paper=SIZE, large_print=False, printed_at=PRINTED_AT, title="Test")
    box = Box(120, 30, 50, 60)
    pen.begin_page()
    with pen.turn_box(box, quarters) as seen:
        pen.write("stay", seen, 10)
    pen.save()
    (item,) = read_pages(target.getvalue())[0].drawn
    assert item.text == "stay"
    assert item.turn == turn
    assert round((item.left + item.right) / 2) == 145
    assert round((item.bottom + item.top) / 2) == 60
