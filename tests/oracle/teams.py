"""Check matches of teams by the definitions alone: every figure is calculated again.

A *table* is a board as one team has it, with the lines of both its pairs. A match is found by its
*key*: round, lower and higher team number. Scales of victory points are those of
``matches``; adding up and places are left to ``standings``.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeAlias

from scoring.model import Board, DueMatch, Field, Line, MatchResult, Points
from tests.oracle.definitions import (
    Options,
    PointsOfBothSides,
    convert_to_imps,
    list_weighted_scores,
)
from tests.oracle.matches import (
    compute_match_total,
    compute_victory_points,
    get_chosen_scale,
    is_printed_scale,
)
from tests.oracle.standings import ContestantMatch, MatchFigures, sum_won_and_lost


@dataclass(frozen=True, slots=True)
class TeamRoute:
    """How a method counts matches."""

    unit: str  # that of penalties on a match
    in_imps: bool = False  # otherwise by boards won
    has_aggregate: bool = False  # the total of all scores counts too
    has_top: bool = False  # each board has a top


TEAM_IMPS = TeamRoute("vp", in_imps=True)
BOARD_A_MATCH = TeamRoute("mp", has_top=True)
PATTON = TeamRoute("vp", has_aggregate=True)

_MatchKey: TypeAlias = tuple[int | None, int, int]


@dataclass(frozen=True, slots=True)
class _TeamTable:
    """Both lines of a board as one team sees it."""

    team: int
    opponent: int
    ns_line: Line
    ew_line: Line

    @property
    def artificial_percentages(self) -> list[Fraction]:
        """The artificial scores of the team on either line, as percentages."""
        percentages = []
        if self.ns_line.artificial:
            percentages.append(self.ns_line.artificial.ns)
        if self.ew_line.artificial:
            percentages.append(self.ew_line.artificial.ew)
        return [share for share in percentages if share is not None]

    @property
    def is_scored(self) -> bool:
        has_both_scores = bool(
            list_weighted_scores(self.ns_line, "NS") and list_weighted_scores(self.ew_line, "EW")
        )
        return bool(self.artificial_percentages) or has_both_scores


class _MatchScore(NamedTuple):
    """A match of one team."""

    score: Fraction
    points: Fraction  # before any scale
    board_count: int  # its scored boards


def compute_team_points(
    route: TeamRoute, board: Board, line: Line, options: Options
) -> PointsOfBothSides | None:
    """Return the points of both teams of *line*, or None before both tables have scores."""
    ns_table = _find_team_table(board, line.ns, line.ew)
    ew_table = _find_team_table(board, line.ew, line.ns)
    if ns_table is None or ew_table is None or not ns_table.is_scored:
        return None
    return _compute_table_points(route, ns_table, options), _compute_table_points(
        route, ew_table, options
    )


def compute_totals_by_team(
    route: TeamRoute, field: Field, options: Options
) -> dict[int, tuple[Fraction, int]]:
    """Return the total of each team without credits, and its number of boards."""
    teams = {credit.contestant for credit in field.credits if credit.kind in ("bye", "provisional")}
    for board in field.boards:
        for line in board.lines:
            teams.update((line.ns, line.ew))
    for _round_no, low, high in _iter_match_keys(field):
        teams.update((low, high))
    totals: dict[int, tuple[Fraction, int]] = {}
    for team in sorted(teams):
        match_scores = [
            _score_team_match(route, field, key, team, options)
            for key in _list_team_match_keys(field, team)
        ]
        totals[team] = (
            sum((match.score for match in match_scores), Fraction(0)),
            sum(match.board_count for match in match_scores),
        )
    return totals


def apply_withdrawals(
    route: TeamRoute, field: Field, options: Options
) -> tuple[Field, dict[int, Fraction]]:
    """Return *field* without the cancelled matches of withdrawn teams, and the awards of others."""
    if not field.withdrawn_teams:
        return field, {}
    withdrawn_teams = set(field.withdrawn_teams)
    begun_matches = set(_iter_match_keys(field))
    unfinished_matches = {
        (match.round_no, match.home, match.away) for match in field.matches if not match.is_over
    }
    finished_matches = begun_matches - unfinished_matches
    due_pairings = _list_due_pairings(field, begun_matches)
    # All matches of a team are cancelled if it has played less than half of them.
    cancelled_teams: set[int] = set()
    for team in field.withdrawn_teams:
        team_pairings = [
            couple
            for couple in due_pairings
            if team in couple and not cancelled_teams & set(couple)
        ]
        team_finished = [
            key
            for key in finished_matches
            if team in key[1:] and not cancelled_teams & set(key[1:])
        ]
        if len(team_pairings) > 2 * len(team_finished):
            cancelled_teams.add(team)
    counting_matches = {key for key in finished_matches if not cancelled_teams & set(key[1:])}
    award_by_team: dict[int, Fraction] = {}
    if not route.has_top:
        for team in withdrawn_teams - cancelled_teams:
            opponents = {number for couple in due_pairings if team in couple for number in couple}
            for opponent in opponents - withdrawn_teams:
                matches_played = _count_pairings(
                    [key[1:] for key in counting_matches], team, opponent
                )
                matches_missed = _count_pairings(due_pairings, team, opponent) - matches_played
                if matches_missed > 0:
                    award = _compute_award(route, field, options, counting_matches, team, opponent)
                    award_by_team[opponent] = (
                        award_by_team.get(opponent, Fraction(0)) + matches_missed * award
                    )
    # Unfinished matches count if neither team has withdrawn, but not for the awards above.
    counting_matches |= {
        key for key in begun_matches & unfinished_matches if not withdrawn_teams & set(key[1:])
    }
    boards = []
    for board in field.boards:
        lines = [
            line
            for line in board.lines
            if (board.round_no, *sorted((line.ns, line.ew))) in counting_matches
        ]
        boards.append(replace(board, lines=tuple(lines)))
    matches = [
        match
        if (match.round_no, match.home, match.away) in counting_matches
        else replace(match, reported_result=None)
        for match in field.matches
    ]
    return replace(field, boards=tuple(boards), matches=tuple(matches)), award_by_team


def _list_due_pairings(field: Field, begun_matches: Set[_MatchKey]) -> list[tuple[int, int]]:
    """Return the teams of each match that is due: by the field, otherwise all against all."""
    if field.matches:
        return [(match.home, match.away) for match in field.matches]
    teams = set(field.withdrawn_teams)
    for _round_no, low, high in begun_matches:
        teams.update((low, high))
    return list(combinations(sorted(teams), 2))


def _count_pairings(pairings: list[tuple[int, int]], team: int, opponent: int) -> int:
    return len([couple for couple in pairings if {*couple} == {team, opponent}])


def _compute_award(
    route: TeamRoute,
    field: Field,
    options: Options,
    counting_matches: Set[_MatchKey],
    withdrawn_team: int,
    opponent: int,
) -> Fraction:
    """Return what *opponent* gets for not meeting *withdrawn_team*.

    It is the best of three: its own average, the average that the withdrawn team conceded, and 60%.
    """
    if route.has_aggregate:
        boards = [match.board_count for match in field.matches]
        if not boards:
            boards = [
                _score_team_match(route, field, key, key[1], options).board_count
                for key in set(_iter_match_keys(field))
            ]
        # Two points for the board and two of the aggregate.
        max_points = Fraction(4 * max(boards, default=0))
    else:
        max_points = Fraction(compute_match_total(get_chosen_scale(options)))

    def list_scores(team: int) -> list[Fraction]:
        keys = sorted((key for key in counting_matches if team in key[1:]), key=str)
        return [_score_team_match(route, field, key, team, options).score for key in keys]

    def compute_mean(figures: list[Fraction]) -> Fraction:
        if figures:
            return sum(figures, Fraction(0)) / len(figures)
        return max_points / 2

    conceded_scores = [max_points - score for score in list_scores(withdrawn_team)]
    return max(
        compute_mean(list_scores(opponent)), compute_mean(conceded_scores), max_points * 60 / 100
    )


def _iter_match_keys(field: Field) -> Iterator[_MatchKey]:
    for board in field.boards:
        for line in board.lines:
            if line.ns != line.ew:
                yield board.round_no, min(line.ns, line.ew), max(line.ns, line.ew)
    for match in field.matches:
        if match.reported_result:
            yield match.round_no, match.home, match.away


def _list_team_match_keys(field: Field, team: int) -> list[_MatchKey]:
    # Sorted as texts, since the round can be None.
    return sorted({key for key in _iter_match_keys(field) if team in key[1:]}, key=str)


def _score_team_match(
    route: TeamRoute, field: Field, key: _MatchKey, team: int, options: Options
) -> _MatchScore:
    """Return what *team* has in one match."""
    boards, tables = _list_match_boards(field, key, team)
    due_match = field.due_match_by_key.get(key)
    if due_match and _is_counted_as_reported(route, due_match, options):
        return _score_reported_match(due_match, team, tables, options)

    def sum_adjustments(unit: str) -> Fraction:
        return _sum_team_adjustments(tables, unit) + _sum_match_credits(due_match, team, unit)

    scored_tables = [table for table in tables if table.is_scored]
    total = sum(
        (_compute_table_points(route, table, options) for table in scored_tables), Fraction(0)
    )
    points = total
    if route.in_imps:
        points += sum_adjustments("imp")
    if route.has_aggregate:
        compared_tables = [table for table in scored_tables if not table.artificial_percentages]
        total += (
            2
            * len(scored_tables)
            * _compute_aggregate_share(compared_tables, options, len(scored_tables))
        )
    if _is_unfinished(route, field, key, options):
        return _MatchScore(Fraction(0), points, len(scored_tables))
    is_scaled = True
    if route.in_imps:
        # Penalties in IMPs count before the scale, those in victory points after it.
        total += sum_adjustments("imp")
        is_scaled = options["victory_points"] != "none" and bool(scored_tables)
        if is_scaled:
            is_half = any(board.is_half for board in boards)
            scale = "half" if is_half else get_chosen_scale(options)
            board_count = len(scored_tables)
            if is_printed_scale(scale):
                board_count = _count_planned_boards(field, key, board_count)
            total = compute_victory_points(total, board_count, scale)
    if is_scaled:
        total += sum_adjustments(route.unit)
    return _MatchScore(total, points, len(scored_tables))


def _list_match_boards(
    field: Field, key: _MatchKey, team: int
) -> tuple[list[Board], list[_TeamTable]]:
    """Return the boards of a match, and each as *team* has it."""
    round_no, low, high = key
    opponent = high if team == low else low
    boards = []
    tables = []
    for board in field.boards:
        table = _find_team_table(board, team, opponent)
        if board.round_no == round_no and table:
            boards.append(board)
            tables.append(table)
    return boards, tables


def _is_counted_as_reported(route: TeamRoute, match: DueMatch, options: Options) -> bool:
    """Return whether a match counts by its reported result, in a unit that the method has."""
    if not match.reported_result:
        return False
    if not route.in_imps:
        return match.reported_result.unit == route.unit
    return match.reported_result.unit == "imp" or options["victory_points"] != "none"


def _score_reported_match(
    match: DueMatch, team: int, tables: list[_TeamTable], options: Options
) -> _MatchScore:
    """Return what *team* has in a match whose result is known without its boards."""
    result = match.reported_result or MatchResult("", 0, 0)
    own_score, other_score = Fraction(result.home), Fraction(result.away)
    if team != match.home:
        own_score, other_score = other_score, own_score

    def sum_adjustments(unit: str) -> Fraction:
        return _sum_team_adjustments(tables, unit) + _sum_match_credits(match, team, unit)

    if result.unit == "mp":
        own_score += sum_adjustments("mp")
        return _MatchScore(own_score, own_score, match.board_count)
    if result.unit == "vp":
        return _MatchScore(own_score + sum_adjustments("vp"), Fraction(0), match.board_count)
    margin = own_score - other_score + sum_adjustments("imp")
    total = margin
    if options["victory_points"] != "none":
        total = compute_victory_points(margin, match.board_count, get_chosen_scale(options))
        total += sum_adjustments("vp")
    return _MatchScore(total, margin, match.board_count)


def _count_planned_boards(field: Field, key: _MatchKey, default_count: int) -> int:
    """Return the boards that a match was planned with, or *default_count* if the field doesn't say."""
    for match in field.matches:
        if (match.round_no, match.home, match.away) == key:
            return match.board_count
    return default_count


def _is_unfinished(route: TeamRoute, field: Field, key: _MatchKey, options: Options) -> bool:
    """Return whether a match has too few boards for the scale of its method."""
    is_scaled = route.has_aggregate or options.get("victory_points", "none") != "none"
    due_match = field.due_match_by_key.get(key)
    if due_match is None:
        return False
    if due_match.reported_result:
        return not _is_counted_as_reported(route, due_match, options)
    return is_scaled and not due_match.is_over


def compute_match_figures(
    route: TeamRoute, field: Field, options: Options, *, uncancelled_field: Field
) -> MatchFigures:
    """Return the matches and boards of every team, from which ties are broken.

    *uncancelled_field* is the field with the matches that a withdrawal cancelled: who played them is ranked too.
    """
    teams = {team for key in _iter_match_keys(field) for team in key[1:]}
    teams.update(credit.contestant for credit in field.credits)
    # A team may have only what it gets for a match that a withdrawn one didn't play.
    for match in field.matches:
        teams.update((match.home, match.away))
    for board in uncancelled_field.boards:
        for line in board.lines:
            teams.update((line.ns, line.ew))
    matches_by_team = {}
    swings_by_team = {}
    boards_won_by_team = {}
    top = Fraction(options["win"]) if route.has_top else Fraction(0)
    for team in sorted(teams):
        matches_by_team[team] = _list_played_matches(route, field, options, team)
        ns_points, ew_points = _list_board_points(route, field, options, team)
        # Each board of a match has the same points at both tables.
        swings_by_team[team] = sum_won_and_lost(ns_points)
        boards_won_by_team[team] = sum(points > top / 2 for points in (*ns_points, *ew_points))
    return MatchFigures(matches_by_team, swings_by_team, boards_won_by_team)


def _list_played_matches(
    route: TeamRoute, field: Field, options: Options, team: int
) -> list[ContestantMatch]:
    played_matches = []
    for key in _list_team_match_keys(field, team):
        if not _is_unfinished(route, field, key, options):
            _round_no, low, high = key
            opponent = high if low == team else low
            own_match = _score_team_match(route, field, key, team, options)
            other_match = _score_team_match(route, field, key, opponent, options)
            played_matches.append(
                ContestantMatch(
                    opponent,
                    score=own_match.score,
                    other_score=other_match.score,
                    margin=own_match.points - other_match.points,
                    length=_get_match_length(field, key),
                )
            )
    return played_matches


def _get_match_length(field: Field, key: _MatchKey) -> Fraction:
    """Return 1, or a half if the boards belong to a half match."""
    round_no, low, high = key
    for board in field.boards:
        is_of_match = any({line.ns, line.ew} == {low, high} for line in board.lines)
        if board.is_half and board.round_no == round_no and is_of_match:
            return Fraction(1, 2)
    return Fraction(1)


def _list_board_points(
    route: TeamRoute, field: Field, options: Options, team: int
) -> tuple[list[Fraction], list[Fraction]]:
    """Return the points of *team* on each board, where it sat N-S and where it sat E-W."""
    ns_points = []
    ew_points = []
    for board in field.boards:
        for line in board.lines:
            points = compute_team_points(route, board, line, options)
            if points and line.ns == team:
                ns_points.append(points[0])
            if points and line.ew == team:
                ew_points.append(points[1])
    return ns_points, ew_points


def _find_team_table(board: Board, team: int, opponent: int) -> _TeamTable | None:
    """Return *board* as *team* has it, or None if it doesn't play *opponent* on the board."""
    if team == opponent:
        return None
    ns_line = next((line for line in board.lines if (line.ns, line.ew) == (team, opponent)), None)
    ew_line = next((line for line in board.lines if (line.ns, line.ew) == (opponent, team)), None)
    if ns_line is None and ew_line is None:
        return None
    return _TeamTable(
        team, opponent, ns_line or Line(team, opponent), ew_line or Line(opponent, team)
    )


def _compute_table_points(route: TeamRoute, table: _TeamTable, options: Options) -> Fraction:
    win_points = 2 if route.has_aggregate else int(options.get("win", 2))
    percentages = table.artificial_percentages
    if percentages:
        percentage = sum(percentages, Fraction(0)) / len(percentages)
        if route.in_imps:
            return (percentage - 50) / 10 * int(options["average_plus"])
        return percentage / 100 * win_points
    points = Fraction(0)
    for weight, difference in _list_weighted_differences(table):
        if route.in_imps:
            points += weight * convert_to_imps(difference)
        elif difference > 0:
            points += weight * win_points
        elif difference == 0:
            points += weight * win_points / 2
    return points


def _list_weighted_differences(table: _TeamTable) -> list[tuple[Fraction, Fraction]]:
    """Return the weights and sums of the team's scores at both tables.

    There are several if a score is weighted.
    """
    return [
        (Fraction(ns_weight * ew_weight), Fraction(ns_score + ew_score))
        for ns_score, ns_weight in list_weighted_scores(table.ns_line, "NS")
        for ew_score, ew_weight in list_weighted_scores(table.ew_line, "EW")
    ]


def _compute_aggregate_share(
    tables: list[_TeamTable], options: Options, board_count: int
) -> Fraction:
    """Return the share of the aggregate points that the team gets, from 0 to 1."""
    if options["aggregate"] == "plus-scores":
        return _compute_plus_score_share(tables, board_count)
    if options["aggregate"] == "imps":
        if not tables:
            return Fraction(1, 2)
        margin = Fraction(0)
        for table in tables:
            for weight, gain in _list_weighted_differences(table):
                margin += weight * convert_to_imps(gain)
        return compute_victory_points(margin, len(tables), "continuous") / 20
    gains = [
        sum((weight * gain for weight, gain in _list_weighted_differences(table)), Fraction(0))
        for table in tables
    ]
    turnover = sum((abs(gain) for gain in gains), Fraction(0))
    if turnover:
        return (1 + sum(gains, Fraction(0)) / turnover) / 2
    return Fraction(1, 2)


def _compute_plus_score_share(tables: list[_TeamTable], board_count: int) -> Fraction:
    """Return the share by the quotient of the plus scores of both teams.

    More than a third ahead wins all, and less than a tenth is a draw. Between the two, the match is
    won by one point above the draw.
    """
    own_scores: list[tuple[int, Points]] = []
    other_scores: list[tuple[int, Points]] = []
    for table in tables:
        own_scores += [
            *list_weighted_scores(table.ns_line, "NS"),
            *list_weighted_scores(table.ew_line, "EW"),
        ]
        other_scores += [
            *list_weighted_scores(table.ns_line, "EW"),
            *list_weighted_scores(table.ew_line, "NS"),
        ]
    own_plus = _sum_plus_scores(own_scores)
    other_plus = _sum_plus_scores(other_scores)
    if own_plus == other_plus:
        return Fraction(1, 2)
    ratio = abs(own_plus - other_plus) / max(own_plus, other_plus)
    if ratio > Fraction(1, 3):
        winner_lead = Fraction(1, 2)
    elif ratio >= Fraction(1, 10):
        winner_lead = Fraction(1, 2 * board_count)
    else:
        winner_lead = Fraction(0)
    if own_plus > other_plus:
        return Fraction(1, 2) + winner_lead
    return Fraction(1, 2) - winner_lead


def _sum_plus_scores(scores: list[tuple[int, Points]]) -> Fraction:
    return sum((Fraction(score) * weight for score, weight in scores if score > 0), Fraction(0))


def _sum_team_adjustments(tables: list[_TeamTable], unit: str) -> Fraction:
    """Return the adjustments of the team in *unit*. Penalties are negative."""
    total = Fraction(0)
    for table in tables:
        for line, side in ((table.ns_line, "ns"), (table.ew_line, "ew")):
            for adjustment in line.adjustments:
                if adjustment.side == side and adjustment.unit == unit:
                    total += adjustment.amount
    return total


def _sum_match_credits(match: DueMatch | None, team: int, unit: str) -> Fraction:
    """Return what rulings on the match itself give *team* in *unit*."""
    credits = match.credits if match else ()
    amounts = [
        credit.amount for credit in credits if (credit.contestant, credit.unit) == (team, unit)
    ]
    return sum(amounts, Fraction(0))
