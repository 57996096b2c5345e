"""A jackpot that is carried from night to night: paid to whoever reaches a figure, else it lies there for the next."""

from operator import attrgetter

from scoring.party.model import PartyRanking

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


def jackpot_winners(ranking: PartyRanking, on: str, at: int, *, leavers: bool = False) -> tuple[str, ...]:
    """Return who has *at* or more of what the jackpot goes by, a key of ``JACKPOTS``; nobody where *at* is 0.

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
