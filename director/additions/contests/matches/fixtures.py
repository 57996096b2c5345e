"""The fixtures of a contest of matches, with their results and remarks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.contests.draws.notices import list_section_notices
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
from director.boards.movement.formats import get_format
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.boards.play.plan import set_match_boards
from director.boards.tables.results_context import read_desk_results
from director.core.base.forms import PageForm, WholeNumberField
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, can_direct, require_role_to_send
from director.core.base.shown_refusals import show_refusals_at
from director.models import Plan, Section
from director.models.event import SectionRef


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

    @property
    def title(self) -> str:
        """The round, and how much of it is played."""
        parts = [f"Round {self.number}"]
        finished_count = sum(form.fixture.is_finished for form in self.forms)
        if finished_count:
            parts.append(f"{finished_count} of {len(self.forms)} played")
        return " · ".join(parts)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_fixtures(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show every match with boxes for its result and a remark. A POST stores them."""
    section = fetch_section(ref)
    fixtures = get_fixtures_or_404(section)
    data = request.POST if request.method == "POST" else None
    is_refused = data is not None
    unplayed_form = None
    # What an unplayed match counts is a rule of scoring.
    if can_direct(request):
        unplayed_form = _make_unplayed_form(section, data)
        if unplayed_form and unplayed_form.is_bound:
            data = None
            if unplayed_form.is_valid():
                points = unplayed_form.cleaned_data["points"]
                set_unplayed_points(section=section, points=points, user=request.user)
                messages.success(request, "Unplayed matches saved.")
                return redirect("session_results_fixtures", ref=ref)
    rows = make_match_forms(section, fixtures, data, FixtureForm)
    if data and store_matches(request, section, rows):
        return redirect("session_results_fixtures", ref=ref)
    return _render_fixtures_page(request, section, rows, unplayed_form, is_refused=is_refused)


def _make_unplayed_form(section: Section, data: QueryDict | None) -> UnplayedForm | None:
    """Return the form for unplayed matches, bound to *data* if that is submitted, or None."""
    is_submitted = data is not None and "unplayed" in data
    return make_unplayed_form(data if is_submitted else None, section)


@require_POST
def change_match_boards(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Set the boards in a match of a round robin, by which typed results count."""
    section = fetch_section(ref)
    fixtures = get_fixtures_or_404(section)
    form = LengthForm(request.POST, section.plan)
    if form.is_valid():
        boards = form.cleaned_data["boards"]
        with show_refusals_at(form, "boards"):
            set_match_boards(section=section, board_count=boards, user=request.user)
            messages.success(request, f"Boards in a match: {boards}.")
            return redirect("session_results_fixtures", ref=ref)
    rows = make_match_forms(section, fixtures, None, FixtureForm)
    unplayed_form = _make_unplayed_form(section, None)
    return _render_fixtures_page(
        request, section, rows, unplayed_form, is_refused=True, length_form=form
    )


def _render_fixtures_page(
    request: HttpRequest,
    section: Section,
    rows: Sequence[MatchRowForm],
    unplayed_form: UnplayedForm | None,
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
        "unplayed": unplayed_form,
        **_make_length_context(section, length_form),
        "draw_notices": list_section_notices(section),
    }
    return render_page(
        request, "additions/contests/results/fixtures.html", context, problems=is_refused
    )


def _group_by_round(rows: Sequence[MatchRowForm]) -> list[_Round]:
    """Return the rounds of *rows*. The first unfinished one and those with errors are open.

    All are once every match is finished: the page then is read, not filled in.
    """
    forms_by_round: dict[int, list[MatchRowForm]] = {}
    for form in rows:
        forms_by_round.setdefault(form.fixture.round_no, []).append(form)
    rounds = []
    are_all_finished = all(form.fixture.is_finished for form in rows)
    is_first_unfinished = True
    for number, forms in forms_by_round.items():
        is_unfinished = not all(form.fixture.is_finished for form in forms)
        is_refused = any(form.errors for form in forms)
        is_open = are_all_finished or is_refused or (is_unfinished and is_first_unfinished)
        rounds.append(_Round(number, tuple(forms), is_open))
        is_first_unfinished = is_first_unfinished and not is_unfinished
    return rounds


def _make_length_context(section: Section, length_form: LengthForm | None) -> dict[str, Any]:
    """Return the length of matches, and the form to change it in a round robin.

    A refused *length_form* is shown as it is.
    """
    plan = section.plan
    if plan is None:
        return {}
    if length_form is None and get_format(plan).is_round_robin:
        length_form = LengthForm(None, plan)
    return {"length": length_form, "match_scale": format_scale(section, plan.boards_per_set)}
