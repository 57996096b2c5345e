"""No stored result is lost from sight, whenever it was stored while somebody else's page was read.

A page asks several questions.  Here an entry of somebody else is committed right before the first
of them, then before the second, and so on to the last; the next page must show it each time.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test import Client

from director.boards.movement.sections import fetch_first_section, fetch_section
from director.core.base.versions import LruCache
from director.core.night.events import change_event
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.core.night.publishing import publish_results
from director.core.night.screens import set_room_standings
from director.models import Event, Result, Session
from tests.director.party.parties import enter_winner, make_seated_party, play_round
from tests.factories import enter_on_line, make_director, make_played_section, sign_in

PUBLIC = {
    "standings": "",
    "recap": "recap/",
    "board": "boards/1/",
    "card": "pairs/1/",
    "file": "results.json",
}
OF_REQUEST = re.compile(rb'[\w+/=-]{16,}|idempotency_key\W+(?:value=")?[\w-]{12}|\d\d:\d\d')
"""Signs against forgery, keys of forms and the time of day, which are others in every page."""


def elsewhere(act: Callable[[], object]) -> None:
    """Do *act* by a connection of its own, as another request does.

    In this thread: in Python 3.11 ``cached_property`` lets no other thread compute what this one is
    computing.
    """
    own = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other = own.copy()
    try:
        act()
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = own


@contextmanager
def before_query(number: int, act: Callable[[], object]) -> Iterator[list[int]]:
    """Commit *act* elsewhere before query *number* of this connection; yield how many queries there were in all.

    Where this connection writes just then, on SQLite nobody else can.
    """
    asked: list[int] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not connection.in_atomic_block:
            asked.append(1)
            if len(asked) == number:
                elsewhere(act)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield asked


def read_page_content(client: Client, path: str) -> bytes:
    response = client.get(path)
    assert response.status_code == 200, path
    return OF_REQUEST.sub(b"", response.content)


def forget_everything() -> None:
    """Keep nothing, as a process that has just started."""
    for cache in caches.all():
        cache.clear()
    LruCache.clear_all()


def made_anew(client: Client, path: str) -> bytes:
    forget_everything()
    return read_page_content(client, path)


def check_every_query(client: Client, path: str, act: Callable[[], object]) -> None:
    """Read *path* with *act* before each of its queries in turn: the next page must be as it is made anew."""
    read_page_content(client, path)
    for number in count(1):
        act()
        forget_everything()
        with before_query(number, act) as asked:
            read_page_content(client, path)
        if len(asked) < number:
            break
        now, anew = (
            read_page_content(client, path).splitlines(),
            made_anew(client, path).splitlines(),
        )
        assert now == anew, f"an entry before query {number} of {path}"
    assert number > 1


@pytest.fixture
def is_published() -> bool:
    return True


@pytest.fixture
def section(transactional_db, is_published):
    """A Howell of four pairs, all lines in."""
    return fetch_first_section(make_played_section(published=is_published).session.event_id)


def make_entering(section, *, user=None):
    """Return a function that stores another result on the first line of board 1 each time."""
    line, texts = Result.objects.filter(section=section, board_no=1).earliest("pk"), count()

    def enter() -> None:
        text = f"7NTN-{next(texts) % 13 + 1}"
        enter_on_line(fetch_section(section.session_id), line, text, user=user)

    return enter


@pytest.fixture
def enter(section):
    """A function that stores another result on board 1 each time."""
    return make_entering(section)


@pytest.fixture
def desk(transactional_db) -> Client:
    return sign_in(make_director())


@pytest.mark.slow
@pytest.mark.parametrize("page", PUBLIC)
def test_visitors_miss_no_entry(section, enter, page):
    check_every_query(Client(), f"{section.session.event.get_absolute_url()}{PUBLIC[page]}", enter)


def renamed(event: Event) -> Callable[[], object]:
    """Return what gives *event* another name each time: whatever was read of it before is no longer true."""
    names = count()
    return lambda: change_event(
        event=Event.objects.get(pk=event.pk),
        name=f"Night {next(names)}",
        date=event.date,
        game=event.game,
    )


@pytest.mark.slow
def test_nobody_misses_another_name_of_the_event(section, desk):
    event, pair = section.session.event, section.entries.first()
    own = open_entry_addresses(section=section, pairs=[pair.pair_no])[pair.pair_no]
    for path in (
        event.get_absolute_url(),
        f"{event.get_absolute_url()}results.json",
        f"/my/{own.token}/",
    ):
        check_every_query(Client(), path, renamed(event))
    check_every_query(desk, f"/sessions/{section.ref}/scores/boards/1/", renamed(event))


@pytest.mark.slow
@pytest.mark.parametrize("is_published", [False, True], ids=["at-the-desk", "published"])
@pytest.mark.parametrize("page", ["scores/boards/1/", "results/"])
def test_the_desk_misses_no_entry(section, enter, desk, page):
    check_every_query(desk, f"/sessions/{section.ref}/{page}", enter)


@pytest.mark.slow
def test_the_rooms_screen_misses_no_entry(section, enter, desk):
    set_room_standings(session=section.session, is_shown=True)
    check_every_query(desk, f"/sessions/{section.session_id}/room/?show=standings", enter)


@pytest.mark.slow
def test_phones_miss_no_entry(transactional_db):
    section = fetch_first_section(make_played_section(published=False).session.event_id)
    session = Session.objects.select_related("event").get(pk=section.session_id)
    line = Result.objects.filter(section=section, board_no=1).earliest("pk")
    settle = make_entering(section, user=make_director())
    table = open_table_addresses(session=session, section=section, tables=[line.table_no])[
        line.table_no
    ]
    pair = open_entry_addresses(section=section, pairs=[line.ns])[line.ns]
    check_every_query(Client(), f"/t/{table.token}/state.json", settle)
    check_every_query(Client(), f"/my/{pair.token}/", settle)


@pytest.mark.slow
def test_a_party_misses_no_win(desk):
    party = make_seated_party(players=8, named=True)
    play_round(party)
    publish_results(event=party.session.event)
    event, sides = party.session.event, count()

    def tap() -> None:
        enter_winner(party, 1, next(sides) % 2)

    check_every_query(desk, f"/parties/{party.pk}/play/", tap)
    check_every_query(desk, f"/parties/{party.pk}/results/", tap)
    check_every_query(Client(), event.get_absolute_url(), tap)
    check_every_query(Client(), f"/p/{party.players.first().token}/", tap)
    check_every_query(desk, f"/parties/{party.pk}/play/", renamed(event))
    check_every_query(desk, f"/parties/{party.pk}/results/", renamed(event))
