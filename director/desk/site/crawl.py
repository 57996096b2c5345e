"""The public pages of an event as visitors are shown them, reached from its first page by the links on each.

So a site holds what the program shows, of every kind of event, and a page that is added to the program is in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone

from director.desk.requests import SiteRequest, asked_by_program
from director.desk.site.links import LinkedPage

FRAME = "desk/site/frame.html"
"""What stands around a page that lies in a folder, in place of the bars and scripts of the program."""
_ASKED = ("after", "by", "page")  # what of a page's address makes another page, and is no way to look at the same one
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What no site holds: it says when it was made, and CSV says the same."""
_SHOWN = (HTTPStatus.OK, HTTPStatus.CONFLICT)  # a night that cannot be scored says so


@dataclass(frozen=True, slots=True)
class Fetched:
    """What visitors get at *address*: bytes, and the *page* they make if they are one."""

    address: str
    content: bytes
    page: LinkedPage | None = None


def pages_of(first: Sequence[str], within: str, mark: str) -> dict[str, Fetched]:
    """Return by its address whatever visitors can read below *within*, beginning with the addresses *first*.

    *mark* is that of the event (:func:`~director.desk.publish.read.event_shown`); its results are read once for it.
    """
    fetched: dict[str, Fetched] = {}
    with timezone.override(datetime.now().astimezone().tzinfo):
        waiting = list(first)
        while waiting:
            address = waiting.pop(0)
            if address in fetched or (answer := _fetch(address, mark)) is None:
                continue
            fetched[address] = answer
            if answer.page:
                led_to = (plain_address(address, link) for link in dict.fromkeys(answer.page.addresses))
                waiting += [other for other in led_to if other and other.startswith(within) and other not in fetched]
    return fetched


def plain_address(base: str, link: str) -> str | None:
    """Return where *link* on the page *base* leads, without what only looks at a page otherwise; ``None`` for nowhere.

    >>> plain_address("/events/7/", "boards/1/#top"), plain_address("/events/7/", "?after=2")
    ('/events/7/boards/1/', '/events/7/?after=2')
    >>> plain_address("/events/7/", "?after=2&sort=total"), plain_address("/events/7/", "https://example.org/")
    (None, None)
    """
    return _plain("/" if link.startswith("/") else base, link)


@lru_cache(maxsize=65_536)  # every page leads to the same pages
def _plain(base: str, link: str) -> str | None:
    parts = urlsplit(urldefrag(urljoin(base, link)).url)
    asked = parse_qsl(parts.query, keep_blank_values=True)
    if parts.netloc or any(name.rpartition("-")[2] not in _ASKED for name, _value in asked):
        return None
    return parts.path + (f"?{urlencode(sorted(asked))}" if asked else "")


def _fetch(address: str, mark: str) -> Fetched | None:
    path, _, query = address.partition("?")
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if getattr(match.func, "login_required", True):  # a page of the desk
        return None
    answer: HttpResponse = match.func(site_request(path, query, mark, match), *match.args, **match.kwargs)
    if answer.status_code not in _SHOWN:
        return None
    called = answer.headers["Content-Type"]
    if called == WORKBOOK:
        return None
    is_page = called.startswith("text/html")
    return Fetched(address, answer.content, LinkedPage(answer.content.decode()) if is_page else None)


def site_request(path: str, query: str = "", mark: str = "", match: ResolverMatch | None = None) -> HttpRequest:
    """Return the request of somebody who is not signed in for a page that will lie in a folder."""
    request = asked_by_program(SiteRequest(), AnonymousUser(), path, query, match)
    request.mark, request.frame = mark, FRAME
    return request
