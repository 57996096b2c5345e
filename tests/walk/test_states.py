"""Every action of every page works in the state of the evening, is absent, or is closed with the reason.

What changes a published night asks first.
"""

import pytest

from tests.walk.machine import Walk
from tests.walk.states import ACTS_BY_STATE, Table, advance, count_outcomes, make_table

pytestmark = pytest.mark.django_db


KINDS = ("euchre by taps",)
"""Kinds whose every page is pressed. Of pairs the steps of the night are, below."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_action_fits_the_state_of_the_evening(kind):
    walk = Walk(kind)
    tables: dict[str, Table] = {}
    try:
        for state in ACTS_BY_STATE:
            advance(walk.evening, state)
            tables[state] = make_table(walk.evening)
    finally:
        walk.end()
    for state, counts in count_outcomes(tables).items():
        print(f"{kind}, {state}: {dict(counts)}")  # noqa: T201  a table to read, no failure
    assert not tables["published"].unasked
    wrong = {state: table.wrong for state, table in tables.items() if table.wrong}
    assert not wrong, "\n".join(
        f"{state} | {action} | {refusal}"
        for state, refusals in wrong.items()
        for action, refusal in refusals.items()
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pairs, two winners", "round robin", "euchre by taps"])
def test_no_button_of_the_steps_changes_what_is_published_without_a_question(kind):
    walk = Walk(kind)
    try:
        for state in ACTS_BY_STATE:
            if state != "final":
                advance(walk.evening, state)
        assert walk.evening.event.is_published
        table = make_table(walk.evening, walk.evening.steps)
    finally:
        walk.end()
    assert table.worked
    assert not table.unasked


@pytest.mark.slow
def test_the_steps_of_a_final_night_offer_nothing_that_is_refused():
    walk = Walk("pairs, two winners")
    try:
        for state in ACTS_BY_STATE:
            advance(walk.evening, state)
        table = make_table(walk.evening, walk.evening.steps)
    finally:
        walk.end()
    assert table.worked
    assert not table.wrong
