"""Versions of events and clubs: the change numbers on which cached pages depend, and a cache.

Acts of the history count themselves, and so does saving an event or a club. Every other write that
a page can show calls ``increment_event_version`` or ``increment_club_version``; a test fails for a transaction that
writes without counting (``tests/director/write_guard.py``).

A visitors' page is cached under a version: of its event, of the club's public pages, or of a season
(in its addition). Whatever can change the page changes one of the numbers in the version, so that a
cached page never has to be removed. A version is read by one query, which is composed once, because
composing it takes longer than running it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

from django.db import connection
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Now

from director.models import Club, Deal, Event
from director.models.change_number import has_uncommitted_change, mark_uncommitted_change
from director.models.composed import ComposedQuery, with_utc_zone

# In SQL, because it runs at every write, and Django takes longer to compose it than the database to
# run it.
_INCREMENT_SQL = 'UPDATE "director_event" SET "change_no" = "change_no" + 1'
_INCREMENT_DESK_SQL = ', "desk_no" = "desk_no" + 1'
_INCREMENT_SETUP_SQL = ', "setup_no" = "setup_no" + 1'
_OF_EVENT_SQL = ' WHERE "director_event"."id" = %s'


def increment_event_version(
    event_id: int, *, is_result: bool = False, by_table: bool = False
) -> None:
    """Count a change of an event, or of anything that belongs to it.

    With *is_result*, only results were changed, so what pages read under ``setup_no`` stays cached.
    With *by_table*, a table entered them. Other tables aren't shown them, so their pages, which
    depend on ``desk_no``, stay cached too.
    """
    # Until the transaction ends nobody may cache what is read in it.
    mark_uncommitted_change()
    sql = _INCREMENT_SQL
    if not by_table:
        sql += _INCREMENT_DESK_SQL
    if not (is_result or by_table):
        sql += _INCREMENT_SETUP_SQL
    with connection.cursor() as cursor:
        cursor.execute(sql + _OF_EVENT_SQL, [event_id])


def increment_club_version(club_id: int) -> None:
    """Count a change of a club, its people or its seasons."""
    mark_uncommitted_change()
    Club.objects.filter(pk=club_id).update(change_no=F("change_no") + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVersion(ABC):
    """The version of all data on a cached page. Each kind of page has its own."""

    # When the results on the page become final, which changes no number.
    corrections_until: datetime | None = None

    @property
    @abstractmethod
    def name(self) -> str:
        """The version as text, for cache keys. It begins with the kind of page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventVersion(PageVersion):
    """The version of all data of an event."""

    event_id: int
    change_no: int  # counts changes of the event
    setup_no: int  # counts changes of the event that aren't results
    club_change_no: int  # counts changes of its club and people
    # Counts changes of other events with the same cards: a hand that is still to be played in one
    # of them is hidden here too.
    shared_change_no: int = 0
    is_published: bool = False

    @property
    def setup_key(self) -> tuple[int, int, int]:
        """The version of all that no result of the event changes."""
        return self.event_id, self.setup_no, self.club_change_no

    @property
    def name(self) -> str:
        """The version as text, for cache keys."""
        return (
            f"event-{self.event_id}-{self.change_no}-{self.club_change_no}-{self.shared_change_no}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPagesVersion(PageVersion):
    """The version of all data on the club's public pages, which list its public events."""

    club_change_no: int  # counts changes of the club and its people
    total_change_no: int  # the sum of the change numbers of all public events
    event_count: int
    final_count: int  # events whose results are final
    day: int = 0  # today's ordinal on pages that change every day

    @property
    def name(self) -> str:
        """The version as text, for cache keys."""
        return (
            f"public-{self.club_change_no}-{self.total_change_no}-{self.event_count}-{self.final_count}"
            f"-{self.day}"
        )


def _make_shared_cards_subquery() -> Subquery:
    """Return a subquery that adds up the change numbers of events with the same deals.

    An event's numbers begin so high (:func:`~director.models.change_number.make_first_number`) that a sum that
    has lost an event doesn't grow back to an old value in years.
    """
    # Three levels out, because the query is nested in the two below.
    cards = (
        Deal.objects.filter(section__session__event=OuterRef(OuterRef(OuterRef("pk"))))
        .order_by()
        .values("cards")
    )
    sharing_ids = Deal.objects.filter(cards__in=cards).order_by().values("section__session__event")
    other_events = Event.objects.filter(pk__in=sharing_ids).exclude(pk=OuterRef("pk")).order_by()
    # The constant puts all rows in one group, because aggregate() can't be used in a subquery.
    one_group = other_events.annotate(all=Value(1)).values("all")
    return Subquery(one_group.annotate(sum=Sum("change_no")).values("sum"))


def select_version(events: QuerySet[Event]) -> QuerySet[Event, tuple[Any, ...]]:
    """Return the columns of an event's version for those of *events* that are listed."""
    fields = ("pk", "change_no", "setup_no", "club__change_no", "published_at", "corrections_until")
    listed = events.filter(removed_at__isnull=True).order_by()
    return listed.values_list(*fields, _make_shared_cards_subquery())


_EVENT_QUERY = ComposedQuery(lambda event_id: select_version(Event.objects.filter(pk=event_id)))


def fetch_uncommitted_version(
    key: int | str, query: ComposedQuery = _EVENT_QUERY
) -> EventVersion | None:
    """Return the version of a listed event within this transaction, or None. One query.

    *query* was composed from :func:`select_version`, and *key* is its argument: by default an event's id.
    """
    rows = query.fetch_rows(key)
    if not rows:
        return None
    [row] = rows
    event_id, change_no, setup_no, club_change_no, published_at, corrections_until, shared_no = row
    if corrections_until:
        corrections_until = with_utc_zone(corrections_until)
    return EventVersion(
        event_id=event_id,
        change_no=change_no,
        setup_no=setup_no,
        club_change_no=club_change_no,
        shared_change_no=int(shared_no or 0),  # None if no event has the same cards
        is_published=published_at is not None,
        corrections_until=corrections_until,
    )


def fetch_published_event_version(event_id: int) -> EventVersion | None:
    """Return the version of a published and listed event, or None. One query."""
    version = fetch_uncommitted_version(event_id)
    return version if version and version.is_published else None


def fetch_event_version(event_id: int) -> EventVersion | None:
    """Return the version of a listed event, or None. One query.

    In a transaction with a change it returns None, so that nothing is cached that may still be
    rolled back.
    """
    if has_uncommitted_change():
        return None
    return fetch_uncommitted_version(event_id)


def fetch_public_pages_version() -> PublicPagesVersion | None:
    """Return the version of the club's public pages, or None. One query.

    An event that is published, corrected, unpublished or archived changes the sum of the change
    numbers of public events (:func:`~director.models.change_number.make_first_number`). One that becomes
    final by time changes no number, so those are counted.
    """
    if has_uncommitted_change():
        return None
    rows = _PUBLIC_PAGES_QUERY.fetch_rows()
    if not rows:
        return None
    [(club_change_no, total_change_no, event_count, final_count)] = rows
    return PublicPagesVersion(
        club_change_no=club_change_no,
        total_change_no=int(total_change_no),
        event_count=event_count,
        final_count=final_count,
    )


def _select_public_pages() -> QuerySet[Event, tuple[Any, ...]]:
    """Return the columns of the version of the first club's public pages."""
    first_club = Club.objects.order_by("pk").values("pk")[:1]
    public_events = Event.objects.filter(
        club=Subquery(first_club), published_at__isnull=False, removed_at__isnull=True
    )
    rows = public_events.order_by().values("club__change_no")
    is_final = Q(corrections_until__lte=Now())
    rows = rows.annotate(
        sum=Sum("change_no"), count=Count("pk"), final_count=Count("pk", filter=is_final)
    )
    return rows.values_list("club__change_no", "sum", "count", "final_count")


# All that an unchanged look of a visitor at the club's results asks.
_PUBLIC_PAGES_QUERY = ComposedQuery(_select_public_pages)


# A small cache in memory, safe for the threads of the server. A key contains everything that its value
# depends on, such as the change number of an event, so that a value is never out of date and needn't be
# removed. Django's cache would pickle each value; this one keeps references.


CachedT = TypeVar("CachedT")


class LruCache(Generic[CachedT]):
    """A cache of the most recently used values.

    >>> cache = LruCache[str](2)
    >>> cache.set("a", "first"), cache.set("b", "second")
    (None, None)
    >>> cache.get("a"), cache.set("c", "third"), cache.get("b")
    ('first', None, None)
    """

    _all_caches: ClassVar[WeakSet["LruCache[Any]"]] = WeakSet()

    def __init__(self, max_size: int) -> None:
        self._all_caches.add(self)
        self._max_size = max_size
        self._lock = Lock()
        self._values: dict[object, CachedT] = {}  # in the order of use, the latest last

    def get(self, key: object) -> CachedT | None:
        """Return the value of *key*, or None."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
            return value

    def set(self, key: object, value: CachedT) -> None:
        """Store *value* under *key* and drop the values that were used longest ago."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > self._max_size:
                del self._values[next(iter(self._values))]

    @property
    def keys(self) -> list[Any]:
        """The keys of all values, the one used longest ago first."""
        with self._lock:
            return list(self._values)

    def get_or_make(
        self, get_version: Callable[[], Hashable], make: Callable[[], CachedT], *key: Hashable
    ) -> CachedT:
        """Return the value of *key* at the version that *get_version* returns, made if it isn't cached.

        The version is read before and after the value is made. If it changed in between, the value
        may mix old and new data, so it isn't cached. Nor is a value without a version.
        """
        # Without the lock, as making a value can take long: two threads may make the same one.
        previous_version = get_version()
        if not previous_version:
            return make()
        value = self.get((previous_version, *key))
        if value is None:
            value = make()
            if get_version() == previous_version:
                self.set((previous_version, *key), value)
        return value

    def clear(self) -> None:
        """Drop every value."""
        with self._lock:
            self._values.clear()

    @classmethod
    def clear_all(cls) -> None:
        """Drop every value of every cache. Tests need this, because their records share keys."""
        for lru_cache in list(cls._all_caches):
            lru_cache.clear()
