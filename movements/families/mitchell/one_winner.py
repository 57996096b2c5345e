"""The Mitchell with one winner: arrow-switched rounds compare N-S and E-W pairs.

The seats are those of the Mitchell. Whole rounds or single tables are switched. Which ones was
found by search, for every number of tables and rounds.
"""

from collections.abc import Mapping
from dataclasses import replace

from movements.families.mitchell import plain as mitchell
from movements.families.mitchell.arrow_switch import (
    PLAIN,
    get_rounds_to_switch,
    get_tables_to_switch,
    switch_arrows,
)
from movements.families.mitchell.plain import EVEN_OPTION, HALF_TABLE
from movements.layout import make_plan_from_seats
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error

SWITCH = Option(
    "switch",
    "Arrow-switch",
    {"rounds": "in whole rounds", "tables": "at some tables"},
    note=(
        "Whole rounds are easy to announce. Switches at some tables, shown on the guide cards, compare pairs more "
        "evenly. At most 20 tables."
    ),
)
MAX_TABLES = 20
LARGE_FIELD = 32
"""From this number of tables on, switches are known for at most twenty rounds. Nobody plays more in
one sitting."""
MOST_ROUNDS_OF_LARGE_FIELD = 20
NAMES = {"rounds": "One-winner Mitchell", "tables": "One-winner Mitchell, some tables switched"}


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options that apply to *pairs*, those of the Mitchell first.

    >>> resolve_options(15, {})
    (('even', 'skip'), ('half_table', 'ew'), ('switch', 'rounds'))

    :raises MovementError: as :func:`movements.families.mitchell.plain.resolve_options` does.
    :raises MovementError: for switches of single tables with more than 20 tables.
    """
    switch = SWITCH.get_choice(chosen)
    tables = (pairs + 1) // 2
    if switch == "tables" and tables > MAX_TABLES:
        raise make_choice_does_not_fit_error(
            movement=SPEC.name,
            option=SWITCH.name,
            choice=switch,
            requirement=f"at most {MAX_TABLES} tables",
            size=pairs,
            tables=tables,
            alternative="switch=rounds",
        )
    seats = {name: choice for name, choice in chosen.items() if name != SWITCH.name}
    return (*mitchell.resolve_options(pairs, seats, SPEC.name), (SWITCH.name, switch))


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds of a Mitchell, at least two.

    From 32 tables on there are at most twenty.

    >>> round_limits(14, ())
    RoundLimits(legal_rounds=range(2, 8), default_rounds=7)
    >>> round_limits(80, (("even", "skip"),))
    RoundLimits(legal_rounds=range(2, 21), default_rounds=20)
    """
    limits = mitchell.round_limits(pairs, options)
    most_rounds = limits.legal_rounds[-1]
    max_reason = limits.max_reason
    if most_rounds >= LARGE_FIELD:
        most_rounds = MOST_ROUNDS_OF_LARGE_FIELD
        max_reason = "no switches for more rounds are known for this many tables"
    return RoundLimits(
        range(2, most_rounds + 1), min(limits.default_rounds, most_rounds), max_reason
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan: a Mitchell with some rows arrow-switched and one winner.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("one-winner-mitchell", tables=7)
    >>> sorted({row.round_no for row in plan.rows if row.arrow_switched})
    [7]

    Source: [BALANCE] for the measure and for the best known figures, which the full plans reach.
    """
    flow = request.get_choice(EVEN_OPTION.name) or PLAIN
    is_by_tables = request.get_choice(SWITCH.name) == "tables"
    switched_rounds: frozenset[int] = frozenset()
    if not is_by_tables:
        missing_direction = request.get_choice(HALF_TABLE.name) or ""
        switched_rounds = get_rounds_to_switch(
            flow, request.tables, request.rounds, missing_direction
        )
    plan = replace(
        make_plan_from_seats(
            SPEC,
            request,
            mitchell.make_seated_rows(request, switched_rounds),
            winners=1,
            board_sets=request.tables,
            holds_by_guarantee=_check_one_winner_guarantees(request),
        ),
        name=NAMES[request.get_choice(SWITCH.name) or SWITCH.default],
        bye_stands=mitchell.list_bye_stands(request),
    )
    if is_by_tables:
        cells = get_tables_to_switch(flow, request.tables, request.rounds)
        return switch_arrows(plan, lambda row: (row.round_no, row.table_no) in cells)
    return plan


def _check_one_winner_guarantees(request: PlanRequest) -> dict[str, bool]:
    tables, rounds = request.tables, request.rounds
    even = request.get_choice(EVEN_OPTION.name)
    is_full_field = request.contestants == 2 * tables
    has_repeats = even == "skip" and rounds == tables
    return {
        "no-opponents-twice": not has_repeats,
        "everyone-plays-every-board": rounds == tables and is_full_field,
        "each-set-at-one-table": even != "share" or request.get_choice(HALF_TABLE.name) == "ns",
        "one-winner": True,
        "sit-out-at-most-once": not is_full_field and not has_repeats,
    }


SPEC = MovementSpec(
    key="one-winner-mitchell",
    name="One-winner Mitchell",
    aliases=("arrow-switched-mitchell", "switched-mitchell", "scrambled-mitchell"),
    contest="pairs",
    sizes="5 to 80 pairs (3 to 40 tables)",
    legal_sizes=range(5, 81),
    options=(EVEN_OPTION, HALF_TABLE, SWITCH),
    guarantees=(
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="the Mitchell of Whist and Duplicate Whist, 1900, and the laws of 1926; switches found by search, measured "
    "as Ross Moore and John Manning do",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    nested=False,
    about="A Mitchell with some rounds arrow-switched, giving one ranking for everyone.",
)
