"""Pages of seasons: standings, events and rules.

The page of a season has a tab for each. Visitors see standings and events, and only events that
are published.
"""

from calendar import day_name
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from director.additions.seasons.files import (
    award_season_prizes,
    make_club_season_tables,
    make_previous_season_json,
    make_season_json,
    render_season,
    render_season_prizes,
)
from director.additions.seasons.settings import (
    add_season,
    add_season_events,
    remove_season,
    remove_season_event,
    store_season,
    store_season_weekday,
)
from director.additions.seasons.standings import (
    PERCENTAGE_POINTS,
    SeasonStandings,
    explain_total,
    fetch_cached_season_standings,
    fetch_club_seasons,
    fetch_season_version,
    filter_countable_events,
    make_season_scoring,
)
from director.additions.shared.prize_list import (
    DEFAULT_PRIZES,
    MAX_PRIZES_LENGTH,
    NO_PRIZES,
    NO_WINNERS,
    list_typed_prizes,
)
from director.core.base.forms import (
    DayField,
    NameField,
    PageForm,
    SettingsForm,
    TextField,
    WholeNumberField,
    make_validation_error,
    parse_record_number,
)
from director.core.base.headlines import (
    FieldPicture,
    FieldRanking,
    RankedFigure,
    make_field_picture,
)
from director.core.base.place_lines import MAX_EVENTS, PlacePicture, make_place_picture
from director.core.base.requests import DeskRequest, make_file_response, refuse_file, render_page
from director.core.base.roles import can_direct
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.club.club import get_or_create_club
from director.core.club.players import filter_public_players
from director.core.files.exports import export_file
from director.core.files.results_text import make_results_texts
from director.core.night.events import fetch_events
from director.core.night.page_cache import cache_for_visitors
from director.errors import DeskError
from director.event_kinds import get_event_kind, list_event_kinds
from director.formats.errors import ExportError
from director.models import Event, Season
from director.models.season import SeasonContestants
from director.names import has_words
from movements.option import format_count
from scoring.errors import ScoringError
from scoring.season import SEASON_POINTS, SEASON_TIES, SeasonScoring, parse_rank_points_table

_SEASON_EVENT_TWICE_TEXT = "{names} counted for {season} already, and counts once."

_TIE_CHOICES = (("", "shared place"), *SEASON_TIES.items())
_RARE_RULES = ("minimum", "attendance", "first_tie", "second_tie", "handicap", "by_group")
"""The fields that most seasons leave as they are."""
_UNUSED_VALUES = (None, "", "0", 0)  # numbers are texts in what was submitted


class ClubSeasonForm(SettingsForm):
    """The name and the rules of a season."""

    name = NameField(
        label="Name",
        max_length=60,
        what="The name of a season",
        missing="Type a name, such as Winter 2026.",
        help_text="Such as Winter 2026.",
    )
    counting = forms.ChoiceField(
        label="Who is ranked",
        choices=SeasonContestants.choices,
        initial=SeasonContestants.PEOPLE,
        help_text="One by one: everybody may change partners.",
    )
    points = forms.ChoiceField(
        label="Scoring",
        choices=tuple(SEASON_POINTS.items()),
        initial="percent",
        help_text="Parties and teams have no percentages: choose another.",
    )
    best = WholeNumberField(
        what="a number of events",
        example=5,
        label="Best events that count",
        min_value=0,
        max_value=366,
        initial=0,
        help_text="The best of each, such as 8 of 12. 0 counts all.",
        error_messages={"required": "Type how many events count, such as 5, or 0 for all."},
    )
    minimum = WholeNumberField(
        what="a number of events",
        example=3,
        label="Events needed for a place",
        min_value=0,
        max_value=366,
        initial=0,
        help_text="Who played fewer is listed last, without a place.",
        error_messages={"required": "Type how many events a place needs, such as 3, or 0."},
    )
    attendance = WholeNumberField(
        what="a number of points",
        example=2,
        label="Extra points per event played",
        min_value=0,
        max_value=1000,
        initial=0,
        help_text="For coming, also if the event doesn’t count.",
        error_messages={"required": "Type the points per event played, such as 2, or 0 for none."},
    )
    handicap = WholeNumberField(
        what="a percentage",
        example=50,
        label="Handicap, %",
        min_value=0,
        max_value=100,
        initial=0,
        help_text="50 gives half of what a player’s average lacks to 50%: at 44%, 3 more. Only with average percentages.",
        error_messages={"required": "Type the handicap in percent, such as 50, or 0 for none."},
    )
    handicap_events = WholeNumberField(
        what="a number of events",
        example=3,
        label="Events that make the handicap",
        min_value=1,
        max_value=100,
        initial=3,
        help_text="The latest before this one.",
        error_messages={"required": "Type how many events make the handicap, such as 3."},
    )
    table = TextField(
        label="Points for places",
        required=False,
        max_length=2000,
        strip=True,
        what="This list",
        help_text="A line for each size of field. “8: 10 6 4 2”: with 8 or more, the first gets 10, the fourth 2. Ties share.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    by_group = forms.BooleanField(
        label="Separate standings per prize group",
        required=False,
        help_text="The groups of parties, such as ladies and gentlemen.",
    )
    first_tie = forms.ChoiceField(label="Equal totals", choices=_TIE_CHOICES, required=False)
    second_tie = forms.ChoiceField(label="If still equal", choices=_TIE_CHOICES, required=False)

    class Meta:
        model = Season
        fields = (
            "name",
            "counting",
            "points",
            "best",
            "minimum",
            "attendance",
            "handicap",
            "handicap_events",
            "table",
            "by_group",
        )

    def __init__(self, data: QueryDict | None, *, instance: Season | None = None) -> None:
        initial: dict[str, Any] = {}
        if instance:
            tie_keys = instance.ties.split()  # none, one or two
            initial = dict(zip(("first_tie", "second_tie"), tie_keys, strict=False))
        super().__init__(data, instance=instance, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Refuse rules that contradict each other."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "table" in self.errors:
            return data
        points = data.get("points", "percent")
        # First without the handicap, so that each error is shown at the field to correct.
        try:
            SeasonScoring(points=points, table=parse_rank_points_table(data["table"]))
        except ScoringError as error:
            self.add_error("table", str(error))
            return data
        try:
            SeasonScoring(
                points=points,
                table=parse_rank_points_table(data["table"]),
                handicap=data.get("handicap") or 0,
            )
        except ScoringError as error:
            self.add_error("handicap", str(error))
        return data

    @property
    def has_rare_rules(self) -> bool:
        """Whether a rule that is usually left alone is used or has an error."""
        # Its value is 3 even where no handicap is used, so only an error counts.
        if self["handicap_events"].errors:
            return True
        for name in _RARE_RULES:
            box = self[name]
            if box.errors or box.value() not in _UNUSED_VALUES:
                return True
        return False

    @property
    def field_values(self) -> dict[str, Any]:
        """The values for the fields of the season."""
        chosen_ties = (self.cleaned_data["first_tie"], self.cleaned_data["second_tie"])
        # The same tie-break twice counts once.
        ties = dict.fromkeys(tie for tie in chosen_ties if tie)
        return {name: self.cleaned_data[name] for name in self.Meta.fields} | {
            "ties": " ".join(ties)
        }


_WEEKDAY_CHOICES = (
    ("0", "no weekday"),
    *((str(number), name) for number, name in enumerate(day_name, start=1)),
)


class SeasonWeekdayForm(PageForm):
    """The events that a season takes by itself, such as every Monday pairs from 1 September."""

    weekday = forms.TypedChoiceField(label="Every", choices=_WEEKDAY_CHOICES, coerce=int)
    contest = forms.ChoiceField(label="Kind")
    start = DayField(label="From", required=False)

    def __init__(self, data: QueryDict | None, *, season: Season) -> None:
        stored = {
            "weekday": season.weekday,
            "contest": season.weekday_contest,
            "start": season.weekday_start or timezone.localdate(),
        }
        super().__init__(data, initial=stored)
        self.kind_name_by_contest = kinds = {
            kind.contest: kind.default_name for kind in list_event_kinds()
        }
        if season.weekday and season.weekday_contest not in kinds:
            # Without it the page would show another kind, and Save would store that.
            kinds[season.weekday_contest] = f"{season.weekday_contest} (ended)"
        cast("forms.ChoiceField", self.fields["contest"]).choices = list(kinds.items())

    def clean_start(self) -> date | None:
        """Return the first day. Raise if a weekday has none."""
        start: date | None = self.cleaned_data["start"]
        if start is None and self.cleaned_data.get("weekday"):
            raise make_validation_error("season-start", "Choose the day from which events count.")
        return start


MAX_LISTED_EVENTS = 8
"""Events that are listed beside the form of a new season. The others are counted."""
ROWS_PER_PAGE = 50
EVENTS_PER_PAGE = 50
_TABS = {"": "Standings", "events": "Events", "scoring": "Scoring", "export": "Export"}
_VISITOR_TABS = ("", "events")


@require_safe
def show_seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons of the club."""
    seasons = fetch_club_seasons(get_or_create_club())
    return render(request, "additions/seasons/seasons.html", {"nav": "nights", "seasons": seasons})


def create_club_season(request: DeskRequest) -> HttpResponse:
    """Add a season, with the event ``?event`` if it is given."""
    event_id = parse_record_number(request.GET.get("event", ""))
    event = Event.objects.filter(pk=event_id).first()
    form = ClubSeasonForm(request.POST or None)
    form.fields["name"].widget.attrs["autofocus"] = True
    weekday_form = SeasonWeekdayForm(
        request.POST if "weekday" in request.POST else None, season=Season()
    )
    if event and not _has_percents(event):
        form.initial["points"] = "total"
    is_refused = weekday_form.is_bound and not weekday_form.is_valid()
    if request.method == "POST" and form.is_valid() and not is_refused:
        with show_refusals_at(form, "name"):
            season = add_season(club=get_or_create_club(), **form.field_values)
            if event:
                with show_refusals_as_messages(request):
                    add_season_events(season=season, event_ids=[event.pk])
            messages.success(request, "Season added. Choose the events that count.")
            if weekday_form.is_bound and weekday_form.cleaned_data["weekday"]:
                _store_weekday_rule(request, season, weekday_form)
            return redirect(f"{_get_season_address(season)}?tab=events")
    # The page asks with the scoring alone which events can count.
    points = request.GET.get("points") or form["points"].value()
    events = fetch_events("").prefetch_related(None)
    countable_events = filter_countable_events(Season(points=points), events)
    context = {
        "form": form,
        "weekday_form": weekday_form,
        "event": event,
        "nav": "nights",
        "countable_count": countable_events.count(),
        "countable_events": countable_events[:MAX_LISTED_EVENTS],
    }
    problems = form.errors or is_refused
    return render_page(request, "additions/seasons/new.html", context, problems=problems)


@login_not_required
@require_safe
def redirect_previous_season(request: HttpRequest, season_id: int, form: str = "") -> HttpResponse:
    """Redirect an old address of a season of parties, or of its file in the format *form*."""
    season = get_object_or_404(Season, former_number=season_id)
    if form:
        address = reverse("club_season_file", args=[season.pk, form])
    else:
        address = _get_season_address(season)
    query = request.META["QUERY_STRING"]
    return redirect(f"{address}?{query}" if query else address, permanent=True)


@login_not_required
@require_safe
def show_previous_season_json(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with a season of parties as programs know it from its old address."""
    season = get_object_or_404(Season, former_number=season_id)
    _, standings = _fetch_season_and_standings(request, season.pk)
    return JsonResponse(make_previous_season_json(standings), json_dumps_params={"indent": 1})


@login_not_required
@require_safe
@cache_for_visitors(lambda url_kwargs: fetch_season_version(url_kwargs["season_id"]))
def show_club_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show a season. Visitors see only its published events."""
    season, standings = _fetch_season_and_standings(request, season_id)
    return _render_season_page(
        request,
        season,
        standings,
        request.GET.get("tab", ""),
        ClubSeasonForm(None, instance=season),
    )


@require_POST
def store_season_rules(request: DeskRequest, season_id: int) -> HttpResponse:
    """Store the name and the rules of a season."""
    season = _get_club_season_or_404(season_id)
    form = ClubSeasonForm(request.POST, instance=season)
    if form.is_valid():
        with show_refusals_at(form, "name"):
            store_season(season=season, **form.field_values)
            messages.success(request, "Scoring saved.")
            return redirect(_get_season_address(season))
        # The page shows the stored name above the form with the refused one.
        season.refresh_from_db()
    return _render_season_page(
        request, season, fetch_cached_season_standings(season, is_published=False), "scoring", form
    )


@require_POST
def add_events_to_season(request: DeskRequest, season_id: int) -> HttpResponse:
    """Add events to a season, or store which it takes by itself."""
    season = _get_club_season_or_404(season_id)
    if "weekday" in request.POST:
        return _store_weekday(request, season)
    event_ids = {parse_record_number(text) for text in request.POST.getlist("event")}
    event_ids.discard(0)  # from a text that isn't a number
    with show_refusals_as_messages(request):
        previous_events = add_season_events(season=season, event_ids=event_ids)
        if previous_events:
            names = ", ".join(event.name for event in previous_events)
            messages.warning(
                request, _SEASON_EVENT_TWICE_TEXT.format(names=names, season=season.name)
            )
        added_count = len(event_ids) - len(previous_events)
        if added_count:
            messages.success(
                request, f"{format_count(added_count, 'event')} added to {season.name}."
            )
    return redirect(f"{_get_season_address(season)}?tab=events")


def _store_weekday(request: DeskRequest, season: Season) -> HttpResponse:
    form = SeasonWeekdayForm(request.POST, season=season)
    if not form.is_valid():
        standings = fetch_cached_season_standings(season, is_published=False)
        rules_form = ClubSeasonForm(None, instance=season)
        return _render_season_page(request, season, standings, "events", rules_form, form)
    _store_weekday_rule(request, season, form)
    return redirect(f"{_get_season_address(season)}?tab=events")


def _store_weekday_rule(request: DeskRequest, season: Season, form: SeasonWeekdayForm) -> None:
    """Store which events count by themselves, as the valid *form* has it, and say so."""
    rule = form.cleaned_data
    added_count = store_season_weekday(season=season, **rule)
    if not rule["weekday"]:
        messages.success(request, "Saved. No events count by themselves.")
        return
    events = f"{day_name[rule['weekday'] - 1]} {form.kind_name_by_contest[rule['contest']]}"
    start = format_date(rule["start"], "j F Y")
    messages.success(
        request,
        f"Every {events} from {start} counts by itself. Added now: {format_count(added_count, 'event')}.",
    )


@require_POST
def remove_event_from_season(request: DeskRequest, season_id: int, event_id: int) -> HttpResponse:
    """Remove an event from a season."""
    season = _get_club_season_or_404(season_id)
    remove_season_event(season=season, event_id=event_id)
    messages.success(request, f"The event no longer counts for {season.name}.")
    return redirect(f"{_get_season_address(season)}?tab=events")


@require_POST
def delete_club_season(request: DeskRequest, season_id: int) -> HttpResponse:
    """Delete a season."""
    season = _get_club_season_or_404(season_id)
    remove_season(season=season)
    messages.success(request, f"{season.name} deleted. Its events are unchanged.")
    return redirect("seasons")


@login_not_required
@require_safe
def show_season_json(request: HttpRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season for programs."""
    _, standings = _fetch_season_and_standings(request, season_id)
    return JsonResponse(make_season_json(standings), json_dumps_params={"indent": 1})


@require_safe
def download_season(request: DeskRequest, season_id: int, form: str) -> HttpResponse:
    """Answer with a season's standings as a file in the format *form*."""
    season, standings = _fetch_season_and_standings(request, season_id)
    try:
        file = export_file(
            make_club_season_tables(standings),
            form,
            table=request.GET.get("table", ""),
            separator=request.GET.get("separator", ""),
            paper=season.club.paper,
        )
    except ExportError as error:
        return _refuse_season_file(request, season, str(error), status=404)
    return make_file_response(
        file.content, f"{_make_file_stem(season)}{file.suffix}", file.content_type
    )


def _refuse_season_file(
    request: DeskRequest, season: Season, reason: str, *, status: int
) -> HttpResponse:
    return refuse_file(
        request,
        reason,
        back=f"{_get_season_address(season)}?tab=export",
        back_label=season.name,
        status=status,
    )


@require_safe
def show_season_pdf(request: DeskRequest, season_id: int) -> HttpResponse:
    """Answer with the standings of a season on the club's paper."""
    season, standings = _fetch_season_and_standings(request, season_id)
    if not standings.rows:
        reason = f"{season.name} has no standings yet. Add events with results, then print."
        return _refuse_season_file(request, season, reason, status=409)
    content = render_season(standings, season.club.paper, printed_at=timezone.localtime())
    return make_file_response(
        content, f"{_make_file_stem(season)}.pdf", "application/pdf", is_attachment=False
    )


@require_safe
def show_season_prizes(request: DeskRequest, season_id: int) -> HttpResponse:
    """Answer with the prize list of a season, or return to its page with the reason why not."""
    season, standings = _fetch_season_and_standings(request, season_id)
    text = request.GET.get("prizes", DEFAULT_PRIZES)[:MAX_PRIZES_LENGTH]
    prizes = list_typed_prizes(text)
    won_prizes = award_season_prizes(standings, prizes)
    if not won_prizes:
        messages.error(request, NO_WINNERS if prizes else NO_PRIZES)
        query = urlencode({"tab": "export", "prizes": text})
        return redirect(f"{_get_season_address(season)}?{query}")
    paper = season.club.paper
    content = render_season_prizes(standings, won_prizes, paper, printed_at=timezone.localtime())
    name = f"{_make_file_stem(season)}-prizes.pdf"
    return make_file_response(content, name, "application/pdf", is_attachment=False)


def _make_file_stem(season: Season) -> str:
    # A name without Latin letters has an empty slug.
    return slugify(season.name) or "season"


def edit_event_seasons(request: DeskRequest, event_id: int) -> HttpResponse:
    """Show the seasons that an event counts for. A POST adds it to another."""
    event = get_object_or_404(
        Event.objects.select_related("club"), pk=event_id, removed_at__isnull=True
    )
    seasons_by_id = {season.pk: season for season in fetch_club_seasons(event.club)}
    if request.method == "POST":
        season = seasons_by_id.get(parse_record_number(request.POST.get("season", "")))
        with show_refusals_as_messages(request):
            if season is None:
                raise DeskError(
                    "season-not-chosen", "No season is chosen. Choose one, or add a season first."
                )
            previous_events = add_season_events(season=season, event_ids=[event.pk])
            if previous_events:
                messages.warning(
                    request,
                    _SEASON_EVENT_TWICE_TEXT.format(names=event.name, season=season.name),
                )
            else:
                messages.success(request, f"{event.name} now counts for {season.name}.")
        return redirect("event_seasons", event_id=event.pk)
    event_season_ids = set(event.in_seasons.values_list("season_id", flat=True))
    has_percents = _has_percents(event)
    event_seasons: list[Season] = []
    addable_seasons: list[Season] = []
    percentage_seasons: list[Season] = []  # for which an event without percentages can't count
    for season in seasons_by_id.values():
        if season.pk in event_season_ids:
            event_seasons.append(season)
        elif season.points == PERCENTAGE_POINTS and not has_percents:
            percentage_seasons.append(season)
        else:
            addable_seasons.append(season)
    context = {
        "event": event,
        "event_seasons": event_seasons,
        "addable_seasons": addable_seasons,
        "percentage_seasons": percentage_seasons,
        "nav": "nights",
    }
    return render(request, "additions/seasons/of_event.html", context)


def _has_percents(event: Event) -> bool:
    return event.scoring in get_event_kind(event).percent_methods


def _get_club_season_or_404(season_id: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), pk=season_id)


def _get_season_address(season: Season) -> str:
    return reverse("club_season", args=[season.pk])


def _fetch_season_and_standings(
    request: HttpRequest, season_id: int
) -> tuple[Season, SeasonStandings]:
    season = _get_club_season_or_404(season_id)
    is_visitor = not request.user.is_authenticated
    standings = fetch_cached_season_standings(season, is_published=is_visitor)
    if is_visitor and not standings.events:
        raise Http404("No event of this season is published.")
    return season, standings


def _render_season_page(
    request: HttpRequest,
    season: Season,
    standings: SeasonStandings,
    tab: str,
    form: ClubSeasonForm,
    weekday_form: SeasonWeekdayForm | None = None,
) -> HttpResponse:
    keys = tuple(_TABS) if request.user.is_authenticated else _VISITOR_TABS
    if tab not in keys:
        tab = ""
    tabs = []
    for key in keys:
        address = f"?tab={key}" if key else "?"
        tabs.append({"name": _TABS[key], "address": address, "is_open": key == tab})
    context: dict[str, Any] = {
        "season": season,
        "standings": standings,
        "form": form,
        "tab": tab,
        "tabs": tabs,
    }
    if not tab:
        context |= _make_standings_context(request, season, standings)
    elif tab == "export":
        context["prizes"] = request.GET.get("prizes", DEFAULT_PRIZES)
        title = f"{standings.name}, so far" if standings.is_provisional else standings.name
        context["texts"] = make_results_texts(title, _make_rankings(standings))
    elif tab == "events" and can_direct(request):
        context |= _make_event_choice_context(request, season, standings)
        context["weekday_form"] = weekday_form or SeasonWeekdayForm(None, season=season)
    problems = form.errors or (weekday_form and weekday_form.errors)
    return render_page(
        request, "additions/seasons/season.html", context | {"nav": "nights"}, problems=problems
    )


def _make_standings_context(
    request: HttpRequest, season: Season, standings: SeasonStandings
) -> dict[str, Any]:
    search_text = request.GET.get("find", "").strip()
    rows = list(standings.rows)
    if search_text:
        rows = [row for row in rows if has_words(search_text, row.name, ())]
    pages = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    explained_key = request.GET.get("why", "")
    explanation = None
    if explained_key:
        explanation = explain_total(standings, make_season_scoring(season), explained_key)
    person_ids = [person_id for row in pages.object_list for person_id, _name in row.people]
    public_players = filter_public_players(season.club, person_ids)
    context: dict[str, Any] = {
        "pages": pages,
        "find": search_text,
        "explanation": explanation,
        "public_player_ids": {person.pk for person in public_players},
    }
    if pages.number == 1 and not search_text:
        context |= {
            "picture": _make_season_picture(standings),
            "place_lines": _make_season_lines(standings),
        }
    return context


def _make_season_picture(standings: SeasonStandings) -> FieldPicture | None:
    """Return the headline of the leaders of each group, or None before anything counts."""
    # Another night may follow, so nobody has won a season.
    return make_field_picture(_make_rankings(standings), is_complete=False, has_plot=False)


def _make_rankings(standings: SeasonStandings) -> list[FieldRanking]:
    unit = "%" if standings.is_average else ""
    return [
        FieldRanking(
            group,
            tuple(
                RankedFigure(
                    place=row.place,
                    name=row.name,
                    figure=row.total,
                    figure_text=f"{row.total_text}{unit}",
                )
                for row in rows
            ),
        )
        for group, rows in groupby(standings.rows, key=attrgetter("group"))
    ]


def _make_season_lines(standings: SeasonStandings) -> PlacePicture | None:
    """Return the lines of the leaders over the latest events, or None with several groups."""
    if len(standings.histories_by_group) != 1:
        return None
    [(_group, histories)] = standings.histories_by_group
    texts = [
        f"{event.date.day} {event.date:%b}" for event in standings.counted_events[-MAX_EVENTS:]
    ]
    return make_place_picture(histories, _thin_out(texts))


def _thin_out(texts: list[str]) -> list[str]:
    """Return *texts* with empty ones in between, so that dates don't touch on a phone."""
    step = 1 + (len(texts) - 1) // 4
    last = len(texts) - 1
    return [text if (last - index) % step == 0 else "" for index, text in enumerate(texts)]


def _make_event_choice_context(
    request: HttpRequest, season: Season, standings: SeasonStandings
) -> dict[str, Any]:
    """Return one page of events that can be added to *season*."""
    search_text = request.GET.get("find", "").strip()
    season_event_ids = [event.event_id for event in standings.events]
    club_events = fetch_events(search_text).filter(club=get_or_create_club())
    other_events = club_events.exclude(pk__in=season_event_ids)
    addable_events = filter_countable_events(season, other_events)
    return {
        "addable_events": Paginator(addable_events, EVENTS_PER_PAGE).get_page(
            request.GET.get("page")
        ),
        "counts_percentages": season.points == PERCENTAGE_POINTS,
        "find": search_text,
    }
