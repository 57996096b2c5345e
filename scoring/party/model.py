"""The input and the result of scoring a progressive party, as frozen records.

A ``PartyGame`` is one player at one table in one round; a ``PartyMethod`` says what the player
gains by it. Moves are left to ``movements``, names and pages to ``director``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from scoring.errors import ScoringError
from scoring.method import choose_settings
from scoring.model import Points
from scoring.option import Option, make_number_phrases

# Clubs differ in what they give for a round without a game: nothing, the average of the player's own
# games, or a number such as 6½ for a hand of whist. Rounds before somebody came or after they left are
# not sat out.


NO_CREDIT, AVERAGE_CREDIT = "nothing", "average"


def _make_text_by_half_points() -> dict[str, str]:
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


COMMON_CREDITS = (NO_CREDIT, AVERAGE_CREDIT, "6.5")
"""The usual credits for a round or hand without play. 6½ is half the tricks of a hand."""
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

    *joining_round* is the first round played, *leaving_round* the first round after the player left,
    None if the player stayed. The player was present in *rounds_sat_out*, but had no game, and came
    back after *rounds_away*. *group* and *row* are for a player without any game; otherwise the games
    have them.

    >>> PartyPresence("7", joining_round=3).is_late, PartyPresence("8", leaving_round=6).description
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
    def description(self) -> str:
        """The presence in a few words, empty if all rounds were played."""
        return self.describe("round", "rounds")

    def describe(self, round_name: str, rounds_name: str) -> str:
        """Return the presence in words. *round_name* stands for a round, *rounds_name* for more than one.

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
    """Return the credit for *round_count* sat out by *choice*.

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


HEAD_TABLE = 1
SET_BACK, GAMES_MADE, DEALS_WON_AND_LOST = "set back", "games made", "deals won and lost"
"""Figures that a method may need of a side in addition to its points."""
MIN_LARGE_HAND_TRICKS = 10
"""The tricks that make a hand count for the prize of large hands."""
HOLES_PER_CARD = 15
"""Holes on a card that is punched. [HOYLE1926] p. 91."""


class PartyGame(NamedTuple):
    """One player at one table in one round.

    It is a tuple because an evening has thousands of games and dataclasses are slow to create.

    - *side* numbers the sides of the table; partners have the same number.
    - *group* is the prize group, ``"A"``, ``"B"`` or empty, not the group of the seat.
    - *row* is the aisle or circle of a large room.
    - *own_points* are the points (tricks, counters) of the player's side, *other_points* the points
      of the best other side; None if they were not written down.
    - *games_won* is 1, a half or 0 games. *lone_hands* counts lone hands.
    - *is_short* says that the table had fewer players than a full one. *is_counted* is False for a
      game at a short table that was not the best there.
    - *games_made* and *other_games_made* are games made within a round of auction, *set_back* is
      what the side lost at five hundred. None of them is in *own_points* or *other_points*.
    - *is_misere* marks a hand of misère, which the side with fewer tricks wins.
    - *hands_played* hands of the round were played and *hands_unplayed* were not, for lack of time.
      The points are those of the hands played.
    - *deals_won* and *deals_lost* are the player's own games on a list of Skat.
    - *card_total* is the total of a card that was handed in for *rounds* rounds from *round_no* on.
      It counts as it is. Only *lone_hands* is known besides, and for a single game perhaps
      *own_points* and *other_points*, which give its margin.
    - *note* is a remark on the game.
    - *is_team* says that the player is a team, which may play at two tables in one round.

    >>> PartyGame("12", 1, 4, 0, games_won=Fraction(1)).games_won
    Fraction(1, 1)
    """

    player: str
    round_no: int
    table_no: int
    side: int
    group: str = ""
    row: int = 1
    own_points: int | None = None
    other_points: int | None = None
    games_won: Fraction = Fraction(0)
    lone_hands: int = 0
    is_counted: bool = True
    games_made: int = 0
    other_games_made: int = 0
    set_back: int = 0
    deals_won: int = 0
    deals_lost: int = 0
    card_total: int | None = None
    rounds: int = 1
    is_misere: bool = False
    is_short: bool = False
    hands_played: int = 0
    hands_unplayed: int = 0
    note: str = ""
    is_team: bool = False

    @property
    def last_round(self) -> int:
        """The last round that the game or card covers."""
        return self.round_no + self.rounds - 1

    @property
    def half_games_won(self) -> int:
        """Half games won: 2, 1 or 0."""
        # A whole number is much faster than a fraction, and this is asked for very often.
        return 2 * self.games_won.numerator // self.games_won.denominator

    @property
    def margin(self) -> int:
        """The lead over the best other side in points. Unknown points count as 0."""
        return (self.own_points or 0) - (self.other_points or 0)


TableGames: TypeAlias = tuple[PartyGame, ...]
"""The games of all players at one table in one round."""


class Gain(NamedTuple):
    """The gain and the cost of one game for a player."""

    plus: Points = 0
    minus: Points = 0


@dataclass(frozen=True, slots=True)
class PartyMethod:
    """A way to count at a party.

    - *unit* names the points, *games* lists the games whose parties count in this way.
    - *required_entry* is ``"winner"`` or ``"points"``: what must be known of every table.
    - *columns* are the figures worth showing, in order.
    - *compute_gain* returns what a player gains by one game.
    - *min_points* is the smallest number of points that a side can write down, None if points may
      be negative.
    - *extra_figure* is ``SET_BACK``, ``GAMES_MADE`` or ``DEALS_WON_AND_LOST`` if a side writes that down
      too.
    - *tie_break_columns* are the columns that decide between equal totals, in order.
    - *has_deal_points* says that the points of a deal are written down; *is_rubber* that a game is
      a rubber, which may be won with fewer points; *has_short_table_losses* that losers at a short
      table pay even if their game doesn't count.

    These are names of options, empty if the method has no such option:

    - *start_option*: what everybody starts with
    - *max_games_option*: the number of games that count, from the first
    - *cap_option*: whether a full card stays full
    - *max_points_option*: the most points of one game, which somebody in the room has in every
      round
    - *tie_break_option*: a further column that decides between equal totals
    """

    key: str
    name: str
    unit: str
    games: tuple[str, ...]
    required_entry: str
    options: tuple[Option, ...]
    columns: tuple[str, ...]
    rule_text: str
    source: str
    compute_gain: Callable[[PartyGame, TableGames, Mapping[str, str]], Gain]
    start_option: str = ""
    max_games_option: str = ""
    cap_option: str = ""
    min_points: int | None = 0
    extra_figure: str = ""
    max_points_option: str = ""
    tie_break_columns: tuple[str, ...] = ()
    tie_break_option: str = ""
    has_deal_points: bool = False
    is_rubber: bool = False
    has_short_table_losses: bool = False

    def complete_settings(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the choices of all options of the method: those in *options*, and the defaults.

        :raises ScoringError: if *options* has an unknown option or choice.
        """
        return choose_settings(self.key, self.options, options or {})

    def list_deciding_columns(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """Return the columns that decide between equal totals by *complete_settings*."""
        tie_break_column = settings.get(self.tie_break_option, "")
        if tie_break_column in self.columns:
            return (*self.tie_break_columns, tie_break_column)
        return self.tie_break_columns


class PartyStanding(NamedTuple):
    """One player's place. A tuple for the same reason as ``PartyGame``.

    *row* and *table_no* belong to the player's last game; without a game the table is 0. *columns*
    are the names and figures of the method's columns. *sit_out_credit* is the worth of the rounds
    sat out, which is in the total but in no column. *presence* says whether the player came late,
    left or sat out, None if every round was played. *highest_game* is the most points of one game,
    0 if points are not written down. *ten_trick_hands* counts hands of ten tricks or more.
    *tie_break_figures* are the figures that decide between equal totals.

    >>> columns = (("games", Fraction(5)),)
    >>> PartyStanding("7", "A", 1, 2, Fraction(5), columns, 3, is_tied=True, games_played=8).rank_text
    '3='
    """

    player: str
    group: str
    row: int
    table_no: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    rank: int
    is_tied: bool
    games_played: int = 0
    lone_hands: int = 0
    sit_out_credit: Fraction = Fraction(0)
    presence: PartyPresence | None = None
    highest_game: int = 0
    ten_trick_hands: int = 0
    tie_break_figures: tuple[Fraction, ...] = ()

    @property
    def merit(self) -> tuple[Points, ...]:
        """The figures by which places are given: the total, then the tie-breaks."""
        figures: list[Points] = []
        for figure in (self.total, *self.tie_break_figures):
            # Whole numbers compare much faster than fractions.
            figures.append(figure.numerator if figure.denominator == 1 else figure)
        return tuple(figures)

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""
        return self.presence is not None and self.presence.has_left

    @property
    def is_partly_present(self) -> bool:
        """Whether the player came late, left early, was away in between or has only sat out."""
        if not self.games_played:
            return True
        presence = self.presence
        if presence is None:
            return False
        return presence.is_late or presence.has_left or bool(presence.rounds_away)

    @property
    def rank_text(self) -> str:
        """The place as text, ``"3="`` if it is shared."""
        if self.is_tied:
            return f"{self.rank}="
        return str(self.rank)

    def get_figure(self, name: str) -> Fraction:
        """Return the figure of the column *name*, 0 if the method has none."""
        return dict(self.columns).get(name, Fraction(0))


@dataclass(frozen=True, slots=True)
class PartyRanking:
    """The standings of a party by place, then player. *notes* are sentences for the director."""

    method: str
    standings: tuple[PartyStanding, ...]
    notes: tuple[str, ...] = ()


def group_by_table(games: Iterable[PartyGame]) -> tuple[TableGames, ...]:
    """Return *games* table by table, in the order of rounds, rows and tables.

    >>> games = (PartyGame("1", 2, 1, 0), PartyGame("2", 1, 3, 0), PartyGame("3", 2, 1, 1))
    >>> [[game.player for game in table] for table in group_by_table(games)]
    [['2'], ['1', '3']]
    """
    table_key = attrgetter("round_no", "row", "table_no")
    sorted_games = sorted(games, key=table_key)
    return tuple(tuple(table) for _key, table in groupby(sorted_games, key=table_key))
