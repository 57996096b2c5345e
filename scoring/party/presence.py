"""Late arrivals, early departures and sit-outs of a party, and the credit for sitting out.

Clubs differ in what they give for a round without a game: nothing, the average of the player's own
games, or a number such as 6½ for a hand of whist. Rounds before somebody came or after they left are
not sat out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.option import Option, make_number_phrases
from scoring.errors import ScoringError
from scoring.party.sentences import PartyScoringSentences

NOTHING, AVERAGE = "nothing", "average"


def _list_half_point_choices() -> dict[str, str]:
    """Return the choices from ½ to 20 in steps of a half, with their texts."""
    choices = {}
    for halves in range(1, 41):
        whole_points = halves // 2
        if halves % 2:
            text = f"{whole_points or ''}½"
        else:
            text = str(whole_points)
        choices[f"{halves / 2:g}"] = text
    return choices


USUAL_CREDITS = (NOTHING, AVERAGE, "6.5")
"""The usual credits for a round or hand without play. 6½ is half the tricks of a hand."""
_HALF_POINTS = _list_half_point_choices()
SIT_OUT = Option(
    "sit_out",
    "Score for a sit-out",
    {NOTHING: "nothing", AVERAGE: "the player’s own average"}
    | _HALF_POINTS
    | make_number_phrases(25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500),
    usual=USUAL_CREDITS,
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
"""The options of every method about sit-outs and short tables."""
UNPLAYED = Option(
    "unplayed",
    "Score for an unplayed hand",
    {NOTHING: "nothing", AVERAGE: "the average at that table"} | _HALF_POINTS,
    note="For both sides when time runs out. The average is over the hands that side played there.",
    usual=USUAL_CREDITS,
)
HANDS_COUNTED = (*ABSENCE, UNPLAYED)
"""The options of methods that add up the points of several hands in a round."""


def short_factor(settings: Mapping[str, str]) -> Fraction:
    """Return the factor by which a game at a short table counts.

    >>> short_factor({"short_table": "3/4"}), short_factor({"short_table": "best"})
    (Fraction(3, 4), Fraction(1, 1))
    """
    choice = settings.get(SHORT_TABLE.name, BEST)
    if choice == BEST:
        # Other games of the table don't count at all, so the best needs no factor.
        return Fraction(1)
    return Fraction(choice)


@dataclass(frozen=True, slots=True)
class PartyPresence:
    """The rounds in which one player was present.

    *joining_round* is the first round played, *leaving_round* the first round after the player left,
    None if the player stayed. The player was present in *rounds_sat_out*, but had no game, and came
    back after *rounds_away*. *group* and *row* are for a player without any game; otherwise the games
    have them.

    >>> PartyPresence("7", joining_round=3).is_late, PartyPresence("8", leaving_round=6).text
    (True, 'left after round 5')
    """

    player: str
    joining_round: int = 1
    leaving_round: int | None = None
    rounds_sat_out: tuple[int, ...] = ()
    rounds_away: tuple[int, ...] = ()
    group: str = ""
    row: int = 1

    @property
    def is_late(self) -> bool:
        """Whether the player came after the first round."""
        return self.joining_round > 1

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""
        return self.leaving_round is not None

    @property
    def text(self) -> str:
        """The presence in a few words, empty if all rounds were played."""
        return self.format_with("round", "rounds")

    def format_with(self, word: str, several: str) -> str:
        """Return the presence in words. *word* stands for a round, *several* for more than one.

        >>> PartyPresence("8", leaving_round=6, rounds_sat_out=(2,)).format_with("hand", "hands")
        'left after hand 5, sat out 1 hand'
        """
        parts = []
        if self.is_late:
            parts.append(f"joined in {word} {self.joining_round}")
        if self.rounds_away:
            noun = word if len(self.rounds_away) == 1 else several
            parts.append(f"away for {len(self.rounds_away)} {noun}")
        if self.leaving_round is not None:
            parts.append(f"left after {word} {self.leaving_round - 1}")
        if self.rounds_sat_out:
            noun = word if len(self.rounds_sat_out) == 1 else several
            parts.append(f"sat out {len(self.rounds_sat_out)} {noun}")
        return ", ".join(parts)


def unplayed_credit(
    settings: Mapping[str, str], own_points: int | None, hands: int, unplayed: int
) -> Fraction:
    """Return the credit for *unplayed* hands. The side has *own_points* from the *hands* it played.

    >>> unplayed_credit({"unplayed": "6.5"}, 20, 3, 1), unplayed_credit({"unplayed": "average"}, 20, 3, 1)
    (Fraction(13, 2), Fraction(20, 3))
    """
    choice = settings.get(UNPLAYED.name, NOTHING)
    if not unplayed or choice == NOTHING:
        return Fraction(0)
    if choice == AVERAGE:
        if hands:
            return Fraction((own_points or 0) * unplayed, hands)
        return Fraction(0)
    return unplayed * Fraction(choice)


def check_presences(
    presences: Iterable[PartyPresence], rounds: Mapping[str, Sequence[int]]
) -> Iterator[ScoringError]:
    """Yield every problem of *presences*. *rounds* are the rounds of each player's games."""
    seen_players: set[str] = set()
    for presence in presences:
        played_rounds = rounds.get(presence.player, ())
        if presence.player in seen_players:
            yield ScoringError(PartyScoringSentences.PARTY_PRESENCE_TWICE, player=presence.player)
        seen_players.add(presence.player)
        if presence.leaving_round is not None and presence.leaving_round <= presence.joining_round:
            yield ScoringError(
                PartyScoringSentences.PARTY_LEFT_BEFORE,
                player=presence.player,
                joined=presence.joining_round,
                left=presence.leaving_round,
            )
        for round_no in sorted(set(presence.rounds_sat_out) & set(played_rounds)):
            yield ScoringError(
                PartyScoringSentences.PARTY_SAT_OUT_GAME, round_no=round_no, player=presence.player
            )
        rounds_while_absent = [
            round_no
            for round_no in (*played_rounds, *presence.rounds_sat_out)
            if round_no < presence.joining_round
            or (presence.leaving_round is not None and round_no >= presence.leaving_round)
        ]
        if rounds_while_absent:
            yield ScoringError(
                PartyScoringSentences.PARTY_ABSENT_GAME,
                round_no=min(rounds_while_absent),
                player=presence.player,
                presence=presence.text,
            )


def sit_out_credit(choice: str, gains: Sequence[Fraction], rounds: int) -> Fraction:
    """Return the credit for *rounds* sat out by *choice*.

    *gains* are the gains from the player's games that count.

    >>> sit_out_credit("average", [Fraction(5), Fraction(8)], 2), sit_out_credit("6.5", [], 1)
    (Fraction(13, 1), Fraction(13, 2))
    """
    if not rounds or choice == NOTHING:
        return Fraction(0)
    if choice == AVERAGE:
        if gains:
            return rounds * sum(gains, Fraction(0)) / len(gains)
        return Fraction(0)
    return rounds * Fraction(choice)
