"""Types of requests, with the attributes that middleware adds."""

from typing import TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, QueryDict
from django.urls import ResolverMatch
from django_htmx.middleware import HtmxDetails

from director.core.base.versions import PageVersion


class HtmxRequest(HttpRequest):
    """Any request. *htmx* says which part of a page it is for, if any."""

    htmx: HtmxDetails


class DeskRequest(HtmxRequest):
    """A request from a signed-in user."""

    user: User


class VisitorRequest(HtmxRequest):
    """A request for a page that is cached for visitors, by its *version*."""

    version: PageVersion | None


class SiteRequest(VisitorRequest):
    """A request for a page of the static site. *frame* is its base template."""

    frame: str


Request = TypeVar("Request", bound=HtmxRequest)


def fill_internal_request(
    request: Request,
    user: User | AnonymousUser,
    path: str,
    query: str = "",
    match: ResolverMatch | None = None,
) -> Request:
    """Return *request* filled as if *user* had sent it, for pages that the program fetches itself.

    Middleware doesn't see such a request, so its attributes are set here too.
    """
    request.method = "GET"
    request.path = request.path_info = path
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "QUERY_STRING": query}
    request.GET = QueryDict(query)
    request.user = user
    request.resolver_match = match
    request.htmx = HtmxDetails(request)
    return request
