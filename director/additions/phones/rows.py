"""The phones of each table as the director's page lists them.

Two phones at one table can be told apart by their name, last entry and the time they joined.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from director.additions.phones.codes import make_short_code
from director.core.night.phones import (
    ALIVE,
    BOTH,
    KnownPhone,
    Phone,
    format_phone_name,
    get_recent_phones,
    list_known_phones,
)
from director.models import Access, TableWord
from director.models.access import PhoneState


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone of a table.

    - *name* says its side, with a number if several phones have joined for that side.
    - *joined_at* is None for a phone that the table doesn't know.
    - *unsent_entries* counts the entries that it hasn't sent yet.
    - A phone that *waits* has to be allowed; one that *is_shut* may not enter results.
    - *is_current* says whether it is probably still at the table.
    """

    device: str
    side: str
    name: str
    joined_at: datetime | None
    heard_at: datetime | None
    unsent_entries: int
    is_shut: bool
    waits: bool
    last_entry: str  # "board 7 at 21:43", empty if it has entered nothing
    results: int
    is_current: bool

    @property
    def may_be_blocked(self) -> bool:
        """Return whether the table knows the phone and it isn't blocked already."""
        return self.joined_at is not None and (self.waits or not self.is_shut)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list: its address if it has one, and its phones."""

    table_no: int
    access: Access | None
    address: str
    on_paper: bool
    phones: tuple[PhoneRow, ...]  # the newest first

    @property
    def current_phones(self) -> tuple[PhoneRow, ...]:
        """Return the phones that are probably still at the table."""
        return tuple(phone for phone in self.phones if phone.is_current)

    @property
    def earlier_phones(self) -> tuple[PhoneRow, ...]:
        """Return the phones that the current ones have probably replaced."""
        return tuple(phone for phone in self.phones if not phone.is_current)

    @property
    def short_code(self) -> str:
        """Return the short code for players who can't scan the QR code."""
        if self.access is None:
            return ""
        return make_short_code(self.access.token)

    @property
    def last_contact(self) -> datetime | None:
        """Return when a phone that may enter results was heard last."""
        times = [phone.heard_at for phone in self.phones if phone.heard_at and not phone.is_shut]
        return max(times, default=None)

    @property
    def needs_look(self) -> bool:
        """Return whether the director should look at the phones of the table.

        One phone per side that has sent everything is as it should be.
        """
        sides = set()
        for phone in self.current_phones:
            if phone.is_shut or phone.unsent_entries or phone.side in sides:
                return True
            sides.add(phone.side)
        return False


def fetch_phone_rows(accesses: Collection[Access]) -> dict[int, tuple[PhoneRow, ...]]:
    """Return the phones of each link, the newest first. One query."""
    access_ids = [access.pk for access in accesses]
    heard_by_access = get_recent_phones(access_ids)
    last_entries = _fetch_last_entries(access_ids)
    rows_by_access = {}
    for access in accesses:
        heard = heard_by_access[access.pk]
        rows_by_access[access.pk] = _make_table_rows(access, heard, last_entries)
    return rows_by_access


def _make_table_rows(
    access: Access, heard: Iterable[Phone], last_entries: dict[tuple[int, str], tuple[str, int]]
) -> tuple[PhoneRow, ...]:
    known_phones = list_known_phones(access.phones)
    heard_by_device = {phone.device: phone for phone in heard}
    names = _number_phone_names(known_phones)
    current_devices = _find_current_devices(known_phones, heard_by_device)
    rows = []
    for known_phone in known_phones:
        # Phones that stay in the dictionary are unknown to the address.
        heard_phone = heard_by_device.pop(known_phone.device, None)
        heard_at = None
        unsent_entries = 0
        if heard_phone:
            heard_at = heard_phone.heard_at
            unsent_entries = heard_phone.unsent_entries
        row = PhoneRow(
            device=known_phone.device,
            side=_get_own_side(known_phone.side),
            name=names[known_phone.device],
            joined_at=known_phone.joined_at,
            heard_at=heard_at,
            unsent_entries=unsent_entries,
            is_shut=known_phone.standing.is_shut,
            waits=known_phone.standing is PhoneState.WAITS,
            last_entry=last_entries.get((access.pk, known_phone.device), ("", 0))[0],
            results=last_entries.get((access.pk, known_phone.device), ("", 0))[1],
            is_current=known_phone.device in current_devices,
        )
        rows.append(row)
    rows.reverse()
    rows.extend(map(_make_unknown_row, heard_by_device.values()))
    return tuple(rows)


def _make_unknown_row(heard_phone: Phone) -> PhoneRow:
    side = _get_own_side(heard_phone.side)
    return PhoneRow(
        device="",
        side=side,
        name=format_phone_name(side),
        joined_at=None,
        heard_at=heard_phone.heard_at,
        unsent_entries=heard_phone.unsent_entries,
        is_shut=False,
        waits=False,
        last_entry="",
        results=0,
        is_current=True,
    )


def _get_own_side(side: str) -> str:
    """Return the only side that a phone answers for, or "" if it answers for both."""
    if side == BOTH:
        return ""
    return side


def _number_phone_names(known_phones: Collection[KnownPhone]) -> dict[str, str]:
    """Return each phone's name by device. Phones with the same name are numbered as they joined."""
    phones_by_name = Counter(phone.name for phone in known_phones)
    numbers: Counter[str] = Counter()
    names = {}
    for phone in known_phones:
        name = phone.name
        numbers[name] += 1
        if phones_by_name[name] > 1:
            names[phone.device] = f"{name} {numbers[name]}"
        else:
            names[phone.device] = name
    return names


def _find_current_devices(
    known_phones: Iterable[KnownPhone], heard_by_device: dict[str, Phone]
) -> set[str]:
    """Return the devices of the phones that are probably still at the table.

    These are the newest of each side, and those that were heard just now, have unsent entries or
    may not enter results.
    """
    now = timezone.now()
    newest_by_side = {}
    current = set()
    for phone in known_phones:
        heard_phone = heard_by_device.get(phone.device)
        if phone.standing.is_shut:
            current.add(phone.device)
            continue
        newest_by_side[_get_own_side(phone.side)] = phone.device
        if heard_phone and (heard_phone.unsent_entries or now - heard_phone.heard_at <= ALIVE):
            current.add(phone.device)
    return current | set(newest_by_side.values())


def _fetch_last_entries(access_ids: Collection[int]) -> dict[tuple[int, str], tuple[str, int]]:
    """Return each phone's last entry and number of results, by link and device.

    The last entry is as "board 7 at 21:43". One query.
    """
    entries = TableWord.objects.filter(access__in=access_ids, kind=TableWord.Kind.RESULT)
    entries = entries.exclude(device="").order_by()
    last_by_phone = entries.values("access", "device").annotate(last=Max("pk"))
    same_phone = entries.filter(access=OuterRef("access"), device=OuterRef("device"))
    results = same_phone.filter(version__isnull=False).values("device").annotate(n=Count("pk"))
    last = TableWord.objects.filter(pk__in=last_by_phone.values("last"))
    last = last.annotate(results=Coalesce(Subquery(results.values("n")), 0))
    return {
        (entry.access_id, entry.device): (_describe_entry(entry), entry.results)
        for entry in last.only("access_id", "device", "board_no", "round_no", "heard_at")
    }


def _describe_entry(entry: TableWord) -> str:
    """Return the board or round of *entry* and its local time."""
    time = f"{timezone.localtime(entry.heard_at):%H:%M}"
    if entry.board_no:
        return f"board {entry.board_no} at {time}"
    if entry.round_no:
        return f"round {entry.round_no} at {time}"
    return time
