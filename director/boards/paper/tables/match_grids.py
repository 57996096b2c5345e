"""The tables of matches on a page: all teams against all, and one match board by board."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from django.http import HttpRequest

from director.boards.contests import CONTESTANTS
from director.boards.paper.tables.grids import At, RecapTable, card_table
from director.boards.paper.tables.labels import pair_number, pair_section
from director.boards.scoring.explanation import why_card, why_match
from director.boards.scoring.match_results import Matches
from director.boards.scoring.matches.sheets import CrossTable, MatchBoard, MatchSheet
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.grids.columns import ContractColumn, SheetColumn
from director.core.base.grids.sheet import Reason, SheetTable, Why
from director.core.base.tags.cards import points
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import BoardLine, PairCard, Points
from scoring import noted_text

NOT_PLAYED = "–"


class CrossTableGrid(RecapTable):
    """All teams against all.

    Matches that weren't played have a dash.
    """

    class Meta:
        attrs: ClassVar = {"class": "recap cross"}
        sequence = ("place", "pair_no", "names", "total", "...")


class MatchTable(SheetTable):
    """Both tables of every board of a match."""

    round_no = SheetColumn(hide_on="phone")
    board_no = SheetColumn(row_header=True)
    open_contract = ContractColumn()
    open_declarer = SheetColumn(visible=False)  # beside the contract
    closed_contract = ContractColumn()
    closed_declarer = SheetColumn(visible=False)
    away = SheetColumn(hide_on="phone")
    running = SheetColumn(hide_on="phone")
    explains = ("home", "away")

    class Meta:
        attrs: ClassVar = {"class": "match"}


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
    links: dict[str, Sequence[str | None]] = {}
    for index in range(len(table.teams)):
        links[f"against_{index}"] = [
            None if cell is None else at.match(row.standing.contestant, cell.against)
            for row in table.rows
            for cell in (row.cells[index],)
        ]
    named = {
        "names": [
            at.pair(row.standing.contestant) if row.standing.names else None for row in table.rows
        ]
    }
    return CrossTableGrid(
        cross_data(table),
        request=request,
        caption="All matches",
        note=table.unit,
        links={**named, **links},
        prefix="cross-",
    )


def match_data(match: MatchSheet) -> TableData:
    """Return a match as columns and rows, with both rooms side by side.

    A match of two pairs has one table.
    """
    called = match.heading.called.capitalize()
    shown = tuple(
        Column(f"{key}_{name}", title, kind)
        for key, room in (("open", "Open"), ("closed", "Closed"))
        for name, title, kind in (
            ("contract", room, Kind.TEXT),
            ("declarer", "By", Kind.TEXT),
            ("score", "N-S", Kind.SCORE),
        )
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


def match_grid(
    match: MatchSheet, *, at: At, request: HttpRequest, why: Why, prefix: str = ""
) -> MatchTable:
    """Return the boards of a match, with links to their travellers.

    *why* explains the points of a board.
    """
    title = f"{match.home.label} against {match.away.label}"
    links: dict[str, list[str | None]] = {
        "board_no": [at.board(board.board_no) for board in match.boards]
    }
    for room in ("open", "closed"):
        lines = ((board.board_no, getattr(board, f"{room}_room")) for board in match.boards)
        links[f"{room}_contract"] = [at.correction(board_no, line) for board_no, line in lines]
    return MatchTable(
        match_data(match), request=request, caption=title, links=links, why=why, prefix=prefix
    )


class TeamCardTable(SheetTable):
    """The matches of one team, one in a row.

    The score that counts leads to the boards of the match.
    """

    names = SheetColumn(row_header=True)
    points = SheetColumn(hide_on="phone")
    other = SheetColumn(hide_on="phone")
    explains = ("own", "round_no")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def card_grid(sheets: SessionSheets, card: PairCard, *, at: At, request: HttpRequest) -> SheetTable:
    """Return the card of a contestant, board by board.

    The card of a team goes match by match; the one that *request* asks about is opened.
    """
    asked, matches = request.GET.get("why", ""), Matches(sheets)
    has_matches = CONTESTANTS[card.heading.called].has_halves and sheets.scoring_field.has_matches
    if has_matches:
        met = [matches.match(card.standing.contestant, no) for no in _opponents(card)]
    else:
        met = []
    played = [match for match in met if match]
    if not met or len(played) < len(met):  # a deal within the team is in no match
        return card_table(card, at=at, request=request, why=why_card(sheets.scored, card, asked))
    keys = tuple(f"match-{match.away.contestant}" for match in played)
    why = Why(keys)
    for key, match in zip(keys, played, strict=True):
        boards = replace(why_match(sheets.scored, match, asked), back=key)
        if asked and asked in (key, boards.asked):
            reasons = (Reason("", "", match.why),)
            grid = match_grid(match, at=at, request=request, why=boards, prefix="match-")
            why = Why(keys, key, reasons, part="boards/public/_match.html", shown=(match, grid))
    return TeamCardTable(
        _team_data(card, played, matches.unit),
        request=request,
        caption="Matches",
        note=f"{card.standing.boards} boards scored",
        links={"names": [at.pair(match.away.contestant) for match in played]},
        why=why,
    )


def _points_won(match: MatchSheet) -> tuple[Points, Points]:
    """Return what both sides won on the boards."""
    home, away = (
        sum((Fraction(won) for won in side if won is not None), Fraction(0))
        for side in ([board.home for board in match.boards], [board.away for board in match.boards])
    )
    return home, away


def _opponents(card: PairCard) -> list[int]:
    """Return whom the team of *card* met, by round."""
    lines = sorted(card.lines, key=lambda line: (line.round_no or 0, line.board_no))
    return list(dict.fromkeys(line.opponents_no for line in lines))


def _team_data(card: PairCard, met: Sequence[MatchSheet], unit: str) -> TableData:
    rounds: dict[int, dict[int, None]] = {}
    for line in sorted(card.lines, key=lambda line: line.round_no or 0):
        rounds.setdefault(line.opponents_no, {})[line.round_no or 0] = None
    has_won = any(
        _points_won(match) != match.score for match in met
    )  # else what the boards brought is what counts
    title = {"victory points": "VP", "points": "Points"}.get(unit, unit)
    columns = (
        Column("round_no", "Round", Kind.TEXT),
        Column("names", "Against", Kind.TEXT),
        *((Column("points", "IMPs", Kind.TEXT),) if has_won else ()),
        Column("own", title, Kind.POINTS),
        Column("other", "Theirs", Kind.POINTS),
    )
    rows: list[tuple[Value, ...]] = []
    for match in met:
        is_met = any(board.home is not None for board in match.boards)
        won = (" : ".join(map(points, _points_won(match))) if is_met else "",) if has_won else ()
        against = match.away.names or f"Team {match.away.label}"
        rows.append(
            (", ".join(map(str, rounds[match.away.contestant])), against, *won, *match.score)
        )
    return TableData("Matches", columns, tuple(rows), 2, 2)


def _board_row(board: MatchBoard, *, has_halves: bool) -> tuple[Value, ...]:
    rooms: tuple[tuple[Value, ...], ...] = (_room(board.open_room), _room(board.closed_room))
    if not has_halves:
        line = board.open_room or board.closed_room
        rooms = ((line.ns if line else None, *_room(line)),)
    own, other = board.running
    if own is None or other is None or board.home is None:
        running = ""
    else:
        running = f"{noted_text(own)} : {noted_text(other)}"
    return (
        board.round_no,
        board.board_no,
        *(value for room in rooms for value in room),
        board.home,
        board.away,
        running,
    )


def _room(line: BoardLine | None) -> tuple[Value, ...]:
    """Return contract, declarer and score of one table.

    A bare score has no contract.
    """
    if line is None or (line.ns_score is None and not line.contract):
        return (line.due if line else "") or "missing", "", None
    score = None if line.ns_score is None else int(line.ns_score)
    return line.contract or NOT_PLAYED, line.declarer, score
