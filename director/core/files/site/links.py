"""The pages of a static site: fetched by following links, and written with other links.

A site holds what visitors can read in the program, whatever the kind of the event: the first page
is fetched, then every page for visitors that it links to. A page that is added to the program is
therefore in the site too. :class:`LinkedPage` finds the links of a page and writes the page with
others in their place; which files the pages become is the matter of ``read``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from http import HTTPStatus
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone

from director.core.base.machine_time import get_zone
from director.core.base.requests import SiteRequest, fill_internal_request
from director.core.base.versions import EventVersion

LINK_ATTRIBUTES = {"a": "href", "img": "src", "link": "href"}
"""The elements with a link, each with the attribute that holds it."""
_HTMX = "hx-"  # how attributes begin that only a running program can answer
_ATTRIBUTES = r"""(?:[^"'>]|"[^"]*"|'[^']*')*"""
_TAGS_TO_READ = re.compile(
    "|".join(
        (
            rf"<script\b{_ATTRIBUTES}>.*?</script\s*>",
            rf"<(?:{'|'.join(LINK_ATTRIBUTES)})\b{_ATTRIBUTES}>",
            r"</a\s*>",
            rf"<(?=[a-z][^>]*\s{_HTMX}){_ATTRIBUTES}>",
        )
    ),
    re.IGNORECASE | re.DOTALL,
)
"""The parts of a page that may change: scripts, links and their ends, and tags with htmx."""


@dataclass(frozen=True, slots=True)
class _Link:
    """The start tag of a link to *address*, with its text before and after the address."""

    tag: str
    address: str
    text_before: str
    text_after: str

    def render(self, address: str) -> str:
        """Return the tag with a link to *address*."""
        return f"{self.text_before}{escape(address)}{self.text_after}"


@dataclass(frozen=True, slots=True)
class _LinkEnd:
    """The end tag of *link*."""

    link: _Link


class LinkedPage:
    """A parsed HTML page without scripts.

    >>> page = LinkedPage('<p><a href="/b/" hx-get="/b/">B</a> <a href="/c/">C</a></p><script src="x.js"></script>')
    >>> page.addresses
    ['/b/', '/c/']
    >>> page.render({"/b/": "b.html"}.get)
    '<p><a href="b.html">B</a> C</p>'
    """

    def __init__(self, html: str) -> None:
        self._parts: list[str | _Link | _LinkEnd] = []
        open_links: list[_Link] = []
        end = 0
        for match in _TAGS_TO_READ.finditer(html):
            self._parts.append(html[end : match.start()])
            end = match.end()
            tag = _read_tag(match[0])
            if tag is None:
                self._parts.append(_LinkEnd(open_links.pop()) if open_links else match[0])
                continue
            self._parts.append(tag)
            # The other elements with a link have no end tag.
            if isinstance(tag, _Link) and tag.tag == "a":
                open_links.append(tag)
        self._parts.append(html[end:])

    @property
    def addresses(self) -> list[str]:
        """The addresses of the page's links, in its order."""
        return [part.address for part in self._parts if isinstance(part, _Link)]

    def render(self, find_address: Callable[[str], str | None]) -> str:
        """Return the page with every address replaced by ``find_address(address)``.

        If *find_address* returns None, the link is removed and its text stays.
        """
        return "".join(self._render_parts(find_address))

    def _render_parts(self, find_address: Callable[[str], str | None]) -> Iterator[str]:
        for part in self._parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, _LinkEnd):
                if find_address(part.link.address) is not None:
                    yield f"</{part.link.tag}>"
            else:
                address = find_address(part.address)
                if address is not None:
                    yield part.render(address)


class _Tag(HTMLParser):
    """A start tag, parsed as a browser parses it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tag = ""
        self.attrs: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the parsed tag."""
        self.tag, self.attrs = tag, attrs


@lru_cache(maxsize=65_536)  # most links are on every page of a site
def _read_tag(text: str) -> str | _Link | None:
    """Return a start tag as a link or as text, or None for the end of a link."""
    if text.startswith("</"):
        return None
    if text[1:7].lower() == "script":
        return ""
    if text.endswith("/>"):  # an element of a drawing, which has no end tag
        return text
    parsed = _Tag(text)
    attrs = [(name, value) for name, value in parsed.attrs if not name.startswith(_HTMX)]
    link_attribute = LINK_ATTRIBUTES.get(parsed.tag, "")
    address = dict(attrs).get(link_attribute)
    if address is None:
        if len(attrs) < len(parsed.attrs):
            return f"<{parsed.tag}{_format_attributes(attrs)}>"
        return text  # nothing to leave out, so the tag stays as it is written
    position = [name for name, _value in attrs].index(link_attribute)
    text_before = _format_attributes(attrs[:position])
    text_after = _format_attributes(attrs[position + 1 :])
    return _Link(
        tag=parsed.tag,
        address=address,
        text_before=f'<{parsed.tag}{text_before} {link_attribute}="',
        text_after=f'"{text_after}>',
    )


def _format_attributes(attrs: Sequence[tuple[str, str | None]]) -> str:
    text = ""
    for name, value in attrs:
        text += f" {name}" if value is None else f' {name}="{escape(value)}"'
    return text


FRAME = "core/site/frame.html"
"""The base template of a page in a site, without the program's menus and scripts."""
_CONTENT_PARAMS = ("after", "by", "page")
"""Query parameters that make another page. All others only change how a page is displayed."""
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content type that sites leave out: a workbook holds its time, and the same data are in CSV."""
_PAGE_STATUSES = (HTTPStatus.OK, HTTPStatus.CONFLICT)
"""A page with the status *conflict* says why the event can't be scored."""


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The response to visitors at *address*. *page* is its parsed content if it is HTML."""

    address: str
    content: bytes
    page: LinkedPage | None = None


def fetch_pages(
    first: Sequence[str], base_path: str, version: EventVersion | None
) -> dict[str, FetchedPage]:
    """Return every page for visitors below *base_path*, by address, starting at *first*.

    All pages are made of the event's *version*
    (:func:`~director.core.base.versions.fetch_published_event_version`), so that its results are scored only once.
    """
    fetched: dict[str, FetchedPage] = {}
    # The middleware that sets the machine's time zone doesn't see these requests.
    with timezone.override(get_zone()):
        waiting = list(first)
        while waiting:
            address = waiting.pop(0)
            if address in fetched:
                continue
            response = _fetch(address, version)
            if response is None:
                continue
            fetched[address] = response
            links = dict.fromkeys(response.page.addresses) if response.page else {}
            for link in links:
                target = get_plain_address(address, link)
                if target and target.startswith(base_path) and target not in fetched:
                    waiting.append(target)
    return fetched


def get_plain_address(base: str, link: str) -> str | None:
    """Return the address of *link* on the page *base*, or None if it only changes the display.

    >>> get_plain_address("/events/7/", "boards/1/#top"), get_plain_address("/events/7/", "?after=2")
    ('/events/7/boards/1/', '/events/7/?after=2')
    >>> get_plain_address("/events/7/", "?after=2&sort=total"), get_plain_address("/events/7/", "https://example.org/")
    (None, None)
    """
    # A link from the root is the same on every page, so it is worked out once for all of them.
    return _get_cached_plain_address("/" if link.startswith("/") else base, link)


@lru_cache(maxsize=65_536)  # most links are on every page of a site
def _get_cached_plain_address(base: str, link: str) -> str | None:
    parts = urlsplit(urldefrag(urljoin(base, link)).url)
    params = parse_qsl(parts.query, keep_blank_values=True)
    # Tables put a prefix before their parameters, as in "north-south-page".
    names = {name.rpartition("-")[2] for name, _value in params}
    if parts.netloc or not names.issubset(_CONTENT_PARAMS):
        return None
    if params:
        return f"{parts.path}?{urlencode(sorted(params))}"
    return parts.path


def _fetch(address: str, version: EventVersion | None) -> FetchedPage | None:
    path, _, query = address.partition("?")
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if getattr(match.func, "login_required", True):  # a page of the desk
        return None
    request = make_site_request(path, query, version, match)
    response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    if response.status_code not in _PAGE_STATUSES:
        return None
    content_type = response.headers["Content-Type"]
    if content_type == WORKBOOK:
        return None
    page = None
    if content_type.startswith("text/html"):
        page = LinkedPage(response.content.decode())
    return FetchedPage(address, response.content, page)


def make_site_request(
    path: str,
    query: str = "",
    version: EventVersion | None = None,
    match: ResolverMatch | None = None,
) -> HttpRequest:
    """Return a signed-out request for a page of the static site."""
    request = fill_internal_request(SiteRequest(), AnonymousUser(), path, query, match)
    request.version, request.frame = version, FRAME
    return request
