"""Parts of sheets: names, lines to write on, codes for phones, and footnotes to figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from director.pdf.fonts import SMALLEST, measure_longest_word, text_width, wrap_text
from director.pdf.page import Box, Pen

QUIET_SQUARES = 3  # of white border around a code; the paper beside it is white as well
NAME_LEADING = 1.15
MAX_NAME_LINES = 2  # before a name is made smaller


def write_blank(pen: Pen, box: Box, word: str, size: float) -> None:
    """Write a *word* followed by a line to write on, up to the end of *box*."""
    width = min(text_width(word, size) + 4, box.width)
    pen.write(word, box.column(0, width), size, align="left")
    foot = box.y + box.height * 0.22
    pen.rule([(box.x + width, foot, box.right, foot)], 0.5)


def draw_name(pen: Pen, box: Box, name: str, size: float) -> None:
    """Write a *name* at up to *size* in one or more lines, or leave a line to write it on.

    A name may be divided after hyphens.
    """
    if not name:
        write_blank(pen, box, "Name", max(SMALLEST, min(size, box.height * 0.28)))
        return
    lines, fitting = fit_name(name, box.width, size, box.height)
    pen.write_lines(lines, box, fitting, bold=True, align="left", leading=NAME_LEADING)


def fit_name(name: str, width: float, size: float, height: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a *name* and the largest size at which they fit.

    At most *size*, at least ``SMALLEST``.
    """
    while True:
        lines = wrap_text(name, size, width, bold=True)
        fits = len(lines) * size * NAME_LEADING <= height and len(lines) <= MAX_NAME_LINES
        is_parted = measure_longest_word(name.replace("-", "- "), size, bold=True) > width
        if size <= SMALLEST or (fits and not is_parted):
            return lines, size
        size = max(SMALLEST, size - 0.5)


def draw_code(pen: Pen, box: Box, rows: Sequence[bytes]) -> None:
    """Draw a QR code as large as *box* allows, including the white border that a phone needs.

    It is one image with a bit for each square. A thousand rectangles on each card would take most
    of the time for a large party.
    """
    unit = min(box.width, box.height) / (len(rows) + 2 * QUIET_SQUARES)
    side = len(rows) * unit
    pen.draw_stencil(
        Box(
            box.right - QUIET_SQUARES * unit - side,
            box.top - QUIET_SQUARES * unit - side,
            side,
            side,
        ),
        rows,
    )


SIGNS = ("*", "†", "‡", "§", "¶", "#")
LEADING = 1.2
LARGE_SIZE = 14.0  # points, in large print


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The remarks of one sheet in order, each with its sign, explained at *size*."""

    signs: tuple[tuple[str, str], ...]  # remark, sign
    size: float = SMALLEST

    @classmethod
    def from_remarks(cls, remarks: Iterable[Sequence[str]], *, large: bool = False) -> "Footnotes":
        """Return the footnotes of a sheet whose lines have these *remarks*.

        After six signs they are doubled.

        >>> Footnotes.from_remarks([("sits out",), (), ("shared", "sits out")]).signs
        (('sits out', '*'), ('shared', '†'))
        """
        distinct_remarks = dict.fromkeys(chain.from_iterable(remarks))
        signs = tuple((remark, _make_sign(index)) for index, remark in enumerate(distinct_remarks))
        size = LARGE_SIZE if large else SMALLEST
        return cls(signs, size)

    def behind(self, remarks: Sequence[str]) -> str:
        """Return the signs of a line."""
        return "".join(sign for remark, sign in self.signs if remark in remarks)

    def lines(self, width: float) -> tuple[str, ...]:
        """Return the explanations of the signs, each beginning on a new line."""
        lines: list[str] = []
        for remark, sign in self.signs:
            lines += wrap_text(f"{sign} {remark}", self.size, width)
        return tuple(lines)

    def height(self, width: float) -> float:
        """Return the height of the explanations."""
        return len(self.lines(width)) * self.size * LEADING

    def draw(self, pen: Pen, box: Box) -> None:
        """Write the explanations into *box*."""
        pen.write_lines(self.lines(box.width), box, self.size, align="left", leading=LEADING)


def _make_sign(index: int) -> str:
    return SIGNS[index % len(SIGNS)] * (index // len(SIGNS) + 1)
