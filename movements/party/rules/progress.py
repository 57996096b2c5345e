"""Carries out a transition: from a seating and its winners to the next seating.

Moves players at tables of partners and at tables where everybody plays alone, within rings of tables.
Leaves sit-outs to :mod:`movements.party.rules.sit_out_turns`. Outcomes are already checked.

A *place* is the index of a player at a table, side by side. Of single players at a short table, one
who has finished a second game there is *due* to leave.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.progress_summary import describe_progress
from movements.party.rules.reseat import Lettered, count_remaining_players, reseat_players
from movements.party.rules.seats import compute_table_sizes, lay_tables, make_table, split_seating
from movements.party.rules.sit_out_turns import take_turns
from movements.party.rules.transitions import BETWEEN, FOOT, HEAD, Transition


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

    >>> from movements.party.rules.transitions import TRANSITIONS
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

    >>> from movements.party.rules.transitions import TRANSITIONS
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
