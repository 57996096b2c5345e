"""Cards that lie or stand on tables: private addresses with their codes, and table numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.marks import draw_code
from director.pdf.page import CUT_GAP, MARGIN, Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp
from director.sheets import Heading

GAP = 10.0
NUMBER_SIZE = 190.0
USUAL_SIZE = 17.0  # of text that is read at the table
LARGE_SIZE = 24.0
LEADING = 1.25
WIFI_CODE_SCALE = 3.4  # height of the network's code, as a multiple of the size
WIFI_LINE_GAP = 4.0  # between the name and the password of the network
MIN_SCALE = 0.6  # of the size, before a word takes another line
JOIN_TEXT = "First join this Wi-Fi:"
TYPE_ADDRESS_TEXT = "Or type this address:"
TYPE_CODE_TEXT = "Then type this code:"
SHORT_CODE_SCALE = 1.8  # of the size: it is read and typed letter by letter
ADDRESS_PARTS = re.compile(r"(?<=[/.])(?=[^/])")  # after a dot or the last of several slashes


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of text at one size, with a small *label* before them."""

    texts: tuple[str, ...]
    size: float
    label: str = ""

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.texts) * self.size * LEADING


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network for the phones of players, with the code to join it."""

    name: str
    password: str  # empty for an open network
    code: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card by which the players of a table open their page to enter results.

    They scan *code*, which opens *page*, or open *address* and type *short_code*.
    """

    heading: Heading
    table_no: int
    page: str
    address: str
    short_code: str
    code: tuple[bytes, ...]
    instructions: str  # a sentence about entering results
    wifi: Wifi | None = None

    @property
    def number(self) -> str:
        """The printed number of the table: ``"3"``, ``"B3"``."""
        return f"{self.heading.section}{self.table_no}"


def draw_table_cards(pen: Pen, cards: Sequence[TableCard]) -> None:
    """Draw a card for every table: its number, the code, its instructions, and the address to type.

    Each card is half a page (A5), since the code is scanned across a table. In large print each has
    a page.
    """
    size = LARGE_SIZE if pen.large_print else USUAL_SIZE
    cards_down = 1 if pen.large_print else 2
    for place, card in impose(pen, cards, across=1, down=cards_down):
        body = place.strip(0, place.height - STAMP - 4)
        short_code = Lines((card.short_code,), size * SHORT_CODE_SCALE)
        code_width = max(
            text_width(card.short_code, short_code.size, bold=True),
            text_width(TYPE_CODE_TEXT, size * 0.75),
        )
        address_width = body.width - code_width - 2 * GAP
        address = fit_lines(ADDRESS_PARTS.split(card.address), address_width, size)
        typed_height = max(address.height, short_code.height)
        page_lines = fit_lines(ADDRESS_PARTS.split(card.page), body.width, SMALLEST)
        foot_height = size + 6 + typed_height + page_lines.height
        wifi = _make_wifi_lines(card.wifi, body.width, size) if card.wifi else ()
        wifi_height = 0.0
        if card.wifi:
            text_height = size + sum(lines.height + WIFI_LINE_GAP for lines in wifi)
            wifi_height = max(size * WIFI_CODE_SCALE, text_height) + GAP
        upper_box = body.strip(0, body.height - foot_height - wifi_height)
        if pen.large_print:
            _draw_below(pen, upper_box, card, size)
        else:
            _draw_beside(pen, upper_box, card, size)
        if card.wifi:
            _draw_wifi(pen, body.strip(upper_box.height, wifi_height - GAP), card.wifi, wifi, size)
        foot = body.strip(body.height - foot_height, foot_height)
        # Beside the address, not below it: there people typed the code as the address's last part.
        typed_box = foot.strip(0, size + typed_height)
        address_box = typed_box.column(0, address_width)
        _draw_typed(pen, address_box, label=TYPE_ADDRESS_TEXT, lines=address, size=size)
        code_box = typed_box.column(body.width - code_width, code_width)
        _draw_typed(pen, code_box, label=TYPE_CODE_TEXT, lines=short_code, size=size)
        _write(pen, foot.strip(size + typed_height, page_lines.height), page_lines)
        draw_stamp(pen, place, card.heading)


def _draw_typed(pen: Pen, box: Box, label: str, lines: Lines, size: float) -> None:
    """Write what players type, below its label."""
    pen.write(label, box.strip(0, size), size * 0.75, align="left")
    _write(pen, box.strip(size, lines.height), lines)


def _draw_beside(pen: Pen, upper_box: Box, card: TableCard, size: float) -> None:
    """Draw the code at the right, beside it the number as large as possible and the instructions."""
    side = min(upper_box.height, upper_box.width * 0.5)
    draw_code(pen, upper_box.strip(0, side).column(upper_box.width - side, side), card.code)
    box = upper_box.inset(0, GAP / 2).column(0, upper_box.width - side - GAP)
    instruction_lines = wrap_text(card.instructions, size * 0.9, box.width)
    text_height = len(instruction_lines) * size * 1.15
    number = box.strip(30, box.height - 30 - text_height - GAP)
    pen.write("Table", box.strip(0, 24), 24, align="left")
    pen.write(card.number, number, min(NUMBER_SIZE, number.height * 1.25), bold=True, align="left")
    pen.write_lines(
        instruction_lines,
        box.strip(box.height - text_height, text_height),
        size * 0.9,
        align="left",
        leading=LEADING,
    )


def _draw_below(pen: Pen, upper_box: Box, card: TableCard, size: float) -> None:
    """Draw the number above, the instructions below, and the code between them."""
    instruction_lines = wrap_text(card.instructions, size * 0.9, upper_box.width)
    text_height = len(instruction_lines) * size * 1.15
    head = upper_box.strip(0, NUMBER_SIZE * 0.75)
    word_width = text_width("Table", size * 1.6) + GAP
    pen.write("Table", head.column(0, word_width), size * 1.6, align="left")
    pen.write(
        card.number,
        head.column(word_width, head.width - word_width),
        NUMBER_SIZE,
        bold=True,
        align="left",
    )
    room = upper_box.strip(head.height, upper_box.height - head.height - text_height - GAP)
    side = min(room.height, room.width)
    draw_code(pen, room.column((room.width - side) / 2, side), card.code)
    pen.write_lines(
        instruction_lines,
        upper_box.strip(upper_box.height - text_height - GAP, text_height),
        size * 0.9,
        align="left",
        leading=LEADING,
    )


def _make_wifi_lines(wifi: Wifi, width: float, size: float) -> tuple[Lines, ...]:
    """Return the name and password of the network, in lines that fit beside its code."""
    labelled_texts = [("Name", wifi.name), ("Password", wifi.password)]
    room = width - size * WIFI_CODE_SCALE - GAP - _compute_label_width(size)
    return tuple(fit_lines((fact,), room, size, label) for label, fact in labelled_texts if fact)


def _compute_label_width(size: float) -> float:
    return text_width("Password", size * 0.75) + GAP


def _draw_wifi(pen: Pen, box: Box, wifi: Wifi, facts: Sequence[Lines], size: float) -> None:
    """Write the whole name and password of the network beside its code."""
    side = size * WIFI_CODE_SCALE
    label_width = _compute_label_width(size)
    draw_code(pen, box.strip(0, side).column(0, side), wifi.code)
    text_box = box.column(side + GAP, box.width - side - GAP)
    pen.write(JOIN_TEXT, text_box.strip(0, size), size * 0.75, align="left")
    offset = size
    for lines in facts:
        row = text_box.strip(offset, lines.height)
        pen.write(
            lines.label,
            row.strip(0, lines.size * LEADING).column(0, label_width),
            size * 0.75,
            align="left",
        )
        _write(pen, row.column(label_width, row.width - label_width), lines)
        offset += lines.height + WIFI_LINE_GAP


def _write(pen: Pen, box: Box, lines: Lines) -> None:
    pen.write_lines(lines.texts, box, lines.size, align="left", bold=True, leading=LEADING)


def fit_lines(parts: Sequence[str], width: float, size: float, label: str = "") -> Lines:
    """Return *parts*, joined, in the fewest lines at up to *size*.

    The size isn't below ``MIN_SCALE`` of *size*. A part that is too wide is divided anywhere.
    """
    min_size = max(SMALLEST, size * MIN_SCALE)
    for max_lines in (1, 2, 3):
        fitting_size = size
        while fitting_size >= min_size:
            texts = _join_parts(parts, width / fitting_size)
            if len(texts) <= max_lines:
                return Lines(texts, fitting_size, label)
            fitting_size -= 0.5
    return Lines(_join_parts(parts, width / min_size), min_size, label)


def _join_parts(parts: Sequence[str], width_at_1: float) -> tuple[str, ...]:
    """Return *parts* joined to lines no wider than *width_at_1*, against the size."""
    lines: list[str] = []
    for part in parts:
        if lines and text_width(lines[-1] + part, 1.0, bold=True) <= width_at_1:
            lines[-1] += part
        else:
            lines += wrap_text(part, 1.0, width_at_1, bold=True)
    return tuple(lines)


# Table numbers: one page each, folded across the middle.


TENT_NUMBER_SIZE = 250.0


@dataclass(frozen=True, slots=True)
class TableSign:
    """The number of a table, and a few words below it."""

    heading: Heading
    number: str  # "3", "B3"
    words: str = ""


def draw_tents(pen: Pen, tents: Iterable[TableSign]) -> None:
    """Draw each tent on a page of its own, with the number on both sides of the fold."""
    for tent in tents:
        page = pen.new_page()
        lower_half = page.strip(page.height / 2, page.height / 2)
        upper_half = page.strip(0, page.height / 2)
        pen.rule(
            [(x, page.height / 2, x + 18, page.height / 2) for x in (0.0, page.width - 18)], 0.5
        )
        with pen.turned(upper_half, 2) as turned_box:
            _draw_side(pen, turned_box.inset(MARGIN, CUT_GAP), tent)
        half = lower_half.inset(MARGIN, CUT_GAP)
        _draw_side(pen, half, tent)
        draw_stamp(pen, Box(half.x, MARGIN, half.width, STAMP), tent.heading)


def _draw_side(pen: Pen, box: Box, tent: TableSign) -> None:
    """Write one side. The number fills the space that the words leave free."""
    pen.write("Table", box.strip(0, 34), 26)
    words_height = 54.0 if tent.words else 0.0
    pen.write(
        tent.number,
        box.strip(40, box.height - 40 - words_height - STAMP - 10),
        TENT_NUMBER_SIZE,
        bold=True,
    )
    if tent.words:
        pen.write(
            tent.words,
            box.strip(box.height - words_height - STAMP - 6, words_height - 8),
            40,
            bold=True,
        )
