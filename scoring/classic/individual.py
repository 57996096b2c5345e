"""Individual contests of 1900: each player is charged what the side lost to the best score.

The tables of a round play the same deals, and a side is compared with the best of its direction.
The movement decides who sits with whom.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

_DEAL_TRICKS = 13


@dataclass(frozen=True, slots=True)
class IndividualTable:
    """One table of a round: its players N-S and E-W, and the tricks of each side over its deals."""

    ns: tuple[int, int]
    ew: tuple[int, int]
    ns_tricks: int
    ew_tricks: int


def individual_charges(rounds: Iterable[Sequence[IndividualTable]]) -> dict[int, int]:
    """Return the tricks charged to each player over all *rounds*. The fewest win.

    In each round and direction a side is charged the tricks that it made fewer than the best, and
    both of its players the full number.  The book has two tables; with more of them, to compare
    with the best is our reading.

    >>> tables = IndividualTable((4, 2), (1, 8), 8, 5), IndividualTable((5, 6), (3, 7), 6, 7)
    >>> individual_charges([tables])
    {4: 0, 2: 0, 1: 2, 8: 2, 5: 2, 6: 2, 3: 0, 7: 0}

    :raises ScoringError: if the tables of a round have tricks of different numbers of deals

    Source: [WDW1900] p. 27.
    """
    charges: Counter[int] = Counter()
    for round_no, tables in enumerate(rounds, start=1):
        _check_round(round_no, tables)
        best_ns = max(table.ns_tricks for table in tables)
        best_ew = max(table.ew_tricks for table in tables)
        for table in tables:
            for player in table.ns:
                charges[player] += best_ns - table.ns_tricks
            for player in table.ew:
                charges[player] += best_ew - table.ew_tricks
    return dict(charges)


def _check_round(round_no: int, tables: Sequence[IndividualTable]) -> None:
    # Every table shares out 13 tricks a deal, over the same number of deals.
    first_tricks = tables[0].ns_tricks + tables[0].ew_tricks
    for table_no, table in enumerate(tables, start=1):
        tricks = table.ns_tricks + table.ew_tricks
        if tricks != first_tricks or tricks % _DEAL_TRICKS:
            raise ScoringError(
                ScoringSentences.INDIVIDUAL_TRICKS,
                round_no=round_no,
                table_no=table_no,
                tricks=tricks,
                first=first_tricks,
            )
