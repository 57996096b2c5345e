"""The page on which players who can't scan type the code of their table card."""

import secrets
from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from director.additions.phones.codes import (
    WRONG_CODE_SECONDS,
    count_wrong_code,
    find_token_by_code,
    has_network_tried_too_often,
)
from director.core.base.sentences import DeskSentences

MAX_TYPED = 40
BROWSER_COOKIE = "code_browser"
"""The cookie by which the wrong codes of a browser are counted."""


@login_not_required
@require_safe
def enter_table_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table, and lead to its private page."""
    typed = request.GET.get("code", "")[:MAX_TYPED]
    if not typed:
        return _render_code_page(request)
    remote_address = request.META.get("REMOTE_ADDR", "")
    # No person types so many codes. A program that guesses them isn’t told which one is right.
    if has_network_tried_too_often(remote_address):
        return _refuse_too_many(request)
    # Right codes come first: one guest who mistypes must not close the tables of a hall.
    if token := find_token_by_code(typed):
        return redirect("table_page", token=token)
    if count_wrong_code(remote_address, _get_browser(request)):
        return _refuse_too_many(request)
    error = DeskSentences.TABLE_CODE_WRONG.format()
    return _render_code_page(request, typed=typed, error=error, status=HTTPStatus.NOT_FOUND)


def _get_browser(request: HttpRequest) -> str:
    return request.get_signed_cookie(BROWSER_COOKIE, default="", salt=BROWSER_COOKIE) or ""


def _refuse_too_many(request: HttpRequest) -> HttpResponse:
    status = HTTPStatus.TOO_MANY_REQUESTS
    return _render_code_page(request, error=DeskSentences.CODES_TRIED.format(), status=status)


def _render_code_page(
    request: HttpRequest, *, typed: str = "", error: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"typed": typed, "error": error}
    response = render(request, "additions/phones/table/code.html", context, status=status)
    if not _get_browser(request):
        response.set_signed_cookie(
            BROWSER_COOKIE,
            secrets.token_hex(8),
            salt=BROWSER_COOKIE,
            max_age=WRONG_CODE_SECONDS,
            path=reverse("table_code"),
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return response
