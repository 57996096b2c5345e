"""Which phones answer for a table: who came in whose place, and whom the director lets in.

A phone is kept with the private address when it first asks there, so that whatever asks by that address knows its
phones without another question.  When each was heard last is in memory (``alive``).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from director.core import sentences
from director.core.history.read import PHONES
from director.core.history.write import act_kept, event_locked, refuse_final
from director.errors import DeskError, ShutPhoneError
from director.models import Access

# Which phones are heard, and what they hold back: kept in memory, since it is old news after a minute.

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


MOST_PHONES = 12
"""How many phones are kept of one table; of more the one that came first gives way."""
BOTH = "both"
"""The side of a phone that answers for both where each side could have its own."""
Kept = Mapping[str, Mapping[str, Any]]
"""The phones of an address as they are stored, by the names they give themselves."""


class Standing(StrEnum):
    """How the director stands to a phone: not asked yet, let in, refused, or it waits since another was refused."""

    NEW = "new"
    IN = "in"
    OUT = "out"
    WAITS = "waits"

    @property
    def is_shut(self) -> bool:
        """Whether such a phone may enter nothing."""
        return self in (Standing.OUT, Standing.WAITS)


@dataclass(frozen=True, slots=True)
class Known:
    """A phone that asked at a table, since when, for which side, and how the director stands to it."""

    device: str
    since: datetime
    side: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Arrival:
    """A phone that came to a table where others answered already.

    *last* is when that was heard last in whose place it came, and *held* how many entries that one had not brought;
    ``None`` where one of the others still answers.
    """

    device: str
    since: datetime
    side: str
    last: datetime | None
    held: int


def phones_known(kept: Kept) -> tuple[Known, ...]:
    """Return the phones of an address, the one that came first first."""
    known = (
        Known(device, datetime.fromisoformat(of["since"]), of["side"], Standing(of["is"]))
        for device, of in kept.items()
    )
    return tuple(sorted(known, key=lambda phone: (phone.since, phone.device)))


def phones_waiting(known: Iterable[Known]) -> tuple[Known, ...]:
    """Return those of *known* that wait to be let in."""
    return tuple(phone for phone in known if phone.standing is Standing.WAITS)


def phones_let_in(kept: Kept, heard: Iterable[Phone]) -> list[Phone]:
    """Return those of the phones that were *heard* which may enter something."""
    shut = {device for device, of in kept.items() if Standing(of["is"]).is_shut}
    return [phone for phone in heard if phone.device not in shut]


def is_shut(kept: Kept, device: str) -> bool:
    """Return whether what calls itself *device* may enter nothing: refused, or unknown where another one was.

    >>> kept = {"aa": {"is": "in"}, "bb": {"is": "out"}}
    >>> [is_shut(kept, device) for device in ("aa", "bb", "cc", "")]
    [False, True, True, True]
    """
    if device in kept:
        return Standing(kept[device]["is"]).is_shut
    return _has_refused(kept)


def refuse_shut(kept: Kept, device: str) -> None:
    """Refuse what a phone says that is not let in.

    :raises ShutPhoneError: if it is not
    """
    if is_shut(kept, device):
        is_out = device in kept and kept[device]["is"] == Standing.OUT
        raise ShutPhoneError(sentences.PHONE_REFUSED if is_out else sentences.PHONE_WAITS)


def phone_keep(access_id: int, *, device: str, side: str) -> Kept:
    """Keep that a phone asks for *side* at an address; return all phones of it.

    Once one was refused there, every other that is new waits until the director lets it in.
    """
    with transaction.atomic():
        access = Access.objects.select_for_update(of=("self",)).get(pk=access_id)
        kept: dict[str, Any] = access.phones
        is_new = Standing.WAITS if _has_refused(kept) else Standing.NEW
        before = kept.get(device, {"since": timezone.now().isoformat(), "is": is_new})
        now = _with_room(kept | {device: {**before, "side": side}}, device)
        if now != kept:
            access.phones = now
            access.save(update_fields=["phones"])
        return now


def phone_put(*, access: Access, device: str, is_in: bool, user: User | None) -> str:
    """Refuse a phone at its table or let it in, as an act that can be undone; return what was done, in words.

    :raises DeskError: if that address is closed, or the phone is not of it
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        event = event_locked(access.session.event)
        refuse_final(event)
        stored = Access.objects.select_for_update(of=("self",)).select_related("section").get(pk=access.pk)
        if not stored.is_open or device not in stored.phones:
            raise DeskError(sentences.PHONE_GONE, table_no=stored.table_no)
        before = stored.phones[device]
        since = f"{timezone.localtime(datetime.fromisoformat(before['since'])):%H:%M}"
        done = "is let in" if is_in else "is refused"
        words = f"Table {stored.table_no}: the phone that came at {since} {done}."
        with act_kept(event=event, section=stored.section, kind=PHONES, words=words, user=user) as act:
            act.change_parts(stored, "phones", {device: {**before, "is": Standing.IN if is_in else Standing.OUT}})
        return words


def arrivals(known: Sequence[Known], heard: Iterable[Phone]) -> tuple[Arrival, ...]:
    """Return which phones that answer now came to a table where others were, and about which nobody was asked yet.

    *known* in order.  One of which memory knows nothing was silent for as long as there is memory.
    """
    if len(known) < 2:
        return ()
    now, by_device = timezone.now(), {phone.device: phone for phone in heard}
    begun = min((phone.first_at or phone.heard_at for phone in by_device.values()), default=now)
    here = [phone for phone in known if not phone.standing.is_shut]
    came = []
    for at, phone in enumerate(here):
        before = [other for other in here[:at] if _is_same_side(other.side, phone.side)]
        own = by_device.get(phone.device)
        if before and phone.standing is Standing.NEW and own and now - own.heard_at <= ALIVE:
            came.append(_arrival(phone, before, by_device, begun, now))
    return tuple(came)


def _arrival(
    phone: Known, before: list[Known], by_device: Mapping[str, Phone], begun: datetime, now: datetime
) -> Arrival:
    """Return that *phone* came where those *before* it were, and in whose place if none of them was heard since."""
    others = [by_device.get(other.device) for other in before]
    last = max(other.heard_at if other else begun for other in others)
    is_replaced = now - last > ALIVE and all(other is None or other.heard_at <= phone.since for other in others)
    held = sum(other.waiting for other in others if other)
    return Arrival(phone.device, phone.since, phone.side, last if is_replaced else None, held if is_replaced else 0)


def _is_same_side(side: str, other: str) -> bool:
    return side == other or BOTH in (side, other)


def _has_refused(kept: Kept) -> bool:
    return any(of["is"] == Standing.OUT for of in kept.values())


def _with_room(kept: dict[str, Any], device: str) -> dict[str, Any]:
    """Return *kept* without the first of too many phones; one that was refused stays, and so does *device*."""
    others = [name for name, of in kept.items() if of["is"] != Standing.OUT and name != device]
    others.sort(key=lambda name: (kept[name]["is"] != Standing.WAITS, kept[name]["since"]))
    leaving = others[: max(0, len(kept) - MOST_PHONES)]
    return {name: of for name, of in kept.items() if name not in leaving}
