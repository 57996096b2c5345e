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

MAX_SITTER_CHOICES = 40
"""Choices of sit-outs that are tried in a round."""

Pairing: TypeAlias = tuple[int, int, int]
"""A meeting without a table: N-S pair, E-W pair, board set."""


@dataclass(frozen=True, slots=True)
class SearchGoal:
    """The rest of an event to search."""

    rounds: tuple[int, ...]
    sets: tuple[int, ...]
    tables: tuple[int, ...]
    pairs: tuple[int, ...]
    rematches: int = 0  # the number of rematches allowed in all
    # The pairs that sit N-S, or None if pairs may change direction.
    ns: frozenset[int] | None = None
    # Meetings to stay close to, by default those of the plan in force.
    preferred_meetings: tuple[Meeting, ...] = ()


@dataclass(slots=True)
class SearchResult:
    """What a search of the rest has found."""

    meetings: list[Meeting] | None  # None if nothing was found
    is_proven: bool  # whether all possibilities were tried


@dataclass(slots=True)
class _Progress:
    """The rounds found so far, and what they leave to the others."""

    seen_set_bits: dict[int, int]  # bits of the sets that a pair has had
    meeting_counts: Counter[tuple[int, int]]
    sit_outs: Counter[int]  # by pair
    rematches_left: int
    pairings_by_round: list[list[Pairing]] = field(default_factory=list)  # by round


def search(state: PlayState, goal: SearchGoal, steps: int = STEPS) -> SearchResult:
    """Return full rounds for the rest of the event.

    No pair repeats a board, and there are no more rematches than *goal* allows.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=4, boards_per_set=2), 3)
    >>> goal = SearchGoal((3,), (1, 2, 3, 4), (1, 2, 3, 4), state.present, ns=state.ns_and_ew_pairs[0])
    >>> len(search(state, goal).meetings)
    4
    """
    return _MeetingSearch(state, goal, steps).search_rounds()


class _MeetingSearch:
    def __init__(self, state: PlayState, goal: SearchGoal, steps: int) -> None:
        self.state, self.goal, self.steps_left = state, goal, steps
        self.bit_index = {number: index for index, number in enumerate(goal.sets)}
        self.all_sets = (1 << len(goal.sets)) - 1
        self.preference_by_pair = _get_preference_by_pair(
            goal.preferred_meetings or (*state.due_rows, *state.replayed_rows)
        )

    def search_rounds(self) -> SearchResult:
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
                _seat_meetings(self.state, self.goal, progress.pairings_by_round), is_proven=True
            )
        return SearchResult(None, is_proven=self.steps_left > 0)

    def _search_rounds(self, progress: _Progress, round_index: int) -> bool:
        """Return whether the rounds from *round_index* on can be filled, and add them to *progress*."""
        if round_index == len(self.goal.rounds):
            return True
        for sitters in islice(self._iter_sitter_choices(progress), MAX_SITTER_CHOICES):
            self.steps_left -= STEPS_PER_SEATING
            pairs = [pair for pair in self.goal.pairs if pair not in sitters]
            pairings: list[Pairing] = []
            for _ in self._try_seatings(progress, round_index, pairs, self.all_sets, pairings):
                progress.pairings_by_round.append(list(pairings))
                progress.sit_outs.update(sitters)
                if self._search_rounds(progress, round_index + 1):
                    return True
                progress.sit_outs.subtract(sitters)
                progress.pairings_by_round.pop()
            if self.steps_left <= 0:
                return False
        return False

    def _iter_sitter_choices(self, progress: _Progress) -> Iterator[tuple[int, ...]]:
        """Yield the choices of pairs to sit out, those with the fewest sit-outs first.

        With two lines, each choice has as many of each as needed.
        """
        pairs, ns = self.goal.pairs, self.goal.ns
        ordered_pairs = sorted(pairs, key=lambda pair: (progress.sit_outs[pair], pair))
        if ns is None:
            tables = min(len(self.goal.tables), len(pairs) // 2)
            yield from combinations(ordered_pairs, len(pairs) - 2 * tables)
            return
        ns_pairs = [pair for pair in ordered_pairs if pair in ns]
        ew_pairs = [pair for pair in ordered_pairs if pair not in ns]
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
        pairings: list[Pairing],
    ) -> Iterator[None]:
        """Yield once for every way to seat *pairs*, while *pairings* holds it."""
        if not pairs:
            yield
            return
        self.steps_left -= STEPS_PER_SEATING
        pair, choices = self._choose_hardest_pair(progress, round_index, pairs, free_sets)
        for opponent, bit in choices:
            if self.steps_left <= 0:
                return
            is_rematch = progress.meeting_counts[make_couple(pair, opponent)] > 0
            progress.rematches_left -= is_rematch
            progress.meeting_counts[make_couple(pair, opponent)] += 1
            progress.seen_set_bits[pair] |= bit
            progress.seen_set_bits[opponent] |= bit
            pairings.append(self._make_pairing(pair, opponent, bit))
            other_pairs = [other_pair for other_pair in pairs if other_pair not in (pair, opponent)]
            yield from self._try_seatings(
                progress, round_index, other_pairs, free_sets & ~bit, pairings
            )
            # Everything is taken back before the next choice.
            pairings.pop()
            progress.seen_set_bits[pair] &= ~bit
            progress.seen_set_bits[opponent] &= ~bit
            progress.meeting_counts[make_couple(pair, opponent)] -= 1
            progress.rematches_left += is_rematch

    def _make_pairing(self, pair: int, opponent: int, bit: int) -> Pairing:
        ns = self.goal.ns
        board_set = self.goal.sets[bit.bit_length() - 1]
        if ns is not None and opponent in ns:
            return (opponent, pair, board_set)
        return (pair, opponent, board_set)

    def _choose_hardest_pair(
        self, progress: _Progress, round_index: int, pairs: Sequence[int], free_sets: int
    ) -> tuple[int, list[tuple[int, int]]]:
        """Return the pair with the fewest choices, and its choices: opponent and bit of the set."""
        hardest_pair, fewest, sets_by_opponent = pairs[0], -1, dict[int, int]()
        for pair in pairs:
            possible_sets = self._get_sets_by_opponent(progress, pair, pairs, free_sets)
            count = sum(sets.bit_count() for sets in possible_sets.values())
            if fewest < 0 or count < fewest:
                hardest_pair, fewest, sets_by_opponent = pair, count, possible_sets
            if count == 0:
                break
        choices = []
        for opponent, sets in sets_by_opponent.items():
            choices += [(opponent, bit) for bit in _split_bits(sets)]
        preferred_opponent, preferred_bit = 0, 0
        preferred_meeting = self.preference_by_pair.get(
            (self.goal.rounds[round_index], hardest_pair)
        )
        if preferred_meeting and preferred_meeting[1] in self.bit_index:
            preferred_opponent, preferred_bit = (
                preferred_meeting[0],
                1 << self.bit_index[preferred_meeting[1]],
            )

        def preference(choice: tuple[int, int]) -> tuple[bool, bool, bool, bool]:
            # No rematch is best. The wished set counts more than the wished opponent.
            opponent, bit = choice
            return (
                progress.meeting_counts[make_couple(hardest_pair, opponent)] > 0,
                choice != (preferred_opponent, preferred_bit),
                bit != preferred_bit,
                opponent != preferred_opponent,
            )

        choices.sort(key=preference)
        return hardest_pair, choices

    def _get_sets_by_opponent(
        self, progress: _Progress, pair: int, pairs: Sequence[int], free_sets: int
    ) -> dict[int, int]:
        """Return the sets new to both for every opponent that *pair* can have."""
        ns = self.goal.ns
        new_sets = free_sets & ~progress.seen_set_bits[pair]
        sets_by_opponent = {}
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
                sets_by_opponent[other_pair] = sets
        return sets_by_opponent


def _split_bits(sets: int) -> Iterator[int]:
    """Yield each bit of *sets*, the lowest first."""
    while sets:
        bit = sets & -sets
        yield bit
        sets ^= bit


def _get_preference_by_pair(
    preferred_meetings: Iterable[Meeting | TableRound],
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the wished opponent and set by round and pair."""
    preference_by_pair = {}
    for row in preferred_meetings:
        preference_by_pair[row.round_no, row.ns] = (row.ew, row.board_set)
        preference_by_pair[row.round_no, row.ew] = (row.ns, row.board_set)
    return preference_by_pair


def _seat_meetings(
    state: PlayState, goal: SearchGoal, rounds: Sequence[Sequence[Pairing]]
) -> list[Meeting]:
    """Return the meetings at tables, as on the guide cards or where N-S pairs sat before."""
    meetings: list[Meeting] = []
    last_table_by_pair = _get_last_table_by_pair(state)
    for round_no, pairings in zip(goal.rounds, rounds, strict=True):
        due_table_by_pair = {}
        for row in state.get_due_rows(round_no):
            due_table_by_pair[row.ns] = due_table_by_pair[row.ew] = row.table_no
        pairing_by_table = _choose_tables(
            pairings, last_table_by_pair | due_table_by_pair, goal.tables
        )
        for table_no, (ns, ew, board_set) in pairing_by_table.items():
            meetings.append(Meeting(round_no, table_no, ns, ew, board_set))
            last_table_by_pair[ns] = table_no
    return meetings


def _get_last_table_by_pair(state: PlayState) -> dict[int, int]:
    tables = {}
    for row in state.played_rows:
        tables[row.ns] = tables[row.ew] = row.table_no
    return tables


def _choose_tables(
    pairings: Sequence[Pairing], preferred_table_by_pair: Mapping[int, int], tables: Sequence[int]
) -> dict[int, Pairing]:
    """Return *pairings* by table. A table that both pairs prefer comes first, then one that N-S prefer, then E-W."""
    pairing_by_table: dict[int, Pairing] = {}
    unseated_pairings = list(pairings)
    for find_table in (_find_common_table, _find_ns_table, _find_ew_table):
        for pairing in list(unseated_pairings):
            table_no = find_table(pairing, preferred_table_by_pair)
            if table_no is not None and table_no in tables and table_no not in pairing_by_table:
                pairing_by_table[table_no] = pairing
                unseated_pairings.remove(pairing)
    free_tables = [table_no for table_no in tables if table_no not in pairing_by_table]
    return pairing_by_table | dict(zip(free_tables, unseated_pairings, strict=False))


def _find_common_table(pairing: Pairing, preferred_table_by_pair: Mapping[int, int]) -> int | None:
    ns, ew, _board_set = pairing
    if preferred_table_by_pair.get(ns) == preferred_table_by_pair.get(ew):
        return preferred_table_by_pair.get(ns)
    return None


def _find_ns_table(pairing: Pairing, preferred_table_by_pair: Mapping[int, int]) -> int | None:
    return preferred_table_by_pair.get(pairing[0])


def _find_ew_table(pairing: Pairing, preferred_table_by_pair: Mapping[int, int]) -> int | None:
    return preferred_table_by_pair.get(pairing[1])
