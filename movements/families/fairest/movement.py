"""The fairest known plan of pairs, whatever its shape.

There is one winner.  The plan is stored, made from a finite field, or that of another movement, so it
is never less fair than theirs.  How the stored plans were found is in ``data/fairest.csv``.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from movements.check.guarantees import GUARANTEES
from movements.errors import MovementError
from movements.families import safford
from movements.families.fairest.finite_field import generate_field_meetings
from movements.families.fairest.library import (
    FIELD,
    KnownPlan,
    compute_points_gained,
    find_best_entry,
    parse_meetings,
)
from movements.families.howell import full as howell
from movements.families.howell import short as short_howell
from movements.families.mitchell import hesitation as hesitation_mitchell
from movements.families.mitchell import one_winner as one_winner_mitchell
from movements.layout import assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option, make_number_phrases
from movements.sentences import MovementSentences

FAMILIES: Mapping[str, MovementSpec] = {
    "one-winner-mitchell": one_winner_mitchell.SPEC,
    "hesitation-mitchell": hesitation_mitchell.SPEC,
    "howell": howell.SPEC,
    "short-howell": short_howell.SPEC,
    "safford": safford.SPEC,
}
"""The movements with one winner whose plans this one takes where none is fairer."""

FEWEST_ROUNDS = 3
MOST_STATIONARY = 3
"""More pairs that keep their seats are not counted: the option ends here."""

EVENING = range(7, 14)
"""Usual numbers of rounds of an evening."""

CLEARLY_FAIRER = 1
"""Points by which a plan must be fairer than those of other movements before advice names it."""

STATIONARY = Option(
    "stationary",
    "Pairs that keep their seats",
    make_number_phrases(0, 1, 2, 3),
    note="At least so many. Plans with more of them can be less fair.",
    # Most plans keep more pairs seated than asked. A less fair one of this name would only confuse.
    advised=("0",),
)

COPIES = Option(
    "copies",
    "Copies of the boards",
    {"1": "one, and no set at two tables", "2": "two"},
    note="With two, everyone can play the same boards in fewer rounds than tables.",
    # Advice tries all if the club says that it has two sets of boards.
    advised=("1",),
)


def resolve_options(pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the stationary pairs and the copies.

    >>> resolve_options(12, {"copies": "2"})
    (('stationary', '0'), ('copies', '2'))

    :raises MovementError: if no plan of this size has so many stationary pairs.
    """
    stationary = STATIONARY.get_choice(chosen)
    copies = COPIES.get_choice(chosen)
    if not _find_known_lengths(pairs, int(stationary), int(copies)):
        tables = (pairs + 1) // 2
        raise MovementError(
            MovementSentences.CHOICE_DOES_NOT_FIT,
            movement=SPEC.name,
            option=STATIONARY.name,
            choice=stationary,
            needed="a larger field",
            size=pairs,
            tables=tables,
            instead=f"{STATIONARY.name}=0",
        )
    return (STATIONARY.name, stationary), (COPIES.name, copies)


def _read_wishes(options: Options) -> tuple[int, int]:
    """Return the stationary pairs and the copies that resolved *options* ask for."""
    chosen = dict(options)
    return int(chosen[STATIONARY.name]), int(chosen[COPIES.name])


@cache
def _find_known_lengths(pairs: int, stationary: int, copies: int) -> range:
    """Return the possible numbers of rounds: from the fewest on, without a gap."""
    beyond = FEWEST_ROUNDS
    while find_best_entry(pairs, beyond, stationary, copies):
        beyond += 1
    return range(FEWEST_ROUNDS, beyond)


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds, and the fairest of an ordinary evening.

    Advice tries only lengths at which this plan is clearly fairer than other movements.

    >>> limits = round_limits(12, (("stationary", "0"), ("copies", "1")))
    >>> (limits.legal_rounds, limits.usual_rounds)
    (range(3, 12), 11)
    """
    stationary, copies = _read_wishes(options)
    lengths = _find_known_lengths(pairs, stationary, copies)
    of_evening = range(min(EVENING[0], lengths[-1]), min(EVENING[-1], lengths[-1]) + 1)
    usual = max(of_evening, key=lambda rounds: _get_figure(pairs, rounds, stationary, copies))
    return RoundLimits(
        lengths,
        usual,
        max_reason="no longer plan is known",
        min_reason="no shorter plan is known",
        advised=_list_lengths_to_advise(pairs, stationary, copies),
    )


def _get_figure(pairs: int, rounds: int, stationary: int, copies: int) -> Fraction:
    entry = find_best_entry(pairs, rounds, stationary, copies)
    return entry.qf if entry else Fraction(0)


@cache
def _list_lengths_to_advise(pairs: int, stationary: int, copies: int) -> tuple[int, ...]:
    lengths = []
    for rounds in _find_known_lengths(pairs, stationary, copies):
        gained = compute_points_gained(pairs, rounds, stationary, copies)
        if gained >= CLEARLY_FAIRER:
            lengths.append(rounds)
    return tuple(lengths)


def build(request: PlanRequest) -> Movement:
    """Return the fairest known plan for size, length and options.

    Stationary pairs have the lowest numbers, those of their tables.  In an odd field the number after
    the highest is absent.

    >>> from movements.balance import fairness, shown_quality
    >>> from movements.registry import make_plan
    >>> shown_quality(fairness(make_plan("fairest", pairs=27, rounds=27)).qf)
    100.0

    :raises KeyError: if no plan is known, see :func:`round_limits`.
    """
    stationary, copies = _read_wishes(request.options)
    entry = find_best_entry(request.contestants, request.rounds, stationary, copies)
    if entry is None:
        raise KeyError(request)
    return build_known_plan(entry, request)


def build_known_plan(entry: KnownPlan, request: PlanRequest) -> Movement:
    """Return the plan of *entry*, with the boards and the options of *request*.

    >>> request = PlanRequest(28, 27, 1, (("stationary", "0"), ("copies", "1")))
    >>> build_known_plan(find_best_entry(28, 27, 0, 1), request).guarantees[0]
    'each-pair-meets-each-other-once'
    """
    if entry.family in FAMILIES:
        return _build_family_plan(entry, request)
    absent = request.contestants + 1 if request.contestants % 2 else None
    if entry.family == FIELD:
        meetings = tuple(generate_field_meetings(request.rounds))
    else:
        meetings = tuple(parse_meetings(entry.cells, entry.stationary, absent))
    plan = assemble_plan(
        SPEC,
        request,
        meetings,
        absent=absent,
        winners=1,
        board_sets=max(meeting.board_set for meeting in meetings),
        promises=dict.fromkeys(SPEC.guarantees, False),
    )
    plan = replace(plan, copies=entry.copies)
    if entry.copies > 1:
        plan = replace(plan, name=NAME_OF_TWO_COPIES, notes=(TWO_COPIES,))
    return replace(
        plan, guarantees=tuple(key for key in SPEC.guarantees if _keeps_promise(plan, key))
    )


def _keeps_promise(plan: Movement, promise: str) -> bool:
    if promise == "sit-out-at-most-once" and not plan.sit_outs:
        return False
    return GUARANTEES[promise].holds(plan)


def _build_family_plan(entry: KnownPlan, request: PlanRequest) -> Movement:
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


NAME_OF_TWO_COPIES = "Fairest, two copies"
TWO_COPIES = (
    "Some boards are at two tables at once: make a second copy, or let the two tables share."
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
