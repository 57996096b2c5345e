"""What forms ask for: every method has columns or needs none, and the proofs that are printed hold for any board."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.classic.average import direction_average
from scoring.classic.exponent import equate_gains
from scoring.classic.losses import gains, losses
from scoring.classic.match_system import match_average
from scoring.registry import SCORING_METHODS
from scoring.score_form import score_form

TRICKS = st.lists(st.integers(0, 13), min_size=1, max_size=40)
DEAL_2 = [
    8,
    7,
    6,
    6,
]  # [WDW1900] pp. 42-46: N-S of the slip; E-W have 6, 5, 7 and 7 as opponents need them
SCORES_ARE_POINTS = {"aggregate", "compass", "excess"}


def matches(tricks, win=2):
    """Match scores of one direction: *win* above the average, half of it at it, none below."""
    average = match_average(tricks)
    return [win if own > average else Fraction(win, 2) if own == average else 0 for own in tricks]


def others(tricks):
    return [13 - own for own in tricks]


@pytest.mark.parametrize("method", SCORING_METHODS, ids=lambda method: method.key)
def test_every_method_has_a_form(method):
    for game in method.games:
        form = score_form(method.key, game)
        assert bool(form.sides) == (method.key not in SCORES_ARE_POINTS)
        assert bool(form.own) == bool(form.sides)
        assert all(row.of_scores or 0 < row.of_points <= len(form.sides) for row in form.sums)


def test_every_choice_of_howells_losses_has_a_form():
    (option,) = next(method for method in SCORING_METHODS if method.key == "howell-losses").options
    forms = {
        choice: score_form("howell-losses", "whist", {"count": choice}) for choice in option.phrases
    }
    assert {choice: form.sides for choice, form in forms.items()} == {
        "losses": ("Loss",),
        "gains": ("Gain",),
        "plus": ("Loss", "+/−"),
    }


def test_match_that_counts_one_has_its_own_proof():
    assert score_form("match", "whist", {"win": "1"}).proofs[-1] == "Matches N-S + E-W = tables."


def test_teams_have_no_columns_of_points():
    assert score_form("team-imps").sides == ()


def test_proofs_of_the_printed_slip():
    ns, ew = DEAL_2, others(DEAL_2)
    assert sum(losses(ns)) + sum(losses(ew)) == 4 * (max(ns) + max(ew) - 13) == 8
    assert sum(gains(ns)) + sum(gains(ew)) == 4 * max(gains(ns)) == 8
    assert sum(ns) + sum(ew) == 13 * 4
    assert sum(matches(ns)) + sum(matches(ew)) == 2 * 4


@given(TRICKS)
def test_proofs_hold_for_any_deal(ns):
    ew, tables = others(ns), len(ns)
    assert sum(losses(ns)) + sum(losses(ew)) == tables * (max(ns) + max(ew) - 13)
    assert sum(gains(ns)) + sum(gains(ew)) == tables * max(gains(ns)) == tables * max(gains(ew))
    for scores in (ns, ew):
        average = direction_average(scores)
        assert sum(score - average for score in scores) == 0
        assert sum(score * tables - sum(scores) for score in scores) == 0
    assert sum(matches(ns)) + sum(matches(ew)) == 2 * tables
    assert sum(matches(ns, 1)) + sum(matches(ew, 1)) == tables
    slip = equate_gains(ns, ew)
    larger = max(sum(gains(ns)), sum(gains(ew)))
    assert sum(gain.points for gain in (*slip.ns, *slip.ew)) == 2 * larger
    average_loss = Fraction(sum(losses(ns)) + sum(losses(ew)), 2 * tables)
    assert sum(average_loss - loss for loss in (*losses(ns), *losses(ew))) == 0


@given(st.lists(st.integers(-2000, 2000), min_size=1, max_size=40))
def test_proofs_hold_at_bridge(ns):
    ew = [-score for score in ns]
    assert sum(losses(ns)) + sum(losses(ew)) == len(ns) * (max(ns) + max(ew))
    assert sum(gains(ns)) + sum(gains(ew)) == len(ns) * max(gains(ns))
