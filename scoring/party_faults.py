"""What can be wrong with the games of a party: every fault at once, each a sentence with its round and table."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.errors import FaultError, ScoringError
from scoring.party_model import PartyGame, PartyMethod

HALF = Fraction(1, 2)
_SHARES = (Fraction(0), HALF, Fraction(1))


class PartyFaultError(FaultError):
    """One thing wrong with the games of a party."""

    code = "party-fault"


class GameTwiceError(PartyFaultError):
    """A player with two games in one round."""

    code = "party-game-twice"
    template = "Round {round_no}: {player} plays at table {one} and at table {other}; keep one of the two."


def check_party(method: PartyMethod, games: tuple[PartyGame, ...], settings: Mapping[str, str]) -> list[ScoringError]:
    """Return every fault of *games* counted by *method*; an empty list is what should come out."""
    return list(_twice(games))


def _twice(games: tuple[PartyGame, ...]) -> Iterator[ScoringError]:
    seen: dict[tuple[str, int], int] = {}
    for game in games:
        key = game.player, game.round_no
        if key in seen:
            yield GameTwiceError(round_no=game.round_no, player=game.player, one=seen[key], other=game.table_no)
        seen[key] = game.table_no
