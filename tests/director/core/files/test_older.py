"""The file of an event that an older version wrote is the same event here, and everything in it can still be undone."""

import gzip
import json
from pathlib import Path

import pytest
from django.core import serializers
from django.db import connections

from director.additions.imports.store import event_file
from director.additions.imports.store.event_file import read_event_file
from director.boards.movement.sections import fetch_section
from director.boards.play.results.acts import redo_section, undo_section
from director.core.files.backups.upgrade import create_temporary_database
from director.core.night.history import find_act_to_undo, redo_event, undo_event
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.models import Event, StandingsVersion
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.core.files.rows import dump_all_records, list_records
from tests.director.core.files.test_event_file import import_elsewhere
from tests.factories import make_director
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).parents[3] / "fixtures" / "releases" / "events"
EVENTS = sorted(path.name.removesuffix(".said.json.gz") for path in FIXTURES.glob("*.said.json.gz"))
EVERYDAY = ("0.3.0-pairs", "0.3.0-party-money")
"""An upgrade takes four seconds: those of the other events are slow tests."""
WORDS = frozenset({"decided", "notes", "text"})
"""Sentences within results, which a later version may word otherwise."""


def file_of(name):
    return gzip.decompress((FIXTURES / f"{name}.json.gz").read_bytes())


def said_of(name):
    """Return what the release that wrote the file said of its event."""
    return json.loads(gzip.decompress((FIXTURES / f"{name}.said.json.gz").read_bytes()))


def differing(older, newer, at=""):
    """Yield where *newer* lacks something of *older* or has another value. It may have more."""
    if isinstance(older, dict):
        for key in older.keys() - WORDS:
            yield from differing(older[key], newer.get(key, "missing"), f"{at}/{key}")
    elif isinstance(older, list) and isinstance(newer, list) and len(older) == len(newer):
        for index, pair in enumerate(zip(older, newer, strict=True)):
            yield from differing(*pair, f"{at}/{index}")
    elif older != newer:
        yield at, older, newer


def history_of(event):
    rows = event.acts.order_by("number")
    return [
        [
            act.number,
            act.kind,
            act.words,
            act.made_at.isoformat(),
            act.made_by and act.made_by.username,
            act.undone_at and act.undone_at.isoformat(),
        ]
        for act in rows.select_related("made_by")
    ]


# 5 s an event: migrates a database of its own
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [name if name in EVERYDAY else pytest.param(name, marks=pytest.mark.slow) for name in EVENTS],
)
def test_it_is_the_same_event_and_can_be_undone(name):
    make_director("eva")
    event, said = import_elsewhere(file_of(name)), said_of(name)
    kind = get_event_kind(event)
    found = list(
        differing(said["standings"], json.loads(json.dumps(kind.serialize_results(event))))
    )
    # Its number is one that is free here, and a period for corrections doesn't run on.
    of_its_own = ("/event/id", "/event/is_final", "/event/provisional_until")
    found = [each for each in found if each[0] not in of_its_own]
    # A match that was decided by hand counts as in: those of a knock-out weren't, with 0.3.0.
    found = [each for each in found if each[0] != "/results_in"]
    assert found == [("/event/club", "Riverside Club", "Elsewhere")]
    assert compute_event_differences(event) == []
    for act in said["history"]:
        if act[4] and "@" in act[4]:
            act[4] = None  # a name that is an e-mail address isn't in the file
    assert history_of(event) == said["history"]
    versions = StandingsVersion.objects.filter(event=event).order_by("number")
    assert [list(row) for row in versions.values_list("number", "action")] == said["versions"]
    _undo_and_redo(event)


def _undo_and_redo(event):
    Event.objects.update(corrections_until=None, published_at=None)
    event = reload_event(event)
    before = get_event_kind(event).serialize_results(event)
    numbers = []
    while len(numbers) < 8 and (act := find_act_to_undo(event.acts.all())):
        _do(event, act, undo_section, undo_event)
        numbers.append(act.number)
    assert numbers
    assert set(numbers) <= {act.number for act in event.acts.filter(undone_at__isnull=False)}
    for number in reversed(numbers):
        _do(event, event.acts.get(number=number), redo_section, redo_event)
    event = reload_event(event)
    assert get_event_kind(event).serialize_results(event) == before


def _do(event, act, in_section, in_event):
    if act.section:
        in_section(section=fetch_section(act.section.ref), number=act.number, user=None)
    else:
        in_event(event=event, number=act.number, user=None)


def _append(label, **fields):
    def change(content):
        content["records"].append({"model": label, "pk": 99, "fields": fields})

    return change


def _set(label, name, value):
    def change(content):
        list_records(content, label)[0]["fields"][name] = value

    return change


def _twice(content):
    content["records"].append(list_records(content, "entry")[0])


SPOILED = {
    "a newer version": (
        lambda content: content.update(schema="9999_later"),
        "from a newer version of Kalamazoo. Update this one",
    ),
    "no text for a version": (lambda content: content.update(schema=[]), "from a newer version"),
    "a newer format": (lambda content: content.update(format=3), "from a newer version"),
    "between two releases": (
        lambda content: content.update(schema="0058_who_goes_out"),
        "between two releases (at 0058_who_goes_out). Import it with Kalamazoo 0.3.0",
    ),
    "an account": (_append("auth.user", username="eve", is_superuser=True), "auth.user"),
    "a club": (_append("director.club", name="Eve"), "director.club"),
    "a private link": (_append("director.access", token="a" * 22), "director.access"),
    "what no version has": (_append("director.ghost"), "director.ghost"),
    "a record twice": (_twice, "doesn’t fit the other records"),
    "a record of nobody": (_set("entry", "section", 4711), "don’t fit together"),
    "a field of nobody": (_set("entry", "ghost", 1), "ghost"),
    "a huge number of an account": (
        _set("act", "made_by", 10**30),
        "don’t fit together",
    ),
    "words for an account": (_set("act", "made_by", "eve"), "made_by"),
    "a history that is none": (
        _set("act", "changes", [7]),
        "change 1 refers to something unknown",
    ),
}


# 4 s: migrates a database of its own
@pytest.mark.slow
@pytest.mark.parametrize("name", SPOILED)
def test_a_hostile_file_is_refused_in_a_sentence_and_stores_nothing(name):
    spoil, said = SPOILED[name]
    content = json.loads(file_of("0.3.0-knock-out"))
    spoil(content)
    before = dump_all_records()
    with pytest.raises(DeskError) as refused:
        import_elsewhere(json.dumps(content).encode())
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
    assert dump_all_records() == before


# 5 s: migrates a database of its own
@pytest.mark.slow
def test_file_of_an_older_version_keeps_who_did_what_by_any_username():
    mary = make_director("Mary Smith")
    content = json.loads(file_of(EVERYDAY[0]))
    content["accounts"][0]["name"] = "Mary Smith"
    event = import_elsewhere(json.dumps(content).encode())
    assert event.acts.filter(made_by=mary).exists()


# 4 s: migrates a database of its own
@pytest.mark.slow
def test_import_after_the_preview_needs_no_second_upgrade(monkeypatch):
    data = file_of(EVERYDAY[0])
    previewed = read_event_file(data)
    monkeypatch.setattr(event_file, "_run_migrations", None)
    imported = read_event_file(data)
    assert rows_in(imported) == rows_in(previewed)
    with pytest.raises(TypeError):
        read_event_file(data + b" ")


def rows_in(file):
    return [serializers.serialize("json", rows) for rows in file.records_by_model.values()]


def test_two_files_at_the_same_time_have_databases_of_their_own():
    with create_temporary_database() as one, create_temporary_database() as other:
        assert one != other
        names = [connections[alias].settings_dict["NAME"] for alias in (one, other)]
        assert names[0] != names[1]
    assert {one, other}.isdisjoint(connections.settings)
