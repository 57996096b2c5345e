"""The CSV of results that BridgeWebs reads: the standings, and every board with its lines.

Lines that begin with ``#`` announce what follows.  As on the site, doubles are stars, an adjusted
score is ``N/A``, and a lead begins with its suit.  One file holds one session.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from director.additions.exports.files.event_file import (
    WRITER_NAME,
    ExportedEntry,
    ExportedEvent,
    ExportedLine,
    ExportedSession,
    format_optional_points,
)
from director.boards.paper.exports import ExportedPlayer
from director.formats.figures import escape_formulas, to_file_text
from scoring.display import format_percent

_SIDE_COLUMNS = ("NS", "EW")
_SEAT_COLUMNS = ("N", "S", "E", "W")
_RESULT_COLUMNS = ("Bid", "By", "Ld", "Tks", "+Sc", "-Sc", "+", "-")
_ADJUSTED_BID = "N/A"
_Row = Sequence[str]


def write_files_by_session(event: ExportedEvent) -> dict[str, bytes]:
    """Return a file for each session of *event*, by name: ``"session-1"``.

    Each has the places of its session; the first list of two is that of the N-S pairs.
    """
    return {
        f"session-{session.number}": _encode_rows(_make_session_rows(event, session))
        for session in event.sessions
    }


def _make_session_rows(event: ExportedEvent, session: ExportedSession) -> Iterator[_Row]:
    entries = [entry for section in session.sections for entry in section.entries]
    boards = sorted({board.board_no for section in session.sections for board in section.boards})
    groups = [
        group for group in _SIDE_COLUMNS if any(entry.group == group for entry in entries)
    ] or [""]
    rounds = {
        line.round_no
        for section in session.sections
        for board in section.boards
        for line in board.lines
    }
    title = event.name if len(event.sessions) == 1 else f"{event.name}, session {session.number}"
    yield ("#VERSION", WRITER_NAME)
    yield ("#DATE", f"{event.date:%d/%m/}{event.date.year:04}")
    yield ("#TITLE", title)
    yield ("#DIRECTOR", "")
    yield ("#SCORER", "")
    yield ("#PAIRS", str(len(entries)))
    yield ("#BOARDS", str(len(boards)))
    yield ("#WINNERS", str(len(groups)))
    yield ("#ROUNDS", str(max((round_no for round_no in rounds if round_no), default="")))
    name_count = max((len(entry.players) for entry in entries), default=2)
    for group in groups:
        group_entries = [entry for entry in entries if entry.group == group]
        yield ("#SCORES",)
        yield (
            "Position",
            "Pair",
            *(f"Name{number}" for number in range(1, name_count + 1)),
            "Score",
            "Percent",
        )
        yield from (
            _make_score_row(entry, name_count) for entry in sorted(group_entries, key=_get_rank_key)
        )
    yield from _make_traveller_rows(event, session, boards)


def _get_rank_key(entry: ExportedEntry) -> tuple[bool, int, str, int]:
    return not entry.rank, int(entry.rank.rstrip("=") or 0), entry.section, entry.number


def _make_score_row(entry: ExportedEntry, name_count: int) -> _Row:
    names = [player.name for player in entry.players] or [entry.name]
    percent = "" if entry.percent is None else format_percent(entry.percent)
    pair = f"{entry.section}{entry.number}"
    return (
        entry.rank,
        pair,
        *(*names, *[""] * name_count)[:name_count],
        format_optional_points(entry.total),
        percent,
    )


def _make_traveller_rows(
    event: ExportedEvent, session: ExportedSession, boards: Iterable[int]
) -> Iterator[_Row]:
    """Yield the boards with the lines of all sections."""
    is_individual = event.contest == "individual"
    columns = (*(_SEAT_COLUMNS if is_individual else _SIDE_COLUMNS), *_RESULT_COLUMNS)
    numbers_by_player = {
        player: f"{entry.section}{entry.number}"
        for section in session.sections
        for entry in section.entries
        for player in entry.players
    }
    rows_by_board: dict[int, list[_Row]] = {board_no: [] for board_no in boards}
    for section in session.sections:
        for board in section.boards:
            for line in board.lines:
                if is_individual:
                    side_cells = _make_seat_cells(line, section.letter, numbers_by_player)
                else:
                    side_cells = _make_side_cells(line, section.letter)
                rows_by_board[board.board_no].append((*side_cells, *_make_result_cells(line)))
    yield ("#BOARDFORMAT", *columns)
    yield ("#TRAVELLERS",)
    yield columns
    for board_no, rows in rows_by_board.items():
        yield ("#BOARD", str(board_no))
        yield from rows


def _make_side_cells(line: ExportedLine, letter: str) -> _Row:
    return tuple(
        f"{letter}{label.removesuffix(side)}"
        for label, side in zip((line.ns, line.ew), _SIDE_COLUMNS, strict=True)
    )


def _make_seat_cells(
    line: ExportedLine, letter: str, numbers_by_player: dict[ExportedPlayer, str]
) -> _Row:
    """Return who sat N, S, E and W, "" if unknown."""
    if not any(line.seats):
        return tuple(
            f"{letter}{number}" for side in (line.ns, line.ew) for number in side.split("+")
        )
    north, east, south, west = (
        numbers_by_player.get(player, "") if player else "" for player in line.seats
    )
    return north, south, east, west


def _make_result_cells(line: ExportedLine) -> _Row:
    points = (format_optional_points(line.ns_points), format_optional_points(line.ew_points))
    if line.result.artificial:
        return (_ADJUSTED_BID, "", "", "", "", "", *points)
    bid = line.result.contract.rstrip("X")
    doubles = "*" * (len(line.result.contract) - len(bid)) if line.result.contract != "PASS" else ""
    plus = minus = ""
    if line.result.score is not None and line.result.score >= 0:
        plus = str(line.result.score)
    elif line.result.score is not None:
        minus = str(-line.result.score)
    tricks = "" if line.result.tricks is None else str(line.result.tricks)
    return (
        f"{bid}{doubles}",
        line.result.declarer,
        line.lead.replace("10", "T"),
        tricks,
        plus,
        minus,
        *points,
    )


def _encode_rows(rows: Iterable[_Row]) -> bytes:
    """Return *rows* as CSV. Formulas are escaped with an apostrophe."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_escape_cell(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


_PLAIN_TITLES = frozenset({*_RESULT_COLUMNS})
"""Column titles that look like formulas but must be written without an apostrophe."""


def _escape_cell(text: str) -> str:
    cell_text = to_file_text(text) or ""
    if cell_text in _PLAIN_TITLES or cell_text.lstrip("-").replace(".", "").isdigit():
        return cell_text
    return escape_formulas(cell_text)
