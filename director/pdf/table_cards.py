"""Cards that lie or stand on tables: private addresses with their codes, and table numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.marks import draw_qr_code
from director.pdf.page import CUT_GAP, MARGIN, Box, Pen, iter_piece_boxes
from director.pdf.pieces import STAMP_HEIGHT, draw_stamp
from director.sheets import Heading

GAP = 10.0
NUMBER_SIZE = 190.0
DEFAULT_SIZE = 17.0  # of text that is read at the table
LARGE_SIZE = 24.0
LEADING = 1.25
WIFI_CODE_SCALE = 3.4  # height of the network's code, as a multiple of the size
WIFI_LINE_GAP = 4.0  # between the name and the password of the network
MIN_SCALE = 0.6  # of the size, before a word takes another line
JOIN_TEXT = "First join this Wi-Fi:"
TYPE_ADDRESS_TEXT = "Or type this address:"
TYPE_CODE_TEXT = "Then type this code:"
SHORT_CODE_SCALE = 1.8  # of the size: it is read and typed letter by letter
ADDRESS_BREAK_PATTERN = re.compile(
    r"(?<=[/.])(?=[^/])"
)  # after a dot or the last of several slashes


@dataclass(frozen=True, slots=True)
class TextLines:
    """Lines of text at one size, with a small *label* before them."""

    texts: tuple[str, ...]
    size: float
    label: str = ""

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.texts) * self.size * LEADING


@dataclass(frozen=True, slots=True)
class WifiNetwork:
    """The network for the phones of players, with the code to join it."""

    network_name: str
    password: str  # empty for an open network
    qr_rows: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card by which the players of a table open their page to enter results.

    They scan *qr_rows*, which opens *page_address*, or open *typed_address* and type *short_code*.
    """

    heading: Heading
    table_no: int
    page_address: str
    typed_address: str
    short_code: str
    qr_rows: tuple[bytes, ...]
    instructions: str  # a sentence about entering results
    wifi: WifiNetwork | None = None

    @property
    def number(self) -> str:
        """The printed number of the table: ``"3"``, ``"B3"``."""
        return f"{self.heading.section}{self.table_no}"


def draw_table_cards(pen: Pen, cards: Sequence[TableCard]) -> None:
    """Draw a card for every table: its number, the code, its instructions, and the address to type.

    Each card is half a page (A5), since the code is scanned across a table. In large print each has
    a page.
    """
    size = LARGE_SIZE if pen.large_print else DEFAULT_SIZE
    cards_down = 1 if pen.large_print else 2
    for box, card in iter_piece_boxes(pen, cards, across=1, down=cards_down):
        body_box = box.get_strip(0, box.height - STAMP_HEIGHT - 4)
        short_code_lines = TextLines((card.short_code,), size * SHORT_CODE_SCALE)
        code_width = max(
            measure_text(card.short_code, short_code_lines.size, bold=True),
            measure_text(TYPE_CODE_TEXT, size * 0.75),
        )
        address_width = body_box.width - code_width - 2 * GAP
        address_lines = fit_lines(
            ADDRESS_BREAK_PATTERN.split(card.typed_address), address_width, size
        )
        typed_height = max(address_lines.height, short_code_lines.height)
        page_lines = fit_lines(
            ADDRESS_BREAK_PATTERN.split(card.page_address), body_box.width, MIN_SIZE
        )
        foot_height = size + 6 + typed_height + page_lines.height
        wifi_lines = _make_wifi_lines(card.wifi, body_box.width, size) if card.wifi else ()
        wifi_height = 0.0
        if card.wifi:
            text_height = size + sum(lines.height + WIFI_LINE_GAP for lines in wifi_lines)
            wifi_height = max(size * WIFI_CODE_SCALE, text_height) + GAP
        upper_box = body_box.get_strip(0, body_box.height - foot_height - wifi_height)
        if pen.large_print:
            _draw_code_below_number(pen, upper_box, card, size)
        else:
            _draw_code_beside_number(pen, upper_box, card, size)
        if card.wifi:
            _draw_wifi(
                pen,
                body_box.get_strip(upper_box.height, wifi_height - GAP),
                card.wifi,
                wifi_lines,
                size,
            )
        foot_box = body_box.get_strip(body_box.height - foot_height, foot_height)
        # Beside the address, not below it: there people typed the code as the address's last part.
        typed_box = foot_box.get_strip(0, size + typed_height)
        address_box = typed_box.get_column(0, address_width)
        _draw_typed_text(pen, address_box, label=TYPE_ADDRESS_TEXT, lines=address_lines, size=size)
        code_box = typed_box.get_column(body_box.width - code_width, code_width)
        _draw_typed_text(pen, code_box, label=TYPE_CODE_TEXT, lines=short_code_lines, size=size)
        _write_bold_lines(
            pen, foot_box.get_strip(size + typed_height, page_lines.height), page_lines
        )
        draw_stamp(pen, box, card.heading)


def _draw_typed_text(pen: Pen, box: Box, label: str, lines: TextLines, size: float) -> None:
    """Write what players type, below its label."""
    pen.write(label, box.get_strip(0, size), size * 0.75, align="left")
    _write_bold_lines(pen, box.get_strip(size, lines.height), lines)


def _draw_code_beside_number(pen: Pen, upper_box: Box, card: TableCard, size: float) -> None:
    """Draw the code at the right, beside it the number as large as possible and the instructions."""
    code_side = min(upper_box.height, upper_box.width * 0.5)
    draw_qr_code(
        pen,
        upper_box.get_strip(0, code_side).get_column(upper_box.width - code_side, code_side),
        card.qr_rows,
    )
    box = upper_box.inset(0, GAP / 2).get_column(0, upper_box.width - code_side - GAP)
    instruction_lines = wrap_text(card.instructions, size * 0.9, box.width)
    text_height = len(instruction_lines) * size * 1.15
    number_box = box.get_strip(30, box.height - 30 - text_height - GAP)
    pen.write("Table", box.get_strip(0, 24), 24, align="left")
    pen.write(
        card.number, number_box, min(NUMBER_SIZE, number_box.height * 1.25), bold=True, align="left"
    )
    pen.write_lines(
        instruction_lines,
        box.get_strip(box.height - text_height, text_height),
        size * 0.9,
        align="left",
        leading=LEADING,
    )


def _draw_code_below_number(pen: Pen, upper_box: Box, card: TableCard, size: float) -> None:
    """Draw the number above, the instructions below, and the code between them."""
    instruction_lines = wrap_text(card.instructions, size * 0.9, upper_box.width)
    text_height = len(instruction_lines) * size * 1.15
    head_box = upper_box.get_strip(0, NUMBER_SIZE * 0.75)
    label_width = measure_text("Table", size * 1.6) + GAP
    pen.write("Table", head_box.get_column(0, label_width), size * 1.6, align="left")
    pen.write(
        card.number,
        head_box.get_column(label_width, head_box.width - label_width),
        NUMBER_SIZE,
        bold=True,
        align="left",
    )
    code_room = upper_box.get_strip(
        head_box.height, upper_box.height - head_box.height - text_height - GAP
    )
    code_side = min(code_room.height, code_room.width)
    draw_qr_code(
        pen, code_room.get_column((code_room.width - code_side) / 2, code_side), card.qr_rows
    )
    pen.write_lines(
        instruction_lines,
        upper_box.get_strip(upper_box.height - text_height - GAP, text_height),
        size * 0.9,
        align="left",
        leading=LEADING,
    )


def _make_wifi_lines(wifi: WifiNetwork, width: float, size: float) -> tuple[TextLines, ...]:
    """Return the name and password of the network, in lines that fit beside its code."""
    labelled_texts = [("Name", wifi.network_name), ("Password", wifi.password)]
    room = width - size * WIFI_CODE_SCALE - GAP - _compute_label_width(size)
    return tuple(fit_lines((text,), room, size, label) for label, text in labelled_texts if text)


def _compute_label_width(size: float) -> float:
    return measure_text("Password", size * 0.75) + GAP


def _draw_wifi(
    pen: Pen, box: Box, wifi: WifiNetwork, text_lines: Sequence[TextLines], size: float
) -> None:
    """Write the whole name and password of the network beside its code."""
    code_side = size * WIFI_CODE_SCALE
    label_width = _compute_label_width(size)
    draw_qr_code(pen, box.get_strip(0, code_side).get_column(0, code_side), wifi.qr_rows)
    text_box = box.get_column(code_side + GAP, box.width - code_side - GAP)
    pen.write(JOIN_TEXT, text_box.get_strip(0, size), size * 0.75, align="left")
    offset = size
    for lines in text_lines:
        row = text_box.get_strip(offset, lines.height)
        pen.write(
            lines.label,
            row.get_strip(0, lines.size * LEADING).get_column(0, label_width),
            size * 0.75,
            align="left",
        )
        _write_bold_lines(pen, row.get_column(label_width, row.width - label_width), lines)
        offset += lines.height + WIFI_LINE_GAP


def _write_bold_lines(pen: Pen, box: Box, lines: TextLines) -> None:
    pen.write_lines(lines.texts, box, lines.size, align="left", bold=True, leading=LEADING)


def fit_lines(parts: Sequence[str], width: float, size: float, label: str = "") -> TextLines:
    """Return *parts*, joined, in the fewest lines at up to *size*.

    The size isn't below ``MIN_SCALE`` of *size*. A part that is too wide is divided anywhere.
    """
    min_size = max(MIN_SIZE, size * MIN_SCALE)
    for max_lines in (1, 2, 3):
        fitting_size = size
        while fitting_size >= min_size:
            texts = _join_parts(parts, width / fitting_size)
            if len(texts) <= max_lines:
                return TextLines(texts, fitting_size, label)
            fitting_size -= 0.5
    return TextLines(_join_parts(parts, width / min_size), min_size, label)


def _join_parts(parts: Sequence[str], width_at_1: float) -> tuple[str, ...]:
    """Return *parts* joined to lines no wider than *width_at_1*, against the size."""
    lines: list[str] = []
    for part in parts:
        if lines and measure_text(lines[-1] + part, 1.0, bold=True) <= width_at_1:
            lines[-1] += part
        else:
            lines += wrap_text(part, 1.0, width_at_1, bold=True)
    return tuple(lines)


# Table numbers: one page each, folded across the middle.


SIGN_NUMBER_SIZE = 250.0


@dataclass(frozen=True, slots=True)
class TableSign:
    """The number of a table, and a few words below it."""

    heading: Heading
    number: str  # "3", "B3"
    text: str = ""


def draw_table_signs(pen: Pen, signs: Iterable[TableSign]) -> None:
    """Draw each tent on a page of its own, with the number on both sides of the fold."""
    for sign in signs:
        page = pen.begin_page()
        lower_half = page.get_strip(page.height / 2, page.height / 2)
        upper_half = page.get_strip(0, page.height / 2)
        pen.draw_lines(
            [(x, page.height / 2, x + 18, page.height / 2) for x in (0.0, page.width - 18)], 0.5
        )
        with pen.turn_box(upper_half, 2) as turned_box:
            _draw_sign_side(pen, turned_box.inset(MARGIN, CUT_GAP), sign)
        front_box = lower_half.inset(MARGIN, CUT_GAP)
        _draw_sign_side(pen, front_box, sign)
        draw_stamp(pen, Box(front_box.x, MARGIN, front_box.width, STAMP_HEIGHT), sign.heading)


def _draw_sign_side(pen: Pen, box: Box, sign: TableSign) -> None:
    """Write one side. The number fills the space that the words leave free."""
    pen.write("Table", box.get_strip(0, 34), 26)
    text_height = 54.0 if sign.text else 0.0
    pen.write(
        sign.number,
        box.get_strip(40, box.height - 40 - text_height - STAMP_HEIGHT - 10),
        SIGN_NUMBER_SIZE,
        bold=True,
    )
    if sign.text:
        pen.write(
            sign.text,
            box.get_strip(box.height - text_height - STAMP_HEIGHT - 6, text_height - 8),
            40,
            bold=True,
        )
