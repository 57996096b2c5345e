"""Which drafts answer a change in a contest of players or teams."""

from collections.abc import Iterable, Iterator

from movements.errors import MovementError
from movements.model import Movement
from movements.replan.answer import make_answer
from movements.replan.contests.lengths import make_boards_drafts
from movements.replan.contests.players import (
    make_player_arrival_drafts,
    make_player_departure_drafts,
    make_player_length_drafts,
)
from movements.replan.contests.state import FieldState
from movements.replan.contests.teams import (
    make_team_arrival_drafts,
    make_team_departure_drafts,
    make_team_length_drafts,
)
from movements.replan.phrases import PairNumbers
from movements.replan.price import TimeLeft
from movements.replan.records import (
    FIELD_CHANGES,
    MOST_ARRIVING,
    Change,
    Draft,
    ReplanningAnswer,
)
from movements.sentences import MovementSentences

MAX_ROUNDS = 120
MAX_BOARDS = 32


def replan_field(
    plan: Movement, change: Change, from_round: int, gone: Iterable[int], clock: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals for *change* in a contest of players or teams.

    See :func:`~movements.replan.replanning.replan`.

    :raises MovementError: if the change is incomplete or can't have happened
    """
    if change.kind not in FIELD_CHANGES:
        raise MovementError(
            MovementSentences.UNKNOWN_CHANGE, kind=change.kind, known=", ".join(FIELD_CHANGES)
        )
    state = FieldState(plan, from_round, gone)
    _refuse_change(state, change)
    if change.kind == "pair-leaves":
        state = state.without(change.leavers)
    return make_answer(state, change, _make_drafts(state, change), clock)


def _refuse_change(state: FieldState, change: Change) -> None:
    """Raise if *change* is incomplete or impossible."""
    needed = {"pair-leaves": "pair", "rounds": "rounds", "boards-per-set": "boards"}
    missing = needed.get(change.kind)
    if missing and getattr(change, missing) is None:
        raise MovementError(MovementSentences.CHANGE_INCOMPLETE, kind=change.kind, missing=missing)
    if not 1 <= state.from_round <= state.last_round + 1:
        raise MovementError(
            MovementSentences.FROM_ROUND_UNKNOWN, round_no=state.from_round, rounds=state.last_round
        )
    most_arriving = MOST_ARRIVING[state.plan.contest]
    called = state.plan.called
    if change.kind == "pair-arrives" and not 1 <= change.pairs <= most_arriving:
        raise MovementError(
            MovementSentences.TOO_MANY_ARRIVE, count=change.pairs, called=called, most=most_arriving
        )
    begun = state.from_round - 1
    if change.rounds is not None and not max(1, begun) <= change.rounds <= MAX_ROUNDS:
        raise MovementError(
            MovementSentences.NEW_ROUNDS_OUT_OF_RANGE,
            rounds=change.rounds,
            begun="1 has" if begun == 1 else f"{begun} have",
            most=MAX_ROUNDS,
        )
    if change.boards is not None and not 1 <= change.boards <= MAX_BOARDS:
        raise MovementError(
            MovementSentences.MOST_BOARDS_IN_ROUND, boards=change.boards, most=MAX_BOARDS
        )
    for number in change.leavers:
        if number not in state.present:
            raise MovementError(
                MovementSentences.NO_SUCH_CONTESTANT,
                Called=called.capitalize(),
                called=called,
                number=PairNumbers((number,)),
                round_no=state.from_round,
                numbers=PairNumbers(state.present),
            )


def _make_drafts(state: FieldState, change: Change) -> Iterator[Draft]:
    is_individual = state.plan.contest == "individual"
    if change.kind == "pair-arrives":
        arrive = make_player_arrival_drafts if is_individual else make_team_arrival_drafts
        yield from arrive(state, change.pairs)
    elif change.kind == "pair-leaves":
        leave = make_player_departure_drafts if is_individual else make_team_departure_drafts
        yield from leave(state)
    elif change.kind == "rounds":
        length = make_player_length_drafts if is_individual else make_team_length_drafts
        yield from length(state, change.rounds or state.last_round)
    else:
        yield from make_boards_drafts(state, change.boards or 1)
