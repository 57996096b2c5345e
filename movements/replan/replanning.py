"""Propose continuations after a change during play. :func:`replan` is the only entry point.

Each kind of change has a function that yields drafts. Here the drafts are checked, those that are
worse in everything are dropped, and the others are sorted by their price.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_BOARD
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import Movement, TableRound
from movements.replan.answer import make_answer
from movements.replan.arrivals import make_arrival_drafts, make_joining_drafts
from movements.replan.contests.proposals import replan_field
from movements.replan.departures import make_closing_drafts, make_departure_drafts
from movements.replan.lengths import make_boards_drafts, make_length_drafts
from movements.replan.mistakes import (
    make_exchange_drafts,
    make_late_table_drafts,
    make_other_movement_drafts,
    make_present_seats_drafts,
)
from movements.replan.phrases import make_fault_phrase
from movements.replan.price import TimeLeft
from movements.replan.questions import apply_change
from movements.replan.records import (
    CHANGE_KINDS,
    Change,
    Draft,
    ReplanningAnswer,
)
from movements.replan.state import PlayState
from movements.sentences import MovementSentences

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
        raise MovementError(MovementSentences.UNSOUND_PLAN, fault=make_fault_phrase(faults[0]))
    if change.kind not in CHANGE_KINDS:
        raise MovementError(
            MovementSentences.UNKNOWN_CHANGE, kind=change.kind, known=", ".join(CHANGE_KINDS)
        )
    state = apply_change(PlayState(plan, first_round, done_rows, gone, keep), change)
    return make_answer(state, change, DRAFT_FUNCTIONS[change.kind](state, change), clock)
