"""The entries of a section as Seats shows them, cached until anything but a result changes.

A session has a thousand results and a few changes of seats, and nobody moves because of a result. So
the entries are read and their boxes rendered again only when ``Event.setup_no`` rises.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from director.boards.movement.sitters import ReplacedPlayers, fetch_replaced_players_by_entry
from director.boards.play.seats.memory import get_first_remembered_day
from director.boards.play.seats.section_seats import Seat, Seats, fetch_section_seats
from director.core.base.versions import LruCache
from director.models import Event, Person, Plan, Section
from director.models.change_number import has_uncommitted_change
from director.models.composed import ComposedQuery

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatsVersion:
    """The version of all data that the Seats of an event's sections show."""

    event_id: int
    seats_change_no: int  # changes of the event, without results where these don't count
    club_change_no: int  # changes of the club and its people
    # Adding a person leaves the change number of the club, but changes one of these.
    person_count: int
    last_person_id: int
    # The sum and the number of the events whose sit-outs the club remembers.
    past_change_no: int
    past_count: int


class CachedSeats:
    """The *seats* of a section, and what follows from them alone, computed when it is first needed."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self._value_by_key: dict[Hashable, Any] = {}

    def compute_once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the value of *key*, which *compute* makes at the first call."""
        # Two threads may compute the same, which does no harm.
        if key not in self._value_by_key:
            self._value_by_key[key] = compute()
        value: T = self._value_by_key[key]
        return value


_SEATS_CACHE = LruCache[CachedSeats](32)
"""Entries by version, section and whether member numbers are shown.

With their HTML, the entries of 100 tables take half a megabyte.
"""


def load_seats(section: Section, plan: Plan | None, *, with_member_numbers: bool) -> CachedSeats:
    """Return the entries of *section* with past weeks and replaced players.

    *plan* is the movement in force, read after *section*. One query if the entries are cached, else
    at most eleven.
    """
    version = find_seats_version(section)
    key = (version, section.pk, with_member_numbers)
    cached_seats = _SEATS_CACHE.get(key) if version else None
    if cached_seats is None:
        seats = fetch_section_seats(
            section, plan, uses_history=True, with_member_numbers=with_member_numbers
        )
        rows = tuple(_iter_rows_with_replaced_players(section, seats.rows))
        cached_seats = CachedSeats(replace(seats, rows=rows))
        if version:
            _SEATS_CACHE.set(key, cached_seats)
    return cached_seats


def _iter_rows_with_replaced_players(section: Section, rows: Sequence[Seat]) -> Iterator[Seat]:
    """Yield *rows* with replaced players before the past weeks. One query."""
    replaced_players_by_entry = fetch_replaced_players_by_entry([section])
    for row in rows:
        replaced_players = replaced_players_by_entry.get((section.pk, row.pair_no), ())
        texts = [_format_replaced_players(span) for span in replaced_players]
        if row.past_weeks:
            texts.append(row.past_weeks)
        yield replace(row, past_weeks="; ".join(texts))


def _format_replaced_players(span: ReplacedPlayers) -> str:
    rounds = f"Round {span.first_round}"
    if span.last_round > span.first_round:
        rounds = f"Rounds {span.first_round}–{span.last_round}"
    return f"{rounds}: {' & '.join(sitter.name for sitter in span.players.values())}"


def find_seats_version(section: Section) -> SeatsVersion | None:
    """Return the version of the Seats of *section* when it was read. One query.

    None if the event or the club has changed since, or if a change may be rolled back. Nothing that
    is read then may be cached.
    """
    if has_uncommitted_change():
        return None
    event = section.session.event
    first_day = get_first_remembered_day(event)
    row = next(iter(_VERSION_QUERY.fetch_rows(event.pk, first_day)), None)
    if row is None:
        return None
    change_no, club_change_no, setup_no, *others = row
    if (change_no, club_change_no) != (event.change_no, event.club.change_no):
        return None
    # Who sat out in earlier sessions of the event counts only where results were entered.
    remembers_results = section.session.number > 1 and first_day < event.date
    seats_change_no = change_no if remembers_results else setup_no
    return SeatsVersion(event.pk, seats_change_no, club_change_no, *others)


def _select_version(event_id: int, first_day: date) -> QuerySet[Event, Any]:
    people = Person.objects.filter(club=OuterRef("club")).order_by().values("club")
    past_events = (
        Event.objects.filter(club=OuterRef("club"), date__gte=first_day, date__lt=OuterRef("date"))
        .order_by()
        .values("club")
    )
    number_queries = {
        "person_count": people.annotate(number=Count("pk")),
        "last_person": people.annotate(number=Max("pk")),
        "past_sum": past_events.annotate(number=Sum("change_no")),
        "past_count": past_events.annotate(number=Count("pk")),
    }
    numbers = {
        name: Coalesce(Subquery(rows.values("number")), 0) for name, rows in number_queries.items()
    }
    return (
        Event.objects.filter(pk=event_id)
        .order_by()
        .annotate(**numbers)
        .values_list("change_no", "club__change_no", "setup_no", *numbers)
    )


_VERSION_QUERY = ComposedQuery(_select_version)
