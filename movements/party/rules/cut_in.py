"""Tables with more players than seats: after each game some go out, and waiting players come in.

Players who wait for a table form a further table at the end of the seating. Its ``waits_at`` is the
number of the table that they wait for. ``games_here`` counts the games that each has waited there, or
at a table that plays, the games that each has played without a break.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import ceil

from movements.option import Option
from movements.party.model import (
    OptionValues,
    Outcomes,
    PartyTable,
    Player,
    Rule,
    Seating,
    TableOutcome,
)
from movements.party.rules.progress import rank_sides
from movements.party.rules.seats import list_players_in_turn, split_seating

LONGEST, LOSERS = "longest", "losers"
PARTING, VACANT = "part", "vacant"


@dataclass(slots=True)
class _CutInTable:
    """The players at a table: in its seats ("" for an empty one), and in its waiting line."""

    seats: list[tuple[Player, int]]  # with the games played without a break
    waiting_players: list[tuple[Player, int]] = field(default_factory=list)  # with the games waited

    @property
    def player_count(self) -> int:
        """The number of players here."""
        return sum(bool(player) for player, _games in self.seats) + len(self.waiting_players)


@dataclass(frozen=True, slots=True)
class CutIn:
    """``size`` players play at a table, two against two or each ``alone``. Up to ``max_size`` share it.

    After a game one player goes out for each who waits: by ``goes_out`` those who have played longest, or
    the losers. Among equals the other criterion decides, then the seat, which was drawn. A table can
    choose others. If ``partners`` part, everybody has a new partner after each game.

    >>> seating = CutIn().seat(["a", "c", "e"], ["b", "d"])
    >>> [table.sides for table in CutIn().advance(seating, {1: TableOutcome(winner=0)}, 1)]
    [(('a', 'e'), ('d', 'b')), (('c',),)]
    """

    size: int = 4
    max_size: int = 5
    is_for_singles: bool = False
    sit_out_rule: str = LONGEST
    partners_rule: str = PARTING
    pairs: bool = False
    fixed: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        leavers = {
            LONGEST: "the player who has played longest sits out",
            LOSERS: "losers sit out",
        }[self.sit_out_rule]
        has_new_partners = self.partners_rule == PARTING and not self.is_for_singles
        change = ", and partners change" if has_new_partners else ""
        return (
            f"Everyone stays at the same table. After every game {leavers} "
            f"and those waiting there play{change}."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        sides = f"{self.size} sides of 1" if self.is_for_singles else "two sides of 2"
        return f"{sides} at every table, with sit-outs after them at the table where they wait"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        table = seating[index]
        if table.sits_out:
            playing_tables = [other_table for other_table in seating if not other_table.sits_out]
            playing_numbers = {playing_table.table_no for playing_table in playing_tables}
            return table.waits_at in playing_numbers
        full_sizes = [1] * self.size if self.is_for_singles else [2, 2]
        return table.sizes == full_sizes

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return all players in the given order, A and B in turn.

        The first of a table play, the others wait there.
        """
        players = list_players_in_turn(seat_a, seat_b)
        table_count = self.count_tables(len(players))
        smaller_count, larger_tables = divmod(len(players), table_count)
        tables: list[_CutInTable] = []
        start = 0
        for index in range(table_count):
            count = smaller_count + 1 if index < larger_tables else smaller_count
            people = [(player, 0) for player in players[start : start + count]]
            start += count
            tables.append(_CutInTable(people[: self.size], people[self.size :]))
        return self._make_seating(tables)

    def count_tables(self, players: int) -> int:
        """Return the fewest tables for *players* with at most ``max_size`` at each, if these are filled.

        >>> [CutIn().count_tables(players) for players in (4, 5, 7, 9, 11, 12)]
        [1, 1, 1, 2, 2, 3]
        """
        full_tables = players // self.size
        tables = min(full_tables, ceil(players / self.max_size))
        # Too few players for a table are at one all the same.
        return max(tables, 1)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* after arrivals and departures.

        Arrivals wait at the table with the fewest players. Waiting players fill empty seats.
        """
        tables = _make_cut_in_tables(seating)
        for table in tables:
            _remove_leavers(table, leavers)
        for player, _letter in arrivals:
            _join_shortest_line(tables, (player, 0))
        player_count = sum(table.player_count for table in tables)
        # Tables that can't be filled any more are given up.
        while len(tables) > 1 and player_count < self.size * len(tables):
            last_table = tables.pop()
            seated_players = [(player, 0) for player, _games in last_table.seats if player]
            for person in (*last_table.waiting_players, *seated_players):
                _join_shortest_line(tables, person)
        for table in tables:
            for index, (player, _games) in enumerate(table.seats):
                if not player:
                    table.seats[index] = (_pop_next_in_line(table, tables), 0)
        while len(tables) < self.count_tables(player_count):
            new_table = _CutInTable([])
            tables.append(new_table)
            for _seat in range(self.size):
                new_table.seats.append((_pop_next_in_line(new_table, tables), 0))
        return self._make_seating(tables)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating for the next game."""
        playing_tables, _resting_tables = split_seating(seating)
        tables = _make_cut_in_tables(seating)
        for table, playing_table in zip(tables, playing_tables, strict=True):
            outcome = outcomes[playing_table.table_no]
            leavers = self.list_leavers(playing_table, len(table.waiting_players), outcome)
            newcomers = [player for player, _games in table.waiting_players[: len(leavers)]]
            still_waiting = table.waiting_players[len(leavers) :]
            table.waiting_players = [
                *((player, games + 1) for player, games in still_waiting),
                *((player, 1) for player in leavers),
            ]
            substitutes = dict(zip(leavers, newcomers, strict=True))
            seats = []
            for player, games in table.seats:
                if player in substitutes:
                    seats.append((substitutes[player], 0))
                else:
                    seats.append((player, games + 1))
            if self.partners_rule == PARTING and not self.is_for_singles:
                # Repeated three times, everybody has partnered the three others.
                first, second, third, fourth = seats
                seats = [first, third, fourth, second]
            table.seats = seats
        return self._make_seating(tables)

    def list_leavers(
        self, table: PartyTable, waiting_count: int, outcome: TableOutcome
    ) -> list[Player]:
        """Return the players who leave *table* for *waiting_count* others, in order.

        >>> CutIn(
        ...     max_size=6).list_leavers(PartyTable(1, (("a", "b"), ("c", "d"))),
        ...     2,
        ...     TableOutcome(winner=0, players_out=("b",)),
        ... )
        ['b', 'c']
        """
        if table.is_for_singles:
            losers_first = rank_sides(table, outcome, is_lowest_first=True)
        else:
            losers_first = [0, 1] if outcome.winner == 1 else [1, 0]
        loser_rank = {
            player: rank for rank, side in enumerate(losers_first) for player in table.sides[side]
        }
        games_played = dict(table.games_here)

        def sort_key(player: Player) -> tuple[int, ...]:
            chosen = (
                outcome.players_out.index(player)
                if player in outcome.players_out
                else len(outcome.players_out)
            )
            longest_first = -games_played.get(player, 0)
            if self.sit_out_rule == LONGEST:
                return (chosen, longest_first, loser_rank[player])
            return (chosen, loser_rank[player], longest_first)

        return sorted(table.players, key=sort_key)[:waiting_count]

    def _make_seating(self, tables: Sequence[_CutInTable]) -> Seating:
        """Return the playing tables, and after them those of waiting players."""
        playing_tables: list[PartyTable] = []
        resting_tables: list[PartyTable] = []
        for number, table in enumerate(tables, start=1):
            names = [player for player, _games in table.seats]
            sides: tuple[tuple[Player, ...], ...] = (tuple(names[:2]), tuple(names[2:]))
            if self.is_for_singles:
                sides = tuple((player,) for player in names)
            playing_tables.append(
                PartyTable(number, sides, games_here=_list_games_here(table.seats))
            )
            if table.waiting_players:
                line = tuple(player for player, _games in table.waiting_players)
                resting_number = len(tables) + len(resting_tables) + 1
                resting_tables.append(
                    PartyTable(
                        resting_number,
                        (line,),
                        games_here=_list_games_here(table.waiting_players),
                        waits_at=number,
                    )
                )
        return (*playing_tables, *resting_tables)


def _list_games_here(people: Sequence[tuple[Player, int]]) -> tuple[tuple[Player, int], ...]:
    return tuple((player, games) for player, games in people if games)


def _remove_leavers(table: _CutInTable, leavers: Collection[Player]) -> None:
    for index, (player, _games) in enumerate(table.seats):
        if player in leavers:
            table.seats[index] = ("", 0)
    table.waiting_players = [person for person in table.waiting_players if person[0] not in leavers]


def _join_shortest_line(tables: Sequence[_CutInTable], person: tuple[Player, int]) -> None:
    """Add *person* to the waiting line of the table with the fewest players."""
    table = min(tables, key=lambda table: table.player_count)
    table.waiting_players.append(person)


def _pop_next_in_line(table: _CutInTable, tables: Sequence[_CutInTable]) -> Player:
    """Remove and return the next player for *table*, from its own line or from the longest one."""
    source = table
    if not table.waiting_players:
        source = max(tables, key=lambda line_table: len(line_table.waiting_players))
    player, _games = source.waiting_players.pop(0)
    return player


def _make_cut_in_tables(seating: Seating) -> list[_CutInTable]:
    """Return the tables of *seating*, each with its line, the longest waiting first."""
    playing_tables, resting_tables = split_seating(seating)
    resting_table_by_no = {table.waits_at: table for table in resting_tables}
    tables = []
    for table in playing_tables:
        games_played = dict(table.games_here)
        seats = [(player, games_played.get(player, 0)) for player in table.players]
        waiting_players: list[tuple[Player, int]] = []
        resting_table = resting_table_by_no.get(table.table_no)
        if resting_table:
            games_waited = dict(resting_table.games_here)
            waiting_players = [
                (player, games_waited.get(player, 0)) for player in resting_table.players
            ]
            waiting_players.sort(key=lambda person: person[1], reverse=True)
        tables.append(_CutInTable(seats, waiting_players))
    return tables


# Options of cut-in tables, and the rule that they make.

CUT_IN_TABLE = Option(
    "table",
    "Players in each game",
    {"4": "four, two against two", "4-alone": "four, each alone", "3": "three, each alone"},
)
SHARED_BY = Option(
    "shared_by",
    "Players at a table",
    {"5": "five at most", "6": "six at most"},
    note="If numbers allow. Sit-outs wait there.",
)
GOES_OUT = Option(
    "goes_out",
    "Sit-outs",
    {LONGEST: "those who have played longest", LOSERS: "the losers"},
    note=(
        "If several have played equally long without a break, losers sit out first. Among losers, those who have "
        "played longest sit out. The table can choose others."
    ),
)
CUT_IN_PARTNERS = Option(
    "partners",
    "Partners",
    {PARTING: "change after every game", VACANT: "arrivals take the empty seat"},
    condition=("table", "4"),
)


def make_cut_in_rule(options: OptionValues) -> Rule:
    """Return the rule of cut-in tables."""
    table = options[CUT_IN_TABLE.name]
    return CutIn(
        size=int(table[0]),  # a key such as "4-alone"
        max_size=int(options[SHARED_BY.name]),
        is_for_singles=table != "4",
        sit_out_rule=options[GOES_OUT.name],
        partners_rule=options[CUT_IN_PARTNERS.name],
    )
