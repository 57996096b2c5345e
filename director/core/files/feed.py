"""The Atom feed of published events."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from director.core.base.standings_versions import complete_versions
from director.models import Club, Event, StandingsVersion
from director.models.version import Action

MAX_NIGHTS = 40
"""Events in a feed, the latest ones."""
CONTENT_TYPE = "application/atom+xml; charset=utf-8"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ID_NAMESPACE = UUID("6d3c7a4e-2f0b-5d57-9a44-0e4f6b1c9d20")
"""Part of every id in a feed. It never changes, or feed readers would show old entries as new."""


@dataclass(frozen=True, slots=True)
class _PublishedVersion:
    """The latest standings that visitors see, with the times of first publishing and last change."""

    published: datetime
    updated: datetime
    pk: int


def make_nights_feed(
    club: Club,
    events: Sequence[Event],
    *,
    home: str,
    address_of: Callable[[Event], str],
    address: str = "",
) -> bytes:
    """Return the Atom feed of *club* with its latest published *events*. Four queries.

    *home* is the address of the list of events, *address_of* returns the address of an event, and
    *address* is that of the feed. An event keeps its ``id`` for ever; its ``updated`` is the time
    when its results last changed.
    """
    latest = events[:MAX_NIGHTS]
    complete_versions(event.pk for event in latest)
    versions = _fetch_versions(latest)
    stored = StandingsVersion.objects.filter(pk__in=[version.pk for version in versions.values()])
    standings = dict(stored.values_list("event_id", "standings"))
    feed = _Feed(
        title=_clean(f"Results of {club.name}"),
        link=home,
        description="",
        author_name=_clean(club.name),
        feed_url=address or None,
        feed_guid=_make_club_id(club).urn,
    )
    for event in latest:
        version = versions.get(event.pk)
        if version:
            published, updated = version.published, version.updated
        else:
            # Published before versions were stored.
            published = updated = event.published_at or event.created_at
        group_leaders = [
            _format_leaders(group) for group in standings.get(event.pk, []) if group.get("rows")
        ]
        date = f"{event.date:%d %B %Y}".lstrip("0")
        feed.add_item(
            title=_clean(f"{event.name}, {date}"),
            link=address_of(event),
            description=escape(_clean(". ".join(group_leaders))),
            unique_id=uuid5(_ID_NAMESPACE, f"event {event.pk} {event.created_at.isoformat()}").urn,
            pubdate=published.replace(microsecond=0),
            updateddate=updated.replace(microsecond=0),
        )
    xml: str = feed.writeString("utf-8")
    return xml.encode()


class _Feed(Atom1Feed):
    """An Atom feed dated by its latest entry, so that equal feeds are equal bytes."""

    def latest_post_date(self) -> datetime:
        """Return the time of the latest update, or 1970 without entries."""
        return max((item["updateddate"] for item in self.items), default=_EPOCH)


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def _fetch_versions(events: Iterable[Event]) -> dict[int, _PublishedVersion]:
    """Return the published version of each event's standings."""
    by_event: dict[int, _PublishedVersion] = {}
    complete = StandingsVersion.objects.filter(
        is_due=False, event__in=[event.pk for event in events]
    ).order_by("event", "number")
    for event_id, action, pk, made_at in complete.values_list(
        "event_id", "action", "pk", "made_at"
    ):
        earlier = by_event.get(event_id)
        if action == Action.CORRECTED and earlier:
            by_event[event_id] = _PublishedVersion(earlier.published, updated=made_at, pk=pk)
        elif action == Action.PUBLISHED and not earlier:
            by_event[event_id] = _PublishedVersion(made_at, updated=made_at, pk=pk)
    return by_event


def _format_leaders(group: dict[str, Any]) -> str:
    """Return the leaders of a *group*: ``"North-South: Ada Ash & Bert Birch, 61.11%"``."""
    leaders = []
    for row in group["rows"]:
        if row["place"] not in ("1", "1="):
            break
        figure = f"{row['percent']}%" if row.get("percent") else row["total"]
        leaders.append(f"{row['names'] or row['pair']}, {figure}")
    title = group.get("title")
    if title:
        return f"{title}: {'; '.join(leaders)}"
    return "; ".join(leaders)


def _make_club_id(club: Club) -> UUID:
    """Return the permanent id of the club's feed."""
    events = Event.objects.filter(club=club).order_by("pk")
    first_created = events.values_list("created_at", flat=True).first()
    # The time tells clubs on different machines apart, whose keys are often both 1.
    time_text = first_created.isoformat() if first_created else ""
    return uuid5(_ID_NAMESPACE, f"club {club.pk} {time_text}")
