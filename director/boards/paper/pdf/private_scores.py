"""Private scorecards: a line for every board of a pair or player."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from operator import sub

from director.boards.movement.cards.sheets import OUT, GuideLine, PersonalGuide
from director.boards.paper.pdf.blanks.score_columns import DEAL, TRUMP, columns_of_own, form_of
from director.boards.paper.pdf.personal_guides import SIT_OUT, draw_guide_behind
from director.pdf.fonts import text_width
from director.pdf.marks import NAME_LEADING, draw_name, name_lines, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, piece_width, places_on_pages
from director.pdf.tables import Column, Table
from director.pdf.words import seat_label
from director.sheets import Heading

USUAL = SlipLayout(
    cuts=(Cut(15, 2, 2), Cut(42, 2, 1), Cut(60, 1, 1)),
    head=24,
    foot=STAMP + 20,
    tallest_row=24,
    size=10.5,
)
LARGE = SlipLayout(
    cuts=(Cut(12, 1, 2), Cut(36, 1, 1)), head=36, foot=STAMP + 26, tallest_row=40, size=18
)
EXCESS = Column("Excess", weight=1.4)
OTHER = {"N-S": "EW", "E-W": "NS"}

_ROUND, _OPPONENTS = Column("Rd", weight=0.8, scale=0.8), Column("vs", weight=1.0)
_COLUMNS = {
    "bridge": (
        _ROUND,
        Column("Bd", weight=0.9, bold=True),
        _OPPONENTS,
        Column("D", weight=0.6, scale=0.85),
        Column("Vul", weight=1.0, scale=0.85),
        Column("Contract", weight=2.0),
        Column("By", weight=0.8),
        Column("Tr", weight=0.9),
        Column("+", weight=1.4),
        Column("−", weight=1.4),
    ),
    "auction": (
        _ROUND,
        Column("Bd", weight=0.9, bold=True),
        _OPPONENTS,
        Column("D", weight=0.6, scale=0.85),
        Column("Contract", weight=2.0),
        Column("By", weight=0.8),
        Column("Tr", weight=0.9),
        Column("Hon.", weight=1.1),
        Column("Plus", weight=1.4),
        Column("Minus", weight=1.4),
    ),
    "whist": (
        _ROUND,
        DEAL,
        _OPPONENTS,
        TRUMP,
        Column("Our\ntricks", weight=1.8),
        Column("Their\ntricks", weight=1.8),
    ),
}
_POINTS = {"bridge": 1.1, "auction": 1.1, "whist": 1.6}
KNOWN = {"bridge": 2, "auction": 1, "whist": 1}
"""How many facts of a board are printed: dealer and vulnerability, the dealer, the trump."""


def private_columns(heading: Heading) -> tuple[Column, ...]:
    """Return the columns of a private scorecard for the method.

    At bridge there is room for the points alone, not for what they are compared with.
    """
    form = form_of(heading)
    own = form.own if heading.game == "whist" else form.own[-1:]
    excess = (EXCESS,) if heading.has_excess else ()
    return (*_COLUMNS[heading.game], *excess, *columns_of_own(own, _POINTS[heading.game]))


def draw_private_scores(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a card for every pair, with its guide on the back if two-sided."""
    usual = LARGE if pen.large_print else USUAL
    rows = [_rows(guide) for guide in guides]
    most = max(map(len, rows))
    width = piece_width(pen, usual, most)
    names = max(_names_height(guide, width, usual) for guide in guides)
    layout = replace(usual, head=usual.head + names).roomy(pen, most)
    cards = list(zip(guides, rows, strict=True))
    for place, (guide, lines) in places_on_pages(
        pen, layout, cards, most, lambda box, card: draw_guide_behind(pen, box, card[0])
    ):
        _draw_head(pen, place.strip(0, usual.head), guide)
        draw_name(pen, place.strip(usual.head, names - 2), guide.names, usual.size)
        columns = private_columns(guide.heading)
        table = layout.form_on(
            place, columns, lines, f"The scorecard of {guide.heading.called} {guide.label}"
        )
        bottom = table.draw(pen, place.x, place.top - layout.head)
        _divide_rounds(pen, table, place.x, place.top - layout.head, lines)
        foot = Box(place.x, bottom - layout.foot + STAMP, place.width, layout.foot - STAMP)
        write_blank(
            pen,
            foot.column(foot.width * 0.6, foot.width * 0.4),
            "Net" if guide.heading.game == "auction" else "Total",
            layout.size,
        )
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
    pen.write(
        "private score", box.column(box.width * 0.6, box.width * 0.4), size * 0.5, align="right"
    )


def _divide_rounds(
    pen: Pen, table: Table, left: float, top: float, lines: Sequence[Sequence[str]]
) -> None:
    """Draw a thicker line above every round but the first."""
    edges = accumulate(table.heights, initial=top - table.head_height, func=sub)
    starts = [edge for edge, line in zip(edges, lines, strict=False) if line[0]][1:]
    pen.rule([(left, edge, left + table.width, edge) for edge in starts], 1.4)


def _rows(guide: PersonalGuide) -> list[tuple[str, ...]]:
    empty = len(private_columns(guide.heading)) - 3
    return [row for line in guide.lines for row in _of_round(line, empty, guide.heading.game)]


def _of_round(line: GuideLine, empty: int, game: str) -> list[tuple[str, ...]]:
    """Return the lines of one round: round and opponents stand in the first of them."""
    if line.sits_out or line.is_out:
        known = (*("",) * KNOWN[game], OUT if line.is_out else SIT_OUT)
        return [(str(line.round_no), "", "", *known, *("",) * (empty - len(known)))]
    opponents = seat_label(line.opponents, OTHER.get(line.side, ""))
    rows = []
    for at, board in enumerate(line.boards):
        facts = (
            (board.trump,)
            if game == "whist"
            else (board.dealer[:1], board.vulnerability)[: KNOWN[game]]
        )
        meeting = (
            str(line.round_no) if at == 0 else "",
            str(board.board_no),
            opponents if at == 0 else "",
        )
        rows.append((*meeting, *facts, *("",) * (empty - len(facts))))
    return rows
