"""The parallel system: tables in two rows. Pairs move along their row, deals cross to the other.

The book of 1900 has four forms; in two of them E-W pairs may go up or down.  A *row* is half of the
tables, and each row is a circle.  If the number of pairs is odd, the E-W pair with the highest
number is missing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from movements.errors import MovementError
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error, make_choices_contradict_error

FORM = Option(
    "form",
    "Sets cross to the other row",
    {
        "1": "halfway",
        "2": "every second round",
        "3": "every round",
        "4": "every round except the middle one",
    },
    default="3",
    note=(
        "Rows with an odd number of tables: the first three. Even number: the last two. The last goes through all "
        "sets only once."
    ),
    suggested_choices=("1", "4"),
)
EW = Option(
    "ew",
    "E-W moves along the row",
    {"up": "up", "down": "down"},
    note=(
        "Only if sets cross every round, or every round except the middle one. “Down” doesn’t work if the tables in "
        "a row are a multiple of 3."
    ),
    suggested_choices=("up",),
)
NAMES = {
    "1": "Parallel, first form",
    "2": "Parallel, second form",
    "3": "Parallel, third form",
    "4": "Parallel, fourth form",
}
MAX_TABLES_IN_ROW = 20


@dataclass(frozen=True, slots=True)
class Step:
    """The moves between two rounds: tables up and across for E-W pairs and sets, or fresh sets."""

    ew_up: int
    ew_across: bool = False
    sets_up: int = 0
    sets_across: bool = False
    has_fresh_sets: bool = False


def get_step(form: str, row_length: int, index: int, tables_up: int = 1) -> Step:
    """Return the step after round *index* (from 0) of a form with *row_length* tables in a row.

    *tables_up* is -1 if E-W pairs go down.

    >>> get_step("4", 4, 3)
    Step(ew_up=1, ew_across=True, sets_up=1, sets_across=False, has_fresh_sets=False)

    Source: [WDW1900] pp. 35-36.
    """
    is_middle_of_fourth_form = form == "4" and index == row_length - 1
    # The other forms play all rounds twice, the second time with the other row's E-W pairs.
    is_middle_of_others = form != "4" and index == 2 * row_length - 1
    if is_middle_of_fourth_form:
        return Step(tables_up, ew_across=True, sets_up=1)
    if is_middle_of_others:
        return Step(tables_up, ew_across=True, has_fresh_sets=True)
    if form == "1":
        return Step(1, sets_up=-1, sets_across=index % (2 * row_length) == row_length - 1)
    if form == "2" and index % 2 == 0:
        return Step(0, sets_across=True)
    if form == "2":
        return Step(1, sets_up=-1)
    return Step(tables_up, sets_up=index % 2, sets_across=True)


def can_play_every_board(form: str, row_length: int, ew: str = EW.default) -> bool:
    """Return whether everybody plays every board in this form with *row_length* tables in a row.

    For the fourth form with E-W down the book asks for rows divisible by 4; that fails for 12 and
    leaves out 10, 14 and 20 without need.

    >>> [row for row in range(2, 21) if can_play_every_board("4", row, "down")]
    [2, 4, 8, 10, 14, 16, 20]

    Source: [WDW1900] pp. 35-36, the last condition corrected by trying every row to 24.
    """
    if form in ("1", "2"):
        return ew == "up" and row_length % 2 == 1
    return (form == "3" or row_length % 2 == 0) and (ew == "up" or row_length % 3 != 0)


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options that apply, with default values for options that are not *chosen*.

    >>> resolve_options(12, {"form": "1"})
    (('form', '1'),)
    >>> resolve_options(16, {})
    (('form', '3'), ('ew', 'up'))

    :raises MovementError: for E-W pairs going down in forms 1 and 2.
    :raises MovementError: for a form that does not work with this number of tables.
    """
    form = FORM.get_choice(chosen)
    ew = EW.get_choice(chosen)
    if form in ("1", "2") and ew == "down":
        raise make_choices_contradict_error(
            movement=SPEC.name,
            option=EW.name,
            choice=ew,
            contradiction=f"form={form}",
            alternative="ew=up, or form 3 or 4",
        )
    if not can_play_every_board(form, (pairs + 1) // 4, ew):
        raise _make_misfit_error(pairs, form, ew)
    if form in ("1", "2"):
        return ((FORM.name, form),)
    return ((FORM.name, form), (EW.name, ew))


def _make_misfit_error(pairs: int, form: str, ew: str) -> MovementError:
    row_length = (pairs + 1) // 4
    if form in ("1", "2"):
        parity = "an odd number of tables in each row"
    else:
        parity = "an even number of tables in each row"
    not_multiple_of_three = "a number of tables in each row that isn’t a multiple of 3"
    if form == "3":
        requirement = not_multiple_of_three
    elif ew == "down":
        requirement = f"{parity} that isn’t a multiple of 3"
    else:
        requirement = parity
    possible_rows = [
        size for size in range(2, MAX_TABLES_IN_ROW + 1) if can_play_every_board(form, size, ew)
    ]
    nearest_rows = sorted(possible_rows, key=lambda size: abs(size - row_length))[:2]
    tables = " or ".join(str(2 * size) for size in sorted(nearest_rows))
    choice = f"{form} with ew=down" if ew == "down" else form
    return make_choice_does_not_fit_error(
        movement=SPEC.name,
        option=FORM.name,
        choice=choice,
        requirement=requirement,
        size=pairs,
        tables=2 * row_length,
        alternative=f"another form, or {tables} tables",
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to two per table, in the fourth form one.

    >>> round_limits(16, (("form", "4"), ("ew", "up")))
    RoundLimits(legal_rounds=range(1, 9), default_rounds=8)
    """
    tables = (pairs + 1) // 2
    form = dict(options)[FORM.name]
    most_rounds = tables if form == "4" else 2 * tables
    fewest_rounds = 1
    if pairs % 2:
        # The N-S pair at the table of the missing pair has to play too. In the second form nobody
        # moves after the first round, so it plays in the third at the earliest.
        fewest_rounds = 3 if form == "2" else 2
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def build(request: PlanRequest) -> Movement:
    """Return the plan: tables 1..R are the first row, R+1..2R the second, table R+1 opposite table 1.

    N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1.  If a pair is missing,
    nobody has number 2T.  Forms 3 and 4 start with the odd sets along the first row and the even
    sets along the second.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("parallel", tables=4)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 6, 2), (2, 5, 4), (3, 8, 1), (4, 7, 3)]

    Source: [WDW1900] pp. 35-36.
    """
    form = request.get_choice(FORM.name) or FORM.default
    ew_direction = request.get_choice(EW.name) or "up"
    tables = request.tables
    absent = 2 * tables if request.contestants % 2 else None
    # Fresh sets are put out after one round per table.
    board_sets = tables if request.rounds <= tables else 2 * tables
    plan = assemble_plan(
        SPEC,
        request,
        _iter_parallel_meetings(request, form),
        absent=absent,
        winners=2,
        board_sets=board_sets,
        holds_by_guarantee=_check_parallel_guarantees(request, form),
    )
    return replace(
        plan, name=NAMES[form], notes=_make_parallel_notes(form, ew_direction, tables // 2)
    )


def _iter_parallel_meetings(request: PlanRequest, form: str) -> Iterator[Meeting]:
    tables = request.tables
    row_length = tables // 2
    tables_up = -1 if request.get_choice(EW.name) == "down" else 1
    ew_pairs = list(range(tables + 1, 2 * tables + 1))
    first_sets = list(range(1, tables + 1))
    if form in ("3", "4"):
        first_sets = first_sets[::2] + first_sets[1::2]
    sets = first_sets
    for round_index in range(request.rounds):
        for table in range(tables):
            yield Meeting(
                round_index + 1, table + 1, ns=table + 1, ew=ew_pairs[table], board_set=sets[table]
            )
        step = get_step(form, row_length, round_index, tables_up)
        ew_pairs = _move_items(ew_pairs, step.ew_up, across=step.ew_across)
        if step.has_fresh_sets:
            sets = [number + tables for number in first_sets]
        else:
            sets = _move_items(sets, step.sets_up, across=step.sets_across)


def _move_items(items: Sequence[int], tables_up: int, *, across: bool) -> list[int]:
    """Move the *items* of all tables *tables_up* along their row, and *across* to the other row."""
    row_length = len(items) // 2
    first_row, second_row = items[:row_length], items[row_length:]
    if across:
        first_row, second_row = second_row, first_row
    return [
        *(first_row[(table - tables_up) % row_length] for table in range(row_length)),
        *(second_row[(table - tables_up) % row_length] for table in range(row_length)),
    ]


def _make_parallel_notes(form: str, ew: str, row_length: int) -> tuple[str, ...]:
    rows_note = (
        f"Table 1 is opposite table {row_length + 1}, table {row_length} opposite table {2 * row_length}. "
        "Each row is a circle of its own."
    )
    halfway_note = "Halfway, E-W cross over, new sets are put out, and all rounds are repeated."
    move_note = {
        "1": f"E-W go up and sets down one table in their row; after every {row_length} rounds the sets also cross.",
        "2": "Opposite tables swap their sets. After both sets, E-W go up and sets down one table in their row.",
        "3": f"E-W go {ew} one table in their row after each round. Sets cross, and every second time also go up one.",
        "4": (
            f"E-W go {ew} one table in their row after each round. Sets cross, and every second time also go up one. "
            f"After round {row_length}, instead, E-W also cross and sets only go up one."
        ),
    }[form]
    if form == "4":
        return (rows_note, move_note)
    return (rows_note, move_note, halfway_note)


def _check_parallel_guarantees(request: PlanRequest, form: str) -> dict[str, bool]:
    is_complete = (
        request.rounds == round_limits(request.contestants, request.options).legal_rounds[-1]
    )
    return {
        "each-ns-meets-each-ew-once": is_complete and form == "4",
        "opponents-equally-often": is_complete,
        "no-opponents-twice": form == "4",
        "everyone-plays-every-board": is_complete and request.contestants == 2 * request.tables,
        "each-set-at-one-table": True,
        "two-winners": True,
        "ns-pairs-stay": True,
        "sit-out-at-most-once": form == "4" and request.contestants % 2 == 1,
    }


SPEC = MovementSpec(
    key="parallel",
    name="Parallel",
    aliases=("parallel-system",),
    contest="pairs",
    sizes="7 to 80 pairs that fill an even number of tables (4 to 40)",
    legal_sizes=tuple(pairs for pairs in range(7, 81) if (pairs + 1) // 2 % 2 == 0),
    options=(FORM, EW),
    guarantees=(
        "each-ns-meets-each-ew-once",
        "opponents-equally-often",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "two-winners",
        "ns-pairs-stay",
        "sit-out-at-most-once",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 35-36 (form 4 with E-W down: the printed condition is "
    "wrong for 24 tables and was corrected)",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Tables in two rows: pairs move along their row, board sets cross to the other row.",
)
