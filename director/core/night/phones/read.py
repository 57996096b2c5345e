"""Find the table or pair of a private address, and the version of what its page shows.

This takes one query, which reads no results. The version (``mark``) is made of two parts:

- The change number of the event. Entries of other tables change nothing that a table is shown, so
  for tables it is the number without them (``Event.desk_no``). A pair is shown its score on each
  board, which depends on the entries of all tables, so for pairs it is the full number.
- What the table itself has sent.

The schedule of a table (its event, movement, rounds and people) doesn't depend on its own entries.
It is cached by the mark without them (``laid``).
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
from director.core.night.phones.connected import build_phones_subquery
from director.models import Access, Section, Session, TableWord
from director.models.change_number import has_uncommitted

T = TypeVar("T")
LAID_SECONDS = 3600
"""How long the schedule of a table stays cached."""
_OWN_WORDS = 2
"""The number of last columns of the query that depend on what the table itself has sent."""
TABLE_PAGE = "core/phones/table/table.html"
"""The page of a table at which boards are played."""
_TOKEN = "\x1d"  # noqa: S105  a placeholder for the token in the prepared query
_IS_TOKEN = re.compile(r"[\w-]{1,43}", re.ASCII)


class Whose(Enum):
    """Whose private address it is."""

    TABLE = "table"
    PAIR = "pair"
    CAPTAIN = "captain"


@dataclass(frozen=True, slots=True)
class OpenAddress:
    """An open address: whose it is, what is played, and the version of its page.

    *mark* is the version, *laid* the version without what the table itself has sent. *phones* are
    part of neither: they are sent separately.
    """

    token: str
    access_id: int
    contest: str
    mark: str
    laid: str
    whose: Whose
    event_id: int
    is_published: bool
    is_final: bool
    phones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def fetch_open_tables(session: Session, section: Section | None = None) -> dict[int, Access]:
    """Return the open addresses of tables with their phones, by their numbers.

    One query.
    """
    live = session.accesses.filter(section=section, table_no__isnull=False, revoked_at__isnull=True)
    live = live.annotate(**{"phones": build_phones_subquery()})
    return {access.table_no or 0: access for access in live if access.is_open}


def is_closed_by_director(session: Session, section: Section | None, table_no: int) -> bool:
    """Return whether the last address of a table was closed before it expired.

    One query.
    """
    last = session.accesses.filter(section=section, table_no=table_no).last()
    if last is None or last.revoked_at is None:
        return False
    # An expired address is revoked too, when a new one is made.
    return last.revoked_at < last.expires_at


def fetch_open_pairs(section: Section) -> dict[int, Access]:
    """Return the open addresses of the pairs of *section*, by their numbers.

    One query.
    """
    return _fetch_open_entries(section, is_captain=False)


def fetch_open_captains(section: Section) -> dict[int, Access]:
    """Return the open addresses of the captains of *section*, by the numbers of their teams.

    One query.
    """
    return _fetch_open_entries(section, is_captain=True)


def _fetch_open_entries(section: Section, *, is_captain: bool) -> dict[int, Access]:
    live = Access.objects.filter(
        entry__section=section, is_captain=is_captain, revoked_at__isnull=True
    ).select_related("entry")
    return {access.entry.pair_no: access for access in live if access.entry and access.is_open}


def is_former_captain(token: str) -> bool:
    """Return whether *token* is that of a captain's address that was closed, or expired.

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
    values[values.index(_TOKEN)] = token
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        record = cursor.fetchone()
    if record is None:
        return None
    # All columns but the phones make the mark.
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
    whose = Whose.TABLE
    if entry_id:
        whose = Whose.CAPTAIN if is_captain else Whose.PAIR
    return OpenAddress(
        token=token,
        access_id=access_id,
        contest=contest,
        mark=_make_version_mark(row),
        laid=_make_version_mark(row[:-_OWN_WORDS]),
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
        access.laid = address.laid
        return access

    return get_cached_schedule(address.access_id, address.laid, "access", read)


def get_cached_schedule(access_id: int, mark: str, name: str, read: Callable[[], T]) -> T:
    """Return the result of *read*, cached as *name* while the mark *mark* stays the same.

    With an empty mark nothing is cached.
    """
    # Uncommitted changes may still be rolled back, so what is read of them is not cached.
    if has_uncommitted() or not mark:
        return read()
    cache = caches["tables"]
    key = f"{name}-{access_id}"
    cached = cache.get(key)
    if cached:
        cached_mark, cached_value = cached
        if cached_mark == mark:
            return cast("T", cached_value)
    value = read()
    cache.set(key, (mark, value), LAID_SECONDS)
    return value


@cache
def _build_address_query() -> tuple[str, tuple[Any, ...]]:
    """Return the SQL of the query for an address, with ``_TOKEN`` in place of the token.

    Building it takes longer than running it, so it is built once.
    """
    table_words = TableWord.objects.filter(access=OuterRef("pk")).order_by()
    dropped = table_words.values("access").annotate(last=Max("dropped_at")).values("last")
    rows = Access.objects.filter(token=_TOKEN, revoked_at__isnull=True).order_by()
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
