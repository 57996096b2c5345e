"""The kinds of prizes beside the principal ones, with their names and conditions."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from scoring.party.model import PartyRanking


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """One kind of prize: its *key*, and the *rule* of ``PrizeRules`` that gives it.

    *title* is what it is called on lists, *name* in sentences where that is another; *listed* what
    is said of it where all that an evening gives is told.  *is_counted* tells that there may be
    several, told apart by a number; *of_room* that the whole room competes, whatever groups there
    are.

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
    PrizeKind(
        "table-winner",
        "table_winners",
        "Prize for winners of tables",
        "for the best winners of tables",
        is_counted=True,
    ),
    PrizeKind("high-game", "high_game", "Prize for the highest game", "highest game"),
    PrizeKind(
        "lone-hands",
        "lone_hands",
        "Prize for lone hands",
        "most lone hands",
        name="Prize for most lone hands",
    ),
    PrizeKind(
        "ten-tricks",
        "tens",
        "Prize for hands of ten tricks",
        "most hands of ten tricks",
        name="Prize for most hands of ten tricks",
    ),
    PrizeKind("booby", "booby", "Booby prize", "booby"),
    PrizeKind(
        "drawn-number",
        "drawn",
        "Prize by the drawn number",
        "by a drawn number",
        is_counted=True,
        of_room=True,
    ),
    PrizeKind("raffle", "raffle", "Raffle prize", "of a raffle", is_counted=True, of_room=True),
)
PRIZE_KINDS: Mapping[str, PrizeKind] = {kind.key: kind for kind in _KINDS}
"""Every kind of prize but first, second and so on, by key, in the order in which they are given."""


def prize_word(kind: str) -> str:
    """Return the name of a prize of *kind* on lists.

    >>> prize_word("first"), prize_word("high-game")
    ('First prize', 'Prize for the highest game')
    """
    if kind in PRIZE_KINDS:
        return PRIZE_KINDS[kind].title
    return f"{kind.capitalize()} prize"


# A jackpot that is carried from night to night: paid to whoever reaches a figure, else it lies
# there for the next.

_FIGURES = {
    "high-game": attrgetter("highest"),
    "total": attrgetter("total"),
    "lone-hands": attrgetter("lone"),
    "ten-tricks": attrgetter("tens"),
}
JACKPOTS = {
    "high-game": "points in one game",
    "total": "in total",
    "lone-hands": "lone hands",
    "ten-tricks": "hands of ten tricks or more",
}
"""What can win a jackpot, by key."""


def jackpot_winners(
    ranking: PartyRanking, on: str, at: int, *, leavers: bool = False
) -> tuple[str, ...]:
    """Return the players with at least *at* of the jackpot's figure, a key of ``JACKPOTS``.

    Nobody if *at* is 0.

    Who left before the end has it only with *leavers*.

    >>> from scoring import PartyGame, party_standings
    >>> games = [PartyGame("1", 1, 1, 0, own=8, lone=2), PartyGame("2", 1, 1, 1, own=5)]
    >>> jackpot_winners(party_standings("points", games), "lone-hands", 2)
    ('1',)
    """
    figure = _FIGURES[on]
    return tuple(
        standing.player
        for standing in ranking.standings
        if at and figure(standing) >= at and (leavers or not standing.has_left)
    )
