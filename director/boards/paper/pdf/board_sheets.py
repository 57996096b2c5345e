"""Scored travellers."""

from collections.abc import Sequence
from dataclasses import replace

from director.pdf.footnotes import Footnotes
from director.pdf.page import Box, Pen, pieces
from director.pdf.pieces import (
    STAMP,
    Cut,
    SlipLayout,
    draw_stamp,
    piece_width,
    places_on_pages,
    write_titles,
)
from director.pdf.tables import Column, Table
from director.pdf.words import (
    contract_text,
    join_with_dots,
    off_schedule_remarks,
    percent_column,
    points_column,
    seat_label,
)
from director.sheets import BoardLine, BoardSheet

USUAL = SlipLayout(
    cuts=(Cut(6, 2, 4), Cut(12, 2, 3), Cut(19, 2, 2), Cut(50, 2, 1)),
    head=26,
    foot=STAMP,
    tallest_row=17,
    size=10,
)
WIDE = replace(USUAL, cuts=tuple(replace(cut, across=1) for cut in USUAL.cuts))
LARGE = SlipLayout(
    cuts=(Cut(3, 1, 4), Cut(13, 1, 2), Cut(40, 1, 1)), head=40, foot=STAMP, tallest_row=28, size=18
)

_PAIRS = (Column("N-S", bold=True), Column("E-W", bold=True))
_POINTS = (
    Column("Pts\nN-S", align="right"),
    Column("Pts\nE-W", align="right"),
    Column("%\nN-S", align="right"),
)
COLUMNS = {
    "bridge": (
        *_PAIRS,
        Column("Contract", claim=0.15, wraps=True),
        Column("By"),
        Column("Tricks"),
        Column("N-S\n+", align="right"),
        Column("E-W\n−", align="right"),
        *_POINTS,
    ),
    "whist": (*_PAIRS, Column("N-S\ntricks", wraps=True), *_POINTS),
    "auction": (
        *_PAIRS,
        Column("Contract", claim=0.15, wraps=True),
        Column("By"),
        Column("Tricks"),
        Column("Honours"),
        Column("N-S\n+", align="right"),
        Column("E-W\n+", align="right"),
        *_POINTS,
    ),
}


def draw_board_sheets(pen: Pen, boards: Sequence[BoardSheet]) -> None:
    """Draw every board, several to a page."""
    if pen.large_print:
        usual = LARGE
    elif _is_cut_short(pen, boards):
        usual = WIDE
    else:
        usual = USUAL
    notes = [_notes(board, large=pen.large_print) for board in boards]
    rows = max(len(board.lines) for board in boards)
    width = piece_width(pen, usual, rows)
    low = max(note.height(width) for note in notes)
    rows += bool(low and pen.large_print)  # what they mean is then as high as a row
    layout = replace(usual, foot=usual.foot + low)
    for place, (board, note) in places_on_pages(
        pen, layout, list(zip(boards, notes, strict=True)), rows
    ):
        _draw_head(pen, place.strip(0, layout.head), board)
        draw_stamp(pen, place, board.heading)
        bottom = _table(place, board, layout).draw(pen, place.x, place.top - layout.head)
        note.draw(pen, Box(place.x, bottom - note.height(width) - 1, width, note.height(width)))


def _notes(board: BoardSheet, *, large: bool = False) -> Footnotes:
    return Footnotes.of(
        (off_schedule_remarks(line.off_schedule) for line in board.lines), large=large
    )


def _is_cut_short(pen: Pen, boards: Sequence[BoardSheet]) -> bool:
    """Return whether half the width of a page would cut figures of any of *boards* short."""
    cut = USUAL.cut_for(max(len(board.lines) for board in boards))
    place = next(pieces(Box(0, 0, *pen.paper), cut.across, cut.down))
    return any(_table(place, board, USUAL).is_cut_short for board in boards)


def _draw_head(pen: Pen, box: Box, board: BoardSheet) -> None:
    taken = write_titles(
        pen, box.column(0, box.width * 0.4), (("Board", str(board.board_no)),), box.height * 0.75
    )
    middle = box.column(taken, box.width - taken)
    top = points_column((board.top,))[0]
    facts = [
        ("Dealer", board.dealer),
        ("Vul", board.vulnerability),
        ("Trump", board.trump),
        ("Top", top),
    ]
    pen.write(
        "  ".join(f"{word} {fact}" for word, fact in facts if fact),
        middle,
        box.height * 0.36,
        align="left",
    )


def _table(place: Box, board: BoardSheet, layout: SlipLayout) -> Table:
    game = board.heading.game
    columns = COLUMNS[game]
    results = [_RESULTS[game](line) for line in board.lines]
    earned = zip(
        points_column([line.ns_points for line in board.lines]),
        points_column([line.ew_points for line in board.lines]),
        percent_column([line.ns_percent for line in board.lines]),
        strict=True,
    )
    notes = _notes(board)
    rows = [
        (
            f"{seat_label(line.ns, 'NS')}{notes.behind(off_schedule_remarks(line.off_schedule))}",
            seat_label(line.ew, "EW"),
            *result,
            *points,
        )
        for line, result, points in zip(board.lines, results, earned, strict=True)
    ]
    return layout.list_on(place, columns, rows, f"The sheet of board {board.board_no}", boxed=True)


def _bridge_result(line: BoardLine) -> tuple[str, ...]:
    """Return contract, declarer, tricks and the score in the column of the side that has it."""
    score = line.ns_score
    ns, ew = ("", "") if score is None else (str(score), "") if score >= 0 else ("", str(-score))
    tricks = "" if line.tricks is None else str(line.tricks)
    return (_contract(line), line.declarer, tricks, ns, ew)


def _whist_result(line: BoardLine) -> tuple[str, ...]:
    """Return the tricks of N-S, or why there are none."""
    tricks = line.tricks if line.tricks is not None else line.ns_score
    return (join_with_dots((_contract(line), points_column((tricks,))[0])),)


def _auction_result(line: BoardLine) -> tuple[str, ...]:
    """Return the same as at bridge, with the honours before the score."""
    contract, declarer, tricks, *scores = _bridge_result(line)
    return (contract, declarer, tricks, line.honours, *scores)


_RESULTS = {"bridge": _bridge_result, "whist": _whist_result, "auction": _auction_result}


def _contract(line: BoardLine) -> str:
    """Return the contract, or what replaces it, and the group of a fouled board."""
    return join_with_dots(
        (contract_text(line.contract), f"cards {line.group}" if line.group else "")
    )
