"""Drafts for an event that hasn't followed its plan: it continues from the present seats.

The mistakes are boards exchanged between two tables, guide cards of another movement, a table that
is late, and anything else that the rows played show. A deliberate change to another movement is
here too, because it is continued in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, product

from movements.check.faults import collect_used_numbers
from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import Movement, SitOut, TableRound
from movements.partnerships import make_couple
from movements.registry import find_movement, make_plan
from movements.replan.departures import find_unopposed_pairs, list_sit_outs, match_unopposed_pairs
from movements.replan.records import Change, Draft, format_places, make_pairs_phrase, make_phrase
from movements.replan.routes import embed_movement, make_related_plans
from movements.replan.seat_search import SearchGoal, search
from movements.replan.state import PlayState, build_full_plan, build_remaining_plan, make_meeting

MAX_SHIFTS = 3
"""Proposals in which everyone moves the same way."""
MAX_TURNS = 2
"""Different moves that a director can announce to a room."""

MAX_TRIES = 6
"""Searches for fewer rounds, and numbers of rematches tried."""
FEWER_STEPS = 40_000
"""Steps of a search for fewer rounds, or with a spare set or rematches."""


def make_present_seats_drafts(state: PlayState, _change: Change) -> Iterator[Draft]:
    """Yield drafts that continue from the present seats."""
    yield from _make_guide_card_drafts(state)
    simple_shifts = (shift for shift in find_shifts(state) if shift.turns <= MAX_TURNS)
    shifts = list(islice(simple_shifts, MAX_SHIFTS))
    # A shift with two moves isn't offered beside one with a single move.
    shifts = [shift for shift in shifts if shift.turns == shifts[0].turns]
    for shift in shifts:
        plan = build_full_plan(state, shift.meetings, sit_outs=shift.sit_outs, notes=())
        yield Draft(
            plan,
            "Everyone moves the same way",
            f"From their present seats {shift.words}. No pairs meet again.",
        )
    if not shifts and state.replays:
        yield from make_searched_drafts(state)


def _make_guide_card_drafts(state: PlayState) -> Iterator[Draft]:
    """Yield the draft that follows the plan in force, without rows that can't be played."""
    if not state.replays:
        void_places = format_places(state.void_rows)
        subject = (
            f"Results at {void_places} are void; otherwise" if void_places else "What was played"
        )
        yield Draft(
            build_remaining_plan(state),
            "Follow the guide cards",
            f"{subject} doesn't affect the remaining rounds.",
        )
        return
    unopposed = find_unopposed_pairs(state, state.due_rows)
    meetings = [
        *map(make_meeting, state.due_rows),
        *match_unopposed_pairs(state, state.due_rows, unopposed),
    ]
    plan = build_full_plan(state, meetings, sit_outs=list_sit_outs(unopposed))
    yield Draft(
        plan,
        "Follow the guide cards as far as possible",
        "Everything that is still possible is played.",
    )


def make_searched_drafts(state: PlayState) -> Iterator[Draft]:
    """Yield full rounds found by search, or else fewer, with a spare set, or with rematches."""
    rounds = tuple(range(state.from_round, state.last_round + 1))
    goal = SearchGoal(
        rounds=rounds,
        sets=tuple(range(1, state.plan.board_sets + 1)),
        tables=tuple(sorted({row.table_no for row in state.plan.rows})),
        pairs=state.present,
        ns=state.lines[0] if state.lines else None,
    )
    result = search(state, goal)
    if result.meetings is not None:
        plan = build_full_plan(state, result.meetings, notes=())
        yield Draft(plan, "New seats for everyone", "All tables are full, and no pairs meet again.")
        return
    proof = "all arrangements were tried" if result.is_proven else "no arrangement was found"
    rounds_wanted = "another full round" if len(rounds) == 1 else f"{len(rounds)} more full rounds"
    state.troubles.append(
        f"With these boards, {rounds_wanted} without a rematch can't be done ({proof})."
    )
    yield from _make_compromise_drafts(state, goal)


def _make_compromise_drafts(state: PlayState, goal: SearchGoal) -> Iterator[Draft]:
    """Yield drafts that reach *goal* with fewer rounds, with a spare set, and with rematches."""
    for round_count in range(len(goal.rounds) - 1, 0, -1)[:MAX_TRIES]:
        result = search(state, replace(goal, rounds=goal.rounds[:round_count]), FEWER_STEPS)
        if result.meetings is not None:
            last_round = goal.rounds[round_count - 1]
            plan = build_full_plan(state, result.meetings, rounds=last_round, notes=())
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
            build_full_plan(state, result.meetings, notes=()),
            "With a spare set",
            "With one more set, all rounds are full.",
        )
    for rematches in range(1, MAX_TRIES):
        result = search(state, replace(goal, rematches=rematches), FEWER_STEPS)
        if result.meetings is not None:
            plan = build_full_plan(state, result.meetings, notes=())
            times = "once" if rematches == 1 else f"{rematches} times"
            yield Draft(
                plan, "Some pairs meet again", f"All rounds are full. Opponents meet again {times}."
            )
            break


def make_exchange_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts after two tables played each other's set."""
    round_no = change.first_round or state.from_round - 1
    rows = [row for row in state.played_rows if row.round_no == round_no]
    sets = {row.table_no: (row.board_set, row.copy_no) for row in rows}
    # A half table has a set too, which another table may have played.
    for sit_out in state.played_sit_outs:
        has_boards = sit_out.table_no is not None and sit_out.board_set is not None
        if sit_out.round_no == round_no and has_boards:
            sets[sit_out.table_no or 0] = (sit_out.board_set or 0, sit_out.copy_no)
    table, other_table = change.table or 0, change.other_table or 0
    if table not in sets or other_table not in sets:
        state.troubles.append(f"In round {round_no} one of these tables had no boards.")
        return
    exchanged = {table: sets[other_table], other_table: sets[table]}
    rows_as_played = []
    for row in rows:
        if row.table_no not in exchanged:
            rows_as_played.append(row)
            continue
        board_set, copy_no = exchanged[row.table_no]
        boards = state.boards_by_set[board_set][: len(row.boards)]
        rows_as_played.append(replace(row, board_set=board_set, copy_no=copy_no, boards=boards))
    yield from make_present_seats_drafts(state.changed(done=rows_as_played), change)


def make_other_movement_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts that use another movement for the rest.

    If its guide cards have been followed in some rounds, the drafts continue from there.
    """
    other = _make_chosen_movement(state, change)
    if change.first_round is not None:
        previous_round = state.from_round - 1
        last_round = min(change.last_round or previous_round, previous_round)
        rows_as_played = [
            row for row in other.rows if change.first_round <= row.round_no <= last_round
        ]
        actual_state = state.changed(done=rows_as_played)
        title = "Follow the cards of the other movement"
        yield from _make_other_rounds_drafts(actual_state, other, title, state.last_round)
        yield from make_present_seats_drafts(actual_state, change)
        return
    drafts = list(
        _make_other_rounds_drafts(state, other, f"{other.name} from now on", state.last_round)
    )
    yield from drafts
    if not drafts:
        state.troubles.append(
            f"{other.name} doesn't work for {state.last_round} rounds in all: some pairs would repeat boards or opponents."
        )
        yield from _make_nearby_drafts(state, other, state.last_round)
    if other.rounds != state.last_round and other.rounds >= state.from_round:
        yield from _make_own_length_drafts(state, other)
    yield Draft(
        build_remaining_plan(state), "Keep the current movement", "Nothing changes.", rank=1
    )


def _make_chosen_movement(state: PlayState, change: Change) -> Movement:
    """Return the plan of the chosen movement, with the present number of rounds if possible.

    :raises MovementError: if the movement isn't possible for the pairs present.
    """
    spec = find_movement(change.key or "", contest="pairs")
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


def _make_own_length_drafts(state: PlayState, other: Movement) -> Iterator[Draft]:
    """Yield the draft with *other* and its own number of rounds."""
    title = f"{other.name} from now on, {other.rounds} rounds in all"
    for plan_of_other in make_related_plans(state, len(state.present), [other.rounds], other.key):
        plan = embed_movement(state, plan_of_other)
        if plan is not None:
            reason = (
                f"Pairs continue from their seats as in the {plan_of_other.name}. "
                "No pairs meet again."
            )
            yield Draft(plan, title, reason)
            return
    drafts = list(_make_other_rounds_drafts(state, other, title, other.rounds))
    yield from drafts or _make_nearby_drafts(state, other, other.rounds)


def _make_other_rounds_drafts(
    state: PlayState, other: Movement, title: str, last_round: int
) -> Iterator[Draft]:
    """Yield the first legal draft with consecutive rounds of *other* up to *last_round*.

    The rounds with the same numbers are tried first, and each choice with all shifts of set numbers.
    """
    if collect_used_numbers(other) != set(state.present):
        return
    count = last_round - state.from_round + 1
    start_rounds = range(1, other.rounds - count + 2)
    starts = sorted(start_rounds, key=lambda start: (start != state.from_round, start))
    set_count = max(other.board_sets, state.plan.board_sets)
    for start, set_shift in product(starts, range(set_count)):
        meetings = []
        for row in other.rows:
            if start <= row.round_no < start + count:
                meeting = make_meeting(row)._replace(
                    round_no=row.round_no - start + state.from_round,
                    board_set=(row.board_set - 1 + set_shift) % set_count + 1,
                )
                meetings.append(meeting)
        if not _is_legal(state, meetings):
            continue
        plan = build_full_plan(
            state,
            meetings,
            rounds=last_round,
            sit_outs=_list_other_sit_outs(state, other, start, count),
            bye_stands=(),
            like=other,
            notes=other.notes,
        )
        reason = "Pairs follow its guide cards with their present numbers."
        if start != state.from_round or set_shift:
            reason = (
                f"Its rounds {start} to {start + count - 1} are played; "
                f"add {set_shift} to the set numbers."
            )
        yield Draft(plan, title, reason)
        return


def _list_other_sit_outs(state: PlayState, other: Movement, start: int, count: int) -> list[SitOut]:
    return [
        SitOut(sit_out.round_no - start + state.from_round, sit_out.contestant, sit_out.table_no)
        for sit_out in other.sit_outs
        if start <= sit_out.round_no < start + count
    ]


def _make_nearby_drafts(state: PlayState, other: Movement, last_round: int) -> Iterator[Draft]:
    """Yield the draft up to *last_round* that is as close to *other* as the rounds played allow."""
    rounds = range(state.from_round, last_round + 1)
    # With one winner in the other movement pairs may change direction.
    lines = state.lines if other.winners == 2 else None
    goal = SearchGoal(
        rounds=tuple(rounds),
        sets=tuple(range(1, max(state.plan.board_sets, other.board_sets) + 1)),
        tables=tuple(range(1, state.plan.tables + 1)),
        pairs=state.present,
        ns=lines[0] if lines else None,
        wishes=tuple(make_meeting(row) for row in other.rows if row.round_no in rounds),
    )
    meetings = search(state, goal).meetings
    if meetings is not None:
        plan = build_full_plan(
            state, meetings, rounds=last_round, like=other, bye_stands=(), notes=()
        )
        title = f"As close to {other.name} as possible"
        if last_round != state.last_round:
            title += f", {last_round} rounds in all"
        yield Draft(plan, title, "All tables are full, and no pairs meet again.")


def _is_legal(state: PlayState, meetings: Iterable[Meeting]) -> bool:
    """Return whether no pair repeats boards or opponents in *meetings*."""
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
        state.troubles.append(
            f"Table {change.table} is empty in round {state.from_round - 1}. Choose another."
        )
        return
    [row] = late_rows
    due_meetings = list(map(make_meeting, state.due_rows))
    plan = build_remaining_plan(state)
    pairs = make_pairs_phrase([row.ns, row.ew], is_first=True)
    reason = make_phrase(
        "{pairs} play their boards after the last round. The movement doesn't change.", pairs=pairs
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
    other_rows = [
        other for other in state.played_rows if other.round_no == row.round_no and other != row
    ]
    state_without_row = state.changed(done=other_rows)
    skip_reason = (
        f"Table {row.table_no} skips round {row.round_no} and continues with everyone else."
    )
    yield Draft(build_full_plan(state_without_row, due_meetings), "Skip the round", skip_reason)
    yield from _make_one_behind_drafts(state_without_row, row)


def _make_one_behind_drafts(state: PlayState, row: TableRound) -> Iterator[Draft]:
    """Yield the draft in which the late *row* is played while the others play the next round.

    The next opponents of its pairs sit out, or play each other.
    """
    late_pairs = {row.ns, row.ew}
    remaining_rows = [
        other
        for other in state.due_rows
        if other.round_no != state.from_round or not {other.ns, other.ew} & late_pairs
    ]
    # Impossible if another pair needs the late boards or the late table in the next round.
    for other in remaining_rows:
        is_next_round = other.round_no == state.from_round
        if is_next_round and (other.board_set == row.board_set or other.table_no == row.table_no):
            return
    late_meeting = make_meeting(row)._replace(round_no=state.from_round)
    unopposed = {
        round_no: [entry for entry in waiting if entry.pair not in late_pairs]
        for round_no, waiting in find_unopposed_pairs(state, remaining_rows).items()
    }
    meetings = [
        meeting
        for meeting in match_unopposed_pairs(state, remaining_rows, unopposed)
        if meeting.round_no != state.from_round
        or (meeting.table_no, meeting.board_set) != (late_meeting.table_no, late_meeting.board_set)
    ]
    plan = build_full_plan(
        state,
        [*map(make_meeting, remaining_rows), late_meeting, *meetings],
        sit_outs=list_sit_outs(unopposed),
    )
    reason = make_phrase(
        "{pairs} finish in round {round_no}. Pairs due to meet them then sit out.",
        pairs=make_pairs_phrase([row.ns, row.ew], is_first=True),
        round_no=state.from_round,
    )
    yield Draft(plan, "Stay one round behind", reason)


# Uniform continuations: N-S pairs stay, all E-W pairs go up and all board sets down by fixed steps. They
# start from the present seats and need two lines, of which N-S keeps its tables. A director can announce
# them in a sentence, without new guide cards.


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
