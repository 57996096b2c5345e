"""The phones that answer for a table: known and new ones, let in or blocked.

A phone is stored with the private address when it first asks there (``TablePhone``). The query that
reads the address reads its phones too, as JSON (``StoredPhones``). When each phone was last heard is only
in the cache (``Phone``), since it changes with every request.

A phone is *shut* if it may not enter results: the director blocked it, or it waits to be allowed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.db.models import Aggregate, JSONField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, JSONObject
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.journal import lock_event, record_act, refuse_final
from director.errors import BlockedPhoneError, DeskError
from director.models import Access, TablePhone, TableWord
from director.models.access import PhoneState

MAX_HEARD_PHONES = 6  # of one table, in the cache
CACHED_SECONDS = 6 * 3600  # longer than a session
PRESENCE_PERIOD = timedelta(minutes=2)
"""A phone counts as present at the table for this long after it was heard."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was heard at a table."""

    device: str
    side: str
    heard_at: datetime  # when it was last heard
    unsent_count: int  # entries that it still has to send
    first_heard_at: datetime | None = None  # when it was first heard, as far as the cache knows


def record_phone_contact(
    access_id: int, *, device: str, side: str, unsent_count: int
) -> list[Phone]:
    """Remember that a phone was heard now. Return all phones of its address."""
    cache = caches["tables"]
    key = _make_cache_key(access_id)
    now = timezone.now()
    previous_phones = {phone.device: phone for phone in cache.get(key, ())}
    previous_phone = previous_phones.pop(device, None)
    first_heard_at = now
    if previous_phone:
        first_heard_at = previous_phone.first_heard_at or previous_phone.heard_at
    heard_phone = Phone(
        device, side, heard_at=now, unsent_count=unsent_count, first_heard_at=first_heard_at
    )
    phones = [heard_phone, *previous_phones.values()][:MAX_HEARD_PHONES]
    cache.set(key, phones, CACHED_SECONDS)
    return phones


def get_phones_by_access_id(access_ids: list[int]) -> dict[int, list[Phone]]:
    """Return the phones of each link, latest first. No query."""
    cached_phones = caches["tables"].get_many(
        [_make_cache_key(access_id) for access_id in access_ids]
    )
    return {
        access_id: cached_phones.get(_make_cache_key(access_id), []) for access_id in access_ids
    }


def count_live_addresses(accesses: Sequence[Access]) -> int:
    """Return at how many of *accesses* an admitted phone was heard just now. No query."""
    earliest = timezone.now() - PRESENCE_PERIOD
    heard_phones = get_phones_by_access_id([access.pk for access in accesses])
    count = 0
    for access in accesses:
        phones = filter_admitted_phones(access.phones, heard_phones[access.pk])
        if any(phone.heard_at >= earliest for phone in phones):
            count += 1
    return count


def detect_devices_by_doubled_side(phones: Iterable[Phone]) -> dict[str, list[str]]:
    """Return the sides for which several of *phones* answer now, with their sorted devices.

    >>> now = timezone.now()
    >>> detect_devices_by_doubled_side([Phone("bb", "ns", now, 0), Phone("cc", "ew", now, 0), Phone("aa", "ns", now, 0)])
    {'ns': ['aa', 'bb']}
    """
    earliest = timezone.now() - PRESENCE_PERIOD
    devices_by_side: dict[str, list[str]] = {}
    for phone in phones:
        if phone.side in ("ns", "ew") and phone.heard_at >= earliest:
            devices_by_side.setdefault(phone.side, []).append(phone.device)
    return {
        side: sorted(devices)
        for side, devices in sorted(devices_by_side.items())
        if len(devices) > 1
    }


def _make_cache_key(access_id: int) -> str:
    return f"heard-{access_id}"


MAX_STORED_PHONES = 12
"""Phones stored for one table. When more come, the oldest are deleted."""
BOTH_SIDES = "both"
"""The side of a phone that answers for both sides."""
SIDE_LABELS = {"ns": "N-S phone", "ew": "E-W phone"}
"""The name of a phone that answers for one side."""
StoredPhones = Mapping[str, Mapping[str, Any]]
"""The stored phones of an address, as the database returns them, by device."""


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone stored for a table, and whether the director lets it in."""

    device: str
    joined_at: datetime
    side: str
    state: PhoneState
    owner: str = ""

    @property
    def name(self) -> str:
        """How the director's pages call it: by its owner or its side."""
        return format_phone_name(self.side, self.owner)


@dataclass(frozen=True, slots=True)
class NewPhone:
    """A phone that came to a table where others answered already."""

    device: str
    joined_at: datetime
    side: str
    # When the phone that it replaced was last heard, or None while a previous phone still answers.
    previous_heard_at: datetime | None
    unsent_count: int  # entries of the replaced phone that haven't arrived
    name: str = ""
    result_count: int = 0

    @property
    def is_named(self) -> bool:
        """Whether its name says whose it is."""
        return self.name not in ("Phone", *SIDE_LABELS.values())


@dataclass(frozen=True, slots=True)
class TableWithNewPhones:
    """A table with phones that replaced another one, or that wait to be let in."""

    table_no: int
    access_id: int
    new_phones: tuple[NewPhone, ...]
    waiting_phones: tuple[KnownPhone, ...]


def format_phone_name(side: str, owner: str = "") -> str:
    """Return the name of a phone on the director's pages.

    >>> format_phone_name("ns"), format_phone_name("ns", "Ann & Bob"), format_phone_name("both")
    ('N-S phone', 'Ann & Bob’s phone', 'Phone')
    """
    if owner:
        return f"{owner}’s phone"
    return SIDE_LABELS.get(side, "Phone")


class _PhonesByDevice(Aggregate):
    """The phones of a group as one JSON object."""

    function = "JSON_GROUP_OBJECT"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, function="JSONB_OBJECT_AGG", **context)


def make_phones_subquery() -> Coalesce:
    """Return the expression that reads the phones of an address in the address's own query."""
    phone_fields = JSONObject(
        since="since",
        side="side",
        first="first_player__name",
        second="second_player__name",
        **{"is": "standing"},
    )
    rows = TablePhone.objects.filter(access=OuterRef("pk")).order_by().values("access")
    return Coalesce(
        Subquery(rows.values(kept=_PhonesByDevice("device", phone_fields))), Value({}, JSONField())
    )


def list_known_phones(stored_phones: StoredPhones) -> tuple[KnownPhone, ...]:
    """Return the stored phones of an address, oldest first."""
    phones = (
        KnownPhone(
            device=device,
            joined_at=_parse_time(phone_record["since"]),
            side=phone_record["side"],
            state=PhoneState(phone_record["is"]),
            owner=_format_owner(phone_record.get("first"), phone_record.get("second")),
        )
        for device, phone_record in stored_phones.items()
    )
    return tuple(sorted(phones, key=lambda phone: (phone.joined_at, phone.device)))


def _format_owner(*names: str | None) -> str:
    """Return the first names of a phone's players.

    >>> _format_owner("Ann Ash", "Bob Birch"), _format_owner(None, "Bob Birch")
    ('Ann & Bob', 'Bob')
    """
    return " & ".join(name.split()[0] for name in names if name)


def _parse_time(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo:
        return moment
    # SQLite writes UTC times into JSON without their zone.
    return moment.replace(tzinfo=UTC)


def filter_waiting_phones(known_phones: Iterable[KnownPhone]) -> tuple[KnownPhone, ...]:
    """Return the *known_phones* that wait to be let in."""
    return tuple(phone for phone in known_phones if phone.state is PhoneState.WAITS)


def filter_admitted_phones(
    stored_phones: StoredPhones, heard_phones: Iterable[Phone]
) -> list[Phone]:
    """Return the *heard_phones* that may enter results."""
    blocked_devices = {
        device
        for device, phone_record in stored_phones.items()
        if PhoneState(phone_record["is"]).is_blocked
    }
    return [phone for phone in heard_phones if phone.device not in blocked_devices]


def is_device_blocked(stored_phones: StoredPhones, device: str) -> bool:
    """Return whether *device* may not enter results.

    A device is blocked by the director, while it waits, or if it is new and another phone was blocked
    at its table.

    >>> stored_phones = {"aa": {"is": "in"}, "bb": {"is": "out"}}
    >>> [is_device_blocked(stored_phones, device) for device in ("aa", "bb", "cc", "")]
    [False, True, True, True]
    """
    if device in stored_phones:
        return PhoneState(stored_phones[device]["is"]).is_blocked
    return any(stored["is"] == PhoneState.OUT for stored in stored_phones.values())


def refuse_blocked_device(stored_phones: StoredPhones, device: str) -> None:
    """Refuse a request of a phone that is not let in.

    :raises BlockedPhoneError: if *device* is not let in
    """
    if not is_device_blocked(stored_phones, device):
        return
    if device in stored_phones and stored_phones[device]["is"] == PhoneState.OUT:
        raise BlockedPhoneError(
            "phone-refused",
            "The director has blocked this phone at this table. Ask the director to allow it.",
        )
    raise BlockedPhoneError(
        "phone-waits",
        "This phone can’t enter results until the director allows it. Ask the director.",
    )


def store_phone(
    access_id: int,
    *,
    device: str,
    side: str,
    player_ids: Sequence[int] = (),
) -> StoredPhones:
    """Store that a phone answers for *side*. Return all phones of the address.

    *player_ids* are the keys of the people on that side, at most two.
    Once a phone was blocked there, every new one waits until the director lets it in.
    """
    with transaction.atomic():
        # Two phones that ask together must not both be stored as the last one that fits.
        Access.objects.select_for_update(of=("self",)).get(pk=access_id)
        phones = {phone.device: phone for phone in TablePhone.objects.filter(access=access_id)}
        has_blocked_phone = any(phone.standing == PhoneState.OUT for phone in phones.values())
        first_state = PhoneState.WAITS if has_blocked_phone else PhoneState.NEW
        phone_of_device = phones.setdefault(
            device,
            TablePhone(
                access_id=access_id,
                device=device,
                since=timezone.now(),
                standing=first_state,
            ),
        )
        if phone_of_device.pk is None or phone_of_device.side != side:
            phone_of_device.side = side
            first_id, second_id, *_others = [*player_ids, None, None]
            phone_of_device.first_player_id = first_id
            phone_of_device.second_player_id = second_id
            phone_of_device.save()
        # If there are too many, the oldest are deleted, waiting phones first. A blocked phone stays,
        # or it would come back as a new one.
        removable_phones = [
            phone
            for phone in phones.values()
            if phone.standing != PhoneState.OUT and phone != phone_of_device
        ]
        removable_phones.sort(key=lambda phone: (phone.standing != PhoneState.WAITS, phone.since))
        for phone in removable_phones[: max(0, len(phones) - MAX_STORED_PHONES)]:
            phone.delete()
        stored_phones: StoredPhones = Access.objects.values_list(
            make_phones_subquery(), flat=True
        ).get(pk=access_id)
        return stored_phones


def set_phone_admission(
    *, access: Access, device: str, is_admitted: bool, user: User | None
) -> str:
    """Block or allow a phone. Return the message of the act, which can be undone.

    :raises DeskError: if the address is closed, or the phone is none of its phones
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        event = lock_event(access.session.event)
        refuse_final(event)
        stored_access = (
            Access.objects.select_for_update(of=("self",))
            .select_related("section")
            .get(pk=access.pk)
        )
        phone = stored_access.table_phones.filter(device=device).first()
        if not stored_access.is_open or phone is None:
            raise DeskError(
                "phone-gone",
                "That phone is no longer at table {table_no}, or has a new address. Check the list "
                "again.",
                table_no=stored_access.table_no,
            )
        since = f"{timezone.localtime(phone.since):%H:%M}"
        # Without the players' names: the history would have them after a deletion on request.
        name = format_phone_name(phone.side)
        decision_text = "allowed" if is_admitted else "blocked"
        if name == "Phone":
            name = "phone"
        message = f"Table {stored_access.table_no}: {name} that joined at {since} {decision_text}."
        with record_act(
            event=event,
            section=stored_access.section,
            kind=ActKind.PHONES,
            message=message,
            user=user,
        ) as act:
            state = PhoneState.IN if is_admitted else PhoneState.OUT
            act.change(phone, standing=state)
        return message


def detect_new_phones(
    known_phones: Sequence[KnownPhone], heard_phones: Iterable[Phone]
) -> tuple[NewPhone, ...]:
    """Return the phones that joined a table after others and are not decided on yet.

    *known_phones* is sorted, oldest first. A known phone that the cache has forgotten counts as
    last heard when the cache's memory begins.
    """
    if len(known_phones) < 2:
        return ()
    now = timezone.now()
    heard_by_device = {phone.device: phone for phone in heard_phones}
    first_contact_at = min(
        (phone.first_heard_at or phone.heard_at for phone in heard_by_device.values()), default=now
    )
    admitted_phones = [phone for phone in known_phones if not phone.state.is_blocked]
    new_phones = []
    for index, phone in enumerate(admitted_phones):
        # Phones of different sides don't replace each other.
        previous_phones = [
            previous_phone
            for previous_phone in admitted_phones[:index]
            if previous_phone.side == phone.side or BOTH_SIDES in (previous_phone.side, phone.side)
        ]
        contact = heard_by_device.get(phone.device)
        is_present = contact is not None and now - contact.heard_at <= PRESENCE_PERIOD
        if previous_phones and phone.state is PhoneState.NEW and is_present:
            new_phones.append(
                _make_new_phone(phone, previous_phones, heard_by_device, first_contact_at, now)
            )
    return tuple(new_phones)


def make_new_phones_by_access_id(
    new_phones_by_access_id: Mapping[int, Sequence[NewPhone]],
) -> dict[int, tuple[NewPhone, ...]]:
    """Return the *new_phones_by_access_id* of links with the number of results that each has entered.

    One query, none without new phones.
    """
    access_ids = [access_id for access_id, phones in new_phones_by_access_id.items() if phones]
    result_counts: Counter[tuple[int, str]] = Counter()
    if access_ids:
        entries = TableWord.objects.filter(
            access__in=access_ids, kind=TableWord.Kind.RESULT, version__isnull=False
        )
        result_counts.update(entries.exclude(device="").values_list("access_id", "device"))
    return {
        access_id: tuple(
            replace(phone, result_count=result_counts[access_id, phone.device]) for phone in phones
        )
        for access_id, phones in new_phones_by_access_id.items()
    }


def _make_new_phone(
    phone: KnownPhone,
    previous_phones: list[KnownPhone],
    heard_by_device: Mapping[str, Phone],
    first_contact_at: datetime,
    now: datetime,
) -> NewPhone:
    contacts = [heard_by_device.get(previous_phone.device) for previous_phone in previous_phones]
    contact_times = [contact.heard_at for contact in contacts if contact]
    if len(contact_times) < len(contacts):
        # The cache has forgotten an earlier phone.
        contact_times.append(first_contact_at)
    previous_heard_at = max(contact_times)
    # An earlier phone that was heard after this one joined was not replaced by it.
    is_replacement = now - previous_heard_at > PRESENCE_PERIOD and all(
        contact is None or contact.heard_at <= phone.joined_at for contact in contacts
    )
    unsent_count = sum(contact.unsent_count for contact in contacts if contact)
    return NewPhone(
        device=phone.device,
        joined_at=phone.joined_at,
        side=phone.side,
        previous_heard_at=previous_heard_at if is_replacement else None,
        unsent_count=unsent_count if is_replacement else 0,
        name=phone.name,
    )
