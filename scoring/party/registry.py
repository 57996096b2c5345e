"""All ways to count at a party, in the order of lists on pages."""

from scoring.errors import ScoringError
from scoring.party.methods.auction import AUCTION, NET_OF_THE_LOWER, PIVOT
from scoring.party.methods.beetle import BEETLE
from scoring.party.methods.cribbage import CRIBBAGE
from scoring.party.methods.games import GAMES, PLUS_AND_MINUS, POINTS, PUNCHED_CARD, SIXTY_THREE
from scoring.party.methods.skat import SEEGER_FABIAN, SIGNED_LISTS
from scoring.party.methods.whist import COUNTERS, GAINS_AND_LOSSES, TRICKS, WINNERS_ONLY
from scoring.party.model import PartyMethod
from scoring.party.sentences import PartyScoringSentences

PARTY_METHODS: tuple[PartyMethod, ...] = (
    GAMES,
    POINTS,
    PUNCHED_CARD,
    COUNTERS,
    GAINS_AND_LOSSES,
    WINNERS_ONLY,
    TRICKS,
    PLUS_AND_MINUS,
    AUCTION,
    NET_OF_THE_LOWER,
    PIVOT,
    SIXTY_THREE,
    SEEGER_FABIAN,
    SIGNED_LISTS,
    BEETLE,
    CRIBBAGE,
)
"""All ways to count at a party."""


def find_party_method(key: str) -> PartyMethod:
    """Return the way to count at a party with this *key*.

    >>> find_party_method("games").unit
    'games'

    :raises ScoringError: with the known keys, for any other key
    """
    for method in PARTY_METHODS:
        if method.key == key:
            return method
    raise ScoringError(
        PartyScoringSentences.PARTY_METHOD,
        key=key,
        known=", ".join(method.key for method in PARTY_METHODS),
    )


def party_methods_for(game: str) -> tuple[PartyMethod, ...]:
    """Return the ways to count for a party of *game*, the usual one first.

    >>> [method.key for method in party_methods_for("auction")]
    ['auction', 'net-of-the-lower', 'pivot']
    """
    return tuple(method for method in PARTY_METHODS if game in method.games)
