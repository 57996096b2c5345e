"""The page where a player who can't scan types the code of a table card."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from director.core.base.sentences import DeskSentences
from director.core.night.phones.codes import count_wrong_code, has_tried_too_often, token_by_code

MAX_TYPED = 40


@login_not_required
@require_safe
def table_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table, and lead to its private page."""
    typed = request.GET.get("code", "")[:MAX_TYPED]
    if not typed:
        return _code_page(request)
    remote_address = request.META.get("REMOTE_ADDR", "")
    # Before the code is looked up: whoever has tried too often learns nothing of a right one.
    if has_tried_too_often(remote_address):
        status = HTTPStatus.TOO_MANY_REQUESTS
        return _code_page(request, error=DeskSentences.CODES_TRIED.says(), status=status)
    if token := token_by_code(typed):
        return redirect("table_page", token=token)
    count_wrong_code(remote_address)
    error = DeskSentences.TABLE_CODE_WRONG.says()
    return _code_page(request, typed=typed, error=error, status=HTTPStatus.NOT_FOUND)


def _code_page(
    request: HttpRequest, *, typed: str = "", error: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"typed": typed, "error": error}
    return render(request, "core/phones/table/code.html", context, status=status)
