"""The page that lists people who are probably one person, each pair with a link that merges them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from director.additions.duplicates.people import MAX_DUPLICATES, Duplicate, fetch_duplicates
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read
from director.core.club.club import get_or_create_club
from director.core.club.people import fetch_labels_by_person_id
from director.core.club.people_seen import set_nights
from director.models import Person

DUPLICATES_PER_PAGE = 25


@dataclass(frozen=True, slots=True)
class _OfferedMerge:
    """A merge of one person into another."""

    person: Person
    into: Person
    label: str  # of *into*, as the page for merging takes it
    reason: str  # to think that they are one


@require_safe
@require_role_to_read(Role.SCORER)
def show_duplicates(request: DeskRequest) -> HttpResponse:
    """List pairs of people who are probably one person, each with a link that merges them."""
    club = get_or_create_club()
    duplicates = fetch_duplicates(club)
    page: Page[Any] = Paginator(duplicates, DUPLICATES_PER_PAGE).get_page(request.GET.get("page"))
    pairs: list[Duplicate] = list(page)
    set_nights([person for pair in pairs for person in (pair.first, pair.second)])
    labels = fetch_labels_by_person_id(club) if pairs else {}
    page.object_list = [_make_offered_merge(pair, labels) for pair in pairs]
    context = {
        "nav": "people",
        "club": club,
        "merges": page,
        "has_more": len(duplicates) == MAX_DUPLICATES,
    }
    return render(request, "additions/duplicates/page.html", context)


def _make_offered_merge(pair: Duplicate, labels: Mapping[int, str]) -> _OfferedMerge:
    """Return the merge of *pair* that keeps the one with a number, or else with more nights."""
    people = (pair.first, pair.second)
    into = min(people, key=lambda person: (not person.number, -person.nights, person.pk))
    person = pair.first if into is pair.second else pair.second
    return _OfferedMerge(person, into, labels[into.pk], pair.reason)
