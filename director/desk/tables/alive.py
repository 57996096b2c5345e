"""Which phones are heard, and what they hold back: kept in memory, since it is old news after a minute."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import caches
from django.utils import timezone

MOST_DEVICES = 6
KEPT_SECONDS = 6 * 3600
ALIVE = timedelta(minutes=2)
"""How long ago a phone was heard at most that is at the table now."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was heard at a table: for whom, when last, and how many entries it had not brought by then."""

    device: str
    side: str
    heard_at: datetime
    waiting: int
    first_at: datetime | None = None  # when it was first heard, as far as memory goes


def phone_heard(access_id: int, *, device: str, side: str, waiting: int) -> list[Phone]:
    """Remember that a phone was heard now, and return all of its address."""
    cache, name = caches["tables"], _name(access_id)
    now, before = timezone.now(), {phone.device: phone for phone in cache.get(name, ())}
    own = before.pop(device, None)
    first_at = (own.first_at or own.heard_at) if own else now
    phones = [Phone(device, side, now, waiting, first_at), *before.values()][:MOST_DEVICES]
    cache.set(name, phones, KEPT_SECONDS)
    return phones


def phones_heard(access_ids: list[int]) -> dict[int, list[Phone]]:
    """Return the phones of each address, the one heard last first; no query."""
    kept = caches["tables"].get_many([_name(access_id) for access_id in access_ids])
    return {access_id: kept.get(_name(access_id), []) for access_id in access_ids}


def sides_twice(phones: Iterable[Phone]) -> dict[str, list[str]]:
    """Return for which sides several of *phones* answer just now, with their devices in order.

    >>> now = timezone.now()
    >>> sides_twice([Phone("bb", "ns", now, 0), Phone("cc", "ew", now, 0), Phone("aa", "ns", now, 0)])
    {'ns': ['aa', 'bb']}
    """
    since = timezone.now() - ALIVE
    sides: dict[str, list[str]] = {}
    for phone in phones:
        if phone.side in ("ns", "ew") and phone.heard_at >= since:
            sides.setdefault(phone.side, []).append(phone.device)
    return {side: sorted(devices) for side, devices in sorted(sides.items()) if len(devices) > 1}


def _name(access_id: int) -> str:
    return f"heard-{access_id}"
