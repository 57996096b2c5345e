"""The director's page for private links and phones, and the script for the tables' page.

Each table has a private *link* (an :class:`~director.models.Access`), which is printed on its table
card. A table's *phones* have used its link. An unknown phone may have to *wait* until the director
lets it in, and a *shut* phone is refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db.models import Count, Max, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page, require_POST, require_safe

from director.additions.phones.codes import make_short_code
from director.core.base.address import detect_program_address, make_qr_code
from director.core.base.forms import parse_record_number, parse_small_number
from director.core.base.requests import DeskRequest, PageView
from director.core.base.roles import Role, require_role_to_read, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.night.links.finding import fetch_open_accesses_by_table
from director.core.night.links.opening import (
    close_table_addresses,
    get_first_link_round,
    open_table_addresses,
    renew_access,
    reopen_table_addresses,
)
from director.core.night.phones import (
    BOTH_SIDES,
    PRESENCE_PERIOD,
    KnownPhone,
    Phone,
    TableWithNewPhones,
    detect_new_phones,
    filter_waiting_phones,
    format_phone_name,
    get_phones_by_access_id,
    list_known_phones,
    make_new_phones_by_access_id,
    set_phone_admission,
)
from director.core.night.table_api import PhonesPage
from director.models import Access, Section, Session, TableWord
from director.models.access import PhoneState
from director.models.event import SectionRef


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone of a table."""

    device: str  # "" for a phone that the table doesn't know
    side: str
    name: str  # its side, with a number if several phones have joined for that side
    joined_at: datetime | None  # None for a phone that the table doesn't know
    heard_at: datetime | None
    unsent_entries: int  # how many entries it hasn't sent yet
    is_shut: bool  # whether it may not enter results
    is_waiting: bool  # whether the director still has to let it in
    last_entry: str  # "board 7 at 21:43", empty if it has entered nothing
    result_count: int
    is_current: bool  # whether it is probably still at the table

    @property
    def can_be_blocked(self) -> bool:
        """Whether the table knows the phone and it isn't blocked already."""
        return self.joined_at is not None and (self.is_waiting or not self.is_shut)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the list, with its link and its phones."""

    table_no: int
    access: Access | None
    address: str
    is_on_paper: bool
    phones: tuple[PhoneRow, ...]  # the newest first

    @property
    def current_phones(self) -> tuple[PhoneRow, ...]:
        """The phones that are probably still at the table."""
        return tuple(phone for phone in self.phones if phone.is_current)

    @property
    def previous_phones(self) -> tuple[PhoneRow, ...]:
        """The phones that the current ones have probably replaced."""
        return tuple(phone for phone in self.phones if not phone.is_current)

    @property
    def short_code(self) -> str:
        """The short code for players who can't scan the QR code."""
        if self.access is None:
            return ""
        return make_short_code(self.access.token)

    @property
    def last_contact(self) -> datetime | None:
        """The time at which a phone that may enter results was heard last."""
        times = [phone.heard_at for phone in self.phones if phone.heard_at and not phone.is_shut]
        return max(times, default=None)

    @property
    def needs_check(self) -> bool:
        """Whether the director should look at the phones of the table.

        Nothing needs a look if there is one phone per side and each has sent all its entries.
        """
        sides = set()
        for phone in self.current_phones:
            if phone.is_shut or phone.unsent_entries or phone.side in sides:
                return True
            sides.add(phone.side)
        return False


def fetch_phone_rows_by_access(accesses: Collection[Access]) -> dict[int, tuple[PhoneRow, ...]]:
    """Return the phones of each link, the newest first. One query."""
    access_ids = [access.pk for access in accesses]
    heard_by_access = get_phones_by_access_id(access_ids)
    last_entry_by_phone = _fetch_last_entry_by_phone(access_ids)
    rows_by_access = {}
    for access in accesses:
        heard_phones = heard_by_access[access.pk]
        rows_by_access[access.pk] = _make_table_rows(access, heard_phones, last_entry_by_phone)
    return rows_by_access


def _make_table_rows(
    access: Access,
    heard_phones: Iterable[Phone],
    last_entry_by_phone: dict[tuple[int, str], tuple[str, int]],
) -> tuple[PhoneRow, ...]:
    known_phones = list_known_phones(access.phones)
    heard_by_device = {phone.device: phone for phone in heard_phones}
    name_by_device = _number_phone_names(known_phones)
    current_devices = _select_current_devices(known_phones, heard_by_device)
    rows = []
    for known_phone in known_phones:
        # Popped, so that only phones that the table doesn't know are left in the dictionary.
        heard_phone = heard_by_device.pop(known_phone.device, None)
        heard_at = None
        unsent_entries = 0
        if heard_phone:
            heard_at = heard_phone.heard_at
            unsent_entries = heard_phone.unsent_count
        last_entry, result_count = last_entry_by_phone.get((access.pk, known_phone.device), ("", 0))
        row = PhoneRow(
            device=known_phone.device,
            side=_get_single_side(known_phone.side),
            name=name_by_device[known_phone.device],
            joined_at=known_phone.joined_at,
            heard_at=heard_at,
            unsent_entries=unsent_entries,
            is_shut=known_phone.state.is_blocked,
            is_waiting=known_phone.state is PhoneState.WAITS,
            last_entry=last_entry,
            result_count=result_count,
            is_current=known_phone.device in current_devices,
        )
        rows.append(row)
    rows.reverse()
    rows.extend(map(_make_unknown_row, heard_by_device.values()))
    return tuple(rows)


def _make_unknown_row(heard_phone: Phone) -> PhoneRow:
    side = _get_single_side(heard_phone.side)
    return PhoneRow(
        device="",
        side=side,
        name=format_phone_name(side),
        joined_at=None,
        heard_at=heard_phone.heard_at,
        unsent_entries=heard_phone.unsent_count,
        is_shut=False,
        is_waiting=False,
        last_entry="",
        result_count=0,
        is_current=True,
    )


def _get_single_side(side: str) -> str:
    """Return the only side that a phone answers for, or "" if it answers for both."""
    if side == BOTH_SIDES:
        return ""
    return side


def _number_phone_names(known_phones: Collection[KnownPhone]) -> dict[str, str]:
    """Return each phone's name by device. Phones with the same name are numbered as they joined."""
    phone_count_by_name = Counter(phone.name for phone in known_phones)
    phone_no_by_name: Counter[str] = Counter()
    name_by_device = {}
    for phone in known_phones:
        name = phone.name
        phone_no_by_name[name] += 1
        if phone_count_by_name[name] > 1:
            name_by_device[phone.device] = f"{name} {phone_no_by_name[name]}"
        else:
            name_by_device[phone.device] = name
    return name_by_device


def _select_current_devices(
    known_phones: Iterable[KnownPhone], heard_by_device: dict[str, Phone]
) -> set[str]:
    """Return the devices of the phones that are probably still at the table.

    They are the newest phone of each side, and phones that were heard just now, have unsent entries
    or may not enter results.
    """
    now = timezone.now()
    newest_by_side = {}
    current_devices = set()
    for phone in known_phones:
        heard_phone = heard_by_device.get(phone.device)
        if phone.state.is_blocked:
            current_devices.add(phone.device)
            continue
        newest_by_side[_get_single_side(phone.side)] = phone.device
        if heard_phone and (
            heard_phone.unsent_count or now - heard_phone.heard_at <= PRESENCE_PERIOD
        ):
            current_devices.add(phone.device)
    return current_devices | set(newest_by_side.values())


def _fetch_last_entry_by_phone(
    access_ids: Collection[int],
) -> dict[tuple[int, str], tuple[str, int]]:
    """Return each phone's last entry and number of results, by link and device.

    The last entry is as "board 7 at 21:43". One query.
    """
    entries = TableWord.objects.filter(access__in=access_ids, kind=TableWord.Kind.RESULT)
    entries = entries.exclude(device="").order_by()
    last_by_phone = entries.values("access", "device").annotate(last=Max("pk"))
    same_phone = entries.filter(access=OuterRef("access"), device=OuterRef("device"))
    results = same_phone.filter(version__isnull=False).values("device").annotate(n=Count("pk"))
    last_entries = TableWord.objects.filter(pk__in=last_by_phone.values("last"))
    last_entries = last_entries.annotate(results=Coalesce(Subquery(results.values("n")), 0))
    return {
        (entry.access_id, entry.device): (_describe_entry(entry), entry.results)
        for entry in last_entries.only("access_id", "device", "board_no", "round_no", "heard_at")
    }


def _describe_entry(entry: TableWord) -> str:
    """Return the board or round of *entry* and its local time."""
    time = f"{timezone.localtime(entry.heard_at):%H:%M}"
    if entry.board_no:
        return f"board {entry.board_no} at {time}"
    if entry.round_no:
        return f"round {entry.round_no} at {time}"
    return time


OPEN, CLOSE = "open", "close"
"""Values of ``act`` in the form of the links. Any other is the number of a table to get a new link."""
LET_IN, REFUSE = "in", "out"
"""The first word of ``phone`` in the form of a phone. The number of the link and the device follow."""


@method_decorator(require_role_to_read(Role.SCORER), name="dispatch")
class PhonesView(PageView, PhonesPage):
    """The page of the private links of tables, and its buttons."""

    http_method_names = ("get", "head", "post")

    @classmethod
    def list_urls(cls) -> list[URLPattern]:
        """Return the addresses of the page and its links, below a section or party."""
        view = cls.make_view(cls.change_links)
        return [
            path("tables/", cls.as_view(), name=f"{cls.url_prefix}_tables"),
            path("tables/addresses/", view, name=f"{cls.url_prefix}_tables_addresses"),
        ]

    def get(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Show the tables with their links."""
        return self._render_or_store(request, ref)

    def post(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Save how results are entered."""
        return self._render_or_store(request, ref)

    def _render_or_store(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        context = self.make_context(ref)
        tables = self.list_tables(context)
        context |= {"no_tables": self.no_tables_template, "tables": tables}
        if tables:
            form = self.make_form(context, request.POST if request.method == "POST" else None)
            if request.method == "POST" and form and form.is_valid():
                messages.success(request, self.store_settings(context, form, request.user))
                return redirect(f"{self.url_prefix}_tables", ref=ref)
            is_on_paper = partial(self.is_on_paper, context)
            context |= _make_links_context(request, context, is_on_paper) | {
                "form": form,
                "act_url": reverse(f"{self.url_prefix}_tables_addresses", args=[ref]),
                "print_url": reverse(f"{self.url_prefix}_print", args=[ref]),
            }
        return render(request, "additions/phones/page.html", context)

    @method_decorator(require_POST)
    def change_links(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Create, replace or close the private links of tables."""
        context = self.make_context(ref)
        _change_links(
            request, context["session"], self.list_tables(context), section=context.get("section")
        )
        return redirect(f"{self.url_prefix}_tables", ref=ref)

    @method_decorator(require_safe)
    def show_new_phones(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Show new phones at tables, as a part of Play."""
        if not request.htmx:
            return redirect(f"{self.url_prefix}_play", ref=ref)
        session = self.load_session(ref)
        context = {"session": session, "came": fetch_new_phone_tables(session)}
        return render(request, self.new_phones_template, context)

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def refuse_or_admit_phone(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Let a phone at a table in, or refuse it."""
        _admit_or_refuse_phone(request, self.load_session(ref))
        return redirect(f"{self.url_prefix}_play", ref=ref)


def _make_links_context(
    request: HttpRequest, context: dict[str, Any], is_on_paper: Callable[[int], bool]
) -> dict[str, Any]:
    """Return the list of links, with the QR code of the table in ``?table=``. (One query.)"""
    access_by_table = fetch_open_accesses_by_table(context["session"], context.get("section"))
    phone_rows_by_access = fetch_phone_rows_by_access(access_by_table.values())
    base_address = detect_program_address(request)
    rows = []
    for table_no in context["tables"]:
        access = access_by_table.get(table_no)
        address = ""
        phones: tuple[PhoneRow, ...] = ()
        if access:
            page_path = reverse("table_page", args=[access.token])
            address = _make_full_address(request, base_address, page_path)
            phones = phone_rows_by_access[access.pk]
        rows.append(TableRow(table_no, access, address, is_on_paper(table_no), phones))
    shown_table_no = parse_small_number(request.GET.get("table", ""))
    shown_row = next((row for row in rows if row.table_no == shown_table_no and row.access), None)
    return {
        "rows": rows,
        "has_links": bool(access_by_table),
        "lacks_links": not all(row.access for row in rows),
        "first_round": get_first_link_round(context["session"], context.get("section")),
        "tables_with_phone_count": sum(row.last_contact is not None for row in rows),
        "shown_row": shown_row,
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
    request: HttpRequest, session: Session, tables: Sequence[int], *, section: Section | None = None
) -> None:
    """Create, replace or close links, or admit or refuse a phone, by the pressed button."""
    action = request.POST.get("act", "")
    last_reopened_id = parse_record_number(request.GET.get("reopen", ""))
    if "phone" in request.POST:
        _admit_or_refuse_phone(request, session)
    elif action == OPEN:
        open_table_addresses(session=session, section=section, tables=tables)
    elif action == CLOSE:
        last_closed = close_table_addresses(session=session, section=section)
        undo_address = f"{request.path}?reopen={last_closed}"
        text = "All links are closed. Printed table cards no longer work."
        messages.success(request, text, extra_tags=undo_address)
    elif last_reopened_id:
        reopen_table_addresses(session=session, section=section, last_access_id=last_reopened_id)
        messages.success(request, "The links work again.")
    else:
        _renew_link(request, session, section, action)


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


def fetch_new_phone_tables(session: Session) -> tuple[TableWithNewPhones, ...]:
    """Return the tables of *session* with a new or waiting phone.

    One query, and one if a phone is new.
    """
    # The first phone of a table is nothing new.
    accesses = [
        access
        for access in fetch_open_accesses_by_table(session).values()
        if len(access.phones) > 1
    ]
    heard_by_access = get_phones_by_access_id([access.pk for access in accesses])
    new_phones_by_access = {}
    for access in accesses:
        new_phones = detect_new_phones(list_known_phones(access.phones), heard_by_access[access.pk])
        new_phones_by_access[access.pk] = tuple(
            phone for phone in new_phones if phone.previous_heard_at
        )
    new_phones_by_access = make_new_phones_by_access_id(new_phones_by_access)
    tables = []
    for access in accesses:
        table = TableWithNewPhones(
            table_no=access.table_no or 0,
            access_id=access.pk,
            new_phones=new_phones_by_access[access.pk],
            waiting_phones=filter_waiting_phones(list_known_phones(access.phones)),
        )
        if table.new_phones or table.waiting_phones:
            tables.append(table)
    return tuple(tables)


def _admit_or_refuse_phone(request: HttpRequest, session: Session) -> None:
    """Let a phone in or refuse it, by the pressed button."""
    # "in 17 *0f3a": the decision, the number of the link and the device.
    decision, _blank, link_and_device = request.POST.get("phone", "").partition(" ")
    number, _blank, device = link_and_device.partition(" ")
    access = session.accesses.filter(pk=parse_small_number(number), table_no__isnull=False).first()
    if access is None or decision not in (LET_IN, REFUSE):
        messages.warning(
            request, "The page didn’t say which phone you mean. Reload it and try again."
        )
        return
    user = request.user if isinstance(request.user, User) else None
    with show_refusals_as_messages(request):
        message = set_phone_admission(
            access=access, device=device, is_admitted=decision == LET_IN, user=user
        )
        messages.success(request, message)


SCRIPT_PARTS = (
    "bridge",
    "storage",
    "queue",
    "ui",
    "state",
    "auction",
    "entries",
    "rounds",
    "matches",
    "answers",
    "elements",
    "results",
    "seating",
    "colours",
    "calls",
    "draft",
    "change_keys",
    "boards",
    "pad",
    "outside",
    "wrong_table",
    "decisions",
    "other_tables",
    "match_result",
    "moved",
    "turned",
    "names",
    "phones",
    "pages",
    "home",
    "head",
    "notes",
    "table",
)
"""The files of the script, in ``static/core/phones``. Each imports only from earlier ones."""
_MODULE_SYNTAX = re.compile(r"^(import \{[^}]*\} from \"[^\"]*\";\n|export )", re.MULTILINE)
"""The imports and exports of a part. In one piece all parts share their names."""
WORKER = "worker"
"""The file of the service worker, which isn't part of the script."""


@cache
def make_phone_script() -> str:
    """Return the script of the tables' page in one piece.

    A phone at the edge of a weak network then needs one request.
    """
    parts = [_MODULE_SYNTAX.sub("", _load_script(name)) for name in SCRIPT_PARTS]
    return "\n".join(['"use strict";', *parts])


def _load_script(name: str) -> str:
    return Path(str(finders.find(f"core/phones/{name}.js"))).read_text(encoding="utf-8")


@login_not_required
@require_safe
@conditional_page
def send_table_script(_request: HttpRequest) -> HttpResponse:
    """Answer with the script of the tables' page, or 304."""
    return HttpResponse(make_phone_script(), content_type="text/javascript; charset=utf-8")


@login_not_required
@require_safe
def send_service_worker(_request: HttpRequest, **_token: str) -> HttpResponse:
    """Return the service worker of a phone's page."""
    script = _load_script(WORKER).replace("/static/", settings.STATIC_URL)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")
