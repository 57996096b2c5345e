"""Check what contracts score, counted trick by trick.

This checks ``bridge.contracts`` and shares nothing with it but the contract itself. Who is
vulnerable is read off a list of 16 boards.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.bridge.contracts import Contract, read_contract
from scoring.model import Field

_VULNERABLE = (
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


def plain_ns_score(contract: Contract, declarer: str, tricks: int, board_no: int) -> int:
    """Return the score from the N-S side of *contract* on *board_no*, *declarer* being a seat or a side.

    >>> plain_ns_score(Contract(4, "S"), "E", 9, board_no=4), plain_ns_score(Contract(6, "NT", 1), "S", 13, board_no=1)
    (100, 1330)

    Source: [LAWS2017] Laws 2 and 77.
    """
    is_vulnerable = declarer in _VULNERABLE[(board_no - 1) % 16]
    score = _contract_score(contract, tricks, is_vulnerable) if tricks >= contract.level + 6 else 0
    for undertrick in range(1, contract.level + 7 - tricks):
        score -= _undertrick(undertrick, contract.doubled, is_vulnerable)
    if declarer in ("N", "S", "NS"):
        return score
    return -score


def _contract_score(contract: Contract, tricks: int, is_vulnerable: bool) -> int:
    bid = sum(_trick(contract.denomination, number) for number in range(1, contract.level + 1))
    bid *= {0: 1, 1: 2, 2: 4}[contract.doubled]
    if bid < 100:
        bonus = 50
    elif is_vulnerable:
        bonus = 500
    else:
        bonus = 300
    bonus += {0: 0, 1: 50, 2: 100}[contract.doubled]
    if contract.level == 6:
        bonus += 750 if is_vulnerable else 500
    if contract.level == 7:
        bonus += 1500 if is_vulnerable else 1000
    for _ in range(contract.level + 6, tricks):
        plain = _trick(contract.denomination, 2)
        bonus += ({0: plain, 1: 200, 2: 400} if is_vulnerable else {0: plain, 1: 100, 2: 200})[
            contract.doubled
        ]
    return bid + bonus


def _trick(denomination: str, number: int) -> int:
    if denomination in ("C", "D"):
        return 20
    if denomination == "NT" and number == 1:
        return 40
    return 30


def _undertrick(number: int, doubled: int, is_vulnerable: bool) -> int:
    if doubled == 0:
        if is_vulnerable:
            return 100
        return 50
    first = 200 if is_vulnerable else 100
    if number == 1:
        once = first
    elif is_vulnerable or number > 3:
        once = 300
    else:
        once = 200
    if doubled == 1:
        return once
    return 2 * once


def contract_difference(
    score: int, contract: Contract, declarer: str, tricks: int, board_no: int
) -> list[str]:
    """Return a sentence if *score* differs from this route, else an empty text.

    >>> contract_difference(-200, Contract(4, "S", 1), "S", 9, board_no=2)
    []
    >>> contract_difference(-100, Contract(4, "S", 1), "S", 9, board_no=2)
    ['4SX by S with 9 tricks is -100 by one calculation, -200 by the other.']
    """
    plain = plain_ns_score(contract, declarer, tricks, board_no)
    if score == plain:
        return []
    return [
        f"{contract} by {declarer} with {tricks} tricks is {score} by one calculation, {plain} by the other."
    ]


def file_differences(boards: Iterable[Mapping[str, Any]], field: Field) -> list[str]:
    """Return a sentence for every contract among the *boards* of a file that its *field* scores otherwise.

    >>> from scoring.model import Board, Line
    >>> row = {"ns": 1, "ew": 2, "contract": "4SX", "declarer": "S", "tricks": 9}
    >>> file_differences([{"board": 2, "lines": [row]}], Field(1, (Board(2, (Line(1, 2, -100),)),)))
    ['Board 2, N-S 1 against E-W 2: 4SX by S with 9 tricks is -100 by one calculation, -200 by the other.']
    """
    differences = []
    for board, read in zip(boards, field.boards, strict=True):
        for row, line in zip(board["lines"], read.lines, strict=True):
            if (
                line.score is not None
                and row.get("contract") is not None
                and row.get("declarer") is not None
            ):
                where = f"Board {read.board_no}, {line.meeting}"
                contract, declarer = read_contract(row["contract"]), row["declarer"].upper()
                said = contract_difference(
                    line.score, contract, declarer, row["tricks"], read.board_no
                )
                differences += [f"{where}: {sentence}" for sentence in said]
    return differences
