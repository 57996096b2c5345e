"""Published results for readers elsewhere.

The club's public home, its feed, and pages that other sites embed.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page

from director.core.base.versions import EventVersion, event_shown, published_version
from director.core.club.club import club_shown
from director.core.club.home import latest_results, seasons_of_visitors
from director.core.club.next_nights.read import next_nights
from director.core.club.players.read import players_found
from director.core.files.site.feed import CONTENT_TYPE, MOST_NIGHTS, nights_feed
from director.core.files.site.read import latest_night, nights_found, nights_published
from director.core.night.publishing.page_cache import cached_for_visitors, kept_for_visitors
from director.kinds import kind_of
from director.models import Event
from scoring import ScoringError

NIGHTS_A_PAGE = 20
_DAYS = 10_000_000
"""More than there are days, so that the number of a day has room beside another."""
MOST_PLAYERS = 30
"""Players that a search names: who finds more types more of the name."""
EMBEDDED_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {sites}"
"""What a browser may do with a page that stands in another site: show it in a frame of these sites, nothing else."""


def _home_version() -> EventVersion | None:
    """Return the version of the public home, which another day changes too: a night that is over goes."""
    version = published_version()
    if version is None:
        return None
    return replace(version, shared_no=version.shared_no * _DAYS + timezone.localdate().toordinal())


@cached_for_visitors(lambda _asked: _home_version())
@login_not_required
def published(request: HttpRequest) -> HttpResponse:
    """Show the club's public home: the latest results with their winners, or those that a search finds."""
    club, text = club_shown(), request.GET.get("q", "").strip()
    nights = Paginator(nights_found(club, text), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "text": text,
        "nights": nights,
        "results": latest_results(list(nights)),
        "coming": next_nights(club),
        "seasons": seasons_of_visitors(club),
        "players": players_found(club, text)[:MOST_PLAYERS],
    }
    return render(request, "core/site/home.html", context)


@login_not_required
@conditional_page
def feed(request: HttpRequest) -> HttpResponse:
    """Answer with the published nights as an Atom feed."""
    club = club_shown()
    written = nights_feed(
        club,
        list(nights_published(club)[:MOST_NIGHTS]),
        home=request.build_absolute_uri(reverse("published")),
        address_of=lambda event: request.build_absolute_uri(event.get_absolute_url()),
        address=request.build_absolute_uri(reverse("feed")),
    )
    return HttpResponse(written, content_type=CONTENT_TYPE)


def _allow_embedding(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Allow the sites in the settings to show *page* in a frame, also a cached one."""

    @wraps(page)
    def answer(request: HttpRequest, **asked: Any) -> HttpResponse:
        answered = page(request, **asked)
        answered.headers["Content-Security-Policy"] = EMBEDDED_POLICY.format(
            sites=settings.EMBEDDERS
        )
        return answered

    return xframe_options_exempt(login_not_required(answer))


def _latest_shown(_asked: dict[str, Any]) -> EventVersion | None:
    event = latest_night(club_shown())
    if event:
        return event_shown(event.pk)
    return None


@_allow_embedding
@kept_for_visitors
def embedded_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the standings of one published night, to stand in another site."""
    event = get_object_or_404(nights_published(club_shown()), pk=event_id)
    return _page(request, event)


@_allow_embedding
@cached_for_visitors(_latest_shown)
def embedded_latest(request: HttpRequest) -> HttpResponse:
    """Show the standings of the latest night that is published, to stand in another site."""
    return _page(request, latest_night(club_shown()))


def _page(request: HttpRequest, event: Event | None) -> HttpResponse:
    context: dict[str, object] = {"event": event}
    if event:
        try:
            context["groups"] = kind_of(event).standings_snapshot(event).standings
        except ScoringError as refused:
            context["no_standings"] = str(refused)
    return render(request, "core/site/embedded.html", context)
