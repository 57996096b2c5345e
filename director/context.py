"""Context processors: the variables of every template."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from director.core.base.roles import Permissions, get_role
from director.models import Club


def club(_request: HttpRequest) -> dict[str, object]:
    """Return the club for the menu bar. It is fetched only if a template shows it."""
    return {"club": SimpleLazyObject(Club.objects.order_by("pk").first)}


def may(request: HttpRequest) -> dict[str, object]:
    """Return the user's permissions, by which pages leave out buttons that would be refused."""
    return {"may": SimpleLazyObject(lambda: Permissions(get_role(request.user)))}
