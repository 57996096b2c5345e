"""The addresses by which a watchdog or a balancer asks whether the program works."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from director.core.files.running.health import detect_health_problem


@login_not_required
@never_cache
@require_safe
def check_process(_request: HttpRequest) -> HttpResponse:
    """Answer ``ok`` while the process answers at all, whatever its database does."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@login_not_required
@never_cache
@require_safe
def check_health(_request: HttpRequest) -> HttpResponse:
    """Answer ``ok``, or 503 while the database doesn't answer, is damaged, or takes nothing."""
    problem = detect_health_problem()
    status = 503 if problem else 200
    return HttpResponse(
        f"{problem or 'ok'}\n", status=status, content_type="text/plain; charset=utf-8"
    )
