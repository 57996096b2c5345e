"""What movements promise, each promise with a sentence for people and a check that trusts nothing but the rows.

Responsible for proving declared guarantees of any plan.  Which of them a plan declares is the movement's own knowledge.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from movements import sentences
from movements.balance import compared_equally, joined_in_one_field, opponents
from movements.model import Fault, Plan

ABSENT = 0


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A promise: its ``key``, one sentence for people, and the check of a plan.

    >>> GUARANTEES["two-winners"].text
    'N-S and E-W pairs stay on their side and are ranked separately.'
    """

    key: str
    text: str
    holds: Callable[[Plan], bool]


def _lines(plan: Plan) -> tuple[set[int], set[int]]:
    ns = {row.ns for row in plan.rows} | (
        {sit_out.contestant for sit_out in plan.sit_outs} - {row.ew for row in plan.rows}
    )
    return ns, {row.ew for row in plan.rows}


def _each_ns_meets_each_ew(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    return plan.winners == 2 and len(met) == len(ns) * len(ew) and set(met.values()) == {1}


def _each_meets_each(plan: Plan, times: int) -> bool:
    met = opponents(plan)
    return len(met) == plan.contestants * (plan.contestants - 1) // 2 and set(met.values()) == {times}


def _opponents_equally_often(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = opponents(plan)
    possible = len(ns) * len(ew) if plan.winners == 2 else plan.contestants * (plan.contestants - 1) // 2
    return len(met) == possible and len(set(met.values())) == 1


def _one_opponent_twice_one_never(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    # An absent pair counts as an opponent, so that sitting out twice stands for meeting it twice.
    met.update((sit_out.contestant, ABSENT) for sit_out in plan.sit_outs)
    times = {pair: sorted(count for couple, count in met.items() if pair in couple) for pair in ns | ew}
    rounds = plan.rounds
    return plan.winners == 2 and all(counts == [1] * (rounds - 2) + [2] for counts in times.values())


def _no_opponents_twice(plan: Plan) -> bool:
    return max(opponents(plan).values(), default=0) <= 1


def _everyone_plays_every_board(plan: Plan) -> bool:
    played = Counter(pair for row in plan.rows for pair in (row.ns, row.ew) for _ in row.boards)
    distinct = {(pair, board) for row in plan.rows for pair in (row.ns, row.ew) for board in row.boards}
    return len(distinct) == plan.contestants * plan.boards and set(played.values()) == {plan.boards}


def _each_set_at_one_table(plan: Plan) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len(plan.rows)


def _same_boards_at_every_table(plan: Plan) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len({row.round_no for row in plan.rows})


def _two_winners(plan: Plan) -> bool:
    return plan.winners == 2 and not {row.ns for row in plan.rows} & {row.ew for row in plan.rows}


def _ns_pairs_stay(plan: Plan) -> bool:
    return len({(row.ns, row.table_no) for row in plan.rows}) == len({row.ns for row in plan.rows})


def _sit_out_at_most_once(plan: Plan) -> bool:
    return max(Counter(sit_out.contestant for sit_out in plan.sit_outs).values(), default=0) <= 1


_ALL = (
    Guarantee(
        "each-ns-meets-each-ew-once", "Every N-S pair meets every E-W pair exactly once.", _each_ns_meets_each_ew
    ),
    Guarantee(
        "each-pair-meets-each-other-once",
        "Every pair meets every other exactly once.",
        lambda plan: _each_meets_each(plan, 1),
    ),
    Guarantee(
        "each-pair-meets-each-other-twice",
        "Every pair meets every other exactly twice.",
        lambda plan: _each_meets_each(plan, 2),
    ),
    Guarantee(
        "opponents-equally-often",
        "Everybody plays equally many rounds against every possible opponent.",
        _opponents_equally_often,
    ),
    Guarantee(
        "one-opponent-twice-one-never",
        "Everybody meets one opponent twice, one never and the rest once; an absent pair counts as an opponent.",
        _one_opponent_twice_one_never,
    ),
    Guarantee("no-opponents-twice", "Nobody meets the same opponents twice.", _no_opponents_twice),
    Guarantee("everyone-plays-every-board", "Everybody plays every board once.", _everyone_plays_every_board),
    Guarantee("each-set-at-one-table", "No board set is at two tables in one round.", _each_set_at_one_table),
    Guarantee(
        "same-boards-at-every-table", "In every round all tables play the same boards.", _same_boards_at_every_table
    ),
    Guarantee("compared-equally", "Any two pairs are compared with each other equally.", compared_equally),
    Guarantee(
        "one-winner", "Everybody is ranked in one list, and boards in common join any two pairs.", joined_in_one_field
    ),
    Guarantee("two-winners", "N-S and E-W pairs stay on their side and are ranked separately.", _two_winners),
    Guarantee("ns-pairs-stay", "N-S pairs keep their tables.", _ns_pairs_stay),
    Guarantee("sit-out-at-most-once", "No pair sits out more than one round.", _sit_out_at_most_once),
)

GUARANTEES: dict[str, Guarantee] = {guarantee.key: guarantee for guarantee in _ALL}
"""Every known guarantee by key."""


def guarantee_faults(plan: Plan) -> Iterator[Fault]:
    """Yield a fault for every declared guarantee that *plan* does not keep, or that nobody knows.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = replace(make_plan("mitchell", tables=4, rounds=3), guarantees=("everyone-plays-every-board",))
    >>> [fault.code for fault in guarantee_faults(plan)]
    ['guarantee-broken']
    """
    for key in plan.guarantees:
        if key not in GUARANTEES:
            yield sentences.GUARANTEE_UNKNOWN.fault(key=key)
        elif not GUARANTEES[key].holds(plan):
            yield sentences.GUARANTEE_BROKEN.fault(promise=GUARANTEES[key].text)
