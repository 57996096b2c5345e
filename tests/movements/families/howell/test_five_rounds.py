"""Five rounds for five and six pairs: everybody meets once, and by going through every case nothing better exists."""

from collections import Counter
from itertools import combinations, product

import pytest

from movements.advice.advise import advise
from movements.balance import count_meetings_by_couple, fairness, round_quality
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


@pytest.mark.parametrize(
    ("pairs", "form", "qf"), [(6, "share", 60.0), (6, "apart", 76.92), (5, "share", 38.46)], ids=str
)
def test_fairness_is_the_best_there_is(pairs, form, qf):
    assert round_quality(fairness(plan_of(pairs, form)).qf) == qf


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


@pytest.mark.parametrize(("pairs", "form"), FORMS, ids=str)
def test_fewer_rounds_are_the_beginning(pairs, form):
    whole = plan_of(pairs, form)
    for rounds in (2, 3, 4):
        plan = plan_of(pairs, form, rounds=rounds)
        assert plan.rows == tuple(row for row in whole.rows if row.round_no <= rounds)


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


def test_advice_lists_for_six_pairs_the_form_that_shares_nothing_and_is_fairer():
    listed = [
        (dict(advice.options)["schedule"], advice.rounds, advice.field_met)
        for advice in advise(6)
        if advice.plan_key == "howell"
    ]
    assert ("apart", 5, 1) in listed


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


def with_cards_turned(meetings, by_set):
    """Yield *meetings* with every choice of sides, but for turning all rows of a set at once, which compares alike."""
    free = [row for rows in by_set.values() for row in rows[1:]]
    for choice in product((False, True), repeat=len(free)):
        turned = {at for at, is_turned in zip(free, choice, strict=True) if is_turned}
        yield tuple(
            (ew, ns) if index in turned else (ns, ew) for index, (ns, ew, _) in enumerate(meetings)
        )


def squares(sides, by_set, absent=None):
    """Return the sum of squared competition of six pairs, or of the five without *absent*, on five sets."""
    compared = Counter()
    for rows in by_set.values():
        played = [sides[row] for row in rows if absent not in sides[row]]
        for pairs in played:
            compared[tuple(sorted(pairs))] += len(played) - 1
        for first, second in combinations(played, 2):
            for place, other in product((0, 1), repeat=2):
                compared[tuple(sorted((first[place], second[other])))] += (
                    1 if place == other else -1
                )
    return sum(value * value for value in compared.values())


@pytest.mark.parametrize(
    ("absent", "perfect", "qf"), [(None, 60, 60.0), (6, 10, 38.46)], ids=["six pairs", "five pairs"]
)
def test_no_choice_of_sides_compares_more_evenly_on_five_sets(absent, perfect, qf):
    """Six pairs have 30 points of competition for 15 couples, five pairs 10 for 10: 2 or 1 each would be perfect.

    Which pair is absent does not matter: the six schedules are one but for the names of the pairs,
    and turn any pair into any other.
    """
    meetings = [(row.ns, row.ew, row.board_set) for row in plan_of(6, "share").rows]
    by_set = {
        number: [index for index, row in enumerate(meetings) if row[2] == number]
        for number in range(1, 6)
    }
    least = min(squares(sides, by_set, absent) for sides in with_cards_turned(meetings, by_set))
    assert round(100 * perfect / least, 2) == qf
