"""The fairest known plan of pairs for every size and length, whatever its shape.

There is one winner. The plan is stored, made from a finite field, or taken from another movement, so
it is never less fair than theirs. ``data/fairest.csv`` has plans found by search and how they were
found, ``data/fairest_of_families.csv`` what other movements reach. :func:`find_best_entry` reads both
and chooses the fairest that has the requested stationary pairs and copies.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from movements.check.guarantees import GUARANTEES
from movements.families import safford
from movements.families.howell import full as howell
from movements.families.howell import short as short_howell
from movements.families.mitchell import hesitation as hesitation_mitchell
from movements.families.mitchell import one_winner as one_winner_mitchell
from movements.layout import Meeting, assemble_plan, iter_data_rows
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.refusals import make_choice_does_not_fit_error

# Perfectly fair Howells from finite fields. The number of elements, q, is a prime power one below a
# multiple of four.  The q movable pairs are the elements of the field.  Let x be a primitive element such
# that one of 2 + x and 1 + 2x is a square and the other isn't.  In round g the stationary pair meets g,
# and the pairs x^2i + g (N-S) and x^(2i+1) + g (E-W) meet for every i with set g - x^2i - x^(2i+1): a
# starter and its adder, after Mullin and Nemeth.  All pairs are compared equally, because the squares of
# the field are a difference set.


Element = tuple[int, ...]
"""The coefficients of a polynomial, lowest first, modulo the prime."""

# Of each field the prime and the coefficients of x^n as a sum of lower powers of a primitive x.
_FIELDS: dict[int, tuple[int, Element]] = {
    19: (19, (14,)),
    23: (23, (7,)),
    27: (3, (2, 1, 0)),  # x³ = x + 2
    31: (31, (22,)),
}

SIZES = tuple(_FIELDS)

OWN_PLANS = "fairest"
FAMILY_PLANS = "fairest_of_families"
COLUMNS = ("pairs", "rounds", "stationary", "copies", "qf", "tables")
FINITE_FIELD = "field"
"""The name of the construction from a finite field, which needs no stored plan."""

_CELL = re.compile(r"(\d+)-(\d+)/(\d+)")

FAMILIES: Mapping[str, MovementSpec] = {
    "one-winner-mitchell": one_winner_mitchell.SPEC,
    "hesitation-mitchell": hesitation_mitchell.SPEC,
    "howell": howell.SPEC,
    "short-howell": short_howell.SPEC,
    "safford": safford.SPEC,
}
"""The movements with one winner whose plans this one takes where none is fairer."""

MIN_ROUNDS = 3
MAX_STATIONARY = 3
"""More pairs that keep their seats are not counted: the option ends here."""

ORDINARY_ROUNDS = range(7, 14)
"""Usual numbers of rounds of an evening."""

MIN_POINTS_FAIRER = 1
"""Points by which a plan must be fairer than those of other movements before advice names it."""

STATIONARY = Option(
    "stationary",
    "Pairs that keep their seats",
    make_number_phrases(0, 1, 2, 3),
    note="At least so many. Plans with more of them can be less fair.",
    # Most plans keep more pairs seated than asked. A less fair one of this name would only confuse.
    suggested_choices=("0",),
)

COPIES = Option(
    "copies",
    "Copies of the boards",
    {"1": "one, and no set at two tables", "2": "two"},
    note="With two, everyone can play the same boards in fewer rounds than tables.",
    # Advice tries all if the club says that it has two sets of boards.
    suggested_choices=("1",),
)

NAME_OF_TWO_COPIES = "Fairest, two copies"
TWO_COPIES = (
    "Some boards are at two tables at once: make a second copy, or let the two tables share."
)


@cache
def _compute_powers(size: int) -> tuple[Element, ...]:
    """Return the powers of the primitive element, the first of which is 1."""
    prime, reduction = _FIELDS[size]
    power: Element = (1, *[0] * (len(reduction) - 1))
    powers = []
    for _ in range(size - 1):
        powers.append(power)
        # Times x: all coefficients move up, and the highest power is replaced by lower ones.
        power = _add_elements((0, *power[:-1]), reduction, prime, times=power[-1])
    return tuple(powers)


def _get_element_number(element: Element, prime: int) -> int:
    """Return the number of the pair, or of the set: 1 for zero."""
    value = 0
    for digit in reversed(element):
        value = value * prime + digit
    return value + 1


def _add_elements(first: Element, second: Element, prime: int, times: int = 1) -> Element:
    return tuple((a + times * b) % prime for a, b in zip(first, second, strict=True))


def iter_field_meetings(size: int) -> Iterator[Meeting]:
    """Yield the meetings of *size* rounds for *size* + 1 pairs, by round, then table.

    Pair *size* + 1 keeps table 1, and is the absent one of an odd field.

    >>> [(meeting.ns, meeting.ew, meeting.board_set) for meeting in iter_field_meetings(19)][:3]
    [(20, 1, 1), (2, 15, 5), (7, 9, 6)]
    """
    prime, _ = _FIELDS[size]
    powers = _compute_powers(size)
    elements = sorted(
        ((0,) * len(powers[0]), *powers), key=lambda element: _get_element_number(element, prime)
    )
    for round_no, element in enumerate(elements, start=1):
        yield Meeting(round_no, 1, ns=size + 1, ew=round_no, board_set=round_no)
        couples = zip(powers[::2], powers[1::2], strict=True)
        for table_no, (square, other) in enumerate(couples, start=2):
            board_set = _add_elements(_add_elements(element, square, prime, -1), other, prime, -1)
            yield Meeting(
                round_no,
                table_no,
                ns=_get_element_number(_add_elements(square, element, prime), prime),
                ew=_get_element_number(_add_elements(other, element, prime), prime),
                board_set=_get_element_number(board_set, prime),
            )


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """A known plan with its fairness, and how it is made.

    >>> find_best_entry(8, 7, 0, 1).qf
    Fraction(100, 1)
    """

    pairs: int
    rounds: int
    stationary: int  # how many pairs keep their seats
    copies: int  # 2 if a board set is at two tables at once
    qf: Fraction  # the fairness, rounded to two decimals
    cells: str = ""  # the stored plan, empty if another movement or a finite field makes it
    family: str = ""  # the key of the movement that makes it
    options: Options = ()  # the resolved options of that movement

    @property
    def is_unique(self) -> bool:
        """Return whether no other movement makes the plan."""
        return bool(self.cells) or self.family == FINITE_FIELD

    def fulfils(self, stationary: int, copies: int) -> bool:
        """Return whether at least *stationary* pairs stay and *copies* of the boards suffice."""
        return self.stationary >= stationary and self.copies <= copies


@cache
def read_known_plans() -> Mapping[tuple[int, int], Sequence[KnownPlan]]:
    """Return all known plans by pairs and rounds, first the plans of other movements.

    >>> [entry.family for entry in read_known_plans()[8, 7]]
    ['howell']
    """
    plans_by_size: defaultdict[tuple[int, int], list[KnownPlan]] = defaultdict(list)
    for row in iter_data_rows(FAMILY_PLANS):
        options = tuple(map(_parse_option, row["options"].split()))
        entry = _read_entry(row, family=row["family"], options=options)
        plans_by_size[entry.pairs, entry.rounds].append(entry)
    for row in iter_data_rows(OWN_PLANS):
        entry = _read_entry(row, cells=row["tables"])
        plans_by_size[entry.pairs, entry.rounds].append(entry)
    for size in SIZES:
        for pairs in (size, size + 1):
            stationary = pairs - size
            entry = KnownPlan(
                pairs, size, stationary, copies=1, qf=Fraction(100), family=FINITE_FIELD
            )
            plans_by_size[pairs, size].append(entry)
    return plans_by_size


def parse_plan_line(text: str) -> KnownPlan:
    """Return the plan in a line of ``data/fairest.csv``.

    >>> parse_plan_line("8,5,2,1,84.62,1-5/1").stationary
    2

    :raises ValueError: if it isn't such a line.
    """
    values = text.split(",")
    row = dict(zip(COLUMNS, values, strict=True))
    return _read_entry(row, cells=row["tables"])


def _parse_option(text: str) -> tuple[str, str]:
    name, _, choice = text.partition("=")
    return name, choice


def _read_entry(
    row: Mapping[str, str], *, cells: str = "", family: str = "", options: Options = ()
) -> KnownPlan:
    return KnownPlan(
        pairs=int(row["pairs"]),
        rounds=int(row["rounds"]),
        stationary=int(row["stationary"]),
        copies=int(row["copies"]),
        qf=Fraction(row["qf"]),
        cells=cells,
        family=family,
        options=options,
    )


def find_best_entry(pairs: int, rounds: int, stationary: int, copies: int) -> KnownPlan | None:
    """Return the fairest plan, None if no known plan fulfils the wishes.

    Of equally fair ones it is the one with fewer copies, then that of another movement.

    >>> find_best_entry(12, 9, stationary=0, copies=1).qf
    Fraction(9487, 100)
    """
    return max(
        _list_fitting_entries(pairs, rounds, stationary, copies),
        key=lambda entry: (entry.qf, -entry.copies),
        default=None,
    )


def compute_points_gained(pairs: int, rounds: int, stationary: int, copies: int) -> Fraction:
    """Return by how much the fairest plan is fairer than any other movement.

    Without any other movement of this length it is the whole figure.

    >>> compute_points_gained(8, 7, stationary=0, copies=1)
    Fraction(0, 1)
    """
    best = other_best = Fraction(0)
    for entry in _list_fitting_entries(pairs, rounds, stationary, copies):
        best = max(best, entry.qf)
        if not entry.is_unique:
            other_best = max(other_best, entry.qf)
    return best - other_best


def _list_fitting_entries(pairs: int, rounds: int, stationary: int, copies: int) -> list[KnownPlan]:
    known_plans = read_known_plans().get((pairs, rounds), ())
    return [entry for entry in known_plans if entry.fulfils(stationary, copies)]


def parse_meetings(cells: str, stationary: int, absent: int | None = None) -> Iterator[Meeting]:
    """Yield the meetings of a stored plan, by round, then table.

    Rounds are separated by ``|``.  The first ``3-9/5`` of a round is table 1: N-S pair 3, E-W pair
    9, board set 5.  A second table with a set in one round uses its second copy; the table of pair
    *absent* needs none.

    Pairs up to *stationary* keep their N-S seats.  When they hold the E-W cards, the boards are
    arrow-switched: turning a board is easier than changing seats.

    >>> [(meeting.round_no, meeting.copy_no) for meeting in parse_meetings("1-3/1 4-2/1|1-4/2 3-2/2", 0)]
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    for round_no, tables in enumerate(cells.split("|"), start=1):
        uses_by_set: Counter[int] = Counter()
        for table_no, (ns, ew, board_set) in enumerate(_CELL.findall(tables), start=1):
            meeting = Meeting(round_no, table_no, ns=int(ns), ew=int(ew), board_set=int(board_set))
            copy_no = 1
            if absent not in (meeting.ns, meeting.ew):
                uses_by_set[meeting.board_set] += 1
                copy_no = uses_by_set[meeting.board_set]
            is_switched = meeting.ew <= stationary
            yield meeting._replace(copy_no=copy_no, arrow_switched=is_switched)


def resolve_options(pairs: int, choice_by_name: Mapping[str, str]) -> Options:
    """Return the stationary pairs and the copies.

    >>> resolve_options(12, {"copies": "2"})
    (('stationary', '0'), ('copies', '2'))

    :raises MovementError: if no plan of this size has so many stationary pairs.
    """
    stationary = STATIONARY.get_choice(choice_by_name)
    copies = COPIES.get_choice(choice_by_name)
    if not _compute_known_lengths(pairs, int(stationary), int(copies)):
        tables = (pairs + 1) // 2
        raise make_choice_does_not_fit_error(
            movement=SPEC.name,
            option=STATIONARY.name,
            choice=stationary,
            requirement="a larger field",
            size=pairs,
            tables=tables,
            alternative=f"{STATIONARY.name}=0",
        )
    return (STATIONARY.name, stationary), (COPIES.name, copies)


def _get_stationary_and_copies(options: Options) -> tuple[int, int]:
    """Return the stationary pairs and the copies that resolved *options* ask for."""
    choice_by_name = dict(options)
    return int(choice_by_name[STATIONARY.name]), int(choice_by_name[COPIES.name])


@cache
def _compute_known_lengths(pairs: int, stationary: int, copies: int) -> range:
    """Return the possible numbers of rounds: from the fewest on, without a gap."""
    next_length = MIN_ROUNDS
    while find_best_entry(pairs, next_length, stationary, copies):
        next_length += 1
    return range(MIN_ROUNDS, next_length)


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds, and the fairest number for an ordinary session.

    Advice tries only lengths at which this plan is clearly fairer than other movements.

    >>> limits = round_limits(12, (("stationary", "0"), ("copies", "1")))
    >>> (limits.legal_rounds, limits.default_rounds)
    (range(3, 12), 11)
    """
    stationary, copies = _get_stationary_and_copies(options)
    lengths = _compute_known_lengths(pairs, stationary, copies)
    ordinary_lengths = range(
        min(ORDINARY_ROUNDS[0], lengths[-1]), min(ORDINARY_ROUNDS[-1], lengths[-1]) + 1
    )
    default_rounds = max(
        ordinary_lengths, key=lambda rounds: get_best_qf(pairs, rounds, stationary, copies)
    )
    return RoundLimits(
        lengths,
        default_rounds,
        max_reason="no longer plan is known",
        min_reason="no shorter plan is known",
        suggested_rounds=_list_lengths_to_advise(pairs, stationary, copies),
    )


def get_best_qf(pairs: int, rounds: int, stationary: int, copies: int) -> Fraction:
    """Return the Qf of the fairest plan known, 0 if there is none."""
    entry = find_best_entry(pairs, rounds, stationary, copies)
    return entry.qf if entry else Fraction(0)


@cache
def _list_lengths_to_advise(pairs: int, stationary: int, copies: int) -> tuple[int, ...]:
    lengths = []
    for rounds in _compute_known_lengths(pairs, stationary, copies):
        points_gained = compute_points_gained(pairs, rounds, stationary, copies)
        if points_gained >= MIN_POINTS_FAIRER:
            lengths.append(rounds)
    return tuple(lengths)


def build(request: PlanRequest) -> Movement:
    """Return the fairest known plan for size, length and options.

    Stationary pairs have the lowest numbers, those of their tables.  In an odd field the number after
    the highest is absent.

    >>> from movements.balance import fairness, round_quality
    >>> from movements.registry import make_plan
    >>> round_quality(fairness(make_plan("fairest", pairs=27, rounds=27)).qf)
    100.0

    :raises KeyError: if no plan is known, see :func:`round_limits`.
    """
    stationary, copies = _get_stationary_and_copies(request.options)
    entry = find_best_entry(request.contestants, request.rounds, stationary, copies)
    if entry is None:
        raise KeyError(request)
    return make_known_plan(entry, request)


def make_known_plan(entry: KnownPlan, request: PlanRequest) -> Movement:
    """Return the plan of *entry*, with the boards and the options of *request*.

    >>> request = PlanRequest(28, 27, 1, (("stationary", "0"), ("copies", "1")))
    >>> make_known_plan(find_best_entry(28, 27, 0, 1), request).guarantees[0]
    'each-pair-meets-each-other-once'
    """
    if entry.family in FAMILIES:
        return _make_family_plan(entry, request)
    absent = request.contestants + 1 if request.contestants % 2 else None
    if entry.family == FINITE_FIELD:
        meetings = tuple(iter_field_meetings(request.rounds))
    else:
        meetings = tuple(parse_meetings(entry.cells, entry.stationary, absent))
    plan = assemble_plan(
        SPEC,
        request,
        meetings,
        absent=absent,
        winners=1,
        board_sets=max(meeting.board_set for meeting in meetings),
        holds_by_guarantee=dict.fromkeys(SPEC.guarantees, False),
    )
    plan = replace(plan, copies=entry.copies)
    if entry.copies > 1:
        plan = replace(plan, name=NAME_OF_TWO_COPIES, notes=(TWO_COPIES,))
    return replace(
        plan, guarantees=tuple(key for key in SPEC.guarantees if _keeps_guarantee(plan, key))
    )


def _keeps_guarantee(plan: Movement, guarantee_key: str) -> bool:
    if guarantee_key == "sit-out-at-most-once" and not plan.sit_outs:
        return False
    return GUARANTEES[guarantee_key].is_kept(plan)


def _make_family_plan(entry: KnownPlan, request: PlanRequest) -> Movement:
    family = FAMILIES[entry.family]
    plan = family.build(replace(request, options=entry.options))
    return replace(
        plan,
        key=SPEC.key,
        name=f"{SPEC.name}: {plan.name}",
        source=SPEC.source,
        options=request.options,
        guarantees=tuple(key for key in plan.guarantees if key in SPEC.guarantees),
    )


SPEC = MovementSpec(
    key="fairest",
    name="Fairest",
    aliases=("fairest-plan",),
    contest="pairs",
    sizes="5 to 40 pairs",
    legal_sizes=range(5, 41),
    options=(STATIONARY, COPIES),
    guarantees=(
        "each-pair-meets-each-other-once",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "compared-equally",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="constructed; the measure is that of Manning, Moore and the pages The Balance at pjms.nl",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    nested=False,
    about="The plan with one winner that compares pairs most evenly, as far as is known, for any length.",
)
