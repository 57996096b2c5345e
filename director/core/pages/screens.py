"""The room's screens and the director's controls for them, for any kind of event."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.answers import show_refusals_as_messages
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.night.screens.read import (
    DEFAULT_ROWS,
    SHOWS,
    PageTurn,
    compute_room_version,
    fetch_shown_messages,
)
from director.core.night.screens.write import remove_message, send_message, show_room_standings
from director.core.pages.play import MessageForm, Place, PlayStep, run_play_form

SCREEN_PARAMS = ("show", "section")
"""Query parameters that a screen repeats when it asks for its next page."""


@require_safe
@vary_on_headers("HX-Request")
def show_room(request: DeskRequest, session_id: int, *, play: PlayStep) -> HttpResponse:
    """Show the room's screen, or the part that ``?show=`` asks for.

    The answer has the address of the screen's next request. If there are several pages, it asks
    for the next one; if there is one, for anything newer than the ``state`` that is shown, and a
    request for the same state is answered with 204. ``rows`` is the number of rows that fit the
    screen, which it has measured.
    """
    night = play.load_contest(session_id)
    session = night.session
    messages = fetch_shown_messages(session)
    # Read before rendering, so that a change during rendering is shown at the next request.
    state = compute_room_version(session, messages)
    if request.htmx and state and request.GET.get("state") == state:
        return HttpResponse(status=204)
    rows = parse_small_number(request.GET.get("rows", ""))
    turn = PageTurn(max(1, parse_small_number(request.GET.get("page", ""))), rows or DEFAULT_ROWS)
    show = request.GET.get("show", "")
    if show not in SHOWS:
        show = ""
    room = play.room(night, turn, show=show, letter=request.GET.get("section", ""))
    next_params = {name: request.GET[name] for name in SCREEN_PARAMS if name in request.GET}
    # A page without lines may have another layout, so the screen measures its rows again.
    if rows and room.page.lines:
        next_params["rows"] = str(rows)
    if room.page.pages > 1:
        next_params["page"] = str(room.page.next_number)
    else:
        next_params["state"] = state
    context = {
        "session": session,
        "room": room,
        "page": room.page,
        "room_messages": messages,
        "asks": f"{request.path}?{urlencode(next_params)}",
    }
    template = "core/screens/_room.html" if request.htmx else "core/screens/page.html"
    return render(request, template, context)


@require_POST
def switch_room_standings(
    request: DeskRequest, session_id: Place, *, play: PlayStep
) -> HttpResponse:
    """Show or hide the standings on the room's screens."""
    show_room_standings(
        session=play.load_contest(session_id).session,
        shows=request.POST.get("shows") == "1",
        user=request.user,
    )
    return redirect(f"{play.step}_play", session_id=session_id)


@require_role_to_send(Role.SCORER)
@require_POST
def show_room_message(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Show a message on the screens of the room."""

    def send(*, text: str, stands: int | None) -> None:
        session = play.load_contest(session_id).session
        send_message(session=session, text=text, minutes=stands, user=request.user)

    form = MessageForm(request.POST)
    return run_play_form(request, session_id, play, {"message_form": form}, send)


@require_role_to_send(Role.SCORER)
@require_POST
def remove_room_message(
    request: DeskRequest, session_id: Place, number: int, *, play: PlayStep
) -> HttpResponse:
    """Remove a message from the screens."""
    with show_refusals_as_messages(request):
        remove_message(
            session=play.load_contest(session_id).session, number=number, user=request.user
        )
    return redirect(f"{play.step}_play", session_id=session_id)


def list_room_urls(play: PlayStep) -> list[URLPattern]:
    """Return the URL patterns of the screens' controls."""
    view_kwargs = {"play": play}
    step = play.step
    return [
        path("play/message/", show_room_message, view_kwargs, name=f"{step}_play_message"),
        path(
            "room/messages/<number:number>/away/",
            remove_room_message,
            view_kwargs,
            name=f"{step}_room_message_away",
        ),
        path("room/standings/", switch_room_standings, view_kwargs, name=f"{step}_room_standings"),
    ]
