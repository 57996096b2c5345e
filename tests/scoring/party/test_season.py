"""A season of parties: the best nights, points for coming, places."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import SEASON_FIGURES, ScoringError, SeasonRules, season_standings

NIGHTS = [{"1": 24, "2": 20, "3": 20}, {"1": 10, "2": 30}, {"2": 15, "3": 22, "4": 18}]


def season_rows(rules, nights=NIGHTS):
    return [
        (row.player, str(row.total), row.nights, row.place_text)
        for row in season_standings(nights, rules)
    ]


def test_all_nights_are_added_up():
    assert season_rows(SeasonRules()) == [
        ("2", "65", 3, "1"),
        ("3", "42", 2, "2"),
        ("1", "34", 2, "3"),
        ("4", "18", 1, "4"),
    ]


def test_best_nights_count_and_coming_brings_its_points():
    assert season_rows(SeasonRules(best=1, attendance=2)) == [
        ("2", "36", 3, "1"),
        ("1", "28", 2, "2"),
        ("3", "26", 2, "3"),
        ("4", "20", 1, "4"),
    ]


def test_those_beaten_are_counted_with_halves():
    assert season_rows(SeasonRules("beaten")) == [
        ("3", "5/2", 2, "1"),
        ("1", "2", 2, "2"),
        ("2", "3/2", 3, "3"),
        ("4", "1", 1, "4"),
    ]


def test_equal_totals_share_the_better_place():
    assert [row[3] for row in season_rows(SeasonRules(), [{"1": 5, "2": 5, "3": 4}])] == [
        "1=",
        "1=",
        "3",
    ]


def test_season_without_a_night_has_nobody():
    assert season_standings([]) == ()


PEOPLE = st.sampled_from("123456")


@given(
    nights=st.lists(st.dictionaries(PEOPLE, st.integers(-20, 40)), max_size=5),
    best=st.integers(0, 6),
    attendance=st.integers(0, 5),
    figures=st.sampled_from(sorted(SEASON_FIGURES)),
)
def test_no_other_choice_of_nights_gives_more(nights, best, attendance, figures):
    standings = season_standings(nights, SeasonRules(figures, best, attendance))
    assert {standing.player for standing in standings} == {
        player for night in nights for player in night
    }
    for standing in standings:
        had = [figure for figure in standing.figures if figure is not None]
        count = min(best or len(had), len(had))
        most = max(sum(chosen, Fraction(0)) for chosen in combinations(had, count))
        assert standing.total == most + attendance * len(had)
        assert sum(standing.counted_nights) == count
        assert standing.place == 1 + sum(other.total > standing.total for other in standings)
    if figures == "beaten":
        pairs = sum(len(night) * (len(night) - 1) for night in nights)
        assert sum(
            figure for standing in standings for figure in standing.figures if figure
        ) == Fraction(pairs, 2)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"best": -1}, "The number best can't be -1. Enter 0 or more."),
        (
            {"figures": "luck"},
            'The figures of a season can\'t be "luck". Enter one of totals, beaten.',
        ),
    ],
    ids=["best", "figures"],
)
def test_what_cannot_be_is_refused(rules, sentence):
    with pytest.raises(ScoringError) as refused:
        SeasonRules(**rules)
    assert str(refused.value) == sentence
