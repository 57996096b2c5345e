"""The appendix Mitchell: tables added to a shorter Mitchell.

Each added table shares the boards of a base table. A base has 5 to 25 tables, not divisible by two
or three, and at most as many are added. If the number of pairs is odd, the E-W pair with the
highest number is missing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from movements.families.mitchell.arrow_switch import (
    SWITCH_OF_LARGE_FIELD,
    has_switches,
    make_switches_error,
    with_chosen_switches,
)
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.refusals import make_choice_does_not_fit_error

DEFAULT_BASE = 13
BASES = (5, 7, 11, 13, 17, 19, 23, 25, 29, 31, 35, 37)
BASE = Option(
    "base",
    "Tables of the inner Mitchell",
    {"usual": "as near to 13 as possible"} | make_number_phrases(*BASES),
    note=(
        "Also the number of sets and rounds. It can’t be divided by 2 or 3, and is at least half the tables, but not "
        "all."
    ),
    # With more sets a pair plays only a part of them in one sitting; with 17 a cupboard of 36 boards
    # still serves up to 34 tables.
    suggested_choices=("11", "13", "17"),
)
COPIES = Option(
    "copies",
    "Copies of the boards",
    {"2": "two: added tables have their own", "1": "one: added tables share"},
    suggested_choices=("2",),
)


def list_possible_bases(tables: int) -> list[int]:
    """Return the possible numbers of base tables.

    >>> list_possible_bases(14)
    [7, 11, 13]
    """
    return [base for base in BASES if base < tables <= 2 * base]


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options: the base, chosen or usual, the copies, and the switches if there are any.

    >>> resolve_options(30, {})
    (('base', '13'), ('copies', '2'))

    :raises MovementError: for a base that is too large or too small.
    :raises MovementError: for switches that aren't known.
    """
    tables = (pairs + 1) // 2
    possible_bases = list_possible_bases(tables)
    base = BASE.get_choice(chosen)
    switch = SWITCH_OF_LARGE_FIELD.get_choice(chosen)
    if switch == "tables":
        possible_bases = [
            number for number in possible_bases if has_switches(_get_flow(number), tables, number)
        ]
        if not possible_bases:
            raise make_switches_error(SPEC.name, pairs, "switch=last, or 33 to 52 pairs")
    if base == "usual":
        base = str(min(possible_bases, key=lambda number: abs(number - DEFAULT_BASE)))
    if int(base) not in possible_bases:
        raise make_choice_does_not_fit_error(
            movement=SPEC.name,
            option=BASE.name,
            choice=base,
            requirement=f"{int(base) + 1} to {2 * int(base)} tables",
            size=pairs,
            tables=tables,
            alternative=" or ".join(f"base={number}" for number in possible_bases),
        )
    resolved = ((BASE.name, base), (COPIES.name, COPIES.get_choice(chosen)))
    if switch == "none":
        return resolved
    return (*resolved, (SWITCH_OF_LARGE_FIELD.name, switch))


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per table of the base.

    With arrow-switches all of them are played.

    >>> round_limits(30, (("base", "13"), ("copies", "2")))
    RoundLimits(legal_rounds=range(1, 14), default_rounds=13)
    """
    base = int(dict(options)[BASE.name])
    switch = dict(options).get(SWITCH_OF_LARGE_FIELD.name)
    if switch == "tables":
        return RoundLimits(
            range(base, base + 1), base, min_reason="its switches are for all rounds"
        )
    if switch == "last":
        # With all rounds, switches at some tables are fairer.
        suggested_rounds = (
            range(2, base) if has_switches(_get_flow(base), (pairs + 1) // 2, base) else None
        )
        return RoundLimits(range(2, base + 1), base, suggested_rounds=suggested_rounds)
    return RoundLimits(range(1 + pairs % 2, base + 1), base)


def _get_flow(base: int) -> str:
    """Return the name under which the switches are known."""
    return f"appendix-{base}"


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    Tables 1 to B are the base. Table B+1 is added to table 1, B+2 to table 2 and so on.

    N-S pairs are 1..T, E-W pairs T+1..2T by the table where they start.  Where a table is added,
    the N-S pair of the base table and the E-W pair of the added table keep their seats; the other
    E-W pairs go up one place, the other N-S pairs up two, so that they pass through the added
    tables.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("appendix-mitchell", tables=6)
    >>> [(row.ns, row.ew) for row in plan.rows if row.round_no == 2]
    [(1, 11), (5, 7), (6, 8), (2, 9), (3, 10), (4, 12)]

    Source: [BRIDGECENTRAL] "Appendix Mitchell" (Beynon's); any base that neither two nor three
    divides serves as well as the prime numbers asked for there.
    """
    tables = request.tables
    base = int(request.get_choice(BASE.name) or DEFAULT_BASE)
    copies = int(request.get_choice(COPIES.name) or COPIES.default)
    is_complete = request.rounds == base
    absent = None if request.contestants == 2 * tables else 2 * tables
    switch = request.get_choice(SWITCH_OF_LARGE_FIELD.name) or "none"
    is_switched = switch != "none"
    plan = replace(
        assemble_plan(
            SPEC,
            request,
            _iter_appendix_meetings(request, base, copies),
            absent=absent,
            winners=2,
            board_sets=base,
            holds_by_guarantee={
                "no-opponents-twice": True,
                "everyone-plays-every-board": is_complete and request.contestants == 2 * tables,
                "one-winner": is_switched,
                "two-winners": not is_switched,
                "sit-out-at-most-once": request.contestants % 2 == 1,
            },
        ),
        notes=_make_appendix_notes(tables, base, copies),
        copies=copies,
    )
    return with_chosen_switches(plan, switch, _get_flow(base))


def _iter_appendix_meetings(request: PlanRequest, base: int, copies: int) -> Iterator[Meeting]:
    tables = request.tables
    added_tables = tables - base
    # The N-S pairs that move, by the place where they start: first those of the added tables, then
    # those of the tables to which none is added.
    moving_ns = [*range(base + 1, tables + 1), *range(added_tables + 1, base + 1)]
    for index in range(request.rounds):
        for table in range(tables):
            table_index = table % base
            ns = table + 1 if table < added_tables else moving_ns[(table_index - 2 * index) % base]
            ew = tables + table + 1 if table >= base else tables + 1 + (table_index - index) % base
            copy_no = 2 if copies == 2 and table >= base else 1
            yield Meeting(
                index + 1,
                table + 1,
                ns=ns,
                ew=ew,
                board_set=(table_index + index) % base + 1,
                copy_no=copy_no,
            )


def _make_appendix_notes(tables: int, base: int, copies: int) -> tuple[str, ...]:
    added_count = tables - base
    where = "table 1" if added_count == 1 else f"tables 1 to {added_count}"
    added_tables = f"table {base + 1}" if added_count == 1 else f"tables {base + 1} to {tables}"
    boards = "plays a copy of" if copies == 2 else "shares"
    return (
        f"N-S at {where} and E-W at {added_tables} keep their seats; each added table {boards} the boards of the table it is "
        "added to.",
        f"All other E-W pairs go up one table, from table {base} to 1. All other N-S pairs go up two places, to the "
        "added table if there is one.",
    )


SPEC = MovementSpec(
    key="appendix-mitchell",
    name="Appendix Mitchell",
    aliases=("appendix",),
    contest="pairs",
    sizes="11 to 80 pairs (6 to 40 tables)",
    legal_sizes=range(11, 81),
    options=(BASE, COPIES, SWITCH_OF_LARGE_FIELD),
    guarantees=(
        "no-opponents-twice",
        "everyone-plays-every-board",
        "one-winner",
        "two-winners",
        "sit-out-at-most-once",
    ),
    source="Bridge Central’s page on the Appendix Mitchell of Beynon; any base that neither two nor three divides "
    "serves; arrow-switches found by search",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    about="Tables added to a shorter Mitchell, each sharing the boards of the table it is added to.",
)
