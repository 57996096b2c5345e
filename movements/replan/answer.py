"""The answer after a change, in every contest: drafts are checked, priced and sorted.

What a draft costs is counted in ``price``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from movements.check.faults import check_plan
from movements.model import Fault, Movement
from movements.partnerships import with_teams
from movements.replan.phrases import (
    Words,
    as_phrase,
    join_phrases,
    make_fault_phrase,
    make_phrase,
)
from movements.replan.price import TimeLeft, compute_price, list_changed_rows
from movements.replan.ranking import (
    PricedDraft,
    choose_shown_drafts,
    keep_one_per_title,
    without_beaten_drafts,
)
from movements.replan.records import Change, Draft, Price, Proposal, ReplanningAnswer, format_places
from movements.replan.state import EventState, get_all_numbers

TOLERATED = frozenset({"partner-twice"})
"""Codes of faults that a change may bring: partners who meet again have their price."""


def _filter_sound_drafts(state: EventState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without new faults, each plan once, and note the faults of the others."""
    former_faults = {_get_fault_place(fault) for fault in check_plan(with_teams(state.plan))}
    yielded_identities = set()
    for draft in drafts:
        # With a delay or a rank the same plan is another proposal.
        title = draft.title if draft.boards_waited or draft.rank else ""
        identity = (draft.plan.rows, draft.plan.sit_outs, title)
        if identity in yielded_identities:
            continue
        yielded_identities.add(identity)
        missing = sorted(set(state.present) - draft.leavers - get_all_numbers(draft.plan))
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
            reason = join_phrases([draft.reason, _describe_omitted_rows(state, draft.plan)], "")
            yield replace(draft, reason=reason)


def _get_fault_place(fault: Fault) -> tuple[object, ...]:
    return fault.code, fault.round_no, fault.table_no, fault.contestant, fault.board_no


def _describe_omitted_rows(state: EventState, plan: Movement) -> str:
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


def make_answer(
    state: EventState, change: Change, drafts: Iterator[Draft], clock: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals in *drafts*, the best first, and the draft that changes nothing.

    Without rounds to come *drafts* are never begun, unless the *change* is one of rounds.
    """
    current_price = compute_price(state, Draft(state.plan, "", ""), clock)
    changing, keeping = [], []
    if state.from_round > state.last_round and change.kind != "rounds":
        state.troubles.append("All rounds have been played.")
        drafts = iter(())
    for draft in _filter_sound_drafts(state, drafts):
        # Waiting for a table changes no row, but is a proposal.
        if draft.plan != state.plan or draft.boards_waited:
            price = compute_price(state, draft, clock)
            changing.append(PricedDraft(draft, price, _list_costs(price)))
        else:
            keeping.append(draft)
    # A beaten draft could still come first for its fairness, so it is dropped before the sorting.
    priced = without_beaten_drafts(changing)
    priced.sort(key=lambda entry: _compute_harm(state, entry, current_price, clock.minutes_left))
    shown = choose_shown_drafts(keep_one_per_title(priced))
    proposals = tuple(
        _make_proposal(state, entry.draft, entry.price, current_price) for entry in shown
    )
    unchanged = None
    if keeping:
        unchanged = _make_proposal(
            state, keeping[0], compute_price(state, keeping[0], clock), current_price
        )
    return ReplanningAnswer(
        proposals=proposals,
        trouble=as_phrase(_explain_trouble(state, proposals, unchanged)),
        current_price=current_price,
        unchanged=unchanged,
    )


def _list_costs(price: Price) -> tuple[int, ...]:
    """Return the figures by which proposals are compared, the lower the better.

    Fairness isn't among them: a skip and a shared table are both worth a look.
    """
    fewest, most = price.boards_each or (0, 0)
    return (
        price.sit_outs,
        price.boards_lost,
        price.partners_again,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
        price.minutes_rest,
        most - fewest,
        -(price.boards_for_new or 0),
    )


def _compute_harm(
    state: EventState, entry: PricedDraft, current_price: Price, minutes_left: int | None
) -> tuple[Fraction, int]:
    """Return the sort key of proposals: the weighted sum of all harm, the least first.

    A lost board weighs 2, and the other figures are weighted in proportion. The draft's rank
    outweighs them all. If two sums are equal, the plan with fewer rows comes first.
    """
    draft, price = entry.draft, entry.price
    boards_per_set = max(1, state.plan.boards_per_set)
    minutes_over = 0
    if minutes_left is not None:
        minutes_over = max(0, price.minutes_rest - minutes_left)
    boards_missed_by_new = 0
    if price.boards_for_new is not None:
        rounds_left = state.last_round + 1 - state.from_round
        boards_missed_by_new = max(0, rounds_left * boards_per_set - price.boards_for_new)
    fewest, most = price.boards_each or (0, 0)
    # The worked cases of each kind of contest hold these weights.
    weight_of_move = 2 if state.plan.contest == "pairs" else 1
    weighted = (
        Fraction(2 * boards_per_set * price.sit_outs)
        + 2 * price.boards_lost
        + 24 * max(0, price.partners_again - current_price.partners_again)
        + 12 * max(0, price.rematches - current_price.rematches)
        + weight_of_move * price.pairs_moved
        + 2 * price.spare_sets
        + 2 * boards_missed_by_new
        + minutes_over
        + 3 * boards_per_set * _count_repeated_sit_outs(state, draft)
        + Fraction(most - fewest, 2)
        + Fraction(len(price.cards_to_print), 4)
        - Fraction(price.fairness or 0) / 10
    )
    return draft.rank * 1000 + weighted, len(draft.plan.rows)


def _count_repeated_sit_outs(state: EventState, draft: Draft) -> int:
    """Return the number of sit-outs of contestants who have had one before."""
    uncounted = state.gone | draft.leavers | {*draft.new_pairs}
    counts = Counter(
        sit_out.contestant for sit_out in draft.plan.sit_outs if sit_out.contestant not in uncounted
    )
    return sum(count - 1 for count in counts.values())


def _explain_trouble(
    state: EventState, proposals: tuple[Proposal, ...], unchanged: Proposal | None
) -> Words:
    """Return why there is no clean proposal, or "" if there is one."""
    if any(proposal.is_clean for proposal in proposals):
        return ""
    first_trouble = next(iter(state.troubles), "")
    if proposals:
        return first_trouble
    if unchanged:
        return first_trouble or unchanged.reason
    return state.explain_end()


def _make_proposal(state: EventState, draft: Draft, price: Price, current_price: Price) -> Proposal:
    seated: set[int] = set()
    for row in draft.plan.rows:
        seated.update(draft.plan.get_row_contestants(row))
    playing = tuple(number for number in draft.new_pairs if number in seated)
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=playing,
        is_clean=playing == draft.new_pairs and _is_clean(state, price, current_price),
        pairs_gone=tuple(sorted(state.gone | draft.leavers)),
    )


def _is_clean(state: EventState, price: Price, current_price: Price) -> bool:
    # A new pair may need a spare set, others mustn't.
    is_of_pairs = state.plan.contest == "pairs"
    has_needless_spare = is_of_pairs and price.boards_for_new is None and price.spare_sets
    return (
        not price.boards_lost
        and price.rematches <= current_price.rematches
        and price.partners_again <= current_price.partners_again
        and price.boards_for_new != 0
        and not has_needless_spare
    )
