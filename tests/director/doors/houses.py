"""The nights whose doors are used, and the pages on which the doors are found."""

from dataclasses import dataclass, field
from random import Random

from django.contrib.auth.models import User
from django.test import Client

from director.event_kinds import get_event_kind
from director.models import Event
from director.urls import urlpatterns
from tests.browser.walk import (
    BY_LINK,
    HERE,
    NIGHTS,
    WalkedEvent,
    fill_addresses,
    get_address_kind,
    list_links,
)
from tests.director.doors.page_forms import Door, iterate_doors, phone_doors
from tests.director.party.parties import make_seated_party
from tests.factories import make_played_section

LEFT_OUT = {
    "sign_out": "nobody is signed in afterwards",
    "sign_in": "the desk is signed in",
    "backup_restore": "it replaces the club that the property looks at",
}
"""Doors that the property doesn't use, and why."""


@dataclass
class House:
    """A night with the *paths* of its pages, those *with_doors* among them, and its private addresses."""

    paths: list[str]
    tokens: dict[str, str] = field(default_factory=dict)
    with_doors: list[str] = field(default_factory=list)
    only: frozenset[str] = frozenset()  # the names of pages that other nights don't have, or none
    is_small: bool = False  # the pages that its pages lead to are left to the other nights

    def open_page(self, client: Client, path: str) -> list[Door]:
        """Open the page at *path*, which may not fail. Return its doors, one of each kind.

        Of the pages that it leads to, one of each kind is added.
        """
        page = client.get(path)
        assert page.status_code < 500, path
        kinds = {get_address_kind(known) for known in self.paths}
        links = [] if self.is_small else sorted(list_links(path, page))
        for link in links:
            kind = get_address_kind(link)
            if kind not in kinds and kind[0] not in BY_LINK:
                kinds.add(kind)
                self.paths.append(link)
        doors = {door.kind: door for door in iterate_doors(path, page) if door.name not in LEFT_OUT}
        if doors and path not in self.with_doors:
            self.with_doors.append(path)
        return list(doors.values())

    def open_some(self, client: Client, chance: Random) -> list[Door]:
        """Open a page by *chance*, rather one that had doors. Return its doors now."""
        if chance.random() < 0.1:
            return list(phone_doors(self.tokens))
        known = self.with_doors if self.with_doors and chance.random() < 0.7 else self.paths
        return self.open_page(client, chance.choice(known))


def make_house(name: str, director: User) -> House:
    """Store the night *name*."""
    if name == "small":
        return House(_list_small_paths(make_played_section()), is_small=True)
    if name == "small party":
        return House(_list_small_paths(make_seated_party(players=8, rounds=2)), is_small=True)
    night = NIGHTS[name](director)
    return House(_list_paths(night), night.tokens, only=night.only)


def _list_small_paths(made) -> list[str]:
    """Return the pages of the steps of a night, and some of the club."""
    event = Event.objects.get(pk=made.session.event_id)
    club = ("/people/", "/people/1/", "/club/", "/club/next-nights/", "/accounts/", "/events/new/")
    return [*get_event_kind(event).list_desk_addresses(event), event.get_absolute_url(), *club]


def _list_paths(night: WalkedEvent) -> list[str]:
    """Return the address of every page that *night* may have."""
    paths = []
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        token = {"token": night.tokens[begins]} if begins in night.tokens else {}
        numbers = night.numbers | token
        is_left_out = pattern.name in BY_LINK | HERE
        if not is_left_out and set(pattern.pattern.converters) <= set(numbers):
            paths.append(fill_addresses(pattern, numbers))
    return list(dict.fromkeys((*paths, *night.more)))
