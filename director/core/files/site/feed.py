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

MOST_NIGHTS = 40
"""How many nights a feed holds, the latest ones."""
CONTENT_TYPE = "application/atom+xml; charset=utf-8"
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OURS = UUID("6d3c7a4e-2f0b-5d57-9a44-0e4f6b1c9d20")


@dataclass(frozen=True, slots=True)
class _Version:
    """When visitors saw the standings first, and which ones they see now, since when."""

    published: datetime
    updated: datetime
    pk: int


def nights_feed(
    club: Club,
    events: Sequence[Event],
    *,
    home: str,
    address_of: Callable[[Event], str],
    address: str = "",
) -> bytes:
    """Return the Atom feed of *club* with its latest published *events*. Four queries.

    *home* is where people read the list of events, *address_of* says where each is read, *address*
    is the feed's own. The same event has the same ``id`` for ever; ``updated`` is when its results
    changed, whatever else was done.
    """
    latest = events[:MOST_NIGHTS]
    complete_versions(event.pk for event in latest)
    versions = _versions(latest)
    stored = StandingsVersion.objects.filter(pk__in=[version.pk for version in versions.values()])
    standings = dict(stored.values_list("event_id", "standings"))
    feed = _Feed(
        title=_clean(f"Results of {club.name}"),
        link=home,
        description="",
        author_name=_clean(club.name),
        feed_url=address or None,
        feed_guid=_club_id(club).urn,
    )
    for event in latest:
        # What was published before versions were stored has no time but that of publishing.
        version = versions.get(event.pk)
        published = version.published if version else event.published_at or event.created_at
        leaders = ". ".join(
            _leaders(group) for group in standings.get(event.pk, []) if group.get("rows")
        )
        feed.add_item(
            title=_clean(f"{event.name}, {f'{event.date:%d %B %Y}'.lstrip('0')}"),
            link=address_of(event),
            description=escape(_clean(leaders)),
            unique_id=uuid5(_OURS, f"event {event.pk} {event.created_at.isoformat()}").urn,
            pubdate=published.replace(microsecond=0),
            updateddate=(version.updated if version else published).replace(microsecond=0),
        )
    written: str = feed.writeString("utf-8")
    return written.encode()


class _Feed(Atom1Feed):
    """An Atom feed dated by its latest entry, so that equal feeds are equal bytes."""

    def latest_post_date(self) -> datetime:
        """Return when the latest entry was updated, 1970 without entries."""
        return max((item["updateddate"] for item in self.items), default=_NEVER)


def _clean(text: str) -> str:
    """Return *text* without the characters that no XML may hold."""
    return _NOT_IN_XML.sub("", text)


def _versions(events: Iterable[Event]) -> dict[int, _Version]:
    """Return the published version of each event's standings."""
    seen: dict[int, _Version] = {}
    kept = StandingsVersion.objects.filter(
        is_due=False, event__in=[event.pk for event in events]
    ).order_by("event", "number")
    for event_id, action, pk, made_at in kept.values_list("event_id", "action", "pk", "made_at"):
        first = seen.get(event_id)
        if action == Action.CORRECTED and first:
            seen[event_id] = _Version(first.published, made_at, pk)
        elif action == Action.PUBLISHED and not first:
            seen[event_id] = _Version(made_at, made_at, pk)
    return seen


def _leaders(group: dict[str, Any]) -> str:
    """Return the leaders of a *group*: ``"North-South: Ada Ash & Bert Birch, 61.11%"``."""
    words = []
    for row in group["rows"]:
        if row["place"] not in ("1", "1="):
            break
        figure = f"{row['percent']}%" if row.get("percent") else row["total"]
        words.append(f"{row['names'] or row['pair']}, {figure}")
    title = group.get("title")
    if title:
        return f"{title}: {'; '.join(words)}"
    return "; ".join(words)


def _club_id(club: Club) -> UUID:
    """Return the permanent id of the club's feed."""
    first = (
        Event.objects.filter(club=club).order_by("pk").values_list("created_at", flat=True).first()
    )
    return uuid5(_OURS, f"club {club.pk} {first.isoformat() if first else ''}")
