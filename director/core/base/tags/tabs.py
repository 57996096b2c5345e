"""The tabs of the pages Nights and Club."""

from typing import NamedTuple

from django import template
from django.urls import reverse

register = template.Library()


class Tab(NamedTuple):
    """A tab: the *key* of its page, its name, address and number of things waiting."""

    key: str
    name: str
    address: str
    badge: int = 0


@register.simple_tag
def nights_tabs(*, directs: bool) -> list[Tab]:
    """Return the tabs of Nights, with those for directors if the user *directs*."""
    tabs = [
        Tab("nights", "Nights", reverse("nights")),
        Tab("archived", "Archived", f"{reverse('nights')}?archived=1"),
        Tab("seasons", "Seasons", reverse("party_seasons")),
        Tab("partners", "Partner rota", reverse("partners")),
    ]
    if directs:
        return [*tabs, Tab("import", "Import results", reverse("results_import"))]
    return tabs


@register.simple_tag
def club_tabs(*, directs: bool) -> list[Tab]:
    """Return the tabs of Club, with those for directors if the user *directs*."""
    names = {"club": "Club", "next_nights": "Next nights", "movements": "Movements"}
    if directs:
        names["accounts"] = "Accounts"
        names["club_phones"] = "Players’ phones"
        names["club_numbers"] = "Membership numbers"
        names["programs"] = "Programs"
    names["backups"] = "Backups"
    return [Tab(key, name, reverse(key)) for key, name in names.items()]
