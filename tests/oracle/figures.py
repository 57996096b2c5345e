"""A second, deliberately plain calculation of all figures, which ``checking`` compares.

A *route* is the plain calculation of one method. Here the points of the lines become *rows*, one
for each side of a line; ``definitions`` has the points, and ``standings`` adds the rows up.
``ROUTES`` and ``PARTY_ROUTES`` have the route of every method. Methods and their registry don't know
them, so that they stay independent and only a check loads them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line
from tests.oracle import definitions as by_definition
from tests.oracle import matches, old, party, teams
from tests.oracle.definitions import (
    Options,
    PointsOfBothSides,
    PointsOfSides,
    score_rubber_lines,
    score_unfinished_games_by_team,
)
from tests.oracle.old import OldSystemRoute, rank_old_system_plainly
from tests.oracle.party import PartyRoute
from tests.oracle.standings import (
    Contestant,
    FieldRow,
    FieldRows,
    Figures,
    MatchFigures,
    compute_figures_by_contestant,
    needs_matches,
    sum_points,
)
from tests.oracle.teams import (
    TeamRoute,
    apply_withdrawals,
    compute_match_figures,
    compute_team_points,
    compute_totals_by_team,
)

_ROUNDING_STEPS = {"exact": None, "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}

PARTY_ROUTES: Mapping[str, PartyRoute] = {
    "games": party.GAMES,
    "points": party.POINTS,
    "punched-card": party.PUNCHED_CARD,
    "counters": party.COUNTERS,
    "gains-and-losses": party.GAINS_AND_LOSSES,
    "winners-only": party.WINNERS_ONLY,
    "tricks": party.TRICKS,
    "plus-and-minus": party.PLUS_AND_MINUS,
    "auction": party.AUCTION,
    "net-of-the-lower": party.NET_OF_THE_LOWER,
    "pivot": party.PIVOT,
    "sixty-three": party.SIXTY_THREE,
    "seeger-fabian": party.SEEGER_FABIAN,
    "bierlachs": party.BIERLACHS,
    "signed-lists": party.SIGNED_LISTS,
    "beetle": party.BEETLE,
}


@dataclass(frozen=True, slots=True)
class PlainRanking:
    """The points of the lines by board, and the figures of the contestants."""

    points_by_board: tuple[tuple[PointsOfSides | None, ...], ...]
    figures_by_contestant: Mapping[Contestant, Figures]


Route: TypeAlias = Callable[[Field, Options], PlainRanking]
"""The plain calculation of a method. Options must be complete, and the field without errors.

If results are compared within sections, each board of the field must have the lines of one section.
"""
_PointsRule: TypeAlias = Callable[[int, Board, Line, Options], PointsOfSides | None]
_TopRule: TypeAlias = Callable[[int, Options], Fraction | None]


def make_old_route(route: OldSystemRoute) -> Route:
    """Return the plain route of a system of 1900 or 1926."""
    return lambda field, options: PlainRanking(*rank_old_system_plainly(route, field, options))


def make_team_route(route: TeamRoute) -> Route:
    """Return the plain route of a method that counts matches."""
    return lambda field, options: _rank_teams(route, field, options)


def rank_teams_of_four(field: Field, options: Options) -> PlainRanking:
    """Return the gains of the lines, and the matches and tricks of the teams."""
    return PlainRanking(*rank_fours(field, options))


def rank_swiss_pairs(field: Field, options: Options) -> PlainRanking:
    """Return the matchpoints of the lines, and the victory points of the pairs."""
    # Credits are victory points, so they must not count among the matchpoints.
    points_by_board = rank_matchpoints(replace(field, credits=()), options).points_by_board
    expected_results = max(
        (_count_expected_results(field, board, options) for board in field.boards), default=0
    )
    return _rank_swiss(
        field, options, points_by_board, _compute_matchpoint_top(expected_results, options)
    )


def rank_swiss_pairs_imps(field: Field, options: Options) -> PlainRanking:
    """Return the IMPs of the lines, and the victory points of the pairs."""
    points_by_board = rank_cross_imps(replace(field, credits=()), options).points_by_board
    return _rank_swiss(field, options, points_by_board, None)


def _rank_swiss(
    field: Field,
    options: Options,
    points_by_board: tuple[tuple[PointsOfSides | None, ...], ...],
    top: Fraction | None,
) -> PlainRanking:
    board_tops = [top] * len(field.boards)
    rows = _make_field_rows(field, points_by_board, board_tops)
    swiss = matches.SwissBoards(field, options, points_by_board, board_tops)
    field_rows = FieldRows(
        rows,
        field,
        options=options,
        ranks_by_percentage=False,
        totals_by_team=matches.compute_swiss_totals_by_pair(swiss),
    )
    return _rank_by_matches(
        field_rows, points_by_board, lambda: matches.compute_swiss_figures(swiss)
    )


def _rank_by_matches(
    field_rows: FieldRows,
    points_by_board: tuple[tuple[PointsOfSides | None, ...], ...],
    compute_matches: Callable[[], MatchFigures],
) -> PlainRanking:
    """Return the ranking of *field_rows*, with the matches if its ties or its byes depend on them."""
    needs_average = any(credit.is_match_average for credit in field_rows.field.credits)
    if needs_matches(field_rows.options["ties"]) or needs_average:
        field_rows = replace(field_rows, match_figures=compute_matches())
    return PlainRanking(points_by_board, compute_figures_by_contestant(field_rows))


def rank_team_totals(field: Field, options: Options) -> PlainRanking:
    """Return the points that each line adds to both teams, and their sums."""
    points_by_board = tuple(
        tuple(matches.compute_line_points(line, options) for line in board.lines)
        for board in field.boards
    )
    rows = _make_field_rows(field, points_by_board)
    total_by_team = _sum_points_by_team(field, rows)
    for team, total in total_by_team.items():
        total_by_team[team] = total + matches.compute_odd_pair_points(field, team, options)
    return _rank_team_sums(field, options, points_by_board, rows, total_by_team)


def rank_eights(field: Field, options: Options) -> PlainRanking:
    """Return the IMPs that each line of teams of eight adds to both teams, and their sums."""
    points_by_board = tuple(
        tuple(_compute_share_of_eights(board, line, options["compared"]) for line in board.lines)
        for board in field.boards
    )
    rows = _make_field_rows(field, points_by_board)
    return _rank_team_sums(field, options, points_by_board, rows, _sum_points_by_team(field, rows))


def _compute_share_of_eights(board: Board, line: Line, compared: str) -> PointsOfSides | None:
    """Return what *line* has of the IMPs between its two teams, None unless both sat N-S equally often."""
    if line.score is None or line.ns == line.ew:
        return None
    own_scores = _list_scores(board, line.ns, line.ew, line.group)
    other_scores = _list_scores(board, line.ew, line.ns, line.group)
    if len(own_scores) != len(other_scores):
        return None
    if compared == "add":
        imps = Fraction(by_definition.convert_to_imps(sum(own_scores) - sum(other_scores)))
    else:
        couples = [(own, other) for own in own_scores for other in other_scores]
        imps = sum(
            (Fraction(by_definition.convert_to_imps(own - other)) for own, other in couples),
            Fraction(0),
        )
        if compared == "cross":
            imps /= len(couples)
    # Each team has as many lines N-S as E-W, so a line has this part of the whole.
    share = imps / len(own_scores + other_scores)
    return share, -share


def rank_rubbers(field: Field, options: Options) -> PlainRanking:
    """Return the gains of the hands for both teams, and their sums with unfinished rubbers."""
    points_by_board = score_rubber_lines(field, options)
    rows = _make_field_rows(field, points_by_board)
    total_by_team = _sum_points_by_team(field, rows)
    for team, points in score_unfinished_games_by_team(field, options).items():
        total_by_team[team] += points
    return _rank_team_sums(field, options, points_by_board, rows, total_by_team)


def _sum_points_by_team(field: Field, rows: Sequence[FieldRow]) -> dict[int, Fraction]:
    """Return the points and adjustments of each team on all rows."""
    total_by_team: dict[int, Fraction] = {}
    for board in field.boards:
        for line in board.lines:
            total_by_team[line.ns] = total_by_team[line.ew] = Fraction(0)
    for row in rows:
        _direction, team = row.contestant
        total_by_team[team] += (row.points or 0) + row.adjustment_points
    return total_by_team


def _rank_team_sums(
    field: Field,
    options: Options,
    points_by_board: tuple[tuple[PointsOfSides | None, ...], ...],
    rows: tuple[FieldRow, ...],
    total_by_team: Mapping[int, Fraction],
) -> PlainRanking:
    # Without tops, the number of boards of a team doesn't matter.
    totals_by_team = {team: (total, 0) for team, total in total_by_team.items()}
    field_rows = FieldRows(
        rows, field, options=options, ranks_by_percentage=False, totals_by_team=totals_by_team
    )
    return PlainRanking(points_by_board, compute_figures_by_contestant(field_rows))


def _make_board_route(
    compute_points: _PointsRule, compute_top: _TopRule, *, ranks_by_percentage: bool = False
) -> Route:
    return lambda field, options: _rank_boards(
        field, options, compute_points, compute_top, ranks_by_percentage
    )


def _rank_boards(
    field: Field,
    options: Options,
    compute_points: _PointsRule,
    compute_top: _TopRule,
    ranks_by_percentage: bool,
) -> PlainRanking:
    expected_results = [_count_expected_results(field, board, options) for board in field.boards]
    unmoved_points = tuple(
        tuple(compute_points(results, board, line, options) for line in board.lines)
        for board, results in zip(field.boards, expected_results, strict=True)
    )
    board_tops = [compute_top(results, options) for results in expected_results]
    rows = _make_field_rows(field, unmoved_points, board_tops)
    # An own average counts points moved by hand on the other boards, which are added only once.
    shifted_rows = [replace(row, points=_compute_shifted_points(row)) for row in rows]
    settled_rows = []
    for row in rows:
        settled_row = replace(row, points=_apply_own_average(row, shifted_rows))
        settled_rows.append(replace(settled_row, points=_compute_shifted_points(settled_row)))
    # Rows of one line follow each other, N-S before E-W.
    points_by_board = []
    final_rows: list[FieldRow] = []
    row_pairs = zip(settled_rows[::2], settled_rows[1::2], strict=True)
    for board in field.boards:
        sides = []
        for _line in board.lines:
            ns_row, ew_row = next(row_pairs)
            sides.append(_get_sides(ns_row, ew_row))
            final_rows.append(replace(ns_row, rival_points=ew_row.points))
            final_rows.append(replace(ew_row, rival_points=ns_row.points))
        points_by_board.append(tuple(sides))
    field_rows = FieldRows(tuple(final_rows), field, options, ranks_by_percentage)
    return PlainRanking(tuple(points_by_board), compute_figures_by_contestant(field_rows))


def _rank_teams(route: TeamRoute, field: Field, options: Options) -> PlainRanking:
    top = Fraction(options["win"]) if route.has_top else None
    counting_field, award_by_team = apply_withdrawals(route, field, options)
    points_by_board = []
    counting_points = []
    for board, counting_board in zip(field.boards, counting_field.boards, strict=True):
        points_by_board.append(
            tuple(
                compute_team_points(route, board, line, options)
                if line in counting_board.lines
                else None
                for line in board.lines
            )
        )
        counting_points.append(
            tuple(
                compute_team_points(route, counting_board, line, options)
                for line in counting_board.lines
            )
        )
    rows = _make_field_rows(counting_field, counting_points, [top] * len(counting_field.boards))
    totals_by_team = compute_totals_by_team(route, counting_field, options)
    for team, award in award_by_team.items():
        points, boards = totals_by_team.get(team, (Fraction(0), 0))
        totals_by_team[team] = points + award, boards
    field_rows = FieldRows(
        rows,
        counting_field,
        options=options,
        ranks_by_percentage=top is not None,
        totals_by_team=totals_by_team,
    )
    return _rank_by_matches(
        field_rows,
        tuple(points_by_board),
        lambda: compute_match_figures(route, counting_field, options, uncancelled_field=field),
    )


def _make_field_rows(
    field: Field,
    points_by_board: Sequence[Sequence[PointsOfSides | None]],
    board_tops: Sequence[Fraction | None] | None = None,
) -> tuple[FieldRow, ...]:
    """Return the rows of *field*, whose *points_by_board* have these points, by board."""
    if board_tops is None:
        board_tops = [None] * len(field.boards)
    rows: list[FieldRow] = []
    for index, board in enumerate(field.boards):
        for line, sides in zip(board.lines, points_by_board[index], strict=True):
            rows += _make_line_rows(field, index, line, sides, board_tops[index])
    return tuple(rows)


def _make_line_rows(
    field: Field, board_index: int, line: Line, sides: PointsOfSides | None, top: Fraction | None
) -> tuple[FieldRow, FieldRow]:
    """Return the rows of N-S and E-W."""
    ns_contestant, ew_contestant = by_definition.get_lists_and_numbers(line, field.winner_count)
    ns_points, ew_points = sides or (None, None)
    artificial = line.artificial
    ns_row = FieldRow(
        board_index=board_index,
        contestant=ns_contestant,
        rival=ew_contestant,
        points=ns_points,
        rival_points=ew_points,
        top=top,
        artificial_percentage=artificial.ns if artificial else None,
        depends_on_average=artificial.has_ns_own_average if artificial else False,
        adjustment_points=_sum_line_adjustments(line, "ns", top),
        section=line.section,
        point_shift=Fraction(line.point_shift.get_points("NS") if line.point_shift else 0),
    )
    ew_row = FieldRow(
        board_index=board_index,
        contestant=ew_contestant,
        rival=ns_contestant,
        points=ew_points,
        rival_points=ns_points,
        top=top,
        artificial_percentage=artificial.ew if artificial else None,
        depends_on_average=artificial.has_ew_own_average if artificial else False,
        adjustment_points=_sum_line_adjustments(line, "ew", top),
        section=line.section,
        point_shift=Fraction(line.point_shift.get_points("EW") if line.point_shift else 0),
    )
    return ns_row, ew_row


def _sum_line_adjustments(line: Line, side: str, top: Fraction | None) -> Fraction:
    """Return the adjustments of one side of *line*. Percentages are of the top."""
    total = Fraction(0)
    for adjustment in line.adjustments:
        if adjustment.side == side:
            if adjustment.unit == "%":
                total += adjustment.amount * (top or 0) / 100
            else:
                total += adjustment.amount
    return total


def _compute_shifted_points(row: FieldRow) -> Fraction | None:
    if row.points is None:
        return None
    return row.points + row.point_shift


def _apply_own_average(row: FieldRow, rows: list[FieldRow]) -> Fraction | None:
    """Return the points of *row*, which may be replaced by the average of its other rows.

    Source: [LAWS2017] Law 12C2(c).
    """
    if not row.depends_on_average or row.points is None:
        return row.points
    other_rows = [
        other
        for other in rows
        if other.contestant == row.contestant
        and not other.depends_on_average
        and other.points is not None
    ]
    # Without tops, each board counts the same.
    available_points = sum(Fraction(1) if other.top is None else other.top for other in other_rows)
    if not available_points:
        return row.points
    share = sum_points(other.points for other in other_rows) / available_points
    average_points = share * (1 if row.top is None else row.top)
    if (row.artificial_percentage or 0) > 50:
        return max(average_points, row.points)
    return min(average_points, row.points)


def _get_sides(ns_row: FieldRow, ew_row: FieldRow) -> PointsOfSides | None:
    if ns_row.points is None and ew_row.points is None:
        return None
    return (ns_row.points, ew_row.points)


def _count_expected_results(field: Field, board: Board, options: Options) -> int:
    """Return the number of results that make a full board."""
    if options.get("neuberg") == "no":
        return len([line for line in board.lines if by_definition.has_score(line)])
    compared_boards = [
        other
        for other in field.boards
        if options.get("compare") != "section" or other.section == board.section
    ]
    return by_definition.count_full_board_results(compared_boards, field.winner_count, options)


def _compute_matchpoints(
    expected_results: int, board: Board, line: Line, options: Options
) -> PointsOfSides | None:
    step = _ROUNDING_STEPS[options.get("keep", "exact")]
    sides = by_definition.compute_matchpoints(board, line, expected_results, options, False)
    if sides is None or step is None:
        return sides
    ns, ew = (
        None if points is None else by_definition.round_to_nearest(points, step) for points in sides
    )
    return ns, ew


def _compute_ascherman_points(
    expected_results: int, board: Board, line: Line, options: Options
) -> PointsOfSides | None:
    return by_definition.compute_matchpoints(board, line, expected_results, options, True)


def _compute_matchpoint_top(expected_results: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * max(expected_results - 1, 0)


def _compute_ascherman_top(expected_results: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * expected_results


def _compute_cross_imps(
    expected_results: int, board: Board, line: Line, options: Options
) -> PointsOfSides | None:
    return by_definition.compute_cross_imps(board, line, options, expected_results)


def _get_no_top(_: int, __: Options) -> None:
    return None


rank_matchpoints = _make_board_route(
    _compute_matchpoints, _compute_matchpoint_top, ranks_by_percentage=True
)
rank_ascherman = _make_board_route(
    _compute_ascherman_points, _compute_ascherman_top, ranks_by_percentage=True
)
rank_cross_imps = _make_board_route(_compute_cross_imps, _get_no_top)
rank_butler = _make_board_route(
    lambda _, board, line, options: by_definition.compute_butler_imps(board, line, options),
    _get_no_top,
)
rank_aggregate = _make_board_route(
    lambda _, board, line, options: by_definition.compute_aggregate(board, line, options),
    _get_no_top,
)
rank_average = _make_board_route(
    lambda _, board, line, options: by_definition.compute_average(board, line, options["rounding"]),
    _get_no_top,
)


# Teams of four that are ranked by matches, then by tricks.


FiguresByTeam: TypeAlias = dict[tuple[str | None, int], tuple[Fraction, Fraction | None, int, bool]]
"""Matches, no percentage, place and whether it is shared, by team."""


def rank_fours(
    field: Field, options: Options
) -> tuple[tuple[tuple[PointsOfBothSides | None, ...], ...], FiguresByTeam]:
    """Return the gains of the lines by board, and each team's figures by matches, then tricks."""
    points_by_board = tuple(
        tuple(_compute_line_gain(board, line) for line in board.lines) for board in field.boards
    )
    teams: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            teams.update((line.ns, line.ew))
    win = Fraction(options["win"])
    score_by_team = {team: _score_team(field, team, teams, win) for team in sorted(teams)}
    all_scores = list(score_by_team.values())
    figures_by_team: FiguresByTeam = {}
    for team, score in score_by_team.items():
        match_points, _tricks = score
        rank = 1 + sum(other > score for other in all_scores)
        figures_by_team[None, team] = match_points, None, rank, all_scores.count(score) > 1
    return points_by_board, figures_by_team


def _compute_line_gain(board: Board, line: Line) -> PointsOfBothSides | None:
    """Return the gain of *line* over the average of the lines played the other way.

    None unless both ways have the same number of scores.
    """
    if line.score is None or line.ns == line.ew:
        return None
    same_way_scores = _list_scores(board, line.ns, line.ew, line.group)
    other_way_scores = _list_scores(board, line.ew, line.ns, line.group)
    if not other_way_scores or len(other_way_scores) != len(same_way_scores):
        return None
    gain = line.score - Fraction(sum(other_way_scores), len(other_way_scores))
    return gain, -gain


def _list_scores(board: Board, ns: int, ew: int, group: str) -> list[int]:
    return [
        line.score
        for line in board.lines
        if (line.ns, line.ew, line.group) == (ns, ew, group) and line.score is not None
    ]


def _score_team(
    field: Field, team: int, teams: set[int], win: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the matches and the tricks of *team* against all other teams."""
    match_points = Fraction(0)
    tricks = Fraction(0)
    for opponent in teams:
        gains = []
        for board in field.boards:
            for line in board.lines:
                gain = (
                    _compute_line_gain(board, line)
                    if (line.ns, line.ew) == (team, opponent)
                    else None
                )
                if gain:
                    gains.append(gain[0])
        margin = sum(gains, Fraction(0))
        tricks += margin
        if margin > 0:
            match_points += win
        elif gains and margin == 0:
            match_points += win / 2
    return match_points, tricks


ROUTES: Mapping[str, Route] = {
    "matchpoints": rank_matchpoints,
    "ascherman": rank_ascherman,
    "cross-imps": rank_cross_imps,
    "butler": rank_butler,
    "total-imps": rank_cross_imps,
    "aggregate": rank_aggregate,
    "average": rank_average,
    "howell-losses": make_old_route(old.HOWELL_LOSSES),
    "exponent": make_old_route(old.EXPONENT),
    "match": make_old_route(old.MATCH),
    "safford": make_old_route(old.SAFFORD),
    "compass": make_old_route(old.COMPASS),
    "excess": make_old_route(old.EXCESS),
    "four-pairs": make_old_route(old.FOUR_PAIRS),
    "team-imps": make_team_route(teams.TEAM_IMPS),
    "board-a-match": make_team_route(teams.BOARD_A_MATCH),
    "patton": make_team_route(teams.PATTON),
    "fours": rank_teams_of_four,
    "team-totals": rank_team_totals,
    "eights": rank_eights,
    "rubbers": rank_rubbers,
    "swiss-pairs": rank_swiss_pairs,
    "swiss-pairs-imps": rank_swiss_pairs_imps,
}
