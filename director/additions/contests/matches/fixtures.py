"""A contest over weeks or months: its home, and its fixtures with dates, venues and results."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.contests.captains.matches import (
    find_awaited_captains,
    has_captains,
    list_match_disputes,
)
from director.additions.contests.captains.rulings import list_ruling_requests
from director.additions.contests.draws.notices import list_section_notices
from director.additions.contests.matches.forms import (
    FixtureForm,
    MatchRowForm,
    get_fixtures_or_404,
    has_units,
    make_match_forms,
    place_cursor,
    store_matches,
)
from director.additions.contests.matches.reported import TypedMatch, enter_matches, format_scale
from director.additions.contests.scoring.brackets import build_brackets
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import Fixture, list_section_fixtures
from director.boards.movement.rounds import count_expected_rounds, get_play_by_days, is_round_robin
from director.boards.movement.sections import DECIDED, fetch_section
from director.boards.pages.steps import make_results_page_context, make_session_context
from director.boards.play.plan import set_match_boards
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.tables.grids import make_standings_tables, read_desk_results
from director.core.base.forms import DayField, PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, show_refusals_as_messages
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.models import Plan, RoundDate, Section
from director.models.event import SectionRef
from director.pdf.words import format_date
from scoring.errors import ScoringError


def set_play_by(
    *, section: Section, days: Mapping[int, datetime.date | None], user: User | None
) -> int:
    """Store the last day of each round of *days*, or delete it for None. Return how many changed.

    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, words="", user=user) as journal:
        session = lock_section(section).session
        former_days = get_play_by_days(session)
        changed = {
            round_no: day for round_no, day in days.items() if former_days.get(round_no) != day
        }
        new_dates = []
        for round_no, day in changed.items():
            stored = session.round_dates.filter(from_round=round_no)
            first = stored.first()
            if day is None:
                journal.delete(stored)
            elif first:
                journal.change(first, date=day)
            else:
                new_dates.append(RoundDate(session=session, from_round=round_no, date=day))
        journal.create_all(new_dates)
        journal.words = _describe_change(changed)
    return len(changed)


def _describe_change(changed: Mapping[int, datetime.date | None]) -> str:
    """Return the change, or "" without one, which the history doesn't keep."""
    if len(changed) != 1:
        return f"Play-by dates of {len(changed)} rounds changed." if changed else ""
    ((round_no, day),) = changed.items()
    if day is None:
        return f"Round {round_no}: play-by date deleted."
    return f"Round {round_no}: play by {format_date(day)}."


class DatesForm(PageForm):
    """The dates of all rounds from the first one on."""

    first = DayField(label="Round 1", missing="Choose the date of round 1.")
    days = WholeNumberField(
        label="Days between rounds", what="a number of days", example=7, min_value=0, max_value=365
    )


class PlayByForm(PageForm):
    """The last day on which each round may be played, in a contest over weeks or months."""

    def __init__(self, data: Any, rounds: int, days: Mapping[int, date]) -> None:
        super().__init__(data, initial={f"round-{round_no}": day for round_no, day in days.items()})
        for round_no in range(1, rounds + 1):
            field = DayField(label=f"Round {round_no}", required=False)
            self.fields[f"round-{round_no}"] = field
        self._rounds = rounds
        self.send_shown_values()

    def get_days(self) -> dict[int, date | None]:
        """Return the day of each round, None for an empty box."""
        return {
            round_no: self.cleaned_data[f"round-{round_no}"]
            for round_no in range(1, self._rounds + 1)
        }


class LengthForm(PageForm):
    """The boards in every match of a round robin, as in *plan* until others are typed."""

    boards = WholeNumberField(
        label="Boards in a match", what="a number of boards", example=24, min_value=1, max_value=999
    )

    def __init__(self, data: Any, plan: Plan | None) -> None:
        super().__init__(data, initial={"boards": plan.boards_per_set if plan else None})
        self.send_shown_values()


@dataclass(frozen=True, slots=True)
class _Round:
    """A round with a form for each of its matches. It *is_open* if it is to be entered now."""

    number: int
    forms: tuple[MatchRowForm, ...]
    is_open: bool
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
        finished = sum(form.fixture.is_finished for form in self.forms)
        if finished:
            parts.append(f"{finished} of {len(self.forms)} played")
        overdue = sum(form.fixture.is_overdue for form in self.forms)
        if overdue:
            parts.append(f"{overdue} overdue")
        return " · ".join(parts)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_fixtures(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show every match with boxes for its date, venue and result. A POST stores them."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    dates = DatesForm(initial={"days": 7})
    play_by = _make_play_by_form(section, request.POST if "play-by" in request.POST else None)
    data = None
    if request.method == "POST":
        if "dates" in request.POST:
            dates = DatesForm(request.POST)
            if dates.is_valid() and _store_dates(request, section, fixtures, dates):
                return redirect("session_results_fixtures", session_id=session_id)
        elif "play-by" in request.POST:
            if play_by and play_by.is_valid():
                set_play_by(section=section, days=play_by.get_days(), user=request.user)
                messages.success(request, "Play-by dates saved.")
                return redirect("session_results_fixtures", session_id=session_id)
        else:
            data = request.POST
    rows = make_match_forms(section, fixtures, data, FixtureForm)
    if data and store_matches(request, section, rows):
        return redirect("session_results_fixtures", session_id=session_id)
    is_refused = bool(data) or dates.is_bound or bool(play_by and play_by.is_bound)
    form_context = {"dates": dates, "play_by": play_by}
    return _render_fixtures_page(
        request, section, rows, form_context, status=422 if is_refused else 200
    )


def _make_play_by_form(section: Section, data: Any) -> PlayByForm | None:
    """Return the form of the play-by dates of a long-running event, or None for others."""
    plan = section.plan
    if plan is None or not section.session.event.is_long_running:
        return None
    return PlayByForm(data, count_expected_rounds(plan), get_play_by_days(section.session))


@require_POST
def change_match_boards(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Set the boards in a match of a round robin, by which typed results count."""
    section = fetch_section(session_id)
    form = LengthForm(request.POST, section.plan)
    if form.is_valid():
        boards = form.cleaned_data["boards"]
        with show_refusals_as_messages(request):
            set_match_boards(section=section, boards=boards, user=request.user)
            messages.success(request, f"Boards in a match: {boards}.")
    else:
        messages.error(request, " ".join(map(str, form.errors["boards"])))
    return redirect("session_results_fixtures", session_id=session_id)


def _store_dates(
    request: DeskRequest, section: Section, fixtures: Sequence[Fixture], dates: DatesForm
) -> bool:
    """Give every match the date of its round, or every round of a long-running event its last day."""
    first = dates.cleaned_data["first"]
    days = dates.cleaned_data["days"]
    plan = section.plan
    try:
        if plan and section.session.event.is_long_running:
            play_by = {
                round_no: first + timedelta(days=days * (round_no - 1))
                for round_no in range(1, count_expected_rounds(plan) + 1)
            }
            set_play_by(section=section, days=play_by, user=request.user)
            messages.success(request, "Play-by dates of all rounds saved.")
            return True
        typed = list(_make_dated_matches(fixtures, first, days))
        enter_matches(section=section, typed=typed, user=request.user)
    except OverflowError:
        dates.add_error("days", "The last round would be after the year 9999. Type fewer days.")
        return False
    except (DeskError, ScoringError) as error:
        dates.add_error(None, str(error))
        return False
    messages.success(request, "Dates of all rounds saved.")
    return True


def _make_dated_matches(
    fixtures: Sequence[Fixture], first: date, days: int
) -> Iterator[TypedMatch]:
    """Yield every match with the date of its round. All else stays as it is stored."""
    for fixture in fixtures:
        if fixture.is_cancelled:
            continue
        day = first + timedelta(days=days * (fixture.round_no - 1))
        result = get_reported_result(fixture.stored_match) if fixture.stored_match else None
        yield TypedMatch(
            fixture.key, result, day, fixture.venue, fixture.is_postponed, fixture.is_swapped
        )


def _render_fixtures_page(
    request: HttpRequest,
    section: Section,
    rows: Sequence[MatchRowForm],
    form_context: dict[str, Any],
    *,
    status: int,
) -> HttpResponse:
    place_cursor(rows)
    sheets = read_desk_results(section).sheets
    awaited = find_awaited_captains(section, sheets)
    for form in rows:
        form.awaited_team = awaited.get(form.fixture.key, "")
    context = make_results_page_context(request, section, "fixtures", sheets) | {
        "rounds": _group_by_round(rows),
        "has_units": has_units(rows),
        **form_context,
        **_make_length_context(section),
        "draw_notices": list_section_notices(section),
        "disputes": list_match_disputes(section, sheets),
        "ruling_requests": list_ruling_requests(section),
        "has_captains": has_captains(section, section.plan),
    }
    return render(request, "additions/contests/results/fixtures.html", context, status=status)


def _group_by_round(rows: Sequence[MatchRowForm]) -> list[_Round]:
    """Return the rounds of *rows*, open where something was refused or is to be entered next."""
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


def _make_length_context(section: Section) -> dict[str, Any]:
    """Return how long matches are, and the form to change it in a round robin."""
    plan = section.plan
    if plan is None:
        return {}
    length = None
    if is_round_robin(plan):
        length = LengthForm(None, plan)
    return {"length": length, "match_scale": format_scale(section, plan.boards_per_set)}


MAX_LATEST = 6
"""Latest results on the page. The others are at Fixtures."""


def show_home(request: HttpRequest, section: Section, *, refused: str = "") -> HttpResponse:
    """Show the matches that are due or overdue, the table, the bracket and the latest results."""
    reading = read_desk_results(section)
    sheets = reading.sheets
    fixtures = [
        fixture for fixture in list_section_fixtures(sheets, section) if fixture.is_scheduled
    ]
    awaited = find_awaited_captains(section, sheets)
    context: dict[str, Any] = make_session_context(section, "play") | {
        "refused": refused,
        "disputes": list_match_disputes(section, sheets),
        "ruling_requests": list_ruling_requests(section),
        "draw_notices": list_section_notices(section),
        "has_captains": has_captains(section, section.plan),
        "played": sum(not fixture.is_open for fixture in fixtures),
        "matches": len(fixtures),
        "overdue": [fixture for fixture in fixtures if fixture.is_overdue],
        "due": list_due_fixtures(fixtures),
        "postponed": [each for each in fixtures if each.is_open and each.is_postponed],
        "latest": [(each, awaited.get(each.key, "")) for each in list_latest_results(fixtures)],
        "brackets": build_brackets(sheets),
        "tables": make_standings_tables(
            sheets.standings, addresses=reading.addresses, request=request
        ),
    }
    return render(request, "additions/contests/home.html", context, status=422 if refused else 200)


def list_due_fixtures(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the open matches of the round that is due next, those with a date first.

    Without dates it is the first round with an open match.
    """
    waiting = [
        fixture
        for fixture in fixtures
        if fixture.is_open and not fixture.is_postponed and not fixture.is_overdue
    ]
    if not waiting:
        return []
    dated = [fixture for fixture in waiting if fixture.due_date]
    first = min(dated, key=_get_due_day) if dated else waiting[0]
    return [fixture for fixture in waiting if fixture.round_no == first.round_no]


def _get_due_day(fixture: Fixture) -> datetime.date:
    return fixture.due_date or datetime.date.max


def list_latest_results(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Return the matches whose results were entered last, the latest first."""
    entered = [
        (fixture.stored_match.entered_at, fixture)
        for fixture in fixtures
        if fixture.is_finished and fixture.stored_match and fixture.stored_match.entered_at
    ]
    # Matches of one time stay in the order of rounds.
    entered.sort(key=lambda pair: pair[0], reverse=True)
    return [fixture for _entered_at, fixture in entered[:MAX_LATEST]]
