"""Who opens a private address, and the version of what its page shows.

It takes one query, which reads no result.

The mark is the number of changes of the event.  What other tables enter changes nothing that a
table is shown, so its mark has the number without those (``Event.desk_no``), and what the table
said itself.  A pair is shown its share of each board, which follows from what every table enters.

What lies at a table (its night, movement, rounds, people) does not follow from its own words about
boards: it is read once, and again after something else was done (``laid``).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import caches
from django.db import connection
from django.db.models import Case, F, Max, OuterRef, Subquery, When
from django.utils import timezone

from director.core.base.versions import with_zone
from director.core.night.phones.connected import phones_subquery
from director.models import Access, Section, Session, TableWord
from director.models.change_number import has_uncommitted

T = TypeVar("T")
LAID_SECONDS = 3600
"""How long what lies at a table is kept unasked for."""
_OWN_WORDS = 2
"""How many of the last figures of the question are of what the table said itself."""
TABLE_PAGE = "core/phones/table/table.html"
"""The page of a table at which boards are played, which kinds above name."""
_TOKEN = "\x1d"  # noqa: S105  where the query is put together this stands for what is asked
_IS_TOKEN = re.compile(r"[\w-]{1,43}", re.ASCII)


class Whose(Enum):
    """Who has a private address."""

    TABLE = "table"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class OpenAddress:
    """What is known of an open address.

    Whose it is, what is played, and the *mark* of what is stored.

    *laid* is the mark without what the table said itself.  *phones* are no part of either: they are
    told beside.
    """

    token: str
    access_id: int
    contest: str
    mark: str
    laid: str
    whose: Whose
    event_id: int
    is_published: bool
    is_final: bool  # whether the results cannot be corrected any more
    phones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def open_tables(session: Session, section: Section | None = None) -> dict[int, Access]:
    """Return the open addresses of tables with their phones, by their numbers.

    One query.
    """
    live = session.accesses.filter(section=section, table_no__isnull=False, revoked_at__isnull=True)
    live = live.annotate(**{"phones": phones_subquery()})
    return {access.table_no or 0: access for access in live if access.is_open}


def open_pairs(section: Section) -> dict[int, Access]:
    """Return the open addresses of the pairs of *section*, by their numbers.

    One query.
    """
    live = Access.objects.filter(entry__section=section, revoked_at__isnull=True).select_related(
        "entry"
    )
    return {access.entry.pair_no: access for access in live if access.entry and access.is_open}


def open_address(token: str) -> OpenAddress | None:
    """Return what is known of the address with *token*, ``None`` unless it is open.

    One query.
    """
    if not _IS_TOKEN.fullmatch(token):
        return None
    sql, values = _address_query()
    with connection.cursor() as cursor:
        cursor.execute(sql, [token if value == _TOKEN else value for value in values])
        told = cursor.fetchone()
    if told is None:
        return None
    *row, phones = told
    (
        expires_at,
        access_id,
        entry_id,
        event_id,
        published_at,
        corrections_until,
        contest,
        *_others,
    ) = row
    now = timezone.now()
    if with_zone(expires_at) <= now:
        return None
    whose = Whose.PAIR if entry_id else Whose.TABLE
    return OpenAddress(
        token=token,
        access_id=access_id,
        contest=contest,
        mark=_mark(row),
        laid=_mark(row[:-_OWN_WORDS]),
        whose=whose,
        event_id=event_id,
        is_published=published_at is not None,
        is_final=corrections_until is not None and with_zone(corrections_until) <= now,
        phones=json.loads(phones),
    )


def fetch_access(seen: OpenAddress) -> Access:
    """Return the record of the address that was *seen*, with session, section, event and club.

    At most one query.
    """

    def read() -> Access:
        access = Access.objects.select_related("session__event__club", "section", "entry").get(
            pk=seen.access_id
        )
        if access.section:
            access.section.session = access.session
        access.laid = seen.laid
        return access

    return cached_schedule(seen.access_id, seen.laid, "access", read)


def cached_schedule(access_id: int, laid: str, name: str, read: Callable[[], T]) -> T:
    """Return what *read* returns, cached while the *mark* laid at the address is the same.

    An empty mark keeps nothing, nor does anybody who reads what may still be rolled back.
    """
    laid = "" if has_uncommitted() else laid
    cache, key = caches["tables"], f"{name}-{access_id}"
    kept = cache.get(key) if laid else None
    if kept and kept[0] == laid:
        again: T = kept[1]
        return again
    value = read()
    if laid:
        cache.set(key, (laid, value), LAID_SECONDS)
    return value


@cache
def _address_query() -> tuple[str, tuple[Any, ...]]:
    """Return what is asked of an address as SQL: to put it together takes longer than to ask it."""
    words = TableWord.objects.filter(access=OuterRef("pk")).order_by()
    dropped = words.values("access").annotate(last=Max("dropped_at")).values("last")
    rows = Access.objects.filter(token=_TOKEN, revoked_at__isnull=True).order_by()
    return rows.values_list(
        "expires_at",
        "pk",
        "entry",
        "session__event",
        *(f"session__event__{name}" for name in ("published_at", "corrections_until", "contest")),
        # A pair is shown its share of each board, which follows from what every table enters.
        Case(
            When(entry__isnull=False, then=F("session__event__change_no")),
            default=F("session__event__desk_no"),
        ),
        "session__event__club__change_no",
        Subquery(words.filter(kind=TableWord.Kind.TURNED).order_by("-pk").values("heard_at")[:1]),
        Subquery(words.order_by("-pk").values("heard_at")[:1]),
        Subquery(dropped),
        phones_subquery(),
    ).query.sql_with_params()


def _mark(row: Sequence[Any]) -> str:
    return sha256(repr(row).encode()).hexdigest()[:32]
