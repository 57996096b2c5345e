"""The hesitation Mitchell: E-W pairs play one round N-S at the last table before going on to table 1.

It has one round more than tables and one winner. Some rounds are arrow-switched to compare both
lines.
"""

from collections.abc import Iterator
from dataclasses import replace

from movements.families.mitchell.arrow_switch import HESITATION, get_rounds_to_switch, switch_arrows
from movements.layout import Meeting, assemble_plan
from movements.model import ByeStand, Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option

SWITCH = Option(
    "switch",
    "Arrow-switch",
    {"rounds": "in whole rounds", "none": "never"},
    note="“In whole rounds”: all tables except the last switch, so that all pairs are compared fairly.",
    suggested_choices=("rounds",),
)


def round_limits(pairs: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: two to one more than tables.

    >>> round_limits(16, ())
    RoundLimits(legal_rounds=range(2, 10), default_rounds=9)
    """
    most_rounds = (pairs + 1) // 2 + 1
    return RoundLimits(range(2, most_rounds + 1), most_rounds)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    N-S pairs are 1..T, E-W pairs T+1..2T. Pair T starts N-S at the last table and moves too.

    With an odd number of pairs the E-W pair of the highest number is missing from an odd number of
    tables, and N-S pair 1 from an even one, where tables 1 and last then have nothing to share.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("hesitation-mitchell", tables=3)
    >>> [(row.ns, row.ew) for row in plan.rows if row.table_no == 3]
    [(3, 6), (6, 5), (5, 4), (4, 3)]

    Source: [BRIDGECENTRAL] "Hesitation Mitchell" for an odd number of tables; [EXETER] for an even
    one.
    """
    tables = request.tables
    if request.contestants == 2 * tables:
        absent = None
    elif tables % 2:
        absent = 2 * tables
    else:
        absent = 1
    plan = replace(
        assemble_plan(
            SPEC,
            request,
            _iter_hesitation_meetings(request),
            absent=absent,
            winners=1,
            board_sets=tables + 1,
            holds_by_guarantee=_check_hesitation_guarantees(request),
        ),
        bye_stands=_list_bye_stands(request),
        notes=(
            f"The pair that has played E-W at table {tables} sits N-S there for the next round, then goes to table 1 "
            "as E-W.",
        ),
    )
    if request.get_choice(SWITCH.name) == "none":
        return plan
    if absent is None:
        missing_direction = ""
    elif absent > tables:
        missing_direction = "ew"
    else:
        missing_direction = "ns"
    switched_rounds = get_rounds_to_switch(HESITATION, tables, request.rounds, missing_direction)
    return switch_arrows(
        plan, lambda row: row.round_no in switched_rounds and row.table_no < tables
    )


def _get_stop(tables: int, table_index: int) -> int:
    """Return the position of a table among the stops of the sets.

    Half way round is a bye-stand, or two if the number of tables is even. Then the last table has the
    stop of the first.
    """
    if table_index < tables // 2:
        return table_index
    return table_index + _count_bye_stands(tables)


def _count_bye_stands(tables: int) -> int:
    return 2 if tables % 2 == 0 else 1


def _iter_hesitation_meetings(request: PlanRequest) -> Iterator[Meeting]:
    tables = request.tables
    stops = tables + 1
    # The moving pairs by where they start: E-W at tables 1 to last, then N-S at the last.
    moving_pairs = [*range(tables + 1, 2 * tables + 1), tables]
    for index in range(request.rounds):
        for table_index in range(tables):
            ns = (
                table_index + 1
                if table_index < tables - 1
                else moving_pairs[(tables - index) % stops]
            )
            board_set = (_get_stop(tables, table_index) + index) % stops + 1
            yield Meeting(
                index + 1,
                table_index + 1,
                ns=ns,
                ew=moving_pairs[(table_index - index) % stops],
                board_set=board_set,
            )


def _list_bye_stands(request: PlanRequest) -> tuple[ByeStand, ...]:
    tables = request.tables
    half = tables // 2
    stops = range(half, half + _count_bye_stands(tables))
    return tuple(
        ByeStand(index + 1, (stop + index) % (tables + 1) + 1, half)
        for index in range(request.rounds)
        for stop in stops
    )


def _check_hesitation_guarantees(request: PlanRequest) -> dict[str, bool]:
    tables = request.tables
    is_full_field = request.contestants == 2 * tables
    return {
        "no-opponents-twice": True,
        "everyone-plays-every-board": is_full_field and request.rounds == tables + 1,
        "each-set-at-one-table": tables % 2 == 1 or not is_full_field,
        "one-winner": True,
        "sit-out-at-most-once": not is_full_field,
    }


SPEC = MovementSpec(
    key="hesitation-mitchell",
    name="Hesitation Mitchell",
    aliases=("hesitation", "swivel-mitchell"),
    contest="pairs",
    sizes="5 to 40 pairs (3 to 20 tables)",
    legal_sizes=range(5, 41),
    options=(SWITCH,),
    guarantees=(
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="Bridge Central’s page on the Hesitation Mitchell (odd number of tables); Exeter Bridge Club’s list of "
    "movements (even number); the rounds to switch were found by trial",
    round_limits=round_limits,
    build=build,
    nested=False,
    about="E-W pairs play one round N-S at the last table before moving to table 1.",
)
