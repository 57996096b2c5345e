"""Score a match of two teams in IMPs, board by board, or by Patton.

``contest`` ranks fields of several matches. ``TeamPoints`` are the figures of the home and the away
team. An assigned score may consist of several weighted ones, so a comparison of two tables is the
weighted sum over all combinations.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from scoring.bridge.rulings import ArtificialScore, WeightedScore
from scoring.errors import ScoringError
from scoring.methods.columns import ArtificialPoints, convert_artificial_to_imps, convert_to_imps
from scoring.model import (
    BoardNo,
    DueMatch,
    Line,
    MatchResult,
    Points,
)
from scoring.teams.victory_points import TABLE_SCALES, convert_to_victory_points, get_chosen_scale

TeamPoints: TypeAlias = tuple[Points, Points]
_NO_POINTS: TeamPoints = (0, 0)
PATTON_WIN = Fraction(2)
"""The points of a board won at Patton."""

_REPORTED_UNITS_BY_METHOD = {"team-imps": ("imp",), "board-a-match": ("mp",), "patton": ("vp",)}


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """Both lines of a board."""

    board_no: BoardNo
    home_line: Line  # the home team sits N-S
    away_line: Line  # the away team sits N-S
    is_half: bool = False  # the board belongs to a half match

    @property
    def is_scored(self) -> bool:
        """Whether the board counts: both tables have a score, or either has an artificial one."""
        return self.is_artificial or (self.home_line.is_scored and self.away_line.is_scored)

    @property
    def is_artificial(self) -> bool:
        """Whether an artificial score at either table replaces the comparison."""
        return self.home_line.artificial is not None or self.away_line.artificial is not None

    @property
    def has_adjustments(self) -> bool:
        """Whether a ruling changed the points of a line."""
        return bool(self.home_line.adjustments or self.away_line.adjustments)


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match, home and away."""

    points_by_board: tuple[TeamPoints | None, ...]  # None for a board that doesn't count
    points: TeamPoints  # IMPs or points of boards
    score: TeamPoints  # the final figures, such as victory points; 0 while the match is unfinished
    is_unfinished: bool = False
    imps_won: TeamPoints | None = None  # the IMPs that each team won, None in other units


def score_match(
    boards: Iterable[TeamBoard],
    method_key: str,
    options: Mapping[str, str],
    due_match: DueMatch | None = None,
) -> MatchScore:
    """Return the score of a match by *method_key*.

    The keys are ``"team-imps"``, ``"board-a-match"`` and ``"patton"``. *options* are the method's
    options.  Penalties and awards in IMPs change the points, those in victory points the score.  A match with a
    scale is scored only after all boards of *due_match* are entered.  The reported result of
    *due_match* counts instead of the boards, which keep their points. If its unit isn't one of
    :func:`list_reported_units`, the match is unfinished.

    >>> boards = [TeamBoard(7, Line(1, 2, 620), Line(2, 1, 170))]
    >>> score_match(boards, "team-imps", {"victory_points": "none", "average_plus": "3"}).points
    (Fraction(10, 1), Fraction(-10, 1))

    Source: [LAWS2017] Laws 78B and 78D.
    """
    boards = list(boards)
    score_boards = _SCORE_BOARDS_BY_METHOD[method_key]
    if due_match and due_match.reported_result:
        reported_result = due_match.reported_result
        score_by_boards = score_boards(boards, {**options, "victory_points": "none"}, None)
        if reported_result.unit not in list_reported_units(method_key, options):
            return replace(score_by_boards, score=_NO_POINTS, is_unfinished=True)
        points, score = _score_reported_match(reported_result, due_match, boards, options)
        imps_won = None
        if reported_result.unit == "imp":
            imps_won = _apply_own_rulings(
                (reported_result.home, reported_result.away), boards, due_match
            )
        return MatchScore(score_by_boards.points_by_board, points, score, imps_won=imps_won)
    # Patton always has one, for the aggregate.
    has_scale = method_key == "patton" or options.get("victory_points", "none") != "none"
    if due_match and not due_match.is_over and has_scale:
        unscaled = score_boards(boards, {**options, "victory_points": "none"}, due_match)
        return replace(unscaled, score=_NO_POINTS, is_unfinished=True)
    return score_boards(boards, options, due_match)


def list_reported_units(method_key: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the units in which a match can be reported without its boards, the usual one first.

    >>> list_reported_units("team-imps", {"victory_points": "continuous"})
    ('imp', 'vp')
    >>> list_reported_units("board-a-match", {"win": "2"})
    ('mp',)
    """
    if method_key == "team-imps" and options.get("victory_points") != "none":
        return "imp", "vp"
    return _REPORTED_UNITS_BY_METHOD[method_key]


def _score_reported_match(
    reported_result: MatchResult,
    due_match: DueMatch,
    boards: list[TeamBoard],
    options: Mapping[str, str],
) -> tuple[TeamPoints, TeamPoints]:
    """Return the points and the score of a match with a reported result, after penalties."""
    figures = (reported_result.home, reported_result.away)
    if reported_result.unit == "vp":
        return _NO_POINTS, _apply_adjustments(figures, boards, due_match, unit="vp")
    if reported_result.unit == "mp":
        points = _apply_adjustments(figures, boards, due_match, unit="mp")
        return points, points
    margin = Fraction(reported_result.home) - Fraction(reported_result.away)
    points = _apply_adjustments((margin, -margin), boards, due_match, unit="imp")
    scale = get_chosen_scale(options)
    if scale == "none":
        return points, points
    score = _convert_to_victory_points(points, due_match.board_count, scale)
    return points, _apply_adjustments(score, boards, due_match, unit="vp")


def _score_by_imps(
    boards: list[TeamBoard], options: Mapping[str, str], due_match: DueMatch | None
) -> MatchScore:
    average_plus = int(options["average_plus"])

    def score_artificial(artificial: ArtificialScore) -> TeamPoints:
        return _require_points_of_both(convert_artificial_to_imps(artificial, average_plus))

    board_points = tuple(
        _score_team_board(board, convert_to_imps, score_artificial) for board in boards
    )
    points = _apply_adjustments(_sum_points(board_points), boards, due_match, unit="imp")
    imps_won = _apply_own_rulings(_sum_imps_won(board_points), boards, due_match)
    board_count = _count_scored_boards(board_points)
    scale = get_chosen_scale(options)
    if scale == "none" or not board_count:
        return MatchScore(board_points, points, points, imps_won=imps_won)
    # A table has a row for the scheduled length of the match, even if a board doesn't count.
    if due_match and scale in TABLE_SCALES:
        board_count = due_match.board_count
    score = _convert_to_victory_points(points, board_count, scale, is_half=boards[0].is_half)
    score = _apply_adjustments(score, boards, due_match, unit="vp")
    return MatchScore(board_points, points, score, imps_won=imps_won)


def _convert_to_victory_points(
    points: TeamPoints, board_count: int, scale: str, *, is_half: bool = False
) -> TeamPoints:
    """Return the victory points of both teams."""
    # Rulings may give the teams different margins, so each is converted by itself.
    home, _ = convert_to_victory_points(points[0], board_count, scale, is_half=is_half)
    away, _ = convert_to_victory_points(points[1], board_count, scale, is_half=is_half)
    return home, away


def _score_by_boards(
    boards: list[TeamBoard], options: Mapping[str, str], due_match: DueMatch | None
) -> MatchScore:
    win = Fraction(options["win"])
    board_points = tuple(_score_won_board(board, win) for board in boards)
    points = _sum_points(board_points)
    return MatchScore(
        board_points, points, _apply_adjustments(points, boards, due_match, unit="mp")
    )


def compute_won_points(difference: Points, win_points: Fraction) -> Fraction:
    """Return the points of a team whose score is better by *difference*."""
    if difference > 0:
        return win_points
    if difference == 0:
        return win_points / 2
    return Fraction(0)


def _score_won_board(board: TeamBoard, win_points: Fraction) -> TeamPoints | None:
    """Return the points of a board for which the winner gets *win_points*."""

    def get_points(difference: Points) -> Points:
        return compute_won_points(difference, win_points)

    def score_artificial(artificial: ArtificialScore) -> TeamPoints:
        ns_points = _compute_percentage(win_points, artificial.ns)
        ew_points = _compute_percentage(win_points, artificial.ew)
        return _require_points_of_both((ns_points, ew_points))

    return _score_team_board(board, get_points, score_artificial)


def _score_by_patton(
    boards: list[TeamBoard], options: Mapping[str, str], due_match: DueMatch | None
) -> MatchScore:
    """Return the Patton score: two points for each board won, and the share of the aggregate.

    aggregate = 2 x boards, score = board points + aggregate x share
    """
    board_points = tuple(_score_won_board(board, PATTON_WIN) for board in boards)
    points = _sum_points(board_points)
    board_count = _count_scored_boards(board_points)
    # A board with an artificial score has no total points to compare.
    compared_boards = [board for board in boards if board.is_scored and not board.is_artificial]
    if options["aggregate"] == "plus-scores":
        home_share, away_share = _compute_plus_score_shares(compared_boards, board_count)
    else:
        home_share, away_share = _compute_aggregate_shares(compared_boards, options)
    aggregate = 2 * board_count
    score = (points[0] + aggregate * home_share, points[1] + aggregate * away_share)
    return MatchScore(board_points, points, _apply_adjustments(score, boards, due_match, unit="vp"))


def _count_scored_boards(board_points: Iterable[TeamPoints | None]) -> int:
    return sum(pair is not None for pair in board_points)


def _compute_aggregate_shares(
    boards: list[TeamBoard], options: Mapping[str, str]
) -> tuple[Fraction, Fraction]:
    """Return the shares of the aggregate's points, 0 to 1."""
    if options["aggregate"] == "imps":
        return _compute_imp_shares(boards)
    swings = _compute_swings(boards, Fraction)
    home_net, away_net = _sum_points(swings)
    home_turnover = sum(abs(Fraction(home)) for home, _away in swings)
    away_turnover = sum(abs(Fraction(away)) for _home, away in swings)
    return _compute_turnover_share(home_net, home_turnover), _compute_turnover_share(
        away_net, away_turnover
    )


def _compute_imp_shares(boards: list[TeamBoard]) -> tuple[Fraction, Fraction]:
    if not boards:
        return Fraction(1, 2), Fraction(1, 2)
    margins = _compute_swings(boards, convert_to_imps)
    # This scale gives 20 victory points in all.
    home, away = _convert_to_victory_points(_sum_points(margins), len(boards), "continuous")
    return Fraction(home) / 20, Fraction(away) / 20


def _compute_swings(
    boards: list[TeamBoard], convert_difference: Callable[[Points], Points]
) -> list[TeamPoints]:
    """Return the points of both teams on each board, 0 on boards that don't count."""
    swings = []
    for board in boards:
        points = _score_team_board(board, convert_difference, _get_no_points)
        swings.append(points or _NO_POINTS)
    return swings


def _compute_turnover_share(net: Points, turnover: Points) -> Fraction:
    """Return the share of a team with this *net* gain.

    share = (1 + net / turnover) / 2, where *turnover* is the sum of all gains and losses
    """
    if not turnover:
        return Fraction(1, 2)
    return (1 + Fraction(net) / turnover) / 2


def _compute_plus_score_shares(
    boards: list[TeamBoard], board_count: int
) -> tuple[Fraction, Fraction]:
    """Return the shares by each team's total of positive scores.

    The winner's share depends on the difference as a part of the larger total:

    - more than 1/3: 1
    - 1/10 to 1/3: (board_count + 1) / (2 x board_count), one point more than half
    - less than 1/10: 1/2

    Source: [PLPATTON].
    """
    home = _sum_plus_scores(boards, "home")
    away = _sum_plus_scores(boards, "away")
    larger = max(home, away)
    difference = abs(home - away)
    if not larger or 10 * difference < larger:
        return Fraction(1, 2), Fraction(1, 2)
    winner_share = Fraction(1)
    if 3 * difference <= larger:
        winner_share = Fraction(board_count + 1, 2 * board_count)
    if home > away:
        return winner_share, 1 - winner_share
    return 1 - winner_share, winner_share


def _sum_plus_scores(boards: list[TeamBoard], team: str) -> Fraction:
    total = Fraction(0)
    for board in boards:
        for score, weight in _list_team_scores(board, team):
            total += max(score, 0) * weight
    return total


def _list_team_scores(board: TeamBoard, team: str) -> list[tuple[int, Fraction]]:
    """Return the scores of *team* at both tables from its own side, with their weights."""
    ns_line, ew_line = board.home_line, board.away_line
    if team == "away":
        ns_line, ew_line = board.away_line, board.home_line
    return [
        *((share.score, share.weight) for share in ns_line.get_ns_shares()),
        *((-share.score, share.weight) for share in ew_line.get_ew_shares()),
    ]


def _get_no_points(_artificial: ArtificialScore) -> TeamPoints:
    return _NO_POINTS


def _compute_percentage(win_points: Fraction, percent: Fraction | None) -> Points | None:
    if percent is None:
        return None
    return percent * win_points / 100


def _require_points_of_both(artificial_points: ArtificialPoints) -> TeamPoints:
    """Return the points of both teams.

    :raises ScoringError: if one is missing, since both teams play every board of a match
    """
    ns_points, ew_points = artificial_points
    if ns_points is None or ew_points is None:
        raise ScoringError(
            "ruling-one-team",
            "In a team match both teams get points. Give both a share, such as A60/40.",
        )
    return ns_points, ew_points


def _score_team_board(
    board: TeamBoard,
    convert_difference: Callable[[Points], Points],
    score_artificial: Callable[[ArtificialScore], TeamPoints],
) -> TeamPoints | None:
    """Return the points of a board for home and away. None if it doesn't count.

    *convert_difference* returns the points for a difference of scores.
    """
    if board.is_artificial:
        return _score_artificial_board(board, score_artificial)
    if not board.is_scored:
        return None
    # Each team is scored by itself, since a ruling may give both sides different scores.
    home = _compare_shares(
        board.home_line.get_ns_shares(), board.away_line.get_ew_shares(), convert_difference
    )
    away = _compare_shares(
        board.away_line.get_ns_shares(), board.home_line.get_ew_shares(), convert_difference
    )
    return home, away


def _compare_shares(
    shares: Iterable[WeightedScore],
    other_shares: Iterable[WeightedScore],
    convert_difference: Callable[[Points], Points],
) -> Points:
    total = Fraction(0)
    for share, other_share in product(shares, other_shares):
        total += (
            share.weight * other_share.weight * convert_difference(share.score - other_share.score)
        )
    return total


def _score_artificial_board(
    board: TeamBoard, score_artificial: Callable[[ArtificialScore], TeamPoints]
) -> TeamPoints:
    """Return the value of artificial scores, half of each if both tables have one."""
    table_points = []
    if board.home_line.artificial is not None:
        table_points.append(score_artificial(board.home_line.artificial))
    if board.away_line.artificial is not None:
        # At this table the away team sits N-S.
        away, home = score_artificial(board.away_line.artificial)
        table_points.append((home, away))
    home_total, away_total = _sum_points(table_points)
    return Fraction(home_total) / len(table_points), Fraction(away_total) / len(table_points)


def _sum_points(board_points: Iterable[TeamPoints | None]) -> TeamPoints:
    home_total: Points = 0
    away_total: Points = 0
    for team_points in board_points:
        if team_points is not None:
            home_total += team_points[0]
            away_total += team_points[1]
    return home_total, away_total


def _sum_imps_won(board_points: Iterable[TeamPoints | None]) -> TeamPoints:
    """Return the IMPs that both teams won: the IMPs of one aren't a loss of the other."""
    won = []
    for team_points in board_points:
        if team_points is not None and team_points[0] + team_points[1] == 0:
            won.append((max(team_points[0], 0), max(team_points[1], 0)))
        else:  # a ruling gave both sides different scores
            won.append(team_points or _NO_POINTS)
    return _sum_points(won)


def _apply_own_rulings(
    imps_won: TeamPoints, boards: list[TeamBoard], due_match: DueMatch | None
) -> TeamPoints:
    """Return the IMPs *imps_won* with the rulings that each team has of its own, and no counterpart."""
    match_with_noted_credits = due_match
    if due_match and due_match.credits:
        credits = tuple(credit for credit in due_match.credits if credit.needs_note)
        match_with_noted_credits = replace(due_match, credits=credits)
    return _apply_adjustments(imps_won, boards, match_with_noted_credits, unit="imp")


def _apply_adjustments(
    score: TeamPoints, boards: list[TeamBoard], due_match: DueMatch | None, *, unit: str
) -> TeamPoints:
    """Return *score* with the adjustments of lines and the credits of the match in *unit*."""
    home, away = score
    # Most matches have no ruling, and sums of fractions take time.
    if not (due_match and due_match.credits) and not any(board.has_adjustments for board in boards):
        return score
    home += _sum_adjustments(boards, "home", unit)
    away += _sum_adjustments(boards, "away", unit)
    if due_match:
        home += _sum_credits(due_match, due_match.home, unit)
        away += _sum_credits(due_match, due_match.away, unit)
    return home, away


def _sum_credits(match: DueMatch, team: int, unit: str) -> Fraction:
    """Return what rulings on *match* give *team* in *unit*."""
    total = Fraction(0)
    for credit in match.credits:
        if credit.contestant == team and credit.unit == unit:
            total += credit.amount
    return total


def _sum_adjustments(boards: list[TeamBoard], team: str, unit: str) -> Points:
    """Return the sum of the adjustments of one team in *unit* on the lines of a match."""
    # The sides on which the team sits at both tables.
    sides = ("ns", "ew") if team == "home" else ("ew", "ns")
    total: Points = 0
    for board in boards:
        for line, side in zip((board.home_line, board.away_line), sides, strict=True):
            for adjustment in line.adjustments:
                if adjustment.side == side and adjustment.unit == unit:
                    total += adjustment.amount
    return total


_SCORE_BOARDS_BY_METHOD: dict[
    str, Callable[[list[TeamBoard], Mapping[str, str], DueMatch | None], MatchScore]
] = {
    "team-imps": _score_by_imps,
    "board-a-match": _score_by_boards,
    "patton": _score_by_patton,
}
