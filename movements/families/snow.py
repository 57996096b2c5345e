"""Snow's system: E-W pairs sit still until a group of sets has been to every table, then go up one.

Responsible for two to seven tables, as the book lists them, and for the surplus sets that wait
their turn.  An odd number of pairs plays without the E-W pair of the highest number.
"""

from collections.abc import Iterator
from dataclasses import replace

from movements.layout import Meeting, assemble
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, numbers

SURPLUS = Option(
    "surplus",
    "Sets beyond the number of tables",
    numbers(*range(7)),
    note="Played before E-W change tables; they wait at the last table in play.",
    advised=("0",),
)
NOTES = (
    "All pairs keep their seats while the sets go down one table at a time, from table 1 to the last.",
    "When every table has played the whole group, E-W go up one table and new sets are put out.",
)
SURPLUS_NOTE = "Extra sets wait at the last table; a set from table 1 goes behind them."


def _group(tables_in_play: int, options: Options) -> int:
    """Return how many sets are played at one seating."""
    return tables_in_play + int(dict(options)[SURPLUS.name])


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to all sets at every seating.

    Odd numbers of pairs need a second seating.

    >>> round_limits(8, (("surplus", "1"),))
    RoundLimits(legal=range(1, 21), usual=20)
    """
    tables = (pairs + 1) // 2
    group = _group(tables, options)
    return RoundLimits(range(group + 1 if pairs % 2 else 1, tables * group + 1), tables * group)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    N-S pairs are 1..T, E-W pairs T+1..2T. A round is one set at every table.

    A missing pair leaves number 2T empty.  Only the sets of the seatings that are reached are laid
    out.

    >>> from movements import make_plan
    >>> plan = make_plan("snow", tables=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no in (3, 4)]
    [(1, 4, 3), (2, 5, 1), (3, 6, 2), (1, 6, 4), (2, 4, 5), (3, 5, 6)]

    Source: [WDW1900] p. 35.
    """
    group = _group(request.tables, request.options)
    seatings = -(-request.rounds // group)
    absent = 2 * request.tables if request.contestants % 2 else None
    notes = NOTES if group == request.tables else (*NOTES, SURPLUS_NOTE)
    return replace(
        assemble(
            SPEC,
            request,
            _meetings(request, group),
            absent=absent,
            winners=2,
            board_sets=seatings * group,
            promises=_promises(request, group),
        ),
        notes=notes,
    )


def _meetings(request: PlanRequest, group: int) -> Iterator[Meeting]:
    tables = request.tables
    for index in range(request.rounds):
        seating, turn = divmod(index, group)
        for place in range(tables):
            ew = tables + 1 + (place - seating) % tables
            yield Meeting(
                index + 1, place + 1, place + 1, ew, seating * group + (place + turn) % group + 1
            )


def _promises(request: PlanRequest, group: int) -> dict[str, bool]:
    whole_group = request.rounds % group == 0
    return {
        "opponents-equally-often": request.rounds == request.tables * group,
        "everyone-plays-every-board": whole_group and request.contestants == 2 * request.tables,
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
