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
from director.pdf.fonts import measure_text
from director.pdf.marks import Footnotes
from director.pdf.page import Box, Pen, divide_page
from director.pdf.pieces import (
    MIN_ROW_HEIGHT,
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_sheet_boxes,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.pdf.words import (
    format_contract,
    format_percent_column,
    format_points_column,
    join_with_dots,
    make_off_schedule_notes,
    shorten_seat_label,
)
from director.sheets import BoardLine, BoardSheet

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=5, across=2, down=4),
        PageDivision(max_rows=12, across=2, down=3),
        PageDivision(max_rows=19, across=2, down=2),
        PageDivision(max_rows=50, across=2, down=1),
    ),
    head_height=26,
    foot_height=STAMP_HEIGHT,
    max_row_height=24,
    text_size=11,
)
WIDE_LAYOUT = replace(
    DEFAULT_LAYOUT, cuts=tuple(replace(cut, across=1) for cut in DEFAULT_LAYOUT.cuts)
)
LARGE_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=3, across=1, down=4),
        PageDivision(max_rows=13, across=1, down=2),
        PageDivision(max_rows=40, across=1, down=1),
    ),
    head_height=40,
    foot_height=STAMP_HEIGHT,
    max_row_height=28,
    text_size=18,
)

PROOF_SIZE = 8.0  # type size of the sums below the lines
LARGE_PROOF_SIZE = 18.0
PROOF_LEADING = 1.7
_BORDERS_HEIGHT = 2.0  # of the table, above and below
_MAX_HEAD_REDUCTION = 6.0
"""By how much the head gets lower before fewer sheets go on a page."""
_NUMBER_SHARE = 0.4  # greatest share of the head's width for the number of the board
_NUMBER_SCALE = 0.75  # type size of the number, as a share of the head's height
_FACTS_SCALE = 0.42  # type size of dealer, vulnerability and top beside it

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


class _BoardPart(NamedTuple):
    """A board, or some lines of a board that is too long for one page."""

    board: BoardSheet
    line_range: str  # such as "1–20 of 45", "" for a whole board
    cells: _BoardCells
    notes: Footnotes


def draw_board_sheets(pen: Pen, boards: Sequence[BoardSheet]) -> None:
    """Draw every board, several to a page."""
    default_layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    parts: list[_BoardPart] = []
    for board in boards:
        parts += _iter_board_parts(
            board, default_layout.cuts[-1].max_rows, is_large=pen.large_print
        )
    if not pen.large_print and _has_cut_figures(pen, parts):
        base_layout = WIDE_LAYOUT
    else:
        base_layout = default_layout
    row_count = max(len(part.board.lines) for part in parts)
    width = compute_piece_width(pen, base_layout, row_count)
    notes_height = max(part.notes.compute_height(width) for part in parts)
    proof_size = LARGE_PROOF_SIZE if pen.large_print else PROOF_SIZE
    has_proof = any(_format_proof(part.board) for part in parts)
    proof_height = proof_size * PROOF_LEADING if has_proof else 0.0
    if pen.large_print:
        # Footnotes in large print are as high as a row, and so are the sums.
        if notes_height:
            row_count += 1
        if has_proof:
            row_count += 1
    layout = replace(base_layout, foot_height=base_layout.foot_height + notes_height + proof_height)
    layout = _with_readable_cuts(pen, layout, parts[0].cells.columns, row_count)
    widest_row = _find_widest_row([part.cells for part in parts])
    for sheet_box, part in iter_sheet_boxes(pen, layout, parts, row_count):
        _draw_board_head(pen, sheet_box.get_strip(0, layout.head_height), part)
        draw_stamp(pen, sheet_box, part.board.heading)
        table = _make_board_table(sheet_box, part, layout, widest_row)
        bottom = table.draw(pen, sheet_box.x, sheet_box.top - layout.head_height)
        proof_box = Box(sheet_box.x, bottom - proof_height, width, proof_height)
        pen.write(_format_proof(part.board), proof_box, proof_size, align="left")
        height = part.notes.compute_height(width)
        part.notes.draw(pen, Box(sheet_box.x, bottom - proof_height - height - 1, width, height))


def _iter_board_parts(board: BoardSheet, max_lines: int, *, is_large: bool) -> Iterator[_BoardPart]:
    """Yield *board* in parts of at most *max_lines* lines, as even as possible."""
    line_count = len(board.lines)
    part_count = max(1, ceil(line_count / max_lines))
    for number in range(part_count):
        start = line_count * number // part_count
        end = line_count * (number + 1) // part_count
        part = replace(board, lines=board.lines[start:end])
        yield _BoardPart(
            part,
            line_range=f"{start + 1}–{end} of {line_count}" if part_count > 1 else "",
            cells=_make_columns_and_rows(part),
            notes=_make_footnotes(part, is_large=is_large),
        )


def _with_readable_cuts(
    pen: Pen, layout: SlipLayout, columns: Sequence[PaperColumn], row_count: int
) -> SlipLayout:
    """Return *layout* with only the cuts whose rows can be read above the notes and the sums.

    If only a few points are missing, as on the shorter paper, the head gets lower.
    """
    for index, cut in enumerate(layout.cuts):
        piece = _get_piece(pen, cut)
        titles_height = make_list_table(columns, (), piece.width, layout.text_size).head_height
        needed_height = (
            layout.head_height
            + titles_height
            + row_count * MIN_ROW_HEIGHT
            + layout.foot_height
            + _BORDERS_HEIGHT
        )
        missing_height = max(needed_height - piece.height, 0)
        if row_count <= cut.max_rows and missing_height <= _MAX_HEAD_REDUCTION:
            return replace(
                layout, cuts=layout.cuts[index:], head_height=layout.head_height - missing_height
            )
    return layout


def _get_piece(pen: Pen, cut: PageDivision) -> Box:
    """Return the first piece of the page, as all have the same size."""
    return next(divide_page(Box(0, 0, *pen.paper), cut.across, cut.down))


def _make_footnotes(board: BoardSheet, *, is_large: bool = False) -> Footnotes:
    off_schedule_notes = (make_off_schedule_notes(line.off_schedule) for line in board.lines)
    return Footnotes.from_texts(off_schedule_notes, is_large=is_large)


def _has_cut_figures(pen: Pen, parts: Sequence[_BoardPart]) -> bool:
    """Return whether figures would be cut off at half the width of a page."""
    cut = DEFAULT_LAYOUT.choose_cut(max(len(part.board.lines) for part in parts))
    sheet_box = _get_piece(pen, cut)
    return any(_make_board_table(sheet_box, part, DEFAULT_LAYOUT).is_cut_short for part in parts)


def _draw_board_head(pen: Pen, box: Box, part: _BoardPart) -> None:
    board = part.board
    number_box = box.get_column(0, box.width * _NUMBER_SHARE)
    number = (("Board", str(board.board_no)),)
    title_width = write_labelled_figures(pen, number_box, number, box.height * _NUMBER_SCALE)
    # The head has no room for both the lines and the dealer.
    first_fact = ("Lines", part.line_range) if part.line_range else ("Dealer", board.dealer)
    facts = [
        first_fact,
        ("Vul", board.vulnerability),
        ("Trump", board.trump),
        ("Top", format_points_column((board.top,))[0]),
    ]
    text = "  ".join(f"{title} {fact}" for title, fact in facts if fact)
    facts_box = box.get_column(title_width, box.width - title_width)
    pen.write(text, facts_box, box.height * _FACTS_SCALE, align="left")


def _make_board_table(
    sheet_box: Box, part: _BoardPart, layout: SlipLayout, widest_row: Sequence[str] = ()
) -> Table:
    columns, rows = part.cells
    table_title = f"The sheet of board {part.board.board_no}"
    fitting_row = widest_row if len(widest_row) == len(columns) else ()
    return layout.make_list(
        sheet_box, columns, rows, table_title, boxed=True, widest_row=fitting_row
    )


def _find_widest_row(cells_of_boards: Sequence[_BoardCells]) -> list[str]:
    """Return the widest text of each column, the same for N-S and E-W.

    Without it, a column would change its width from board to board.
    """
    columns = max((cells.columns for cells in cells_of_boards), key=len)
    texts_by_title: dict[str, str] = {}
    for cells in cells_of_boards:
        for row in cells.rows:
            for column, text in zip(cells.columns, row, strict=True):
                title = _get_joint_title(column)
                if measure_text(text, 1.0) > measure_text(texts_by_title.get(title, ""), 1.0):
                    texts_by_title[title] = text
    return [texts_by_title.get(_get_joint_title(column), "") for column in columns]


def _get_joint_title(column: PaperColumn) -> str:
    """Return the title of *column* without its side."""
    return column.title.replace("E-W", "N-S")


def _make_columns_and_rows(board: BoardSheet) -> _BoardCells:
    game = board.heading.game
    result_cells = _RESULT_CELLS[game]
    # All figures of a column get equally many decimals, so a column is formatted at once.
    figures = [
        format_points_column([line.ns.points for line in board.lines]),
        format_points_column([line.ew.points for line in board.lines]),
    ]
    unit = get_board_unit(board.heading)
    columns = [
        *COLUMNS[game],
        PaperColumn(f"{unit}\nN-S", align="right"),
        PaperColumn(f"{unit}\nE-W", align="right"),
    ]
    percents = format_percent_column([line.ns.percent for line in board.lines])
    if any(percents):  # matches of teams and whist by tricks have none
        figures.append(percents)
        columns.append(PaperColumn("%\nN-S", align="right"))
    notes = _make_footnotes(board)
    rows = []
    for line, *points in zip(board.lines, *figures, strict=True):
        sign = notes.get_signs(make_off_schedule_notes(line.off_schedule))
        pairs = (
            f"{shorten_seat_label(line.ns.label, 'NS')}{sign}",
            shorten_seat_label(line.ew.label, "EW"),
        )
        rows.append((*pairs, *result_cells(line), *points))
    return _BoardCells(columns, rows)


def _format_proof(board: BoardSheet) -> str:
    """Return the sums of points by which the sheet can be checked, or "" if a table has none.

    Both sums together are 0, or the top of the board for each table.
    """
    ns, ew = Fraction(), Fraction()
    if len(board.lines) < 2:
        return ""
    for line in board.lines:
        if line.ns.points is None or line.ew.points is None:
            return ""
        ns += Fraction(line.ns.points)
        ew += Fraction(line.ew.points)
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
    # An adjusted score has no tricks.
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
    # Without spaces it is narrower, and isn't broken at the end of a line.
    contract = format_contract(line.contract).replace(" : ", ":")
    return join_with_dots((contract, group))
