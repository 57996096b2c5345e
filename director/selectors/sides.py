"""Where the E-W numbers of a movement begin, so that people can call a pair "5 E-W"."""

from director.errors import MixedNumbersError
from movements import Plan as Movement


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
