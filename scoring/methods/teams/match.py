"""Score a match of two teams in IMPs, board by board, or by Patton.

``contest`` ranks fields of several matches. A *pair* of figures is that of the home and the away
team. An assigned score may consist of several weighted ones, so a comparison of two tables is the
weighted sum over all combinations.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from scoring.bridge.artificial import Artificial
from scoring.bridge.rulings import Share
from scoring.bridge.sentences import BridgeSentences
from scoring.errors import ScoringError
from scoring.methods.imp_scale import artificial_imps, imps
from scoring.methods.teams.victory_points import TABLES, victory_points
from scoring.model import DueMatch, Line, Points
from scoring.totals.columns import Given

Pair: TypeAlias = tuple[Points, Points]
_EVEN: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """Both lines of a board: at *home* the home team sits N-S, at *away* the away team.

    *is_half*: the board belongs to a half match.
    """

    board_no: int
    home: Line
    away: Line
    is_half: bool = False

    @property
    def is_scored(self) -> bool:
        """Whether the board counts: both tables have a score, or either has an artificial one."""
        return self.is_artificial or (self.home.is_scored and self.away.is_scored)

    @property
    def is_artificial(self) -> bool:
        """Whether an artificial score at either table replaces the comparison."""
        return self.home.artificial is not None or self.away.artificial is not None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of home and away, by board (None if a board doesn't count) and in total.

    *points* are IMPs or points of boards, *score* the final figures, such as victory points.  If
    it *is_unfinished*, *score* is 0.
    """

    boards: tuple[Pair | None, ...]
    points: Pair
    score: Pair
    is_unfinished: bool = False


def score_match(
    boards: Iterable[TeamBoard], form: str, options: Mapping[str, str], due: DueMatch | None = None
) -> MatchScore:
    """Return the score of a match in the form ``"team-imps"``, ``"board-a-match"`` or ``"patton"``.

    *options* are those of the method with that key.  Penalties in IMPs change the points, those in
    victory points the score.  A match with a scale is scored only after all *due* boards are
    entered.

    >>> boards = [TeamBoard(7, Line(1, 2, 620), Line(2, 1, 170))]
    >>> score_match(boards, "team-imps", {"victory_points": "none", "average_plus": "3"}).points
    (Fraction(10, 1), Fraction(-10, 1))

    Source: [LAWS2017] Laws 78B and 78D.
    """
    boards = list(boards)
    score_form = _FORMS[form]
    has_scale = form == "patton" or options.get("victory_points", "none") != "none"
    if due and not due.is_over and has_scale:
        unscaled = score_form(boards, {**options, "victory_points": "none"}, due)
        return replace(unscaled, score=_EVEN, is_unfinished=True)
    return score_form(boards, options, due)


def _by_imps(
    boards: list[TeamBoard], options: Mapping[str, str], due: DueMatch | None
) -> MatchScore:
    average_plus = int(options["average_plus"])

    def artificial_pair(artificial: Artificial) -> Pair:
        return _require_both(artificial_imps(artificial, average_plus))

    board_points = tuple(_board_points(board, imps, artificial_pair) for board in boards)
    points = _with_extra(boards, _sum(board_points), ("imp",))
    board_count = _scored_count(board_points)
    scale = options["victory_points"]
    if scale == "none" or not board_count:
        return MatchScore(board_points, points, points)
    # A table has a row for the scheduled length of the match, even if a board doesn't count.
    if due and scale in TABLES:
        board_count = due.boards
    score = _scale(points, board_count, scale, half=boards[0].is_half)
    return MatchScore(board_points, points, _with_extra(boards, score, ("vp",)))


def _scale(points: Pair, boards: int, scale: str, *, half: bool = False) -> Pair:
    """Return the victory points of both teams."""
    # Rulings may give the teams different margins, so each is converted by itself.
    home, _ = victory_points(points[0], boards, scale, half=half)
    away, _ = victory_points(points[1], boards, scale, half=half)
    return home, away


def _by_boards(
    boards: list[TeamBoard], options: Mapping[str, str], _due: DueMatch | None
) -> MatchScore:
    win = Fraction(options["win"])
    board_points = tuple(_points_of_won_board(board, win) for board in boards)
    points = _sum(board_points)
    return MatchScore(board_points, points, _with_extra(boards, points, ("mp",)))


def _points_of_won_board(board: TeamBoard, win: Fraction) -> Pair | None:
    """Return the points of a board for which the winner gets *win*."""

    def points(difference: Points) -> Points:
        if difference > 0:
            return win
        if difference == 0:
            return win / 2
        return Fraction(0)

    def artificial_pair(artificial: Artificial) -> Pair:
        return _require_both((_share(artificial.ns, win), _share(artificial.ew, win)))

    return _board_points(board, points, artificial_pair)


def _by_patton(
    boards: list[TeamBoard], options: Mapping[str, str], _due: DueMatch | None
) -> MatchScore:
    """Return two points per board for the boards, and as many for the aggregate."""
    board_points = tuple(_points_of_won_board(board, Fraction(2)) for board in boards)
    points = _sum(board_points)
    board_count = _scored_count(board_points)
    # A board with an artificial score has no total points to compare.
    compared_boards = [board for board in boards if board.is_scored and not board.is_artificial]
    if options["aggregate"] == "plus-scores":
        home_share, away_share = _shares_by_plus_scores(compared_boards, board_count)
    else:
        home_share, away_share = _aggregate_shares(compared_boards, options)
    aggregate = 2 * board_count
    score = (points[0] + aggregate * home_share, points[1] + aggregate * away_share)
    return MatchScore(board_points, points, _with_extra(boards, score, ("vp",)))


def _scored_count(board_points: Iterable[Pair | None]) -> int:
    return sum(pair is not None for pair in board_points)


def _aggregate_shares(
    boards: list[TeamBoard], options: Mapping[str, str]
) -> tuple[Fraction, Fraction]:
    """Return the shares of the aggregate's points, 0 to 1."""
    if options["aggregate"] == "imps":
        return _shares_by_imps(boards)
    swings = [_board_points(board, Fraction, _no_points) or _EVEN for board in boards]
    home_net, away_net = _sum(swings)
    home_turnover = sum(abs(Fraction(home)) for home, _away in swings)
    away_turnover = sum(abs(Fraction(away)) for _home, away in swings)
    return _share_of_turnover(home_net, home_turnover), _share_of_turnover(away_net, away_turnover)


def _shares_by_imps(boards: list[TeamBoard]) -> tuple[Fraction, Fraction]:
    if not boards:
        return Fraction(1, 2), Fraction(1, 2)
    margins = [_board_points(board, imps, _no_points) or _EVEN for board in boards]
    home, away = _scale(_sum(margins), len(boards), "continuous")
    return Fraction(home) / 20, Fraction(away) / 20


def _share_of_turnover(net: Points, turnover: Points) -> Fraction:
    """Return half, more or less by the part of all gains and losses that is *net* gain."""
    if not turnover:
        return Fraction(1, 2)
    return (1 + Fraction(net) / turnover) / 2


def _shares_by_plus_scores(boards: list[TeamBoard], board_count: int) -> tuple[Fraction, Fraction]:
    """Return the shares by each team's total of positive scores.

    If the difference is more than a third of the larger total, the winner gets all.  From a tenth
    to a third the winner gets one point more than half of two per board, on *board_count* boards.
    Below a tenth the shares are equal.

    Source: [PLPATTON].
    """
    home = _plus_score(boards, "home")
    away = _plus_score(boards, "away")
    larger = max(home, away)
    difference = abs(home - away)
    if not larger or 10 * difference < larger:
        return Fraction(1, 2), Fraction(1, 2)
    share = Fraction(1)
    if 3 * difference <= larger:
        share = Fraction(board_count + 1, 2 * board_count)
    if home > away:
        return share, 1 - share
    return 1 - share, share


def _plus_score(boards: list[TeamBoard], team: str) -> Fraction:
    total = Fraction(0)
    for board in boards:
        for score, weight in _own_scores(board, team):
            total += max(score, 0) * weight
    return total


def _own_scores(board: TeamBoard, team: str) -> list[tuple[int, Fraction]]:
    """Return the scores of *team* at both tables from its own side, with their weights."""
    ns_line, ew_line = board.home, board.away
    if team == "away":
        ns_line, ew_line = board.away, board.home
    return [
        *((share.score, share.weight) for share in ns_line.ns_shares()),
        *((-share.score, share.weight) for share in ew_line.ew_shares()),
    ]


def _no_points(_artificial: Artificial) -> Pair:
    return _EVEN


def _share(percent: Fraction | None, win: Fraction) -> Points | None:
    if percent is None:
        return None
    return percent * win / 100


def _require_both(given: Given) -> Pair:
    """Return the points of both teams.

    :raises ScoringError: if one is missing, since both teams play every board of a match
    """
    ns_points, ew_points = given
    if ns_points is None or ew_points is None:
        raise ScoringError(BridgeSentences.RULING_ONE_TEAM)
    return ns_points, ew_points


def _board_points(
    board: TeamBoard,
    points_for: Callable[[Points], Points],
    artificial_pair: Callable[[Artificial], Pair],
) -> Pair | None:
    """Return the points of a board for home and away. None if it doesn't count.

    *points_for* returns the points for a difference of scores.
    """
    if board.is_artificial:
        return _artificial_points(board, artificial_pair)
    if not board.is_scored:
        return None
    # Each team is scored by itself, since a ruling may give both sides different scores.
    home = _compare(board.home.ns_shares(), board.away.ew_shares(), points_for)
    away = _compare(board.away.ns_shares(), board.home.ew_shares(), points_for)
    return home, away


def _compare(
    shares: Iterable[Share], other_shares: Iterable[Share], points_for: Callable[[Points], Points]
) -> Points:
    total = Fraction(0)
    for share, other in product(shares, other_shares):
        total += share.weight * other.weight * points_for(share.score - other.score)
    return total


def _artificial_points(board: TeamBoard, artificial_pair: Callable[[Artificial], Pair]) -> Pair:
    """Return the value of artificial scores, half of each if both tables have one."""
    pairs = []
    if board.home.artificial is not None:
        pairs.append(artificial_pair(board.home.artificial))
    if board.away.artificial is not None:
        # At this table the away team sits N-S.
        away, home = artificial_pair(board.away.artificial)
        pairs.append((home, away))
    home_total, away_total = _sum(pairs)
    return Fraction(home_total) / len(pairs), Fraction(away_total) / len(pairs)


def _sum(pairs: Iterable[Pair | None]) -> Pair:
    home_total: Points = 0
    away_total: Points = 0
    for pair in pairs:
        if pair is not None:
            home_total += pair[0]
            away_total += pair[1]
    return home_total, away_total


def _with_extra(boards: list[TeamBoard], score: Pair, units: tuple[str, ...]) -> Pair:
    return score[0] + _extra(boards, "home", units), score[1] + _extra(boards, "away", units)


def _extra(boards: list[TeamBoard], team: str, units: tuple[str, ...]) -> Points:
    """Return the sum of the adjustments in *units* of one team on the lines of a match."""
    sides = ("ns", "ew") if team == "home" else ("ew", "ns")
    total: Points = 0
    for board in boards:
        for line, side in zip((board.home, board.away), sides, strict=True):
            for adjustment in line.adjustments:
                if adjustment.side == side and adjustment.unit in units:
                    total += adjustment.amount
    return total


_FORMS: dict[str, Callable[[list[TeamBoard], Mapping[str, str], DueMatch | None], MatchScore]] = {
    "team-imps": _by_imps,
    "board-a-match": _by_boards,
    "patton": _by_patton,
}
