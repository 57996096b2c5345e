"""Draw private scorecards: forms with a line for every board of a pair or player."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import sub

from director.boards.movement.cards.cards import OUT, GuideLine, PersonalGuide
from director.boards.paper.pdf.personal_guides import SIT_OUT, draw_guide_behind
from director.boards.paper.pdf.score_columns import (
    BOARD,
    TRUMP,
    get_score_form,
    make_own_columns,
)
from director.pdf.fonts import text_width
from director.pdf.marks import NAME_LEADING, draw_name, fit_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    place_visible_on_pages,
)
from director.pdf.tables import PaperColumn, Table
from director.pdf.words import shorten_seat_label
from director.sheets import Heading

# A cut is the most rows of a sheet, then sheets across and down a page.
USUAL = SlipLayout(
    cuts=(PageDivision(15, 2, 2), PageDivision(42, 2, 1), PageDivision(60, 1, 1)),
    head=24,
    foot=STAMP + 20,
    max_row_height=24,
    size=10.5,
)
LARGE = SlipLayout(
    cuts=(PageDivision(12, 1, 2), PageDivision(36, 1, 1)),
    head=36,
    foot=STAMP + 26,
    max_row_height=40,
    size=18,
)
EXCESS = PaperColumn("Excess", weight=1.4)
OPPOSITE_SIDES = {"N-S": "EW", "E-W": "NS"}

_ROUND = PaperColumn("Rd", weight=0.8, scale=0.8)
_OPPONENTS = PaperColumn("vs", weight=1.0)
_COLUMNS = {
    "bridge": (
        _ROUND,
        PaperColumn("Bd", weight=0.9, bold=True),
        _OPPONENTS,
        PaperColumn("D", weight=0.6, scale=0.85),
        PaperColumn("Vul", weight=1.0, scale=0.85),
        PaperColumn("Contract", weight=2.0),
        PaperColumn("By", weight=0.8),
        PaperColumn("Tr", weight=0.9),
        PaperColumn("+", weight=1.4),
        PaperColumn("−", weight=1.4),
    ),
    "auction": (
        _ROUND,
        PaperColumn("Bd", weight=0.9, bold=True),
        _OPPONENTS,
        PaperColumn("D", weight=0.6, scale=0.85),
        PaperColumn("Contract", weight=2.0),
        PaperColumn("By", weight=0.8),
        PaperColumn("Tr", weight=0.9),
        PaperColumn("Hon.", weight=1.1),
        PaperColumn("Plus", weight=1.4),
        PaperColumn("Minus", weight=1.4),
    ),
    "whist": (
        _ROUND,
        BOARD,
        _OPPONENTS,
        TRUMP,
        PaperColumn("Our\ntricks", weight=1.8),
        PaperColumn("Their\ntricks", weight=1.8),
    ),
}
_POINTS_WEIGHT = {"bridge": 1.1, "auction": 1.1, "whist": 1.6}
FACT_COUNTS = {"bridge": 2, "auction": 1, "whist": 1}
"""Printed facts of a board: dealer and vulnerability, the dealer, or the trump."""


def make_private_columns(heading: Heading) -> tuple[PaperColumn, ...]:
    """Return the columns of a private scorecard for the method.

    At bridge there is room only for the points, not for figures that they are compared with.
    """
    titles = get_score_form(heading).own
    if heading.game != "whist":
        titles = titles[-1:]
    excess = (EXCESS,) if heading.has_excess else ()
    points = make_own_columns(titles, _POINTS_WEIGHT[heading.game])
    return (*_COLUMNS[heading.game], *excess, *points)


def draw_private_scores(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a card for every pair, with its guide on the back if two-sided."""
    base_layout = LARGE if pen.large_print else USUAL
    cards = [(guide, _make_form_rows(guide)) for guide in guides]
    most_rows = max(len(rows) for _guide, rows in cards)
    width = compute_piece_width(pen, base_layout, most_rows)
    names_height = max(_compute_names_height(guide, width, base_layout) for guide in guides)
    layout = replace(base_layout, head=base_layout.head + names_height).with_roomy_cuts(
        pen, most_rows
    )

    def draw_back(box: Box, card: tuple[PersonalGuide, list[tuple[str, ...]]]) -> None:
        draw_guide_behind(pen, box, card[0])

    for place, (guide, rows) in place_visible_on_pages(
        pen, layout, cards, most_rows, draw_back, count_rows=lambda card: len(card[1])
    ):
        _draw_form_head(pen, place.strip(0, base_layout.head), guide)
        names_box = place.strip(base_layout.head, names_height - 2)
        draw_name(pen, names_box, guide.names, base_layout.size)
        columns = make_private_columns(guide.heading)
        name = f"The scorecard of {guide.heading.contestant_word} {guide.label}"
        table = layout.make_form(place, columns, rows, name)
        top = place.top - layout.head
        bottom = table.draw(pen, place.x, top)
        _draw_round_lines(pen, table, place.x, top, rows)
        foot = Box(place.x, bottom - layout.foot + STAMP, place.width, layout.foot - STAMP)
        total_title = "Net" if guide.heading.game == "auction" else "Total"
        total_box = foot.column(foot.width * 0.6, foot.width * 0.4)
        write_blank(pen, total_box, total_title, layout.size)
        draw_stamp(pen, place, guide.heading)


def _compute_names_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    lines, size = fit_name(guide.names, width, layout.size, layout.size * 3)
    return max(len(lines) * size, layout.size * 1.6) * NAME_LEADING + 4


def _draw_form_head(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    """Write the pair, and the title of the card."""
    size = box.height * 0.86
    noun = guide.heading.contestant_word.capitalize()
    noun_width = text_width(noun, size * 0.55) + 6
    pen.write(noun, box.column(0, noun_width), size * 0.55, align="left")
    label_box = box.column(noun_width, box.width * 0.5)
    pen.write(guide.label, label_box, size, bold=True, align="left")
    title_box = box.column(box.width * 0.6, box.width * 0.4)
    pen.write("private score", title_box, size * 0.5, align="right")


def _draw_round_lines(
    pen: Pen, table: Table, left: float, top: float, rows: Sequence[Sequence[str]]
) -> None:
    """Draw a thicker line above every round but the first."""
    row_tops = accumulate(table.heights, initial=top - table.head_height, func=sub)
    # There is one edge more than rows, the last one's lower edge. Only a first row has its round.
    round_tops = [edge for edge, row in zip(row_tops, rows, strict=False) if row[0]]
    pen.rule([(left, edge, left + table.width, edge) for edge in round_tops[1:]], 1.4)


def _make_form_rows(guide: PersonalGuide) -> list[tuple[str, ...]]:
    column_count = len(make_private_columns(guide.heading))
    rows = []
    for line in guide.lines:
        for cells in _make_round_cells(line, guide.heading.game):
            rows.append((*cells, *("",) * (column_count - len(cells))))
    return rows


def _make_round_cells(line: GuideLine, game: str) -> Iterator[tuple[str, ...]]:
    """Yield the printed cells of each board of a round, with round and opponents once."""
    round_no = str(line.round_no)
    if line.sits_out or line.is_knocked_out:
        remark = OUT if line.is_knocked_out else SIT_OUT
        yield (round_no, "", "", *("",) * FACT_COUNTS[game], remark)
        return
    opponents = shorten_seat_label(line.opponents, OPPOSITE_SIDES.get(line.side, ""))
    for board in line.boards:
        if game == "whist":
            facts: tuple[str, ...] = ("",)  # the trump, which nobody may know before
        else:
            facts = (board.dealer[:1], board.vulnerability)[: FACT_COUNTS[game]]
        yield (round_no, str(board.board_no), opponents, *facts)
        round_no = opponents = ""
