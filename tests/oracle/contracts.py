"""Check what contracts score, counted trick by trick, at bridge and at auction.

This checks ``bridge.contracts`` and ``bridge.auction`` and shares nothing with them but the contract
itself. Who is vulnerable is read off a list of 16 boards. At auction the *schedule* is the year of the
laws, by which slams score.
"""

from scoring.bridge.contracts import Contract
from scoring.model import BoardNo

_VULNERABLE_SIDES = (
    "",
    "NS",
    "EW",
    "NSEW",
    "NS",
    "EW",
    "NSEW",
    "",
    "EW",
    "NSEW",
    "",
    "NS",
    "NSEW",
    "",
    "NS",
    "EW",
)

_AUCTION_TRICK_POINTS = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10, "NULLO": 10}
_AUCTION_SLAM_POINTS = {"1926": (50, 100), "1914": (20, 40)}


def compute_plain_ns_score(
    contract: Contract, declarer: str, tricks: int, board_no: BoardNo
) -> int:
    """Return the N-S score of *contract* by *declarer*, a seat or a side.

    >>> (
    ...     compute_plain_ns_score(Contract(4, "S"), "E", 9, board_no=4),
    ...     compute_plain_ns_score(Contract(6, "NT", 1), "S", 13, board_no=1),
    ... )
    (100, 1330)

    Source: [LAWS2017] Laws 2 and 77.
    """
    is_vulnerable = declarer in _VULNERABLE_SIDES[(board_no - 1) % 16]
    tricks_needed = contract.level + 6
    score = 0
    if tricks >= tricks_needed:
        score = _compute_made_score(contract, tricks - tricks_needed, is_vulnerable)
    for undertrick in range(1, tricks_needed - tricks + 1):
        score -= _get_undertrick_score(undertrick, contract.doubled, is_vulnerable)
    if declarer in ("N", "S", "NS"):
        return score
    return -score


def _compute_made_score(contract: Contract, overtricks: int, is_vulnerable: bool) -> int:
    tricks = range(1, contract.level + 1)
    trick_score = sum(_get_trick_score(contract.denomination, number) for number in tricks)
    trick_score *= {0: 1, 1: 2, 2: 4}[contract.doubled]
    # Less than 100 is a part score; 100 and more are game.
    if trick_score < 100:
        bonus = 50
    elif is_vulnerable:
        bonus = 500
    else:
        bonus = 300
    # Making a doubled contract is a bonus of its own.
    bonus += {0: 0, 1: 50, 2: 100}[contract.doubled]
    if contract.level == 6:
        bonus += 750 if is_vulnerable else 500
    if contract.level == 7:
        bonus += 1500 if is_vulnerable else 1000
    return trick_score + bonus + overtricks * _get_overtrick_score(contract, is_vulnerable)


def _get_overtrick_score(contract: Contract, is_vulnerable: bool) -> int:
    # The second trick, since the first at no trumps scores more than any other.
    if contract.doubled == 0:
        return _get_trick_score(contract.denomination, 2)
    doubled_score = 200 if is_vulnerable else 100
    return doubled_score * contract.doubled


def _get_trick_score(denomination: str, trick_no: int) -> int:
    if denomination in ("C", "D"):
        return 20
    if denomination == "NT" and trick_no == 1:
        return 40
    return 30


def _get_undertrick_score(undertrick_no: int, doubled: int, is_vulnerable: bool) -> int:
    if doubled == 0:
        return 100 if is_vulnerable else 50
    if undertrick_no == 1:
        doubled_score = 200 if is_vulnerable else 100
    elif is_vulnerable or undertrick_no > 3:
        doubled_score = 300
    else:
        doubled_score = 200
    return doubled_score * doubled


def list_contract_differences(
    score: int, contract: Contract, declarer: str, tricks: int, board_no: BoardNo
) -> list[str]:
    """Return a sentence if *score* differs from the plain calculation, otherwise nothing.

    >>> list_contract_differences(-200, Contract(4, "S", 1), "S", 9, board_no=2)
    []
    >>> list_contract_differences(-100, Contract(4, "S", 1), "S", 9, board_no=2)
    ['4SX by S with 9 tricks is -100 by one calculation, -200 by the other.']
    """
    plain_score = compute_plain_ns_score(contract, declarer, tricks, board_no)
    if score == plain_score:
        return []
    result = f"{contract} by {declarer} with {tricks} tricks"
    return [f"{result} is {score} by one calculation, {plain_score} by the other."]


def compute_plain_auction_score(
    contract: Contract, declarer: str, tricks: int, schedule: str
) -> int:
    """Return the N-S score of *contract* by *declarer*, a seat or a side.

    At nullos *tricks* are those that declarer lost.

    >>> (
    ...     compute_plain_auction_score(Contract(3, "H"), "S", 10, "1926"),
    ...     compute_plain_auction_score(Contract(7, "S"), "E", 12, "1914"),
    ... )
    (157, 30)
    """
    tricks_needed = 6 + contract.level
    factor = (1, 2, 4)[contract.doubled]
    score = 0
    if tricks >= tricks_needed:
        trick_score = sum(
            _AUCTION_TRICK_POINTS[contract.denomination] * factor for _trick in range(6, tricks)
        )
        score += trick_score
        # Game is 30, and all tricks that were won count for it.
        if trick_score >= 30:
            score += 125
        # A doubled contract has a bonus for being made, and the same for each overtrick.
        score += sum((0, 50, 100)[contract.doubled] for _trick in range(tricks_needed, tricks + 1))
    else:
        score -= sum(50 * factor for _trick in range(tricks, tricks_needed))
    little_slam, grand_slam = _AUCTION_SLAM_POINTS[schedule]
    # Slams count for the side that wins the tricks, whatever the contract.
    slam_points_by_tricks = {13: grand_slam, 12: little_slam, 1: -little_slam, 0: -grand_slam}
    if contract.denomination != "NULLO":
        score += slam_points_by_tricks.get(tricks, 0)
    if declarer in ("N", "S", "NS"):
        return score
    return -score


def list_auction_differences(
    score: int,
    contract: Contract,
    declarer: str,
    tricks: int,
    *,
    schedule: str,
    ns_honours: int = 0,
) -> list[str]:
    """Return a sentence if *score* differs from the plain calculation, otherwise nothing.

    *ns_honours* are those of N-S, below 0 if E-W held them.

    >>> list_auction_differences(187, Contract(3, "H"), "S", 10, schedule="1926", ns_honours=30)
    []
    >>> list_auction_differences(100, Contract(3, "H"), "S", 10, schedule="1926")
    ['3H by S with 10 tricks is 100 by one calculation, 157 by the other.']
    """
    plain_score = compute_plain_auction_score(contract, declarer, tricks, schedule) + ns_honours
    if score == plain_score:
        return []
    result = f"{contract} by {declarer} with {tricks} tricks"
    return [f"{result} is {score} by one calculation, {plain_score} by the other."]
