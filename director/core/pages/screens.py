"""The screens of the room, and what the director lets them show, whatever is played."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.answers import refusals_as_messages
from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.core.night.screens.read import ROWS, SHOWS, PageTurn, messages_shown, room_version
from director.core.night.screens.write import remove_message, send_message, show_room_standings
from director.core.pages.play.forms import MessageForm
from director.core.pages.play.views import Place, PlayStep, play_form_post

WISHES = ("show", "section")
"""What a screen may ask for beside its page: it goes on asking for it."""


@require_safe
@vary_on_headers("HX-Request")
def room_page(request: DeskRequest, session_id: int, *, play: PlayStep) -> HttpResponse:
    """Show the room's screen, or what ``show`` asks for.

    A screen of a single page that shows already what is stored of the session is answered with
    nothing (204).  The next question is for the next page, with as many rows as the screen has said
    fit it; where it shows no lines, those that come next are measured anew.
    """
    night = play.night(session_id)
    session = night.session
    messages = messages_shown(session)
    state = room_version(
        session, messages
    )  # read first, so that a change during rendering shows at the next request
    if request.htmx and state and request.GET.get("state") == state:
        return HttpResponse(status=204)
    rows = small_number(request.GET.get("rows", ""))
    turn = PageTurn(max(1, small_number(request.GET.get("page", ""))), rows or ROWS)
    show = request.GET.get("show", "")
    room = play.room(
        night, turn, show=show if show in SHOWS else "", letter=request.GET.get("section", "")
    )
    asks = {name: request.GET[name] for name in WISHES if name in request.GET}
    if rows and room.page.lines:
        asks |= {"rows": str(rows)}
    asks |= {"page": str(room.page.next_number)} if room.page.pages > 1 else {"state": state}
    context = {"session": session, "room": room, "page": room.page, "room_messages": messages}
    template = "core/screens/_room.html" if request.htmx else "core/screens/page.html"
    return render(request, template, context | {"asks": f"{request.path}?{urlencode(asks)}"})


@require_POST
def room_standings(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Show or hide the standings on the room's screens."""
    show_room_standings(
        session=play.night(session_id).session, shows=request.POST.get("shows") == "1"
    )
    return redirect(f"{play.step}_play", session_id=session_id)


@sent_by(Role.SCORER)
@require_POST
def room_message(request: DeskRequest, session_id: Place, *, play: PlayStep) -> HttpResponse:
    """Show a message on the screens of the room."""

    def act(*, text: str, stands: int | None) -> None:
        send_message(
            session=play.night(session_id).session, text=text, minutes=stands, user=request.user
        )

    return play_form_post(
        request, session_id, play, {"message_form": MessageForm(request.POST)}, act
    )


@sent_by(Role.SCORER)
@require_POST
def room_message_away(
    request: DeskRequest, session_id: Place, number: int, *, play: PlayStep
) -> HttpResponse:
    """Take a message off the screens."""
    with refusals_as_messages(request):
        remove_message(session=play.night(session_id).session, number=number, user=request.user)
    return redirect(f"{play.step}_play", session_id=session_id)


def room_addresses(play: PlayStep) -> list[URLPattern]:
    """Return the URL patterns of the screens' controls."""
    given, step = {"play": play}, play.step
    away = "room/messages/<number:number>/away/"
    return [
        path("play/message/", room_message, given, name=f"{step}_play_message"),
        path(away, room_message_away, given, name=f"{step}_room_message_away"),
        path("room/standings/", room_standings, given, name=f"{step}_room_standings"),
    ]
