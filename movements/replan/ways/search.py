"""Search the rest of a night pair by pair and round by round, within a bounded amount of work."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import TypeAlias

from movements.layout import Meeting
from movements.model import TableRound
from movements.replan.state import PlayState, couple

STEPS = 80_000
"""Couples looked at before a search is given up; seating a pair counts as a few."""

SEATING = 8

MOST_SITTERS = 40
"""Choices of who sits out that are tried in a round."""

Line: TypeAlias = tuple[int, int, int]
"""N-S pair, E-W pair, board set."""


@dataclass(frozen=True, slots=True)
class SearchGoal:
    """The rest of a night to search: rounds, sets, tables and the rematches allowed.

    ``again`` is how often opponents may meet again, in all; ``pairs`` is who plays, ``ns`` who of
    them sits N-S where lines are kept; ``wishes`` are meetings to come near to (what the plan in
    force says, unless said).
    """

    rounds: tuple[int, ...]
    sets: tuple[int, ...]
    tables: tuple[int, ...]
    pairs: tuple[int, ...]
    again: int = 0
    ns: frozenset[int] | None = None
    wishes: tuple[Meeting, ...] = ()


@dataclass(slots=True)
class SearchResult:
    """The meetings of the rest, or None. ``proven`` means that all possibilities were tried."""

    meetings: list[Meeting] | None
    proven: bool


@dataclass(slots=True)
class _Course:
    """The state at a point of the search."""

    seen: dict[int, int]
    met: Counter[tuple[int, int]]
    waited: Counter[int]
    again: int
    lines: list[list[Line]] = field(default_factory=list)


def search(state: PlayState, wanted: SearchGoal, steps: int = STEPS) -> SearchResult:
    """Return full rounds for the rest of the night.

    No board twice, and no more rematches than *wanted* allows.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=4, boards_per_set=2), 3)
    >>> wanted = SearchGoal((3,), (1, 2, 3, 4), (1, 2, 3, 4), state.pairs, ns=state.lines[0])
    >>> len(search(state, wanted).meetings)
    4
    """
    return _MeetingSearch(state, wanted, steps).run()


class _MeetingSearch:
    def __init__(self, state: PlayState, wanted: SearchGoal, steps: int) -> None:
        self.state, self.wanted, self.left = state, wanted, steps
        self.order = {number: place for place, number in enumerate(wanted.sets)}
        self.all_sets = (1 << len(wanted.sets)) - 1
        self.due_rows = _due_lines(wanted.wishes or (*state.due_rows, *state.replays))

    def run(self) -> SearchResult:
        """Look for the rounds wanted, in order."""
        seen = {
            pair: sum(
                1 << self.order[played] for played in self.state.seen[pair] if played in self.order
            )
            for pair in self.wanted.pairs
        }
        waited = Counter(sit_out.contestant for sit_out in self.state.played_sit_outs)
        course = _Course(seen, Counter(self.state.met), waited, self.wanted.again)
        if self._rounds(course, 0):
            return SearchResult(_seat_meetings(self.state, self.wanted, course.lines), proven=True)
        return SearchResult(None, proven=self.left > 0)

    def _rounds(self, course: _Course, at: int) -> bool:
        if at == len(self.wanted.rounds):
            return True
        for out in islice(self._sitters(course), MOST_SITTERS):
            self.left -= SEATING
            pairs = [pair for pair in self.wanted.pairs if pair not in out]
            lines: list[Line] = []
            for _ in self._cover(course, at, pairs, self.all_sets, lines):
                course.lines.append(list(lines))
                course.waited.update(out)
                if self._rounds(course, at + 1):
                    return True
                course.waited.subtract(out)
                course.lines.pop()
            if self.left <= 0:
                return False
        return False

    def _sitters(self, course: _Course) -> Iterator[tuple[int, ...]]:
        """Yield the candidates for sitting out, those with the fewest sit-outs first.

        With two lines the same number of each.
        """
        pairs, ns = self.wanted.pairs, self.wanted.ns
        least = sorted(pairs, key=lambda pair: (course.waited[pair], pair))
        if ns is None:
            tables = min(len(self.wanted.tables), len(pairs) // 2)
            yield from combinations(least, len(pairs) - 2 * tables)
            return
        north, east = (
            [pair for pair in least if pair in ns],
            [pair for pair in least if pair not in ns],
        )
        tables = min(len(self.wanted.tables), len(north), len(east))
        for first in combinations(north, len(north) - tables):
            for second in combinations(east, len(east) - tables):
                yield (*first, *second)

    def _cover(
        self, course: _Course, at: int, pairs: list[int], free: int, lines: list[Line]
    ) -> Iterator[None]:
        """Yield once for every way to seat *pairs*, the hardest first. *lines* then holds the
        seating.
        """
        if not pairs:
            yield
            return
        self.left -= SEATING
        pair, choices = self._hardest(course, at, pairs, free)
        for opponent, bit in choices:
            if self.left <= 0:
                return
            again = course.met[couple(pair, opponent)] > 0
            course.again -= again
            course.met[couple(pair, opponent)] += 1
            course.seen[pair] |= bit
            course.seen[opponent] |= bit
            lines.append(self._line(pair, opponent, bit))
            yield from self._cover(
                course,
                at,
                [other for other in pairs if other not in (pair, opponent)],
                free & ~bit,
                lines,
            )
            lines.pop()
            course.seen[pair] &= ~bit
            course.seen[opponent] &= ~bit
            course.met[couple(pair, opponent)] -= 1
            course.again += again

    def _line(self, pair: int, opponent: int, bit: int) -> Line:
        ns = self.wanted.ns
        board_set = self.wanted.sets[bit.bit_length() - 1]
        swap = ns is not None and opponent in ns
        if swap:
            return (opponent, pair, board_set)
        return (pair, opponent, board_set)

    def _hardest(
        self, course: _Course, at: int, pairs: Sequence[int], free: int
    ) -> tuple[int, list[tuple[int, int]]]:
        best: tuple[int, int, dict[int, int]] | None = None
        for pair in pairs:
            possible = self._possible(course, pair, pairs, free)
            count = sum(sets.bit_count() for sets in possible.values())
            if best is None or count < best[0]:
                best = (count, pair, possible)
            if count == 0:
                break
        _, pair, possible = best or (0, pairs[0], {})
        due = self.due_rows.get((self.wanted.rounds[at], pair))
        choices = [(opponent, bit) for opponent, sets in possible.items() for bit in _bits(sets)]
        wished = (due[0], 1 << self.order[due[1]]) if due and due[1] in self.order else (0, 0)
        choices.sort(
            key=lambda choice: (
                course.met[couple(pair, choice[0])] > 0,
                choice != wished,
                choice[1] != wished[1],
                choice[0] != wished[0],
            )
        )
        return pair, choices

    def _possible(
        self, course: _Course, pair: int, pairs: Sequence[int], free: int
    ) -> dict[int, int]:
        """Return for every opponent that *pair* can have the sets new to both."""
        ns = self.wanted.ns
        open_sets = free & ~course.seen[pair]
        possible = {}
        for other in pairs:
            if other == pair or (ns is not None and (other in ns) == (pair in ns)):
                continue
            self.left -= 1
            if course.met[couple(pair, other)] > 0 and course.again <= 0:
                continue
            sets = open_sets & ~course.seen[other]
            if sets:
                possible[other] = sets
        return possible


def _bits(sets: int) -> Iterator[int]:
    while sets:
        bit = sets & -sets
        yield bit
        sets ^= bit


def _due_lines(wishes: Iterable[Meeting | TableRound]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the opponent and the set that each pair is due to have in each round."""
    due = {}
    for row in wishes:
        due[row.round_no, row.ns] = (row.ew, row.board_set)
        due[row.round_no, row.ew] = (row.ns, row.board_set)
    return due


def _seat_meetings(
    state: PlayState, wanted: SearchGoal, rounds: Sequence[Sequence[Line]]
) -> list[Meeting]:
    """Put the meetings at tables: as on the cards where possible, N-S pairs where they sat before."""
    meetings: list[Meeting] = []
    at_table = _last_tables(state)
    for round_no, lines in zip(wanted.rounds, rounds, strict=True):
        due = {}
        for row in state.in_round(round_no):
            for pair in (row.ns, row.ew):
                due[pair] = row.table_no
        placed = _place(lines, {**at_table, **due}, wanted.tables)
        for table_no, (ns, ew, board_set) in placed.items():
            meetings.append(Meeting(round_no, table_no, ns, ew, board_set))
            at_table[ns] = table_no
    return meetings


def _last_tables(state: PlayState) -> dict[int, int]:
    tables = {}
    for row in state.played_rows:
        tables[row.ns] = tables[row.ew] = row.table_no
    return tables


def _place(
    lines: Sequence[Line], wished: Mapping[int, int], tables: Sequence[int]
) -> dict[int, Line]:
    placed: dict[int, Line] = {}
    waiting = list(lines)
    for wish in (_both_wish, _ns_wishes, _ew_wishes):
        for line in list(waiting):
            table_no = wish(line, wished)
            if table_no is not None and table_no in tables and table_no not in placed:
                placed[table_no] = line
                waiting.remove(line)
    free = [table_no for table_no in tables if table_no not in placed]
    return placed | dict(zip(free, waiting, strict=False))


def _both_wish(line: Line, wished: Mapping[int, int]) -> int | None:
    if wished.get(line[0]) == wished.get(line[1]):
        return wished.get(line[0])
    return None


def _ns_wishes(line: Line, wished: Mapping[int, int]) -> int | None:
    return wished.get(line[0])


def _ew_wishes(line: Line, wished: Mapping[int, int]) -> int | None:
    return wished.get(line[1])
