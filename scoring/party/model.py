"""The input and the result of the scoring of a progressive party, as frozen records.

A ``PartyGame`` is one player at one table in one round; a ``PartyMethod`` says what it brings.  Who
sits where next, the players' names and the screens are other people's business.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from movements.option import Option
from scoring.method import choose
from scoring.model import Points
from scoring.party.presence import PartyPresence

HEAD_TABLE = 1
SET_BACK, GAMES_MADE, OWN_DEALS = "set back", "games made", "deals won and lost"
"""What a method may ask of a side beside its points."""
TEN_TRICKS = 10
"""Tricks of a hand that a prize for large hands counts."""
CARD_HOLES = 15
"""Holes on a card that is punched. [HOYLE1926] p. 91."""


class PartyGame(NamedTuple):
    """One player at one table in one round.

    A tuple, because an evening has thousands and dataclasses are slow to create.

    *side* tells those who won and lost together; *group* is that of the prizes, ``"A"``, ``"B"`` or
    ``""``, and not that of the seat.  *row* is the aisle or circle of a large room.  *own* are the
    points (tricks, counters) of the player's side, *other* those of the best other side, ``None``
    where nobody wrote them down.  *won* is 1, a half or 0 games.  *lone* counts lone hands.
    *counts* is ``False`` for a game at a short table that was not the best there, *is_short* tells
    that fewer played at the table than at a full one.

    *games_made* and *other_games_made* are games that either side made within a round of auction,
    *set_back* what the side lost at five hundred beside what it made; none of these is in *own* or
    *other*.  *low_wins* tells a hand of misère, which fewer tricks win.  Of a round of several
    hands *unplayed* were not played at the table, where there was time for no more than *hands*;
    the points are those of the hands played.  *deals_won* and *deals_lost* are the games of a list
    of Skat that were the player's own.

    *handed* is what a card says that the player handed in for so many *rounds* from *round_no* on:
    it counts as it is, and nothing else is known of these rounds but *lone*; of a single game by
    how much it was won may stand there too, in *own* and *other*.  *note* is what else there is to
    say of a game.  *of_team* tells that the player is a team, which may play at two tables in a
    round.

    >>> PartyGame("12", 1, 4, 0, won=Fraction(1)).won
    Fraction(1, 1)
    """

    player: str
    round_no: int
    table_no: int
    side: int
    group: str = ""
    row: int = 1
    own: int | None = None
    other: int | None = None
    won: Fraction = Fraction(0)
    lone: int = 0
    counts: bool = True
    games_made: int = 0
    other_games_made: int = 0
    set_back: int = 0
    deals_won: int = 0
    deals_lost: int = 0
    handed: int | None = None
    rounds: int = 1
    low_wins: bool = False
    is_short: bool = False
    hands: int = 0
    unplayed: int = 0
    note: str = ""
    of_team: bool = False

    @property
    def last_round(self) -> int:
        """The last round that it covers."""
        return self.round_no + self.rounds - 1

    @property
    def half_games(self) -> int:
        """Half games won: 2, 1 or 0, a whole number because it is asked for so often."""
        return 2 * self.won.numerator // self.won.denominator

    @property
    def margin(self) -> int:
        """The side's own points less those of the best other side, if known."""
        return (self.own or 0) - (self.other or 0)


TableGames: TypeAlias = tuple[PartyGame, ...]
"""Everybody's game at one table in one round."""


class Gain(NamedTuple):
    """The gain and the cost of one game for a player."""

    plus: Points = 0
    minus: Points = 0


@dataclass(frozen=True, slots=True)
class PartyMethod:
    """A way to count at a party.

    *unit* names the points, *games* those whose parties count so.  *needs* is ``"winner"`` or
    ``"points"``: what must be known of every table.  *columns* are those worth showing, in order.
    *gain* says what one game brings; *starts* is the option that holds what everybody starts with,
    *most* the option with the number of games that count, from the first; *cap* is the option that
    lets a card be full.  *lowest* is the smallest number of points that a side can write down,
    ``None`` where points may be below nothing.

    *beside* is ``SET_BACK``, ``GAMES_MADE`` or ``OWN_DEALS`` where that is asked of a side beside
    its points. *most_points* is the option that holds the most points of one game; somebody in the
    room has them in every round. *breaks* are the columns that decide between equal totals, one
    after the other, *breaks_by* the option that names one.  *deal_points* tells that the points of
    a deal are written down, *is_rubber* that a game is a rubber, which may be won with fewer
    points, *pays_short* that who is beaten at a short table pays all the same.  *plain* is the
    second route; it is joined to the method in the registry.
    """

    key: str
    name: str
    unit: str
    games: tuple[str, ...]
    needs: str
    options: tuple[Option, ...]
    columns: tuple[str, ...]
    rule: str
    source: str
    gain: Callable[[PartyGame, TableGames, Mapping[str, str]], Gain]
    starts: str = ""
    most: str = ""
    cap: str = ""
    lowest: int | None = 0
    beside: str = ""
    most_points: str = ""
    breaks: tuple[str, ...] = ()
    breaks_by: str = ""
    deal_points: bool = False
    is_rubber: bool = False
    pays_short: bool = False
    plain: Any = None

    def settings(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return every option of the method with the choice that *options* make or the default.

        :raises ScoringError: if there is no such option or choice.
        """
        return choose(self.key, self.options, options or {})

    def deciding(self, settings: Mapping[str, str]) -> tuple[str, ...]:
        """Return the columns that decide between equal totals by *settings*."""
        chosen = settings.get(self.breaks_by, "")
        if chosen in self.columns:
            return (*self.breaks, chosen)
        return self.breaks


class PartyStanding(NamedTuple):
    """One player's place, a tuple as a game is.

    *row* and *table_no* are those of the player's last game, the table 0 without one.  *columns*
    are name and figure, as the method lists them. *credit* is what the rounds sat out are worth,
    which is in the total and in no column; *presence* says who came late, left or sat out, ``None``
    for who played every round.  *highest* are the most points of one game, 0 where none are
    written; *tens* counts hands of ten tricks or more, where tricks are.  *breaks* decide between
    equal totals.

    >>> PartyStanding("7", "A", 1, 2, Fraction(5), (("games", Fraction(5)),), 3, tied=True, played=8, lone=0).place_text
    '3='
    """

    player: str
    group: str
    row: int
    table_no: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    place: int
    tied: bool
    played: int = 0
    lone: int = 0
    credit: Fraction = Fraction(0)
    presence: PartyPresence | None = None
    highest: int = 0
    tens: int = 0
    breaks: tuple[Fraction, ...] = ()

    @property
    def merit(self) -> tuple[Points, ...]:
        """The figure for places, the highest first.

        Whole figures are ints, which compare much faster.
        """
        return tuple(
            each.numerator if each.denominator == 1 else each for each in (self.total, *self.breaks)
        )

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""
        return self.presence is not None and self.presence.has_left

    @property
    def is_partial(self) -> bool:
        """Whether the player came late, left early, was away in between or has only sat out."""
        here = self.presence
        return not self.played or (
            here is not None and (here.is_late or here.has_left or bool(here.away))
        )

    @property
    def place_text(self) -> str:
        """The place as it is printed, ``"3="`` for one that is shared."""
        if self.tied:
            return f"{self.place}="
        return str(self.place)

    def column(self, name: str) -> Fraction:
        """Return the figure of the column *name*, 0 if the method has none."""
        return dict(self.columns).get(name, Fraction(0))


@dataclass(frozen=True, slots=True)
class PartyRanking:
    """The ranking of a party by a *method*: standings by place, then player, and *notes* as
    sentences.
    """

    method: str
    standings: tuple[PartyStanding, ...]
    notes: tuple[str, ...] = ()


def by_table(games: Iterable[PartyGame]) -> tuple[TableGames, ...]:
    """Return *games* table by table, in the order of rounds, rows and tables.

    >>> games = (PartyGame("1", 2, 1, 0), PartyGame("2", 1, 3, 0), PartyGame("3", 2, 1, 1))
    >>> [[game.player for game in table] for table in by_table(games)]
    [['2'], ['1', '3']]
    """
    where = attrgetter("round_no", "row", "table_no")
    return tuple(tuple(table) for _, table in groupby(sorted(games, key=where), key=where))
