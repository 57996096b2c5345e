"""Signs behind a figure and what they mean below: for forms whose lines have no room for words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.paper.fonts import SMALLEST, wrap_text
from director.paper.page import Box, Pen

SIGNS = ("*", "†", "‡", "§", "¶", "#")
LEADING = 1.2


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The remarks of one small sheet, each with its sign, in the order in which they come."""

    signs: tuple[tuple[str, str], ...]  # remark, sign

    @classmethod
    def of(cls, remarks: Iterable[Sequence[str]]) -> "Footnotes":
        """Return the footnotes of a sheet whose lines have these *remarks*; after six signs they are doubled.

        >>> Footnotes.of([("sits out",), (), ("shared", "sits out")]).signs
        (('sits out', '*'), ('shared', '†'))
        """
        different = dict.fromkeys(remark for line in remarks for remark in line)
        return cls(tuple((remark, _sign(place)) for place, remark in enumerate(different)))

    def behind(self, remarks: Sequence[str]) -> str:
        """Return the signs of a line."""
        return "".join(sign for remark, sign in self.signs if remark in remarks)

    def lines(self, width: float) -> tuple[str, ...]:
        """Return what the signs mean, each from a line of its own on."""
        texts = (f"{sign} {remark}" for remark, sign in self.signs)
        return tuple(line for text in texts for line in wrap_text(text, SMALLEST, width))

    def height(self, width: float) -> float:
        """Return the height that the meanings take."""
        return len(self.lines(width)) * SMALLEST * LEADING

    def draw(self, pen: Pen, box: Box) -> None:
        """Write the meanings into *box*."""
        pen.write_lines(self.lines(box.width), box, SMALLEST, align="left", leading=LEADING)


def _sign(place: int) -> str:
    return SIGNS[place % len(SIGNS)] * (place // len(SIGNS) + 1)
