"""The web Mitchell: more tables than rounds.

Two or three copies of the boards go round in separate circuits, so that a large field plays the
same few boards in one evening: 8 to 40 tables play 7 to 15 sets. If the number of pairs is odd, the
E-W pair with the highest number is missing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from movements.errors import MovementError
from movements.families.mitchell.arrow_switch import (
    SWITCH_OF_LARGE_FIELD,
    has_switches,
    make_switches_error,
    with_chosen_switches,
)
from movements.layout import (
    Meeting,
    SeatedRows,
    join_rounds,
    lay_out_meetings,
    make_plan_from_seats,
)
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.refusals import make_choice_does_not_fit_error

DEFAULT_SETS = 13
MIN_SETS = 7
SETS = Option(
    "sets",
    "Board sets",
    {"usual": "as near to 13 as possible"} | make_number_phrases(*range(MIN_SETS, 16)),
    note="Also the number of rounds: fewer than the tables. An odd number of tables needs an odd number of sets.",
)


def find_needed_copies(tables: int, sets: int) -> int | None:
    """Return the copies of every board that are needed, or None if it isn't possible.

    >>> find_needed_copies(14, 13), find_needed_copies(15, 13), find_needed_copies(15, 12)
    (2, 3, None)
    """
    if sets >= tables:
        return None
    if tables % 2 == 0 and tables <= 2 * sets:
        return 2
    if (tables - sets) % 2 == 0 and tables <= 3 * sets:
        return 3
    return None


def list_possible_sets(tables: int) -> list[int]:
    """Return the possible numbers of sets for a number of tables.

    >>> list_possible_sets(9), list_possible_sets(26)
    ([7], [10, 12, 13, 14, 15])
    """
    return [int(sets) for sets in SETS.choices[1:] if find_needed_copies(tables, int(sets))]


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options: the number of sets, chosen or usual, and the switches if there are any.

    >>> resolve_options(40, {}), resolve_options(40, {"switch": "tables"})
    ((('sets', '13'),), (('sets', '13'), ('switch', 'tables')))

    :raises MovementError: for a number of sets that these tables cannot play.
    :raises MovementError: for switches that aren't known.
    """
    tables = (pairs + 1) // 2
    possible_sets = list_possible_sets(tables)
    sets = SETS.get_choice(chosen)
    switch = SWITCH_OF_LARGE_FIELD.get_choice(chosen)
    if switch == "tables":
        possible_sets = [
            number for number in possible_sets if has_switches(f"web-{number}", tables, number)
        ]
        if not possible_sets:
            raise make_switches_error(SPEC.name, pairs, "switch=last, or 33 to 80 pairs")
    if sets == "usual":
        sets = str(min(possible_sets, key=lambda number: (abs(number - DEFAULT_SETS), number)))
    if int(sets) not in possible_sets:
        raise _make_misfit_error(pairs, int(sets), possible_sets)
    if switch == "none":
        return ((SETS.name, sets),)
    return ((SETS.name, sets), (SWITCH_OF_LARGE_FIELD.name, switch))


def _make_misfit_error(pairs: int, sets: int, possible_sets: list[int]) -> MovementError:
    even = f"an even number of tables from {sets + 2 - sets % 2} to {(2 if sets % 2 else 3) * sets}"
    odd = f" or an odd one from {sets + 2} to {3 * sets}" if sets % 2 else ""
    return make_choice_does_not_fit_error(
        movement=SPEC.name,
        option=SETS.name,
        choice=sets,
        requirement=even + odd,
        size=pairs,
        tables=(pairs + 1) // 2,
        alternative=" or ".join(f"sets={number}" for number in possible_sets),
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per set, all of them with arrow-switches.

    >>> round_limits(40, (("sets", "13"),))
    RoundLimits(legal_rounds=range(1, 14), default_rounds=13)
    >>> round_limits(40, (("sets", "13"),)).rounds_to_try
    range(12, 14)
    >>> round_limits(40, (("sets", "13"), ("switch", "tables"))).legal_rounds
    range(13, 14)
    """
    sets = int(dict(options)[SETS.name])
    switch = dict(options).get(SWITCH_OF_LARGE_FIELD.name)
    if switch == "tables":
        return RoundLimits(
            range(sets, sets + 1), sets, min_reason="its switches are for all rounds"
        )
    if switch == "last":
        # With all rounds, switches at some tables are fairer.
        return RoundLimits(range(2, sets + 1), sets, suggested_rounds=range(sets - 1, sets))
    legal = range(1 + pairs % 2, sets + 1)
    if sets == MIN_SETS:
        return RoundLimits(legal, sets)
    # A web with fewer sets is better for fewer rounds; an odd number of tables needs every second.
    return RoundLimits(legal, sets, suggested_rounds=range(sets - 1, sets + 1))


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    N-S pairs are 1..T, E-W pairs T+1..2T. Pair T+1 starts at table 1 and goes up one table.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("web-mitchell", tables=10, options={"sets": "7"})
    >>> [row.board_set for row in plan.rows if row.round_no == 1]
    [1, 2, 3, 4, 5, 4, 3, 2, 1, 7]

    Source: [BRIDGECENTRAL] "Web Mitchell" for two copies, "Bowman large pairs movement" for three
    (the position of its second and third copy is not given there, and was found by trying all).
    """
    tables = request.tables
    sets = int(request.get_choice(SETS.name) or DEFAULT_SETS)
    copies = find_needed_copies(tables, sets) or 1
    is_complete = request.rounds == sets
    absent = 2 * tables if request.contestants % 2 else None
    switch = request.get_choice(SWITCH_OF_LARGE_FIELD.name) or "none"
    is_switched = switch != "none"
    rounds = []
    for round_no in range(1, request.rounds + 1):
        rounds.append(_make_seated_round(tables, sets, absent, request.boards_per_set, round_no))
    plan = replace(
        make_plan_from_seats(
            SPEC,
            request,
            join_rounds(rounds),
            winners=2,
            board_sets=sets,
            holds_by_guarantee={
                "no-opponents-twice": True,
                "everyone-plays-every-board": is_complete and request.contestants % 2 == 0,
                "one-winner": is_switched,
                "two-winners": not is_switched,
                "ns-pairs-stay": not is_switched,
                "sit-out-at-most-once": request.contestants % 2 == 1,
            },
        ),
        name=f"Web Mitchell, {'two' if copies == 2 else 'three'} copies of the boards",
        notes=_make_web_notes(tables, sets, copies),
        copies=copies,
    )
    return with_chosen_switches(plan, switch, f"web-{sets}")


# Advice compares plans of many lengths, which have their rounds in common.
@lru_cache(maxsize=256)
def _make_seated_round(
    tables: int, sets: int, absent: int | None, boards_per_set: int, round_no: int
) -> SeatedRows:
    meetings = _iter_round_meetings(tables, sets, round_no)
    return lay_out_meetings(meetings, boards_per_set, absent)


def _iter_round_meetings(tables: int, sets: int, round_no: int) -> Iterator[Meeting]:
    if find_needed_copies(tables, sets) == 2:
        circuits = _list_two_circuits(tables)
    else:
        circuits = _list_three_circuits(tables, sets)
    index = round_no - 1
    # With an even number of sets a pair would repeat boards from half way on, so it skips a table.
    tables_up = index
    if sets % 2 == 0 and index >= sets // 2:
        tables_up += 1
    for table, (copy_no, first, direction) in enumerate(circuits):
        board_set = (first + direction * index) % sets + 1
        ew = tables + 1 + (table - tables_up) % tables
        yield Meeting(
            round_no, table + 1, ns=table + 1, ew=ew, board_set=board_set, copy_no=copy_no
        )


def _list_two_circuits(tables: int) -> list[tuple[int, int, int]]:
    """Return copy, first set (counted from 0) and direction of the next sets for each table."""
    half = tables // 2
    first_copy = [(1, table, 1) for table in range(half)]
    second_copy = [(2, tables - table - 2, -1) for table in range(half, tables)]
    return [*first_copy, *second_copy]


def _list_three_circuits(tables: int, sets: int) -> list[tuple[int, int, int]]:
    """Return copy, first set and direction for each table with three copies.

    The first places have three tables each, in turn from copy 1 to 3 and from 3 to 1.
    """
    triple_places = (tables - sets) // 2
    circuits = []
    for table_index in range(sets):
        first, second, third = (1, table_index, 1), (2, table_index - 1, -1), (3, table_index, 1)
        if table_index >= triple_places:
            circuits.append(first)
        elif table_index % 2 == 0:
            circuits += [first, second, third]
        else:
            circuits += [third, second, first]
    return circuits


def _make_web_notes(tables: int, sets: int, copies: int) -> tuple[str, ...]:
    skip_notes = (f"After round {sets // 2} E-W pairs go up two tables.",) if sets % 2 == 0 else ()
    if copies == 2:
        half = tables // 2
        return (
            f"There are two copies of the boards: one for tables 1 to {half}, one for tables {half + 1} to {tables}. "
            "Within each half the sets go down one table.",
            *skip_notes,
        )
    return (
        "There are three copies of the boards. Each copy stays at its own tables, and sets not in play wait in order.",
        *skip_notes,
    )


SPEC = MovementSpec(
    key="web-mitchell",
    name="Web Mitchell",
    aliases=("web", "bowman-mitchell"),
    contest="pairs",
    sizes="15 to 80 pairs (8 to 40 tables)",
    legal_sizes=range(15, 81),
    options=(SETS, SWITCH_OF_LARGE_FIELD),
    guarantees=(
        "no-opponents-twice",
        "everyone-plays-every-board",
        "one-winner",
        "two-winners",
        "ns-pairs-stay",
        "sit-out-at-most-once",
    ),
    source="Bridge Central’s pages on the Web Mitchell (two copies, due to John Harris) and on the Bowman movement for "
    "large fields (three copies, places of the second and third found by trial); arrow-switches found by search",
    resolver=resolve_options,
    round_limits=round_limits,
    min_copies=2,
    build=build,
    about="More tables than rounds, with two or three copies of the boards that move independently.",
)
