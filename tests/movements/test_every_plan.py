"""Every plan the package can make is sound and keeps its promises, checked by a second, plain route."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements import GUARANTEES, MOVEMENTS, Plan, check_plan, legal_rounds, make_plan
from movements.layout import board_numbers
from tests.movements.forms import (
    THOROUGH,
    forms,
    label,
    longest_plans,
    tried_forms,
    tried_lengths,
    tried_sizes,
)


@pytest.mark.parametrize("spec", MOVEMENTS, ids=lambda spec: spec.key)
def test_every_plan_passes_its_checks(spec):
    for pairs in tried_sizes(spec):
        for options in tried_forms(spec, pairs):
            for rounds in tried_lengths(pairs, legal_rounds(spec.key, pairs=pairs, options=options)):
                plan = make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=1, options=options)
                assert (label(plan), check_plan(plan)) == (label(plan), ())


@pytest.mark.parametrize("spec", [spec for spec in MOVEMENTS if spec.nested], ids=lambda spec: spec.key)
def test_a_shorter_plan_is_the_beginning_of_the_longest(spec):
    for pairs in tried_sizes(spec):
        for options in tried_forms(spec, pairs):
            *shorter, most = tried_lengths(pairs, legal_rounds(spec.key, pairs=pairs, options=options))
            whole = make_plan(spec.key, pairs=pairs, rounds=most, boards_per_set=1, options=options)
            for rounds in shorter:
                plan = make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=1, options=options)
                assert plan.rows == tuple(row for row in whole.rows if row.round_no <= rounds)
                assert plan.sit_outs == tuple(sit_out for sit_out in whole.sit_outs if sit_out.round_no <= rounds)
                assert plan.bye_stands == tuple(
                    bye_stand for bye_stand in whole.bye_stands if bye_stand.round_no <= rounds
                )


# The second route: each promise in words of its own, from a table of who did what in which round.


def meets_of(plan: Plan) -> dict[int, list[int]]:
    meets: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        meets[row.ns].append(row.ew)
        meets[row.ew].append(row.ns)
    return meets


def lines_of(plan: Plan) -> tuple[set[int], set[int]]:
    sides: dict[int, set[str]] = defaultdict(set)
    for row in plan.rows:
        sides[row.ns].add("NS")
        sides[row.ew].add("EW")
    return {pair for pair in sides if sides[pair] == {"NS"}}, {pair for pair in sides if sides[pair] == {"EW"}}


def every_ns_meets_every_ew(plan: Plan) -> bool:
    ns, ew = lines_of(plan)
    meets = meets_of(plan)
    each_ns = all(sorted(meets[pair]) == sorted(ew) for pair in ns)
    return plan.winners == 2 and each_ns and all(sorted(meets[pair]) == sorted(ns) for pair in ew)


def everybody_meets_everybody(times: int) -> Callable[[Plan], bool]:
    def holds(plan: Plan) -> bool:
        meets = meets_of(plan)
        return len(meets) == plan.contestants and all(
            sorted(opponents) == sorted(times * [other for other in meets if other != pair])
            for pair, opponents in meets.items()
        )

    return holds


def everybody_meets_everybody_alike(plan: Plan) -> bool:
    ns, ew = lines_of(plan)
    meets = meets_of(plan)
    everyone = {pair: set(meets) - {pair} for pair in meets}
    possible = {pair: ew if pair in ns else ns for pair in meets} if plan.winners == 2 else everyone
    times = {tuple(sorted(Counter(meets[pair])[other] for other in possible[pair])) for pair in meets}
    return len(meets) == plan.contestants and len({count for counts in times for count in counts}) == 1


def everybody_plays_everything(plan: Plan) -> bool:
    boards: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        boards[row.ns] += row.boards
        boards[row.ew] += row.boards
    return all(sorted(played) == list(range(1, plan.boards + 1)) for played in boards.values())


def each_set_at_one_table(plan: Plan) -> bool:
    for round_no in range(1, plan.rounds + 1):
        sets = [row.board_set for row in plan.rows if row.round_no == round_no]
        if len(sets) != len(set(sets)):
            return False
    return True


def same_boards_at_every_table(plan: Plan) -> bool:
    boards: dict[int, set[frozenset[int]]] = defaultdict(set)
    for row in plan.rows:
        boards[row.round_no].add(frozenset(row.boards))
    return all(len(played) == 1 for played in boards.values())


def compared_equally(plan: Plan) -> bool:
    amounts: Counter[tuple[int, int]] = Counter()
    for board_set in {row.board_set for row in plan.rows}:
        tables = [(row.ns, row.ew) for row in plan.rows if row.board_set == board_set]
        for first, second in combinations(sorted(pair for table in tables for pair in table), 2):
            if (first, second) in tables or (second, first) in tables:
                amounts[first, second] += len(tables) - 1
            else:
                sides = [any(pair == table[0] for table in tables) for pair in (first, second)]
                amounts[first, second] += 1 if sides[0] == sides[1] else -1
    alike = len(set(amounts.values())) == 1 and set(amounts.values()) != {0}
    return alike and len(amounts) == plan.contestants * (plan.contestants - 1) // 2


def one_field(plan: Plan) -> bool:
    reached = {plan.rows[0].ns}
    while True:
        sets = {row.board_set for row in plan.rows if {row.ns, row.ew} & reached}
        wider = reached | {pair for row in plan.rows if row.board_set in sets for pair in (row.ns, row.ew)}
        if wider == reached:
            return plan.winners == 1 and len(reached) == plan.contestants
        reached = wider


def ns_pairs_stay(plan: Plan) -> bool:
    tables: dict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        tables[row.ns].add(row.table_no)
    return all(len(sat_at) == 1 for sat_at in tables.values())


def one_twice_and_one_never(plan: Plan) -> bool:
    met = meets_of(plan)
    for sit_out in plan.sit_outs:
        met[sit_out.contestant].append(0)
    return plan.winners == 2 and all(
        len(opponents) == plan.rounds and len(set(opponents)) == plan.rounds - 1 for opponents in met.values()
    )


PLAIN_ROUTE: dict[str, Callable[[Plan], bool]] = {
    "each-ns-meets-each-ew-once": every_ns_meets_every_ew,
    "each-pair-meets-each-other-once": everybody_meets_everybody(1),
    "each-pair-meets-each-other-twice": everybody_meets_everybody(2),
    "opponents-equally-often": everybody_meets_everybody_alike,
    "one-opponent-twice-one-never": one_twice_and_one_never,
    "no-opponents-twice": lambda plan: all(
        len(opponents) == len(set(opponents)) for opponents in meets_of(plan).values()
    ),
    "everyone-plays-every-board": everybody_plays_everything,
    "each-set-at-one-table": each_set_at_one_table,
    "same-boards-at-every-table": same_boards_at_every_table,
    "compared-equally": compared_equally,
    "one-winner": one_field,
    "two-winners": lambda plan: plan.winners == 2 and sum(map(len, lines_of(plan))) == plan.contestants,
    "ns-pairs-stay": ns_pairs_stay,
    "sit-out-at-most-once": lambda plan: all(
        len([sit_out for sit_out in plan.sit_outs if sit_out.contestant == pair]) <= 1 for pair in meets_of(plan)
    ),
}


def test_every_guarantee_has_a_second_route():
    assert list(PLAIN_ROUTE) == list(GUARANTEES)


def test_declared_guarantees_hold_by_the_second_route_at_full_length():
    for plan in longest_plans():
        broken = [key for key in plan.guarantees if not PLAIN_ROUTE[key](plan)]
        assert (label(plan), broken) == (label(plan), [])


@pytest.mark.parametrize("spec", MOVEMENTS, ids=lambda spec: spec.key)
def test_both_routes_agree_on_every_guarantee_whether_declared_or_not(spec):
    for pairs in (size for size in spec.legal_sizes if size < (15 if THOROUGH else 9)):
        for options in tried_forms(spec, pairs):
            for rounds in tried_lengths(pairs, legal_rounds(spec.key, pairs=pairs, options=options)):
                plan = make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=1, options=options)
                ours = {key: guarantee.holds(plan) for key, guarantee in GUARANTEES.items()}
                # Equal comparison within two lines is told apart from that within one field.
                plainly = {key: plain(plan) for key, plain in PLAIN_ROUTE.items()}
                if plan.winners == 2:
                    del ours["compared-equally"], plainly["compared-equally"]
                assert (label(plan), ours) == (label(plan), plainly)


def test_a_full_plan_lets_everybody_play_every_round_or_sit_out():
    for plan in longest_plans():
        busy = Counter(pair for row in plan.rows for pair in (row.ns, row.ew))
        busy.update(sit_out.contestant for sit_out in plan.sit_outs)
        assert (label(plan), set(busy.values())) == (label(plan), {plan.rounds})


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan of any movement."""
    spec = draw(st.sampled_from(MOVEMENTS))
    pairs = draw(st.sampled_from(spec.legal_sizes))
    options = draw(st.sampled_from(forms(spec, pairs)))
    rounds = draw(st.sampled_from(legal_rounds(spec.key, pairs=pairs, options=options)))
    boards_per_set = draw(st.integers(1, 6))
    return make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=boards_per_set, options=options)


@given(plans())
def test_boards_per_set_changes_the_boards_and_nothing_else(plan):
    lone = make_plan(plan.key, pairs=plan.contestants, rounds=plan.rounds, boards_per_set=1, options=dict(plan.options))
    assert check_plan(plan) == ()
    if ("sets", "spread") not in plan.options:
        plain = [list(board_numbers(row.board_set, plan.boards_per_set)) for row in plan.rows]
        assert [sorted(row.boards) for row in plan.rows] == plain
    assert [replace(row, boards=()) for row in plan.rows] == [replace(row, boards=()) for row in lone.rows]
