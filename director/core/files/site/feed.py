"""What is new of the club: its published nights, each with the time at which its results changed last."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from director.formats.atom import Feed, FeedEntry
from director.models import Club, Event, StandingsVersion
from director.models.version import Action

MOST_NIGHTS = 40
"""How many nights a feed holds, the latest ones."""
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
) -> Feed:
    """Return the feed of *club* with its published *events*, of which the latest are told; three queries.

    *home* is where people read the list of nights, *address_of* says where each is read, *address*
    is the feed's own. The same night has the same ``id`` for ever; ``updated`` is when its results
    changed, whatever else was done.
    """
    told = events[:MOST_NIGHTS]
    versions = _versions(told)
    standings = dict(
        StandingsVersion.objects.filter(pk__in=[kept.pk for kept in versions.values()]).values_list(
            "event_id", "standings"
        )
    )
    return Feed(
        id=_club_id(club),
        title=f"Results of {club.name}",
        author=club.name,
        home=home,
        address=address,
        entries=tuple(
            _entry(event, versions.get(event.pk), standings.get(event.pk, []), address_of(event))
            for event in told
        ),
    )


def _versions(events: Iterable[Event]) -> dict[int, _Version]:
    """Return of each event the version of its standings that visitors see: the first published, or as corrected."""
    seen: dict[int, _Version] = {}
    kept = StandingsVersion.objects.filter(event__in=[event.pk for event in events]).order_by(
        "event", "number"
    )
    for event_id, action, pk, made_at in kept.values_list("event_id", "action", "pk", "made_at"):
        first = seen.get(event_id)
        if action == Action.CORRECTED and first:
            seen[event_id] = _Version(first.published, made_at, pk)
        elif action == Action.PUBLISHED and not first:
            seen[event_id] = _Version(made_at, made_at, pk)
    return seen


def _entry(
    event: Event, version: _Version | None, standings: list[dict[str, Any]], address: str
) -> FeedEntry:
    # What was published before versions were kept has no time but that of publishing.
    published = version.published if version else event.published_at or event.created_at
    return FeedEntry(
        id=uuid5(_OURS, f"event {event.pk} {event.created_at.isoformat()}"),
        title=f"{event.name}, {f'{event.date:%d %B %Y}'.lstrip('0')}",
        address=address,
        published=published,
        updated=version.updated if version else published,
        summary=". ".join(_leaders(group) for group in standings if group.get("rows")),
    )


def _leaders(group: dict[str, Any]) -> str:
    """Return who leads a *group* of standings: ``"North-South: Ada Ash & Bert Birch, 61.11%"``."""
    words = []
    for row in group["rows"]:
        if row["place"] not in ("1", "1="):
            break
        figure = f"{row['percent']}%" if row.get("percent") else row["total"]
        words.append(f"{row['names'] or row['pair']}, {figure}")
    title = group.get("title")
    return f"{title}: {'; '.join(words)}" if title else "; ".join(words)


def _club_id(club: Club) -> UUID:
    """Return what the feed of *club* is called for ever: it goes by the first event, which nothing takes away."""
    first = (
        Event.objects.filter(club=club).order_by("pk").values_list("created_at", flat=True).first()
    )
    return uuid5(_OURS, f"club {club.pk} {first.isoformat() if first else ''}")
