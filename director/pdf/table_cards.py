"""Cards for tables that enter results on phones: the private address and its code."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.marks import draw_code
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp
from director.sheets import Heading

GAP = 10.0
NUMBER = 190.0
USUAL, LARGE = 17.0, 24.0  # points: what is read at the table
LEADING = 1.25
WIFI_CODE = 3.4  # height of the code of the network, against the size
BETWEEN = 4.0  # between the name and the password of the network
LEAST = 0.6  # of the size: how small a word is made before it takes another line
JOIN = "First join this Wi-Fi:"
TYPED = "Or type this address, then the code:"
_PARTS = re.compile(r"(?<=[/.])(?=[^/])")  # behind a dot or the last of some slashes


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of text, all at one size.

    Their labels stand before them in small.
    """

    texts: tuple[str, ...]
    size: float
    what: str = ""

    @property
    def height(self) -> float:
        """The height that they take."""
        return len(self.texts) * self.size * LEADING


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that phones of players join, with the code by which they do."""

    name: str
    password: str  # empty where it is open
    code: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """How the players of a table open its page, by which they enter their results.

    They scan *code*, which opens *page*, or open *address* and type *short_code*.
    """

    heading: Heading
    table_no: int
    page: str
    address: str
    short_code: str
    code: tuple[bytes, ...]
    how: str  # what its players do there, one sentence
    wifi: Wifi | None = None

    @property
    def number(self) -> str:
        """The table as people call it: ``"3"``, ``"B3"``."""
        return f"{self.heading.section}{self.table_no}"


def draw_table_cards(pen: Pen, cards: Sequence[TableCard]) -> None:
    """Draw a card for every table: its number, the code, how it is used, and the address to type.

    Two share a page, each half of it (A5), since the code is read across a table; in large print
    each has its own.
    """
    size = LARGE if pen.large_print else USUAL
    for place, card in impose(pen, cards, 1, 1 if pen.large_print else 2):
        body = place.strip(0, place.height - STAMP - 4)
        address = _fit_lines(_PARTS.split(card.address), body.width, size)
        typed = Lines((*address.texts, card.short_code), address.size)
        page = _fit_lines(_PARTS.split(card.page), body.width, SMALLEST)
        low = size + 6 + typed.height + page.height
        wifi = _wifi(card.wifi, body.width, size) if card.wifi else ()
        if card.wifi:
            middle = (
                max(size * WIFI_CODE, size + sum(lines.height + BETWEEN for lines in wifi)) + GAP
            )
        else:
            middle = 0.0
        upper = body.strip(0, body.height - low - middle)
        if pen.large_print:
            _draw_below(pen, upper, card, size)
        else:
            _draw_beside(pen, upper, card, size)
        if card.wifi:
            _draw_wifi(pen, body.strip(upper.height, middle - GAP), card.wifi, wifi, size)
        foot = body.strip(body.height - low, low)
        pen.write(TYPED, foot.strip(0, size), size * 0.75, align="left")
        _write(pen, foot.strip(size, typed.height), typed)
        _write(pen, foot.strip(size + typed.height, page.height), page)
        draw_stamp(pen, place, card.heading)


def _draw_beside(pen: Pen, upper: Box, card: TableCard, size: float) -> None:
    """Draw the code at the right, and beside it the number as large as it can be and what to do."""
    side = min(upper.height, upper.width * 0.5)
    draw_code(pen, upper.strip(0, side).column(upper.width - side, side), card.code)
    box = upper.inset(0, GAP / 2).column(0, upper.width - side - GAP)
    how = wrap_text(card.how, size * 0.9, box.width)
    high = len(how) * size * 1.15
    number = box.strip(30, box.height - 30 - high - GAP)
    pen.write("Table", box.strip(0, 24), 24, align="left")
    pen.write(card.number, number, min(NUMBER, number.height * 1.25), bold=True, align="left")
    pen.write_lines(
        how, box.strip(box.height - high, high), size * 0.9, align="left", leading=LEADING
    )


def _draw_below(pen: Pen, upper: Box, card: TableCard, size: float) -> None:
    """Draw the number above and what to do below.

    The code has the space between them.
    """
    how = wrap_text(card.how, size * 0.9, upper.width)
    high = len(how) * size * 1.15
    head = upper.strip(0, NUMBER * 0.75)
    word = text_width("Table", size * 1.6) + GAP
    pen.write("Table", head.column(0, word), size * 1.6, align="left")
    pen.write(card.number, head.column(word, head.width - word), NUMBER, bold=True, align="left")
    room = upper.strip(head.height, upper.height - head.height - high - GAP)
    side = min(room.height, room.width)
    draw_code(pen, room.column((room.width - side) / 2, side), card.code)
    pen.write_lines(
        how, upper.strip(upper.height - high - GAP, high), size * 0.9, align="left", leading=LEADING
    )


def _wifi(wifi: Wifi, width: float, size: float) -> tuple[Lines, ...]:
    """Return the name of the network and its password, if any, to fit beside its code."""
    facts = [("Name", wifi.name), ("Password", wifi.password)]
    room = width - size * WIFI_CODE - GAP - _label_width(size)
    return tuple(_fit_lines((fact,), room, size, what) for what, fact in facts if fact)


def _label_width(size: float) -> float:
    return text_width("Password", size * 0.75) + GAP


def _draw_wifi(pen: Pen, box: Box, wifi: Wifi, facts: Sequence[Lines], size: float) -> None:
    """Write the name and the password of the network, all of it, beside the code that joins it."""
    side, label = size * WIFI_CODE, _label_width(size)
    draw_code(pen, box.strip(0, side).column(0, side), wifi.code)
    words = box.column(side + GAP, box.width - side - GAP)
    pen.write(JOIN, words.strip(0, size), size * 0.75, align="left")
    down = size
    for lines in facts:
        row = words.strip(down, lines.height)
        pen.write(
            lines.what,
            row.strip(0, lines.size * LEADING).column(0, label),
            size * 0.75,
            align="left",
        )
        _write(pen, row.column(label, row.width - label), lines)
        down += lines.height + BETWEEN


def _write(pen: Pen, box: Box, lines: Lines) -> None:
    pen.write_lines(lines.texts, box, lines.size, align="left", bold=True, leading=LEADING)


def _fit_lines(parts: Sequence[str], width: float, size: float, what: str = "") -> Lines:
    """Return *parts*, joined, in the fewest lines at up to *size*.

    Not below ``LEAST`` of it.

    A part that is itself too wide is parted wherever it must be.
    """
    least = max(SMALLEST, size * LEAST)
    for most in (1, 2, 3):
        fitting = size
        while fitting >= least:
            texts = _join_parts(parts, width / fitting)
            if len(texts) <= most:
                return Lines(texts, fitting, what)
            fitting -= 0.5
    return Lines(_join_parts(parts, width / least), least, what)


def _join_parts(parts: Sequence[str], width_at_1: float) -> tuple[str, ...]:
    """Return *parts* joined to lines no wider than *width_at_1*, against the size."""
    lines: list[str] = []
    for part in parts:
        if lines and text_width(lines[-1] + part, 1.0, bold=True) <= width_at_1:
            lines[-1] += part
        else:
            lines += wrap_text(part, 1.0, width_at_1, bold=True)
    return tuple(lines)
