"""The director's page of the tables' private addresses: the same whatever is played."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from director.desk.address import is_local, qr_code
from director.desk.forms.numbers import small_number
from director.desk.tables.alive import Phone, phones_heard
from director.desk.tables.write import access_renew, access_revoke, tables_open
from director.models import Access, Section, Session

OPEN, CLOSE = "open", "close"
"""What a button of the page says that it does; any other is the number of a table that gets a new address."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list: its address if it has one, and the phones that were heard there."""

    table_no: int
    access: Access | None
    address: str
    on_paper: bool
    phones: tuple[Phone, ...]


def addresses_context(
    request: HttpRequest,
    session: Session,
    tables: int,
    *,
    section: Section | None = None,
    is_on_paper: Callable[[int], bool] = lambda _table_no: False,
) -> dict[str, Any]:
    """Return what the list of addresses shows, with the code of the ``table`` that is asked for; one query."""
    live = session.accesses.filter(section=section, revoked_at__isnull=True, table_no__isnull=False)
    by_table = {access.table_no: access for access in live if access.is_open}
    phones = phones_heard([access.pk for access in by_table.values()])
    rows = []
    for table_no in range(1, tables + 1):
        access = by_table.get(table_no)
        address = request.build_absolute_uri(reverse("table_page", args=[access.token])) if access else ""
        heard = tuple(phones[access.pk]) if access else ()
        rows.append(TableRow(table_no, access, address, is_on_paper(table_no), heard))
    number = small_number(request.GET.get("table", ""))
    shown = next((row for row in rows if row.table_no == number and row.access), None)
    return {
        "tables": rows,
        "is_open": bool(by_table),
        "shown": shown,
        "qr": qr_code(shown.address) if shown else "",
        "address_is_local": is_local(request),
    }


def addresses_act(request: HttpRequest, session: Session, tables: int, *, section: Section | None = None) -> None:
    """Give the tables the addresses that they lack, or one a new one, or close all, as the button that was pressed."""
    act = request.POST.get("act", "")
    if act == OPEN:
        tables_open(session=session, section=section, tables=range(1, tables + 1))
        return
    live = session.accesses.filter(section=section, revoked_at__isnull=True, table_no__isnull=False)
    if act == CLOSE:
        for access in live:
            access_revoke(access=access)
        messages.success(request, "The addresses of all tables are closed.")
        return
    # The page names the address that it showed, so that a second press finds nothing left to do.
    for access in live.filter(table_no=small_number(act), pk=small_number(request.POST.get(f"access-{act}", ""))):
        access_renew(access=access)
        messages.success(request, f"Table {access.table_no} has a new address. Print its card again.")
