"""Uniform continuations: N-S pairs stay, all E-W pairs go up and all board sets down by fixed steps.

They start from the present seats and need two lines, of which N-S keeps its tables. A director can
announce them in a sentence, without new guide cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from movements.layout import Meeting
from movements.model import SitOut
from movements.replan.state import PlayState, make_couple

STEPS = 4_000
"""Moves that are tried before the search is given up."""

MAX_COMPARED = 24
"""Continuations with different moves that are compared."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A uniform continuation: the tables that E-W go up and sets go down before each round."""

    ups: tuple[int, ...]
    downs: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...]

    @property
    def turns(self) -> int:
        """The number of different moves. One means the same move before every round."""
        return len(set(zip(self.ups, self.downs, strict=True)))

    @property
    def words(self) -> str:
        """The instruction for the players.

        >>> Shift((2, 2), (1, 1), (), ()).words
        'E-W go up two tables each round, boards down one'
        >>> Shift((1, 2), (1, 1), (), ()).words
        'E-W go up one table, then two, boards down one'
        """
        first_up, *later_ups = self.ups
        pairs = f"{_format_number_word(first_up)} {'table' if first_up == 1 else 'tables'}"
        if len(set(self.ups)) == 1:
            pairs += " each round"
        else:
            pairs += "".join(f", then {_format_number_word(up)}" for up in later_ups)
        first_down, *later_downs = self.downs
        boards = _format_number_word(first_down)
        if len(set(self.downs)) > 1:
            boards += "".join(f", then {_format_number_word(down)}" for down in later_downs)
        return f"E-W go up {pairs}, boards down {boards}"


def _format_number_word(number: int) -> str:
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if number < len(words):
        return words[number]
    return str(number)


@dataclass(frozen=True, slots=True)
class _Seat:
    """The last pairs at a table, and their board set."""

    table_no: int
    ns: int | None
    ew: int | None
    board_set: int


def find_shifts(state: PlayState) -> Iterator[Shift]:
    """Yield uniform continuations without rematches or repeated boards, the usual ones first.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> next(find_shifts(state)).words
    'E-W go up one table each round, boards down one'
    """
    seats = _find_last_seats(state)
    if seats and state.from_round <= state.last_round:
        steady = list(_ShiftSearch(state, seats).find_steady_shifts())
        yield from steady
        compared = islice(_ShiftSearch(state, seats).extend_shifts((), ()), MAX_COMPARED)
        irregular_shifts = [shift for shift in compared if shift not in steady]
        yield from sorted(irregular_shifts, key=lambda shift: shift.turns)


class _ShiftSearch:
    """A search round by round, limited by the number of moves tried."""

    def __init__(self, state: PlayState, seats: Sequence[_Seat]) -> None:
        self.state, self.seats = state, seats
        self.steps_left = STEPS
        self.seen = {pair: set(state.seen_sets[pair]) for pair in state.present}
        self.met = {pairs for pairs, count in state.meeting_counts.items() if count}

    def find_steady_shifts(self) -> Iterator[Shift]:
        """Yield the continuations with the same move before every round."""
        rounds = self.state.last_round - self.state.from_round + 1
        for up, down in self._list_moves((), ()):
            marked = []
            for step in range(1, rounds + 1):
                lines = self._make_lines(up * step, down * step)
                if lines is None:
                    break
                self._mark(lines)
                marked.append(lines)
            for lines in marked:
                self._unmark(lines)
            if len(marked) == rounds:
                yield self._make_shift((up,) * rounds, (down,) * rounds)

    def extend_shifts(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Iterator[Shift]:
        """Yield the continuations that begin with the moves *ups* and *downs*."""
        if len(ups) > self.state.last_round - self.state.from_round:
            yield self._make_shift(ups, downs)
            return
        for up, down in self._list_moves(ups, downs):
            if self.steps_left <= 0:
                return
            self.steps_left -= 1
            lines = self._make_lines(sum(ups) + up, sum(downs) + down)
            if lines is None:
                continue
            self._mark(lines)
            yield from self.extend_shifts((*ups, up), (*downs, down))
            self._unmark(lines)

    def _list_moves(self, ups: Sequence[int], downs: Sequence[int]) -> list[tuple[int, int]]:
        """Return the moves to try, that of the previous round first, at the start one table each."""
        usual = (ups[-1], downs[-1]) if ups else (1, 1)
        moves = []
        for down in range(self.state.plan.board_sets):
            for up in range(len(self.seats)):
                moves.append((up, down))
        return sorted(
            moves, key=lambda move: (move != usual, move[1] != usual[1], move[0] != usual[0])
        )

    def _make_lines(self, up: int, down: int) -> list[tuple[int, int, int]] | None:
        """Return the meetings after moves of *up* and *down* in all, or None if one isn't allowed."""
        lines = []
        used_sets = set()
        for index, seat in enumerate(self.seats):
            ew, board_set = self._find_ew_and_set(index, up, down)
            if seat.ns is None or ew is None:
                continue
            if board_set in used_sets or board_set in self.seen[seat.ns] | self.seen[ew]:
                return None
            if make_couple(seat.ns, ew) in self.met:
                return None
            used_sets.add(board_set)
            lines.append((seat.ns, ew, board_set))
        return lines

    def _find_ew_and_set(self, index: int, up: int, down: int) -> tuple[int | None, int]:
        """Return the E-W pair and the set at the seat *index* after moves of *up* and *down*."""
        ew = self.seats[(index - up) % len(self.seats)].ew
        board_set = (self.seats[index].board_set - 1 + down) % self.state.plan.board_sets + 1
        return ew, board_set

    def _mark(self, lines: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in lines:
            self.met.add(make_couple(ns, ew))
            self.seen[ns].add(board_set)
            self.seen[ew].add(board_set)

    def _unmark(self, lines: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in lines:
            self.met.discard(make_couple(ns, ew))
            self.seen[ns].discard(board_set)
            self.seen[ew].discard(board_set)

    def _make_shift(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Shift:
        meetings: list[Meeting] = []
        sit_outs: list[SitOut] = []
        for step in range(len(ups)):
            round_no = self.state.from_round + step
            up, down = sum(ups[: step + 1]), sum(downs[: step + 1])
            for index, seat in enumerate(self.seats):
                ew, board_set = self._find_ew_and_set(index, up, down)
                if seat.ns is not None and ew is not None:
                    meetings.append(Meeting(round_no, seat.table_no, seat.ns, ew, board_set))
                elif pair := seat.ns or ew:
                    sit_outs.append(SitOut(round_no, pair, seat.table_no, board_set))
        return Shift(ups, downs, tuple(meetings), tuple(sit_outs))


def _find_last_seats(state: PlayState) -> list[_Seat]:
    """Return the seats of the last round played, or none if a uniform move isn't possible.

    It needs two lines, all pairs present, one copy of each set, and a table for each sit-out.
    """
    lines = state.lines
    last = state.from_round - 1
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
