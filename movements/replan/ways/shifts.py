"""Uniform continuations: N-S pairs stay, all E-W pairs go up and all sets down by fixed steps.

Responsible for two lines of which one keeps its tables, from where they sat last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from movements.layout import Meeting
from movements.model import SitOut
from movements.replan.state import PlayState, couple

STEPS = 4_000
"""Moves that are tried before a search is given up."""

MOST_WAYS = 24
"""Ways that are compared: those that go the same way every round come first."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One way on: how many tables E-W go *ups* and the sets go *downs* before each round to come."""

    ups: tuple[int, ...]
    downs: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...]

    @property
    def turns(self) -> int:
        """Return how many different moves there are: one where every round goes alike."""
        return len(set(zip(self.ups, self.downs, strict=True)))

    @property
    def words(self) -> str:
        """Return the instruction for the players.

        >>> Shift((2, 2), (1, 1), (), ()).words
        'E-W go up two tables each round, boards down one'
        >>> Shift((1, 2), (1, 1), (), ()).words
        'E-W go up one table, then two, boards down one'
        """
        first, *later = self.ups
        tables = "table" if first == 1 else "tables"
        if len(set(self.ups)) == 1:
            each = " each round"
        else:
            each = "".join(f", then {_number(up)}" for up in later)
        boards = _number(self.downs[0])
        if len(set(self.downs)) > 1:
            boards += "".join(f", then {_number(down)}" for down in self.downs[1:])
        return f"E-W go up {_number(first)} {tables}{each}, boards down {boards}"


def _number(number: int) -> str:
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if number < len(words):
        return words[number]
    return str(number)


@dataclass(frozen=True, slots=True)
class _Seat:
    """Who sat at a table last, and with which set."""

    table_no: int
    ns: int | None
    ew: int | None
    board_set: int


def shifts(state: PlayState) -> Iterator[Shift]:
    """Yield the uniform continuations without rematches or repeated boards, the usual ones first.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> next(shifts(state)).words
    'E-W go up one table each round, boards down one'
    """
    seats = _last_seats(state)
    if seats and state.from_round <= state.last:
        steady = list(_ShiftSearch(state, seats).steady())
        yield from steady
        others = islice(_ShiftSearch(state, seats).ways((), ()), MOST_WAYS)
        yield from sorted((way for way in others if way not in steady), key=lambda way: way.turns)


class _ShiftSearch:
    """A search round by round, limited by the number of moves tried."""

    def __init__(self, state: PlayState, seats: Sequence[_Seat]) -> None:
        self.state, self.seats = state, seats
        self.left = STEPS
        self.seen = {pair: set(state.seen[pair]) for pair in state.pairs}
        self.met = {both for both, times in state.met.items() if times}

    def steady(self) -> Iterator[Shift]:
        """Yield the ways on that are the same every round."""
        rounds = self.state.last - self.state.from_round + 1
        for up, down in self._moves((), ()):
            marked = []
            for step in range(1, rounds + 1):
                lines = self._lines(up * step, down * step)
                if lines is None:
                    break
                self._mark(lines)
                marked.append(lines)
            for lines in marked:
                self._unmark(lines)
            if len(marked) == rounds:
                yield self._shift((up,) * rounds, (down,) * rounds)

    def ways(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Iterator[Shift]:
        """Yield the ways on after moves of *ups* and *downs*."""
        if len(ups) > self.state.last - self.state.from_round:
            yield self._shift(ups, downs)
            return
        for up, down in self._moves(ups, downs):
            if self.left <= 0:
                return
            self.left -= 1
            lines = self._lines(sum(ups) + up, sum(downs) + down)
            if lines is None:
                continue
            self._mark(lines)
            yield from self.ways((*ups, up), (*downs, down))
            self._unmark(lines)

    def _moves(self, ups: Sequence[int], downs: Sequence[int]) -> list[tuple[int, int]]:
        """Return the moves to try, the last or usual one first."""
        usual = (ups[-1], downs[-1]) if ups else (1, 1)
        moves = []
        for down in range(self.state.plan.board_sets):
            for up in range(len(self.seats)):
                moves.append((up, down))
        return sorted(
            moves, key=lambda move: (move != usual, move[1] != usual[1], move[0] != usual[0])
        )

    def _lines(self, up: int, down: int) -> list[tuple[int, int, int]] | None:
        """Return the meetings and sets after all those moves, or None if one isn't allowed."""
        tables, sets = len(self.seats), self.state.plan.board_sets
        lines = []
        used = set()
        for place, seat in enumerate(self.seats):
            ew, board_set = (
                self.seats[(place - up) % tables].ew,
                (seat.board_set - 1 + down) % sets + 1,
            )
            if seat.ns is None or ew is None:
                continue
            if board_set in used or board_set in self.seen[seat.ns] or board_set in self.seen[ew]:
                return None
            if couple(seat.ns, ew) in self.met:
                return None
            used.add(board_set)
            lines.append((seat.ns, ew, board_set))
        return lines

    def _mark(self, lines: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in lines:
            self.met.add(couple(ns, ew))
            self.seen[ns].add(board_set)
            self.seen[ew].add(board_set)

    def _unmark(self, lines: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in lines:
            self.met.discard(couple(ns, ew))
            self.seen[ns].discard(board_set)
            self.seen[ew].discard(board_set)

    def _shift(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Shift:
        tables, sets = len(self.seats), self.state.plan.board_sets
        meetings: list[Meeting] = []
        sit_outs: list[SitOut] = []
        for step in range(len(ups)):
            round_no, up, down = (
                self.state.from_round + step,
                sum(ups[: step + 1]),
                sum(downs[: step + 1]),
            )
            for place, seat in enumerate(self.seats):
                ew, board_set = (
                    self.seats[(place - up) % tables].ew,
                    (seat.board_set - 1 + down) % sets + 1,
                )
                if seat.ns is not None and ew is not None:
                    meetings.append(Meeting(round_no, seat.table_no, seat.ns, ew, board_set))
                elif pair := seat.ns or ew:
                    sit_outs.append(SitOut(round_no, pair, seat.table_no, board_set))
        return Shift(ups, downs, tuple(meetings), tuple(sit_outs))


def _last_seats(state: PlayState) -> list[_Seat]:
    """Return the tables of the last round played.

    Only if each has its own set and N-S pairs keep their tables.
    """
    lines, last = state.lines, state.from_round - 1
    if lines is None or state.gone or state.plan.copies > 1:
        return []
    seats = [
        _Seat(row.table_no, row.ns, row.ew, row.board_set)
        for row in state.played_rows
        if row.round_no == last
    ]
    for sit_out in state.played_sit_outs:
        if sit_out.round_no == last:
            if sit_out.table_no is None or sit_out.board_set is None:
                return []
            is_ns = sit_out.contestant in lines[0]
            ns, ew = (sit_out.contestant, None) if is_ns else (None, sit_out.contestant)
            seats.append(_Seat(sit_out.table_no, ns, ew, sit_out.board_set))
    return sorted(seats, key=lambda seat: seat.table_no)
