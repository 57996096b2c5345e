"""The answer for a contest of players or teams: drafts are checked, priced and sorted."""

from collections.abc import Iterable, Iterator

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import Fault, Movement
from movements.partnerships import with_teams
from movements.replan.contests.lengths import make_boards_drafts
from movements.replan.contests.players import (
    make_player_arrival_drafts,
    make_player_departure_drafts,
    make_player_length_drafts,
)
from movements.replan.contests.price import (
    compute_field_harm,
    compute_field_price,
    find_missing_contestants,
    get_compared_figures,
)
from movements.replan.contests.state import FieldState, get_all_numbers
from movements.replan.contests.teams import (
    make_team_arrival_drafts,
    make_team_departure_drafts,
    make_team_length_drafts,
)
from movements.replan.phrases import PairNumbers, Words, as_phrase, make_fault_phrase, make_phrase
from movements.replan.price import TimeLeft, list_changed_rows
from movements.replan.ranking import (
    PricedDraft,
    choose_shown_drafts,
    keep_one_per_title,
    without_beaten_drafts,
)
from movements.replan.records import (
    FIELD_CHANGES,
    MOST_ARRIVING,
    Change,
    Draft,
    Price,
    Proposal,
    Replanned,
)
from movements.sentences import MovementSentences

MAX_ROUNDS = 120
MAX_BOARDS = 32
TOLERATED = frozenset({"partner-twice"})
"""Codes of faults that a change may bring: partners who meet again have their price."""


def replan_field(
    plan: Movement, change: Change, from_round: int, gone: Iterable[int], clock: TimeLeft
) -> Replanned:
    """Return the proposals for *change* in a contest of players or teams.

    See :func:`movements.replan`.

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
    if state.from_round > state.last_round and change.kind != "rounds":
        state.troubles.append("All rounds have been played.")
        return _make_answer(state, [], clock)
    drafts = list(_filter_sound_drafts(state, _make_drafts(state, change)))
    return _make_answer(state, drafts, clock)


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


def _filter_sound_drafts(state: FieldState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without new faults, each plan once, and note the faults of the others."""
    former_faults = {_get_fault_place(fault) for fault in check_plan(with_teams(state.plan))}
    plans = set()
    for draft in drafts:
        identity = (draft.plan.rows, draft.plan.sit_outs, draft.rank)
        if identity in plans:
            continue
        plans.add(identity)
        missing = find_missing_contestants(state, draft)
        faults = [
            fault
            for fault in check_plan(with_teams(draft.plan))
            if fault.code not in TOLERATED and _get_fault_place(fault) not in former_faults
        ]
        if missing:
            state.troubles.append(
                make_phrase(
                    "{title} doesn't work: {missing} wouldn't play at all.",
                    title=draft.title,
                    missing=state.named(missing),
                )
            )
        elif faults:
            state.troubles.append(
                make_phrase(
                    "{title} doesn't work: {fault}",
                    title=draft.title,
                    fault=make_fault_phrase(faults[0]),
                )
            )
        else:
            yield draft


def _get_fault_place(fault: Fault) -> tuple[object, ...]:
    return fault.code, fault.round_no, fault.table_no, fault.contestant, fault.board_no


def _make_answer(state: FieldState, drafts: list[Draft], clock: TimeLeft) -> Replanned:
    now = compute_field_price(state, Draft(state.plan, "", ""), clock)
    changing = [draft for draft in drafts if draft.plan != state.plan]
    priced = without_beaten_drafts([_price_draft(state, draft, clock) for draft in changing])
    priced.sort(key=lambda entry: compute_field_harm(state, entry.draft, entry.price, now, clock))
    shown = choose_shown_drafts(keep_one_per_title(priced))
    proposals = tuple(_make_proposal(state, entry.draft, entry.price, now) for entry in shown)
    unchanged = next((draft for draft in drafts if draft not in changing), None)
    stays = None
    if unchanged:
        stays = _make_proposal(state, unchanged, compute_field_price(state, unchanged, clock), now)
    return Replanned(proposals, as_phrase(_explain_trouble(state, proposals, stays)), now, stays)


def _price_draft(state: FieldState, draft: Draft, clock: TimeLeft) -> PricedDraft:
    price = compute_field_price(state, draft, clock)
    return PricedDraft(draft, price, tuple(get_compared_figures(price).values()))


def _explain_trouble(
    state: FieldState, proposals: tuple[Proposal, ...], stays: Proposal | None
) -> Words:
    """Return why there is no clean proposal, or ""."""
    if proposals and any(proposal.is_clean for proposal in proposals):
        return ""
    if proposals:
        return next(iter(state.troubles), "")
    if stays:
        return (*state.troubles, stays.reason)[0]
    return (*state.troubles, f"Too few {state.plan.called}s are left to play on.")[0]


def _make_proposal(state: FieldState, draft: Draft, price: Price, now: Price) -> Proposal:
    seated = get_all_numbers(draft.plan)
    playing = tuple(number for number in draft.new_pairs if number in seated)
    is_clean = (
        playing == draft.new_pairs
        and not price.boards_lost
        and price.rematches <= now.rematches
        and price.partners_again <= now.partners_again
    )
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=playing,
        is_clean=is_clean,
        pairs_gone=tuple(sorted(state.gone | draft.leavers)),
    )
