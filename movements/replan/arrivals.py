"""Drafts for pairs that arrive after play has begun.

A late pair fills a half table, takes the seats of others in turn as a rover, stays in one seat that
others pass, plays at an extra table, or doesn't play. Two late pairs are seated at once or one
after the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from movements.balance import compute_quality
from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import Movement, SitOut, TableRound
from movements.registry import make_plan
from movements.replan.records import (
    Change,
    Draft,
    PairPhrase,
    format_noun,
    join_phrases,
    lower_first_letter,
    make_pair_numbers,
    make_pairs_phrase,
    make_phrase,
)
from movements.replan.routes import (
    Newcomer,
    Route,
    Stop,
    embed_movement,
    follow_route,
    iter_routes,
    make_related_plans,
)
from movements.replan.seat_search import SearchGoal, search
from movements.replan.state import PlayState, make_full_plan, make_meeting, make_remaining_plan

MAX_ROUTES_COMPARED = 10
"""Routes whose fairness is compared. Each costs a full plan."""
LEFT_OUT_RANK = 9
"""The rank of leaving late pairs out, after everything else."""


@dataclass(frozen=True, slots=True)
class LateSeat:
    """The seat of a late pair in words, without a full stop, and the pairs that sit out for it."""

    phrase: PairPhrase
    pairs_out: tuple[int, ...] = ()
    is_when_due: bool = False  # they sit out only in the rounds in which they are due there


@dataclass(frozen=True, slots=True)
class Arrival:
    """A plan in which late pairs play, each in its seat."""

    plan: Movement
    title: str
    seats: tuple[LateSeat, ...]
    newcomers: tuple[int, ...]

    def make_draft(self) -> Draft:
        """Return the draft, with the seats as its reason."""
        return Draft(self.plan, self.title, _make_seats_reason(self.seats), self.newcomers)


def _make_seats_reason(seats: Sequence[LateSeat]) -> PairPhrase:
    """Return the seats of all late pairs, and the pairs that sit out for them."""
    first_seat, *later_seats = seats
    later_phrases = [lower_first_letter(seat.phrase) for seat in later_seats]
    seats_phrase = join_phrases([first_seat.phrase, *later_phrases], "; ")
    pairs_out = tuple(dict.fromkeys(pair for seat in seats for pair in seat.pairs_out))
    if not pairs_out:
        return make_phrase("{seats}. Everyone else follows the guide cards.", seats=seats_phrase)
    verb = "sits out" if len(pairs_out) == 1 else "sit out"
    if all(seat.is_when_due for seat in seats if seat.pairs_out):
        verb += " when due there"
    return make_phrase(
        "{seats}; {out} {verb}.", seats=seats_phrase, out=make_pairs_phrase(pairs_out), verb=verb
    )


def make_arrival_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts for pairs that have arrived."""
    new_pairs = state.get_next_numbers(change.pairs)
    if len(new_pairs) == 1:
        for arrival in _seat_one_pair(state, new_pairs[0]):
            yield arrival.make_draft()
    larger_drafts = list(_make_larger_drafts(state, new_pairs))
    yield from larger_drafts
    # A search takes seconds and is only needed if no larger plan of the movement fits.
    if not larger_drafts:
        yield from _make_extra_table_drafts(state, new_pairs)
    if len(new_pairs) > 1:
        arrivals_of_first = list(_seat_one_pair(state, new_pairs[0]))
        # The lower number goes to E-W, so that numbers of E-W pairs stay together.
        yield from _seat_second_pair(state, new_pairs, arrivals_of_first[::-1], state.from_round)
        yield from _seat_one_of_two(new_pairs, arrivals_of_first)
    state.problems.append("In any seat, the late arrivals would make somebody play boards twice.")
    yield _make_left_out_draft(state, new_pairs)


def _seat_one_pair(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    """Yield arrivals at a half table, or as a rover if there is none."""
    at_half_table = list(_fill_half_table(state, newcomer))
    yield from at_half_table or _take_seats_of_others(state, newcomer)


def make_joining_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts in which a late pair plays in the current round, against a pair that sits out."""
    new_pairs = state.get_next_numbers(change.pairs)
    phrase = make_phrase(
        "Late pair {newcomer} starts in round {round_no}, in the empty seats",
        newcomer=make_pair_numbers(new_pairs[0]),
        round_no=state.from_round,
    )
    # The round is being played, so nobody else may be moved in it.
    joining_arrivals = [
        replace(arrival, title="Fill the half table now", seats=(LateSeat(phrase),))
        for arrival in _fill_half_table(state, new_pairs[0])
        if _changes_nothing_else(state, arrival.plan)
    ]
    if len(new_pairs) == 1:
        for arrival in joining_arrivals:
            yield arrival.make_draft()
        return
    if state.from_round < state.last_round:
        yield from _seat_second_pair(state, new_pairs, joining_arrivals, state.from_round + 1)
    yield from _seat_one_of_two(new_pairs, joining_arrivals)


def _changes_nothing_else(state: PlayState, plan: Movement) -> bool:
    """Return whether *plan* adds a table to the current round and leaves the others as due."""
    due_rows = {row for row in state.plan.rows if row.round_no == state.from_round}
    return due_rows < {row for row in plan.rows if row.round_no == state.from_round}


def _seat_second_pair(
    state: PlayState,
    new_pairs: Sequence[int],
    arrivals_of_first: Sequence[Arrival],
    from_round: int,
) -> Iterator[Draft]:
    """Yield drafts that seat both late pairs, the second from *from_round* on."""
    for first_arrival in arrivals_of_first:
        # The second pair mustn't send the first one out.
        state_between = PlayState(
            first_arrival.plan,
            from_round,
            (),
            state.leavers,
            state.protected_pairs | {new_pairs[0]},
        )
        for second_arrival in _seat_one_pair(state_between, new_pairs[1]):
            title = f"{first_arrival.title}, then {lower_first_letter(second_arrival.title)}"
            if second_arrival.title == first_arrival.title:
                title = f"{first_arrival.title}, each of them"
            yield Arrival(
                second_arrival.plan,
                title,
                (*first_arrival.seats, *second_arrival.seats),
                tuple(new_pairs),
            ).make_draft()


def _seat_one_of_two(
    new_pairs: Sequence[int], arrivals_of_first: Sequence[Arrival]
) -> Iterator[Draft]:
    """Yield the draft that seats one of two late pairs and leaves the other out."""
    for arrival in arrivals_of_first[:1]:
        waiting_reason = "The other late pair waits for the next session."
        reason = join_phrases([_make_seats_reason(arrival.seats), waiting_reason], " ")
        yield Draft(
            arrival.plan,
            "One pair plays, the other waits",
            reason,
            new_pairs=tuple(new_pairs),
            rank=LEFT_OUT_RANK - 1,
        )


def _fill_half_table(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    """Yield the arrival in which *newcomer* plays against every pair that sits out at a table."""
    full_rows = _get_full_row_by_table(state)
    meetings: list[Meeting] = []
    newcomer_sets: set[int] = set()
    newcomer_side: str | None = None
    for sit_out in state.due_sit_outs:
        if sit_out.contestant in state.leavers:
            continue
        # Without a table or boards the pair only waits; there is nothing to fill.
        if sit_out.table_no is None or sit_out.board_set is None:
            continue
        meeting, side = _make_half_table_meeting(state, sit_out, newcomer, full_rows)
        is_new_set = sit_out.board_set not in newcomer_sets | state.seen_sets[sit_out.contestant]
        # With two winners the newcomer can't change sides.
        if is_new_set and (state.ns_and_ew_pairs is None or newcomer_side in (None, side)):
            newcomer_side = side
            newcomer_sets.add(sit_out.board_set)
            meetings.append(meeting)
    if meetings:
        plan = make_full_plan(state, [*map(make_meeting, state.due_rows), *meetings])
        phrase = make_phrase(
            "Late pair {newcomer} sits in the empty seats", newcomer=make_pair_numbers(newcomer)
        )
        yield Arrival(plan, "Fill the half table", (LateSeat(phrase),), (newcomer,))


def _get_full_row_by_table(state: PlayState) -> dict[tuple[int, int], TableRound]:
    """Return the rows of the movement without a missing pair, by round and table.

    Empty unless the plan in force is that movement apart from the missing pair.
    """
    plan = state.plan
    try:
        full_plan = make_plan(
            plan.key,
            pairs=plan.contestants + 1,
            rounds=plan.rounds,
            boards_per_set=plan.boards_per_set,
            options={name: choice for name, choice in plan.options if name != "half_table"},
        )
    except MovementError:
        return {}
    full_rows = {(row.round_no, row.table_no): row for row in full_plan.rows}
    for row in plan.rows:
        full_row = full_rows.get((row.round_no, row.table_no))
        if full_row is None:
            return {}
        if (full_row.ns, full_row.ew, full_row.board_set) != (row.ns, row.ew, row.board_set):
            return {}
    return full_rows


def _make_half_table_meeting(
    state: PlayState, sit_out: SitOut, newcomer: int, full_rows: dict[tuple[int, int], TableRound]
) -> tuple[Meeting, str]:
    """Return the meeting at a half table, and the side of *newcomer* there."""
    table_no, board_set = sit_out.table_no or 0, sit_out.board_set or 0
    full_row = full_rows.get((sit_out.round_no, table_no))
    if full_row is not None and {full_row.ns, full_row.ew} == {newcomer, sit_out.contestant}:
        return make_meeting(full_row), "NS" if full_row.ns == newcomer else "EW"
    if state.ns_and_ew_pairs:
        is_newcomer_ew = sit_out.contestant in state.ns_and_ew_pairs[0]
    else:
        # The sides change from round to round, for balance.
        is_newcomer_ew = sit_out.round_no % 2 == 0
    if is_newcomer_ew:
        ns, ew, side = sit_out.contestant, newcomer, "EW"
    else:
        ns, ew, side = newcomer, sit_out.contestant, "NS"
    return Meeting(
        sit_out.round_no, table_no, ns=ns, ew=ew, board_set=board_set, copy_no=sit_out.copy_no
    ), side


def _take_seats_of_others(state: PlayState, newcomer: int) -> Iterator[Arrival]:
    """Yield arrivals in which *newcomer* takes the seats of others, in turn or at one table."""
    rounds = [
        state.get_due_rows(round_no) for round_no in range(state.from_round, state.last_round + 1)
    ]
    sitters = {sit_out.contestant for sit_out in state.plan.sit_outs}
    side_choices: tuple[tuple[str, ...], ...] = (("NS", "EW"),)
    if state.ns_and_ew_pairs:
        side_choices = (("NS",), ("EW",))
    # Pairs that have a sit-out anyway make room only if nothing else works.
    for protected_pairs in (state.protected_pairs | sitters, state.protected_pairs):
        is_always_playing = False
        for sides in side_choices:
            fixed_route = (
                _find_fixed_route(state, rounds, protected_pairs)
                if state.ns_and_ew_pairs is None
                else None
            )
            route = fixed_route or _find_best_route(
                state, rounds, Newcomer(protected_pairs=protected_pairs, sides=sides), newcomer
            )
            if route is None:
                continue
            is_always_playing |= None not in route
            stops = [stop for stop in route if stop is not None]
            if fixed_route:
                title, seat, note = _describe_one_seat(newcomer, stops)
            else:
                title, seat, note = _describe_rover(newcomer, stops, sides)
            notes = (*state.plan.notes, note)
            plan = make_full_plan(state, follow_route(state, route, newcomer), notes=notes)
            yield Arrival(plan, title, (seat,), (newcomer,))
        if is_always_playing or not sitters:
            return


def _describe_one_seat(newcomer: int, stops: Sequence[Stop]) -> tuple[str, LateSeat, str]:
    """Return title, seat and note of the plan for a pair that stays in one seat."""
    first_stop = stops[0]
    side = "N-S" if first_stop.side == "NS" else "E-W"
    seat_name = f"table {first_stop.row.table_no} {side}"
    phrase = make_phrase(
        "Pair {newcomer} stays at {seat}", newcomer=make_pair_numbers(newcomer), seat=seat_name
    )
    late_seat = LateSeat(phrase, tuple(stop.displaced_pair for stop in stops), is_when_due=True)
    note = (
        f"From round {first_stop.row.round_no} a late pair stays at {seat_name}; "
        "pairs due there sit out."
    )
    return "Stay at one table", late_seat, note


def _describe_rover(
    newcomer: int, stops: Sequence[Stop], sides: Sequence[str]
) -> tuple[str, LateSeat, str]:
    """Return title, seat and note of the plan for a rover."""
    tables = format_noun("table", [stop.row.table_no for stop in stops])
    phrase = make_phrase(
        "Pair {newcomer} plays at {tables} in turn",
        newcomer=make_pair_numbers(newcomer),
        tables=tables,
    )
    first_stop = stops[0]
    if len(sides) > 1:
        side = ""
    elif first_stop.side == "NS":
        side = "N-S "
    else:
        side = "E-W "
    note = (
        f"From round {first_stop.row.round_no} a rover plays {side}at {tables} in turn; "
        "the pair due there sits out."
    )
    return (
        f"Play as {side}rover",
        LateSeat(phrase, tuple(stop.displaced_pair for stop in stops)),
        note,
    )


def _find_fixed_route(
    state: PlayState, rounds: Sequence[Sequence[TableRound]], protected_pairs: frozenset[int]
) -> Route | None:
    """Return the route of a newcomer who stays in one seat, or None. Table 1 is tried last."""
    tables = sorted({row.table_no for row in state.due_rows})
    for table_no in tables[1:] + tables[:1]:
        for side in ("NS", "EW"):
            route = next(
                iter_routes(
                    rounds, Newcomer(protected_pairs=protected_pairs, seat=(table_no, side))
                ),
                None,
            )
            if route is not None:
                return route
    return None


def _find_best_route(
    state: PlayState, rounds: Sequence[Sequence[TableRound]], newcomer: Newcomer, number: int
) -> Route | None:
    """Return the fairest of the first routes with as few rests as possible, or None."""

    def compute_fairness(route: Route) -> Fraction | int:
        return compute_quality(make_full_plan(state, follow_route(state, route, number))) or 0

    for rests in range(len(rounds) // 2 + 1):
        routes = list(islice(iter_routes(rounds, newcomer, rests), MAX_ROUTES_COMPARED))
        if routes:
            return max(routes, key=compute_fairness)
    return None


def _make_larger_drafts(state: PlayState, new_pairs: Sequence[int]) -> Iterator[Draft]:
    """Yield larger plans of the movement that are the same so far, apart from a new table."""
    pairs = len(state.present) + len(new_pairs)
    for other_plan in make_related_plans(state, pairs, [state.last_round]):
        plan = embed_movement(state, other_plan, new_pairs)
        if plan is not None:
            title = "Extra table" if plan.tables > state.plan.tables else "One more place"
            if plan.board_sets > state.plan.board_sets:
                title += " with a spare set"
            reason = (
                f"{other_plan.name} with {plan.tables} tables from round {state.from_round}. "
                "So far the two movements are the same."
            )
            yield Draft(plan, f"{title}: {other_plan.name}", reason, new_pairs=tuple(new_pairs))


def _make_extra_table_drafts(state: PlayState, new_pairs: Sequence[int]) -> Iterator[Draft]:
    """Search new seats for everyone at one more table, with a spare set only if needed."""
    pairs = (*state.present, *new_pairs)
    # With an odd number somebody would still sit out, so a table more gains nothing.
    if len(pairs) % 2:
        return
    ns = None
    if state.ns_and_ew_pairs:
        # The last of the new pairs go to N-S, as many as the line lacks.
        ns_count = sum(pair in state.ns_and_ew_pairs[0] for pair in state.present)
        missing_ns = max(0, len(pairs) // 2 - ns_count)
        ns = state.ns_and_ew_pairs[0] | set(new_pairs[len(new_pairs) - missing_ns :])
    tables = tuple(range(1, len(pairs) // 2 + 1))
    for spare_sets in (0, 1):
        goal = SearchGoal(
            rounds=tuple(range(state.from_round, state.last_round + 1)),
            sets=tuple(range(1, state.plan.board_sets + spare_sets + 1)),
            tables=tables,
            pairs=pairs,
            ns=ns,
        )
        meetings = search(state, goal).meetings
        if meetings is not None:
            spare_phrase = " with a spare set" if spare_sets else ""
            title = f"Extra table{spare_phrase}, new seats for everyone"
            reason = (
                f"From round {state.from_round}, {len(tables)} tables are full "
                "and no pairs meet again."
            )
            plan = make_full_plan(state, meetings, notes=())
            yield Draft(plan, title, reason, new_pairs=tuple(new_pairs))
            return


def _make_left_out_draft(state: PlayState, new_pairs: Sequence[int]) -> Draft:
    title = "Leave the late pair out" if len(new_pairs) == 1 else "Leave both late pairs out"
    return Draft(
        make_remaining_plan(state),
        title,
        "The movement doesn’t change.",
        new_pairs=tuple(new_pairs),
        rank=LEFT_OUT_RANK,
    )
