"""Middleware: who may see a page, what a browser may do with it, and which time zone it shows.

The pages that explain a refusal are made in ``director.core.pages.refusals``. Which role a view needs
is said by its decorators (``director.core.base.roles``), and forms that are sent twice are the matter
of ``director.core.base.idempotency``.
"""

from codecs import lookup
from collections.abc import Callable
from http import HTTPStatus
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import BadRequest, DisallowedHost
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone

from director.core.base.address import is_own_host
from director.core.base.machine_time import get_zone
from director.core.base.requests import is_for_script
from director.core.base.roles import SAFE_METHODS, get_needed_role, get_role
from director.core.files.backups.storage_errors import find_storage_problem
from director.core.pages.health import check_health, check_process
from director.core.pages.refusals import (
    page_not_found,
    refuse_beyond_role,
    refuse_not_stored,
    refuse_nul_address,
    refuse_nul_text,
    refuse_other_methods,
    refuse_signed_out_user,
)
from director.event_kinds import EndedKindError
from director.formats.reading import shorten_blanks
from director.models.event import FIRST_LETTER, SectionRef
from scoring.errors import ScoringError
from scoring.refusals import UNKNOWN_METHOD

GetResponse = Callable[[HttpRequest], HttpResponseBase]

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
"""Pages use files of the program only, so that typed text can never act as a script or a style."""


class AnswerHeaders(GZipMiddleware):
    """Say what a browser may load, cache and list, and compress text.

    Unless a view says otherwise, shared caches store no response and a browser checks its copy
    before each use, because desk pages hold names and unpublished results.

    A page has a tag that says whether search engines may list it. A file can't, so its headers
    forbid it: otherwise a file would be found with names that the club has unpublished since.

    A phone in a hall shares its Wi-Fi with all others, and compressed text takes a fifth of its
    size. PDFs and archives are compressed already. Two things keep an eavesdropper from guessing a
    secret from the sizes of many answers (BREACH): Django masks the CSRF token differently in each
    answer, and adds up to a hundred random bytes.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return *response* with its headers, compressed if it is text, without a body for HEAD."""
        content_type = response.headers.get("Content-Type", "")
        if content_type.startswith("text/html"):
            # Pages only, because some PDF readers fail with this header.
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        elif content_type and not request.path.startswith(settings.STATIC_URL):
            # A response without a type, "not modified", may be for a page.
            response.headers.setdefault("X-Robots-Tag", "noindex")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        media_type = content_type.partition(";")[0]
        if media_type.startswith("text/") or media_type in _COMPRESSED_TYPES:
            response = super().process_response(request, response)
        if "Content-Disposition" in response and settings.SESSION_COOKIE_NAME in request.COOKIES:
            # A file leaves the page as it is. The new value tells its script that the file is here.
            response.set_cookie("file_sent", token_hex(4), max_age=60, samesite="Lax")
        if request.method == "HEAD":
            return _remove_body(response)
        return response


_COMPRESSED_TYPES = frozenset(
    {"application/json", "application/xml", "application/atom+xml", "image/svg+xml"}
)


def _remove_body(response: HttpResponseBase) -> HttpResponseBase:
    """Return *response* without its body, for HEAD. Waitress doesn't remove the body itself."""
    if isinstance(response, StreamingHttpResponse):
        response.close()
        response.streaming_content = ()
    elif isinstance(response, HttpResponse):
        response.headers.setdefault("Content-Length", str(len(response.content)))
        response.content = b""
    return response


HEALTH_CHECKS = {
    "/health/": check_health,
    "/health/ready/": check_health,
    "/health/live/": check_process,
}
"""The health checks by their addresses. They are looked up at every request, so none is reversed."""


class KnownHost:
    """Refuse a host name that isn't this machine's, unless ``KALAMAZOO_HOSTS`` lists the names.

    A hostile site could otherwise give its own name the address of a club's laptop and read pages
    there through the browser of somebody in the club's network.

    The health check is answered before, because a watchdog or a load balancer asks by an address that
    ``KALAMAZOO_HOSTS`` needn't list.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response of the page, or the state of the program for the health check.

        :raises DisallowedHost: if the request is for another machine's name
        """
        if health_check := HEALTH_CHECKS.get(request.path_info):
            return health_check(request)
        if not settings.ANSWERED_HOSTS:
            name = split_domain_port(request.get_host())[0]
            named_hosts = [host for host in settings.ALLOWED_HOSTS if host != "*"]
            if not is_own_host(name) and not validate_host(name, named_hosts):
                raise DisallowedHost(name)
        return self.get_response(request)


class RoleRequired(LoginRequiredMiddleware):
    """Every view needs a signed-in user with the role that its decorator names.

    Without a decorator it accepts forms from directors only (:mod:`director.core.base.roles`). A
    view that says ``login_not_required`` needs no role.

    A signed-out GET goes to the sign-in page and from there back to the page. A signed-out POST is
    refused with a sentence and status 403, because a redirect would silently lose what was typed.
    """

    def process_view(
        self, request: HttpRequest, view: Any, *arguments: Any
    ) -> HttpResponseBase | None:
        """Return None if the view may run, else the redirect or the refusal."""
        redirect = super().process_view(request, view, *arguments)
        if redirect is not None:
            return redirect if request.method in SAFE_METHODS else refuse_signed_out_user(request)
        if not getattr(view, "login_required", True):
            return None
        role = get_role(request.user)
        needed_role = get_needed_role(view, str(request.method))
        if role is not None and role >= needed_role:
            return None
        return refuse_beyond_role(request, role, needed_role)


def _shorten_blanks(fields: QueryDict) -> QueryDict | None:
    """Return *fields* without long runs of blanks, or None if they have none."""
    shortened = {}
    for name, values in fields.lists():
        new_values = list(map(shorten_blanks, values))
        if new_values != values:
            shortened[name] = new_values
    if not shortened:
        return None
    new_fields = fields.copy()
    for name, values in shortened.items():
        new_fields.setlist(name, values)
    return new_fields


class ErrorResponseMiddleware:
    """Answer requests that can't be read, stored or opened with a sentence, in any view.

    Long runs of blanks are shortened in every form and query, because the time of some patterns grows
    with the square of their number.

    NUL is refused everywhere, because PostgreSQL can't store it in a text. A form with files must be
    in UTF-8, because Python has encodings that fail on any form; Django itself checks this for forms
    without files.

    A form sent to the short address of a session is meant for section A, because only the pages of A
    have that address. After A is removed, the address shows the next section; a page of A that is
    still open would then store results for the wrong pairs.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, or a page that refuses the request.

        An address that only accepts forms answers with a page of the same status and ``Allow``.

        :raises BadRequest: if a form with files isn't in UTF-8
        """
        if request.content_type == "multipart/form-data":
            encoding = lookup(request.encoding or "utf-8").name
            if encoding != "utf-8":
                raise BadRequest
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return refuse_nul_address(request)
        if shortened_query := _shorten_blanks(request.GET):
            request.GET = shortened_query  # type: ignore[assignment]  # it needn't be immutable
        response = self.get_response(request)
        is_refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        if is_refused and request.method in ("GET", "HEAD") and not is_for_script(request):
            return refuse_other_methods(request, allowed=response["Allow"])
        return response

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse NUL in a form, and put section A into the short address of a session."""
        if request.method in SAFE_METHODS:
            return None
        for name, values in request.POST.lists():
            if any("\0" in text for text in (name, *values)):
                return refuse_nul_text(request)
        if shortened_form := _shorten_blanks(request.POST):
            request.POST = shortened_form  # type: ignore[assignment]  # it needn't be immutable
        section_ref = kwargs.get("ref")
        if isinstance(section_ref, SectionRef) and not section_ref.letter:
            kwargs["ref"] = SectionRef(section_ref.session_id, FIRST_LETTER)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for an error that has one, or None.

        These are errors of the disk and the database, and a stored scoring method that this version
        no longer has.
        """
        if isinstance(exception, ScoringError) and exception.code == UNKNOWN_METHOD[0]:
            return page_not_found(request, EndedKindError(str(exception.params["key"])))
        problem = find_storage_problem(exception)
        return refuse_not_stored(request, problem) if problem else None


class LocalTime:
    """Show every time in the time zone of the machine that the program runs on."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, made with the local time zone active."""
        with timezone.override(get_zone()):
            return self.get_response(request)
