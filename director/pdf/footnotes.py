"""Footnotes: signs after a figure, explained below, for forms without room for remarks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import Box, Pen

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
