"""Step 1: how many came, which movements fit, the schedule and the file of one, and choosing it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.contests import get_contest_record
from director.boards.movement.formats import get_format
from director.boards.movement.offers import (
    MovementPreferences,
    OfferedGain,
    draw_offer_evenings,
    format_facts,
    list_offered_gains,
)
from director.boards.movement.room_sketch import draw_room_sketch
from director.boards.movement.schedule import Schedule, fetch_plan_schedule, make_preview_schedule
from director.boards.movement.sections import fetch_section, fetch_section_acts
from director.boards.movement.words import format_movement
from director.boards.pages.field.forms import (
    AskForm,
    BoardNumbersForm,
    CatalogueForm,
    MovementForm,
    PreferencesForm,
    suggest_start_time,
)
from director.boards.pages.hooks import LIBRARY
from director.boards.pages.steps import SessionSteps, make_session_context
from director.boards.play.plan import (
    explain_plan_refusal,
    format_board_numbers,
    make_plan_fixed_error,
    number_boards,
    store_plan,
    undo_plan_choice,
)
from director.boards.play.plan_choice import find_plan_choice
from director.boards.play.scores.undoing import explain_undo_refusal
from director.boards.play.seats.section_seats import fetch_seats_advice
from director.boards.play.sessions import (
    EventSections,
    add_section,
    add_session,
    remove_section,
    remove_session,
)
from director.core.base.act_kinds import ActKind
from director.core.base.address import find_url
from director.core.base.forms import PageForm, parse_small_number
from director.core.base.refusals import GoneError
from director.core.base.requests import (
    DeskRequest,
    HtmxRequest,
    render_page,
)
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.printing import get_print_choice_by_param, store_print_choice
from director.core.pages.history import find_undo_question_page
from director.models import Plan, Section
from director.models.event import SectionRef
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion
from movements.errors import MovementError
from movements.families.mitchell.arrow_switch import can_search_switches

CHANGE_TAB, SECTIONS_TAB = "change", "sections"
TAB_TEMPLATES = {
    "rounds": "boards/field/_rounds.html",
    "room": "boards/field/_room.html",
    "comparisons": "boards/field/_comparisons.html",
    "follow": "boards/field/_follow.html",
    "files": "boards/field/_files.html",
    SECTIONS_TAB: "boards/sessions/_card.html",
}


@dataclass(frozen=True, slots=True)
class ScheduleTab:
    """A tab: its name and address."""

    name: str
    address: str
    is_open: bool


def make_schedule_tabs(
    schedule: Schedule,
    query_params: Mapping[str, str],
    *,
    address: str,
    query: str = "",
    further_tabs: Mapping[str, str] | None = None,
    templates: Mapping[str, str] = TAB_TEMPLATES,
) -> dict[str, object]:
    """Return the tabs of *schedule* at *address*, and the template of the open one.

    *query* comes before the tab in every address. *further_tabs* are the names of the tabs that
    only a chosen movement has, by key, and *templates* has the template of every tab. If
    *query_params* name no tab, a round opens the room and a pair opens the page that follows it.
    """
    names = {"rounds": "Rounds", "room": "Room"}
    if schedule.fairness_picture:
        names |= {"comparisons": "Comparisons"}
    names |= {"follow": f"Follow a {schedule.contestant_noun}", **(further_tabs or {})}
    if "round" in query_params:
        default_tab = "room"
    elif "pair" in query_params:
        default_tab = "follow"
    else:
        default_tab = "rounds"
    open_key = query_params.get("tab", default_tab)
    if open_key not in names:
        open_key = "rounds"
    position_query = "".join(
        f"&{name}={query_params[name]}"
        for name in ("round", "pair")
        if query_params.get(name, "").isdecimal()
    )
    return {
        "tabs": [
            ScheduleTab(
                name, f"{address}?{query}tab={key}{position_query}", is_open=key == open_key
            )
            for key, name in names.items()
        ],
        "open_tab": templates[open_key],
        "query": query,
        "address": address,
    }


def read_round_and_pair(query: Mapping[str, str]) -> dict[str, int]:
    """Return the round and pair that *query* names, each 0 if missing.

    >>> read_round_and_pair({"round": "3"})
    {'round_no': 3, 'pair_no': 0}
    """
    return {f"{name}_no": parse_small_number(query.get(name, "")) for name in ("round", "pair")}


def choose_template(request: HtmxRequest, page_template: str) -> str:
    """Return *page_template*, or the template of the schedule if htmx asks for only that part."""
    htmx = request.htmx
    if htmx and htmx.target == "schedule" and not htmx.history_restore_request:
        return "boards/field/_schedule.html"
    return page_template


CLUB_PARAMS_KEY = "evening"
"""The key under which the club's preferences are stored between events."""
PART_TEMPLATES = {
    "advice": "boards/field/_advice.html",
    "movements": "boards/field/_movements.html",
    "preview": "boards/field/_preview.html",
    "schedule": "boards/field/_schedule.html",
}


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def show_field(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Ask who came and list the fitting movements, or show the chosen one.

    With the parameter ``gains``, say what a little more than the director typed would give.
    """
    section = fetch_section(ref)
    if request.htmx.target == "gains" and not request.htmx.history_restore_request:
        context = _make_field_context(section)
        context["gains"] = _list_gains(request, context["night"], context["event_sections"])
        return render_page(request, "boards/field/_gains.html", context)
    return render_field_page(request, section)


def render_field_page(
    request: DeskRequest,
    section: Section,
    details: PageForm | None = None,
    *,
    board_numbers_form: BoardNumbersForm | None = None,
) -> HttpResponse:
    """Render the step.

    *details* is the refused form for a name and note in the library, *board_numbers_form* the
    refused form for the first board.
    """
    context = _make_field_context(section)
    section_steps: SessionSteps = context["night"]
    event = section.session.event
    ask_form = _make_ask_form(request, section_steps, context["event_sections"])
    is_change_requested = ask_form.is_bound or request.GET.get("tab") == CHANGE_TAB
    if section_steps.results_in and is_change_requested:
        context["fixed_reason"] = str(make_plan_fixed_error(section_steps.results_in))
    if section_steps.plan:
        # Results depend on the movement, so no other can be chosen here.
        shows_ask_form = is_change_requested and not section_steps.results_in
    else:
        shows_ask_form = not event.source
    context |= {"ask_form": ask_form, "shows_ask_form": shows_ask_form}
    if shows_ask_form and (preferences := _find_preferences(ask_form)):
        # The form says which preference is impossible.
        with suppress(MovementError):
            context["saved_offers"] = LIBRARY.answers.fetch_offers(
                section, preferences, first=_find_first_advice(ask_form)
            )
        if "gains" in request.GET:
            context["gains"] = _list_gains(request, section_steps, context["event_sections"])
    if section_steps.plan:
        context |= _make_schedule_context(
            request, section, section_steps.plan, details, board_numbers_form
        )
        # Once there are results, nobody changes places any more.
        if not section_steps.results_in:
            context["plan_choice"] = find_plan_choice(section)
            context["seats_advice"] = fetch_seats_advice(section, section_steps.plan)
    is_refused = bool(details or board_numbers_form) or (
        ask_form.is_bound and not ask_form.is_valid()
    )
    return _render_page_or_part(request, "boards/field.html", context, is_refused=is_refused)


def _make_schedule_context(
    request: DeskRequest,
    section: Section,
    plan: Plan,
    details: PageForm | None,
    board_numbers_form: BoardNumbersForm | None,
) -> dict[str, Any]:
    """Return the context of the chosen movement's schedule and files.

    A refused form opens its tab: *details* opens the files, *board_numbers_form* the sections.
    """
    event = section.session.event
    schedule = fetch_plan_schedule(section, plan, **read_round_and_pair(request.GET))
    grid_address = find_url("session_field_grid", section.ref)
    further_tabs = {"files": "Files"} if grid_address else {}
    query_params: Mapping[str, str] = request.GET
    if details:
        query_params = {"tab": "files"}
    elif board_numbers_form:
        query_params = {"tab": SECTIONS_TAB}
    elif not event.source and not event.is_final:
        board_numbers_form = BoardNumbersForm(None, plan=plan)
    if board_numbers_form:
        further_tabs[SECTIONS_TAB] = "Sections and sessions"
    context = make_schedule_tabs(
        schedule,
        query_params,
        address=reverse("session_field", args=[section.ref]),
        further_tabs=further_tabs,
    )
    context |= {
        "schedule": schedule,
        "facts": format_facts(schedule.advice),
        "board_numbers_form": board_numbers_form,
    }
    # A draw makes its own rounds, so there is nothing to edit, or to save for another event.
    if grid_address and not get_format(plan).is_drawn:
        context["grid_address"] = f"{grid_address}?from=tonight"
        shown_details = details or LIBRARY.answers.make_details_form(schedule.movement.name)
        context |= {
            "details_form": shown_details,
            "save_address": find_url("session_field_save", section.ref),
        }
    context["files"] = [
        (find_url("session_field_file", section.ref, key), name, purpose)
        for key, name, purpose in LIBRARY.answers.file_formats
    ]
    return context


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def show_movements(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """List all movements with a search, and why some aren't possible."""
    context = _make_field_context(fetch_section(ref))
    plan: Plan | None = context["night"].plan
    contest_record = context["contest"]
    initial_data = {contest_record.contestants_noun: plan.contestants} if plan else None
    form = CatalogueForm(
        request.GET if contest_record.contestants_noun in request.GET else initial_data,
        contest=contest_record,
    )
    context |= {"form": form}
    return _render_page_or_part(
        request,
        "boards/field/movements.html",
        context,
        is_refused=form.is_bound and not form.is_valid(),
    )


@vary_on_headers("HX-Request", "HX-Target")
def preview_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Preview one movement. A POST chooses it."""
    section = fetch_section(ref)
    # A button of the list of movements posts the choice in its address.
    data = request.POST if "key" in request.POST else request.GET
    form = MovementForm(data, contest=get_contest_record(section))
    if form.is_valid() and request.method == "POST":
        with show_refusals_at(form, explain=partial(explain_plan_refusal, section)):
            plan = store_plan(
                section=section, movement=form.cleaned_data["movement"], user=request.user
            )
            _remember_club_params(section, form.cleaned_data["preferences"])
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", ref=ref)
        # The refused movement has changed the section that was read, but nothing is stored.
        section = fetch_section(ref)
    context = _make_field_context(section) | _make_preview_context(request, section, form)
    return _render_page_or_part(
        request, "boards/field/movement.html", context, is_refused=bool(form.errors)
    )


@require_POST
def undo_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Restore the movement that was chosen before."""
    section = fetch_section(ref)
    number = parse_small_number(request.POST.get("act", ""))
    acts = fetch_section_acts(section, (ActKind.MOVEMENT,))
    back = reverse("session_field", args=[ref])
    if question := find_undo_question_page(request, acts, number, back=back):
        return question
    with show_refusals_as_messages(request, explain=partial(explain_undo_refusal, section)):
        act = undo_plan_choice(section=section, number=number, user=request.user)
        messages.success(request, f"Undone: {act.words}" if act else "That was already undone.")
    return redirect("session_field", ref=ref)


def _remember_club_params(section: Section, preferences: MovementPreferences) -> None:
    """Store the preferences that the form of the club's next event begins with."""
    club = section.session.event.club
    query = urlencode(preferences.make_club_params())
    if query != urlencode(get_print_choice_by_param(club, CLUB_PARAMS_KEY), doseq=True):
        store_print_choice(club=club, key=CLUB_PARAMS_KEY, query=query)


def _make_field_context(section: Section) -> dict[str, Any]:
    """Return the context that every page of step 1 has."""
    context = make_session_context(section, "field")
    return context | {
        "contest": get_contest_record(section),
    }


def _find_first_advice(ask_form: AskForm) -> Advice | Suggestion | None:
    offers = ask_form.cleaned_data.get("offers")
    return offers.all_offers[0].advice if offers and offers.all_offers else None


def _list_gains(
    request: DeskRequest, section_steps: SessionSteps, event_sections: EventSections
) -> tuple[OfferedGain, ...]:
    """Return what a little more than the address asks for would give."""
    section = section_steps.section
    form = PreferencesForm(
        request.GET,
        contest=get_contest_record(section),
    )
    if not form.is_valid():
        return ()
    preferences = replace(
        form.cleaned_data["preferences"],
        section_boards=tuple(_get_other_boards_by_letter(section, event_sections).items()),
    )
    with suppress(MovementError):
        return list_offered_gains(preferences)
    return ()


def _find_preferences(form: PreferencesForm) -> MovementPreferences | None:
    """Return the director's preferences, or None if they aren't typed yet or can't be read."""
    if form.is_bound and form.errors is not None:
        return form.cleaned_data.get("preferences")
    return None


def _make_ask_form(
    request: DeskRequest, section_steps: SessionSteps, event_sections: EventSections
) -> AskForm:
    """Return the question's form, bound if the address holds the answers.

    Sections that are ranked together should play the same boards and have as many winners. So the
    form of a section without a movement begins with the numbers of another section.
    """
    contest_record = get_contest_record(section_steps.section)
    count_param = contest_record.contestants_noun  # such as "pairs"
    event = section_steps.section.session.event
    make_form = partial(
        AskForm,
        contest=contest_record,
        section_boards=_get_other_boards_by_letter(section_steps.section, event_sections),
        breaks=_list_breaks(section_steps.section),
    )
    if count_param in request.GET:
        return make_form(request.GET)
    stored_values = get_print_choice_by_param(event.club, CLUB_PARAMS_KEY)
    initial: dict[str, object] = {name: values[0] for name, values in stored_values.items()}
    initial["start"] = suggest_start_time(timezone.localtime().time())
    if section_steps.plan:
        initial[count_param] = section_steps.plan.contestants
    else:
        # A stage has its contestants before its movement.
        entry_count = section_steps.section.entries.count()
        if entry_count:
            initial[count_param] = entry_count
        for boards in event_sections.boards_by_letter.values():
            initial |= {"low": boards, "high": boards}
        if event_sections.other_winners:
            initial["winners"] = event_sections.other_winners
    if section_steps.plan and request.GET.get("tab") == CHANGE_TAB:
        # The movements for as many as now are shown at once, and change with what is typed.
        shown_values = {name: str(value) for name, value in initial.items() if value is not None}
        form = make_form(shown_values, initial=initial)
    else:
        form = make_form(initial=initial)
    form.fields[count_param].widget.attrs["autofocus"] = True
    return form


def _get_other_boards_by_letter(section: Section, event_sections: EventSections) -> dict[str, int]:
    """Return the number of boards of each other section."""
    return {
        letter: boards
        for letter, boards in event_sections.boards_by_letter.items()
        if letter != section.letter
    }


def _list_breaks(section: Section) -> tuple[tuple[int, int], ...]:
    """Return the planned breaks: after which round, and how many minutes."""
    return tuple((after_round, minutes) for after_round, minutes in section.session.breaks)


def _make_preview_context(
    request: DeskRequest, section: Section, form: MovementForm
) -> dict[str, object]:
    """Return the context of the preview, without a schedule if it isn't possible."""
    movement, preferences = form.cleaned_data.get("movement"), form.cleaned_data.get("preferences")
    if preferences:
        preferences = replace(preferences, breaks=_list_breaks(section))
    context = {
        "form": form,
        "ask_query": urlencode(preferences.make_params()) if preferences else "",
    }
    if movement is None or preferences is None:
        return context
    movement_query = form.make_query()
    if not form.errors:
        context["form"] = MovementForm(movement_query, contest=form.contest)
    schedule = make_preview_schedule(section.session, movement, **read_round_and_pair(request.GET))
    [duration_bar] = draw_offer_evenings(preferences, [schedule.advice])
    preview_context = {
        "schedule": schedule,
        "facts": format_facts(schedule.advice, preferences),
        "movement_query": movement_query,
        "room": draw_room_sketch(movement),
        "duration_bar": duration_bar,
        "preferences": preferences,
    }
    if grid_address := find_url("session_field_grid", section.ref):
        preview_context["grid_address"] = f"{grid_address}?{urlencode(movement_query)}"
    # The search for switches stores its result in the library.
    if can_search_switches(movement):
        preview_context["switches_address"] = find_url("session_field_switches", section.ref)
    tabs = make_schedule_tabs(
        schedule,
        request.GET,
        address=reverse("session_field_movement", args=[section.ref]),
        query=urlencode(movement_query) + "&",
    )
    return context | preview_context | tabs


def _render_page_or_part(
    request: DeskRequest, page_template: str, context: dict[str, object], *, is_refused: bool
) -> HttpResponse:
    """Render the page, or only the part of it that htmx asks for."""
    template = page_template
    if request.htmx and not request.htmx.history_restore_request:
        template = PART_TEMPLATES.get(request.htmx.target or "", page_template)
    return render_page(request, template, context, problems=is_refused)


# Views that add and remove sections and sessions.


@require_POST
def add_next_section(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Add the next section and go to its Field."""
    section = fetch_section(ref)
    with show_refusals_as_messages(request):
        new_section = add_section(
            section=section, letter=request.POST.get("letter", ""), user=request.user
        )
        messages.success(request, f"Section {new_section.letter} added. Choose its movement.")
        return redirect("session_field", ref=new_section)
    return redirect("session_field", ref=ref)


@require_POST
def remove_open_section(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Remove the section of the address and go to the first one that stays."""
    try:
        section = fetch_section(ref)
    except GoneError:  # The button was pressed twice.
        return redirect("session_field", ref=ref.session_id)
    with show_refusals_as_messages(request):
        remove_section(section=section, user=request.user)
        messages.success(request, f"Section {section.letter} removed.")
        return redirect("session_field", ref=section.session)
    return redirect("session_field", ref=ref)


@require_POST
def add_next_session(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Add the next session, its seats as in the last one or empty, and go to its Seats."""
    section = fetch_section(ref)
    number = parse_small_number(request.POST.get("number", ""))
    is_seated = request.POST.get("seats") != "empty"
    with show_refusals_as_messages(request):
        session = add_session(
            section=section, number=number, is_seated=is_seated, user=request.user
        )
        messages.success(request, f"Session {session.number} added.")
        return redirect("session_seats", ref=session)
    return redirect("session_field", ref=ref)


@require_POST
def number_session_boards(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Number the boards of all sections of the session, or of each round, from another number on."""
    section = fetch_section(ref)
    form = BoardNumbersForm(request.POST, plan=section.plan)
    if form.is_valid():
        with show_refusals_at(form, "each_round" if form.is_each_round else "first_board"):
            number_boards(
                session=section.session,
                first_board=form.number,
                is_each_round=form.is_each_round,
                user=request.user,
            )
            messages.success(
                request, format_board_numbers(form.number, is_each_round=form.is_each_round)
            )
    if form.errors:
        return render_field_page(request, section, board_numbers_form=form)
    return redirect(f"{reverse('session_field', args=[ref])}?tab={SECTIONS_TAB}")


@require_POST
def remove_last_session(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Remove the last session, whichever is open, and go to the first."""
    section = fetch_section(ref)
    event = section.session.event
    session = event.sessions.order_by("number").last() or section.session
    # If the button was pressed twice, the session is gone and another one is the last.
    if session.number != parse_small_number(request.POST.get("number", "")):
        return redirect("session_field", ref=event.sessions.order_by("number").first())
    with show_refusals_as_messages(request):
        remove_session(session=session, user=request.user)
        messages.success(request, f"Session {session.number} removed.")
        return redirect("session_field", ref=event.sessions.order_by("number").first())
    return redirect("session_field", ref=ref)
