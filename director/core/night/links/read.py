"""Find the table or pair of a private address, and the version of its page.

This takes one query, which reads no results. The version (``mark``) is made of two parts:

- The change number of the event. Entries of other tables change nothing that a table is shown, so
  for tables it is the number without them (``Event.desk_no``). A pair is shown its score on each
  board, which depends on the entries of all tables, so for pairs it is the full number.
- What the table itself has sent.

The schedule of a table (its event, movement, rounds and people) doesn't depend on its own entries.
It is cached by the mark without them (``schedule_mark``).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar, cast

from django.core.cache import caches
from django.db import connection
from django.db.models import Case, F, Max, OuterRef, Subquery, When
from django.utils import timezone

from director.core.base.versions import with_zone
from director.core.night.links.connected import build_phones_subquery
from director.models import Access, Section, Session, TableWord
from director.models.change_number import has_uncommitted

T = TypeVar("T")
SCHEDULE_CACHE_SECONDS = 3600
"""How long the schedule of a table stays cached."""
_OWN_COLUMNS = 2
"""The number of last columns of the query that change with each entry of the table itself."""
_TOKEN_PLACEHOLDER = "\x1d"  # noqa: S105  replaced by the token of each request
_IS_TOKEN = re.compile(r"[\w-]{1,43}", re.ASCII)


class AddressHolder(Enum):
    """The holder of a private address."""

    TABLE = "table"
    PAIR = "pair"
    CAPTAIN = "captain"


@dataclass(frozen=True, slots=True)
class OpenAddress:
    """An open address with its holder, its event and the version of its page.

    *mark* is the version, *schedule_mark* the version without the table's own entries. Neither changes
    with the *phones*, which are sent separately.
    """

    token: str
    access_id: int
    contest: str
    mark: str
    schedule_mark: str
    whose: AddressHolder
    event_id: int
    is_published: bool
    is_final: bool
    phones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def fetch_open_tables(session: Session, section: Section | None = None) -> dict[int, Access]:
    """Return the open addresses of tables with their phones, by table number.

    One query.
    """
    live = session.accesses.filter(section=section, table_no__isnull=False, revoked_at__isnull=True)
    live = live.annotate(**{"phones": build_phones_subquery()})
    return {access.table_no or 0: access for access in live if access.is_open}


def is_closed_by_director(session: Session, section: Section | None, table_no: int) -> bool:
    """Return whether the last address of a table was closed before it expired.

    One query.
    """
    latest_access = session.accesses.filter(section=section, table_no=table_no).last()
    if latest_access is None or latest_access.revoked_at is None:
        return False
    # An expired address is revoked too, when a new one is made.
    return latest_access.revoked_at < latest_access.expires_at


def fetch_open_pairs(section: Section) -> dict[int, Access]:
    """Return the pairs' open addresses in *section*, by pair number.

    One query.
    """
    return _fetch_open_entries(section, is_captain=False)


def fetch_open_captains(section: Section) -> dict[int, Access]:
    """Return the captains' open addresses in *section*, by team number.

    One query.
    """
    return _fetch_open_entries(section, is_captain=True)


def _fetch_open_entries(section: Section, *, is_captain: bool) -> dict[int, Access]:
    live = Access.objects.filter(
        entry__section=section, is_captain=is_captain, revoked_at__isnull=True
    ).select_related("entry")
    return {access.entry.pair_no: access for access in live if access.entry and access.is_open}


def is_former_captain(token: str) -> bool:
    """Return whether *token* belonged to a captain's address, which was closed or expired.

    One query.
    """
    if not _IS_TOKEN.fullmatch(token):
        return False
    return Access.objects.filter(token=token, is_captain=True).exists()


def find_open_address(token: str) -> OpenAddress | None:
    """Return the open address with *token*, or None if there is none.

    One query.
    """
    # A text that can't be a token costs no query.
    if not _IS_TOKEN.fullmatch(token):
        return None
    sql, placeholder_values = _build_address_query()
    values = list(placeholder_values)
    values[values.index(_TOKEN_PLACEHOLDER)] = token
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        record = cursor.fetchone()
    if record is None:
        return None
    # The mark is made of all columns except the phones.
    *row, phones = record
    (
        expires_at,
        access_id,
        entry_id,
        is_captain,
        event_id,
        published_at,
        corrections_until,
        contest,
        *_version_columns,
    ) = row
    now = timezone.now()
    if with_zone(expires_at) <= now:
        return None
    whose = AddressHolder.TABLE
    if entry_id:
        whose = AddressHolder.CAPTAIN if is_captain else AddressHolder.PAIR
    return OpenAddress(
        token=token,
        access_id=access_id,
        contest=contest,
        mark=_make_version_mark(row),
        schedule_mark=_make_version_mark(row[:-_OWN_COLUMNS]),
        whose=whose,
        event_id=event_id,
        is_published=published_at is not None,
        is_final=corrections_until is not None and with_zone(corrections_until) <= now,
        phones=json.loads(phones),
    )


def fetch_access(address: OpenAddress) -> Access:
    """Return the record of the open *address*, with session, section, event and club.

    At most one query.
    """

    def read() -> Access:
        access = Access.objects.select_related("session__event__club", "section", "entry").get(
            pk=address.access_id
        )
        if access.section:
            # Otherwise the section would fetch the same session again.
            access.section.session = access.session
        access.schedule_mark = address.schedule_mark
        return access

    return get_cached_schedule(address.access_id, address.schedule_mark, "access", read)


def get_cached_schedule(access_id: int, mark: str, name: str, load: Callable[[], T]) -> T:
    """Return the result of *load*, cached as *name* while *mark* stays the same.

    With an empty mark nothing is cached.
    """
    # Uncommitted changes may still be rolled back, so what is read of them is not cached.
    if has_uncommitted() or not mark:
        return load()
    cache = caches["tables"]
    key = f"{name}-{access_id}"
    cached = cache.get(key)
    if cached:
        cached_mark, cached_value = cached
        if cached_mark == mark:
            return cast("T", cached_value)
    value = load()
    cache.set(key, (mark, value), SCHEDULE_CACHE_SECONDS)
    return value


@cache
def _build_address_query() -> tuple[str, tuple[Any, ...]]:
    """Return the SQL that finds an address by its token, and the parameters.

    ``_TOKEN_PLACEHOLDER`` stands for the token. Building the SQL takes longer than running it, so it
    is built once.
    """
    table_words = TableWord.objects.filter(access=OuterRef("pk")).order_by()
    dropped = table_words.values("access").annotate(last=Max("dropped_at")).values("last")
    rows = Access.objects.filter(token=_TOKEN_PLACEHOLDER, revoked_at__isnull=True).order_by()
    return rows.values_list(
        "expires_at",
        "pk",
        "entry",
        "is_captain",
        "session__event",
        *(f"session__event__{name}" for name in ("published_at", "corrections_until", "contest")),
        Case(
            When(entry__isnull=False, then=F("session__event__change_no")),
            default=F("session__event__desk_no"),
        ),
        "session__event__club__change_no",
        Subquery(
            table_words.filter(kind=TableWord.Kind.TURNED).order_by("-pk").values("heard_at")[:1]
        ),
        Subquery(table_words.order_by("-pk").values("heard_at")[:1]),
        Subquery(dropped),
        build_phones_subquery(),
    ).query.sql_with_params()


def _make_version_mark(row: Sequence[Any]) -> str:
    return sha256(repr(row).encode()).hexdigest()[:32]
