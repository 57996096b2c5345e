"""Clay's system: E-W pairs go up one table and carry along the deal just played.

N-S pairs keep their tables.  Each table has a queue of board sets, in groups: E-W play the front
group, then take it to the back of the next table's queue.  The plain form has two groups of one
set; the book's modifications of 1900 have larger, unequal or more groups.  If the number of pairs
is odd, the E-W pair with the highest number is missing.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import gcd

from movements.errors import MovementError
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.refusals import make_choice_does_not_fit_error, make_choices_contradict_error

SETS_LIMIT = 40
"""The total number of sets below which the book's lists of possible movements end."""

PLAN_NAMES = {
    "unequal": "Clay, second modification",
    "single": "Clay, third modification",
    "extra": "Clay, fourth modification",
}

GROUPS = Option(
    "groups",
    "Sets per table",
    {
        "equal": "two, in turn",
        "unequal": "two unequal groups",
        "single": "any number, one at a time",
        "extra": "two, with more at some tables",
    },
    note="“Two, in turn” with more boards per set is the first modification.",
    suggested_choices=("equal",),
)
SETS = Option(
    "sets",
    "Board sets per table",
    {"usual": "fewest possible"} | make_number_phrases(*range(3, 19)),
    note="For unequal groups or one at a time: sets at each table. For more at some tables: sets at those tables.",
    suggested_choices=("usual",),
)
EXTRA_AT = Option(
    "extra_at",
    "Tables with more sets",
    {
        "middle": "in the middle",
        "first": "the first",
        "last": "the last",
        "first-and-last": "the first and the last",
    },
    note="Only if some tables have more sets than others.",
    suggested_choices=("middle",),
)


def list_fitting_sets(
    groups: str, tables: int, extra_at: str = EXTRA_AT.default
) -> tuple[int, ...]:
    """Return the possible numbers of sets at a table in ascending order.

    >>> list_fitting_sets("single", 7)
    (3, 4, 5)
    >>> list_fitting_sets("extra", 8)
    (10, 18)

    Source: [WDW1900] p. 34, the lists of tables and deals.
    """
    choices = [int(choice) for choice in SETS.choices[1:]]
    return tuple(
        number
        for number in choices
        if _can_have_sets(groups, tables, number)
        and sum(_list_set_counts(groups, tables, number, extra_at)) < SETS_LIMIT
    )


def _can_have_sets(groups: str, tables: int, sets: int) -> bool:
    if groups == "unequal":
        return sets % 2 == 1
    if groups == "single":
        # With a common divisor a set would return to an E-W pair before all of them have played it.
        return gcd(tables, sets - 1) == 1
    return sets % tables == 2 % tables


def _list_set_counts(groups: str, tables: int, sets: int, extra_at: str) -> list[int]:
    """Return the number of sets at each table."""
    if groups != "extra":
        return [sets] * tables
    first_table = 0
    middle_table = (tables - 1) // 2
    last_table = tables - 1
    enlarged_tables = {
        "middle": {middle_table},
        "first": {first_table},
        "last": {last_table},
        "first-and-last": {first_table, last_table},
    }[extra_at]
    counts = [2] * tables
    for table in enlarged_tables:
        counts[table] = sets
    return counts


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options that apply. Those that aren't *chosen* have their default.

    >>> resolve_options(6, {"groups": "single"})
    (('groups', 'single'), ('sets', '3'))

    :raises MovementError: for ``sets`` or ``extra_at`` with groups that have no use for it.
    :raises MovementError: for a number of sets that does not work at this number of tables.
    """
    groups = GROUPS.get_choice(chosen)
    sets = SETS.get_choice(chosen)
    extra_at = EXTRA_AT.get_choice(chosen)
    if groups == "equal" and sets != SETS.default:
        raise _make_contradiction_error(
            "sets", sets, groups, "groups=unequal, groups=single or groups=extra"
        )
    if groups != "extra" and extra_at != EXTRA_AT.default:
        raise _make_contradiction_error("extra_at", extra_at, groups, "groups=extra")
    if groups == "equal":
        return ((GROUPS.name, groups),)
    number = _choose_set_count(pairs, groups, sets, extra_at)
    resolved = ((GROUPS.name, groups), (SETS.name, str(number)))
    if groups == "extra":
        return (*resolved, (EXTRA_AT.name, extra_at))
    return resolved


def _make_contradiction_error(option: str, choice: str, groups: str, instead: str) -> MovementError:
    return make_choices_contradict_error(
        movement=SPEC.name,
        option=option,
        choice=choice,
        contradiction=f"groups={groups}",
        alternative=instead,
    )


def _choose_set_count(pairs: int, groups: str, sets: str, extra_at: str) -> int:
    tables = (pairs + 1) // 2
    possible_sets = list_fitting_sets(groups, tables, extra_at)
    is_default = sets == SETS.default
    if is_default and possible_sets:
        return possible_sets[0]
    if not is_default and int(sets) in possible_sets:
        return int(sets)
    requirement = {
        "unequal": "an odd number of sets, fewer than 40",
        "single": "fewer than 40 sets, and a number of tables with no common divisor with the sets per table less one",
        "extra": "fewer than 40 sets, with two per table plus a multiple of the number of tables at the larger ones",
    }[groups]
    if possible_sets:
        instead = f"one of sets={', '.join(map(str, possible_sets))}"
    else:
        instead = "groups=equal"
    # Without a chosen number of sets it is the groups that don't fit.
    option, choice = (GROUPS.name, groups) if is_default else (SETS.name, sets)
    raise make_choice_does_not_fit_error(
        movement=SPEC.name,
        option=option,
        choice=choice,
        requirement=requirement,
        size=pairs,
        tables=tables,
        alternative=instead,
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per set.

    If the number of pairs is odd, E-W have to change tables at least once.

    >>> round_limits(10, (("groups", "equal"),))
    RoundLimits(legal_rounds=range(1, 11), default_rounds=10)
    """
    queues = _make_start_queues((pairs + 1) // 2, options)
    most_rounds = _count_sets(queues)
    # Otherwise the N-S pair at the table of the missing pair would play no round.
    fewest_rounds = len(queues[0][0]) + 1 if pairs % 2 else 1
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def _count_sets(queues: Sequence[Sequence[tuple[int, ...]]]) -> int:
    return sum(len(group) for queue in queues for group in queue)


def _make_start_queues(tables: int, options: Options) -> list[list[tuple[int, ...]]]:
    """Return the groups of sets at each table before play, the front group first.

    Sets are numbered in table order.
    """
    choice_by_name = dict(options)
    groups = choice_by_name[GROUPS.name]
    counts = _list_set_counts(
        groups, tables, int(choice_by_name.get(SETS.name, 2)), EXTRA_AT.get_choice(choice_by_name)
    )
    set_numbers = iter(range(1, sum(counts) + 1))
    queues = []
    for count in counts:
        sets = tuple(islice(set_numbers, count))
        if groups == "unequal":
            queues.append([sets[: count // 2], sets[count // 2 :]])
        else:
            queues.append([(number,) for number in sets])
    return queues


def build(request: PlanRequest) -> Movement:
    """Return the plan: N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1.

    If a pair is missing, nobody has number 2T.  A plan of full length uses every set once.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("clay", tables=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 6, 2), (2, 4, 4), (3, 5, 6)]

    Source: [WDW1900] pp. 33-34.
    """
    start_queues = _make_start_queues(request.tables, request.options)
    board_sets = _count_sets(start_queues)
    groups = request.get_choice(GROUPS.name) or GROUPS.default
    plain_name = "Clay, first modification" if request.boards_per_set > 1 else SPEC.name
    absent = 2 * request.tables if request.contestants % 2 else None
    return replace(
        assemble_plan(
            SPEC,
            request,
            islice(_iter_clay_meetings(start_queues), request.rounds * request.tables),
            absent=absent,
            winners=2,
            board_sets=board_sets,
            holds_by_guarantee=_check_clay_guarantees(request, board_sets),
        ),
        name=PLAN_NAMES.get(groups, plain_name),
        notes=(_make_clay_note(start_queues),),
    )


def _iter_clay_meetings(start_queues: Sequence[Sequence[tuple[int, ...]]]) -> Iterator[Meeting]:
    """Yield meetings without end: every front group is played, then moves up with its E-W pair."""
    queues = [deque(queue) for queue in start_queues]
    tables = len(queues)
    round_no = 0
    moves = 0
    while True:
        for set_index in range(len(queues[0][0])):
            round_no += 1
            for table, queue in enumerate(queues):
                ew = tables + 1 + (table - moves) % tables
                yield Meeting(
                    round_no, table + 1, ns=table + 1, ew=ew, board_set=queue[0][set_index]
                )
        played_groups = [queue.popleft() for queue in queues]
        for table, group in enumerate(played_groups):
            queues[(table + 1) % tables].append(group)
        moves += 1


def _make_clay_note(start_queues: Sequence[Sequence[tuple[int, ...]]]) -> str:
    sizes = [len(group) for group in start_queues[0]]
    if max(sizes) == 1:
        return (
            "E-W carry the set just played up one table and put it behind the sets waiting there."
        )
    first, second = sizes
    return (
        f"E-W stay for {_format_sets(first)}, then for {_format_sets(second)}, in turn. "
        "After each stay they go up one table, "
        "carry all of those sets along and put them behind the sets waiting there."
    )


def _format_sets(sets: int) -> str:
    if sets == 1:
        return "one set"
    return f"{sets} sets"


def _check_clay_guarantees(request: PlanRequest, board_sets: int) -> dict[str, bool]:
    is_complete = request.rounds == board_sets
    # With an even number of tables the larger groups are always played against the same half of the
    # field.
    is_fair = request.get_choice(GROUPS.name) != "unequal" or request.tables % 2 == 1
    return {
        "opponents-equally-often": is_complete and is_fair,
        "everyone-plays-every-board": is_complete and request.contestants == 2 * request.tables,
        "each-set-at-one-table": True,
        "two-winners": True,
        "ns-pairs-stay": True,
    }


SPEC = MovementSpec(
    key="clay",
    name="Clay",
    aliases=("clay-system",),
    contest="pairs",
    sizes="3 to 80 pairs (2 to 40 tables)",
    legal_sizes=range(3, 81),
    options=(GROUPS, SETS, EXTRA_AT),
    guarantees=(
        "opponents-equally-often",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "two-winners",
        "ns-pairs-stay",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 33-34",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="N-S pairs keep their tables; E-W pairs go up one and take the boards they have just played.",
)
