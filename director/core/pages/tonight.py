"""Tonight, with the sessions that are played, and the list of all nights."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import lazy
from django.views.decorators.vary import vary_on_headers

from director.core.base.machine_time import list_time_warnings
from director.core.base.requests import DeskRequest
from director.core.club.accounts import is_set_up
from director.core.club.club import get_or_create_club
from director.core.club.home import LatestResult, fetch_latest_results, make_latest_picture
from director.core.club.next_nights import fetch_next_nights
from director.core.files.backups.folder import needs_second_copy
from director.core.night.clock import ClockFace, make_clock_face
from director.core.night.events import (
    NightProgress,
    NightTurn,
    fetch_events,
    fetch_kept_events,
    fetch_recent_events,
    get_tonight_days,
)
from director.core.night.repeats import find_repeat_offer
from director.core.pages.next_hour import NextHour, TonightRow
from director.event_kinds import get_event_kind, list_event_kinds
from director.models import Event
from director.models.event import Clock

NIGHTS_PER_PAGE = 25


def _choose_visitors_page() -> str:
    """Return where the club's address leads visitors. *Sign in* tells how to make the first account."""
    return "published" if is_set_up() else "sign_in"


@vary_on_headers("HX-Request")
@login_required(login_url=lazy(_choose_visitors_page, str)(), redirect_field_name="")
def show_tonight(request: DeskRequest) -> HttpResponse:
    """Show the night that runs large, the others of tonight below it, then recent nights.

    The club's address leads visitors to the published results.
    """
    days = get_tonight_days(timezone.now())
    nights = _arrange_nights(days)
    is_poll = request.htmx and not request.htmx.history_restore_request
    if is_poll and not nights["heroes"]:
        # The last night has just been published: the page has the winners now.
        return HttpResponse(headers={"HX-Refresh": "true"})
    finished_events: list[Event] = []
    if not nights["heroes"]:
        finished_events = _fetch_finished_events(nights["finished"])
    recent_events = [
        event for event in fetch_recent_events(excluded_days=days) if event not in finished_events
    ]
    results = fetch_latest_results([*finished_events, *recent_events])
    recent_results = results[len(finished_events) :]
    context: dict[str, Any] = {
        "nav": "tonight",
        **nights,
        "recent": recent_results,
        "copy_missing": needs_second_copy(),
        "second_backups": settings.SECOND_BACKUPS,
        "time_warnings": list_time_warnings,  # called by the page, for directors only
    }
    if nights["heroes"]:
        context["club"] = nights["heroes"][
            0
        ].night.session.event.club  # so that it isn't read again
        # A poll may bring the grid as soon as one night runs alone.
        context["picture_style"] = "core/grid"
    else:
        context |= _make_quiet_context(days, results, finished_count=len(finished_events))
    return render(request, "core/tonight.html", context)


MAX_HEROES = 2
"""Nights shown large on Tonight: as many as stand beside each other at a desk."""
MAX_COMING_NIGHTS = 4


def _make_quiet_context(
    days: Sequence[dt.date], results: Sequence[LatestResult], *, finished_count: int
) -> dict[str, Any]:
    """Return what Tonight shows while no night runs: the last winners, what comes, a night to repeat.

    The first *finished_count* of *results* are nights of today.
    """
    last_result = next((result for result in results if result.winners), None)
    last_picture = make_latest_picture([last_result] if last_result else [])
    club = get_or_create_club()
    return {
        "club": club,  # so that the page doesn't read it again
        "offer": find_repeat_offer(days[-1]),
        "last_result": last_result,
        "finished_results": [
            result for result in results[:finished_count] if result is not last_result
        ],
        "last_picture": last_picture,
        "picture_style": "core/pictures" if last_picture else "",
        "coming": fetch_next_nights(club, days[-1])[:MAX_COMING_NIGHTS],
    }


@dataclass(frozen=True, slots=True)
class TonightCard:
    """A night of today with its progress, and with its *clock* if that counts or is paused.

    Only a running night that is shown large has its *next_hour*.
    """

    night: TonightRow
    progress: NightProgress
    clock: ClockFace | None
    next_hour: NextHour | None = None


def _fetch_finished_events(cards: Sequence[TonightCard]) -> list[Event]:
    """Return the events of *cards* with their sessions fetched. Two queries, none without cards."""
    if not cards:
        return []
    return list(fetch_events("").filter(pk__in=[card.night.session.event_id for card in cards]))


def _arrange_nights(days: Collection[dt.date]) -> dict[str, list[TonightCard]]:
    """Return the nights of *days* by their place on Tonight: *heroes*, *others*, *finished*.

    Running nights are shown large. If none is running, the next night that isn't finished is.
    """
    cards: list[TonightCard] = []
    for day in days:
        for kind in list_event_kinds():
            cards += map(_make_tonight_card, kind.list_tonight_rows(day))
    cards.sort(key=lambda card: card.progress.turn)
    open_cards = [card for card in cards if card.progress.turn != NightTurn.FINISHED]
    running_cards = [card for card in cards if card.progress.turn == NightTurn.RUNNING]
    heroes = running_cards[:MAX_HEROES] or open_cards[:1]
    return {
        "heroes": _add_next_hours(heroes) if running_cards else heroes,
        "others": open_cards[len(heroes) :],
        "finished": cards[len(open_cards) :],
    }


def _add_next_hours(cards: Sequence[TonightCard]) -> list[TonightCard]:
    nights_by_contest = defaultdict[str, list[TonightRow]](list)
    for card in cards:
        nights_by_contest[card.night.session.event.contest].append(card.night)
    hours: dict[int, NextHour] = {}
    for nights in nights_by_contest.values():
        hours |= get_event_kind(nights[0].session.event).fetch_next_hours(nights)
    return [replace(card, next_hour=hours.get(card.night.session.pk)) for card in cards]


def _make_tonight_card(night: TonightRow) -> TonightCard:
    progress = night.progress
    clock = make_clock_face(night.session, progress.round_count)
    is_shown = clock.ends_at is not None or clock.state == Clock.PAUSED
    return TonightCard(night, progress, clock if is_shown else None)


def show_nights(request: HttpRequest) -> HttpResponse:
    """List the events that match a search, newest first. ``?archived`` lists archived events."""
    search_text = request.GET.get("find", "")
    is_archive = "archived" in request.GET
    events = fetch_kept_events(search_text, is_archived=is_archive)
    events_page = Paginator(events, NIGHTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "nav": "nights",
        "tab": "archived" if is_archive else "nights",
        "archived": is_archive,
        "recent": events_page,
        "results": fetch_latest_results(list(events_page)),
        "find": search_text,
    }
    return render(request, "core/nights.html", context)
