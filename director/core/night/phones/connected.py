"""Which phones answer for a table: who came in whose place, and whom the director lets in.

A phone is kept with the private address when it first asks there, so that whatever asks by that
address knows its phones without another question.  When each was heard last is in memory
(``alive``).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.db.models import Aggregate, JSONField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, JSONObject
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.night.history.read import PHONES
from director.core.night.history.write import act_kept, event_locked, refuse_final
from director.errors import DeskError, ShutPhoneError
from director.models import Access, TablePhone
from director.models.access import PhoneState

MOST_DEVICES = 6
KEPT_SECONDS = 6 * 3600
ALIVE = timedelta(minutes=2)
"""How long ago a phone was heard at most that is at the table now."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone heard at a table: for whom, when last, and entries it still holds."""

    device: str
    side: str
    heard_at: datetime
    waiting: int
    first_at: datetime | None = None  # when it was first heard, as far as memory goes


def phone_contact(access_id: int, *, device: str, side: str, waiting: int) -> list[Phone]:
    """Remember that a phone was heard now, and return all of its address."""
    cache, name = caches["tables"], _name(access_id)
    now, before = timezone.now(), {phone.device: phone for phone in cache.get(name, ())}
    own = before.pop(device, None)
    first_at = (own.first_at or own.heard_at) if own else now
    phones = [Phone(device, side, now, waiting, first_at), *before.values()][:MOST_DEVICES]
    cache.set(name, phones, KEPT_SECONDS)
    return phones


def recent_phones(access_ids: list[int]) -> dict[int, list[Phone]]:
    """Return the phones of each link, latest first. No query."""
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
"""The phones of an address as one question reads them, by the names they give themselves."""


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone that asked at a table, and whether the director lets it in."""

    device: str
    since: datetime
    side: str
    standing: PhoneState


@dataclass(frozen=True, slots=True)
class NewPhone:
    """A phone that came to a table where others answered already.

    *last* is when that was heard last in whose place it came, and *held* how many entries that one
    had not brought; ``None`` where one of the others still answers.
    """

    device: str
    since: datetime
    side: str
    last: datetime | None
    held: int


class _ByDevice(Aggregate):
    """The phones of a group as one JSON object."""

    function = "JSON_GROUP_OBJECT"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, function="JSONB_OBJECT_AGG", **context)


def phones_subquery() -> Coalesce:
    """Return what reads the phones of an address with it, in the same query."""
    kept = JSONObject(since="since", side="side", **{"is": "standing"})
    rows = TablePhone.objects.filter(access=OuterRef("pk")).order_by().values("access")
    return Coalesce(Subquery(rows.values(kept=_ByDevice("device", kept))), Value({}, JSONField()))


def phones_known(kept: Kept) -> tuple[KnownPhone, ...]:
    """Return the phones of an address, the one that came first first."""
    known = (
        KnownPhone(device, _moment(of["since"]), of["side"], PhoneState(of["is"]))
        for device, of in kept.items()
    )
    return tuple(sorted(known, key=lambda phone: (phone.since, phone.device)))


def _moment(text: str) -> datetime:
    """Return a moment as the database writes it in JSON: SQLite leaves out that it is of UTC."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo:
        return moment
    return moment.replace(tzinfo=UTC)


def phones_waiting(known: Iterable[KnownPhone]) -> tuple[KnownPhone, ...]:
    """Return the *known* phones that wait to be let in."""
    return tuple(phone for phone in known if phone.standing is PhoneState.WAITS)


def phones_let_in(kept: Kept, heard: Iterable[Phone]) -> list[Phone]:
    """Return the *heard* phones that may enter results."""
    shut = {device for device, of in kept.items() if PhoneState(of["is"]).is_shut}
    return [phone for phone in heard if phone.device not in shut]


def is_shut(kept: Kept, device: str) -> bool:
    """Return whether *device* may not enter results: refused, or new beside another.

    >>> kept = {"aa": {"is": "in"}, "bb": {"is": "out"}}
    >>> [is_shut(kept, device) for device in ("aa", "bb", "cc", "")]
    [False, True, True, True]
    """
    if device in kept:
        return PhoneState(kept[device]["is"]).is_shut
    return any(of["is"] == PhoneState.OUT for of in kept.values())


def refuse_shut(kept: Kept, device: str) -> None:
    """Refuse what a phone says that is not let in.

    :raises ShutPhoneError: if it is not
    """
    if is_shut(kept, device):
        is_out = device in kept and kept[device]["is"] == PhoneState.OUT
        raise ShutPhoneError(DeskSentences.PHONE_REFUSED if is_out else DeskSentences.PHONE_WAITS)


def keep_phone(access_id: int, *, device: str, side: str) -> Kept:
    """Record that a phone asks for *side*. Return all phones of the link.

    Once one was refused there, every other that is new waits until the director lets it in.
    """
    with transaction.atomic():
        Access.objects.select_for_update(of=("self",)).get(pk=access_id)
        phones = {phone.device: phone for phone in TablePhone.objects.filter(access=access_id)}
        has_refused = any(phone.standing == PhoneState.OUT for phone in phones.values())
        is_new = PhoneState.WAITS if has_refused else PhoneState.NEW
        own = phones.setdefault(
            device,
            TablePhone(access_id=access_id, device=device, since=timezone.now(), standing=is_new),
        )
        if own.pk is None or own.side != side:
            own.side = side
            own.save()
        # The first of too many go, those who wait before others; one that was refused stays.
        others = [
            phone for phone in phones.values() if phone.standing != PhoneState.OUT and phone != own
        ]
        others.sort(key=lambda phone: (phone.standing != PhoneState.WAITS, phone.since))
        for phone in others[: max(0, len(phones) - MOST_PHONES)]:
            phone.delete()
        kept: Kept = Access.objects.values_list(phones_subquery(), flat=True).get(pk=access_id)
        return kept


def decide_phone(*, access: Access, device: str, is_in: bool, user: User | None) -> str:
    """Block or allow a phone, and return what was done in words.

    It is a change that can be undone.

    :raises DeskError: if that address is closed, or the phone is not of it
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        event = event_locked(access.session.event)
        refuse_final(event)
        stored = (
            Access.objects.select_for_update(of=("self",))
            .select_related("section")
            .get(pk=access.pk)
        )
        phone = stored.table_phones.filter(device=device).first()
        if not stored.is_open or phone is None:
            raise DeskError(DeskSentences.PHONE_GONE, table_no=stored.table_no)
        since = f"{timezone.localtime(phone.since):%H:%M}"
        done = "allowed" if is_in else "not allowed"
        words = f"Table {stored.table_no}: phone from {since} {done}."
        with act_kept(
            event=event, section=stored.section, kind=PHONES, words=words, user=user
        ) as act:
            standing = PhoneState.IN if is_in else PhoneState.OUT
            act.change(phone, standing=standing)
        return words


def arrivals(known: Sequence[KnownPhone], heard: Iterable[Phone]) -> tuple[NewPhone, ...]:
    """Return the phones that joined a table after others, undecided so far.

    *known* in order.  One of which memory knows nothing was silent for as long as there is memory.
    """
    if len(known) < 2:
        return ()
    now, by_device = timezone.now(), {phone.device: phone for phone in heard}
    begun = min((phone.first_at or phone.heard_at for phone in by_device.values()), default=now)
    here = [phone for phone in known if not phone.standing.is_shut]
    came = []
    for at, phone in enumerate(here):
        before = [
            other
            for other in here[:at]
            if other.side == phone.side or BOTH in (other.side, phone.side)
        ]
        own = by_device.get(phone.device)
        if before and phone.standing is PhoneState.NEW and own and now - own.heard_at <= ALIVE:
            came.append(_arrival(phone, before, by_device, begun, now))
    return tuple(came)


def _arrival(
    phone: KnownPhone,
    before: list[KnownPhone],
    by_device: Mapping[str, Phone],
    begun: datetime,
    now: datetime,
) -> NewPhone:
    """Return that *phone* joined after those *before* it.

    If none of these has answered since, it replaced them.
    """
    others = [by_device.get(other.device) for other in before]
    last = max(other.heard_at if other else begun for other in others)
    is_replaced = now - last > ALIVE and all(
        other is None or other.heard_at <= phone.since for other in others
    )
    held = sum(other.waiting for other in others if other)
    return NewPhone(
        phone.device,
        phone.since,
        phone.side,
        last if is_replaced else None,
        held if is_replaced else 0,
    )
