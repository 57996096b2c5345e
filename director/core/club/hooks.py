"""What a club asks applications: cards on its page, and links and pages that count several events."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from director.core.base.versions import PageVersion
from director.hooks import Hook, SharedHook
from director.models import Club, Event


@dataclass(frozen=True, slots=True)
class EventLink:
    """A link to a page that counts an event: what that page is, its *name* and its *address*."""

    label: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """Links on the public home below a *title*: a name and an address each. *key* is their anchor."""

    key: str
    title: str
    links: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SitePages:
    """Addresses of public pages, and the *version* of which they are made.

    The pages below the first are found by its links.
    """

    addresses: tuple[str, ...]
    version: PageVersion


class EventCounting:
    """Pages that count several events together."""

    help: str = ""
    """How an event is added to such a page, in a sentence."""

    def list_event_links(self, events: Sequence[Event]) -> Sequence[EventLink]:
        """Return links to the pages that count any of *events*."""
        return ()

    def list_site_links(self, club: Club) -> Sequence[SiteLinks]:
        """Return the links on the public home of *club*, without empty groups."""
        return ()

    def iter_site_pages(self, club: Club) -> Iterable[SitePages]:
        """Return the public pages, for a static site of *club*."""
        return ()


EVENT_COUNTING = Hook(EventCounting())


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A card on the page Club: the name of the URL that it leads to, its *title*, and its *state* in a line."""

    url_name: str
    title: str
    state: str


CLUB_CARDS: SharedHook[Callable[[Club], ClubCard]] = SharedHook()
