"""Propose continuations after a change during play. This is the only entry point."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from operator import le
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_BOARD
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.layout import Meeting, board_numbers, mark_copies
from movements.model import Movement, TableRound, listed
from movements.replan.arrivals import arrivals, joining
from movements.replan.continuation import full_plan, meeting_of, remaining_plan
from movements.replan.departures import closing, departures
from movements.replan.mistakes import (
    another_movement,
    as_they_sit,
    drafts_after_exchange,
    late_table,
)
from movements.replan.phrases import (
    Words,
    as_phrase,
    fault_phrase,
    joined_phrases,
    named_pairs,
    phrase,
)
from movements.replan.price import TimeLeft, changed_rows, harm, price_of, rematches_more
from movements.replan.questions import state_after_change
from movements.replan.records import CHANGE_KINDS, Change, Draft, Price, Proposal, Replanned, places
from movements.replan.state import PlayState, everybody
from movements.replan.ways.routes import embed_movement, relatives
from movements.replan.ways.search import SearchGoal, search
from movements.sentences import MovementSentences

STEPS = 25_000
"""What is looked at for each way to more rounds."""


def length(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the night with another number of rounds."""
    rounds = change.rounds or state.last
    if rounds == state.last:
        yield Draft(
            remaining_plan(state), "Keep the movement", "The movement already has that many rounds."
        )
        return
    if rounds < state.last:
        yield from _shorter(state, rounds)
    known = list(_of_that_length(state, rounds))
    yield from known
    if rounds > state.last and not any(_only_adds(state, draft) for draft in known):
        yield from _longer(state, rounds)


def _of_that_length(state: PlayState, rounds: int) -> Iterator[Draft]:
    for other in relatives(state, len(state.pairs), [rounds]):
        plan = embed_movement(state, other)
        if plan is not None:
            yield Draft(
                plan, f"{other.name} with {rounds} rounds", "It is designed for that length."
            )


def _only_adds(state: PlayState, draft: Draft) -> bool:
    """Tell whether *draft* leaves everything as it is due and only adds to it."""
    return draft.plan.rows[: len(state.plan.rows)] == state.plan.rows


def _shorter(state: PlayState, rounds: int) -> Iterator[Draft]:
    rest = [meeting_of(row) for row in state.due_rows if row.round_no <= rounds]
    cut = [row for row in state.due_rows if row.round_no > rounds]
    switched = sorted({row.round_no for row in cut if row.arrow_switched})
    why = "The last rounds aren't played."
    if switched:
        why = f"The arrow-switch of round {listed(switched)} is lost too, so N-S and E-W are hardly compared."
    yield Draft(full_plan(state, rest, rounds=rounds), "Drop the last rounds", why)
    still = [meeting.round_no for meeting in rest if meeting.arrow_switched]
    if switched and rest and rounds not in still:
        turned = [
            _turned_meeting(meeting) if meeting.round_no == rounds else meeting for meeting in rest
        ]
        why = f"The arrow-switch moves to round {rounds}."
        yield Draft(full_plan(state, turned, rounds=rounds), f"Arrow-switch in round {rounds}", why)


def _turned_meeting(meeting: Meeting) -> Meeting:
    return replace(meeting, ns=meeting.ew, ew=meeting.ns, arrow_switched=True)


def _longer(state: PlayState, rounds: int) -> Iterator[Draft]:
    added = tuple(range(state.last + 1, rounds + 1))
    whole = PlayState(state.plan, state.last + 1, (*state.played_rows, *state.due_rows))
    due = [meeting_of(row) for row in state.due_rows]
    tables = tuple(sorted({row.table_no for row in state.plan.rows}))
    for spare in (0, len(added), 2 * len(added), len(tables)):
        for again in (0, len(tables) * len(added)):
            ns = state.lines[0] if state.lines else None
            wanted = SearchGoal(
                rounds=added,
                sets=tuple(range(1, state.plan.board_sets + spare + 1)),
                tables=tables,
                pairs=state.pairs,
                rematches=again,
                ns=ns,
            )
            more = search(whole, wanted, STEPS).meetings
            if more is not None:
                plan = full_plan(state, [*due, *more], rounds=rounds)
                title = _title_of_more(plan.board_sets - state.plan.board_sets, again)
                yield Draft(plan, title, "The rounds before that stay as on the guide cards.")
                if not again:
                    return


def _title_of_more(spare: int, again: int) -> str:
    sets = f" with {spare} spare set{'s' if spare > 1 else ''}" if spare else ""
    if again:
        return f"More rounds{sets}, some pairs meet again"
    return f"More rounds{sets}, no pairs meet again"


def boards_in_round(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield the night with fewer boards in the rounds to come: the first ones of each set."""
    boards = change.boards or 1
    rest = [meeting_of(row) for row in state.due_rows]
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if not state.played_rows:
        yield Draft(_with_small_sets(state, boards), title, "The boards get new numbers.")
        return
    if boards == 1:
        played = "only the first board of each set is"
    else:
        played = f"the first {boards} boards of each set are"
    why = f"From round {state.from_round} {played} played; nothing else changes."
    yield Draft(full_plan(state, rest, boards=boards), title, why)


def _with_small_sets(state: PlayState, boards: int) -> Movement:
    """Return the plan in force with that many boards in every set. Nothing has been played yet."""
    fresh = replace(state.plan, boards_per_set=boards, rows=(), guarantees=state.plan.guarantees)
    rows = [
        replace(row, shared=False, boards=board_numbers(row.board_set, boards))
        for row in state.due_rows
    ]
    return replace(fresh, rows=mark_copies(rows))


MOST_PROPOSALS = 6

Thinker: TypeAlias = Callable[[PlayState, Change], Iterator[Draft]]
THINKERS: dict[str, Thinker] = {
    "pair-arrives": arrivals,
    "pair-joins": joining,
    "pair-leaves": departures,
    "table-closes": closing,
    "rounds": length,
    "boards-per-set": boards_in_round,
    "movement": another_movement,
    "boards-exchanged": drafts_after_exchange,
    "late-table": late_table,
    "as-they-sit": as_they_sit,
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

    Rounds before *from_round* stay as they are due, whether all their results are in or not;
    *played* names rounds and tables with results, and a round named there cannot change either.
    *done* are rows of what was really played where it was not what was due: they stand for their
    whole rounds.  *gone* are pairs that left earlier, *keep* pairs that must not be sent out for
    others.  The time counts *minutes_per_board* and a move; *minutes_used* is what the rounds
    before took, *minutes_left* what there is after them.

    >>> from movements import make_plan
    >>> late = replan(make_plan("mitchell", tables=5), change=Change("pair-arrives"), from_round=2)
    >>> late.proposals[0].title, late.stays.title
    ('Play as N-S rover', 'Leave the late pair out')

    :raises MovementError: one of its kinds, for a change that lacks something or cannot be meant.
    """
    faults = check_plan(plan)
    if faults:
        raise MovementError(MovementSentences.UNSOUND_PLAN, fault=fault_phrase(faults[0]))
    if change.kind not in CHANGE_KINDS:
        raise MovementError(
            MovementSentences.UNKNOWN_CHANGE, kind=change.kind, known=", ".join(CHANGE_KINDS)
        )
    rows = tuple(done)
    begun = [*(round_no for round_no, _ in played), *(row.round_no for row in rows)]
    first = max([from_round, *(round_no + 1 for round_no in begun)])
    state = state_after_change(PlayState(plan, first, rows, gone, keep), change)
    clock = TimeLeft(Fraction(minutes_per_board), minutes_used, minutes_left)
    if state.from_round > state.last and change.kind != "rounds":
        state.troubles.append("All rounds have been played.")
        return _answer(state, [], clock)
    return _answer(state, list(_sound(state, THINKERS[change.kind](state, change))), clock)


def _sound(state: PlayState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts that are sound over the whole night, each plan once.

    Faults of the others are noted.
    """
    known = set()
    for draft in drafts:
        played = (
            draft.plan.rows,
            draft.plan.sit_outs,
            draft.title if draft.delay or draft.rank else "",
        )
        if played in known:
            continue
        known.add(played)
        faults = check_plan(draft.plan)
        idle = sorted(set(state.pairs) - draft.left - everybody(draft.plan))
        if not faults and not idle:
            yield replace(draft, why=joined_phrases([draft.why, _left_out(state, draft.plan)], ""))
        elif idle:
            idle_pairs = named_pairs(idle)
            state.troubles.append(
                phrase(
                    "{title} doesn't work: {pairs} wouldn't play at all.",
                    title=draft.title,
                    pairs=idle_pairs,
                )
            )
        else:
            fault = fault_phrase(faults[0])
            state.troubles.append(
                phrase("{title} doesn't work: {fault}", title=draft.title, fault=fault)
            )


def _left_out(state: PlayState, plan: Movement) -> str:
    """Return a sentence on the boards that *plan* omits because a pair has had them, or an empty
    one.
    """
    idle = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    places_used = {(row.round_no, row.table_no) for row in plan.rows}
    out = [
        row
        for row in state.replays
        if {(row.round_no, row.ns), (row.round_no, row.ew)} & idle
        and (row.round_no, row.table_no) not in places_used
    ]
    if out:
        return f" Not played, because a pair has had these boards: {places(out)}."
    return ""


def _answer(state: PlayState, drafts: list[Draft], clock: TimeLeft) -> Replanned:
    changing = [draft for draft in drafts if draft.plan != state.plan or draft.delay]
    priced = _unbeaten([(draft, price_of(state, draft, clock)) for draft in changing])
    priced.sort(key=lambda each: harm(state, each[0], each[1], clock))
    priced = _one_per_title(priced)
    # The last one is the least that can be done, which is always offered.
    shown = [*priced[: MOST_PROPOSALS - 1], *priced[MOST_PROPOSALS - 1 :][-1:]]
    proposals = tuple(_proposal(state, draft, price) for draft, price in shown)
    same = next((draft for draft in drafts if draft not in changing), None)
    stays = _proposal(state, same, price_of(state, same, clock)) if same else None
    now = price_of(state, Draft(state.plan, "", ""), clock)
    return Replanned(proposals, as_phrase(_trouble(state, proposals, stays)), now, stays)


def _unbeaten(priced: list[tuple[Draft, Price]]) -> list[tuple[Draft, Price]]:
    """Return the proposals that no other of the same rank beats.

    One beats another if it is as good in every figure and better in one.

    Fairness is not among the figures: a skip and a shared table are both worth a look.
    """
    costs = [_costs(price) for _, price in priced]
    return [
        (draft, price)
        for (draft, price), own in zip(priced, costs, strict=True)
        if not any(
            other.rank == draft.rank and theirs != own and all(map(le, theirs, own))
            for (other, _), theirs in zip(priced, costs, strict=True)
        )
    ]


def _costs(price: Price) -> tuple[int, ...]:
    figures = (
        price.sit_outs,
        price.boards_lost,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
    )
    return (*figures, price.minutes_rest, -(price.boards_for_new or 0))


def _one_per_title(priced: Iterable[tuple[Draft, Price]]) -> list[tuple[Draft, Price]]:
    """Return the best with each title: people could not tell a second one from it."""
    first: dict[str, tuple[Draft, Price]] = {}
    for draft, price in priced:
        first.setdefault(str(draft.title), (draft, price))
    return list(first.values())


def _trouble(state: PlayState, proposals: tuple[Proposal, ...], stays: Proposal | None) -> Words:
    if stays and not proposals:
        return (*state.troubles, stays.reason)[0]
    if not proposals and not state.played_rows:
        return "Nothing has been played and this movement can't be adapted. Choose a movement for the pairs present."
    if not proposals:
        return (*state.troubles, "No pairs are left that can play.")[0]
    if not any(proposal.is_clean for proposal in proposals):
        return next(iter(state.troubles), "")
    return ""


def _is_clean(state: PlayState, price: Price) -> bool:
    spared = price.boards_for_new is not None or not price.spare_sets
    return (
        not price.boards_lost
        and not rematches_more(state, price)
        and price.boards_for_new != 0
        and spared
    )


def _proposal(state: PlayState, draft: Draft, price: Price) -> Proposal:
    seated = {pair for row in draft.plan.rows for pair in (row.ns, row.ew)}
    playing = tuple(pair for pair in draft.new_pairs if pair in seated)
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.why),
        changed_rows=changed_rows(state, draft.plan),
        new_pairs=playing,
        is_clean=playing == draft.new_pairs and _is_clean(state, price),
        gone=tuple(sorted(state.gone | draft.left)),
    )
