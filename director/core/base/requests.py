"""Types of requests, with the attributes that middleware adds."""

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
    """A request of somebody signed in."""

    user: User


class VisitorRequest(HtmxRequest):
    """A request for a page that is cached for visitors. ``kept`` is its version."""

    version: EventVersion | None


class SiteRequest(VisitorRequest):
    """A request for a page of the static site. *frame* is its base template."""

    frame: str


Request = TypeVar("Request", bound=HtmxRequest)


def internal_request(
    request: Request,
    user: User | AnonymousUser,
    path: str,
    query: str = "",
    match: ResolverMatch | None = None,
) -> Request:
    """Return *request* as *user* would make it, for pages that the program fetches itself."""
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
    request.GET = QueryDict(query)
    request.user = user
    request.resolver_match = match
    request.htmx = HtmxDetails(request)
    return request
