"""The director's page for private links and phones, and the script for the tables' page.

Each table has a private *link* (an :class:`~director.models.Access`), which is printed on its table
card. The *phones* of a table are those that have used its link. A phone that isn't known may have
to *wait* until the director lets it in; a *shut* phone is refused.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page, require_POST, require_safe

from director.additions.phones.rows import PhoneRow, TableRow, fetch_phone_rows
from director.core.base.address import find_program_address, make_qr_code
from director.core.base.answers import show_refusals_as_messages
from director.core.base.forms import parse_record_number, parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read, require_role_to_send
from director.core.base.views import PageView
from director.core.night.links.connected import (
    KnownPhone,
    NewPhone,
    add_result_counts,
    decide_phone,
    filter_waiting_phones,
    find_new_phones,
    get_recent_phones,
    list_known_phones,
)
from director.core.night.links.read import fetch_open_tables
from director.core.night.links.write import (
    close_tables,
    open_tables_to_phones,
    renew_access,
    reopen_tables,
)
from director.kinds import PhonesPage
from director.models import Section, Session
from director.models.event import SectionRef

OPEN, CLOSE = "open", "close"
"""Values of ``act`` in the form of the links. Any other is the number of a table to get a new link."""
LET_IN, REFUSE = "in", "out"
"""The first word of ``phone`` in the form of a phone. The number of the link and the device follow."""


@dataclass(frozen=True, slots=True)
class NewPhoneTable:
    """A table with phones that replaced another one, or that wait to be let in."""

    table_no: int
    access_id: int
    new_phones: tuple[NewPhone, ...]
    waiting_phones: tuple[KnownPhone, ...]


@method_decorator(require_role_to_read(Role.SCORER), name="dispatch")
class PhonesView(PageView, PhonesPage):
    """The page of the private links of tables, and its buttons."""

    http_method_names = ("get", "head", "post")

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page and its links, below a section or party."""
        view = cls.view_of(cls.change_links)
        return [
            path("tables/", cls.as_view(), name=f"{cls.step}_tables"),
            path("tables/addresses/", view, name=f"{cls.step}_tables_addresses"),
        ]

    def get(self, request: DeskRequest, session_id: SectionRef | int) -> HttpResponse:
        """Show the tables with their links."""
        return self._answer(request, session_id)

    def post(self, request: DeskRequest, session_id: SectionRef | int) -> HttpResponse:
        """Save how results are entered."""
        return self._answer(request, session_id)

    def _answer(self, request: DeskRequest, session_id: SectionRef | int) -> HttpResponse:
        context = self.make_context(session_id)
        tables = self.count_tables(context)
        context |= {"no_tables": self.no_tables_template, "tables": tables}
        if tables:
            form = self.make_form(context, request.POST if request.method == "POST" else None)
            if request.method == "POST" and form and form.is_valid():
                messages.success(request, self.store_settings(context, form, request.user))
                return redirect(f"{self.step}_tables", session_id=session_id)
            is_on_paper = partial(self.is_on_paper, context)
            context |= _make_links_context(request, context, is_on_paper) | {
                "form": form,
                "act_url": reverse(f"{self.step}_tables_addresses", args=[session_id]),
                "print_url": reverse(f"{self.step}_print", args=[session_id]),
            }
        return render(request, "additions/phones/page.html", context)

    @method_decorator(require_POST)
    def change_links(self, request: DeskRequest, session_id: SectionRef | int) -> HttpResponse:
        """Create, replace or close the private links of tables."""
        context = self.make_context(session_id)
        _change_links(
            request, context["session"], self.count_tables(context), section=context.get("section")
        )
        return redirect(f"{self.step}_tables", session_id=session_id)

    @method_decorator(require_safe)
    def show_new_phones(self, request: DeskRequest, session_id: SectionRef | int) -> HttpResponse:
        """Show new phones at tables, as a part of Play."""
        if not request.htmx:
            return redirect(f"{self.step}_play", session_id=session_id)
        session = self.load_session(session_id)
        context = {"session": session, "came": find_new_phone_tables(session)}
        return render(request, self.new_phones_template, context)

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def refuse_or_admit_phone(
        self, request: DeskRequest, session_id: SectionRef | int
    ) -> HttpResponse:
        """Let a phone at a table in, or refuse it."""
        _admit_or_refuse_phone(request, self.load_session(session_id))
        return redirect(f"{self.step}_play", session_id=session_id)


def _make_links_context(
    request: HttpRequest, context: dict[str, Any], is_on_paper: Callable[[int], bool]
) -> dict[str, Any]:
    """Return the list of links, with the QR code of the table in ``?table=``. (One query.)"""
    access_by_table = fetch_open_tables(context["session"], context.get("section"))
    phones_by_access = fetch_phone_rows(access_by_table.values())
    base_address = find_program_address(request)
    rows = []
    for table_no in range(1, context["tables"] + 1):
        access = access_by_table.get(table_no)
        address = ""
        phones: tuple[PhoneRow, ...] = ()
        if access:
            page_path = reverse("table_page", args=[access.token])
            address = _make_full_address(request, base_address, page_path)
            phones = phones_by_access[access.pk]
        rows.append(TableRow(table_no, access, address, is_on_paper(table_no), phones))
    shown_table = parse_small_number(request.GET.get("table", ""))
    shown_row = next((row for row in rows if row.table_no == shown_table and row.access), None)
    return {
        "tables": rows,
        "is_open": bool(access_by_table),
        "is_missing": not all(row.access for row in rows),
        "with_phone": sum(row.last_contact is not None for row in rows),
        "shown": shown_row,
        # Without a base address phones couldn't open a scanned link.
        "qr": make_qr_code(shown_row.address) if shown_row and base_address else "",
        "address_is_local": not base_address,
        "code_address": _make_full_address(request, base_address, reverse("table_code")),
    }


def _make_full_address(request: HttpRequest, base_address: str, path: str) -> str:
    """Return the address of *path* for phones, or for this computer without a *base_address*."""
    if base_address:
        return f"{base_address}{path}"
    return request.build_absolute_uri(path)


def _change_links(
    request: HttpRequest, session: Session, tables: int, *, section: Section | None = None
) -> None:
    """Do what the pressed button says."""
    act = request.POST.get("act", "")
    reopened_act = parse_record_number(request.GET.get("reopen", ""))
    if "phone" in request.POST:
        _admit_or_refuse_phone(request, session)
    elif act == OPEN:
        open_tables_to_phones(session=session, section=section, tables=range(1, tables + 1))
    elif act == CLOSE:
        last_closed = close_tables(session=session, section=section)
        undo_address = f"{request.path}?reopen={last_closed}"
        text = "All links are closed. Printed table cards no longer work."
        messages.success(request, text, extra_tags=undo_address)
    elif reopened_act:
        reopen_tables(session=session, section=section, last=reopened_act)
        messages.success(request, "The links work again.")
    else:
        _renew_link(request, session, section, act)


def _renew_link(
    request: HttpRequest, session: Session, section: Section | None, table_no: str
) -> None:
    # The form names the link that the page showed, so a second press finds nothing left to do.
    shown_access = parse_small_number(request.POST.get(f"access-{table_no}", ""))
    for access in session.accesses.filter(
        section=section,
        revoked_at__isnull=True,
        table_no=parse_small_number(table_no),
        pk=shown_access,
    ):
        renew_access(access=access)
        messages.success(
            request,
            f"Table {access.table_no} has a new link. Scan its code, or print its card again.",
        )


def find_new_phone_tables(session: Session) -> tuple[NewPhoneTable, ...]:
    """Return the tables of *session* with a new or waiting phone.

    One query, and one if a phone is new.
    """
    # The first phone of a table is nothing new.
    accesses = [access for access in fetch_open_tables(session).values() if len(access.phones) > 1]
    heard_by_access = get_recent_phones([access.pk for access in accesses])
    came_by_access = {}
    for access in accesses:
        new_phones = find_new_phones(list_known_phones(access.phones), heard_by_access[access.pk])
        came_by_access[access.pk] = tuple(phone for phone in new_phones if phone.earlier_heard_at)
    came_by_access = add_result_counts(came_by_access)
    tables = []
    for access in accesses:
        table = NewPhoneTable(
            table_no=access.table_no or 0,
            access_id=access.pk,
            new_phones=came_by_access[access.pk],
            waiting_phones=filter_waiting_phones(list_known_phones(access.phones)),
        )
        if table.new_phones or table.waiting_phones:
            tables.append(table)
    return tuple(tables)


def _admit_or_refuse_phone(request: HttpRequest, session: Session) -> None:
    """Let a phone in or refuse it, by the pressed button."""
    decision, number, device = [*request.POST.get("phone", "").split(" ", 2), "", ""][:3]
    access = session.accesses.filter(pk=parse_small_number(number), table_no__isnull=False).first()
    if access is None or decision not in (LET_IN, REFUSE):
        messages.warning(
            request, "The page didn’t say which phone you mean. Reload it and try again."
        )
        return
    user = request.user if isinstance(request.user, User) else None
    with show_refusals_as_messages(request):
        message = decide_phone(access=access, device=device, is_in=decision == LET_IN, user=user)
        messages.success(request, message)


PARTS = (
    "bridge",
    "auction",
    "storage",
    "queue",
    "state",
    "parts",
    "decisions",
    "matches",
    "pad",
    "pages",
    "moved",
    "outside",
    "turned",
    "names",
    "phones",
    "table",
)
"""The files of the script, in ``static/core/phones``. Each uses only earlier ones while it loads."""
_MODULE_SYNTAX = re.compile(r"^(import \{[^}]*\} from \"[^\"]*\";\n|export )", re.MULTILINE)
"""What says from where a part has its names. In one piece the parts share them."""
WORKER = "worker"
"""The file of the service worker, which isn't part of the script."""


@cache
def build_phone_script() -> str:
    """Return the script of the tables' page in one piece.

    A phone at the edge of a weak network then needs one request.
    """
    parts = [_MODULE_SYNTAX.sub("", _read_script(name)) for name in PARTS]
    return "\n".join(['"use strict";', *parts])


def _read_script(name: str) -> str:
    return Path(str(finders.find(f"core/phones/{name}.js"))).read_text(encoding="utf-8")


@login_not_required
@require_safe
@conditional_page
def send_table_script(_request: HttpRequest) -> HttpResponse:
    """Answer with the script of the tables' page, or 304."""
    return HttpResponse(build_phone_script(), content_type="text/javascript; charset=utf-8")


@login_not_required
@require_safe
def send_service_worker(_request: HttpRequest, **_token: str) -> HttpResponse:
    """Return the service worker of a phone's page."""
    script = _read_script(WORKER).replace("/static/", settings.STATIC_URL)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
