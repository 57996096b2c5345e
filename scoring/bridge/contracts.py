"""Contracts at duplicate bridge: parsing and scoring.

Results as a director types them (``4SS=``) are read by ``entries``.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from scoring.bridge.sentences import BridgeSentences
from scoring.errors import ContractError, ScoringError
from scoring.sentences import ScoringSentences

# Who deals and who is vulnerable on a board, from its number alone.
#
# What a vulnerable side scores is the business of ``contracts``.

SEATS = ("N", "E", "S", "W")
SIDES = (*SEATS, "NS", "EW")


class Vulnerability(Enum):
    """Which sides are vulnerable on a board."""

    NONE = "none"
    NS = "ns"
    EW = "ew"
    ALL = "all"


_CYCLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
_SIDE_OF = {"N": Vulnerability.NS, "S": Vulnerability.NS, "NS": Vulnerability.NS}
_SIDE_OF |= {"E": Vulnerability.EW, "W": Vulnerability.EW, "EW": Vulnerability.EW}


def dealer(board_no: int) -> str:
    """Return the dealer of *board_no*: ``"N"`` on board 1, then clockwise.

    >>> [dealer(board_no) for board_no in (1, 2, 3, 4, 17)]
    ['N', 'E', 'S', 'W', 'N']

    :raises ScoringError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise ScoringError(ScoringSentences.BOARD_NUMBER, board_no=board_no)
    return SEATS[(board_no - 1) % 4]


def vulnerability(board_no: int) -> Vulnerability:
    """Return the vulnerability of *board_no*, which repeats after 16 boards.

    >>> [vulnerability(board_no).value for board_no in (1, 2, 3, 4, 5, 13, 16, 17)]
    ['none', 'ns', 'ew', 'all', 'ns', 'all', 'ew', 'none']

    :raises ScoringError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise ScoringError(ScoringSentences.BOARD_NUMBER, board_no=board_no)
    step = board_no - 1
    return _CYCLE[(step + step // 4) % 4]


def is_vulnerable(side: str, vulnerable: Vulnerability) -> bool:
    """Return whether *side* (a seat, "NS" or "EW") is *vulnerable*.

    >>> is_vulnerable("S", Vulnerability.NS), is_vulnerable("EW", Vulnerability.NS)
    (True, False)

    :raises ScoringError: if *side* is neither a seat nor a side.
    """
    if side not in _SIDE_OF:
        raise ScoringError(ScoringSentences.SIDE, side=side)
    return vulnerable in (Vulnerability.ALL, _SIDE_OF[side])


DENOMINATIONS = ("C", "D", "H", "S", "NT")
DENOMINATION_NAMES = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "no-trumps",
}

_SAME_SIGN = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
    | {
        "*": "X",
        "×": "X",
        "−": "-",
        "–": "-",
        "\N{VARIATION SELECTOR-15}": "",
        "\N{VARIATION SELECTOR-16}": "",
    }
)
_CONTRACT = re.compile(r"(?P<level>[0-9]+)(?P<denomination>NT|[A-Z])(?P<doubling>X*)")

_SLAM = {(6, False): 500, (6, True): 750, (7, False): 1000, (7, True): 1500}


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract: *level* 1 to 7, *denomination* ``C D H S NT``, *doubled* 0, 1 (X) or 2 (XX).

    >>> str(Contract(3, "NT", doubled=1))
    '3NTX'

    :raises ContractError: if a part is outside its range.
    """

    level: int
    denomination: str
    doubled: int = 0

    def __post_init__(self) -> None:
        text = f"{self.level}{self.denomination}{'X' * self.doubled}"
        if not 1 <= self.level <= 7:
            raise ContractError(BridgeSentences.CONTRACT_LEVEL, text=text, level=self.level)
        if self.denomination not in DENOMINATIONS:
            raise ContractError(
                BridgeSentences.CONTRACT_DENOMINATION, text=text, denomination=self.denomination
            )
        if self.doubled not in (0, 1, 2):
            raise ContractError(BridgeSentences.CONTRACT_DOUBLING, text=text)

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{'X' * self.doubled}"

    @property
    def tricks_needed(self) -> int:
        """The tricks that make the contract."""
        return self.level + 6


def plain_text(text: str) -> str:
    """Return *text* in capitals without blanks, with letters for suits and X for doubling.

    >>> plain_text(" 4 ♠ * s − 1")
    '4SXS-1'
    """
    return "".join(unicodedata.normalize("NFKC", text).translate(_SAME_SIGN).split()).upper()


def contract_from_parts(text: str, level: str, denomination: str, doubling: str) -> Contract:
    """Return the contract of *level*, *denomination* (``N`` or ``NT``) and a row of ``X``.

    >>> contract_from_parts("3nx", "3", "N", "X")
    Contract(level=3, denomination='NT', doubled=1)

    :raises ContractError: naming *text* as it was typed.
    """
    denomination = "NT" if denomination == "N" else denomination
    if denomination not in DENOMINATIONS:
        raise ContractError(
            BridgeSentences.CONTRACT_DENOMINATION, text=text, denomination=denomination
        )
    if not 1 <= int(level[:3]) <= 7:
        raise ContractError(BridgeSentences.CONTRACT_LEVEL, text=text, level=level)
    if len(doubling) > 2:
        raise ContractError(BridgeSentences.CONTRACT_DOUBLING, text=text)
    return Contract(int(level), denomination, len(doubling))


def read_contract(text: str) -> Contract:
    """Parse a contract: ``4S``, ``3NTX``, ``1♥xx``, ``3n*``. Case and blanks don't matter.

    >>> read_contract("4 sx")
    Contract(level=4, denomination='S', doubled=1)

    :raises ContractError: if the text is no contract at all, or one part of it is wrong.
    """
    match = _CONTRACT.fullmatch(plain_text(text))
    if match is None:
        raise ContractError(BridgeSentences.CONTRACT_UNREADABLE, text=text)
    return contract_from_parts(text, match["level"], match["denomination"], match["doubling"])


def contract_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Return the score of *contract* with *tricks* won, as declarer's side sees it.

    >>> contract_score(Contract(4, "S"), 10, vulnerable=True)
    620
    >>> contract_score(Contract(3, "NT", doubled=1), 7, vulnerable=False)
    -300

    :raises ScoringError: if *tricks* is not 0 to 13.

    Source: [LAWS2017] Law 77.
    """
    if not 0 <= tricks <= 13:
        raise ScoringError(ScoringSentences.TRICKS, tricks=tricks)
    over = tricks - contract.tricks_needed
    if over >= 0:
        return _contract_score(contract, over, vulnerable)
    return -_penalty(contract, -over, vulnerable)


def _contract_score(contract: Contract, over: int, vulnerable: bool) -> int:
    trick = 20 if contract.denomination in ("C", "D") else 30
    odd_tricks = (
        contract.level * trick + (10 if contract.denomination == "NT" else 0)
    ) << contract.doubled
    overtrick = 100 * contract.doubled * (2 if vulnerable else 1) if contract.doubled else trick
    game = (500 if vulnerable else 300) if odd_tricks >= 100 else 50
    slam = _SLAM.get((contract.level, vulnerable), 0)
    return odd_tricks + over * overtrick + game + slam + 50 * contract.doubled


def _penalty(contract: Contract, down: int, vulnerable: bool) -> int:
    if not contract.doubled:
        return down * (100 if vulnerable else 50)
    doubled = 300 * down - 100 if vulnerable else 200 * down - 100 + 100 * max(0, down - 3)
    return doubled * contract.doubled


def ns_score(contract: Contract, declarer: str, tricks: int, vulnerability: Vulnerability) -> int:
    """Return the score of *contract* from the N-S side.

    *declarer* is a seat, or ``"NS"`` or ``"EW"`` where only the side is known.

    >>> ns_score(Contract(4, "S"), "E", 9, Vulnerability.ALL)
    100

    :raises ScoringError: if *declarer* is neither a seat nor a side, or *tricks* is not 0 to 13.
    """
    score = contract_score(contract, tricks, is_vulnerable(declarer, vulnerability))
    if declarer[0] in "NS":
        return score
    return -score


@lru_cache(maxsize=4)
def possible_scores(vulnerability: Vulnerability) -> tuple[int, ...]:
    """Return every possible N-S score at this *vulnerability*, ascending.

    A board passed out (0) is not among them.

    >>> possible_scores(Vulnerability.NONE)[:2], len(possible_scores(Vulnerability.NONE))
    ((-7000, -6400), 282)
    """
    contracts = (Contract(*parts) for parts in product(range(1, 8), DENOMINATIONS, range(3)))
    cases = product(contracts, ("NS", "EW"), range(14))
    return tuple(
        sorted(
            {ns_score(contract, side, tricks, vulnerability) for contract, side, tricks in cases}
        )
    )


_VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


def vulnerable_text(board_no: int) -> str:
    """Return who is vulnerable on *board_no*, as sentences say it.

    >>> vulnerable_text(4), vulnerable_text(1)
    ('both sides', 'no side')
    """
    return _VULNERABLE[vulnerability(board_no)]


def nearest_possible(score: int, board_no: int) -> str:
    """Return which possible scores are next to *score*, itself not possible on *board_no*.

    >>> nearest_possible(615, board_no=4), nearest_possible(99999, board_no=1)
    ('the nearest are +600 and +620', 'the nearest is +7000')
    """
    possible = possible_scores(vulnerability(board_no))
    at = bisect_left(possible, score)
    near = " and ".join(f"{score:+d}" for score in possible[max(at - 1, 0) : at + 1])
    if " " in near:
        return f"the nearest are {near}"
    return f"the nearest is {near}"
