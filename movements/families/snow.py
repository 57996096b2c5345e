"""Snow's system: E-W pairs sit still until a group of sets has been to every table, then go up one.

The book lists it for two to seven tables.  A *seating* is the time between two moves of the pairs.
Surplus sets, more than there are tables, wait at the last table for their turn.  If the number of
pairs is odd, the E-W pair with the highest number is missing.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases

SURPLUS = Option(
    "surplus",
    "Sets beyond the number of tables",
    make_number_phrases(*range(7)),
    note="Played before E-W change tables; they wait at the last table in play.",
    suggested_choices=("0",),
)
NOTES = (
    "All pairs keep their seats while the sets go down one table at a time, from table 1 to the last.",
    "When every table has played the whole group, E-W go up one table and new sets are put out.",
)
SURPLUS_NOTE = "Extra sets wait at the last table; a set from table 1 goes behind them."


def _count_sets_per_seating(tables_in_play: int, options: Options) -> int:
    return tables_in_play + int(dict(options)[SURPLUS.name])


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to all sets at every seating.

    Odd numbers of pairs need a second seating.

    >>> round_limits(8, (("surplus", "1"),))
    RoundLimits(legal_rounds=range(1, 21), default_rounds=20)
    """
    tables = (pairs + 1) // 2
    sets = _count_sets_per_seating(tables, options)
    # Otherwise the N-S pair at the table of the missing pair would play no round.
    fewest_rounds = sets + 1 if pairs % 2 else 1
    return RoundLimits(range(fewest_rounds, tables * sets + 1), tables * sets)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    N-S pairs are 1..T, E-W pairs T+1..2T. A round is one set at every table.

    If a pair is missing, nobody has number 2T.  If the plan is short, it has no sets for the
    seatings that are left out.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("snow", tables=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no in (3, 4)]
    [(1, 4, 3), (2, 5, 1), (3, 6, 2), (1, 6, 4), (2, 4, 5), (3, 5, 6)]

    Source: [WDW1900] p. 35.
    """
    sets_per_seating = _count_sets_per_seating(request.tables, request.options)
    seatings = ceil(request.rounds / sets_per_seating)
    absent = 2 * request.tables if request.contestants % 2 else None
    notes = NOTES if sets_per_seating == request.tables else (*NOTES, SURPLUS_NOTE)
    plan = assemble_plan(
        SPEC,
        request,
        _iter_snow_meetings(request, sets_per_seating),
        absent=absent,
        winners=2,
        board_sets=seatings * sets_per_seating,
        holds_by_guarantee=_check_snow_guarantees(request, sets_per_seating),
    )
    return replace(plan, notes=notes)


def _iter_snow_meetings(request: PlanRequest, sets_per_seating: int) -> Iterator[Meeting]:
    tables = request.tables
    for round_index in range(request.rounds):
        seating, turn = divmod(round_index, sets_per_seating)
        for table in range(tables):
            ew = tables + 1 + (table - seating) % tables
            board_set = seating * sets_per_seating + (table + turn) % sets_per_seating + 1
            yield Meeting(round_index + 1, table + 1, ns=table + 1, ew=ew, board_set=board_set)


def _check_snow_guarantees(request: PlanRequest, sets_per_seating: int) -> dict[str, bool]:
    has_whole_groups = request.rounds % sets_per_seating == 0
    is_full_field = request.contestants == 2 * request.tables
    return {
        "opponents-equally-often": request.rounds == request.tables * sets_per_seating,
        "everyone-plays-every-board": has_whole_groups and is_full_field,
        "each-set-at-one-table": True,
        "two-winners": True,
        "ns-pairs-stay": True,
    }


SPEC = MovementSpec(
    key="snow",
    name="Snow",
    aliases=("snow-system",),
    contest="pairs",
    sizes="3 to 14 pairs (2 to 7 tables)",
    legal_sizes=range(3, 15),
    options=(SURPLUS,),
    guarantees=(
        "opponents-equally-often",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "two-winners",
        "ns-pairs-stay",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, page 35",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="E-W pairs keep their seats until a group of sets has been to every table, then go up one.",
)
