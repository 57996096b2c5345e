"""The answer after a change, in every contest: drafts are checked, priced and sorted.

A draft that another one beats is dropped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import le

from movements.check.faults import check_plan, collect_used_numbers
from movements.model import Movement, PlanProblem
from movements.partnerships import with_teams
from movements.replan.price import TimeLeft, compute_price
from movements.replan.records import (
    Change,
    Draft,
    Phrase,
    Price,
    Proposal,
    ReplanningAnswer,
    RowChange,
    as_phrase,
    format_tables,
    join_phrases,
    make_phrase,
    make_problem_phrase,
)
from movements.replan.state import EventState

MAX_PROPOSALS = 6

TOLERATED_CODES = frozenset({"partner-twice"})
"""Codes of problems that a change may bring, because the price counts them: repeated partners."""


@dataclass(frozen=True, slots=True)
class PricedDraft:
    """A draft and its price."""

    draft: Draft
    price: Price
    costs: tuple[int, ...]  # the figures by which drafts are compared, the lower the better


def make_answer(
    state: EventState, change: Change, drafts: Iterator[Draft], time_left: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals in *drafts*, the best first, and the draft that changes nothing.

    After the last round no drafts are made, except for a *change* of the number of rounds.
    """
    current_price = compute_price(state, Draft(state.plan, title="", reason=""), time_left)
    changing_drafts, unchanged_drafts = [], []
    if state.from_round > state.last_round and change.kind != "rounds":
        state.problems.append("All rounds have been played.")
        drafts = iter(())
    for draft in _iter_sound_drafts(state, drafts):
        # Waiting for a table changes no row, but is a proposal.
        if draft.plan != state.plan or draft.boards_waited:
            price = compute_price(state, draft, time_left)
            changing_drafts.append(PricedDraft(draft, price, _list_costs(price)))
        else:
            unchanged_drafts.append(draft)
    # A beaten draft could still come first for its fairness, so it is dropped before the sorting.
    priced_drafts = without_beaten_drafts(changing_drafts)
    priced_drafts.sort(
        key=lambda entry: _compute_harm(state, entry, current_price, time_left.minutes_left)
    )
    shown_drafts = choose_shown_drafts(keep_one_per_title(priced_drafts))
    proposals = tuple(
        _make_proposal(state, entry.draft, entry.price, current_price) for entry in shown_drafts
    )
    unchanged = None
    if unchanged_drafts:
        unchanged = _make_proposal(
            state,
            unchanged_drafts[0],
            compute_price(state, unchanged_drafts[0], time_left),
            current_price,
        )
    return ReplanningAnswer(
        proposals=proposals,
        problem=as_phrase(_explain_problem(state, proposals, unchanged)),
        current_price=current_price,
        unchanged=unchanged,
    )


def _iter_sound_drafts(state: EventState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without new problems, each plan once.

    The problems of the other drafts are added to those of *state*.
    """
    # The check needs teams. The sides of a plan that names the players are partnerships.
    previous_problem_keys = {
        _get_problem_key(problem) for problem in check_plan(with_teams(state.plan))
    }
    yielded_identities = set()
    for draft in drafts:
        # With a delay or a rank the same plan is another proposal.
        title = draft.title if draft.boards_waited or draft.rank else ""
        identity = (draft.plan.rows, draft.plan.sit_outs, title)
        if identity in yielded_identities:
            continue
        yielded_identities.add(identity)
        idle_contestants = sorted(
            set(state.present) - draft.leavers - collect_used_numbers(draft.plan)
        )
        problems = [
            problem
            for problem in check_plan(with_teams(draft.plan))
            if problem.code not in TOLERATED_CODES
            and _get_problem_key(problem) not in previous_problem_keys
        ]
        if idle_contestants:
            state.problems.append(
                make_phrase(
                    "{title} doesn’t work: {missing} wouldn’t play at all.",
                    title=draft.title,
                    missing=state.make_numbers_phrase(idle_contestants),
                )
            )
        elif problems:
            state.problems.append(
                make_phrase(
                    "{title} doesn’t work: {fault}",
                    title=draft.title,
                    fault=make_problem_phrase(problems[0]),
                )
            )
        else:
            reason = join_phrases([draft.reason, _describe_omitted_rows(state, draft.plan)], "")
            yield replace(draft, reason=reason)


def _get_problem_key(problem: PlanProblem) -> tuple[object, ...]:
    return problem.code, problem.round_no, problem.table_no, problem.contestant, problem.board_no


def _describe_omitted_rows(state: EventState, plan: Movement) -> str:
    """Return a sentence on rows omitted from *plan* because a pair has had their boards, or ""."""
    sit_out_keys = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    used_tables = {(row.round_no, row.table_no) for row in plan.rows}
    omitted_rows = []
    for row in state.replayed_rows:
        sits_out = any((row.round_no, pair) in sit_out_keys for pair in (row.ns, row.ew))
        if sits_out and (row.round_no, row.table_no) not in used_tables:
            omitted_rows.append(row)
    if omitted_rows:
        return f" Not played, because a pair has had these boards: {format_tables(omitted_rows)}."
    return ""


def without_beaten_drafts(priced_drafts: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return *priced_drafts* without drafts that another of the same rank beats.

    A draft beats another if it is as good in every figure and better in one.
    """
    return [
        priced_draft
        for priced_draft in priced_drafts
        if not _is_beaten(priced_draft, priced_drafts)
    ]


def _is_beaten(priced_draft: PricedDraft, rivals: Iterable[PricedDraft]) -> bool:
    for rival in rivals:
        if rival.draft.rank != priced_draft.draft.rank or rival.costs == priced_draft.costs:
            continue
        is_at_least_as_good = all(map(le, rival.costs, priced_draft.costs))
        if is_at_least_as_good:
            return True
    return False


def keep_one_per_title(priced_drafts: Iterable[PricedDraft]) -> list[PricedDraft]:
    """Return the first draft with each title, because readers couldn't distinguish two of them."""
    drafts_by_title: dict[str, PricedDraft] = {}
    for priced_draft in priced_drafts:
        drafts_by_title.setdefault(str(priced_draft.draft.title), priced_draft)
    return list(drafts_by_title.values())


def choose_shown_drafts(priced_drafts: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return the first of *priced_drafts*, but always the last one too, which changes the least."""
    if len(priced_drafts) <= MAX_PROPOSALS:
        return list(priced_drafts)
    return [*priced_drafts[: MAX_PROPOSALS - 1], priced_drafts[-1]]


def _list_costs(price: Price) -> tuple[int, ...]:
    """Return the figures by which proposals are compared, the lower the better.

    Fairness isn't among them, or a fair draft would hide others that the director may prefer: a skip
    and a shared table are both worth a look.
    """
    fewest, most = price.boards_range or (0, 0)
    newcomer_boards = price.newcomer_boards or 0
    return (
        price.sit_outs,
        price.boards_lost,
        price.repeated_partners,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
        price.remaining_minutes,
        most - fewest,
        -newcomer_boards,  # the more a new pair plays, the better
    )


def _compute_harm(
    state: EventState, priced_draft: PricedDraft, current_price: Price, minutes_left: int | None
) -> tuple[Fraction, int]:
    """Return the sort key of a proposal: its weighted sum of all harm, then its number of rows.

    A lost board weighs 2, and the other figures in proportion. The draft's rank outweighs them all.
    The worked cases of each kind of contest in tests/movements/replan check the weights.
    """
    draft, price = priced_draft.draft, priced_draft.price
    boards_per_set = max(1, state.plan.boards_per_set)
    minutes_over = 0
    if minutes_left is not None:
        minutes_over = max(0, price.remaining_minutes - minutes_left)
    boards_missed_by_new = 0
    if price.newcomer_boards is not None:
        rounds_left = state.last_round + 1 - state.from_round
        boards_missed_by_new = max(0, rounds_left * boards_per_set - price.newcomer_boards)
    fewest, most = price.boards_range or (0, 0)
    weight_of_move = 2 if state.plan.contest == "pairs" else 1
    weighted_harm = (
        Fraction(2 * boards_per_set * price.sit_outs)
        + 2 * price.boards_lost
        + 24 * max(0, price.repeated_partners - current_price.repeated_partners)
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
    return draft.rank * 1000 + weighted_harm, len(draft.plan.rows)


def _count_repeated_sit_outs(state: EventState, draft: Draft) -> int:
    """Return the number of sit-outs of contestants who have had one before."""
    # In the plan a late pair sits out the rounds before it came, which this draft can't help.
    uncounted = state.leavers | draft.leavers | {*draft.new_pairs}
    counts = Counter(
        sit_out.contestant for sit_out in draft.plan.sit_outs if sit_out.contestant not in uncounted
    )
    return sum(count - 1 for count in counts.values())


def _explain_problem(
    state: EventState, proposals: tuple[Proposal, ...], unchanged: Proposal | None
) -> Phrase:
    """Return the reason why there is no clean proposal, or "" if there is one."""
    if any(proposal.is_clean for proposal in proposals):
        return ""
    first_problem = next(iter(state.problems), "")
    if proposals:
        return first_problem
    if unchanged:
        return first_problem or unchanged.reason
    return state.explain_no_proposal()


def _make_proposal(state: EventState, draft: Draft, price: Price, current_price: Price) -> Proposal:
    seated: set[int] = set()
    for row in draft.plan.rows:
        seated.update(draft.plan.get_row_contestants(row))
    playing_newcomers = tuple(number for number in draft.new_pairs if number in seated)
    all_newcomers_play = playing_newcomers == draft.new_pairs
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=playing_newcomers,
        is_clean=all_newcomers_play and _is_clean(state, price, current_price),
        leavers=tuple(sorted(state.leavers | draft.leavers)),
    )


def _is_clean(state: EventState, price: Price, current_price: Price) -> bool:
    # A spare set is needless unless it makes room for a new pair.
    is_pairs_contest = state.plan.contest == "pairs"
    has_newcomers = price.newcomer_boards is not None
    has_needless_spare = is_pairs_contest and not has_newcomers and price.spare_sets > 0
    return (
        not price.boards_lost
        and price.rematches <= current_price.rematches
        and price.repeated_partners <= current_price.repeated_partners
        and price.newcomer_boards != 0  # a new pair must play something
        and not has_needless_spare
    )


def list_changed_rows(plan_in_force: Movement, plan: Movement) -> tuple[RowChange, ...]:
    """Return the tables of *plan* that differ from the plan in force, by round, then table.

    >>> from movements.registry import make_plan
    >>> list_changed_rows(make_plan("mitchell", tables=5), make_plan("mitchell", tables=5))
    ()
    """
    previous_rows = {(row.round_no, row.table_no): row for row in plan_in_force.rows}
    new_rows = {(row.round_no, row.table_no): row for row in plan.rows}
    table_keys = sorted({*previous_rows, *new_rows})
    return tuple(
        RowChange(
            round_no=table_key[0],
            table_no=table_key[1],
            previous_row=previous_rows.get(table_key),
            new_row=new_rows.get(table_key),
        )
        for table_key in table_keys
        if previous_rows.get(table_key) != new_rows.get(table_key)
    )
