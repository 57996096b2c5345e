"""Responses to requests that are refused: one sentence each.

If a form is refused before it is saved, the page shows its fields again, so that nothing typed is
lost. For htmx the sentence is plain text, which ``resend.js`` shows. Nothing here may read the body
of a request without need: the body may be what was wrong.
"""

import logging
import sys

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import Error as DatabaseFailure
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.defaults import server_error

from director.core.base.refusals import NUL_SENT_MESSAGE, GoneError, make_ended_error
from director.core.base.requests import is_for_script, make_error_response
from director.core.base.roles import ROLE_DESCRIPTIONS, SAFE_METHODS, Role, can_direct
from director.core.files.backups.storage_errors import StorageProblem, find_storage_problem
from director.event_kinds import EndedKindError, list_event_kinds

_log = logging.getLogger("director.storage")
OLD_PAGE_MESSAGE = "This page is older than your latest sign-in, or the browser blocks cookies, so nothing was saved."
SIGNED_OUT_MESSAGE = "You are signed out, so nothing was saved."
SIGN_IN_MESSAGE = "Sign in in another tab, then send it again: what you typed is still there."
NOT_FOUND_MESSAGE = "The address is wrong, or the results haven’t been published."
GO_BACK_MESSAGE = "Go back one page, reload it and send it again."
_MAX_MEGABYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1_000_000
_MESSAGES_BY_ERROR: dict[type[Exception], str] = {
    RequestDataTooBig: (
        f"You sent more than {_MAX_MEGABYTES} MB of text, so nothing was saved. "
        "Send it in smaller parts."
    ),
    TooManyFieldsSent: (
        f"The form has more than {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} fields, "
        "so nothing was saved. Send it in smaller parts."
    ),
    TooManyFilesSent: "Too many files were sent at once, so nothing was saved. Send one at a time.",
    DisallowedHost: (
        "Kalamazoo doesn’t answer at this name. Use the address that the director’s computer shows, "
        "or add the name to KALAMAZOO_HOSTS."
    ),
    MultiPartParserError: (
        "The form arrived damaged and can’t be read, so nothing was saved. "
        "Go back and send it again."
    ),
}


# The kinds of events have links of their own, see refuse_other_methods.
_BACK_LINKS = {
    "events": ("nights", "Back to Nights"),
    "people": ("people", "Back to People"),
    "club": ("club", "Back to Club"),
    "accounts": ("accounts", "Back to Accounts"),
}
"""Where somebody is led who opens an address that only takes a POST, by the start of its path.

Each link has a URL name and a label.
"""


@never_cache
def csrf_failure(request: HttpRequest, **_reason: object) -> HttpResponse:
    """Answer a form without a valid CSRF token, with its fields if it came from our page."""
    if _is_htmx(request):
        return _make_text_response(f"{OLD_PAGE_MESSAGE} {SIGN_IN_MESSAGE}")
    # Another site must not get its fields onto a page of ours with a valid token.
    is_same_origin = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    fields = get_posted_fields(request) if is_same_origin else None
    context = {"message": OLD_PAGE_MESSAGE, "fields": fields, "advice": GO_BACK_MESSAGE}
    return render(request, "core/refusals/old_page.html", context, status=403)


@never_cache
def refuse_signed_out_user(request: HttpRequest) -> HttpResponse:
    """Answer a form that was sent after signing out. The page repeats its fields."""
    if _is_htmx(request):
        return _make_text_response(f"{SIGNED_OUT_MESSAGE} {SIGN_IN_MESSAGE}")
    context = {"message": SIGNED_OUT_MESSAGE, "fields": get_posted_fields(request)}
    return render(request, "core/refusals/signed_out.html", context, status=403)


@never_cache
def refuse_beyond_role(request: HttpRequest, role: Role | None, needed_role: Role) -> HttpResponse:
    """Answer a request that needs a higher role."""
    role = role or Role.VIEWER  # an account without a role can do as much
    if request.method in SAFE_METHODS:
        template = (
            "This page is for {readers}. You’re signed in as {name}: a {role} can only {may}."
        )
    else:
        template = (
            "Not saved: you’re signed in as {name}. A {role} can only {may}. Ask a director to do "
            "this or to change your role."
        )
    readers = "directors" if needed_role is Role.DIRECTOR else "scorers and directors"
    message = template.format(
        readers=readers,
        name=request.user.get_username(),
        role=role.label,
        may=ROLE_DESCRIPTIONS[role],
    )
    if _is_htmx(request):
        return _make_text_response(message)
    return render(request, "core/refusals/beyond_role.html", {"message": message}, status=403)


@never_cache
def refuse_not_stored(request: HttpRequest, problem: StorageProblem) -> HttpResponse:
    """Answer a request that failed because of the disk or database, with its fields."""
    is_submitted = request.method not in SAFE_METHODS
    # Visitors and players aren't shown paths of this machine, or what to do on it: that is logged.
    if problem.message != problem.visitor_problem.message:
        _log.error("%s", problem.message)
    shown_problem = problem if _is_director(request) else problem.visitor_problem
    message = shown_problem.entry_message if is_submitted else shown_problem.page_message
    if is_for_script(request):
        return make_error_response("storage", message, problem.status)
    if _is_htmx(request):
        return _make_text_response(message, status=problem.status)
    context = {
        "message": message,
        "is_submitted": is_submitted,
        "fields": get_posted_fields(request) if is_submitted else None,
        "address": request.get_full_path(),
        "csrf_token": get_token(request),
    }
    # Without the request, so that no context processor asks the database again.
    page = render_to_string("core/refusals/not_stored.html", context)
    return HttpResponse(page, status=problem.status)


def _is_director(request: HttpRequest) -> bool:
    """Return whether a director sent *request*. If the database can't tell, return False."""
    try:
        return can_direct(request)
    # A request that failed before the middleware that signs in has no user.
    except (AttributeError, DatabaseFailure, OSError):
        return False


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed in a view or before it."""
    error = sys.exc_info()[1]
    problem = find_storage_problem(error) if error else None
    if problem:
        return refuse_not_stored(request, problem)
    if is_for_script(request):
        return make_error_response(
            "internal", "The program failed here, so nothing was saved. Tell the director.", 500
        )
    return server_error(request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that can't be read."""
    for error_type, message in _MESSAGES_BY_ERROR.items():
        if isinstance(exception, error_type):
            return _refuse_unreadable(request, message)
    return _refuse_unreadable(
        request,
        "What the browser sent can’t be read, so nothing was saved. Go back and send it again.",
    )


def refuse_nul_text(request: HttpRequest) -> HttpResponse:
    """Answer a text with a NUL character, without repeating the text."""
    return _refuse_unreadable(request, NUL_SENT_MESSAGE)


def refuse_nul_address(request: HttpRequest) -> HttpResponse:
    """Answer an address with a NUL character, which PostgreSQL can't look up."""
    return _refuse_unreadable(
        request,
        "This address contains a character that can’t be used (NUL). Remove it and try again.",
    )


def _refuse_unreadable(request: HttpRequest, message: str) -> HttpResponse:
    if is_for_script(request):
        return make_error_response("unreadable", message, 400)
    if _is_htmx(request):
        return _make_text_response(message, status=400)
    return HttpResponse(render_to_string("400.html", {"message": message}), status=400)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an unknown address."""
    if isinstance(exception, GoneError):
        message = str(exception)
    elif isinstance(exception, EndedKindError):
        message = str(make_ended_error(exception))
    else:
        message = NOT_FOUND_MESSAGE
    if request.method not in ("GET", "HEAD"):
        message = f"Nothing was saved. {message}"
    if is_for_script(request):
        return make_error_response("not-found", message, 404)
    if _is_htmx(request):
        return _make_text_response(message, status=404)
    # Rendered without the request, and without its user if it failed before the sign-in was read.
    context = {"message": message, "user": getattr(request, "user", None)}
    return HttpResponse(render_to_string("404.html", context), status=404)


def refuse_other_methods(request: HttpRequest, *, allowed: str) -> HttpResponse:
    """Answer a GET of an address that only takes a POST."""
    match = request.resolver_match
    ref = match.kwargs.get("ref") if match else None
    links = dict(_BACK_LINKS)
    for kind in list_event_kinds():
        path_start, url_name, back_label = kind.event_link
        links[path_start] = (url_name, back_label)
    path_start = request.path.split("/")[1]
    url_name, back_label = links.get(path_start, ("tonight", "To tonight"))
    # Only addresses of a session name one, and they lead back to a page of that session.
    address = reverse(url_name, args=[ref] if ref else None)
    context = {"back": address, "back_label": back_label}
    response = render(request, "405.html", context, status=405)
    response["Allow"] = allowed
    return response


def get_posted_fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return every posted field, or None if there was a file or a password.

    Neither can be sent again from here. The token is left out because it is the old one.
    """
    if request.FILES or any("password" in name for name in request.POST):
        return None
    fields = []
    for name, values in request.POST.lists():
        if name != "csrfmiddlewaretoken":
            fields += [(name, value) for value in values]
    return fields


def _is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _make_text_response(message: str, status: int = 403) -> HttpResponse:
    return HttpResponse(message, content_type="text/plain; charset=utf-8", status=status)
