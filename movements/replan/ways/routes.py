"""The way of a pair more through the seats of others, who sit out in turn: a rover, or a fixed seat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from movements.layout import Meeting
from movements.model import TableRound
from movements.replan.night import Night
from movements.replan.whole import meeting_of

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
        return self.row.ns if self.side == "NS" else self.row.ew

    @property
    def opponent(self) -> int:
        """Return whom the newcomer meets."""
        return self.row.ew if self.side == "NS" else self.row.ns

    def meeting(self, newcomer: int) -> Meeting:
        """Return the meeting with the *newcomer* in the seat."""
        row = meeting_of(self.row)
        pairs = (newcomer, row.ew) if self.side == "NS" else (row.ns, newcomer)
        return Meeting(row.round_no, row.table_no, *pairs, row.board_set, row.copy_no, row.arrow_switched)


Route: TypeAlias = tuple[Stop | None, ...]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who looks for a way: what it has seen, whom it has met, whom it must not send out, and on which sides it sits."""

    seen: frozenset[int] = frozenset()
    met: frozenset[int] = frozenset()
    keep: frozenset[int] = frozenset()
    sides: tuple[Side, ...] = ("NS", "EW")
    seat: tuple[int, Side] | None = None


def routes(rounds: Sequence[Sequence[TableRound]], newcomer: Newcomer, rests: int = 0) -> Iterator[Route]:
    """Yield the ways through *rounds* of rows on which nobody is met, no set played and nobody sent out twice.

    At most *rests* rounds are spent without opponents.  The tables are tried every other one round the room, which is
    how a rover usually goes; the search ends after a fixed number of steps.

    >>> from movements import make_plan
    >>> night = Night(make_plan("mitchell", tables=5), 2)
    >>> ways = list(routes([night.in_round(number) for number in range(2, 6)], Newcomer(sides=("NS",))))
    >>> len(ways), [stop.row.table_no for stop in ways[0]]
    (10, [2, 4, 1, 3])
    """
    return _Search([_stops(rows, newcomer) for rows in rounds], newcomer).ways(rests)


def _stops(rows: Sequence[TableRound], newcomer: Newcomer) -> list[Stop]:
    stops = [Stop(row, side) for row in rows for side in newcomer.sides]
    if newcomer.seat is not None:
        stops = [stop for stop in stops if (stop.row.table_no, stop.side) == newcomer.seat]
    return [
        stop
        for stop in stops
        if stop.bumped not in newcomer.keep
        and stop.opponent not in newcomer.met
        and stop.row.board_set not in newcomer.seen
    ]


class _Search:
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
        for stop in sorted(self.rounds[at], key=lambda stop: (stop.row.table_no - last_table - 2) % self.tables):
            if self.left <= 0:
                return
            self.left -= 1
            if self.opponents[stop.opponent] or self.sets[stop.row.board_set] or self.bumped[stop.bumped]:
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


def along(night: Night, route: Route, newcomer: int) -> list[Meeting]:
    """Return what is due in the rest of the night with the *newcomer* on its *route*.

    >>> from movements import make_plan
    >>> night = Night(make_plan("mitchell", tables=5), 5)
    >>> [way] = [way for way in routes([night.in_round(5)], Newcomer(seat=(3, "NS")))]
    >>> [meeting.ns for meeting in along(night, way, 11)]
    [1, 2, 11, 4, 5]
    """
    taken = {(stop.row.round_no, stop.row.table_no): stop for stop in route if stop is not None}
    return [
        taken[row.round_no, row.table_no].meeting(newcomer)
        if (row.round_no, row.table_no) in taken
        else meeting_of(row)
        for row in night.due
    ]
