"""Tables of matches on pages: the cross-table, a match, the card of a team, the Swiss table.

A match has two sides, *home* and *away*. The functions ``…_data`` build columns and rows, the
functions ``…_grid`` add links and explanations, as in ``boards.paper.tables.grids``.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import ClassVar

from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.additions.contests.scoring.match_results import Matches
from director.additions.contests.scoring.sheets import (
    CrossRow,
    CrossTable,
    MatchBoard,
    MatchSheet,
    SwissCell,
    SwissTable,
)
from director.boards.contests import CONTESTANTS
from director.boards.scoring.explanation import explain_lines
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.columns import (
    HIDDEN,
    PHONE,
    RANKED_KEYS,
    ROW_HEADER,
    get_called_number,
    make_ranked_columns,
)
from director.boards.tables.grids import RecapTable, ResultAddresses
from director.core.base.grids import (
    ContractColumn,
    ExplainedFigures,
    Reason,
    Record,
    SheetColumn,
    SheetTable,
)
from director.core.base.tags.cards import format_points
from director.formats.figures import Column, Kind, TableData, Value, make_table
from director.pdf.tables import PaperColumn
from director.sheets import BoardLine, PairCard, Points
from scoring.display import exact_text, points_text

NOT_PLAYED = "–"


class CrossTableGrid(RecapTable):
    """The cross-table. A match that wasn't played has a dash."""

    class Meta:
        attrs: ClassVar = {"class": "recap cross"}
        sequence = ("place", "pair_no", "names", "total", "...")


class MatchTable(SheetTable):
    """The boards of a match, with the results of both rooms."""

    explains = ("home", "away")

    class Meta:
        attrs: ClassVar = {"class": "match"}


def make_cross_data(table: CrossTable) -> TableData:
    """Return the cross-table as columns and rows, with a column for every team by number."""
    columns = (
        *make_ranked_columns(table.heading.contestant_word, table.teams),
        *(_make_against_column(index, team.label) for index, team in enumerate(table.teams)),
        Column("byes", "Sits out", when="byes"),
        Column("total", "Total", Kind.POINTS, path="standing.total"),
    )
    facts = ("byes",) if table.has_byes else ()
    return make_table(
        "Matches", columns, table.rows, facts, block_keys=RANKED_KEYS, fixed_keys=RANKED_KEYS
    )


def _make_against_column(index: int, label: str) -> Column:
    """Return the column of the scores against the team that has *index*, which is called *label*."""

    def get_score(row: CrossRow) -> Value:
        cell = row.cells[index]
        return cell.score if cell else None

    return Column(f"against_{index}", label, Kind.POINTS, group="scores", read=get_score)


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
            address = addresses.match(team, cell.opponent_no) if cell else None
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
    contestant_word = match.heading.contestant_word.capitalize()
    result_columns: tuple[Column, ...]
    if CONTESTANTS[match.heading.contestant_word].has_halves:
        result_columns = (
            *_make_room_columns("open", "open_room", "Open", "N-S"),
            *_make_room_columns("closed", "closed_room", "Closed", "N-S"),
        )
    else:
        result_columns = (
            Column("ns", "N-S", path="only_line", read=lambda line: line.ns if line else None),
            *_make_room_columns("open", "only_line", "Contract", "N-S score"),
        )
    columns = (
        Column("round_no", "Round", Kind.COUNT, page=PHONE),
        Column("board_no", "Board", Kind.COUNT, page=ROW_HEADER),
        *result_columns,
        Column("home", f"{contestant_word} {match.home.label}", Kind.POINTS, path="home_points"),
        Column("away", f"{contestant_word} {match.away.label}", Kind.POINTS, path="away_points"),
        Column("running", "Running", page=PHONE, read=_format_running),
    )
    keys = ("round_no", "board_no")
    return make_table("Match", columns, match.boards, block_keys=keys, fixed_keys=keys)


def make_match_grid(
    match: MatchSheet,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    why: ExplainedFigures,
    prefix: str = "",
) -> MatchTable:
    """Return the boards of a match, with links to their travellers.

    *why* explains the points of a board.
    """
    boards = match.boards
    links: dict[str, list[str | None]] = {
        "board_no": [addresses.board(board.board_no) for board in boards],
        "open_contract": [addresses.correction(board.open_room) for board in boards],
        "closed_contract": [addresses.correction(board.closed_room) for board in boards],
    }
    data = make_match_data(match)
    caption = f"{match.home.label} against {match.away.label}"
    if match.heading.contestant_word == "team" and match.home.names and match.away.names:
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


def explain_match_board(
    scored: ScoredSession, match: MatchSheet, asked_key: str
) -> ExplainedFigures:
    """Explain both teams' points on a board of a match."""
    lines = {}
    for board in match.boards:
        line = board.open_room or board.closed_room
        if line:
            lines[line.key] = ("NS", "EW")
    return explain_lines(scored, lines, asked_key)


class TeamCardTable(SheetTable):
    """The matches of one team, one in a row. Its score opens the boards of the match."""

    explains = ("own", "round_no")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_card_grid(
    sheets: SessionSheets, card: PairCard, *, addresses: ResultAddresses, request: HttpRequest
) -> SheetTable | None:
    """Return the card of a team match by match, or None if it is shown board by board.

    The match that *request* asks about is opened.
    """
    asked_key = request.GET.get("why", "")
    matches = Matches(sheets)
    met: list[MatchSheet | None] = []
    if CONTESTANTS[card.heading.contestant_word].has_halves and sheets.scoring_field.has_matches:
        team = card.standing.contestant
        met = [matches.match(team, opponent) for opponent in _list_opponents(card)]
    played = [match for match in met if match]
    # A board on which two pairs of the team met is in no match: only a card of boards shows it.
    if not met or len(played) < len(met):
        return None
    keys = tuple(f"match-{match.away.contestant}" for match in played)
    why = ExplainedFigures(keys)
    for key, match in zip(keys, played, strict=True):
        why_boards = replace(explain_match_board(sheets.scored, match, asked_key), closing_key=key)
        # An explanation within the match keeps the match open.
        if asked_key and asked_key in (key, why_boards.asked_key):
            reasons = (Reason("", "", match.score_explanation),)
            grid = make_match_grid(
                match, addresses=addresses, request=request, why=why_boards, prefix="match-"
            )
            why = ExplainedFigures(
                keys,
                key,
                reasons,
                part="additions/contests/public/_match.html",
                part_args=(match, grid),
            )
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
    home_points = sum((Fraction(board.home_points or 0) for board in match.boards), Fraction(0))
    away_points = sum((Fraction(board.away_points or 0) for board in match.boards), Fraction(0))
    return home_points, away_points


def _list_opponents(card: PairCard) -> list[int]:
    """Return the teams that the team of *card* met, in order of rounds."""
    lines = sorted(card.lines, key=lambda line: (line.round_no or 0, line.board_no))
    return list(dict.fromkeys(line.opponents.number for line in lines))


def _make_team_data(card: PairCard, matches: Sequence[MatchSheet], unit: str) -> TableData:
    """Return the *matches* of a team, with the points of boards if the score is another."""
    rounds_by_opponent: dict[int, dict[int, None]] = {}
    for line in sorted(card.lines, key=lambda line: line.round_no or 0):
        rounds_by_opponent.setdefault(line.opponents.number, {})[line.round_no or 0] = None
    title = {"victory points": "VP", "points": "Points"}.get(unit, unit)
    columns = (
        Column(
            "round_no",
            "Round",
            path="away.contestant",
            read=lambda opponent: ", ".join(map(str, rounds_by_opponent[opponent])),
        ),
        Column(
            "names",
            "Against",
            path="away",
            read=lambda team: team.names or f"Team {team.label}",
            page=ROW_HEADER,
        ),
        Column("points", "IMPs", read=_format_board_points, page=PHONE, when="points"),
        Column("own", title, Kind.POINTS, path="score", read=itemgetter(0)),
        Column("other", "Theirs", Kind.POINTS, path="score", read=itemgetter(1), page=PHONE),
    )
    has_points = any(_sum_board_points(match) != match.score for match in matches)
    facts = ("points",) if has_points else ()
    keys = ("round_no", "names")
    return make_table("Matches", columns, matches, facts, block_keys=keys, fixed_keys=keys)


def _format_board_points(match: MatchSheet) -> str:
    """Return the points that both sides won on the boards, or "" before any board is scored."""
    if all(board.home_points is None for board in match.boards):
        return ""
    return " : ".join(map(format_points, _sum_board_points(match)))


def _format_running(board: MatchBoard) -> str:
    home_running, away_running = board.running_totals
    if home_running is None or away_running is None or board.home_points is None:
        return ""
    return f"{_format_short(home_running)} : {_format_short(away_running)}"


def _format_short(figure: int | Fraction) -> str:
    """Return *figure* with at most two decimals: IMPs of pairs may have many."""
    return exact_text(Fraction(points_text(figure)))


def _make_room_columns(
    key: str, path: str, title: str, score_title: str
) -> tuple[Column, Column, Column]:
    """Return contract, declarer and score of the line at *path* of a board of a match."""
    return (
        Column(f"{key}_contract", title, path=path, read=_get_contract, page=ContractColumn()),
        Column(
            f"{key}_declarer",
            "By",
            path=path,
            read=lambda line: line.declarer if line else "",
            page=HIDDEN,  # the contract shows it
        ),
        Column(f"{key}_score", score_title, Kind.SCORE, path=path, read=_get_score, page=PHONE),
    )


def _get_contract(line: BoardLine | None) -> str:
    """Return the contract, or a word in its place. A bare score has no contract."""
    if line is None:
        return "missing"
    if line.contract:
        return line.contract
    if line.score is not None:
        return NOT_PLAYED
    return line.due or "missing"


def _get_score(line: BoardLine | None) -> Value:
    if line is None or line.score is None:
        return None
    return int(line.score)


# The Swiss table has three columns for each round in files, one on pages.

SWISS_TITLE = "Swiss table"


class RoundColumn(SheetColumn):
    """A round on a page: opponent or mark, score and running total in one cell."""

    empty_values = ()

    def cell(self, key: str, record: Record, why: str = "") -> str:  # noqa: ARG002
        """Return the HTML of a round. Its sign is the opponents, linked to the match."""
        opponents = record["signs"][key]
        if record[key] is None:
            return format_html('<span class="met">{}</span>', opponents)
        running = record[key.replace("score_", "running_")]
        return format_html(
            '<span class="met">{}</span><b>{}</b><span class="sum">{}</span>',
            opponents,
            format_points(record[key], self.decimals),
            format_points(running, self.decimals),
        )


def _disable_sorting(column: SheetColumn) -> SheetColumn:
    column.orderable = False
    return column


_ROUND = RoundColumn()
# The column of the round shows what this one holds: numbers and words, which have no order.
_BESIDE_ROUND = _disable_sorting(SheetColumn(visible=False))


class SwissTableGrid(RecapTable):
    """The Swiss table, with a column for each round."""

    class Meta:
        attrs: ClassVar = {"class": "recap swiss"}
        sequence = ("place", "pair_no", "names", "total", "...")


def make_swiss_data(table: SwissTable) -> TableData:
    """Return the Swiss table as columns and rows, by place.

    Each round has the opponent's number or a mark such as "bye", the score and the total so far.
    """
    round_columns: list[Column] = []
    for index, round_no in enumerate(table.rounds):
        round_columns += _make_round_columns(index, round_no, table.unit)
    columns = (
        *make_ranked_columns(table.heading.contestant_word, [row.standing for row in table.rows]),
        *round_columns,
        Column(
            "adjustment",
            table.adjustments_title,
            Kind.POINTS,
            group="scores",
            when="adjustments",
            paper=PaperColumn(table.adjustments_title.replace("-", "-\n"), align="right"),
        ),
        Column(
            "total",
            f"Total {table.unit}",
            Kind.POINTS,
            group="scores",
            path="standing.total",
            paper=PaperColumn(f"Total\n{table.unit}", align="right", bold=True),
        ),
    )
    facts = ("adjustments",) if table.adjustments_title else ()
    return make_table(SWISS_TITLE, columns, table.rows, facts, fixed_keys=RANKED_KEYS)


def _make_round_columns(index: int, round_no: int, unit: str) -> tuple[Column, Column, Column]:
    """Return the columns of a round, whose cell has *index* in a row."""
    title = f"Round {round_no}"
    return (
        Column(
            f"opponent_{round_no}",
            f"{title} opponent",
            read=lambda row: _get_opponent_value(row.cells[index]),
            page=_BESIDE_ROUND,
            paper=PaperColumn(f"R{round_no}", align="right"),
        ),
        Column(
            f"score_{round_no}",
            f"{title} {unit}",
            Kind.POINTS,
            group="scores",
            read=lambda row: row.cells[index].score,
            page=_ROUND,
            paper=PaperColumn(unit, align="right"),
        ),
        Column(
            f"running_{round_no}",
            f"{title} total",
            Kind.POINTS,
            group="scores",
            read=lambda row: row.cells[index].running_total,
            page=_BESIDE_ROUND,
            paper=PaperColumn("Total", align="right"),
        ),
    )


def _get_opponent_value(cell: SwissCell) -> Value:
    """Return the number of the only opponent, else what the cell says in words."""
    if len(cell.opponents) == 1:
        return get_called_number(cell.opponents[0].label)
    return cell.opponents_text


def make_swiss_grid(
    table: SwissTable, *, addresses: ResultAddresses, request: HttpRequest
) -> SwissTableGrid:
    """Return the Swiss table for a page, with links to matches and to the cards of contestants."""
    names: list[str | None] = []
    links: dict[str, list[str | None]] = {"names": names}
    signs: dict[str, list[str]] = {}
    for row in table.rows:
        contestant = row.standing.contestant
        names.append(addresses.pair(contestant) if row.standing.names else None)
        for round_no, cell in zip(table.rounds, row.cells, strict=True):
            met = _link_opponents(contestant, cell, round_no, addresses)
            signs.setdefault(f"score_{round_no}", []).append(met)
    data = make_swiss_data(table)
    short_titles = {}
    for round_no in table.rounds:
        short_titles[f"score_{round_no}"] = f"Round {round_no}"
    return SwissTableGrid(
        data.with_titles(total=table.unit, **short_titles),
        request=request,
        caption=SWISS_TITLE,
        note=f"Each round: opponent, {table.unit}, total so far",
        links=links,
        signs=signs,
        prefix="swiss-",
    )


def _link_opponents(
    contestant: int, cell: SwissCell, round_no: int, addresses: ResultAddresses
) -> SafeString:
    """Return the numbers of the opponents of *cell*, with their names as titles, or its mark."""
    if not cell.opponents:
        return format_html("{}", cell.mark)
    links = []
    for opponent in cell.opponents:
        address = addresses.match(contestant, opponent.contestant)
        links.append((f"{address}?round={round_no}", opponent.names, opponent.label))
    return format_html_join(" ", '<a href="{}" title="{}">{}</a>', links)
