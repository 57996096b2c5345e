"""Mnemonic duplicate at several tables: a movement of pairs played twice, then with the other side's
cards.

Hoyle takes any movement of duplicate whist and prefers Snow's.  On the replay everybody sits as
before and the boards are turned by a quarter, so each pair holds the N-S cards of every board once.
"""

from collections.abc import Mapping
from dataclasses import replace

from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.check.guarantees import GUARANTEES
from movements.families import snow
from movements.families.howell import full as howell
from movements.families.mitchell import plain as mitchell
from movements.layout import mark_copies
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, TableRound
from movements.option import Option

PAIRS = range(4, 15, 2)
"""As many as Snow's movement is for, of which the book says that it is the best for this."""

MOVEMENT = Option(
    "movement",
    "Movement to be played twice",
    {"snow": "Snow", "mitchell": "Mitchell", "howell": "Howell"},
    note="The book prefers Snow: the players keep their seats, and boards come back late.",
    suggested_choices=("snow",),
)

_SPECS: Mapping[str, MovementSpec] = {
    "snow": snow.SPEC,
    "mitchell": mitchell.SPEC,
    "howell": howell.SPEC,
}

NOTES = (
    "The second half is the replay: everyone sits and moves as in the first, and every board is turned by a "
    "quarter, so that each side holds the other’s cards.",
    "The boards come in another order. Don’t say which were played first: who remembers a hand knows all four.",
    "Keep only the N-S scores: every pair holds the N-S cards of each of its boards once.",
    "At whist, one suit is trumps for the whole sitting, and no card is turned up. A hand with a wrong number of "
    "cards is always dealt again.",
)


def resolve_options(_pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the option for the movement.

    >>> resolve_options(8, {})
    (('movement', 'snow'),)
    """
    return ((MOVEMENT.name, MOVEMENT.get_choice(chosen)),)


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: twice as many as in the movement.

    >>> round_limits(8, (("movement", "snow"),)).default_rounds
    32
    """
    spec, base_options = _get_base_spec(pairs, options)
    base_limits = spec.round_limits(pairs, base_options)
    fewest_rounds, most_rounds = base_limits.legal_rounds[0], base_limits.legal_rounds[-1]
    return RoundLimits(
        range(2 * fewest_rounds, 2 * most_rounds + 1, 2),
        2 * base_limits.default_rounds,
        base_limits.max_reason,
        min_reason="every board must be played both ways",
    )


def _get_base_spec(pairs: int, options: Options) -> tuple[MovementSpec, Options]:
    spec = _SPECS[dict(options)[MOVEMENT.name]]
    return spec, spec.resolve_options(pairs, {})


def build(request: PlanRequest) -> Movement:
    """Return the plan: all rounds of the movement, then all again with the boards turned.

    Boards come back late and in another order: the replay begins with the second round of the
    movement, in Snow's with the second of each seating, and takes the boards of a round backwards.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mnemonic-pairs", pairs=4)
    >>> [(row.round_no, row.ns, row.ew, row.arrow_switched) for row in plan.rows if row.board_set == 1]
    [(1, 1, 3, False), (2, 2, 4, False), (5, 3, 1, True), (6, 4, 2, True)]

    Source: [HOYLE1926] p. 60.
    """
    spec, base_options = _get_base_spec(request.contestants, request.options)
    half = request.rounds // 2
    base_plan = spec.build(
        PlanRequest(request.contestants, half, request.boards_per_set, base_options)
    )
    group_rounds = base_plan.tables if spec is snow.SPEC else half
    replay_rounds: dict[int, int] = {}
    for round_no, first_round in enumerate(_order_replay(half, group_rounds), start=half + 1):
        replay_rounds[first_round] = round_no
    rows = [
        *base_plan.rows,
        *(_turn_row(row, replay_rounds[row.round_no]) for row in base_plan.rows),
    ]
    rows.sort(key=lambda row: (row.round_no, row.table_no))
    stands = list(base_plan.bye_stands)
    for stand in base_plan.bye_stands:
        stands.append(replace(stand, round_no=replay_rounds[stand.round_no]))
    plan = replace(
        base_plan,
        key=SPEC.key,
        name=f"{SPEC.name}, {MOVEMENT.phrases[dict(request.options)[MOVEMENT.name]]}",
        source=SPEC.source,
        options=request.options,
        winners=1,
        rounds=request.rounds,
        rows=mark_copies(rows),
        bye_stands=tuple(sorted(stands, key=lambda stand: (stand.round_no, stand.after_table))),
        notes=(*base_plan.notes, *NOTES),
    )
    return replace(
        plan, guarantees=tuple(key for key in SPEC.guarantees if GUARANTEES[key].is_kept(plan))
    )


def _order_replay(rounds: int, group_rounds: int) -> list[int]:
    """Return the rounds of the first half in the order of the replay.

    In a group of two rounds, another order would bring a board back at once.

    >>> _order_replay(6, 3), _order_replay(4, 2)
    ([2, 3, 1, 5, 6, 4], [1, 2, 3, 4])
    """
    order: list[int] = []
    for first in range(1, rounds + 1, group_rounds):
        group = list(range(first, min(first + group_rounds, rounds + 1)))
        if len(group) > 2:
            group = group[1:] + group[:1]
        order += group
    return order


def _turn_row(row: TableRound, round_no: int) -> TableRound:
    """Return *row* on the replay: the same seats, with the other side's cards."""
    return replace(
        row,
        round_no=round_no,
        ns=row.ew,
        ew=row.ns,
        boards=row.boards[::-1],
        arrow_switched=not row.arrow_switched,
    )


SPEC = MovementSpec(
    key="mnemonic-pairs",
    name="Mnemonic duplicate of pairs",
    aliases=("memory-duplicate-of-pairs",),
    contest="pairs",
    sizes="4 to 14 pairs, even",
    legal_sizes=PAIRS,
    options=(MOVEMENT,),
    guarantees=(BOARDS_PLAYED_BOTH_WAYS, "one-winner"),
    source="Hoyle’s Rules for Card Games, 1926, page 60",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    nested=False,
    historic=True,
    keeps_ns=True,
    about="Every board comes twice, the second time with the other side’s cards. Only N-S scores count.",
)
