"""Late arrivals, early departures and sit-outs of a party, and the credit for sitting out.

What a club gives for a round without a game is its custom: nothing, the average of the player's own
games, or a number such as 6½ for a hand of whist.  Rounds before somebody came or after he left are
not sat out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.option import Option, numbers
from scoring.errors import ScoringError
from scoring.party.sentences import PartyScoringSentences

NOTHING, AVERAGE = "nothing", "average"
_HALVES = {
    f"{half / 2:g}": f"{half // 2 or ''}½" if half % 2 else str(half // 2) for half in range(1, 41)
}
SIT_OUT = Option(
    "sit_out",
    "Score for a sit-out",
    {NOTHING: "nothing", AVERAGE: "the player’s own average"}
    | _HALVES
    | numbers(25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500),
)

BEST = "best"
_FACTORS = {
    "1": "everyone’s average, in full",
    "1/2": "half of everyone’s average",
    "2/3": "two thirds of everyone’s average",
    "3/4": "three quarters of everyone’s average",
    "4/3": "four thirds of everyone’s average",
    "3/2": "one and a half times everyone’s average",
    "2": "twice everyone’s average",
}
SHORT_TABLE = Option(
    "short_table",
    "Score at a short table",
    {BEST: "the best at the table only"} | _FACTORS,
    note="A short table has fewer players than a full one.",
)
ABSENCE = (SIT_OUT, SHORT_TABLE)
"""What every way to count asks about rounds without a game and tables that are not full."""
UNPLAYED = Option(
    "unplayed",
    "Score for an unplayed hand",
    {NOTHING: "nothing", AVERAGE: "the average at that table"} | _HALVES,
    note="For both sides when time runs out. The average is over the hands that side played there.",
)
HANDS_COUNTED = (*ABSENCE, UNPLAYED)
"""What is asked where a round has several hands whose points are added up."""


def short_factor(settings: Mapping[str, str]) -> Fraction:
    """Return by how much a game at a short table counts.

    >>> short_factor({"short_table": "3/4"}), short_factor({"short_table": "best"})
    (Fraction(3, 4), Fraction(1, 1))
    """
    choice = settings.get(SHORT_TABLE.name, BEST)
    if choice == BEST:
        return Fraction(1)
    return Fraction(choice)


@dataclass(frozen=True, slots=True)
class PartyPresence:
    """One player's evening: *joined* is the first round played, *left* the first one not played any more.

    *left* is ``None`` for who stayed; *sat_out* are the rounds in between without a game, *away*
    those in which the player was not there, but came back.  *group* and *row* are those of somebody
    who has no game that would tell them.

    >>> PartyPresence("7", joined=3).is_late, PartyPresence("8", left=6).text
    (True, 'left after round 5')
    """

    player: str
    joined: int = 1
    left: int | None = None
    sat_out: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    group: str = ""
    row: int = 1

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
        """Return a few words on the presence, or nothing if all rounds were played."""
        return self.said("round", "rounds")

    def said(self, word: str, several: str) -> str:
        """Return the same where a round is called a *word*, and several of them *several*.

        >>> PartyPresence("8", left=6, sat_out=(2,)).said("hand", "hands")
        'left after hand 5, sat out 1 hand'
        """
        sat_out, away = len(self.sat_out), len(self.away)
        parts = [
            f"joined in {word} {self.joined}" if self.is_late else "",
            f"away for {away} {word if away == 1 else several}" if away else "",
            f"left after {word} {self.left - 1}" if self.left is not None else "",
            f"sat out {sat_out} {word if sat_out == 1 else several}" if sat_out else "",
        ]
        return ", ".join(filter(None, parts))


def unplayed_credit(
    settings: Mapping[str, str], own: int | None, hands: int, unplayed: int
) -> Fraction:
    """Return the credit for *unplayed* hands to a side with *own* points in the *hands* it played.

    >>> unplayed_credit({"unplayed": "6.5"}, 20, 3, 1), unplayed_credit({"unplayed": "average"}, 20, 3, 1)
    (Fraction(13, 2), Fraction(20, 3))
    """
    choice = settings.get(UNPLAYED.name, NOTHING)
    if not unplayed or choice == NOTHING:
        return Fraction(0)
    if choice == AVERAGE:
        if hands:
            return Fraction((own or 0) * unplayed, hands)
        return Fraction(0)
    return unplayed * Fraction(choice)


def check_presences(
    presences: Iterable[PartyPresence], rounds: Mapping[str, Sequence[int]]
) -> Iterator[ScoringError]:
    """Yield every fault of *presences*. *rounds* are those in which each player has a game."""
    seen: set[str] = set()
    for presence in presences:
        played = rounds.get(presence.player, ())
        if presence.player in seen:
            yield ScoringError(PartyScoringSentences.PARTY_PRESENCE_TWICE, player=presence.player)
        seen.add(presence.player)
        if presence.left is not None and presence.left <= presence.joined:
            yield ScoringError(
                PartyScoringSentences.PARTY_LEFT_BEFORE,
                player=presence.player,
                joined=presence.joined,
                left=presence.left,
            )
        for round_no in sorted(set(presence.sat_out) & set(played)):
            yield ScoringError(
                PartyScoringSentences.PARTY_SAT_OUT_GAME, round_no=round_no, player=presence.player
            )
        away = [
            no
            for no in (*played, *presence.sat_out)
            if no < presence.joined or (presence.left is not None and no >= presence.left)
        ]
        if away:
            yield ScoringError(
                PartyScoringSentences.PARTY_ABSENT_GAME,
                round_no=min(away),
                player=presence.player,
                presence=presence.text,
            )


def sit_out_credit(choice: str, brought: Sequence[Fraction], rounds: int) -> Fraction:
    """Return the credit for *rounds* sat out by *choice*.

    *brought* are the gains of the player's own games that count.

    >>> sit_out_credit("average", [Fraction(5), Fraction(8)], 2), sit_out_credit("6.5", [], 1)
    (Fraction(13, 1), Fraction(13, 2))
    """
    if not rounds or choice == NOTHING:
        return Fraction(0)
    if choice == AVERAGE:
        if brought:
            return rounds * sum(brought, Fraction(0)) / len(brought)
        return Fraction(0)
    return rounds * Fraction(choice)
