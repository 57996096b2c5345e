"""Published results for visitors: the club's public home, its feed, and pages for other sites.

Other sites show the standings of a night in a frame (they *embed* it).  The public pages are cached
by versions, see :mod:`director.core.night.publishing.page_cache`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from director.core.base.versions import EventVersion, event_shown, published_version
from director.core.club.club import club_shown
from director.core.club.embedding import frame_ancestors
from director.core.club.home import latest_results, seasons_of_visitors
from director.core.club.next_nights.read import next_nights
from director.core.club.players.read import players_found
from director.core.files.site.feed import CONTENT_TYPE, MOST_NIGHTS, nights_feed
from director.core.files.site.read import find_events, latest_night, nights_published
from director.core.night.publishing.page_cache import cached_for_visitors, kept_for_visitors
from director.kinds import kind_of
from director.models import Event
from scoring import ScoringError

NIGHTS_A_PAGE = 20
_DAY_FACTOR = 10_000_000
"""Larger than any day's number, so a version and a day fit into one number."""
MAX_PLAYERS_FOUND = 30
"""Players that a search lists. Visitors can type more of the name to find others."""
EMBEDDED_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {sites}"
)
"""The policy of a page in another site: these sites may show it in a frame, nothing else is allowed."""


def _home_version() -> EventVersion | None:
    """Return the version of the public home.

    It changes every day too, because the home lists the next nights.
    """
    version = published_version()
    if version is None:
        return None
    today = timezone.localdate().toordinal()
    return replace(version, shared_no=version.shared_no * _DAY_FACTOR + today)


@cached_for_visitors(lambda _url_kwargs: _home_version())
@login_not_required
def published(request: HttpRequest) -> HttpResponse:
    """Show the club's public home: the latest results with winners, or the results of a search."""
    club = club_shown()
    search_text = request.GET.get("q", "").strip()
    found_nights = find_events(club, search_text)
    nights = Paginator(found_nights, NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "text": search_text,
        "nights": nights,
        "results": latest_results(list(nights)),
        "coming": next_nights(club),
        "seasons": seasons_of_visitors(club),
        "players": players_found(club, search_text)[:MAX_PLAYERS_FOUND],
    }
    return render(request, "core/site/home.html", context)


@login_not_required
@require_safe
@conditional_page
def feed(request: HttpRequest) -> HttpResponse:
    """Answer with the published nights as an Atom feed."""
    club = club_shown()
    feed_xml = nights_feed(
        club,
        list(nights_published(club)[:MOST_NIGHTS]),
        home=request.build_absolute_uri(reverse("published")),
        address_of=lambda event: request.build_absolute_uri(event.get_absolute_url()),
        address=request.build_absolute_uri(reverse("feed")),
    )
    return HttpResponse(feed_xml, content_type=CONTENT_TYPE)


def _allow_embedding(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Leave it to the page of *view* which sites may show it in a frame."""
    return xframe_options_exempt(login_not_required(view))


def _latest_version(_url_kwargs: dict[str, Any]) -> EventVersion | None:
    event = latest_night(club_shown())
    if event:
        return event_shown(event.pk)
    return None


@_allow_embedding
@kept_for_visitors
def embedded_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the standings of one published night in another site."""
    event = get_object_or_404(nights_published(club_shown()), pk=event_id)
    return _render_embedded(request, event)


@_allow_embedding
@cached_for_visitors(_latest_version)
def embedded_latest(request: HttpRequest) -> HttpResponse:
    """Show the standings of the latest published night in another site."""
    return _render_embedded(request, latest_night(club_shown()))


def _render_embedded(request: HttpRequest, event: Event | None) -> HttpResponse:
    """Show the standings of *event* to the sites that the club has named.

    The header is cached with the page, whose version changes with the club.
    """
    context: dict[str, object] = {"event": event}
    if event:
        try:
            context["groups"] = kind_of(event).standings_snapshot(event).standings
        except ScoringError as error:
            context["no_standings"] = str(error)
    response = render(request, "core/site/embedded.html", context)
    sites = frame_ancestors(club_shown().embedders)
    response.headers["Content-Security-Policy"] = EMBEDDED_POLICY.format(sites=sites)
    return response
