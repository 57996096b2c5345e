"""A further contest with boards is a record, its name among the choices of an event, and a kind of event.

Couples, one lady and one gentleman, are registered here so, and play an evening.  What is asked
besides the record: ``models.event.Contest`` (which the database checks), and an addition that brings
its kind.
"""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

import pytest
from django.db.models import TextChoices

from director import event_kinds as kinds
from director.boards.contests import CONTESTANTS, CONTESTS, PAIRS
from director.boards.kind import BoardsKind
from director.core.files.exports import export_file
from director.core.night.printing import DEFAULT_PRINT_OPTIONS, list_usable_kinds
from director.models import Event
from director.pdf.sheet_kinds import render
from movements.registry import make_plan
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db
COUPLES = replace(
    PAIRS,
    key="couples",
    game_phrases=("duplicate couples",),
    game_group=("Duplicate couples", "A lady and a gentleman."),
    offer="couples",
    prefix="couples-",
    make_demo_movement=partial(make_plan, "howell", pairs=6),
    contestant_noun="couple",
    size_range="3 to 80 couples",
    example_count=6,
)


class Choice(TextChoices):
    """What an event stores."""

    COUPLES = "couples", "Duplicate couples"


@pytest.fixture
def couples(monkeypatch):
    """Register couples, and take them away after the test."""
    field = Event._meta.get_field("contest")
    monkeypatch.setattr(field, "choices", [*field.choices, *Choice.choices])
    monkeypatch.setitem(CONTESTS, COUPLES.key, COUPLES)
    monkeypatch.setitem(CONTESTANTS, COUPLES.contestant_noun, COUPLES)
    monkeypatch.setitem(kinds.EVENT_KINDS, COUPLES.key, BoardsKind(COUPLES))
    return kinds.EVENT_KINDS[COUPLES.key]


@pytest.mark.slow
def test_couples_have_paper_files_and_a_demonstration(couples):
    event = couples.create_demo_event(seed=1, event_date=date(2026, 11, 17))
    job = couples.paper.make_print_job(event, DEFAULT_PRINT_OPTIONS)
    offered = [kind for kind in list_usable_kinds(couples.paper) if job.has(kind)]
    assert {"pair-cards": "Scorecards", "travellers": "Travellers"}.items() <= {
        kind.key: kind.label for kind in offered
    }.items()
    keys = [kind.key for kind in offered]
    assert render(
        job,
        keys,
        "a4",
        available_kinds=list_usable_kinds(couples.paper),
        printed_at=datetime(2026, 11, 17, 22, 0, tzinfo=UTC),
    )
    assert all(
        export_file(couples.make_export_tables(event), form)
        for form in ("xlsx", "usebio", "pbn", "bridgewebs")
    )
    assert couples.serialize_results(event)["event"]["contest"] == "couples"
    assert compute_event_differences(event) == []
