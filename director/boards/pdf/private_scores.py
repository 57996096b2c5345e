"""Score cards: what a pair or player writes down for itself, a line for every board it will play."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from operator import sub

from director.boards.cards.sheets import OUT, GuideLine, PersonalGuide
from director.boards.pdf.personal_guides import SIT_OUT, draw_guide_behind
from director.pdf.fonts import text_width
from director.pdf.marks import NAME_LEADING, draw_name, name_lines, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, piece_width, placed
from director.pdf.tables import Column, Table
from director.pdf.words import seat_label

USUAL = SlipLayout(
    cuts=(Cut(15, 2, 2), Cut(42, 2, 1), Cut(60, 1, 1)), head=24, foot=STAMP + 20, tallest_row=24, size=10.5
)
LARGE = SlipLayout(cuts=(Cut(12, 1, 2), Cut(36, 1, 1)), head=36, foot=STAMP + 26, tallest_row=40, size=18)
OTHER = {"N-S": "EW", "E-W": "NS"}

_START = (Column("Rd", weight=0.8, scale=0.8), Column("Bd", weight=0.9, bold=True), Column("vs", weight=1.0))
COLUMNS = {
    "bridge": (
        *_START,
        Column("D", weight=0.6, scale=0.85),
        Column("Vul", weight=1.0, scale=0.85),
        Column("Contract", weight=2.0),
        Column("By", weight=0.8),
        Column("Tr", weight=0.9),
        Column("+", weight=1.4),
        Column("−", weight=1.4),
        Column("MP", weight=1.1),
    ),
    "whist": (*_START, Column("Our\ntricks", weight=2), Column("Their\ntricks", weight=2), Column("Points", weight=2)),
}


def draw_private_scores(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a card for every pair, several to a page; printed on both sides it has the pair's guide on its back."""
    usual = LARGE if pen.large_print else USUAL
    rows = [_rows(guide) for guide in guides]
    most = max(map(len, rows))
    width = piece_width(pen, usual, most)
    names = max(_names_height(guide, width, usual) for guide in guides)
    layout = replace(usual, head=usual.head + names).roomy(pen, most)
    cards = list(zip(guides, rows, strict=True))
    for place, (guide, lines) in placed(
        pen, layout, cards, most, lambda box, card: draw_guide_behind(pen, box, card[0])
    ):
        _draw_head(pen, place.strip(0, usual.head), guide)
        draw_name(pen, place.strip(usual.head, names - 2), guide.names, usual.size)
        columns = COLUMNS[guide.heading.game]
        table = layout.form_on(place, columns, lines, f"The scorecard of {guide.heading.called} {guide.label}")
        bottom = table.draw(pen, place.x, place.top - layout.head)
        _divide_rounds(pen, table, place.x, place.top - layout.head, lines)
        foot = Box(place.x, bottom - layout.foot + STAMP, place.width, layout.foot - STAMP)
        write_blank(pen, foot.column(foot.width * 0.6, foot.width * 0.4), "Total", layout.size)
        draw_stamp(pen, place, guide.heading)


def _names_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    lines, size = name_lines(guide.names, width, layout.size, layout.size * 3)
    return max(len(lines) * size, layout.size * 1.6) * NAME_LEADING + 4


def _draw_head(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    """Write which pair it is, and what the card is for."""
    size, called = box.height * 0.86, guide.heading.called.capitalize()
    width = text_width(called, size * 0.55) + 6
    pen.write(called, box.column(0, width), size * 0.55, align="left")
    pen.write(guide.label, box.column(width, box.width * 0.5), size, bold=True, align="left")
    pen.write("private score", box.column(box.width * 0.6, box.width * 0.4), size * 0.5, align="right")


def _divide_rounds(pen: Pen, table: Table, left: float, top: float, lines: Sequence[Sequence[str]]) -> None:
    """Draw a thicker line above every round but the first."""
    edges = accumulate(table.heights, initial=top - table.head_height, func=sub)
    starts = [edge for edge, line in zip(edges, lines, strict=False) if line[0]][1:]
    pen.rule([(left, edge, left + table.width, edge) for edge in starts], 1.4)


def _rows(guide: PersonalGuide) -> list[tuple[str, ...]]:
    empty = len(COLUMNS[guide.heading.game]) - 3
    return [row for line in guide.lines for row in _of_round(line, empty, is_bridge=guide.heading.game == "bridge")]


def _of_round(line: GuideLine, empty: int, *, is_bridge: bool) -> list[tuple[str, ...]]:
    """Return the lines of one round: round and opponents stand in the first of them."""
    if line.sits_out or line.is_out:
        word = OUT if line.is_out else SIT_OUT
        known = ("", "", word) if is_bridge else (word,)
        return [(str(line.round_no), "", "", *known, *("",) * (empty - len(known)))]
    opponents = seat_label(line.opponents, OTHER.get(line.side, ""))
    return [
        (
            str(line.round_no) if at == 0 else "",
            str(board.board_no),
            opponents if at == 0 else "",
            *((board.dealer[:1], board.vulnerability) if is_bridge else ()),
            *("",) * (empty - 2 * is_bridge),
        )
        for at, board in enumerate(line.boards)
    ]
