"""Who came late to a party, left it, or sat rounds out, and what sitting out is worth.

What a club gives for a round without a game is its custom: nothing, the average of the player's own games, or a number
such as 6½ for a hand of whist.  Rounds before somebody came or after he left are not sat out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.method import Option
from scoring.party.errors import AbsentGameError, LeftBeforeError, PresenceTwiceError, SatOutGameError

NOTHING, AVERAGE = "nothing", "average"
_NUMBERS = (
    *(str(half // 2) if half % 2 == 0 else f"{half // 2}.5" for half in range(1, 41)),
    *("25", "30", "40", "50", "60", "75", "100", "125", "150", "200", "250", "300", "400", "500"),
)
SIT_OUT = Option(
    "sit_out",
    (NOTHING, AVERAGE, *_NUMBERS),
    NOTHING,
    "What each round sat out is worth: nothing, the average of the player's own games, or this number.",
    label="A round sat out is worth",
    words=(
        (NOTHING, "nothing"),
        (AVERAGE, "the average of the player’s own games"),
        *((f"{whole}.5", f"{whole or ''}½") for whole in range(20)),
    ),
)


@dataclass(frozen=True, slots=True)
class PartyPresence:
    """One player's evening: *joined* is the first round played, *left* the first one not played any more.

    *left* is ``None`` for who stayed; *sat_out* are the rounds in between without a game.

    >>> PartyPresence("7", joined=3).is_late, PartyPresence("8", left=6).text
    (True, 'left after round 5')
    """

    player: str
    joined: int = 1
    left: int | None = None
    sat_out: tuple[int, ...] = ()

    @property
    def is_late(self) -> bool:
        """Whether the player came after the first round."""
        return self.joined > 1

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""
        return self.left is not None

    @property
    def text(self) -> str:
        """What there is to say of it, in a few words; empty for who played every round."""
        sat_out = len(self.sat_out)
        parts = [
            f"came in round {self.joined}" if self.is_late else "",
            f"left after round {self.left - 1}" if self.left is not None else "",
            f"sat out {sat_out} {'round' if sat_out == 1 else 'rounds'}" if sat_out else "",
        ]
        return ", ".join(filter(None, parts))


def check_presences(presences: Iterable[PartyPresence], rounds: Mapping[str, Sequence[int]]) -> Iterator[ScoringError]:
    """Yield every fault of *presences*; *rounds* are those in which each player has a game."""
    seen: set[str] = set()
    for presence in presences:
        played = rounds.get(presence.player, ())
        if presence.player in seen:
            yield PresenceTwiceError(player=presence.player)
        seen.add(presence.player)
        if presence.left is not None and presence.left <= presence.joined:
            yield LeftBeforeError(player=presence.player, joined=presence.joined, left=presence.left)
        for round_no in sorted(set(presence.sat_out) & set(played)):
            yield SatOutGameError(round_no=round_no, player=presence.player)
        away = [
            no
            for no in (*played, *presence.sat_out)
            if no < presence.joined or (presence.left is not None and no >= presence.left)
        ]
        if away:
            yield AbsentGameError(round_no=min(away), player=presence.player, presence=presence.text)


def sit_out_credit(choice: str, brought: Sequence[Fraction], rounds: int) -> Fraction:
    """Return what *rounds* sat out are worth by *choice*; *brought* is what each own game that counts brought.

    >>> sit_out_credit("average", [Fraction(5), Fraction(8)], 2), sit_out_credit("6.5", [], 1)
    (Fraction(13, 1), Fraction(13, 2))
    """
    if not rounds or choice == NOTHING:
        return Fraction(0)
    if choice == AVERAGE:
        return rounds * sum(brought, Fraction(0)) / len(brought) if brought else Fraction(0)
    return rounds * Fraction(choice)
