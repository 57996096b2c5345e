"""A second, deliberately plain calculation of all figures, which ``checking`` compares.

A *route* is the plain calculation of one method. Here the points of the lines become *rows*, one
for each side of a line; ``scoring.definitions`` has the points, and ``standings`` adds the rows up.
``ROUTES`` and ``PARTY_ROUTES`` have the route of every method. Methods and their registry don't know
them, so that they stay independent and only a check loads them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring import definitions as by_definition
from scoring.definitions import Options, Pair, Sides, score_rubber_lines, score_unfinished_games
from scoring.model import Board, Field, Line
from scoring.plain import matches, old, party, teams
from scoring.plain.old import OldRoute, rank_old_plainly
from scoring.plain.party import PartyRoute
from scoring.plain.standings import (
    Contestant,
    FieldRows,
    Figures,
    MatchFigures,
    Row,
    compute_plain_standings,
    needs_matches,
    sum_points,
)
from scoring.plain.teams import (
    TeamRoute,
    apply_withdrawals,
    compute_match_figures,
    compute_team_totals,
    team_points,
)


@dataclass(frozen=True, slots=True)
class PlainRanking:
    """The points of the lines by board, and the figures of the contestants."""

    lines: tuple[tuple[Sides | None, ...], ...]
    standings: Mapping[Contestant, Figures]


Route: TypeAlias = Callable[[Field, Options], PlainRanking]
"""The plain calculation of a method. Options must be complete, and the field without errors.

If results are compared within sections, each board of the field must have the lines of one section.
"""
_Points: TypeAlias = Callable[[int, Board, Line, Options], Sides | None]
_Top: TypeAlias = Callable[[int, Options], Fraction | None]


def make_old_route(route: OldRoute) -> Route:
    """Return the plain route of a system of 1900 or 1926."""
    return lambda field, options: PlainRanking(*rank_old_plainly(route, field, options))


def make_team_route(route: TeamRoute) -> Route:
    """Return the plain route of a method that counts matches."""
    return lambda field, options: _rank_teams(route, field, options)


def rank_teams_of_four(field: Field, options: Options) -> PlainRanking:
    """Return the gains of the lines, and the matches and tricks of the teams."""
    return PlainRanking(*compute_fours(field, options))


def rank_swiss_pairs(field: Field, options: Options) -> PlainRanking:
    """Return the matchpoints of the lines, and the victory points of the pairs."""
    # Credits are victory points, so they must not count among the matchpoints.
    lines = matchpoints(replace(field, credits=()), options).lines
    expected = max(
        (_count_expected_results(field, board, options) for board in field.boards), default=0
    )
    return _rank_swiss(field, options, lines, _matchpoint_top(expected, options))


def rank_swiss_pairs_imps(field: Field, options: Options) -> PlainRanking:
    """Return the IMPs of the lines, and the victory points of the pairs."""
    lines = cross_imps(replace(field, credits=()), options).lines
    return _rank_swiss(field, options, lines, None)


def _rank_swiss(
    field: Field,
    options: Options,
    lines: tuple[tuple[Sides | None, ...], ...],
    top: Fraction | None,
) -> PlainRanking:
    tops = [top] * len(field.boards)
    rows = _make_field_rows(field, lines, tops)
    swiss = matches.SwissBoards(field, options, lines, tops)
    sheet = FieldRows(rows, field, options, False, matches.compute_swiss_totals(swiss))
    return _rank_by_matches(sheet, lines, lambda: matches.compute_swiss_figures(swiss))


def _rank_by_matches(
    sheet: FieldRows,
    lines: tuple[tuple[Sides | None, ...], ...],
    find_matches: Callable[[], MatchFigures],
) -> PlainRanking:
    """Return the ranking of *sheet*, with the matches if its ties or its byes depend on them."""
    needs_average = any(credit.is_average for credit in sheet.field.credits)
    if needs_matches(sheet.options["ties"]) or needs_average:
        sheet = replace(sheet, matches=find_matches())
    return PlainRanking(lines, compute_plain_standings(sheet))


def rank_team_totals(field: Field, options: Options) -> PlainRanking:
    """Return the points that each line adds to both teams, and their sums."""
    lines = tuple(
        tuple(matches.sum_points(line, options) for line in board.lines) for board in field.boards
    )
    rows = _make_field_rows(field, lines)
    totals = _sum_team_points(field, rows)
    for team, total in totals.items():
        totals[team] = total + matches.odd_pair_points(field, team, options)
    return _rank_team_sums(field, options, lines, rows, totals)


def rank_rubbers(field: Field, options: Options) -> PlainRanking:
    """Return the gains of the hands for both teams, and their sums with unfinished rubbers."""
    lines = score_rubber_lines(field, options)
    rows = _make_field_rows(field, lines)
    totals = _sum_team_points(field, rows)
    for team, points in score_unfinished_games(field, options).items():
        totals[team] += points
    return _rank_team_sums(field, options, lines, rows, totals)


def _sum_team_points(field: Field, rows: Sequence[Row]) -> dict[int, Fraction]:
    """Return the points and adjustments of each team on all rows."""
    totals: dict[int, Fraction] = {}
    for board in field.boards:
        for line in board.lines:
            totals[line.ns] = totals[line.ew] = Fraction(0)
    for row in rows:
        _direction, team = row.contestant
        totals[team] += (row.points or 0) + row.extra
    return totals


def _rank_team_sums(
    field: Field,
    options: Options,
    lines: tuple[tuple[Sides | None, ...], ...],
    rows: tuple[Row, ...],
    totals: Mapping[int, Fraction],
) -> PlainRanking:
    # Without tops, the number of boards of a team doesn't matter.
    team_totals = {team: (total, 0) for team, total in totals.items()}
    sheet = FieldRows(rows, field, options, False, team_totals)
    return PlainRanking(lines, compute_plain_standings(sheet))


def _make_board_route(points: _Points, top: _Top, *, is_percent: bool = False) -> Route:
    return lambda field, options: _rank_boards(field, options, points, top, is_percent)


def _rank_boards(
    field: Field, options: Options, points: _Points, top: _Top, is_percent: bool
) -> PlainRanking:
    expected = [_count_expected_results(field, board, options) for board in field.boards]
    calculated = tuple(
        tuple(points(results, board, line, options) for line in board.lines)
        for board, results in zip(field.boards, expected, strict=True)
    )
    tops = [top(results, options) for results in expected]
    rows = _make_field_rows(field, calculated, tops)
    # An own average counts points moved by hand on the other boards, which are added only once.
    moved = [replace(row, points=_add_moved_points(row)) for row in rows]
    settled = []
    for row in rows:
        settled_row = replace(row, points=_apply_own_average(row, moved))
        settled.append(replace(settled_row, points=_add_moved_points(settled_row)))
    # Rows of one line follow each other, N-S before E-W.
    lines = []
    final_rows: list[Row] = []
    row_pairs = zip(settled[::2], settled[1::2], strict=True)
    for board in field.boards:
        sides = []
        for _line in board.lines:
            ns, ew = next(row_pairs)
            sides.append(_get_sides(ns, ew))
            final_rows.append(replace(ns, rival_points=ew.points))
            final_rows.append(replace(ew, rival_points=ns.points))
        lines.append(tuple(sides))
    sheet = FieldRows(tuple(final_rows), field, options, is_percent)
    return PlainRanking(tuple(lines), compute_plain_standings(sheet))


def _rank_teams(route: TeamRoute, field: Field, options: Options) -> PlainRanking:
    top = Fraction(options["win"]) if route.has_top else None
    counting_field, awards = apply_withdrawals(route, field, options)
    lines = []
    counting_lines = []
    for board, counting_board in zip(field.boards, counting_field.boards, strict=True):
        lines.append(
            tuple(
                team_points(route, board, line, options) if line in counting_board.lines else None
                for line in board.lines
            )
        )
        counting_lines.append(
            tuple(
                team_points(route, counting_board, line, options) for line in counting_board.lines
            )
        )
    rows = _make_field_rows(counting_field, counting_lines, [top] * len(counting_field.boards))
    totals = compute_team_totals(route, counting_field, options)
    for team, award in awards.items():
        points, boards = totals.get(team, (Fraction(0), 0))
        totals[team] = points + award, boards
    sheet = FieldRows(rows, counting_field, options, top is not None, totals)
    return _rank_by_matches(
        sheet,
        tuple(lines),
        lambda: compute_match_figures(route, counting_field, options, whole=field),
    )


def _make_field_rows(
    field: Field,
    lines: Sequence[Sequence[Sides | None]],
    tops: Sequence[Fraction | None] | None = None,
) -> tuple[Row, ...]:
    """Return the rows of *field*, whose *lines* have these points, by board."""
    if tops is None:
        tops = [None] * len(field.boards)
    rows: list[Row] = []
    for index, board in enumerate(field.boards):
        for line, sides in zip(board.lines, lines[index], strict=True):
            rows += _make_line_rows(field, index, line, sides, tops[index])
    return tuple(rows)


def _make_line_rows(
    field: Field, board_index: int, line: Line, sides: Sides | None, top: Fraction | None
) -> tuple[Row, Row]:
    """Return the rows of N-S and E-W."""
    ns, ew = by_definition.get_lists_and_numbers(line, field.winners)
    ns_points, ew_points = sides or (None, None)
    artificial = line.artificial
    ns_row = Row(
        board=board_index,
        contestant=ns,
        rival=ew,
        points=ns_points,
        rival_points=ew_points,
        top=top,
        share=artificial.ns if artificial else None,
        is_own=artificial.ns_own if artificial else False,
        extra=_sum_line_adjustments(line, "ns", top),
        section=line.section,
        moved=Fraction(line.moved.get_points("NS") if line.moved else 0),
    )
    ew_row = Row(
        board=board_index,
        contestant=ew,
        rival=ns,
        points=ew_points,
        rival_points=ns_points,
        top=top,
        share=artificial.ew if artificial else None,
        is_own=artificial.ew_own if artificial else False,
        extra=_sum_line_adjustments(line, "ew", top),
        section=line.section,
        moved=Fraction(line.moved.get_points("EW") if line.moved else 0),
    )
    return ns_row, ew_row


def _sum_line_adjustments(line: Line, side: str, top: Fraction | None) -> Fraction:
    """Return the adjustments of one side of *line*. Percentages are those of the top."""
    extra = Fraction(0)
    for adjustment in line.adjustments:
        if adjustment.side == side:
            if adjustment.unit == "%":
                extra += adjustment.amount * (top or 0) / 100
            else:
                extra += adjustment.amount
    return extra


def _add_moved_points(row: Row) -> Fraction | None:
    if row.points is None:
        return None
    return row.points + row.moved


def _apply_own_average(row: Row, rows: list[Row]) -> Fraction | None:
    """Return the points of *row*, which may be replaced by the average of its other rows.

    Source: [LAWS2017] Law 12C2(c).
    """
    if not row.is_own or row.points is None:
        return row.points
    others = [
        other
        for other in rows
        if other.contestant == row.contestant and not other.is_own and other.points is not None
    ]
    # Without tops, each board counts the same.
    available = sum(Fraction(1) if other.top is None else other.top for other in others)
    if not available:
        return row.points
    share = sum_points(other.points for other in others) / available
    average_points = share * (1 if row.top is None else row.top)
    if (row.share or 0) > 50:
        return max(average_points, row.points)
    return min(average_points, row.points)


def _get_sides(ns: Row, ew: Row) -> Sides | None:
    if ns.points is None and ew.points is None:
        return None
    return (ns.points, ew.points)


def _count_expected_results(field: Field, board: Board, options: Options) -> int:
    """Return the number of results that make a full board."""
    if options.get("neuberg") == "no":
        return len([line for line in board.lines if by_definition.has_score(line)])
    compared_boards = [
        other
        for other in field.boards
        if options.get("compare") != "section" or other.section == board.section
    ]
    return by_definition.count_full_board_results(compared_boards, field.winners, options)


_STEPS = {"exact": None, "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100)}


def _matchpoints(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    step = _STEPS[options.get("keep", "exact")]
    sides = by_definition.matchpoints(board, line, expected, options, False)
    if sides is None or step is None:
        return sides
    ns, ew = (
        None if points is None else by_definition.round_to_nearest(points, step) for points in sides
    )
    return ns, ew


def _ascherman(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    return by_definition.matchpoints(board, line, expected, options, True)


def _matchpoint_top(expected: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * max(expected - 1, 0)


def _ascherman_top(expected: int, options: Options) -> Fraction:
    return Fraction(options["per_beaten"]) * expected


def _cross_imps(expected: int, board: Board, line: Line, options: Options) -> Sides | None:
    return by_definition.cross_imps(board, line, options, expected)


def _no_top(_: int, __: Options) -> None:
    return None


matchpoints = _make_board_route(_matchpoints, _matchpoint_top, is_percent=True)
ascherman = _make_board_route(_ascherman, _ascherman_top, is_percent=True)
cross_imps = _make_board_route(_cross_imps, _no_top)
butler = _make_board_route(
    lambda _, board, line, options: by_definition.butler(board, line, options), _no_top
)
aggregate = _make_board_route(
    lambda _, board, line, options: by_definition.aggregate(board, line, options), _no_top
)
average = _make_board_route(
    lambda _, board, line, options: by_definition.average(board, line, options["rounding"]), _no_top
)


# Teams of four that are ranked by matches, then by tricks.


Fours: TypeAlias = dict[tuple[str | None, int], tuple[Fraction, Fraction | None, int, bool]]
"""Matches, no percentage, place and whether it is shared, by team."""


def compute_fours(
    field: Field, options: Options
) -> tuple[tuple[tuple[Pair | None, ...], ...], Fours]:
    """Return the gains of the lines by board, and each team's figures by matches, then tricks."""
    lines = tuple(tuple(_gain(board, line) for line in board.lines) for board in field.boards)
    teams: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            teams.update((line.ns, line.ew))
    win = Fraction(options["win"])
    scores = {team: _score_team(field, team, teams, win) for team in sorted(teams)}
    all_scores = list(scores.values())
    figures: Fours = {}
    for team, score in scores.items():
        matches, _tricks = score
        place = 1 + sum(other > score for other in all_scores)
        figures[None, team] = matches, None, place, all_scores.count(score) > 1
    return lines, figures


def _gain(board: Board, line: Line) -> Pair | None:
    """Return the gain of *line* over the average of the lines played the other way.

    None unless both ways have the same number of scores.
    """
    if line.score is None or line.ns == line.ew:
        return None
    same_scores = _list_scores(board, line.ns, line.ew, line.group)
    turned_scores = _list_scores(board, line.ew, line.ns, line.group)
    if not turned_scores or len(turned_scores) != len(same_scores):
        return None
    gain = line.score - Fraction(sum(turned_scores), len(turned_scores))
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
    matches = Fraction(0)
    tricks = Fraction(0)
    for opponent in teams:
        gains = []
        for board in field.boards:
            for line in board.lines:
                gain = _gain(board, line) if (line.ns, line.ew) == (team, opponent) else None
                if gain:
                    gains.append(gain[0])
        margin = sum(gains, Fraction(0))
        tricks += margin
        if margin > 0:
            matches += win
        elif gains and margin == 0:
            matches += win / 2
    return matches, tricks


ROUTES: Mapping[str, Route] = {
    "matchpoints": matchpoints,
    "ascherman": ascherman,
    "cross-imps": cross_imps,
    "butler": butler,
    "total-imps": cross_imps,
    "aggregate": aggregate,
    "average": average,
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
    "rubbers": rank_rubbers,
    "swiss-pairs": rank_swiss_pairs,
    "swiss-pairs-imps": rank_swiss_pairs_imps,
}

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
    "signed-lists": party.SIGNED_LISTS,
    "beetle": party.BEETLE,
    "cribbage": party.CRIBBAGE,
}
