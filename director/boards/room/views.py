"""The room's screen of a session: what it needs now, or one part of it all night."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.room.read import boards_room
from director.boards.sections import section_of_session
from director.boards.sitting import session_sitting
from director.desk.requests import DeskRequest
from director.desk.room.read import RoomPage, room_mark
from director.desk.room.views import room_answer
from director.desk.room.write import room_standings_show
from director.models.event import SectionPlace

TEMPLATES = ("boards/room.html", "boards/room/_room.html")


@require_safe
@vary_on_headers("HX-Request")
def session_room(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the room what it needs now, or what ``show`` asks for, of all sections or of ``section``."""
    session = section_of_session(session_id).session
    mark = room_mark(session)  # before the page is read: what changes meanwhile is then asked for again

    def make(number: int) -> tuple[RoomPage, dict[str, Any]]:
        wishes = {"show": request.GET.get("show", ""), "letter": request.GET.get("section", "")}
        room = boards_room(session_sitting(session), number=number, mark=mark, **wishes)
        return room.page, {"session": session, "room": room}

    return room_answer(request, TEMPLATES, mark, make)


@require_POST
def session_room_standings(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Let the room see the standings, or no longer."""
    section = section_of_session(session_id)
    room_standings_show(session=section.session, shows=request.POST.get("shows") == "1")
    return redirect("session_play", session_id=session_id)
