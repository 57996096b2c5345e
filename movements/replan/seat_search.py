"""Search new seats for the rest of an event, within a bounded amount of work.

The search goes round by round, and within a round pair by pair: the pair with the fewest choices is
seated first, and steps back if no choice is left. Board sets are bits of an integer, so that the sets
new to two pairs are found by one operation. At the end the meetings get tables close to the plan in
force.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import TypeAlias

from movements.layout import Meeting
from movements.model import TableRound
from movements.partnerships import make_couple
from movements.replan.state import PlayState

STEPS = 80_000
"""Pairs of opponents examined before a search is given up."""

STEPS_PER_SEATING = 8
"""Steps that seating a pair counts for."""

MAX_SITTERS = 40
"""Choices of sit-outs that are tried in a round."""

Line: TypeAlias = tuple[int, int, int]
"""A meeting without a table: N-S pair, E-W pair, board set."""


@dataclass(frozen=True, slots=True)
class SearchGoal:
    """The rest of an event to search: rounds, sets, tables and pairs.

    *rematches* is the number of rematches allowed in all. *ns* are the pairs that sit N-S, or None
    if pairs may change direction. *wishes* are meetings to stay close to, by default those of the
    plan in force.
    """

    rounds: tuple[int, ...]
    sets: tuple[int, ...]
    tables: tuple[int, ...]
    pairs: tuple[int, ...]
    rematches: int = 0
    ns: frozenset[int] | None = None
    wishes: tuple[Meeting, ...] = ()


@dataclass(slots=True)
class SearchResult:
    """The meetings of the rest, or None. If *is_proven*, all possibilities were tried."""

    meetings: list[Meeting] | None
    is_proven: bool


@dataclass(slots=True)
class _Progress:
    """The rounds found so far, and what they leave to the others."""

    seen_set_bits: dict[int, int]  # bits of the sets that a pair has had
    meeting_counts: Counter[tuple[int, int]]
    sit_outs: Counter[int]  # by pair
    rematches_left: int
    lines: list[list[Line]] = field(default_factory=list)  # by round


def search(state: PlayState, goal: SearchGoal, steps: int = STEPS) -> SearchResult:
    """Return full rounds for the rest of the event.

    No pair repeats a board, and there are no more rematches than *goal* allows.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=4, boards_per_set=2), 3)
    >>> goal = SearchGoal((3,), (1, 2, 3, 4), (1, 2, 3, 4), state.present, ns=state.lines[0])
    >>> len(search(state, goal).meetings)
    4
    """
    return _MeetingSearch(state, goal, steps).run()


class _MeetingSearch:
    def __init__(self, state: PlayState, goal: SearchGoal, steps: int) -> None:
        self.state, self.goal, self.steps_left = state, goal, steps
        self.bit_index = {number: index for index, number in enumerate(goal.sets)}
        self.all_sets = (1 << len(goal.sets)) - 1
        self.wishes = _get_wishes_by_pair(goal.wishes or (*state.due_rows, *state.replays))

    def run(self) -> SearchResult:
        """Search all rounds of the goal, in order."""
        seen_by_pair = {}
        for pair in self.goal.pairs:
            indexes = [
                self.bit_index[number]
                for number in self.state.seen_sets[pair] & self.bit_index.keys()
            ]
            seen_by_pair[pair] = sum(1 << index for index in indexes)
        sit_outs = Counter(sit_out.contestant for sit_out in self.state.played_sit_outs)
        progress = _Progress(
            seen_by_pair, Counter(self.state.meeting_counts), sit_outs, self.goal.rematches
        )
        if self._search_rounds(progress, 0):
            return SearchResult(
                _seat_meetings(self.state, self.goal, progress.lines), is_proven=True
            )
        return SearchResult(None, is_proven=self.steps_left > 0)

    def _search_rounds(self, progress: _Progress, round_index: int) -> bool:
        """Return whether the rounds from *round_index* on can be filled, and add them to *progress*."""
        if round_index == len(self.goal.rounds):
            return True
        for sitters in islice(self._list_sitter_choices(progress), MAX_SITTERS):
            self.steps_left -= STEPS_PER_SEATING
            pairs = [pair for pair in self.goal.pairs if pair not in sitters]
            lines: list[Line] = []
            for _ in self._try_seatings(progress, round_index, pairs, self.all_sets, lines):
                progress.lines.append(list(lines))
                progress.sit_outs.update(sitters)
                if self._search_rounds(progress, round_index + 1):
                    return True
                progress.sit_outs.subtract(sitters)
                progress.lines.pop()
            if self.steps_left <= 0:
                return False
        return False

    def _list_sitter_choices(self, progress: _Progress) -> Iterator[tuple[int, ...]]:
        """Yield the choices of pairs to sit out, those with the fewest sit-outs first.

        With two lines, each choice has as many of each as needed.
        """
        pairs, ns = self.goal.pairs, self.goal.ns
        ordered = sorted(pairs, key=lambda pair: (progress.sit_outs[pair], pair))
        if ns is None:
            tables = min(len(self.goal.tables), len(pairs) // 2)
            yield from combinations(ordered, len(pairs) - 2 * tables)
            return
        ns_pairs = [pair for pair in ordered if pair in ns]
        ew_pairs = [pair for pair in ordered if pair not in ns]
        tables = min(len(self.goal.tables), len(ns_pairs), len(ew_pairs))
        for ns_sitters in combinations(ns_pairs, len(ns_pairs) - tables):
            for ew_sitters in combinations(ew_pairs, len(ew_pairs) - tables):
                yield (*ns_sitters, *ew_sitters)

    def _try_seatings(
        self,
        progress: _Progress,
        round_index: int,
        pairs: list[int],
        free_sets: int,
        lines: list[Line],
    ) -> Iterator[None]:
        """Yield once for every way to seat *pairs*, while *lines* holds it."""
        if not pairs:
            yield
            return
        self.steps_left -= STEPS_PER_SEATING
        pair, choices = self._find_hardest_pair(progress, round_index, pairs, free_sets)
        for opponent, bit in choices:
            if self.steps_left <= 0:
                return
            is_rematch = progress.meeting_counts[make_couple(pair, opponent)] > 0
            progress.rematches_left -= is_rematch
            progress.meeting_counts[make_couple(pair, opponent)] += 1
            progress.seen_set_bits[pair] |= bit
            progress.seen_set_bits[opponent] |= bit
            lines.append(self._line(pair, opponent, bit))
            other_pairs = [other_pair for other_pair in pairs if other_pair not in (pair, opponent)]
            yield from self._try_seatings(
                progress, round_index, other_pairs, free_sets & ~bit, lines
            )
            # Everything is taken back before the next choice.
            lines.pop()
            progress.seen_set_bits[pair] &= ~bit
            progress.seen_set_bits[opponent] &= ~bit
            progress.meeting_counts[make_couple(pair, opponent)] -= 1
            progress.rematches_left += is_rematch

    def _line(self, pair: int, opponent: int, bit: int) -> Line:
        ns = self.goal.ns
        board_set = self.goal.sets[bit.bit_length() - 1]
        if ns is not None and opponent in ns:
            return (opponent, pair, board_set)
        return (pair, opponent, board_set)

    def _find_hardest_pair(
        self, progress: _Progress, round_index: int, pairs: Sequence[int], free_sets: int
    ) -> tuple[int, list[tuple[int, int]]]:
        """Return the pair with the fewest choices, and its choices: opponent and bit of the set."""
        hardest, fewest, sets_by_opponent = pairs[0], -1, dict[int, int]()
        for pair in pairs:
            possible = self._find_sets_by_opponent(progress, pair, pairs, free_sets)
            count = sum(sets.bit_count() for sets in possible.values())
            if fewest < 0 or count < fewest:
                hardest, fewest, sets_by_opponent = pair, count, possible
            if count == 0:
                break
        choices = []
        for opponent, sets in sets_by_opponent.items():
            choices += [(opponent, bit) for bit in _split_bits(sets)]
        wished_opponent, wished_bit = 0, 0
        wish = self.wishes.get((self.goal.rounds[round_index], hardest))
        if wish and wish[1] in self.bit_index:
            wished_opponent, wished_bit = wish[0], 1 << self.bit_index[wish[1]]

        def preference(choice: tuple[int, int]) -> tuple[bool, bool, bool, bool]:
            # No rematch is best. The wished set counts more than the wished opponent.
            opponent, bit = choice
            return (
                progress.meeting_counts[make_couple(hardest, opponent)] > 0,
                choice != (wished_opponent, wished_bit),
                bit != wished_bit,
                opponent != wished_opponent,
            )

        choices.sort(key=preference)
        return hardest, choices

    def _find_sets_by_opponent(
        self, progress: _Progress, pair: int, pairs: Sequence[int], free_sets: int
    ) -> dict[int, int]:
        """Return the sets new to both for every opponent that *pair* can have."""
        ns = self.goal.ns
        new_sets = free_sets & ~progress.seen_set_bits[pair]
        possible = {}
        for other_pair in pairs:
            if other_pair == pair or (ns is not None and (other_pair in ns) == (pair in ns)):
                continue
            self.steps_left -= 1
            if (
                progress.meeting_counts[make_couple(pair, other_pair)] > 0
                and progress.rematches_left <= 0
            ):
                continue
            sets = new_sets & ~progress.seen_set_bits[other_pair]
            if sets:
                possible[other_pair] = sets
        return possible


def _split_bits(sets: int) -> Iterator[int]:
    """Yield each bit of *sets*, the lowest first."""
    while sets:
        bit = sets & -sets
        yield bit
        sets ^= bit


def _get_wishes_by_pair(
    wishes: Iterable[Meeting | TableRound],
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the wished opponent and set by round and pair."""
    by_pair = {}
    for row in wishes:
        by_pair[row.round_no, row.ns] = (row.ew, row.board_set)
        by_pair[row.round_no, row.ew] = (row.ns, row.board_set)
    return by_pair


def _seat_meetings(
    state: PlayState, goal: SearchGoal, rounds: Sequence[Sequence[Line]]
) -> list[Meeting]:
    """Return the meetings at tables, as on the guide cards or where N-S pairs sat before."""
    meetings: list[Meeting] = []
    last_tables = _get_last_tables(state)
    for round_no, lines in zip(goal.rounds, rounds, strict=True):
        due_tables = {}
        for row in state.get_due_rows(round_no):
            due_tables[row.ns] = due_tables[row.ew] = row.table_no
        lines_by_table = _choose_tables(lines, last_tables | due_tables, goal.tables)
        for table_no, (ns, ew, board_set) in lines_by_table.items():
            meetings.append(Meeting(round_no, table_no, ns, ew, board_set))
            last_tables[ns] = table_no
    return meetings


def _get_last_tables(state: PlayState) -> dict[int, int]:
    tables = {}
    for row in state.played_rows:
        tables[row.ns] = tables[row.ew] = row.table_no
    return tables


def _choose_tables(
    lines: Sequence[Line], wished_tables: Mapping[int, int], tables: Sequence[int]
) -> dict[int, Line]:
    """Return *lines* by table. Both pairs' wish comes first, then that of N-S, then that of E-W."""
    chosen: dict[int, Line] = {}
    waiting = list(lines)
    for wish in (_get_common_wish, _get_ns_wish, _get_ew_wish):
        for line in list(waiting):
            table_no = wish(line, wished_tables)
            if table_no is not None and table_no in tables and table_no not in chosen:
                chosen[table_no] = line
                waiting.remove(line)
    free_tables = [table_no for table_no in tables if table_no not in chosen]
    return chosen | dict(zip(free_tables, waiting, strict=False))


def _get_common_wish(line: Line, wished_tables: Mapping[int, int]) -> int | None:
    ns, ew, _board_set = line
    if wished_tables.get(ns) == wished_tables.get(ew):
        return wished_tables.get(ns)
    return None


def _get_ns_wish(line: Line, wished_tables: Mapping[int, int]) -> int | None:
    return wished_tables.get(line[0])


def _get_ew_wish(line: Line, wished_tables: Mapping[int, int]) -> int | None:
    return wished_tables.get(line[1])
