"""Versions of events: the change numbers on which cached pages depend."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum, Value

from director.models import Club, Deal, Event
from director.models.change_number import has_uncommitted


@dataclass(frozen=True, slots=True)
class EventVersion:
    """The version of everything that the pages of an event, or of a season, show.

    *change_no* counts the changes of the event, *club_no* those of its club and people, *shared_no*
    those of other events with the same cards: what they have still to play is hidden here too.
    *corrections_until* is when the results become final.
    """

    event_id: int
    change_no: int
    club_no: int
    shared_no: int = 0
    corrections_until: datetime | None = None

    @property
    def name(self) -> str:
        """The name of the version, which no other has."""
        return f"{self.event_id}-{self.change_no}-{self.club_no}-{self.shared_no}"


def event_shown(event_id: int) -> EventVersion | None:
    """Return the version of a published and listed event, or None. One query."""
    return version_asked(_of_published(), event_id)


def event_version(event_id: int) -> EventVersion | None:
    """Return the version of a listed event, or None. One query.

    None too in a transaction with a change that may still be rolled back: nobody keeps what was
    read there.
    """
    if has_uncommitted():
        return None
    return version_here(event_id)


def version_here(event_id: int) -> EventVersion | None:
    """Return the version of an event within this transaction. One query."""
    return version_asked(_of_any(), event_id)


Question = tuple[str, tuple[Any, ...]]
"""SQL and its values."""
_KEY, _TEXT = -1, "\x1d"
"""Where the question is put together these stand for what is asked, a key or a text."""


def published_version() -> EventVersion | None:
    """Return the version of the club's public pages, or None. One query.

    Each event that is published, corrected, unpublished or archived changes the sum of the numbers
    of those that visitors read (:func:`~director.models.change_number.first_number`).
    """
    if has_uncommitted():
        return None
    with connection.cursor() as cursor:
        cursor.execute(*_of_club())
        row = cursor.fetchone()
    if row:
        return EventVersion(0, int(row[1]), row[0], shared_no=row[2])
    return None


@cache
def _of_club() -> Question:
    first_club = Club.objects.order_by("pk").values("pk")[:1]
    shown = Event.objects.filter(
        club=Subquery(first_club), published_at__isnull=False, removed_at__isnull=True
    )
    figures = (
        shown.order_by().values("club__change_no").annotate(sum=Sum("change_no"), count=Count("pk"))
    )
    question: Question = figures.values_list(
        "club__change_no", "sum", "count"
    ).query.sql_with_params()
    return question


@cache
def _of_published() -> Question:
    return version_question(Event.objects.filter(published_at__isnull=False), "pk")


@cache
def _of_any() -> Question:
    return version_question(Event.objects.all(), "pk")


def version_question(events: QuerySet[Event], by: str) -> Question:
    """Return the query for the version of one of *events*, found by *by*.

    It is put together once: that takes longer than the answer.
    """
    own = ("pk", "change_no", "club__change_no", "corrections_until")
    rows = events.filter(removed_at__isnull=True).order_by().values_list(*own, _of_shared_cards())
    question: Question = rows.filter(**{by: _KEY if by == "pk" else _TEXT}).query.sql_with_params()
    return question


def version_asked(question: Question, asked: int | str) -> EventVersion | None:
    """Return the version that *question* finds for *asked*, or None. One query."""
    sql, values = question
    with connection.cursor() as cursor:
        cursor.execute(sql, [asked if value in (_KEY, _TEXT) else value for value in values])
        row = cursor.fetchone()
    if row is None:
        return None
    event_id, change_no, club_no, corrections_until, shared_no = row
    until = corrections_until and with_zone(corrections_until)
    return EventVersion(event_id, change_no, club_no, int(shared_no or 0), until)


def with_zone(moment: datetime) -> datetime:
    """Return a *moment* as SQLite keeps it, by UTC without saying so, with its zone."""
    if moment.tzinfo:
        return moment
    return moment.replace(tzinfo=UTC)


def _of_shared_cards() -> Subquery:
    """Return the subquery for the change numbers of other events with the same deals.

    An event that has no such board any more leaves the sum by more than all others change in years:
    see
    :func:`~director.models.change_number.first_number`.
    """
    own = (
        Deal.objects.filter(section__session__event=OuterRef(OuterRef(OuterRef("pk"))))
        .order_by()
        .values("cards")
    )
    same = Deal.objects.filter(cards__in=own).order_by().values("section__session__event")
    others = Event.objects.filter(pk__in=same).exclude(pk=OuterRef("pk")).order_by()
    return Subquery(
        others.annotate(all=Value(1)).values("all").annotate(sum=Sum("change_no")).values("sum")
    )
