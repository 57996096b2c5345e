"""Add the movements of single players to those that every program has."""

from movements.individual import any_number, rainbow
from movements.registry import register_movements


def register_individual_movements() -> None:
    """Add the movements after those of pairs. To add them twice changes nothing.

    >>> from movements.registry import get_movement
    >>> register_individual_movements()
    >>> get_movement("rainbow").name
    'Rainbow'
    """
    register_movements((any_number.SPEC, rainbow.SPEC))
