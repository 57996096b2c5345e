"""The middleware for whoever watches the program: an id and a log line for each request, and metrics.

It is only there if ``KALAMAZOO_LOG`` or ``KALAMAZOO_METRICS`` asks for it.
"""

import logging
import re
import secrets
from collections.abc import Callable
from time import monotonic

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from director.core.files.running.log import request_id
from director.core.files.running.metrics import CONTENT_TYPE, RequestFigures, format_metrics

METRICS_PATH = "/metrics"
_ID_PATTERN = re.compile(r"[\w-]{8,64}", re.ASCII)
_log = logging.getLogger("director.request")


class ObservedRequests:
    """Give each request an id, log it in a line, count it, and answer the metrics.

    The id is the web server's (``X-Request-ID``), or a new one. It is in all lines that the request
    leaves in the log, and in the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        # Made before gunicorn forks, so that all processes share them.
        self._figures = RequestFigures()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response with its id, or the metrics for an address that may read them."""
        if request.path_info == METRICS_PATH and _may_read_metrics(request):
            return HttpResponse(format_metrics(self._figures), content_type=CONTENT_TYPE)
        given_id = request.headers.get("X-Request-ID", "")
        new_id = given_id if _ID_PATTERN.fullmatch(given_id) else secrets.token_hex(8)
        token = request_id.set(new_id)
        start = monotonic()
        try:
            response = self.get_response(request)
            seconds = monotonic() - start
            self._figures.count(status=response.status_code, seconds=seconds)
            _log.info(
                "%s %s %s",
                request.method,
                _get_route(request),
                response.status_code,
                extra={"milliseconds": round(seconds * 1000)},
            )
        finally:
            request_id.reset(token)
        response.headers["X-Request-ID"] = new_id
        return response


def _may_read_metrics(request: HttpRequest) -> bool:
    return request.META.get("REMOTE_ADDR") in settings.METRICS_READERS


def _get_route(request: HttpRequest) -> str:
    """Return the pattern of the address. The address itself may be a player's private link."""
    if request.resolver_match:
        return f"/{request.resolver_match.route}"
    return "/static/" if request.path_info.startswith("/static/") else "-"
