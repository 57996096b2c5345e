"""Checks of a change, and the state of the event after it."""

from collections.abc import Iterator
from dataclasses import replace

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import join_with_and
from movements.replan.phrases import PairNumbers, make_fault_phrase
from movements.replan.records import Change
from movements.replan.state import PlayState
from movements.sentences import MovementSentences

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

MAX_ROUNDS = 120
MAX_NEW_PAIRS = 2
"""Late pairs in one change. Each may be seated in several ways, which multiply."""


def apply_change(state: PlayState, change: Change) -> PlayState:
    """Return *state* without the pairs that leave with *change*.

    :raises MovementError: if the change is incomplete or can't have happened.
    """
    for name in NEEDED_FIELDS.get(change.kind, ()):
        if getattr(change, name) is None:
            raise MovementError(
                MovementSentences.CHANGE_INCOMPLETE,
                kind=change.kind,
                missing=name.replace("_", " "),
            )
    if not 1 <= state.from_round <= state.last_round + 1:
        raise MovementError(
            MovementSentences.FROM_ROUND_UNKNOWN, round_no=state.from_round, rounds=state.last_round
        )
    if not 1 <= change.pairs <= MAX_NEW_PAIRS:
        raise MovementError(MovementSentences.TOO_MANY_PAIRS_JOIN, pairs=change.pairs)
    _refuse_impossible_rows(state)
    if change.kind == "boards-exchanged" and change.table == change.other_table:
        raise MovementError(
            MovementSentences.CHANGE_INCOMPLETE, kind=change.kind, missing="other table"
        )
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
                MovementSentences.UNSOUND_PLAYED_ROUNDS, fault=make_fault_phrase(fault)
            )


def _list_leavers(state: PlayState, change: Change) -> Iterator[int]:
    if change.kind != "pair-leaves":
        return
    for pair in change.leavers:
        if pair not in state.present:
            raise MovementError(
                MovementSentences.NO_SUCH_PAIR,
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
                MovementSentences.NO_SUCH_TABLE, table=table, tables=join_with_and(tables)
            )


def _refuse_length(state: PlayState, change: Change) -> None:
    if change.kind == "rounds" and change.rounds is not None:
        begun_rounds = state.from_round - 1
        if not max(1, begun_rounds) <= change.rounds <= MAX_ROUNDS:
            raise MovementError(
                MovementSentences.NEW_ROUNDS_OUT_OF_RANGE,
                rounds=change.rounds,
                begun="1 has" if begun_rounds == 1 else f"{begun_rounds} have",
                most=MAX_ROUNDS,
            )
    if change.kind == "boards-per-set" and change.boards is not None:
        boards_per_set = state.plan.boards_per_set
        if not 1 <= change.boards <= boards_per_set:
            raise MovementError(
                MovementSentences.BOARDS_PER_ROUND_OUT_OF_RANGE,
                boards=change.boards,
                most=boards_per_set,
            )
