"""The dealer and the vulnerability of a board, which follow from its number."""

from enum import Enum

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

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
    # The cycle of four begins one step later after every four boards.
    index = board_no - 1
    return _CYCLE[(index + index // 4) % 4]


def is_vulnerable(side: str, vulnerable: Vulnerability) -> bool:
    """Return whether *side* (a seat, "NS" or "EW") is *vulnerable*.

    >>> is_vulnerable("S", Vulnerability.NS), is_vulnerable("EW", Vulnerability.NS)
    (True, False)

    :raises ScoringError: if *side* is neither a seat nor a side.
    """
    if side not in _SIDE_OF:
        raise ScoringError(ScoringSentences.SIDE, side=side)
    return vulnerable in (Vulnerability.ALL, _SIDE_OF[side])


_VULNERABLE = {
    Vulnerability.NONE: "no side",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "both sides",
}


def describe_vulnerability(board_no: int) -> str:
    """Return who is vulnerable on *board_no*, for sentences.

    >>> describe_vulnerability(4), describe_vulnerability(1)
    ('both sides', 'no side')
    """
    return _VULNERABLE[vulnerability(board_no)]
