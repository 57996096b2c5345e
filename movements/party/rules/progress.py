"""Carries a transition out: from a seating and who won to the next seating.

Responsible for full tables of four and six, for tables at which everybody plays for himself, and
for rings of tables. Leaves taking turns to :mod:`movements.party.rules.reseat`; what was reported
is already checked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.reseat import Lettered, players_left, reseat, take_turns
from movements.party.rules.seats import lay_tables, table_of, table_sizes
from movements.party.rules.transitions import BETWEEN, FOOT, HEAD, Transition

# What happens after a game, in one plain sentence for every transition of the books.
#
# Responsible for the words; leaves what happens to :mod:`movements.party.rules.transitions`.

_TO_NEXT_HIGHER = "go on to the next higher table number"
_AROUND = ", from the last table to table 1"
_FROM_ONE_TO_FOOT = "go up one table, from table 1 to the foot"
_TABLE_ONE = "at table 1 winners stay{} and losers go to the foot"
_CHANGING = "Winners go up one table, losers stay and change partners with the arrivals"
_TOGETHER = "Partners stay together"
_PARTING = (
    "{} separate: seat A goes to the next {} table number, seat B to the next {}. The last table and table 1 are "
    "neighbours"
)
_LOSERS_PART = "Winners stay and {}; " + _PARTING.format("the losers", "{}", "{}") + ", and {}"
_KEPT, _CHANGED = (
    ("play together again", "the two arrivals play together against them"),
    ("part", "each winner plays with one of the arrivals"),
)

_OF_FOUR = {
    "winners-up-head-kept": f"{_CHANGING}; {_TABLE_ONE.format(' together')}",
    "winners-up-head-split": f"{_CHANGING}; {_TABLE_ONE.format(' but separate')}",
    "winners-up-head-to-foot": f"Winners {_FROM_ONE_TO_FOOT}; losers stay and change partners with the arrivals",
    "winners-up-partners-kept": f"{_TOGETHER}: winners {_FROM_ONE_TO_FOOT}, and losers stay",
    "losers-to-foot-partners-kept": f"{_TOGETHER}: winners go up one table, losers stay; {_TABLE_ONE.format('')}",
    "winners-down-partners-kept": f"{_TOGETHER}: winners {_TO_NEXT_HIGHER}{_AROUND}, and losers stay",
    "lady-up-gent-down": (
        "Winners separate: seat A goes up one table and seat B down one; losers stay and change partners with the "
        "arrivals"
    ),
    "win-lady-up-lose-gent-down": (
        "The winner in seat A goes up one table and the loser in seat B down one; the two who stay play together "
        "against the two arrivals"
    ),
    "win-gent-up-only": "Only the winner in seat B goes up one table, to the free seat there",
    "all-gents-up": "Everyone in seat B goes up one table, win or lose, and everyone in seat A stays",
    "win-lady-up-only": "Only the winner in seat A goes up one table, to the free seat there",
    "all-ladies-up": "Everyone in seat A goes up one table, win or lose, and everyone in seat B stays",
    "win-lady-down-gent-up": f"{_PARTING.format('Winners', 'higher', 'lower')}; losers stay and change "
    "partners with the arrivals",
    "losers-part-winners-together": _LOSERS_PART.format(_KEPT[0], "higher", "lower", _KEPT[1]),
    "losers-part-winners-part": _LOSERS_PART.format(_CHANGED[0], "higher", "lower", _CHANGED[1]),
    "losers-part-winners-together-a-up": _LOSERS_PART.format(_KEPT[0], "lower", "higher", _KEPT[1]),
    "losers-part-winners-part-a-up": _LOSERS_PART.format(
        _CHANGED[0], "lower", "higher", _CHANGED[1]
    ),
}
_ALONE = {
    3: "The highest scorer at each table goes up one table, from table 1 to the foot; the others stay",
    5: "The two highest scorers at each table go up one table, from table 1 to the foot; the others stay",
}


def progress_summary(
    transition: Transition, *, size: int, by_row: bool, then: Transition | None, after: int | None
) -> str:
    """Return one sentence on what happens after a game at full tables of *size*.

    After round *after* the transition is *then*.

    >>> from movements.party.rules.transitions import TRANSITIONS
    >>> progress_summary(TRANSITIONS["win-gent-up-only"], size=4, by_row=False, then=None, after=None)
    'Only the winner in seat B goes up one table, to the free seat there.'
    """
    words = _ALONE.get(size) or (
        _of_six(transition) if size == 6 else _of_ring(transition, by_row=by_row)
    )
    if then is not None and after is not None:
        words += f"; after round {after} seat {_mover(then)} moves instead"
    return f"{words}."


def _of_ring(transition: Transition, *, by_row: bool) -> str:
    if transition.key == "winners-down-circle-split":
        around = " of their row, from its last table to its first" if by_row else _AROUND
        return (
            f"Winners {_TO_NEXT_HIGHER}{around}; losers stay and change partners with the arrivals"
        )
    return _OF_FOUR[transition.key]


def _of_six(transition: Transition) -> str:
    if transition.lose_a[HEAD] == "foot":
        return f"Winners go up one table, losers stay, and new sides are formed; {_TABLE_ONE.format('')}"
    return f"Winners {_FROM_ONE_TO_FOOT}; losers stay, and new sides are formed"


def _mover(transition: Transition) -> str:
    if transition.win_a[BETWEEN] == "up":
        return "A"
    return "B"


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at a table before a move: place among the players, side and seat letter.

    >>> TablePlayer("L1", 0, 0, "A").letter
    'A'
    """

    player: Player
    place: int
    side: int
    letter: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The rule of a system in which winners (or losers, or all of one seat) move along the tables.

    ``size`` is the players at a full table.  ``by_row`` makes every row a ring of its own.  ``odd``
    says what those do who fill no table: ``short-table`` (two or three play at the foot) or
    ``sit-out``; ``rows`` is how many rows a room has, 0 for one to every 16 tables.  After round
    ``then_after`` the transition is ``then``.

    >>> from movements.party.rules.transitions import TRANSITIONS
    >>> Progress(TRANSITIONS["all-gents-up"]).seat(["L1", "L2"], ["G1", "G2"])
    (PartyTable(table_no=1, sides=(('L1', 'G1'), ('L2', 'G2')), row=1, games_here=(), seats='', waits_at=0),)
    """

    transition: Transition
    size: int = 4
    pairs: bool = False
    by_row: bool = False
    odd: str = "sit-out"
    rows: int = 1
    fixed: bool = False
    then: Transition | None = None
    then_after: int | None = None

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, in the order given from the head table on."""
        return lay_tables(seat_a, seat_b, size=self.size, odd=self.odd, rows=self.rows)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[Lettered],
        round_no: int,
    ) -> Seating:
        """Return *seating* after arrivals and departures."""
        players = players_left(seating, leavers, arrivals)
        return reseat(seating, leavers, arrivals, table_sizes(players, self.size, self.odd))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after a round with these *outcomes*."""
        if self.then and self.then_after is not None and round_no > self.then_after:
            return replace(self, transition=self.then, then=None).advance(
                seating, outcomes, round_no
            )
        playing = [table for table in seating if not table.sits_out]
        moved = [table for ring in self._rings(playing) for table in self._turn(ring, outcomes)]
        return take_turns(moved, [table for table in seating if table.sits_out], pairs=self.pairs)

    def leaving(self, table: PartyTable, kind: int) -> tuple[tuple[str, str], ...]:
        """Return the letter and the move of everybody who must leave *table* if all there play for themselves."""
        if self.size == 3:
            return (("A", self.transition.win_a[kind]),)
        sides = reversed(self.transition.codes(kind))
        return tuple(
            slot for side in sides for slot in zip("AB", side, strict=True) if slot[1] != "stay"
        )

    def is_short(self, table: PartyTable) -> bool:
        """Return whether two or three play at *table* where four should."""
        return self.size == 4 and table.alone and len(table.sides) < 4

    def tables_for(self, players: int) -> int:
        """Return the tables for that many players."""
        return len(table_sizes(players, self.size, self.odd)[0])

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return progress_summary(
            self.transition,
            size=self.size,
            by_row=self.by_row,
            then=self.then,
            after=self.then_after,
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        usual = {
            3: "three sides of 1",
            4: "two sides of 2",
            5: "five sides of 1",
            6: "two sides of 3",
        }[self.size]
        if self.pairs or self.size != 4:
            others = "then the sit-outs"
        else:
            others = "then a short table or the sit-outs"
        return f"{usual} at every table, {others}"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        last = at == len(seating) - 1
        if len(sizes) == 1:
            return last and (sizes[0] == 2 if self.pairs else sizes[0] < self.size)
        full = {3: [1] * 3, 4: [2, 2], 5: [1] * 5, 6: [3, 3]}[self.size]
        if sizes == full or (self.size == 5 and sizes == [2, 2]):
            return True
        if self.size != 4 or self.pairs:
            return False
        return (last and sizes in ([1, 1], [1, 1, 1])) or (
            self.odd == "five-at-table" and sizes == [1] * 5
        )

    def _rings(self, playing: list[PartyTable]) -> Iterator[list[PartyTable]]:
        """Yield the tables of each ring. A row of a single table joins the ring before it."""
        rings: list[list[PartyTable]] = []
        for table in playing:
            same = rings and (not self.by_row or rings[-1][-1].row == table.row)
            if same:
                rings[-1].append(table)
            else:
                rings.append([table])
        joined: list[list[PartyTable]] = []
        for ring in rings:
            if joined and 1 in (len(ring), len(joined[-1])):
                joined[-1].extend(ring)
            else:
                joined.append(ring)
        yield from joined

    def _turn(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        stay: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        come: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        last = len(ring) - 1
        for at, table in enumerate(ring):
            for person, move in self._moves(table, outcomes[table.table_no], kind_of(at, last)):
                to = {
                    "stay": at,
                    "up": at - 1 if at else last,
                    "down": 0 if at == last else at + 1,
                    "foot": last,
                }[move]
                (stay if move == "stay" or to == at else come)[to].append(person)
        for at, table in enumerate(ring):
            yield self._settled(
                table, stay[at], come[at], self.transition.pairing[kind_of(at, last)]
            )

    def _moves(
        self, table: PartyTable, outcome: TableOutcome, kind: int
    ) -> Iterator[tuple[TablePlayer, str]]:
        people = _people(table)
        if table.alone:
            slots = self.leaving(table, kind)
            lowest = self.transition.losers_go
            going = progressing(
                table, outcome, len(slots), limited=self.is_short(table), lowest=lowest
            )
            yield from _from_alone(people, slots, going)
            return
        codes = self.transition.codes(kind)
        for person in people:
            yield person, codes[person.side == outcome.winner][person.letter == "B"]

    def _settled(
        self, table: PartyTable, stay: list[TablePlayer], come: list[TablePlayer], pairing: str
    ) -> PartyTable:
        """Return the table with those who stayed and those who arrived."""
        if table.alone:
            return singles_table(table, stay, come, lettered=self.is_short(table))
        stay, come = (sorted(some, key=lambda person: person.place) for some in (stay, come))
        if pairing == "vacancy":
            sides = _into_vacancies(stay, come)
        elif len(stay) != len(come):
            raise AssertionError(f"table {table.table_no} would hold {len(stay) + len(come)}")
        else:
            sides = _sides(stay, come, pairing)
        return replace(table, sides=sides, games_here=(), seats="")


def kind_of(at: int, last: int) -> int:
    """Return the kind of the table at this place of a ring.

    >>> [kind_of(at, 3) for at in range(4)]
    [0, 1, 1, 2]
    """
    if at == 0:
        return HEAD
    if at == last:
        return FOOT
    return BETWEEN


def progressing(
    table: PartyTable, outcome: TableOutcome, count: int, *, limited: bool, lowest: bool = False
) -> list[int]:
    """Return the *count* sides of a table of single players that progress, highest first, or the
    *lowest*.

    Where *limited*, whoever has finished his second game there goes first, whatever his points.

    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> progressing(table, TableOutcome(points=(5, 3, 0)), 2, limited=True)
    [2, 0]

    Source: [HOYLE1926] pp. 90-92.
    """
    order = in_order(table, outcome, lowest=lowest)
    due = [side for side in order if limited and _has_been(table, side)]
    return [*due, *(side for side in order if side not in due)][:count]


def in_order(table: PartyTable, outcome: TableOutcome, *, lowest: bool = False) -> list[int]:
    """Return the sides of *table* by points, then by the cut. A winner counts as a cut of one.

    With *lowest* the order is that of losers who leave: points from below, and the winner last.

    >>> in_order(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (0, 3, 3)))
    [2, 1, 0]
    >>> in_order(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (3, 3, 3)), lowest=True)
    [0, 1, 2]
    """
    points = outcome.points or (0,) * len(table.sides)
    cut = outcome.cut
    if not cut and outcome.winner is not None:
        others = [side for side in range(len(table.sides)) if side != outcome.winner]
        cut = (*others, outcome.winner) if lowest else (outcome.winner,)
    sign = 1 if lowest else -1
    return sorted(
        range(len(table.sides)),
        key=lambda side: (sign * points[side], cut.index(side) if side in cut else len(cut)),
    )


def is_due(rule: Progress, table: PartyTable, side: int) -> bool:
    """Return whether the player of this side has finished a second game at a short table and must
    leave.

    >>> from movements.party.rules.transitions import TRANSITIONS
    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> [is_due(Progress(TRANSITIONS["all-gents-up"]), table, side) for side in range(3)]
    [False, False, True]
    """
    return rule.is_short(table) and _has_been(table, side)


def _has_been(table: PartyTable, side: int) -> bool:
    return dict(table.games_here).get(table.sides[side][0], 0) > 0


def _people(table: PartyTable) -> list[TablePlayer]:
    sides = [number for number, side in enumerate(table.sides) for _ in side]
    return [
        TablePlayer(player, place, side, letter)
        for place, (player, side, letter) in enumerate(
            zip(table.players, sides, table.letters, strict=True)
        )
    ]


def _from_alone(
    people: Sequence[TablePlayer], slots: Sequence[tuple[str, str]], going: Sequence[int]
) -> Iterator[tuple[TablePlayer, str]]:
    """Yield everybody with a move.

    Movers take a slot of their own letter if one is left.
    """
    open_slots = list(slots)
    waiting = [people[place] for place in going]
    for same in (True, False):
        for person in list(waiting):
            slot = next(
                (
                    open_slot
                    for open_slot in open_slots
                    if not same or open_slot[0] == person.letter
                ),
                None,
            )
            if slot:
                open_slots.remove(slot)
                waiting.remove(person)
                yield replace(person, letter=slot[0]), slot[1]
    yield from ((person, "stay") for person in people if person.place not in going)


def singles_table(
    table: PartyTable, stay: Sequence[TablePlayer], come: Sequence[TablePlayer], *, lettered: bool
) -> PartyTable:
    """Return a table of single players.

    Arrivals take a free place, of their own letter if possible.

    >>> table, new = PartyTable(3, (("L1",), ("G1",))), [TablePlayer("L2", 0, 0, "A"), TablePlayer("G2", 1, 0, "B")]
    >>> singles_table(table, [], new, lettered=True).players
    ('L2', 'G2')
    """
    places = {person.place: person for person in stay}
    left = [place for place in range(len(table.players)) if place not in places]
    waiting = list(come)
    for same in (True, False):
        for person in list(waiting):
            place = next(
                (place for place in left if not same or table.letters[place] == person.letter), None
            )
            if place is not None:
                left.remove(place)
                waiting.remove(person)
                places[place] = person
    people = [(places[place].player, places[place].letter) for place in sorted(places)]
    again = table_of(table.table_no, people, alone=not lettered)
    been = dict(table.games_here)
    if lettered:
        games = tuple((person.player, been.get(person.player, 0) + 1) for person in stay)
    else:
        games = ()
    return replace(table, sides=again.sides, games_here=games, seats=again.seats)


def _into_vacancies(
    stay: Sequence[TablePlayer], come: Sequence[TablePlayer]
) -> tuple[tuple[Player, ...], ...]:
    """Return the sides of a table whose arrivals take empty seats of their letter."""
    seats = {(person.side, person.letter): person.player for person in stay}
    for person in come:
        side = 0 if (0, person.letter) not in seats else 1
        seats[side, person.letter] = person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def _sides(
    stay: Sequence[TablePlayer], come: Sequence[TablePlayer], pairing: str
) -> tuple[tuple[Player, ...], ...]:
    """Return the sides of those who stayed and arrived, kept together or mixed by seat."""
    if len(stay) == 2:
        stay, come = (sorted(some, key=lambda person: person.letter) for some in (stay, come))
    stayed, new = ([person.player for person in some] for some in (stay, come))
    if pairing == "keep":
        return tuple(stayed), tuple(new)
    mixed = [
        pair if seat % 2 == 0 else pair[::-1]
        for seat, pair in enumerate(zip(stayed, new, strict=True))
    ]
    return tuple(player for player, _ in mixed), tuple(other for _, other in mixed)
