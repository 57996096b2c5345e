"""The Mitchell of 1900 for an even number of tables.

The book has eight modifications to avoid rounds that would repeat boards. Notes say who meets twice
and who never. If the number of pairs is odd, the E-W pair with the highest number is missing.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate

from movements.errors import MovementError
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error, make_choices_contradict_error

MODIFICATION = Option(
    "modification",
    "Modification",
    {
        "1": "once, E-W skip a table halfway",
        "2": "once, E-W stay for a round halfway",
        "3": "twice, E-W skip both times",
        "4": "twice, E-W stay both times",
        "5": "twice, E-W skip, then stay",
        "6": "twice, E-W stay, then skip",
        "7": "two sets on each table",
        "8": "extra sets at two tables half the room apart",
    },
    default="3",
    note=(
        "“Once” or “twice” is how often E-W pairs go round, the second time with new sets. “Two sets on each table” "
        "doesn’t work for a multiple of three."
    ),
)
SETS = Option(
    "sets",
    "Board sets",
    {"2": "twice as many as tables", "3": "three times as many as tables"},
    note="Only with extra sets at two tables (modification 8). The number of meetings is the same.",
)
NAME_BY_MODIFICATION = {
    number: f"Mitchell of 1900, modification {number}" for number in MODIFICATION.choices
}
PASSES_BY_MODIFICATION = {"1": "1", "2": "2", "3": "11", "4": "22", "5": "12", "6": "21"}
"""The passes of a modification: with a skip (1) or a stay (2)."""

LEGAL_SIZES = tuple(pairs for pairs in range(7, 81) if (pairs + 1) // 2 % 2 == 0)
MAX_TABLES_OF_THREE_SETS = 20


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options: the modification, and for the eighth the sets per table.

    >>> resolve_options(16, {"modification": "8"})
    (('modification', '8'), ('sets', '2'))

    :raises MovementError: for the seventh with a multiple of three tables, and the eighth with too
    many boards.
    :raises MovementError: for more sets with another modification than the eighth.
    """
    tables = (pairs + 1) // 2
    modification, sets = MODIFICATION.get_choice(chosen), SETS.get_choice(chosen)
    if modification == "7" and tables % 3 == 0:
        needed = "a number of tables that isn’t a multiple of three"
        instead = f"another modification, or {tables - 2} or {tables + 2} tables"
        raise _make_misfit_error(pairs, MODIFICATION.name, modification, needed, instead)
    if modification == "8" and sets == "3" and tables > MAX_TABLES_OF_THREE_SETS:
        needed = f"at most {MAX_TABLES_OF_THREE_SETS} tables"
        instead = f"sets=2, or {MAX_TABLES_OF_THREE_SETS} tables"
        raise _make_misfit_error(pairs, SETS.name, sets, needed, instead)
    if modification == "8":
        return ((MODIFICATION.name, modification), (SETS.name, sets))
    if sets != SETS.default:
        raise make_choices_contradict_error(
            movement=SPEC.name,
            option=SETS.name,
            choice=sets,
            contradiction=f"{MODIFICATION.name}={modification}",
            alternative=f"{MODIFICATION.name}=8, or leave {SETS.name} out",
        )
    return ((MODIFICATION.name, modification),)


def _make_misfit_error(
    pairs: int, option: str, choice: str, needed: str, instead: str
) -> MovementError:
    return make_choice_does_not_fit_error(
        movement=SPEC.name,
        option=option,
        choice=choice,
        requirement=needed,
        size=pairs,
        tables=(pairs + 1) // 2,
        alternative=instead,
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one, two or three per table.

    >>> round_limits(16, (("modification", "5"),))
    RoundLimits(legal_rounds=range(1, 17), default_rounds=16)
    """
    tables = (pairs + 1) // 2
    choice_by_name = dict(options)
    if SETS.name in choice_by_name:
        passes = int(choice_by_name[SETS.name])
    else:
        # The seventh has no passes, but two sets per table as well.
        passes = len(PASSES_BY_MODIFICATION.get(choice_by_name[MODIFICATION.name], "11"))
    fewest_rounds = 1 + pairs % 2
    most_rounds = tables * passes
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def build(request: PlanRequest) -> Movement:
    """Return the plan: N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell-1900", tables=4, options={"modification": "4"})
    >>> [row.ew for row in plan.rows if row.table_no == 1]
    [5, 8, 8, 7, 7, 6, 6, 5]

    Source: [WDW1900] pp. 31-33.  The book does not name the direction of the single step between
    the passes of 5 and 6: it must be up, since down is not balanced.
    """
    modification = request.get_choice(MODIFICATION.name) or MODIFICATION.default
    sets = round_limits(request.contestants, request.options).default_rounds
    absent = 2 * request.tables if request.contestants % 2 else None
    return replace(
        assemble_plan(
            SPEC,
            request,
            _iter_meetings_of_1900(request, modification, sets),
            absent=absent,
            winners=2,
            board_sets=sets,
            holds_by_guarantee=_check_guarantees_of_1900(request, modification, sets),
        ),
        name=NAME_BY_MODIFICATION[modification],
        notes=_make_notes_of_1900(request.tables, modification, sets),
    )


def _iter_meetings_of_1900(request: PlanRequest, modification: str, sets: int) -> Iterator[Meeting]:
    tables = request.tables
    sets_by_round = _iter_sets_on_tables(tables, modification, sets)
    for index, ew_moves in zip(
        range(request.rounds), _iter_ew_moves(tables, modification, sets), strict=False
    ):
        sets_at_tables = next(sets_by_round)
        for table_index in range(tables):
            yield Meeting(
                index + 1,
                table_index + 1,
                ns=table_index + 1,
                ew=tables + 1 + (table_index - ew_moves) % tables,
                board_set=sets_at_tables[table_index],
            )


def _iter_ew_moves(tables: int, modification: str, sets: int) -> Iterator[int]:
    """Yield for each round by how many tables the E-W pairs have gone up."""
    if modification in "78":
        return iter(range(sets))
    # Half way they go up two tables in the first modification, and stay in the second.
    steps_of_pass = {"1": [1] * (tables - 1), "2": [1] * (tables - 1)}
    steps_of_pass["1"][tables // 2 - 1] = 2
    steps_of_pass["2"][tables // 2 - 1] = 0
    passes = PASSES_BY_MODIFICATION[modification]
    steps = list(steps_of_pass[passes[0]])
    for later_pass in passes[1:]:
        steps += [_get_step_between_passes(tables, modification), *steps_of_pass[later_pass]]
    return accumulate(steps, initial=0)


def _get_step_between_passes(tables: int, modification: str) -> int:
    # Opponents who meet twice in one pass are those who miss each other in the other.
    return {"3": tables // 2, "4": tables // 2 + 2}.get(modification, 1)


def _iter_sets_on_tables(tables: int, modification: str, sets: int) -> Iterator[list[int]]:
    """Yield the set at each table, round by round."""
    if modification == "8":
        yield from _iter_front_sets(tables, sets)
    for index in range(sets):
        if modification == "7":
            # Each table plays two sets in two rounds.
            moves, second = divmod(index, 2)
            yield [
                2 * ((table_index + moves) % tables) + second + 1 for table_index in range(tables)
            ]
        else:
            sets_of_previous_passes = index // tables * tables
            yield [
                sets_of_previous_passes + (table_index + index) % tables + 1
                for table_index in range(tables)
            ]


def _iter_front_sets(tables: int, sets: int) -> Iterator[list[int]]:
    """Yield the front sets of the tables. Each played set joins the queue one table lower."""
    sets_at_start = {tables // 2: 2, tables: sets - tables}
    next_set = 1
    queues = []
    for table_no in range(1, tables + 1):
        set_count = sets_at_start.get(table_no, 1)
        queues.append(deque(range(next_set, next_set + set_count)))
        next_set += set_count
    for _ in range(sets):
        yield [queue[0] for queue in queues]
        played_sets = [queue.popleft() for queue in queues]
        for table_index, board_set in enumerate(played_sets):
            queues[table_index - 1].append(board_set)


def _check_guarantees_of_1900(
    request: PlanRequest, modification: str, sets: int
) -> dict[str, bool]:
    tables, rounds = request.tables, request.rounds
    is_full_field = request.contestants == 2 * tables
    is_complete = rounds == sets
    has_full_circuits = is_complete or (modification in "78" and rounds % tables == 0)
    return {
        "opponents-equally-often": has_full_circuits and modification not in "12",
        "one-opponent-twice-one-never": is_complete and modification in "12",
        "everyone-plays-every-board": is_complete and is_full_field,
        "each-set-at-one-table": True,
        "two-winners": True,
        "ns-pairs-stay": True,
    }


def _make_notes_of_1900(tables: int, modification: str, sets: int) -> tuple[str, ...]:
    half, first = tables // 2, tables + 1
    if modification == "1":
        return (
            f"After round {half} E-W pairs go up two tables. Each E-W pair meets its first N-S pair again in round "
            f"{tables}, and never meets the pair {half} tables higher (pair {first}: pair 1 twice, pair {half + 1} "
            "never).",
        )
    if modification == "2":
        return (
            f"After round {half} E-W pairs stay and play the same opponents again. They never meet the N-S pair one "
            f"table below their first (pair {first}: pair {half} twice, pair {tables} never).",
        )
    if modification in "3456":
        return (
            _describe_half_way(tables, modification),
            "Every pair meets each pair of the other line twice.",
        )
    if modification == "7":
        return (
            "Each table has two sets. Both are played there, one against each E-W pair, before both go down.",
        )
    meetings = sets // tables
    return (
        f"Sets wait at tables {half} and {tables}. A set just played goes down one table, behind those waiting there.",
        f"Every pair meets each pair of the other line {'twice' if meetings == 2 else 'three times'}.",
    )


def _describe_half_way(tables: int, modification: str) -> str:
    tables_up = _get_step_between_passes(tables, modification) % tables
    if tables_up == 0:
        move = "keep their seats"
    elif tables_up == 1:
        move = "go up 1 table"
    else:
        move = f"go up {tables_up} tables"
    return f"After round {tables} new sets are put out and E-W pairs {move}."


SPEC = MovementSpec(
    key="mitchell-1900",
    name="Mitchell of 1900, even number of tables",
    aliases=("mitchell-modifications", "even-mitchell"),
    contest="pairs",
    sizes="7 to 80 pairs at an even number of tables (4 to 40)",
    legal_sizes=LEGAL_SIZES,
    options=(MODIFICATION, SETS),
    guarantees=(
        "opponents-equally-often",
        "one-opponent-twice-one-never",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "two-winners",
        "ns-pairs-stay",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 31-33 (the direction of one step of modifications 5 "
    "and 6 is not printed and was found by trying both)",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="The book’s eight ways to stop an even number of tables from repeating boards.",
)
