"""All ways to count at a party, in the order of lists on pages."""

from scoring.errors import ScoringError
from scoring.party import methods
from scoring.party.model import PartyMethod
from scoring.party.sentences import PartyScoringSentences

PARTY_METHODS: tuple[PartyMethod, ...] = (
    methods.GAMES,
    methods.POINTS,
    methods.PUNCHED_CARD,
    methods.COUNTERS,
    methods.GAINS_AND_LOSSES,
    methods.WINNERS_ONLY,
    methods.TRICKS,
    methods.PLUS_AND_MINUS,
    methods.AUCTION,
    methods.NET_OF_THE_LOWER,
    methods.PIVOT,
    methods.SIXTY_THREE,
    methods.SEEGER_FABIAN,
    methods.SIGNED_LISTS,
    methods.BEETLE,
    methods.CRIBBAGE,
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
