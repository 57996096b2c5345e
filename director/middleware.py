"""What happens around every request: who may come in, and which clock is shown."""

from datetime import datetime
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from director.views.refusals import signed_out


class SignInRequired(LoginRequiredMiddleware):
    """Every view needs a signed-in director unless it says ``login_not_required``.

    A signed-out page request goes to the sign-in page and comes back.  A signed-out POST is refused with a sentence and
    status 403, because a redirect would throw away what was typed without a word.
    """

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponse:
        """Return the sign-in redirect, or for a POST the refusal."""
        if request.method == "GET":
            return super().handle_no_permission(request, view_func)
        return signed_out(request)


class LocalTime:
    """Show every time by the clock of the machine the program runs on."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer *request* with the local time zone active."""
        with timezone.override(datetime.now().astimezone().tzinfo):
            return self.get_response(request)
