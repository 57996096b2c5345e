"""The rounds in which players were present, and the credit for rounds without a game.

Clubs differ in the credit for a round without a game: nothing, the average of the player's own games,
or a number such as 6½ for a hand of whist. Rounds before a player came or after the player left are
not sat out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.option import Option, make_number_phrases

NO_CREDIT, AVERAGE_CREDIT = "nothing", "average"


def _make_text_by_half_points() -> dict[str, str]:
    """Return the choices from ½ to 20 in steps of a half, with their texts."""
    choices = {}
    for halves in range(1, 41):
        whole_points, is_odd = divmod(halves, 2)
        choices[f"{halves / 2:g}"] = f"{whole_points or ''}½" if is_odd else str(whole_points)
    return choices


COMMON_CREDITS = (NO_CREDIT, AVERAGE_CREDIT, "6.5")
"""Common credits for a round or hand without play. 6½ is half the tricks of a hand."""
_HALF_POINTS = _make_text_by_half_points()
SIT_OUT = Option(
    "sit_out",
    "Score for a sit-out",
    {NO_CREDIT: "nothing", AVERAGE_CREDIT: "the player’s own average"}
    | _HALF_POINTS
    | make_number_phrases(25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500),
    common_choices=COMMON_CREDITS,
)

BEST_AT_TABLE = "best"
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
    {BEST_AT_TABLE: "the best at the table only"} | _FACTORS,
    note="A short table has fewer players than a full one.",
)
ABSENCE = (SIT_OUT, SHORT_TABLE)
"""The options of every method about sit-outs and short tables."""
UNPLAYED = Option(
    "unplayed",
    "Score for an unplayed hand",
    {NO_CREDIT: "nothing", AVERAGE_CREDIT: "the average at that table"} | _HALF_POINTS,
    note="For both sides when time runs out. The average is over the hands that side played there.",
    common_choices=COMMON_CREDITS,
)
HANDS_COUNTED = (*ABSENCE, UNPLAYED)
"""The options of methods that add up the points of several hands in a round."""


def get_short_table_factor(settings: Mapping[str, str]) -> Fraction:
    """Return the factor by which a game at a short table counts.

    >>> get_short_table_factor({"short_table": "3/4"}), get_short_table_factor({"short_table": "best"})
    (Fraction(3, 4), Fraction(1, 1))
    """
    choice = settings.get(SHORT_TABLE.name, BEST_AT_TABLE)
    if choice == BEST_AT_TABLE:
        # Other games of the table don't count at all, so the best needs no factor.
        return Fraction(1)
    return Fraction(choice)


@dataclass(frozen=True, slots=True)
class PartyPresence:
    """The rounds in which one player was present.

    >>> PartyPresence("7", joining_round=3).is_late, PartyPresence("8", leaving_round=6).description
    (True, 'left after round 5')
    """

    player: str
    joining_round: int = 1  # the first round played
    leaving_round: int | None = None  # the first round after the player left
    rounds_sat_out: tuple[int, ...] = ()  # the player was present, but had no game
    rounds_away: tuple[int, ...] = ()  # the player was absent and came back
    group: str = ""  # for a player without a game; otherwise the games have it
    row: int = 1  # for a player without a game; otherwise the games have it

    @property
    def is_late(self) -> bool:
        """Whether the player came after the first round."""
        return self.joining_round > 1

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""
        return self.leaving_round is not None

    @property
    def description(self) -> str:
        """The presence in a few words, empty if all rounds were played."""
        return self.describe("round", "rounds")

    def describe(self, round_name: str, rounds_name: str) -> str:
        """Return the presence in a few words. *round_name* and *rounds_name* are the noun for a round.

        >>> PartyPresence("8", leaving_round=6, rounds_sat_out=(2,)).describe("hand", "hands")
        'left after hand 5, sat out 1 hand'
        """
        parts = []
        if self.is_late:
            parts.append(f"joined in {round_name} {self.joining_round}")
        if self.rounds_away:
            noun = round_name if len(self.rounds_away) == 1 else rounds_name
            parts.append(f"away for {len(self.rounds_away)} {noun}")
        if self.leaving_round is not None:
            parts.append(f"left after {round_name} {self.leaving_round - 1}")
        if self.rounds_sat_out:
            noun = round_name if len(self.rounds_sat_out) == 1 else rounds_name
            parts.append(f"sat out {len(self.rounds_sat_out)} {noun}")
        return ", ".join(parts)


def compute_unplayed_credit(
    settings: Mapping[str, str], own_points: int | None, played_hands: int, unplayed_hands: int
) -> Fraction:
    """Return the credit for *unplayed_hands*. The side has *own_points* from its *played_hands*.

    >>> compute_unplayed_credit({"unplayed": "6.5"}, 20, 3, 1), compute_unplayed_credit({"unplayed": "average"}, 20, 3, 1)
    (Fraction(13, 2), Fraction(20, 3))
    """
    choice = settings.get(UNPLAYED.name, NO_CREDIT)
    if not unplayed_hands or choice == NO_CREDIT:
        return Fraction(0)
    if choice == AVERAGE_CREDIT:
        if played_hands:
            return Fraction((own_points or 0) * unplayed_hands, played_hands)
        return Fraction(0)
    return unplayed_hands * Fraction(choice)


def check_presences(
    presences: Iterable[PartyPresence], rounds_by_player: Mapping[str, Sequence[int]]
) -> Iterator[ScoringError]:
    """Yield every problem of *presences*. *rounds_by_player* are the rounds of each player's games."""
    seen_players: set[str] = set()
    for presence in presences:
        played_rounds = rounds_by_player.get(presence.player, ())
        if presence.player in seen_players:
            yield ScoringError(
                "party-presence-twice",
                "{player}: arrival and departure are entered twice. Delete one.",
                player=presence.player,
            )
        seen_players.add(presence.player)
        if presence.leaving_round is not None and presence.leaving_round <= presence.joining_round:
            yield ScoringError(
                "party-left-before",
                "{player} came in round {joined} but left before round {left}. Correct one.",
                player=presence.player,
                joined=presence.joining_round,
                left=presence.leaving_round,
            )
        for round_no in sorted(set(presence.rounds_sat_out) & set(played_rounds)):
            yield ScoringError(
                "party-sat-out-game",
                "Round {round_no}: {player} has a game and a sit-out. Delete one.",
                round_no=round_no,
                player=presence.player,
            )
        rounds_while_absent = [
            round_no
            for round_no in (*played_rounds, *presence.rounds_sat_out)
            if round_no < presence.joining_round
            or (presence.leaving_round is not None and round_no >= presence.leaving_round)
        ]
        if rounds_while_absent:
            yield ScoringError(
                "party-absent-game",
                "Round {round_no}: {player} {presence}, so this round can’t count. Correct when they "
                "were present.",
                round_no=min(rounds_while_absent),
                player=presence.player,
                presence=presence.description,
            )


def compute_sit_out_credit(choice: str, gains: Sequence[Fraction], round_count: int) -> Fraction:
    """Return the credit for sitting out *round_count* rounds. *choice* is a value of ``SIT_OUT``.

    *gains* are the gains from the player's games that count.

    >>> compute_sit_out_credit("average", [Fraction(5), Fraction(8)], 2), compute_sit_out_credit("6.5", [], 1)
    (Fraction(13, 1), Fraction(13, 2))
    """
    if not round_count or choice == NO_CREDIT:
        return Fraction(0)
    if choice == AVERAGE_CREDIT:
        if gains:
            return round_count * sum(gains, Fraction(0)) / len(gains)
        return Fraction(0)
    return round_count * Fraction(choice)
