"""Makeable tricks of deals, by the double-dummy solver of the optional extra ``hands``."""

from collections.abc import Sequence
from importlib.util import find_spec

from director.additions.hands.sentences import HandsSentences
from director.errors import DeskError
from scoring.hands.cards import Hands
from scoring.hands.makeable import MakeableTricks, makeable_of

LIBRARY = "endplay"
_DEALS_AT_ONCE = 20
_SEATS = ("N", "E", "S", "W")
_DENOMINATIONS = ("S", "H", "D", "C", "NT")


def is_installed() -> bool:
    """Return whether the solver is installed, without loading it."""
    return find_spec(LIBRARY) is not None


def solve_deals(deals: Sequence[Hands]) -> list[MakeableTricks]:
    """Return the makeable tricks of each of *deals*. A deal takes about a third of a second.

    :raises DeskError: if the solver is not installed
    """
    # The solver is an optional extra, hence the import here: see docs/decisions/double-dummy.md.
    try:
        from endplay.dds import calc_all_tables
        from endplay.types import Deal as SolverDeal
    except ImportError as error:
        raise DeskError(HandsSentences.NO_SOLVER) from error
    tables = []
    for start in range(0, len(deals), _DEALS_AT_ONCE):
        batch = [SolverDeal(str(deal)) for deal in deals[start : start + _DEALS_AT_ONCE]]
        tables += list(calc_all_tables(batch))
    return [_to_makeable(table.to_list()) for table in tables]


def _to_makeable(rows: Sequence[Sequence[int]]) -> MakeableTricks:
    """Return a table of the solver: rows spades to no trumps, columns clockwise from North."""
    tricks = {}
    for denomination, row in zip(_DENOMINATIONS, rows, strict=True):
        for seat, trick_count in zip(_SEATS, row, strict=True):
            tricks[seat, denomination] = trick_count
    return makeable_of(tricks)
