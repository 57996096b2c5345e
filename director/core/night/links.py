"""Private addresses of tables and pairs: opened, closed, and found with their page's version.

An address is found by one query, which reads no results. The version (``mark``) is made of two parts:

- The change number of the event. Entries of other tables change nothing that a table is shown, so
  for tables it is the number without them (``Event.desk_no``). A pair is shown its score on each
  board, which depends on the entries of all tables, so for pairs it is the full number.
- What the table itself has sent.

The schedule of a table (its event, movement, rounds and people) doesn't depend on its own entries.
It is cached by the mark without them (``schedule_mark``).
"""

import json
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.db import transaction
from django.db.models import Case, F, Max, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from director.core.base.address import get_network
from director.core.base.refusals import CODES_TRIED_TEXT
from director.core.night.journal import lock_event
from director.core.night.phones import make_phones_subquery
from director.errors import PrintingError
from director.event_kinds import get_contest_kind
from director.models import Access, Section, Session, TableWord
from director.models.change_number import has_uncommitted_change
from director.models.composed import ComposedQuery, ComposedRecords, with_utc_zone
from director.models.event import Clock

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


# Opening and closing addresses.


NIGHT_ADDRESS_AGE = timedelta(hours=36)
"""How long an address is open after the day of its event or after it was made, the later one."""
PAIR_ADDRESS_AGE = timedelta(days=400)
"""How long the address of a pair is open, counted likewise.

A pair reads its results by it, and an event may never become final.
"""


def get_first_link_round(session: Session, section: Section | None) -> int:
    """Return the round with which the page of a table begins if its address is made now.

    The director enters earlier rounds, since they were played on paper. It is round 1 after the end
    of play, when tables may enter all that is missing. A party always begins with round 1.
    """
    if section is None or session.clock == Clock.OVER:
        return 1
    return session.round_no


def open_table_addresses(
    *, session: Session, tables: Iterable[int], section: Section | None = None
) -> dict[int, Access]:
    """Return an open address for each table, by number. Missing ones are made."""
    with transaction.atomic():
        # Two requests at once would make two addresses for one table.
        lock_event(session.event)
        _revoke_expired(session.accesses.filter(section=section, table_no__isnull=False))
        accesses_by_table = fetch_open_accesses_by_table(session, section)
        missing_tables = [table_no for table_no in tables if table_no not in accesses_by_table]
        first_round = get_first_link_round(session, section)
        new_accesses = Access.objects.bulk_create(
            [
                _make_access(session, section=section, table_no=table_no, first_round=first_round)
                for table_no in missing_tables
            ]
        )
        return accesses_by_table | {access.table_no or 0: access for access in new_accesses}


def close_table_addresses(*, session: Session, section: Section | None = None) -> int:
    """Close the open addresses of all tables.

    Return the key of the last one, which :func:`reopen_table_addresses` needs, or 0 without any.
    """
    return _close_accesses(session.accesses.filter(section=section, table_no__isnull=False))


def _close_accesses(accesses: QuerySet[Access]) -> int:
    """Close the open ones of *accesses* with one time stamp. Return the key of the last, or 0."""
    open_accesses = accesses.filter(revoked_at__isnull=True)
    # The key has to be read before the addresses are revoked.
    last_key = open_accesses.order_by("pk").values_list("pk", flat=True).last()
    open_accesses.update(revoked_at=timezone.now())
    return last_key or 0


def _filter_closed_together(accesses: QuerySet[Access], last_access_id: int) -> QuerySet[Access]:
    """Return those of *accesses* that were closed together with address *last_access_id*."""
    return accesses.filter(revoked_at__in=accesses.filter(pk=last_access_id).values("revoked_at"))


def create_closed_links(*, section: Section, tables: Iterable[int]) -> dict[int, Access]:
    """Return a link for each table that never opens.

    Entries of the table can be stored with it all the same.
    """
    closed_links = [
        _make_access(section.session, section=section, table_no=number) for number in tables
    ]
    for link in closed_links:
        # It looks expired, so the table can still get a link that works.
        link.expires_at = link.revoked_at = link.made_at
    return {link.table_no or 0: link for link in Access.objects.bulk_create(closed_links)}


def reopen_table_addresses(
    *, session: Session, section: Section | None, last_access_id: int
) -> None:
    """Reopen the addresses that :func:`close_table_addresses` closed together with address *last_access_id*.

    A table that has a new address since keeps that one.
    """
    with transaction.atomic():
        lock_event(session.event)
        table_accesses = session.accesses.filter(section=section, table_no__isnull=False)
        closed_accesses = _filter_closed_together(table_accesses, last_access_id)
        closed_accesses.exclude(
            table_no__in=list(fetch_open_accesses_by_table(session, section))
        ).update(revoked_at=None)


def open_entry_addresses(*, section: Section, pairs: Iterable[int]) -> dict[int, Access]:
    """Return an open address for each of *pairs*, made if missing.

    Numbers of *pairs* that are not in the section are left out.
    """
    with transaction.atomic():
        lock_event(section.session.event)
        _revoke_expired(Access.objects.filter(entry__section=section))
        accesses_by_number = fetch_open_accesses_by_pair(section)
        missing_numbers = set(pairs) - set(accesses_by_number)
        new_accesses = Access.objects.bulk_create(
            [
                _make_access(section.session, section=section, entry=entry)
                for entry in section.entries.order_by("pair_no")
                if entry.pair_no in missing_numbers
            ]
        )
        return accesses_by_number | {
            access.entry.pair_no: access for access in new_accesses if access.entry
        }


def _revoke_expired(accesses: QuerySet[Access]) -> None:
    now = timezone.now()
    accesses.filter(revoked_at__isnull=True, expires_at__lte=now).update(revoked_at=now)


def renew_access(*, access: Access) -> Access:
    """Revoke an address for good. Return a new one for the same table or pair.

    If somebody else renewed it a moment ago, return that new address.
    """
    with transaction.atomic():
        lock_event(access.session.event)
        same_owner_accesses = Access.objects.filter(
            session=access.session, section=access.section, revoked_at__isnull=True
        )
        open_access = same_owner_accesses.filter(
            table_no=access.table_no, entry=access.entry
        ).first()
        # Somebody else has renewed the address since the page was made.
        if open_access is not None and open_access.pk != access.pk:
            return open_access
        revoke_access(access=access)
        new_access = _make_access(
            access.session,
            section=access.section,
            table_no=access.table_no,
            entry=access.entry,
            first_round=access.first_round,
        )
        new_access.save()
    return new_access


def revoke_access(*, access: Access) -> None:
    """Close an address for good."""
    Access.objects.filter(pk=access.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def _make_access(session: Session, **fields: Any) -> Access:
    now = timezone.now()
    # An event made after its day still gets addresses that work.
    noon = timezone.make_aware(datetime.combine(session.event.date, time(12)))
    open_period = PAIR_ADDRESS_AGE if fields.get("entry") else NIGHT_ADDRESS_AGE
    return Access(
        token=secrets.token_urlsafe(16),  # 128 bits, which nobody can guess
        session=session,
        made_at=now,
        expires_at=max(now, noon) + open_period,
        **fields,
    )


# Addresses on paper.


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


# Requests with an address, and attempts to guess one.


def count_try(key: str, seconds: int) -> int:
    """Count one more try under *key*, and return the number of tries.

    The count ends *seconds* after the last try. Two tries at the same moment may count as one, which
    makes no difference to the limits.
    """
    cache = caches["tables"]
    try_count: int = cache.get(key, 0) + 1
    cache.set(key, try_count, seconds)
    return try_count


def get_try_count(key: str) -> int:
    """Return the number of tries under *key*."""
    try_count: int = caches["tables"].get(key, 0)
    return try_count


MAX_WRONG_ADDRESSES = 30
"""Wrong addresses that one network may try within ``WRONG_ADDRESS_SECONDS``."""
WRONG_ADDRESS_SECONDS = 600

View = Callable[..., HttpResponse]


def resolve_token(holder: AddressHolder) -> Callable[[View], View]:
    """Turn the token in a view's address into the open address (``address``) of a table or pair.

    Any other token is answered with 404, and with 429 after too many.

    :raises EndedKindError: in the view, if this version no longer has the kind of the event
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def token_view(request: HttpRequest, token: str, **url_kwargs: Any) -> HttpResponse:
            address = find_open_address(token)
            if address and address.holder is holder:
                get_contest_kind(address.contest)
                return view(request, address=address, **url_kwargs)
            return refuse_wrong_address(request)

        # The secret token takes the place of a sign-in and of the CSRF token.
        return csrf_exempt(login_not_required(token_view))

    return decorate


def refuse_wrong_address(request: HttpRequest) -> HttpResponse:
    """Answer a request whose address is wrong, expired or revoked, without saying which.

    Pages, whose addresses end with a slash, say one sentence; programs get the status alone.
    """
    key = f"wrong-{get_network(request.META.get('REMOTE_ADDR', ''))}"
    try_count = count_try(key, WRONG_ADDRESS_SECONDS)
    status = (
        HTTPStatus.TOO_MANY_REQUESTS if try_count > MAX_WRONG_ADDRESSES else HTTPStatus.NOT_FOUND
    )
    if not request.path.endswith("/"):
        return HttpResponse(status=status, content_type="text/plain")
    if status is HTTPStatus.NOT_FOUND:
        message = (
            "This card or code is no longer valid, or its address was mistyped. Ask the director "
            "for a new one."
        )
    else:
        message = CODES_TRIED_TEXT
    return _render_no_address(request, "This code no longer works", message.format(), status)


def _render_no_address(
    request: HttpRequest, title: str, message: str, status: HTTPStatus
) -> HttpResponse:
    context = {"title": title, "message": message}
    return render(request, "core/phones/no_address.html", context, status=status)
