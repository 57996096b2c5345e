"""Types of requests, responses that aren't pages, and the base of pages that several kinds have.

The script of a phone, and a program in its place, get errors as a code and a sentence in JSON.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views import View
from django_htmx.middleware import HtmxDetails

from director.core.base.versions import PageVersion
from director.models import Event


class HtmxRequest(HttpRequest):
    """Any request. *htmx* says which part of a page it is for, if any."""

    htmx: HtmxDetails


class DeskRequest(HtmxRequest):
    """A request from a signed-in user."""

    user: User


class VisitorRequest(HtmxRequest):
    """A request for a page that is cached for visitors, by its *version*."""

    version: PageVersion | None


class SiteRequest(VisitorRequest):
    """A request for a page of the static site. *frame* is its base template."""

    frame: str


RequestT = TypeVar("RequestT", bound=HtmxRequest)


def fill_internal_request(
    request: RequestT,
    user: User | AnonymousUser,
    path: str,
    query: str = "",
    match: ResolverMatch | None = None,
) -> RequestT:
    """Return *request* filled as if *user* had sent it, for pages that the program fetches itself.

    Middleware doesn't see such a request, so its attributes are set here too.
    """
    request.method = "GET"
    request.path = request.path_info = path
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
    request.GET = QueryDict(query)
    request.user = user
    request.resolver_match = match
    request.htmx = HtmxDetails(request)
    return request


def render_page(
    request: HttpRequest, template_name: str, context: Mapping[str, Any], *, problems: object = None
) -> HttpResponse:
    """Return a page, with status 422 if it shows *problems* of what was submitted."""
    return render(request, template_name, context, status=get_page_status(problems))


def get_page_status(problems: object) -> HTTPStatus:
    """Return the status of a page, which is 422 if it shows *problems* of what was submitted."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if problems else HTTPStatus.OK


def refuse_file(
    request: HttpRequest, reason: str, *, back: str, back_label: str, status: int = 422
) -> HttpResponse:
    """Return a page that says why a file can't be made, with a link to the address *back*."""
    context = {"message": reason, "back": back, "back_label": back_label}
    return render(request, "core/refusals/file.html", context, status=status)


def make_file_response(
    content: bytes | str, name: str, content_type: str, *, is_attachment: bool = True
) -> HttpResponse:
    """Return a response with the file *name*, to be saved if *is_attachment*, else to be shown."""
    headers = {
        "Content-Disposition": content_disposition_header(
            as_attachment=is_attachment, filename=name
        )
    }
    return HttpResponse(content, content_type=content_type, headers=headers)


def make_file_stem(event: Event) -> str:
    """Return the name of a file of *event* without its ending: ``"tuesday-pairs-2026-11-17"``."""
    return f"{slugify(event.name) or 'event'}-{event.date.isoformat()}"


PHONE_PATH = "/t/"
"""The beginning of the addresses of tables."""


def is_for_script(request: HttpRequest) -> bool:
    """Return whether the script of a phone or a program asks, which never gets a page."""
    path = request.path_info
    # The page of a table ends with a slash; everything below it answers its script.
    return path.startswith(PHONE_PATH) and not path.endswith("/")


def make_error_response(
    code: str, message: str, status: int, *, where: str = "", **more: object
) -> JsonResponse:
    """Return an error for a program. *where* is the part of the request that is wrong.

    *more* are further fields of the answer.

    >>> make_error_response("not-found", "Nothing is at this address.", 404).content
    b'{"code": "not-found", "error": "Nothing is at this address.", "where": ""}'
    """
    payload = {"code": code, "error": message, "where": where, **more}
    return JsonResponse(payload, status=status, headers={"Cache-Control": "no-store"})


class PageView(View):
    """A page, and the addresses below it: each is a method of the class.

    ``as_view()`` is the page itself, whose decorators are those of ``get``, ``post`` and
    ``dispatch``. ``make_view(cls.press_button)`` is the view of another address, with the decorators
    of that method only.
    """

    @classmethod
    def make_view(cls, method: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        """Return the view that calls *method* of a new object."""

        @wraps(method)
        def view(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
            page = cls()
            page.setup(request, **url_kwargs)
            return method(page, request, **url_kwargs)

        return view
