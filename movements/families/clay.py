"""Clay's system: E-W pairs go up one table and carry along the deal just played.

N-S pairs keep their tables.

Responsible for the plain form and the modifications of 1900, and for what fits how many tables.  An
odd number of pairs plays without the E-W pair of the highest number.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import gcd

from movements.errors import MovementError
from movements.layout import Meeting, assemble
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, numbers
from movements.sentences import MovementSentences

TOO_MANY_SETS = 40
"""The book's list of what fits how many tables ends below this number of deals."""

NAMES = {
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
    advised=("equal",),
)
SETS = Option(
    "sets",
    "Board sets per table",
    {"usual": "fewest possible"} | numbers(*range(3, 19)),
    note="For unequal groups or one at a time: sets at each table. For more at some tables: sets at those tables.",
    advised=("usual",),
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
    advised=("middle",),
)


def fitting_sets(groups: str, tables: int, extra_at: str = EXTRA_AT.default) -> tuple[int, ...]:
    """Return the possible numbers of sets at a table in ascending order.

    The book lists fewer than forty sets in all.

    >>> fitting_sets("single", 7)
    (3, 4, 5)
    >>> fitting_sets("extra", 8)
    (10, 18)

    Source: [WDW1900] p. 34, the lists of tables and deals.
    """
    choices = [int(choice) for choice in SETS.choices[1:]]
    return tuple(
        number
        for number in choices
        if _fits(groups, tables, number)
        and sum(_sizes(groups, tables, number, extra_at)) < TOO_MANY_SETS
    )


def _fits(groups: str, tables: int, sets: int) -> bool:
    if groups == "unequal":
        return sets % 2 == 1
    if groups == "single":
        return gcd(tables, sets - 1) == 1
    return sets % tables == 2 % tables


def _sizes(groups: str, tables: int, sets: int, extra_at: str) -> list[int]:
    """Return the number of sets at each table."""
    if groups != "extra":
        return [sets] * tables
    first, middle, last = 0, (tables - 1) // 2, tables - 1
    enlarged = {
        "middle": {middle},
        "first": {first},
        "last": {last},
        "first-and-last": {first, last},
    }[extra_at]
    return [sets if place in enlarged else 2 for place in range(tables)]


def settle(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options that apply, with usual values for those not *chosen*.

    >>> settle(6, {"groups": "single"})
    (('groups', 'single'), ('sets', '3'))

    :raises MovementError: for ``sets`` or ``extra_at`` with groups that have no use for it.
    :raises MovementError: for a number of sets that does not work at this number of tables.
    """
    groups = GROUPS.of(chosen)
    sets = SETS.of(chosen)
    extra_at = EXTRA_AT.of(chosen)
    if groups == "equal" and sets != SETS.default:
        _refuse("sets", sets, groups, "groups=unequal, groups=single or groups=extra")
    if groups != "extra" and extra_at != EXTRA_AT.default:
        _refuse("extra_at", extra_at, groups, "groups=extra")
    if groups == "equal":
        return ((GROUPS.name, groups),)
    number = _settled_sets(pairs, groups, sets, extra_at)
    settled = ((GROUPS.name, groups), (SETS.name, str(number)))
    if groups == "extra":
        return (*settled, (EXTRA_AT.name, extra_at))
    return settled


def _refuse(option: str, choice: str, groups: str, instead: str) -> None:
    raise MovementError(
        MovementSentences.CHOICES_CONTRADICT,
        movement=SPEC.name,
        option=option,
        choice=choice,
        other=f"groups={groups}",
        instead=instead,
    )


def _settled_sets(pairs: int, groups: str, sets: str, extra_at: str) -> int:
    tables = (pairs + 1) // 2
    fitting = fitting_sets(groups, tables, extra_at)
    if sets == SETS.default and fitting:
        return fitting[0]
    if sets != SETS.default and int(sets) in fitting:
        return int(sets)
    needed = {
        "unequal": "an odd number of sets, fewer than 40",
        "single": "fewer than 40 sets, and a number of tables with no common divisor with the sets per table less one",
        "extra": "fewer than 40 sets, with two per table plus a multiple of the number of tables at the larger ones",
    }[groups]
    numbers = ", ".join(str(number) for number in fitting)
    instead = f"one of sets={numbers}" if fitting else "groups=equal"
    option, choice = (GROUPS.name, groups) if sets == SETS.default else (SETS.name, sets)
    raise MovementError(
        MovementSentences.CHOICE_DOES_NOT_FIT,
        movement=SPEC.name,
        option=option,
        choice=choice,
        needed=needed,
        size=pairs,
        tables=tables,
        instead=instead,
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per set.

    An odd number of pairs needs a change of tables.

    >>> round_limits(10, (("groups", "equal"),))
    RoundLimits(legal=range(1, 11), usual=10)
    """
    groups = _groups((pairs + 1) // 2, options)
    most = sum(len(group) for table in groups for group in table)
    fewest = len(groups[0][0]) + 1 if pairs % 2 else 1
    return RoundLimits(range(fewest, most + 1), most)


def _groups(tables: int, options: Options) -> list[list[tuple[int, ...]]]:
    """Return the groups of sets at each table before play, the front one first.

    Sets are numbered in table order.
    """
    chosen = dict(options)
    kind = chosen[GROUPS.name]
    sizes = _sizes(kind, tables, int(chosen.get(SETS.name, 2)), EXTRA_AT.of(chosen))
    numbers = iter(range(1, sum(sizes) + 1))
    laid_out = [tuple(islice(numbers, size)) for size in sizes]
    if kind == "unequal":
        return [[sets[: len(sets) // 2], sets[len(sets) // 2 :]] for sets in laid_out]
    return [[(number,) for number in sets] for sets in laid_out]


def build(request: PlanRequest) -> Movement:
    """Return the plan: N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1.

    A missing pair leaves number 2T empty.  The whole plan goes through every set once.

    >>> from movements import make_plan
    >>> plan = make_plan("clay", tables=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 6, 2), (2, 4, 4), (3, 5, 6)]

    Source: [WDW1900] pp. 33-34.
    """
    groups = _groups(request.tables, request.options)
    board_sets = sum(len(group) for table in groups for group in table)
    kind = request.option(GROUPS.name) or GROUPS.default
    plain = "Clay, first modification" if request.boards_per_set > 1 else SPEC.name
    absent = 2 * request.tables if request.contestants % 2 else None
    return replace(
        assemble(
            SPEC,
            request,
            islice(_meetings(groups), request.rounds * request.tables),
            absent=absent,
            winners=2,
            board_sets=board_sets,
            promises=_promises(request, board_sets),
        ),
        name=NAMES.get(kind, plain),
        notes=(_note(groups),),
    )


def _meetings(groups: Sequence[Sequence[tuple[int, ...]]]) -> Iterator[Meeting]:
    """Yield meetings without end: every front group is played, then moves up with its E-W pair."""
    queues = [deque(table) for table in groups]
    tables = len(queues)
    round_no = moves = 0
    while True:
        for turn in range(len(queues[0][0])):
            round_no += 1
            for place, queue in enumerate(queues):
                ew = tables + 1 + (place - moves) % tables
                yield Meeting(round_no, place + 1, place + 1, ew, queue[0][turn])
        played = [queue.popleft() for queue in queues]
        for place, group in enumerate(played):
            queues[(place + 1) % tables].append(group)
        moves += 1


def _note(groups: Sequence[Sequence[tuple[int, ...]]]) -> str:
    sizes = [len(group) for group in groups[0]]
    if max(sizes) == 1:
        return (
            "E-W carry the set just played up one table and put it behind the sets waiting there."
        )
    first, second = sizes
    return (
        f"E-W stay for {_count(first)}, then for {_count(second)}, in turn. After each stay they go up one table, "
        "carry all of those sets along and put them behind the sets waiting there."
    )


def _count(sets: int) -> str:
    if sets == 1:
        return "one set"
    return f"{sets} sets"


def _promises(request: PlanRequest, board_sets: int) -> dict[str, bool]:
    complete = request.rounds == board_sets
    # With an even number of tables the larger groups are always played against the same half of the
    # field.
    fair = request.option(GROUPS.name) != "unequal" or request.tables % 2 == 1
    return {
        "opponents-equally-often": complete and fair,
        "everyone-plays-every-board": complete and request.contestants == 2 * request.tables,
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
    settle=settle,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="N-S pairs keep their tables; E-W pairs go up one and take the boards they have just played.",
)
