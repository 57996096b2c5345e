"""Individual contests of 1900: each player is charged what his side lost to the best score of its direction.

The tables of a round play the same deals.  Who sits with whom is the business of the movement.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError


class IndividualTricksError(ScoringError):
    """Tables of one round whose tricks do not belong to the same number of deals."""

    code = "individual-tricks"
    template = (
        "Round {round_no}: table {table_no} made {tricks} tricks in all and table 1 made {first}; tables of a round "
        "play the same deals, 13 tricks each, so correct one of them."
    )


@dataclass(frozen=True, slots=True)
class IndividualTable:
    """One table of a round: the players N-S and E-W, and the tricks each side made over its deals."""

    ns: tuple[int, int]
    ew: tuple[int, int]
    ns_tricks: int
    ew_tricks: int


def individual_charges(rounds: Iterable[Sequence[IndividualTable]]) -> dict[int, int]:
    """Return the tricks charged to each player over all *rounds*; the fewest win.

    In each round and direction a side is charged what it made less than the best, and both of its players the full
    number.  The book has two tables; that the best counts with more of them is our reading.

    >>> tables = IndividualTable((4, 2), (1, 8), 8, 5), IndividualTable((5, 6), (3, 7), 6, 7)
    >>> individual_charges([tables])
    {4: 0, 2: 0, 1: 2, 8: 2, 5: 2, 6: 2, 3: 0, 7: 0}

    :raises IndividualTricksError: if the tricks of two tables of a round are those of unlike numbers of deals.

    Source: [WDW1900] p. 27.
    """
    charged: dict[int, int] = {}
    for round_no, tables in enumerate(rounds, start=1):
        _check_round(round_no, tables)
        best_ns = max(table.ns_tricks for table in tables)
        best_ew = max(table.ew_tricks for table in tables)
        for table in tables:
            for players, lost in ((table.ns, best_ns - table.ns_tricks), (table.ew, best_ew - table.ew_tricks)):
                for player in players:
                    charged[player] = charged.get(player, 0) + lost
    return charged


def _check_round(round_no: int, tables: Sequence[IndividualTable]) -> None:
    first = tables[0].ns_tricks + tables[0].ew_tricks
    for table_no, table in enumerate(tables, start=1):
        tricks = table.ns_tricks + table.ew_tricks
        if tricks != first or tricks % 13:
            raise IndividualTricksError(round_no=round_no, table_no=table_no, tricks=tricks, first=first)
