"""The input and the result of scoring a progressive party, as frozen records.

A ``PartyGame`` is one player at one table in one round. A ``PartyMethod`` says what the player gains
by it. Moves are left to ``movements``, names and pages to ``director``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from scoring.method import choose_settings
from scoring.model import Points
from scoring.option import Option
from scoring.party.presence import PartyPresence

HEAD_TABLE = 1
SET_BACK, GAMES_MADE, DEALS_WON_AND_LOST = "set back", "games made", "deals won and lost"
"""Figures that a method may need of a side in addition to its points."""
TRICKS_OF_DEAL = 13
ONE_DEAL = str(TRICKS_OF_DEAL)
"""The choice of the option *deal* if a round is one deal, so that both sides make 13 tricks."""
MIN_LARGE_HAND_TRICKS = 10
"""The tricks that make a hand count for the prize of large hands."""
HOLES_PER_CARD = 15
"""Holes on a card that is punched. [HOYLE1926] p. 91."""


class PartyGame(NamedTuple):
    """One player at one table in one round.

    It is a tuple because an evening has thousands of games and dataclasses are slow to create. A
    card that was handed in is a game too. Besides its total only the lone hands are known.

    >>> PartyGame("12", 1, 4, 0, games_won=Fraction(1)).games_won
    Fraction(1, 1)
    """

    player: str
    round_no: int
    table_no: int
    side: int  # partners have the same number
    group: str = ""  # the prize group, "A", "B" or "", not the group of the seat
    row: int = 1  # the aisle or circle of a large room
    own_points: int | None = None  # of the player's side, None if none were written down
    other_points: int | None = None  # of the best other side
    games_won: Fraction = Fraction(0)  # 1, a half or 0
    lone_hands: int = 0
    is_counted: bool = True  # False for a game at a short table that was not the best there
    # These are not contained in the points of the sides.
    games_made: int = 0  # games made within a round of auction
    other_games_made: int = 0
    set_back: int = 0  # lost by the side at five hundred
    deals_won: int = 0  # the player's own games on a list of Skat
    deals_lost: int = 0
    card_total: int | None = None  # of a card that was handed in, which counts as it is
    rounds: int = 1  # rounds of the card, from round_no on
    is_misere: bool = False  # a hand that the side with fewer tricks wins
    is_short: bool = False  # the table had fewer players than a full one
    hands_played: int = 0  # the points are from these hands
    hands_unplayed: int = 0  # for lack of time
    is_team: bool = False  # the player is a team, which may play at two tables in one round

    @property
    def last_round(self) -> int:
        """The last round that the game or card covers."""
        return self.round_no + self.rounds - 1

    @property
    def half_games_won(self) -> int:
        """Half games won: 2, 1 or 0."""
        # A whole number is much faster than a fraction, and this is computed very often.
        return 2 * self.games_won.numerator // self.games_won.denominator


TableGames: TypeAlias = tuple[PartyGame, ...]
"""The games of all players at one table in one round."""


class Gain(NamedTuple):
    """The gain and the cost of one game for a player."""

    plus: Points = 0
    minus: Points = 0


@dataclass(frozen=True, slots=True)
class PartyMethod:
    """A scoring method of parties.

    Fields called *option* are names of options, empty if the method has no such option.
    """

    key: str
    name: str
    unit: str  # the plural of what is counted, such as "tricks"
    games: tuple[str, ...]  # the games that are scored by it
    required_entry: str  # "winner" or "points": what must be known of every table
    options: tuple[Option, ...]
    columns: tuple[str, ...]  # the figures worth showing, in order
    rule_text: str
    # What its rules tell players. "{makes}" and "{takes}" name the player or the side.
    sentence: str
    source: str
    # What a player gains by one game at a table under certain settings.
    compute_gain: Callable[[PartyGame, TableGames, Mapping[str, str]], Gain]
    start_option: str = ""  # what everybody starts with
    max_games_option: str = ""  # the number of games that count, from the first
    cap_option: str = ""  # whether a full card stays full
    min_points: int | None = 0  # the fewest points of a side, None if they may be negative
    extra_figure: str = ""  # that a side writes down too, such as SET_BACK
    # The most points of one game, which somebody in the room has in every round.
    max_points_option: str = ""
    tie_break_option: str = ""  # a column that decides between equal totals
    has_deal_points: bool = False  # the points of a deal are written down
    is_rubber: bool = False  # a game is a rubber, which may be won with fewer points
    # Losers at a short table pay even if their game doesn't count.
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
            return (tie_break_column,)
        return ()


class PartyStanding(NamedTuple):
    """One player's line of the standings. A tuple for the same reason as ``PartyGame``.

    >>> columns = (("games", Fraction(5)),)
    >>> PartyStanding("7", "A", 1, 2, Fraction(5), columns, 3, is_tied=True, games_played=8).rank_text
    '3='
    """

    player: str
    group: str
    row: int  # of the player's last game
    table_no: int  # of the player's last game, 0 without a game
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]  # names and figures of the method's columns
    rank: int
    is_tied: bool
    games_played: int = 0
    lone_hands: int = 0
    sit_out_credit: Fraction = Fraction(0)  # contained in the total, but in no column
    presence: PartyPresence | None = None  # None if every round was played
    highest_game: int = 0  # the most points of one game, 0 if points are not written down
    ten_trick_hands: int = 0  # hands of ten tricks or more
    tie_break_figures: tuple[Fraction, ...] = ()  # that decide between equal totals

    @property
    def merit(self) -> tuple[Points, ...]:
        """The figures that decide the rank: the total, then the tie-breaks."""
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
        """The rank as text, ``"3="`` if it is shared."""
        if self.is_tied:
            return f"{self.rank}="
        return str(self.rank)

    def get_figure(self, name: str) -> Fraction:
        """Return the figure of the column *name*, 0 if the method has none."""
        return dict(self.columns).get(name, Fraction(0))


@dataclass(frozen=True, slots=True)
class PartyRanking:
    """The standings of a party by rank, then player."""

    method: str
    standings: tuple[PartyStanding, ...]
    notes: tuple[str, ...] = ()  # sentences for the director


def group_by_table(games: Iterable[PartyGame]) -> tuple[TableGames, ...]:
    """Return *games* table by table, in the order of rounds, rows and tables.

    >>> games = (PartyGame("1", 2, 1, 0), PartyGame("2", 1, 3, 0), PartyGame("3", 2, 1, 1))
    >>> [[game.player for game in table] for table in group_by_table(games)]
    [['2'], ['1', '3']]
    """
    table_key = attrgetter("round_no", "row", "table_no")
    sorted_games = sorted(games, key=table_key)
    return tuple(tuple(table) for _key, table in groupby(sorted_games, key=table_key))
