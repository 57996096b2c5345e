"""What a view may ask of a request that Django's own class does not promise: each is put there by a middleware."""

from typing import TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, QueryDict
from django.urls import ResolverMatch
from django_htmx.middleware import HtmxDetails

from director.core.base.versions import EventVersion


class HtmxRequest(HttpRequest):
    """Any request: ``HtmxMiddleware`` says whether a part of a page is asked for, and which."""

    htmx: HtmxDetails


class DeskRequest(HtmxRequest):
    """The request of a signed-in director, which every view gets that does not say ``login_not_required``."""

    user: User


class VisitorRequest(HtmxRequest):
    """The request for a page that is kept for visitors; ``kept`` tells the version of what it shows."""

    version: EventVersion | None


class SiteRequest(VisitorRequest):
    """The request for a page of a folder of plain pages; *frame* is the template that stands around it."""

    frame: str


Request = TypeVar("Request", bound=HtmxRequest)


def internal_request(
    request: Request,
    user: User | AnonymousUser,
    path: str,
    query: str = "",
    match: ResolverMatch | None = None,
) -> Request:
    """Return *request* as *user* would ask for a page, where the program itself does; no middleware sees it."""
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
    request.GET = QueryDict(query)
    request.user = user
    request.resolver_match = match
    request.htmx = HtmxDetails(request)
    return request
