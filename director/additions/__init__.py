"""What is built on top of the core, and the interface by which the core asks it.

An addition is an application of Django that ``INSTALLED_APPS`` names. Its ``urls.py`` has its
addresses. What it adds to the core's pages and files is said by its :class:`AdditionConfig` in
``apps.py``, which also registers kinds of events, movements and scoring methods.

The core asks every addition and never imports one. So without an addition, its addresses and its
parts of pages are missing, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig, apps

if TYPE_CHECKING:  # applications are imported before all models
    from director.formats.deals import DealInFile
    from director.formats.door import FileUse, FormatCandidate
    from director.formats.formats import ExportFormat
    from director.models import Club, Event, Section


@dataclass(frozen=True, slots=True)
class AdditionTab:
    """A tab of an addition: the *key* of its page's URL, its *name*, and the key of the tab that it follows.

    If its page *starts_nights*, Tonight offers it with a *description* where there is no night.
    """

    key: str
    name: str
    previous_tab_key: str
    is_for_directors: bool = False
    starts_nights: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page: its *template*, which shows the *content*."""

    template: str
    content: Any


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
    """Addresses of public pages, and the *version* of which they are made (``PageVersion``).

    The pages below the first are found by its links.
    """

    addresses: tuple[str, ...]
    version: Any


@dataclass(frozen=True, slots=True)
class EventRules:
    """How the file of an event carries what an addition knows of it.

    - *write* returns the rules of an event by name, as JSON;
    - *upgrade* returns the rules in a file of an older version as this version writes them. It has
      the records of that file too;
    - *read* checks the rules in a file and returns what *store* needs. It raises a ``DeskError``
      if they aren't those of the addition;
    - *store* adds them to the imported event, and returns notes for the director.
    """

    write: Callable[[Event], dict[str, Any]]
    upgrade: Callable[[Collection[Mapping[str, Any]], object], object]
    read: Callable[[object], Any]
    store: Callable[[Event, Any], tuple[str, ...]]


class AdditionConfig(AppConfig):
    """What an application adds to the core's pages and files. By default it adds nothing.

    It is read before all models, so what needs them is imported by ``ready`` or by a method.
    """

    def __init_subclass__(cls) -> None:
        # In each ``apps.py`` Django finds this class too, and takes none of two without a default.
        super().__init_subclass__()
        cls.default = True

    nights_tabs: tuple[AdditionTab, ...] = ()
    """Its tabs on the page Nights, also on Tonight: below Recent nights, or where nights start."""
    club_tabs: tuple[AdditionTab, ...] = ()
    """Its tabs on the page Club."""
    event_menu: tuple[tuple[str, str], ...] = ()
    """Its pages of an event, in the menu of Results: the names of their URLs, and their titles."""
    people_pages: tuple[tuple[str, str], ...] = ()
    """Its pages about people, for scorers: the names of their URLs, and their titles."""
    help_pages: tuple[tuple[str, str], ...] = ()
    """Its pages that the help lists last: the names of their URLs, and their titles."""
    counting_help: str = ""
    """How an event is added to what :meth:`list_event_links` lists, in a sentence."""
    destinations: Mapping[FileUse, tuple[str, str]] = {}
    """The names of the URLs of its pages that take files, each with the label of its button."""
    sheet_kinds: Mapping[str, Sequence[Any]] = {}
    """Its kinds of sheets (``SheetKind``), by the key of the kind that they follow in lists."""
    event_rules: EventRules | None = None
    """What it writes into the file of an event, or None."""
    export_formats: tuple[ExportFormat, ...] = ()
    """The formats of other programs in which it writes events, the most used first."""

    def make_export_check(
        self, section: Section, results: Any, *, refused: Any = None
    ) -> PagePart | None:
        """Return what scorers see above the files of the event of *section*, or None.

        It is asked only if formats of other programs can hold the event. *results*
        (``EventResults``) are None if they can't be scored. *refused* is its form with errors, if
        it shows the page again.

        :raises ScoringError: if the results of another session can't be scored
        """
        return None

    def make_export_part(self, event: Event, *, has_results: bool) -> PagePart | None:
        """Return what directors see below the files of *event*, or None.

        *has_results* says whether formats of other programs can hold the event.
        """
        return None

    def recognise_results(self, data: bytes, kind: str) -> Sequence[FormatCandidate]:
        """Return what *data* can be used for, beside what the core reads.

        The file is unpacked, and of *kind* (``describe_file_kind``).
        """
        return ()

    def read_hands_from_results(self, data: bytes, kind: str) -> tuple[DealInFile, ...] | None:
        """Return the deals in *data*, an unpacked file of *kind*, or None if it has no results.

        :raises ImportFileError: with the faults of a file of results, or if it has no cards
        """
        return None

    def list_section_pages(self, event: Event) -> Sequence[tuple[str, str]]:
        """Return its pages of each section of *event*, in the menu of Results.

        Each is the name of its URL, which begins with ``session_``, and its title.
        """
        return ()

    def list_event_links(self, events: Sequence[Event]) -> Sequence[EventLink]:
        """Return links to the pages that count any of *events*."""
        return ()

    def make_site_links(self, club: Club) -> SiteLinks | None:
        """Return its links on the public home of *club*, or None."""
        return None

    def iter_site_pages(self, club: Club) -> Iterable[SitePages]:
        """Return its public pages, for a static site of *club*."""
        return ()


def list_additions() -> list[AdditionConfig]:
    """Return the applications that add to the core, in the order of the settings."""
    return [config for config in apps.get_app_configs() if isinstance(config, AdditionConfig)]


def list_event_links(events: Sequence[Event]) -> list[EventLink]:
    """Return links to all pages that count any of *events*."""
    return [link for addition in list_additions() for link in addition.list_event_links(events)]


def list_section_pages(event: Event) -> list[tuple[str, str]]:
    """Return all pages of additions about each section of *event*: names of URLs, and titles."""
    return [page for addition in list_additions() for page in addition.list_section_pages(event)]


def list_added_sheet_kinds(key: str) -> list[Any]:
    """Return the kinds of sheets (``SheetKind``) that follow the kind with *key* in lists."""
    return [kind for addition in list_additions() for kind in addition.sheet_kinds.get(key, ())]


def list_site_links(club: Club) -> list[SiteLinks]:
    """Return the links of additions on the public home of *club*, without empty groups."""
    groups = [addition.make_site_links(club) for addition in list_additions()]
    return [group for group in groups if group and group.links]
