"""Links to pages of additions, each "" without the addition, and the tabs of Nights."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.urls import reverse

from director.addition_config import AdditionTab, list_additions

register = template.Library()


class Tab(NamedTuple):
    """A tab that leads to a page. *badge* is the number of things that wait there."""

    key: str
    name: str
    address: str
    badge: int = 0


@register.simple_tag
def nights_tabs(*, directs: bool) -> list[Tab]:
    """Return the tabs of Nights. Some are only for a user who *directs*."""
    tabs = [
        Tab("nights", "Nights", reverse("nights")),
        Tab("archived", "Archived", f"{reverse('nights')}?archived=1"),
    ]
    for addition in list_additions():
        _insert_tabs(tabs, addition.nights_tabs, directs=directs)
    return tabs


@register.simple_tag
def added_nights_tabs() -> list[AdditionTab]:
    """Return the tabs of additions on the page Nights, which Tonight links below Recent nights."""
    return [tab for tab in _list_added_nights_tabs() if not tab.starts_nights]


@register.simple_tag
def start_tabs() -> list[AdditionTab]:
    """Return the pages of additions that start nights, which Tonight offers where there is none."""
    return [tab for tab in _list_added_nights_tabs() if tab.starts_nights]


def _list_added_nights_tabs() -> list[AdditionTab]:
    return [tab for addition in list_additions() for tab in addition.nights_tabs]


def _insert_tabs(tabs: list[Tab], addition_tabs: Iterable[AdditionTab], *, directs: bool) -> None:
    """Insert the tabs of an addition into *tabs*, each behind the tab that it names.

    A tab whose neighbour isn't there, such as that of an addition that was left out, comes last.
    """
    for tab in addition_tabs:
        if directs or not tab.is_for_directors:
            keys = [present_tab.key for present_tab in tabs]
            index = len(tabs)
            if tab.previous_tab_key in keys:
                index = keys.index(tab.previous_tab_key) + 1
            tabs.insert(index, Tab(tab.key, tab.name, reverse(tab.key)))
