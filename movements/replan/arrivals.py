"""Pairs that come after play has begun.

A half table, a seat that others pass, an extra table, or waiting.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from movements.balance import quality
from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import Movement, SitOut, TableRound
from movements.registry import make_plan
from movements.replan.continuation import full_plan, meeting_of, remaining_plan
from movements.replan.phrases import (
    PairPhrase,
    joined_phrases,
    named_pairs,
    pair_numbers,
    phrase,
    words_continued,
)
from movements.replan.records import Change, Draft, noun_with_number
from movements.replan.state import PlayState
from movements.replan.ways.routes import (
    Newcomer,
    Route,
    Stop,
    along,
    embed_movement,
    relatives,
    routes,
)
from movements.replan.ways.search import SearchGoal, search

ROUTES_COMPARED = 10
LAST_RANK = 9


@dataclass(frozen=True, slots=True)
class LateSeat:
    """Where a pair that has come plays, and the pairs that sit out for it.

    ``words`` are a main clause without its stop.  ``is_when_due`` tells that the others sit out
    when due at one table.
    """

    words: PairPhrase
    out: tuple[int, ...] = ()
    is_when_due: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """A plan in which pairs that have come play, each in its seat."""

    plan: Movement
    title: str
    seats: tuple[LateSeat, ...]
    newcomers: tuple[int, ...]

    def draft(self) -> Draft:
        """Return the continuation, its reason put into words."""
        return Draft(self.plan, self.title, _reason(self.seats), self.newcomers)


def _reason(seats: Sequence[LateSeat]) -> PairPhrase:
    """Return where everybody who has come plays, and all who sit out for them."""
    first, *others = seats
    words = joined_phrases([first.words, *(words_continued(seat.words) for seat in others)], "; ")
    out = tuple(dict.fromkeys(pair for seat in seats for pair in seat.out))
    if not out:
        return phrase("{seats}. Everyone else follows the guide cards.", seats=words)
    is_when_due = all(seat.is_when_due for seat in seats if seat.out)
    sit = f"sit{'s' if len(out) == 1 else ''} out{' when due there' if is_when_due else ''}"
    return phrase("{seats}; {out} {sit}.", seats=words, out=named_pairs(out), sit=sit)


def arrivals(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield what can be done for pairs that have come."""
    new = state.next_numbers(change.pairs)
    if len(new) == 1:
        yield from (arrival.draft() for arrival in _one_more(state, new[0]))
    larger = list(_larger(state, new)) or list(_extra_table(state, new))
    yield from larger
    if len(new) > 1:
        firsts = [*_one_more(state, new[0])]
        # The lower number goes to E-W, so that numbers of E-W pairs stay together.
        yield from _one_after_another(state, new, firsts[::-1], state.from_round)
        yield from _one_of_two(new, firsts)
    state.troubles.append("In any seat, the late arrivals would make somebody play boards twice.")
    yield _watching(state, new)


def _one_more(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    filled = list(_fill_half_table(state, newcomer))
    yield from filled or _roving(state, newcomer)


def joining(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield how a pair that has come plays in the round that is on, against a pair that sits it out."""
    new = state.next_numbers(change.pairs)
    words = phrase(
        "Late pair {newcomer} starts in round {round_no}, in the empty seats",
        newcomer=pair_numbers(new[0]),
        round_no=state.from_round,
    )
    firsts = [
        replace(arrival, title="Fill the half table now", seats=(LateSeat(words),))
        for arrival in _fill_half_table(state, new[0])
        if _only_joins(state, arrival.plan)
    ]
    if len(new) == 1:
        yield from (arrival.draft() for arrival in firsts)
        return
    if state.from_round < state.last:
        yield from _one_after_another(state, new, firsts, state.from_round + 1)
    yield from _one_of_two(new, firsts)


def _only_joins(state: PlayState, plan: Movement) -> bool:
    """Return whether an idle table joins and all others play as due in this round."""
    due = {row for row in state.plan.rows if row.round_no == state.from_round}
    return due < {row for row in plan.rows if row.round_no == state.from_round}


def _one_after_another(
    state: PlayState, new: Sequence[int], firsts: Sequence[Arrival], from_round: int
) -> Iterator[Draft]:
    """Seat two pairs at two places.

    At the half table, then from *from_round* on the seats of others.
    """
    for first in firsts:
        between = PlayState(first.plan, from_round, (), state.gone, state.keep | {new[0]})
        for second in _one_more(between, new[1]):
            title = f"{first.title}, then {words_continued(second.title)}"
            if second.title == first.title:
                title = f"{first.title}, each of them"
            yield Arrival(second.plan, title, (*first.seats, *second.seats), tuple(new)).draft()


def _one_of_two(new: Sequence[int], firsts: Sequence[Arrival]) -> Iterator[Draft]:
    """Seat one of two pairs, at the half table if there is one.

    The other has no seat.
    """
    for arrival in firsts[:1]:
        sit_outs = "The other late pair waits for the next session."
        why = joined_phrases([_reason(arrival.seats), sit_outs], " ")
        yield Draft(
            arrival.plan, "One pair plays, the other waits", why, tuple(new), rank=LAST_RANK - 1
        )


def _fill_half_table(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    """The newcomer sits wherever a pair waits at a table with a set."""
    reference = _full_rows(state)
    meetings: list[Meeting] = []
    seen: set[int] = set()
    line: str | None = None
    for sit_out in state.due_sit_outs:
        if (
            sit_out.contestant in state.gone
            or sit_out.table_no is None
            or sit_out.board_set is None
        ):
            continue
        meeting, side = _at_half_table(state, sit_out, newcomer, reference)
        fresh = (
            sit_out.board_set not in seen
            and sit_out.board_set not in state.seen[sit_out.contestant]
        )
        if fresh and (state.lines is None or line in (None, side)):
            line = side
            seen.add(sit_out.board_set)
            meetings.append(meeting)
    if meetings:
        plan = full_plan(state, [*map(meeting_of, state.due_rows), *meetings])
        words = phrase(
            "Late pair {newcomer} sits in the empty seats", newcomer=pair_numbers(newcomer)
        )
        yield Arrival(plan, "Fill the half table", (LateSeat(words),), (newcomer,))


def _full_rows(state: PlayState) -> dict[tuple[int, int], TableRound]:
    """Return the rows of the movement with nobody missing.

    If the plan in force is that movement without a pair.
    """
    plan = state.plan
    with suppress(MovementError):
        full = make_plan(
            plan.key,
            pairs=plan.contestants + 1,
            rounds=plan.rounds,
            boards_per_set=plan.boards_per_set,
            options={name: choice for name, choice in plan.options if name != "half_table"},
        )
        rows = {(row.round_no, row.table_no): row for row in full.rows}
        if all(
            (same := rows.get((row.round_no, row.table_no))) is not None
            and (same.ns, same.ew, same.board_set) == (row.ns, row.ew, row.board_set)
            for row in plan.rows
        ):
            return rows
    return {}


def _at_half_table(
    state: PlayState, sit_out: SitOut, newcomer: int, reference: dict[tuple[int, int], TableRound]
) -> tuple[Meeting, str]:
    table_no, board_set = sit_out.table_no or 0, sit_out.board_set or 0
    known = reference.get((sit_out.round_no, table_no))
    if known is not None and {known.ns, known.ew} == {newcomer, sit_out.contestant}:
        return meeting_of(known), "NS" if known.ns == newcomer else "EW"
    is_ns = sit_out.contestant in state.lines[0] if state.lines else sit_out.round_no % 2 == 0
    pairs = (sit_out.contestant, newcomer) if is_ns else (newcomer, sit_out.contestant)
    meeting = Meeting(sit_out.round_no, table_no, *pairs, board_set, sit_out.copy_no)
    return meeting, "EW" if is_ns else "NS"


def _roving(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    """The newcomer takes the seats of others in turn."""
    rounds = [state.in_round(number) for number in range(state.from_round, state.last + 1)]
    waiting = {sit_out.contestant for sit_out in state.plan.sit_outs}
    choices: tuple[tuple[str, ...], ...] = (("NS",), ("EW",)) if state.lines else (("NS", "EW"),)
    for keep in (state.keep | waiting, state.keep):
        is_full = False
        for sides in choices:
            seat = _fixed_seat(state, rounds, keep) if state.lines is None else None
            best = seat or _best_route(state, rounds, Newcomer(keep=keep, sides=sides), newcomer)
            if best is None:
                continue
            is_full |= None not in best
            stops = [stop for stop in best if stop is not None]
            title, taken, note = (
                _of_one_seat(newcomer, stops) if seat else _of_rover(newcomer, stops, sides)
            )
            notes = (*state.plan.notes, note)
            plan = full_plan(state, along(state, best, newcomer), notes=notes)
            yield Arrival(plan, title, (taken,), (newcomer,))
        if is_full or not waiting:
            return  # only where it takes that do pairs make room that sit out anyway


def _of_one_seat(newcomer: int, stops: Sequence[Stop]) -> tuple[str, LateSeat, str]:
    """Return title, seat and what the cards should add for a pair that stays in a seat."""
    where = f"table {stops[0].row.table_no} {'N-S' if stops[0].side == 'NS' else 'E-W'}"
    words = phrase("Pair {newcomer} stays at {where}", newcomer=pair_numbers(newcomer), where=where)
    seat = LateSeat(words, tuple(stop.bumped for stop in stops), is_when_due=True)
    note = (
        f"From round {stops[0].row.round_no} a late pair stays at {where}; pairs due there sit out."
    )
    return "Stay at one table", seat, note


def _of_rover(
    newcomer: int, stops: Sequence[Stop], sides: Sequence[str]
) -> tuple[str, LateSeat, str]:
    """Return the same for a pair that goes round."""
    tables = noun_with_number("table", [stop.row.table_no for stop in stops])
    words = phrase(
        "Pair {newcomer} plays at {tables} in turn", newcomer=pair_numbers(newcomer), tables=tables
    )
    if len(sides) > 1:
        side = ""
    elif stops[0].side == "NS":
        side = "N-S "
    else:
        side = "E-W "
    note = f"From round {stops[0].row.round_no} a rover plays {side}at {tables} in turn; the pair due there sits out."
    return f"Play as {side}rover", LateSeat(words, tuple(stop.bumped for stop in stops)), note


def _fixed_seat(
    state: PlayState, rounds: Sequence[Sequence[TableRound]], keep: frozenset[int]
) -> Route | None:
    """Return the way of a newcomer who stays in one seat which others pass, the highest table first."""
    tables = sorted({row.table_no for row in state.due_rows})
    for table_no in tables[1:] + tables[:1]:
        for side in ("NS", "EW"):
            way = next(routes(rounds, Newcomer(keep=keep, seat=(table_no, side))), None)
            if way is not None:
                return way
    return None


def _best_route(
    state: PlayState, rounds: Sequence[Sequence[TableRound]], newcomer: Newcomer, number: int
) -> Route | None:
    """Return the fairest of the first clean routes.

    If there is none, one with as few sit-outs as possible.
    """
    for rests in range(len(rounds) // 2 + 1):
        ways = list(islice(routes(rounds, newcomer, rests), ROUTES_COMPARED))
        if ways:
            return max(
                ways, key=lambda way: quality(full_plan(state, along(state, way, number))) or 0
            )
    return None


def _larger(state: PlayState, new: Sequence[int]) -> Iterator[Draft]:
    """A larger plan of the same movement which has been played so far, apart from the new table."""
    pairs = len(state.pairs) + len(new)
    for other in relatives(state, pairs, [state.last]):
        plan = embed_movement(state, other, new)
        if plan is not None:
            extra = plan.tables - state.plan.tables
            named = "Extra table" if extra else "One more place"
            spare = " with a spare set" if plan.board_sets > state.plan.board_sets else ""
            why = (
                f"{other.name} with {plan.tables} tables from round {state.from_round}. So far the two movements are "
                "the same."
            )
            yield Draft(plan, f"{named}{spare}: {other.name}", why, tuple(new))


def _extra_table(state: PlayState, new: Sequence[int]) -> Iterator[Draft]:
    """Search for a remainder with an extra table in which everybody plays.

    With a spare set if it takes one.
    """
    pairs = (*state.pairs, *new)
    ns = None
    if state.lines:
        ew = len(state.pairs) - sum(pair in state.lines[0] for pair in state.pairs)
        missing = max(0, (len(pairs) + 1) // 2 - (len(state.pairs) - ew))
        ns = state.lines[0] | set(new[len(new) - missing :])
    tables = tuple(range(1, len(pairs) // 2 + 1))
    if len(pairs) % 2:
        return
    for spare in (0, 1):
        wanted = SearchGoal(
            rounds=tuple(range(state.from_round, state.last + 1)),
            sets=tuple(range(1, state.plan.board_sets + spare + 1)),
            tables=tables,
            pairs=pairs,
            ns=ns,
        )
        meetings = search(state, wanted).meetings
        if meetings is not None:
            title = f"Extra table{' with a spare set' if spare else ''}, new seats for everyone"
            why = f"From round {state.from_round}, {len(tables)} tables are full and no pairs meet again."
            yield Draft(full_plan(state, meetings, notes=()), title, why, tuple(new))
            return


def _watching(state: PlayState, new: Sequence[int]) -> Draft:
    who = "Leave the late pair out" if len(new) == 1 else "Leave both late pairs out"
    return Draft(
        remaining_plan(state),
        who,
        "The movement doesn't change.",
        tuple(new),
        rank=LAST_RANK,
    )
