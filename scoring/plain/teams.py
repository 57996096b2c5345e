"""Check matches of teams by the definitions alone: every figure is calculated again."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.model import Board, Field, Line, Points
from scoring.plain.points import Options, Pair, imps, parts
from scoring.plain.victory_points import victory_points


@dataclass(frozen=True, slots=True)
class TeamRoute:
    """How the matches of a method are counted: in IMPs or by boards won, with the aggregate or without.

    *unit* is that of penalties on a match; where matches have a *top*, every board has one.
    """

    unit: str
    in_imps: bool = False
    has_aggregate: bool = False
    has_top: bool = False


TEAM_IMPS = TeamRoute("vp", in_imps=True)
BOARD_A_MATCH = TeamRoute("mp", has_top=True)
PATTON = TeamRoute("vp", has_aggregate=True)

_Key: TypeAlias = tuple[int | None, int, int]


@dataclass(frozen=True, slots=True)
class _TeamTable:
    """Both lines of a board seen from *team*: its N-S line and its E-W line."""

    team: int
    rival: int
    ns: Line
    ew: Line

    @property
    def given(self) -> list[Fraction]:
        """The artificial shares the team gets on either line."""
        on_ns = [self.ns.artificial.ns] if self.ns.artificial else []
        shares = [*on_ns, self.ew.artificial.ew] if self.ew.artificial else on_ns
        return [share for share in shares if share is not None]

    @property
    def is_scored(self) -> bool:
        return bool(self.given) or bool(parts(self.ns, "NS") and parts(self.ew, "EW"))


def team_points(route: TeamRoute, board: Board, line: Line, options: Options) -> Pair | None:
    """Return the points of the N-S and the E-W team of *line* on *board*."""
    ours, theirs = _table(board, line.ns, line.ew), _table(board, line.ew, line.ns)
    if ours is None or theirs is None or not ours.is_scored:
        return None
    return _points(route, ours, options), _points(route, theirs, options)


def team_totals(
    route: TeamRoute, field: Field, options: Options
) -> dict[int, tuple[Fraction, int]]:
    """Return, for each team of *field*, its total without credits and its number of boards."""
    totals: dict[int, tuple[Fraction, int]] = {}
    playing = {
        team for board in field.boards for line in board.lines for team in (line.ns, line.ew)
    }
    for team in sorted(
        playing | {credit.contestant for credit in field.credits if credit.kind == "bye"}
    ):
        matches = sorted({key for key in _matches(field) if team in key[1:]}, key=str)
        scores = [_match(route, field, key, team, options) for key in matches]
        totals[team] = (
            sum((score for score, _, _ in scores), Fraction(0)),
            sum(boards for _, _, boards in scores),
        )
    return totals


def after_leaving(
    route: TeamRoute, field: Field, options: Options
) -> tuple[Field, dict[int, Fraction]]:
    """Return *field* without cancelled matches of withdrawn teams, and the compensation of others."""
    if not field.withdrawn:
        return field, {}
    played = set(_matches(field))
    over = played - {
        (match.round_no, match.home, match.away) for match in field.matches if not match.is_over
    }
    teams = {team for key in played for team in key[1:]} | set(field.withdrawn)
    due = [(match.home, match.away) for match in field.matches]
    due = due or [(low, high) for low in sorted(teams) for high in teams if low < high]
    cancelled: set[int] = set()
    for team in field.withdrawn:
        to_meet = [both for both in due if team in both and not cancelled & set(both)]
        if len(to_meet) > 2 * len(
            [key for key in over if team in key[1:] and not cancelled & set(key[1:])]
        ):
            cancelled.add(team)
    counting = {key for key in over if not cancelled & set(key[1:])}
    awards: dict[int, Fraction] = {}
    for team in set(field.withdrawn) - cancelled if not route.has_top else ():
        for other in {number for both in due if team in both for number in both} - set(
            field.withdrawn
        ):
            not_met = _count(due, team, other) - _count([key[1:] for key in counting], team, other)
            if not_met > 0:
                points = not_met * _for_not_meeting(route, field, options, counting, (team, other))
                awards[other] = awards.get(other, Fraction(0)) + points
    counting |= {key for key in played - over if not set(field.withdrawn) & set(key[1:])}
    boards = []
    for board in field.boards:
        lines = [
            line
            for line in board.lines
            if (board.round_no, *sorted((line.ns, line.ew))) in counting
        ]
        boards.append(replace(board, lines=tuple(lines)))
    return replace(field, boards=tuple(boards)), awards


def _count(couples: list[tuple[int, int]], team: int, other: int) -> int:
    return len([both for both in couples if {*both} == {team, other}])


def _for_not_meeting(
    route: TeamRoute, field: Field, options: Options, counting: Set[_Key], both: tuple[int, int]
) -> Fraction:
    """Return the compensation for not meeting the withdrawn team, the best of three.

    *both* are the withdrawn team and the other.
    """
    boards = [match.boards for match in field.matches]
    boards = boards or [
        _match(route, field, key, key[1], options)[2] for key in set(_matches(field))
    ]
    whole = Fraction({"none": 0, "acbl-30": 30}.get(options.get("victory_points", ""), 20))
    whole = Fraction(4 * max(boards, default=0)) if route.has_aggregate else whole
    left, own = (
        [
            _match(route, field, key, team, options)[0]
            for key in sorted(counting, key=str)
            if team in key[1:]
        ]
        for team in both
    )
    conceded = [whole - score for score in left]
    of_own, of_theirs = (
        sum(each, Fraction(0)) / len(each) if each else whole / 2 for each in (own, conceded)
    )
    return max(of_own, of_theirs, whole * 60 / 100)


def _matches(field: Field) -> Iterator[_Key]:
    for board in field.boards:
        for line in board.lines:
            if line.ns != line.ew:
                yield board.round_no, min(line.ns, line.ew), max(line.ns, line.ew)


def _match(
    route: TeamRoute, field: Field, key: _Key, team: int, options: Options
) -> tuple[Fraction, Fraction, int]:
    """Return the score of *team* in one match, its points before any scale, and the boards that count."""
    round_no, low, high = key
    rival = high if team == low else low
    boards = [board for board in field.boards if board.round_no == round_no]
    tables = [table for board in boards if (table := _table(board, team, rival))]
    scored = [table for table in tables if table.is_scored]
    total = sum((_points(route, table, options) for table in scored), Fraction(0))
    points = total + (_penalties(tables, "imp") if route.in_imps else 0)
    if route.has_aggregate:
        total += (
            2
            * len(scored)
            * _aggregate_share([table for table in scored if not table.given], options, len(scored))
        )
    if _is_unfinished(route, field, key, options):
        return Fraction(0), points, len(scored)
    due = next(
        (match for match in field.matches if (match.round_no, match.home, match.away) == key), None
    )
    if route.in_imps:
        total += _penalties(tables, "imp")
        if options["victory_points"] != "none" and scored:
            is_half = any(board.is_half for board in boards if _table(board, team, rival))
            scale = "half" if is_half else options["victory_points"]
            total = victory_points(
                total, due.boards if due and scale.startswith("acbl") else len(scored), scale
            )
    is_scaled = not route.in_imps or (options["victory_points"] != "none" and bool(scored))
    return total + (_penalties(tables, route.unit) if is_scaled else 0), points, len(scored)


def _is_unfinished(route: TeamRoute, field: Field, key: _Key, options: Options) -> bool:
    """Return whether a match has too few boards for the scale of its method."""
    is_scaled = route.has_aggregate or options.get("victory_points", "none") != "none"
    return is_scaled and key in [
        (due.round_no, due.home, due.away) for due in field.matches if not due.is_over
    ]


def tie_figures(
    route: TeamRoute,
    field: Field,
    options: Options,
    totals: Mapping[int, Fraction],
    equal: list[int],
    team: int,
) -> list[tuple[Points, ...]]:
    """Return the figure of the tie-break in *options* for *team*, one of those who are *equal*."""
    played = {
        number: [
            (
                key[2] if key[1] == number else key[1],
                _match(route, field, key, number, options)[0],
                _match(route, field, key, number, options)[1]
                - _match(route, field, key, key[2] if key[1] == number else key[1], options)[1],
            )
            for key in sorted({key for key in _matches(field) if number in key[1:]}, key=str)
            if not _is_unfinished(route, field, key, options)
        ]
        for number in equal
    }
    everybody = all(
        {rival for rival, _, _ in played[number]} >= set(equal) - {number} for number in equal
    )
    own = [match for match in played[team] if everybody and match[0] in equal]
    on_boards = [
        (line, points)
        for board in field.boards
        for line in board.lines
        if (points := team_points(route, board, line, options))
    ]
    seats = [points[0] for line, points in on_boards if line.ns == team]
    both = [*seats, *(points[1] for line, points in on_boards if line.ew == team)]
    top = Fraction(options["win"]) if route.has_top else Fraction(0)
    lost = -sum((points for points in seats if points < 0), Fraction(0))
    gained = sum((points for points in seats if points > 0), Fraction(0))
    common = set.intersection(
        *({rival for rival, _, _ in played[number]} for number in equal)
    ) - set(equal)
    rivals = sum((totals[rival] for rival, _, _ in played[team]), Fraction(0))
    ours: list[tuple[Points, ...]] = [
        (sum((score for _, score, _ in own), Fraction(0)),),
        (sum((points for _, _, points in own), Fraction(0)),),
    ]
    quotient: tuple[Points, ...] = (0, gained / lost) if lost else (1, gained)
    if options["ties"] == "ebu":
        margin = sum((points for _, _, points in played[team]), Fraction(0))
        return [*ours, (rivals,), (margin,), (sum(points > top / 2 for points in both),)]
    if options["ties"] == "cbai":
        best_first = sorted(common, key=lambda rival: (-totals[rival], rival))
        against = [
            sum(score for rival, score, _ in played[team] if rival == other) for other in best_first
        ]
        return [*ours, quotient, tuple(against)]
    if options["ties"] == "opponents":
        return [(rivals,)]
    return [(rivals / len(played[team]) if played[team] else 0,), quotient]


def _table(board: Board, team: int, rival: int) -> _TeamTable | None:
    if team == rival:
        return None
    ns = next((line for line in board.lines if (line.ns, line.ew) == (team, rival)), None)
    ew = next((line for line in board.lines if (line.ns, line.ew) == (rival, team)), None)
    if ns is None and ew is None:
        return None
    return _TeamTable(team, rival, ns or Line(team, rival), ew or Line(rival, team))


def _points(route: TeamRoute, table: _TeamTable, options: Options) -> Fraction:
    win = 2 if route.has_aggregate else int(options.get("win", 2))
    if table.given:
        share = sum(table.given, Fraction(0)) / len(table.given)
        if route.in_imps:
            return (share - 50) / 10 * int(options["average_plus"])
        return share / 100 * win
    points = Fraction(0)
    for weight, difference in _differences(table):
        if route.in_imps:
            points += weight * imps(difference)
        else:
            points += weight * win * (2 if difference > 0 else 1 if difference == 0 else 0) / 2
    return points


def _differences(table: _TeamTable) -> list[tuple[Fraction, Fraction]]:
    """Return the sums of the team at both tables, with their weights."""
    return [
        (Fraction(weight * other_weight), Fraction(score + other))
        for score, weight in parts(table.ns, "NS")
        for other, other_weight in parts(table.ew, "EW")
    ]


def _aggregate_share(tables: list[_TeamTable], options: Options, boards: int) -> Fraction:
    if options["aggregate"] == "plus-scores":
        return _share_of_plus_scores(tables, boards)
    if options["aggregate"] == "imps":
        margin = sum(
            (weight * imps(gain) for table in tables for weight, gain in _differences(table)),
            Fraction(0),
        )
        if tables:
            return victory_points(margin, len(tables), "continuous") / 20
        return Fraction(1, 2)
    gains = [
        sum((weight * gain for weight, gain in _differences(table)), Fraction(0))
        for table in tables
    ]
    turnover = sum((abs(gain) for gain in gains), Fraction(0))
    if turnover:
        return (1 + sum(gains, Fraction(0)) / turnover) / 2
    return Fraction(1, 2)


def _share_of_plus_scores(tables: list[_TeamTable], boards: int) -> Fraction:
    ours = _plus(
        [score for table in tables for score in (*parts(table.ns, "NS"), *parts(table.ew, "EW"))]
    )
    theirs = _plus(
        [score for table in tables for score in (*parts(table.ns, "EW"), *parts(table.ew, "NS"))]
    )
    if ours == theirs:
        return Fraction(1, 2)
    ratio = abs(ours - theirs) / max(ours, theirs)
    off = (
        Fraction(1, 2)
        if ratio > Fraction(1, 3)
        else Fraction(1, 2 * boards)
        if ratio >= Fraction(1, 10)
        else 0
    )
    return Fraction(1, 2) + (off if ours > theirs else -off)


def _plus(scores: list[tuple[int, Points]]) -> Fraction:
    return sum((Fraction(score) * weight for score, weight in scores if score > 0), Fraction(0))


def _penalties(tables: list[_TeamTable], unit: str) -> Fraction:
    given = []
    for table in tables:
        for line, side in ((table.ns, "ns"), (table.ew, "ew")):
            for adjustment in line.adjustments:
                if adjustment.side == side and adjustment.unit == unit:
                    given.append(adjustment.amount)
    return sum(given, Fraction(0))
