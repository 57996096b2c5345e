"""The room's screen of a session: what it needs now, or one part of it all night."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.room.read import boards_room
from director.boards.sections import section_of_session
from director.boards.sitting import session_sitting
from director.desk.account.roles import Role, sent_by
from director.desk.answers import refusals_said
from director.desk.requests import DeskRequest
from director.desk.room.read import RoomPage, Turn
from director.desk.room.views import room_answer
from director.desk.room.write import call_tick, call_undo, message_take_away, room_standings_show
from director.models.event import SectionPlace


@require_safe
@vary_on_headers("HX-Request")
def session_room(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the room what it needs now, or what ``show`` asks for, of all sections or of ``section``."""
    session = section_of_session(session_id).session

    def make(turn: Turn) -> tuple[RoomPage, dict[str, Any]]:
        wishes = {"show": request.GET.get("show", ""), "letter": request.GET.get("section", "")}
        room = boards_room(session_sitting(session), turn, **wishes)
        return room.page, {"session": session, "room": room}

    return room_answer(request, session, "boards/room/_room.html", make)


@require_POST
def session_room_standings(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Let the room see the standings, or no longer."""
    section = section_of_session(session_id)
    room_standings_show(session=section.session, shows=request.POST.get("shows") == "1")
    return redirect("session_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def session_room_message_away(request: DeskRequest, session_id: SectionPlace, number: int) -> HttpResponse:
    """Take a message off the screens."""
    section = section_of_session(session_id)
    return _told(
        request,
        session_id,
        lambda: message_take_away(session=section.session, number=number, user=request.user),
    )


@sent_by(Role.SCORER)
@require_POST
def session_room_call_tick(request: DeskRequest, session_id: SectionPlace, number: int) -> HttpResponse:
    """Tick a table's call off, or let it wait on."""
    section, done = section_of_session(session_id), request.POST.get("done") != "0"
    return _told(request, session_id, lambda: call_tick(section=section, number=number, done=done, user=request.user))


@sent_by(Role.SCORER)
@require_POST
def session_room_call_undo(request: DeskRequest, session_id: SectionPlace, number: int) -> HttpResponse:
    """Undo that a table was seen to, or that it called."""
    section, done = section_of_session(session_id), request.POST.get("done") == "1"

    def undo() -> None:
        act = call_undo(session=section.session, number=number, done=done, user=request.user)
        messages.success(request, f"Undone: {act.words}")

    return _told(request, session_id, undo)


def _told(request: DeskRequest, session_id: SectionPlace, act: Callable[[], object]) -> HttpResponse:
    """Go back to Play after *act*, or with why it cannot be."""
    with refusals_said(request):
        act()
    return redirect("session_play", session_id=session_id)
