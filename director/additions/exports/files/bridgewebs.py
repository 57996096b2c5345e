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
_SEAT_COLUMNS = ("N", "S", "E", "W")  # in the order of sides
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
    boards = [board for section in session.sections for board in section.boards]
    board_nos = sorted({board.board_no for board in boards})
    round_nos = {line.round_no for board in boards for line in board.lines if line.round_no}
    entry_groups = {entry.group for entry in entries}
    groups = [group for group in _SIDE_COLUMNS if group in entry_groups] or [""]
    title = event.name if len(event.sessions) == 1 else f"{event.name}, session {session.number}"
    yield ("#VERSION", WRITER_NAME)
    yield ("#DATE", f"{event.date:%d/%m/}{event.date.year:04}")
    yield ("#TITLE", title)
    yield ("#DIRECTOR", "")
    yield ("#SCORER", "")
    yield ("#PAIRS", str(len(entries)))
    yield ("#BOARDS", str(len(board_nos)))
    yield ("#WINNERS", str(len(groups)))
    yield ("#ROUNDS", str(max(round_nos, default="")))
    name_count = max((len(entry.players) for entry in entries), default=2)
    name_columns = [f"Name{number}" for number in range(1, name_count + 1)]
    for group in groups:
        group_entries = [entry for entry in entries if entry.group == group]
        yield ("#SCORES",)
        yield ("Position", "Pair", *name_columns, "Score", "Percent")
        for entry in sorted(group_entries, key=_get_rank_key):
            yield _make_score_row(entry, name_count)
    yield from _make_traveller_rows(event, session, board_nos)


def _get_rank_key(entry: ExportedEntry) -> tuple[bool, int, str, int]:
    return not entry.rank, int(entry.rank.rstrip("=") or 0), entry.section, entry.number


def _make_score_row(entry: ExportedEntry, name_count: int) -> _Row:
    names = [player.name for player in entry.players] or [entry.name]
    missing_names = [""] * (name_count - len(names))
    percent = "" if entry.percent is None else format_percent(entry.percent)
    return (
        entry.rank,
        f"{entry.section}{entry.number}",
        *names[:name_count],
        *missing_names,
        format_optional_points(entry.total),
        percent,
    )


def _make_traveller_rows(
    event: ExportedEvent, session: ExportedSession, board_nos: Iterable[int]
) -> Iterator[_Row]:
    """Yield the boards with the lines of all sections."""
    is_individual = event.contest == "individual"
    columns = (*(_SEAT_COLUMNS if is_individual else _SIDE_COLUMNS), *_RESULT_COLUMNS)
    numbers_by_player = _map_numbers_by_player(session)
    rows_by_board: dict[int, list[_Row]] = {board_no: [] for board_no in board_nos}
    for section in session.sections:
        for board in section.boards:
            rows = rows_by_board[board.board_no]
            for line in board.lines:
                if is_individual:
                    side_cells = _make_seat_cells(line, section.letter, numbers_by_player)
                else:
                    side_cells = _make_side_cells(line, section.letter)
                rows.append((*side_cells, *_make_result_cells(line)))
    yield ("#BOARDFORMAT", *columns)
    yield ("#TRAVELLERS",)
    yield columns
    for board_no, rows in rows_by_board.items():
        yield ("#BOARD", str(board_no))
        yield from rows


def _map_numbers_by_player(session: ExportedSession) -> dict[ExportedPlayer, str]:
    numbers_by_player: dict[ExportedPlayer, str] = {}
    for section in session.sections:
        for entry in section.entries:
            numbers_by_player |= dict.fromkeys(entry.players, f"{entry.section}{entry.number}")
    return numbers_by_player


def _make_side_cells(line: ExportedLine, letter: str) -> _Row:
    # Labels such as "5NS" name the side, which the column says.
    return (f"{letter}{line.ns.removesuffix('NS')}", f"{letter}{line.ew.removesuffix('EW')}")


def _make_seat_cells(
    line: ExportedLine, letter: str, numbers_by_player: dict[ExportedPlayer, str]
) -> _Row:
    """Return who sat N, S, E and W, "" if unknown."""
    if not any(line.seats):
        numbers = (*line.ns.split("+"), *line.ew.split("+"))
        return tuple(f"{letter}{number}" for number in numbers)
    north, east, south, west = (
        numbers_by_player.get(player, "") if player else "" for player in line.seats
    )
    return north, south, east, west


def _make_result_cells(line: ExportedLine) -> _Row:
    points = (format_optional_points(line.ns_points), format_optional_points(line.ew_points))
    if line.result.artificial:
        return (_ADJUSTED_BID, "", "", "", "", "", *points)
    score = line.result.score
    return (
        line.result.contract.replace("X", "*"),
        line.result.declarer,
        line.lead.replace("10", "T"),
        "" if line.result.tricks is None else str(line.result.tricks),
        "" if score is None or score < 0 else str(score),
        "" if score is None or score >= 0 else str(-score),
        *points,
    )


def _encode_rows(rows: Iterable[_Row]) -> bytes:
    """Return *rows* as CSV. Formulas are escaped with an apostrophe."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_escape_cell(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _escape_cell(text: str) -> str:
    cell_text = to_file_text(text) or ""
    # Titles and figures that begin with a sign aren't formulas.
    if cell_text in _RESULT_COLUMNS or cell_text.lstrip("-").replace(".", "").isdigit():
        return cell_text
    return escape_formulas(cell_text)
