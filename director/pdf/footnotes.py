"""Signs behind a figure and what they mean below: for forms whose lines have no room for words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import Box, Pen

SIGNS = ("*", "†", "‡", "§", "¶", "#")
LEADING = 1.2
LARGE = 14.0  # points, in large print


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The remarks of one sheet in order, each with its sign.

    They are explained at *size*.
    """

    signs: tuple[tuple[str, str], ...]  # remark, sign
    size: float = SMALLEST

    @classmethod
    def of(cls, remarks: Iterable[Sequence[str]], *, large: bool = False) -> "Footnotes":
        """Return the footnotes of a sheet whose lines have these *remarks*.

        After six signs they are doubled.

        >>> Footnotes.of([("sits out",), (), ("shared", "sits out")]).signs
        (('sits out', '*'), ('shared', '†'))
        """
        different = dict.fromkeys(remark for line in remarks for remark in line)
        return cls(
            tuple((remark, _sign(place)) for place, remark in enumerate(different)),
            LARGE if large else SMALLEST,
        )

    def behind(self, remarks: Sequence[str]) -> str:
        """Return the signs of a line."""
        return "".join(sign for remark, sign in self.signs if remark in remarks)

    def lines(self, width: float) -> tuple[str, ...]:
        """Return what the signs mean, each from a line of its own on."""
        texts = (f"{sign} {remark}" for remark, sign in self.signs)
        return tuple(line for text in texts for line in wrap_text(text, self.size, width))

    def height(self, width: float) -> float:
        """Return the height that the meanings take."""
        return len(self.lines(width)) * self.size * LEADING

    def draw(self, pen: Pen, box: Box) -> None:
        """Write the meanings into *box*."""
        pen.write_lines(self.lines(box.width), box, self.size, align="left", leading=LEADING)


def _sign(place: int) -> str:
    return SIGNS[place % len(SIGNS)] * (place // len(SIGNS) + 1)
