"""Parts of sheets: names, lines to write on, codes for phones, and footnotes to figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from director.pdf.fonts import MIN_SIZE, measure_longest_word, measure_text, wrap_text
from director.pdf.page import Box, Pen

QUIET_SQUARES = 3  # of white border around a code; the paper beside it is white as well
NAME_LEADING = 1.15
MAX_NAME_LINES = 2  # before a name is made smaller


def write_blank(pen: Pen, box: Box, label: str, size: float) -> None:
    """Write a *label* followed by a line to write on, up to the end of *box*."""
    label_width = min(measure_text(label, size) + 4, box.width)
    pen.write(label, box.get_column(0, label_width), size, align="left")
    foot = box.y + box.height * 0.22
    pen.draw_lines([(box.x + label_width, foot, box.right, foot)], 0.5)


def draw_name(pen: Pen, box: Box, name: str, size: float) -> None:
    """Write a *name* at up to *size* in one or more lines, or leave a line to write it on.

    A name may be divided after hyphens.
    """
    if not name:
        write_blank(pen, box, "Name", max(MIN_SIZE, min(size, box.height * 0.28)))
        return
    lines, fitting_size = fit_name(name, box.width, size, box.height)
    pen.write_lines(lines, box, fitting_size, bold=True, align="left", leading=NAME_LEADING)


def fit_name(name: str, width: float, size: float, height: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a *name* and the largest size at which they fit.

    At most *size*, at least ``MIN_SIZE``.
    """
    while True:
        lines = wrap_text(name, size, width, bold=True)
        fits = len(lines) * size * NAME_LEADING <= height and len(lines) <= MAX_NAME_LINES
        is_divided = measure_longest_word(name.replace("-", "- "), size, bold=True) > width
        if size <= MIN_SIZE or (fits and not is_divided):
            return lines, size
        size = max(MIN_SIZE, size - 0.5)


def draw_qr_code(pen: Pen, box: Box, rows: Sequence[bytes]) -> None:
    """Draw a QR code as large as *box* allows, including the white border that a phone needs.

    It is one image with a bit for each square. A thousand rectangles on each card would take most
    of the time for a large party.
    """
    square_size = min(box.width, box.height) / (len(rows) + 2 * QUIET_SQUARES)
    side = len(rows) * square_size
    pen.draw_stencil(
        Box(
            box.right - QUIET_SQUARES * square_size - side,
            box.top - QUIET_SQUARES * square_size - side,
            side,
            side,
        ),
        rows,
    )


FOOTNOTE_SIGNS = ("*", "†", "‡", "§", "¶", "#")
LEADING = 1.2
LARGE_FOOTNOTE_SIZE = 14.0  # points, in large print


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The texts below one sheet in order, each with its sign, explained at *size*."""

    texts_with_signs: tuple[tuple[str, str], ...]  # text, sign
    size: float = MIN_SIZE

    @classmethod
    def from_texts(cls, texts: Iterable[Sequence[str]], *, is_large: bool = False) -> "Footnotes":
        """Return the footnotes of a sheet whose lines have these *texts*.

        After six signs they are doubled.

        >>> Footnotes.from_texts([("sits out",), (), ("shared", "sits out")]).texts_with_signs
        (('sits out', '*'), ('shared', '†'))
        """
        distinct_texts = dict.fromkeys(chain.from_iterable(texts))
        signs = tuple((text, _make_sign(index)) for index, text in enumerate(distinct_texts))
        size = LARGE_FOOTNOTE_SIZE if is_large else MIN_SIZE
        return cls(signs, size)

    def get_signs(self, texts: Sequence[str]) -> str:
        """Return the signs of a line."""
        return "".join(sign for text, sign in self.texts_with_signs if text in texts)

    def wrap_lines(self, width: float) -> tuple[str, ...]:
        """Return the explanations of the signs, each beginning on a new line."""
        lines: list[str] = []
        for text, sign in self.texts_with_signs:
            lines += wrap_text(f"{sign} {text}", self.size, width)
        return tuple(lines)

    def compute_height(self, width: float) -> float:
        """Return the height of the explanations."""
        return len(self.wrap_lines(width)) * self.size * LEADING

    def draw(self, pen: Pen, box: Box) -> None:
        """Write the explanations into *box*."""
        pen.write_lines(self.wrap_lines(box.width), box, self.size, align="left", leading=LEADING)


def _make_sign(index: int) -> str:
    return FOOTNOTE_SIGNS[index % len(FOOTNOTE_SIGNS)] * (index // len(FOOTNOTE_SIGNS) + 1)
