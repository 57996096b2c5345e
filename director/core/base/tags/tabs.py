"""The tabs of the pages Nights and Club."""

from typing import NamedTuple

from django import template
from django.conf import settings
from django.urls import reverse

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
        Tab("seasons", "Seasons", reverse("seasons")),
        Tab("partners", "Partner rota", reverse("partners")),
    ]
    if directs:
        return [*tabs, Tab("import", "Import results", reverse("results_import"))]
    return tabs


@register.simple_tag
def club_tabs(*, directs: bool) -> list[Tab]:
    """Return the tabs of Club. Some are only for a user who *directs*."""
    names = {"club": "Club", "next_nights": "Next nights", "movements": "Movements"}
    if directs:
        names["accounts"] = "Accounts"
        names["club_phones"] = "Players’ phones"
        names["club_numbers"] = "Membership numbers"
        if "api" in settings.ADDITIONS:
            names["programs"] = "Programs"
    names["backups"] = "Backups"
    return [Tab(key, name, reverse(key)) for key, name in names.items()]
