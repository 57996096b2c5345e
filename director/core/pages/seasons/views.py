"""Pages of seasons: standings, events and rules."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from director.core.base.answers import file_answer, refusals_as_messages, sentence
from director.core.base.forms import act_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import may_direct
from director.core.club.club import club_here
from director.core.club.seasons.files import club_season_json, club_season_tables
from director.core.club.seasons.pdf import render_season
from director.core.club.seasons.read import (
    cached_season_sheet,
    club_seasons,
    season_scoring,
    season_version,
)
from director.core.club.seasons.sentences import SeasonSentences
from director.core.club.seasons.sheet import ClubSeasonSheet
from director.core.club.seasons.why import why_row
from director.core.club.seasons.write import (
    add_season,
    add_season_events,
    remove_season,
    remove_season_event,
    store_season,
)
from director.core.night.events.read import nights_found
from director.core.night.publishing.page_cache import cached_for_visitors
from director.core.pages.seasons.forms import ClubSeasonForm, season_form
from director.errors import DeskError
from director.formats.errors import ExportError
from director.formats.formats import export_file
from director.models import Event, Season
from director.names import has_words

ROWS_A_PAGE = 50
EVENTS_A_PAGE = 50
_TABS = {"": "Standings", "events": "Events", "scoring": "Scoring", "export": "Export"}
_VISITORS = ("", "events")


def club_season_new(request: DeskRequest) -> HttpResponse:
    """Add a season."""
    form = ClubSeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = add_season(club=club_here(), **form.rules)
        except DeskError as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, "Season added. Choose the events that count.")
            return redirect(f"{_address(season)}?tab=events")
    status = 422 if form.errors else 200
    return render(
        request,
        "core/seasons/new.html",
        {"form": form, "nav": "nights"},
        status=status,
    )


@login_not_required
@require_safe
@cached_for_visitors(lambda asked: season_version(asked["season_id"]))
def club_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season. Visitors see its published events only."""
    season, sheet = _read(request, season_id)
    return _page(request, season, sheet, request.GET.get("tab", ""), season_form(season))


@require_POST
def club_season_rules(request: DeskRequest, season_id: int) -> HttpResponse:
    """Store the name and the rules of a season."""
    season, form = _season(season_id), ClubSeasonForm(request.POST)
    if form.is_valid():
        try:
            store_season(season=season, **form.rules)
        except DeskError as refused:
            form.add_error("name", str(refused))
            season.refresh_from_db()
        else:
            messages.success(request, "Scoring saved.")
            return redirect(_address(season))
    return _page(request, season, cached_season_sheet(season, published=False), "scoring", form)


@require_POST
def club_season_events(request: DeskRequest, season_id: int) -> HttpResponse:
    """Add events to a season."""
    season = _season(season_id)
    numbers = [number for number in map(act_number, request.POST.getlist("event")) if number]
    with refusals_as_messages(request):
        twice = add_season_events(season=season, event_ids=numbers)
        if twice:
            names = ", ".join(event.name for event in twice)
            messages.warning(
                request, SeasonSentences.SEASON_EVENT_TWICE.says(names=names, season=season.name)
            )
        count = len(set(numbers)) - len(twice)
        if count:
            messages.success(request, f"{count} event{'s' * (count != 1)} added to {season.name}.")
    return redirect(f"{_address(season)}?tab=events")


@require_POST
def club_season_event_remove(request: DeskRequest, season_id: int, event_id: int) -> HttpResponse:
    """Remove an event from a season."""
    season = _season(season_id)
    remove_season_event(season=season, event_id=event_id)
    messages.success(request, f"The event no longer counts for {season.name}.")
    return redirect(f"{_address(season)}?tab=events")


@require_POST
def club_season_remove(request: DeskRequest, season_id: int) -> HttpResponse:
    """Delete a season."""
    season = _season(season_id)
    remove_season(season=season)
    messages.success(request, f"{season.name} deleted. Its events are unchanged.")
    return redirect("party_seasons")


@login_not_required
@require_safe
def club_season_json_file(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season for programs."""
    _season_row, sheet = _read(request, season_id)
    return JsonResponse(club_season_json(sheet), json_dumps_params={"indent": 1})


@require_safe
def club_season_file(request: DeskRequest, season_id: int, form: str) -> HttpResponse:
    """Answer with the standings of a season as a file of the format *form*."""
    season, sheet = _read(request, season_id)
    table, separator = request.GET.get("table", ""), request.GET.get("separator", "")
    try:
        file = export_file(
            club_season_tables(sheet),
            form,
            table=table,
            separator=separator,
            paper=season.club.paper,
        )
    except ExportError as error:
        return sentence(str(error), 404)
    return file_answer(
        file.content, f"{slugify(season.name) or 'season'}{file.suffix}", file.content_type
    )


@require_safe
def club_season_pdf(request: DeskRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season on the club's paper."""
    season, sheet = _read(request, season_id)
    if not sheet.rows:
        return sentence(SeasonSentences.SEASON_NOTHING_TO_PRINT.says(season=season.name), 409)
    content = render_season(sheet, season.club.paper, printed_at=timezone.localtime())
    return file_answer(
        content, f"{slugify(season.name) or 'season'}.pdf", "application/pdf", attached=False
    )


def event_seasons(request: DeskRequest, event_id: int) -> HttpResponse:
    """Show the seasons that an event counts for, and let it count for another."""
    event = get_object_or_404(
        Event.objects.select_related("club"), pk=event_id, removed_at__isnull=True
    )
    seasons = list(club_seasons(event.club))
    if request.method == "POST":
        chosen = act_number(request.POST.get("season", ""))
        season = next((season for season in seasons if season.pk == chosen), None)
        with refusals_as_messages(request):
            if season is None:
                raise DeskError(SeasonSentences.SEASON_NOT_CHOSEN)
            if add_season_events(season=season, event_ids=[event.pk]):
                messages.warning(
                    request,
                    SeasonSentences.SEASON_EVENT_TWICE.says(names=event.name, season=season.name),
                )
            else:
                messages.success(request, f"{event.name} now counts for {season.name}.")
        return redirect("event_seasons", event_id=event.pk)
    own = set(event.in_seasons.values_list("season_id", flat=True))
    context = {
        "event": event,
        "own": [season for season in seasons if season.pk in own],
        "others": [season for season in seasons if season.pk not in own],
        "nav": "nights",
    }
    return render(request, "core/seasons/of_event.html", context)


def _season(season_id: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), pk=season_id)


def _address(season: Season) -> str:
    return reverse("club_season", args=[season.pk])


def _read(request: HttpRequest, season_id: int) -> tuple[Season, ClubSeasonSheet]:
    season, is_visitor = _season(season_id), not request.user.is_authenticated
    sheet = cached_season_sheet(season, published=is_visitor)
    if is_visitor and not sheet.events:
        raise Http404("No event of this season is published.")
    return season, sheet


def _page(
    request: HttpRequest, season: Season, sheet: ClubSeasonSheet, tab: str, form: ClubSeasonForm
) -> HttpResponse:
    keys = [key for key in _TABS if request.user.is_authenticated or key in _VISITORS]
    tab = tab if tab in keys else ""
    tabs = [
        {"name": _TABS[key], "address": f"?tab={key}" if key else "?", "is_open": key == tab}
        for key in keys
    ]
    context: dict[str, Any] = {
        "season": season,
        "sheet": sheet,
        "form": form,
        "tab": tab,
        "tabs": tabs,
    }
    if not tab:
        context |= _standings(request, season, sheet)
    elif tab == "events" and may_direct(request):
        context |= _choice(request, sheet)
    status = 422 if form.errors else 200
    return render(request, "core/seasons/season.html", context | {"nav": "nights"}, status=status)


def _standings(request: HttpRequest, season: Season, sheet: ClubSeasonSheet) -> dict[str, Any]:
    find = request.GET.get("find", "").strip()
    rows = [row for row in sheet.rows if not find or has_words(find, row.name, ())]
    pages = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    key = request.GET.get("why", "")
    why = why_row(sheet, season_scoring(season), key) if key else None
    return {"pages": pages, "find": find, "why": why}


def _choice(request: HttpRequest, sheet: ClubSeasonSheet) -> dict[str, Any]:
    """Return a page of the events that can be added to a season."""
    find = request.GET.get("find", "").strip()
    known = [event.event_id for event in sheet.events]
    events = nights_found(find).filter(club=club_here()).exclude(pk__in=known)
    return {
        "choice": Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page")),
        "find": find,
    }
