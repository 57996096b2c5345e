"""Safford's comparative whist: every two pairs oppose each other, and are compared, equally often.

The schedules are for 7 to 32 pairs. A pair's score card names, on each line, the pairs to whom it
copies the total.  Only one printed card is known, for eight pairs; the other schedules are
constructed, see ``data/safford.csv``.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from movements.families.board_layout import SETS as HOWELL_SETS
from movements.families.board_layout import spread_boards
from movements.families.cycles import get_layout, iter_layout_meetings
from movements.layout import assemble_plan
from movements.model import (
    Movement,
    MovementSpec,
    Options,
    PairNo,
    PlanRequest,
    RoundLimits,
    RoundNo,
    SetNo,
    TableNo,
)

SETS = HOWELL_SETS.with_choices("trays", "spread")
"""With boards far apart, eight pairs play 28 boards in sets such as 2, 9, 16 and 23, or 21 or 14."""

EQUAL_WITH_A_SIT_OUT = frozenset({11, 13, 17, 19, 23, 31})
"""Odd numbers of pairs whose full schedule compares any two of them equally (measured)."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a pair's score card: its seat, board set and opponents in one round.

    >>> ScoreLine(1, table_no=4, side="EW", board_set=2, opponent=4, shared_with=(3, 6, 8)).side
    'EW'
    """

    round_no: RoundNo
    table_no: TableNo
    side: str
    board_set: SetNo
    opponent: int
    # The other pairs that hold the set in the same direction. The total of the line is copied to
    # each.
    shared_with: tuple[int, ...]


def make_scorecard(plan: Movement, pair: PairNo) -> tuple[ScoreLine, ...]:
    """Return the lines of the score card of *pair*, one for each round, in any plan of pairs.

    >>> from movements.registry import make_plan
    >>> [line.shared_with for line in make_scorecard(make_plan("safford", pairs=8), pair=5)[:2]]
    [(3, 6, 8), (1, 2, 3)]

    Source: [WDW1900] pp. 36-38, the card of pair 5.
    """
    pairs_by_set_and_side: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for row in plan.rows:
        pairs_by_set_and_side[row.board_set, "NS"].add(row.ns)
        pairs_by_set_and_side[row.board_set, "EW"].add(row.ew)
    lines: list[ScoreLine] = []
    for row in plan.rows:
        if pair in (row.ns, row.ew):
            side, opponent = ("NS", row.ew) if row.ns == pair else ("EW", row.ns)
            lines.append(
                ScoreLine(
                    round_no=row.round_no,
                    table_no=row.table_no,
                    side=side,
                    board_set=row.board_set,
                    opponent=opponent,
                    shared_with=tuple(sorted(pairs_by_set_and_side[row.board_set, side] - {pair})),
                )
            )
    return tuple(lines)


def resolve_options(_pairs: int, chosen: Mapping[str, str]) -> Options:
    """Return the option for boards far apart, if it is chosen. Otherwise the pairs decide everything.

    >>> resolve_options(9, {}), resolve_options(8, {"sets": "spread"})
    ((), (('sets', 'spread'),))
    """
    if SETS.get_choice(chosen) == "spread":
        return ((SETS.name, "spread"),)
    return ()


def round_limits(pairs: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one or two per opponent.

    One meeting each can compare all pairs equally only if their number is divisible by four; other
    numbers play in two parts.  28 pairs do so too: they have an equal schedule in one part, but none
    in which pairs follow one another in a single ring.

    >>> round_limits(12, ()).default_rounds, round_limits(9, ()).default_rounds
    (11, 18)
    """
    size = pairs + pairs % 2
    is_in_one_part = size % 4 == 0 and size != 28
    most_rounds = size - 1 if is_in_one_part else 2 * (size - 1)
    # Otherwise the pair that sits out in the first round would play no round.
    fewest_rounds = 2 if pairs % 2 else 1
    return RoundLimits(range(fewest_rounds, most_rounds + 1), most_rounds)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    The pair with the highest number stays at table 1; every other takes the seat of the pair with
    the next lower number.  Every table takes the next higher set.  If the number of pairs is odd,
    the highest number is absent, and its opponent sits out.  The second part of a schedule
    in two parts has new seats and new sets.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("safford", pairs=8)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 7]
    [(7, 8, 7), (2, 5, 4), (1, 6, 2), (3, 4, 1)]

    Source: [WDW1900] pp. 36-38 for eight pairs, whose sets have deals far apart; the other sizes are
    constructed.
    """
    size = 2 * request.tables
    part_rounds = size - 1
    all_rounds = round_limits(request.contestants, ()).default_rounds
    layout = get_layout(SPEC.key, size, all_rounds)
    board_sets = part_rounds
    notes: tuple[str, ...] = ()
    if request.rounds > part_rounds:
        board_sets = all_rounds
        notes = (
            f"After round {part_rounds} the second part begins: "
            "new boards are put out and everyone takes new seats.",
        )
    absent = layout.absent if request.contestants < size else None
    plan = assemble_plan(
        SPEC,
        request,
        iter_layout_meetings(layout, request.rounds),
        absent=absent,
        winners=1,
        board_sets=board_sets,
        holds_by_guarantee=_check_safford_guarantees(request, part_rounds, all_rounds),
    )
    name = "Safford, two parts" if all_rounds > part_rounds else SPEC.name
    plan = replace(plan, name=name, notes=notes)
    if request.get_choice(SETS.name) == "spread":
        return spread_boards(plan, part_rounds)
    return plan


def _check_safford_guarantees(
    request: PlanRequest, part_rounds: int, all_rounds: int
) -> dict[str, bool]:
    is_complete = request.rounds == all_rounds
    is_full_field = request.contestants == 2 * request.tables
    is_equal_field = is_full_field or request.contestants in EQUAL_WITH_A_SIT_OUT
    return {
        "each-pair-meets-each-other-once": is_complete and all_rounds == part_rounds,
        "each-pair-meets-each-other-twice": is_complete and all_rounds > part_rounds,
        "no-opponents-twice": request.rounds <= part_rounds,
        "everyone-plays-every-board": is_complete and is_full_field,
        "each-set-at-one-table": True,
        "compared-equally": is_complete and is_equal_field,
        # Two rounds leave some fields in separate groups.
        "one-winner": request.rounds > 2,
        "sit-out-at-most-once": not is_full_field and request.rounds <= part_rounds,
    }


SPEC = MovementSpec(
    key="safford",
    name="Safford",
    aliases=("comparative-whist", "safford-comparative"),
    contest="pairs",
    sizes="7 to 32 pairs",
    legal_sizes=range(7, 33),
    options=(SETS,),
    guarantees=(
        "each-pair-meets-each-other-once",
        "each-pair-meets-each-other-twice",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "compared-equally",
        "one-winner",
        "sit-out-at-most-once",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 36-38 (the card of one pair of eight; the rest is "
    "constructed)",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Comparative whist: all pairs meet and are compared equally often. It has its own score card.",
    inventor_card="safford",
)
