"""Show the tables of matches on pages: the cross-table, a match, and the card of a team.

A match has two sides, *home* and *away*. The functions ``…_data`` build columns and rows, the
functions ``…_grid`` add links and explanations, as in ``grids``.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from django.http import HttpRequest

from director.boards.contests import CONTESTANTS
from director.boards.paper.tables.grids import RecapTable, ResultAddresses, make_card_table
from director.boards.paper.tables.labels import parse_pair_number, parse_pair_section
from director.boards.scoring.explanation import explain_card_line, explain_match_board
from director.boards.scoring.match_results import Matches
from director.boards.scoring.matches.sheets import CrossTable, MatchBoard, MatchSheet
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.grids.columns import ContractColumn, SheetColumn
from director.core.base.grids.sheet import Reason, SheetTable, Why
from director.core.base.tags.cards import points
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import BoardLine, PairCard, Points
from scoring import exact_text, points_text

NOT_PLAYED = "–"


class CrossTableGrid(RecapTable):
    """The cross-table. A match that wasn't played has a dash."""

    class Meta:
        attrs: ClassVar = {"class": "recap cross"}
        sequence = ("place", "pair_no", "names", "total", "...")


class MatchTable(SheetTable):
    """The boards of a match, with the results of both rooms."""

    round_no = SheetColumn(hide_on="phone")
    board_no = SheetColumn(row_header=True)
    open_contract = ContractColumn()
    open_declarer = SheetColumn(visible=False)  # shown beside the contract
    open_score = SheetColumn(hide_on="phone")
    closed_contract = ContractColumn()
    closed_declarer = SheetColumn(visible=False)
    closed_score = SheetColumn(hide_on="phone")
    running = SheetColumn(hide_on="phone")
    explains = ("home", "away")

    class Meta:
        attrs: ClassVar = {"class": "match"}


def make_cross_data(table: CrossTable) -> TableData:
    """Return the cross-table as columns and rows, with a column for every team by number."""
    contestant_word = table.heading.called.capitalize()
    labels = [row.label for row in table.teams]
    has_sections = any(map(parse_pair_section, labels))
    columns = [
        Column("place", "Place", Kind.PLACE),
        Column("pair_no", contestant_word, Kind.TEXT if has_sections else Kind.COUNT),
        Column("names", "Names", Kind.TEXT),
    ]
    for index, label in enumerate(labels):
        columns.append(Column(f"against_{index}", label, Kind.POINTS, group="scores"))
    if table.has_byes:
        columns.append(Column("byes", "Sits out", Kind.TEXT))
    columns.append(Column("total", "Total", Kind.POINTS))
    rows: list[tuple[Value, ...]] = []
    for row in table.rows:
        standing = row.standing
        team: Value = standing.label
        if not parse_pair_section(standing.label):
            team = parse_pair_number(standing.label)
        scores = [cell.score if cell else None for cell in row.cells]
        byes = (row.byes,) if table.has_byes else ()
        rows.append((standing.place, team, standing.names, *scores, *byes, standing.total))
    return TableData("Matches", tuple(columns), tuple(rows), block_columns=3, fixed_columns=3)


def make_cross_grid(
    table: CrossTable, *, addresses: ResultAddresses, request: HttpRequest
) -> CrossTableGrid:
    """Return the cross-table, with links from figures to matches and from names to cards."""
    names: list[str | None] = []
    links: dict[str, list[str | None]] = {"names": names}
    for row in table.rows:
        team = row.standing.contestant
        names.append(addresses.pair(team) if row.standing.names else None)
        for index, cell in enumerate(row.cells):
            address = addresses.match(team, cell.against) if cell else None
            links.setdefault(f"against_{index}", []).append(address)
    return CrossTableGrid(
        make_cross_data(table),
        request=request,
        caption="All matches",
        note=table.unit,
        links=links,
        prefix="cross-",
    )


def make_match_data(match: MatchSheet) -> TableData:
    """Return a match as columns and rows, with both rooms side by side.

    A match of two pairs has one table.
    """
    contestant_word = match.heading.called.capitalize()
    has_halves = CONTESTANTS[match.heading.called].has_halves
    result_columns: tuple[Column, ...]
    if has_halves:
        result_columns = (
            *_make_room_columns("open", "Open"),
            *_make_room_columns("closed", "Closed"),
        )
    else:
        result_columns = (
            Column("ns", "N-S", Kind.TEXT),
            Column("open_contract", "Contract", Kind.TEXT),
            Column("open_declarer", "By", Kind.TEXT),
            Column("open_score", "N-S score", Kind.SCORE),
        )
    columns = (
        Column("round_no", "Round", Kind.COUNT),
        Column("board_no", "Board", Kind.COUNT),
        *result_columns,
        Column("home", f"{contestant_word} {match.home.label}", Kind.POINTS),
        Column("away", f"{contestant_word} {match.away.label}", Kind.POINTS),
        Column("running", "Running", Kind.TEXT),
    )
    rows = tuple(_make_board_row(board, has_halves=has_halves) for board in match.boards)
    return TableData("Match", columns, rows, block_columns=2, fixed_columns=2)


def _make_room_columns(room: str, title: str) -> tuple[Column, Column, Column]:
    return (
        Column(f"{room}_contract", title, Kind.TEXT),
        Column(f"{room}_declarer", "By", Kind.TEXT),
        Column(f"{room}_score", "N-S", Kind.SCORE),
    )


def make_match_grid(
    match: MatchSheet,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    why: Why,
    prefix: str = "",
) -> MatchTable:
    """Return the boards of a match, with links to their travellers.

    *why* explains the points of a board.
    """
    boards = match.boards
    links: dict[str, list[str | None]] = {
        "board_no": [addresses.board(board.board_no) for board in boards],
        "open_contract": [
            addresses.correction(board.board_no, board.open_room) for board in boards
        ],
        "closed_contract": [
            addresses.correction(board.board_no, board.closed_room) for board in boards
        ],
    }
    data = make_match_data(match)
    caption = f"{match.home.label} against {match.away.label}"
    if match.heading.called == "team" and match.home.names and match.away.names:
        data = data.with_titles(home=match.home.names, away=match.away.names)
        caption = f"{match.home.names} against {match.away.names}"
    return MatchTable(
        data,
        request=request,
        caption=caption,
        links=links,
        why=why,
        prefix=prefix,
    )


class TeamCardTable(SheetTable):
    """The matches of one team, one in a row. Its score opens the boards of the match."""

    names = SheetColumn(row_header=True)
    points = SheetColumn(hide_on="phone")
    other = SheetColumn(hide_on="phone")
    explains = ("own", "round_no")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_card_grid(
    sheets: SessionSheets, card: PairCard, *, addresses: ResultAddresses, request: HttpRequest
) -> SheetTable:
    """Return the card of a contestant, board by board, or of a team match by match.

    The match that *request* asks about is opened.
    """
    asked_key = request.GET.get("why", "")
    matches = Matches(sheets)
    met: list[MatchSheet | None] = []
    if CONTESTANTS[card.heading.called].has_halves and sheets.scoring_field.has_matches:
        team = card.standing.contestant
        met = [matches.match(team, opponent) for opponent in _list_opponents(card)]
    played = [match for match in met if match]
    # A board on which two pairs of the team met is in no match: only a card of boards shows it.
    if not met or len(played) < len(met):
        why = explain_card_line(sheets.scored, card, asked_key)
        return make_card_table(card, addresses=addresses, request=request, why=why)
    keys = tuple(f"match-{match.away.contestant}" for match in played)
    why = Why(keys)
    for key, match in zip(keys, played, strict=True):
        why_boards = replace(explain_match_board(sheets.scored, match, asked_key), closing_key=key)
        # An explanation within the match keeps the match open.
        if asked_key and asked_key in (key, why_boards.asked_key):
            reasons = (Reason("", "", match.why),)
            grid = make_match_grid(
                match, addresses=addresses, request=request, why=why_boards, prefix="match-"
            )
            why = Why(keys, key, reasons, part="boards/public/_match.html", part_args=(match, grid))
    return TeamCardTable(
        _make_team_data(card, played, matches.unit),
        request=request,
        caption="Matches",
        note=f"{card.standing.boards} boards scored",
        links={"names": [addresses.pair(match.away.contestant) for match in played]},
        why=why,
    )


def _sum_board_points(match: MatchSheet) -> tuple[Points, Points]:
    """Return the points that both sides won on the boards."""
    home_points = sum((Fraction(board.home or 0) for board in match.boards), Fraction(0))
    away_points = sum((Fraction(board.away or 0) for board in match.boards), Fraction(0))
    return home_points, away_points


def _list_opponents(card: PairCard) -> list[int]:
    """Return the teams that the team of *card* met, in order of rounds."""
    lines = sorted(card.lines, key=lambda line: (line.round_no or 0, line.board_no))
    return list(dict.fromkeys(line.opponents_no for line in lines))


def _make_team_data(card: PairCard, matches: Sequence[MatchSheet], unit: str) -> TableData:
    """Return the *matches* of a team, with the points of boards if the score is another."""
    rounds_by_opponent: dict[int, dict[int, None]] = {}
    for line in sorted(card.lines, key=lambda line: line.round_no or 0):
        rounds_by_opponent.setdefault(line.opponents_no, {})[line.round_no or 0] = None
    has_points = any(_sum_board_points(match) != match.score for match in matches)
    columns = [Column("round_no", "Round", Kind.TEXT), Column("names", "Against", Kind.TEXT)]
    if has_points:
        columns.append(Column("points", "IMPs", Kind.TEXT))
    title = {"victory points": "VP", "points": "Points"}.get(unit, unit)
    columns += [Column("own", title, Kind.POINTS), Column("other", "Theirs", Kind.POINTS)]
    rows: list[tuple[Value, ...]] = []
    for match in matches:
        rounds = ", ".join(map(str, rounds_by_opponent[match.away.contestant]))
        row: list[Value] = [rounds, match.away.names or f"Team {match.away.label}"]
        if has_points:
            is_scored = any(board.home is not None for board in match.boards)
            row.append(" : ".join(map(points, _sum_board_points(match))) if is_scored else "")
        rows.append((*row, *match.score))
    return TableData("Matches", tuple(columns), tuple(rows), block_columns=2, fixed_columns=2)


def _make_board_row(board: MatchBoard, *, has_halves: bool) -> tuple[Value, ...]:
    results: tuple[Value, ...]
    if has_halves:
        results = (*_get_room_values(board.open_room), *_get_room_values(board.closed_room))
    else:
        line = board.open_room or board.closed_room
        results = (line.ns if line else None, *_get_room_values(line))
    running = ""
    home_running, away_running = board.running
    if home_running is not None and away_running is not None and board.home is not None:
        running = f"{_format_short(home_running)} : {_format_short(away_running)}"
    return (board.round_no, board.board_no, *results, board.home, board.away, running)


def _format_short(figure: int | Fraction) -> str:
    """Return *figure* with at most two decimals: IMPs of pairs may have many."""
    return exact_text(Fraction(points_text(figure)))


def _get_room_values(line: BoardLine | None) -> tuple[Value, ...]:
    """Return contract, declarer and score of one table. A bare score has no contract."""
    if line is None:
        return "missing", "", None
    if line.ns_score is None and not line.contract:
        return line.due or "missing", "", None
    score = None if line.ns_score is None else int(line.ns_score)
    return line.contract or NOT_PLAYED, line.declarer, score
