"""Private addresses at the door: whoever knows one comes in, and nobody finds one by trying."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from director.core.base.address import network_of
from director.core.base.sentences import DeskSentences
from director.core.night.phones.read import Whose, open_address

MOST_WRONG, WRONG_SECONDS = 30, 600
"""How many wrong addresses may be tried from one place, in how long."""

View = Callable[..., HttpResponse]


def by_token(whose: Whose) -> Callable[[View], View]:
    """Give a view what is known of an open address of a table, or of a pair.

    404 for any other address, 429 for somebody who goes on trying.
    """

    def give(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, token: str, **asked: Any) -> HttpResponse:
            seen = open_address(token)
            if seen and seen.whose is whose:
                return view(request, seen=seen, **asked)
            return no_address(request)

        return csrf_exempt(login_not_required(answer))

    return give


def no_address(request: HttpRequest) -> HttpResponse:
    """Answer somebody whose address is wrong, out of date or closed: nothing tells which.

    People, whose pages end with a slash, read one sentence; programs get the status alone.
    """
    name = f"wrong-{network_of(request.META.get('REMOTE_ADDR', ''))}"
    cache = caches["tables"]
    tries = cache.get(name, 0) + 1
    cache.set(name, tries, WRONG_SECONDS)
    status = HTTPStatus.TOO_MANY_REQUESTS if tries > MOST_WRONG else HTTPStatus.NOT_FOUND
    if not request.path.endswith("/"):
        return HttpResponse(status=status, content_type="text/plain")
    if status is HTTPStatus.NOT_FOUND:
        said = DeskSentences.CODE_NOT_VALID
    else:
        said = DeskSentences.CODES_TRIED
    return render(
        request, "core/phones/table/no_address.html", {"sentence": said.says()}, status=status
    )
