"""Draw scored travellers, several to a page.

All boards of a set share one layout, which is cut for the board with most lines. A board of a hall
has more lines than fit on a page, and takes several. A remark that a result was off schedule is a
footnote below the lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from director.boards.scoring.units import get_board_unit
from director.pdf.marks import Footnotes
from director.pdf.page import Box, Pen, divide_page
from director.pdf.pieces import (
    MIN_ROW_HEIGHT,
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_places_of_sheets,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.pdf.words import (
    format_contract,
    format_percent_column,
    format_points_column,
    join_with_dots,
    make_off_schedule_remarks,
    shorten_seat_label,
)
from director.sheets import BoardLine, BoardSheet

# A cut is the most rows of a sheet, then sheets across and down a page.
DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(6, 2, 4),
        PageDivision(12, 2, 3),
        PageDivision(19, 2, 2),
        PageDivision(50, 2, 1),
    ),
    head_height=26,
    foot_height=STAMP_HEIGHT,
    max_row_height=17,
    text_size=10,
)
WIDE_LAYOUT = replace(
    DEFAULT_LAYOUT, cuts=tuple(replace(cut, across=1) for cut in DEFAULT_LAYOUT.cuts)
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(3, 1, 4), PageDivision(13, 1, 2), PageDivision(40, 1, 1)),
    head_height=40,
    foot_height=STAMP_HEIGHT,
    max_row_height=28,
    text_size=18,
)

PROOF_SIZE = 8.0  # type size of the sums below the lines
LARGE_PROOF_SIZE = 18.0
PROOF_LEADING = 1.7
_LINES = 2.0  # around the table
_MAX_HEAD_REDUCTION = 6.0
"""By how much the head gets lower before fewer sheets go on a page."""

_PAIRS = (PaperColumn("N-S", bold=True), PaperColumn("E-W", bold=True))
COLUMNS = {
    "bridge": (
        *_PAIRS,
        PaperColumn("Contract", max_width_share=0.15, can_wrap=True),
        PaperColumn("By"),
        PaperColumn("Tr"),
        PaperColumn("N-S\n+", align="right"),
        PaperColumn("E-W\n+", align="right"),
    ),
    "whist": (*_PAIRS, PaperColumn("N-S\ntricks", can_wrap=True)),
    "auction": (
        *_PAIRS,
        PaperColumn("Contract", max_width_share=0.15, can_wrap=True),
        PaperColumn("By"),
        PaperColumn("Tr"),
        PaperColumn("Honours"),
        PaperColumn("N-S\n+", align="right"),
        PaperColumn("E-W\n+", align="right"),
    ),
}


class _BoardCells(NamedTuple):
    """The columns and rows of a board, which are laid out several times."""

    columns: Sequence[PaperColumn]
    rows: Sequence[tuple[str, ...]]


def draw_board_sheets(pen: Pen, boards: Sequence[BoardSheet]) -> None:
    """Draw every board, several to a page."""
    default_layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    parts = [
        part for board in boards for part in _split_board(board, default_layout.cuts[-1].max_rows)
    ]
    boards, shown_lines = [board for board, _lines in parts], [lines for _board, lines in parts]
    cells = [_make_columns_and_rows(board) for board in boards]
    if not pen.large_print and _has_cut_figures(pen, boards, cells):
        base_layout = WIDE_LAYOUT
    else:
        base_layout = default_layout
    footnotes = [_make_footnotes(board, is_large=pen.large_print) for board in boards]
    row_count = max(len(board.lines) for board in boards)
    width = compute_piece_width(pen, base_layout, row_count)
    notes_height = max(notes.compute_height(width) for notes in footnotes)
    proof_size = LARGE_PROOF_SIZE if pen.large_print else PROOF_SIZE
    proof_height = proof_size * PROOF_LEADING if any(map(_format_proof, boards)) else 0.0
    if pen.large_print:
        # Footnotes in large print are as high as a row, and so are the sums.
        row_count += bool(notes_height) + bool(proof_height)
    layout = replace(base_layout, foot_height=base_layout.foot_height + notes_height + proof_height)
    layout = _with_readable_cuts(pen, layout, cells[0].columns, row_count)
    sheets = list(zip(boards, cells, shown_lines, footnotes, strict=True))
    for sheet_box, (board, board_cells, lines, notes) in iter_places_of_sheets(
        pen, layout, sheets, row_count
    ):
        _draw_board_head(pen, sheet_box.get_strip(0, layout.head_height), board, lines)
        draw_stamp(pen, sheet_box, board.heading)
        table = _make_board_table(sheet_box, board, board_cells, layout)
        bottom = table.draw(pen, sheet_box.x, sheet_box.top - layout.head_height)
        proof_box = Box(sheet_box.x, bottom - proof_height, width, proof_height)
        pen.write(_format_proof(board), proof_box, proof_size, align="left")
        height = notes.compute_height(width)
        notes.draw(pen, Box(sheet_box.x, bottom - proof_height - height - 1, width, height))


def _split_board(board: BoardSheet, max_lines: int) -> Iterator[tuple[BoardSheet, str]]:
    """Yield *board* in parts of at most *max_lines* lines, as even as possible, each with its lines.

    The lines are in words, "" if they are all.
    """
    count = len(board.lines)
    parts = max(1, ceil(count / max_lines))
    for number in range(parts):
        start, end = count * number // parts, count * (number + 1) // parts
        lines = f"{start + 1}–{end} of {count}" if parts > 1 else ""
        yield replace(board, lines=board.lines[start:end]), lines


def _with_readable_cuts(
    pen: Pen, layout: SlipLayout, columns: Sequence[PaperColumn], row_count: int
) -> SlipLayout:
    """Return *layout* with only the cuts whose rows can be read above the notes and the sums.

    Where little is missing, as on the shorter paper, the head gives way.
    """
    for index, cut in enumerate(layout.cuts):
        piece = next(divide_page(Box(0, 0, *pen.paper), cut.across, cut.down))
        titles = make_list_table(columns, (), piece.width, layout.text_size).head_height
        needed_height = (
            layout.head_height + titles + row_count * MIN_ROW_HEIGHT + layout.foot_height + _LINES
        )
        missing_height = max(needed_height - piece.height, 0)
        if row_count <= cut.max_rows and missing_height <= _MAX_HEAD_REDUCTION:
            return replace(
                layout, cuts=layout.cuts[index:], head_height=layout.head_height - missing_height
            )
    return layout


def _make_footnotes(board: BoardSheet, *, is_large: bool = False) -> Footnotes:
    remarks = (make_off_schedule_remarks(line.off_schedule) for line in board.lines)
    return Footnotes.from_remarks(remarks, is_large=is_large)


def _has_cut_figures(pen: Pen, boards: Sequence[BoardSheet], cells: Sequence[_BoardCells]) -> bool:
    """Return whether figures would be cut off at half the width of a page."""
    cut = DEFAULT_LAYOUT.choose_cut(max(len(board.lines) for board in boards))
    sheet_box = next(divide_page(Box(0, 0, *pen.paper), cut.across, cut.down))
    return any(
        _make_board_table(sheet_box, board, board_cells, DEFAULT_LAYOUT).is_cut_short
        for board, board_cells in zip(boards, cells, strict=True)
    )


def _draw_board_head(pen: Pen, box: Box, board: BoardSheet, lines: str) -> None:
    titles = (("Board", str(board.board_no)),)
    title_width = write_labelled_figures(
        pen, box.get_column(0, box.width * 0.4), titles, box.height * 0.75
    )
    facts = [
        # There is no room for both.
        ("Lines", lines) if lines else ("Dealer", board.dealer),
        ("Vul", board.vulnerability),
        ("Trump", board.trump),
        ("Top", format_points_column((board.top,))[0]),
    ]
    text = "  ".join(f"{title} {fact}" for title, fact in facts if fact)
    facts_box = box.get_column(title_width, box.width - title_width)
    pen.write(text, facts_box, box.height * 0.36, align="left")


def _make_board_table(
    sheet_box: Box, board: BoardSheet, cells: _BoardCells, layout: SlipLayout
) -> Table:
    name = f"The sheet of board {board.board_no}"
    return layout.make_list(sheet_box, cells.columns, cells.rows, name, boxed=True)


def _make_columns_and_rows(board: BoardSheet) -> _BoardCells:
    game = board.heading.game
    result_cells = _RESULT_CELLS[game]
    # A column of points has one number of decimals, so each is made from all lines.
    figures = [
        format_points_column([line.ns.points for line in board.lines]),
        format_points_column([line.ew.points for line in board.lines]),
        format_percent_column([line.ns.percent for line in board.lines]),
    ]
    unit = get_board_unit(board.heading)
    columns = [
        *COLUMNS[game],
        PaperColumn(f"{unit}\nN-S", align="right"),
        PaperColumn(f"{unit}\nE-W", align="right"),
        PaperColumn("%\nN-S", align="right"),
    ]
    if not any(figures[-1]):  # matches of teams and whist by tricks have no percentages
        figures.pop()
        columns.pop()
    notes = _make_footnotes(board)
    rows = []
    for line, *points in zip(board.lines, *figures, strict=True):
        sign = notes.get_signs(make_off_schedule_remarks(line.off_schedule))
        pairs = (
            f"{shorten_seat_label(line.ns.label, 'NS')}{sign}",
            shorten_seat_label(line.ew.label, "EW"),
        )
        rows.append((*pairs, *result_cells(line), *points))
    return _BoardCells(columns, rows)


def _format_proof(board: BoardSheet) -> str:
    """Return how the points of both sides prove the sheet, or "" if a table has none.

    The sums are 0 together, or the top of the board for each table.
    """
    ns_points = [line.ns.points for line in board.lines]
    ew_points = [line.ew.points for line in board.lines]
    if len(board.lines) < 2 or None in (*ns_points, *ew_points):
        return ""
    ns, ew = (
        sum((Fraction(points or 0) for points in side), Fraction())
        for side in (ns_points, ew_points)
    )
    ns_text, ew_text, both_text = format_points_column((ns, ew, ns + ew))
    text = f"{get_board_unit(board.heading)}: N-S {ns_text}, E-W {ew_text}, both {both_text}"
    if board.top and ns + ew == Fraction(board.top) * len(board.lines):
        text += f" = {len(board.lines)} tables × {format_points_column((board.top,))[0]}"
    return f"{text}."


def _make_bridge_cells(line: BoardLine) -> tuple[str, ...]:
    """Return contract, declarer, tricks, and the score as a plus of N-S or of E-W."""
    score = line.score
    ns, ew = "", ""
    if score is not None:
        if score >= 0:
            ns = str(score)
        else:
            ew = str(-score)
    tricks = "" if line.tricks is None else str(line.tricks)
    return (_format_contract(line), line.declarer, tricks, ns, ew)


def _make_whist_cells(line: BoardLine) -> tuple[str, ...]:
    """Return the tricks of N-S, or the reason why there are none."""
    tricks = line.tricks if line.tricks is not None else line.score
    return (join_with_dots((_format_contract(line), format_points_column((tricks,))[0])),)


def _make_auction_cells(line: BoardLine) -> tuple[str, ...]:
    """Return the cells as at bridge, with the honours before the score."""
    contract, declarer, tricks, *scores = _make_bridge_cells(line)
    return (contract, declarer, tricks, line.honours, *scores)


_RESULT_CELLS = {
    "bridge": _make_bridge_cells,
    "whist": _make_whist_cells,
    "auction": _make_auction_cells,
}


def _format_contract(line: BoardLine) -> str:
    """Return the contract, or the words in its place, and the group of a fouled board."""
    group = f"cards {line.group}" if line.group else ""
    contract = format_contract(line.contract).replace(" : ", ":")  # narrow, and not to be broken
    return join_with_dots((contract, group))
