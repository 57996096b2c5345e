"""Check a custom movement: every table must be full again, at any number of tables."""

from collections import Counter

from movements.errors import MovementError
from movements.party.custom.movement import MOVES, CustomMovement
from movements.party.custom.rule import find_target_index
from movements.party.rules.progress import get_table_kind
from movements.party.sentences import PartyMovementSentences
from movements.party.systems.entry import MAX_PLAYERS

MAX_TABLES = MAX_PLAYERS // 4


def custom_movement_faults(movement: CustomMovement) -> list[MovementError]:
    """Return the problems of *movement*, empty if it keeps every table full.

    It names the smallest number of tables with a problem.

    >>> from movements.party.custom.movement import TableRule
    >>> str(custom_movement_faults(CustomMovement(TableRule("f", "h", "s", "s", "c")))[0])
    'With 2 tables, table 1 would get 3 players in seat A and 2 in seat B. It needs two of each.'
    """
    if movement.shifts is not None:
        # Equal shifts move whole tables, so the same four play together.
        if len(set(movement.shifts)) == 1:
            return [MovementError(PartyMovementSentences.OWN_WAY_STANDS)]
        return []
    if all(set(rule.moves) == {"s"} for rule in movement.rules):
        return [MovementError(PartyMovementSentences.OWN_WAY_STANDS)]
    for tables in range(2, MAX_TABLES + 1):
        seated = _count_seated(movement, tables)
        for index in range(tables):
            seat_a, seat_b = seated[index, "A"], seated[index, "B"]
            if (seat_a, seat_b) != (2, 2):
                players_a = "player" if seat_a == 1 else "players"
                return [
                    MovementError(
                        PartyMovementSentences.OWN_WAY_UNEVEN,
                        tables=tables,
                        table=index + 1,
                        seat_a=seat_a,
                        players_a=players_a,
                        seat_b=seat_b,
                    )
                ]
    return []


def _count_seated(movement: CustomMovement, tables: int) -> Counter[tuple[int, str]]:
    """Return the number of players in seats A and B of each table after the moves.

    It doesn't depend on which side wins.
    """
    seated: Counter[tuple[int, str]] = Counter()
    last = tables - 1
    for index in range(tables):
        rule = movement.rules[get_table_kind(index, last)]
        for seat, move in zip("ABAB", rule.moves, strict=True):
            seated[find_target_index(MOVES[move], index, last), seat] += 1
    return seated


def may_be_short(movement: CustomMovement) -> bool:
    """Return whether two or three players can play at the last table.

    Then at most two players leave it in each round.

    >>> from movements.party.custom.movement import TableRule
    >>> [may_be_short(CustomMovement(TableRule(*rule))) for rule in ("hlssc", "hhllc")]
    [True, False]
    """
    if movement.shifts is not None or movement.keeps_partners:
        return False
    _head, middle, foot = movement.rules
    return all(len(rule.moves.replace("s", "")) <= 2 for rule in (middle, foot))
