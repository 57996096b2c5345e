"""Propose continuations after a change during play. :func:`replan` is the only entry point.

A change is checked first, and applied to the state. Each kind of change has a function that yields
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
from movements.replan.answer import make_answer
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
from movements.replan.price import TimeLeft
from movements.replan.records import (
    CHANGE_KINDS,
    Change,
    Draft,
    PairNumbers,
    ReplanningAnswer,
    make_change_incomplete_error,
    make_from_round_unknown_error,
    make_new_rounds_out_of_range_error,
    make_problem_phrase,
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

NEEDED_FIELDS_BY_KIND = {
    "pair-leaves": ("pair",),
    "table-closes": ("table",),
    "rounds": ("rounds",),
    "boards-per-set": ("boards",),
    "movement": ("key",),
    "boards-exchanged": ("table", "other_table"),
    "late-table": ("table",),
}
IMPOSSIBLE_CODES = frozenset(
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
"""Codes of problems that rows as played can't have. Others may well happen, such as a rematch."""

MAX_NEW_PAIRS = 2
"""Late pairs in one change. Each can be seated in several ways, and two in all combinations."""


def replan(  # noqa: PLR0913
    plan: Movement,
    *,
    change: Change,
    from_round: int,
    tables_with_results: Iterable[tuple[int, int]] = (),
    rows_as_played: Iterable[TableRound] = (),
    leavers: Iterable[int] = (),
    protected_pairs: Iterable[int] = (),
    minutes_used: int | None = None,
    minutes_left: int | None = None,
    minutes_per_board: Fraction | float = MINUTES_PER_BOARD,
) -> ReplanningAnswer:
    """Return the proposals for *change*, the best first.

    - *from_round* is the first round that may change. Later rounds with results can't change either:
      *tables_with_results* holds the round and table of each result.
    - *rows_as_played* are rows that were played off schedule. They replace all rows of their rounds.
    - *leavers* are pairs that left earlier. *protected_pairs* are pairs that mustn't sit out for others.
    - *minutes_used* are the minutes played before *from_round*, *minutes_left* those until the end. A
      round takes *minutes_per_board* for each board, and the time of a move.

    In contests of players and teams only the kinds in ``FIELD_CHANGES`` are possible, and
    *rows_as_played* and *protected_pairs* are ignored.

    >>> from movements.registry import make_plan
    >>> late = replan(make_plan("mitchell", tables=5), change=Change("pair-arrives"), from_round=2)
    >>> late.proposals[0].title, late.unchanged.title
    ('Play as N-S rover', 'Leave the late pair out')

    :raises MovementError: if the change is incomplete or can't have happened.
    """
    reported_rows = tuple(rows_as_played)
    begun_rounds = {round_no for round_no, _table_no in tables_with_results}
    begun_rounds |= {row.round_no for row in reported_rows}
    first_round = from_round
    if begun_rounds:
        first_round = max(from_round, max(begun_rounds) + 1)
    time_left = TimeLeft(Fraction(minutes_per_board), minutes_used, minutes_left)
    if plan.contest != "pairs":
        return replan_field(plan, change, first_round, leavers, time_left)
    problems = check_plan(plan)
    if problems:
        raise MovementError(
            "unsound-plan",
            "The current plan has a fault, so it can’t continue: {fault}",
            fault=make_problem_phrase(problems[0]),
        )
    if change.kind not in CHANGE_KINDS:
        raise make_unknown_change_error(kind=change.kind, known=", ".join(CHANGE_KINDS))
    due_state = PlayState(plan, first_round, reported_rows, leavers, protected_pairs)
    state = apply_leavers(due_state, change)
    drafts = DRAFT_FUNCTIONS[change.kind](state, change)
    return make_answer(state, change, drafts, time_left)


def apply_leavers(state: PlayState, change: Change) -> PlayState:
    """Check *change*, and return *state* without the pairs that leave with it.

    :raises MovementError: if the change is incomplete or can't have happened.
    """
    for name in NEEDED_FIELDS_BY_KIND.get(change.kind, ()):
        if getattr(change, name) is None:
            raise make_change_incomplete_error(
                kind=change.kind,
                missing=name.replace("_", " "),
            )
    # After the last round only the length may change.
    if not 1 <= state.from_round <= state.last_round + 1:
        raise make_from_round_unknown_error(round_no=state.from_round, rounds=state.last_round)
    if not 1 <= change.pairs <= MAX_NEW_PAIRS:
        raise MovementError(
            "pairs-coming", "{pairs} pairs can’t join at once. Add 1 or 2.", pairs=change.pairs
        )
    _refuse_impossible_rows(state)
    if change.kind == "boards-exchanged" and change.table == change.other_table:
        raise make_change_incomplete_error(kind=change.kind, missing="other table")
    leavers = set(_iter_leavers(state, change))
    _refuse_unused_tables(state, change)
    _refuse_length(state, change)
    if leavers:
        return state.with_changes(leavers=leavers)
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
    for problem in check_plan(played_plan):
        if problem.code in IMPOSSIBLE_CODES:
            raise MovementError(
                "unsound-done",
                "The rounds played are impossible: {fault}",
                fault=make_problem_phrase(problem),
            )


def _iter_leavers(state: PlayState, change: Change) -> Iterator[int]:
    """Yield the pairs that leave. Raise if one of them isn't there."""
    if change.kind != "pair-leaves":
        return
    for pair in change.leavers:
        if pair not in state.present:
            raise MovementError(
                "no-such-pair",
                "Pair {pair} doesn’t play from round {round_no}. The pairs are {pairs}.",
                pair=PairNumbers((pair,)),
                round_no=state.from_round,
                pairs=PairNumbers(state.present),
            )
        yield pair


def _refuse_unused_tables(state: PlayState, change: Change) -> None:
    tables = sorted({row.table_no for row in state.plan.rows})
    for table in (change.table, change.other_table):
        if table is not None and table not in tables:
            raise MovementError(
                "no-such-table",
                "Table {table} isn’t in use then. The tables are {tables}.",
                table=table,
                tables=join_with_and(tables),
            )


def _refuse_length(state: PlayState, change: Change) -> None:
    if change.kind == "rounds" and change.rounds is not None:
        begun_rounds = state.from_round - 1
        fewest_rounds = max(1, begun_rounds)
        if not fewest_rounds <= change.rounds <= MAX_ROUNDS:
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
                "{boards} boards per round doesn’t work: a set has {most}.",
                boards=change.boards,
                most=boards_per_set,
            )
