"""Howells with fewer rounds than opponents, in layouts that compare evenly.

Everybody plays every board, no set is at two tables at once, and there is one winner. Full Howells
are in :mod:`movements.families.howell.full`. The layouts and how they were found are in
``data/short_howell.csv``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from movements.families.cycles import get_layout, iter_layout_meetings, list_layout_sizes
from movements.layout import Meeting, assemble_plan
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits

DATA = "short_howell"

MAX_DEFAULT_ROUNDS = 13
"""Rounds of two boards in an ordinary evening. Longer Howells must be asked for."""


def resolve_options(_pairs: int, _chosen: Mapping[str, str]) -> Options:
    """Return no options: pairs and rounds decide everything.

    >>> resolve_options(12, {})
    ()
    """
    return ()


def round_limits(pairs: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: from one per table to two fewer than pairs.

    An odd number of pairs counts as the next even one. Three quarters of a full Howell are usual,
    but at most thirteen rounds if possible.

    >>> round_limits(16, ())
    RoundLimits(legal_rounds=range(8, 15), default_rounds=11)
    """
    size = pairs + pairs % 2
    lengths = sorted(rounds for known_size, rounds in list_layout_sizes(DATA) if known_size == size)
    target_rounds = min(MAX_DEFAULT_ROUNDS, round(3 * (size - 1) / 4))
    default_rounds = min(lengths, key=lambda rounds: (abs(rounds - target_rounds), -rounds))
    return RoundLimits(
        range(lengths[0], lengths[-1] + 1), default_rounds, "it has no longer version"
    )


def build(request: PlanRequest) -> Movement:
    """Return the plan: stationary pairs keep their tables, the others follow one another.

    If a pair is missing, its number is the one without which the others compare most evenly.

    >>> from movements.balance import fairness, round_quality
    >>> from movements.registry import make_plan
    >>> round_quality(fairness(make_plan("short-howell", pairs=12, rounds=9)).qf)
    94.87
    """
    size = 2 * request.tables
    layout = get_layout(DATA, size, request.rounds)
    absent = layout.absent if request.contestants < size else None
    meetings = tuple(iter_layout_meetings(layout, request.rounds, absent))
    name = "Three-quarter Howell" if request.rounds > 0.7 * (size - 1) else SPEC.name
    return replace(
        assemble_plan(
            SPEC,
            request,
            meetings,
            absent=absent,
            winners=1,
            board_sets=request.rounds,
            holds_by_guarantee=_check_short_howell_guarantees(meetings, absent),
        ),
        name=name,
    )


def _check_short_howell_guarantees(
    meetings: Sequence[Meeting], absent: int | None
) -> dict[str, bool]:
    meeting_counts = Counter(
        (min(meeting.ns, meeting.ew), max(meeting.ns, meeting.ew)) for meeting in meetings
    )
    return {
        "no-opponents-twice": max(
            times for couple, times in meeting_counts.items() if absent not in couple
        )
        == 1,
        "everyone-plays-every-board": absent is None,
        "each-set-at-one-table": True,
        "one-winner": True,
        "sit-out-at-most-once": max(
            (times for couple, times in meeting_counts.items() if absent in couple), default=0
        )
        == 1,
    }


SPEC = MovementSpec(
    key="short-howell",
    name="Short Howell",
    aliases=("three-quarter-howell", "reduced-howell"),
    contest="pairs",
    sizes="5 to 40 pairs",
    legal_sizes=range(5, 41),
    guarantees=(
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="constructed; the measure is that of Manning, Moore and the pages The Balance at pjms.nl",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    nested=False,
    about="A Howell with any number of rounds, designed for its length so that pairs are compared evenly.",
    inventor_card="howell",
)
