"""How a screen of the room asks and is answered, whatever is played."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render

from director.desk.forms.numbers import small_number
from director.desk.requests import DeskRequest
from director.desk.room.read import RoomPage

WISHES = ("show", "section")
"""What a screen may ask for beside its page: it goes on asking for it."""


def room_answer(
    request: DeskRequest,
    templates: tuple[str, str],
    state: str,
    make: Callable[[int], tuple[RoomPage, dict[str, Any]]],
) -> HttpResponse:
    """Answer a screen of the room with the page it asks for, by the first of *templates* whole, by the other its part.

    *state* says what is stored; a screen of a single page that shows that already is answered with nothing (204).
    *make* returns the lines of a page and the context.  The next question is for the next page.
    """
    if request.htmx and state and request.GET.get("state") == state:
        return HttpResponse(status=204)
    page, context = make(max(1, small_number(request.GET.get("page", ""))))
    asks = {name: request.GET[name] for name in WISHES if name in request.GET}
    asks |= {"page": str(page.next_number)} if page.pages > 1 else {"state": state}
    context |= {"page": page, "asks": f"{request.path}?{urlencode(asks)}"}
    whole, part = templates
    return render(request, part if request.htmx else whole, context)
