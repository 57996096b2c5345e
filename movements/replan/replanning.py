"""Propose continuations after a change during play. :func:`replan` is the only entry point.

A change is checked and applied to the state first. Each kind of change has a function that yields
drafts, which :mod:`movements.replan.answer` checks and sorts by their price.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_BOARD
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import Movement, TableRound, join_with_and
from movements.replan.answer import TimeLeft, make_answer
from movements.replan.arrivals import make_arrival_drafts, make_joining_drafts
from movements.replan.contests.proposals import MAX_ROUNDS, replan_field
from movements.replan.departures import make_closing_drafts, make_departure_drafts
from movements.replan.lengths import make_boards_drafts, make_length_drafts
from movements.replan.mistakes import (
    make_exchange_drafts,
    make_late_table_drafts,
    make_other_movement_drafts,
    make_present_seats_drafts,
)
from movements.replan.records import (
    CHANGE_KINDS,
    Change,
    Draft,
    PairNumbers,
    ReplanningAnswer,
    make_change_incomplete_error,
    make_fault_phrase,
    make_from_round_unknown_error,
    make_new_rounds_out_of_range_error,
    make_unknown_change_error,
)
from movements.replan.state import PlayState

DraftFunction: TypeAlias = Callable[[PlayState, Change], Iterator[Draft]]
DRAFT_FUNCTIONS: dict[str, DraftFunction] = {
    "pair-arrives": make_arrival_drafts,
    "pair-joins": make_joining_drafts,
    "pair-leaves": make_departure_drafts,
    "table-closes": make_closing_drafts,
    "rounds": make_length_drafts,
    "boards-per-set": make_boards_drafts,
    "movement": make_other_movement_drafts,
    "boards-exchanged": make_exchange_drafts,
    "late-table": make_late_table_drafts,
    "as-they-sit": make_present_seats_drafts,
}


def replan(  # noqa: PLR0913
    plan: Movement,
    *,
    change: Change,
    from_round: int,
    played: Iterable[tuple[int, int]] = (),
    done: Iterable[TableRound] = (),
    gone: Iterable[int] = (),
    keep: Iterable[int] = (),
    minutes_used: int | None = None,
    minutes_left: int | None = None,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
) -> ReplanningAnswer:
    """Return the proposals for *change*, the best first.

    - *from_round* is the first round that may change. Rounds with results can't change either:
      *played* holds the round and table of each result.
    - *done* are the rows that were played off schedule. They replace all rows of their rounds.
    - *gone* are pairs that left earlier, *keep* pairs that mustn't sit out for others.
    - *minutes_used* is the time that the rounds before took, *minutes_left* the time after them. A
      round takes *minutes_per_board* for each board, and the time of a move.

    In contests of players and teams only the kinds in ``FIELD_CHANGES`` are possible, and *done* and
    *keep* have no meaning.

    >>> from movements.registry import make_plan
    >>> late = replan(make_plan("mitchell", tables=5), change=Change("pair-arrives"), from_round=2)
    >>> late.proposals[0].title, late.unchanged.title
    ('Play as N-S rover', 'Leave the late pair out')

    :raises MovementError: if the change is incomplete or can't have happened.
    """
    done_rows = tuple(done)
    begun_rounds = {round_no for round_no, _table_no in played}
    begun_rounds |= {row.round_no for row in done_rows}
    first_round = max([from_round, *(round_no + 1 for round_no in begun_rounds)])
    clock = TimeLeft(Fraction(minutes_per_board), minutes_used, minutes_left)
    if plan.contest != "pairs":
        return replan_field(plan, change, first_round, gone, clock)
    faults = check_plan(plan)
    if faults:
        raise MovementError(
            "unsound-plan",
            "The current plan has a fault, so it can't continue: {fault}",
            fault=make_fault_phrase(faults[0]),
        )
    if change.kind not in CHANGE_KINDS:
        raise make_unknown_change_error(kind=change.kind, known=", ".join(CHANGE_KINDS))
    state = apply_change(PlayState(plan, first_round, done_rows, gone, keep), change)
    return make_answer(state, change, DRAFT_FUNCTIONS[change.kind](state, change), clock)


NEEDED_FIELDS = {
    "pair-leaves": ("pair",),
    "table-closes": ("table",),
    "rounds": ("rounds",),
    "boards-per-set": ("boards",),
    "movement": ("key",),
    "boards-exchanged": ("table", "other_table"),
    "late-table": ("table",),
}
IMPOSSIBLE_FAULTS = frozenset(
    {
        "board-in-two-sets",
        "board-unknown",
        "boards-not-of-set",
        "contestant-unknown",
        "copy-unknown",
        "pair-against-itself",
        "pair-twice",
        "round-unknown",
        "set-unknown",
        "table-twice",
        "table-unknown",
    }
)
"""Codes of faults that rows that were really played can't have."""

MAX_NEW_PAIRS = 2
"""Late pairs in one change. Each may be seated in several ways, which multiply."""


def apply_change(state: PlayState, change: Change) -> PlayState:
    """Return *state* without the pairs that leave with *change*.

    :raises MovementError: if the change is incomplete or can't have happened.
    """
    for name in NEEDED_FIELDS.get(change.kind, ()):
        if getattr(change, name) is None:
            raise make_change_incomplete_error(
                kind=change.kind,
                missing=name.replace("_", " "),
            )
    if not 1 <= state.from_round <= state.last_round + 1:
        raise make_from_round_unknown_error(round_no=state.from_round, rounds=state.last_round)
    if not 1 <= change.pairs <= MAX_NEW_PAIRS:
        raise MovementError(
            "pairs-coming", "{pairs} pairs can't join at once. Add 1 or 2.", pairs=change.pairs
        )
    _refuse_impossible_rows(state)
    if change.kind == "boards-exchanged" and change.table == change.other_table:
        raise make_change_incomplete_error(kind=change.kind, missing="other table")
    leavers = set(_list_leavers(state, change))
    _refuse_table(state, change)
    _refuse_length(state, change)
    if leavers:
        return state.changed(gone=leavers)
    return state


def _refuse_impossible_rows(state: PlayState) -> None:
    """Raise if reported rows can't have been played, such as a pair at two tables."""
    if not state.reported_rows:
        return
    # Only the rounds played are checked, as a plan of their own.
    played_plan = replace(
        state.plan,
        rows=state.played_rows,
        sit_outs=state.played_sit_outs,
        rounds=state.from_round - 1,
        bye_stands=(),
        guarantees=(),
    )
    for fault in check_plan(played_plan):
        if fault.code in IMPOSSIBLE_FAULTS:
            raise MovementError(
                "unsound-done",
                "The rounds played are impossible: {fault}",
                fault=make_fault_phrase(fault),
            )


def _list_leavers(state: PlayState, change: Change) -> Iterator[int]:
    if change.kind != "pair-leaves":
        return
    for pair in change.leavers:
        if pair not in state.present:
            raise MovementError(
                "no-such-pair",
                "Pair {pair} doesn't play from round {round_no}. The pairs are {pairs}.",
                pair=PairNumbers((pair,)),
                round_no=state.from_round,
                pairs=PairNumbers(state.present),
            )
        yield pair


def _refuse_table(state: PlayState, change: Change) -> None:
    tables = sorted({row.table_no for row in state.plan.rows})
    for table in (change.table, change.other_table):
        if table is not None and table not in tables:
            raise MovementError(
                "no-such-table",
                "Table {table} isn't in use then. The tables are {tables}.",
                table=table,
                tables=join_with_and(tables),
            )


def _refuse_length(state: PlayState, change: Change) -> None:
    if change.kind == "rounds" and change.rounds is not None:
        begun_rounds = state.from_round - 1
        if not max(1, begun_rounds) <= change.rounds <= MAX_ROUNDS:
            raise make_new_rounds_out_of_range_error(
                rounds=change.rounds,
                begun="1 has" if begun_rounds == 1 else f"{begun_rounds} have",
                most=MAX_ROUNDS,
            )
    if change.kind == "boards-per-set" and change.boards is not None:
        boards_per_set = state.plan.boards_per_set
        if not 1 <= change.boards <= boards_per_set:
            raise MovementError(
                "boards-in-round",
                "{boards} boards per round doesn't work: a set has {most}.",
                boards=change.boards,
                most=boards_per_set,
            )
