"""Step 4: the clock, the round and what is next, and the grid that fills as results arrive."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.acts import SETTLED, SETTLED_AT_PLAY
from director.boards.cards.cards import required_plan
from director.boards.changed.read import change_to_undo
from director.boards.contests import contest_of
from director.boards.draws import sentences as draws_sentences
from director.boards.play.forms import BreakForm, CallForm, ClockKeyForm, LookForm, MessageForm, MinutesForm, SettleForm
from director.boards.play.read.page import play_page, play_state
from director.boards.results.write.acts import section_undo
from director.boards.room.write import call_enter
from director.boards.rounds import rounds_to_draw
from director.boards.sections import section_of_session, session_rounds
from director.boards.steps import shell
from director.boards.tables.settle import asked_settle, look_close, not_played_settle, table_ask
from director.desk.account.roles import Role, role_of, sent_by
from director.desk.answers import refusals_said
from director.desk.clock.write import break_set, clock_press, clock_set_minutes
from director.desk.forms import small_number
from director.desk.requests import DeskRequest
from director.desk.room.write import message_send
from director.desk.tables.page import phone_pressed
from director.errors import AS_SAID, ClockError, DeskError
from director.models import Act, Section
from director.models.event import SectionPlace

STANDS, LATER, NOT_PLAYED = "stands", "later", "np"
"""What a button of a question sends that names no other result."""
NOTHING_NAMED = "The page did not say which board is settled. Open step 4, Play, again and press there."


@require_safe
@vary_on_headers("HX-Request")
def session_play(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show the night as it stands; the page asks for the moving parts alone every few seconds.

    It says what state it shows, and is answered with nothing (204) while that is still the state.
    """
    section = section_of_session(session_id)
    if request.htmx and request.GET.get("state") == play_state(section):
        return HttpResponse(status=204)
    return _show(request, section)


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def session_play_clock(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Press one of the clock's buttons."""
    section = section_of_session(session_id)
    form = ClockKeyForm(request.POST)
    try:
        if not form.is_valid():
            raise ClockError(AS_SAID, text=form.errors["round_no"][0])
        plan = required_plan(section)
        rounds = session_rounds(section, plan)
        if form.cleaned_data["key"] == "start" and rounds_to_draw(plan) and section.session.round_no > plan.rounds:
            raise ClockError(draws_sentences.DRAW_FIRST, round_no=section.session.round_no)
        section.session = clock_press(session=section.session, rounds=rounds, **form.cleaned_data)
    except DeskError as error:
        return _show(request, section_of_session(session_id), refused=str(error))
    return _show(request, section) if request.htmx else redirect("session_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def session_play_minutes(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Set how long a round lasts and when its end is near."""
    return _kept(
        request, session_id, minutes=MinutesForm, act=lambda at, form: clock_set_minutes(session=at.session, **form)
    )


@sent_by(Role.SCORER)
@require_POST
def session_play_break(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Let a break follow a round, or no longer."""
    return _kept(
        request,
        session_id,
        pause=BreakForm,
        act=lambda at, form: break_set(
            session=at.session,
            after_round=form["after_round"],
            minutes=form["break_minutes"],
            rounds=session_rounds(at, required_plan(at)),
        ),
    )


@sent_by(Role.SCORER)
@require_POST
def session_play_message(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show a message on the screens of the room."""
    return _kept(
        request,
        session_id,
        message=MessageForm,
        act=lambda at, form: message_send(
            session=at.session, text=form["text"], minutes=form["stands"], user=request.user
        ),
    )


@sent_by(Role.SCORER)
@require_POST
def session_play_call(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Keep that a table calls the director."""
    return _kept(
        request, session_id, call=CallForm, act=lambda at, form: call_enter(section=at, user=request.user, **form)
    )


def _kept(
    request: DeskRequest, place: SectionPlace, act: Callable[[Section, dict[str, Any]], object], **forms: type[Form]
) -> HttpResponse:
    """Do *act* with what the form holds, or show it with what is wrong; a refusal stands at its first box."""
    section, ((what, form_class),) = section_of_session(place), forms.items()
    form = form_class(request.POST)
    if form.is_valid():
        try:
            act(section, form.cleaned_data)
        except DeskError as error:
            form.add_error(next(iter(form.fields)), str(error))
        else:
            return redirect("session_play", session_id=place)
    return _show(request, section, wrong={what: form})


@sent_by(Role.SCORER)
@require_POST
def session_play_settle(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Decide between what two sides said, or what becomes of a board that a table says it did not play."""
    section, form = section_of_session(session_id), SettleForm(request.POST)
    if not form.is_valid():
        messages.warning(request, NOTHING_NAMED)
        return redirect("session_play", session_id=session_id)
    how = form.cleaned_data
    line = {name: how[name] for name in ("board_no", "ns", "ew", "seen")} | {"section": section, "user": request.user}
    with refusals_said(request):
        if how["take"] in (LATER, NOT_PLAYED):
            not_played_settle(**line, later=how["take"] == LATER)
        else:
            asked_settle(**line, take=None if how["take"] == STANDS else form.word)
    return redirect("session_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def session_play_look(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask a table to look at a result again, or note that its answer was read."""
    section, form = section_of_session(session_id), LookForm(request.POST)
    line, read = (form.cleaned_data[name] for name in ("line", "read")) if form.is_valid() else ("", "")
    with refusals_said(request):
        if read:
            look_close(section=section, number=int(read), user=request.user)
        elif line:
            board_no, ns, ew = map(int, line.split("-"))
            table_no = table_ask(section=section, line=(board_no, ns, ew), user=request.user)
            messages.success(request, f"Table {table_no} is asked to look at board {board_no} again.")
        else:
            messages.warning(request, NOTHING_NAMED)
    return redirect("session_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def session_play_phone(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Refuse a phone at a table, or let it in."""
    phone_pressed(request, section_of_session(session_id).session)
    return redirect("session_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def session_play_undo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Undo what was settled: the question is asked again, and a phone is as it was before."""
    section = section_of_session(session_id)
    number = small_number(request.POST.get("act", ""))
    with refusals_said(request):
        act = section_undo(section=section, number=number, user=request.user, kinds=SETTLED_AT_PLAY)
        messages.success(request, _undone(act) if act else "That is undone already.")
    return redirect("session_play", session_id=session_id)


def _undone(act: Act) -> str:
    is_question = act.kind == SETTLED and any(change["before"] for change in act.changes)
    return f"Undone: {act.words} It is asked again." if is_question else f"Undone: {act.words}"


def _show(
    request: DeskRequest, section: Section, *, refused: str = "", wrong: Mapping[str, Form] | None = None
) -> HttpResponse:
    """Show step 4; *wrong* are the forms with what was typed in them, by what they are about."""
    session, wrong = section.session, wrong or {}
    usual = {"minutes": session.round_minutes, "warning": session.warning_minutes}
    state = play_state(section)  # before the page is read: what changes meanwhile is then asked for again
    context = {
        "section": section,
        "session": session,
        "called": contest_of(section).called,
        "state": state,
        "refused": refused,
        "minutes_form": wrong.get("minutes") or MinutesForm(initial=usual),
        "break_form": wrong.get("pause") or BreakForm(),
        "message_form": wrong.get("message") or MessageForm(),
        "call_form": wrong.get("call") or CallForm(),
    }
    context["page"] = play_page(section, knows_cards=role_of(request.user) is Role.DIRECTOR)
    status = 422 if refused or wrong else 200
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "boards/play/_play.html", context, status=status)
    around = shell(section, "play")
    context |= around | {"changed": change_to_undo(section, around["night"].plan)}
    return render(request, "boards/play.html", context, status=status)
