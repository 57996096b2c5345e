"""Forms for several matches: each is a row with its result, and at Fixtures with a remark."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404

from director.additions.contests.matches.reported import (
    TypedMatch,
    enter_matches,
    format_shown_result,
    list_offered_units,
)
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.boards.tables.results_context import read_desk_results
from director.core.base.forms import (
    PageForm,
    TextField,
    make_validation_error,
    parse_decimal,
)
from director.core.base.requests import DeskRequest
from director.core.base.shown_refusals import (
    Refusal,
    raise_refusals_as_form_errors,
    show_refusals_as_messages,
)
from director.errors import UnlikelyResultError
from director.models import Section
from director.models.plan import MAX_REMARK_LENGTH
from movements.option import format_count
from scoring.model import MatchResult

ONE_SIDED_RESULT_ERROR = (
    "report-one-side",
    "Type the result of both sides, or of neither to delete it.",
)

_MAX_NUMBER_LENGTH = 12
_SIGNS = "+-\N{MINUS SIGN}\N{EN DASH}"


class PointsField(TextField):
    """The points of one side of a match, an exact number with a point or a comma."""

    def __init__(self, label: str = "") -> None:
        box = forms.TextInput(attrs={"inputmode": "decimal", "class": "n", "size": 6})
        super().__init__(label=label, required=False, max_length=_MAX_NUMBER_LENGTH, widget=box)

    def clean(self, value: object) -> Fraction | None:
        """Return the points, or None for an empty box."""
        text = str(super().clean(value)).strip()
        if not text:
            return None
        with raise_refusals_as_form_errors():
            points = parse_decimal(text)
        if points is None or text[0] in _SIGNS:
            raise make_validation_error(
                "report-no-number",
                "“{text}” isn’t a number. Type one such as 24 or 13.5.",
                text=text,
            )
        return Fraction(points)


class MatchRowForm(PageForm):
    """The result of one match without boards.

    The page also sends the result that it showed. A match with untouched boxes is not stored, so
    that a result that somebody else has entered since stays. Without *units* only the boards of the
    match count, so its boxes are disabled.
    """

    home = PointsField("Home")
    away = PointsField("Away")
    unit = forms.ChoiceField(required=False, label="Unit")

    def __init__(
        self, data: Any, fixture: Fixture, units: Sequence[tuple[str, str]], default_unit: str
    ) -> None:
        super().__init__(data, prefix=fixture.code, initial=_make_initial_data(fixture))
        self.fixture = fixture
        self.questioned_text = ""
        self.takes_result = bool(units)
        self._unit_labels = [label for _value, label in units]
        if not units:
            for name in ("home", "away", "unit"):
                self.fields[name].disabled = True
        self.set_choices("unit", units)
        if not self.initial.get("unit") and units:
            is_default_possible = default_unit in [value for value, _label in units]
            self.initial["unit"] = default_unit if is_default_possible else units[0][0]
        if len(units) <= 1:
            self.fields["unit"].widget = forms.HiddenInput()
        for name in ("home", "away"):
            team = fixture.home_name if name == "home" else fixture.away_name
            team_no = fixture.home_no if name == "home" else fixture.away_no
            attrs = {"aria-label": f"Result of {team or team_no}", "autocomplete": "off"}
            self.fields[name].widget.attrs |= attrs | {"data-match-box": ""}
        self.fields["unit"].widget.attrs["aria-label"] = f"Unit: {self.teams_text}"
        for field in self.fields.values():
            field.show_hidden_initial = True

    @property
    def unit_label(self) -> str:
        """The only unit of its result, or "" if there are several or none."""
        return self._unit_labels[0] if len(self._unit_labels) == 1 else ""

    @property
    def teams_text(self) -> str:
        """Both teams, by name or number."""
        fixture = self.fixture
        return f"{fixture.home_name or fixture.home_no} – {fixture.away_name or fixture.away_no}"

    def clean(self) -> dict[str, Any]:
        """Refuse the result of one side alone."""
        data = super().clean() or {}
        if not self.errors and (data["home"] is None) != (data["away"] is None):
            raise make_validation_error(*ONE_SIDED_RESULT_ERROR)
        return data

    def get_typed_match(self) -> TypedMatch:
        """Return the match as it is typed, its result in the order of its key."""
        data = self.cleaned_data
        result = None
        if data["home"] is not None:
            points = (data["home"], data["away"])
            # Home and away may have been swapped since the page was made.
            shown_home = self.data.get(self.add_prefix("shown-home"), f"{self.fixture.home_no}")
            _round_no, lower_team, _higher_team = self.fixture.key
            if shown_home != f"{lower_team}":
                points = points[::-1]
            result = MatchResult(data["unit"], *points)
        return TypedMatch(
            self.fixture.key,
            result,
            remark=data.get("remark", self.fixture.remark),
            is_postponed=data.get("is_postponed", self.fixture.is_postponed),
            is_swapped=data.get("is_swapped", self.fixture.is_swapped),
            shown_text=self.data.get(self.add_prefix("shown")),
            questioned_text=self.data.get(self.add_prefix("asked-about"), ""),
        )

    def add_refusal(self, error: Refusal) -> None:
        """Show why the match was refused. The next press of Save stores an unlikely result."""
        self.add_error(None, str(error))
        if isinstance(error, UnlikelyResultError):
            self.questioned_text = format_shown_result(self.get_typed_match().result)

    @property
    def shown_text(self) -> str:
        """The result that the page shows, which it sends back."""
        stored = self.fixture.stored_match
        return format_shown_result(get_reported_result(stored) if stored else None)


class FixtureForm(MatchRowForm):
    """One match with a remark, and its result if it has one without boards."""

    remark = TextField(required=False, max_length=MAX_REMARK_LENGTH)
    is_postponed = forms.BooleanField(required=False, label="Postponed")
    is_swapped = forms.BooleanField(required=False, label="Swap home and away")

    def __init__(
        self, data: Any, fixture: Fixture, units: Sequence[tuple[str, str]], default_unit: str
    ) -> None:
        super().__init__(data, fixture, units, default_unit)
        for name in ("remark", "is_postponed", "is_swapped"):
            field = self.fields[name]
            field.widget.attrs["aria-label"] = (
                f"{field.label or name.capitalize()}: {self.teams_text}"
            )


def _make_initial_data(fixture: Fixture) -> dict[str, Any]:
    """Return the initial values of the boxes of a match."""
    stored = fixture.stored_match
    if stored is None:
        return {}
    # A result is stored with the lower number first.
    points = (stored.home_points, stored.away_points)
    _round_no, lower_team, _higher_team = fixture.key
    if fixture.home_no != lower_team:
        points = points[::-1]
    return {
        "remark": stored.remark,
        "is_postponed": stored.is_postponed,
        "is_swapped": stored.is_swapped,
        "home": points[0],
        "away": points[1],
        "unit": stored.unit,
    }


def make_match_forms(
    section: Section, fixtures: Sequence[Fixture], data: Any, form_class: type[MatchRowForm]
) -> list[MatchRowForm]:
    """Return the form of each of *fixtures*. An empty one begins with the unit that was used last."""
    has_half_matches = any(fixture.match.is_half_match for fixture in fixtures)
    plan = section.plan if has_half_matches else None
    used_units = [fixture.stored_match.unit for fixture in fixtures if fixture.stored_match]
    default_unit = next((unit for unit in reversed(used_units) if unit), "")
    forms_of_matches = []
    for fixture in fixtures:
        units = list_offered_units(section, plan, fixture.match)
        choices = [(unit.value, unit.label) for unit in units]
        forms_of_matches.append(form_class(data, fixture, choices, default_unit))
    return forms_of_matches


def has_unit_choice(rows: Sequence[MatchRowForm]) -> bool:
    """Return whether results can be typed in several units."""
    return any(not row.fields["unit"].widget.is_hidden for row in rows)


def focus_first_row(rows: Sequence[MatchRowForm]) -> None:
    """Set the focus of the page to the first refused match, or else to the first open one."""
    refused_rows = (row for row in rows if row.errors and not row.fixture.is_cancelled)
    open_rows = (row for row in rows if row.fixture.is_open and row.takes_result)
    first_row = next(refused_rows, None) or next(open_rows, None)
    if first_row:
        first_row.fields["home"].widget.attrs["autofocus"] = True


def get_fixtures_or_404(section: Section) -> tuple[Fixture, ...]:
    """Return the fixtures of *section*, or raise 404 if its rounds aren't matches."""
    fixtures = list_section_fixtures(read_desk_results(section).session_results, section)
    if not fixtures:
        raise Http404("This movement has no fixtures. Teams need a round robin or a draw.")
    return fixtures


def store_matches(request: DeskRequest, section: Section, rows: Sequence[MatchRowForm]) -> bool:
    """Store the typed matches. Return False if one is refused, with the reason in its form."""
    touched_rows = [form for form in rows if form.has_changed() and not form.fixture.is_cancelled]
    form_by_key = {form.fixture.key: form for form in touched_rows if form.is_valid()}
    typed_matches = [form.get_typed_match() for form in form_by_key.values()]
    with show_refusals_as_messages(request):
        changed_count, error_by_key = enter_matches(
            section=section, typed_matches=typed_matches, user=request.user
        )
        if changed_count:
            messages.success(request, f"{format_count(changed_count, 'match', 'matches')} saved.")
        for key, reason in error_by_key.items():
            form_by_key[key].add_refusal(reason)
        return not error_by_key and len(form_by_key) == len(touched_rows)
    return False
