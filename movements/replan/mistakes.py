"""Continue an event that hasn't followed its plan.

From where everybody is, with what each pair and each set has seen.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import Movement, SitOut, TableRound
from movements.registry import find_movement, make_plan
from movements.replan.continuation import full_plan, meeting_of, remaining_plan
from movements.replan.departures import meetings_of_unopposed, pairs_without_opponents, sit_outs_of
from movements.replan.phrases import named_pairs, phrase
from movements.replan.records import Change, Draft, places
from movements.replan.state import PlayState, couple, everybody
from movements.replan.ways.routes import embed_movement, relatives
from movements.replan.ways.search import SearchGoal, search
from movements.replan.ways.shifts import shifts

MOST_SHIFTS = 3
MOST_TURNS = 2
"""How many different moves are told to a room."""

MOST_TRIES = 6
FEWER_STEPS = 40_000
"""What is looked at for a rest that is less than was wanted."""


def as_they_sit(state: PlayState, _change: Change) -> Iterator[Draft]:
    """Yield the ways on from what was really played, which says all there is to say."""
    yield from _by_the_cards(state)
    uniform = list(
        islice((shift for shift in shifts(state) if shift.turns <= MOST_TURNS), MOST_SHIFTS)
    )
    uniform = [shift for shift in uniform if shift.turns == uniform[0].turns]
    for shift in uniform:
        plan = full_plan(state, shift.meetings, sit_outs=shift.sit_outs, notes=())
        yield Draft(
            plan,
            "Everyone moves the same way",
            f"From their present seats {shift.words}. No pairs meet again.",
        )
    if not uniform and state.replays:
        yield from looked_for(state)


def _by_the_cards(state: PlayState) -> Iterator[Draft]:
    """Continue by the plan in force, without what can't be played by it any more."""
    if not state.replays:
        void = places(state.void_rows)
        said = f"Results at {void} are void; otherwise" if void else "What was played"
        yield Draft(
            remaining_plan(state),
            "Follow the guide cards",
            f"{said} doesn't affect the remaining rounds.",
        )
        return
    alone = pairs_without_opponents(state, state.due_rows)
    more = list(meetings_of_unopposed(state, state.due_rows, alone))
    plan = full_plan(state, [*map(meeting_of, state.due_rows), *more], sit_outs=sit_outs_of(alone))
    yield Draft(
        plan,
        "Follow the guide cards as far as possible",
        "Everything that is still possible is played.",
    )


def looked_for(state: PlayState) -> Iterator[Draft]:
    """Yield full rounds found by search.

    If there are none: fewer rounds, rounds with a spare set, or with a rematch.
    """
    rounds = tuple(range(state.from_round, state.last + 1))
    tables = tuple(sorted({row.table_no for row in state.plan.rows}))
    lines = state.lines[0] if state.lines else None
    wanted = SearchGoal(
        rounds, tuple(range(1, state.plan.board_sets + 1)), tables, state.pairs, ns=lines
    )
    result = search(state, wanted)
    if result.meetings is not None:
        plan = full_plan(state, result.meetings, notes=())
        yield Draft(plan, "New seats for everyone", "All tables are full, and no pairs meet again.")
        return
    proof = "all arrangements were tried" if result.proven else "no arrangement was found"
    number = "another full round" if len(rounds) == 1 else f"{len(rounds)} more full rounds"
    state.troubles.append(f"With these boards, {number} without a rematch can't be done ({proof}).")
    yield from _with_less(state, wanted)


def _with_less(state: PlayState, wanted: SearchGoal) -> Iterator[Draft]:
    for fewer in range(len(wanted.rounds) - 1, 0, -1)[:MOST_TRIES]:
        result = search(state, replace(wanted, rounds=wanted.rounds[:fewer]), FEWER_STEPS)
        if result.meetings is not None:
            plan = full_plan(state, result.meetings, rounds=wanted.rounds[fewer - 1], notes=())
            yield Draft(
                plan,
                f"{fewer} more round{'s' if fewer > 1 else ''}",
                "The remaining rounds are full, but fewer.",
            )
            break
    spare = replace(wanted, sets=(*wanted.sets, len(wanted.sets) + 1))
    result = search(state, spare, FEWER_STEPS)
    if result.meetings is not None:
        yield Draft(
            full_plan(state, result.meetings, notes=()),
            "With a spare set",
            "With one more set, all rounds are full.",
        )
    for again in range(1, MOST_TRIES):
        result = search(state, replace(wanted, rematches=again), FEWER_STEPS)
        if result.meetings is not None:
            plan = full_plan(state, result.meetings, notes=())
            times = "once" if again == 1 else f"{again} times"
            yield Draft(
                plan, "Some pairs meet again", f"All rounds are full. Opponents meet again {times}."
            )
            break


def drafts_after_exchange(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the ways on after two tables played each other's set."""
    round_no = change.first_round or state.from_round - 1
    in_round = [row for row in state.played_rows if row.round_no == round_no]
    tables = (change.table or 0, change.other_table or 0)
    sets = {row.table_no: (row.board_set, row.copy_no) for row in in_round}
    sit_outs = (
        sit_out
        for sit_out in state.played_sit_outs
        if sit_out.round_no == round_no and sit_out.table_no is not None
    )
    sets |= {
        sit_out.table_no or 0: (sit_out.board_set, sit_out.copy_no)
        for sit_out in sit_outs
        if sit_out.board_set is not None
    }
    if any(table_no not in sets for table_no in tables):
        state.troubles.append(f"In round {round_no} one of these tables had no boards.")
        return
    taken = {tables[0]: sets[tables[1]], tables[1]: sets[tables[0]]}
    told = []
    for row in in_round:
        board_set, copy_no = taken.get(row.table_no, (row.board_set, row.copy_no))
        if row.table_no in taken:
            boards = state.boards_of[board_set][: len(row.boards)]
        else:
            boards = row.boards
        told.append(replace(row, board_set=board_set, copy_no=copy_no, boards=boards))
    yield from as_they_sit(state.changed(done=told), change)


def another_movement(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the rest of the night by another movement.

    If its cards were followed for some rounds, yield continuations from there.
    """
    other = _the_other(state, change)
    if other is None:
        return
    if change.first_round is not None:
        last = min(change.last_round or state.from_round - 1, state.from_round - 1)
        told = [row for row in other.rows if change.first_round <= row.round_no <= last]
        followed = state.changed(done=told)
        yield from _rest_of(followed, other, "Follow the cards of the other movement", state.last)
        yield from as_they_sit(followed, change)
        return
    drafts = list(_rest_of(state, other, f"{other.name} from now on", state.last))
    yield from drafts
    if not drafts:
        state.troubles.append(
            f"{other.name} doesn't work for {state.last} rounds in all: some pairs would repeat boards or opponents."
        )
        yield from _near_to(state, other, state.last)
    if other.rounds != state.last and other.rounds >= state.from_round:
        yield from _at_its_length(state, other)
    yield Draft(remaining_plan(state), "Keep the current movement", "Nothing changes.", rank=1)


def _the_other(state: PlayState, change: Change) -> Movement | None:
    spec = find_movement(change.key or "", contest="pairs")
    pairs = len(state.pairs)
    for rounds in (state.last, None):
        with suppress(MovementError):
            return make_plan(
                spec.key,
                pairs=pairs,
                rounds=rounds,
                boards_per_set=state.plan.boards_per_set,
                options=dict(change.options),
            )
    # asked once more, so that the reason is told
    return make_plan(
        spec.key,
        pairs=pairs,
        boards_per_set=state.plan.boards_per_set,
        options=dict(change.options),
    )


def _at_its_length(state: PlayState, other: Movement) -> Iterator[Draft]:
    """Yield the rest by *other* with as many rounds in all as it has."""
    title = f"{other.name} from now on, {other.rounds} rounds in all"
    for form in relatives(state, len(state.pairs), [other.rounds], other.key):
        plan = embed_movement(state, form)
        if plan is not None:
            why = f"Pairs continue from their seats as in the {form.name}. No pairs meet again."
            yield Draft(plan, title, why)
            return
    drafts = list(_rest_of(state, other, title, other.rounds))
    yield from drafts or _near_to(state, other, other.rounds)


def _rest_of(state: PlayState, other: Movement, title: str, last: int) -> Iterator[Draft]:
    """Yield rounds of *other* up to *last* in our numbers.

    The same rounds, else others with sets exchanged.
    """
    if everybody(other) != set(state.pairs):
        return
    count = last - state.from_round + 1
    starts = sorted(
        range(1, other.rounds - count + 2), key=lambda start: (start != state.from_round, start)
    )
    sets = max(other.board_sets, state.plan.board_sets)
    for start in starts:
        for turn in range(sets):
            meetings = []
            for row in other.rows:
                if start <= row.round_no < start + count:
                    meetings.append(
                        replace(
                            meeting_of(row),
                            round_no=row.round_no - start + state.from_round,
                            board_set=(row.board_set - 1 + turn) % sets + 1,
                        )
                    )
            if _is_legal(state, meetings):
                sit_outs = _waits_of_other(state, other, start, count)
                plan = full_plan(
                    state,
                    meetings,
                    rounds=last,
                    sit_outs=sit_outs,
                    bye_stands=(),
                    like=other,
                    notes=other.notes,
                )
                why = "Pairs follow its guide cards with their present numbers."
                if start != state.from_round or turn:
                    why = f"Its rounds {start} to {start + count - 1} are played; add {turn} to the set numbers."
                yield Draft(plan, title, why)
                return


def _near_to(state: PlayState, other: Movement, last: int) -> Iterator[Draft]:
    """Search a rest up to round *last* that is as close to *other* as the rounds played allow."""
    lines = state.lines if other.winners == 2 else None
    ns = lines[0] if lines else None
    wanted = SearchGoal(
        rounds=tuple(range(state.from_round, last + 1)),
        sets=tuple(range(1, max(state.plan.board_sets, other.board_sets) + 1)),
        tables=tuple(range(1, state.plan.tables + 1)),
        pairs=state.pairs,
        ns=ns,
        wishes=tuple(
            meeting_of(row) for row in other.rows if state.from_round <= row.round_no <= last
        ),
    )
    meetings = search(state, wanted).meetings
    if meetings is not None:
        plan = full_plan(state, meetings, rounds=last, like=other, bye_stands=(), notes=())
        title = f"As close to {other.name} as possible{'' if last == state.last else f', {last} rounds in all'}"
        yield Draft(plan, title, "All tables are full, and no pairs meet again.")


def _waits_of_other(state: PlayState, other: Movement, start: int, count: int) -> list[SitOut]:
    return [
        SitOut(sit_out.round_no - start + state.from_round, sit_out.contestant, sit_out.table_no)
        for sit_out in other.sit_outs
        if start <= sit_out.round_no < start + count
    ]


def _is_legal(state: PlayState, meetings: Iterable[Meeting]) -> bool:
    seen = {pair: set(state.seen[pair]) for pair in state.pairs}
    met = {both for both in state.met if state.met[both]}
    for meeting in meetings:
        if (
            meeting.board_set in seen[meeting.ns] | seen[meeting.ew]
            or couple(meeting.ns, meeting.ew) in met
        ):
            return False
        met.add(couple(meeting.ns, meeting.ew))
        seen[meeting.ns].add(meeting.board_set)
        seen[meeting.ew].add(meeting.board_set)
    return True


def late_table(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield proposals for a table that is a round behind."""
    late = [
        row
        for row in state.played_rows
        if (row.round_no, row.table_no) == (state.from_round - 1, change.table)
    ]
    if not late:
        state.troubles.append(
            f"Table {change.table} is empty in round {state.from_round - 1}. Choose another."
        )
        return
    [row] = late
    due = list(map(meeting_of, state.due_rows))
    plan = remaining_plan(state)
    pairs = named_pairs([row.ns, row.ew], is_first=True)
    why = phrase(
        "{pairs} play their boards after the last round. The movement doesn't change.", pairs=pairs
    )
    yield Draft(plan, "Play the boards at the end", why, delay=len(row.boards))
    yield Draft(
        plan,
        "Wait for this table",
        "Everyone continues when they have finished.",
        delay=len(row.boards),
    )
    if len(row.boards) > 1:
        why = phrase(
            "{pairs} skip board {board_no} and get an adjusted score. Everyone continues when they have finished the "
            "others.",
            pairs=pairs,
            board_no=row.boards[-1],
        )
        title = "Wait, but play one board fewer"
        yield Draft(plan, title, why, delay=len(row.boards) - 1, unplayed=1)
    dropped = state.changed(
        done=[
            other for other in state.played_rows if other.round_no == row.round_no and other != row
        ]
    )
    skipped = f"Table {row.table_no} skips round {row.round_no} and continues with everyone else."
    yield Draft(full_plan(dropped, due), "Skip the round", skipped)
    yield from _one_behind(dropped, row)


def _one_behind(state: PlayState, row: TableRound) -> Iterator[Draft]:
    """Play the late round while the others play the next. Their next opponents wait, or meet."""
    rest = [
        other
        for other in state.due_rows
        if other.round_no != state.from_round or not {other.ns, other.ew} & {row.ns, row.ew}
    ]
    late = replace(meeting_of(row), round_no=state.from_round)
    if any(
        other.round_no == state.from_round and other.board_set == row.board_set for other in rest
    ):
        return
    alone = {
        round_no: [free for free in frees if free.pair not in (row.ns, row.ew)]
        for round_no, frees in pairs_without_opponents(state, rest).items()
    }
    if any(other.round_no == state.from_round and other.table_no == row.table_no for other in rest):
        return
    more = [
        meeting
        for meeting in meetings_of_unopposed(state, rest, alone)
        if meeting.round_no != state.from_round
        or (meeting.table_no, meeting.board_set) != (late.table_no, late.board_set)
    ]
    plan = full_plan(state, [*map(meeting_of, rest), late, *more], sit_outs=sit_outs_of(alone))
    why = phrase(
        "{pairs} finish in round {round_no}. Pairs due to meet them then sit out.",
        pairs=named_pairs([row.ns, row.ew], is_first=True),
        round_no=state.from_round,
    )
    yield Draft(plan, "Stay one round behind", why)
