"""Who sits N-S and who E-W: where the E-W numbers of a movement begin, and the moves by seat."""

from director.errors import MixedNumbersError
from movements import Plan as Movement
from movements import TableMoves, moves_after


def ew_offset(movement: Movement) -> int:
    """Return what is taken off an E-W number to get the number people call the pair by; 0 with one winner.

    That is the number of tables where E-W numbers begin after it, as they do wherever each side has a number for every
    table; else one less than the lowest E-W number.

    >>> from movements import make_plan
    >>> [ew_offset(make_plan(key, pairs=13)) for key in ("mitchell", "howell")]
    [7, 0]

    :raises MixedNumbersError: with two winners, if an E-W pair has a lower number than a N-S pair
    """
    if movement.winners == 1 or not movement.rows:
        return 0
    highest_ns = max(row.ns for row in movement.rows)
    lowest_ew = min(row.ew for row in movement.rows)
    if lowest_ew < highest_ns:
        raise MixedNumbersError(ns=highest_ns, ew=lowest_ew)
    return movement.tables if highest_ns <= movement.tables < lowest_ew else lowest_ew - 1


def seated_moves(movement: Movement, round_no: int) -> dict[int, TableMoves]:
    """Return the moves after *round_no* by table, those who sit N-S first.

    In an arrow-switch the pair that sits E-W holds the N-S cards; its move belongs to its seat all the same.
    """
    switched = {row.table_no for row in movement.rows if row.round_no == round_no and row.arrow_switched}
    return {
        table_no: TableMoves(moves.ew, moves.ns, moves.boards) if table_no in switched else moves
        for table_no, moves in moves_after(movement, round_no).items()
    }
