"""The ways to count at a party: what a player gains by one game.

A new one needs a function and a record in the module of its game, an entry in
``scoring.party.registry``, a second calculation in ``scoring.plain.routes``, and a row in the
documentation of parties.
"""

from scoring.party.methods.auction import AUCTION, GAME_BONUS, NET_OF_THE_LOWER, PIVOT
from scoring.party.methods.beetle import BEETLE
from scoring.party.methods.cribbage import CRIBBAGE
from scoring.party.methods.games import GAMES, PLUS_AND_MINUS, POINTS, PUNCHED_CARD, SIXTY_THREE
from scoring.party.methods.skat import SEEGER_FABIAN, SIGNED_LISTS
from scoring.party.methods.whist import COUNTERS, GAINS_AND_LOSSES, TRICKS, WINNERS_ONLY

__all__ = [
    "AUCTION",
    "BEETLE",
    "COUNTERS",
    "CRIBBAGE",
    "GAINS_AND_LOSSES",
    "GAMES",
    "GAME_BONUS",
    "NET_OF_THE_LOWER",
    "PIVOT",
    "PLUS_AND_MINUS",
    "POINTS",
    "PUNCHED_CARD",
    "SEEGER_FABIAN",
    "SIGNED_LISTS",
    "SIXTY_THREE",
    "TRICKS",
    "WINNERS_ONLY",
]
