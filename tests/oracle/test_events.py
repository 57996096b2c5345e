"""Every stored example computed twice; what differs is named, one line each."""

from datetime import date

import pytest
from django.core.management import call_command

from director.boards.kind import PAIRS_KIND
from director.boards.movement.sections import fetch_first_section
from director.event_kinds import list_event_kinds
from director.models import Event, Result
from scoring.registry import SCORING_METHODS
from tests.director.additions.imports.store.usebio_files import SESSIONS
from tests.director.boards.scored import find_session_differences
from tests.factories import make_demo_event, make_played_section
from tests.oracle.events import compute_event_differences
from tests.scoring.printed.usebio import FIXTURES

EVENING = date(2026, 11, 17)


def test_every_session_that_is_kept_here_is_among_the_examples():
    assert sorted(path.stem for path in FIXTURES.glob("*.xml")) == sorted(SESSIONS)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_of_another_program_comes_out_the_same_twice(name):
    call_command("import_results", FIXTURES / f"{name}.xml")
    assert compute_event_differences(Event.objects.get()) == []


FOR_MANY = [method for method in SCORING_METHODS if method.key != "four-pairs"]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("method", FOR_MANY, ids=lambda method: method.key)
def test_the_demonstration_night_comes_out_the_same_twice_by_every_method(method):
    event = PAIRS_KIND.create_demo_event(seed=1, event_date=EVENING)
    Event.objects.update(scoring=method.key, scoring_options={})
    assert find_session_differences(fetch_first_section(event.pk)) == []


@pytest.mark.django_db
def test_a_difference_is_named():
    section = make_played_section()
    result = Result.objects.filter(text="4SS=").first()
    Result.objects.filter(pk=result.pk).update(ns_score=430)
    score = 620 if result.board_no in (2, 4, 5, 7) else 420
    assert compute_event_differences(section.session.event) == [
        f"Board {result.board_no}, {result.ns} against {result.ew}: 4SS= is saved as 430 but scores {score}."
    ]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demonstration_of_every_contest_comes_out_the_same_twice():
    for kind in list_event_kinds():
        assert compute_event_differences(make_demo_event(kind.contest)) == [], kind.contest
