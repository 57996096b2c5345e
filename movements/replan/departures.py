"""Pairs that go, and tables that are no longer there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from movements.layout import Meeting
from movements.model import SitOut, TableRound
from movements.replan.night import Night, couple
from movements.replan.records import Change, Draft, listed, named
from movements.replan.ways.routes import Newcomer, along, embedded, relatives, routes
from movements.replan.ways.search import STEPS, Wanted, search
from movements.replan.whole import meeting_of, whole_plan

FEWER_STEPS = 25_000
MOST_AGAIN = 6
"""Rematches that a rest seated anew may have."""

MOST_FREE = 8
"""Pairs without opponents in one round who are tried together."""


@dataclass(frozen=True, slots=True)
class Free:
    """A pair without opponents in a round, and the table and the set it would wait at, where it has any."""

    pair: int
    wait: SitOut


def departures(night: Night, change: Change) -> Iterator[Draft]:
    """Yield what can be done when pairs have left; the *night* knows them as gone."""
    leavers = [pair for pair in (change.pair, change.other_pair) if pair is not None]
    yield from _without(night, night.due, leavers)
    yield from compact(night)
    for other in relatives(night, len(night.pairs), [night.last]):
        plan = embedded(night, other)
        if plan is not None:
            yield Draft(plan, f"{other.name} for those who stay", "So far it has been the same.", left=night.gone)


def _without(
    night: Night, rest: Sequence[TableRound], leavers: Sequence[int], closed: int | None = None
) -> Iterator[Draft]:
    who = named("pair", leavers)
    alone = alone_in(night, rest, closed)
    more = [meeting for meeting in joined(night, rest, alone) if meeting.table_no != closed]
    _say_who_stays_alone(night, alone, more)
    if more:
        plan = whole_plan(night, [*map(meeting_of, rest), *more], waits=waits_of(alone))
        couples = listed([f"pairs {meeting.ns} and {meeting.ew} in round {meeting.round_no}" for meeting in more])
        why = f"Whoever is without opponents plays together where boards are left for it: {couples}."
        yield Draft(plan, "Those without opponents meet", why, left=night.gone)
    plan = whole_plan(night, map(meeting_of, rest), waits=waits_of(alone))
    why = f"Everybody else follows the cards; whoever is due to meet {who} waits at the table."
    yield Draft(plan, "Their opponents sit out", why, left=night.gone)


def _say_who_stays_alone(night: Night, alone: dict[int, list[Free]], more: Sequence[Meeting]) -> None:
    """Note why those without opponents in a round cannot meet, once."""
    busy = {(meeting.round_no, pair) for meeting in more for pair in (meeting.ns, meeting.ew)}
    if len(night.pairs) < 2:
        return
    for round_no, frees in sorted(alone.items()):
        pairs = sorted(free.pair for free in frees if (round_no, free.pair) not in busy)
        if len(pairs) == 1:
            night.troubles.append("The number of pairs is odd, so one of them sits out in every round.")
        if len(pairs) == 2:
            night.troubles.append(
                f"In round {round_no} pairs {listed(pairs)} are alone, and {_why_apart(night, *pairs)}."
            )
        if pairs:
            return


def _why_apart(night: Night, first: int, second: int) -> str:
    if not opposed(night, first, second):
        return "both are of one line"
    unseen = set(range(1, night.plan.board_sets + 1)) - night.seen[first] - night.seen[second]
    boards = (
        "there is no board set that is new to both" if not unseen else "the boards new to both are needed elsewhere"
    )
    return f"they have met before and {boards}" if couple(first, second) in night.met else boards


def alone_in(night: Night, rest: Iterable[TableRound], closed: int | None = None) -> dict[int, list[Free]]:
    """Return by round who has no opponents: those of pairs that left, and those who are due to sit out.

    Nobody waits at the table *closed*.
    """
    playing = {(row.round_no, pair) for row in rest for pair in (row.ns, row.ew)}
    alone: defaultdict[int, list[Free]] = defaultdict(list)
    for row in night.due:
        for pair in (row.ns, row.ew):
            if pair in night.pairs and (row.round_no, pair) not in playing:
                table_no = None if row.table_no == closed else row.table_no
                wait = SitOut(row.round_no, pair, table_no, row.board_set, row.copy_no)
                alone[row.round_no].append(Free(pair, wait))
    for wait in night.due_waits:
        if wait.contestant in night.pairs:
            place = replace(wait, table_no=None) if wait.table_no == closed else wait
            alone[wait.round_no].append(Free(wait.contestant, place))
    return alone


def waits_of(alone: dict[int, list[Free]]) -> list[SitOut]:
    return [free.wait for frees in alone.values() for free in frees]


def joined(night: Night, rest: Sequence[TableRound], alone: dict[int, list[Free]]) -> Iterator[Meeting]:
    """Yield meetings of those without opponents, as many as can be in each round."""
    seen = {pair: set(night.seen[pair]) for pair in night.pairs}
    met = set(night.met)
    for row in rest:
        met.add(couple(row.ns, row.ew))
        for pair in (row.ns, row.ew):
            seen[pair].add(row.board_set)
    for round_no in sorted(alone):
        in_round = [row for row in rest if row.round_no == round_no]
        used = {row.board_set for row in in_round}
        tables = {row.table_no for row in in_round}
        sets = [free.wait.board_set for free in alone[round_no] if free.wait.board_set]
        sets += [number for number in range(1, night.plan.board_sets + 1) if number not in sets]
        open_sets = [number for number in sets if number not in used]
        for first, second, board_set in _best_joins(night, alone[round_no][:MOST_FREE], open_sets, seen, met):
            table_no = _table_for(night, (first, second), tables)
            if table_no is None:
                continue
            tables.add(table_no)
            ns, ew = _sides(night, first.pair, second.pair)
            met.add(couple(ns, ew))
            seen[ns].add(board_set)
            seen[ew].add(board_set)
            yield Meeting(round_no, table_no, ns, ew, board_set)


def _best_joins(
    night: Night,
    frees: Sequence[Free],
    sets: Sequence[int],
    seen: dict[int, set[int]],
    met: set[tuple[int, int]],
) -> list[tuple[Free, Free, int]]:
    if len(frees) < 2:
        return []
    first, *others = frees
    best = _best_joins(night, others, sets, seen, met)
    for second in others:
        if couple(first.pair, second.pair) in met or not opposed(night, first.pair, second.pair):
            continue
        board_set = next((number for number in sets if number not in seen[first.pair] | seen[second.pair]), None)
        if board_set is None:
            continue
        left = [free for free in others if free is not second]
        joins = _best_joins(night, left, [number for number in sets if number != board_set], seen, met)
        if len(joins) + 1 > len(best):
            best = [(first, second, board_set), *joins]
    return best


def opposed(night: Night, first: int, second: int) -> bool:
    return night.lines is None or (first in night.lines[0]) != (second in night.lines[0])


def _sides(night: Night, first: int, second: int) -> tuple[int, int]:
    return (second, first) if night.lines and second in night.lines[0] else (first, second)


def _table_for(night: Night, frees: Sequence[Free], taken: set[int]) -> int | None:
    homes = [free.wait.table_no for free in frees]
    tables = [*homes, *range(1, night.plan.tables + 1)]
    return next((table_no for table_no in tables if table_no is not None and table_no not in taken), None)


def compact(night: Night, tables: Sequence[int] | None = None) -> Iterator[Draft]:
    """Yield a rest looked for anew in which as many tables as possible are full."""
    ns = night.lines[0] if night.lines else None
    used = tables or sorted({row.table_no for row in night.due})
    full = len(night.pairs) // 2
    if ns is not None:
        north = sum(pair in ns for pair in night.pairs)
        full = min(north, len(night.pairs) - north)
    wanted = Wanted(
        rounds=tuple(range(night.from_round, night.last + 1)),
        sets=tuple(range(1, night.plan.board_sets + 1)),
        tables=tuple(used[:full]),
        pairs=night.pairs,
        ns=ns,
    )
    why = f"Everybody is seated anew from round {night.from_round} on, at {full} tables; nothing is played twice."
    for again in (0, MOST_AGAIN):
        meetings = search(night, replace(wanted, again=again), STEPS if not again else FEWER_STEPS).meetings
        if meetings is not None:
            title = "Some meet again" if again else "Everybody is seated anew"
            yield Draft(whole_plan(night, meetings, notes=()), title, why, left=night.gone)
            return


def closing(night: Night, change: Change) -> Iterator[Draft]:
    """Yield what can be done when a table is no longer there."""
    table_no = change.table or 0
    if change.leave is not True:
        yield from _table_out(night, table_no)
    if change.leave is not False:
        yield from _both_leave(night, change)


def _table_out(night: Night, table_no: int) -> Iterator[Draft]:
    """The pairs stay, and their table does not: those due there sit out."""
    rest = [row for row in night.due if row.table_no != table_no]
    lost = [row for row in night.due if row.table_no == table_no]
    waits = [SitOut(row.round_no, pair) for row in lost for pair in (row.ns, row.ew)]
    waits += [SitOut(wait.round_no, wait.contestant) for wait in night.due_waits if wait.table_no == table_no]
    moved = list(_moved_to_free_tables(night, rest, lost))
    plan = whole_plan(night, map(meeting_of, [*rest, *moved]), waits=waits)
    if len(moved) == len(lost):
        yield Draft(plan, "They play at a table that is free", "Another table stands empty meanwhile.")
        return
    yield Draft(plan, f"Who is due at table {table_no} sits out", "Everybody else follows the cards.")
    tables = sorted({row.table_no for row in night.due} - {table_no})
    yield from compact(night, tables)
    homeless = {row.ns for row in lost}
    if len(homeless) == 1:
        yield from _homeless_rover(night, rest, waits, min(homeless))


def _moved_to_free_tables(night: Night, rest: Sequence[TableRound], lost: Sequence[TableRound]) -> Iterator[TableRound]:
    for row in lost:
        taken = {other.table_no for other in rest if other.round_no == row.round_no}
        free = [number for number in range(1, night.plan.tables + 1) if number not in {*taken, row.table_no}]
        if free:
            yield replace(row, table_no=free[0])


def _homeless_rover(night: Night, rest: Sequence[TableRound], waits: Sequence[SitOut], pair: int) -> Iterator[Draft]:
    rounds = [[row for row in rest if row.round_no == number] for number in range(night.from_round, night.last + 1)]
    met = frozenset(other for both in night.met if pair in both for other in both if other != pair)
    keep = night.keep | {wait.contestant for wait in night.plan.sit_outs}
    rover = Newcomer(night.seen[pair], met, keep, ("NS",))
    for rests in (0, 1, 2):
        for way in islice(routes(rounds, rover, rests), 1):
            taken = along(night, way, pair)
            meetings = [meeting for meeting in taken if any(_same(meeting, row) for row in rest)]
            plan = whole_plan(night, meetings, waits=waits)
            why = f"Pair {pair} goes round as rover, so that the same pairs do not sit out all the time."
            yield Draft(plan, f"Pair {pair} goes round as rover", why)
            return


def _same(meeting: Meeting, row: TableRound) -> bool:
    return (meeting.round_no, meeting.table_no) == (row.round_no, row.table_no)


def _both_leave(night: Night, change: Change) -> Iterator[Draft]:
    table_no = change.table or 0
    last = [row for row in night.kept if row.table_no == table_no and row.round_no == night.from_round - 1]
    last = last or [row for row in night.due if row.table_no == table_no][:1]
    leavers = sorted({pair for row in last for pair in (row.ns, row.ew)} & set(night.pairs))
    if not leavers:
        return
    smaller = night.changed(gone=leavers)
    elsewhere = [row for row in smaller.due if row.table_no != table_no]
    moved = _moved_to_free_tables(smaller, elsewhere, [row for row in smaller.due if row.table_no == table_no])
    tables = sorted({row.table_no for row in night.due} - {table_no})
    for draft in (*_without(smaller, [*elsewhere, *moved], leavers, table_no), *compact(smaller, tables)):
        title = f"{named('Pair', leavers)} leave: {draft.title[:1].lower()}{draft.title[1:]}"
        rank = int(change.leave is None)
        yield Draft(draft.plan, title, draft.why, left=frozenset(leavers), rank=rank)
