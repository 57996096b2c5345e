"""The fixtures of a league: dates, venues, postponed matches and results that are sent in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.movement.rounds import is_round_robin
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
from director.boards.play.captains.read import awaited_captains, has_captains, match_disputes
from director.boards.play.draws.notices import section_notices
from director.boards.play.plan import set_match_boards
from director.boards.play.scores.reported import (
    TypedMatch,
    enter_matches,
    scale_text,
)
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
    fixtures = fixtures_or_404(section)
    dates = DatesForm(initial={"days": 7})
    data = None
    if request.method == "POST":
        if "dates" in request.POST:
            dates = DatesForm(request.POST)
            if dates.is_valid() and _store_dates(request, section, fixtures, dates):
                return redirect("session_results_fixtures", session_id=session_id)
        else:
            data = request.POST
    rows = match_rows(section, fixtures, data, FixtureForm)
    if data and store_matches(request, section, rows):
        return redirect("session_results_fixtures", session_id=session_id)
    is_refused = bool(data) or dates.is_bound
    return _show(request, section, rows, dates, status=422 if is_refused else 200)


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
    rows: Sequence[MatchRowForm],
    dates: DatesForm,
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
        shown_rounds.append(_Round(number, tuple(round_forms), is_open))
        is_first_unfinished = is_first_unfinished and not is_unfinished
    place_cursor(rows)
    awaited = awaited_captains(section)
    for form in rows:
        form.awaited_team = awaited.get(form.fixture.key, "")
    context = results_shell(request, section, "fixtures") | {
        "rounds": shown_rounds,
        "has_units": has_units(rows),
        "dates": dates,
        **_length_context(section),
        "draw_notices": section_notices(section),
        "disputes": match_disputes(section),
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
