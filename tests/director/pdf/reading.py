"""Reads a PDF back: every drawn text with the rectangle it fills, every ruled line, in points on the page."""

from dataclasses import dataclass
from io import BytesIO
from itertools import takewhile
from math import hypot

import pytest
from pypdf import PdfReader

from director.pdf.fonts import CAP_HEIGHT, measure_text
from director.pdf.page import MARGIN
from tests.director.pdf.factories import FINGERPRINT, print_sheets

EPSILON = 0.3
NEAR = 0.5  # a text as near to a level line as this seems struck through
PAPER_CASES = [pytest.param("a4", id="a4"), pytest.param("letter", id="letter")][:1]
"""Both papers; every day one of them, beside the other in every second of ``parametrize_papers``."""


def parametrize_papers(*cases):
    """Every case with both papers; every day each case with one of them, in turn."""
    papers = ("a4", "letter")
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), paper, id=f"{case}, {paper}")
        for place, case in enumerate(cases)
        for paper in (papers[place % 2 :][:1])
    ]


@dataclass(frozen=True)
class DrawnText:
    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    turn: int  # degrees against the clock

    def overlaps(self, other):
        return (
            min(self.right, other.right) - max(self.left, other.left) > EPSILON
            and min(self.top, other.top) - max(self.bottom, other.bottom) > EPSILON
        )

    def is_crossed_by(self, line):
        left, bottom, right, top = line
        if left == right:
            is_inside, shared = (
                self.left + EPSILON < left < self.right - EPSILON,
                (self.bottom, self.top, bottom, top),
            )
        else:
            is_inside, shared = (
                self.bottom - NEAR < top < self.top + NEAR,
                (self.left, self.right, left, right),
            )
        return is_inside and min(shared[1], shared[3]) - max(shared[0], shared[2]) > EPSILON


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    drawn: tuple
    lines: tuple

    @property
    def texts(self):
        return tuple(item.text for item in self.drawn)

    @property
    def plain(self):
        return "\n".join(self.texts)

    def faults(self, margin):
        """Every text outside the margins, over another text or crossed by a line, in words."""
        found = []
        upwards = sorted(self.drawn, key=lambda item: item.bottom)
        for index, item in enumerate(upwards):
            if item.left < margin or item.bottom < margin or item.right > self.width - margin:
                found.append(f"{item.text!r} is in the margin")
            if item.top > self.height - margin:
                found.append(f"{item.text!r} is in the upper margin")
            above = takewhile(lambda other, top=item.top: other.bottom < top, upwards[index + 1 :])
            found += [
                f"{other.text!r} covers {item.text!r}" for other in above if item.overlaps(other)
            ]
            found += [
                f"{item.text!r} is crossed by {line}"
                for line in self.lines
                if item.is_crossed_by(line)
            ]
        return found


def read_pages(data, only=None):
    """All pages, or *only* those of some indexes: reading is what takes the time."""
    pages = PdfReader(BytesIO(data)).pages
    return [_read_page(pages[index]) for index in (range(len(pages)) if only is None else only)]


def read_some_pages(data):
    """The first two pages, some between and the last; every day one between."""
    count = len(PdfReader(BytesIO(data)).pages)
    between = (count // 2,)
    return read_pages(data, sorted({0, min(1, count - 1), *between, count - 1}))


def read_sound_pages(sheets, *kinds, **options):
    """All pages of some kinds, each inside its margins and cells, and with the fingerprint."""
    pages = read_pages(print_sheets(sheets, *kinds, **options))
    assert [fault for page in pages for fault in page.faults(MARGIN - 1)] == []
    assert [number for number, page in enumerate(pages, 1) if FINGERPRINT not in page.plain] == []
    return pages


def read_page_sizes(data):
    return [
        (float(page.mediabox.width), float(page.mediabox.height))
        for page in PdfReader(BytesIO(data)).pages
    ]


def _read_page(page):
    drawn, lines, start, spaces = [], [], [], [0.0, 0.0]

    def see_text(text, cm, tm, font, size):
        if text.strip():
            drawn.append(_measure_text(text.strip("\n"), cm, tm, font, size, spaces[1]))

    def see_operator(operator, operands, cm, tm):
        if operator == b"Tc":
            spaces[0] = float(operands[0])
        if operator == b"Tj":
            spaces[1] = spaces[0]  # it is set back before the text is told
        if operator in (b"m", b"l"):
            x, y = _transform_point(float(operands[0]), float(operands[1]), cm)
            if operator == b"l" and (start[0] == x or start[1] == y):
                lines.append(
                    (min(start[0], x), min(start[1], y), max(start[0], x), max(start[1], y))
                )
            start[:] = [x, y]

    page.extract_text(visitor_text=see_text, visitor_operand_before=see_operator)
    return Page(float(page.mediabox.width), float(page.mediabox.height), tuple(drawn), tuple(lines))


def _transform_point(x, y, matrix):
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _measure_text(text, cm, tm, font, size, space):
    width = measure_text(text, size, bold="Bold" in font["/BaseFont"]) + space * (len(text) - 1)
    origin = tm[4], tm[5]
    corners = [
        _transform_point(*origin, cm),
        _transform_point(origin[0] + width, origin[1] + CAP_HEIGHT * size, cm),
    ]
    (left, right), (bottom, top) = (sorted(axis) for axis in zip(*corners, strict=True))
    scale = hypot(cm[0], cm[1])
    turn = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): -90}[
        round(cm[0] / scale), round(cm[1] / scale)
    ]
    return DrawnText(text, left, bottom, right, top, round(size * scale, 3), turn)


def read_row(page, item):
    """The texts that stand level with *item*, from left to right."""
    middle = (item.bottom + item.top) / 2
    level = [
        one
        for one in page.drawn
        if one.turn == 0 and abs((one.bottom + one.top) / 2 - middle) < 1.5
    ]
    return [one.text for one in sorted(level, key=lambda one: one.left)]


def split_sheets(texts, word):
    """The texts of each small sheet, every one of which begins with *word*."""
    starts = [index for index, text in enumerate(texts) if text == word]
    return [
        list(texts[start:end]) for start, end in zip(starts, [*starts[1:], len(texts)], strict=True)
    ]
