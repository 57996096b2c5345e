"""The tables of matches on a page: all teams against all, and one match board by board."""

from django.http import HttpRequest

from director.boards.contests import CONTESTANTS
from director.boards.matches.sheets import CrossTable, MatchBoard, MatchSheet
from director.boards.results.called import pair_number, pair_section
from director.boards.results.grids import At, RecapTable
from director.core.grids.sheet import Links, SheetTable, Why
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import BoardLine
from scoring import noted_text

NOT_PLAYED = "–"


class CrossTableGrid(RecapTable):
    """All teams against all; what has nothing in it has a dash."""

    layout = "recap cross"


class MatchTable(SheetTable):
    """Both tables of every board of a match."""

    row_header = "board_no"
    layout = "match"
    wide = frozenset({"round_no", "open_declarer", "closed_declarer"})


def cross_data(table: CrossTable) -> TableData:
    """Return the cross-table as columns and rows: a column for every team, in order of number."""
    labels, called = [row.label for row in table.teams], table.heading.called.capitalize()
    columns = (
        Column("place", "Place", Kind.PLACE),
        Column("pair_no", called, Kind.TEXT if any(map(pair_section, labels)) else Kind.COUNT),
        Column("names", "Names", Kind.TEXT),
        *(Column(f"against_{at}", label, Kind.POINTS) for at, label in enumerate(labels)),
        *((Column("byes", "Bye", Kind.TEXT),) if table.has_byes else ()),
        Column("total", "Total", Kind.POINTS),
    )
    rows: list[tuple[Value, ...]] = []
    for row in table.rows:
        scores = (None if cell is None else cell.score for cell in row.cells)
        byes = (row.byes,) if table.has_byes else ()
        standing = row.standing
        team = standing.label if pair_section(standing.label) else pair_number(standing.label)
        rows.append((standing.place, team, standing.names, *scores, *byes, standing.total))
    return TableData("Matches", columns, tuple(rows), 3, 3)


def cross_grid(table: CrossTable, *, at: At, request: HttpRequest) -> CrossTableGrid:
    """Return the cross-table, whose figures lead to the matches and whose names to the cards of the teams."""
    links: Links = {
        f"against_{index}": [
            None if cell is None else at.match(row.standing.contestant, cell.against)
            for row in table.rows
            for cell in (row.cells[index],)
        ]
        for index in range(len(table.teams))
    }
    named = {"names": [at.pair(row.standing.contestant) if row.standing.names else None for row in table.rows]}
    return CrossTableGrid(
        cross_data(table),
        request=request,
        caption="All matches",
        note=table.unit,
        links={**named, **links},
        prefix="cross-",
    )


def match_data(match: MatchSheet) -> TableData:
    """Return a match as columns and rows, both rooms side by side; of two pairs there is one table."""
    called = match.heading.called.capitalize()
    facts = (("contract", " room", Kind.TEXT), ("declarer", ": by", Kind.TEXT), ("score", ": N-S score", Kind.SCORE))
    shown = tuple(
        Column(f"{key}_{name}", f"{title}{what}", kind)
        for key, title in (("open", "Open"), ("closed", "Closed"))
        for name, what, kind in facts
    )
    has_halves = CONTESTANTS[match.heading.called].has_halves
    if not has_halves:
        shown = (
            Column("ns", "N-S", Kind.TEXT),
            Column("open_contract", "Contract", Kind.TEXT),
            Column("open_declarer", "By", Kind.TEXT),
            Column("open_score", "N-S score", Kind.SCORE),
        )
    columns = (
        Column("round_no", "Round", Kind.COUNT),
        Column("board_no", "Board", Kind.COUNT),
        *shown,
        Column("home", f"{called} {match.home.label}", Kind.POINTS),
        Column("away", f"{called} {match.away.label}", Kind.POINTS),
        Column("running", "Running", Kind.TEXT),
    )
    rows = tuple(_board_row(board, has_halves=has_halves) for board in match.boards)
    return TableData("Match", columns, rows, 2, 2)


def match_grid(match: MatchSheet, *, at: At, request: HttpRequest, why: Why) -> MatchTable:
    """Return the boards of a match, which lead to their travellers; *why* explains the points of a board."""
    title = f"{match.home.label} against {match.away.label}"
    links: Links = {"board_no": [at.board(board.board_no) for board in match.boards]}
    return MatchTable(match_data(match), request=request, caption=title, links=links, why=why)


def _board_row(board: MatchBoard, *, has_halves: bool) -> tuple[Value, ...]:
    rooms: tuple[tuple[Value, ...], ...] = (_room(board.open_room), _room(board.closed_room))
    if not has_halves:
        line = board.open_room or board.closed_room
        rooms = ((line.ns if line else None, *_room(line)),)
    own, other = board.running
    running = "" if own is None or other is None or board.home is None else f"{noted_text(own)} : {noted_text(other)}"
    return (
        board.round_no,
        board.board_no,
        *(value for room in rooms for value in room),
        board.home,
        board.away,
        running,
    )


def _room(line: BoardLine | None) -> tuple[Value, ...]:
    """Return contract, declarer and score of one table; a bare score has no contract."""
    if line is None or (line.ns_score is None and not line.contract):
        return "not in", "", None
    score = None if line.ns_score is None else int(line.ns_score)
    return line.contract or NOT_PLAYED, line.declarer, score
