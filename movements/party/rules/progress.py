"""Transitions, as sentences and as moves: from a seating and its winners to the next seating.

A transition says where winners and losers move, and how the next four at a table pair up. Eleven are
from the books, the others from today's drives. :class:`ProgressRule` moves players within rings of
tables, at tables of partners and at tables where everybody plays alone. Sit-outs are left to
:mod:`movements.party.rules.seats`. Outcomes are already checked.

The *index* of a player counts the seats of a table, side by side. At a short table, where everybody
plays alone, a player who has finished a second game is *due* to leave.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.seats import (
    LetteredPlayer,
    compute_table_sizes,
    count_remaining_players,
    exchange_sit_outs,
    lay_tables,
    make_table,
    reseat_players,
    split_seating,
)

CodeByTableKind: TypeAlias = tuple[str, str, str]
"""A code for the head table, for the tables between, and for the foot table."""

HEAD, BETWEEN, FOOT = range(3)
"""The kinds of tables, which are also the indexes into a ``CodeByTableKind``."""


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
    win_a: CodeByTableKind
    win_b: CodeByTableKind
    lose_a: CodeByTableKind
    lose_b: CodeByTableKind
    pairing: CodeByTableKind

    def get_moves(self, kind: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the moves at a table of this *kind*: first of losers A and B, then of winners A and B.

        >>> TRANSITIONS["lady-up-gent-down"].get_moves(HEAD)
        (('stay', 'stay'), ('up', 'down'))
        """
        return (self.lose_a[kind], self.lose_b[kind]), (self.win_a[kind], self.win_b[kind])

    @property
    def has_moves_by_letter(self) -> bool:
        """Whether seats A and B of a side move differently at a table.

        >>> TRANSITIONS["lady-up-gent-down"].has_moves_by_letter, TRANSITIONS["winners-up-head-kept"].has_moves_by_letter
        (True, False)
        """
        return self.win_a != self.win_b or self.lose_a != self.lose_b

    @property
    def has_staying_winners(self) -> bool:
        """Return whether all winners stay, so that at a table of single players the lowest leave.

        >>> DRIVES["losers-part-winners-together"].has_staying_winners, TRANSITIONS["winners-up-head-kept"].has_staying_winners
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
    """Return a transition in which winners go up, and losers at the head table go to the foot."""
    winners = ("stay", "up", "up")
    losers = ("foot", "stay", "stay")
    return Transition(key, winners, winners, losers, losers, (head_pairing, pairing, pairing))


_BOOK_TRANSITIONS = (
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

TRANSITIONS = {transition.key: transition for transition in _BOOK_TRANSITIONS}
"""Every transition of the books by its key.

Source: [WDW1900] p. 24; [HOYLE1926] pp. 36-37, 90-96, 102-103.
"""

PARTNERS_KEPT_TRANSITIONS = (
    _make_losers_to_foot_transition("losers-to-foot-partners-kept", "keep", "keep"),
    _make_uniform_transition("winners-down-partners-kept", "down down stay stay", "keep"),
)
"""Two more transitions: moves of the books, but with partners kept together."""

_DRIVE_TRANSITIONS = (
    _make_uniform_transition("win-lady-down-gent-up", "down up stay stay", "split"),
    _make_uniform_transition("losers-part-winners-together", "stay stay down up", "keep"),
    _make_uniform_transition("losers-part-winners-part", "stay stay down up", "split"),
    _make_uniform_transition("losers-part-winners-together-a-up", "stay stay up down", "keep"),
    _make_uniform_transition("losers-part-winners-part-a-up", "stay stay up down", "split"),
)

DRIVES = {transition.key: transition for transition in _DRIVE_TRANSITIONS}
"""Transitions of today's drives.

Players there say "up" for the next higher table number, which is ``down`` here.
"""


# Parts of sentences that several transitions share.
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

_SENTENCE_BY_KEY = {
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
_SINGLES_SENTENCE_BY_SIZE = {
    3: "The highest scorer at each table goes up one table, from table 1 to the foot; the others stay",
    5: "The two highest scorers at each table go up one table, from table 1 to the foot; the others stay",
}


def describe_progress(
    transition: Transition,
    *,
    size: int,
    by_row: bool,
    later_transition: Transition | None,
    transition_round: int | None,
) -> str:
    """Return one sentence on the moves at full tables of *size*.

    After round *transition_round* the transition is *later_transition*.

    >>> describe_progress(TRANSITIONS["win-gent-up-only"], size=4, by_row=False, later_transition=None, transition_round=None)
    'Only the winner in seat B goes up one table, to the free seat there.'
    """
    if size in _SINGLES_SENTENCE_BY_SIZE:
        sentence = _SINGLES_SENTENCE_BY_SIZE[size]
    elif size == 6:
        sentence = _describe_tables_of_six(transition)
    else:
        sentence = _describe_tables_of_four(transition, by_row=by_row)
    if later_transition is not None and transition_round is not None:
        sentence += f"; after round {transition_round} seat {_get_moving_seat(later_transition)} moves instead"
    return f"{sentence}."


def _describe_tables_of_four(transition: Transition, *, by_row: bool) -> str:
    if transition.key == "winners-down-circle-split":
        circle = " of their row, from its last table to its first" if by_row else _AROUND
        return (
            f"Winners {_TO_NEXT_HIGHER}{circle}; losers stay and change partners with the arrivals"
        )
    return _SENTENCE_BY_KEY[transition.key]


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
    """A player at a table before a move: index at the table, side and seat letter.

    >>> TablePlayer("L1", 0, 0, "A").letter
    'A'
    """

    player: Player
    index: int
    side: int
    letter: str


@dataclass(frozen=True, slots=True)
class ProgressRule:
    """The rule of a system in which winners (or losers, or all of one seat) move along the tables.

    - *size* is the number of players at a full table. With *pairs* partners stay
      together all evening.
    - *is_circle_by_row* makes each row a ring of its own. *row_count* is the number of rows in the
      room, 0 for one row per 16 tables.
    - *leftover_rule* says what leftover players do: ``short-table`` (two or three play at the foot),
      ``five-at-table`` or ``sit-out``.
    - After round *transition_round* the transition is *later_transition*.

    >>> ProgressRule(TRANSITIONS["all-gents-up"]).seat(["L1", "L2"], ["G1", "G2"])
    (PartyTable(table_no=1, sides=(('L1', 'G1'), ('L2', 'G2')), row=1, games_here=(), seats='', waits_at=0),)
    """

    transition: Transition
    size: int = 4
    pairs: bool = False
    is_circle_by_row: bool = False
    leftover_rule: str = "sit-out"
    row_count: int = 1
    fixed: bool = False
    later_transition: Transition | None = None
    transition_round: int | None = None

    def most_rounds(self, players: int) -> int | None:
        """Return None, because any number of rounds is possible."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating. Players fill the tables from the head table on, in their order."""
        return lay_tables(
            seat_a,
            seat_b,
            size=self.size,
            leftover_rule=self.leftover_rule,
            row_count=self.row_count,
        )

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[LetteredPlayer],
        round_no: int,
    ) -> Seating:
        """Return *seating* without *leavers* and with *arrivals*."""
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(
            seating, leavers, arrivals, compute_table_sizes(players, self.size, self.leftover_rule)
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after a round with these *outcomes*."""
        if (
            self.later_transition
            and self.transition_round is not None
            and round_no > self.transition_round
        ):
            # Its copy has no later transition, so it doesn't change again.
            later_rule = replace(self, transition=self.later_transition, later_transition=None)
            return later_rule.advance(seating, outcomes, round_no)
        playing, resting = split_seating(seating)
        moved_tables: list[PartyTable] = []
        for ring in self._split_into_rings(playing):
            moved_tables += self._move_ring(ring, outcomes)
        return exchange_sit_outs(moved_tables, resting, is_for_pairs=self.pairs)

    def list_leaving_moves(self, table: PartyTable, kind: int) -> tuple[tuple[str, str], ...]:
        """Return the seat letter and the move of each player who must leave a table of single players.

        Moves are as for partners at a table of this *kind*, the winners' first.
        """
        if self.size == 3:
            return (("A", self.transition.win_a[kind]),)  # only the highest scorer moves
        losers, winners = self.transition.get_moves(kind)
        letters_with_moves = (*zip("AB", winners, strict=True), *zip("AB", losers, strict=True))
        return tuple((letter, move) for letter, move in letters_with_moves if move != "stay")

    def is_short(self, table: PartyTable) -> bool:
        """Return whether two or three play at *table* instead of four."""
        return self.size == 4 and table.is_for_singles and len(table.sides) < 4

    def count_tables(self, players: int) -> int:
        """Return the number of tables for this number of *players*."""
        sizes, _sitting_out = compute_table_sizes(players, self.size, self.leftover_rule)
        return len(sizes)

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return describe_progress(
            self.transition,
            size=self.size,
            by_row=self.is_circle_by_row,
            later_transition=self.later_transition,
            transition_round=self.transition_round,
        )

    @property
    def expected(self) -> str:
        """Return the tables that a seating should have, for error messages."""
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
        if len(sizes) == 1:  # the sit-outs, as a table of one side
            sit_out_count = sizes[0]
            has_legal_count = sit_out_count == 2 if self.pairs else sit_out_count < self.size
            return is_last and has_legal_count
        full_sizes = {3: [1] * 3, 4: [2, 2], 5: [1] * 5, 6: [3, 3]}[self.size]
        # With tables of five, leftover players make tables of four partners.
        if sizes == full_sizes or (self.size == 5 and sizes == [2, 2]):
            return True
        if self.size != 4 or self.pairs:
            return False
        if sizes == [1] * 5:
            return self.leftover_rule == "five-at-table"
        return is_last and sizes in ([1, 1], [1, 1, 1])

    def _split_into_rings(self, playing: list[PartyTable]) -> Iterator[list[PartyTable]]:
        """Yield the tables of each ring: all of them, or those of a row."""
        rows: list[list[PartyTable]] = []
        for table in playing:
            if rows and (not self.is_circle_by_row or rows[-1][-1].row == table.row):
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

    def _move_ring(self, ring: Sequence[PartyTable], outcomes: Outcomes) -> Iterator[PartyTable]:
        """Yield the tables of *ring* after the moves."""
        stayers_by_table: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        arrivals_by_table: defaultdict[int, list[TablePlayer]] = defaultdict(list)
        last = len(ring) - 1
        for index, table in enumerate(ring):
            kind = get_table_kind(index, last)
            for person, move in self._assign_moves(table, outcomes[table.table_no], kind):
                new_index = {
                    "stay": index,
                    "up": index - 1 if index else last,
                    "down": 0 if index == last else index + 1,
                    "foot": last,
                }[move]
                # At the foot table, going to the foot means staying. So does any move at a single table.
                if new_index == index:
                    stayers_by_table[index].append(person)
                else:
                    arrivals_by_table[new_index].append(person)
        for index, table in enumerate(ring):
            pairing = self.transition.pairing[get_table_kind(index, last)]
            yield self._place_table_players(
                table, stayers_by_table[index], arrivals_by_table[index], pairing
            )

    def _assign_moves(
        self, table: PartyTable, outcome: TableOutcome, kind: int
    ) -> Iterator[tuple[TablePlayer, str]]:
        """Yield the players at *table*, each with a move.

        At a table of single players a player may change letters to get one of the leaving moves.
        """
        people = _list_table_players(table)
        if table.is_for_singles:
            slots = self.list_leaving_moves(table, kind)
            movers = choose_progressing_sides(
                table,
                outcome,
                count=len(slots),
                is_limited=self.is_short(table),
                is_lowest_first=self.transition.has_staying_winners,
            )
            yield from _assign_slots(people, slots, movers)
            return
        loser_moves, winner_moves = self.transition.get_moves(kind)
        for person in people:
            has_won = person.side == outcome.winner
            move_a, move_b = winner_moves if has_won else loser_moves
            move = move_b if person.letter == "B" else move_a
            yield person, move

    def _place_table_players(
        self,
        table: PartyTable,
        stayers: list[TablePlayer],
        arrivals: list[TablePlayer],
        pairing: str,
    ) -> PartyTable:
        """Return *table* with the players who stayed and those who arrived."""
        if table.is_for_singles:
            return make_singles_table(table, stayers, arrivals, has_letters=self.is_short(table))
        # They come in the order of the ring's moves, but sides are made in the order of seats.
        stayers = sorted(stayers, key=attrgetter("index"))
        arrivals = sorted(arrivals, key=attrgetter("index"))
        if pairing == "vacancy":
            sides = _fill_vacancies(stayers, arrivals)
        elif len(stayers) != len(arrivals):
            raise AssertionError(
                f"table {table.table_no} would hold {len(stayers) + len(arrivals)}"
            )
        else:
            sides = _make_sides(stayers, arrivals, pairing)
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
    table: PartyTable,
    outcome: TableOutcome,
    count: int,
    *,
    is_limited: bool,
    is_lowest_first: bool = False,
) -> list[int]:
    """Return the *count* sides that leave a table of single players, the highest first.

    With *is_lowest_first* the lowest leave. If *is_limited*, players who have finished a second game
    at the table leave before the others, whatever their points.

    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> choose_progressing_sides(table, TableOutcome(points=(5, 3, 0)), 2, is_limited=True)
    [2, 0]

    Source: [HOYLE1926] pp. 90-92.
    """
    order = rank_sides(table, outcome, is_lowest_first=is_lowest_first)
    if not is_limited:
        return order[:count]
    due_sides = [side for side in order if _has_played_before(table, side)]
    other_sides = [side for side in order if side not in due_sides]
    return [*due_sides, *other_sides][:count]


def rank_sides(
    table: PartyTable, outcome: TableOutcome, *, is_lowest_first: bool = False
) -> list[int]:
    """Return the sides of *table* by points, then by the cut.

    Without a cut, the winner comes first among equal points. With *is_lowest_first* the lowest points
    come first, and the winner last among equals.

    >>> rank_sides(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (0, 3, 3)))
    [2, 1, 0]
    >>> rank_sides(PartyTable(4, (("L1",), ("G1",), ("L2",))), TableOutcome(2, (3, 3, 3)), is_lowest_first=True)
    [0, 1, 2]
    """
    points = outcome.points or (0,) * len(table.sides)
    cut = outcome.cut
    if not cut and outcome.winner is not None:
        other_sides = [side for side in range(len(table.sides)) if side != outcome.winner]
        cut = (*other_sides, outcome.winner) if is_lowest_first else (outcome.winner,)
    sign = 1 if is_lowest_first else -1

    def make_sort_key(side: int) -> tuple[int, int]:
        position_in_cut = cut.index(side) if side in cut else len(cut)
        return sign * points[side], position_in_cut

    return sorted(range(len(table.sides)), key=make_sort_key)


def is_due(rule: ProgressRule, table: PartyTable, side: int) -> bool:
    """Return whether the player on *side* must leave a short table after a second game there.

    >>> table = PartyTable(4, (("L1",), ("G1",), ("L2",)), games_here=(("L2", 1),))
    >>> [is_due(ProgressRule(TRANSITIONS["all-gents-up"]), table, side) for side in range(3)]
    [False, False, True]
    """
    return rule.is_short(table) and _has_played_before(table, side)


def _has_played_before(table: PartyTable, side: int) -> bool:
    games_here = dict(table.games_here)
    return games_here.get(table.sides[side][0], 0) > 0


def _list_table_players(table: PartyTable) -> list[TablePlayer]:
    sides = [index for index, side in enumerate(table.sides) for _player in side]
    seats = zip(table.players, sides, table.letters, strict=True)
    return [
        TablePlayer(player, index, side=side, letter=letter)
        for index, (player, side, letter) in enumerate(seats)
    ]


def _assign_slots(
    people: Sequence[TablePlayer], slots: Sequence[tuple[str, str]], movers: Sequence[int]
) -> Iterator[tuple[TablePlayer, str]]:
    """Yield each of *people* with a move.

    *movers* are the indexes of the players who leave, and *slots* the letters and moves for them.
    """
    open_slots = list(slots)
    unassigned = [people[index] for index in movers]
    # Players who find a slot of their own letter come first. The others then change letters.
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
        if person.index not in movers:
            yield person, "stay"


def make_singles_table(
    table: PartyTable,
    stayers: Sequence[TablePlayer],
    arrivals: Sequence[TablePlayer],
    *,
    has_letters: bool,
) -> PartyTable:
    """Return *table* with the single players in *stayers* and *arrivals*.

    Arrivals take a free seat, of their own letter if possible. With *has_letters* the table is a
    short one, whose seats are arranged by letter and whose games are counted.

    >>> table, new = PartyTable(3, (("L1",), ("G1",))), [TablePlayer("L2", 0, 0, "A"), TablePlayer("G2", 1, 0, "B")]
    >>> make_singles_table(table, [], new, has_letters=True).players
    ('L2', 'G2')
    """
    person_by_seat = {person.index: person for person in stayers}
    free_seats = [seat for seat in range(len(table.players)) if seat not in person_by_seat]
    unplaced = list(arrivals)
    # Arrivals who find a seat of their own letter come first.
    for needs_own_letter in (True, False):
        for person in list(unplaced):
            possible_seats = (
                seat
                for seat in free_seats
                if not needs_own_letter or table.letters[seat] == person.letter
            )
            seat = next(possible_seats, None)
            if seat is not None:
                free_seats.remove(seat)
                unplaced.remove(person)
                person_by_seat[seat] = person
    people = [
        (person_by_seat[seat].player, person_by_seat[seat].letter)
        for seat in sorted(person_by_seat)
    ]
    new_table = make_table(table.table_no, people, is_for_singles=not has_letters)
    games_here: tuple[tuple[Player, int], ...] = ()
    if has_letters:
        previous_games = dict(table.games_here)
        games_here = tuple(
            (person.player, previous_games.get(person.player, 0) + 1) for person in stayers
        )
    return replace(table, sides=new_table.sides, games_here=games_here, seats=new_table.seats)


def _fill_vacancies(
    stayers: Sequence[TablePlayer], arrivals: Sequence[TablePlayer]
) -> tuple[tuple[Player, ...], ...]:
    """Return the sides of a table whose arrivals take empty seats of their letter."""
    seats = {(person.side, person.letter): person.player for person in stayers}
    for person in arrivals:
        side = 1 if (0, person.letter) in seats else 0
        seats[side, person.letter] = person.player
    return tuple((seats[side, "A"], seats[side, "B"]) for side in (0, 1))


def _make_sides(
    stayers: Sequence[TablePlayer], arrivals: Sequence[TablePlayer], pairing: str
) -> tuple[tuple[Player, ...], ...]:
    """Return the two sides of a table: stayers and arrivals kept together, or mixed."""
    # At a table of four each has a letter. Six at a table are mixed in the order of their seats.
    if len(stayers) == 2:
        stayers = sorted(stayers, key=attrgetter("letter"))
        arrivals = sorted(arrivals, key=attrgetter("letter"))
    first_side = [person.player for person in stayers]
    second_side = [person.player for person in arrivals]
    if pairing == "keep":
        return tuple(first_side), tuple(second_side)
    # Every second seat changes sides, so that A who stayed plays with B who arrived.
    for seat in range(1, len(first_side), 2):
        first_side[seat], second_side[seat] = second_side[seat], first_side[seat]
    return tuple(first_side), tuple(second_side)
