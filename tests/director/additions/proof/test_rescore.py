"""Every stored example computed twice; what differs is named, one line each."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command

from director.boards.kind import PAIRS_KIND
from director.boards.movement.sections import fetch_first_section
from director.models import Event, Result
from scoring.registry import SCORING_METHODS
from tests.cached_rows import cache_rows
from tests.director.additions.imports.store.usebio_files import SESSIONS
from tests.director.boards.scored import find_session_differences
from tests.factories import make_played_section
from tests.scoring.printed.usebio import FIXTURES

EVENING = date(2026, 11, 17)


def test_every_session_that_is_kept_here_is_among_the_examples():
    assert sorted(path.stem for path in FIXTURES.glob("*.xml")) == sorted(SESSIONS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_of_another_program_comes_out_the_same_twice(capsys, name):
    call_command("import_results", FIXTURES / f"{name}.xml")
    event = Event.objects.get()
    capsys.readouterr()
    call_command("rescore", event.pk, "--check")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (
        "",
        f"{event.name}: both calculations agree on every figure.\n",
    )


laid_demo = cache_rows(PAIRS_KIND.create_demo_event)
FOR_MANY = [method for method in SCORING_METHODS if method.key != "four-pairs"]


@pytest.mark.django_db
@pytest.mark.parametrize("method", FOR_MANY, ids=lambda method: method.key)
def test_the_demonstration_night_comes_out_the_same_twice_by_every_method(method):
    event = laid_demo(seed=1, event_date=EVENING)
    Event.objects.update(scoring=method.key, scoring_options={})
    assert find_session_differences(fetch_first_section(event.pk)) == []


@pytest.mark.django_db
def test_a_difference_is_printed_and_ends_with_1(capsys):
    section = make_played_section()
    result = Result.objects.filter(text="4SS=").first()
    Result.objects.filter(pk=result.pk).update(ns_score=430)
    true = 620 if result.board_no in (2, 4, 5, 7) else 420
    with pytest.raises(SystemExit) as stopped:
        call_command("rescore", section.session.event_id, "--check")
    assert stopped.value.code == 1
    assert capsys.readouterr().out == (
        f"Board {result.board_no}, {result.ns} against {result.ew}: 4SS= is saved as 430 but scores {true}.\n"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            (99, "--check"), "There is no event 99; there are no events yet.", id="no-event"
        ),
        pytest.param(
            (1,),
            "The following arguments are required: --check; see python manage.py rescore --help.",
            id="without-check",
        ),
    ],
)
def test_what_cannot_be_computed_is_one_sentence(arguments, sentence):
    with pytest.raises(CommandError) as refused:
        call_command("rescore", *map(str, arguments))
    assert str(refused.value) == sentence
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_results_that_cannot_be_scored_are_one_sentence():
    section = make_played_section()
    Event.objects.update(scoring="cinch")
    with pytest.raises(CommandError) as refused:
        call_command("rescore", section.session.event_id, "--check")
    assert str(refused.value).startswith(
        "This program was set up without the scoring method of this event (cinch)."
    )
    assert refused.value.returncode == 2
