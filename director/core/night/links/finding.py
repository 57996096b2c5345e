"""Find private addresses of tables and pairs, with the version of their page.

An address is found by one query, which reads no results. The version (``version_mark``) is made of two parts:

- The change number of the event. Entries of other tables change nothing that a table is shown, so
  for tables it is the number without them (``Event.desk_no``). A pair is shown its score on each
  board, which depends on the entries of all tables, so for pairs it is the full number.
- What the table itself has sent.

The schedule of a table (its event, movement, rounds and people) doesn't depend on its own entries.
It is cached by the mark without them (``schedule_mark``).
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, TypeVar, cast

from django.core.cache import caches
from django.db.models import Case, F, Max, OuterRef, QuerySet, Subquery, When
from django.utils import timezone

from director.core.night.phones import make_phones_subquery
from director.errors import PrintingError
from director.models import Access, Section, Session, TableWord
from director.models.change_number import has_uncommitted_change
from director.models.composed import ComposedQuery, ComposedRecords, with_utc_zone

LoadedT = TypeVar("LoadedT")
SCHEDULE_CACHE_SECONDS = 3600
"""How long the schedule of a table stays cached."""
_TABLE_COLUMN_COUNT = 2
"""The number of last columns of the query that change with each entry of the table itself."""
_TOKEN_PATTERN = re.compile(r"[\w-]{1,43}", re.ASCII)


class AddressHolder(Enum):
    """The holder of a private address."""

    TABLE = "table"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class OpenAddress:
    """An open address with its holder, its event and the version of its page.

    *version_mark* is the version, *schedule_mark* the version without the table's own entries. Neither changes
    with the *phones_by_device*, which are sent separately.
    """

    token: str
    access_id: int
    contest: str
    version_mark: str
    schedule_mark: str
    holder: AddressHolder
    event_id: int
    is_published: bool
    is_final: bool
    phones_by_device: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def _select_open_tables(session_id: int, section_id: int | None = None) -> QuerySet[Access]:
    open_accesses = Access.objects.filter(
        session=session_id, section=section_id, table_no__isnull=False, revoked_at__isnull=True
    )
    return open_accesses.annotate(**{"phones": make_phones_subquery()})


_OPEN_TABLES_QUERY = ComposedRecords(
    Access, _select_open_tables, annotations={"phones": json.loads}
)


def fetch_open_accesses_by_table(
    session: Session, section: Section | None = None
) -> dict[int, Access]:
    """Return the open addresses of tables with their phones, by table number.

    One query.
    """
    section_ids = (section.pk,) if section else ()
    open_accesses = _OPEN_TABLES_QUERY.fetch_records(session.pk, *section_ids)
    for access in open_accesses:
        access.session = session
    # Only a player's link has no table, and the query reads none: "or 0" is for the type alone.
    return {access.table_no or 0: access for access in open_accesses if access.is_open}


def fetch_open_accesses_by_session(sessions: Collection[int]) -> dict[int, list[Access]]:
    """Return the open addresses of tables with their phones, by session key. (Costs one query.)"""
    accesses = Access.objects.filter(
        session__in=sessions, table_no__isnull=False, revoked_at__isnull=True
    )
    accesses_by_session: dict[int, list[Access]] = {session: [] for session in sessions}
    for access in accesses.annotate(**{"phones": make_phones_subquery()}):
        if access.is_open:
            accesses_by_session[access.session_id].append(access)
    return accesses_by_session


def fetch_open_accesses_by_pair(section: Section) -> dict[int, Access]:
    """Return the pairs' open addresses in *section*, by pair number.

    One query.
    """
    open_accesses = Access.objects.filter(
        entry__section=section, revoked_at__isnull=True
    ).select_related("entry")
    return {
        access.entry.pair_no: access for access in open_accesses if access.entry and access.is_open
    }


def find_open_address(token: str) -> OpenAddress | None:
    """Return the open address with *token*, or None if there is none.

    One query.
    """
    # A text that can't be a token costs no query.
    if not _TOKEN_PATTERN.fullmatch(token):
        return None
    records = _ADDRESS_QUERY.fetch_rows(token)
    if not records:
        return None
    # The mark is made of all columns except the phones.
    ((*row, phones),) = records
    (
        expires_at,
        access_id,
        entry_id,
        event_id,
        published_at,
        corrections_until,
        contest,
        *_version_columns,
    ) = row
    now = timezone.now()
    if with_utc_zone(expires_at) <= now:
        return None
    return OpenAddress(
        token=token,
        access_id=access_id,
        contest=contest,
        version_mark=_make_version_mark(row),
        schedule_mark=_make_version_mark(row[:-_TABLE_COLUMN_COUNT]),
        holder=AddressHolder.PAIR if entry_id else AddressHolder.TABLE,
        event_id=event_id,
        is_published=published_at is not None,
        is_final=corrections_until is not None and with_utc_zone(corrections_until) <= now,
        phones_by_device=json.loads(phones),
    )


def fetch_access(address: OpenAddress) -> Access:
    """Return the record of the open *address*, with session, section, event and club.

    At most one query.
    """

    def load_access() -> Access:
        access = Access.objects.select_related("session__event__club", "section", "entry").get(
            pk=address.access_id
        )
        if access.section:
            # Otherwise the section would fetch the same session again.
            access.section.session = access.session
        access.schedule_mark = address.schedule_mark
        return access

    return get_cached_schedule(address.access_id, address.schedule_mark, "access", load_access)


def get_cached_schedule(
    access_id: int, version_mark: str, name: str, load: Callable[[], LoadedT]
) -> LoadedT:
    """Return the result of *load*, cached as *name* while *version_mark* stays the same.

    With an empty mark nothing is cached.
    """
    # Uncommitted changes may still be rolled back, so what is read of them is not cached.
    if has_uncommitted_change() or not version_mark:
        return load()
    cache = caches["tables"]
    key = f"{name}-{access_id}"
    cached_entry = cache.get(key)
    if cached_entry:
        cached_mark, cached_value = cached_entry
        if cached_mark == version_mark:
            return cast("LoadedT", cached_value)
    value = load()
    cache.set(key, (version_mark, value), SCHEDULE_CACHE_SECONDS)
    return value


def _select_address(token: str) -> QuerySet[Access, tuple[Any, ...]]:
    """Return the columns of the open address of *token*."""
    stored_entries = TableWord.objects.filter(access=OuterRef("pk")).order_by()
    last_dropped_at = (
        stored_entries.values("access").annotate(last=Max("dropped_at")).values("last")
    )
    rows = Access.objects.filter(token=token, revoked_at__isnull=True).order_by()
    return rows.values_list(
        "expires_at",
        "pk",
        "entry",
        "session__event",
        *(f"session__event__{name}" for name in ("published_at", "corrections_until", "contest")),
        Case(
            When(entry__isnull=False, then=F("session__event__change_no")),
            default=F("session__event__desk_no"),
        ),
        "session__event__club__change_no",
        Subquery(
            stored_entries.filter(kind=TableWord.Kind.TURNED).order_by("-pk").values("heard_at")[:1]
        ),
        Subquery(stored_entries.order_by("-pk").values("heard_at")[:1]),
        Subquery(last_dropped_at),
        make_phones_subquery(),
    )


_ADDRESS_QUERY = ComposedQuery(_select_address)


def _make_version_mark(row: Sequence[Any]) -> str:
    return sha256(repr(row).encode()).hexdigest()[:32]


PREVIEW_TOKEN = "preview"  # noqa: S105  a sample that opens nothing


def fetch_required_accesses_by_pair(section: Section, pairs: Iterable[int]) -> dict[int, Access]:
    """Return the pairs' open addresses in *section*, by pair number.

    :raises PrintingError: if one of *pairs* is in the section but has no address
    """
    accesses = fetch_open_accesses_by_pair(section)
    section_pair_nos = set(section.entries.values_list("pair_no", flat=True))
    require_open_addresses(section_pair_nos.intersection(pairs), accesses)
    return accesses


def require_open_addresses(
    numbers: Iterable[int], accesses_by_number: Mapping[int, Access]
) -> None:
    """Raise if one of *numbers* has no open address.

    :raises PrintingError: if one is missing
    """
    # A GET makes no addresses; the button Print does.
    if not set(numbers) <= set(accesses_by_number):
        raise PrintingError(
            "no-addresses-yet",
            "These sheets need private addresses that don’t exist yet. Press Print on the Print "
            "page to create them.",
        )
