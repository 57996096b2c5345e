"""A contest over weeks or months: its home, and its fixtures with dates, venues and results."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.contests.draws.notices import list_section_notices
from director.additions.contests.matches.dates import (
    DatesForm,
    PlayByForm,
    set_play_by,
    set_round_days,
)
from director.additions.contests.matches.forms import (
    FixtureForm,
    MatchRowForm,
    focus_first_row,
    get_fixtures_or_404,
    has_unit_choice,
    make_match_forms,
    store_matches,
)
from director.additions.contests.matches.reported import format_scale
from director.additions.contests.matches.unplayed import (
    UnplayedForm,
    make_unplayed_form,
    set_unplayed_points,
)
from director.additions.contests.scoring.brackets import make_brackets
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.boards.movement.round_days import fetch_deadline_by_round
from director.boards.movement.rounds import count_expected_rounds, is_round_robin
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context, make_session_context
from director.boards.play.plan import set_match_boards
from director.boards.tables.grids import make_standings_tables
from director.boards.tables.results_context import read_desk_results
from director.core.base.forms import PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_at
from director.models import Plan, Section
from director.models.event import SectionRef
from director.pdf.words import format_date


class LengthForm(PageForm):
    """The boards in every match of a round robin, as in *plan* until others are typed."""

    boards = WholeNumberField(
        label="Boards in a match", what="a number of boards", example=24, min_value=1, max_value=999
    )

    def __init__(self, data: Any, plan: Plan | None) -> None:
        super().__init__(data, initial={"boards": plan.boards_per_set if plan else None})
        self.add_shown_values()


@dataclass(frozen=True, slots=True)
class _Round:
    """A round with a form for each of its matches."""

    number: int
    forms: tuple[MatchRowForm, ...]
    is_open: bool  # whether the page unfolds it
    play_by: date | None

    @property
    def title(self) -> str:
        """The round, its date if all matches share one, and how much of it is played."""
        parts = [f"Round {self.number}"]
        if self.play_by:
            parts.append(f"play by {format_date(self.play_by)}")
        days = {form.fixture.date for form in self.forms}
        if len(days) == 1:
            parts += [format_date(day) for day in days if day]
        finished_count = sum(form.fixture.is_finished for form in self.forms)
        if finished_count:
            parts.append(f"{finished_count} of {len(self.forms)} played")
        overdue_count = sum(form.fixture.is_overdue for form in self.forms)
        if overdue_count:
            parts.append(f"{overdue_count} overdue")
        return " · ".join(parts)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_fixtures(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show every match with boxes for its date, venue and result. A POST stores them."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    data = request.POST if request.method == "POST" else None
    settings_forms = _make_settings_forms(section, data)
    submitted_form = next(
        (form for form in settings_forms.values() if form and form.is_bound), None
    )
    is_refused = data is not None
    if submitted_form:
        data = None
        if submitted_form.is_valid() and _store_settings(
            request, section, fixtures, submitted_form
        ):
            return redirect("session_results_fixtures", session_id=session_id)
    rows = make_match_forms(section, fixtures, data, FixtureForm)
    if data and store_matches(request, section, rows):
        return redirect("session_results_fixtures", session_id=session_id)
    return _render_fixtures_page(request, section, rows, settings_forms, is_refused=is_refused)


_SettingsForm: TypeAlias = DatesForm | PlayByForm | UnplayedForm


def _make_settings_forms(
    section: Section, data: QueryDict | None
) -> dict[str, _SettingsForm | None]:
    """Return the forms above the fixtures, by their names in the template.

    The submitted one is bound to *data*. A form that the event doesn't need is None.
    """

    def find_data(name: str) -> QueryDict | None:
        return data if data is not None and name in data else None

    return {
        "dates": DatesForm(find_data("dates"), section),
        "play_by": _make_play_by_form(section, find_data("play-by")),
        "unplayed": make_unplayed_form(find_data("unplayed"), section),
    }


def _store_settings(
    request: DeskRequest, section: Section, fixtures: Sequence[Fixture], form: _SettingsForm
) -> bool:
    """Store the valid *form* above the fixtures. Return False if it is refused, with its reason."""
    if isinstance(form, DatesForm):
        return _store_dates(request, section, fixtures, form)
    if isinstance(form, PlayByForm):
        days_by_round = form.get_days_by_round()
        set_play_by(section=section, days_by_round=days_by_round, user=request.user)
        messages.success(request, "Play-by dates saved.")
    else:
        points = form.cleaned_data["points"]
        set_unplayed_points(section=section, points=points, user=request.user)
        messages.success(request, "Unplayed matches saved.")
    return True


def _make_play_by_form(section: Section, data: Any) -> PlayByForm | None:
    """Return the form of the play-by dates of a long-running event, or None for others."""
    plan = section.plan
    if plan is None or not section.session.event.is_long_running:
        return None
    return PlayByForm(data, count_expected_rounds(plan), fetch_deadline_by_round(section.session))


@require_POST
def change_match_boards(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Set the boards in a match of a round robin, by which typed results count."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    form = LengthForm(request.POST, section.plan)
    if form.is_valid():
        boards = form.cleaned_data["boards"]
        with show_refusals_at(form, "boards"):
            set_match_boards(section=section, board_count=boards, user=request.user)
            messages.success(request, f"Boards in a match: {boards}.")
            return redirect("session_results_fixtures", session_id=session_id)
    rows = make_match_forms(section, fixtures, None, FixtureForm)
    settings_forms = _make_settings_forms(section, None)
    return _render_fixtures_page(
        request, section, rows, settings_forms, is_refused=True, length_form=form
    )


def _store_dates(
    request: DeskRequest, section: Section, fixtures: Sequence[Fixture], form: DatesForm
) -> bool:
    """Set the days of all rounds. Return False if they are refused, with the reason in *form*."""
    try:
        with show_refusals_at(form):
            message = set_round_days(
                section=section, fixtures=fixtures, form=form, user=request.user
            )
            messages.success(request, message)
    except OverflowError:
        form.add_error("days", "The last round would be after the year 9999. Type fewer days.")
    return not form.errors


def _render_fixtures_page(
    request: HttpRequest,
    section: Section,
    rows: Sequence[MatchRowForm],
    settings_forms: Mapping[str, _SettingsForm | None],
    *,
    is_refused: bool,
    length_form: LengthForm | None = None,
) -> HttpResponse:
    """Show the fixtures. *length_form* has the boards in a match, if they were refused."""
    focus_first_row(rows)
    session_results = read_desk_results(section).session_results
    context = make_results_page_context(request, section, "fixtures", session_results) | {
        "rounds": _group_by_round(rows),
        "has_units": has_unit_choice(rows),
        **settings_forms,
        **_make_length_context(section, length_form),
        "draw_notices": list_section_notices(section),
    }
    return render_page(
        request, "additions/contests/results/fixtures.html", context, problems=is_refused
    )


def _group_by_round(rows: Sequence[MatchRowForm]) -> list[_Round]:
    """Return the rounds of *rows*. The first unfinished one and those with errors are open."""
    forms_by_round: dict[int, list[MatchRowForm]] = {}
    for form in rows:
        forms_by_round.setdefault(form.fixture.round_no, []).append(form)
    rounds = []
    is_first_unfinished = True
    for number, forms in forms_by_round.items():
        is_unfinished = not all(form.fixture.is_finished for form in forms)
        is_refused = any(form.errors for form in forms)
        is_open = is_refused or (is_unfinished and is_first_unfinished)
        rounds.append(_Round(number, tuple(forms), is_open, forms[0].fixture.play_by))
        is_first_unfinished = is_first_unfinished and not is_unfinished
    return rounds


def _make_length_context(section: Section, length_form: LengthForm | None) -> dict[str, Any]:
    """Return the length of matches, and the form to change it in a round robin.

    A refused *length_form* is shown as it is.
    """
    plan = section.plan
    if plan is None:
        return {}
    if length_form is None and is_round_robin(plan):
        length_form = LengthForm(None, plan)
    return {"length": length_form, "match_scale": format_scale(section, plan.boards_per_set)}


MAX_LATEST_RESULTS = 6
"""Latest results on the page. The others are at Fixtures."""


def show_home(request: HttpRequest, section: Section, *, error_message: str = "") -> HttpResponse:
    """Show the matches that are due or overdue, the table, the bracket and the latest results."""
    desk_results = read_desk_results(section)
    session_results = desk_results.session_results
    fixtures = [
        fixture
        for fixture in list_section_fixtures(session_results, section)
        if fixture.is_scheduled
    ]
    context: dict[str, Any] = make_session_context(section, "play") | {
        "refused": error_message,
        "draw_notices": list_section_notices(section),
        "played": sum(not fixture.is_open for fixture in fixtures),
        "matches": len(fixtures),
        "overdue": [fixture for fixture in fixtures if fixture.is_overdue],
        "due": list_due_fixtures(fixtures),
        "postponed": [fixture for fixture in fixtures if fixture.is_open and fixture.is_postponed],
        "latest": list_latest_results(fixtures),
        "brackets": make_brackets(session_results),
        "tables": make_standings_tables(
            session_results.standings, addresses=desk_results.addresses, request=request
        ),
    }
    return render_page(request, "additions/contests/home.html", context, problems=error_message)


def list_due_fixtures(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the open matches of the round that is due next, those with a date first.

    Without dates it is the first round with an open match.
    """
    open_fixtures = [
        fixture
        for fixture in fixtures
        if fixture.is_open and not fixture.is_postponed and not fixture.is_overdue
    ]
    if not open_fixtures:
        return []
    dated_fixtures = [fixture for fixture in open_fixtures if fixture.due_date]
    first_fixture = min(dated_fixtures, key=_get_due_day) if dated_fixtures else open_fixtures[0]
    return [fixture for fixture in open_fixtures if fixture.round_no == first_fixture.round_no]


def _get_due_day(fixture: Fixture) -> datetime.date:
    return fixture.due_date or datetime.date.max


def list_latest_results(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the matches whose results were entered last, the latest first."""
    timed_fixtures = [
        (fixture.stored_match.entered_at, fixture)
        for fixture in fixtures
        if fixture.is_finished and fixture.stored_match and fixture.stored_match.entered_at
    ]
    # Matches of one time stay in the order of rounds.
    timed_fixtures.sort(key=lambda timed: timed[0], reverse=True)
    return [fixture for _entered_at, fixture in timed_fixtures[:MAX_LATEST_RESULTS]]
