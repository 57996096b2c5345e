"""The static site: the pages of one event, or of several with an index.

Pages come from ``links``, which fetches them as a visitor would. This module gives each page a file
name, lets links lead to files, and adds stylesheets, an index and a feed. Which events are public
is asked here too, because the program's own public pages show the same events.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from posixpath import relpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse

from director.additions import list_additions, list_site_links
from director.core.base.sentences import DeskSentences
from director.core.base.versions import fetch_published_event_version
from director.core.club.home import fetch_latest_results
from director.core.club.next_nights.read import fetch_next_nights
from director.core.club.players.read import fetch_public_players
from director.core.files.site.feed import make_nights_feed
from director.core.files.site.links import (
    FetchedPage,
    LinkedPage,
    fetch_pages,
    get_plain_address,
    make_site_request,
)
from director.errors import DeskError
from director.kinds import filter_playable
from director.models import Club, Event, Person
from director.names import make_family_key

INDEX = "index.html"
FEED = "feed.atom"
YEAR_DIGITS = 4
_TRIES = 3  # times that an event is fetched if it changes while its pages are fetched


def fetch_published_nights(club: Club) -> QuerySet[Event]:
    """Return the published events of *club*, the latest first."""
    events = Event.objects.filter(club=club, published_at__isnull=False, removed_at__isnull=True)
    return filter_playable(events).select_related("club")


def find_events(club: Club, text: str) -> QuerySet[Event]:
    """Return the published events of *club* that match every word of *text*, or its year."""
    events = fetch_published_nights(club)
    for word in text.split():
        condition = Q(name__icontains=word)
        if len(word) == YEAR_DIGITS and word.isdecimal():
            condition |= Q(date__year=int(word))
        events = events.filter(condition)
    return events


def fetch_latest_night(club: Club) -> Event | None:
    """Return the latest published event of *club*, or None."""
    return fetch_published_nights(club).first()


def make_event_site(event: Event) -> dict[str, bytes]:
    """Return the files of a static site with the results of *event*, by name.

    The first page is ``index.html``. Every link leads to a file in the folder. Equal results give
    equal bytes.

    :raises DeskError: if the event isn't published
    """
    first = event.get_absolute_url()
    pages = _fetch_event_pages(event)
    names = {address: _make_file_name(address.removeprefix(first)) for address in pages}
    return dict(_render_files(pages, names, home=names[first]))


def make_club_site(club: Club, events: Sequence[Event]) -> dict[str, bytes]:
    """Return the files of a site with *events* of *club*, an index and a feed.

    :raises DeskError: as :func:`make_event_site`
    """
    home = reverse("published")
    events = sorted(set(events), key=lambda event: (event.date, event.pk), reverse=True)
    request = make_site_request(home)
    players = _fetch_players(club, events)
    context = {
        "club": club,
        "results": fetch_latest_results(events),
        "link_groups": list_site_links(club),
        "players": players,
        "coming": fetch_next_nights(club),
        "is_site": True,
    }
    html = render_to_string("core/site/home.html", context, request)
    pages = {home: FetchedPage(home, html.encode(), LinkedPage(html))}
    for event in events:
        pages |= _fetch_event_pages(event)
    for addition in list_additions():
        for added in addition.list_site_pages(club):
            pages |= fetch_pages(added.addresses, added.addresses[0], added.version)
    if events and players:
        first = [reverse("player", args=[person.pk]) for person in players]
        pages |= fetch_pages(first, "/players/", None)
    names = {address: _make_file_name(address.removeprefix("/")) for address in pages} | {
        home: INDEX
    }
    # The feed links to the files of the pages, so their names have to be known.
    feed_content = make_nights_feed(
        club, events, home=INDEX, address_of=lambda event: names[event.get_absolute_url()]
    )
    feed_address = reverse("feed")
    pages[feed_address] = FetchedPage(feed_address, feed_content)
    names[feed_address] = FEED
    return dict(_render_files(pages, names, home=INDEX))


def _fetch_players(club: Club, events: Sequence[Event]) -> list[Person]:
    """Return the people with a public page who played in *events*, by family name."""
    players = fetch_public_players(club, events)
    return sorted(players, key=lambda person: (make_family_key(person.name), person.pk))


def _fetch_event_pages(event: Event) -> dict[str, FetchedPage]:
    """Return all public pages of *event*, of one version of its results if possible."""
    first = event.get_absolute_url()
    for _try in range(_TRIES):
        version = fetch_published_event_version(event.pk)
        if version is None:
            raise DeskError(DeskSentences.NOT_PUBLISHED, event=event.name)
        pages = fetch_pages((first, reverse("event_json", args=[event.pk])), first, version)
        # If the event has changed in the meantime, some pages may show more than others.
        if fetch_published_event_version(event.pk) == version:
            break
    return pages


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


def _render_files(
    pages: Mapping[str, FetchedPage], names: Mapping[str, str], *, home: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file: *pages* by *names*, then their stylesheets.

    Links to the club's list of events lead to the file *home*.
    """
    style_links: set[str] = set()
    list_address = reverse("published")
    # Thousands of links lead to the same few files.
    relative_path = cache(relpath)

    def render_page(fetched: FetchedPage, page: LinkedPage) -> str:
        folder = names[fetched.address].rpartition("/")[0] or "."  # "" is the folder of the site

        def find_file(link: str) -> str | None:
            if link.startswith("#"):
                return link
            if link.startswith(_get_static_prefix()):
                style_links.add(link)
                return relative_path(_make_style_name(link), folder)
            address = get_plain_address(fetched.address, link)
            file = home if address == list_address else names.get(address or "")
            if file:
                return relative_path(file, folder)
            return None

        return page.render(find_file)

    for address, fetched in sorted(pages.items()):
        content = fetched.content
        if fetched.page:
            content = render_page(fetched, fetched.page).encode()
        yield names[address], content
    for link in sorted(style_links):
        yield _make_style_name(link), _read_static_content(link)


def _get_static_prefix() -> str:
    return f"/{settings.STATIC_URL.lstrip('/')}"


def _make_style_name(link: str) -> str:
    """Return the file name for the stylesheet at *link*: ``"style/desk-print.css"``."""
    return f"style/{link.removeprefix(_get_static_prefix()).replace('/', '-')}"


def _read_static_content(link: str) -> bytes:
    path = finders.find(link.removeprefix(_get_static_prefix()))
    # find() is typed for a list of paths too, and for files that don't exist.
    assert isinstance(path, str), link  # noqa: S101
    return Path(path).read_bytes()
