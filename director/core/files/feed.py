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

MAX_FEED_EVENTS = 40
"""Events in a feed, the latest ones."""
CONTENT_TYPE = "application/atom+xml; charset=utf-8"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INVALID_XML_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ID_NAMESPACE = UUID("6d3c7a4e-2f0b-5d57-9a44-0e4f6b1c9d20")
"""Part of every id in a feed. It never changes, or feed readers would show old entries as new."""


@dataclass(frozen=True, slots=True)
class _PublishedVersion:
    """The latest standings that visitors see, with the times of first publishing and last change."""

    published_at: datetime
    updated_at: datetime
    version_id: int


def make_nights_feed(
    club: Club,
    events: Sequence[Event],
    *,
    home_url: str,
    get_event_url: Callable[[Event], str],
    feed_url: str = "",
) -> bytes:
    """Return the Atom feed of *club* with its latest published *events*. Four queries.

    *home_url* is the address of the list of events, *get_event_url* returns the address of an event, and
    *feed_url* is that of the feed. An event keeps its ``id`` for ever; its ``updated`` is the time
    when its results last changed.
    """
    latest_events = events[:MAX_FEED_EVENTS]
    complete_versions(event.pk for event in latest_events)
    versions = _fetch_versions_by_event_id(latest_events)
    stored_versions = StandingsVersion.objects.filter(
        pk__in=[version.version_id for version in versions.values()]
    )
    standings = dict(stored_versions.values_list("event_id", "standings"))
    feed = _Feed(
        title=_remove_invalid_characters(f"Results of {club.name}"),
        link=home_url,
        description="",
        author_name=_remove_invalid_characters(club.name),
        feed_url=feed_url or None,
        feed_guid=_make_club_id(club).urn,
    )
    for event in latest_events:
        version = versions.get(event.pk)
        if version:
            published, updated = version.published_at, version.updated_at
        else:
            # Published before versions were stored.
            published = updated = event.published_at or event.created_at
        group_leaders = [
            _format_leaders(group) for group in standings.get(event.pk, []) if group.get("rows")
        ]
        date = f"{event.date:%d %B %Y}".lstrip("0")
        feed.add_item(
            title=_remove_invalid_characters(f"{event.name}, {date}"),
            link=get_event_url(event),
            description=escape(_remove_invalid_characters(". ".join(group_leaders))),
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


def _remove_invalid_characters(text: str) -> str:
    return _INVALID_XML_CHARACTERS.sub("", text)


def _fetch_versions_by_event_id(events: Iterable[Event]) -> dict[int, _PublishedVersion]:
    """Return the published version of each event's standings."""
    versions_by_event_id: dict[int, _PublishedVersion] = {}
    complete = StandingsVersion.objects.filter(
        is_due=False, event__in=[event.pk for event in events]
    ).order_by("event", "number")
    for event_id, action, pk, made_at in complete.values_list(
        "event_id", "action", "pk", "made_at"
    ):
        first_version = versions_by_event_id.get(event_id)
        if action == Action.CORRECTED and first_version:
            versions_by_event_id[event_id] = _PublishedVersion(
                first_version.published_at, updated_at=made_at, version_id=pk
            )
        elif action == Action.PUBLISHED and not first_version:
            versions_by_event_id[event_id] = _PublishedVersion(
                made_at, updated_at=made_at, version_id=pk
            )
    return versions_by_event_id


def _format_leaders(group: dict[str, Any]) -> str:
    """Return the leaders of a *group*: ``"North-South: Ada Ash & Bert Birch, 61.11%"``."""
    leaders = []
    for row in group["rows"]:
        if row["place"] not in ("1", "1="):
            break
        score = f"{row['percent']}%" if row.get("percent") else row["total"]
        leaders.append(f"{row['names'] or row['pair']}, {score}")
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
