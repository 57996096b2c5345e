"""Frozen records of a progressive party for its screens, paper and files.

As in :mod:`director.sheets`, a sheet holds words and figures that are ready to be shown. Players have
a number and a name, which is ``"Player 17"`` for somebody without a name. A *contestant* is a player,
pair or team with a line in the standings.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from director.core.base.tags.cards import party_figure

Merit = tuple[Fraction | int, ...]
"""The figures that decide a place: the total, then its tie-breaks."""


@dataclass(frozen=True, slots=True)
class PartyHeading:
    """The heading that all sheets of a party share."""

    club: str
    event: str
    date: date
    game: str  # "whist"
    system: str  # "Progressive whist, first method"
    options: tuple[tuple[str, str], ...]  # options of the system and their choices, in words
    method: str  # "Games won"
    unit: str  # "games"
    rounds: int  # planned
    minutes: int  # of a round
    bell: str  # "The head table rings"
    seed: int | None  # of the draw for seats
    group_names: tuple[str, str]  # of A and B: ("Ladies", "Gentlemen")
    tells_groups: bool = True  # groups matter to players
    round_noun: str = "round"  # the party's word for a round: "hand"
    rounds_noun: str = "rounds"


@dataclass(frozen=True, slots=True)
class PartySeat:
    """One player's seat at a table.

    *seat* is the name of the chair, *group* the prize group.
    """

    number: int
    name: str
    seat: str
    group: str

    @property
    def extra_number(self) -> str:
        """The number beside a name, empty if the number is the name."""
        if self.name == f"Player {self.number}":
            return ""
        return str(self.number)

    @property
    def side_role(self) -> str:
        """The role of the side, such as home or away, or ""."""
        return self.seat.partition(" (")[2].rstrip(")")


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table in one round."""

    table_no: int
    row: int
    sides: tuple[tuple[PartySeat, ...], ...]
    sits_out: bool
    is_entered: bool = False
    winner: int | None = None  # the side that moves up, None before the report
    points: tuple[int, ...] = ()  # by side, empty if none were written
    tie: str = ""  # the name of the rule that settled a tie
    rest: str = ""  # for a table that doesn't play: "waits at table 2"

    @property
    def seats(self) -> tuple[PartySeat, ...]:
        """The seats of all sides."""
        return tuple(seat for side in self.sides for seat in side)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """All tables of one round, beginning with table 1."""

    round_no: int
    tables: tuple[TableRecord, ...]


@dataclass(frozen=True, slots=True)
class TallyCard:
    """The card that a player carries, with the first seat and a box for each planned game.

    *path* is the player's private link without the host. *table_no* is None before the draw.
    """

    number: int
    name: str
    is_named: bool
    group: str  # "A", "B" or ""
    group_name: str  # "Ladies"
    table_no: int | None
    row: int
    seat: str
    box_count: int
    path: str
    partners: str = ""  # by number: "17", "4 & 5"
    team: str = ""  # "Fort 3 (blue)"
    needs_large_print: bool = False  # for somebody who needs large print


@dataclass(frozen=True, slots=True)
class PartyLine:
    """One player in one round: the seat, partners, opponents and result.

    *own_points* and *best_other_points* are the points of the player's side and of the best other
    side, None if none were written. *games_won* is 1, a half or 0 games.
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
    is_entered: bool
    own_points: int | None
    best_other_points: int | None
    games_won: Fraction
    lone_hands: int
    is_counted: bool  # False at a short table, where only the best scores


@dataclass(frozen=True, slots=True)
class PartyStandingRow:
    """One contestant's line in the standings.

    *columns* are the method's figures by name. *number* is the lowest among the players. *people*
    are all players of a pair or team, with number and name.
    """

    place: str  # "3="
    number: int
    name: str  # "Ada Ash & Bert Birch"
    group: str
    group_name: str
    row: int
    total: Fraction
    columns: tuple[tuple[str, Fraction], ...]
    games_played: int
    lone_hands: int
    credit: Fraction = Fraction(0)  # for the rounds sat out
    presence: str = ""  # "left after round 5, sat out 1 round"; empty if all rounds were played
    people: tuple[tuple[int, str], ...] = ()
    title: str = ""  # of a team: "Fort 3 (blue)"
    merit: Merit = ()

    @property
    def numbers(self) -> str:
        """The number, or those of a pair: ``"4 & 17"``."""
        return " & ".join(str(number) for number, _name in self.people) or str(self.number)


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One prize with its winners, or with the tie that is still open."""

    title: str  # "First prize, Ladies"
    numbers: tuple[str, ...]  # "4 & 17" of a pair
    names: tuple[str, ...]
    open_tie: str  # a sentence on the next step, empty once settled
    heading: str  # the title as its sentence begins
    outcome: str  # winners with their figure, or those who are tied
    amount: str = ""  # "£20.00 each", empty for a prize without money
    figure: str = ""  # of the winners at the prize-giving: "17 games"

    @property
    def is_open(self) -> bool:
        """Whether a tie for the prize is open."""
        return bool(self.open_tie)

    @property
    def takers(self) -> tuple[tuple[str, str], ...]:
        """Number and name of each winner."""
        return tuple(zip(self.numbers, self.names, strict=True))

    @property
    def outcome_parts(self) -> tuple[tuple[str, str], ...]:
        """The outcome in parts, each with the number of the winner that it names, or ""."""
        parts = []
        rest = self.outcome
        for number, name in self.takers:
            before, found_name, after = rest.partition(name)
            if found_name:
                parts += [(before, ""), (name, number)]
                rest = after
        return (*parts, (rest, ""))

    @property
    def text(self) -> str:
        """The prize in one or two sentences."""
        text = f"{self.heading}: {self.outcome}"
        if self.open_tie and self.numbers:
            return f"{text} {self.open_tie}"
        return text


@dataclass(frozen=True, slots=True)
class SkatEntry:
    """One player's sheet of one session of a Skat congress.

    *account* and *cents* are None until all sheets of the table are entered.
    """

    round_no: int
    table_no: int
    number: int
    name: str
    group: str
    group_name: str
    games_won: int
    games_lost: int
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
    rounds: tuple[int, int]  # first and last round on the card

    @property
    def rounds_played(self) -> int:
        """The number of rounds on the card."""
        first, last = self.rounds
        return last - first + 1


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One line of a further ranking: of a series, of teams or of tandems."""

    rank: int
    is_tied: bool
    name: str
    members: str
    value: int

    @property
    def place(self) -> str:
        """The place as text, ``"3="`` for a shared one."""
        if self.is_tied:
            return f"{self.rank}="
        return str(self.rank)

    @property
    def total(self) -> str:
        """The sum as text."""
        return party_figure(self.value)


@dataclass(frozen=True, slots=True)
class SeriesFigures:
    """One player's results of each series, and the cost of lost games."""

    number: int
    name: str
    results: tuple[int | None, ...]  # None for a series without a result
    result_texts: tuple[str, ...]  # results as text
    lost_games: int  # games
    cents: int
    cost: str  # cents as text
    team: str
    tandem: str


@dataclass(frozen=True, slots=True)
class SeriesResults:
    """The results of an evening in series, without its standings."""

    series_nos: tuple[int, ...]  # the series with results
    best_by_series: tuple[tuple[int, tuple[RankedLine, ...]], ...]  # by series: its best players
    teams: tuple[RankedLine, ...]
    tandems: tuple[RankedLine, ...]
    players: tuple[SeriesFigures, ...]  # by standing
    has_costs: bool
    cost: str  # of all lost games


@dataclass(frozen=True, slots=True)
class PartyEventResults:
    """Everything a party shows, from one reading of the database."""

    heading: PartyHeading
    cards: tuple[TallyCard, ...]  # of everybody who plays, by number
    rounds: tuple[RoundRecord, ...]  # rounds with seats
    lines: tuple[PartyLine, ...]  # by round, then number
    standings: tuple[PartyStandingRow, ...]
    prizes: tuple[PrizeRow, ...]
    drawn_number: int | None = None
    drawn_number_seed: int | None = None
    money: tuple[tuple[str, str, str], ...] = ()  # the account: "In", "Fees", "£110.00"
    skat_entries: tuple[SkatEntry, ...] = ()  # sheets of a Skat congress, by session and points
    series: SeriesResults | None = None
    handed_cards: tuple[HandedCard, ...] = ()  # cards of players, by round and number
    has_sessions: bool = False  # a Skat congress, whose rounds are separate sessions
    has_ranked_pairs: bool = False  # pairs or teams are ranked
    contestant_noun: str = "player"  # or "pair", "fort"

    @property
    def first_round(self) -> RoundRecord | None:
        """The tables of the first round, or None before the draw."""
        if self.rounds:
            return self.rounds[0]
        return None

    @property
    def shows_played(self) -> bool:
        """Whether the standings show the number of games."""
        return has_uneven_games(self.standings)

    @property
    def group_ranks_by_number(self) -> dict[int, str]:
        """Each contestant's place in the prize group, by number: ``"3="`` if it is shared."""
        return self._compute_ranks_by_number(attrgetter("group"))

    @property
    def aisle_ranks_by_number(self) -> dict[int, str]:
        """Each contestant's place among those who ended in the same aisle, by number."""
        return self._compute_ranks_by_number(attrgetter("row"))

    def _compute_ranks_by_number(
        self, list_key: Callable[[PartyStandingRow], object]
    ) -> dict[int, str]:
        """Return the places in separate lists, one for each value of *list_key*."""
        merits_by_list: dict[object, list[Merit]] = {}
        for row in self.standings:
            merits_by_list.setdefault(list_key(row), []).append(_get_merit(row))
        return {
            row.number: _format_rank(_get_merit(row), merits_by_list[list_key(row)])
            for row in self.standings
        }


def has_uneven_games(rows: Sequence[PartyStandingRow]) -> bool:
    """Return whether the number of games differs in *rows*, or somebody missed a round."""
    return any(row.presence for row in rows) or len({row.games_played for row in rows}) > 1


def merge_prizes(prizes: Iterable[PrizeRow]) -> Iterator[PrizeRow]:
    """Yield *prizes* with those merged that the same players share or are tied for."""
    prizes_by_outcome = groupby(prizes, key=attrgetter("numbers", "outcome", "open_tie"))
    for (numbers, _outcome, _open_tie), prize_group in prizes_by_outcome:
        same_prizes = list(prize_group)
        # One player who wins several prizes is called for each of them.
        if len(same_prizes) > 1 and len(numbers) > 1:
            heading = join_titles([prize.heading for prize in same_prizes])
            yield replace(same_prizes[0], heading=heading)
        else:
            yield from same_prizes


def join_titles(titles: Sequence[str]) -> str:
    """Return the titles of prizes given together: ``"Second prize and third prize, Ladies"``.

    >>> join_titles(["Second prize, Ladies", "Third prize, Ladies"])
    'Second prize and third prize, Ladies'
    """
    names = [title.partition(", ")[0] for title in titles]
    title_parts = [names[0], *(f"{name[:1].lower()}{name[1:]}" for name in names[1:])]
    # The group is the same for all, because the same players have won the prizes.
    _name, comma, group = titles[0].partition(", ")
    return f"{', '.join(title_parts[:-1])} and {title_parts[-1]}{comma}{group}"


def join_names(names: Iterable[str]) -> str:
    """Return the names of players or pairs who share something.

    >>> join_names(["Ada", "Bert"]), join_names(["Ada & Bert", "Cora & Dan"])
    ('Ada & Bert', 'Ada & Bert and Cora & Dan')
    """
    name_list = list(names)
    has_pairs = any(" & " in name for name in name_list)
    separator = " and " if has_pairs else " & "
    return separator.join(name_list)


def _get_merit(row: PartyStandingRow) -> Merit:
    return row.merit or (row.total,)


def _format_rank(merit: Merit, merits: list[Merit]) -> str:
    better_merits = [other_merit for other_merit in merits if other_merit > merit]
    rank = str(1 + len(better_merits))
    if merits.count(merit) > 1:
        return f"{rank}="
    return rank
