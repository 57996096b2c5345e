"""Advice: what comes first for well-known evenings, honest reasons, and limits that make no sense."""

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.advice.advise import Advice, advise, assess_plan
from movements.advice.facts import Limits, Merit, compute_round_minutes, make_preferences
from movements.advice.lengths import get_profile
from movements.advice.picks import MIN_POINTS_FAIRER, choose_picks, describe_beaten
from movements.advice.sections import find_fairer_sections
from movements.balance import fairness
from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import MOVEMENTS, get_movement, make_plan
from tests.golden import assert_golden


@pytest.mark.parametrize(
    ("pairs", "asked", "first"),
    [
        pytest.param(8, {}, ("Howell", 7, 4), id="eight pairs"),
        pytest.param(10, {}, ("Howell", 9, 3), id="ten pairs"),
        pytest.param(14, {}, ("Mitchell", 7, 4), id="fourteen pairs"),
        pytest.param(14, {"one_winner": True}, ("Howell", 13, 2), id="fourteen pairs, one winner"),
        pytest.param(
            8,
            {"one_winner": False},
            ("Share-and-bye-stand Mitchell", 4, 6),
            id="eight pairs, two winners",
        ),
        pytest.param(14, {"minutes": 180}, ("Mitchell", 7, 3), id="fourteen pairs, three hours"),
        pytest.param(12, {"boards": (20, 22)}, ("Howell", 11, 2), id="twelve pairs, 22 boards"),
        pytest.param(20, {}, ("Skip Mitchell", 9, 3), id="twenty pairs"),
        pytest.param(
            80, {}, ("Web Mitchell, three copies of the boards", 13, 2), id="eighty pairs"
        ),
        pytest.param(
            6,
            {"boards": (30, 30)},
            ("Howell, double schedule", 10, 3),
            id="six pairs, thirty boards",
        ),
        pytest.param(
            8,
            {"stationary": 3},
            ("Share-and-bye-stand Mitchell", 4, 6),
            id="three pairs keep their seats",
        ),
    ],
)
def test_first_advice(pairs, asked, first):
    best = advise(pairs, **asked)[0]
    assert (best.name, best.rounds, best.boards_per_set) == first


def test_a_plan_with_the_wrong_winners_is_told_so():
    told = assess_plan(make_plan("mitchell", tables=9, boards_per_set=3), one_winner=True).reason
    assert told == (
        "Every N-S pair meets every E-W pair and N-S pairs keep their seats; but N-S and E-W are ranked separately."
    )


@pytest.mark.parametrize(
    ("pairs", "asked", "reason"),
    [
        pytest.param(
            14,
            {},
            "Every N-S pair meets every E-W pair and N-S pairs keep their seats.",
            id="all is well",
        ),
        pytest.param(
            6,
            {"boards": (30, 30)},
            "Every pair meets every other pair twice and all pairs are compared equally.",
            id="twice, equally",
        ),
        pytest.param(
            4,
            {},
            "Every pair meets every other pair twice and all pairs are compared equally; but 2 of 2 tables share boards.",
            id="twice, sharing",
        ),
        pytest.param(
            40,
            {"one_winner": True},
            "A pair meets 33% of its possible opponents; but 14 of 20 tables share boards and pairs are compared unevenly "
            "(fairness 56.09 of 100).",
            id="one winner in a large field",
        ),
        pytest.param(
            5,
            {"minutes": 10},
            "A pair meets 67% of its possible opponents and N-S pairs keep their seats; but it runs 7 minutes "
            "over, some boards are played at only one table and everyone moves after every board.",
            id="no time",
        ),
        pytest.param(
            20,
            {"stationary": 5, "one_winner": True, "boards": (28, 28)},
            "A pair meets 74% of its possible opponents and 6 pairs keep their tables.",
            id="pairs that cannot move",
        ),
    ],
)
def test_reason_of_the_first_advice(pairs, asked, reason):
    assert advise(pairs, **asked)[0].reason == reason


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


def test_seats_that_can_be_kept_are_not_complained_about():
    reasons = [advice.reason for advice in advise(10, stationary=5) if advice.winners == 2]
    assert len(reasons) > 1
    assert [reason for reason in reasons if "N-S pairs keep their seats." not in reason] == []


def test_a_full_field_never_sits_out():
    assert {advice.sit_outs for advice in advise(14)} == {0}


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
        "separately, 12 boards is fewer than you asked for, it runs 34 minutes over, only 8 of 9 pairs can keep "
        "their tables, 2 of 8 tables share boards and pairs are compared unevenly (fairness 47.96 of 100)."
    )


def test_a_listed_plan_is_judged_as_listed():
    for advice in advise(13):
        plan = make_plan(
            advice.plan_key,
            pairs=13,
            rounds=advice.rounds,
            boards_per_set=advice.boards_per_set,
            options=dict(advice.options),
        )
        assert assess_plan(plan) == advice


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


def test_movements_of_former_times_are_advised_only_when_asked_for():
    historic = {spec.key for spec in MOVEMENTS if spec.historic}
    assert {"clay", "snow", "parallel", "howell-snow"} <= historic
    for pairs in (6, 8, 13, 16, 23):
        usual = {advice.plan_key for advice in advise(pairs)}
        fitting = {spec.key for spec in MOVEMENTS if spec.historic and pairs in spec.legal_sizes}
        assert usual & historic == set()
        assert (
            0
            < len({advice.plan_key for advice in advise(pairs, historic=True)} & historic)
            <= len(fitting)
        )


def test_advice_tries_only_the_choices_meant_for_it():
    for pairs in (6, 8, 16):
        for advice in advise(pairs, historic=True):
            tried = {
                option.name: option.suggested_choices
                for option in get_movement(advice.plan_key).options
            }
            assert [
                (name, choice) for name, choice in advice.options if choice not in tried[name]
            ] == []


def fits_in(advice: Advice) -> tuple[str, int, int]:
    return (advice.name, advice.rounds, advice.boards_per_set)


def test_every_length_within_the_wish_is_tried():
    assert fits_in(advise(12, boards=(27, 27))[0]) == ("Three-quarter Howell", 9, 3)
    assert round(advise(12, boards=(27, 27))[0].qf, 2) == Fraction("94.87")


def test_a_cut_movement_does_not_stand_before_a_fair_one():
    for pairs, asked, least in (
        (24, {"one_winner": True}, Fraction("93.99")),
        (40, {"minutes": 180}, 98),
    ):
        assert advise(pairs, **asked)[0].qf >= least


def figures(advice: Advice) -> tuple[Fraction | int, ...]:
    """Return the figures of a movement, more of each being better, wishes within reach left out.

    Switching whole rounds is one: one call in the room does it.
    """
    fewest, most = advice.boards_per_pair
    length = get_profile(advice.plan_key, advice.pairs, advice.rounds, advice.options)
    keeps = (
        advice.stationary,
        -advice.arrow_switches,
        -length.is_switched_by_table,
        -advice.copies,
    )
    return (
        advice.qf or 0,
        length.opponents_met,
        *keeps,
        -advice.sit_outs,
        fewest - most,
        most,
        -advice.minutes,
        -advice.has_shared_boards,
        *costs(advice),
    )


def costs(advice: Advice) -> tuple[Fraction, ...]:
    return (
        advice.merit.fairness,
        advice.merit.opponents,
        advice.merit.preferences,
        advice.merit.sitting_out,
        advice.merit.ease,
        advice.merit.boards,
    )


@given(st.integers(3, 44), st.none() | st.integers(90, 240), st.sampled_from([None, True, False]))
def test_no_listed_movement_is_beaten_by_another_in_every_figure(pairs, minutes, one_winner):
    advised = advise(pairs, minutes=minutes, one_winner=one_winner)
    best_of_its_winners = {advice.winners: advice for advice in reversed(advised)}.values()
    beaten = [
        (fits_in(advice), fits_in(other))
        for advice in advised
        for other in advised
        if advice not in best_of_its_winners
        and figures(advice) != figures(other)
        and all(
            mine <= theirs for mine, theirs in zip(figures(advice), figures(other), strict=True)
        )
    ]
    assert beaten == []


def test_the_order_matches_the_sum_of_the_named_figures():
    for pairs in (6, 13, 24, 40):
        totals = [sum(costs(advice)) for advice in advise(pairs)]
        assert totals == sorted(totals, reverse=True)


def test_an_opponent_met_again_does_not_outweigh_fairness():
    again = assess_plan(
        make_plan("mitchell", tables=8, rounds=8, boards_per_set=3, options={"even": "skip"})
    )
    cut = assess_plan(make_plan("howell", pairs=16, rounds=8, boards_per_set=3))
    assert again.qf - cut.qf > 40
    assert again.merit.total > cut.merit.total


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


@pytest.mark.parametrize("one_winner", [None, True, False])
@pytest.mark.parametrize(("pairs", "stationary"), [(8, 2), (8, 4), (10, 3), (13, 2)])
def test_pairs_that_cannot_move_are_never_traded_for_points(pairs, stationary, one_winner):
    advised = advise(pairs, stationary=stationary, one_winner=one_winner)
    assert advised
    assert [advice.name for advice in advised if advice.stationary < stationary] == []


@given(
    st.integers(3, 44),
    st.none() | st.integers(60, 300),
    st.integers(0, 12),
    st.sampled_from([None, True, False]),
)
def test_picks_are_few_and_each_says_something_of_its_own(pairs, minutes, stationary, one_winner):
    advised = advise(pairs, minutes=minutes, stationary=stationary, one_winner=one_winner)
    picked = choose_picks(advised)
    assert 1 <= len(picked) <= 4
    assert picked[0].advice == advised[0]
    assert (
        len({pick.reason for pick in picked}) == len({pick.kind for pick in picked}) == len(picked)
    )
    assert [advised.index(pick.advice) for pick in picked] == sorted(
        advised.index(pick.advice) for pick in picked
    )


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
        ({"boards": (24, 28)}, "30 boards is more than you asked for"),
        ({"minutes": 230}, "it runs 13 minutes over"),
        ({"minutes": 242}, "it runs 1 minute over"),
        ({"minutes": 300}, "there is time for more than 30 boards"),
    ],
)
def test_a_length_is_compared_with_what_was_really_asked(wishes, sentence):
    plan = make_plan("howell", pairs=6, rounds=10, boards_per_set=3)
    assert assess_plan(plan, **wishes).weaknesses == sentence


@pytest.mark.parametrize("wish", [{}, {"minutes": 150}, {"minutes": 210}, {"one_winner": True}])
@pytest.mark.parametrize("pairs", range(4, 61))
def test_nobody_asked_for_boards_is_told_so(pairs, wish):
    advised = advise(pairs, **wish)
    texts = [advice.reason for advice in advised] + [pick.reason for pick in choose_picks(advised)]
    assert not [text for text in texts if "than you asked for" in text]


def test_an_uneven_comparison_is_said_once():
    why = next(pick.reason for pick in choose_picks(advise(40)) if pick.kind == "one-winner")
    assert why.count("fairness") == 1


def test_nothing_is_picked_from_nothing():
    assert choose_picks(()) == ()


@pytest.mark.parametrize("pairs", [32, 40, 45, 60, 80])
def test_sections_are_named_where_one_ranking_would_be_uneven(pairs):
    advised = advise(pairs, one_winner=True)
    one_winner = next((advice.qf for advice in advised if advice.winners == 1), 0)
    sections = find_fairer_sections(advised)
    if one_winner >= 75:
        assert sections is None
        return
    assert sum(sections.sizes) == pairs
    assert sections.sections_qf > one_winner + 10
    assert sections.single_ranking_qf < sections.sections_qf


@pytest.mark.parametrize("pairs", [8, 13, 20, 26])
def test_a_field_that_one_ranking_compares_well_is_not_divided(pairs):
    assert find_fairer_sections(advise(pairs, one_winner=True)) is None


def test_sections_need_boards_for_each():
    advised = advise(40, one_winner=True)
    assert find_fairer_sections(advised, limits=Limits(copies=1)) is None
    assert find_fairer_sections(advised, limits=Limits(copies=2)).sizes == (20, 20)


@pytest.mark.parametrize(("pairs", "points"), [(24, 12), (26, 10), (28, 8)])
def test_two_sets_of_boards_allow_the_fairer_plan_with_two_copies(pairs, points):
    with_two = advise(pairs, one_winner=True, limits=Limits(copies=2))
    fairest = [advice for advice in with_two if advice.rounds == 9 and advice.copies == 2]
    assert [advice.plan_key for advice in fairest] == ["fairest"]
    one_copy = make_plan("one-winner-mitchell", pairs=pairs, rounds=9)
    assert fairest[0].qf > fairness(one_copy).qf + points
    assert fairest[0].boards_in_play == 9 * fairest[0].boards_per_set


@pytest.mark.parametrize("limits", [Limits(), Limits(copies=1)], ids=["not said", "one set"])
def test_plans_with_two_copies_of_the_fairest_are_for_those_who_have_them(limits):
    listed = advise(24, one_winner=True, limits=limits)
    assert not [advice for advice in listed if advice.plan_key == "fairest" and advice.copies > 1]


@pytest.mark.parametrize("one_winner", [None, True, False])
@pytest.mark.parametrize("pairs", range(5, 30))
def test_the_first_advice_counts_points_of_fairness_only_and_names_the_fairest(pairs, one_winner):
    first, *others = advise(pairs, one_winner=one_winner)
    text = describe_beaten(first, others)
    assert "behind" not in text
    fairest_qf = max((each.qf or 0) for each in [*others, first] if each.winners == first.winners)
    is_named = "the fairest" in text.lower()
    assert is_named == (fairest_qf >= (first.qf or 0) + MIN_POINTS_FAIRER)
    if is_named:
        _, _, sentence = text.lower().partition("the fairest")
        own_fairness, fairness = round(first.qf, 2), round(fairest_qf, 2)
        difference = float(fairness - own_fairness)
        assert f"fairness {float(fairness):g} of 100 ({difference:g} more)" in sentence


def test_a_howell_of_a_hundred_is_the_fairest_of_twelve_pairs():
    first, *others = advise(12)
    assert describe_beaten(first, others).startswith(
        "Next, and the fairest, is Howell 11 × 2, fairness 100 of 100 (5.13 more): "
    )
