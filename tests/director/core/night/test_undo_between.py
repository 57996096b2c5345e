"""Every writing act is tried between each act and its undo.

Afterwards either everything is as if only the other act had been done, or the undo is refused, in a
sentence that says what stands in the way.
"""

from collections.abc import Callable

import pytest
from django.db import transaction

from director.errors import DeskError
from scoring.errors import ScoringError
from tests.director.core.night.nights import (
    NAMESAKE,
    NIGHTS,
    Night,
    NobodyThereError,
    Step,
    add_namesake,
    describe_state,
    find_undo,
    list_others,
    list_undoable,
)

pytestmark = pytest.mark.django_db

ACTS_OF_NIGHTS = [
    (kind, name)
    for kind in NIGHTS
    for name in list_undoable(Night(party=object()) if "party" in kind else Night(section=object()))
]


class UndoneError(Exception):
    """Everything that was done in a block is rolled back."""


def try_step(step: Step, night: Night) -> bool:
    """Do *step*, and return whether it was done."""
    try:
        with transaction.atomic():
            step(night)
    except (DeskError, ScoringError, NobodyThereError):
        return False
    return True


def describe_after(step: Step, night: Night) -> list[str] | None:
    """Return the state after *step* alone, which is rolled back; None if it isn't possible."""
    state = None
    try:
        with transaction.atomic():
            if try_step(step, night):
                state = describe_state()
            raise UndoneError
    except UndoneError:
        return state


@pytest.mark.parametrize(("kind", "name"), ACTS_OF_NIGHTS)
def test_an_undo_restores_what_was_whatever_was_written_since(kind, name):
    night = NIGHTS[kind]()
    add_namesake()
    faults = []
    last_act = night.event.acts.count()
    before = describe_state()
    act = list_undoable(night)[name]
    others = list_others(night)
    expected = {other: describe_after(step, night) for other, step in others.items()}
    if not try_step(act, night):
        return
    undo = find_undo(night, last_act)
    if undo is None:
        assert describe_state() == before
        return
    for other, step in others.items():
        try:
            with transaction.atomic():
                # A copy of the seats is made of those of its time.
                is_copied = other == "second session" and name != "merge"
                if other != name and not is_copied and try_step(step, night):
                    obstacles = [NAMESAKE, *night.event.acts.values_list("words", flat=True)[:1]]
                    faults += find_faults(undo, other, expected[other], obstacles)
                raise UndoneError
        except UndoneError:
            pass
    assert not faults, "\n".join(faults)


def find_faults(
    undo: Callable[[], object], other: str, expected: list[str] | None, obstacles: list[str]
) -> list[str]:
    """Undo, and return what is wrong afterwards. A refusal must name one of the *obstacles*."""
    try:
        with transaction.atomic():
            undo()
    except (DeskError, ScoringError) as refusal:
        if any(obstacle in str(refusal) for obstacle in obstacles):
            return []
        return [f"{other}: refused without naming it: {refusal}"]
    state = describe_state()
    if expected is None:
        return [f"{other}: it can’t be done alone, but it stands"]
    return [
        *(f"{other}: too much: {line}" for line in state if line not in expected),
        *(f"{other}: missing: {line}" for line in expected if line not in state),
    ]
