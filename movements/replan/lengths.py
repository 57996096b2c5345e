"""Drafts for another number of rounds, or fewer boards in a round."""

from collections.abc import Iterator
from dataclasses import replace

from movements.layout import Meeting, board_numbers, mark_copies
from movements.model import Movement, listed
from movements.replan.continuation import full_plan, meeting_of, remaining_plan
from movements.replan.records import Change, Draft
from movements.replan.state import PlayState
from movements.replan.ways.routes import embed_movement, relatives
from movements.replan.ways.search import SearchGoal, search

STEPS = 25_000
"""Steps of each search for additional rounds."""


def length(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts with another number of rounds."""
    rounds = change.rounds or state.last
    if rounds == state.last:
        yield Draft(
            remaining_plan(state),
            "Keep the movement",
            "The movement already has that many rounds.",
        )
        return
    if rounds < state.last:
        yield from _shorter(state, rounds)
    designed = list(_plans_of_length(state, rounds))
    yield from designed
    # A search is only needed if no plan of the movement keeps the rounds before.
    if rounds > state.last and not any(_only_adds(state, draft) for draft in designed):
        yield from _longer(state, rounds)


def _shorter(state: PlayState, rounds: int) -> Iterator[Draft]:
    remaining_meetings = [meeting_of(row) for row in state.due_rows if row.round_no <= rounds]
    dropped_rows = [row for row in state.due_rows if row.round_no > rounds]
    lost_switches = sorted({row.round_no for row in dropped_rows if row.arrow_switched})
    why = "The last rounds aren't played."
    if lost_switches:
        why = (
            f"The arrow-switch of round {listed(lost_switches)} is lost too, "
            "so N-S and E-W are hardly compared."
        )
    yield Draft(full_plan(state, remaining_meetings, rounds=rounds), "Drop the last rounds", why)
    switched_rounds = {meeting.round_no for meeting in remaining_meetings if meeting.arrow_switched}
    if lost_switches and remaining_meetings and rounds not in switched_rounds:
        switched = [
            _arrow_switch(meeting) if meeting.round_no == rounds else meeting
            for meeting in remaining_meetings
        ]
        why = f"The arrow-switch moves to round {rounds}."
        yield Draft(
            full_plan(state, switched, rounds=rounds), f"Arrow-switch in round {rounds}", why
        )


def _arrow_switch(meeting: Meeting) -> Meeting:
    return meeting._replace(ns=meeting.ew, ew=meeting.ns, arrow_switched=True)


def _plans_of_length(state: PlayState, rounds: int) -> Iterator[Draft]:
    for other in relatives(state, len(state.pairs), [rounds]):
        plan = embed_movement(state, other)
        if plan is not None:
            yield Draft(
                plan, f"{other.name} with {rounds} rounds", "It is designed for that length."
            )


def _only_adds(state: PlayState, draft: Draft) -> bool:
    """Return whether *draft* keeps all rows of the plan in force."""
    return draft.plan.rows[: len(state.plan.rows)] == state.plan.rows


def _longer(state: PlayState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with searched rounds after those of the plan, from no spare set to many."""
    added_rounds = tuple(range(state.last + 1, rounds + 1))
    state_at_end = PlayState(state.plan, state.last + 1, (*state.played_rows, *state.due_rows))
    due_meetings = [meeting_of(row) for row in state.due_rows]
    tables = tuple(sorted({row.table_no for row in state.plan.rows}))
    ns = state.lines[0] if state.lines else None
    for spare_sets in (0, len(added_rounds), 2 * len(added_rounds), len(tables)):
        # Without rematches, then with any number of them.
        for rematches in (0, len(tables) * len(added_rounds)):
            goal = SearchGoal(
                rounds=added_rounds,
                sets=tuple(range(1, state.plan.board_sets + spare_sets + 1)),
                tables=tables,
                pairs=state.pairs,
                rematches=rematches,
                ns=ns,
            )
            meetings = search(state_at_end, goal, STEPS).meetings
            if meetings is not None:
                plan = full_plan(state, [*due_meetings, *meetings], rounds=rounds)
                title = _longer_title(plan.board_sets - state.plan.board_sets, rematches)
                yield Draft(plan, title, "The rounds before that stay as on the guide cards.")
                if not rematches:
                    return


def _longer_title(spare_sets: int, rematches: int) -> str:
    title = "More rounds"
    if spare_sets:
        title += f" with {spare_sets} spare set{'s' if spare_sets > 1 else ''}"
    if rematches:
        return f"{title}, some pairs meet again"
    return f"{title}, no pairs meet again"


def boards_in_round(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the draft with fewer boards in the rounds to come, the first ones of each set."""
    boards = change.boards or 1
    remaining_meetings = [meeting_of(row) for row in state.due_rows]
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if not state.played_rows:
        yield Draft(_with_small_sets(state, boards), title, "The boards get new numbers.")
        return
    if boards == 1:
        played = "only the first board of each set is"
    else:
        played = f"the first {boards} boards of each set are"
    why = f"From round {state.from_round} {played} played; nothing else changes."
    yield Draft(full_plan(state, remaining_meetings, boards=boards), title, why)


def _with_small_sets(state: PlayState, boards: int) -> Movement:
    """Return the plan in force with *boards* in every set, if nothing has been played yet."""
    rows = [
        replace(row, shared=False, boards=board_numbers(row.board_set, boards))
        for row in state.due_rows
    ]
    return replace(state.plan, boards_per_set=boards, rows=mark_copies(rows))
