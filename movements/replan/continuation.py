"""The plan of a whole event: the rounds as played, joined with those proposed for the rest.

Proposals are lists of meetings. :func:`build_full_plan` gives them boards, derives sit-outs and bye-stands,
closes gaps of empty rounds, and keeps the guarantees that still hold.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from movements.check.guarantees import GUARANTEES
from movements.layout import Meeting, mark_copies
from movements.model import ROUND_IS_A_MATCH, ByeStand, Movement, SitOut, TableRound
from movements.replan.state import EventState, PlayState


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
