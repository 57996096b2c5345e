"""The director's page of private links and phones."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db.models import Max
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_POST, require_safe

from director.core.base.address import program_address, qr_code
from director.core.base.answers import refusals_as_messages
from director.core.base.forms import act_number, small_number
from director.core.base.roles import Role, read_by
from director.core.night.phones.codes import short_code
from director.core.night.phones.connected import (
    KnownPhone,
    NewPhone,
    arrivals,
    decide_phone,
    phones_known,
    phones_waiting,
    recent_phones,
)
from director.core.night.phones.read import open_tables
from director.core.night.phones.write import (
    close_tables,
    open_tables_to_phones,
    renew_access,
    reopen_tables,
)
from director.models import Access, Section, Session, TableWord
from director.models.access import PhoneState
from director.models.event import SectionPlace

SIDES = 2
OPEN, CLOSE = "open", "close"
"""What a button of the page says that it does; any other is the number of a table that gets a new address."""
LET_IN, REFUSE = "in", "out"
"""What a button says that is done with a phone, before the number of its address and its name."""


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone of a table: for whom, since when, heard when, and whether it is let in."""

    device: str
    side: str
    since: datetime | None
    heard_at: datetime | None
    waiting: int
    is_shut: bool
    waits: bool  # to be let in
    last_entry: str  # "board 7 at 21:43", empty if it has entered nothing

    @property
    def may_be_refused(self) -> bool:
        """Whether it is known, and not refused already."""
        return self.since is not None and (self.waits or not self.is_shut)


@dataclass(frozen=True, slots=True)
class NewPhoneTable:
    """A table with phones that came in another's place, or wait to be let in."""

    table_no: int
    access_id: int
    came: tuple[NewPhone, ...]
    waits: tuple[KnownPhone, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list: its address if it has one, and its phones."""

    table_no: int
    access: Access | None
    address: str
    on_paper: bool
    phones: tuple[PhoneRow, ...]  # the newest first

    @property
    def newest_phones(self) -> tuple[PhoneRow, ...]:
        """Return the phones that are probably still at the table, one for each side."""
        return self.phones[:SIDES]

    @property
    def earlier_phones(self) -> tuple[PhoneRow, ...]:
        """Return the phones that were replaced, as far as the newest show."""
        return self.phones[SIDES:]

    @property
    def short_code(self) -> str:
        """Return what players type who can't scan."""
        return short_code(self.access.token) if self.access else ""

    @property
    def last_contact(self) -> datetime | None:
        """When a phone that may enter results was heard last."""
        return max(
            (phone.heard_at for phone in self.phones if phone.heard_at and not phone.is_shut),
            default=None,
        )

    @property
    def needs_look(self) -> bool:
        """Whether there is more to its phones than that one of them was heard."""
        return len(self.phones) > 1 or any(phone.is_shut or phone.waiting for phone in self.phones)


@dataclass(frozen=True, slots=True)
class PhonesPage:
    """How a kind fills the page of its tables' addresses.

    *shell* makes the context of a place's page, *tables* counts the tables from that; *none* is the
    template that says why there are none, *step* how the names of its addresses begin.  Where
    *form* is given, a club sets there how results are entered: *keep* stores a valid one and
    returns what to say.
    """

    step: str
    shell: Callable[[Any], dict[str, Any]]
    tables: Callable[[dict[str, Any]], int]
    none: str
    form: Callable[[dict[str, Any], QueryDict | None], Form] | None = None
    keep: Callable[[dict[str, Any], Any], str] = lambda _context, _form: ""
    is_on_paper: Callable[[dict[str, Any], int], bool] = lambda _context, _table_no: False


@read_by(Role.SCORER)
def phones_page(
    request: HttpRequest, session_id: SectionPlace | int, *, phones: PhonesPage
) -> HttpResponse:
    """Show the tables with their links. A POST saves settings."""
    context = phones.shell(session_id)
    context |= {"no_tables": phones.none, "tables": phones.tables(context)}
    if context["tables"]:
        form = phones.form and phones.form(
            context, request.POST if request.method == "POST" else None
        )
        if request.method == "POST" and form and form.is_valid():
            messages.success(request, phones.keep(context, form))
            return redirect(f"{phones.step}_tables", session_id=session_id)
        context |= _addresses(request, context, partial(phones.is_on_paper, context)) | {
            "form": form,
            "act_url": reverse(f"{phones.step}_tables_addresses", args=[session_id]),
            "print_url": reverse(f"{phones.step}_print", args=[session_id]),
        }
    return render(request, "core/phones/page.html", context)


@require_POST
def phones_addresses(
    request: HttpRequest, session_id: SectionPlace | int, *, phones: PhonesPage
) -> HttpResponse:
    """Give tables their private addresses, a new one, or close them."""
    context = phones.shell(session_id)
    _addresses_act(
        request, context["session"], phones.tables(context), section=context.get("section")
    )
    return redirect(f"{phones.step}_tables", session_id=session_id)


def _addresses(
    request: HttpRequest, context: dict[str, Any], is_on_paper: Callable[[int], bool]
) -> dict[str, Any]:
    """Return the list of links, with the QR code of the ``table`` asked for. One query."""
    session, section, tables = context["session"], context.get("section"), context["tables"]
    by_table = open_tables(session, section)
    phones = _phones(by_table.values())
    rows, base = [], program_address(request)
    for table_no in range(1, tables + 1):
        access = by_table.get(table_no)
        path = reverse("table_page", args=[access.token]) if access else ""
        address = (f"{base}{path}" if base else request.build_absolute_uri(path)) if access else ""
        rows.append(
            TableRow(
                table_no,
                access,
                address,
                is_on_paper(table_no),
                phones[access.pk] if access else (),
            )
        )
    number = small_number(request.GET.get("table", ""))
    shown = next((row for row in rows if row.table_no == number and row.access), None)
    return {
        "tables": rows,
        "is_open": bool(by_table),
        "is_missing": not all(row.access for row in rows),
        "with_phone": sum(row.last_contact is not None for row in rows),
        "shown": shown,
        "qr": qr_code(shown.address) if shown and base else "",
        "address_is_local": not base,
        "code_address": f"{base}{reverse('table_code')}",
    }


def _addresses_act(
    request: HttpRequest, session: Session, tables: int, *, section: Section | None = None
) -> None:
    """Create, replace or close links, by the button."""
    if "phone" in request.POST:
        return phone_pressed(request, session)
    act = request.POST.get("act", "")
    if act == OPEN:
        open_tables_to_phones(session=session, section=section, tables=range(1, tables + 1))
        return
    live = session.accesses.filter(section=section, revoked_at__isnull=True, table_no__isnull=False)
    if act == CLOSE:
        undo = f"{request.path}?reopen={close_tables(session=session, section=section)}"
        return messages.success(
            request, "All links are closed. Printed table cards no longer work.", extra_tags=undo
        )
    if reopen := act_number(request.GET.get("reopen", "")):
        reopen_tables(session=session, section=section, last=reopen)
        return messages.success(request, "The links work again.")
    # The page names the address that it showed, so that a second press finds nothing left to do.
    for access in live.filter(
        table_no=small_number(act), pk=small_number(request.POST.get(f"access-{act}", ""))
    ):
        renew_access(access=access)
        messages.success(
            request,
            f"Table {access.table_no} has a new link. Scan its code, or print its card again.",
        )


def new_phone_tables(session: Session) -> tuple[NewPhoneTable, ...]:
    """Return the tables of *session* with a new or waiting phone. One query."""
    accesses = [access for access in open_tables(session).values() if len(access.phones) > 1]
    heard = recent_phones([access.pk for access in accesses])
    tables = []
    for access in accesses:
        known = phones_known(access.phones)
        came = tuple(phone for phone in arrivals(known, heard[access.pk]) if phone.last)
        tables.append(NewPhoneTable(access.table_no or 0, access.pk, came, phones_waiting(known)))
    return tuple(table for table in tables if table.came or table.waits)


def phone_pressed(request: HttpRequest, session: Session) -> None:
    """Refuse a phone or let it in, by the button."""
    put, number, device = [*request.POST.get("phone", "").split(" ", 2), "", ""][:3]
    access = session.accesses.filter(pk=small_number(number), table_no__isnull=False).first()
    if access is None or put not in (LET_IN, REFUSE):
        messages.warning(
            request, "The page didn’t say which phone you mean. Reload it and try again."
        )
        return
    user = request.user if isinstance(request.user, User) else None
    with refusals_as_messages(request):
        messages.success(
            request, decide_phone(access=access, device=device, is_in=put == LET_IN, user=user)
        )


def _phones(accesses: Collection[Access]) -> dict[int, tuple[PhoneRow, ...]]:
    """Return the phones of each link, the newest first. One query."""
    access_ids = [access.pk for access in accesses]
    heard_by_access, last_entries = recent_phones(access_ids), _last_entries(access_ids)
    rows_by_access = {}
    for access in accesses:
        heard_by_device = {phone.device: phone for phone in heard_by_access[access.pk]}
        rows = []
        for known in phones_known(access.phones):
            heard = heard_by_device.pop(known.device, None)
            row = PhoneRow(
                device=known.device,
                side=known.side,
                since=known.since,
                heard_at=heard.heard_at if heard else None,
                waiting=heard.waiting if heard else 0,
                is_shut=known.standing.is_shut,
                waits=known.standing is PhoneState.WAITS,
                last_entry=last_entries.get((access.pk, known.device), ""),
            )
            rows.append(row)
        unnamed = [
            PhoneRow(
                device="",
                side=heard.side,
                since=None,
                heard_at=heard.heard_at,
                waiting=heard.waiting,
                is_shut=False,
                waits=False,
                last_entry="",
            )
            for heard in heard_by_device.values()
        ]
        rows_by_access[access.pk] = (*reversed(rows), *unnamed)
    return rows_by_access


def _last_entries(access_ids: Collection[int]) -> dict[tuple[int, str], str]:
    """Return what each phone entered last, by its link and device: "board 7 at 21:43". One query."""
    entries = TableWord.objects.filter(access__in=access_ids, kind=TableWord.Kind.RESULT)
    last_by_phone = (
        entries.exclude(device="").order_by().values("access", "device").annotate(last=Max("pk"))
    )
    last = TableWord.objects.filter(pk__in=last_by_phone.values("last"))
    return {
        (entry.access_id, entry.device): _entry_words(entry)
        for entry in last.only("access_id", "device", "board_no", "round_no", "heard_at")
    }


def _entry_words(entry: TableWord) -> str:
    """Return which result *entry* was and when it came, in local time."""
    at = f"{timezone.localtime(entry.heard_at):%H:%M}"
    if entry.board_no:
        return f"board {entry.board_no} at {at}"
    if entry.round_no:
        return f"round {entry.round_no} at {at}"
    return at


# The script of the tables' page in one piece: a phone at the edge of a weak network asks once, and
# for little.

PARTS = (
    "bridge",
    "auction",
    "keeping",
    "queue",
    "state",
    "parts",
    "decisions",
    "pad",
    "pages",
    "moved",
    "outside",
    "turned",
    "names",
    "phones",
    "table",
)
"""The files of ``static/core/phones``, each of which uses only those before it while it is read."""
WORKER = "worker"
"""The one file there that is no part of it."""


@cache
def phone_script() -> str:
    """Return all parts in their order."""
    return "\n".join(map(_part, PARTS))


def _part(name: str) -> str:
    return Path(str(finders.find(f"core/phones/{name}.js"))).read_text(encoding="utf-8")


@login_not_required
@require_safe
@gzip_page
@conditional_page
def table_script(_request: HttpRequest) -> HttpResponse:
    """Answer with the script of the tables' page, or 304."""
    return HttpResponse(phone_script(), content_type="text/javascript; charset=utf-8")


@login_not_required
@require_safe
def table_worker(_request: HttpRequest, **_token: str) -> HttpResponse:
    """Answer with the service worker of the page at *token*."""
    return HttpResponse(_part(WORKER), content_type="text/javascript; charset=utf-8")
