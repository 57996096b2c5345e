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
from movements.replan.departures import meetings_of_unopposed, pairs_without_opponents, waits_of
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


def as_they_sit(night: PlayState, _change: Change) -> Iterator[Draft]:
    """Yield the ways on from what was really played, which says all there is to say."""
    yield from _by_the_cards(night)
    uniform = list(
        islice((shift for shift in shifts(night) if shift.turns <= MOST_TURNS), MOST_SHIFTS)
    )
    uniform = [shift for shift in uniform if shift.turns == uniform[0].turns]
    for shift in uniform:
        plan = full_plan(night, shift.meetings, waits=shift.waits, notes=())
        yield Draft(
            plan,
            "Everyone moves the same way",
            f"From their present seats {shift.words}. No pairs meet again.",
        )
    if not uniform and night.replays:
        yield from looked_for(night)


def _by_the_cards(night: PlayState) -> Iterator[Draft]:
    """Continue by the plan in force, without what can't be played by it any more."""
    if not night.replays:
        void = places(night.void)
        said = f"Results at {void} are void; otherwise" if void else "What was played"
        yield Draft(
            remaining_plan(night),
            "Follow the guide cards",
            f"{said} doesn't affect the remaining rounds.",
        )
        return
    alone = pairs_without_opponents(night, night.due)
    more = list(meetings_of_unopposed(night, night.due, alone))
    plan = full_plan(night, [*map(meeting_of, night.due), *more], waits=waits_of(alone))
    yield Draft(
        plan,
        "Follow the guide cards as far as possible",
        "Everything that is still possible is played.",
    )


def looked_for(night: PlayState) -> Iterator[Draft]:
    """Yield full rounds found by search.

    If there are none: fewer rounds, rounds with a spare set, or with a rematch.
    """
    rounds = tuple(range(night.from_round, night.last + 1))
    tables = tuple(sorted({row.table_no for row in night.plan.rows}))
    lines = night.lines[0] if night.lines else None
    wanted = SearchGoal(
        rounds, tuple(range(1, night.plan.board_sets + 1)), tables, night.pairs, ns=lines
    )
    result = search(night, wanted)
    if result.meetings is not None:
        plan = full_plan(night, result.meetings, notes=())
        yield Draft(plan, "New seats for everyone", "All tables are full, and no pairs meet again.")
        return
    proof = "all arrangements were tried" if result.proven else "no arrangement was found"
    number = "another full round" if len(rounds) == 1 else f"{len(rounds)} more full rounds"
    night.troubles.append(f"With these boards, {number} without a rematch can't be done ({proof}).")
    yield from _with_less(night, wanted)


def _with_less(night: PlayState, wanted: SearchGoal) -> Iterator[Draft]:
    for fewer in range(len(wanted.rounds) - 1, 0, -1)[:MOST_TRIES]:
        result = search(night, replace(wanted, rounds=wanted.rounds[:fewer]), FEWER_STEPS)
        if result.meetings is not None:
            plan = full_plan(night, result.meetings, rounds=wanted.rounds[fewer - 1], notes=())
            yield Draft(
                plan,
                f"{fewer} more round{'s' if fewer > 1 else ''}",
                "The remaining rounds are full, but fewer.",
            )
            break
    spare = replace(wanted, sets=(*wanted.sets, len(wanted.sets) + 1))
    result = search(night, spare, FEWER_STEPS)
    if result.meetings is not None:
        yield Draft(
            full_plan(night, result.meetings, notes=()),
            "With a spare set",
            "With one more set, all rounds are full.",
        )
    for again in range(1, MOST_TRIES):
        result = search(night, replace(wanted, again=again), FEWER_STEPS)
        if result.meetings is not None:
            plan = full_plan(night, result.meetings, notes=())
            times = "once" if again == 1 else f"{again} times"
            yield Draft(
                plan, "Some pairs meet again", f"All rounds are full. Opponents meet again {times}."
            )
            break


def drafts_after_exchange(night: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the ways on after two tables played each other's set."""
    round_no = change.first_round or night.from_round - 1
    in_round = [row for row in night.kept if row.round_no == round_no]
    tables = (change.table or 0, change.other_table or 0)
    sets = {row.table_no: (row.board_set, row.copy_no) for row in in_round}
    waits = (
        wait for wait in night.kept_waits if wait.round_no == round_no and wait.table_no is not None
    )
    sets |= {
        wait.table_no or 0: (wait.board_set, wait.copy_no)
        for wait in waits
        if wait.board_set is not None
    }
    if any(table_no not in sets for table_no in tables):
        night.troubles.append(f"In round {round_no} one of these tables had no boards.")
        return
    taken = {tables[0]: sets[tables[1]], tables[1]: sets[tables[0]]}
    told = []
    for row in in_round:
        board_set, copy_no = taken.get(row.table_no, (row.board_set, row.copy_no))
        if row.table_no in taken:
            boards = night.boards_of[board_set][: len(row.boards)]
        else:
            boards = row.boards
        told.append(replace(row, board_set=board_set, copy_no=copy_no, boards=boards))
    yield from as_they_sit(night.changed(done=told), change)


def another_movement(night: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the rest of the night by another movement.

    If its cards were followed for some rounds, yield continuations from there.
    """
    other = _the_other(night, change)
    if other is None:
        return
    if change.first_round is not None:
        last = min(change.last_round or night.from_round - 1, night.from_round - 1)
        told = [row for row in other.rows if change.first_round <= row.round_no <= last]
        followed = night.changed(done=told)
        yield from _rest_of(followed, other, "Follow the cards of the other movement", night.last)
        yield from as_they_sit(followed, change)
        return
    drafts = list(_rest_of(night, other, f"{other.name} from now on", night.last))
    yield from drafts
    if not drafts:
        night.troubles.append(
            f"{other.name} doesn't work for {night.last} rounds in all: some pairs would repeat boards or opponents."
        )
        yield from _near_to(night, other, night.last)
    if other.rounds != night.last and other.rounds >= night.from_round:
        yield from _at_its_length(night, other)
    yield Draft(remaining_plan(night), "Keep the current movement", "Nothing changes.", rank=1)


def _the_other(night: PlayState, change: Change) -> Movement | None:
    spec = find_movement(change.key or "", contest="pairs")
    pairs = len(night.pairs)
    for rounds in (night.last, None):
        with suppress(MovementError):
            return make_plan(
                spec.key,
                pairs=pairs,
                rounds=rounds,
                boards_per_set=night.plan.boards_per_set,
                options=dict(change.options),
            )
    # asked once more, so that the reason is told
    return make_plan(
        spec.key,
        pairs=pairs,
        boards_per_set=night.plan.boards_per_set,
        options=dict(change.options),
    )


def _at_its_length(night: PlayState, other: Movement) -> Iterator[Draft]:
    """Yield the rest by *other* with as many rounds in all as it has."""
    title = f"{other.name} from now on, {other.rounds} rounds in all"
    for form in relatives(night, len(night.pairs), [other.rounds], other.key):
        plan = embed_movement(night, form)
        if plan is not None:
            why = f"Pairs continue from their seats as in the {form.name}. No pairs meet again."
            yield Draft(plan, title, why)
            return
    drafts = list(_rest_of(night, other, title, other.rounds))
    yield from drafts or _near_to(night, other, other.rounds)


def _rest_of(night: PlayState, other: Movement, title: str, last: int) -> Iterator[Draft]:
    """Yield rounds of *other* up to *last* in our numbers.

    The same rounds, else others with sets exchanged.
    """
    if everybody(other) != set(night.pairs):
        return
    count = last - night.from_round + 1
    starts = sorted(
        range(1, other.rounds - count + 2), key=lambda start: (start != night.from_round, start)
    )
    sets = max(other.board_sets, night.plan.board_sets)
    for start in starts:
        for turn in range(sets):
            meetings = []
            for row in other.rows:
                if start <= row.round_no < start + count:
                    meetings.append(
                        replace(
                            meeting_of(row),
                            round_no=row.round_no - start + night.from_round,
                            board_set=(row.board_set - 1 + turn) % sets + 1,
                        )
                    )
            if _is_legal(night, meetings):
                waits = _waits_of_other(night, other, start, count)
                plan = full_plan(
                    night,
                    meetings,
                    rounds=last,
                    waits=waits,
                    stands=(),
                    like=other,
                    notes=other.notes,
                )
                why = "Pairs follow its guide cards with their present numbers."
                if start != night.from_round or turn:
                    why = f"Its rounds {start} to {start + count - 1} are played; add {turn} to the set numbers."
                yield Draft(plan, title, why)
                return


def _near_to(night: PlayState, other: Movement, last: int) -> Iterator[Draft]:
    """Search a rest up to round *last* that is as close to *other* as the rounds played allow."""
    lines = night.lines if other.winners == 2 else None
    ns = lines[0] if lines else None
    wanted = SearchGoal(
        rounds=tuple(range(night.from_round, last + 1)),
        sets=tuple(range(1, max(night.plan.board_sets, other.board_sets) + 1)),
        tables=tuple(range(1, night.plan.tables + 1)),
        pairs=night.pairs,
        ns=ns,
        wishes=tuple(
            meeting_of(row) for row in other.rows if night.from_round <= row.round_no <= last
        ),
    )
    meetings = search(night, wanted).meetings
    if meetings is not None:
        plan = full_plan(night, meetings, rounds=last, like=other, stands=(), notes=())
        title = f"As close to {other.name} as possible{'' if last == night.last else f', {last} rounds in all'}"
        yield Draft(plan, title, "All tables are full, and no pairs meet again.")


def _waits_of_other(night: PlayState, other: Movement, start: int, count: int) -> list[SitOut]:
    return [
        SitOut(wait.round_no - start + night.from_round, wait.contestant, wait.table_no)
        for wait in other.sit_outs
        if start <= wait.round_no < start + count
    ]


def _is_legal(night: PlayState, meetings: Iterable[Meeting]) -> bool:
    seen = {pair: set(night.seen[pair]) for pair in night.pairs}
    met = {both for both in night.met if night.met[both]}
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


def late_table(night: PlayState, change: Change) -> Iterator[Draft]:
    """Yield proposals for a table that is a round behind."""
    late = [
        row
        for row in night.kept
        if (row.round_no, row.table_no) == (night.from_round - 1, change.table)
    ]
    if not late:
        night.troubles.append(
            f"Table {change.table} is empty in round {night.from_round - 1}. Choose another."
        )
        return
    [row] = late
    due = list(map(meeting_of, night.due))
    plan = remaining_plan(night)
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
    dropped = night.changed(
        done=[other for other in night.kept if other.round_no == row.round_no and other != row]
    )
    skipped = f"Table {row.table_no} skips round {row.round_no} and continues with everyone else."
    yield Draft(full_plan(dropped, due), "Skip the round", skipped)
    yield from _one_behind(dropped, row)


def _one_behind(night: PlayState, row: TableRound) -> Iterator[Draft]:
    """Play the late round while the others play the next. Their next opponents wait, or meet."""
    rest = [
        other
        for other in night.due
        if other.round_no != night.from_round or not {other.ns, other.ew} & {row.ns, row.ew}
    ]
    late = replace(meeting_of(row), round_no=night.from_round)
    if any(
        other.round_no == night.from_round and other.board_set == row.board_set for other in rest
    ):
        return
    alone = {
        round_no: [free for free in frees if free.pair not in (row.ns, row.ew)]
        for round_no, frees in pairs_without_opponents(night, rest).items()
    }
    if any(other.round_no == night.from_round and other.table_no == row.table_no for other in rest):
        return
    more = [
        meeting
        for meeting in meetings_of_unopposed(night, rest, alone)
        if meeting.round_no != night.from_round
        or (meeting.table_no, meeting.board_set) != (late.table_no, late.board_set)
    ]
    plan = full_plan(night, [*map(meeting_of, rest), late, *more], waits=waits_of(alone))
    why = phrase(
        "{pairs} finish in round {round_no}. Pairs due to meet them then sit out.",
        pairs=named_pairs([row.ns, row.ew], is_first=True),
        round_no=night.from_round,
    )
    yield Draft(plan, "Stay one round behind", why)
