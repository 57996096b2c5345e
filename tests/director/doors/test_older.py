"""Odd names that an older version stored are the same after an upgrade and a restore."""

from collections.abc import Iterable

import pytest
from django.core.management import call_command
from django.db import connection

from director.event_kinds import get_event_kind
from director.models import Club, Event, Person
from tests.director.doors import checks, values
from tests.director.doors.databases import Place, drop_databases, has_postgres, use_older_database
from tests.factories import make_director, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TWINS = ("Ann Bell", "Ann  Bell", "ann\N{NO-BREAK SPACE}Bell", "Émile Zola", "émile Zola")
"""Names that an older version told apart. PostgreSQL always took the last two for one."""


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path, ready_database):
    if request.param == "postgresql" and not has_postgres():
        pytest.skip("no PostgreSQL server answers")
    yield Place(request.param, tmp_path, ready_database)
    drop_databases()


@pytest.mark.parametrize("release", ["0.1.0", "0.2.0", "0.3.0"])
def test_odd_names_of_an_older_version_are_upgraded_restored_and_shown(release, place):
    with use_older_database(place, release):
        names = {table: write_odd_names(table) for table in ("person", "event", "club")}
        call_command("migrate", verbosity=0, interactive=False)
        for model in (Person, Event, Club):
            stored = dict(model._base_manager.values_list("pk", "name"))
            assert stored == names[model._meta.model_name]
        paths = list(pages_of_events())
        client = sign_in(make_director("desk of today"))
        for path in paths:
            assert client.get(path).status_code in (200, 302), path
        checks.refuse_different_figures()
        # Not in another club: an event file brings names with single blanks, as a seat stores them.
        checks.restore_elsewhere(place, paths)


def write_odd_names(table: str) -> dict[int, str]:
    """Give the rows of *table* odd names that the older database takes. Return them by row."""
    query = f"SELECT id, name FROM director_{table} ORDER BY id"  # noqa: S608 (names of this test)
    odd = {lowered(name): name for name in (*TWINS, *values.NAMES) if 0 < len(name) <= 80}
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows = [row for row, _name in cursor.fetchall()]
        for row, name in zip(rows, odd.values(), strict=False):
            update = f"UPDATE director_{table} SET name = %s WHERE id = %s"  # noqa: S608
            cursor.execute(update, [name, row])
        cursor.execute(query)
        return dict(cursor.fetchall())


def lowered(name: str) -> str:
    """Return *name* as the unique index of an older database compared it."""
    if connection.vendor == "sqlite":
        return name.encode().lower().decode()  # SQLite lowers only the letters of ASCII
    return name.lower()


def pages_of_events() -> Iterable[str]:
    """Yield the addresses of the pages of steps and standings of every event, and of People."""
    yield from ("/people/", "/club/")
    for event in Event.objects.all():
        yield from get_event_kind(event).list_desk_addresses(event)
        yield event.get_absolute_url()
