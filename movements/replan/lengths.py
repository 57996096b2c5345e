"""More rounds, fewer rounds, and fewer boards in those to come."""

from collections.abc import Iterator
from dataclasses import replace

from movements.layout import Meeting, board_numbers, mark_shared
from movements.model import Plan
from movements.replan.night import Night
from movements.replan.records import Change, Draft, listed
from movements.replan.ways.family import embedded, relatives
from movements.replan.ways.search import Wanted, search
from movements.replan.whole import meeting_of, planned, whole_plan

STEPS = 25_000
"""What is looked at for each way to more rounds."""


def length(night: Night, change: Change) -> Iterator[Draft]:
    """Yield the night with another number of rounds."""
    rounds = change.rounds or night.last
    if rounds == night.last:
        yield Draft(planned(night), "The plan stays", "It has that many rounds.")
        return
    if rounds < night.last:
        yield from _shorter(night, rounds)
    known = list(_of_that_length(night, rounds))
    yield from known
    if rounds > night.last and not any(_goes_on(night, draft) for draft in known):
        yield from _longer(night, rounds)


def _of_that_length(night: Night, rounds: int) -> Iterator[Draft]:
    for other in relatives(night, len(night.pairs), [rounds]):
        plan = embedded(night, other)
        if plan is not None:
            yield Draft(plan, f"{other.name} of {rounds} rounds", "It is planned for that length.")


def _goes_on(night: Night, draft: Draft) -> bool:
    """Tell whether *draft* leaves everything as it is due and only adds to it."""
    return draft.plan.rows[: len(night.plan.rows)] == night.plan.rows


def _shorter(night: Night, rounds: int) -> Iterator[Draft]:
    rest = [meeting_of(row) for row in night.due if row.round_no <= rounds]
    cut = [row for row in night.due if row.round_no > rounds]
    switched = sorted({row.round_no for row in cut if row.arrow_switched})
    why = "The last rounds are not played; they are not due any more."
    if switched:
        why = f"The arrow-switch of round {listed(switched)} goes too, so N-S and E-W are hardly compared."
    yield Draft(whole_plan(night, rest, rounds=rounds), "The last rounds are cut", why)
    still = [meeting.round_no for meeting in rest if meeting.arrow_switched]
    if switched and rest and rounds not in still:
        turned = [_turned(meeting) if meeting.round_no == rounds else meeting for meeting in rest]
        why = f"The boards are turned in round {rounds} instead."
        yield Draft(whole_plan(night, turned, rounds=rounds), f"The arrow-switch comes in round {rounds}", why)


def _turned(meeting: Meeting) -> Meeting:
    return replace(meeting, ns=meeting.ew, ew=meeting.ns, arrow_switched=True)


def _longer(night: Night, rounds: int) -> Iterator[Draft]:
    added = tuple(range(night.last + 1, rounds + 1))
    whole = Night(night.plan, night.last + 1, (*night.kept, *night.due))
    due = [meeting_of(row) for row in night.due]
    tables = tuple(sorted({row.table_no for row in night.plan.rows}))
    for spare in (0, len(added), 2 * len(added), len(tables)):
        for again in (0, len(tables) * len(added)):
            wanted = Wanted(
                rounds=added,
                sets=tuple(range(1, night.plan.board_sets + spare + 1)),
                tables=tables,
                pairs=night.pairs,
                again=again,
                ns=night.lines[0] if night.lines else None,
            )
            more = search(whole, wanted, STEPS).meetings
            if more is not None:
                plan = whole_plan(night, [*due, *more], rounds=rounds)
                title = _title_of_more(plan.board_sets - night.plan.board_sets, again)
                yield Draft(plan, title, "The rounds before stay as the cards say.")
                if not again:
                    return


def _title_of_more(spare: int, again: int) -> str:
    sets = f" with {spare} spare set{'s' if spare > 1 else ''}" if spare else ""
    return f"More rounds{sets}, some meet again" if again else f"More rounds{sets}, nobody meets again"


def boards_in_round(night: Night, change: Change) -> Iterator[Draft]:
    """Yield the night with fewer boards in the rounds to come: the first ones of each set."""
    boards = change.boards or 1
    rest = [meeting_of(row) for row in night.due]
    title = f"{boards} board{'s' if boards > 1 else ''} a round"
    if not night.kept:
        yield Draft(_with_small_sets(night, boards), title, "The boards are numbered anew.")
        return
    played = "only the first board of each set is" if boards == 1 else f"the first {boards} boards of each set are"
    why = f"From round {night.from_round} on {played} played; nothing else changes."
    yield Draft(whole_plan(night, rest, boards=boards), title, why)


def _with_small_sets(night: Night, boards: int) -> Plan:
    """Return the plan in force with so many boards in every set: nothing has been played."""
    fresh = replace(night.plan, boards_per_set=boards, rows=(), guarantees=night.plan.guarantees)
    rows = [replace(row, shared=False, boards=board_numbers(row.board_set, boards)) for row in night.due]
    return replace(fresh, rows=mark_shared(rows))
