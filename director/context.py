"""What every template may use."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from director.core.base.roles import May, role_of
from director.models import Club


def club(_request: HttpRequest) -> dict[str, object]:
    """Return the club shown in the page's bar.

    It is fetched only when a template shows it.
    """
    return {"club": SimpleLazyObject(Club.objects.first)}


def may(request: HttpRequest) -> dict[str, object]:
    """Return what whoever is signed in may do, so that a page leaves out what would be refused."""
    return {"may": SimpleLazyObject(lambda: May(role_of(request.user)))}
