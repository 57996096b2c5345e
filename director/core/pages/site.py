"""Published results for visitors: the club's public home, its feed, and pages for other sites.

Other sites show the standings of a night in a frame (they *embed* it). The public pages are cached
by versions, see :mod:`director.core.night.page_cache`.
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

from director.core.base.versions import (
    EventVersion,
    PublicPagesVersion,
    fetch_public_pages_version,
    fetch_published_event_version,
)
from director.core.club.club import fetch_public_club, format_frame_ancestors
from director.core.club.home import fetch_latest_results, make_latest_picture
from director.core.club.hooks import EVENT_COUNTING
from director.core.club.next_nights import fetch_next_nights
from director.core.club.players import search_events_by_player, search_public_players
from director.core.files.feed import CONTENT_TYPE, MAX_FEED_EVENTS, make_nights_feed
from director.core.files.site import (
    fetch_published_events,
    find_latest_published_event,
    search_published_events,
)
from director.core.night.page_cache import cache_event_page, cache_for_visitors
from director.event_kinds import get_event_kind
from director.models import Event
from scoring.errors import ScoringError

EVENTS_PER_PAGE = 20
MAX_FOUND_PLAYERS = 30
"""Players that a search lists. Visitors can type more of the name to find others."""
EMBEDDED_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors {sites}"
)
"""The policy of a page in another site: these sites may show it in a frame, nothing else is allowed."""


def _fetch_home_version() -> PublicPagesVersion | None:
    """Return the version of the public home.

    It changes every day too, because the home lists the next nights.
    """
    version = fetch_public_pages_version()
    if version is None:
        return None
    return replace(version, day=timezone.localdate().toordinal())


@cache_for_visitors(lambda _url_kwargs: _fetch_home_version())
@login_not_required
def show_published(request: HttpRequest) -> HttpResponse:
    """Show the club's public home: the latest results with winners, or the results of a search."""
    club = fetch_public_club()
    search_text = request.GET.get("q", "").strip()
    events = search_published_events(club, search_text)
    events_page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    results = fetch_latest_results(list(events_page))
    is_front = events_page.number == 1 and not search_text
    context = {
        "club": club,
        "text": search_text,
        "events_page": events_page,
        "results": results,
        "latest_picture": make_latest_picture(results) if is_front else None,
        "coming": fetch_next_nights(club),
        "link_groups": EVENT_COUNTING.answers.list_site_links(club),
        "players": search_public_players(club, search_text)[:MAX_FOUND_PLAYERS],
        # If the club has pages of players, those list the events.
        "player_events": []
        if club.has_player_pages
        else search_events_by_player(club, search_text, MAX_FOUND_PLAYERS),
    }
    return render(request, "core/site/home.html", context)


@login_not_required
@require_safe
@conditional_page
def render_feed(request: HttpRequest) -> HttpResponse:
    """Answer with the published nights as an Atom feed."""
    club = fetch_public_club()
    feed_xml = make_nights_feed(
        club,
        list(fetch_published_events(club)[:MAX_FEED_EVENTS]),
        home_url=request.build_absolute_uri(reverse("published")),
        get_event_url=lambda event: request.build_absolute_uri(event.get_absolute_url()),
        feed_url=request.build_absolute_uri(reverse("feed")),
    )
    return HttpResponse(feed_xml, content_type=CONTENT_TYPE)


def _allow_embedding(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Leave it to the page of *view* which sites may show it in a frame."""
    return xframe_options_exempt(login_not_required(view))


def _fetch_latest_version(_url_kwargs: dict[str, Any]) -> EventVersion | None:
    event = find_latest_published_event(fetch_public_club())
    if event:
        return fetch_published_event_version(event.pk)
    return None


@_allow_embedding
@cache_event_page
def show_embedded_event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the standings of one published night in another site."""
    event = get_object_or_404(fetch_published_events(fetch_public_club()), pk=event_id)
    return _render_embedded(request, event)


@_allow_embedding
@cache_for_visitors(_fetch_latest_version)
def show_embedded_latest(request: HttpRequest) -> HttpResponse:
    """Show the standings of the latest published night in another site."""
    return _render_embedded(request, find_latest_published_event(fetch_public_club()))


def _render_embedded(request: HttpRequest, event: Event | None) -> HttpResponse:
    """Show the standings of *event* to the sites that the club has named.

    The header is cached with the page, whose version changes with the club.
    """
    context: dict[str, object] = {"event": event}
    if event:
        try:
            context["groups"] = get_event_kind(event).make_standings_snapshot(event).standings
        except ScoringError as error:
            context["no_standings"] = str(error)
    response = render(request, "core/site/embedded.html", context)
    sites = format_frame_ancestors(fetch_public_club().embedders)
    response.headers["Content-Security-Policy"] = EMBEDDED_SECURITY_POLICY.format(sites=sites)
    return response
