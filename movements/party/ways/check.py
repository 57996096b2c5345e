"""What is wrong with a club's own way of moving: who would find no chair, at which number of tables."""

from collections import Counter

from movements.errors import MovementError
from movements.party.errors import OwnWayStandsError, OwnWayUnevenError
from movements.party.rules.progress import kind_of
from movements.party.rules.transitions import FOOT
from movements.party.ways.rule import target
from movements.party.ways.way import MOVES, OwnWay

MOST_TABLES = 100


def own_way_faults(way: OwnWay) -> list[MovementError]:
    """Return what is wrong with *way* at the smallest number of tables, nothing if every table always comes out full.

    >>> from movements.party.ways.way import TableWay
    >>> str(own_way_faults(OwnWay(TableWay("f", "h", "s", "s", "c")))[0])
    'With 2 tables, table 1 would get 3 players in seat A and 2 in seat B; it needs two of each.'
    """
    if way.shifts is not None:
        return [OwnWayStandsError()] if len(set(way.shifts)) == 1 else []
    if all(set(row.moves) == {"s"} for row in way.rows):
        return [OwnWayStandsError()]
    for tables in range(2, MOST_TABLES + 1):
        seated = _arrivals(way, tables)
        for at in range(tables):
            seat_a, seat_b = seated[at, 0], seated[at, 1]
            if (seat_a, seat_b) != (2, 2):
                word = "player" if seat_a == 1 else "players"
                where = {"tables": tables, "table": at + 1}
                return [OwnWayUnevenError(**where, seat_a=seat_a, players_a=word, seat_b=seat_b)]
    return []


def _arrivals(way: OwnWay, tables: int) -> Counter[tuple[int, int]]:
    """Return how many of seats A (0) and B (1) come to each table or stay; that does not depend on who wins."""
    seated: Counter[tuple[int, int]] = Counter()
    for at in range(tables):
        for place, letter in enumerate(way.rows[kind_of(at, tables - 1)].moves):
            seated[target(MOVES[letter], at, tables - 1), place % 2] += 1
    return seated


def may_be_short(way: OwnWay) -> bool:
    """Return whether two or three can play at the foot: no more than two leave it.

    >>> from movements.party.ways.way import TableWay
    >>> may_be_short(OwnWay(TableWay("h", "l", "s", "s", "c"))), may_be_short(OwnWay(TableWay("h", "h", "l", "l", "c")))
    (True, False)
    """
    if way.shifts is not None or way.keeps_partners:
        return False
    return all(len(row.moves.replace("s", "")) <= 2 for row in (way.rows[1], way.rows[FOOT]))
