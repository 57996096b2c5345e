"""The kinds of prizes besides the principal ones, and the figures that win a jackpot."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from scoring.party.model import PartyRanking


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """One kind of prize: its *key*, and the *rule_name* of ``PrizeRules`` that gives it.

    *title* is its name on lists, *name* the one in sentences if it differs; *list_label* is its
    part in a list of all prizes of an evening. *is_counted* says that there may be several, with
    numbers; *is_for_whole_room* that the whole room competes, also if prizes are given by group.

    >>> PRIZE_KINDS["half-time"].rule_name
    'half'
    """

    key: str
    rule_name: str
    title: str
    list_label: str
    name: str = ""
    is_counted: bool = False
    is_for_whole_room: bool = False


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
        is_for_whole_room=True,
    ),
    PrizeKind(
        "raffle", "raffle", "Raffle prize", "of a raffle", is_counted=True, is_for_whole_room=True
    ),
)
PRIZE_KINDS: Mapping[str, PrizeKind] = {kind.key: kind for kind in _KINDS}
"""All kinds of prizes except first, second and so on, by key, in the order of giving."""


def prize_word(kind: str) -> str:
    """Return the name of a prize of *kind* on lists.

    >>> prize_word("first"), prize_word("high-game")
    ('First prize', 'Prize for the highest game')
    """
    if kind in PRIZE_KINDS:
        return PRIZE_KINDS[kind].title
    return f"{kind.capitalize()} prize"


_JACKPOT_FIGURES = {
    "high-game": attrgetter("highest_game"),
    "total": attrgetter("total"),
    "lone-hands": attrgetter("lone_hands"),
    "ten-tricks": attrgetter("ten_trick_hands"),
}
JACKPOTS = {
    "high-game": "points in one game",
    "total": "in total",
    "lone-hands": "lone hands",
    "ten-tricks": "hands of ten tricks or more",
}
"""The figures that can win a jackpot, in words. If nobody reaches one, it is carried forward."""


def jackpot_winners(
    ranking: PartyRanking, figure_key: str, least_figure: int, *, leavers: bool = False
) -> tuple[str, ...]:
    """Return the players whose figure reaches *least_figure*. *figure_key* is a key of ``JACKPOTS``.

    If *least_figure* is 0, nobody wins. Players who left before the end can win only with
    *leavers*.

    >>> from scoring.party.model import PartyGame
    >>> from scoring.party.ranking import party_standings
    >>> games = [
    ...     PartyGame("1", 1, 1, 0, own_points=8, lone_hands=2),
    ...     PartyGame("2", 1, 1, 1, own_points=5),
    ... ]
    >>> jackpot_winners(party_standings("points", games), "lone-hands", 2)
    ('1',)
    """
    if not least_figure:
        return ()
    read_figure = _JACKPOT_FIGURES[figure_key]
    winners = []
    for standing in ranking.standings:
        can_win = leavers or not standing.has_left
        if can_win and read_figure(standing) >= least_figure:
            winners.append(standing.player)
    return tuple(winners)
