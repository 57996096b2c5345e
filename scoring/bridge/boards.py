"""Who deals and who is vulnerable on a board, from its number alone.

What a vulnerable side scores is the business of ``contracts``.
"""

from enum import Enum

from scoring.errors import BoardNumberError, SideError

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
    """Return the seat that deals *board_no*: ``"N"`` on board 1, then clockwise, again from board 5.

    >>> [dealer(board_no) for board_no in (1, 2, 3, 4, 17)]
    ['N', 'E', 'S', 'W', 'N']

    :raises BoardNumberError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise BoardNumberError(board_no=board_no)
    return SEATS[(board_no - 1) % 4]


def vulnerability(board_no: int) -> Vulnerability:
    """Return which sides are vulnerable on *board_no*; the pattern comes round after 16 boards.

    >>> [vulnerability(board_no).value for board_no in (1, 2, 3, 4, 5, 13, 16, 17)]
    ['none', 'ns', 'ew', 'all', 'ns', 'all', 'ew', 'none']

    :raises BoardNumberError: if *board_no* is below 1.

    Source: [LAWS2017] Law 2.
    """
    if board_no < 1:
        raise BoardNumberError(board_no=board_no)
    step = board_no - 1
    return _CYCLE[(step + step // 4) % 4]


def is_vulnerable(side: str, vulnerable: Vulnerability) -> bool:
    """Return whether *side* (a seat or ``"NS"``, ``"EW"``) is among the sides that are *vulnerable*.

    >>> is_vulnerable("S", Vulnerability.NS), is_vulnerable("EW", Vulnerability.NS)
    (True, False)

    :raises SideError: if *side* is neither a seat nor a side.
    """
    if side not in _SIDE_OF:
        raise SideError(side=side)
    return vulnerable in (Vulnerability.ALL, _SIDE_OF[side])
