"""The Howell movement: one pair stays, the others follow one another, and all pairs meet.

The schedules were printed in 1900, for six pairs (in two parts) and 8 to 36 pairs. That of four pairs
is not in the book.  An odd number of pairs plays the next even schedule without its highest pair.
Five and six pairs may also play five rounds in which everybody meets everybody once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import ceil

from movements.families.board_layout import (
    SETS,
    compute_pass_limits,
    refuse_long_schedules,
    spread_boards,
)
from movements.layout import Meeting, assemble_plan, iter_data_rows
from movements.model import (
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    TableNo,
)
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error, make_choices_contradict_error

# Five rounds of five sets for five and six pairs need sharing. If everybody plays every set, the three
# tables of a round and the three plays of a set each join all six pairs in twos, so rounds and sets are
# two of the six ways to arrange six pairs in five rounds. Any two of these ways have exactly one round in
# common. In that round all tables play one set; here it is the last round. No choice of sides compares
# six pairs more evenly than Qf 60, five pairs than 38.46.
#
# With six sets each pair leaves one out, and nothing is shared. Six pairs reach Qf 76.92, the most that
# six sets allow. Six is the lowest number without sharing. Five pairs would have two sets with a single
# result, so they don't have this form. All of this was found by going through every case, which the tests
# repeat.


ROUNDS_TO_MEET_ONCE = 5
"""The rounds in which five or six pairs all meet once."""

SHARED_CELLS = (
    ("6-1/1", "4-3/2", "5-2/4"),
    ("6-2/2", "5-4/3", "1-3/4"),
    ("6-3/3", "1-5/2", "2-4/1"),
    ("6-4/4", "2-1/3", "3-5/1"),
    ("6-5/5", "4-1/5", "3-2/5"),
)
"""By round, then table: N-S pair, E-W pair, board set; all three tables share set 5 in round 5."""

APART_CELLS = (
    ("6-1/1", "5-2/4", "4-3/2"),
    ("6-2/2", "1-3/4", "5-4/3"),
    ("6-3/3", "2-4/5", "1-5/2"),
    ("6-4/4", "3-5/6", "2-1/3"),
    ("6-5/5", "3-2/1", "1-4/6"),
)
"""By round, then table; sets 1 to 3 are played at three tables, 4 to 6 at two."""

CELLS_BY_FORM = {"share": SHARED_CELLS, "apart": APART_CELLS}

MISSED_SET_NOTE = "Each pair misses one of the six sets; the guide cards show which."

NAME_BY_PAIRS = {
    4: "Howell, both tables sharing",
    5: "Howell, double schedule",
    6: "Howell, double schedule",
}
"""Names for numbers of pairs that play in a special way."""

DOUBLE_SCHEDULE_PAIRS = 6
"""Pairs whose printed schedule is double. Five pairs play it too."""

NAME_BY_FORM = {"share": "Howell, five rounds", "apart": "Howell, five rounds of six sets"}

EQUAL_COMPARISON = frozenset({4, 5, 6, 7, 8, 12, 13, 16, 32})
"""Numbers of pairs whose full schedule compares any two of them equally (measured)."""

TURNED = Option(
    "turned",
    "Who sits N-S",
    {"book": "as in the book", "fair": "fairest"},
    note=(
        "For 22 to 30, 34 and 36 pairs, “fairest” swaps N-S and E-W where that compares pairs most evenly. Other "
        "sizes don’t benefit."
    ),
)

SCHEDULE = Option(
    "schedule",
    "Schedule",
    {
        "book": "ten rounds, all meet twice",
        "share": "five rounds, sharing in the last",
        "apart": "five rounds, no sharing",
    },
    note=(
        "For 5 and 6 pairs. The book has ten rounds. In five rounds all meet once. With five sets, all tables share "
        "one set in the last round. With six sets (6 pairs only), each pair misses one."
    ),
)

TURNED_TABLES_BY_PAIRS = {
    22: (7,),
    24: (2, 5, 7, 8, 10),
    26: (2, 5, 10, 11, 12),
    28: (5, 11, 12, 13),
    30: (2, 4, 6, 9, 10),
    34: (3, 4, 9, 13, 14, 17),
    36: (3, 4, 6, 9, 12, 13, 15, 18),
}
"""The fewest tables to turn so that the printed schedule compares as evenly as possible."""


def iter_once_meetings(form: str, rounds: int) -> Iterator[Meeting]:
    """Yield the meetings of the first *rounds* rounds of *form*, ``"share"`` or ``"apart"``.

    Pair 6 keeps table 1.

    >>> [(one.ns, one.ew, one.board_set) for one in iter_once_meetings("share", rounds=1)]
    [(6, 1, 1), (4, 3, 2), (5, 2, 4)]
    """
    for round_no, tables in enumerate(CELLS_BY_FORM[form][:rounds], start=1):
        for table_no, cell in enumerate(tables, start=1):
            pairs, board_set = cell.split("/")
            ns, ew = pairs.split("-")
            yield Meeting(round_no, table_no, ns=int(ns), ew=int(ew), board_set=int(board_set))


def make_once_notes(form: str, rounds: int) -> tuple[str, ...]:
    """Return the notes for the guide cards.

    >>> make_once_notes("share", rounds=4)
    ()
    """
    if form == "apart":
        return (MISSED_SET_NOTE,)
    last_note = f"In round {ROUNDS_TO_MEET_ONCE} all tables share the same boards: pass each on when you have played it."
    if rounds == ROUNDS_TO_MEET_ONCE:
        return (last_note,)
    return ()


@dataclass(frozen=True, slots=True)
class HowellStart:
    """The pairs and the board sets of one table in round 1.

    >>> read_howell_starts(8)[1]
    HowellStart(part=1, table_no=2, ns=6, ew=3, board_sets=(4, 5))
    """

    part: int  # 2 in the second half of the six-pair schedule, which has new seats, otherwise 1
    table_no: TableNo
    ns: int
    ew: int
    board_sets: tuple[int, ...]  # the first is in play


# Four pairs cannot play three rounds with every set at one table at a time: both tables play the
# same set and hand the boards over.  Any two pairs then hold the same cards once, whichever way the
# second table sits.
FOUR_PAIRS = (
    HowellStart(1, 1, ns=4, ew=1, board_sets=(1,)),
    HowellStart(1, 2, ns=2, ew=3, board_sets=(1,)),
)


@cache
def read_howell_starts(size: int) -> tuple[HowellStart, ...]:
    """Return the tables of round 1 for an even number of pairs, by part, then table.

    >>> [(start.ns, start.ew) for start in read_howell_starts(8)]
    [(8, 1), (6, 3), (7, 2), (4, 5)]

    Source: [WDW1900] pp. 38-42, table plans; see ``data/howell.csv``.
    """
    if size == 4:
        return FOUR_PAIRS
    return tuple(_read_start(row) for row in iter_data_rows("howell") if row["pairs"] == str(size))


def _read_start(row: Mapping[str, str]) -> HowellStart:
    sets = tuple(int(number) for number in row["board_sets"].split())
    return HowellStart(
        int(row["part"]), int(row["table"]), ns=int(row["ns"]), ew=int(row["ew"]), board_sets=sets
    )


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the options for *pairs*: schedule, turned tables and layout of the sets.

    >>> resolve_options(9, {"turned": "fair"})
    ()
    >>> resolve_options(22, {})
    (('turned', 'book'),)
    >>> resolve_options(8, {"sets": "spread"})
    (('sets', 'spread'),)
    >>> resolve_options(6, {})
    (('schedule', 'book'),)

    :raises MovementError: for ``sets=again`` from 19 pairs on, and for ``schedule=apart`` with five
        pairs.
    :raises MovementError: for ``sets=again`` with five rounds for five or six pairs.
    """
    resolved: list[tuple[str, str]] = []
    if pairs + pairs % 2 == DOUBLE_SCHEDULE_PAIRS:
        resolved.append((SCHEDULE.name, _choose_schedule(pairs, chosen)))
    if pairs + pairs % 2 in TURNED_TABLES_BY_PAIRS:
        resolved.append((TURNED.name, TURNED.get_choice(chosen)))
    sets = SETS.get_choice(chosen)
    if sets == "again":
        refuse_long_schedules(SPEC.name, pairs, _count_schedule_rounds(pairs + pairs % 2))
    if sets != SETS.default:
        resolved.append((SETS.name, sets))
    return tuple(resolved)


def _choose_schedule(pairs: int, chosen: Mapping[str, str]) -> str:
    choice = SCHEDULE.get_choice(chosen)
    if choice == "apart" and pairs != DOUBLE_SCHEDULE_PAIRS:
        raise make_choice_does_not_fit_error(
            movement=SPEC.name,
            option=SCHEDULE.name,
            choice=choice,
            requirement="6 pairs",
            size=pairs,
            tables=DOUBLE_SCHEDULE_PAIRS // 2,
            alternative="schedule=share",
        )
    if choice != "book" and chosen.get(SETS.name) == "again":
        raise make_choices_contradict_error(
            movement=SPEC.name,
            option=SETS.name,
            choice="again",
            contradiction=f"schedule={choice}",
            alternative="schedule=book, or sets=trays",
        )
    return choice


def _count_schedule_rounds(size: int) -> int:
    """Return the rounds of the complete schedule for an even number of pairs."""
    if size == DOUBLE_SCHEDULE_PAIRS:
        return 10
    return size - 1


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per opponent.

    Six and five pairs may meet twice. An odd number of pairs needs at least two rounds. With
    ``sets=again`` the schedule can be repeated.

    >>> round_limits(9, ())
    RoundLimits(legal_rounds=range(2, 10), default_rounds=9)
    """
    most_rounds = (
        ROUNDS_TO_MEET_ONCE
        if _get_once_form(options)
        else _count_schedule_rounds(pairs + pairs % 2)
    )
    fewest_rounds = 2 if pairs % 2 else 1
    if (SETS.name, "again") in options:
        return compute_pass_limits(fewest_rounds, most_rounds)
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def _get_once_form(options: Options) -> str:
    """Return the chosen form of five rounds, or "" for the book's schedule."""
    schedule = dict(options).get(SCHEDULE.name, SCHEDULE.default)
    if schedule == SCHEDULE.default:
        return ""
    return schedule


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    With n pairs, pair n is stationary, N-S at table 1. Pair p takes the seat that pair p-1 has
    left.

    If the number of pairs is odd, the stationary pair is absent. Table 1 is empty, and the pair
    that would play there sits out.

    >>> from movements.registry import make_plan
    >>> [(row.ns, row.ew, row.board_set) for row in make_plan("howell", pairs=8).rows if row.round_no == 7]
    [(8, 7, 7), (5, 2, 3), (6, 1, 5), (3, 4, 6)]

    Source: [WDW1900] pp. 38-42; ``turned=fair`` is not in the book.
    """
    if form := _get_once_form(request.options):
        return _make_once_plan(request, form)
    size = 2 * request.tables
    turned = TURNED_TABLES_BY_PAIRS[size] if request.get_choice(TURNED.name) == "fair" else ()
    absent = size if request.contestants < size else None
    if turned and request.rounds >= size - 1:
        name = "Balanced Howell"
    else:
        name = NAME_BY_PAIRS.get(request.contestants, SPEC.name)
    notes: tuple[str, ...] = ()
    if request.get_choice(SETS.name) == "again":
        notes = (
            f"After every {_count_schedule_rounds(size)} rounds everyone goes back to their first seats and plays new boards.",
        )
    sets_per_pass = size - 1
    passes = ceil(request.rounds / sets_per_pass)
    plan = assemble_plan(
        SPEC,
        request,
        _iter_howell_meetings(size, request.rounds, turned),
        absent=absent,
        winners=1,
        board_sets=passes * sets_per_pass,
        holds_by_guarantee=_check_howell_guarantees(request),
    )
    plan = replace(plan, name=name, notes=notes)
    if request.get_choice(SETS.name) == "spread":
        return spread_boards(plan, size - 1)
    return plan


def _make_once_plan(request: PlanRequest, form: str) -> Movement:
    # Without sharing there is one set more than rounds.
    board_sets = ROUNDS_TO_MEET_ONCE + 1 if form == "apart" else ROUNDS_TO_MEET_ONCE
    absent = None if request.contestants == DOUBLE_SCHEDULE_PAIRS else DOUBLE_SCHEDULE_PAIRS
    plan = replace(
        assemble_plan(
            SPEC,
            request,
            iter_once_meetings(form, request.rounds),
            absent=absent,
            winners=1,
            board_sets=board_sets,
            holds_by_guarantee=_check_once_guarantees(request, form),
        ),
        name=NAME_BY_FORM[form],
        notes=make_once_notes(form, request.rounds),
    )
    if request.get_choice(SETS.name) == "spread":
        return spread_boards(plan, board_sets)
    return plan


def _check_once_guarantees(request: PlanRequest, form: str) -> dict[str, bool]:
    is_complete, is_full_field = (
        request.rounds == ROUNDS_TO_MEET_ONCE,
        request.contestants == DOUBLE_SCHEDULE_PAIRS,
    )
    holds_by_guarantee = {
        "each-pair-meets-each-other-once": is_complete,
        "no-opponents-twice": True,
        "everyone-plays-every-board": is_complete and is_full_field and form == "share",
        "each-set-at-one-table": form == "apart" or not is_complete,
        "one-winner": request.rounds > 1,
        "sit-out-at-most-once": not is_full_field,
    }
    return dict.fromkeys(SPEC.guarantees, False) | holds_by_guarantee


def _iter_howell_meetings(size: int, rounds: int, turned: tuple[int, ...]) -> Iterator[Meeting]:
    cycle = size - 1
    for index in range(rounds):
        pass_index, moves = divmod(index, cycle)
        # Only the six-pair schedule has a second part, for every other lap.
        part = pass_index % 2 + 1 if size == DOUBLE_SCHEDULE_PAIRS else 1
        for start in read_howell_starts(size):
            if start.part != part:
                continue
            board_set = _wrap_after_moves(start.board_sets[0], moves, cycle) + pass_index * cycle
            ns = _get_pair_after_moves(start.ns, moves, size)
            ew = _get_pair_after_moves(start.ew, moves, size)
            sides = (ew, ns) if start.table_no in turned else (ns, ew)
            yield Meeting(index + 1, start.table_no, *sides, board_set)


def _get_pair_after_moves(pair: int, moves: int, size: int) -> int:
    # The pair with the highest number is stationary.
    if pair == size:
        return pair
    return _wrap_after_moves(pair, moves, size - 1)


def _wrap_after_moves(number: int, moves: int, cycle: int) -> int:
    return (number - 1 + moves) % cycle + 1


def _check_howell_guarantees(request: PlanRequest) -> dict[str, bool]:
    size = 2 * request.tables
    is_full_field = request.contestants == size
    schedule = _count_schedule_rounds(size)
    passes, extra_rounds = divmod(request.rounds, schedule)
    is_complete = extra_rounds == 0
    return {
        "each-pair-meets-each-other-once": is_complete
        and size != DOUBLE_SCHEDULE_PAIRS
        and passes == 1,
        "each-pair-meets-each-other-twice": is_complete
        and passes == (1 if size == DOUBLE_SCHEDULE_PAIRS else 2),
        "opponents-equally-often": is_complete and passes > 1,
        # In the six-pair schedule, neighbouring numbers meet again from the third round of a part on.
        "no-opponents-twice": request.rounds <= schedule
        and (size != DOUBLE_SCHEDULE_PAIRS or request.rounds < 3),
        "everyone-plays-every-board": is_complete and is_full_field,
        "each-set-at-one-table": size != 4 or not is_full_field,
        "compared-equally": is_complete and request.contestants in EQUAL_COMPARISON,
        "one-winner": request.rounds > 1 or size == 4,
        "sit-out-at-most-once": not is_full_field and request.rounds < size,
    }


SPEC = MovementSpec(
    key="howell",
    name="Howell",
    aliases=("full-howell", "five-round-howell"),
    contest="pairs",
    sizes="3 to 36 pairs",
    legal_sizes=range(3, 37),
    options=(TURNED, SCHEDULE, SETS),
    guarantees=(
        "each-pair-meets-each-other-once",
        "each-pair-meets-each-other-twice",
        "opponents-equally-often",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "compared-equally",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 38-42 (four pairs, turned=fair and five rounds of six "
    "pairs: derived)",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    unadvised_choices=((TURNED.name, "book"),),
    presets=(("five-round-howell", ((SCHEDULE.name, "share"),)),),
    about="One pair is stationary, the others follow each other from seat to seat, and all pairs meet.",
    inventor_card="howell",
)
