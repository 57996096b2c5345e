"""Seasons of any events: the points of each method, the events that count, ties, and a second calculation."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from scoring.errors import ScoringError
from scoring.season import (
    SEASON_POINTS,
    SEASON_TIES,
    EventResult,
    SeasonScoring,
    compute_event_points,
    compute_season_standings,
    parse_rank_points_table,
)

TABLE = "4: 4 2\n8: 10 6 4 2"


def evening(totals, top=100):
    """Return the results of one field with these *totals* by contestant."""
    numbers = list(totals.values())
    return {
        who: EventResult(
            rank=1 + sum(other > total for other in numbers),
            sharing_count=numbers.count(total),
            field_size=len(numbers),
            total=Fraction(total),
            average_total=Fraction(sum(numbers), len(numbers)),
            percent=Fraction(100 * total, top),
        )
        for who, total in totals.items()
    }


def listed(events, **rules):
    return [
        (row.contestant, str(row.total), row.rank_text)
        for row in compute_season_standings([*events], SeasonScoring(**rules))
    ]


EVENTS = [
    evening({"Ada": 60, "Bea": 40}),
    evening({"Ada": 30, "Bea": 70}),
    evening({"Ada": 55, "Cy": 45}),
]


def test_the_average_percentage_counts_the_events_played():
    assert listed(EVENTS) == [("Bea", "55", "1"), ("Ada", "145/3", "2"), ("Cy", "45", "3")]


def test_a_place_needs_the_minimum_of_events():
    assert listed(EVENTS, minimum=2) == [
        ("Bea", "55", "1"),
        ("Ada", "145/3", "2"),
        ("Cy", "45", ""),
    ]
    assert listed(EVENTS, minimum=3, best=2) == [
        ("Ada", "115/2", "1"),
        ("Bea", "55", ""),
        ("Cy", "45", ""),
    ]


def test_the_worst_events_are_struck_out():
    best = compute_season_standings(EVENTS, SeasonScoring("total", best=2))
    assert [(row.contestant, row.is_event_counted) for row in best] == [
        ("Ada", (True, False, True)),
        ("Bea", (True, True, False)),
        ("Cy", (False, False, True)),
    ]


def test_wins_attendance_and_points_for_playing():
    assert listed(EVENTS, points="wins") == [("Ada", "2", "1"), ("Bea", "1", "2"), ("Cy", "0", "3")]
    assert listed(EVENTS, points="attendance", attendance=1) == [
        ("Ada", "6", "1"),
        ("Bea", "4", "2"),
        ("Cy", "2", "3"),
    ]


NIGHTS = [
    {"1": 24, "2": 20, "3": 20},
    {"1": 10, "2": 30},
    {"2": 15, "3": 22, "4": 18},
]


def test_beaten_opponents_are_counted_with_halves_for_ties():
    assert listed(map(evening, NIGHTS), points="beaten") == [
        ("3", "5/2", "1"),
        ("1", "2", "2"),
        ("2", "3/2", "3"),
        ("4", "1", "4"),
    ]


def test_series_of_1926_credits_the_difference_from_the_average_net():
    """Law 11: nets of 460, 183, -100 and -43 average 125."""
    ranked = evening({"1": 460, "2": 183, "3": -100, "4": -43})
    rules = SeasonScoring("credit")
    assert [compute_event_points(ranked[number], rules) for number in "1234"] == [
        335,
        58,
        -225,
        -168,
    ]


def test_compass_average_of_1926():
    """Seven pairs with 1,638 average 234; nets of 460 and 183 are +226 and -51."""
    rules = SeasonScoring("credit")
    field = {"rank": 1, "sharing_count": 1, "field_size": 7, "average_total": Fraction(1638, 7)}
    assert [
        compute_event_points(EventResult(total=Fraction(net), **field), rules) for net in (460, 183)
    ] == [226, -51]


def test_places_earn_points_by_the_size_of_the_field_and_ties_share():
    table = parse_rank_points_table(TABLE)
    eight = evening(dict(zip("ABCDEFGH", (9, 9, 8, 7, 6, 6, 6, 6), strict=True)))
    five = evening(dict(zip("ABCDE", (5, 4, 3, 2, 1), strict=True)))
    three = evening({"A": 1, "B": 2, "C": 3})
    rules = SeasonScoring("places", table=table)
    assert [compute_event_points(eight[who], rules) for who in "ABCDE"] == [8, 8, 4, 2, 0]
    assert [compute_event_points(five[who], rules) for who in "ABC"] == [4, 2, 0]
    assert compute_event_points(three["C"], rules) == 0


def test_ties_are_broken_in_the_order_of_the_rules():
    events = [evening({"Ada": 60, "Bea": 50, "Cy": 40}), evening({"Ada": 40, "Bea": 50, "Cy": 60})]
    assert [row[2] for row in listed(events, points="total")] == ["1=", "1=", "1="]
    assert [row[::2] for row in listed(events, points="total", ties=("wins",))] == [
        ("Ada", "1="),
        ("Cy", "1="),
        ("Bea", "3"),
    ]
    assert [row[0] for row in listed(events, points="total", ties=("wins", "latest"))] == [
        "Cy",
        "Ada",
        "Bea",
    ]


def test_an_event_without_percentages_earns_none():
    ada = EventResult(
        rank=1, sharing_count=1, field_size=2, total=Fraction(5), average_total=Fraction(1)
    )
    (row,) = compute_season_standings([{"Ada": ada}], SeasonScoring())
    assert row.points_by_event == (None,)
    assert row.played_count == 0
    assert row.rank_text == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8 10", "Line 1 of the points, “8 10”, can’t be read."),
        ("4: 2 1\n8: 1 2", "Line 2 of the points gives a worse place more."),
        ("4: 2 1\n4: 3 2", "The points have two lines for fields of 4."),
    ],
)
def test_points_for_places_that_cannot_be(text, sentence):
    with pytest.raises(ScoringError, match=sentence):
        parse_rank_points_table(text)


@pytest.mark.parametrize(
    "rules",
    [{"points": "luck"}, {"ties": ("luck",)}, {"best": -1}, {"minimum": -1}, {"points": "places"}],
)
def test_rules_that_cannot_be(rules):
    with pytest.raises(ScoringError):
        SeasonScoring(**rules)


def random_season(seed):
    """Return the totals of up to nine random events, and random rules."""
    random = Random(seed)
    totals = [
        {who: random.randint(20, 80) for who in random.sample("ABCDEFGHIJ", random.randint(2, 10))}
        for _event in range(random.randint(1, 9))
    ]
    rules = SeasonScoring(
        points=random.choice(list(SEASON_POINTS)),
        best=random.choice((0, 1, 3, 5)),
        minimum=random.choice((0, 2, 4)),
        attendance=random.choice((0, 2)),
        table=parse_rank_points_table(TABLE),
        ties=tuple(random.sample(list(SEASON_TIES), random.randint(0, 3))),
    )
    if rules.is_average:
        rules = replace(
            rules, handicap=random.choice((0, 40, 100)), handicap_events=random.choice((1, 2, 5))
        )
    return totals, rules


def points_by_hand(totals, who, rules):
    """Return what an event earns, place by place of the sorted field."""
    order = sorted(totals.values(), reverse=True)
    places = [index for index, total in enumerate(order) if total == totals[who]]
    row = {True: (10, 6, 4, 2), False: (4, 2) if len(order) >= 4 else ()}[len(order) >= 8]
    earned = [row[at] if at < len(row) else 0 for at in places]
    return {
        "percent": Fraction(totals[who]),
        "total": Fraction(totals[who]),
        "credit": totals[who] - Fraction(sum(order), len(order)),
        "beaten": sum(
            Fraction(1, 1 + (total == totals[who])) for total in order if total <= totals[who]
        )
        - Fraction(1, 2),
        "places": Fraction(sum(earned), len(earned)),
        "wins": Fraction(1, len(places)) if places[0] == 0 else Fraction(0),
        "attendance": Fraction(1),
    }[rules.points]


def with_handicap_by_hand(percents, rules):
    """Return *percents* with what each gets for the ones before it, counted from the first."""
    handicapped = []
    for index, percent in enumerate(percents):
        before = percents[max(0, index - rules.handicap_events) : index]
        average = Fraction(sum(before), len(before)) if before else 50
        handicapped.append(percent + (rules.handicap * (50 - average) / 100 if average < 50 else 0))
    return handicapped


def figures_by_hand(totals, who, rules):
    """Return the total, the tie figures and the number of events, the best events by trying every choice of them."""
    events = [event for event in totals if who in event]
    earned = [points_by_hand(event, who, rules) for event in events]
    if rules.handicap:
        earned = with_handicap_by_hand(earned, rules)
    size = min(rules.best or len(earned), len(earned))
    total = max(sum(chosen, Fraction(0)) for chosen in combinations(earned, size))
    if rules.points == "percent":
        total /= size
    ties = {
        "wins": sum(event[who] == max(event.values()) for event in events),
        "best": max(earned),
        "played": len(events),
        "latest": earned[-1],
    }
    return total + rules.attendance * len(events), [ties[tie] for tie in rules.ties], len(events)


@pytest.mark.parametrize("seed", range(40))
def test_random_seasons_agree_with_a_second_calculation(seed):
    totals, rules = random_season(seed)
    rows = compute_season_standings([evening(event) for event in totals], rules)
    by_hand = {
        who: figures_by_hand(totals, who, rules)
        for who in {who for event in totals for who in event}
    }
    ranked = {
        who: (total, *ties)
        for who, (total, ties, events) in by_hand.items()
        if events >= rules.minimum
    }
    assert len(rows) == len(by_hand)
    for row in rows:
        assert (row.total, row.played_count) == (
            by_hand[row.contestant][0],
            by_hand[row.contestant][2],
        )
        merit = ranked.get(row.contestant)
        better = sum(other > merit for other in ranked.values()) if merit else 0
        assert row.rank == (1 + better if merit else None)
        assert row.is_tied == (list(ranked.values()).count(merit) > 1)
