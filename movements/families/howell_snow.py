"""The Howell-Snow system: pairs change seats as in a Howell after each group of sets.

A group is finished when it has been to every table.

Responsible for the starts of five and six pairs printed in 1900 and the same start for other
numbers.  With an odd number the stationary seat is empty, its table lies still, and whoever comes
there sits out.
"""

from collections.abc import Iterator
from dataclasses import replace

from movements.families.snow import SURPLUS
from movements.layout import Meeting, assemble
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


def _group(pairs: int, options: Options) -> int:
    """Return the number of sets played at one seating. Tables with a sit-out don't count."""
    return pairs // 2 + int(dict(options)[SURPLUS.name])


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to all sets at every seating.

    Odd numbers of pairs need a second seating.

    >>> round_limits(6, (("surplus", "0"),))
    RoundLimits(legal=range(1, 16), usual=15)
    """
    group = _group(pairs, options)
    most = (pairs + pairs % 2 - 1) * group
    return RoundLimits(range(group + 1 if pairs % 2 else 1, most + 1), most)


def build(request: PlanRequest) -> Movement:
    """Return the plan: table t starts with pairs n+1-t N-S and t E-W, pair n keeps its seat.

    One round is one set at every table; only the sets of the seatings that are reached are laid
    out.

    >>> from movements import make_plan
    >>> plan = make_plan("howell-snow", pairs=6)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no in (3, 4)]
    [(6, 1, 3), (5, 2, 1), (4, 3, 2), (6, 2, 4), (1, 3, 5), (5, 4, 6)]

    Source: [WDW1900] pp. 47-48 (other numbers than 5 and 6 by the same rule).
    """
    group = _group(request.contestants, request.options)
    size = 2 * request.tables
    absent = size if request.contestants < size else None
    notes = (*NOTES, SURPLUS_NOTE) if request.option(SURPLUS.name) != "0" else NOTES
    plan = replace(
        assemble(
            SPEC,
            request,
            _meetings(request, group),
            absent=absent,
            winners=1,
            board_sets=-(-request.rounds // group) * group,
            promises=_promises(request, group),
        ),
        notes=notes,
    )
    # No set lies where a pair sits out: the round trip leaves that table out.
    return replace(
        plan, sit_outs=tuple(replace(sit_out, board_set=None) for sit_out in plan.sit_outs)
    )


def _meetings(request: PlanRequest, group: int) -> Iterator[Meeting]:
    size = 2 * request.tables
    idle = request.contestants % 2  # tables that lie still
    for index in range(request.rounds):
        seating, turn = divmod(index, group)
        for place in range(request.tables):
            ns = size if place == 0 else (size - place - 1 + seating) % (size - 1) + 1
            ew = (place + seating) % (size - 1) + 1
            board_set = seating * group + (place - idle + turn) % group + 1
            yield Meeting(index + 1, place + 1, ns, ew, board_set)


def _promises(request: PlanRequest, group: int) -> dict[str, bool]:
    pairs = request.contestants
    complete = request.rounds == round_limits(pairs, request.options).legal[-1]
    return {
        "opponents-equally-often": complete,
        "everyone-plays-every-board": request.rounds % group == 0 and pairs % 2 == 0,
        "each-set-at-one-table": True,
        "compared-equally": complete and pairs in EQUAL_COMPARISON,
        "one-winner": request.rounds >= group,
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
    own_card="howell",
)
