"""The Howell-Snow system: pairs change seats as in a Howell after each group of sets.

A group of board sets is finished when it has been to every table.  The book of 1900 prints the
starting seats of five and six pairs; other numbers start by the same rule.  With an odd number of
pairs the stationary seat is empty: nothing is played at its table, and the pair that comes there
sits out.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from movements.families.snow import SURPLUS
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits

EQUAL_COMPARISON = frozenset({4})
"""Numbers of pairs whose whole schedule compares any two of them equally (measured)."""

NOTES = (
    "All pairs keep their seats while the sets go down one table at a time, from the first table in play to the last.",
    "When every table has played the whole group, the pairs change seats and new sets are put out.",
)
SURPLUS_NOTE = (
    "Extra sets wait at the last table; a set from the first table in play goes behind them."
)


def _count_sets_per_seating(pairs: int, options: Options) -> int:
    # Rounded down: no set goes to the table of a sit-out.
    return pairs // 2 + int(dict(options)[SURPLUS.name])


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to all sets at every seating.

    Odd numbers of pairs need a second seating.

    >>> round_limits(6, (("surplus", "0"),))
    RoundLimits(legal_rounds=range(1, 16), default_rounds=15)
    """
    sets = _count_sets_per_seating(pairs, options)
    # As many as a Howell has rounds: all pairs but the stationary one change seats in a circle.
    seatings = pairs + pairs % 2 - 1
    # Otherwise the pair that sits out at the first seating would play no round.
    fewest_rounds = sets + 1 if pairs % 2 else 1
    return RoundLimits(range(fewest_rounds, seatings * sets + 1), seatings * sets)


def build(request: PlanRequest) -> Movement:
    """Return the plan: table t starts with pairs n+1-t N-S and t E-W, pair n keeps its seat.

    A round is one set at every table.  If the plan is short, it has no sets for the seatings that
    are left out.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("howell-snow", pairs=6)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no in (3, 4)]
    [(6, 1, 3), (5, 2, 1), (4, 3, 2), (6, 2, 4), (1, 3, 5), (5, 4, 6)]

    Source: [WDW1900] pp. 47-48 (other numbers than 5 and 6 by the same rule).
    """
    sets_per_seating = _count_sets_per_seating(request.contestants, request.options)
    seatings = ceil(request.rounds / sets_per_seating)
    size = 2 * request.tables
    absent = size if request.contestants < size else None
    notes = (*NOTES, SURPLUS_NOTE) if request.get_choice(SURPLUS.name) != "0" else NOTES
    plan = assemble_plan(
        SPEC,
        request,
        _iter_howell_snow_meetings(request, sets_per_seating),
        absent=absent,
        winners=1,
        board_sets=seatings * sets_per_seating,
        holds_by_guarantee=_check_howell_snow_guarantees(request, sets_per_seating),
    )
    # No set goes to the table where a pair sits out.
    sit_outs = tuple(replace(sit_out, board_set=None) for sit_out in plan.sit_outs)
    return replace(plan, notes=notes, sit_outs=sit_outs)


def _iter_howell_snow_meetings(request: PlanRequest, sets_per_seating: int) -> Iterator[Meeting]:
    size = 2 * request.tables
    idle_tables = request.contestants % 2
    for round_index in range(request.rounds):
        seating, turn = divmod(round_index, sets_per_seating)
        for table in range(request.tables):
            ns = size if table == 0 else (size - table - 1 + seating) % (size - 1) + 1
            ew = (table + seating) % (size - 1) + 1
            set_in_seating = (table - idle_tables + turn) % sets_per_seating
            board_set = seating * sets_per_seating + set_in_seating + 1
            yield Meeting(round_index + 1, table + 1, ns=ns, ew=ew, board_set=board_set)


def _check_howell_snow_guarantees(request: PlanRequest, sets_per_seating: int) -> dict[str, bool]:
    pairs = request.contestants
    is_complete = request.rounds == round_limits(pairs, request.options).legal_rounds[-1]
    has_whole_groups = request.rounds % sets_per_seating == 0
    return {
        "opponents-equally-often": is_complete,
        "everyone-plays-every-board": has_whole_groups and pairs % 2 == 0,
        "each-set-at-one-table": True,
        "compared-equally": is_complete and pairs in EQUAL_COMPARISON,
        # A group is compared as soon as it has been to every table.
        "one-winner": request.rounds >= sets_per_seating,
    }


SPEC = MovementSpec(
    key="howell-snow",
    name="Howell-Snow",
    contest="pairs",
    sizes="4 to 16 pairs",
    legal_sizes=range(4, 17),
    options=(SURPLUS,),
    guarantees=(
        "opponents-equally-often",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "compared-equally",
        "one-winner",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 47-48 (other numbers than 5 and 6 by the same rule)",
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Pairs change seats as in a Howell, but only after a group of sets has been to every table.",
    inventor_card="howell",
)
