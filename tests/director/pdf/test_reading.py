"""The reader of PDFs that the other tests rely on sees what is wrong with a page."""

from io import BytesIO

import pytest

from director.pdf.page import Box, Pen
from tests.director.pdf.factories import PRINTED_AT
from tests.director.pdf.reading import read_pages

SIZE = (200.0, 100.0)


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
