"""The rover Mitchell: full tables and one extra pair.

The extra pair takes the seats of N-S pairs in turn, and they sit out. There are 4 to 20 tables. A
late pair can still join during round 1, since the rover sits it out.
"""

from collections.abc import Mapping
from dataclasses import replace

from movements.families.mitchell.plain import (
    EVEN_OPTION,
    iter_mitchell_meetings,
    list_bye_stands,
    make_needs_even_tables_error,
)
from movements.layout import assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, SitOut

FLOW_OPTION = replace(
    EVEN_OPTION,
    default="share",
    note="The first and last tables share a set while another waits halfway round.",
)

ROVER_TABLES: dict[tuple[int, str | None], tuple[int, ...]] = {
    (4, "share"): (1, 4, 2),
    (4, "skip"): (1, 2),
    (5, None): (1, 3, 5, 2),
    (6, "share"): (1, 3, 5, 2, 4),
    (6, "skip"): (1, 3, 6, 2),
    (7, None): (1, 3, 5, 7, 2, 4),
    (8, "share"): (1, 6, 2, 7, 3, 8, 4),
    (8, "skip"): (1, 3, 5, 2, 4, 6),
    (9, None): (1, 5, 9, 2, 4, 7, 3, 6),
    (10, "share"): (1, 7, 2, 8, 3, 9, 4, 10, 5),
    (10, "skip"): (1, 3, 5, 7, 2, 4, 6, 8),
    (11, None): (1, 3, 5, 7, 9, 11, 2, 4, 6, 8),
    (12, "share"): (3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8),
    (12, "skip"): (1, 3, 5, 11, 8, 6, 4, 2, 7, 9),
    (13, None): (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10),
    (14, "share"): (1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7),
    (14, "skip"): (1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12),
    (15, None): (1, 3, 5, 7, 9, 12, 14, 2, 4, 6, 8, 10, 11, 13),
    (16, "share"): (1, 3, 5, 9, 14, 12, 4, 7, 13, 6, 2, 15, 11, 8, 10),
    (16, "skip"): (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 12, 14),
    (17, None): (1, 3, 5, 7, 9, 11, 13, 15, 17, 2, 4, 6, 8, 10, 12, 14),
    (18, "share"): (1, 3, 5, 8, 13, 9, 16, 18, 4, 17, 10, 6, 11, 7, 2, 12, 14),
    (18, "skip"): (1, 3, 5, 7, 12, 10, 2, 14, 15, 9, 4, 6, 8, 11, 13, 16),
    (19, None): (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 2, 4, 6, 8, 10, 12, 14, 16),
    (20, "share"): (18, 5, 14, 12, 17, 6, 8, 15, 4, 19, 16, 2, 11, 7, 1, 10, 13, 20, 3),
    (20, "skip"): (1, 3, 5, 7, 9, 11, 13, 15, 17, 2, 4, 6, 8, 10, 12, 14, 16, 18),
}
"""The rover's tables from round 2 on, by tables and flow.

6 to 15 tables without a skip are from [EBUMOVES]. The others were found by trying tables in turn,
so that the rover meets nobody, plays no set and displaces no pair twice.
"""

REMATCH_ROUND_BY_TABLES = {9: 9, 15: 14}
"""The round in which the rover must meet an E-W pair again, by number of tables."""


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the option for an even number of full tables, none for an odd number.

    >>> resolve_options(17, {})
    (('even', 'share'),)

    :raises MovementError: for a skip with an odd number of full tables.
    """
    tables = pairs // 2
    if tables % 2 == 0:
        return ((FLOW_OPTION.name, FLOW_OPTION.get_choice(chosen)),)
    if FLOW_OPTION.get_choice(chosen) != FLOW_OPTION.default:
        raise make_needs_even_tables_error(
            movement=SPEC.name,
            option=FLOW_OPTION.name,
            choice=chosen[FLOW_OPTION.name],
            size=pairs,
            tables=tables,
        )
    return ()


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: two to one per table, with a skip one fewer.

    >>> round_limits(17, (("even", "skip"),))
    RoundLimits(legal_rounds=range(2, 8), default_rounds=7)
    """
    most_rounds = 1 + len(ROVER_TABLES[pairs // 2, dict(options).get(FLOW_OPTION.name)])
    return RoundLimits(range(2, most_rounds + 1), most_rounds)


def build(request: PlanRequest) -> Movement:
    """Return the plan: N-S pairs are 1..T, E-W pairs T+1..2T as in a Mitchell, the rover is 2T+1.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("rover-mitchell", pairs=11)
    >>> [(row.round_no, row.table_no) for row in plan.rows if row.ns == 11]
    [(2, 1), (3, 3), (4, 5), (5, 2)]
    >>> [(one.round_no, one.contestant) for one in plan.sit_outs]
    [(1, 11), (2, 1), (3, 3), (4, 5), (5, 2)]

    Source: [EBUMOVES] section M6.
    """
    rover = request.contestants
    tables = request.contestants // 2
    full_request = replace(request, contestants=2 * tables)
    # In round 1 the rover sits out.
    visited_tables = (None, *ROVER_TABLES[tables, request.get_choice(FLOW_OPTION.name)])
    rover_meetings = []
    for meeting in iter_mitchell_meetings(full_request):
        if visited_tables[meeting.round_no - 1] == meeting.table_no:
            rover_meetings.append(meeting._replace(ns=rover))
        else:
            rover_meetings.append(meeting)
    rover_tables = ", ".join(map(str, visited_tables[1 : request.rounds]))
    rover_note = (
        f"Pair {rover} is the rover. It sits out round 1, then plays N-S at table {rover_tables} "
        "in turn. The N-S pair of that table sits out."
    )
    plan = replace(
        assemble_plan(
            SPEC,
            request,
            rover_meetings,
            absent=None,
            winners=2,
            board_sets=tables,
            holds_by_guarantee=_check_rover_guarantees(request),
        ),
        bye_stands=list_bye_stands(full_request),
        notes=(rover_note,),
    )
    # The N-S pair of a table has its number, so the visited table names the pair that sits out.
    waiting_pairs = [table_no or rover for table_no in visited_tables]
    sit_outs = tuple(
        SitOut(round_no, waiting_pairs[round_no - 1]) for round_no in range(1, request.rounds + 1)
    )
    return replace(plan, tables=tables, sit_outs=sit_outs)


def _check_rover_guarantees(request: PlanRequest) -> dict[str, bool]:
    rematch_round = REMATCH_ROUND_BY_TABLES.get(request.contestants // 2)
    return {
        "no-opponents-twice": rematch_round is None or request.rounds < rematch_round,
        "each-set-at-one-table": request.get_choice(FLOW_OPTION.name) != "share",
        "two-winners": True,
        "sit-out-at-most-once": True,
    }


SPEC = MovementSpec(
    key="rover-mitchell",
    name="Rover Mitchell",
    aliases=("bump-mitchell", "rover", "bump"),
    contest="pairs",
    sizes="9 to 41 pairs, an odd number (4 to 20 full tables and one pair more)",
    legal_sizes=range(9, 42, 2),
    options=(FLOW_OPTION,),
    guarantees=(
        "no-opponents-twice",
        "each-set-at-one-table",
        "two-winners",
        "sit-out-at-most-once",
    ),
    source="Movement notes of the English Bridge Union’s scoring program, section M6, for 6 to 15 tables; the rest "
    "found by trial",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    about="One extra pair plays in turn in the seats of N-S pairs, which then sit out.",
)
