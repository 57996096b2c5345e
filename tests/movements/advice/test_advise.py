"""Advice: what comes first for well-known evenings, honest reasons, and limits that make no sense."""

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.advice.advise import Advice, advise, assess_plan
from movements.advice.facts import Limits, Merit, compute_round_minutes, make_preferences
from movements.advice.picks import choose_picks, describe_beaten
from movements.advice.sections import find_fairer_sections
from movements.balance import fairness
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import make_plan
from tests.golden import assert_golden


def test_a_plan_with_the_wrong_winners_is_told_so():
    told = assess_plan(make_plan("mitchell", tables=9, boards_per_set=3), one_winner=True).reason
    assert told == (
        "Every N-S pair meets every E-W pair and N-S pairs keep their seats; but N-S and E-W are ranked separately."
    )


def ranking(pairs: int, **asked: object) -> str:
    """Return one line: the movements in order, each with rounds x boards."""
    advised = advise(pairs, **asked)
    return f"{pairs}," + ",".join(
        f"{advice.name} {advice.rounds} x {advice.boards_per_set}" for advice in advised
    )


@pytest.mark.slow
def test_order_for_every_field_reads_as_reviewed():
    text = "\n".join(
        ["pairs,advice from the first on", *(ranking(pairs) for pairs in range(3, 81)), ""]
    )
    assert_golden("movements/advice/usual_evening.csv", text)


@pytest.mark.slow
def test_order_for_one_winner_in_three_hours_reads_as_reviewed():
    name = "movements/advice/three_hours_one_winner.csv"
    lines = (ranking(pairs, minutes=180, one_winner=True) for pairs in range(3, 37))
    assert_golden(name, "\n".join(["pairs,advice", *lines, ""]))


@pytest.mark.parametrize(
    ("minutes", "pace", "wanted"),
    [
        pytest.param(None, 7.5, (24, 28), id="no limit"),
        pytest.param(210, 7.5, (21, 25), id="three hours and a half"),
        pytest.param(60, 7.5, (3, 7), id="one hour"),
        pytest.param(8, 8, (1, 1), id="one board exactly"),
        pytest.param(180, 60, (1, 2), id="an hour a board"),
    ],
)
def test_boards_that_fill_the_time(minutes, pace, wanted):
    wishes = make_preferences(minutes, None, None, 0, pace)
    assert (wishes.min_boards, wishes.max_boards) == wanted


def test_opponents_met_again_while_others_are_met_once_are_reported():
    plan = make_plan("howell", pairs=6, rounds=9, boards_per_set=3)
    assert assess_plan(plan).reason == (
        "Every pair meets every other pair; but some pairs meet the same opponents twice and pairs are compared "
        "unevenly (fairness 73.08 of 100)."
    )


def test_everything_about_one_advice():
    assert advise(17)[0] == Advice(
        plan_key="mitchell",
        name="Mitchell",
        options=(("half_table", "ew"),),
        pairs=17,
        tables=9,
        rounds=9,
        boards_per_set=3,
        boards_per_pair=(24, 27),
        winners=2,
        sit_outs=1,
        field_met=Fraction(1),
        minutes=219,
        qf=Fraction(100),
        reason="Every N-S pair meets every E-W pair and N-S pairs keep their seats.",
        stationary=9,
        arrow_switches=0,
        boards_in_play=27,
        has_shared_boards=False,
        has_repeats=False,
        copies=1,
        merit=Merit(
            fairness=Fraction(100),
            opponents=Fraction(0),
            preferences=Fraction(0),
            sitting_out=Fraction(-11),
            ease=Fraction(-2),
            boards=Fraction(-1),
        ),
    )


def test_five_pairs_are_told_how_often_they_sit_out():
    double = assess_plan(make_plan("howell", pairs=5, rounds=10, boards_per_set=3))
    assert double.sit_outs == 2
    assert "a pair sits out up to 2 rounds" in double.reason


def test_any_plan_can_be_judged_as_advice_would():
    plan = make_plan("mitchell", tables=8, rounds=3, boards_per_set=4, options={"even": "share"})
    judged = assess_plan(plan, minutes=60, boards=(20, 22), one_winner=True, stationary=9)
    assert judged.boards_per_pair == (12, 12)
    assert judged.minutes == 94
    assert judged.field_met == Fraction(3, 8)
    assert judged.reason == (
        "A pair meets 38% of its possible opponents and N-S pairs keep their seats; but N-S and E-W are ranked "
        "separately, 12 boards is fewer than the 20 asked for, it runs 34 minutes over, only 8 of 9 pairs can keep "
        "their tables, 2 of 8 tables share boards and pairs are compared unevenly (fairness 47.96 of 100)."
    )


@pytest.mark.parametrize(
    ("boards", "pace", "minutes"),
    [
        pytest.param(4, 7.5, 32, id="four boards"),
        pytest.param(3, 7.5, 25, id="a begun minute"),
        pytest.param(1, 6, 8, id="brisk"),
    ],
)
def test_minutes_of_a_round(boards, pace, minutes):
    assert compute_round_minutes(boards, pace) == minutes


@pytest.mark.slow
@given(
    st.integers(3, 80),
    st.none() | st.integers(60, 300),
    st.none()
    | st.tuples(st.integers(1, 30), st.integers(0, 10)).map(lambda low: (low[0], low[0] + low[1])),
    st.sampled_from([None, True, False]),
)
def test_every_advice_is_a_sound_plan_and_tells_the_truth_about_it(
    pairs, minutes, boards, one_winner
):
    advised = advise(pairs, minutes=minutes, boards=boards, one_winner=one_winner)
    assert len({(advice.name, advice.rounds) for advice in advised}) == len(advised) > 0
    first = advised[0]
    plan = make_plan(
        first.plan_key,
        pairs=pairs,
        rounds=first.rounds,
        boards_per_set=first.boards_per_set,
        options=dict(first.options),
    )
    assert check_plan(plan) == ()
    assert (plan.name, plan.tables, plan.winners, plan.options) == (
        first.name,
        first.tables,
        first.winners,
        first.options,
    )
    played = {
        pair: sum(len(row.boards) for row in plan.rows if pair in (row.ns, row.ew))
        for pair in {pair for row in plan.rows for pair in (row.ns, row.ew)}
    }
    assert first.boards_per_pair == (min(played.values()), max(played.values()))
    assert first.minutes == ceil(first.rounds * first.boards_per_set * 7.5) + 2 * (first.rounds - 1)
    assert first.qf == fairness(plan).qf


@pytest.mark.parametrize(
    ("pairs", "asked", "sentence"),
    [
        pytest.param(
            0,
            {},
            "A movement doesn’t work for 0 pairs. It takes 3 to 80 pairs; the nearest number that works is 3.",
            id="nobody",
        ),
        pytest.param(
            200,
            {},
            "A movement doesn’t work for 200 pairs. It takes 3 to 80 pairs; the nearest number that works is 80.",
            id="two hundred",
        ),
        pytest.param(
            8,
            {"boards": (28, 24)},
            "28-24 isn’t a range of boards. Enter a smaller and a larger number, such as 24-28.",
            id="boards backwards",
        ),
        pytest.param(
            8,
            {"minutes": 5},
            "5 minutes isn’t enough for one board, which takes 7.5. Allow more time.",
            id="five minutes",
        ),
        pytest.param(
            8,
            {"minutes_per_board": 0},
            "A board can’t take 0 minutes. Enter more than 0 and at most 60, such as 7.5.",
            id="no time a board",
        ),
        pytest.param(
            8,
            {"minutes_per_board": float("nan")},
            "A board can’t take nan minutes. Enter more than 0 and at most 60, such as 7.5.",
            id="not a number",
        ),
    ],
)
def test_limits_without_sense_are_refused(pairs, asked, sentence):
    with pytest.raises(MovementError) as refused:
        advise(pairs, **asked)
    assert str(refused.value) == sentence


def test_boards_that_one_table_plays_alone_count_for_nothing():
    partly = assess_plan(
        make_plan("howell", pairs=8, rounds=8, boards_per_set=3, options={"sets": "again"})
    )
    assert partly.qf == 100
    assert partly.merit.fairness == Fraction(100 * 7, 8)
    assert partly.reason.endswith("some boards are played at only one table.")


@pytest.mark.parametrize(
    ("pairs", "asked", "expected"),
    [
        pytest.param(14, {}, {"two-winners", "one-winner", "fairest"}, id="usual evening"),
        pytest.param(
            14, {"one_winner": False}, {"two-winners", "shorter"}, id="two winners wanted"
        ),
        pytest.param(4, {}, {"one-winner"}, id="no two winners among four pairs"),
        pytest.param(12, {}, {"two-winners", "one-winner", "fairest"}, id="none notably shorter"),
    ],
)
def test_picks(pairs, asked, expected):
    assert {pick.kind for pick in choose_picks(advise(pairs, **asked))} == expected


@pytest.mark.slow
def test_a_shorter_pick_is_shorter_than_every_other_pick_and_has_all_the_boards():
    wishes = ({}, {"minutes": 180}, {"one_winner": True}, {"boards": (18, 24)}, {"stationary": 2})
    for pairs in range(4, 37, 3):
        for asked in wishes:
            picked = choose_picks(advise(pairs, **asked))
            for pick in picked:
                if pick.kind == "shorter":
                    others = [other.advice for other in picked if other != pick]
                    assert min(other.minutes for other in others) >= pick.advice.minutes + 10
                    assert pick.advice.merit.preferences >= others[0].merit.preferences
                    assert pick.advice.copies <= picked[0].advice.copies


@pytest.mark.parametrize(
    ("boards", "kind", "why"),
    [
        ((24, 28), "wished", "The best with everything you asked for"),
        (None, "usual", "The best with as many boards as usual"),
    ],
)
def test_the_only_movement_that_meets_every_request_is_picked_too(boards, kind, why):
    advised = advise(14, boards=boards)
    missing = [
        replace(advice, merit=replace(advice.merit, preferences=Fraction(-5)))
        for advice in advised[:3]
    ]
    picked = choose_picks((*missing, *advised[3:]))
    assert [(pick.advice, pick.reason.startswith(why)) for pick in picked if pick.kind == kind] == [
        (advised[3], True)
    ]


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({}, "30 boards is more than usual"),
        ({"boards": (24, 28)}, "30 boards is more than the 28 asked for"),
        ({"minutes": 230}, "it runs 13 minutes over"),
        ({"minutes": 242}, "it runs 1 minute over"),
        ({"minutes": 300}, "there is time for more than 30 boards"),
    ],
)
def test_a_length_is_compared_with_what_was_really_asked(wishes, sentence):
    plan = make_plan("howell", pairs=6, rounds=10, boards_per_set=3)
    assert assess_plan(plan, **wishes).weaknesses == sentence


@pytest.mark.slow
@pytest.mark.parametrize("wish", [{}, {"minutes": 150}, {"minutes": 210}, {"one_winner": True}])
@pytest.mark.parametrize("pairs", range(4, 61))
def test_nobody_asked_for_boards_is_told_so(pairs, wish):
    advised = advise(pairs, **wish)
    texts = [advice.reason for advice in advised] + [pick.reason for pick in choose_picks(advised)]
    assert not [text for text in texts if "than the" in text]


def test_nothing_is_picked_from_nothing():
    assert choose_picks(()) == ()


def test_sections_need_boards_for_each():
    advised = advise(40, one_winner=True)
    assert find_fairer_sections(advised, limits=Limits(copies=1)) is None
    assert find_fairer_sections(advised, limits=Limits(copies=2)).sizes == (20, 20)


def test_a_howell_of_a_hundred_is_the_fairest_of_twelve_pairs():
    first, *others = advise(12)
    assert describe_beaten(first, others).startswith(
        "Next, and the fairest, is Howell 11 × 2, fairness 100 of 100 (5.13 more): "
    )
