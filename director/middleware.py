"""What happens around every request.

Who may see the page, what a browser may do with it, and which time zone is shown.
"""

from codecs import lookup
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from director.core.base.roles import SAFE, role_needed, role_of
from director.core.files.backups.storage_errors import storage_trouble
from director.core.pages.refusals import (
    beyond_role,
    not_stored,
    nul_in_address,
    nul_sent,
    only_sent,
    signed_out,
)
from director.models.event import FIRST_LETTER, SectionPlace

Answer = Callable[[HttpRequest], HttpResponseBase]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",  # the preview of what will be printed
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    )
)
"""Everything a page uses comes from the program itself, in files: what somebody typed can never run or dress a page."""


class AnswerHeaders:
    """Add the headers that say what a browser may load and cache.

    A HEAD request gets nothing else.

    Unless a view says otherwise, no cache on the way keeps an answer, and a browser asks anew
    before showing it again: desk pages hold names and unpublished results.

    A page says itself whether search engines may list it.  A file can't, so its headers say that
    they may not: people look for the page, and a file goes on naming players after the club has
    taken its pages off the lists.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer *request* with these headers."""
        response = self.get_response(request)
        content_type = response.headers.get("Content-Type", "")
        if content_type.startswith("text/html"):  # some readers of PDF stumble over it
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        elif content_type and not request.path.startswith(
            settings.STATIC_URL
        ):  # "not modified" is also said of pages
            response.headers.setdefault("X-Robots-Tag", "noindex")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.method == "HEAD":
            return _without_body(response)
        return response


def _without_body(response: HttpResponseBase) -> HttpResponseBase:
    """Return the answer to HEAD: headers with the length of the body, and no body.

    Waitress sends whatever body it is given.
    """
    if isinstance(response, StreamingHttpResponse):
        response.close()
        response.streaming_content = ()
    elif isinstance(response, HttpResponse):
        response.headers.setdefault("Content-Length", str(len(response.content)))
        response.content = b""
    return response


class StorageErrors(MiddlewareMixin):
    """Tell a sender that the disk or the database failed.

    The transaction is undone.
    """

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer an error of the disk or the database with its sentence, and leave every other to Django."""
        trouble = storage_trouble(exception)
        if trouble:
            return not_stored(request, trouble)
        return None


class SignInRequired(LoginRequiredMiddleware):
    """Every view needs a signed-in director unless it says ``login_not_required``.

    A signed-out page request goes to the sign-in page and comes back.  A signed-out POST is refused
    with a sentence and status 403, because a redirect would throw away what was typed without a
    word.
    """

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """Return nothing for whoever may come in, else the sign-in redirect, or for a POST the refusal."""
        redirect = super().process_view(request, *view)
        if redirect is None or request.method in ("GET", "HEAD"):
            return redirect
        return signed_out(request)


class RoleRequired(MiddlewareMixin):
    """Take from a signed-in account only what its role may send, and show it only what its role may read.

    Each view names the role it needs (:mod:`director.core.base.roles`); one that names none takes
    what is sent from directors only.  A view that needs no sign-in needs no role.
    """

    def process_view(
        self, request: HttpRequest, view: Any, *_asked: Any
    ) -> HttpResponseBase | None:
        """Return nothing for whoever may go on, else the refusal with status 403."""
        if not getattr(view, "login_required", True):
            return None
        role, needed = role_of(request.user), role_needed(view, str(request.method))
        if role is not None and role >= needed:
            return None
        return beyond_role(request, role, needed)


class EntryChecked:
    """Check what is asked and sent before its view reads it.

    A NUL, which PostgreSQL keeps in no text, is refused in every address and every form, and so is
    a form with files in another encoding than UTF-8, as Django refuses one without files: Python
    knows some that decode no form at all.

    What is sent to the short address of a session is meant for section A, whose pages alone have
    it.  Once A is removed that address shows the section that is first then; a page of A that is
    still open somewhere would store there what belongs to other pairs.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer *request*, but refuse a NUL in its address.

        :raises BadRequest: if its form is in another encoding than UTF-8
        """
        if (
            request.content_type == "multipart/form-data"
            and lookup(request.encoding or "utf-8").name != "utf-8"
        ):
            raise BadRequest
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return nul_in_address(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a NUL in what was sent.

        Section A is named in the place that the view gets.
        """
        if request.method in SAFE:
            return None
        if any("\0" in text for name, values in request.POST.lists() for text in (name, *values)):
            return nul_sent(request)
        place = kwargs.get("session_id")
        if isinstance(place, SectionPlace) and not place.letter:
            kwargs["session_id"] = SectionPlace(place.session_id, FIRST_LETTER)
        return None


class PlainRefusal:
    """Answer with a page, not a blank one, where an address is opened that only takes what a button sends."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer *request*.

        A refused GET gets a sentence and a link, with the same status and ``Allow``.
        """
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method not in (
            "GET",
            "HEAD",
        ):
            return response
        return only_sent(request, allowed=response["Allow"])


class LocalTime:
    """Show every time by the clock of the machine the program runs on."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer *request* with the local time zone active."""
        with timezone.override(datetime.now().astimezone().tzinfo):
            return self.get_response(request)
