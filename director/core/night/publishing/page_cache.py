"""Pages that many people ask for, kept as they were made for as long as they are true.

A page is kept under a name made of everything that decides what it says: the number of changes of
its event, the address, the clock as far as the page tells it, the language and the program itself.
What changes one of them changes the name, so nothing has ever to be taken out of the cache; what
nobody asks for any more makes room by itself.  The same name is the page's ``ETag``: who holds the
page already is told so after the one question for the number.
"""

import zlib
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any

import django
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from director.core.base.requests import VisitorRequest
from director.core.base.versions import EventVersion, event_shown
from director.models.change_number import has_uncommitted

_RENDERING = Lock()
"""Held while a page is rendered: a crowd that asks for one page renders it once, and the desk keeps its share."""
Page = Callable[..., HttpResponse]

PACKAGES = ("director", "movements", "scoring", "templates")
"""The folders whose files decide how a page looks."""
LARGEST = 500_000
"""How many bytes a page may have to be kept, packed: a recap of 26 sections has 600,000, which make 18,000."""


def cached_for_visitors(
    shown: Callable[[dict[str, Any]], EventVersion | None],
) -> Callable[[Page], Page]:
    """Cache a page for visitors as long as *shown* gives the same answer.

    *shown* gets what the address names.

    Whoever may be signed in, or has something to be told, gets a page of his own, and so does
    anybody where there is nothing to be shown: the page then says so itself.
    """

    def keep(page: Page) -> Page:
        @wraps(page)
        def answer(request: VisitorRequest, **asked: Any) -> HttpResponse:
            now = shown(asked) if is_visitor(request) and not has_uncommitted() else None
            if now:
                return _cached_answer(request, now, shown, page, asked)
            return page(request, **asked)

        return answer

    return keep


kept_for_visitors = cached_for_visitors(lambda asked: event_shown(asked["event_id"]))
"""For the pages of a published event."""


def is_visitor(request: HttpRequest) -> bool:
    """Return whether the page of *request* is the same for everybody.

    Nobody is signed in and there is no message.

    Anybody can send cookies called so, and every page would be rendered for them; what they hold
    decides.  One that will lie in a folder has another frame.
    """
    if hasattr(request, "frame") or request.method not in ("GET", "HEAD") or settings.DEBUG:
        return False
    if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
        return False
    return len(get_messages(request)) == 0


def _cached_answer(
    request: VisitorRequest,
    now: EventVersion,
    shown: Callable[[dict[str, Any]], EventVersion | None],
    page: Page,
    asked: dict[str, Any],
) -> HttpResponse:
    name = _name(request, now)
    answer = HttpResponseNotModified() if _is_held(request, name) else _from_cache(name)
    if answer is None:
        request.version = now
        with _RENDERING:
            answer = _from_cache(name)
            if answer is None:
                answer = page(request, **asked)
                # What was changed while the page was made may be in one part of it and not in
                # another.
                if answer.status_code != HTTPStatus.OK or shown(asked) != now:
                    return answer
                _keep(name, answer)
    answer.headers["ETag"] = f'"{name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Cookie", "HX-Request"))
    return answer


def _is_held(request: HttpRequest, name: str) -> bool:
    """Return whether the browser has the page already.

    A proxy that compresses pages marks its copies with ``W/``.
    """
    return f'"{name}"' in {
        tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))
    }


def _from_cache(name: str) -> HttpResponse | None:
    stored = caches["pages"].get(name)
    if stored:
        return HttpResponse(zlib.decompress(stored[0]), headers=stored[1])
    return None


def _keep(name: str, answer: HttpResponse) -> None:
    packed = zlib.compress(answer.content, 1)
    if not answer.cookies and len(packed) <= LARGEST:
        caches["pages"].set(name, (packed, dict(answer.headers)))


def _name(request: HttpRequest, now: EventVersion) -> str:
    """Return what the page that *request* asks for is called in the state *now*."""
    until = now.corrections_until
    parts = (
        now.name,
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        translation.get_language(),
        f"{timezone.localtime():%z}",
        until is not None and until <= timezone.now(),  # then it is final
        program_version(),
    )
    return sha256(repr(parts).encode()).hexdigest()


@lru_cache
def program_version() -> str:
    """Return a text that changes with every change of the program."""
    content = sha256(django.__version__.encode())
    for path in sorted(
        path for folder in PACKAGES for path in (Path(settings.BASE_DIR) / folder).rglob("*.*")
    ):
        if path.suffix in (".py", ".html", ".csv"):
            content.update(f"{path.name}\0".encode() + path.read_bytes())
    return content.hexdigest()
