"""Propose continuations after a change during play. :func:`replan` is the only entry point.

Each kind of change has a function that yields drafts. Here the drafts are checked, those that are
worse in everything are dropped, and the others are sorted by their price.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_BOARD
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.model import Movement, TableRound
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
from movements.replan.phrases import (
    Words,
    as_phrase,
    join_phrases,
    make_fault_phrase,
    make_pairs_phrase,
    make_phrase,
)
from movements.replan.price import (
    TimeLeft,
    compute_harm,
    compute_price,
    count_extra_rematches,
    list_changed_rows,
)
from movements.replan.questions import apply_change
from movements.replan.ranking import (
    PricedDraft,
    choose_shown_drafts,
    keep_one_per_title,
    without_beaten_drafts,
)
from movements.replan.records import (
    CHANGE_KINDS,
    Change,
    Draft,
    Price,
    Proposal,
    Replanned,
    format_places,
)
from movements.replan.state import PlayState, get_all_numbers
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
) -> Replanned:
    """Return the proposals for *change*, the best first.

    - *from_round* is the first round that may change. Rounds with results can't change either:
      *played* holds the round and table of each result.
    - *done* are the rows that were played off schedule. They replace all rows of their rounds.
    - *gone* are pairs that left earlier, *keep* pairs that mustn't sit out for others.
    - *minutes_used* is the time that the rounds before took, *minutes_left* the time after them. A
      round takes *minutes_per_board* for each board, and the time of a move.

    In contests of players and teams only the kinds in ``FIELD_CHANGES`` are possible, and *done* and
    *keep* have no meaning.

    >>> from movements import make_plan
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
    if state.from_round > state.last_round and change.kind != "rounds":
        state.troubles.append("All rounds have been played.")
        return _make_answer(state, [], clock)
    drafts = DRAFT_FUNCTIONS[change.kind](state, change)
    return _make_answer(state, list(_filter_sound_drafts(state, drafts)), clock)


def _filter_sound_drafts(state: PlayState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without faults, each plan once, and note the faults of the others."""
    yielded_identities = set()
    for draft in drafts:
        # With a delay or a rank the same plan is another proposal.
        title = draft.title if draft.boards_waited or draft.rank else ""
        identity = (draft.plan.rows, draft.plan.sit_outs, title)
        if identity in yielded_identities:
            continue
        yielded_identities.add(identity)
        faults = check_plan(draft.plan)
        missing_pairs = sorted(set(state.pairs) - draft.leavers - get_all_numbers(draft.plan))
        if missing_pairs:
            state.troubles.append(
                make_phrase(
                    "{title} doesn't work: {pairs} wouldn't play at all.",
                    title=draft.title,
                    pairs=make_pairs_phrase(missing_pairs),
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
            reason = join_phrases([draft.reason, _describe_omitted_rows(state, draft.plan)], "")
            yield replace(draft, reason=reason)


def _describe_omitted_rows(state: PlayState, plan: Movement) -> str:
    """Return a sentence on the rows that *plan* omits because a pair has had the boards, or ""."""
    sitters = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    used_tables = {(row.round_no, row.table_no) for row in plan.rows}
    omitted_rows = []
    for row in state.replays:
        has_sitter = bool({(row.round_no, row.ns), (row.round_no, row.ew)} & sitters)
        if has_sitter and (row.round_no, row.table_no) not in used_tables:
            omitted_rows.append(row)
    if omitted_rows:
        return f" Not played, because a pair has had these boards: {format_places(omitted_rows)}."
    return ""


def _list_costs(price: Price) -> tuple[int, ...]:
    """Return the figures by which proposals are compared, the lower the better.

    Fairness isn't among them: a skip and a shared table are both worth a look.
    """
    return (
        price.sit_outs,
        price.boards_lost,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
        price.minutes_rest,
        -(price.boards_for_new or 0),
    )


def _make_answer(state: PlayState, drafts: list[Draft], clock: TimeLeft) -> Replanned:
    # Waiting for a table changes no row, but is a proposal.
    changing = [draft for draft in drafts if draft.plan != state.plan or draft.boards_waited]
    keeping = [draft for draft in drafts if draft.plan == state.plan and not draft.boards_waited]
    # A beaten draft could still come first for its fairness, so it is dropped before the sorting.
    priced = without_beaten_drafts([_price_draft(state, draft, clock) for draft in changing])
    priced.sort(key=lambda entry: compute_harm(state, entry.draft, entry.price, clock))
    shown = choose_shown_drafts(keep_one_per_title(priced))
    proposals = tuple(_make_proposal(state, entry.draft, entry.price) for entry in shown)
    unchanged = None
    if keeping:
        unchanged = _make_proposal(state, keeping[0], compute_price(state, keeping[0], clock))
    return Replanned(
        proposals=proposals,
        trouble=as_phrase(_explain_trouble(state, proposals, unchanged)),
        current_price=compute_price(state, Draft(state.plan, "", ""), clock),
        unchanged=unchanged,
    )


def _price_draft(state: PlayState, draft: Draft, clock: TimeLeft) -> PricedDraft:
    price = compute_price(state, draft, clock)
    return PricedDraft(draft, price, _list_costs(price))


def _explain_trouble(
    state: PlayState, proposals: tuple[Proposal, ...], unchanged: Proposal | None
) -> Words:
    """Return why there is no clean proposal, or "" if there is one."""
    if any(proposal.is_clean for proposal in proposals):
        return ""
    first_trouble = next(iter(state.troubles), "")
    if proposals:
        return first_trouble
    if unchanged:
        return first_trouble or unchanged.reason
    if not state.played_rows:
        return (
            "Nothing has been played and this movement can't be adapted. "
            "Choose a movement for the pairs present."
        )
    return first_trouble or "No pairs are left that can play."


def _is_clean(state: PlayState, price: Price) -> bool:
    # A new pair may need a spare set, others mustn't.
    has_needless_spare = price.boards_for_new is None and bool(price.spare_sets)
    return (
        not price.boards_lost
        and not count_extra_rematches(state, price)
        and price.boards_for_new != 0
        and not has_needless_spare
    )


def _make_proposal(state: PlayState, draft: Draft, price: Price) -> Proposal:
    seated_pairs = {pair for row in draft.plan.rows for pair in (row.ns, row.ew)}
    seated_new_pairs = tuple(pair for pair in draft.new_pairs if pair in seated_pairs)
    is_everyone_seated = seated_new_pairs == draft.new_pairs
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=seated_new_pairs,
        is_clean=is_everyone_seated and _is_clean(state, price),
        pairs_gone=tuple(sorted(state.gone | draft.leavers)),
    )
