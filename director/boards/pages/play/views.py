"""Play: the clock, the round, and the grid of results."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.additions import get_contest_desk
from director.boards.contests import get_contest
from director.boards.movement.acts import PLAN, SETTLED, SETTLED_AT_PLAY, fetch_section_acts
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.rounds import count_rounds_to_draw, is_by_round
from director.boards.movement.scoring_field import fetch_session_field
from director.boards.movement.sections import count_session_rounds, fetch_section
from director.boards.movement.words import fetch_names_by_pair
from director.boards.pages.play.page import PlayPage, compute_play_state, make_play_page
from director.boards.pages.steps import make_session_context
from director.boards.play.plan_changes import find_change_to_undo, find_late_pairs
from director.boards.play.problems.settle import settle_dispute, settle_not_played
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.undoing import explain_undo_refusal
from director.boards.play.screens import enter_call, read_boards_room
from director.boards.play.seats.places import fetch_missing_numbers
from director.boards.sentences import BoardSentences
from director.core.base.answers import show_refusals_as_messages
from director.core.base.forms import PageForm, TextField, parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, get_role, require_role_to_send
from director.core.night.screens import set_call_answered, undo_call_change
from director.core.pages.play.forms import make_number_field
from director.core.pages.play.views import PlayStep, make_play_context, run_play_form
from director.core.pages.undoing import ask_before_undo
from director.errors import DeskError
from director.models import Act, Plan, Section
from director.models.event import SectionRef
from scoring.errors import ScoringError

MAX_NUMBER_DIGITS = 18
"""Digits of the largest number of a record."""


class CallForm(PageForm):
    """Which table calls the director."""

    table_no = make_number_field(
        "Table",
        "Type the number of the table, such as 4.",
        "The table must be a number, such as 4.",
    )


class SettleForm(PageForm):
    """A line to settle. *take* is the button, *seen* what the page showed."""

    board_no = forms.IntegerField(min_value=1)
    ns = forms.IntegerField(min_value=1)
    ew = forms.IntegerField(min_value=1)
    seen = TextField(required=False)
    take = TextField(required=False)

    @property
    def word(self) -> int:
        """The number of the entry that is to count, or 0."""
        take = self.cleaned_data["take"]
        if take.isascii() and take.isdecimal() and len(take) <= MAX_NUMBER_DIGITS:
            return int(take)
        return 0


GRID_ROUND = "round"
"""The parameter with the round that the grid of a large hall shows."""
AGREED, LATER, NOT_PLAYED = "stands", "later", "np"
"""Values of the buttons that don't name another result."""
NOTHING_NAMED = "This page is out of date. Open step 4, Play, and try again there."


@require_safe
@vary_on_headers("HX-Request")
def show_play(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show the night as it is. The page refreshes its parts every few seconds.

    The browser sends the state it shows, and gets 204 without content while nothing has changed.
    """
    section = fetch_section(session_id)
    if request.htmx and request.GET.get("state") == compute_play_state(section):
        return HttpResponse(status=204)
    return _render_play_page(request, section)


@require_role_to_send(Role.SCORER)
@require_POST
def store_director_call(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Store that a table calls the director."""
    act = partial(enter_call, section=fetch_section(session_id), user=request.user)
    return run_play_form(request, session_id, PLAY, {"call_form": CallForm(request.POST)}, act)


@require_role_to_send(Role.SCORER)
@require_POST
def mark_call_answered(request: DeskRequest, session_id: SectionRef, number: int) -> HttpResponse:
    """Tick a table's call off, or reopen it."""
    section = fetch_section(session_id)
    done = request.POST.get("done") != "0"
    with show_refusals_as_messages(request):
        set_call_answered(section=section, number=number, is_done=done, user=request.user)
    return redirect("session_play", session_id=session_id)


@require_role_to_send(Role.SCORER)
@require_POST
def undo_call(request: DeskRequest, session_id: SectionRef, number: int) -> HttpResponse:
    """Undo that a table was seen to, or that it called."""
    section = fetch_section(session_id)
    done = request.POST.get("done") == "1"
    with show_refusals_as_messages(request):
        act = undo_call_change(
            session=section.session, number=number, is_done=done, user=request.user
        )
        messages.success(request, f"Undone: {act.words}")
    return redirect("session_play", session_id=session_id)


@require_role_to_send(Role.SCORER)
@require_POST
def settle_disputed_line(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Settle a dispute, or a board that a table says it didn't play."""
    section, form = fetch_section(session_id), SettleForm(request.POST)
    if not form.is_valid():
        messages.warning(request, NOTHING_NAMED)
        return redirect("session_play", session_id=session_id)
    data = form.cleaned_data
    settlement = {name: data[name] for name in ("board_no", "ns", "ew")} | {
        "seen_text": data["seen"],
        "section": section,
        "user": request.user,
    }
    with show_refusals_as_messages(request):
        if data["take"] in (LATER, NOT_PLAYED):
            settle_not_played(**settlement, later=data["take"] == LATER)
        else:
            entry_number = None if data["take"] == AGREED else form.word
            settle_dispute(**settlement, take=entry_number)
    return redirect("session_play", session_id=session_id)


@require_role_to_send(Role.SCORER)
@require_POST
def undo_settlement(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Undo a settlement, so that the question is asked again."""
    section = fetch_section(session_id)
    number = parse_small_number(request.POST.get("act", ""))
    acts, back = (
        fetch_section_acts(section, SETTLED_AT_PLAY),
        reverse("session_play", args=[session_id]),
    )
    if question := ask_before_undo(request, acts, number, back=back):
        return question
    with show_refusals_as_messages(request):
        act = undo_section(section=section, number=number, user=request.user, kinds=SETTLED_AT_PLAY)
        messages.success(request, _format_undone_text(act) if act else "That was already undone.")
    return redirect("session_play", session_id=session_id)


@require_POST
def undo_plan_change(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Restore the previous movement."""
    section = fetch_section(session_id)
    number = parse_small_number(request.POST.get("act", ""))
    acts, back = fetch_section_acts(section, (PLAN,)), reverse("session_play", args=[session_id])
    if question := ask_before_undo(request, acts, number, back=back):
        return question
    try:
        act = undo_section(section=section, number=number, user=request.user, kinds=(PLAN,))
    except (DeskError, ScoringError) as error:
        messages.error(request, explain_undo_refusal(section, error))
    else:
        messages.success(request, f"Undone: {act.words}" if act else "That was already undone.")
    return redirect("session_play", session_id=session_id)


def _format_undone_text(act: Act) -> str:
    is_question = act.kind == SETTLED and any(change["before"] for change in act.changes)
    if is_question:
        return f"Undone: {act.words} The question has been reopened."
    return f"Undone: {act.words}"


def _render_play_page(request: DeskRequest, section: Section, *, refused: str = "") -> HttpResponse:
    """Show step 4, or the home of a contest over weeks or months."""
    if section.session.event.is_long_running:
        plan = section.plan
        # Where a round is no match, there are no fixtures to show.
        if plan and is_by_round(plan):
            home = get_contest_desk().show_home(request, section, refused=refused)
            if home:
                return home
    # Before the page is read, so that the browser asks again after a change during the reading.
    state = compute_play_state(section)
    context = {
        "section": section,
        "session": section.session,
        "called": get_contest(section).contestant_word,
        "state": state,
        "refused": refused,
        "call_form": CallForm(),
        **make_play_context(section.session, PLAY.step),
    }
    context["page"] = make_play_page(
        section,
        knows_cards=get_role(request.user) is Role.DIRECTOR,
        grid_round=request.GET.get(GRID_ROUND, ""),
    )
    context["grid_round"] = request.GET.get(GRID_ROUND, "")
    status = 422 if refused else 200
    if request.htmx and not request.htmx.history_restore_request:
        return TemplateResponse(request, "boards/play/_play.html", context, status=status)
    page_context = make_session_context(section, "play")
    plan = page_context["night"].plan
    context |= page_context | {
        "changed": find_change_to_undo(section, plan),
        "late_pairs": _list_late_pairs(section, plan),
        "missing_names": _list_missing_names(section, context["page"]),
    }
    return TemplateResponse(request, "boards/play.html", context, status=status)


def _list_missing_names(section: Section, page: PlayPage | None) -> list[str]:
    """Return who isn't here by the list at the door, until the first result is entered."""
    if page is None or page.progress.results_in:
        return []
    missing = fetch_missing_numbers(section)
    names = fetch_names_by_pair(section, missing) if missing else {}
    return [f"{section.label(number)} {names.get(number, '')}".strip() for number in missing]


def _list_late_pairs(section: Section, plan: Plan | None) -> list[str]:
    """Return where the pairs that joined with *plan* play first, until they have played."""
    if plan and plan.number > 1:
        previous_plan = section.plans.filter(number=plan.number - 1).first()
    else:
        previous_plan = None
    if plan is None or previous_plan is None or plan.contestants <= previous_plan.contestants:
        return []
    plan.section = section
    pairs = find_late_pairs(section, load_movement(plan), load_movement(previous_plan))
    return [pair.text for pair in pairs if pair.round_no >= section.session.round_no]


def _refuse_undrawn(section: Section) -> None:
    plan, round_no = fetch_required_plan(section), section.session.round_no
    if count_rounds_to_draw(plan) and round_no > plan.rounds:
        raise DeskError(BoardSentences.DRAW_FIRST, round_no=round_no)


PLAY = PlayStep(
    step="session",
    load_contest=fetch_section,
    count_rounds=lambda section: count_session_rounds(section, fetch_required_plan(section)),
    render_page=_render_play_page,
    room=lambda section, turn, **asked: read_boards_room(
        fetch_session_field(section.session), turn, **asked
    ),
    refuse_start=_refuse_undrawn,
)
