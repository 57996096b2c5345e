"""How a screen of the room asks and is answered, whatever is played."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render

from director.desk.forms import small_number
from director.desk.requests import DeskRequest
from director.desk.room.read import ROWS, RoomPage, Turn, messages_shown, room_mark
from director.models import Session

WISHES = ("show", "section")
"""What a screen may ask for beside its page: it goes on asking for it."""


def room_answer(
    request: DeskRequest,
    session: Session,
    part: str,
    make: Callable[[Turn], tuple[RoomPage, dict[str, Any]]],
) -> HttpResponse:
    """Answer a screen of the room with the page it asks for, whole or the template *part* of it.

    A screen of a single page that shows already what is stored of *session* is answered with nothing (204).  *make*
    returns the lines of a page and the context.  The next question is for the next page, with as many rows as the
    screen has said fit it; where it shows no lines, those that come next are measured anew.
    """
    messages = messages_shown(session)
    mark = room_mark(session, messages)  # before the page is read: what changes meanwhile is then asked for again
    if request.htmx and mark and request.GET.get("state") == mark:
        return HttpResponse(status=204)
    rows = small_number(request.GET.get("rows", ""))
    page, context = make(Turn(max(1, small_number(request.GET.get("page", ""))), rows or ROWS, mark))
    asks = {name: request.GET[name] for name in WISHES if name in request.GET}
    asks |= {"rows": str(rows)} if rows and page.lines else {}
    asks |= {"page": str(page.next_number)} if page.pages > 1 else {"state": mark}
    context |= {"page": page, "asks": f"{request.path}?{urlencode(asks)}", "room_messages": messages}
    return render(request, part if request.htmx else "desk/room/page.html", context | {"part": part})
