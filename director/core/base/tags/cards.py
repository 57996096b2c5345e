"""Template filters for suits, contracts, scores and percentages.

The filters take the canonical text of an entry (``"4SXE-2"``, ``"A6040"``) or an exact figure, and
return what people read. Symbols are named for screen readers. How figures are rounded is decided in
``scoring``.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from director.core.base.pictures import Dot
from director.sheets import MINUS
from scoring.display import format_as_tally, format_percent, format_rounded

register = template.Library()

SUIT_SIGNS = {
    "C": ("♣", "clubs", "suit"),
    "D": ("♦", "diamonds", "suit red"),
    "H": ("♥", "hearts", "suit red"),
    "S": ("♠", "spades", "suit"),
}
DOUBLING_SIGNS = {"X": ("×", "doubled"), "XX": ("××", "redoubled")}
MARKED_RESULT = re.compile(
    r"(?P<rest>.+) SHIFTED|(?P<made>.*?) ?(?:(?P<count>[0-9]+) )?REVOKES? (?P<side>NS|EW)"
)
LABELS_BY_CODE = {
    "PASS": "Pass",
    "NP": "not played",
    "LATER": "to be played later",
    "SHIFTED": "hands exchanged",
    "CARDS NS": "wrong cards, N-S at fault",
    "CARDS EW": "wrong cards, E-W at fault",
    "CARDS BOTH": "wrong cards, both at fault",
}

_CONTRACT = re.compile(
    r"(?P<level>[1-7])(?P<denomination>NT|NULLO|[CDHS])(?P<doubling>X{0,2})(?P<rest>.*)"
)
_NEGATIVE = re.compile(r"(?<![^\s(])-(?=\d|½)")
_PARTS = re.compile(r"([0-9.]+%|N-S|E-W|/|,)")
_ARTIFICIAL = re.compile(r"A(?P<ns>\d\d|(?:[\d.]+[+-]?|NP)(?=/))/?(?P<ew>[\d.]+[+-]?|NP)")


@register.filter
@lru_cache(maxsize=4096)  # all travellers and scorecards of an event show the same few contracts
def contract(text: str) -> str:
    """Return a contract with suit symbols, named for screen readers.

    *text* may also be a whole entry, a word such as ``"NP"``, or an artificial score.

    >>> contract("3NTXX"), contract("PASS"), contract("A6040"), contract("")
    ('3NT<span role="img" aria-label="redoubled">××</span>', 'Pass', '60 : 40%', '')
    >>> contract("A60/NP"), contract("A60+/40-")
    ('60% : not due', '60+ : 40−%')
    >>> contract("3NULLOW+1"), contract("NP: no time")
    ('3 nullos W +1', 'not played: no time')
    >>> contract("4H")
    '4<span class="suit red" role="img" aria-label="hearts">♥</span>'
    >>> contract("4SXE-2")
    '4<span class="suit" role="img" aria-label="spades">♠</span><span role="img" aria-label="doubled">×</span> E −2'
    """
    if match := MARKED_RESULT.fullmatch(text):
        return _format_marked_result(match)
    if match := _CONTRACT.fullmatch(text):
        parts = (
            match["level"],
            _render_denomination(match["denomination"]),
            _render_doubling(match["doubling"]),
            _format_declarer_and_result(match["rest"]),
        )
        return format_html_join("", "{}", ((part,) for part in parts))
    if match := _ARTIFICIAL.fullmatch(text):
        return _format_artificial(match["ns"], match["ew"])
    if text.startswith("NP: "):
        return f"{LABELS_BY_CODE['NP']}: {text.removeprefix('NP: ')}"
    if "%" in text or " / " in text:
        return _format_assigned_score(text)
    return LABELS_BY_CODE.get(text, text.replace("-", MINUS))


def _format_artificial(ns: str, ew: str) -> str:
    """Return the shares of N-S and E-W. ``"NP"`` is a side for which the board wasn't due."""
    if "NP" not in (ns, ew):
        return f"{ns} : {ew}%".replace("-", MINUS)
    texts = []
    for percentage in (ns, ew):
        if percentage == "NP":
            texts.append("not due")
        else:
            texts.append(f"{percentage.replace('-', MINUS)}%")
    return " : ".join(texts)


def _format_assigned_score(text: str) -> str:
    """Return a weighted or split score, with each of its results as a contract."""
    html_parts = []
    for part in _PARTS.split(text):
        part_text = part.strip()
        if not part_text:
            continue
        space = "" if part_text == "," else " "
        is_separator = bool(_PARTS.fullmatch(part_text))
        html_parts.append((space, part_text if is_separator else contract(part_text)))
    content = format_html_join("", "{}{}", html_parts)
    return format_html('<span class="mix">{}</span>', content)


@register.filter
def suit(letter: str) -> str:
    """Return the symbol of a suit, named for screen readers.

    >>> suit("H")
    '<span class="suit red" role="img" aria-label="hearts">♥</span>'
    """
    return _render_denomination(letter)


@register.filter
def card(text: str) -> str:
    """Return a card, suit first, named for screen readers.

    >>> card("S10"), card("")
    ('<span class="suit" role="img" aria-label="spades">♠</span>10', '')
    """
    if text:
        return format_html("{}{}", _render_denomination(text[0]), text[1:])
    return ""


@register.filter
def signed(score: Fraction | int | None) -> str:
    """Return a score with a typographic minus, or "".

    >>> signed(620), signed(-500), signed(0), signed(None)
    ('620', '−500', '0', '')
    """
    if isinstance(score, Fraction):
        return format_points(score)
    if score is None:
        return ""
    return str(score).replace("-", MINUS)


@register.filter
def percent(value: Fraction | None, decimals: int = 2) -> str:
    """Return a percentage rounded to *decimals* without its sign, or "".

    >>> percent(Fraction(620, 13)), percent(Fraction(620, 13), 1), percent(None)
    ('47.69', '47.7', '')
    """
    if value is None:
        return ""
    return format_percent(value, decimals)


@register.filter("points")
def format_points(value: Fraction | int | None, decimals: int | None = None) -> str:
    """Return points rounded to *decimals*, by default two or fewer.

    >>> [format_points(value) for value in (7, Fraction(7, 2), Fraction(-7, 3), None)]
    ['7', '3.5', '−2.33', '']
    >>> format_points(7, 2)
    '7.00'
    """
    if value is None:
        return ""
    if decimals is None:
        text = format_rounded(value).rstrip("0").rstrip(".")
    else:
        text = format_rounded(value, decimals)
    return text.replace("-", MINUS)


@register.filter
def minus(text: str) -> str:
    """Return *text* with a typographic minus before negative figures.

    >>> minus("-140 in 1 game, 12 IMPs on 7-12 (-3) = -1.5")
    '−140 in 1 game, 12 IMPs on 7-12 (−3) = −1.5'
    """
    return _NEGATIVE.sub(MINUS, text)


def _format_marked_result(match: re.Match[str]) -> str:
    """Return a result with its mark in words: two hands exchanged, or a revoke."""
    if match["rest"]:
        return format_html("{}{}", contract(match["rest"]), ", hands exchanged")
    side = "N-S" if match["side"] == "NS" else "E-W"
    times = f" {match['count']} times" if match["count"] else ""
    comma = ", " if match["made"] else ""
    return format_html("{}{}{} revoked{}", contract(match["made"]), comma, side, times)


def _render_denomination(letter: str) -> str:
    if letter == "NT":
        return letter
    if letter == "NULLO":
        return " nullos"
    sign, name, css = SUIT_SIGNS[letter]
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', css, name, sign)


def _render_doubling(doubling: str) -> str:
    if not doubling:
        return ""
    sign, name = DOUBLING_SIGNS[doubling]
    return format_html('<span role="img" aria-label="{}">{}</span>', name, sign)


def _format_declarer_and_result(declarer_and_result: str) -> str:
    """Return ``" E −2"`` from ``"E-2"``."""
    declarer = declarer_and_result.rstrip("=+-0123456789")
    result = declarer_and_result.removeprefix(declarer)
    text = "".join(f" {part}" for part in (declarer, result) if part)
    return text.replace("-", MINUS)


@register.filter
def party_figure(value: Fraction | int) -> str:
    """Return a figure of a party as on a tally card: ``"7½"``, ``"−3"``, ``"2 1/3"``.

    >>> party_figure(Fraction(15, 2)), party_figure(Fraction(1, 2)), party_figure(-3), party_figure(Fraction(7, 3))
    ('7½', '½', '−3', '2 1/3')
    """
    return format_as_tally(value).replace("-", "−")


# The squares of a grid, each a board at a table. A hall has thousands of them, for which templates
# would take ten times as long.


class GridSquare(Protocol):
    """What is shown of a square: its *state* is a class, its *description* tell the same to everybody."""

    key: str
    state: str
    description: str
    path: str
    round_label: str
    text: str


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
    attributes = f'{_format_attributes(square)} aria-label="{escape(square.description)}"'
    label = f"<small>{escape(square.round_label)}</small>" if square.round_label else ""
    return f'<a href="{escape(square.path)}" {attributes}>{escape(square.text)}{label}</a>'


def _draw_picture(square: GridSquare, swap: str = "") -> str:
    attributes = _format_attributes(square)
    return f'<span role="img" {attributes}{swap}>{escape(square.text)}</span>'


def _format_attributes(square: GridSquare) -> str:
    # The title is what a screen reader reads of a picture, too.
    return (
        f'class="square {square.state}" id="square-{square.key}" '
        f'title="{escape(square.description)}"'
    )


# The dots of a picture, hundreds in a large field.


@register.simple_tag
def draw_dots(dots: Iterable[Dot], radius: float) -> SafeString:
    """Draw *dots* as circles."""
    circles = [
        f'<circle class="{dot.kind}" cx="{dot.x}%" cy="{dot.y}" r="{radius}"/>' for dot in dots
    ]
    return mark_safe("".join(circles))  # noqa: S308  figures and words of the program
