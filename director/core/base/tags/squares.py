"""Template tags for the squares of a grid, each a board at a table.

A hall has thousands of squares, for which templates would take ten times as long.
"""

from typing import Protocol

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


class GridSquare(Protocol):
    """What is shown of a square: its *state* is a class, its *words* tell the same to everybody."""

    key: str
    state: str
    words: str
    path: str

    @property
    def text(self) -> str: ...


class SquareRow(Protocol):
    """The squares of a row, by cell."""

    cells: tuple[tuple[GridSquare, ...], ...]


@register.simple_tag
def row_squares(row: SquareRow) -> SafeString:
    """Draw the squares of *row* as links to their lines, a group for each cell."""
    groups = ["".join([_draw_link(square) for square in cell]) for cell in row.cells]
    return mark_safe("".join([f"<span>{group}</span>" for group in groups]))  # noqa: S308  escaped


@register.simple_tag
def small_row_squares(row: SquareRow) -> SafeString:
    """Draw the squares of *row* as pictures in the cells of a table."""
    cells = ["".join([_draw_picture(square) for square in cell]) for cell in row.cells]
    return mark_safe("".join([f"<td>{cell}</td>" for cell in cells]))  # noqa: S308  escaped


@register.simple_tag
def render_changed_square(square: GridSquare) -> SafeString:
    """Draw a picture that takes the place of the *square* on the page."""
    return mark_safe(_draw_picture(square, ' hx-swap-oob="true"'))  # noqa: S308  escaped


def _draw_link(square: GridSquare) -> str:
    attributes = _format_attributes(square)
    return f'<a href="{escape(square.path)}" {attributes}>{escape(square.text)}</a>'


def _draw_picture(square: GridSquare, swap: str = "") -> str:
    attributes = _format_attributes(square)
    return f'<span role="img" {attributes}{swap}>{escape(square.text)}</span>'


def _format_attributes(square: GridSquare) -> str:
    words = escape(square.words)
    return (
        f'class="square {square.state}" id="square-{square.key}" '
        f'aria-label="{words}" title="{words}"'
    )
