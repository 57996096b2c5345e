"""Links in HTML pages, found and rewritten."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from http import HTTPStatus
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone

from director.core.base.requests import SiteRequest, internal_request
from director.core.base.versions import EventVersion

LINKED = {"a": "href", "img": "src", "link": "href"}
"""The elements that lead to something else, each with the attribute that says where."""
_ONLY_HERE = "hx-"  # what only a running program understands
_SAID = r"""(?:[^"'>]|"[^"]*"|'[^']*')*"""
_TOLD = re.compile(
    rf"<script\b{_SAID}>.*?</script\s*>|<(?:{'|'.join(LINKED)})\b{_SAID}>|</a\s*>|<(?=[a-z][^>]*\s{_ONLY_HERE}){_SAID}>",
    re.IGNORECASE | re.DOTALL,
)
"""What of a page is looked at: scripts, links and their ends, and what speaks to a running program."""


@dataclass(frozen=True, slots=True)
class _Link:
    """The start tag of a link to *address*, split *before* and *after* it."""

    tag: str
    address: str
    before: str
    after: str

    def written(self, address: str) -> str:
        """Return the tag with a link to *address*."""
        return f"{self.before}{escape(address)}{self.after}"


@dataclass(frozen=True, slots=True)
class _End:
    """The end of an element that began with *link*."""

    link: _Link


class LinkedPage:
    """A parsed HTML page without scripts.

    >>> page = LinkedPage('<p><a href="/b/" hx-get="/b/">B</a> <a href="/c/">C</a></p><script src="x.js"></script>')
    >>> page.addresses
    ['/b/', '/c/']
    >>> page.written({"/b/": "b.html"}.get)
    '<p><a href="b.html">B</a> C</p>'
    """

    def __init__(self, html: str) -> None:
        self._parts: list[str | _Link | _End] = []
        links: list[_Link] = []
        end = 0
        for match in _TOLD.finditer(html):
            self._parts.append(html[end : match.start()])
            end = match.end()
            told = _read_tag(match[0])
            if told is None:
                self._parts.append(_End(links.pop()) if links else match[0])
                continue
            self._parts.append(told)
            if isinstance(told, _Link) and told.tag == "a":
                links.append(told)
        self._parts.append(html[end:])

    @property
    def addresses(self) -> list[str]:
        """Where the page leads, in its order."""
        return [part.address for part in self._parts if isinstance(part, _Link)]

    def written(self, address_of: Callable[[str], str | None]) -> str:
        """Return the page where every link leads to what *address_of* gives for its address.

        What leads nowhere (``None``) is no link any more: its words stay.
        """
        return "".join(self._written(address_of))

    def _written(self, address_of: Callable[[str], str | None]) -> Iterator[str]:
        for part in self._parts:
            if isinstance(part, str):
                yield part
                continue
            link = part.link if isinstance(part, _End) else part
            address = address_of(link.address)
            if address is not None:
                yield f"</{link.tag}>" if isinstance(part, _End) else link.written(address)


class _Tag(HTMLParser):
    """One tag, read as a browser reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tag, self.attrs = "", list[tuple[str, str | None]]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.tag, self.attrs = tag, attrs


@lru_cache(maxsize=65_536)  # every page leads to the same pages
def _read_tag(text: str) -> str | _Link | None:
    """Return a start tag as a link or as text, or None for the end of a link."""
    if text.startswith("</"):
        return None
    if text[1:7].lower() == "script":
        return ""
    if text.endswith("/>"):  # closed at once, as those of drawings are
        return text
    read = _Tag(text)
    kept = [(name, value) for name, value in read.attrs if not name.startswith(_ONLY_HERE)]
    leads = LINKED.get(read.tag, "")
    address = dict(kept).get(leads)
    if address is None:
        if len(kept) < len(read.attrs):
            return f"<{read.tag}{''.join(map(_attribute, kept))}>"
        return text
    at = [name for name, _value in kept].index(leads)
    before, after = ("".join(map(_attribute, said)) for said in (kept[:at], kept[at + 1 :]))
    return _Link(read.tag, address, f'<{read.tag}{before} {leads}="', f'"{after}>')


def _attribute(said: tuple[str, str | None]) -> str:
    name, value = said
    if value is None:
        return f" {name}"
    return f' {name}="{escape(value)}"'


# The public pages of an event as visitors are shown them, reached from its first page by the links
# on each.
#
# So a site holds what the program shows, of every kind of event, and a page that is added to the
# program is in it.

FRAME = "core/site/frame.html"
"""What stands around a page that lies in a folder, in place of the bars and scripts of the program."""
_ASKED = (
    "after",
    "by",
    "page",
)  # what of a page's address makes another page, and is no way to look at the same one
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What no site holds: it says when it was made, and CSV says the same."""
_SHOWN = (HTTPStatus.OK, HTTPStatus.CONFLICT)  # a night that cannot be scored says so


@dataclass(frozen=True, slots=True)
class Fetched:
    """What visitors get at *address*: bytes, and the *page* they make if they are one."""

    address: str
    content: bytes
    page: LinkedPage | None = None


def pages_of(first: Sequence[str], within: str, version: EventVersion | None) -> dict[str, Fetched]:
    """Return every page for visitors below *within*, by address, starting at *first*.

    *version* is that of the event (:func:`~director.core.base.versions.event_shown`): its results
    are read once.
    """
    fetched: dict[str, Fetched] = {}
    with timezone.override(datetime.now().astimezone().tzinfo):
        waiting = list(first)
        while waiting:
            address = waiting.pop(0)
            if address in fetched or (answer := _fetch(address, version)) is None:
                continue
            fetched[address] = answer
            if answer.page:
                led_to = (
                    plain_address(address, link) for link in dict.fromkeys(answer.page.addresses)
                )
                waiting += [
                    other
                    for other in led_to
                    if other and other.startswith(within) and other not in fetched
                ]
    return fetched


def plain_address(base: str, link: str) -> str | None:
    """Return the address of *link* on the page *base* without display options, or None.

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


def _fetch(address: str, version: EventVersion | None) -> Fetched | None:
    path, _, query = address.partition("?")
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if getattr(match.func, "login_required", True):  # a page of the desk
        return None
    answer: HttpResponse = match.func(
        site_request(path, query, version, match), *match.args, **match.kwargs
    )
    if answer.status_code not in _SHOWN:
        return None
    called = answer.headers["Content-Type"]
    if called == WORKBOOK:
        return None
    is_page = called.startswith("text/html")
    return Fetched(
        address, answer.content, LinkedPage(answer.content.decode()) if is_page else None
    )


def site_request(
    path: str,
    query: str = "",
    version: EventVersion | None = None,
    match: ResolverMatch | None = None,
) -> HttpRequest:
    """Return a signed-out request for a page of the static site."""
    request = internal_request(SiteRequest(), AnonymousUser(), path, query, match)
    request.version, request.frame = version, FRAME
    return request
