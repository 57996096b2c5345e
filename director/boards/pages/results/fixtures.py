"""The fixtures of a league: dates, venues, postponed matches and results that are sent in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.movement.round_days import play_by_days
from director.boards.movement.rounds import is_round_robin, rounds_expected
from director.boards.movement.sections import section_of_session
from director.boards.pages.results.match_forms import (
    FixtureForm,
    MatchRowForm,
    fixtures_or_404,
    has_units,
    match_rows,
    place_cursor,
    store_matches,
)
from director.boards.pages.steps import results_shell
from director.boards.paper.tables.reading import desk_reading
from director.boards.play.captains.read import awaited_captains, has_captains, match_disputes
from director.boards.play.draws.notices import section_notices
from director.boards.play.plan import set_match_boards
from director.boards.play.scores.reported import (
    TypedMatch,
    enter_matches,
    scale_text,
)
from director.boards.play.sessions.play_by import set_play_by
from director.boards.scoring.fixtures import Fixture
from director.boards.scoring.matches.slots import stored_result
from director.boards.sentences import BoardSentences
from director.core.base.answers import refusals_as_messages
from director.core.base.forms import DayField, PageForm, WholeNumberField
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionPlace
from director.pdf.words import date_text
from scoring import ScoringError


class DatesForm(PageForm):
    """The dates of all rounds from the first one on."""

    first = DayField(label="Round 1", missing="Choose the date of round 1.")
    days = WholeNumberField(
        label="Days between rounds", what="a number of days", example=7, min_value=0, max_value=365
    )


class PlayByForm(PageForm):
    """Until when each round may be played, in a contest over weeks or months."""

    def __init__(self, data: Any, rounds: int, days: Mapping[int, date]) -> None:
        super().__init__(data, initial={f"round-{round_no}": day for round_no, day in days.items()})
        for round_no in range(1, rounds + 1):
            field = DayField(label=f"Round {round_no}", required=False)
            self.fields[f"round-{round_no}"] = field
        self._rounds = rounds

    def days(self) -> dict[int, date | None]:
        """Return the day of each round, None for an empty box."""
        return {
            round_no: self.cleaned_data[f"round-{round_no}"]
            for round_no in range(1, self._rounds + 1)
        }


class LengthForm(PageForm):
    """The boards in every match of a round robin."""

    boards = WholeNumberField(
        label="Boards in a match", what="a number of boards", example=24, min_value=1, max_value=999
    )


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
            parts.append(f"play by {date_text(self.play_by)}")
        days = {form.fixture.date for form in self.forms}
        if len(days) == 1:
            parts += [date_text(day) for day in days if day]
        finished = sum(form.fixture.is_finished for form in self.forms)
        if finished:
            parts.append(f"{finished} of {len(self.forms)} played")
        overdue = sum(form.fixture.is_overdue for form in self.forms)
        if overdue:
            parts.append(f"{overdue} overdue")
        return " · ".join(parts)


@sent_by(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def session_fixtures(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show every match with boxes for its date, venue and result. A POST stores them."""
    section = section_of_session(session_id)
    fixtures = fixtures_or_404(section)
    dates = DatesForm(initial={"days": 7})
    play_by = _play_by_form(section, request.POST if "play-by" in request.POST else None)
    data = None
    if request.method == "POST":
        if "dates" in request.POST:
            dates = DatesForm(request.POST)
            if dates.is_valid() and _store_dates(request, section, fixtures, dates):
                return redirect("session_results_fixtures", session_id=session_id)
        elif "play-by" in request.POST:
            if play_by and play_by.is_valid():
                set_play_by(section=section, days=play_by.days(), user=request.user)
                messages.success(request, "Play-by dates saved.")
                return redirect("session_results_fixtures", session_id=session_id)
        else:
            data = request.POST
    rows = match_rows(section, fixtures, data, FixtureForm)
    if data and store_matches(request, section, rows):
        return redirect("session_results_fixtures", session_id=session_id)
    is_refused = bool(data) or dates.is_bound or bool(play_by and play_by.is_bound)
    form_context = {"dates": dates, "play_by": play_by}
    return _show(request, section, rows, form_context, status=422 if is_refused else 200)


def _play_by_form(section: Section, data: Any) -> PlayByForm | None:
    """Return the form of the play-by dates of a long-running event, or None for others."""
    plan = section.plan
    if plan is None or not section.session.event.is_long_running:
        return None
    return PlayByForm(data, rounds_expected(plan), play_by_days(section.session))


@require_POST
def session_fixtures_boards(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Set the boards in a match of a round robin, by which typed results count."""
    section = section_of_session(session_id)
    form = LengthForm(request.POST)
    if form.is_valid():
        boards = form.cleaned_data["boards"]
        with refusals_as_messages(request):
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
                for round_no in range(1, rounds_expected(plan) + 1)
            }
            set_play_by(section=section, days=play_by, user=request.user)
            messages.success(request, "Play-by dates of all rounds saved.")
            return True
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
        yield TypedMatch(
            fixture.key, result, day, fixture.venue, fixture.is_postponed, fixture.is_swapped
        )


def _show(
    request: HttpRequest,
    section: Section,
    rows: Sequence[MatchRowForm],
    form_context: dict[str, Any],
    *,
    status: int,
) -> HttpResponse:
    rounds: dict[int, list[MatchRowForm]] = {}
    for form in rows:
        rounds.setdefault(form.fixture.round_no, []).append(form)
    shown_rounds = []
    is_first_unfinished = True
    for number, round_forms in rounds.items():
        is_unfinished = not all(form.fixture.is_finished for form in round_forms)
        is_refused = any(form.errors for form in round_forms)
        is_open = is_refused or (is_unfinished and is_first_unfinished)
        play_by = round_forms[0].fixture.play_by
        shown_rounds.append(_Round(number, tuple(round_forms), is_open, play_by))
        is_first_unfinished = is_first_unfinished and not is_unfinished
    place_cursor(rows)
    sheets = desk_reading(section).sheets
    awaited = awaited_captains(section, sheets)
    for form in rows:
        form.awaited_team = awaited.get(form.fixture.key, "")
    context = results_shell(request, section, "fixtures", sheets) | {
        "rounds": shown_rounds,
        "has_units": has_units(rows),
        **form_context,
        **_length_context(section),
        "draw_notices": section_notices(section),
        "disputes": match_disputes(section, sheets),
        "has_captains": has_captains(section, section.plan),
    }
    return render(request, "boards/results/fixtures.html", context, status=status)


def _length_context(section: Section) -> dict[str, Any]:
    """Return how long matches are, and the form to change it in a round robin."""
    plan = section.plan
    if plan is None:
        return {}
    length = None
    if is_round_robin(plan):
        length = LengthForm(initial={"boards": plan.boards_per_set})
    return {"length": length, "match_scale": scale_text(section, plan.boards_per_set)}
