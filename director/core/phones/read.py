"""Who asks by a private address, and a mark of all that its page follows from: one question, which reads no result.

What other tables bring changes nothing that a table is shown, so the mark leaves it out: it follows from what this
table said itself and from what directors did, at whatever place, and undid.  A pair is shown its share of each board,
which follows from what every table brings.

What lies at a table (its night, movement, rounds, people) does not follow from its own words about boards: it is read
once, and again after something else was done (``laid``).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.db.models import Aggregate, Case, Max, Model, OuterRef, QuerySet, Subquery, TextField, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from director.core import sentences
from director.core.address import network_of
from director.core.people.read import player_models
from director.core.phones.connected import phones_subquery
from director.core.publishing.read import CompiledQuery, listed, rows_found, with_zone
from director.models import Access, Act, Message, Plan, Section, Session, TableWord

T = TypeVar("T")
LAID_SECONDS = 3600
"""How long what lies at a table is kept unasked for."""
_OWN_WORDS = 2
"""How many of the last figures of the question are of what the table said itself."""
TABLE_PAGE = "core/phones/table/table.html"
"""The page of a table at which boards are played, which kinds above name."""
_TOKEN = "\x1d"  # noqa: S105  where the query is put together this stands for what is asked
_IS_TOKEN = re.compile(r"[\w-]{1,43}", re.ASCII)
_SESSION = ("clock", "round_no", "round_minutes", "round_ends_at", "seconds_left", "break_ends_at")
_EVENT_FIRST = ("published_at", "corrections_until", "contest")
_EVENT = ("name", "scoring", "removed_at", "club__name")


class Whose(Enum):
    """Who has a private address."""

    TABLE = "table"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class OpenAddress:
    """What is known of an open address at one moment: whose it is, what is played, and the *mark* of what is stored.

    *laid* is the mark without what the table said itself.  *phones* are no part of either: they are told beside.
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
    """Return the open addresses of tables with their phones, by their numbers; one query."""
    live = session.accesses.filter(section=section, table_no__isnull=False, revoked_at__isnull=True)
    live = live.annotate(**{"phones": phones_subquery()})
    return {access.table_no or 0: access for access in live if access.is_open}


def open_pairs(section: Section) -> dict[int, Access]:
    """Return the open addresses of the pairs of *section*, by their numbers; one query."""
    live = Access.objects.filter(entry__section=section, revoked_at__isnull=True).select_related("entry")
    return {access.entry.pair_no: access for access in live if access.entry and access.is_open}


def open_address(token: str) -> OpenAddress | None:
    """Return what is known of the address with *token*, ``None`` unless it is open; one query."""
    if not _IS_TOKEN.fullmatch(token):
        return None
    rows = rows_found(_address_query(), _TOKEN, token)
    if not rows:
        return None
    *row, phones = rows[0]
    expires_at, access_id, entry_id, event_id, published_at, corrections_until, contest, *_others = row
    now = timezone.now()
    if with_zone(expires_at) <= now:
        return None
    return OpenAddress(
        token=token,
        access_id=access_id,
        contest=contest,
        mark=_mark(row),
        laid=_mark(row[:-_OWN_WORDS]),
        whose=Whose.PAIR if entry_id else Whose.TABLE,
        event_id=event_id,
        is_published=published_at is not None,
        is_final=corrections_until is not None and with_zone(corrections_until) <= now,
        phones=json.loads(phones),
    )


def access_read(seen: OpenAddress) -> Access:
    """Return the record of the address that was *seen*, with session, section, event and club; at most one query."""

    def read() -> Access:
        access = Access.objects.select_related("session__event__club", "section", "entry").get(pk=seen.access_id)
        if access.section:
            access.section.session = access.session
        access.laid = seen.laid
        return access

    return cached_schedule(seen.access_id, seen.laid, "access", read)


def cached_schedule(access_id: int, laid: str, name: str, read: Callable[[], T]) -> T:
    """Return what *read* returns, a copy from memory as long as the mark *laid* of the address is the same.

    An empty mark keeps nothing.
    """
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
def _address_query() -> CompiledQuery:
    """Return what is asked of an address as SQL: to put it together takes 14 ms each time, to ask it half of one."""
    acts = {"event": OuterRef("session__event")}
    own = {"section": OuterRef("section")}
    named = {f"about_{number}": said for number, said in enumerate(_said(acts, own))}
    rows = Access.objects.filter(token=_TOKEN, revoked_at__isnull=True).order_by().annotate(**named)
    fields = (
        "expires_at",
        "pk",
        "entry",
        "session__event",
        *(f"session__event__{name}" for name in _EVENT_FIRST),
    )
    fields += ("made_at", "table_no", "section__at_tables")
    session = (f"session__{name}" for name in _SESSION)
    event = (f"session__event__{name}" for name in _EVENT)
    return rows.values_list(*fields, *session, *event, *named, phones_subquery()).query.sql_with_params()


def _said(acts: dict[str, Any], own: dict[str, Any]) -> list[Any]:
    """Return what is asked of the rows that change with what a page of a table or a pair shows.

    Moments, not numbers: after a backup is put back other rows get the numbers of those that are gone.
    """
    session = OuterRef("session")
    words = TableWord.objects.filter(access=OuterRef("pk"))
    names = [listed(model, path, "pk", "person__name", at="session") for model, path in player_models().items()]
    return [
        _latest(Act.objects.filter(**acts, made_by__isnull=False), "number", "made_at"),
        _latest(Act.objects.filter(**acts, undone_no__isnull=False), "undone_no", "undone_at"),
        Case(When(entry__isnull=False, then=_latest(Act.objects.filter(**acts), "number", "made_at"))),
        _figure(Plan, own | {"in_force": True}, Max("chosen_at")),
        _latest(Message.objects.filter(session=session), "pk", "made_at"),
        *(Subquery(each, output_field=TextField()) for each in names),
        _latest(words.filter(kind=TableWord.Kind.TURNED), "pk", "heard_at"),
        _latest(words, "pk", "heard_at"),
        _figure(TableWord, {"access": OuterRef("pk")}, Max("dropped_at")),
    ]


def _mark(row: Sequence[Any]) -> str:
    return sha256(repr(row).encode()).hexdigest()[:32]


def _latest(rows: QuerySet[Any], by: str, name: str) -> Subquery:
    return Subquery(rows.order_by(f"-{by}").values(name)[:1])


def _figure(model: type[Model], of: dict[str, Any], figure: Aggregate) -> Subquery:
    rows: QuerySet[Any] = model._base_manager.filter(**of).order_by()
    by = next(iter(of))
    return Subquery(rows.values(by).annotate(figure=figure).values("figure"))


# Private addresses at the door: whoever knows one comes in, and nobody finds one by trying.

MOST_WRONG, WRONG_SECONDS = 30, 600
"""How many wrong addresses may be tried from one place, in how long."""

View = Callable[..., HttpResponse]


def by_token(whose: Whose) -> Callable[[View], View]:
    """Give a view what is known of an open address of a table, or of a pair.

    404 for any other address, 429 for somebody who goes on trying.
    """

    def give(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, token: str, **asked: Any) -> HttpResponse:
            seen = open_address(token)
            return view(request, seen=seen, **asked) if seen and seen.whose is whose else no_address(request)

        return csrf_exempt(login_not_required(answer))

    return give


def no_address(request: HttpRequest) -> HttpResponse:
    """Answer somebody whose address is wrong, out of date or closed: nothing tells which.

    People, whose pages end with a slash, read one sentence; programs get the status alone.
    """
    name = f"wrong-{network_of(request.META.get('REMOTE_ADDR', ''))}"
    cache = caches["tables"]
    tries = cache.get(name, 0) + 1
    cache.set(name, tries, WRONG_SECONDS)
    status = HTTPStatus.TOO_MANY_REQUESTS if tries > MOST_WRONG else HTTPStatus.NOT_FOUND
    if not request.path.endswith("/"):
        return HttpResponse(status=status, content_type="text/plain")
    said = sentences.CODE_NOT_VALID if status is HTTPStatus.NOT_FOUND else sentences.CODES_TRIED
    return render(request, "core/phones/table/no_address.html", {"sentence": said.says()}, status=status)
