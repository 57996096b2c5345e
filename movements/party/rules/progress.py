"""Transitions, in sentences and carried out: from a seating and its winners to the next seating.

A transition says where winners and losers move, and how the next four pair up: eleven of the books, then
today's. :class:`ProgressRule` moves players at tables of partners and at tables where everybody plays
alone, within rings of tables, and leaves sit-outs to :mod:`movements.party.rules.seats`. Outcomes are
already checked.

A *place* is the index of a player at a table, side by side. Of single players at a short table, one
who has finished a second game there is *due* to leave.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.seats import (
    Lettered,
    compute_table_sizes,
    count_remaining_players,
    lay_tables,
    make_table,
    reseat_players,
    split_seating,
    take_turns,
)

ByKind: TypeAlias = tuple[str, str, str]
"""A code for the head table, for the tables between, and for the foot table."""

HEAD, BETWEEN, FOOT = range(3)


@dataclass(frozen=True, slots=True)
class Transition:
    """The moves of winners and losers in seats A and B, and how the next four pair up.

    A move is ``stay``, ``up`` (to the next lower table number, from table 1 to the foot), ``down``
    (the reverse) or ``foot`` (to the foot table).

    A pairing is ``keep`` (those who stayed are side 0, arrivals side 1), ``split`` (side 0 is the A
    who stayed with the B who arrived, side 1 the reverse) or ``vacancy`` (an arrival takes the empty
    seat of the same letter).

    >>> TRANSITIONS["winners-up-head-kept"].win_a
    ('stay', 'up', 'up')
    """

    key: str
    win_a: ByKind
    win_b: ByKind
    lose_a: ByKind
    lose_b: ByKind
    pairing: ByKind

    def codes(self, kind: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the moves at a table of this *kind*: of losers A and B, then of winners A and B.

        >>> TRANSITIONS["lady-up-gent-down"].codes(HEAD)
        (('stay', 'stay'), ('up', 'down'))
        """
        return (self.lose_a[kind], self.lose_b[kind]), (self.win_a[kind], self.win_b[kind])

    @property
    def losers_go(self) -> bool:
        """Return whether all winners stay. Of players who play alone, the lowest then leave.

        >>> DRIVES["losers-part-winners-together"].losers_go, TRANSITIONS["winners-up-head-kept"].losers_go
        (True, False)
        """
        return {*self.win_a, *self.win_b} == {"stay"}


def _make_uniform_transition(key: str, moves: str, pairing: str) -> Transition:
    """Return a transition that is the same at every table.

    *moves* are the moves of winners A and B and losers A and B, separated by spaces.
    """
    win_a, win_b, lose_a, lose_b = ((move,) * 3 for move in moves.split())
    return Transition(key, win_a, win_b, lose_a, lose_b, (pairing,) * 3)


def _make_losers_to_foot_transition(key: str, head_pairing: str, pairing: str) -> Transition:
    """Return a transition in which winners go up, but at the head table losers go to the foot."""
    winners, losers = ("stay", "up", "up"), ("foot", "stay", "stay")
    return Transition(key, winners, winners, losers, losers, (head_pairing, pairing, pairing))


_ALL = (
    _make_losers_to_foot_transition("winners-up-head-kept", "keep", "split"),
    _make_losers_to_foot_transition("winners-up-head-split", "split", "split"),
    _make_uniform_transition("winners-up-head-to-foot", "up up stay stay", "split"),
    _make_uniform_transition("winners-up-partners-kept", "up up stay stay", "keep"),
    _make_uniform_transition("winners-down-circle-split", "down down stay stay", "split"),
    _make_uniform_transition("lady-up-gent-down", "up down stay stay", "split"),
    _make_uniform_transition("win-lady-up-lose-gent-down", "up stay stay down", "keep"),
    _make_uniform_transition("win-gent-up-only", "stay up stay stay", "vacancy"),
    _make_uniform_transition("all-gents-up", "stay up stay up", "vacancy"),
    _make_uniform_transition("win-lady-up-only", "up stay stay stay", "vacancy"),
    _make_uniform_transition("all-ladies-up", "up stay up stay", "vacancy"),
)

TRANSITIONS = {transition.key: transition for transition in _ALL}
"""Every transition of the books by its key.

Source: [WDW1900] p. 24; [HOYLE1926] pp. 36-37, 90-96, 102-103.
"""

PARTNERS_KEPT = (
    _make_losers_to_foot_transition("losers-to-foot-partners-kept", "keep", "keep"),
    _make_uniform_transition("winners-down-partners-kept", "down down stay stay", "keep"),
)
"""Further transitions that keep partners together, derived from the same circles."""

_DRIVES = (
    _make_uniform_transition("win-lady-down-gent-up", "down up stay stay", "split"),
    _make_uniform_transition("losers-part-winners-together", "stay stay down up", "keep"),
    _make_uniform_transition("losers-part-winners-part", "stay stay down up", "split"),
    _make_uniform_transition("losers-part-winners-together-a-up", "stay stay up down", "keep"),
    _make_uniform_transition("losers-part-winners-part-a-up", "stay stay up down", "split"),
)

DRIVES = {transition.key: transition for transition in _DRIVES}
"""Transitions of today's drives.

Players there say "up" for the next higher table number, which is ``down`` here.
"""


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


def describe_progress(
    transition: Transition,
    *,
    size: int,
    by_row: bool,
    then: Transition | None,
    then_after: int | None,
) -> str:
    """Return one sentence on the moves at full tables of *size*.

    After round *then_after* the transition is *then*.

    >>> describe_progress(TRANSITIONS["win-gent-up-only"], size=4, by_row=False, then=None, then_after=None)
    'Only the winner in seat B goes up one table, to the free seat there.'
    """
    if size in _ALONE:
        words = _ALONE[size]
    elif size == 6:
        words = _describe_tables_of_six(transition)
    else:
        words = _describe_tables_of_four(transition, by_row=by_row)
    if then is not None and then_after is not None:
        words += f"; after round {then_after} seat {_get_moving_seat(then)} moves instead"
    return f"{words}."


def _describe_tables_of_four(transition: Transition, *, by_row: bool) -> str:
    if transition.key == "winners-down-circle-split":
        turn_words = " of their row, from its last table to its first" if by_row else _AROUND
        return f"Winners {_TO_NEXT_HIGHER}{turn_words}; losers stay and change partners with the arrivals"
    return _OF_FOUR[transition.key]


def _describe_tables_of_six(transition: Transition) -> str:
    if transition.lose_a[HEAD] == "foot":
        return f"Winners go up one table, losers stay, and new sides are formed; {_TABLE_ONE.format('')}"
    return f"Winners {_FROM_ONE_TO_FOOT}; losers stay, and new sides are formed"


def _get_moving_seat(transition: Transition) -> str:
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
class ProgressRule:
    """The rule of a system in which winners (or losers, or all of one seat) move along the tables.

    ``size`` is the number of players at a full table. ``by_row`` makes each row a ring of its own.
    ``odd`` says what leftover players do: ``short-table`` (two or three play at the foot),
    ``five-at-table`` or ``sit-out``. ``rows`` is the number of rows in the room, 0 for one row per
    16 tables. After round ``transition_round`` the transition is ``later_transition``.

    >>> ProgressRule(TRANSITIONS["all-gents-up"]).seat(["L1", "L2"], ["G1", "G2"])
    (PartyTable(table_no=1, sides=(('L1', 'G1'), ('L2', 'G2')), row=1, games_here=(), seats='', waits_at=0),)
    """

    transition: Transition
    size: int = 4
    pairs: bool = False
    by_row: bool = False
    odd: str = "sit-out"
    rows: int = 1
    fixed: bool = False
    later_transition: Transition | None = None
    transition_round: int | None = None

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
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
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(
            seating, leavers, arrivals, compute_table_sizes(players, self.size, self.odd)
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after a round with these *outcomes*."""
        if (
            self.later_transition
            and self.transition_round is not None
            and round_no > self.transition_round
        ):
            later_rule = replace(self, transition=self.later_transition, later_transition=None)
            return later_rule.advance(seating, outcomes, round_no)
        playing, resting = split_seating(seating)
        moved: list[PartyTable] = []
        for ring in self._split_into_rings(playing):
            moved += self._turn(ring, outcomes)
        return take_turns(moved, resting, pairs=self.pairs)

    def leaving(self, table: PartyTable, kind: int) -> tuple[tuple[str, str], ...]:
        """Return letter and move of each player who must leave *table* if all there play alone.

        Moves are as for partners at a table of this *kind*, the winners' first.
        """
        if self.size == 3:
            return (("A", self.transition.win_a[kind]),)  # only the highest scorer moves
        losers, winners = self.transition.codes(kind)
        slots = (*zip("AB", winners, strict=True), *zip("AB", losers, strict=True))
        return tuple((letter, move) for letter, move in slots if move != "stay")

    def is_short(self, table: PartyTable) -> bool:
        """Return whether two or three play at *table* instead of four."""
        return self.size == 4 and table.alone and len(table.sides) < 4

    def count_tables(self, players: int) -> int:
        """Return the number of tables for this number of *players*."""
        sizes, _sitting_out = compute_table_sizes(players, self.size, self.odd)
        return len(sizes)

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return describe_progress(
            self.transition,
            size=self.size,
            by_row=self.by_row,
            then=self.later_transition,
            then_after=self.transition_round,
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        full_table = {
            3: "three sides of 1",
            4: "two sides of 2",
            5: "five sides of 1",
            6: "two sides of 3",
        }[self.size]
        if self.pairs or self.size != 4:
            leftover = "then the sit-outs"
        else:
            leftover = "then a short table or the sit-outs"
        return f"{full_table} at every table, {leftover}"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sizes = seating[index].sizes
        is_last = index == len(seating) - 1
        if len(sizes) == 1:
            resting = sizes[0]
            return is_last and (resting == 2 if self.pairs else resting < self.size)
        full_sizes = {3: [1] * 3, 4: [2, 2], 5: [1] * 5, 6: [3, 3]}[self.size]
        # With tables of five, leftover players make tables of four partners.
        if sizes == full_sizes or (self.size == 5 and sizes == [2, 2]):
            return True
        if self.size != 4 or self.pairs:
            return False
        if sizes == [1] * 5:
            return self.odd == "five-at-table"
        return is_last and sizes in ([1, 1], [1, 1, 1])

    def _split_into_rings(self, playing: list[PartyTable]) -> Iterator[list[PartyTable]]:
        """Yield the tables of each ring."""
        rows: list[list[PartyTable]] = []
        for table in playing:
            if rows and (not self.by_row or rows[-1][-1].row == table.row):
                rows[-1].append(table)
            else:
                rows.append([table])
        # A ring needs two tables, so a row of a single one joins its neighbour.
        rings: list[list[PartyTable]] = []
        for row in rows:
            if rings and 1 in (len(row), len(rings[-1])):
                rings[-1].extend(row)
            else:
                rings.append(row)
        yield from rings

    def _turn(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        """Yield the tables of *ring* after the moves."""
        stayed: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        arrived: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        last = len(ring) - 1
        for index, table in enumerate(ring):
            moves = self._assign_moves(table, outcomes[table.table_no], get_table_kind(index, last))
            for person, move in moves:
                new_index = {
                    "stay": index,
                    "up": index - 1 if index else last,
                    "down": 0 if index == last else index + 1,
                    "foot": last,
                }[move]
                # At the foot table, going to the foot means staying.
                if new_index == index:
                    stayed[index].append(person)
                else:
                    arrived[new_index].append(person)
        for index, table in enumerate(ring):
            pairing = self.transition.pairing[get_table_kind(index, last)]
            yield self._place_table_players(table, stayed[index], arrived[index], pairing)

    def _assign_moves(
        self, table: PartyTable, outcome: TableOutcome, kind: int
    ) -> Iterator[tuple[TablePlayer, str]]:
        """Yield the players at *table*, each with the slot it moves to."""
        people = _list_people(table)
        if table.alone:
            slots = self.leaving(table, kind)
            movers = choose_progressing_sides(
                table,
                outcome,
                len(slots),
                limited=self.is_short(table),
                lowest=self.transition.losers_go,
            )
            yield from _assign_slots(people, slots, movers)
            return
        loser_moves, winner_moves = self.transition.codes(kind)
        for person in people:
            move_a, move_b = winner_moves if person.side == outcome.winner else loser_moves
            yield person, move_b if person.letter == "B" else move_a

    def _place_table_players(
        self,
        table: PartyTable,
        stayed: list[TablePlayer],
        arrived: list[TablePlayer],
        pairing: str,
    ) -> PartyTable:
        """Return *table* with the players who stayed and those who arrived."""
        if table.alone:
            return make_singles_table(table, stayed, arrived, lettered=self.is_short(table))
        stayed = sorted(stayed, key=attrgetter("place"))
        arrived = sorted(arrived, key=attrgetter("place"))
        if pairing == "vacancy":
            sides = _fill_vacancies(stayed, arrived)
        elif len(stayed) != len(arrived):
            raise AssertionError(f"table {table.table_no} would hold {len(stayed) + len(arrived)}")
        else:
            sides = _make_sides(stayed, arrived, pairing)
        return replace(table, sides=sides, games_here=(), seats="")


def get_table_kind(index: int, last: int) -> int:
    """Return the kind of the table with this *index* in a ring whose last index is *last*.

    >>> [get_table_kind(index, 3) for index in range(4)]
    [0, 1, 1, 2]
    """
    if index == 0:
        return HEAD
    if index == last:
        return FOOT
    return BETWEEN


def choose_progressing_sides(
    table: PartyTable, outcome: TableOutcome, count: int, *, limited: bool, lowest: bool = False
) -> list[int]:
    """Return the *count* sides of a table of single players that move, the highest first.

    With *lowest* it is the lowest. If *limited*, players who have finished a second game there move
    first, whatever their points.

    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> choose_progressing_sides(table, TableOutcome(points=(5, 3, 0)), 2, limited=True)
    [2, 0]

    Source: [HOYLE1926] pp. 90-92.
    """
    order = rank_sides(table, outcome, lowest=lowest)
    if not limited:
        return order[:count]
    due_sides = [side for side in order if _has_played_before(table, side)]
    other_sides = [side for side in order if side not in due_sides]
    return [*due_sides, *other_sides][:count]


def rank_sides(table: PartyTable, outcome: TableOutcome, *, lowest: bool = False) -> list[int]:
    """Return the sides of *table* by points, then by the cut. A winner counts as a cut of one.

    With *lowest* the lowest points come first, and the winner last.

    >>> rank_sides(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (0, 3, 3)))
    [2, 1, 0]
    >>> rank_sides(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (3, 3, 3)), lowest=True)
    [0, 1, 2]
    """
    points = outcome.points or (0,) * len(table.sides)
    cut = outcome.cut
    if not cut and outcome.winner is not None:
        other_sides = [side for side in range(len(table.sides)) if side != outcome.winner]
        cut = (*other_sides, outcome.winner) if lowest else (outcome.winner,)
    sign = 1 if lowest else -1
    return sorted(
        range(len(table.sides)),
        key=lambda side: (sign * points[side], cut.index(side) if side in cut else len(cut)),
    )


def is_due(rule: ProgressRule, table: PartyTable, side: int) -> bool:
    """Return whether a player must leave a short table after a second game there.

    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> [is_due(ProgressRule(TRANSITIONS["all-gents-up"]), table, side) for side in range(3)]
    [False, False, True]
    """
    return rule.is_short(table) and _has_played_before(table, side)


def _has_played_before(table: PartyTable, side: int) -> bool:
    games_here = dict(table.games_here)
    return games_here.get(table.sides[side][0], 0) > 0


def _list_people(table: PartyTable) -> list[TablePlayer]:
    sides = [index for index, side in enumerate(table.sides) for _player in side]
    seats = zip(table.players, sides, table.letters, strict=True)
    return [
        TablePlayer(player, place, side, letter)
        for place, (player, side, letter) in enumerate(seats)
    ]


def _assign_slots(
    people: Sequence[TablePlayer], slots: Sequence[tuple[str, str]], movers: Sequence[int]
) -> Iterator[tuple[TablePlayer, str]]:
    """Yield each of *people* with a move. *slots* are letter and move for each of *movers*."""
    open_slots = list(slots)
    unassigned = [people[place] for place in movers]
    # First those who find a slot of their own letter, then the others, who change letters.
    for needs_own_letter in (True, False):
        for person in list(unassigned):
            possible_slots = (
                slot for slot in open_slots if not needs_own_letter or slot[0] == person.letter
            )
            slot = next(possible_slots, None)
            if slot:
                letter, move = slot
                open_slots.remove(slot)
                unassigned.remove(person)
                yield replace(person, letter=letter), move
    for person in people:
        if person.place not in movers:
            yield person, "stay"


def make_singles_table(
    table: PartyTable,
    stay: Sequence[TablePlayer],
    arrivals: Sequence[TablePlayer],
    *,
    lettered: bool,
) -> PartyTable:
    """Return a table of single players who *stay* and *arrivals*.

    Arrivals take a free place, of their own letter if possible. With *lettered* the table is a
    short one, whose seats are arranged by letter and whose games are counted.

    >>> table, new = PartyTable(3, (("L1",), ("G1",))), [TablePlayer("L2", 0, 0, "A"), TablePlayer("G2", 1, 0, "B")]
    >>> make_singles_table(table, [], new, lettered=True).players
    ('L2', 'G2')
    """
    places = {person.place: person for person in stay}
    free_places = [place for place in range(len(table.players)) if place not in places]
    unplaced = list(arrivals)
    # First those who find a place of their own letter, then the others.
    for needs_own_letter in (True, False):
        for person in list(unplaced):
            possible_places = (
                place
                for place in free_places
                if not needs_own_letter or table.letters[place] == person.letter
            )
            place = next(possible_places, None)
            if place is not None:
                free_places.remove(place)
                unplaced.remove(person)
                places[place] = person
    people = [(places[place].player, places[place].letter) for place in sorted(places)]
    new_table = make_table(table.table_no, people, alone=not lettered)
    games_here: tuple[tuple[Player, int], ...] = ()
    if lettered:
        games_before = dict(table.games_here)
        games_here = tuple(
            (person.player, games_before.get(person.player, 0) + 1) for person in stay
        )
    return replace(table, sides=new_table.sides, games_here=games_here, seats=new_table.seats)


def _fill_vacancies(
    stayed: Sequence[TablePlayer], arrived: Sequence[TablePlayer]
) -> tuple[tuple[Player, ...], ...]:
    """Return the sides of a table whose arrivals take empty seats of their letter."""
    seats = {(person.side, person.letter): person.player for person in stayed}
    for person in arrived:
        side = 0 if (0, person.letter) not in seats else 1
        seats[side, person.letter] = person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def _make_sides(
    stayed: Sequence[TablePlayer], arrived: Sequence[TablePlayer], pairing: str
) -> tuple[tuple[Player, ...], ...]:
    """Return the sides of players who stayed and arrived, kept together or mixed."""
    if len(stayed) == 2:
        stayed = sorted(stayed, key=attrgetter("letter"))
        arrived = sorted(arrived, key=attrgetter("letter"))
    first = [person.player for person in stayed]
    second = [person.player for person in arrived]
    if pairing == "keep":
        return tuple(first), tuple(second)
    # Every second seat changes sides: A who stayed plays with B who arrived.
    for seat in range(1, len(first), 2):
        first[seat], second[seat] = second[seat], first[seat]
    return tuple(first), tuple(second)
