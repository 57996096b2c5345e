"""What can be made with a deal and its par, by a double-dummy solver where the extra ``hands`` is installed."""

from collections.abc import Sequence
from importlib.util import find_spec

from director.boards import sentences
from director.errors import DeskError
from scoring import Hands, Makeable, makeable_of

LIBRARY = "endplay"
_AT_ONCE = 20
_SEATS = ("N", "E", "S", "W")
_DENOMINATIONS = ("S", "H", "D", "C", "NT")


def is_installed() -> bool:
    """Return whether the solver is there, without loading it."""
    return find_spec(LIBRARY) is not None


def solved(deals: Sequence[Hands]) -> list[Makeable]:
    """Return what can be made with each of *deals*; about a third of a second a deal.

    :raises DeskError: if the solver is not installed
    """
    try:
        from endplay.dds import (
            calc_all_tables,
        )  # an extra of its own: see docs/decisions/double-dummy.md
        from endplay.types import Deal as Board
    except ImportError as error:
        raise DeskError(sentences.NO_SOLVER) from error
    tables = []
    for start in range(0, len(deals), _AT_ONCE):
        tables += list(
            calc_all_tables([Board(str(deal)) for deal in deals[start : start + _AT_ONCE]])
        )
    return [_makeable(table.to_list()) for table in tables]


def _makeable(rows: Sequence[Sequence[int]]) -> Makeable:
    """Return a table of the solver: denominations spades first and no trumps last, seats clockwise from North."""
    return makeable_of(
        {
            (seat, denomination): tricks
            for denomination, row in zip(_DENOMINATIONS, rows, strict=True)
            for seat, tricks in zip(_SEATS, row, strict=True)
        }
    )
