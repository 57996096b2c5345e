"""Make a static site from the pages of one event, or of several with an index.

A site has what visitors can read in the program, whatever the kind of the event. The first page is
fetched, then every page for visitors that it links to, so a page that is added to the program is in
the site too. Each page gets a file name, links lead to files, and stylesheets, an index and a feed are
added. The program's public pages ask here too which events are published.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path
from posixpath import relpath
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone

from director.core.base.machine_time import get_zone
from director.core.base.requests import SiteRequest, fill_internal_request
from director.core.base.versions import PageVersion, fetch_published_event_version
from director.core.club.home import fetch_latest_results, make_latest_picture
from director.core.club.hooks import EVENT_COUNTING
from director.core.club.next_nights import fetch_next_nights
from director.core.club.players import fetch_public_players
from director.core.files.feed import make_nights_feed
from director.core.files.linked_pages import LinkedPage
from director.core.night.events import filter_by_words
from director.errors import DeskError
from director.event_kinds import filter_playable
from director.models import Club, Event, Person
from director.names import make_family_key

SITE_FRAME = "core/site/frame.html"
"""The base template of a page in a site, without the program's menus and scripts."""
_CONTENT_PARAMS = ("after", "by", "page")
"""Query parameters that make another page. All others only change how a page is displayed."""
WORKBOOK_CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content type that sites leave out: a workbook holds its time, and the same data are in CSV."""
_PAGE_STATUSES = (HTTPStatus.OK, HTTPStatus.CONFLICT)
"""A page with the status *conflict* says why the event can't be scored."""
INDEX_FILE = "index.html"
FEED_FILE = "feed.atom"
_MAX_TRIES = 3  # times that an event is fetched if it changes while its pages are fetched


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The response to visitors at *address*. *page* is its parsed content if it is HTML."""

    address: str
    content: bytes
    page: LinkedPage | None = None


def fetch_published_events(club: Club) -> QuerySet[Event]:
    """Return the published events of *club*, the latest first."""
    events = Event.objects.filter(club=club, published_at__isnull=False, removed_at__isnull=True)
    return filter_playable(events).select_related("club")


def search_published_events(club: Club, text: str) -> QuerySet[Event]:
    """Return the published events of *club* that match every word of *text*, or its year."""
    return filter_by_words(fetch_published_events(club), text)


def find_latest_published_event(club: Club) -> Event | None:
    """Return the latest published event of *club*, or None."""
    return fetch_published_events(club).first()


def make_event_site(event: Event) -> dict[str, bytes]:
    """Return the files of a static site with the results of *event*, by name.

    The first page is ``index.html``. Every link leads to a file in the folder. Equal results give
    equal bytes.

    :raises DeskError: if the event isn't published
    """
    event_url = event.get_absolute_url()
    files = _SiteFiles(home=INDEX_FILE, base_path=event_url)
    rendered_pages = dict(files.render_pages(_fetch_event_pages_by_address(event)))
    return rendered_pages | dict(files.iter_styles())


def make_club_site(club: Club, events: Sequence[Event]) -> dict[str, bytes]:
    """Return the files of a site with *events* of *club*, an index and a feed.

    :raises DeskError: as :func:`make_event_site`
    """
    return dict(iter_club_site_files(club, events))


def iter_club_site_files(club: Club, events: Sequence[Event]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file of a site with *events* of *club*, the front page last.

    Only the pages of one event are in memory at a time. A link from an event to a page inside another is
    kept only if the other event is older, because its pages are known by then.

    :raises DeskError: as :func:`make_event_site`
    """
    events = sorted(set(events), key=lambda event: (event.date, event.pk))
    players = _fetch_site_players(club, events)
    counting_pages = [*EVENT_COUNTING.answers.iter_site_pages(club)]
    start_addresses = [
        reverse("published"),
        *[event.get_absolute_url() for event in events],
        *[address for site_pages in counting_pages for address in site_pages.addresses],
        *[reverse("player", args=[person.pk]) for person in players],
    ]
    files = _SiteFiles(home=INDEX_FILE)
    files.add_addresses(start_addresses)
    for event in events:
        yield from files.render_pages(_fetch_event_pages_by_address(event))
    for site_pages in counting_pages:
        yield from files.render_pages(
            fetch_pages_by_address(
                site_pages.addresses, site_pages.addresses[0], site_pages.version
            )
        )
    for person in players:
        player_url = reverse("player", args=[person.pk])
        yield from files.render_pages(fetch_pages_by_address((player_url,), player_url, None))
    events.reverse()
    yield from files.render_pages(_make_front_pages_by_address(club, events, players, files))
    yield from files.iter_styles()


def _make_front_pages_by_address(
    club: Club, events: Sequence[Event], players: Sequence[Person], files: "_SiteFiles"
) -> dict[str, FetchedPage]:
    """Return the list of *events*, the latest first, and their feed, by address."""
    home = reverse("published")
    results = fetch_latest_results(events)
    context = {
        "club": club,
        "results": results,
        "latest_picture": make_latest_picture(results),
        "link_groups": EVENT_COUNTING.answers.list_site_links(club),
        "players": players,
        "coming": fetch_next_nights(club),
        "is_site": True,
    }
    html = render_to_string("core/site/home.html", context, make_site_request(home))
    feed_content = make_nights_feed(
        club,
        events,
        home_url=INDEX_FILE,
        get_event_url=lambda event: files.get_name(event.get_absolute_url()),
    )
    feed_address = reverse("feed")
    return {
        home: FetchedPage(home, html.encode(), LinkedPage(html)),
        feed_address: FetchedPage(feed_address, feed_content),
    }


def _fetch_site_players(club: Club, events: Sequence[Event]) -> list[Person]:
    """Return the people with a public page who played in *events*, by family name."""
    players = fetch_public_players(club, events)
    return sorted(players, key=lambda person: (make_family_key(person.name), person.pk))


def _fetch_event_pages_by_address(event: Event) -> dict[str, FetchedPage]:
    """Return all public pages of *event* by address, from one version of its results if possible."""
    event_url = event.get_absolute_url()
    for _try in range(_MAX_TRIES):
        version = fetch_published_event_version(event.pk)
        if version is None:
            raise DeskError(
                "not-published",
                "{event} isn’t published. Publish it first, then save it as a site.",
                event=event.name,
            )
        pages = fetch_pages_by_address(
            (event_url, reverse("event_json", args=[event.pk])), event_url, version
        )
        # If the event has changed meanwhile, some pages may be newer than others.
        if fetch_published_event_version(event.pk) == version:
            break
    return pages


def fetch_pages_by_address(
    start_addresses: Sequence[str], base_path: str, version: PageVersion | None
) -> dict[str, FetchedPage]:
    """Return every page for visitors below *base_path*, by address, starting at *start_addresses*.

    All pages show one *version*, such as their event's, so that its results are scored only once.
    """
    pages_by_address: dict[str, FetchedPage] = {}
    # The middleware that sets the machine's time zone doesn't see these requests.
    with timezone.override(get_zone()):
        remaining_addresses = list(start_addresses)
        while remaining_addresses:
            address = remaining_addresses.pop(0)
            if address in pages_by_address:
                continue
            response = _fetch_page(address, version)
            if response is None:
                continue
            pages_by_address[address] = response
            links = dict.fromkeys(response.page.addresses) if response.page else {}
            for link in links:
                target = get_plain_address(address, link)
                if target and target.startswith(base_path) and target not in pages_by_address:
                    remaining_addresses.append(target)
    return pages_by_address


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


def _fetch_page(address: str, version: PageVersion | None) -> FetchedPage | None:
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
    if content_type == WORKBOOK_CONTENT_TYPE:
        return None
    page = None
    if content_type.startswith("text/html"):
        page = LinkedPage(response.content.decode())
    return FetchedPage(address, response.content, page)


def make_site_request(
    path: str,
    query: str = "",
    version: PageVersion | None = None,
    match: ResolverMatch | None = None,
) -> HttpRequest:
    """Return a signed-out request for a page of the static site."""
    request = fill_internal_request(SiteRequest(), AnonymousUser(), path, query, match)
    request.version, request.frame = version, SITE_FRAME
    return request


def _make_file_name(address: str) -> str:
    """Return the file name for *address*.

    >>> addresses = ["", "pairs/3/", "matches/?after=2", "results.json", "events/7/"]
    >>> [_make_file_name(address) for address in addresses]
    ['index.html', 'pairs/3.html', 'matches-after-2.html', 'results.json', 'events/7/index.html']
    """
    path, _, query = address.partition("?")
    if not path.endswith("/") and path:
        return path
    if re.fullmatch(r"((?:events|club-seasons)/\d+/)?", path):
        path = f"{path}index"
    else:
        path = path.rstrip("/")
    return "-".join([path, *re.findall("[A-Za-z0-9]+", query)]) + ".html"


class _SiteFiles:
    """The files of a site: their names by address, and the stylesheets that they use.

    Addresses below *base_path* are in the folder of the site. Links to the club's list of events lead
    to the file *home*.
    """

    def __init__(self, *, home: str, base_path: str = "/") -> None:
        self._home = home
        self._base_path = base_path
        self._names_by_address: dict[str, str] = {}
        self._style_links: set[str] = set()
        # Thousands of links lead to the same few files.
        self._relative_path = cache(relpath)

    def add_addresses(self, addresses: Iterable[str]) -> None:
        """Add pages to which links may lead."""
        for address in addresses:
            self._names_by_address.setdefault(
                address, _make_file_name(address.removeprefix(self._base_path))
            )
        front_addresses = {reverse("published"): self._home, reverse("feed"): FEED_FILE}
        self._names_by_address |= {
            address: name
            for address, name in front_addresses.items()
            if address in self._names_by_address
        }

    def get_name(self, address: str) -> str:
        """Return the name of the file for *address*."""
        return self._names_by_address[address]

    def render_pages(
        self, pages_by_address: Mapping[str, FetchedPage]
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the name and content of the file of each page."""
        self.add_addresses(pages_by_address)
        for address, fetched in sorted(pages_by_address.items()):
            content = fetched.content
            if fetched.page:
                content = self._render_page(address, fetched.page).encode()
            yield self._names_by_address[address], content

    def iter_styles(self) -> Iterator[tuple[str, bytes]]:
        """Yield the name and content of each stylesheet of the pages."""
        for link in sorted(self._style_links):
            yield _make_style_name(link), _load_static_file(link)

    def _render_page(self, page_address: str, page: LinkedPage) -> str:
        # "" is the folder of the site
        folder = self._names_by_address[page_address].rpartition("/")[0] or "."
        list_address = reverse("published")

        def find_file(link: str) -> str | None:
            if link.startswith("#"):
                return link
            if link.startswith(_get_static_prefix()):
                self._style_links.add(link)
                return self._relative_path(_make_style_name(link), folder)
            address = get_plain_address(page_address, link)
            file = (
                self._home if address == list_address else self._names_by_address.get(address or "")
            )
            return self._relative_path(file, folder) if file else None

        return page.render(find_file)


def _get_static_prefix() -> str:
    return f"/{settings.STATIC_URL.lstrip('/')}"


def _make_style_name(link: str) -> str:
    """Return the file name for the stylesheet at *link*: ``"style/desk-print.css"``."""
    return f"style/{link.removeprefix(_get_static_prefix()).replace('/', '-')}"


def _load_static_file(link: str) -> bytes:
    path = finders.find(link.removeprefix(_get_static_prefix()))
    # find() is typed for a list of paths too, and for files that don't exist.
    assert isinstance(path, str), link  # noqa: S101
    return Path(path).read_bytes()
