"""The double Mitchell: two Mitchells that play the same boards and exchange their E-W pairs.

Both sections have the same odd number of tables. E-W pairs change sections after every round or
once, half way. If the number of pairs is odd, the E-W pair with the highest number is missing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from movements.families.mitchell.arrow_switch import (
    SWITCH_OF_LARGE_FIELD,
    has_switches,
    make_switches_error,
    with_chosen_switches,
)
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option

WEAVE = Option(
    "weave",
    "E-W change sections",
    {"rounds": "after every round", "half": "once, halfway through"},
    note="“After every round”: pairs meet both sections in each half of the session.",
    suggested_choices=("half",),
)
COPIES = Option(
    "copies",
    "Copies of the boards",
    {"2": "two: one per section", "1": "one: each table shares with the table opposite"},
    suggested_choices=("2",),
)
NAMES = {"rounds": "Double Mitchell, interwoven", "half": "Double Mitchell, two sections"}


FLOW = "double-half"
"""Where the switches are known: two sections that stay as they are, up to the exchange half way."""


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options: the weave, the copies, and the switches if there are any.

    >>> resolve_options(52, {}), resolve_options(52, {"switch": "tables"})[-1]
    ((('weave', 'rounds'), ('copies', '2')), ('switch', 'tables'))

    :raises MovementError: for switches that aren't known.
    """
    copies = (COPIES.name, COPIES.get_choice(chosen))
    switch = SWITCH_OF_LARGE_FIELD.get_choice(chosen)
    weave = (WEAVE.name, WEAVE.get_choice(chosen))
    if switch == "none":
        return (weave, copies)
    if switch == "last":
        return (weave, copies, (SWITCH_OF_LARGE_FIELD.name, switch))
    if chosen.get(WEAVE.name, "half") == "rounds":
        raise make_switches_error(SPEC.name, pairs, "weave=half, or switch=last")
    tables = (pairs + 1) // 2
    if not has_switches(FLOW, tables, tables // 2):
        raise make_switches_error(SPEC.name, pairs, "switch=last")
    return ((WEAVE.name, "half"), copies, (SWITCH_OF_LARGE_FIELD.name, "tables"))


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per table of both sections.

    With arrow-switches the sections stay apart, and there is one per table of a section.

    >>> round_limits(28, ())
    RoundLimits(legal_rounds=range(1, 15), default_rounds=14)
    >>> round_limits(52, (("weave", "half"), ("switch", "tables"))).default_rounds
    13
    """
    tables = (pairs + 1) // 2
    switch = dict(options).get(SWITCH_OF_LARGE_FIELD.name)
    if switch == "last":
        return RoundLimits(range(2, tables + 1), tables)
    if switch == "tables":
        row = tables // 2
        return RoundLimits(range(row, row + 1), row, min_reason="its switches are for all rounds")
    return RoundLimits(range(1 + pairs % 2, tables + 1), tables)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    Tables 1 to R are one section, R+1 to 2R the other. Table R+1 stands opposite table 1.

    N-S pairs are 1..2R, E-W pairs 2R+1..4R, pair 2R+1 starting at table 1.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("double-mitchell", tables=6)
    >>> [row.ew for row in plan.rows if row.table_no == 1]
    [7, 12, 8, 10, 9, 11]

    Source: [BRIDGECENTRAL] "Twin Mitchells" for the exchange half way; the weave of every round was
    worked out for it.
    """
    tables = request.tables
    copies = int(request.get_choice(COPIES.name) or COPIES.default)
    weave = request.get_choice(WEAVE.name) or WEAVE.default
    is_complete = request.rounds == tables
    is_full_field = request.contestants == 2 * tables
    absent = None if is_full_field else 2 * tables
    switch = request.get_choice(SWITCH_OF_LARGE_FIELD.name) or "none"
    is_switched = switch != "none"
    board_sets = tables // 2 if switch == "tables" else tables
    is_full_play = request.rounds == board_sets and is_full_field
    plan = replace(
        assemble_plan(
            SPEC,
            request,
            _iter_double_meetings(request, weave, copies),
            absent=absent,
            winners=2,
            board_sets=board_sets,
            holds_by_guarantee={
                "each-ns-meets-each-ew-once": is_complete and not is_switched,
                "no-opponents-twice": True,
                "everyone-plays-every-board": is_full_play,
                "one-winner": is_switched,
                "two-winners": not is_switched,
                "ns-pairs-stay": not is_switched,
                "sit-out-at-most-once": not is_full_field,
            },
        ),
        name=NAMES[weave],
        notes=_make_double_notes(tables // 2, weave, copies, keeps_sections=switch == "tables"),
        copies=copies,
    )
    return with_chosen_switches(plan, switch, FLOW)


def _iter_double_meetings(request: PlanRequest, weave: str, copies: int) -> Iterator[Meeting]:
    section_tables = request.tables // 2
    for index in range(request.rounds):
        half, moves = divmod(index, section_tables)
        # In the second half E-W start in the other row. With ``rounds`` they also cross each round.
        crossings = half + moves if weave == "rounds" else half
        for section, table_index in product((0, 1), range(section_tables)):
            board_set = half * section_tables + (table_index + moves) % section_tables + 1
            ns = section * section_tables + table_index + 1
            ew_section = (section + crossings) % 2
            ew = (
                2 * section_tables
                + 1
                + ew_section * section_tables
                + (table_index - moves) % section_tables
            )
            copy_no = section + 1 if copies == 2 else 1
            yield Meeting(index + 1, ns, ns=ns, ew=ew, board_set=board_set, copy_no=copy_no)


def _make_double_notes(
    section_tables: int, weave: str, copies: int, *, keeps_sections: bool
) -> tuple[str, ...]:
    if weave == "rounds":
        change = "E-W pairs go up one table and cross to the other section"
        half_way = f"after round {section_tables} new sets are put out and E-W pairs go up one table in their own section"
    else:
        change = "E-W pairs go up one table within their section, from its last table to its first"
        half_way = f"after round {section_tables} new sets are put out and E-W pairs go up one and cross to the other section"
    if keeps_sections:
        half_way = "sections stay as they are"
    if copies == 2:
        boards_note = "Each section has a copy of the boards."
    else:
        boards_note = "Each table shares with the one opposite."
    return (f"After each round {change}; {half_way}.", boards_note)


SPEC = MovementSpec(
    key="double-mitchell",
    name="Double Mitchell",
    aliases=("twin-mitchell", "interwoven-mitchell", "two-section-mitchell"),
    contest="pairs",
    sizes="11 to 76 pairs at twice an odd number of tables (6, 10, 14 to 38)",
    legal_sizes=tuple(pairs for pairs in range(11, 81) if (pairs + 1) // 2 % 4 == 2),
    options=(WEAVE, COPIES, SWITCH_OF_LARGE_FIELD),
    guarantees=(
        "each-ns-meets-each-ew-once",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "one-winner",
        "two-winners",
        "ns-pairs-stay",
        "sit-out-at-most-once",
    ),
    source="Bridge Central’s page on Twin Mitchells (exchange half way); the weave was worked out for it; "
    "arrow-switches found by search",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    about="Two sections play the same boards and swap their E-W pairs.",
)
