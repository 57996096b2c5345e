"""The games that the desk scores, and the differences that scoring has to know."""

from dataclasses import dataclass

from scoring.bridge.sentences import BridgeSentences
from scoring.errors import EntryError


@dataclass(frozen=True, slots=True)
class DuplicateGame:
    """A game at the desk.

    *family* is its name for scoring methods: both scales of auction are ``"auction"``.  *unit* is
    the unit of its scores, *schedule* the scale of slams and honours at auction.  *example* is a
    result as it is typed.
    """

    key: str
    family: str
    unit: str
    example: str
    schedule: str = ""
    is_vulnerable: bool = False
    has_contracts: bool = True

    @property
    def is_auction(self) -> bool:
        """Whether contracts are scored as at auction."""
        return bool(self.schedule)


TRICKS_OF_A_DEAL = 13

DUPLICATE_GAMES = (
    DuplicateGame("bridge", "bridge", "points", "4SS=", is_vulnerable=True),
    DuplicateGame("whist", "whist", "tricks", "8", has_contracts=False),
    DuplicateGame("auction", "auction", "points", "3HS+1", schedule="1926"),
    DuplicateGame("auction-1914", "auction", "points", "3HS+1", schedule="1914"),
)
"""Every game of a desk, the usual one first."""

_BY_KEY = {game.key: game for game in DUPLICATE_GAMES}


def duplicate_game(key: str) -> DuplicateGame:
    """Return the game with this *key*.

    >>> duplicate_game("auction-1914").family, duplicate_game("whist").unit
    ('auction', 'tricks')

    :raises EntryError: if there is none, with the known games
    """
    if key not in _BY_KEY:
        *other_keys, last = _BY_KEY
        raise EntryError(
            BridgeSentences.ENTRY_GAME, game=key, known=f"{', '.join(other_keys)} or {last}"
        )
    return _BY_KEY[key]
