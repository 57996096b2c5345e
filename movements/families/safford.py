"""Safford's comparative whist: every two pairs oppose each other, and are compared, equally often.

Responsible for the schedules of 7 to 32 pairs, and for what a pair's score card says: to whom it
copies the total of each line.  Of the printed sets only one card, of eight pairs, is known; the
others are constructed, see ``data/safford.csv``.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from movements.families.cycles import find_layout, roll_out
from movements.layout import assemble
from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits

EQUAL_WITH_A_SIT_OUT = frozenset({11, 13, 17, 19, 23, 31})
"""Odd numbers of pairs whose full schedule compares any two of them equally (measured)."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a pair's score card: its seat, boards and opponents, and the pair with the same
    cards.

    ``shared_with`` are the pairs that hold the set in the same direction; the total of the line is
    copied to each.

    >>> ScoreLine(1, table_no=4, side="EW", board_set=2, opponent=4, shared_with=(3, 6, 8)).side
    'EW'
    """

    round_no: int
    table_no: int
    side: str
    board_set: int
    opponent: int
    shared_with: tuple[int, ...]


def score_card(plan: Movement, pair: int) -> tuple[ScoreLine, ...]:
    """Return the lines of the score card of *pair*, one for each round, in any plan of pairs.

    >>> from movements import make_plan
    >>> [line.shared_with for line in score_card(make_plan("safford", pairs=8), pair=5)[:2]]
    [(3, 6, 8), (1, 2, 3)]

    Source: [WDW1900] pp. 36-38, the card of pair 5.
    """
    holders: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for row in plan.rows:
        holders[row.board_set, "NS"].add(row.ns)
        holders[row.board_set, "EW"].add(row.ew)
    lines: list[ScoreLine] = []
    for row in plan.rows:
        if pair in (row.ns, row.ew):
            side, opponent = ("NS", row.ew) if row.ns == pair else ("EW", row.ns)
            shared = tuple(sorted(holders[row.board_set, side] - {pair}))
            lines.append(
                ScoreLine(row.round_no, row.table_no, side, row.board_set, opponent, shared)
            )
    return tuple(lines)


def settle(_pairs: int, _chosen: Mapping[str, str]) -> Options:
    """Return no options: the number of pairs decides everything.

    >>> settle(9, {})
    ()
    """
    return ()


def round_limits(pairs: int, _options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: up to one per opponent, or two where once cannot be equal.

    Equal comparison in one meeting each needs a number of pairs divisible by four.  For 28 it
    exists too, but in no schedule where pairs follow one another in a single ring.

    >>> round_limits(12, ()).usual, round_limits(9, ()).usual
    (11, 18)
    """
    size = pairs + pairs % 2
    most = size - 1 if size % 4 == 0 and size != 28 else 2 * (size - 1)
    return RoundLimits(range(2 if pairs % 2 else 1, most + 1), most)


def build(request: PlanRequest) -> Movement:
    """Return the plan.

    The highest pair stays at table 1, every other takes the seat of the next lower number.

    Every table takes the next higher set.  For an odd number of pairs the highest is absent, and
    whoever would meet it sits out.  A schedule in two parts is set up afresh for the second, with
    sets of its own.

    >>> from movements import make_plan
    >>> plan = make_plan("safford", pairs=8)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 7]
    [(7, 8, 7), (2, 5, 4), (1, 6, 2), (3, 4, 1)]

    Source: [WDW1900] pp. 36-38 for eight pairs; the other sizes are constructed.
    """
    size = 2 * request.tables
    most = round_limits(request.contestants, ()).usual
    half = size - 1
    layout = find_layout(SPEC.key, size, most)
    again = request.rounds > half
    note = f"After round {half} the second part begins: new boards are put out and everyone takes new seats."
    absent = layout.absent if request.contestants < size else None
    board_sets = most if again else half
    name = "Safford, two parts" if most > half else SPEC.name
    notes = (note,) if again else ()
    return replace(
        assemble(
            SPEC,
            request,
            roll_out(layout, request.rounds),
            absent=absent,
            winners=1,
            board_sets=board_sets,
            promises=_promises(request, half, most),
        ),
        name=name,
        notes=notes,
    )


def _promises(request: PlanRequest, half: int, most: int) -> dict[str, bool]:
    complete = request.rounds == most
    whole_field = request.contestants == 2 * request.tables
    return {
        "each-pair-meets-each-other-once": complete and most == half,
        "each-pair-meets-each-other-twice": complete and most > half,
        "no-opponents-twice": request.rounds <= half,
        "everyone-plays-every-board": complete and whole_field,
        "each-set-at-one-table": True,
        "compared-equally": complete
        and (whole_field or request.contestants in EQUAL_WITH_A_SIT_OUT),
        # Two rounds leave some fields in separate groups.
        "one-winner": request.rounds > 2,
        "sit-out-at-most-once": not whole_field and request.rounds <= half,
    }


SPEC = MovementSpec(
    key="safford",
    name="Safford",
    aliases=("comparative-whist", "safford-comparative"),
    contest="pairs",
    sizes="7 to 32 pairs",
    legal_sizes=range(7, 33),
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
    settle=settle,
    round_limits=round_limits,
    build=build,
    historic=True,
    about="Comparative whist: all pairs meet and are compared equally often. It has its own score card.",
    own_card="safford",
)
