"""The state in the middle of an event, and the plan of the whole event from it.

Everything that proposals need is derived here from the plan in force, the rounds that were played
off schedule, and the pairs that have left. Apart from its list of troubles a state never changes;
:meth:`PlayState.changed` makes another one.

Proposals are lists of meetings. :func:`build_full_plan` joins them with the rounds as played, gives them
boards, derives sit-outs and bye-stands, closes gaps of empty rounds, and keeps the guarantees that
still hold.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from movements.check.faults import collect_used_numbers
from movements.check.guarantees import GUARANTEES
from movements.layout import Meeting, list_board_numbers, mark_copies
from movements.model import ROUND_IS_A_MATCH, ByeStand, Movement, SitOut, TableRound
from movements.moves import find_pairs_gone
from movements.partnerships import make_couple
from movements.replan.records import PairPhrase, Words, format_places, make_pairs_phrase

SETS_KNOWN = 199
"""More sets than any plan has, with spare ones."""


class EventState:
    """A plan in force with the rounds before *from_round* played, in any contest.

    - *present*: the contestants who are there. *gone*: those who have left.
    - *replays*: rows to come that can't be played, because a pair has had their boards.
    - *troubles*: sentences that say why something can't be done, collected for the answer.
    """

    replays: tuple[TableRound, ...] = ()

    def __init__(self, plan: Movement, from_round: int, gone: Iterable[int]) -> None:
        self.plan = plan
        self.from_round = from_round
        self.gone = frozenset(gone)
        self.present = tuple(sorted(collect_used_numbers(plan) - self.gone))
        self.troubles: list[Words] = []

    @property
    def last_round(self) -> int:
        """The last round of the plan in force."""
        return self.plan.rounds

    def named(self, numbers: Iterable[int], *, is_first: bool = False) -> PairPhrase:
        """Return *numbers* with the word of the contest.

        >>> from movements.registry import make_plan
        >>> str(EventState(make_plan("round-robin", teams=6), 3, ()).named([2, 5], is_first=True))
        'Teams 2 and 5'
        """
        return make_pairs_phrase(numbers, is_first=is_first, noun=self.plan.called)

    def explain_end(self) -> Words:
        """Return why nothing at all can be played on."""
        return next(iter(self.troubles), f"Too few {self.plan.called}s are left to play on.")


class PlayState(EventState):
    """A plan in force with the rounds before *from_round* played.

    - *played_rows*, *played_sit_outs*: the rounds before *from_round*, as they were played.
    - *due_rows*, *due_sit_outs*: the rows still to come that can be played, and who sits out where.
    - *replays*: rows to come in which a pair would get boards that it has had. Its pairs sit out.
    - *reported_rows*: the rows of *done* that count.
    - *void_rows*: the rows of *done* in which a pair had had the boards before.
    - *keep*: pairs that mustn't sit out for others.
    - *lines*: the N-S and the E-W pairs, with two winners.

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
        self.keep = frozenset(keep)
        reported, void = _split_reported(plan, from_round, done)
        # A last round of which nothing counts has to be played again.
        void_rounds = {row.round_no for row in void} - {row.round_no for row in reported}
        while from_round - 1 in void_rounds:
            from_round -= 1
        super().__init__(plan, from_round, {*gone, *find_pairs_gone(plan, from_round)})
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
            _find_played_sit_outs(plan, from_round, reported, reported_rounds)
        )
        self.due_rows, self.replays = self._split_due_rows()
        self.due_sit_outs = tuple(self._find_due_sit_outs())
        # This needs the rows due, which depend on the rows played.
        if plan.winners == 2 and _are_lines_mixed((*self.played_rows, *self.due_rows)):
            self.plan = replace(plan, winners=1)
            self.troubles.append(
                "A pair has played in the other direction, so there is now one ranking for everyone."
            )
        if void:
            self.troubles.append(
                f"Results at {format_places(void)} are void: pairs had played these boards before."
            )

    def changed(
        self, *, done: Iterable[TableRound] | None = None, gone: Iterable[int] = ()
    ) -> "PlayState":
        """Return the state with the rounds in *done* as they were played, and more pairs *gone*.

        >>> from movements.registry import make_plan
        >>> state = PlayState(make_plan("mitchell", tables=5), 3)
        >>> state.changed(gone=[4]).present
        (1, 2, 3, 5, 6, 7, 8, 9, 10)
        """
        reported = list(self.reported_rows)
        if done is not None:
            new_rows = list(done)
            new_rounds = {row.round_no for row in new_rows}
            reported = [row for row in reported if row.round_no not in new_rounds] + new_rows
        state = PlayState(self.plan, self.from_round, reported, self.gone | set(gone), self.keep)
        # Both states share one list, because the answer shows the troubles of all that was tried.
        self.troubles.extend(trouble for trouble in state.troubles if trouble not in self.troubles)
        state.troubles = self.troubles
        return state

    def _split_due_rows(self) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
        """Return the rows of pairs present that can be played, and those that would be replays."""
        seen_by_pair = {pair: set(sets) for pair, sets in self.seen_sets.items()}
        due_rows, replays = [], []
        for row in self.plan.rows:
            if row.round_no < self.from_round or self.gone & {row.ns, row.ew}:
                continue
            seen_by_sides = [seen_by_pair.setdefault(pair, set()) for pair in (row.ns, row.ew)]
            if any(row.board_set in sets for sets in seen_by_sides):
                replays.append(row)
                continue
            for sets in seen_by_sides:
                sets.add(row.board_set)
            due_rows.append(row)
        return tuple(due_rows), tuple(replays)

    def _find_due_sit_outs(self) -> Iterable[SitOut]:
        """Yield the sit-outs to come: of rows that aren't played, then those of the plan."""
        due_rows = set(self.due_rows)
        for row in self.plan.rows:
            if row.round_no >= self.from_round and row not in due_rows:
                for pair in (row.ns, row.ew):
                    if pair not in self.gone:
                        yield SitOut(row.round_no, pair, row.table_no, row.board_set, row.copy_no)
        for sit_out in self.plan.sit_outs:
            if sit_out.round_no >= self.from_round:
                yield sit_out

    @cached_property
    def lines(self) -> tuple[frozenset[int], frozenset[int]] | None:
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
        frozen = {pair: frozenset(sets) for pair, sets in sets_by_pair.items()}
        return defaultdict(frozenset, frozen)  # a new pair has seen nothing

    @cached_property
    def meeting_counts(self) -> Counter[tuple[int, int]]:
        """The number of meetings of each two pairs, the lower number first."""
        return Counter(make_couple(row.ns, row.ew) for row in self.played_rows)

    @cached_property
    def boards_by_set(self) -> dict[int, tuple[int, ...]]:
        """The boards of each set in ascending order, also of unused sets, which may be fetched."""
        boards = {
            number: list_board_numbers(number, self.plan.boards_per_set)
            for number in range(1, SETS_KNOWN + 1)
        }
        # The row with the most boards of a set decides, because others may have been shortened.
        rows = sorted(self.plan.rows, key=lambda row: len(row.boards))
        return boards | {row.board_set: tuple(sorted(row.boards)) for row in rows}

    @cached_property
    def board_counts(self) -> dict[int, int]:
        """The number of boards in each round."""
        return {row.round_no: len(row.boards) for row in (*self.plan.rows, *self.played_rows)}

    def explain_end(self) -> Words:
        """Return why nothing at all can be played on."""
        if not self.played_rows:
            return (
                "Nothing has been played and this movement can't be adapted. "
                "Choose a movement for the pairs present."
            )
        return next(iter(self.troubles), "No pairs are left that can play.")

    def get_due_rows(self, round_no: int) -> tuple[TableRound, ...]:
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
        used = collect_used_numbers(self.plan) | self.gone
        highest = max(2 * self.plan.tables, *used)
        unused = [number for number in range(1, highest + count + 1) if number not in used]
        return tuple(unused[:count])


def _find_played_sit_outs(
    plan: Movement, from_round: int, reported: tuple[TableRound, ...], reported_rounds: set[int]
) -> Iterable[SitOut]:
    """Yield the sit-outs of rounds before *from_round*, derived from the rows if reported."""
    planned = {(sit_out.round_no, sit_out.contestant): sit_out for sit_out in plan.sit_outs}
    for sit_out in plan.sit_outs:
        if sit_out.round_no < from_round and sit_out.round_no not in reported_rounds:
            yield sit_out
    for round_no in sorted(reported_rounds):
        rows = [row for row in reported if row.round_no == round_no]
        tables = {row.table_no for row in rows}
        playing = {pair for row in rows for pair in (row.ns, row.ew)}
        for pair in sorted(collect_used_numbers(plan) - playing):
            planned_sit_out = planned.get((round_no, pair))
            # The place in the plan is right unless others played there.
            if planned_sit_out is not None and planned_sit_out.table_no not in tables:
                yield planned_sit_out
            else:
                yield SitOut(round_no, pair)


def _split_reported(
    plan: Movement, from_round: int, done_rows: Iterable[TableRound]
) -> tuple[tuple[TableRound, ...], tuple[TableRound, ...]]:
    """Return the rows of *done_rows* that count, and those in which a pair had had the set before."""
    rows = sorted(done_rows, key=lambda row: (row.round_no, row.table_no))
    reported_rounds = {row.round_no for row in rows}
    rows_as_due = [
        row
        for row in plan.rows
        if row.round_no < from_round and row.round_no not in reported_rounds
    ]
    seen_by_pair: defaultdict[int, set[int]] = defaultdict(set)
    valid: list[TableRound] = []
    void: list[TableRound] = []
    # In the order of play, because the first result of a pair on a set counts.
    for row in sorted((*rows_as_due, *rows), key=lambda row: (row.round_no, row.table_no)):
        if row.round_no in reported_rounds:
            if row.board_set in seen_by_pair[row.ns] | seen_by_pair[row.ew]:
                void.append(row)
                continue
            valid.append(row)
        seen_by_pair[row.ns].add(row.board_set)
        seen_by_pair[row.ew].add(row.board_set)
    return _with_sharing_marked(valid), tuple(void)


def _with_sharing_marked(rows: Sequence[TableRound]) -> tuple[TableRound, ...]:
    """Return reported *rows* with shared sets marked, unless they are marked already."""
    users = Counter((row.round_no, row.board_set, row.copy_no) for row in rows)
    if all(row.shared == (users[row.round_no, row.board_set, row.copy_no] > 1) for row in rows):
        return tuple(rows)
    return mark_copies(
        [replace(row, shared=False, boards=tuple(sorted(row.boards))) for row in rows]
    )


def _are_lines_mixed(rows: Iterable[TableRound]) -> bool:
    rows = list(rows)
    return bool({row.ns for row in rows} & {row.ew for row in rows})


def make_meeting(row: TableRound) -> Meeting:
    """Return the meeting in *row*, without its boards."""
    return Meeting(
        row.round_no, row.table_no, row.ns, row.ew, row.board_set, row.copy_no, row.arrow_switched
    )


def build_full_plan(  # noqa: PLR0913
    state: PlayState,
    remaining_meetings: Iterable[Meeting],
    *,
    rounds: int | None = None,
    sit_outs: Iterable[SitOut] = (),
    boards: int | None = None,
    bye_stands: Sequence[ByeStand] | None = None,
    like: Movement | None = None,
    notes: tuple[str, ...] | None = None,
) -> Movement:
    """Return the plan of the whole event with the *remaining_meetings* from ``state.from_round`` on.

    - *rounds* is the total, by default the rounds of the plan in force.
    - *sit_outs* name the places of pairs that sit out. Others sit out without a place.
    - *boards* is the number of boards per round from now on.
    - *bye_stands* belong to the rest, by default as in the plan in force.
    - *like* is the plan whose name, source, options and guarantees are used.

    >>> from movements.check.faults import check_plan
    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=5, boards_per_set=2)
    >>> state = PlayState(plan, 3)
    >>> build_full_plan(state, map(make_meeting, state.due_rows)).rows == plan.rows
    True
    """
    model = like or state.plan
    new_rows = _make_rows(state, remaining_meetings, boards)
    rows, empty_rounds = without_gaps(
        state, (*state.played_rows, *new_rows), rounds or state.last_round
    )
    last = (rounds or state.last_round) - len(empty_rounds)
    playing = {pair for row in rows for pair in (row.ns, row.ew)}
    known_sit_outs = list(state.played_sit_outs)
    if not empty_rounds:
        # Places are known by round numbers, so not if later rounds have moved up.
        known_sit_outs += [*sit_outs, *state.due_sit_outs]
    all_sit_outs = _find_sit_outs(state, rows, known_sit_outs, playing, last)
    if bye_stands is None:
        all_bye_stands = state.plan.bye_stands
    else:
        all_bye_stands = (*_list_earlier_bye_stands(state), *bye_stands)
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
        winners=state.plan.winners if like is None else _count_winners(like, rows),
        tables=max([state.plan.tables, *(row.table_no for row in rows)]),
        rounds=last,
        board_sets=max([state.plan.board_sets, *(row.board_set for row in rows)]),
        rows=rows,
        sit_outs=_without_unused_tables(state, rows, all_sit_outs),
        bye_stands=tuple(
            bye_stand
            for bye_stand in all_bye_stands
            if bye_stand.round_no <= last
            and (bye_stand.round_no, bye_stand.board_set) not in played_sets
        ),
        guarantees=(),
        notes=state.plan.notes if notes is None else notes,
    )
    return with_promises(plan, model.guarantees)


def _make_rows(
    state: PlayState, meetings: Iterable[Meeting], boards: int | None
) -> tuple[TableRound, ...]:
    rows = []
    for meeting in sorted(meetings, key=lambda meeting: (meeting.round_no, meeting.table_no)):
        count = boards or state.board_counts.get(meeting.round_no, state.plan.boards_per_set)
        rows.append(
            TableRound(
                meeting.round_no,
                meeting.table_no,
                meeting.ns,
                meeting.ew,
                meeting.board_set,
                state.boards_by_set[meeting.board_set][:count],
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
    state: EventState, rows: tuple[TableRound, ...], last: int
) -> tuple[tuple[TableRound, ...], tuple[int, ...]]:
    """Return *rows* with later rounds moved up into empty rounds, and the empty rounds."""
    used_rounds = {row.round_no for row in rows}
    empty_rounds = tuple(
        round_no for round_no in range(state.from_round, last + 1) if round_no not in used_rounds
    )
    if not empty_rounds:
        return rows, ()
    moved_rows = []
    for row in rows:
        empty_before = [round_no for round_no in empty_rounds if round_no < row.round_no]
        moved_rows.append(replace(row, round_no=row.round_no - len(empty_before)))
    return tuple(moved_rows), empty_rounds


def _find_sit_outs(
    state: PlayState,
    rows: Sequence[TableRound],
    known_sit_outs: Iterable[SitOut],
    pairs: set[int],
    last: int,
) -> tuple[SitOut, ...]:
    """Return a sit-out for each of *pairs* in each round up to *last* that it doesn't play in."""
    seated = {(row.round_no, pair) for row in rows for pair in (row.ns, row.ew)}
    used_tables = {(row.round_no, row.table_no) for row in rows}
    places: dict[tuple[int, int], SitOut] = {}
    for sit_out in known_sit_outs:
        key = (sit_out.round_no, sit_out.contestant)
        is_taken = (sit_out.round_no, sit_out.table_no) in used_tables
        if is_taken and sit_out.round_no >= state.from_round:
            # Others play at that table now.
            places.setdefault(key, SitOut(*key))
        # Played rounds come first, so the first known place of a pair counts.
        places.setdefault(key, sit_out)
    sit_outs = []
    for round_no in range(1, last + 1):
        for pair in sorted(pairs):
            if (round_no, pair) not in seated:
                sit_outs.append(places.get((round_no, pair), SitOut(round_no, pair)))
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0, sit_out.contestant))
    return tuple(sit_outs)


def _without_unused_tables(
    state: PlayState, rows: Sequence[TableRound], sit_outs: tuple[SitOut, ...]
) -> tuple[SitOut, ...]:
    """Return *sit_outs* without places in the rest, if the plan has a table that is never used.

    Such a table is no longer there, so nobody can wait at it.
    """
    tables = {row.table_no for row in rows} | {sit_out.table_no for sit_out in sit_outs}
    if tables >= set(range(1, state.plan.tables + 1)) or None in tables:
        return sit_outs
    kept_sit_outs = []
    for sit_out in sit_outs:
        if sit_out.round_no >= state.from_round:
            kept_sit_outs.append(SitOut(sit_out.round_no, sit_out.contestant))
        else:
            kept_sit_outs.append(sit_out)
    return tuple(kept_sit_outs)


def _list_earlier_bye_stands(state: PlayState) -> tuple[ByeStand, ...]:
    return tuple(
        bye_stand for bye_stand in state.plan.bye_stands if bye_stand.round_no < state.from_round
    )


def _count_winners(like: Movement, rows: Sequence[TableRound]) -> int:
    """Return the winners of *like*, but one if a pair plays in both directions."""
    if {row.ns for row in rows} & {row.ew for row in rows}:
        return 1
    return like.winners


def make_changed_name(name: str, round_no: int) -> str:
    """Return *name* with the round of the latest change."""
    return f"{name.split(', changed from round', maxsplit=1)[0]}, changed from round {round_no}"


def with_promises(plan: Movement, promised: Iterable[str]) -> Movement:
    """Return *plan* with the guarantees in *promised* that it keeps."""
    kept = []
    for key in promised:
        # Without it the rounds would be scored together, so a plan that breaks it is no answer.
        if key == ROUND_IS_A_MATCH or (key in GUARANTEES and GUARANTEES[key].holds(plan)):
            kept.append(key)
    return replace(plan, guarantees=tuple(kept))


def build_remaining_plan(state: PlayState) -> Movement:
    """Return the plan in force as far as it can still be played.

    If everything was played as planned, it is the same object.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=5)
    >>> build_remaining_plan(PlayState(plan, 3)) is plan
    True
    """
    is_unchanged = not state.reported_rows and not state.replays and not state.void_rows
    if is_unchanged:
        return state.plan
    return build_full_plan(state, map(make_meeting, state.due_rows))
