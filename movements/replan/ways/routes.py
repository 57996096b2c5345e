"""The way of a pair more through the seats of others, who sit out in turn: a rover, or a fixed seat."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import ByeStand, Movement, MovementSpec, SitOut, TableRound
from movements.registry import find_movement, make_plan
from movements.replan.continuation import full_plan, meeting_of
from movements.replan.state import PlayState, everybody

STEPS = 12_000
"""How many stops are tried before a way is given up."""

Side: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Stop:
    """One round of the way: the row there, and on which side the newcomer takes the place of whom."""

    row: TableRound
    side: Side

    @property
    def bumped(self) -> int:
        """Return the pair that sits out."""
        if self.side == "NS":
            return self.row.ns
        return self.row.ew

    @property
    def opponent(self) -> int:
        """Return whom the newcomer meets."""
        if self.side == "NS":
            return self.row.ew
        return self.row.ns

    def meeting(self, newcomer: int) -> Meeting:
        """Return the meeting with the *newcomer* in the seat."""
        row = meeting_of(self.row)
        pairs = (newcomer, row.ew) if self.side == "NS" else (row.ns, newcomer)
        return Meeting(
            row.round_no, row.table_no, *pairs, row.board_set, row.copy_no, row.arrow_switched
        )


Route: TypeAlias = tuple[Stop | None, ...]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A pair without a route: boards seen, opponents met, pairs that must not sit out, and its
    sides.
    """

    seen: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()
    keep: frozenset[int] = frozenset()
    sides: tuple[Side, ...] = ("NS", "EW")
    seat: tuple[int, Side] | None = None


def routes(
    rounds: Sequence[Sequence[TableRound]], newcomer: Newcomer, rests: int = 0
) -> Iterator[Route]:
    """Yield the routes through *rounds* of rows on which no opponent, set or sit-out repeats.

    At most *rests* rounds are spent without opponents.  The tables are tried every other one round
    the room, which is how a rover usually goes; the search ends after a fixed number of steps.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5), 2)
    >>> ways = list(routes([state.in_round(number) for number in range(2, 6)], Newcomer(sides=("NS",))))
    >>> len(ways), [stop.row.table_no for stop in ways[0]]
    (10, [2, 4, 1, 3])
    """
    return _RouteSearch([_stops(rows, newcomer) for rows in rounds], newcomer).ways(rests)


def _stops(rows: Sequence[TableRound], newcomer: Newcomer) -> list[Stop]:
    stops = []
    for row in rows:
        for side in newcomer.sides:
            stops.append(Stop(row, side))
    if newcomer.seat is not None:
        stops = [stop for stop in stops if (stop.row.table_no, stop.side) == newcomer.seat]
    return [
        stop
        for stop in stops
        if stop.bumped not in newcomer.keep
        and stop.opponent not in newcomer.met
        and stop.row.board_set not in newcomer.seen
    ]


class _RouteSearch:
    """A search round by round, the most it may do counted in stops."""

    def __init__(self, rounds: list[list[Stop]], newcomer: Newcomer) -> None:
        self.rounds = rounds
        self.tables = max((stop.row.table_no for stops in rounds for stop in stops), default=1)
        self.left = STEPS
        self.opponents: Counter[int] = Counter(newcomer.met)
        self.sets: Counter[int] = Counter(newcomer.seen)
        self.bumped: Counter[int] = Counter(newcomer.keep)

    def ways(self, rests: int, at: int = 0, last_table: int = 0) -> Iterator[Route]:
        """Yield the ways from round *at* on."""
        if at == len(self.rounds):
            yield ()
            return
        for stop in sorted(
            self.rounds[at], key=lambda stop: (stop.row.table_no - last_table - 2) % self.tables
        ):
            if self.left <= 0:
                return
            self.left -= 1
            if (
                self.opponents[stop.opponent]
                or self.sets[stop.row.board_set]
                or self.bumped[stop.bumped]
            ):
                continue
            self._mark(stop, 1)
            for rest in self.ways(rests, at + 1, stop.row.table_no):
                yield (stop, *rest)
            self._mark(stop, -1)
        if rests and self.left > 0:
            for rest in self.ways(rests - 1, at + 1, last_table):
                yield (None, *rest)

    def _mark(self, stop: Stop, by: int) -> None:
        self.opponents[stop.opponent] += by
        self.sets[stop.row.board_set] += by
        self.bumped[stop.bumped] += by


def along(state: PlayState, route: Route, newcomer: int) -> list[Meeting]:
    """Return the rest of the night with the *newcomer* on its *route*.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5), 5)
    >>> [way] = [way for way in routes([state.in_round(5)], Newcomer(seat=(3, "NS")))]
    >>> [meeting.ns for meeting in along(state, way, 11)]
    [1, 2, 11, 4, 5]
    """
    taken = {(stop.row.round_no, stop.row.table_no): stop for stop in route if stop is not None}
    return [
        taken[row.round_no, row.table_no].meeting(newcomer)
        if (row.round_no, row.table_no) in taken
        else meeting_of(row)
        for row in state.due_rows
    ]


# Another plan of a known movement whose first rounds are those that were played, pairs and sets
# called otherwise.

MOST_FORMS = 12


def relatives(
    state: PlayState, pairs: int, rounds: Sequence[int], key: str | None = None
) -> Iterator[Movement]:
    """Yield plans of the movement played (or *key*) for *pairs*, its own options first.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> [plan.name for plan in relatives(state, 12, [6])]
    ['Skip Mitchell', 'Share-and-bye-stand Mitchell']
    """
    with suppress(MovementError):
        spec = find_movement(key or state.plan.key, contest="pairs")
        if pairs in spec.legal_sizes:
            for options in _forms(spec, pairs, dict(state.plan.options) if key is None else {}):
                legal = spec.round_limits(pairs, tuple(options.items())).legal
                for number in rounds:
                    if number in legal:
                        with suppress(MovementError):
                            yield make_plan(
                                spec.key,
                                pairs=pairs,
                                rounds=number,
                                boards_per_set=state.plan.boards_per_set,
                                options=options,
                            )


def _forms(spec: MovementSpec, pairs: int, own: Mapping[str, str]) -> list[dict[str, str]]:
    forms: dict[tuple[tuple[str, str], ...], None] = {}
    named = {option.name for option in spec.options}
    base = {name: choice for name, choice in own.items() if name in named}
    tried = [base, {}] + [
        {**base, option.name: choice} for option in spec.options for choice in option.advised
    ]
    for chosen in tried:
        with suppress(MovementError):
            forms[spec.settled(pairs, chosen)] = None
    return [dict(form) for form in forms][:MOST_FORMS]


def embed_movement(state: PlayState, other: Movement, new: Sequence[int] = ()) -> Movement | None:
    """Return the night with *other* from now on.

    None unless its first rounds match those played.

    Who sat where tells which number of *other* is which pair, and the set that lay there which set
    is which.  Numbers nobody has yet are the *new* pairs, who miss what has been played.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> plan = embed_movement(state, make_plan("mitchell", tables=6, boards_per_set=2), new=(11, 12))
    >>> [(row.ns, row.ew) for row in plan.rows if row.round_no == 2]
    [(1, 11), (2, 6), (3, 7), (4, 8), (5, 9), (12, 10)]
    """
    names = _Names(state, other)
    if not names.agree() or not names.complete(new):
        return None
    meetings = [
        names.meeting(meeting_of(row)) for row in other.rows if row.round_no >= state.from_round
    ]
    sit_outs = [
        names.sit_out(sit_out) for sit_out in other.sit_outs if sit_out.round_no >= state.from_round
    ]
    stands = [
        ByeStand(stand.round_no, names.sets[stand.board_set], stand.after_table)
        for stand in other.bye_stands
        if stand.round_no >= state.from_round and stand.board_set in names.sets
    ]
    return full_plan(
        state,
        meetings,
        rounds=other.rounds,
        sit_outs=sit_outs,
        bye_stands=stands,
        like=other,
        notes=other.notes,
    )


class _Names:
    """The mapping of pairs and sets to the numbers of another plan."""

    def __init__(self, state: PlayState, other: Movement) -> None:
        self.state, self.other = state, other
        self.pairs: dict[int, int] = {}
        self.sets: dict[int, int] = {}
        self.rows = {(row.round_no, row.table_no): row for row in other.rows}

    def agree(self) -> bool:
        """Map everybody who has played. Return whether both plans have been the same so far."""
        begun = self.state.played_rows or self.state.in_round(1)
        for row in begun:
            same = self.rows.get((row.round_no, row.table_no))
            if same is None or (same.arrow_switched, same.copy_no) != (
                row.arrow_switched,
                row.copy_no,
            ):
                return False
            for names, their, ours in (
                (self.pairs, same.ns, row.ns),
                (self.pairs, same.ew, row.ew),
                (self.sets, same.board_set, row.board_set),
            ):
                if names.setdefault(their, ours) != ours:
                    return False
        return all(len(names) == len(set(names.values())) for names in (self.pairs, self.sets))

    def complete(self, new: Sequence[int]) -> bool:
        """Map pairs that have not played, on their own line, then the new pairs.

        Return False if some are left over.
        """
        self._name_sets()
        theirs = sorted(everybody(self.other) - self.pairs.keys())
        ours = [pair for pair in self.state.pairs if pair not in self.pairs.values()]
        ns = {row.ns for row in self.other.rows}
        for pair in (*ours, *new):
            lines = self.state.lines if pair not in new else None
            fitting = [
                number for number in theirs if lines is None or (number in ns) == (pair in lines[0])
            ]
            if pair in new and self.other.winners == 2:
                # The lower number goes to E-W, so that numbers of E-W pairs stay together.
                fitting.sort(key=lambda number: number in ns)
            if not fitting:
                return False
            self.pairs[fitting[0]] = pair
            theirs.remove(fitting[0])
        return not theirs and not set(self.pairs.values()) & self.state.gone

    def _name_sets(self) -> None:
        theirs = sorted({row.board_set for row in self.other.rows} - self.sets.keys())
        theirs += sorted(
            {stand.board_set for stand in self.other.bye_stands} - {*theirs, *self.sets}
        )
        taken = set(self.sets.values())
        free = (number for number in range(1, 1000) if number not in taken)
        self.sets.update(zip(theirs, free, strict=False))

    def meeting(self, meeting: Meeting) -> Meeting:
        """Return *meeting* in our names."""
        return replace(
            meeting,
            ns=self.pairs[meeting.ns],
            ew=self.pairs[meeting.ew],
            board_set=self.sets[meeting.board_set],
        )

    def sit_out(self, sit_out: SitOut) -> SitOut:
        """Return *wait* in our names."""
        board_set = self.sets.get(sit_out.board_set) if sit_out.board_set else None
        return replace(
            sit_out,
            contestant=self.pairs[sit_out.contestant],
            board_set=board_set,
        )
