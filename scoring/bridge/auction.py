"""Scores of auction contracts, with slams and honours.

All tricks above six count, bid or not, and nobody is vulnerable. There are two schedules, 1914 and
1926. The later one has higher slams, and honours that are the same in every suit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.bridge.contracts import NULLO, Contract
from scoring.errors import ScoringError

TRICK_VALUES = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
NULLO_TRICK_VALUE = 10
"""The value of each trick that declarer loses above six at nullos."""
GAME_POINTS = 30
GAME_BONUS = 125

SCHEDULES = ("1926", "1914")
"""The scales of slams and honours."""

_SLAM_POINTS = {"1926": {12: 50, 13: 100}, "1914": {12: 20, 13: 40}}
_HOLDINGS = ("3", "4", "5", "4 in one hand", "4+1", "5 in one hand")
_HONOUR_MULTIPLES = {"1926": (3, 4, 5, 8, 9, 10), "1914": (2, 4, 5, 8, 9, 10)}
"""The points of each holding, in values of a trick (1914) or tens (1926)."""
_ACES_POINTS = {"3": 30, "4": 40, "4 in one hand": 100}
"""The points for aces at no-trumps."""

MAX_HONOURS = 100
"""The most points for honours of one side: for five in one hand, or four aces."""

MAX_POINTS = 2800
"""The most that one side can win on a deal: thirteen down redoubled, with slam and honours."""


@dataclass(frozen=True, slots=True)
class AuctionScore:
    """The points of a deal without honours and bonuses for game."""

    trick_points: int = 0  # declarer's; only these count towards game
    doubled_bonus: int = 0  # declarer's
    penalty: int = 0  # the opponents'
    slam: int = 0  # declarer's
    defenders_slam: int = 0  # the opponents'


def get_game_bonus(trick_points: int) -> int:
    """Return the game bonus at duplicate auction: 125 for 30 trick points or more, else 0.

    >>> get_game_bonus(30), get_game_bonus(28)
    (125, 0)

    Source: [HOYLE1926] pp. 38, 43.
    """
    if trick_points >= GAME_POINTS:
        return GAME_BONUS
    return 0


def score_contract(contract: Contract, tricks: int, schedule: str = "1926") -> AuctionScore:
    """Return the points of *contract* with *tricks*, by the *schedule* "1926" or "1914".

    A contract that is made scores all tricks above six, at 6 in clubs to 10 in no-trumps, twice
    that doubled and four times redoubled.  Doubled it scores 50 more for the contract and 50 for
    each overtrick, redoubled 100.  A contract that fails gives the opponents 50 per trick, doubled
    100, redoubled 200.  Either side scores a slam for twelve or thirteen tricks.

    At nullos *tricks* are those that declarer loses. They score 10 each, and nobody scores a slam.

    >>> score_contract(Contract(3, "H"), 10)
    AuctionScore(trick_points=32, doubled_bonus=0, penalty=0, slam=0, defenders_slam=0)
    >>> score_contract(Contract(6, "NULLO"), 13).trick_points, score_contract(Contract(6, "NULLO"), 13).slam
    (70, 0)

    Source: [FOSTER1914] "Auction Bridge", laws on scoring; [LAWS1926] law 60.
    """
    overtricks = tricks - contract.tricks_needed
    factor = 1 << contract.doubled
    trick_value = NULLO_TRICK_VALUE
    if not contract.is_nullo:
        trick_value = TRICK_VALUES[contract.denomination]
    slams: Mapping[int, int] = {} if contract.is_nullo else _SLAM_POINTS[schedule]
    slam = slams.get(tricks, 0)
    if overtricks < 0:
        return AuctionScore(
            penalty=-overtricks * 50 * factor,
            slam=slam,
            defenders_slam=slams.get(13 - tricks, 0),
        )
    return AuctionScore(
        trick_points=(tricks - 6) * trick_value * factor,
        doubled_bonus=50 * contract.doubled * (1 + overtricks),
        slam=slam,
    )


def compute_declarer_points(contract: Contract, tricks: int, schedule: str = "1926") -> int:
    """Return declarer's net points on a deal at duplicate, without honours.

    >>> compute_declarer_points(Contract(3, "H"), 10), compute_declarer_points(Contract(3, "NT"), 7)
    (157, -100)
    """
    score = score_contract(contract, tricks, schedule)
    points_won = (
        score.trick_points + score.doubled_bonus + score.slam + get_game_bonus(score.trick_points)
    )
    points_lost = score.penalty + score.defenders_slam
    return points_won - points_lost


def get_honours_points(holding: str, denomination: str, schedule: str = "1926") -> int:
    """Return the points for the honours of *holding* in the trump *denomination*, or for aces at "NT".

    *holding* is ``"3"``, ``"4"``, ``"5"`` (divided), ``"4 in one hand"``, ``"4+1"`` (the fifth with
    partner) or ``"5 in one hand"``. By the schedule of 1914 trump honours depend on the value of a
    trick, by that of 1926 they are the same in every suit.

    >>> get_honours_points("4 in one hand", "H", "1914"), get_honours_points("4 in one hand", "H")
    (64, 80)
    >>> get_honours_points("3", "NT")
    30

    :raises ScoringError: if the honours can't be held

    Source: [FOSTER1914] "Auction Bridge", laws on scoring; [LAWS1926] law 59.
    """
    points_by_holding = _get_points_by_holding(denomination, schedule)
    if holding not in points_by_holding:
        raise ScoringError(
            "auction-honours-held",
            "“{held}” aren’t honours in {denomination}. Use one of {known}.",
            held=holding,
            denomination=denomination,
            known=", ".join(points_by_holding),
        )
    return points_by_holding[holding]


def list_possible_honours(denomination: str | None, schedule: str = "1926") -> tuple[int, ...]:
    """Return the possible points for honours in *denomination*, or in any if it is unknown.

    >>> list_possible_honours("S"), list_possible_honours("NT"), list_possible_honours("H", "1914")
    ((30, 40, 50, 80, 90, 100), (30, 40, 100), (16, 32, 40, 64, 72, 80))
    >>> list_possible_honours("NULLO")
    ()
    """
    denominations = (denomination,) if denomination else tuple(TRICK_VALUES)
    points: set[int] = set()
    for possible_denomination in denominations:
        points.update(_get_points_by_holding(possible_denomination, schedule).values())
    return tuple(sorted(points))


def convert_honours(points: int, denomination: str, schedule: str, other_schedule: str) -> int:
    """Return the points by *other_schedule* for honours that score *points* by the *schedule*.

    >>> convert_honours(64, "H", "1914", "1926"), convert_honours(30, "H", "1926", "1914")
    (80, 16)
    """
    points_by_holding = _get_points_by_holding(denomination, schedule)
    holding_by_points = {value: holding for holding, value in points_by_holding.items()}
    return _get_points_by_holding(denomination, other_schedule)[holding_by_points[points]]


def _get_points_by_holding(denomination: str, schedule: str) -> dict[str, int]:
    if denomination == NULLO:
        return {}
    if denomination == "NT":
        return _ACES_POINTS
    value = TRICK_VALUES[denomination] if schedule == "1914" else 10
    multiples = zip(_HOLDINGS, _HONOUR_MULTIPLES[schedule], strict=True)
    return {holding: multiple * value for holding, multiple in multiples}
