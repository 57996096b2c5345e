"""The parallel system: tables in two rows. Pairs move along their row, deals cross to the other.

Responsible for the four forms of 1900, two of them with E-W pairs going up or down.  An odd number
of pairs plays without the E-W pair of the highest number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from movements.errors import MovementError
from movements.layout import Meeting, assemble
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option
from movements.sentences import MovementSentences

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
    advised=("1", "4"),
)
EW = Option(
    "ew",
    "E-W moves along the row",
    {"up": "up", "down": "down"},
    note=(
        "Only if sets cross every round, or every round except the middle one. “Down” doesn't work if the tables in "
        "a row are a multiple of 3."
    ),
    advised=("up",),
)
NAMES = {
    "1": "Parallel, first form",
    "2": "Parallel, second form",
    "3": "Parallel, third form",
    "4": "Parallel, fourth form",
}
LARGEST_ROW = 20


@dataclass(frozen=True, slots=True)
class Step:
    """The moves between two rounds: tables up and across for E-W pairs and sets, or fresh sets."""

    ew_up: int
    ew_across: bool = False
    sets_up: int = 0
    sets_across: bool = False
    fresh: bool = False


def step(form: str, row: int, index: int, up: int = 1) -> Step:
    """Return the step after round *index* (from 0) of a form with *row* tables in a row.

    *up* is -1 if E-W pairs go down.

    >>> step("4", 4, 3)
    Step(ew_up=1, ew_across=True, sets_up=1, sets_across=False, fresh=False)

    Source: [WDW1900] pp. 35-36.
    """
    if form == "4":
        half_way = Step(up, ew_across=True, sets_up=1)
        return half_way if index == row - 1 else _crossing(index, up)
    if index == 2 * row - 1:
        return Step(up, ew_across=True, fresh=True)
    if form == "1":
        return Step(1, sets_up=-1, sets_across=index % (2 * row) == row - 1)
    if form == "2":
        return Step(0, sets_across=True) if index % 2 == 0 else Step(1, sets_up=-1)
    return _crossing(index, up)


def _crossing(index: int, up: int) -> Step:
    return Step(up, sets_up=index % 2, sets_across=True)


def fits(form: str, row: int, ew: str = EW.default) -> bool:
    """Return whether everybody plays every board in this form with *row* tables in a row.

    For the fourth form with E-W down the book asks for rows divisible by 4; that fails for 12 and
    leaves out 10, 14 and 20 without need.

    >>> [row for row in range(2, 21) if fits("4", row, "down")]
    [2, 4, 8, 10, 14, 16, 20]

    Source: [WDW1900] pp. 35-36, the last condition corrected by trying every row to 24.
    """
    if form in ("1", "2"):
        return ew == "up" and row % 2 == 1
    return (form == "3" or row % 2 == 0) and (ew == "up" or row % 3 != 0)


def settle(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return form and direction, with usual values if not *chosen*.

    >>> settle(12, {"form": "1"})
    (('form', '1'),)
    >>> settle(16, {})
    (('form', '3'), ('ew', 'up'))

    :raises MovementError: for E-W pairs going down in forms 1 and 2.
    :raises MovementError: for a form that does not work with this number of tables.
    """
    form, ew = FORM.of(chosen), EW.of(chosen)
    if form in ("1", "2") and ew == "down":
        raise MovementError(
            MovementSentences.CHOICES_CONTRADICT,
            movement=SPEC.name,
            option=EW.name,
            choice=ew,
            other=f"form={form}",
            instead="ew=up, or form 3 or 4",
        )
    if not fits(form, (pairs + 1) // 4, ew):
        _refuse(pairs, form, ew)
    if form in ("1", "2"):
        return ((FORM.name, form),)
    return ((FORM.name, form), (EW.name, ew))


def _refuse(pairs: int, form: str, ew: str) -> None:
    row = (pairs + 1) // 4
    down = ew == "down"
    if form in ("1", "2"):
        parity = "an odd number of tables in each row"
    else:
        parity = "an even number of tables in each row"
    three = "a number of tables in each row that isn't a multiple of 3"
    if form == "3":
        needed = three
    elif down:
        needed = f"{parity} that isn't a multiple of 3"
    else:
        needed = parity
    near = sorted(
        (other for other in range(2, LARGEST_ROW + 1) if fits(form, other, ew)),
        key=lambda n: abs(n - row),
    )
    tables = " or ".join(str(2 * other) for other in sorted(near[:2]))
    raise MovementError(
        MovementSentences.CHOICE_DOES_NOT_FIT,
        movement=SPEC.name,
        option=FORM.name,
        choice=form + (" with ew=down" if down else ""),
        needed=needed,
        size=pairs,
        tables=2 * row,
        instead=f"another form, or {tables} tables",
    )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: twice through the tables, in the fourth form once.

    >>> round_limits(16, (("form", "4"), ("ew", "up")))
    RoundLimits(legal=range(1, 9), usual=8)
    """
    tables = (pairs + 1) // 2
    form = dict(options)[FORM.name]
    most = tables if form == "4" else 2 * tables
    # In the second form nobody moves after the first round, so that one N-S pair would not play in
    # two.
    fewest = 1 + pairs % 2 * (2 if form == "2" else 1)
    return RoundLimits(range(fewest, most + 1), most)


def build(request: PlanRequest) -> Movement:
    """Return the plan: tables 1..R are the first row, R+1..2R the second, table R+1 opposite table 1.

    N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1; a missing pair leaves
    number 2T empty.  Forms 3 and 4 lay the odd sets along the first row and the even ones along the
    second.

    >>> from movements import make_plan
    >>> plan = make_plan("parallel", tables=4)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 6, 2), (2, 5, 4), (3, 8, 1), (4, 7, 3)]

    Source: [WDW1900] pp. 35-36.
    """
    form = request.option(FORM.name) or FORM.default
    tables = request.tables
    absent = 2 * tables if request.contestants % 2 else None
    board_sets = tables if request.rounds <= tables else 2 * tables
    return replace(
        assemble(
            SPEC,
            request,
            _meetings(request, form),
            absent=absent,
            winners=2,
            board_sets=board_sets,
            promises=_promises(request, form),
        ),
        name=NAMES[form],
        notes=_notes(form, request.option(EW.name) or "up", tables // 2),
    )


def _meetings(request: PlanRequest, form: str) -> Iterator[Meeting]:
    tables, row = request.tables, request.tables // 2
    up = -1 if request.option(EW.name) == "down" else 1
    ew = list(range(tables + 1, 2 * tables + 1))
    laid = list(range(1, tables + 1))
    if form in ("3", "4"):
        laid = laid[::2] + laid[1::2]
    sets = laid
    for index in range(request.rounds):
        for place in range(tables):
            yield Meeting(index + 1, place + 1, place + 1, ew[place], sets[place])
        move = step(form, row, index, up)
        ew = _move_items(ew, move.ew_up, across=move.ew_across)
        fresh = [number + tables for number in laid]
        sets = fresh if move.fresh else _move_items(sets, move.sets_up, across=move.sets_across)


def _move_items(places: Sequence[int], up: int, *, across: bool) -> list[int]:
    """Move the items *up* along their row, and *across* if asked for."""
    row = len(places) // 2
    rows = (places[row:], places[:row]) if across else (places[:row], places[row:])
    return [table_row[(place - up) % row] for table_row in rows for place in range(row)]


def _notes(form: str, ew: str, row: int) -> tuple[str, ...]:
    across = f"Table 1 is opposite table {row + 1}, table {row} opposite table {2 * row}. Each row is a circle of its own."
    again = "Halfway, E-W cross over, new sets are put out, and all rounds are repeated."
    along = {
        "1": f"E-W go up and sets down one table in their row; after every {row} rounds the sets also cross.",
        "2": "Opposite tables swap their sets. After both sets, E-W go up and sets down one table in their row.",
        "3": f"E-W go {ew} one table in their row after each round. Sets cross, and every second time also go up one.",
        "4": (
            f"E-W go {ew} one table in their row after each round. Sets cross, and every second time also go up one. "
            f"After round {row}, instead, E-W also cross and sets only go up one."
        ),
    }[form]
    if form == "4":
        return (across, along)
    return (across, along, again)


def _promises(request: PlanRequest, form: str) -> dict[str, bool]:
    complete = request.rounds == round_limits(request.contestants, request.options).legal[-1]
    return {
        "each-ns-meets-each-ew-once": complete and form == "4",
        "opponents-equally-often": complete,
        "no-opponents-twice": form == "4",
        "everyone-plays-every-board": complete and request.contestants == 2 * request.tables,
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
    settle=settle,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Tables in two rows: pairs move along their row, board sets cross to the other row.",
)
