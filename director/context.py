"""What every template may use."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from director.models import Club


def club(_request: HttpRequest) -> dict[str, object]:
    """Return the club whose name stands in the page's bar; asked of the database only when a template shows it."""
    return {"club": SimpleLazyObject(Club.objects.first)}
