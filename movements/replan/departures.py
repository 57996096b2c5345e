"""Pairs that go, and tables that are no longer there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from movements.layout import Meeting
from movements.model import SitOut, TableRound
from movements.replan.continuation import full_plan, meeting_of
from movements.replan.phrases import (
    PairPhrase,
    listed_phrases,
    named_pairs,
    phrase,
    words_continued,
)
from movements.replan.records import Change, Draft
from movements.replan.state import PlayState, couple
from movements.replan.ways.routes import Newcomer, along, embed_movement, relatives, routes
from movements.replan.ways.search import STEPS, SearchGoal, search

FEWER_STEPS = 25_000
MOST_AGAIN = 6
"""Rematches that a rest seated anew may have."""

MOST_FREE = 8
"""Pairs without opponents in one round who are tried together."""


@dataclass(frozen=True, slots=True)
class Free:
    """A pair without opponents in a round, and the table and the set it would wait at, where it has any."""

    pair: int
    sit_out: SitOut


def departures(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield what can be done when pairs have left.

    The *night* knows them as gone.
    """
    leavers = [pair for pair in (change.pair, change.other_pair) if pair is not None]
    yield from _drafts_without_leavers(state, state.due_rows, leavers)
    yield from compact(state)
    for other in relatives(state, len(state.pairs), [state.last]):
        plan = embed_movement(state, other)
        if plan is not None:
            yield Draft(
                plan,
                f"{other.name} for those who stay",
                "So far the two movements are the same.",
                left=state.gone,
            )


def _drafts_without_leavers(
    state: PlayState, rest: Sequence[TableRound], leavers: Sequence[int], closed: int | None = None
) -> Iterator[Draft]:
    alone = pairs_without_opponents(state, rest, closed)
    more = [
        meeting
        for meeting in meetings_of_unopposed(state, rest, alone)
        if meeting.table_no != closed
    ]
    _note_unopposed(state, alone, more)
    if more:
        plan = full_plan(state, [*map(meeting_of, rest), *more], sit_outs=waits_of(alone))
        meetings = listed_phrases([_in_words(meeting) for meeting in more])
        why = phrase(
            "Pairs without opponents play each other where boards allow: {meetings}.",
            meetings=meetings,
        )
        yield Draft(plan, "Pairs without opponents meet", why, left=state.gone)
    plan = full_plan(state, map(meeting_of, rest), sit_outs=waits_of(alone))
    who = named_pairs(leavers)
    why = phrase("Everyone else follows the guide cards. Pairs due to meet {who} sit out.", who=who)
    yield Draft(plan, "Their opponents sit out", why, left=state.gone)


def _in_words(meeting: Meeting) -> PairPhrase:
    pairs = named_pairs([meeting.ns, meeting.ew])
    return phrase("{pairs} in round {round_no}", pairs=pairs, round_no=meeting.round_no)


def _note_unopposed(
    state: PlayState, alone: dict[int, list[Free]], more: Sequence[Meeting]
) -> None:
    """Note why those without opponents in a round cannot meet, once."""
    busy = set()
    for meeting in more:
        for pair in (meeting.ns, meeting.ew):
            busy.add((meeting.round_no, pair))
    if len(state.pairs) < 2:
        return
    for round_no, frees in sorted(alone.items()):
        pairs = sorted(free.pair for free in frees if (round_no, free.pair) not in busy)
        if len(pairs) == 1:
            state.troubles.append("With an odd number of pairs, one sits out in every round.")
        if len(pairs) == 2:
            state.troubles.append(
                phrase(
                    "In round {round_no} {pairs} have no opponents, but can't play each other: {why_apart}.",
                    round_no=round_no,
                    pairs=named_pairs(pairs),
                    why_apart=_why_apart(state, *pairs),
                )
            )
        if pairs:
            return


def _why_apart(state: PlayState, first: int, second: int) -> str:
    if not have_opposed(state, first, second):
        return "both play in the same direction"
    unseen = set(range(1, state.plan.board_sets + 1)) - state.seen[first] - state.seen[second]
    if not unseen:
        boards = "no board set is new to both"
    else:
        boards = "the boards that neither has played are in use"
    if couple(first, second) in state.met:
        return f"they have met before and {boards}"
    return boards


def pairs_without_opponents(
    state: PlayState, rest: Iterable[TableRound], closed: int | None = None
) -> dict[int, list[Free]]:
    """Return by round who has no opponents: those of pairs that left, and those who are due to sit out.

    Nobody waits at the table *closed*.
    """
    playing = {(row.round_no, pair) for row in rest for pair in (row.ns, row.ew)}
    alone: defaultdict[int, list[Free]] = defaultdict(list)
    for row in state.due_rows:
        for pair in (row.ns, row.ew):
            if pair in state.pairs and (row.round_no, pair) not in playing:
                table_no = None if row.table_no == closed else row.table_no
                sit_out = SitOut(row.round_no, pair, table_no, row.board_set, row.copy_no)
                alone[row.round_no].append(Free(pair, sit_out))
    for sit_out in state.due_sit_outs:
        if sit_out.contestant in state.pairs:
            place = replace(sit_out, table_no=None) if sit_out.table_no == closed else sit_out
            alone[sit_out.round_no].append(Free(sit_out.contestant, place))
    return alone


def waits_of(alone: dict[int, list[Free]]) -> list[SitOut]:
    return [free.sit_out for frees in alone.values() for free in frees]


def meetings_of_unopposed(
    state: PlayState, rest: Sequence[TableRound], alone: dict[int, list[Free]]
) -> Iterator[Meeting]:
    """Yield meetings of those without opponents, as many as can be in each round."""
    seen = {pair: set(state.seen[pair]) for pair in state.pairs}
    met = set(state.met)
    for row in rest:
        met.add(couple(row.ns, row.ew))
        for pair in (row.ns, row.ew):
            seen[pair].add(row.board_set)
    for round_no in sorted(alone):
        in_round = [row for row in rest if row.round_no == round_no]
        used = {row.board_set for row in in_round}
        tables = {row.table_no for row in in_round}
        sets = [free.sit_out.board_set for free in alone[round_no] if free.sit_out.board_set]
        sets += [number for number in range(1, state.plan.board_sets + 1) if number not in sets]
        open_sets = [number for number in sets if number not in used]
        for first, second, board_set in _best_joins(
            state, alone[round_no][:MOST_FREE], open_sets, seen, met
        ):
            table_no = _table_for(state, (first, second), tables)
            if table_no is None:
                continue
            tables.add(table_no)
            ns, ew = _sides(state, first.pair, second.pair)
            met.add(couple(ns, ew))
            seen[ns].add(board_set)
            seen[ew].add(board_set)
            yield Meeting(round_no, table_no, ns, ew, board_set)


def _best_joins(
    state: PlayState,
    frees: Sequence[Free],
    sets: Sequence[int],
    seen: dict[int, set[int]],
    met: set[tuple[int, int]],
) -> list[tuple[Free, Free, int]]:
    if len(frees) < 2:
        return []
    first, *others = frees
    best = _best_joins(state, others, sets, seen, met)
    for second in others:
        if couple(first.pair, second.pair) in met or not have_opposed(
            state, first.pair, second.pair
        ):
            continue
        board_set = next(
            (number for number in sets if number not in seen[first.pair] | seen[second.pair]), None
        )
        if board_set is None:
            continue
        left = [free for free in others if free is not second]
        joins = _best_joins(
            state, left, [number for number in sets if number != board_set], seen, met
        )
        if len(joins) + 1 > len(best):
            best = [(first, second, board_set), *joins]
    return best


def have_opposed(state: PlayState, first: int, second: int) -> bool:
    return state.lines is None or (first in state.lines[0]) != (second in state.lines[0])


def _sides(state: PlayState, first: int, second: int) -> tuple[int, int]:
    if state.lines and second in state.lines[0]:
        return (second, first)
    return (first, second)


def _table_for(state: PlayState, frees: Sequence[Free], taken: set[int]) -> int | None:
    homes = [free.sit_out.table_no for free in frees]
    tables = [*homes, *range(1, state.plan.tables + 1)]
    return next(
        (table_no for table_no in tables if table_no is not None and table_no not in taken), None
    )


def compact(state: PlayState, tables: Sequence[int] | None = None) -> Iterator[Draft]:
    """Yield a rest looked for anew in which as many tables as possible are full."""
    ns = state.lines[0] if state.lines else None
    used = tables or sorted({row.table_no for row in state.due_rows})
    full = len(state.pairs) // 2
    if ns is not None:
        north = sum(pair in ns for pair in state.pairs)
        full = min(north, len(state.pairs) - north)
    wanted = SearchGoal(
        rounds=tuple(range(state.from_round, state.last + 1)),
        sets=tuple(range(1, state.plan.board_sets + 1)),
        tables=tuple(used[:full]),
        pairs=state.pairs,
        ns=ns,
    )
    why = f"Everyone gets new seats from round {state.from_round}, at {full} tables. Nobody repeats boards or opponents."
    for again in (0, MOST_AGAIN):
        meetings = search(
            state, replace(wanted, again=again), STEPS if not again else FEWER_STEPS
        ).meetings
        if meetings is not None:
            title = "Some pairs meet again" if again else "New seats for everyone"
            yield Draft(full_plan(state, meetings, notes=()), title, why, left=state.gone)
            return


def closing(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield what can be done when a table is no longer there."""
    table_no = change.table or 0
    if change.leave is not True:
        yield from _table_out(state, table_no)
    if change.leave is not False:
        yield from _both_leave(state, change)


def _table_out(state: PlayState, table_no: int) -> Iterator[Draft]:
    """The pairs stay, and their table does not: those due there sit out."""
    rest = [row for row in state.due_rows if row.table_no != table_no]
    lost = [row for row in state.due_rows if row.table_no == table_no]
    sit_outs = [SitOut(row.round_no, pair) for row in lost for pair in (row.ns, row.ew)]
    sit_outs += [
        SitOut(sit_out.round_no, sit_out.contestant)
        for sit_out in state.due_sit_outs
        if sit_out.table_no == table_no
    ]
    moved = list(_moved_to_free_tables(state, rest, lost))
    plan = full_plan(state, map(meeting_of, [*rest, *moved]), sit_outs=sit_outs)
    if len(moved) == len(lost):
        yield Draft(plan, "Play at a free table", "Another table is empty instead.")
        return
    yield Draft(
        plan, f"Pairs due at table {table_no} sit out", "Everyone else follows the guide cards."
    )
    tables = sorted({row.table_no for row in state.due_rows} - {table_no})
    yield from compact(state, tables)
    homeless = {row.ns for row in lost}
    if len(homeless) == 1:
        yield from _homeless_rover(state, rest, sit_outs, min(homeless))


def _moved_to_free_tables(
    state: PlayState, rest: Sequence[TableRound], lost: Sequence[TableRound]
) -> Iterator[TableRound]:
    for row in lost:
        taken = {other.table_no for other in rest if other.round_no == row.round_no}
        free = [
            number
            for number in range(1, state.plan.tables + 1)
            if number not in {*taken, row.table_no}
        ]
        if free:
            yield replace(row, table_no=free[0])


def _homeless_rover(
    state: PlayState, rest: Sequence[TableRound], sit_outs: Sequence[SitOut], pair: int
) -> Iterator[Draft]:
    rounds = [
        [row for row in rest if row.round_no == number]
        for number in range(state.from_round, state.last + 1)
    ]
    met = frozenset(other for both in state.met if pair in both for other in both if other != pair)
    keep = state.keep | {sit_out.contestant for sit_out in state.plan.sit_outs}
    rover = Newcomer(state.seen[pair], met, keep, ("NS",))
    for rests in (0, 1, 2):
        for way in islice(routes(rounds, rover, rests), 1):
            taken = along(state, way, pair)
            meetings = [
                meeting for meeting in taken if any(_is_same_meeting(meeting, row) for row in rest)
            ]
            plan = full_plan(state, meetings, sit_outs=sit_outs)
            rover_named = named_pairs([pair], is_first=True)
            why = phrase("{rover} becomes the rover, so that sit-outs change.", rover=rover_named)
            yield Draft(plan, phrase("{rover} becomes the rover", rover=rover_named), why)
            return


def _is_same_meeting(meeting: Meeting, row: TableRound) -> bool:
    return (meeting.round_no, meeting.table_no) == (row.round_no, row.table_no)


def _both_leave(state: PlayState, change: Change) -> Iterator[Draft]:
    table_no = change.table or 0
    last = [
        row
        for row in state.played_rows
        if row.table_no == table_no and row.round_no == state.from_round - 1
    ]
    last = last or [row for row in state.due_rows if row.table_no == table_no][:1]
    leavers = sorted({pair for row in last for pair in (row.ns, row.ew)} & set(state.pairs))
    if not leavers:
        return
    smaller = state.changed(gone=leavers)
    elsewhere = [row for row in smaller.due_rows if row.table_no != table_no]
    moved = _moved_to_free_tables(
        smaller, elsewhere, [row for row in smaller.due_rows if row.table_no == table_no]
    )
    tables = sorted({row.table_no for row in state.due_rows} - {table_no})
    for draft in (
        *_drafts_without_leavers(smaller, [*elsewhere, *moved], leavers, table_no),
        *compact(smaller, tables),
    ):
        who = named_pairs(leavers, is_first=True)
        title = phrase("{who} leave: {what}", who=who, what=words_continued(draft.title))
        rank = int(change.leave is None)
        yield Draft(draft.plan, title, draft.why, left=frozenset(leavers), rank=rank)
