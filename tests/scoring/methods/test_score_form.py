"""What forms ask for: every method has columns or needs none, and the proofs that are printed hold for any board."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.classic.exponent import make_exponent_slip
from scoring.classic.losses import compute_gains
from scoring.classic.match_system import compute_match_average
from scoring.methods.average import compute_direction_average
from scoring.registry import SCORING_METHODS
from scoring.score_form import make_score_form
from tests.oracle.books import compute_losses

TRICKS = st.lists(st.integers(0, 13), min_size=1, max_size=40)
DEAL_2 = [
    8,
    7,
    6,
    6,
]  # [WDW1900] pp. 42-46: N-S of the slip; E-W have 6, 5, 7 and 7 as opponents need them


def matches(tricks, win=2):
    """Match scores of one direction: *win* above the average, half of it at it, none below."""
    average = compute_match_average(tricks)
    return [win if own > average else Fraction(win, 2) if own == average else 0 for own in tricks]


def others(tricks):
    return [13 - own for own in tricks]


@pytest.mark.parametrize("method", SCORING_METHODS, ids=lambda method: method.key)
def test_the_form_of_every_method_has_room_for_its_sums(method):
    for game in method.games:
        form = make_score_form(method.key, game)
        if method.unit in ("matchpoints", "IMPs"):
            assert form.traveller_columns
        assert bool(form.private_columns) == bool(form.traveller_columns)
        assert all(
            row.has_score_boxes or 0 < row.point_column_count <= len(form.traveller_columns)
            for row in form.sums
        )


def test_every_choice_of_howells_losses_has_a_form():
    (option,) = next(method for method in SCORING_METHODS if method.key == "howell-losses").options
    forms = {
        choice: make_score_form("howell-losses", "whist", {"count": choice})
        for choice in option.phrases
    }
    assert {choice: form.traveller_columns for choice, form in forms.items()} == {
        "losses": ("Loss",),
        "gains": ("Gain",),
        "plus": ("Loss", "+/−"),
    }


def test_match_that_counts_one_has_its_own_proof():
    assert (
        make_score_form("match", "whist", {"win": "1"}).proofs[-1] == "Matches N-S + E-W = tables."
    )


def test_teams_have_no_columns_of_points():
    assert make_score_form("team-imps").traveller_columns == ()


def test_proofs_of_the_printed_slip():
    ns, ew = DEAL_2, others(DEAL_2)
    assert sum(compute_losses(ns)) + sum(compute_losses(ew)) == 4 * (max(ns) + max(ew) - 13) == 8
    assert sum(compute_gains(ns)) + sum(compute_gains(ew)) == 4 * max(compute_gains(ns)) == 8
    assert sum(ns) + sum(ew) == 13 * 4
    assert sum(matches(ns)) + sum(matches(ew)) == 2 * 4


@given(TRICKS)
def test_proofs_hold_for_any_deal(ns):
    ew, tables = others(ns), len(ns)
    assert sum(compute_losses(ns)) + sum(compute_losses(ew)) == tables * (max(ns) + max(ew) - 13)
    assert (
        sum(compute_gains(ns)) + sum(compute_gains(ew))
        == tables * max(compute_gains(ns))
        == tables * max(compute_gains(ew))
    )
    for scores in (ns, ew):
        average = compute_direction_average(scores)
        assert sum(score - average for score in scores) == 0
        assert sum(score * tables - sum(scores) for score in scores) == 0
    assert sum(matches(ns)) + sum(matches(ew)) == 2 * tables
    assert sum(matches(ns, 1)) + sum(matches(ew, 1)) == tables
    slip = make_exponent_slip(ns, ew)
    larger = max(sum(compute_gains(ns)), sum(compute_gains(ew)))
    assert sum(gain.exact_points for gain in (*slip.ns_gains, *slip.ew_gains)) == 2 * larger
    average_loss = Fraction(sum(compute_losses(ns)) + sum(compute_losses(ew)), 2 * tables)
    assert sum(average_loss - loss for loss in (*compute_losses(ns), *compute_losses(ew))) == 0


@given(st.lists(st.integers(-2000, 2000), min_size=1, max_size=40))
def test_proofs_hold_at_bridge(ns):
    ew = [-score for score in ns]
    assert sum(compute_losses(ns)) + sum(compute_losses(ew)) == len(ns) * (max(ns) + max(ew))
    assert sum(compute_gains(ns)) + sum(compute_gains(ew)) == len(ns) * max(compute_gains(ns))
