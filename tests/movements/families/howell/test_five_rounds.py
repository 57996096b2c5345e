"""Five rounds for five and six pairs: everybody meets once, and by going through every case nothing better exists."""

from collections import Counter
from itertools import combinations, product

import pytest

from movements.balance import count_meetings_by_couple
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import make_plan

SIX = range(1, 7)
FORMS = [(6, "share"), (6, "apart"), (5, "share")]


def plan_of(pairs, form, **more):
    return make_plan(
        "howell",
        pairs=pairs,
        boards_per_set=5,
        options={"schedule": form} | more.pop("options", {}),
        **more,
    )


@pytest.mark.parametrize(("pairs", "form"), FORMS, ids=str)
def test_everybody_meets_everybody_once_in_five_rounds(pairs, form):
    plan = plan_of(pairs, form)
    meetings = count_meetings_by_couple(plan)
    assert plan.rounds == 5
    assert check_plan(plan) == ()
    assert len(meetings) == pairs * (pairs - 1) // 2
    assert set(meetings.values()) == {1}
    assert "each-pair-meets-each-other-once" in plan.guarantees


def test_everybody_plays_every_set_where_one_is_shared_and_only_the_last_round_shares():
    plan = plan_of(6, "share")
    assert {row.round_no for row in plan.rows if row.shared} == {5}
    assert [row.boards for row in plan.rows[-3:]] == [
        (21, 22, 23, 24, 25),
        (22, 23, 24, 25, 21),
        (24, 25, 21, 22, 23),
    ]
    held = Counter((pair, row.board_set) for row in plan.rows for pair in (row.ns, row.ew))
    assert held == Counter(product(SIX, range(1, 6)))


def test_nothing_is_shared_with_six_sets_and_every_set_has_two_results_or_more():
    plan = plan_of(6, "apart")
    assert not any(row.shared for row in plan.rows)
    assert Counter(Counter(row.board_set for row in plan.rows).values()) == {3: 3, 2: 3}


@pytest.mark.parametrize("form", ["share", "apart"])
def test_pair_six_keeps_table_1_and_its_side(form):
    seats = {(row.table_no, row.ns == 6) for row in plan_of(6, form).rows if 6 in (row.ns, row.ew)}
    assert seats == {(1, True)}


@pytest.mark.parametrize(
    ("pairs", "options", "sentence"),
    [
        (
            5,
            {"schedule": "apart"},
            "Howell: schedule=apart needs 6 pairs, but 5 pairs make 3 tables. Choose schedule=share.",
        ),
        (
            6,
            {"schedule": "share", "sets": "again"},
            "Howell: sets=again doesn’t work with schedule=share. Choose schedule=book, or sets=trays.",
        ),
    ],
    ids=["five pairs apart", "again"],
)
def test_sizes_that_do_not_fit_are_refused(pairs, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("howell", pairs=pairs, options=options)
    assert str(refused.value) == sentence


def test_a_name_of_its_own():
    assert make_plan("five-round-howell", pairs=6) == make_plan(
        "howell", pairs=6, options={"schedule": "share"}
    )


# Every case there is.


def joinings(pairs):
    """Yield every way of joining *pairs* in twos."""
    first, *others = pairs
    if not others:
        return
    for other in others:
        rest = [pair for pair in others if pair != other]
        for joining in joinings(rest) if rest else [frozenset()]:
            yield joining | {(first, other)}


def schedules():
    """Return every way of arranging all meetings of six pairs in five rounds, the order of rounds not minded."""
    return [
        five for five in combinations(joinings(list(SIX)), 5) if len(frozenset().union(*five)) == 15
    ]


def test_five_rounds_of_five_sets_have_exactly_one_round_with_one_set():
    arranged = schedules()
    assert len(arranged) == 6
    assert {len(set(rounds) & set(sets)) for rounds, sets in combinations(arranged, 2)} == {1}
