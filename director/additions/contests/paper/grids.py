"""Tables of matches on pages: the cross-table, a match, the card of a team.

A match has two sides, *home* and *away*. The functions ``…_data`` build columns and rows, the
functions ``…_grid`` add links and explanations, as in ``boards.paper.tables.grids``.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import ClassVar

from django.http import HttpRequest

from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.sheets import (
    CrossRow,
    CrossTable,
    MatchBoard,
    ScoredMatch,
)
from director.boards.contests import CONTESTANTS
from director.boards.scoring.explanation import explain_lines
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.columns import (
    HIDDEN,
    PHONE,
    RANKED_KEYS,
    ROW_HEADER,
    make_ranked_columns,
)
from director.boards.tables.grids import RecapTable
from director.core.base.grids import (
    ContractColumn,
    ExplainedScores,
    PageTable,
    ScoreExplanation,
)
from director.core.base.tags.cards import format_points
from director.formats.figures import Column, ColumnKind, TableData, Value, make_table
from director.sheets import BoardLine, PairCard, Points
from scoring.display import format_exact, format_rounded

NOT_PLAYED = "–"


class CrossTableGrid(RecapTable):
    """The cross-table. A match that wasn't played has a dash."""

    class Meta:
        attrs: ClassVar = {"class": "recap cross"}
        sequence = ("place", "pair_no", "names", "total", "...")


class MatchTable(PageTable):
    """The boards of a match, with the results of both rooms."""

    explainable_keys = ("home", "away")

    class Meta:
        attrs: ClassVar = {"class": "match"}


def make_cross_data(table: CrossTable) -> TableData:
    """Return the cross-table as columns and rows, with a column for every team."""
    columns = (
        *make_ranked_columns(table.heading.contestant_noun, table.teams),
        *(_make_against_column(index, team.label) for index, team in enumerate(table.teams)),
        Column("byes", "Sits out", needed_fact="byes"),
        Column("total", "Total", ColumnKind.POINTS, path="standing.total"),
    )
    column_conditions = ("byes",) if table.has_byes else ()
    return make_table(
        "Matches",
        columns,
        table.rows,
        column_conditions,
        block_keys=RANKED_KEYS,
        fixed_keys=RANKED_KEYS,
    )


def _make_against_column(index: int, label: str) -> Column:
    """Return the column of the scores against the team that has *index*, which is called *label*."""

    def get_score(row: CrossRow) -> Value:
        cell = row.cells[index]
        return cell.score if cell else None

    return Column(
        f"against_{index}", label, ColumnKind.POINTS, group="scores", convert_value=get_score
    )


def make_cross_grid(
    table: CrossTable,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    prefix: str = "cross-",
) -> CrossTableGrid:
    """Return the cross-table, with links from figures to matches and from names to cards.

    *prefix* keeps the parameters and ids of several tables on a page apart.
    """
    card_addresses: list[str | None] = []
    links_by_column: dict[str, list[str | None]] = {"names": card_addresses}
    for row in table.rows:
        team = row.standing.contestant
        card_addresses.append(addresses.get_pair_address(team) if row.standing.names else None)
        for index, cell in enumerate(row.cells):
            address = addresses.get_match_address(team, cell.opponent_no) if cell else None
            links_by_column.setdefault(f"against_{index}", []).append(address)
    return CrossTableGrid(
        make_cross_data(table),
        request=request,
        caption=table.title,
        note=table.unit,
        links=links_by_column,
        prefix=prefix,
    )


def make_match_data(match: ScoredMatch) -> TableData:
    """Return a match as columns and rows, with both rooms side by side.

    A match of two pairs has one table.
    """
    contestant_noun = match.heading.contestant_noun.capitalize()
    result_columns: tuple[Column, ...]
    if CONTESTANTS[match.heading.contestant_noun].has_halves:
        result_columns = (
            *_make_room_columns("open", "open_room", "Open", "N-S"),
            *_make_room_columns("closed", "closed_room", "Closed", "N-S"),
        )
    else:
        result_columns = (
            Column(
                "ns", "N-S", path="only_line", convert_value=lambda line: line.ns if line else None
            ),
            *_make_room_columns("open", "only_line", "Contract", "N-S score"),
        )
    columns = (
        Column("round_no", "Round", ColumnKind.COUNT, page=PHONE),
        Column("board_no", "Board", ColumnKind.COUNT, page=ROW_HEADER),
        *result_columns,
        Column(
            "home", f"{contestant_noun} {match.home.label}", ColumnKind.POINTS, path="home_points"
        ),
        Column(
            "away", f"{contestant_noun} {match.away.label}", ColumnKind.POINTS, path="away_points"
        ),
        Column("running", "Running", page=PHONE, convert_value=_format_running_totals),
    )
    keys = ("round_no", "board_no")
    return make_table("Match", columns, match.boards, block_keys=keys, fixed_keys=keys)


def make_match_grid(
    match: ScoredMatch,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    explained_figures: ExplainedScores,
    prefix: str = "",
) -> MatchTable:
    """Return the boards of a match, with links to their travellers.

    *explained_figures* explains the points of a board.
    """
    boards = match.boards
    links: dict[str, list[str | None]] = {
        "board_no": [addresses.get_board_address(board.board_no) for board in boards],
        "open_contract": [addresses.get_correction_address(board.open_room) for board in boards],
        "closed_contract": [
            addresses.get_correction_address(board.closed_room) for board in boards
        ],
    }
    data = make_match_data(match)
    caption = f"{match.home.label} against {match.away.label}"
    if match.heading.contestant_noun == "team" and match.home.names and match.away.names:
        data = data.with_titles(home=match.home.names, away=match.away.names)
        caption = f"{match.home.names} against {match.away.names}"
    return MatchTable(
        data,
        request=request,
        caption=caption,
        links=links,
        explained_scores=explained_figures,
        prefix=prefix,
    )


def explain_match_board(
    scored: ScoredSession, match: ScoredMatch, requested_key: str
) -> ExplainedScores:
    """Explain both teams' points on a board of a match."""
    sides_by_key = {}
    for board in match.boards:
        line = board.open_room or board.closed_room
        if line:
            sides_by_key[line.key] = ("NS", "EW")
    return explain_lines(scored, sides_by_key, requested_key)


class TeamCardTable(PageTable):
    """The matches of one team, one in a row. Its score opens the boards of the match."""

    explainable_keys = ("own", "round_no")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_card_grid(
    session_results: SessionResults,
    card: PairCard,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
) -> PageTable | None:
    """Return the card of a team match by match, or None if it is shown board by board.

    The match that *request* asks about is opened.
    """
    requested_key = request.GET.get("why", "")
    matches = SessionMatches(session_results)
    met_matches: list[ScoredMatch | None] = []
    if (
        CONTESTANTS[card.heading.contestant_noun].has_halves
        and session_results.scoring_field.has_matches
    ):
        team = card.standing.contestant
        met_matches = [matches.match(team, opponent) for opponent in _list_opponents(card)]
    played_matches = [match for match in met_matches if match]
    # A board on which two pairs of the team met is in no match: only a card of boards shows it.
    if not met_matches or len(played_matches) < len(met_matches):
        return None
    keys = tuple(f"match-{match.away.contestant}" for match in played_matches)
    explained_figures = ExplainedScores(keys)
    for key, match in zip(keys, played_matches, strict=True):
        explained_boards = replace(
            explain_match_board(session_results.scored, match, requested_key), closing_key=key
        )
        # An explanation within the match keeps the match open.
        if requested_key and requested_key in (key, explained_boards.explained_key):
            reasons = (ScoreExplanation("", "", match.score_explanation),)
            grid = make_match_grid(
                match,
                addresses=addresses,
                request=request,
                explained_figures=explained_boards,
                prefix="match-",
            )
            explained_figures = ExplainedScores(
                keys,
                key,
                reasons,
                part="additions/contests/public/_match.html",
                part_args=(match, grid),
            )
    return TeamCardTable(
        _make_team_data(card, played_matches, matches.unit),
        request=request,
        caption="Matches",
        note=f"{card.standing.boards} boards scored",
        links={
            "names": [addresses.get_pair_address(match.away.contestant) for match in played_matches]
        },
        explained_scores=explained_figures,
    )


def _sum_board_points(match: ScoredMatch) -> tuple[Points, Points]:
    """Return the points that both sides won on the boards."""
    home_points = sum((Fraction(board.home_points or 0) for board in match.boards), Fraction(0))
    away_points = sum((Fraction(board.away_points or 0) for board in match.boards), Fraction(0))
    return home_points, away_points


def _list_opponents(card: PairCard) -> list[int]:
    """Return the teams that the team of *card* met, in order of rounds."""
    lines = sorted(card.lines, key=lambda line: (line.round_no or 0, line.board_no))
    return list(dict.fromkeys(line.opponents.number for line in lines))


def _make_team_data(card: PairCard, matches: Sequence[ScoredMatch], unit: str) -> TableData:
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
            convert_value=lambda opponent: ", ".join(map(str, rounds_by_opponent[opponent])),
        ),
        Column(
            "names",
            "Against",
            path="away",
            convert_value=lambda team: team.names or f"Team {team.label}",
            page=ROW_HEADER,
        ),
        Column(
            "points", "IMPs", convert_value=_format_board_points, page=PHONE, needed_fact="points"
        ),
        Column("own", title, ColumnKind.POINTS, path="score", convert_value=itemgetter(0)),
        Column(
            "other",
            "Theirs",
            ColumnKind.POINTS,
            path="score",
            convert_value=itemgetter(1),
            page=PHONE,
        ),
    )
    has_board_points = any(_sum_board_points(match) != match.score for match in matches)
    column_conditions = ("points",) if has_board_points else ()
    keys = ("round_no", "names")
    return make_table(
        "Matches", columns, matches, column_conditions, block_keys=keys, fixed_keys=keys
    )


def _format_board_points(match: ScoredMatch) -> str:
    """Return the points that both sides won on the boards, or "" before any board is scored.

    A match that was entered as a result has the IMPs that were entered.
    """
    if match.is_reported:
        return match.imps_text
    if all(board.home_points is None for board in match.boards):
        return ""
    return " : ".join(map(format_points, _sum_board_points(match)))


def _format_running_totals(board: MatchBoard) -> str:
    home_running, away_running = board.running_totals
    if home_running is None or away_running is None or board.home_points is None:
        return ""
    return f"{_format_short(home_running)} : {_format_short(away_running)}"


def _format_short(figure: int | Fraction) -> str:
    """Return *figure* with at most two decimals: IMPs of pairs may have many."""
    return format_exact(Fraction(format_rounded(figure)))


def _make_room_columns(
    key: str, path: str, title: str, score_title: str
) -> tuple[Column, Column, Column]:
    """Return contract, declarer and score of the line at *path* of a board of a match."""
    return (
        Column(
            f"{key}_contract", title, path=path, convert_value=_get_contract, page=ContractColumn()
        ),
        Column(
            f"{key}_declarer",
            "By",
            path=path,
            convert_value=lambda line: line.declarer if line else "",
            page=HIDDEN,  # the contract shows it
        ),
        Column(
            f"{key}_score",
            score_title,
            ColumnKind.SCORE,
            path=path,
            convert_value=_get_score,
            page=PHONE,
        ),
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
