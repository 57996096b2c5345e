"""The base of the pages that several kinds of event have."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import View


class PageView(View):
    """A page, and the addresses below it: each is a method of the class.

    ``as_view()`` is the page itself, whose decorators are those of ``get``, ``post`` and
    ``dispatch``. ``view_of(cls.press_button)`` is the view of another address, with the decorators
    of that method only.
    """

    @classmethod
    def view_of(cls, method: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        """Return the view that calls *method* of a new object."""

        @wraps(method)
        def view(request: HttpRequest, **url_kwargs: Any) -> HttpResponse:
            page = cls()
            page.setup(request, **url_kwargs)
            return method(page, request, **url_kwargs)

        return view
