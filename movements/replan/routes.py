"""The route of an additional pair through the seats of others, and a larger plan of a movement.

A rover takes another seat each round, a pair with a fixed seat the same one; whoever is due there
sits out. The second half of the module embeds another plan of a known movement whose first rounds are
those that were played, with other numbers for pairs and sets.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.check.faults import collect_used_numbers
from movements.errors import MovementError
from movements.layout import Meeting
from movements.model import ByeStand, Movement, MovementSpec, SitOut, TableRound
from movements.registry import get_movement, make_plan
from movements.replan.state import PlayState, make_full_plan, make_meeting

STEPS = 12_000
"""Stops that are tried before the search is given up."""

Side: TypeAlias = str

MAX_OPTION_CHOICES = 12
"""Choices of options that are tried."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One round of a route: the row, and the side on which the newcomer takes a seat."""

    row: TableRound
    side: Side

    @property
    def displaced_pair(self) -> int:
        """The pair that sits out."""
        if self.side == "NS":
            return self.row.ns
        return self.row.ew

    @property
    def opponent(self) -> int:
        """The opponents of the newcomer."""
        if self.side == "NS":
            return self.row.ew
        return self.row.ns

    def make_newcomer_meeting(self, newcomer: int) -> Meeting:
        """Return the meeting with the *newcomer* in the seat."""
        row = make_meeting(self.row)
        pairs = (newcomer, row.ew) if self.side == "NS" else (row.ns, newcomer)
        return Meeting(
            row.round_no, row.table_no, *pairs, row.board_set, row.copy_no, row.arrow_switched
        )


Route: TypeAlias = tuple[Stop | None, ...]
"""A stop for each round, None in a round without opponents."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A pair that needs a route through the rounds to come."""

    seen_sets: frozenset[int] = frozenset()  # the sets that it has played
    previous_opponents: frozenset[int] = frozenset()  # the pairs that it has met
    protected_pairs: frozenset[int] = frozenset()  # pairs that mustn't sit out for it
    sides: tuple[Side, ...] = ("NS", "EW")  # the sides that it may sit at
    seat: tuple[int, Side] | None = None  # the only seat that it may have, if there is one


def iter_routes(
    rounds: Sequence[Sequence[TableRound]], newcomer: Newcomer, rest_count: int = 0
) -> Iterator[Route]:
    """Yield the routes through *rounds* of rows on which no opponent, set or sit-out repeats.

    A route has at most *rest_count* rounds without opponents. Every other table is tried first, the usual
    way of a rover. The search ends after a fixed number of steps.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5), 2)
    >>> found_routes = list(iter_routes([state.get_due_rows(number) for number in range(2, 6)], Newcomer(sides=("NS",))))
    >>> len(found_routes), [stop.row.table_no for stop in found_routes[0]]
    (10, [2, 4, 1, 3])
    """
    return _RouteSearch([_list_stops(rows, newcomer) for rows in rounds], newcomer).iter_routes(
        rest_count
    )


def _list_stops(rows: Sequence[TableRound], newcomer: Newcomer) -> list[Stop]:
    """Return the stops in a round that are possible for *newcomer*."""
    stops = []
    for row in rows:
        for side in newcomer.sides:
            stop = Stop(row, side)
            is_in_seat = newcomer.seat is None or (row.table_no, side) == newcomer.seat
            is_new = (
                stop.opponent not in newcomer.previous_opponents
                and row.board_set not in newcomer.seen_sets
            )
            if is_in_seat and is_new and stop.displaced_pair not in newcomer.protected_pairs:
                stops.append(stop)
    return stops


class _RouteSearch:
    """A search round by round, limited by the number of stops tried."""

    def __init__(self, rounds: list[list[Stop]], newcomer: Newcomer) -> None:
        self.rounds = rounds
        self.tables = max((stop.row.table_no for stops in rounds for stop in stops), default=1)
        self.steps_left = STEPS
        self.opponent_counts: Counter[int] = Counter(newcomer.previous_opponents)
        self.set_counts: Counter[int] = Counter(newcomer.seen_sets)
        self.displaced_counts: Counter[int] = Counter(newcomer.protected_pairs)

    def iter_routes(
        self, rest_count: int, round_index: int = 0, last_table: int = 0
    ) -> Iterator[Route]:
        """Yield the routes from *round_index* on."""
        if round_index == len(self.rounds):
            yield ()
            return
        # Two tables up from the last one come first.
        stops = sorted(
            self.rounds[round_index],
            key=lambda stop: (stop.row.table_no - last_table - 2) % self.tables,
        )
        for stop in stops:
            if self.steps_left <= 0:
                return
            self.steps_left -= 1
            if self.opponent_counts[stop.opponent] or self.set_counts[stop.row.board_set]:
                continue
            if self.displaced_counts[stop.displaced_pair]:
                continue
            self._mark_stop(stop, 1)
            for remainder in self.iter_routes(rest_count, round_index + 1, stop.row.table_no):
                yield (stop, *remainder)
            self._mark_stop(stop, -1)
        if rest_count and self.steps_left > 0:
            for remainder in self.iter_routes(rest_count - 1, round_index + 1, last_table):
                yield (None, *remainder)

    def _mark_stop(self, stop: Stop, difference: int) -> None:
        self.opponent_counts[stop.opponent] += difference
        self.set_counts[stop.row.board_set] += difference
        self.displaced_counts[stop.displaced_pair] += difference


def follow_route(state: PlayState, route: Route, newcomer: int) -> list[Meeting]:
    """Return the meetings of the rest with *newcomer* on its *route*.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5), 5)
    >>> [route] = iter_routes([state.get_due_rows(5)], Newcomer(seat=(3, "NS")))
    >>> [meeting.ns for meeting in follow_route(state, route, 11)]
    [1, 2, 11, 4, 5]
    """
    stops = {(stop.row.round_no, stop.row.table_no): stop for stop in route if stop is not None}
    meetings = []
    for row in state.due_rows:
        stop = stops.get((row.round_no, row.table_no))
        meetings.append(stop.make_newcomer_meeting(newcomer) if stop else make_meeting(row))
    return meetings


def make_related_plans(
    state: PlayState, pairs: int, rounds: Sequence[int], key: str | None = None
) -> Iterator[Movement]:
    """Yield plans of the movement played (or *key*) for *pairs*, the present options first.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> [plan.name for plan in make_related_plans(state, 12, [6])]
    ['Skip Mitchell', 'Share-and-bye-stand Mitchell']
    """
    # A plan in force from a file may be of no known movement, which then has no relatives.
    with suppress(MovementError):
        spec = get_movement(key or state.plan.key, contest="pairs")
        if pairs not in spec.legal_sizes:
            return
        present_options = dict(state.plan.options) if key is None else {}
        for options in _list_option_choices(spec, pairs, present_options):
            legal = spec.round_limits(pairs, tuple(options.items())).legal_rounds
            for round_count in rounds:
                if round_count in legal:
                    with suppress(MovementError):
                        yield make_plan(
                            spec.key,
                            pairs=pairs,
                            rounds=round_count,
                            boards_per_set=state.plan.boards_per_set,
                            options=options,
                        )


def _list_option_choices(
    spec: MovementSpec, pairs: int, present_options: Mapping[str, str]
) -> list[dict[str, str]]:
    """Return choices of options: the *present_options* ones, none, and the present ones with one changed."""
    names = {option.name for option in spec.options}
    base = {name: choice for name, choice in present_options.items() if name in names}
    candidates = [base, {}]
    for option in spec.options:
        candidates += [{**base, option.name: choice} for choice in option.suggested_choices]
    resolved: dict[tuple[tuple[str, str], ...], None] = {}
    for candidate in candidates:
        with suppress(MovementError):
            resolved[spec.resolve_options(pairs, candidate)] = None
    return [dict(options) for options in resolved][:MAX_OPTION_CHOICES]


def embed_movement(
    state: PlayState, other_plan: Movement, new_pairs: Sequence[int] = ()
) -> Movement | None:
    """Return the plan with *other_plan* from now on, or None if its first rounds don't match.

    Pairs and sets get their numbers by place: whoever has played at a table has the number that
    *other_plan* has there. Numbers that nobody has yet are the *new_pairs*, who miss the rounds played.

    >>> from movements.registry import make_plan
    >>> state = PlayState(make_plan("mitchell", tables=5, boards_per_set=2), 2)
    >>> plan = embed_movement(state, make_plan("mitchell", tables=6, boards_per_set=2), new_pairs=(11, 12))
    >>> [(row.ns, row.ew) for row in plan.rows if row.round_no == 2]
    [(1, 11), (2, 6), (3, 7), (4, 8), (5, 9), (12, 10)]
    """
    number_map = _NumberMap(state, other_plan)
    if not number_map.map_played_numbers() or not number_map.map_other_pairs(new_pairs):
        return None
    meetings = [
        number_map.convert_meeting(make_meeting(row))
        for row in other_plan.rows
        if row.round_no >= state.from_round
    ]
    sit_outs = [
        number_map.convert_sit_out(sit_out)
        for sit_out in other_plan.sit_outs
        if sit_out.round_no >= state.from_round
    ]
    bye_stands = [
        ByeStand(stand.round_no, number_map.sets[stand.board_set], stand.after_table)
        for stand in other_plan.bye_stands
        if stand.round_no >= state.from_round and stand.board_set in number_map.sets
    ]
    return make_full_plan(
        state,
        meetings,
        rounds=other_plan.rounds,
        sit_outs=sit_outs,
        bye_stands=bye_stands,
        source_plan=other_plan,
        notes=other_plan.notes,
    )


class _NumberMap:
    """The numbers of pairs and sets by their numbers in another plan."""

    def __init__(self, state: PlayState, other_plan: Movement) -> None:
        self.state, self.other_plan = state, other_plan
        self.pairs: dict[int, int] = {}
        self.sets: dict[int, int] = {}
        self.rows = {(row.round_no, row.table_no): row for row in other_plan.rows}

    def map_played_numbers(self) -> bool:
        """Map everybody who has played. Return whether both plans have been the same so far."""
        # Before round 1 the seats of the first round decide.
        for row in self.state.played_rows or self.state.get_due_rows(1):
            other_row = self.rows.get((row.round_no, row.table_no))
            if other_row is None:
                return False
            if (other_row.arrow_switched, other_row.copy_no) != (row.arrow_switched, row.copy_no):
                return False
            for numbers, other_number, number in (
                (self.pairs, other_row.ns, row.ns),
                (self.pairs, other_row.ew, row.ew),
                (self.sets, other_row.board_set, row.board_set),
            ):
                if numbers.setdefault(other_number, number) != number:
                    return False
        # Two numbers of the other plan can't be one pair or set.
        return all(
            len(numbers) == len(set(numbers.values())) for numbers in (self.pairs, self.sets)
        )

    def map_other_pairs(self, new_pairs: Sequence[int]) -> bool:
        """Map pairs that haven't played on their own line, then the new pairs.

        Return False if a pair or a number remains.
        """
        self._map_unused_sets()
        unused_numbers = sorted(collect_used_numbers(self.other_plan) - self.pairs.keys())
        unmapped_pairs = [pair for pair in self.state.present if pair not in self.pairs.values()]
        ns = {row.ns for row in self.other_plan.rows}
        for pair in (*unmapped_pairs, *new_pairs):
            ns_and_ew_pairs = self.state.ns_and_ew_pairs if pair not in new_pairs else None
            fitting_numbers = [
                number
                for number in unused_numbers
                if ns_and_ew_pairs is None or (number in ns) == (pair in ns_and_ew_pairs[0])
            ]
            if pair in new_pairs and self.other_plan.winners == 2:
                # The lower number goes to E-W, so that numbers of E-W pairs stay together.
                fitting_numbers.sort(key=lambda number: number in ns)
            if not fitting_numbers:
                return False
            self.pairs[fitting_numbers[0]] = pair
            unused_numbers.remove(fitting_numbers[0])
        return not unused_numbers and not set(self.pairs.values()) & self.state.leavers

    def _map_unused_sets(self) -> None:
        """Map sets that haven't been played to free numbers, those that only rest last."""
        unmapped_sets = sorted({row.board_set for row in self.other_plan.rows} - self.sets.keys())
        resting_sets = {bye_stand.board_set for bye_stand in self.other_plan.bye_stands}
        unmapped_sets += sorted(resting_sets - {*unmapped_sets, *self.sets})
        used_sets = set(self.sets.values())
        free_numbers = (number for number in range(1, 1000) if number not in used_sets)
        self.sets.update(zip(unmapped_sets, free_numbers, strict=False))

    def convert_meeting(self, meeting: Meeting) -> Meeting:
        """Return *convert_meeting* with our numbers."""
        return meeting._replace(
            ns=self.pairs[meeting.ns],
            ew=self.pairs[meeting.ew],
            board_set=self.sets[meeting.board_set],
        )

    def convert_sit_out(self, sit_out: SitOut) -> SitOut:
        """Return *convert_sit_out* with our numbers."""
        board_set = self.sets.get(sit_out.board_set) if sit_out.board_set else None
        return replace(
            sit_out,
            contestant=self.pairs[sit_out.contestant],
            board_set=board_set,
        )
