"""Frozen records of a progressive party: what its screens, paper and files show.

As in :mod:`director.sheets`, a sheet holds words and figures that are ready to be read.  Players
are told by number and name; somebody without a name is called ``"Player 17"``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from director.core.base.tags.cards import party_figure

Merit = tuple[Fraction | int, ...]
"""What places go by: a total, and what decides between equal ones."""


@dataclass(frozen=True, slots=True)
class PartyHeading:
    """What every sheet of a party carries."""

    club: str
    event: str
    date: date
    game: str  # "whist"
    system: str  # "Progressive whist, first method"
    options: tuple[
        tuple[str, str], ...
    ]  # what the system lets one choose, and the choice, in words
    method: str  # "Games won"
    unit: str  # "games"
    rounds: int  # planned
    minutes: int  # of a round
    bell: str  # "The head table rings"
    seed: int | None  # of the draw for seats
    group_names: tuple[str, str]  # of A and B: ("Ladies", "Gentlemen")
    tells_groups: bool = True  # whether they mean something to those who play
    round_word: str = "round"  # what is played between two moves: "hand"
    rounds_word: str = "rounds"


@dataclass(frozen=True, slots=True)
class PartySeat:
    """One player's seat at a table.

    *seat* is what the chair is called, *group* the prize group.
    """

    number: int
    name: str
    seat: str
    group: str

    @property
    def number_beside(self) -> str:
        """The number beside a name, empty if the number is the name."""
        if self.name == f"Player {self.number}":
            return ""
        return str(self.number)

    @property
    def where(self) -> str:
        """At home or away, where the chair says so."""
        return self.seat.partition(" (")[2].rstrip(")")


@dataclass(frozen=True, slots=True)
class PartyTableSheet:
    """One table in one round.

    *winner* is the side that moved up, ``None`` before that is known.

    ``points`` are those of each side, empty where none were written; ``tie`` names the rule that
    settled a tie.
    """

    table_no: int
    row: int
    sides: tuple[tuple[PartySeat, ...], ...]
    sits_out: bool
    is_in: bool = False
    winner: int | None = None
    points: tuple[int, ...] = ()
    tie: str = ""
    rest: str = (
        ""  # what those do who do not play: "waits at table 2"; empty for a table that plays
    )


@dataclass(frozen=True, slots=True)
class PartyRoundSheet:
    """All tables of one round, from the head on."""

    round_no: int
    tables: tuple[PartyTableSheet, ...]


@dataclass(frozen=True, slots=True)
class TallyCard:
    """What a player carries: number, seat group by word, the first seat, a box for each planned game.

    *path* is the player's private address without the name of the host; *table_no* is ``None``
    before the draw.
    """

    number: int
    name: str
    is_named: bool
    group: str  # "A", "B" or ""
    group_name: str  # "Ladies"
    table_no: int | None
    row: int
    seat: str
    boxes: int
    path: str
    partners: str = ""  # by number: "17", "4 & 5"
    team: str = ""  # "Fort 3 (blue)"


@dataclass(frozen=True, slots=True)
class PartyLine:
    """One player in one round: where, with and against whom, and what came of it.

    *own* and *other* are the points of the player's side and of the best other side, ``None`` where
    none were written; *won* is 1, a half or 0 games.
    """

    round_no: int
    number: int
    name: str
    group: str
    table_no: int
    row: int
    seat: str
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    sits_out: bool
    is_in: bool
    own: int | None
    other: int | None
    won: Fraction
    lone: int
    counts: bool  # False at a short table, where only the best scores


@dataclass(frozen=True, slots=True)
class PartyStandingRow:
    """One contestant's place.

    *columns* are name and figure as the method lists them.

    A pair has the lower *number* of its two; *people* are all whose line it is, by number and name.
    """

    place: str  # "3="
    number: int
    name: str  # "Ada Ash & Bert Birch"
    group: str
    group_name: str
    row: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    played: int
    lone: int
    credit: Fraction = Fraction(0)  # for the rounds sat out
    presence: str = ""  # "left after round 5, sat out 1 round"; empty for who played every round
    people: tuple[tuple[int, str], ...] = ()
    title: str = ""  # of a team: "Fort 3 (blue)"
    merit: Merit = ()

    @property
    def numbers(self) -> str:
        """The number, or those of a pair: ``"4 & 17"``."""
        return " & ".join(str(number) for number, _name in self.people) or str(self.number)


@dataclass(frozen=True, slots=True)
class PartyPrizeRow:
    """One prize: what for and who takes it, or what has to be done about a tie."""

    title: str  # "First prize, Ladies"
    numbers: tuple[str, ...]  # "4 & 17" of a pair
    names: tuple[str, ...]
    open_tie: str  # a sentence; empty once settled
    heading: str  # what it is for, as its sentence begins
    outcome: str  # who has it with what, or who is tied
    amount: str = ""  # what it pays: "£20.00 each"; empty for a prize that is no money

    @property
    def text(self) -> str:
        """All of it in a sentence or two."""
        return f"{self.heading}: {self.outcome}{f' {self.open_tie}' if self.open_tie and self.numbers else ''}"


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One prize as it is given: what for, who takes it by number and name, with what, and what it pays.

    Prizes that the same players share are given together.  *open_tie* says what is still to be
    done.
    """

    title: str
    names: tuple[str, ...]
    numbers: tuple[str, ...]  # "4 & 17" of a pair
    figure: str
    amount: str
    open_tie: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nobody has it yet."""
        return bool(self.open_tie)

    @property
    def takers(self) -> tuple[tuple[str, str], ...]:
        """Number and name of each who takes it."""
        return tuple(zip(self.numbers, self.names, strict=True))


@dataclass(frozen=True, slots=True)
class SkatEntry:
    """One player's sheet of one session of a Skat congress, with the account of the table once all are in."""

    round_no: int
    table_no: int
    number: int
    name: str
    group: str
    group_name: str
    won: int
    lost: int
    points: int
    highest_game: int
    solo: str  # "4 clubs 60", empty for none
    tournee: str
    account: int | None
    cents: Fraction | None
    prizes: tuple[str, ...]  # "Session 1, prize 2, most points"


@dataclass(frozen=True, slots=True)
class HandedCard:
    """One player's card as handed in.

    *round_no* is 0 for a card of the whole evening.
    """

    round_no: int
    number: str  # "4 & 17" of a pair
    name: str
    group_name: str
    half: int | None
    second: int | None
    total: int
    lone: int
    rounds: tuple[int, int]  # the first and the last on it

    @property
    def played(self) -> int:
        """How many rounds stand on it."""
        return self.rounds[1] - self.rounds[0] + 1


@dataclass(frozen=True, slots=True)
class GameOnCard:
    """One game of a player as both cards have it.

    The own card's figure, the one that counts, and why if they differ.
    """

    number: int
    name: str
    game_no: int
    against: int
    against_name: str
    points: int | None  # as written, None for a blank
    spread: int | None
    counts: int
    counted_spread: int
    text: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a ranking beside that of the players."""

    place_no: int
    is_tied: bool
    name: str
    members: str
    value: int

    @property
    def place(self) -> str:
        """The place as it is printed, ``"3="`` for one that is shared."""
        if self.is_tied:
            return f"{self.place_no}="
        return str(self.place_no)

    @property
    def total(self) -> str:
        """The sum as it is read."""
        return party_figure(self.value)


@dataclass(frozen=True, slots=True)
class SeriesFigures:
    """One player's results of each series, and the cost of lost games in cents.

    ``None`` for a series without a result.
    """

    number: int
    name: str
    results: tuple[int | None, ...]
    texts: tuple[str, ...]  # the same as they are read
    lost: int
    cents: int
    cost: str
    team: str
    tandem: str


@dataclass(frozen=True, slots=True)
class SeriesResults:
    """What the results of an evening in series have beside the standings."""

    numbers: tuple[int, ...]  # the series with results
    best: tuple[tuple[int, tuple[Ranked, ...]], ...]  # the first of each series
    teams: tuple[Ranked, ...]
    tandems: tuple[Ranked, ...]
    players: tuple[SeriesFigures, ...]  # by standing
    has_costs: bool
    cost: str  # what all lost games cost together


@dataclass(frozen=True, slots=True)
class PartySheets:
    """Everything a party shows, from one reading of the database."""

    heading: PartyHeading
    cards: tuple[TallyCard, ...]  # by number, everybody who plays
    rounds: tuple[PartyRoundSheet, ...]  # with seats, the first one first
    lines: tuple[PartyLine, ...]  # by round, then number
    standings: tuple[PartyStandingRow, ...]
    prizes: tuple[PartyPrizeRow, ...]
    drawn: tuple[int | None, int | None] = (None, None)  # the drawn number and its seed
    money: tuple[tuple[str, str, str], ...] = ()  # the account: "In", "Fees", "£110.00"
    skat: tuple[SkatEntry, ...] = ()  # the sheets of a Skat congress, by session and points
    series: SeriesResults | None = None
    handed: tuple[HandedCard, ...] = ()  # the cards of players, by round and number
    on_cards: tuple[
        GameOnCard, ...
    ] = ()  # the games on cards that were compared, by number and game
    has_sessions: bool = (
        False  # a Skat congress: its rounds are sessions, in which no games are counted
    )
    of_pairs: bool = False  # partners stay together and have one line, or teams
    contest_word: str = "player"  # "pair" or "fort" there

    @property
    def first_round(self) -> PartyRoundSheet | None:
        """The tables everybody starts at, ``None`` before the draw."""
        if self.rounds:
            return self.rounds[0]
        return None

    @property
    def shows_played(self) -> bool:
        """Whether not everybody played as many games, so that the standings have to say how many."""
        return shows_played(self.standings)

    @property
    def group_places(self) -> dict[int, str]:
        """Everybody's place in the own prize group, by number: ``"3="`` where it is shared."""
        return self._places(attrgetter("group"))

    @property
    def aisle_places(self) -> dict[int, str]:
        """Everybody's place among those who ended in the same aisle, by number."""
        return self._places(attrgetter("row"))

    def _places(self, apart: Callable[[PartyStandingRow], object]) -> dict[int, str]:
        merits: dict[object, list[Merit]] = {}
        for row in self.standings:
            merits.setdefault(apart(row), []).append(row.merit or (row.total,))
        return {
            row.number: _place(row.merit or (row.total,), merits[apart(row)])
            for row in self.standings
        }


def shows_played(rows: Sequence[PartyStandingRow]) -> bool:
    """Return whether the players of *rows* did not all play as many games, or were not there all the time."""
    return any(row.presence for row in rows) or len({row.played for row in rows}) > 1


def merged_prizes(prizes: Iterable[PartyPrizeRow]) -> Iterator[PartyPrizeRow]:
    """Yield *prizes* as they are read out.

    Prizes that the same players share or are tied for are together.
    """
    for (numbers, _outcome, _tie), those in groupby(
        prizes, key=attrgetter("numbers", "outcome", "open_tie")
    ):
        first, *others = those
        if others and len(numbers) > 1:
            yield replace(
                first, heading=titles_together([prize.heading for prize in (first, *others)])
            )
        else:
            yield from (first, *others)


def titles_together(titles: Sequence[str]) -> str:
    """Return the titles of prizes given together: ``"Second prize and third prize, Ladies"``.

    >>> titles_together(["Second prize, Ladies", "Third prize, Ladies"])
    'Second prize and third prize, Ladies'
    """
    named = [title.partition(", ") for title in titles]
    words = [
        name if at == 0 else f"{name[:1].lower()}{name[1:]}"
        for at, (name, _comma, _rest) in enumerate(named)
    ]
    return f"{', '.join(words[:-1])} and {words[-1]}{named[0][1]}{named[0][2]}"


def together(names: Iterable[str]) -> str:
    """Return several who share something, pairs apart from each other.

    >>> together(["Ada", "Bert"]), together(["Ada & Bert", "Cora & Dan"])
    ('Ada & Bert', 'Ada & Bert and Cora & Dan')
    """
    listed = list(names)
    return (" and " if any(" & " in name for name in listed) else " & ").join(listed)


def _place(merit: Merit, merits: list[Merit]) -> str:
    shared = "=" if merits.count(merit) > 1 else ""
    return f"{1 + sum(other > merit for other in merits)}{shared}"
