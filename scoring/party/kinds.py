"""The kinds of prizes beside the principal ones: what gives each, and what each is called."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """One kind of prize: its *key*, and the *rule* of ``PrizeRules`` that gives it.

    *title* is what it is called on lists, *name* in sentences where that is another; *listed* what is said of it where
    all that an evening gives is told.  *is_counted* tells that there may be several, told apart by a number; *of_room*
    that the whole room competes, whatever groups there are.

    >>> PRIZE_KINDS["half-time"].rule
    'half'
    """

    key: str
    rule: str
    title: str
    listed: str
    name: str = ""
    is_counted: bool = False
    of_room: bool = False


_KINDS = (
    PrizeKind("half-time", "half", "Half-time prize", "half-time", is_counted=True),
    PrizeKind("aisle", "aisle", "Aisle prize", "for each aisle", is_counted=True),
    PrizeKind("table", "table", "Table prize", "for each table", is_counted=True),
    PrizeKind("high-game", "high_game", "Prize for the highest game", "highest game"),
    PrizeKind("lone-hands", "lone_hands", "Prize for lone hands", "most lone hands", name="Prize for most lone hands"),
    PrizeKind(
        "ten-tricks",
        "tens",
        "Prize for hands of ten tricks",
        "most hands of ten tricks",
        name="Prize for most hands of ten tricks",
    ),
    PrizeKind("booby", "booby", "Booby prize", "booby"),
    PrizeKind("drawn-number", "drawn", "Prize by the drawn number", "by a drawn number", is_counted=True, of_room=True),
    PrizeKind("raffle", "raffle", "Raffle prize", "of a raffle", is_counted=True, of_room=True),
)
PRIZE_KINDS: Mapping[str, PrizeKind] = {kind.key: kind for kind in _KINDS}
"""Every kind of prize but first, second and so on, by key, in the order in which they are given."""


def prize_word(kind: str) -> str:
    """Return what a prize of *kind* is called on lists.

    >>> prize_word("first"), prize_word("high-game")
    ('First prize', 'Prize for the highest game')
    """
    return PRIZE_KINDS[kind].title if kind in PRIZE_KINDS else f"{kind.capitalize()} prize"
