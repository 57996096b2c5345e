"""Drafts for another number of rounds, or fewer boards in a round."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from movements.layout import Meeting, list_board_numbers, mark_copies
from movements.model import Movement, join_with_and
from movements.replan.records import Change, Draft
from movements.replan.routes import embed_movement, make_related_plans
from movements.replan.seat_search import SearchGoal, search
from movements.replan.state import PlayState, make_full_plan, make_meeting, make_remaining_plan

STEPS = 25_000
"""Steps of each search for additional rounds."""


def make_length_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts with another number of rounds."""
    rounds = (
        change.rounds or state.last_round
    )  # apply_leavers() has refused a change without rounds
    if rounds == state.last_round:
        yield Draft(
            make_remaining_plan(state),
            "Keep the movement",
            "The movement already has that many rounds.",
        )
        return
    if rounds < state.last_round:
        yield from _make_shorter_drafts(state, rounds)
    designed_drafts = list(_make_designed_drafts(state, rounds))
    yield from designed_drafts
    # A search is only needed if no plan of the movement keeps the rounds before.
    has_unchanged_rows = any(_keeps_all_rows(state, draft) for draft in designed_drafts)
    if rounds > state.last_round and not has_unchanged_rows:
        yield from _make_longer_drafts(state, rounds)


def _make_shorter_drafts(state: PlayState, rounds: int) -> Iterator[Draft]:
    remaining_meetings = [make_meeting(row) for row in state.due_rows if row.round_no <= rounds]
    dropped_rows = [row for row in state.due_rows if row.round_no > rounds]
    lost_switches = sorted({row.round_no for row in dropped_rows if row.arrow_switched})
    reason = "The last rounds aren’t played."
    if lost_switches:
        reason = (
            f"The arrow-switch of round {join_with_and(lost_switches)} is lost too, "
            "so N-S and E-W are hardly compared."
        )
    plan = make_full_plan(state, remaining_meetings, rounds=rounds)
    yield Draft(plan, "Drop the last rounds", reason)
    switched_rounds = {meeting.round_no for meeting in remaining_meetings if meeting.arrow_switched}
    if lost_switches and remaining_meetings and rounds not in switched_rounds:
        meetings = _switch_round(remaining_meetings, rounds)
        plan = make_full_plan(state, meetings, rounds=rounds)
        reason = f"The arrow-switch moves to round {rounds}."
        yield Draft(plan, f"Arrow-switch in round {rounds}", reason)


def _switch_round(meetings: Iterable[Meeting], round_no: int) -> list[Meeting]:
    switched_meetings = []
    for meeting in meetings:
        if meeting.round_no == round_no:
            switched = meeting._replace(ns=meeting.ew, ew=meeting.ns, arrow_switched=True)
            switched_meetings.append(switched)
        else:
            switched_meetings.append(meeting)
    return switched_meetings


def _make_designed_drafts(state: PlayState, rounds: int) -> Iterator[Draft]:
    for related_plan in make_related_plans(state, len(state.present), [rounds]):
        plan = embed_movement(state, related_plan)
        if plan is not None:
            yield Draft(
                plan, f"{related_plan.name} with {rounds} rounds", "It is designed for that length."
            )


def _keeps_all_rows(state: PlayState, draft: Draft) -> bool:
    """Return whether *draft* keeps all rows of the plan in force."""
    return draft.plan.rows[: len(state.plan.rows)] == state.plan.rows


def _make_longer_drafts(state: PlayState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with rounds found by search, from no spare set to many."""
    added_rounds = tuple(range(state.last_round + 1, rounds + 1))
    state_at_end = PlayState(
        state.plan, state.last_round + 1, (*state.played_rows, *state.due_rows)
    )
    due_meetings = [make_meeting(row) for row in state.due_rows]
    tables = tuple(sorted({row.table_no for row in state.plan.rows}))
    ns = state.ns_and_ew_pairs[0] if state.ns_and_ew_pairs else None
    for spare_sets in (0, len(added_rounds), 2 * len(added_rounds), len(tables)):
        # First without rematches, then with any number of them.
        for rematches in (0, len(tables) * len(added_rounds)):
            goal = SearchGoal(
                rounds=added_rounds,
                sets=tuple(range(1, state.plan.board_sets + spare_sets + 1)),
                tables=tables,
                pairs=state.present,
                rematches=rematches,
                ns=ns,
            )
            meetings = search(state_at_end, goal, STEPS).meetings
            if meetings is not None:
                plan = make_full_plan(state, [*due_meetings, *meetings], rounds=rounds)
                title = _make_longer_title(plan.board_sets - state.plan.board_sets, rematches)
                yield Draft(plan, title, "The rounds before that stay as on the guide cards.")
                if not rematches:
                    return


def _make_longer_title(spare_sets: int, rematches: int) -> str:
    title = "More rounds"
    if spare_sets:
        title += f" with {spare_sets} spare set{'s' if spare_sets > 1 else ''}"
    if rematches:
        return f"{title}, some pairs meet again"
    return f"{title}, no pairs meet again"


def make_boards_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the draft with fewer boards in the rounds to come, the first ones of each set."""
    boards = change.boards or 1
    remaining_meetings = [make_meeting(row) for row in state.due_rows]
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if not state.played_rows:
        yield Draft(_with_small_sets(state, boards), title, "The boards get new numbers.")
        return
    if boards == 1:
        boards_phrase = "only the first board of each set is"
    else:
        boards_phrase = f"the first {boards} boards of each set are"
    reason = f"From round {state.from_round} {boards_phrase} played; nothing else changes."
    yield Draft(make_full_plan(state, remaining_meetings, boards=boards), title, reason)


def _with_small_sets(state: PlayState, boards: int) -> Movement:
    """Return the plan in force with *boards* in every set, if nothing has been played yet."""
    rows = [
        replace(
            row,
            shared=False,
            boards=list_board_numbers(row.board_set, boards, state.plan.first_board),
        )
        for row in state.due_rows
    ]
    return replace(state.plan, boards_per_set=boards, rows=mark_copies(rows))
