"""Draw private scorecards: forms with a line for every board of a pair or player."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from director.boards.movement.cards.cards import OUT, GuideLine, PersonalGuide
from director.boards.paper.pdf.personal_guides import SIT_OUT, draw_guide_behind
from director.boards.paper.pdf.score_columns import (
    BOARD_COLUMN,
    TRUMP_COLUMN,
    get_score_form,
    make_own_columns,
)
from director.pdf.fonts import MIN_SIZE, measure_text
from director.pdf.marks import NAME_LEADING, draw_name, fit_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_visible_boxes,
)
from director.pdf.tables import PaperColumn, Table
from director.pdf.words import shorten_seat_label
from director.sheets import Heading
from scoring.bridge.contracts import get_duplicate_game

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=15, across=2, down=2),
        PageDivision(max_rows=42, across=2, down=1),
        PageDivision(max_rows=60, across=1, down=1),
    ),
    head_height=28,
    foot_height=STAMP_HEIGHT + 24,
    max_row_height=34,
    text_size=11.5,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=12, across=1, down=2),
        PageDivision(max_rows=36, across=1, down=1),
    ),
    head_height=36,
    foot_height=STAMP_HEIGHT + 26,
    max_row_height=40,
    text_size=18,
)
NAME_SCALE = 1.25  # type size of the names, as a multiple of the size of the boards
LABEL_SCALE = 0.86  # type size of the pair's number, as a share of the head's height
NOUN_SCALE = 0.55  # type size of "Pair", as a share of the number's size
TITLE_SCALE = 0.45  # type size of "Private scorecard", as a share of the number's size
EXCESS_COLUMN = PaperColumn("Excess", width_weight=1.4)
OPPOSITE_SIDES = {"N-S": "EW", "E-W": "NS"}

_ROUND = PaperColumn("Rd", width_weight=0.8, size_scale=0.8)
_OPPONENTS = PaperColumn("vs", width_weight=1.0)
_COLUMNS = {
    "bridge": (
        _ROUND,
        PaperColumn("Bd", width_weight=0.9, bold=True),
        _OPPONENTS,
        PaperColumn("D", width_weight=0.75, size_scale=0.9),
        PaperColumn("Vul", width_weight=1.25, size_scale=0.9),
        PaperColumn("Contract", width_weight=2.0),
        PaperColumn("By", width_weight=1.0),
        PaperColumn("Tr", width_weight=1.0),
        PaperColumn("+", width_weight=1.4),
        PaperColumn("−", width_weight=1.4),
    ),
    "auction": (
        _ROUND,
        PaperColumn("Bd", width_weight=0.9, bold=True),
        _OPPONENTS,
        PaperColumn("D", width_weight=0.6, size_scale=0.85),
        PaperColumn("Contract", width_weight=2.0),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Tr", width_weight=0.9),
        PaperColumn("Hon.", width_weight=1.1),
        PaperColumn("Plus", width_weight=1.4),
        PaperColumn("Minus", width_weight=1.4),
    ),
    "whist": (
        _ROUND,
        BOARD_COLUMN,
        _OPPONENTS,
        TRUMP_COLUMN,
        PaperColumn("Our\ntricks", width_weight=1.8),
        PaperColumn("Their\ntricks", width_weight=1.8),
    ),
}
_POINTS_WEIGHT = {"bridge": 1.1, "auction": 1.1, "whist": 1.6}
FACT_COUNTS = {"bridge": 2, "auction": 1, "whist": 1}
"""Printed facts of a board: dealer and vulnerability, the dealer, or the trump."""


class _PrivateCard(NamedTuple):
    """The guide of a pair with the rows of its form."""

    guide: PersonalGuide
    rows: list[tuple[str, ...]]


def make_private_columns(heading: Heading) -> tuple[PaperColumn, ...]:
    """Return the columns of a private scorecard for the method.

    Beside contracts there is room only for the points, not for figures that they are compared with.
    """
    titles = get_score_form(heading).private_columns
    if not get_duplicate_game(heading.game).has_turned_trump:
        titles = titles[-1:]
    excess_columns = (EXCESS_COLUMN,) if heading.has_excess else ()
    points = make_own_columns(titles, _POINTS_WEIGHT[heading.game])
    return (*_COLUMNS[heading.game], *excess_columns, *points)


def draw_private_scores(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a card for every pair, with its guide on the back if two-sided."""
    base_layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    cards = [_PrivateCard(guide, _make_form_rows(guide)) for guide in guides]
    most_rows = max(len(card.rows) for card in cards)
    width = compute_piece_width(pen, base_layout, most_rows)
    names_height = max(_compute_names_height(guide, width, base_layout) for guide in guides)
    layout = replace(
        base_layout, head_height=base_layout.head_height + names_height
    ).with_roomy_cuts(pen, most_rows)

    def draw_back(box: Box, card: _PrivateCard) -> None:
        draw_guide_behind(pen, box, card.guide)

    for card_box, (guide, rows) in iter_visible_boxes(
        pen, layout, cards, most_rows, draw_back, count_rows=lambda card: len(card.rows)
    ):
        _draw_form_head(pen, card_box.get_strip(0, base_layout.head_height), guide)
        names_box = card_box.get_strip(base_layout.head_height, names_height - 2)
        draw_name(pen, names_box, guide.names, base_layout.text_size * NAME_SCALE)
        columns = make_private_columns(guide.heading)
        table_title = f"The scorecard of {guide.heading.contestant_noun} {guide.label}"
        table = layout.make_form(card_box, columns, rows, table_title)
        top = card_box.top - layout.head_height
        bottom = table.draw(pen, card_box.x, top)
        _draw_round_lines(pen, table, card_box.x, top, rows)
        foot = Box(
            card_box.x,
            bottom - layout.foot_height + STAMP_HEIGHT,
            card_box.width,
            layout.foot_height - STAMP_HEIGHT,
        )
        total_title = "Net" if get_duplicate_game(guide.heading.game).is_auction else "Total"
        total_box = foot.get_column(foot.width * 0.6, foot.width * 0.4)
        write_blank(pen, total_box, total_title, layout.text_size)
        draw_stamp(pen, card_box, guide.heading)


def _compute_names_height(guide: PersonalGuide, width: float, layout: SlipLayout) -> float:
    lines, size = fit_name(guide.names, width, layout.text_size * NAME_SCALE, layout.text_size * 3)
    return max(len(lines) * size, layout.text_size * 1.6) * NAME_LEADING + 4


def _draw_form_head(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    """Write the pair, and the title of the card."""
    size = box.height * LABEL_SCALE
    noun = guide.heading.contestant_noun.capitalize()
    noun_size = size * NOUN_SCALE
    noun_width = measure_text(noun, noun_size) + 6
    pen.write(noun, box.get_column(0, noun_width), noun_size, align="left")
    label_width = min(measure_text(guide.label, size, bold=True) + 8, box.width - noun_width)
    label_box = box.get_column(noun_width, label_width)
    pen.write(guide.label, label_box, size, bold=True, align="left")
    title_left = noun_width + label_width
    title_box = box.get_column(title_left, box.width - title_left)
    title_size = max(MIN_SIZE, size * TITLE_SCALE)
    for title in ("Private scorecard", "Scorecard"):  # the first that fits
        if measure_text(title, title_size) <= title_box.width:
            pen.write(title, title_box, title_size, align="right")
            break


def _draw_round_lines(
    pen: Pen, table: Table, left: float, top: float, rows: Sequence[Sequence[str]]
) -> None:
    """Draw a thicker line above every round but the first."""
    row_top = top - table.head_height
    round_tops = []
    for row_height, (round_no, *_cells) in zip(table.row_heights, rows, strict=True):
        if round_no:  # only the first row of a round shows its number
            round_tops.append(row_top)
        row_top -= row_height
    pen.draw_lines([(left, edge, left + table.width, edge) for edge in round_tops[1:]], 1.4)


def _make_form_rows(guide: PersonalGuide) -> list[tuple[str, ...]]:
    column_count = len(make_private_columns(guide.heading))
    rows = []
    for line in guide.lines:
        for cells in _make_round_cells(line, guide.heading.game):
            blank_cells = ("",) * (column_count - len(cells))
            rows.append((*cells, *blank_cells))
    return rows


def _make_round_cells(line: GuideLine, game: str) -> Iterator[tuple[str, ...]]:
    """Yield the printed cells of each board of a round, with round and opponents once."""
    round_no = str(line.round_no)
    if line.sits_out or line.is_knocked_out:
        message = OUT if line.is_knocked_out else SIT_OUT
        no_facts = ("",) * FACT_COUNTS[game]
        yield (round_no, "", "", *no_facts, message)
        return
    opponents = shorten_seat_label(line.opponents, OPPOSITE_SIDES.get(line.side, ""))
    for board in line.boards:
        if get_duplicate_game(game).has_turned_trump:
            facts: tuple[str, ...] = ("",)  # the trump, which nobody may know before
        elif get_duplicate_game(game).is_auction:
            facts = (board.dealer[:1],)
        else:
            facts = (board.dealer[:1], board.vulnerability)
        yield (round_no, str(board.board_no), opponents, *facts)
        round_no = opponents = ""
