"""The address by which a watchdog or a balancer asks whether the program works."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@login_not_required
@never_cache
@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """Answer ``ok``, or 503 while the database does not."""
    text, status = "ok", 200
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except (DatabaseError, InterfaceError):
        text, status = "The database isn't responding.", 503
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")
