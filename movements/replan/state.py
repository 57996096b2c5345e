"""The state in the middle of a night: rounds played, pairs present, and the boards each pair has
had.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from movements.layout import board_numbers, mark_copies
from movements.model import Movement, SitOut, TableRound
from movements.replan.phrases import Words
from movements.replan.records import places

LEFT_AFTER = 2
"""Rounds in a row, up to the end, that a pair sits out away from the tables: so many say that it has gone home."""


class PlayState:
    """A plan in force with the rounds before *from_round* played.

    ``kept`` and ``kept_waits`` are the rows and sit-outs of those rounds, as they were played;
    ``due`` and ``due_waits`` those still to come: rows that can be played, and who waits where, the
    pairs of ``replays`` too, rows of the plan in which a pair would get boards that it has had.
    ``pairs`` is who is there; ``lines`` the N-S and the E-W pairs with two winners; ``keep`` who
    must not be sent out for others.  ``told`` are the rows of *done* that count, ``void`` those in
    which a pair had the boards before; ``troubles`` are sentences that say why something cannot be
    done.

    >>> from movements import make_plan
    >>> night = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 3)
    >>> len(night.kept), len(night.due), sorted(night.seen[1]), night.met[1, 10]
    (10, 15, [1, 2], 1)
    """

    def __init__(
        self,
        plan: Movement,
        from_round: int,
        done: Iterable[TableRound] = (),
        gone: Iterable[int] = (),
        keep: Iterable[int] = (),
    ) -> None:
        self.plan = plan
        self.keep = frozenset(keep)
        self.from_round = from_round
        self.troubles: list[Words] = []
        told, void = _void(plan, from_round, done)
        while any(row.round_no == from_round - 1 for row in void) and all(
            row.round_no != from_round - 1 for row in told
        ):
            # A round of which nothing counts has not been played.
            from_round -= 1
        self.from_round = from_round
        self.told, self.void = told, void
        rounds_told = {row.round_no for row in (*told, *void) if row.round_no < from_round}
        before = [
            row
            for row in plan.rows
            if row.round_no < from_round and row.round_no not in rounds_told
        ]
        self.kept = tuple(sorted((*before, *told), key=lambda row: (row.round_no, row.table_no)))
        self.kept_waits = tuple(_remaining_waits(plan, from_round, told, rounds_told))
        self.gone = frozenset(gone) | _left_before(plan, from_round)
        self.pairs = tuple(sorted(everybody(plan) - self.gone))
        self.due, self.replays = self._playable()
        self.due_waits = tuple(self._waiting())
        if plan.winners == 2 and _lines_mixed((*self.kept, *self.due)):
            self.plan = replace(plan, winners=1)
            self.troubles.append(
                "A pair has played in the other direction, so there is now one ranking for everyone."
            )
        if void:
            self.troubles.append(
                f"Results at {places(void)} are void: pairs had played these boards before."
            )

    def changed(
        self, *, done: Iterable[TableRound] | None = None, gone: Iterable[int] = ()
    ) -> "PlayState":
        """Return this night with the rounds in *done* as they were played, and more pairs *gone*.

        >>> from movements import make_plan
        >>> night = PlayState(make_plan("mitchell", tables=5), 3)
        >>> night.changed(gone=[4]).pairs
        (1, 2, 3, 5, 6, 7, 8, 9, 10)
        """
        told = list(self.told)
        if done is not None:
            rows = list(done)
            anew = {row.round_no for row in rows}
            told = [row for row in told if row.round_no not in anew] + rows
        night = PlayState(self.plan, self.from_round, told, self.gone | set(gone), self.keep)
        self.troubles.extend(trouble for trouble in night.troubles if trouble not in self.troubles)
        night.troubles = self.troubles
        return night

    def _playable(self) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
        """Return the rows to come without pairs that have left, and the rows that would be replays."""
        seen = {pair: set(sets) for pair, sets in self.seen.items()}
        due, replays = [], []
        for row in self.plan.rows:
            if row.round_no < self.from_round or self.gone & {row.ns, row.ew}:
                continue
            had = [seen.setdefault(pair, set()) for pair in (row.ns, row.ew)]
            if any(row.board_set in sets for sets in had):
                replays.append(row)
                continue
            for sets in had:
                sets.add(row.board_set)
            due.append(row)
        return tuple(due), tuple(replays)

    def _waiting(self) -> Iterable[SitOut]:
        """Yield who waits in the rounds to come: opponents have left, boards are known, or the plan says so."""
        playable = set(self.due)
        for row in self.plan.rows:
            if row.round_no >= self.from_round and row not in playable:
                for pair in (row.ns, row.ew):
                    if pair not in self.gone:
                        yield SitOut(row.round_no, pair, row.table_no, row.board_set, row.copy_no)
        yield from (wait for wait in self.plan.sit_outs if wait.round_no >= self.from_round)

    @cached_property
    def lines(self) -> tuple[frozenset[int], frozenset[int]] | None:
        """Return the N-S and E-W pairs of two winners, or None with one."""
        if self.plan.winners == 1:
            return None
        return frozenset(row.ns for row in self.plan.rows), frozenset(
            row.ew for row in self.plan.rows
        )

    @cached_property
    def seen(self) -> dict[int, frozenset[int]]:
        """Return the board sets that each pair has played."""
        sets: defaultdict[int, set[int]] = defaultdict(set)
        for row in self.kept:
            sets[row.ns].add(row.board_set)
            sets[row.ew].add(row.board_set)
        return defaultdict(frozenset, {pair: frozenset(played) for pair, played in sets.items()})

    @cached_property
    def met(self) -> Counter[tuple[int, int]]:
        """Return how often each couple, the lower number first, has met."""
        return Counter(couple(row.ns, row.ew) for row in self.kept)

    @cached_property
    def boards_of(self) -> dict[int, tuple[int, ...]]:
        """Return the boards of each set in ascending order.

        Unused sets have the next boards.
        """
        boards = {
            number: board_numbers(number, self.plan.boards_per_set) for number in range(1, 200)
        }
        rows = sorted(self.plan.rows, key=lambda row: len(row.boards))
        return boards | {row.board_set: tuple(sorted(row.boards)) for row in rows}

    @cached_property
    def boards_in(self) -> dict[int, int]:
        """Return how many boards each round has."""
        return {row.round_no: len(row.boards) for row in (*self.plan.rows, *self.kept)}

    @property
    def last(self) -> int:
        """Return the last round of the plan in force."""
        return self.plan.rounds

    def in_round(self, round_no: int) -> tuple[TableRound, ...]:
        """Return the rows due in a round."""
        return tuple(row for row in self.due if row.round_no == round_no)

    def next_numbers(self, count: int) -> tuple[int, ...]:
        """Return the numbers of *count* new pairs: unused numbers of the plan first.

        A pair that has gone keeps its number, even if it left before it played.

        >>> from movements import make_plan
        >>> PlayState(make_plan("mitchell", pairs=9), 2).next_numbers(2)
        (10, 11)
        >>> PlayState(make_plan("mitchell", pairs=9, options={"half_table": "ns"}), 2, gone=[5]).next_numbers(1)
        (11,)
        """
        taken = everybody(self.plan) | self.gone
        most = max(2 * self.plan.tables, *taken)
        return tuple(number for number in range(1, most + count + 1) if number not in taken)[:count]


def _left_before(plan: Movement, from_round: int) -> frozenset[int]:
    playing = {pair for row in plan.rows if row.round_no >= from_round for pair in (row.ns, row.ew)}
    waits: defaultdict[int, list[SitOut]] = defaultdict(list)
    for wait in plan.sit_outs:
        if wait.round_no >= from_round:
            waits[wait.contestant].append(wait)
    return frozenset(
        pair
        for pair, idle in waits.items()
        if pair not in playing
        and len(idle) >= LEFT_AFTER
        and all(wait.table_no is None for wait in idle)
    )


def everybody(plan: Movement) -> set[int]:
    """Return the numbers of all pairs of *plan*."""
    return {pair for row in plan.rows for pair in (row.ns, row.ew)} | {
        wait.contestant for wait in plan.sit_outs
    }


def couple(first: int, second: int) -> tuple[int, int]:
    """Return two numbers, the lower first."""
    if first < second:
        return (first, second)
    return (second, first)


def _remaining_waits(
    plan: Movement, from_round: int, told: tuple[TableRound, ...], rounds_told: set[int]
) -> Iterable[SitOut]:
    due = {(wait.round_no, wait.contestant): wait for wait in plan.sit_outs}
    yield from (
        wait
        for wait in plan.sit_outs
        if wait.round_no < from_round and wait.round_no not in rounds_told
    )
    for round_no in sorted(rounds_told):
        rows = [row for row in told if row.round_no == round_no]
        tables = {row.table_no for row in rows}
        for pair in sorted(everybody(plan) - {pair for row in rows for pair in (row.ns, row.ew)}):
            wait = due.get((round_no, pair))
            yield (
                wait if wait is not None and wait.table_no not in tables else SitOut(round_no, pair)
            )


def _void(
    plan: Movement, from_round: int, done: Iterable[TableRound]
) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
    """Return the reported rows, with sharing marked, and the rows in which a pair had had the set."""
    rows = sorted(done, key=lambda row: (row.round_no, row.table_no))
    rounds_told = {row.round_no for row in rows}
    before = [
        row for row in plan.rows if row.round_no < from_round and row.round_no not in rounds_told
    ]
    seen: defaultdict[int, set[int]] = defaultdict(set)
    told: list[TableRound] = []
    void: list[TableRound] = []
    for row in sorted((*before, *rows), key=lambda row: (row.round_no, row.table_no)):
        if row.round_no in rounds_told:
            had = row.board_set in seen[row.ns] | seen[row.ew]
            (void if had else told).append(row)
            if had:
                continue
        seen[row.ns].add(row.board_set)
        seen[row.ew].add(row.board_set)
    return _sharing(told), tuple(void)


def _sharing(told: Sequence[TableRound]) -> tuple[TableRound, ...]:
    """Return the *told* rows with sharing marked where they don't say it."""
    users = Counter((row.round_no, row.board_set, row.copy_no) for row in told)
    if all(row.shared == (users[row.round_no, row.board_set, row.copy_no] > 1) for row in told):
        return tuple(told)
    return mark_copies(
        [replace(row, shared=False, boards=tuple(sorted(row.boards))) for row in told]
    )


def _lines_mixed(rows: Iterable[TableRound]) -> bool:
    told = list(rows)
    return bool({row.ns for row in told} & {row.ew for row in told})
