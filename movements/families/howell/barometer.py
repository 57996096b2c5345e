"""The barometer or endless Howell: in every round all tables play the same boards.

One to eight pairs are stationary. With one, all pairs meet. Each further one saves a round, and
stationary pairs don't meet each other. The layouts and how they were found are in ``data/barometer_howell.csv``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from movements.families.cycles import get_layout, iter_layout_meetings
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.refusals import make_choice_does_not_fit_error

DATA = "barometer_howell"

STATIONARY = Option(
    "stationary",
    "Stationary pairs",
    make_number_phrases(*range(1, 9)),
    note="With one, all pairs meet. Each extra one makes the movement a round shorter. At most one per table.",
)

EQUAL_COMPARISON = frozenset(
    {4, 7, 8, 11, 12, 13, 16, 17, 19, 20, 23, 24, 29, 31, 32, 36, 37, 41, 43, 44, 47, 48}
)
"""Numbers of pairs whose full movement with one stationary pair compares any two equally (measured)."""


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the number of stationary pairs.

    >>> resolve_options(12, {"stationary": "3"})
    (('stationary', '3'),)

    :raises MovementError: if there are fewer tables than stationary pairs.
    """
    stationary_pairs = STATIONARY.get_choice(chosen)
    tables = (pairs + 1) // 2
    if int(stationary_pairs) > tables:
        raise make_choice_does_not_fit_error(
            movement=SPEC.name,
            option=STATIONARY.name,
            choice=stationary_pairs,
            requirement=f"{stationary_pairs} tables",
            size=pairs,
            tables=tables,
            alternative=f"{tables} or fewer",
        )
    return ((STATIONARY.name, stationary_pairs),)


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per moving pair.

    An odd number of pairs counts as the next even one.

    >>> round_limits(12, (("stationary", "3"),))
    RoundLimits(legal_rounds=range(1, 10), default_rounds=9)
    """
    most_rounds = pairs + pairs % 2 - _count_stationary_pairs(options)
    # In a single round one pair of an odd number would only sit out.
    fewest_rounds = 2 if pairs % 2 else 1
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def _count_stationary_pairs(options: Options) -> int:
    return int(dict(options)[STATIONARY.name])


def build(request: PlanRequest) -> Movement:
    """Return the plan: all tables play set r in round r, each with its own copy.

    The highest numbers are stationary. Every other pair takes the seat of the next lower number.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("barometer-howell", pairs=8, boards_per_set=2)
    >>> [(row.ns, row.ew, row.boards, row.copy_no) for row in plan.rows if row.round_no == 2]
    [(8, 2, (3, 4), 1), (5, 4, (3, 4), 2), (7, 3, (3, 4), 3), (1, 6, (3, 4), 4)]
    """
    size = 2 * request.tables
    stationary = _count_stationary_pairs(request.options)
    layout = get_layout(DATA, size, size - stationary)
    absent = layout.absent if request.contestants < size else None
    return replace(
        assemble_plan(
            SPEC,
            request,
            _copy_meetings(iter_layout_meetings(layout, request.rounds, absent)),
            absent=absent,
            winners=1,
            board_sets=request.rounds,
            holds_by_guarantee=_check_barometer_guarantees(
                request, everybody_meets=stationary == 1 and request.rounds == size - 1
            ),
        ),
        notes=("All tables play the same boards in every round. Each table needs a copy.",),
        copies=request.tables,
    )


def _copy_meetings(meetings: Iterable[Meeting]) -> Iterator[Meeting]:
    for meeting in meetings:
        yield meeting._replace(copy_no=meeting.table_no)


def _check_barometer_guarantees(request: PlanRequest, *, everybody_meets: bool) -> dict[str, bool]:
    is_full_field = request.contestants == 2 * request.tables
    return {
        "each-pair-meets-each-other-once": everybody_meets,
        "no-opponents-twice": True,
        "everyone-plays-every-board": is_full_field,
        "same-boards-at-every-table": True,
        "compared-equally": everybody_meets and request.contestants in EQUAL_COMPARISON,
        "one-winner": True,
        "sit-out-at-most-once": not is_full_field,
    }


SPEC = MovementSpec(
    key="barometer-howell",
    name="Barometer Howell",
    aliases=("barometer", "endless-howell"),
    contest="pairs",
    sizes="4 to 48 pairs",
    legal_sizes=range(4, 49),
    options=(STATIONARY,),
    guarantees=(
        "each-pair-meets-each-other-once",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "same-boards-at-every-table",
        "compared-equally",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="constructed; the measure is that of Manning, Moore and the pages The Balance at pjms.nl",
    resolver=resolve_options,
    round_limits=round_limits,
    min_copies=2,
    build=build,
    # Few clubs have a copy of the boards for every table. Those who do ask for it by name.
    unadvised_choices=tuple((STATIONARY.name, choice) for choice in STATIONARY.choices),
    about="A Howell in which all tables play the same boards at once, each from its own copy.",
    inventor_card="howell",
)
