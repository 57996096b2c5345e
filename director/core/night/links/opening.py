"""Open, close and replace private addresses of tables and pairs."""

import secrets
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from director.core.night.journal import lock_event
from director.core.night.links.finding import (
    fetch_open_accesses_by_pair,
    fetch_open_accesses_by_table,
)
from director.models import Access, Section, Session
from director.models.event import Clock

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
    """Reopen the addresses that were closed together with address *last_access_id*.

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
