"""The fixtures of a league: dates, venues, postponed matches and results that are sent in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.lines.read import MatchKey
from director.boards.movement.sections import section_of_session
from director.boards.pages.results.matches import PointsField
from director.boards.pages.steps import results_shell
from director.boards.paper.tables.reading import desk_reading
from director.boards.play.scores.reported import (
    TypedMatch,
    enter_matches,
    shown_text,
    stored_result,
    units_of_matches,
)
from director.boards.scoring.fixtures import Fixture, section_fixtures
from director.boards.sentences import BoardSentences
from director.core.base.forms import DayField, PageForm, TextField, WholeNumberField, invalid
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionPlace
from director.models.plan import LONGEST_VENUE
from director.pdf.words import date_text
from scoring import MatchResult, ScoringError


class FixtureForm(PageForm):
    """One match: its date and venue, and its result if it has one without boards.

    The page also sends what it showed, so that a match that wasn't touched is left as somebody else
    may have stored it meanwhile.
    """

    date = DayField(required=False)
    venue = TextField(required=False, max_length=LONGEST_VENUE)
    is_postponed = forms.BooleanField(required=False, label="Postponed")
    home = PointsField("Home")
    away = PointsField("Away")
    unit = forms.ChoiceField(required=False, label="Unit")

    def __init__(self, data: Any, fixture: Fixture, units: Sequence[tuple[str, str]]) -> None:
        prefix = "-".join(map(str, fixture.key))
        super().__init__(data, prefix=prefix, initial=_initial(fixture))
        self.fixture = fixture
        self.offer("unit", units)
        if not self.initial.get("unit") and units:
            self.initial["unit"] = units[0][0]
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        """Refuse the result of one side alone."""
        data = super().clean() or {}
        if not self.errors and (data["home"] is None) != (data["away"] is None):
            raise invalid(BoardSentences.REPORT_ONE_SIDE)
        return data

    def typed(self) -> TypedMatch:
        """Return the match as it is typed, its result in the order of its key."""
        data = self.cleaned_data
        result = None
        if data["home"] is not None:
            points = (data["home"], data["away"])
            if self.fixture.home != self.fixture.key[1]:
                points = points[::-1]
            result = MatchResult(data["unit"], *points)
        return TypedMatch(
            self.fixture.key,
            result,
            data["date"],
            data["venue"],
            data["is_postponed"],
            shown=self.data.get(self.add_prefix("shown")),
        )

    @property
    def shown(self) -> str:
        """The result that the page shows, which it sends back."""
        stored = self.fixture.stored
        return shown_text(stored_result(stored) if stored else None)


def _initial(fixture: Fixture) -> dict[str, Any]:
    """Return what the boxes of a match show."""
    stored = fixture.stored
    if stored is None:
        return {}
    points = (stored.home_points, stored.away_points)
    if fixture.home != fixture.key[1]:
        points = points[::-1]
    return {
        "date": stored.date,
        "venue": stored.venue,
        "is_postponed": stored.is_postponed,
        "home": points[0],
        "away": points[1],
        "unit": stored.unit,
    }


class DatesForm(PageForm):
    """The dates of all rounds from the first one on."""

    first = DayField(label="Round 1", missing="Choose the date of round 1.")
    days = WholeNumberField(
        label="Days between rounds", what="a number of days", example=7, min_value=0, max_value=365
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """A round with a form for each of its matches. It *is_open* if it is to be entered now."""

    number: int
    forms: tuple[FixtureForm, ...]
    is_open: bool

    @property
    def title(self) -> str:
        """The round, its date if all matches share one, and how much of it is played."""
        parts = [f"Round {self.number}"]
        days = {form.fixture.date for form in self.forms}
        if len(days) == 1:
            parts += [date_text(day) for day in days if day]
        finished = sum(form.fixture.is_finished for form in self.forms)
        if finished:
            parts.append(f"{finished} of {len(self.forms)} played")
        return " · ".join(parts)


@sent_by(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def session_fixtures(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show every match with boxes for its date, venue and result. A POST stores them."""
    section = section_of_session(session_id)
    fixtures = _fixtures(section)
    dates = DatesForm(initial={"days": 7})
    data = None
    if request.method == "POST":
        if "dates" in request.POST:
            dates = DatesForm(request.POST)
            if dates.is_valid() and _store_dates(request, section, fixtures, dates):
                return redirect("session_results_fixtures", session_id=session_id)
        else:
            data = request.POST
    units = [(unit.value, unit.label) for unit in units_of_matches(section)]
    fixture_forms = [FixtureForm(data, fixture, units) for fixture in fixtures]
    if data and _store(request, section, fixture_forms):
        return redirect("session_results_fixtures", session_id=session_id)
    is_refused = bool(data) or dates.is_bound
    return _show(request, section, fixture_forms, dates, status=422 if is_refused else 200)


def _fixtures(section: Section) -> tuple[Fixture, ...]:
    sheets = desk_reading(section).sheets
    fixtures = section_fixtures(sheets, section)
    if not fixtures:
        raise Http404(BoardSentences.NO_FIXTURES.says())
    return fixtures


def _store(request: DeskRequest, section: Section, fixture_forms: Sequence[FixtureForm]) -> bool:
    """Store what is typed. Return False if anything is refused, with the reason at its match."""
    forms_by_key: dict[MatchKey, FixtureForm] = {}
    touched_forms = []
    for form in fixture_forms:
        if form.has_changed() and not form.fixture.is_cancelled:
            touched_forms.append(form)
    for form in touched_forms:
        if form.is_valid():
            forms_by_key[form.fixture.key] = form
    typed = [form.typed() for form in forms_by_key.values()]
    try:
        count, refused = enter_matches(section=section, typed=typed, user=request.user)
    except (DeskError, ScoringError) as error:
        messages.error(request, str(error))
        return False
    if count:
        plural = "" if count == 1 else "es"
        messages.success(request, f"{count} match{plural} saved.")
    for key, reason in refused.items():
        forms_by_key[key].add_error(None, reason)
    return not refused and len(forms_by_key) == len(touched_forms)


def _store_dates(
    request: DeskRequest, section: Section, fixtures: Sequence[Fixture], dates: DatesForm
) -> bool:
    """Give every match the date of its round."""
    first = dates.cleaned_data["first"]
    days = dates.cleaned_data["days"]
    try:
        typed = list(_matches_on(fixtures, first, days))
        enter_matches(section=section, typed=typed, user=request.user)
    except OverflowError:
        dates.add_error("days", BoardSentences.FIXTURES_TOO_LATE.says())
        return False
    except (DeskError, ScoringError) as error:
        dates.add_error(None, str(error))
        return False
    messages.success(request, "Dates of all rounds saved.")
    return True


def _matches_on(fixtures: Sequence[Fixture], first: Any, days: int) -> Iterator[TypedMatch]:
    """Yield every match with the date of its round, and otherwise as it is stored."""
    for fixture in fixtures:
        if fixture.is_cancelled:
            continue
        day = first + timedelta(days=days * (fixture.round_no - 1))
        result = stored_result(fixture.stored) if fixture.stored else None
        yield TypedMatch(fixture.key, result, day, fixture.venue, fixture.is_postponed)


def _show(
    request: HttpRequest,
    section: Section,
    fixture_forms: Sequence[FixtureForm],
    dates: DatesForm,
    *,
    status: int,
) -> HttpResponse:
    rounds: dict[int, list[FixtureForm]] = {}
    for form in fixture_forms:
        rounds.setdefault(form.fixture.round_no, []).append(form)
    shown_rounds = []
    is_first_unfinished = True
    for number, round_forms in rounds.items():
        is_unfinished = not all(form.fixture.is_finished for form in round_forms)
        is_refused = any(form.errors for form in round_forms)
        is_open = is_refused or (is_unfinished and is_first_unfinished)
        shown_rounds.append(_Round(number, tuple(round_forms), is_open))
        is_first_unfinished = is_first_unfinished and not is_unfinished
    context = results_shell(request, section, "fixtures") | {
        "rounds": shown_rounds,
        "dates": dates,
    }
    return render(request, "boards/results/fixtures.html", context, status=status)
