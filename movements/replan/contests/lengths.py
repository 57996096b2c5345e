"""Drafts that players and teams share: other lengths, a larger movement, or nothing new."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.layout import list_board_numbers, mark_copies
from movements.model import ABOVE_PLAYERS, Movement, TableRound
from movements.partnerships import with_partnerships
from movements.registry import find_movement, make_plan
from movements.replan.contests.building import build_whole_plan
from movements.replan.contests.state import FieldState
from movements.replan.phrases import make_phrase
from movements.replan.records import Draft

LAST_RANK = 9
"""The rank of leaving late contestants out, after everything else."""


def make_fewer_rounds_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft without the rounds after *rounds*."""
    rows = [row for row in state.due_rows if row.round_no <= rounds]
    # Too few are left if nothing has been played and nothing can be.
    if not rows and not state.played_rows:
        return
    plan = build_whole_plan(state, rows, rounds=rounds)
    yield Draft(plan, "Drop the last rounds", "The last rounds aren't played.")


def make_longer_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with more rounds of the same movement, if it has the same rounds so far."""
    rows = _find_larger_rows(state, (), rounds)
    if rows is not None:
        plan = build_whole_plan(state, rows, rounds=rounds)
        why = "The rounds before that stay as on the guide cards."
        yield Draft(plan, "More rounds", why)


def make_larger_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with *newcomers* in places that were empty so far."""
    rows = _find_larger_rows(state, newcomers, state.last_round)
    if rows is None:
        return
    plan = build_whole_plan(state, rows)
    has_same_rows = set(map(_get_row_facts, state.due_rows)) <= set(map(_get_row_facts, rows))
    if has_same_rows:
        why = make_phrase(
            "Late {newcomers} are in the empty places. Everyone else follows the guide cards.",
            newcomers=state.named(newcomers),
        )
        if len(newcomers) == 1:
            why = replace(why, template=why.template.replace(" are in", " is in"))
        yield Draft(plan, "Fill the empty places", why, tuple(newcomers))
        return
    # Movements of another size often begin alike, and seat others elsewhere later.
    size = f"{plan.contestants} {plan.called}s"
    new_cards = f"The rest follows the movement for {size}, with new guide cards."
    yield Draft(plan, f"Movement for {size}", new_cards, tuple(newcomers))


def _find_larger_rows(
    state: FieldState, newcomers: Sequence[int], rounds: int
) -> list[TableRound] | None:
    """Return the rows to come of the same movement for more contestants or rounds.

    None if it differs from the plan in force in a round before, apart from *newcomers*.
    """
    plan = state.plan
    everybody_there = sorted((*state.present, *newcomers))
    if state.gone or everybody_there != list(range(1, len(everybody_there) + 1)):
        return None
    other = _resize_movement(plan, len(everybody_there), rounds)
    if other is None:
        return None
    expected = set()
    for row in other.rows:
        is_old = set(newcomers).isdisjoint(other.get_row_contestants(row))
        if row.round_no < state.from_round and is_old:
            expected.add(_get_row_facts(row))
    if expected != {_get_row_facts(row) for row in state.played_rows}:
        return None
    return [row for row in other.rows if row.round_no >= state.from_round]


def _resize_movement(plan: Movement, size: int, rounds: int) -> Movement | None:
    """Return the movement of *plan* for *size* contestants and *rounds*, or None."""
    try:
        spec = find_movement(plan.key)
        # The size of large teams is their number of players, which no change makes larger.
        contestants = size
        if spec.team_and_player_counts[0]:
            contestants = size * plan.team_size
        other = make_plan(
            plan.key,
            rounds=rounds,
            boards_per_set=plan.boards_per_set,
            options=dict(plan.options),
            **{spec.unit: contestants},
        )
    except MovementError:
        return None
    # Plans of teams that name the players are stored with their partnerships as sides.
    if plan.rows[0].ns > ABOVE_PLAYERS:
        return with_partnerships(other)
    return other


def _get_row_facts(row: TableRound) -> tuple[object, ...]:
    """Return what players notice of *row*."""
    who = row.players or (row.ns, row.ew)
    return row.round_no, row.table_no, who, row.board_set, frozenset(row.boards)


def make_boards_drafts(state: FieldState, boards: int) -> Iterator[Draft]:
    """Yield the draft with fewer or more boards in the rounds to come."""
    if not state.due_rows:
        return
    planned = state.board_counts.get(state.from_round, state.plan.boards_per_set)
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if boards == planned:
        yield Draft(state.plan, "Keep the movement", "The rounds already have that many boards.")
    elif boards < planned:
        rows = [replace(row, boards=tuple(sorted(row.boards))[:boards]) for row in state.due_rows]
        why = f"From round {state.from_round} only the first boards of each set are played."
        size = boards if not state.played_rows else state.plan.boards_per_set
        yield Draft(
            build_whole_plan(state, _renumber_boards(state, rows, size), boards_per_set=size),
            title,
            why,
        )
    else:
        rows = list(_with_more_boards(state, boards))
        plan = build_whole_plan(state, rows, boards_per_set=max(boards, state.plan.boards_per_set))
        yield Draft(plan, title, _describe_more_boards(state, rows))


def _describe_more_boards(state: FieldState, rows: Iterable[TableRound]) -> str:
    """Return which boards are played, or added to those of each set."""
    boards = {board for row in rows for board in row.boards}
    played = {board for row in state.played_rows for board in row.boards}
    if boards.isdisjoint(played):
        return f"From round {state.from_round} boards {min(boards)} to {max(boards)} are played."
    new_boards = boards - {board for row in state.plan.rows for board in row.boards}
    return (
        f"From round {state.from_round} each set has more boards, "
        f"with the numbers {min(new_boards)} to {max(new_boards)}."
    )


def _renumber_boards(state: FieldState, rows: Iterable[TableRound], size: int) -> list[TableRound]:
    """Return *rows* with the numbers of smaller sets if nothing has been played yet."""
    if state.played_rows:
        return list(rows)
    return [replace(row, boards=list_board_numbers(row.board_set, size)) for row in rows]


def _with_more_boards(state: FieldState, boards: int) -> Iterator[TableRound]:
    """Yield the rows to come with *boards* boards.

    If each round has boards of its own, they follow one another after those played. Otherwise a set
    keeps its boards and gets more with numbers above all others.
    """
    played_sets = {row.board_set for row in state.played_rows}
    sets = sorted({row.board_set for row in state.due_rows})
    new_boards: dict[int, tuple[int, ...]] = {}
    if played_sets.isdisjoint(sets):
        played = [board for row in state.played_rows for board in row.boards]
        next_board = max(played, default=0) + 1
        for board_set in sets:
            new_boards[board_set] = tuple(range(next_board, next_board + boards))
            next_board += boards
    else:
        highest = max(board for known in state.boards_of_set.values() for board in known)
        next_board = max(highest, state.plan.boards) + 1
        for board_set in sets:
            known = state.boards_of_set[board_set]
            missing = boards - len(known)
            new_boards[board_set] = (*known, *range(next_board, next_board + missing))[:boards]
            next_board += max(0, missing)
    rows = [replace(row, boards=new_boards[row.board_set], shared=False) for row in state.due_rows]
    yield from mark_copies(rows)


def make_unchanged_draft(state: FieldState, title: str, why: str) -> Draft:
    """Return the draft that changes nothing."""
    return Draft(state.plan, title, why)


def make_left_out_draft(state: FieldState, newcomers: Sequence[int]) -> Draft:
    """Return the draft in which late contestants don't play."""
    noun = state.plan.called
    if len(newcomers) > 1:
        noun = f"{noun}s"
    verb = "waits" if len(newcomers) == 1 else "wait"
    words = f"The late {noun} {verb} for the next session."
    return Draft(state.plan, f"Leave the late {noun} out", words, tuple(newcomers), rank=LAST_RANK)
