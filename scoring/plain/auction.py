"""Check deals of auction: counted trick by trick, by either scale, with game and honours."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.bridge.contracts import Contract, read_contract
from scoring.model import Field

_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
_SLAM = {"1926": (50, 100), "1914": (20, 40)}


def plain_auction_score(contract: Contract, declarer: str, tricks: int, schedule: str) -> int:
    """Return the N-S score of *contract* by *declarer*, a seat or a side.

    *schedule* is the scale of its slams.

    >>> plain_auction_score(Contract(3, "H"), "S", 10, "1926"), plain_auction_score(Contract(7, "S"), "E", 12, "1914")
    (157, 30)
    """
    needed, times = 6 + contract.level, (1, 2, 4)[contract.doubled]
    own = 0
    if tricks >= needed:
        counted = sum(_TRICK[contract.denomination] * times for _trick in range(6, tricks))
        own += counted + (125 if counted >= 30 else 0)
        own += sum((0, 50, 100)[contract.doubled] for _trick in range(needed, tricks + 1))
    else:
        own -= sum(50 * times for _trick in range(tricks, needed))
    little, grand = _SLAM[schedule]
    own += {13: grand, 12: little, 1: -little, 0: -grand}.get(tricks, 0)
    if declarer in ("N", "S", "NS"):
        return own
    return -own


def auction_difference(
    score: int,
    contract: Contract,
    declarer: str,
    tricks: int,
    *,
    schedule: str,
    ns_honours: int = 0,
) -> list[str]:
    """Return a sentence if *score* differs from this route, else an empty text.

    *ns_honours* are those that N-S held, less than 0 if E-W did.

    >>> auction_difference(187, Contract(3, "H"), "S", 10, schedule="1926", ns_honours=30)
    []
    >>> auction_difference(100, Contract(3, "H"), "S", 10, schedule="1926")
    ['3H by S with 10 tricks is 100 by one calculation, 157 by the other.']
    """
    plain = plain_auction_score(contract, declarer, tricks, schedule) + ns_honours
    if score == plain:
        return []
    return [
        f"{contract} by {declarer} with {tricks} tricks is {score} by one calculation, {plain} by the other."
    ]


def auction_file_differences(
    boards: Iterable[Mapping[str, Any]], field: Field, schedule: str
) -> list[str]:
    """Return a sentence for every contract of a file of auction whose score in *field* differs.

    >>> from scoring.model import Board, Line
    >>> row = {"ns": 1, "ew": 2, "contract": "3H", "declarer": "S", "tricks": 10, "honours": 30, "honours_side": "NS"}
    >>> auction_file_differences([{"board": 2, "lines": [row]}], Field(1, (Board(2, (Line(1, 2, 157),)),)), "1926")
    ['Board 2, N-S 1 against E-W 2: 3H by S with 10 tricks is 157 by one calculation, 187 by the other.']
    """
    differences = []
    for board, read in zip(boards, field.boards, strict=True):
        for row, line in zip(board["lines"], read.lines, strict=True):
            if (
                line.score is not None
                and row.get("contract") is not None
                and row.get("declarer") is not None
            ):
                held = row.get("honours", 0)
                ns_honours = held if row.get("honours_side") == "NS" else -held
                said = auction_difference(
                    line.score,
                    read_contract(row["contract"]),
                    row["declarer"].upper(),
                    row["tricks"],
                    schedule=schedule,
                    ns_honours=ns_honours,
                )
                differences += [
                    f"Board {read.board_no}, {line.meeting}: {sentence}" for sentence in said
                ]
    return differences
