"""Score a match of two teams in IMPs, board by board, or by Patton.

Fields of several matches are ranked by ``contest``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.artificial import Artificial
from scoring.bridge.rulings import Share
from scoring.bridge.sentences import BridgeSentences
from scoring.errors import ScoringError
from scoring.methods.imp_scale import artificial_imps, imps
from scoring.methods.teams.victory_points import TABLES, victory_points
from scoring.model import DueMatch, Line, Points
from scoring.totals.ties import Given

Pair: TypeAlias = tuple[Points, Points]
_EVEN: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """Both lines of a board: *home* is the one at which the home team sits N-S, *away* the other.

    *is_half* is said of the boards of a half match.
    """

    board_no: int
    home: Line
    away: Line
    is_half: bool = False

    @property
    def is_scored(self) -> bool:
        """Whether the board counts: it has a score at both tables, or an artificial one at either."""
        return self.is_artificial or (self.home.is_scored and self.away.is_scored)

    @property
    def is_artificial(self) -> bool:
        """Whether an artificial score at either table takes the place of a comparison."""
        return self.home.artificial is not None or self.away.artificial is not None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of home and away, board by board (None if it doesn't count) and in total.

    *points* are IMPs or points of boards, *score* is what counts in the end; nothing yet where it
    *is_unfinished*.
    """

    boards: tuple[Pair | None, ...]
    points: Pair
    score: Pair
    is_unfinished: bool = False


def score_match(
    boards: Iterable[TeamBoard], form: str, options: Mapping[str, str], due: DueMatch | None = None
) -> MatchScore:
    """Return the score of a match in the form ``"team-imps"``, ``"board-a-match"`` or ``"patton"``.

    *options* are those of the method of that key.  Penalties of lines in IMPs change the points, in
    victory points the score.  What a scale makes of the boards counts once all that are *due* are
    in.

    >>> line = Line(1, 2, 620), Line(2, 1, 170)
    >>> score_match([TeamBoard(7, *line)], "team-imps", {"victory_points": "none", "average_plus": "3"}).points
    (Fraction(10, 1), Fraction(-10, 1))

    Source: [LAWS2017] Laws 78B and 78D.
    """
    played = list(boards)
    is_scaled = form == "patton" or options.get("victory_points", "none") != "none"
    if due and not due.is_over and is_scaled:
        so_far = _FORMS[form](played, {**options, "victory_points": "none"}, due)
        return replace(so_far, score=_EVEN, is_unfinished=True)
    return _FORMS[form](played, options, due)


def _by_imps(
    boards: list[TeamBoard], options: Mapping[str, str], due: DueMatch | None
) -> MatchScore:
    average_plus = int(options["average_plus"])
    on_boards = [
        _board_points(board, imps, lambda given: _both(artificial_imps(given, average_plus)))
        for board in boards
    ]
    home, away = _sum(on_boards)
    home, away = home + _extra(boards, "home", ("imp",)), away + _extra(boards, "away", ("imp",))
    counted = sum(pair is not None for pair in on_boards)
    if options["victory_points"] == "none" or not counted:
        return MatchScore(tuple(on_boards), (home, away), (home, away))
    scale = options["victory_points"]
    if due and scale in TABLES:  # which goes by the boards that were to be played
        counted = due.boards
    score = _scale(home, away, counted, scale, half=boards[0].is_half)
    return MatchScore(tuple(on_boards), (home, away), _with_extra(boards, score, ("vp",)))


def _scale(home: Points, away: Points, boards: int, scale: str, *, half: bool = False) -> Pair:
    """Return the victory points.

    If rulings give the teams different margins, each gets the points of its own margin.
    """
    return victory_points(home, boards, scale, half=half)[0], victory_points(
        away, boards, scale, half=half
    )[0]


def _by_boards(
    boards: list[TeamBoard], options: Mapping[str, str], _due: DueMatch | None
) -> MatchScore:
    on_boards = [_won_board(board, Fraction(options["win"])) for board in boards]
    points = _sum(on_boards)
    return MatchScore(tuple(on_boards), points, _with_extra(boards, points, ("mp",)))


def _won_board(board: TeamBoard, win: Fraction) -> Pair | None:
    def won(difference: Points) -> Points:
        if difference > 0:
            return win
        if difference == 0:
            return win / 2
        return Fraction(0)

    return _board_points(
        board, won, lambda given: _both((_share(given.ns, win), _share(given.ew, win)))
    )


def _by_patton(
    boards: list[TeamBoard], options: Mapping[str, str], _due: DueMatch | None
) -> MatchScore:
    """Return two points a board for the boards, and as many for the aggregate."""
    on_boards = [_won_board(board, Fraction(2)) for board in boards]
    points = _sum(on_boards)
    counted = sum(pair is not None for pair in on_boards)
    compared = [board for board in boards if board.is_scored and not board.is_artificial]
    by_plus = options["aggregate"] == "plus-scores"
    if by_plus:
        shares = _shares_by_plus_scores(compared, counted)
    else:
        shares = _aggregate_shares(compared, options)
    score = points[0] + 2 * counted * shares[0], points[1] + 2 * counted * shares[1]
    return MatchScore(tuple(on_boards), points, _with_extra(boards, score, ("vp",)))


def _aggregate_shares(
    boards: list[TeamBoard], options: Mapping[str, str]
) -> tuple[Fraction, Fraction]:
    """Return the shares of the aggregate's points, 0 to 1."""
    swings = [_board_points(board, Fraction, _no_share) or _EVEN for board in boards]
    if options["aggregate"] == "imps":
        margins = [_board_points(board, imps, _no_share) or _EVEN for board in boards]
        home, away = _sum(margins)
        if boards:
            won = _scale(home, away, len(boards), "continuous")
        else:
            won = (Fraction(10), Fraction(10))
        return Fraction(won[0]) / 20, Fraction(won[1]) / 20
    turnover = [sum(abs(Fraction(swing[at])) for swing in swings) for at in (0, 1)]
    net = _sum(swings)
    home_share, away_share = (
        (1 + Fraction(net[at]) / turnover[at]) / 2 if turnover[at] else Fraction(1, 2)
        for at in (0, 1)
    )
    return home_share, away_share


def _shares_by_plus_scores(boards: list[TeamBoard], counted: int) -> tuple[Fraction, Fraction]:
    """Return the shares by each team's total of positive scores.

    The winner takes all if the difference is a third of the larger total.

    From a tenth to a third it is a point more than half of two a board, on *counted* boards; less
    is even.

    Source: [PLPATTON].
    """
    home, away = (
        sum(
            (
                max(score, 0) * weight
                for board in boards
                for score, weight in _own_scores(board, team)
            ),
            Fraction(0),
        )
        for team in ("home", "away")
    )
    more, less = max(home, away), min(home, away)
    if not more or 10 * (more - less) < more:
        return Fraction(1, 2), Fraction(1, 2)
    share = Fraction(1) if 3 * (more - less) > more else Fraction(counted + 1, 2 * counted)
    if home > away:
        return (share, 1 - share)
    return (1 - share, share)


def _own_scores(board: TeamBoard, team: str) -> list[tuple[int, Fraction]]:
    """Return the scores of *team* at both tables from its own side, with the weights of rulings."""
    ns, ew = (board.home, board.away) if team == "home" else (board.away, board.home)
    return [
        *((share.score, share.weight) for share in ns.ns_shares()),
        *((-share.score, share.weight) for share in ew.ew_shares()),
    ]


def _no_share(_: Artificial) -> Pair:
    return _EVEN


def _share(percent: Fraction | None, win: Fraction) -> Points | None:
    if percent is None:
        return None
    return percent * win / 100


def _both(given: Given) -> Pair:
    """Return the value of an artificial score for both teams.

    In a match both teams play every board.
    """
    ns_points, ew_points = given
    if ns_points is None or ew_points is None:
        raise ScoringError(BridgeSentences.RULING_ONE_TEAM)
    return ns_points, ew_points


def _board_points(
    board: TeamBoard, worth: Callable[[Points], Points], artificial: Callable[[Artificial], Pair]
) -> Pair | None:
    """Return the points of a board for home and away.

    *worth* gives the points for a difference of scores.
    """
    if board.is_artificial:
        return _artificial(board, artificial)
    if not board.is_scored:
        return None
    home = _compare(board.home.ns_shares(), board.away.ew_shares(), worth)
    away = _compare(board.away.ns_shares(), board.home.ew_shares(), worth)
    return home, away


def _compare(
    mine: Iterable[Share], theirs: Iterable[Share], worth: Callable[[Points], Points]
) -> Points:
    parts = []
    for share in mine:
        for other in theirs:
            parts.append((share.weight * other.weight, share.score - other.score))
    return sum((weight * worth(difference) for weight, difference in parts), Fraction(0))


def _artificial(board: TeamBoard, worth: Callable[[Artificial], Pair]) -> Pair:
    """Return the value of artificial scores, half of each if both tables have one."""
    parts = []
    if board.home.artificial is not None:
        parts.append(worth(board.home.artificial))
    if board.away.artificial is not None:
        ns_points, ew_points = worth(board.away.artificial)
        parts.append((ew_points, ns_points))
    return Fraction(sum(home for home, _ in parts)) / len(parts), Fraction(
        sum(away for _, away in parts)
    ) / len(parts)


def _sum(on_boards: Iterable[Pair | None]) -> Pair:
    pairs = [pair for pair in on_boards if pair is not None]
    return sum(home for home, _ in pairs), sum(away for _, away in pairs)


def _with_extra(boards: list[TeamBoard], score: Pair, units: tuple[str, ...]) -> Pair:
    return score[0] + _extra(boards, "home", units), score[1] + _extra(boards, "away", units)


def _extra(boards: list[TeamBoard], team: str, units: tuple[str, ...]) -> Points:
    """Return the penalties in *units* of one team on the lines of a match."""
    sides = ("ns", "ew") if team == "home" else ("ew", "ns")
    return sum(
        adjustment.amount
        for board in boards
        for line, side in zip((board.home, board.away), sides, strict=True)
        for adjustment in line.adjustments
        if adjustment.side == side and adjustment.unit in units
    )


_FORMS: dict[str, Callable[[list[TeamBoard], Mapping[str, str], DueMatch | None], MatchScore]] = {
    "team-imps": _by_imps,
    "board-a-match": _by_boards,
    "patton": _by_patton,
}
