"""Evenings of every kind, played by what people do, with everything opened and compared after each act."""

import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.director.doors.databases import Place
from tests.walk.kinds import KINDS
from tests.walk.machine import TRAIL, TimeOver, make_state_machine

pytestmark = pytest.mark.django_db

ACTS_OF_A_WALK = 30


@pytest.mark.walk
@pytest.mark.parametrize("half", [0, 1])
def test_every_evening(half, request, tmp_path, ready_database):
    end = time.monotonic() + request.config.option.seconds
    kinds = list(KINDS)[half::2]

    # One seed, so that a commit is asked the same each time.
    machine = seed(half)(make_state_machine(kinds, end, Place("sqlite", tmp_path, ready_database)))
    options = settings(
        max_examples=10**6,
        stateful_step_count=ACTS_OF_A_WALK,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    with suppress(TimeOver):
        run_state_machine_as_test(machine, settings=options)
    assert TRAIL.acts
    for path, took in sorted(TRAIL.slow.items()):
        print(f"{path} took {took:.1f} s")  # noqa: T201  a list to read, no failure
