"""Opening a page or a file changes nothing that is stored."""

import re
from dataclasses import replace
from itertools import chain

import pytest
from django.db import connection
from django.test import Client

from director.core.base.standings_versions import complete_versions
from director.core.night.links.opening import revoke_access
from director.core.night.printing import list_usable_kinds
from director.event_kinds import get_event_kind
from director.models import Access, Event
from tests.browser.walk import BY_LINK, NIGHTS, fetch_answers, get_address_kind, list_links
from tests.factories import make_director

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b")
OF_READERS = re.compile(
    r'(?:INSERT INTO|UPDATE|DELETE FROM) "django_session"'  # who is signed in, and what is to be said once
    r'|UPDATE "director_access" SET "phones" = '  # which phones there are at a table
    r'|INSERT (?:OR IGNORE )?INTO "director_tablephone"'  # which phone it is that looks
    r'|INSERT (?:OR IGNORE )?INTO "director_tableword"'  # what a table was shown of others' results
)
NIGHTS_OF_EACH_KIND = (
    "five tables",
    "eight teams",
    "nine Swiss pairs",
    "twenty players",
    "cut-in tables",
    "party before the draw",
)


def prints_of(event: Event) -> list[str]:
    """Return the addresses of every sheet of *event*, and of the page that shows it."""
    prints = next(
        path
        for path in get_event_kind(event).list_desk_addresses(event)
        if path.endswith("/print/")
    )
    asked = [
        f"kinds={kind.key}&paper=a4&codes=on&two_sided=on"
        for kind in list_usable_kinds(get_event_kind(event).paper)
    ]
    return [f"{prints}{page}?{each}" for each in asked for page in ("", "sheets.pdf")]


def open_everything(client: Client, night, event: Event):
    """Open every page and file of *night*, and one of each kind that these lead to; yield the address of each."""
    seen, more = {(name, "") for name in BY_LINK | {None}}, [*night.more, *prints_of(event)]
    for _pattern, path, page in fetch_answers(client, night):
        seen.add(get_address_kind(path))
        more += list_links(path, page)
        yield path
    for path in sorted(more, key=more.index):
        kind = get_address_kind(path)
        if kind not in seen or "kinds=" in path:
            seen.add(kind)
            client.get(path)
            yield path


@pytest.mark.parametrize("name", NIGHTS_OF_EACH_KIND)
def test_no_page_or_file_writes_to_the_database(name):
    director, desk, visitor = make_director(), Client(), Client()
    night = replace(NIGHTS[name](director), only=frozenset())
    event = Event.objects.get(pk=night.numbers["event_id"])
    for access in Access.objects.exclude(token__in=night.tokens.values()):
        revoke_access(access=access)
    desk.force_login(director)
    desk.raise_request_exception = visitor.raise_request_exception = (
        False  # other tests look at the answers
    )
    # What corrections left due is completed by whoever reads the versions first.
    complete_versions([event.pk])
    writes, written = [], {}

    def note(execute, sql, params, many, context):
        if WRITES.match(sql) and not OF_READERS.match(sql):
            writes.append(sql[:80])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        for path in chain(
            open_everything(desk, night, event), open_everything(visitor, night, event)
        ):
            if writes:
                written[path] = tuple(writes)
            writes.clear()
    assert written == {}
