"""Seasons of parties: which a night belongs to, and the standings of each, for the desk and for visitors."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.answers import file_answer, refusals_said, sentence
from director.core.club.write import club_here
from director.core.publishing.kept import kept
from director.core.requests import DeskRequest
from director.formats.errors import ExportError
from director.formats.formats import export_file
from director.party.models import PartySeason
from director.party.parties import party_of_session
from director.party.season.forms import SeasonForm, SeasonNameForm
from director.party.season.read import SeasonSheet, season_held, season_json, season_shown, season_tables, seasons_here
from director.party.season.write import party_season_set, season_settle


@require_POST
def party_season_choose(request: DeskRequest, session_id: int) -> HttpResponse:
    """Let a party belong to a season, or to none."""
    party, form = party_of_session(session_id), SeasonNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["season"][0]))
        return redirect("party_results", session_id=session_id)
    name = form.cleaned_data["season"].strip()
    with refusals_said(request):
        party_season_set(party=party, name=name, user=request.user)
        said = f"The night belongs to the season {name}." if name else "The night belongs to no season."
        messages.success(request, said)
    return redirect("party_results", session_id=session_id)


@require_safe
def party_seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons of the club."""
    return render(request, "party/season/seasons.html", {"nav": "nights", "seasons": seasons_here(club_here())})


@login_not_required
@require_safe
@kept(lambda asked: season_shown(asked["season_id"]))
def party_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the standings of a season; visitors see it once a night of it is published, and only such nights."""
    season, sheet = _read(request, season_id)
    context = {"season": season, "sheet": sheet, "nav": "nights"}
    if request.user.is_authenticated:
        context["form"] = _form(season)
    return render(request, "party/season/season.html", context)


@require_http_methods(["POST"])
def party_season_rules(request: DeskRequest, season_id: int) -> HttpResponse:
    """Settle how a season is counted."""
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    form = SeasonForm(request.POST)
    if form.is_valid():
        season_settle(season=season, **form.cleaned_data)
        messages.success(request, "The season is counted so.")
        return redirect("party_season", season_id=season_id)
    context = {"season": season, "sheet": season_held(season, published=False), "form": form, "nav": "nights"}
    return render(request, "party/season/season.html", context, status=422)


@login_not_required
@require_safe
def party_season_json(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season for programs."""
    _season, sheet = _read(request, season_id)
    return JsonResponse(season_json(sheet), json_dumps_params={"indent": 1})


@require_safe
def party_season_file(request: DeskRequest, season_id: int, form: str) -> HttpResponse:
    """Answer with the standings of a season as a file of the format *form*."""
    season, sheet = _read(request, season_id)
    try:
        separator, table = request.GET.get("separator", ""), request.GET.get("table", "")
        file = export_file(season_tables(sheet), form, table=table, separator=separator, paper=season.club.paper)
    except ExportError as error:
        return sentence(str(error), 404)
    return file_answer(file.content, f"{slugify(season.name) or 'season'}{file.suffix}", file.content_type)


def _read(request: HttpRequest, season_id: int) -> tuple[PartySeason, SeasonSheet]:
    season = get_object_or_404(PartySeason.objects.select_related("club"), pk=season_id)
    is_visitor = not request.user.is_authenticated
    sheet = season_held(season, published=is_visitor)
    if is_visitor and not sheet.nights:
        raise Http404("No night of this season is published.")
    return season, sheet


def _form(season: PartySeason) -> SeasonForm:
    names = ("best", "attendance", "figures", "by_group")
    return SeasonForm(initial={name: getattr(season, name) for name in names})
