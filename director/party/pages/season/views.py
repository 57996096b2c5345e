"""Pages of seasons of parties."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.answers import (
    make_file_response,
    make_text_response,
    show_refusals_as_messages,
)
from director.core.base.requests import DeskRequest
from director.core.club.club import get_or_create_club
from director.core.club.seasons.read import fetch_club_seasons
from director.core.night.publishing.page_cache import cache_for_visitors
from director.formats.errors import ExportError
from director.formats.formats import export_file
from director.party.models import PartySeason
from director.party.movement.parties import get_party_by_session
from director.party.pages.season.forms import SeasonForm, SeasonNameForm
from director.party.pages.season.grids import make_season_standings_page, make_season_tabs
from director.party.play.season import set_party_season, set_up_season
from director.party.scoring.season import (
    SeasonSheet,
    fetch_seasons_with_counts,
    make_season_json,
    make_season_tables,
)
from director.party.scoring.season_cache import fetch_season_version, get_cached_season


@require_POST
def choose_season(request: DeskRequest, session_id: int) -> HttpResponse:
    """Add a party to a season, or to none."""
    party = get_party_by_session(session_id)
    form = SeasonNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["season"][0]))
        return redirect("party_results", session_id=session_id)
    name = form.cleaned_data["season"].strip()
    with show_refusals_as_messages(request):
        set_party_season(party=party, name=name, user=request.user)
        if name:
            messages.success(request, f"This event now counts for {name}.")
        else:
            messages.success(request, "This event no longer counts for a season.")
    return redirect("party_results", session_id=session_id)


@require_safe
def show_seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons of all kinds of events, then the seasons of parties only."""
    club = get_or_create_club()
    context = {
        "nav": "nights",
        "club_seasons": fetch_club_seasons(club),
        "seasons": fetch_seasons_with_counts(club),
    }
    return render(request, "party/season/seasons.html", context)


@login_not_required
@require_safe
@cache_for_visitors(lambda url_kwargs: fetch_season_version(url_kwargs["season_id"]))
def show_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season. Visitors see only its published parties."""
    season, sheet = _get_season_and_sheet(request, season_id)
    return _render_season_page(request, season, sheet, _make_season_form(season))


@require_http_methods(["POST"])
def store_season_rules(request: DeskRequest, season_id: int) -> HttpResponse:
    """Store how a season is scored."""
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    form = SeasonForm(request.POST)
    if form.is_valid():
        set_up_season(season=season, **form.cleaned_data)
        messages.success(request, "Scoring saved.")
        return redirect("party_season", season_id=season_id)
    return _render_season_page(
        request, season, get_cached_season(season, published=False), form, "scoring"
    )


@login_not_required
@require_safe
def show_season_json(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season for programs."""
    _, sheet = _get_season_and_sheet(request, season_id)
    return JsonResponse(make_season_json(sheet), json_dumps_params={"indent": 1})


@require_safe
def export_season(request: DeskRequest, season_id: int, form: str) -> HttpResponse:
    """Answer with the standings of a season as a file of the format *form*."""
    season, sheet = _get_season_and_sheet(request, season_id)
    try:
        file = export_file(
            make_season_tables(sheet),
            form,
            table=request.GET.get("table", ""),
            separator=request.GET.get("separator", ""),
            paper=season.club.paper,
        )
    except ExportError as error:
        return make_text_response(str(error), 404)
    # A name without Latin letters has an empty slug.
    stem = slugify(season.name) or "season"
    return make_file_response(file.content, f"{stem}{file.suffix}", file.content_type)


def _get_season_and_sheet(request: HttpRequest, season_id: int) -> tuple[PartySeason, SeasonSheet]:
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    is_visitor = not request.user.is_authenticated
    sheet = get_cached_season(season, published=is_visitor)
    if is_visitor and not sheet.nights:
        raise Http404("No event of this season is published.")
    return season, sheet


def _render_season_page(
    request: HttpRequest, season: PartySeason, sheet: SeasonSheet, form: SeasonForm, tab: str = ""
) -> HttpResponse:
    requested_tab = tab or request.GET.get("tab", "")
    tab, tabs = make_season_tabs(requested_tab, by_director=request.user.is_authenticated)
    context = {
        "season": season,
        "sheet": sheet,
        "form": form,
        "tab": tab,
        "tabs": tabs,
        "nav": "nights",
    }
    if not tab:
        context |= make_season_standings_page(sheet, request.GET)
    status = 422 if form.errors else 200
    return render(request, "party/season/season.html", context, status=status)


def _make_season_form(season: PartySeason) -> SeasonForm:
    names = ("best", "attendance", "figures", "by_group")
    return SeasonForm(initial={name: getattr(season, name) for name in names})
