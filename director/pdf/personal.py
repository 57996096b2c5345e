"""Sheets that belong to one contestant: large for whoever needs large print."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from director.pdf.page import Pen


class PersonalSheet(Protocol):
    """A sheet that belongs to a contestant."""

    @property
    def needs_large_print(self) -> bool:
        """Whether it is for somebody who needs large print."""


_Sheet = TypeVar("_Sheet", bound=PersonalSheet)


def draw_personal(
    pen: Pen, sheets: Sequence[_Sheet], draw: Callable[[Pen, Sequence[_Sheet]], None]
) -> None:
    """Draw the *sheets*. Those in large print come last."""
    large_sheets = [sheet for sheet in sheets if sheet.needs_large_print]
    if pen.large_print or not large_sheets:
        draw(pen, sheets)
        return
    usual_sheets = [sheet for sheet in sheets if not sheet.needs_large_print]
    if usual_sheets:
        draw(pen, usual_sheets)
    with pen.larger():
        draw(pen, large_sheets)
