"""What pages cost as a club and a night grow: a table of slopes, and what may grow at all.

``pytest -n 0 -s -m bench tests/bench/test_growth.py`` prints for each measure that grows (nights,
people, sections, tables, rounds, boards in a round) a line for each page: rows read, bytes and
milliseconds of the processor at the smallest and at the largest, and the slope of each. A slope of
1 means twice as much for twice as large, 0 that it stays as it is.

Rows and bytes are the same in every run, so they are held: a page may grow only by what it shows
(``GROWS``). Milliseconds are printed and fail nothing. ``GROWTH_ROUNDS`` says how often each page is
measured (5), of which the least counts.
"""

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.core.base.versions import LruCache
from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import publish_results
from director.models import Club, Event, Person, Section
from movements.registry import make_plan
from tests.bench.club import insert_results, make_club_of_years, make_long_name
from tests.bench.test_goals import make_correction
from tests.bench.test_standings_page import make_large_room
from tests.director.query_cost import count_cost
from tests.factories import make_club, make_director, make_section

ROUNDS = int(os.environ.get("GROWTH_ROUNDS", "5"))
ENTRY, PHONE = "an entered result", "a look of a phone"
PAGES = {
    "Tonight": "/",
    "Nights": "/nights/",
    "People": "/people/",
    "a person": "/people/{person}/",
    "a published night": "/events/{published}/",
    "Field": "/sessions/{section}/field/",
    "Seats": "/sessions/{section}/seats/",
    "Print": "/sessions/{section}/print/",
    "Play": "/sessions/{section}/play/",
    "Scores of a board": "/sessions/{section}/scores/boards/1/",
    "Scores of a table": "/sessions/{section}/scores/rounds/1/tables/1/",
    "Results": "/sessions/{section}/results/",
    "History": "/sessions/{session}/acts/",
    PHONE: "/t/{token}/state.json?device=bench",
    ENTRY: "",
}
MARGIN = 0.12
"""The slope that a page may have by what isn't on it: a longer number, a word in the plural."""

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True, slots=True)
class Night:
    """The night that the pages are of, and a published one beside it."""

    section: Section
    published: Event


@dataclass(frozen=True, slots=True)
class Figures:
    """What one page costs: rows read, bytes answered, milliseconds of the processor."""

    rows: int
    size: int
    milliseconds: float


def _make_people(count: int) -> list[Person]:
    club = make_club()
    return Person.objects.bulk_create(
        Person(club=club, name=make_long_name(number), number=f"{number}")
        for number in range(count)
    )


def _name_all(section: Section) -> None:
    pairs = [
        (None, (make_long_name(2 * pair), make_long_name(2 * pair + 1)))
        for pair in range(section.entries.count())
    ]
    name_entries(section=section, pairs=pairs)


def _lay_night(movement: Any) -> Night:
    """Return a night of *movement*, played to its end, and one beside it that is published."""
    published = _lay_section(make_plan("mitchell", pairs=14, boards_per_set=2), "Last week")
    section = _lay_section(movement, "Tonight")
    Event.objects.filter(pk=section.session.event_id).update(date=timezone.localdate())
    return Night(section, publish_results(event=published.session.event))


def _lay_section(movement: Any, name: str) -> Section:
    session_id = make_section(name=name).session_id
    store_plan(section=fetch_section(session_id), movement=movement)
    _name_all(fetch_section(session_id))
    insert_results(fetch_section(session_id))
    return fetch_section(session_id)


def _lay_club(*, nights: int, sections: int) -> Night:
    club = make_club_of_years(nights=nights, sections=sections)
    return Night(fetch_section(club.tonight[0].ref), club.night)


def _lay_people(count: int) -> Night:
    _make_people(count)
    return _lay_night(make_plan("mitchell", pairs=14, boards_per_set=2))


MEASURES: dict[str, tuple[tuple[int, ...], Callable[[int], Night]]] = {
    "nights": ((10, 40, 160), lambda count: _lay_club(nights=count, sections=2)),
    "people": ((300, 1200, 4800), _lay_people),
    "sections": ((2, 8, 26), lambda count: _lay_club(nights=10, sections=count)),
    "tables": ((7, 25, 100), lambda count: _lay_night(make_large_room(count))),
    "rounds": (
        (5, 10, 20),
        lambda count: _lay_night(make_plan("mitchell", pairs=40, rounds=count, boards_per_set=1)),
    ),
    "boards in a round": (
        (1, 2, 4),
        lambda count: _lay_night(make_plan("mitchell", pairs=14, boards_per_set=count)),
    ),
}
_DESK = set(PAGES) - {"Nights", "People", "a person", "a published night", PHONE, ENTRY}
GROWS: dict[str, dict[str, set[str]]] = {
    "nights": {"the nights listed, up to a page of them": {"Nights", "a person"}}
    | {"who has played at all, and when last": {"People"}},
    "people": {"the names that are offered while one is typed": {"Seats"}},
    "sections": {"a link to each section, and how far it is": _DESK},
    "tables": {"a row, a square or a name for each": _DESK - {"Tonight"}},
    "rounds": {"a column, a line or a choice for each": _DESK - {"Tonight", "Results"}},
    "boards in a round": {
        "a square or a line for each": {"Play", "Scores of a board", "Scores of a table", PHONE},
        "a sheet of paper more": {"Print"},
    },
}
"""What of each measure is on a page, so that the page grows with it."""


@pytest.mark.parametrize("measure", MEASURES)
def test_pages_grow_only_by_what_they_show(request, measure):
    """Rows and bytes of a page stay as they are when what it doesn't show grows."""
    is_once = request.config.getoption("benchmark_disable", default=False)
    sizes, lay = MEASURES[measure]
    figures = [_measure_pages(lay, size, rounds=0 if is_once else ROUNDS) for size in sizes]
    ratio = sizes[-1] / sizes[0]
    shown_on = set().union(*GROWS[measure].values())
    faults = []
    for page in PAGES:
        first, last = figures[0][page], figures[-1][page]
        rows, size, milliseconds = (
            _compute_slope(getattr(first, what), getattr(last, what), ratio)
            for what in ("rows", "size", "milliseconds")
        )
        print(  # noqa: T201
            f"\n| {measure} {sizes[0]}–{sizes[-1]} | {page} "
            f"| {first.rows}–{last.rows} | {rows:.2f} "
            f"| {first.size / 1000:.1f}–{last.size / 1000:.1f} kB | {size:.2f} "
            f"| {first.milliseconds:.1f}–{last.milliseconds:.1f} ms | {milliseconds:.2f} |",
            end="",
        )
        if page not in shown_on and max(rows, size) > MARGIN:
            faults.append((page, f"rows {rows:.2f}", f"bytes {size:.2f}"))
    assert faults == []


def _compute_slope(first: float, last: float, ratio: float) -> float:
    """Return the exponent by which a figure grows while what it is measured by grows *ratio* times."""
    return math.log(max(last, 1) / max(first, 1)) / math.log(ratio)


def _measure_pages(lay: Callable[[int], Night], size: int, *, rounds: int) -> dict[str, Figures]:
    """Return the figures of each page, of a night of that size that is taken away again."""
    with _take_away():
        night = lay(size)
        Club.objects.update(has_player_pages=True)
        return {page: _measure_page(ask, rounds) for page, ask in _list_acts(night)}


@contextmanager
def _take_away() -> Iterator[None]:
    """Leave the database and the caches empty.

    Nothing is rolled back: pages keep nothing of what isn't committed.
    """
    try:
        yield
    finally:
        call_command("flush", verbosity=0, interactive=False)
        LruCache.clear_all()
        caches["pages"].clear()


def _list_acts(night: Night) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield each page, and what asks for it and returns how many bytes came back."""
    section = night.section
    desk, visitor = Client(), Client()
    desk.force_login(make_director())
    tables = open_table_addresses(session=section.session, section=section, tables=[1])
    values = {
        "person": Person.objects.order_by("pk")[0].pk,
        "published": night.published.pk,
        "section": section.ref,
        "session": section.session_id,
        "token": tables[1].token,
    }
    for page, address in PAGES.items():
        if page == ENTRY:
            yield page, _as_act(make_correction(desk, section))
        else:
            client = visitor if page in {PHONE, "a published night"} else desk
            yield page, _make_look(client, address.format(**values))


def _as_act(enter: Callable[[], object]) -> Callable[[], int]:
    def act() -> int:
        enter()
        return 0

    return act


def _make_look(client: Client, address: str) -> Callable[[], int]:
    def look() -> int:
        response = client.get(address)
        assert response.status_code == 200, (address, response.status_code)
        return len(response.content)

    return look


def _measure_page(ask: Callable[[], int], rounds: int) -> Figures:
    ask()
    with count_cost() as cost:
        size = ask()
    return Figures(cost.rows, size, 1000 * min([_time(ask) for _round in range(rounds)], default=0))


def _time(ask: Callable[[], int]) -> float:
    start = process_time()
    ask()
    return process_time() - start
