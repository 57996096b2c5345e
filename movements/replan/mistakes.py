"""Drafts for an event that hasn't followed its plan: it continues from the present seats.

The mistakes are boards exchanged between two tables, guide cards of another movement, a late table,
and anything else by which the rows as played differ from the plan. A deliberate change to another
movement is here too, because play continues in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, product

from movements.check.faults import collect_used_numbers
from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import (
    Movement,
    SetNo,
    SitOut,
    TableNo,
    TableRound,
)
from movements.partnerships import make_couple
from movements.registry import get_movement, make_plan
from movements.replan.departures import (
    collect_unopposed_by_round,
    list_sit_outs,
    match_unopposed_pairs,
)
from movements.replan.records import Change, Draft, format_tables, make_pairs_phrase, make_phrase
from movements.replan.routes import embed_movement, make_related_plans
from movements.replan.seat_search import SearchGoal, search
from movements.replan.state import PlayState, make_full_plan, make_meeting, make_remaining_plan

MAX_SHIFTS = 3
"""Proposals in which everyone moves the same way."""
MAX_DIFFERENT_MOVES = 2
"""Different moves that a director can announce to a room."""

MAX_TRIES = 6
"""Searches with fewer rounds. With rematches there is one less."""
FEWER_STEPS = 40_000
"""Steps of each search for a compromise: there are up to 12 in one answer."""

STEPS = 4_000
"""Moves that are tried before the search is given up."""

MAX_COMPARED_SHIFTS = 24
"""Continuations with different moves that are compared."""


def make_present_seats_drafts(state: PlayState, _change: Change) -> Iterator[Draft]:
    """Yield drafts that continue from the present seats."""
    yield from _make_guide_card_drafts(state)
    simple_shifts = (
        shift for shift in iter_shifts(state) if shift.different_moves <= MAX_DIFFERENT_MOVES
    )
    shifts = list(islice(simple_shifts, MAX_SHIFTS))
    # Shifts come with the fewest moves first. Two moves aren't offered beside one.
    shifts = [shift for shift in shifts if shift.different_moves == shifts[0].different_moves]
    for shift in shifts:
        plan = make_full_plan(state, shift.meetings, sit_outs=shift.sit_outs, notes=())
        yield Draft(
            plan,
            "Everyone moves the same way",
            f"From their present seats {shift.instruction}. No pairs meet again.",
        )
    # New seats for everyone are worth it only if the guide cards can't be followed.
    if not shifts and state.replayed_rows:
        yield from make_searched_drafts(state)


def _make_guide_card_drafts(state: PlayState) -> Iterator[Draft]:
    """Yield the draft that follows the plan in force, without rows that can't be played."""
    if not state.replayed_rows:
        subject = "What was played"
        if state.void_rows:
            subject = f"Results at {format_tables(state.void_rows)} are void; otherwise"
        yield Draft(
            make_remaining_plan(state),
            "Follow the guide cards",
            f"{subject} doesn’t affect the remaining rounds.",
        )
        return
    unopposed = collect_unopposed_by_round(state, state.due_rows)
    meetings = [
        *map(make_meeting, state.due_rows),
        *match_unopposed_pairs(state, state.due_rows, unopposed),
    ]
    plan = make_full_plan(state, meetings, sit_outs=list_sit_outs(unopposed))
    yield Draft(
        plan,
        "Follow the guide cards as far as possible",
        "Everything that is still possible is played.",
    )


def make_searched_drafts(state: PlayState) -> Iterator[Draft]:
    """Yield the draft with as many full rounds as planned, or else the compromises."""
    rounds = tuple(range(state.from_round, state.last_round + 1))
    goal = SearchGoal(
        rounds=rounds,
        sets=tuple(range(1, state.plan.board_sets + 1)),
        tables=tuple(sorted({row.table_no for row in state.plan.rows})),
        pairs=state.present,
        ns=state.ns_and_ew_pairs[0] if state.ns_and_ew_pairs else None,
    )
    result = search(state, goal)
    if result.meetings is not None:
        plan = make_full_plan(state, result.meetings, notes=())
        yield Draft(plan, "New seats for everyone", "All tables are full, and no pairs meet again.")
        return
    proof = "all arrangements were tried" if result.is_proven else "no arrangement was found"
    rounds_phrase = "another full round" if len(rounds) == 1 else f"{len(rounds)} more full rounds"
    state.problems.append(
        f"With these boards, {rounds_phrase} without a rematch can’t be done ({proof})."
    )
    yield from _make_compromise_drafts(state, goal)


def _make_compromise_drafts(state: PlayState, goal: SearchGoal) -> Iterator[Draft]:
    """Yield drafts that reach *goal* with fewer rounds, with a spare set, and with rematches."""
    fewer_counts = range(len(goal.rounds) - 1, 0, -1)
    for round_count in fewer_counts[:MAX_TRIES]:
        result = search(state, replace(goal, rounds=goal.rounds[:round_count]), FEWER_STEPS)
        if result.meetings is not None:
            last_round = goal.rounds[round_count - 1]
            plan = make_full_plan(state, result.meetings, rounds=last_round, notes=())
            yield Draft(
                plan,
                f"{round_count} more round{'s' if round_count > 1 else ''}",
                "The remaining rounds are full, but fewer.",
            )
            break
    goal_with_spare = replace(goal, sets=(*goal.sets, len(goal.sets) + 1))
    result = search(state, goal_with_spare, FEWER_STEPS)
    if result.meetings is not None:
        yield Draft(
            make_full_plan(state, result.meetings, notes=()),
            "With a spare set",
            "With one more set, all rounds are full.",
        )
    for rematches in range(1, MAX_TRIES):
        result = search(state, replace(goal, rematches=rematches), FEWER_STEPS)
        if result.meetings is not None:
            plan = make_full_plan(state, result.meetings, notes=())
            times = "once" if rematches == 1 else f"{rematches} times"
            yield Draft(
                plan, "Some pairs meet again", f"All rounds are full. Opponents meet again {times}."
            )
            break


def make_exchange_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts after two tables played each other's set, by default in the last round."""
    round_no = change.first_round or state.from_round - 1
    rows = [row for row in state.played_rows if row.round_no == round_no]
    set_by_table = {row.table_no: (row.board_set, row.copy_no) for row in rows}
    # A half table has a set too, which another table may have played.
    for sit_out in state.played_sit_outs:
        if sit_out.round_no != round_no:
            continue
        if sit_out.table_no is not None and sit_out.board_set is not None:
            set_by_table[sit_out.table_no] = (sit_out.board_set, sit_out.copy_no)
    table = change.table or 0
    other_table = change.other_table or 0
    if table not in set_by_table or other_table not in set_by_table:
        state.problems.append(f"In round {round_no} one of these tables had no boards.")
        return
    exchanged_sets = {table: set_by_table[other_table], other_table: set_by_table[table]}
    rows_as_played = []
    for row in rows:
        if row.table_no not in exchanged_sets:
            rows_as_played.append(row)
            continue
        board_set, copy_no = exchanged_sets[row.table_no]
        boards = state.boards_by_set[board_set][: len(row.boards)]
        rows_as_played.append(replace(row, board_set=board_set, copy_no=copy_no, boards=boards))
    yield from make_present_seats_drafts(state.with_changes(rows_as_played=rows_as_played), change)


def make_other_movement_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts that use another movement for the rest.

    If its guide cards have already been followed by mistake, the drafts continue from there.
    """
    other_movement = _make_chosen_movement(state, change)
    if change.first_round is not None:  # its cards were followed from this round on
        previous_round = state.from_round - 1
        last_round = min(change.last_round or previous_round, previous_round)
        rows_as_played = [
            row for row in other_movement.rows if change.first_round <= row.round_no <= last_round
        ]
        actual_state = state.with_changes(rows_as_played=rows_as_played)
        title = "Follow the cards of the other movement"
        yield from _make_other_rounds_drafts(actual_state, other_movement, title, state.last_round)
        yield from make_present_seats_drafts(actual_state, change)
        return
    drafts = list(
        _make_other_rounds_drafts(
            state, other_movement, f"{other_movement.name} from now on", state.last_round
        )
    )
    yield from drafts
    if not drafts:
        state.problems.append(
            f"{other_movement.name} doesn’t work for {state.last_round} rounds in all: "
            "some pairs would repeat boards or opponents."
        )
        yield from _make_nearby_drafts(state, other_movement, state.last_round)
    if other_movement.rounds != state.last_round and other_movement.rounds >= state.from_round:
        yield from _make_full_length_drafts(state, other_movement)
    yield Draft(make_remaining_plan(state), "Keep the current movement", "Nothing changes.", rank=1)


def _make_chosen_movement(state: PlayState, change: Change) -> Movement:
    """Return the plan of the chosen movement, with the present number of rounds if possible.

    :raises MovementError: if the movement isn't possible for the pairs present.
    """
    spec = get_movement(change.key or "", contest="pairs")
    # Not every movement can have the present number of rounds.
    with suppress(MovementError):
        return make_plan(
            spec.key,
            pairs=len(state.present),
            rounds=state.last_round,
            boards_per_set=state.plan.boards_per_set,
            options=dict(change.options),
        )
    return make_plan(
        spec.key,
        pairs=len(state.present),
        boards_per_set=state.plan.boards_per_set,
        options=dict(change.options),
    )


def _make_full_length_drafts(state: PlayState, other_movement: Movement) -> Iterator[Draft]:
    """Yield a draft with *other_movement* in its own number of rounds.

    Preferably the movement is fitted to the present seats, else pairs follow it by their numbers.
    """
    title = f"{other_movement.name} from now on, {other_movement.rounds} rounds in all"
    for plan_of_other in make_related_plans(
        state, len(state.present), [other_movement.rounds], other_movement.key
    ):
        plan = embed_movement(state, plan_of_other)
        if plan is not None:
            reason = (
                f"Pairs continue from their seats as in the {plan_of_other.name}. "
                "No pairs meet again."
            )
            yield Draft(plan, title, reason)
            return
    last_round = other_movement.rounds
    drafts = list(_make_other_rounds_drafts(state, other_movement, title, last_round))
    if not drafts:
        drafts = list(_make_nearby_drafts(state, other_movement, last_round))
    yield from drafts


def _make_other_rounds_drafts(
    state: PlayState, other_movement: Movement, title: str, last_round: int
) -> Iterator[Draft]:
    """Yield the first legal draft with consecutive rounds of *other_movement* up to *last_round*.

    The rounds with the same numbers are tried first. For each start, all set numbers are raised by 0,
    1, 2, …, until the draft is legal.
    """
    if collect_used_numbers(other_movement) != set(state.present):
        return
    round_count = last_round - state.from_round + 1
    start_rounds = range(1, other_movement.rounds - round_count + 2)
    starts = sorted(start_rounds, key=lambda start: (start != state.from_round, start))
    set_count = max(other_movement.board_sets, state.plan.board_sets)
    for start, set_shift in product(starts, range(set_count)):
        meetings = []
        for row in other_movement.rows:
            if start <= row.round_no < start + round_count:
                meeting = make_meeting(row)._replace(
                    round_no=row.round_no - start + state.from_round,
                    board_set=(row.board_set - 1 + set_shift) % set_count + 1,
                )
                meetings.append(meeting)
        if not _is_legal(state, meetings):
            continue
        plan = make_full_plan(
            state,
            meetings,
            rounds=last_round,
            sit_outs=_list_other_sit_outs(state, other_movement, start, round_count),
            bye_stands=(),
            source_plan=other_movement,
            notes=other_movement.notes,
        )
        reason = "Pairs follow its guide cards with their present numbers."
        if start != state.from_round or set_shift:
            reason = (
                f"Its rounds {start} to {start + round_count - 1} are played; "
                f"add {set_shift} to the set numbers."
            )
        yield Draft(plan, title, reason)
        return


def _list_other_sit_outs(
    state: PlayState, other_movement: Movement, start: int, round_count: int
) -> list[SitOut]:
    return [
        SitOut(sit_out.round_no - start + state.from_round, sit_out.contestant, sit_out.table_no)
        for sit_out in other_movement.sit_outs
        if start <= sit_out.round_no < start + round_count
    ]


def _make_nearby_drafts(
    state: PlayState, other_movement: Movement, last_round: int
) -> Iterator[Draft]:
    """Yield the draft up to *last_round* that is as close to *other_movement* as possible."""
    rounds = range(state.from_round, last_round + 1)
    # Pairs keep their directions only if the other movement too has two winners.
    ns_and_ew_pairs = state.ns_and_ew_pairs if other_movement.winners == 2 else None
    goal = SearchGoal(
        rounds=tuple(rounds),
        sets=tuple(range(1, max(state.plan.board_sets, other_movement.board_sets) + 1)),
        tables=tuple(range(1, state.plan.tables + 1)),
        pairs=state.present,
        ns=ns_and_ew_pairs[0] if ns_and_ew_pairs else None,
        preferred_meetings=tuple(
            make_meeting(row) for row in other_movement.rows if row.round_no in rounds
        ),
    )
    meetings = search(state, goal).meetings
    if meetings is not None:
        plan = make_full_plan(
            state, meetings, rounds=last_round, source_plan=other_movement, bye_stands=(), notes=()
        )
        title = f"As close to {other_movement.name} as possible"
        if last_round != state.last_round:
            title += f", {last_round} rounds in all"
        yield Draft(plan, title, "All tables are full, and no pairs meet again.")


def _is_legal(state: PlayState, meetings: Iterable[Meeting]) -> bool:
    """Return whether no pair has had its boards or opponents in *meetings* before."""
    seen_sets = {pair: set(state.seen_sets[pair]) for pair in state.present}
    met_couples = {couple for couple, count in state.meeting_counts.items() if count}
    for meeting in meetings:
        couple = make_couple(meeting.ns, meeting.ew)
        if couple in met_couples:
            return False
        if meeting.board_set in seen_sets[meeting.ns] | seen_sets[meeting.ew]:
            return False
        met_couples.add(couple)
        seen_sets[meeting.ns].add(meeting.board_set)
        seen_sets[meeting.ew].add(meeting.board_set)
    return True


def make_late_table_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts for a table that is a round behind."""
    late_rows = [
        row
        for row in state.played_rows
        if (row.round_no, row.table_no) == (state.from_round - 1, change.table)
    ]
    if not late_rows:
        state.problems.append(
            f"Table {change.table} is empty in round {state.from_round - 1}. Choose another."
        )
        return
    [row] = late_rows  # a table has one row in a round
    due_meetings = list(map(make_meeting, state.due_rows))
    plan = make_remaining_plan(state)
    pairs = make_pairs_phrase([row.ns, row.ew], is_first=True)
    reason = make_phrase(
        "{pairs} play their boards after the last round. The movement doesn’t change.", pairs=pairs
    )
    yield Draft(plan, "Play the boards at the end", reason, boards_waited=len(row.boards))
    yield Draft(
        plan,
        "Wait for this table",
        "Everyone continues when they have finished.",
        boards_waited=len(row.boards),
    )
    if len(row.boards) > 1:
        reason = make_phrase(
            "{pairs} skip board {board_no} and get an adjusted score. Everyone continues when they have finished the "
            "others.",
            pairs=pairs,
            board_no=row.boards[-1],
        )
        title = "Wait, but play one board fewer"
        yield Draft(plan, title, reason, boards_waited=len(row.boards) - 1, unplayed_results=1)
    # The last two drafts don't wait: the table skips the round, or plays it during the next one.
    other_rows = [
        other_row
        for other_row in state.played_rows
        if other_row.round_no == row.round_no and other_row != row
    ]
    state_without_row = state.with_changes(rows_as_played=other_rows)
    skip_reason = (
        f"Table {row.table_no} skips round {row.round_no} and continues with everyone else."
    )
    yield Draft(make_full_plan(state_without_row, due_meetings), "Skip the round", skip_reason)
    yield from _make_one_behind_drafts(state_without_row, row)


def _make_one_behind_drafts(state: PlayState, row: TableRound) -> Iterator[Draft]:
    """Yield the draft in which the late *row* is played while the others play the next round.

    The next opponents of its pairs sit out, or play each other.
    """
    late_pairs = {row.ns, row.ew}
    remaining_rows = [
        other_row
        for other_row in state.due_rows
        if other_row.round_no != state.from_round or not {other_row.ns, other_row.ew} & late_pairs
    ]
    # Impossible if others need the late boards or the late table in the next round.
    for other_row in remaining_rows:
        needs_boards = other_row.board_set == row.board_set
        needs_table = other_row.table_no == row.table_no
        if other_row.round_no == state.from_round and (needs_boards or needs_table):
            return
    late_meeting = make_meeting(row)._replace(round_no=state.from_round)
    unopposed = {
        round_no: [entry for entry in unopposed_pairs if entry.pair not in late_pairs]
        for round_no, unopposed_pairs in collect_unopposed_by_round(state, remaining_rows).items()
    }
    # Two pairs whose opponents are late may meet, but not at the late table with its boards.
    late_key = (late_meeting.round_no, late_meeting.table_no, late_meeting.board_set)
    new_meetings = [
        meeting
        for meeting in match_unopposed_pairs(state, remaining_rows, unopposed)
        if (meeting.round_no, meeting.table_no, meeting.board_set) != late_key
    ]
    plan = make_full_plan(
        state,
        [*map(make_meeting, remaining_rows), late_meeting, *new_meetings],
        sit_outs=list_sit_outs(unopposed),
    )
    reason = make_phrase(
        "{pairs} finish in round {round_no}. Pairs due to meet them then sit out.",
        pairs=make_pairs_phrase([row.ns, row.ew], is_first=True),
        round_no=state.from_round,
    )
    yield Draft(plan, "Stay one round behind", reason)


# Uniform continuations: before each round all E-W pairs go up by the same number of tables, and all
# board sets down by another. N-S pairs stay at their present tables, so no pair may change direction.
# A director can announce this in a sentence, without new guide cards.


@dataclass(frozen=True, slots=True)
class Shift:
    """A uniform continuation: how many tables E-W go up and sets go down before each round."""

    ups: tuple[int, ...]
    downs: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...]

    @property
    def different_moves(self) -> int:
        """The number of different moves, 1 if the move is the same before every round."""
        return len(set(zip(self.ups, self.downs, strict=True)))

    @property
    def instruction(self) -> str:
        """The instruction for the players.

        >>> Shift((2, 2), (1, 1), (), ()).instruction
        'E-W go up two tables each round, boards down one'
        >>> Shift((1, 2), (1, 1), (), ()).instruction
        'E-W go up one table, then two, boards down one'
        """
        first_up, *later_ups = self.ups
        pairs = f"{_spell_number(first_up)} {'table' if first_up == 1 else 'tables'}"
        if len(set(self.ups)) == 1:
            pairs += " each round"
        else:
            pairs += "".join(f", then {_spell_number(up)}" for up in later_ups)
        first_down, *later_downs = self.downs
        boards = _spell_number(first_down)
        if len(set(self.downs)) > 1:
            boards += "".join(f", then {_spell_number(down)}" for down in later_downs)
        return f"E-W go up {pairs}, boards down {boards}"


def _spell_number(number: int) -> str:
    names = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if number < len(names):
        return names[number]
    return str(number)


@dataclass(frozen=True, slots=True)
class _LastTable:
    """The last pairs at a table, and their board set."""

    table_no: TableNo
    ns: int | None
    ew: int | None
    board_set: SetNo


def iter_shifts(state: PlayState) -> Iterator[Shift]:
    """Yield uniform continuations without rematches or repeated boards, the steady ones first.

    The others are sorted by the number of different moves.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> next(iter_shifts(state)).instruction
    'E-W go up one table each round, boards down one'
    """
    seats = _list_last_tables(state)
    if seats and state.from_round <= state.last_round:
        steady_shifts = list(_ShiftSearch(state, seats).iter_steady_shifts())
        yield from steady_shifts
        compared_shifts = islice(
            _ShiftSearch(state, seats).iter_extended_shifts((), ()), MAX_COMPARED_SHIFTS
        )
        irregular_shifts = [shift for shift in compared_shifts if shift not in steady_shifts]
        yield from sorted(irregular_shifts, key=lambda shift: shift.different_moves)


class _ShiftSearch:
    """A search round by round, which gives up after ``STEPS`` moves.

    Meetings that are being tried are marked in *seen_sets* and *met_couples*, and unmarked again.
    """

    def __init__(self, state: PlayState, seats: Sequence[_LastTable]) -> None:
        self.state, self.seats = state, seats
        self.steps_left = STEPS
        self.seen_sets = {pair: set(state.seen_sets[pair]) for pair in state.present}
        self.met_couples = {pairs for pairs, count in state.meeting_counts.items() if count}

    def iter_steady_shifts(self) -> Iterator[Shift]:
        """Yield the continuations with the same move before every round."""
        rounds = self.state.last_round - self.state.from_round + 1
        for up, down in self._list_moves((), ()):
            marked_pairings = []
            for step in range(1, rounds + 1):
                pairings = self._make_pairings(up * step, down * step)
                if pairings is None:
                    break
                self._mark_pairings(pairings)
                marked_pairings.append(pairings)
            for pairings in marked_pairings:
                self._unmark_pairings(pairings)
            if len(marked_pairings) == rounds:
                yield self._make_shift((up,) * rounds, (down,) * rounds)

    def iter_extended_shifts(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Iterator[Shift]:
        """Yield the continuations that begin with the moves *ups* and *downs*."""
        if len(ups) > self.state.last_round - self.state.from_round:
            yield self._make_shift(ups, downs)
            return
        for up, down in self._list_moves(ups, downs):
            if self.steps_left <= 0:
                return
            self.steps_left -= 1
            pairings = self._make_pairings(sum(ups) + up, sum(downs) + down)
            if pairings is None:
                continue
            self._mark_pairings(pairings)
            yield from self.iter_extended_shifts((*ups, up), (*downs, down))
            self._unmark_pairings(pairings)

    def _list_moves(self, ups: Sequence[int], downs: Sequence[int]) -> list[tuple[int, int]]:
        """Return the moves to try, the previous round's first. Before the first round it is (1, 1)."""
        previous_move = (ups[-1], downs[-1]) if ups else (1, 1)
        moves = []
        for down in range(self.state.plan.board_sets):
            for up in range(len(self.seats)):
                moves.append((up, down))
        # The same move first, then moves that keep the step of the boards, then that of the pairs.
        previous_up, previous_down = previous_move
        return sorted(moves, key=lambda move: (move[1] != previous_down, move[0] != previous_up))

    def _make_pairings(self, up: int, down: int) -> list[tuple[int, int, int]] | None:
        """Return the pairings after moves of *up* and *down* in all, None if one isn't allowed.

        A pairing is the N-S pair, the E-W pair and their board set.
        """
        pairings = []
        used_sets = set()
        for index, seat in enumerate(self.seats):
            ew, board_set = self._get_ew_and_set(index, up, down)
            if seat.ns is None or ew is None:
                continue
            if board_set in used_sets or board_set in self.seen_sets[seat.ns] | self.seen_sets[ew]:
                return None
            if make_couple(seat.ns, ew) in self.met_couples:
                return None
            used_sets.add(board_set)
            pairings.append((seat.ns, ew, board_set))
        return pairings

    def _get_ew_and_set(self, index: int, up: int, down: int) -> tuple[int | None, int]:
        """Return the E-W pair and the set at the seat *index* after moves of *up* and *down*."""
        ew = self.seats[(index - up) % len(self.seats)].ew
        board_set = (self.seats[index].board_set - 1 + down) % self.state.plan.board_sets + 1
        return ew, board_set

    def _mark_pairings(self, pairings: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in pairings:
            self.met_couples.add(make_couple(ns, ew))
            self.seen_sets[ns].add(board_set)
            self.seen_sets[ew].add(board_set)

    def _unmark_pairings(self, pairings: Sequence[tuple[int, int, int]]) -> None:
        for ns, ew, board_set in pairings:
            self.met_couples.discard(make_couple(ns, ew))
            self.seen_sets[ns].discard(board_set)
            self.seen_sets[ew].discard(board_set)

    def _make_shift(self, ups: tuple[int, ...], downs: tuple[int, ...]) -> Shift:
        meetings: list[Meeting] = []
        sit_outs: list[SitOut] = []
        for step in range(len(ups)):
            round_no = self.state.from_round + step
            up, down = sum(ups[: step + 1]), sum(downs[: step + 1])
            for index, seat in enumerate(self.seats):
                ew, board_set = self._get_ew_and_set(index, up, down)
                if seat.ns is not None and ew is not None:
                    meetings.append(
                        Meeting(round_no, seat.table_no, ns=seat.ns, ew=ew, board_set=board_set)
                    )
                elif pair := seat.ns or ew:  # at a half table
                    sit_outs.append(SitOut(round_no, pair, seat.table_no, board_set))
        return Shift(ups, downs, tuple(meetings), tuple(sit_outs))


def _list_last_tables(state: PlayState) -> list[_LastTable]:
    """Return the tables of the last round played, or none if a uniform move isn't possible.

    It needs N-S and E-W pairs who keep their directions, all of them present, one copy of each set,
    and a table for each sit-out.
    """
    ns_and_ew_pairs = state.ns_and_ew_pairs
    last_round = state.from_round - 1
    if ns_and_ew_pairs is None or state.leavers or state.plan.copies > 1:
        return []
    seats = [
        _LastTable(row.table_no, row.ns, row.ew, row.board_set)
        for row in state.played_rows
        if row.round_no == last_round
    ]
    for sit_out in state.played_sit_outs:
        if sit_out.round_no == last_round:
            if sit_out.table_no is None or sit_out.board_set is None:
                return []
            ns_pairs, _ew_pairs = ns_and_ew_pairs
            pair = sit_out.contestant
            is_ns = pair in ns_pairs
            seats.append(
                _LastTable(
                    sit_out.table_no,
                    ns=pair if is_ns else None,
                    ew=None if is_ns else pair,
                    board_set=sit_out.board_set,
                )
            )
    return sorted(seats, key=lambda seat: seat.table_no)
