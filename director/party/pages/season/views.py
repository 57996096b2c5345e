"""Pages of seasons of parties."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.answers import file_answer, refusals_as_messages, sentence
from director.core.base.requests import DeskRequest
from director.core.club.club import club_here
from director.core.club.seasons.read import club_seasons
from director.core.night.publishing.page_cache import cached_for_visitors
from director.formats.errors import ExportError
from director.formats.formats import export_file
from director.party.models import PartySeason
from director.party.movement.parties import party_of_session
from director.party.pages.season.forms import SeasonForm, SeasonNameForm
from director.party.pages.season.grids import season_standings_page, season_tabs
from director.party.play.season import set_party_season, set_up_season
from director.party.scoring.season import (
    SeasonSheet,
    season_json,
    season_tables,
    seasons_with_counts,
)
from director.party.scoring.season_cache import cached_season, season_shown


@require_POST
def party_season_choose(request: DeskRequest, session_id: int) -> HttpResponse:
    """Add a party to a season, or to none."""
    party = party_of_session(session_id)
    form = SeasonNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["season"][0]))
        return redirect("party_results", session_id=session_id)
    name = form.cleaned_data["season"].strip()
    with refusals_as_messages(request):
        set_party_season(party=party, name=name, user=request.user)
        if name:
            messages.success(request, f"This event now counts for {name}.")
        else:
            messages.success(request, "This event no longer counts for a season.")
    return redirect("party_results", session_id=session_id)


@require_safe
def party_seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons of all kinds of events, then the seasons of parties only."""
    club = club_here()
    context = {
        "nav": "nights",
        "club_seasons": club_seasons(club),
        "seasons": seasons_with_counts(club),
    }
    return render(request, "party/season/seasons.html", context)


@login_not_required
@require_safe
@cached_for_visitors(lambda url_kwargs: season_shown(url_kwargs["season_id"]))
def party_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season. Visitors see only its published parties."""
    season, sheet = _season_and_sheet(request, season_id)
    return _page(request, season, sheet, _season_form(season))


@require_http_methods(["POST"])
def party_season_rules(request: DeskRequest, season_id: int) -> HttpResponse:
    """Store how a season is scored."""
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    form = SeasonForm(request.POST)
    if form.is_valid():
        set_up_season(season=season, **form.cleaned_data)
        messages.success(request, "Scoring saved.")
        return redirect("party_season", season_id=season_id)
    return _page(request, season, cached_season(season, published=False), form, "scoring")


@login_not_required
@require_safe
def party_season_json(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season for programs."""
    _, sheet = _season_and_sheet(request, season_id)
    return JsonResponse(season_json(sheet), json_dumps_params={"indent": 1})


@require_safe
def party_season_file(request: DeskRequest, season_id: int, form: str) -> HttpResponse:
    """Answer with the standings of a season as a file of the format *form*."""
    season, sheet = _season_and_sheet(request, season_id)
    try:
        file = export_file(
            season_tables(sheet),
            form,
            table=request.GET.get("table", ""),
            separator=request.GET.get("separator", ""),
            paper=season.club.paper,
        )
    except ExportError as error:
        return sentence(str(error), 404)
    # A name without Latin letters has an empty slug.
    stem = slugify(season.name) or "season"
    return file_answer(file.content, f"{stem}{file.suffix}", file.content_type)


def _season_and_sheet(request: HttpRequest, season_id: int) -> tuple[PartySeason, SeasonSheet]:
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    is_visitor = not request.user.is_authenticated
    sheet = cached_season(season, published=is_visitor)
    if is_visitor and not sheet.nights:
        raise Http404("No event of this season is published.")
    return season, sheet


def _page(
    request: HttpRequest, season: PartySeason, sheet: SeasonSheet, form: SeasonForm, tab: str = ""
) -> HttpResponse:
    requested_tab = tab or request.GET.get("tab", "")
    tab, tabs = season_tabs(requested_tab, by_director=request.user.is_authenticated)
    context = {
        "season": season,
        "sheet": sheet,
        "form": form,
        "tab": tab,
        "tabs": tabs,
        "nav": "nights",
    }
    if not tab:
        context |= season_standings_page(sheet, request.GET)
    status = 422 if form.errors else 200
    return render(request, "party/season/season.html", context, status=status)


def _season_form(season: PartySeason) -> SeasonForm:
    names = ("best", "attendance", "figures", "by_group")
    return SeasonForm(initial={name: getattr(season, name) for name in names})
