"""The state in the middle of an event, and how it becomes a plan of the whole event again.

Everything that proposals need is derived here from the plan in force, the rounds that were played
off schedule, and the pairs that have left. Apart from its list of problems a state never changes;
:meth:`PlayState.with_changes` makes another one.

Proposals are lists of meetings. :func:`make_full_plan` joins them with the rounds as played, gives
them boards, derives sit-outs and bye-stands, moves later rounds up into empty ones, and keeps the
guarantees that still hold.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from movements.check.faults import collect_used_numbers
from movements.check.guarantees import GUARANTEES
from movements.layout import Meeting, list_board_numbers, mark_copies
from movements.model import (
    ROUND_IS_A_MATCH,
    ByeStand,
    Movement,
    RoundNo,
    SitOut,
    TableRound,
)
from movements.moves import detect_leavers
from movements.partnerships import make_couple
from movements.replan.records import PairPhrase, Phrase, format_tables, make_pairs_phrase

MAX_SETS = 199
"""The highest number of a board set. No plan has as many, even with spare sets."""


class EventState:
    """A plan in force with the rounds before *from_round* played, in any contest."""

    # Rows to come that can't be played, because a pair has had their boards.
    replayed_rows: tuple[TableRound, ...] = ()

    def __init__(self, plan: Movement, from_round: int, gone: Iterable[int]) -> None:
        self.plan = plan
        self.from_round = from_round
        self.leavers = frozenset(gone)  # contestants who have left
        self.present = tuple(sorted(collect_used_numbers(plan) - self.leavers))
        self.problems: list[Phrase] = []  # what can't be done and why, collected for the answer

    @property
    def last_round(self) -> int:
        """The last round of the plan in force."""
        return self.plan.rounds

    def make_numbers_phrase(self, numbers: Iterable[int], *, is_first: bool = False) -> PairPhrase:
        """Return *numbers* after the noun for the contestants.

        >>> from movements.registry import make_plan
        >>> str(EventState(make_plan("round-robin", teams=6), 3, ()).make_numbers_phrase([2, 5], is_first=True))
        'Teams 2 and 5'
        """
        return make_pairs_phrase(numbers, is_first=is_first, noun=self.plan.contestant_noun)

    def explain_no_proposal(self) -> Phrase:
        """Return the reason why there is no way to play on."""
        return next(
            iter(self.problems), f"Too few {self.plan.contestant_noun}s are left to play on."
        )


class PlayState(EventState):
    """A plan in force with the rounds before *from_round* played.

    - *played_rows*, *played_sit_outs*: the rounds before *from_round*, as they were played.
    - *due_rows*, *due_sit_outs*: the rows still to come that can be played, and who sits out where.
    - *replayed_rows*: rows to come in which a pair would get boards that it has had. Both pairs sit out.
    - *reported_rows*: the rows of *done*, played off schedule, that count.
    - *void_rows*: the rows of *done* in which a pair had had the boards before.
    - *protected_pairs*: pairs that mustn't sit out for others.
    - *ns_and_ew_pairs*: the N-S and the E-W pairs, with two winners.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 3)
    >>> len(state.played_rows), len(state.due_rows), sorted(state.seen_sets[1]), state.meeting_counts[1, 10]
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
        self.protected_pairs = frozenset(keep)
        reported, void = _split_reported_rows(plan, from_round, done)
        # If all rows of the last round are void, it has to be played again.
        void_rounds = {row.round_no for row in void} - {row.round_no for row in reported}
        while from_round - 1 in void_rounds:
            from_round -= 1
        super().__init__(plan, from_round, {*gone, *detect_leavers(plan, from_round)})
        self.reported_rows, self.void_rows = reported, void
        reported_rounds = {row.round_no for row in (*reported, *void) if row.round_no < from_round}
        rows_as_due = [
            row
            for row in plan.rows
            if row.round_no < from_round and row.round_no not in reported_rounds
        ]
        self.played_rows = tuple(
            sorted((*rows_as_due, *reported), key=lambda row: (row.round_no, row.table_no))
        )
        self.played_sit_outs = tuple(
            _iter_played_sit_outs(plan, from_round, reported, reported_rounds)
        )
        self.due_rows, self.replayed_rows = self._split_due_rows()
        self.due_sit_outs = tuple(self._iter_due_sit_outs())
        # Directions are compared after the rows due, which depend on the rows played.
        if plan.winners == 2 and _are_directions_mixed((*self.played_rows, *self.due_rows)):
            self.plan = replace(plan, winners=1)
            self.problems.append(
                "A pair has played in the other direction, so there is now one ranking for everyone."
            )
        if void:
            self.problems.append(
                f"Results at {format_tables(void)} are void: pairs had played these boards before."
            )

    def with_changes(
        self, *, rows_as_played: Iterable[TableRound] | None = None, leavers: Iterable[int] = ()
    ) -> "PlayState":
        """Return the state after *rows_as_played* replaced their rounds and more *leavers* left.

        >>> from movements.registry import make_plan
        >>> state = PlayState(make_plan("mitchell", tables=5), 3)
        >>> state.with_changes(leavers=[4]).present
        (1, 2, 3, 5, 6, 7, 8, 9, 10)
        """
        reported_rows = list(self.reported_rows)
        if rows_as_played is not None:
            new_rows = list(rows_as_played)
            new_rounds = {row.round_no for row in new_rows}
            reported_rows = [
                row for row in reported_rows if row.round_no not in new_rounds
            ] + new_rows
        state = PlayState(
            self.plan,
            self.from_round,
            reported_rows,
            self.leavers | set(leavers),
            self.protected_pairs,
        )
        # Both states share one list, because the answer shows the problems of all that was tried.
        self.problems.extend(problem for problem in state.problems if problem not in self.problems)
        state.problems = self.problems
        return state

    def _split_due_rows(self) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
        """Return the rows of pairs present that can be played, and those that would be replays."""
        seen_by_pair = {pair: set(sets) for pair, sets in self.seen_sets.items()}
        due_rows, replayed_rows = [], []
        for row in self.plan.rows:
            if row.round_no < self.from_round or self.leavers & {row.ns, row.ew}:
                continue
            seen_by_sides = [seen_by_pair.setdefault(pair, set()) for pair in (row.ns, row.ew)]
            if any(row.board_set in sets for sets in seen_by_sides):
                replayed_rows.append(row)
                continue
            for sets in seen_by_sides:
                sets.add(row.board_set)
            due_rows.append(row)
        return tuple(due_rows), tuple(replayed_rows)

    def _iter_due_sit_outs(self) -> Iterable[SitOut]:
        """Yield the sit-outs to come: first in rows that aren't played, then as in the plan."""
        due_rows = set(self.due_rows)
        for row in self.plan.rows:
            if row.round_no >= self.from_round and row not in due_rows:
                for pair in (row.ns, row.ew):
                    if pair not in self.leavers:
                        yield SitOut(
                            row.round_no,
                            pair,
                            table_no=row.table_no,
                            board_set=row.board_set,
                            copy_no=row.copy_no,
                        )
        for sit_out in self.plan.sit_outs:
            if sit_out.round_no >= self.from_round:
                yield sit_out

    @cached_property
    def ns_and_ew_pairs(self) -> tuple[frozenset[int], frozenset[int]] | None:
        """The N-S pairs and the E-W pairs, or None with one winner."""
        if self.plan.winners == 1:
            return None
        ns = frozenset(row.ns for row in self.plan.rows)
        ew = frozenset(row.ew for row in self.plan.rows)
        return ns, ew

    @cached_property
    def seen_sets(self) -> dict[int, frozenset[int]]:
        """The board sets that each pair has played."""
        sets_by_pair: defaultdict[int, set[int]] = defaultdict(set)
        for row in self.played_rows:
            sets_by_pair[row.ns].add(row.board_set)
            sets_by_pair[row.ew].add(row.board_set)
        frozen_sets_by_pair = {pair: frozenset(sets) for pair, sets in sets_by_pair.items()}
        return defaultdict(frozenset, frozen_sets_by_pair)  # a new pair has seen nothing

    @cached_property
    def meeting_counts(self) -> Counter[tuple[int, int]]:
        """The number of meetings of each two pairs, the lower number first."""
        return Counter(make_couple(row.ns, row.ew) for row in self.played_rows)

    @cached_property
    def boards_by_set(self) -> dict[int, tuple[int, ...]]:
        """The boards of each set in ascending order, also of unused sets, which may become spare sets."""
        boards_by_number = {
            number: list_board_numbers(number, self.plan.boards_per_set, self.plan.first_board)
            for number in range(1, MAX_SETS + 1)
        }
        # Rounds may have been shortened, so the row with the most boards of a set comes last and wins.
        rows = sorted(self.plan.rows, key=lambda row: len(row.boards))
        return boards_by_number | {row.board_set: tuple(sorted(row.boards)) for row in rows}

    @cached_property
    def board_counts(self) -> dict[int, int]:
        """The number of boards in each round."""
        return {row.round_no: len(row.boards) for row in (*self.plan.rows, *self.played_rows)}

    def explain_no_proposal(self) -> Phrase:
        """Return the reason why there is no way to play on."""
        if not self.played_rows:
            return (
                "Nothing has been played and this movement can’t be adapted. "
                "Choose a movement for the pairs present."
            )
        return next(iter(self.problems), "No pairs are left that can play.")

    def get_due_rows(self, round_no: RoundNo) -> tuple[TableRound, ...]:
        """Return the rows due in a round."""
        return tuple(row for row in self.due_rows if row.round_no == round_no)

    def get_next_numbers(self, count: int) -> tuple[int, ...]:
        """Return the numbers of *count* new pairs, unused numbers of the plan first.

        A pair that has left keeps its number, even if it never played.

        >>> from movements.registry import make_plan
        >>> PlayState(make_plan("mitchell", pairs=9), 2).get_next_numbers(2)
        (10, 11)
        >>> PlayState(make_plan("mitchell", pairs=9, options={"half_table": "ns"}), 2, gone=[5]).get_next_numbers(1)
        (11,)
        """
        used_numbers = collect_used_numbers(self.plan) | self.leavers
        highest_of_plan = max(2 * self.plan.tables, *used_numbers)
        candidates = range(1, highest_of_plan + count + 1)
        unused_numbers = [number for number in candidates if number not in used_numbers]
        return tuple(unused_numbers[:count])


def _iter_played_sit_outs(
    plan: Movement,
    from_round: int,
    reported_rows: tuple[TableRound, ...],
    reported_rounds: set[int],
) -> Iterable[SitOut]:
    """Yield the sit-outs of rounds before *from_round*.

    In *reported_rounds* they are derived from the rows: whoever didn't play sat out.
    """
    planned_sit_outs = {
        (sit_out.round_no, sit_out.contestant): sit_out for sit_out in plan.sit_outs
    }
    for sit_out in plan.sit_outs:
        if sit_out.round_no < from_round and sit_out.round_no not in reported_rounds:
            yield sit_out
    for round_no in sorted(reported_rounds):
        rows = [row for row in reported_rows if row.round_no == round_no]
        tables = {row.table_no for row in rows}
        playing = {pair for row in rows for pair in (row.ns, row.ew)}
        for pair in sorted(collect_used_numbers(plan) - playing):
            planned_sit_out = planned_sit_outs.get((round_no, pair))
            # The pair waited at the planned table unless others played there.
            if planned_sit_out is not None and planned_sit_out.table_no not in tables:
                yield planned_sit_out
            else:
                yield SitOut(round_no, pair)


def _split_reported_rows(
    plan: Movement, from_round: int, rows_as_played: Iterable[TableRound]
) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
    """Return the valid rows of *rows_as_played*, and the void ones.

    A row is void if a pair had had its board set before.
    """
    rows = sorted(rows_as_played, key=lambda row: (row.round_no, row.table_no))
    reported_rounds = {row.round_no for row in rows}
    rows_as_due = [
        row
        for row in plan.rows
        if row.round_no < from_round and row.round_no not in reported_rounds
    ]
    seen_by_pair: defaultdict[int, set[int]] = defaultdict(set)
    valid_rows: list[TableRound] = []
    void_rows: list[TableRound] = []
    # Rows are visited in the order of play, because the first result of a pair on a set counts.
    for row in sorted((*rows_as_due, *rows), key=lambda row: (row.round_no, row.table_no)):
        if row.round_no in reported_rounds:
            if row.board_set in seen_by_pair[row.ns] | seen_by_pair[row.ew]:
                void_rows.append(row)
                continue
            valid_rows.append(row)
        seen_by_pair[row.ns].add(row.board_set)
        seen_by_pair[row.ew].add(row.board_set)
    return _with_sharing_marked(valid_rows), tuple(void_rows)


def _with_sharing_marked(rows: Sequence[TableRound]) -> tuple[TableRound, ...]:
    """Return reported *rows* with shared sets marked, unless they are marked already."""
    table_counts = Counter((row.round_no, row.board_set, row.copy_no) for row in rows)
    if all(
        row.shared == (table_counts[row.round_no, row.board_set, row.copy_no] > 1) for row in rows
    ):
        return tuple(rows)
    return mark_copies(
        [replace(row, shared=False, boards=tuple(sorted(row.boards))) for row in rows]
    )


def _are_directions_mixed(rows: Iterable[TableRound]) -> bool:
    rows = list(rows)
    return bool({row.ns for row in rows} & {row.ew for row in rows})


def make_meeting(row: TableRound) -> Meeting:
    """Return the meeting in *row*, without its boards."""
    return Meeting(
        row.round_no,
        row.table_no,
        ns=row.ns,
        ew=row.ew,
        board_set=row.board_set,
        copy_no=row.copy_no,
        arrow_switched=row.arrow_switched,
    )


def make_full_plan(  # noqa: PLR0913
    state: PlayState,
    remaining_meetings: Iterable[Meeting],
    *,
    rounds: int | None = None,
    sit_outs: Iterable[SitOut] = (),
    boards: int | None = None,
    bye_stands: Sequence[ByeStand] | None = None,
    source_plan: Movement | None = None,
    notes: tuple[str, ...] | None = None,
) -> Movement:
    """Return the plan of the whole event, with *remaining_meetings* from ``state.from_round`` on.

    - *rounds* is the total, by default the rounds of the plan in force.
    - *sit_outs* name the tables at which pairs wait. Other pairs sit out without a table.
    - *boards* is the number of boards per round from now on.
    - *bye_stands* are those of the remaining rounds, by default as in the plan in force.
    - *source_plan* gives the plan its name, source, options and guarantees. By default it is the plan
      in force.
    - *notes* are the plan's notes, by default those of the plan in force.

    >>> from movements.check.faults import check_plan
    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=5, boards_per_set=2)
    >>> state = PlayState(plan, 3)
    >>> make_full_plan(state, map(make_meeting, state.due_rows)).rows == plan.rows
    True
    """
    model = source_plan or state.plan
    new_rows = _make_rows(state, remaining_meetings, boards)
    rows, empty_rounds = without_gaps(
        state, (*state.played_rows, *new_rows), rounds or state.last_round
    )
    last_round = (rounds or state.last_round) - len(empty_rounds)
    playing = {pair for row in rows for pair in (row.ns, row.ew)}
    known_sit_outs = list(state.played_sit_outs)
    if not empty_rounds:
        # The tables are known by round number, which is wrong once later rounds have moved up.
        known_sit_outs += [*sit_outs, *state.due_sit_outs]
    all_sit_outs = _list_sit_outs(state, rows, known_sit_outs, playing, last_round)
    if bye_stands is None:
        all_bye_stands = state.plan.bye_stands
    else:
        all_bye_stands = (*_list_played_bye_stands(state), *bye_stands)
    # A set that is played in a round can't rest on a bye-stand in it.
    played_sets = {(row.round_no, row.board_set) for row in rows}
    plan = replace(
        state.plan,
        key=model.key,
        name=make_changed_name(model.name, state.from_round),
        source=model.source,
        options=model.options,
        contestants=len(playing),
        copies=max([state.plan.copies, *(row.copy_no for row in rows)]),
        winners=state.plan.winners if source_plan is None else _count_winners(source_plan, rows),
        tables=max([state.plan.tables, *(row.table_no for row in rows)]),
        rounds=last_round,
        board_sets=max([state.plan.board_sets, *(row.board_set for row in rows)]),
        rows=rows,
        sit_outs=_without_unused_tables(state, rows, all_sit_outs),
        bye_stands=tuple(
            bye_stand
            for bye_stand in all_bye_stands
            if bye_stand.round_no <= last_round
            and (bye_stand.round_no, bye_stand.board_set) not in played_sets
        ),
        guarantees=(),
        notes=state.plan.notes if notes is None else notes,
    )
    return with_guarantees(plan, model.guarantees)


def _make_rows(
    state: PlayState, meetings: Iterable[Meeting], boards: int | None
) -> tuple[TableRound, ...]:
    rows = []
    for meeting in sorted(meetings, key=lambda meeting: (meeting.round_no, meeting.table_no)):
        board_count = boards or state.board_counts.get(meeting.round_no, state.plan.boards_per_set)
        rows.append(
            TableRound(
                meeting.round_no,
                meeting.table_no,
                ns=meeting.ns,
                ew=meeting.ew,
                board_set=meeting.board_set,
                boards=state.boards_by_set[meeting.board_set][:board_count],
                arrow_switched=meeting.arrow_switched,
                copy_no=meeting.copy_no,
            )
        )
    due_rows = {(row.round_no, row.table_no): row for row in state.due_rows}
    return tuple(
        _keep_planned_order(row, due_rows.get((row.round_no, row.table_no)))
        for row in mark_copies(rows)
    )


def _keep_planned_order(row: TableRound, due_row: TableRound | None) -> TableRound:
    """Return *row* with the board order of *due_row* if they are otherwise the same."""
    if due_row is None or len(row.boards) != len(due_row.boards):
        return row
    if replace(row, boards=due_row.boards) == due_row:
        return due_row
    return row


def without_gaps(
    state: EventState, rows: tuple[TableRound, ...], last_round: int
) -> tuple[tuple[TableRound, ...], tuple[int, ...]]:
    """Return *rows* with later rounds moved up into empty rounds, and which rounds were empty."""
    used_rounds = {row.round_no for row in rows}
    empty_rounds = tuple(
        round_no
        for round_no in range(state.from_round, last_round + 1)
        if round_no not in used_rounds
    )
    if not empty_rounds:
        return rows, ()
    moved_rows = []
    for row in rows:
        empty_rounds_before = [round_no for round_no in empty_rounds if round_no < row.round_no]
        moved_rows.append(replace(row, round_no=row.round_no - len(empty_rounds_before)))
    return tuple(moved_rows), empty_rounds


def _list_sit_outs(
    state: PlayState,
    rows: Sequence[TableRound],
    known_sit_outs: Iterable[SitOut],
    pairs: set[int],
    last_round: int,
) -> tuple[SitOut, ...]:
    """Return the sit-outs of *pairs* up to *last_round*: whoever doesn't play in a round sits out.

    The table of a pair comes from *known_sit_outs*.
    """
    seated = {(row.round_no, pair) for row in rows for pair in (row.ns, row.ew)}
    used_tables = {(row.round_no, row.table_no) for row in rows}
    sit_out_by_key: dict[tuple[int, int], SitOut] = {}
    for sit_out in known_sit_outs:
        key = (sit_out.round_no, sit_out.contestant)
        is_taken = (sit_out.round_no, sit_out.table_no) in used_tables
        if is_taken and sit_out.round_no >= state.from_round:
            # Others play at that table now.
            sit_out_by_key.setdefault(key, SitOut(*key))
        # The first known table of a pair counts, because sit-outs as played come first.
        sit_out_by_key.setdefault(key, sit_out)
    sit_outs = []
    for round_no in range(1, last_round + 1):
        for pair in sorted(pairs):
            if (round_no, pair) not in seated:
                sit_outs.append(sit_out_by_key.get((round_no, pair), SitOut(round_no, pair)))
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0, sit_out.contestant))
    return tuple(sit_outs)


def _without_unused_tables(
    state: PlayState, rows: Sequence[TableRound], sit_outs: tuple[SitOut, ...]
) -> tuple[SitOut, ...]:
    """Return *sit_outs* without tables in the remaining rounds, if a table of the plan is never used.

    Such a table has been cleared away, so nobody can wait at it.
    """
    used_tables = {row.table_no for row in rows} | {sit_out.table_no for sit_out in sit_outs}
    has_all_tables = used_tables >= set(range(1, state.plan.tables + 1))
    has_unknown_table = None in used_tables  # somebody may wait at the unused table
    if has_all_tables or has_unknown_table:
        return sit_outs
    kept_sit_outs = []
    for sit_out in sit_outs:
        if sit_out.round_no >= state.from_round:
            kept_sit_outs.append(SitOut(sit_out.round_no, sit_out.contestant))
        else:
            kept_sit_outs.append(sit_out)
    return tuple(kept_sit_outs)


def _list_played_bye_stands(state: PlayState) -> tuple[ByeStand, ...]:
    return tuple(
        bye_stand for bye_stand in state.plan.bye_stands if bye_stand.round_no < state.from_round
    )


def _count_winners(source_plan: Movement, rows: Sequence[TableRound]) -> int:
    """Return the winners of *source_plan*, but one if a pair plays in both directions."""
    if {row.ns for row in rows} & {row.ew for row in rows}:
        return 1
    return source_plan.winners


def make_changed_name(name: str, round_no: RoundNo) -> str:
    """Return *name* with the round of the latest change in place of an earlier one."""
    original_name = name.split(", changed from round", maxsplit=1)[0]
    return f"{original_name}, changed from round {round_no}"


def with_guarantees(plan: Movement, guarantee_keys: Iterable[str]) -> Movement:
    """Return *plan* with the guarantees in *guarantee_keys* that it keeps."""
    kept_keys = []
    for key in guarantee_keys:
        # ROUND_IS_A_MATCH decides how rounds are scored, so it stays: a plan that breaks it fails
        # its check instead.
        if key == ROUND_IS_A_MATCH or (key in GUARANTEES and GUARANTEES[key].is_kept(plan)):
            kept_keys.append(key)
    return replace(plan, guarantees=tuple(kept_keys))


def make_remaining_plan(state: PlayState) -> Movement:
    """Return the plan in force as far as it can still be played.

    If everything was played as planned, the plan itself is returned.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=5)
    >>> make_remaining_plan(PlayState(plan, 3)) is plan
    True
    """
    is_unchanged = not state.reported_rows and not state.replayed_rows and not state.void_rows
    if is_unchanged:
        return state.plan
    return make_full_plan(state, map(make_meeting, state.due_rows))
