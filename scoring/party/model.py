"""The input and the result of scoring a progressive party, as frozen records.

A ``PartyGame`` is one player at one table in one round; a ``PartyMethod`` says what the player
gains by it. Moves are left to ``movements``, names and pages to ``director``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from movements.option import Option
from scoring.method import choose
from scoring.model import Points
from scoring.party.presence import PartyPresence

HEAD_TABLE = 1
SET_BACK, GAMES_MADE, OWN_DEALS = "set back", "games made", "deals won and lost"
"""Figures that a method may need of a side in addition to its points."""
TEN_TRICKS = 10
"""The tricks that make a hand count for the prize of large hands."""
CARD_HOLES = 15
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
    - *extra_figure* is ``SET_BACK``, ``GAMES_MADE`` or ``OWN_DEALS`` if a side writes that down
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

    def settings(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the choices of all options of the method: those in *options*, and the defaults.

        :raises ScoringError: if *options* has an unknown option or choice.
        """
        return choose(self.key, self.options, options or {})

    def list_deciding_columns(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """Return the columns that decide between equal totals by *settings*."""
        chosen = settings.get(self.tie_break_option, "")
        if chosen in self.columns:
            return (*self.tie_break_columns, chosen)
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
    >>> PartyStanding("7", "A", 1, 2, Fraction(5), columns, 3, is_tied=True, games_played=8).place_text
    '3='
    """

    player: str
    group: str
    row: int
    table_no: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    place: int
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
    def is_partial(self) -> bool:
        """Whether the player came late, left early, was away in between or has only sat out."""
        if not self.games_played:
            return True
        presence = self.presence
        if presence is None:
            return False
        return presence.is_late or presence.has_left or bool(presence.rounds_away)

    @property
    def place_text(self) -> str:
        """The place as text, ``"3="`` if it is shared."""
        if self.is_tied:
            return f"{self.place}="
        return str(self.place)

    def column(self, name: str) -> Fraction:
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
