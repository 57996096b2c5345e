"""Tables with one or two players too many: after every game some go out and those who wait come in.

Who waits has a table of his own at the end of the seating, which tells by ``waits_at`` for which
table; there ``games_here`` counts the games that each has waited, at a table that plays those that
each has played without a break.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from movements.option import Option
from movements.party.model import Chosen, Outcomes, PartyTable, Player, Rule, Seating, TableOutcome
from movements.party.rules.progress import in_order
from movements.party.rules.seats import in_turn

LONGEST, LOSERS = "longest", "losers"
PARTING, VACANT = "part", "vacant"


@dataclass(slots=True)
class _CutInTable:
    """Everybody at a table: the seats, '' for an empty one, and the line of those who wait.

    Each comes with the games played without a break, or waited.
    """

    seats: list[tuple[Player, int]]
    waiting: list[tuple[Player, int]] = field(default_factory=list)

    @property
    def people(self) -> int:
        """How many are here."""
        return sum(bool(player) for player, _games in self.seats) + len(self.waiting)


@dataclass(frozen=True, slots=True)
class CutIn:
    """``size`` play at a table, two against two or each ``alone``.

    Up to ``most`` share it, so that some wait.

    After a game as many go out as wait, by ``goes_out`` those who have played longest or the
    losers; among equals the other of the two decides, then the seat, which is drawn by lot.  A
    table that said who goes out has its way.  Where ``partners`` part, everybody has another one
    after each game.

    >>> seating = CutIn().seat(["a", "c", "e"], ["b", "d"])
    >>> [table.sides for table in CutIn().advance(seating, {1: TableOutcome(winner=0)}, 1)]
    [(('a', 'e'), ('d', 'b')), (('c',),)]
    """

    size: int = 4
    most: int = 5
    alone: bool = False
    goes_out: str = LONGEST
    partners: str = PARTING
    pairs: bool = False
    fixed: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        who = {LONGEST: "the player who has played longest sits out", LOSERS: "losers sit out"}[
            self.goes_out
        ]
        then = ", and partners change" if self.partners == PARTING and not self.alone else ""
        return f"Everyone stays at the same table. After every game {who} and those waiting there play{then}."

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        usual = f"{self.size} sides of 1" if self.alone else "two sides of 2"
        return f"{usual} at every table, with sit-outs after them at the table where they wait"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        table = seating[at]
        if table.sits_out:
            return any(table.waits_at == other.table_no for other in seating if not other.sits_out)
        return [len(side) for side in table.sides] == ([1] * self.size if self.alone else [2, 2])

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return everybody in the given order, A and B in turn.

        The first of a table play, the others wait there.
        """
        people = in_turn(seat_a, seat_b)
        fewest, more = divmod(len(people), self.tables_for(len(people)))
        tables, start = [], 0
        for at in range(self.tables_for(len(people))):
            here = [(player, 0) for player in people[start : start + fewest + (at < more)]]
            start += len(here)
            tables.append(_CutInTable(here[: self.size], here[self.size :]))
        return self._laid(tables)

    def tables_for(self, players: int) -> int:
        """Return the tables for that many players: as few as possible without exceeding the most at
        each.

        >>> [CutIn().tables_for(players) for players in (4, 5, 7, 9, 11, 12)]
        [1, 1, 1, 2, 2, 3]
        """
        return max(min(players // self.size, -(-players // self.most)), 1)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* after arrivals and departures.

        Arrivals wait where fewest do, waiting players fill empty seats.
        """
        tables = _read(seating)
        for table in tables:
            table.seats = [
                ("", 0) if player in leavers else (player, games) for player, games in table.seats
            ]
            table.waiting = [line for line in table.waiting if line[0] not in leavers]
        for player, _letter in arrivals:
            min(tables, key=lambda table: table.people).waiting.append((player, 0))
        people = sum(table.people for table in tables)
        while len(tables) > 1 and people < self.size * len(tables):
            gone = tables.pop()
            for line in (*gone.waiting, *((player, 0) for player, _games in gone.seats if player)):
                min(tables, key=lambda table: table.people).waiting.append(line)
        for table in tables:
            for at, (player, _games) in enumerate(table.seats):
                if not player:
                    table.seats[at] = (_next_in_line(table, tables), 0)
        while len(tables) < self.tables_for(people):
            tables.append(_CutInTable([]))
            tables[-1].seats += (
                (_next_in_line(tables[-1], tables), 0) for _seat in range(self.size)
            )
        return self._laid(tables)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating for the next game."""
        playing = {table.table_no: table for table in seating if not table.sits_out}
        tables = _read(seating)
        for table, (table_no, shown) in zip(tables, playing.items(), strict=True):
            out = self.leaving(shown, len(table.waiting), outcomes[table_no])
            line = table.waiting[: len(out)]
            stay = table.waiting[len(out) :]
            table.waiting = [
                *((player, games + 1) for player, games in stay),
                *((player, 1) for player in out),
            ]
            coming = [player for player, _games in line]
            table.seats = [
                (coming[out.index(player)], 0) if player in out else (player, games + 1)
                for player, games in table.seats
            ]
            if self.partners == PARTING and not self.alone:
                first, second, third, fourth = table.seats
                table.seats = [first, third, fourth, second]
        return self._laid(tables)

    def leaving(self, table: PartyTable, waiting: int, outcome: TableOutcome) -> list[Player]:
        """Return the players who leave *table* for *waiting* others, in order.

        >>> CutIn(most=6).leaving(PartyTable(1, (("a", "b"), ("c", "d"))), 2, TableOutcome(winner=0, out=("b",)))
        ['b', 'c']
        """
        played = dict(table.games_here)
        lost = {
            player: place
            for place, side in enumerate(
                in_order(table, outcome, lowest=True) if table.alone else _beaten(outcome)
            )
            for player in table.sides[side]
        }

        def order(player: Player) -> tuple[int, ...]:
            longest, beaten = -played.get(player, 0), lost[player]
            first = outcome.out.index(player) if player in outcome.out else len(outcome.out)
            if self.goes_out == LONGEST:
                return (first, longest, beaten)
            return (first, beaten, longest)

        return sorted(table.players, key=order)[:waiting]

    def _laid(self, tables: Sequence[_CutInTable]) -> Seating:
        """Return the playing tables, and behind them those of waiting players."""
        playing: list[PartyTable] = []
        resting: list[PartyTable] = []
        for number, table in enumerate(tables, start=1):
            names = [player for player, _games in table.seats]
            sides = (
                [(player,) for player in names]
                if self.alone
                else [tuple(names[:2]), tuple(names[2:])]
            )
            playing.append(PartyTable(number, tuple(sides), games_here=_games(table.seats)))
            if table.waiting:
                line = tuple(player for player, _games in table.waiting)
                at = len(tables) + len(resting) + 1
                resting.append(
                    PartyTable(at, (line,), games_here=_games(table.waiting), waits_at=number)
                )
        return (*playing, *resting)


def _beaten(outcome: TableOutcome) -> tuple[int, int]:
    """Return the two sides, the one that lost first."""
    if outcome.winner == 1:
        return (0, 1)
    return (1, 0)


def _games(people: Sequence[tuple[Player, int]]) -> tuple[tuple[Player, int], ...]:
    return tuple((player, games) for player, games in people if games)


def _next_in_line(table: _CutInTable, tables: Sequence[_CutInTable]) -> Player:
    """Take who comes in at *table*: the first in its line, or in that of the table where most wait."""
    line = table if table.waiting else max(tables, key=lambda other: len(other.waiting))
    return line.waiting.pop(0)[0]


def _read(seating: Seating) -> list[_CutInTable]:
    """Return everybody by table, the longest waiting first in its line."""
    lines = {table.waits_at: table for table in seating if table.sits_out}
    tables = []
    for table in seating:
        if table.sits_out:
            continue
        played, resting = dict(table.games_here), lines.get(table.table_no)
        waited = dict(resting.games_here) if resting else {}
        line = sorted(resting.players if resting else (), key=lambda player: -waited.get(player, 0))
        tables.append(
            _CutInTable(
                [(player, played.get(player, 0)) for player in table.players],
                [(player, waited.get(player, 0)) for player in line],
            )
        )
    return tables


# What can be chosen about tables that more share than can play, and the rule that the choices make.

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
    needs=("table", "4"),
)


def cut_in(options: Chosen) -> Rule:
    """Return the rule of tables that others share."""
    table = options[CUT_IN_TABLE.name]
    return CutIn(
        size=int(table[0]),
        most=int(options[SHARED_BY.name]),
        alone=table != "4",
        goes_out=options[GOES_OUT.name],
        partners=options[CUT_IN_PARTNERS.name],
    )
